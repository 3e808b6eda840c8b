"""Displays and the voice: a table reports one that cannot be opened and goes on without it."""

from __future__ import annotations

import json
import os
import socket
import time
import uuid
from pathlib import Path

import pytest

from announce.table_api.view import TableFacts
from events.peg_reading import Button, Signal
from events.rulings import ThrowWorth
from events.state import Mode
from rules.position import Side
from simulation.devices.mqtt_brokers import Watcher
from tablier.runtime.inbox import Inbox, Spoken
from tablier.runtime.sinks import Displays, Voice
from tablier.runtime.wiring import People
from tablier.storage.settings_file import parse
from tests.announce.samples import announcements, table_state
from tests.waiting import eventually


@pytest.mark.parametrize(
    ("settings", "folder", "said"),
    [
        ("", "/dev/null/none", "No broker: "),
        ('mqtt.host = "a..b"', "/dev/null/none", "No broker: "),
    ],
)
def test_the_table_goes_on_without_a_broker(settings: str, folder: str, said: str) -> None:
    announced: list[str] = []
    with People(
        parse(f"voice.on = false\n{settings}"), Path(folder), Inbox(), clock=time.monotonic, say=announced.append
    ) as people:
        assert [type(outlet) for outlet in people.sinks] == [Displays]
    assert announced[0].startswith(said)


def test_the_table_goes_on_with_a_voice_where_nothing_can_be_written() -> None:
    settings = parse('page.on = false\nmqtt.host = "127.0.0.1"')
    with People(settings, Path("/dev/null/none"), Inbox(), clock=time.monotonic, say=lambda _words: None) as people:
        assert [type(outlet) for outlet in people.sinks] == [Voice, Displays]


def test_a_lesson_shows_that_it_waits_and_its_buttons_repeat_and_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sound card takes a second for each sound."""
    player = tmp_path / "pw-play"
    player.write_text("#!/bin/sh\nexec sleep 1\n")
    player.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    settings, inbox = parse('page.on = false\nmqtt.host = "127.0.0.1"\nmqtt.port = 9\ntable.mode = "lesson"'), Inbox()
    with People(settings, tmp_path, inbox, clock=time.monotonic, say=lambda _words: None) as people:
        voice, shown = people.sinks
        states: list[bool] = []
        people._feed.follow(lambda name, text: states.append(json.loads(text)["waiting"]) if name == "state" else None)
        shown.show(table_state(Mode.LESSON), TableFacts())
        assert not people.on_button(Signal(0.0, "near", Button.ADOUBE)), "it is the game's while nothing is explained"
        worth = ThrowWorth("1", 1.0, 1, Side.BLANCS, (6, 4), table_state().jans, 2)
        (throw,) = announcements(worth, mode=Mode.LESSON)
        voice.announce(throw)
        said: list[str] = []

        def heard(times: int) -> bool:
            while (news := inbox.take(timeout=0.0)) is not None:
                said.extend([news.said.text] if isinstance(news, Spoken) else [])
            return said.count("Les blancs amènent six et quatre.") >= times

        eventually(lambda: heard(1))
        assert said[0] == "Attendez."
        assert states[-1], "there is more to explain"
        assert people.on_button(Signal(0.0, "near", Button.ADOUBE))
        eventually(lambda: heard(2))
        assert people.on_button(Signal(0.0, "near", Button.COUP_JOUE))
        eventually(lambda: not states[-1])
        assert not heard(3)


def test_the_embedded_broker_is_at_its_port_or_says_where_it_is(tmp_path: Path) -> None:
    """A small display and Home Assistant are given a port once; two tables on one machine need two."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = parse(f"voice.on = false\npage.on = false\nmqtt.port = {port}")
    announced: list[str] = []
    with People(settings, tmp_path / "one", Inbox(), clock=time.monotonic, say=announced.append):
        assert announced == [f"MQTT: 127.0.0.1:{port}, topics tablier/table/..."]
        with People(settings, tmp_path / "two", Inbox(), clock=time.monotonic, say=announced.append):
            _, why, where = announced
            other = where.removeprefix("MQTT: 127.0.0.1:").partition(",")[0]
            assert other != str(port)
            assert why.startswith(f"The table's own broker takes port {other}, not {port}: ")


class Saying:
    """A speaker of whom a lesson's table may wait, and what is asked of it."""

    def __init__(self) -> None:
        self.holding = True
        self.done: list[str] = []

    def again(self) -> None:
        self.done.append("repeat")

    def slower(self) -> None:
        self.done.append("slower")

    def go_on(self) -> None:
        self.done.append("continue")


@pytest.mark.parametrize("what", ["repeat", "slower", "continue"])
def test_an_explanation_can_be_repeated_by_page_and_by_broker(tmp_path: Path, what: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = parse(f"voice.on = false\npage.on = false\nmqtt.port = {port}")
    with (
        People(settings, tmp_path, Inbox(), clock=time.monotonic, say=lambda _words: None) as people,
        Watcher(port, "tablier/table/#") as watcher,
    ):
        speaker = people._speaker = Saying()  # type: ignore[assignment] # says nothing
        # The page asks its table's feed.
        people._feed.ask("volume", json.dumps({"transaction": "1", "do": what}).encode(), lambda _answer: None)
        assert speaker.done == [what]
        eventually(lambda: watcher.on("/availability")[-1:] == ["online"])
        watcher.ask("table", "volume", transaction=uuid.uuid4().hex, do=what)
        eventually(lambda: speaker.done == [what, what])
