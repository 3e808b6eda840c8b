"""An error in the program costs one item and is recorded and announced once. The game goes on from the disk."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest

from announce.announcement import Announcement
from announce.phrases.refused import Refused
from announce.table_api.view import TableFacts
from events.acts import Act
from events.peg_reading import Button, LinkEvent, Signal
from events.state import GameState
from referee.games import GameReferee
from referee.trictrac.referee import Referee
from tablier.runtime.crash_guard import KEPT, PROBLEMS, CrashGuard
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Asked, Felt
from tablier.runtime.resume import resume
from tablier.runtime.table import Table, TableServices
from tablier.storage.journal import Journal
from tablier.storage.recording import Frame
from tablier.storage.settings import Settings
from tablier.storage.settings_file import toml_of
from tests.tablier.listener import Listener, table_without_camera

PICTURE = np.zeros((72, 128, 3), np.uint8)
ADOUBE = {"side": "blancs", "what": "j_adoube"}


class Broken(Listener):
    """An outlet that fails on everything."""

    def announce(self, announcement: Announcement) -> None:
        raise ValueError(announcement)

    def show(self, state: GameState, shown: TableFacts) -> None:
        raise ValueError(state, shown)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    journal = Journal(tmp_path / "journal.db")
    journal.start(1.0, toml_of(Settings()))
    return journal


def table(journal: Journal, listener: Listener, *others: Listener) -> Table:
    def again() -> GameReferee | None:
        found = resume(journal, Settings())
        return None if found is None else found.referee

    return table_without_camera(
        Engine(Settings(), None),
        TableServices(
            journal=journal,
            sinks=[*others, listener],
            referee_from_journal=again,
            crash_guard=CrashGuard(journal.path.parent / PROBLEMS),
        ),
        clock=lambda: 100.0,
    )


def judged(table: Table) -> list[Act]:
    """Return the acts that its referee knows."""
    referee = table.engine.referee
    assert isinstance(referee, Referee)
    return [entry.act for entry in referee.judge.log]


def adouble(t: float) -> Felt:
    return Felt(t, Signal(t, "near", Button.ADOUBE))


def test_the_game_goes_on_from_what_is_on_disk(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A referee that fails in the middle of an observation is replaced from the journal."""
    listener = Listener()
    running = table(journal, listener)
    running.take(adouble(1.0))
    before = judged(running)
    assert len(before) == 1

    def break_off(self: Referee, observation: object) -> NoReturn:
        self.judge.log.clear()
        raise KeyError(observation)

    with monkeypatch.context() as broken:
        broken.setattr(Referee, "observe", break_off)
        running.take(adouble(2.0))
    assert judged(running) == before
    running.take(adouble(200.0))
    assert [text for text in listener.words if "program" in text] == [
        "An error in the program, written down; the game goes on where it was.",
        "The program works again.",
    ]
    assert journal.game is not None
    assert len(list(journal.entries(journal.game, "act"))) == 2
    written = (tmp_path / PROBLEMS / "problem-1.txt").read_text()
    assert "break_off" in written
    assert "Signal(t=2.0" in written


def test_pictures_that_all_fail_are_said_once_and_the_pegs_go_on(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    listener = Listener()
    running = table(journal, listener)

    def blind(_self: Engine, _t: float, _image: object) -> NoReturn:
        raise RuntimeError("no eyes")

    with monkeypatch.context() as broken:
        broken.setattr(Engine, "on_picture", blind)
        for number in range(50):
            running.take(Frame(number / 15, PICTURE))
        running.take(adouble(4.0))
        assert journal.game is not None
        assert len(list(journal.entries(journal.game, "act"))) == 1
    assert len(listener.words) == 1, "left out until it is tried again"
    assert (tmp_path / PROBLEMS / "problem-1.jpg").exists()


def test_a_request_is_answered_and_the_next_peg_shows_that_all_is_well(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_self: Engine, _request: object) -> NoReturn:
        raise ZeroDivisionError

    listener = Listener()
    running = table(journal, listener)
    answers: list[Refused | None] = []
    with monkeypatch.context() as broken:
        broken.setattr(Engine, "on_request", refuse)
        running.take(Asked(1.0, "claim", ADOUBE, answers.append))
    assert [str(answer) for answer in answers] == ["an error in the program; it is written down"]
    running.take(adouble(2.0))
    assert listener.words[-1] == "The program works again."


def test_a_request_is_on_disk_before_it_is_answered(journal: Journal) -> None:
    on_disk: list[int] = []

    def answer(_error: Refused | None) -> None:
        assert journal.game is not None
        on_disk.append(len(list(journal.entries(journal.game, "act"))))

    table(journal, Listener()).take(Asked(1.0, "claim", ADOUBE, answer))
    assert on_disk == [1]


def test_an_outlet_that_fails_keeps_nothing_from_the_others(journal: Journal) -> None:
    listener = Listener()
    running = table(journal, listener, Broken())
    running.take(Felt(1.0, LinkEvent(1.0, up=False, reason="unplugged")))
    assert listener.words == ["The hole sensors do not answer; the game goes on without them."]


def test_only_the_newest_problems_are_kept(tmp_path: Path) -> None:
    for number in range(KEPT + 5):
        CrashGuard(tmp_path).report(Frame(float(number), PICTURE), ValueError(str(number)), 0.0)
    texts = [path.read_text() for path in tmp_path.glob("problem-*.txt")]
    assert len(texts) == KEPT
    assert not any("ValueError: 4\n" in text for text in texts)
    assert any(f"ValueError: {KEPT + 4}\n" in text for text in texts)
    assert len(list(tmp_path.glob("*.jpg"))) == KEPT
