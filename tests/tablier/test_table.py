"""The running table: on disk before it is announced, troubles announced once, oldest first."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import numpy as np

from announce.notice import DeviceTrouble, Reprise
from announce.phrases.refused import Refused
from announce.voice.speaker import Outlet as SaidWhere
from announce.voice.speaker import Said
from events.peg_reading import Button, HoleFault, LinkEvent, PegReading, Signal
from events.trictrac.state import TableState
from referee.one_table import OneTable
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Asked, Felt, Inbox, Spoken, Troubled
from tablier.runtime.table import CAMERA_PATIENCE, Table, TableConfig, TableServices
from tablier.storage.journal import Journal
from tablier.storage.recording import Frame
from tablier.storage.settings import Settings
from tests.tablier.listener import Listener
from tests.waiting import LONG

PICTURE = np.zeros((72, 128, 3), np.uint8)
EMPTY = (None,) * 30
ADOUBE = {"side": "blancs", "what": "j_adoube"}


def table(listener: Listener, journal: Journal | None = None, now: list[float] | None = None) -> Table:
    time = now or [0.0]
    return Table(
        Engine(Settings(), None),
        Inbox(),
        clock=lambda: time[0],
        config=TableConfig(camera=now is not None),
        services=TableServices(journal=journal, sinks=[listener]),
    )


def said(listener: Listener) -> list[tuple[str, str]]:
    return [(announcement.kind, announcement.text["en"]) for announcement in listener.announced]


def test_acts_and_rulings_are_on_disk_before_they_are_announced(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.start(0.0, "")
        listener = Listener(journal)
        table(listener, journal).step(Asked(1.0, "correct", {"dice": [6, 4], "trait": "blancs"}))
        assert journal.game is not None
        assert len(list(journal.entries(journal.game, "act"))) == 1
        assert listener.on_disk == [1]


def test_a_journal_that_fails_is_said_once_and_the_game_goes_on(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    journal.start(0.0, "")
    journal.close()
    listener = Listener()
    running = table(listener, journal)
    for t in (1.0, 2.0, 3.0):
        running.step(Asked(t, "claim", ADOUBE))
    assert [kind for kind, _ in said(listener)] == ["notice"]


def test_a_lost_line_is_said_once_and_its_return_once() -> None:
    listener = Listener()
    running = table(listener)
    for t, up in ((1.0, False), (2.0, False), (3.0, True), (4.0, True)):
        running.step(Felt(t, LinkEvent(t, up, "unplugged")))
    assert len(listener.announced) == 2
    assert listener.announced[0].text != listener.announced[1].text


def test_a_broken_hole_is_named_once() -> None:
    listener = Listener()
    running = table(listener)
    for t in (1.0, 2.0):
        running.step(Felt(t, PegReading(t, EMPTY, ((7, HoleFault.STUCK),))))
    ((_, text),) = said(listener)
    assert "7" in text


def test_a_silent_camera_is_said_once_and_its_return_once() -> None:
    listener, now = Listener(), [0.0]
    running = table(listener, now=now)
    for moment in (1.0, CAMERA_PATIENCE + 1.0, CAMERA_PATIENCE + 2.0):
        now[0] = moment
        running._look_for_silence()
    running.step(Frame(now[0], PICTURE))
    assert len(listener.announced) == 2


def test_a_camera_whose_pictures_wait_is_not_silent() -> None:
    """The table may take longer over one picture than the camera may be silent."""
    listener, now = Listener(), [0.0]
    running = table(listener, now=now)
    now[0] = CAMERA_PATIENCE + 1.0
    running.inbox.put(Frame(now[0], PICTURE))
    running._look_for_silence()
    assert not listener.announced


def test_the_inbox_gives_the_oldest_first_and_drops_only_pictures() -> None:
    inbox = Inbox()
    for t in range(5):
        inbox.put(Frame(float(t), PICTURE))
    inbox.put(Felt(0.5, Signal(0.5, "near", Button.ADOUBE)))
    inbox.put(Felt(9.0, Signal(9.0, "near", Button.ADOUBE)))
    times = []
    while (item := inbox.take(0)) is not None:
        times.append(item.t)
    assert times == [0.5, 2.0, 3.0, 4.0, 9.0]


def test_closing_the_inbox_ends_the_table_at_once() -> None:
    running = table(Listener())
    thread = threading.Thread(target=running.run)
    thread.start()
    running.inbox.close()
    thread.join(LONG)
    assert not thread.is_alive()


def test_a_request_is_answered_with_what_was_wrong() -> None:
    answers: list[Refused | None] = []
    running = table(Listener())
    running.step(Asked(1.0, "claim", ADOUBE, answers.append))
    running.step(Asked(1.0, "claim", {"side": "blancs"}, answers.append))
    assert [str(answer) for answer in answers] == ["None", "claim.what: missing"]


def test_a_paused_table_looks_at_nothing_until_it_goes_on() -> None:
    listener = Listener()
    running = table(listener)
    running.step(Asked(1.0, "pause", {"paused": True}))
    running.step(Felt(2.0, LinkEvent(2.0, False, "unplugged")))
    assert listener.announced == []
    assert listener.shown[-1][1] is True
    running.step(Asked(3.0, "pause", {"paused": False}))
    running.step(Felt(4.0, LinkEvent(4.0, False, "unplugged")))
    assert len(listener.announced) == 1


def test_the_brokers_and_the_speakers_troubles_are_announced_once() -> None:
    listener = Listener()
    running = table(listener)
    for there in (True, True, False, False):
        running.step(Troubled(1.0, DeviceTrouble.SPEAKER_LOST, there))
    running.step(Troubled(2.0, DeviceTrouble.BROKER_LOST, there=False))
    assert [text for _, text in said(listener)] == [
        "No speaker: the voice is written to files.",
        "The speaker is back.",
    ]


def test_dice_that_are_often_missed_are_announced_once_with_the_remedy() -> None:
    listener = Listener()
    running = table(listener)
    referee = running.engine.referee
    assert isinstance(referee, OneTable)
    for t, missed in enumerate((True, True, False, False)):
        referee.sight.dice_missed = missed
        running.step(Frame(float(t), PICTURE))
    assert [text for _, text in said(listener)] == [
        "A die is often not seen: more light on the board, or other dice.",
        "The dice are seen well again.",
    ]


def test_a_camera_nobody_wants_to_watch_is_not_lost() -> None:
    """During a pause its pictures are not read, but they still arrive."""
    listener, now = Listener(), [0.0]
    running = table(listener, now=now)
    running.step(Asked(0.0, "pause", {"paused": True}))
    for second in range(1, 20):
        now[0] = float(second)
        running.step(Frame(now[0], PICTURE))
        running._look_for_silence()
    assert said(listener) == []


def test_in_a_lesson_a_throw_is_asked_about_and_announced_after_the_guess() -> None:
    listener = Listener()
    answers: list[Refused | None] = []
    running = table(listener)
    running.step(Asked(0.0, "mode", {"mode": "lesson"}, answers.append))
    running.step(Asked(1.0, "guess", {"on": True}, answers.append))
    running.step(Asked(2.0, "correct", {"dice": [6, 4], "trait": "blancs"}, answers.append))
    running.step(Asked(3.0, "guess", {"blancs": 6, "noirs": 0}, answers.append))
    running.step(Asked(4.0, "guess", {"blancs": 0, "noirs": 0}, answers.append))
    assert [str(answer) for answer in answers] == ["None"] * 4 + ["guess: nothing is asked now"]
    assert said(listener) == [
        ("throw_asked", "Six and four. What is this throw worth?"),
        ("guessed", "No. Six points too many for White. This throw is worth nothing. Six and four."),
    ]


def test_spoken_lines_are_in_the_journal(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.start(0.0, "")
        running = table(Listener(), journal)
        running.step(Spoken(2.5, Said("7", "Bezas.", SaidWhere.LOUDSPEAKER, cut_short=False)))
        assert journal.game is not None
        ((t, _, text),) = journal.entries(journal.game, "said")
    assert t == 2.5
    assert json.loads(text) == {"id": "7", "text": "Bezas.", "outlet": "loudspeaker", "cut_short": False}


def test_a_game_gone_on_with_is_said_with_its_score() -> None:
    listener = Listener()
    running = table(listener)
    state = running.engine.state()
    assert isinstance(state, TableState)
    running.announce(Reprise("r", 1.0, state))
    assert said(listener) == [
        (
            "reprise",
            "The game goes on. White: no hole and no point. Black: no hole and no point. White to play.",
        ),
    ]
