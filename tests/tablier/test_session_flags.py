"""The effects of requests to the table survive a kill, and the table knows which it has handled."""

from __future__ import annotations

import contextlib
from pathlib import Path

from announce.table_api.api import Before, TableApi
from announce.table_api.requests import Request
from rules.position import Side
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Asked, Called, Item
from tablier.runtime.resume import resume
from tablier.runtime.startup import begin
from tablier.runtime.table import Table, TableServices
from tablier.storage.journal import Journal
from tablier.storage.paths import Site
from tablier.storage.session_flags import SessionFlags
from tablier.storage.settings import Settings
from tablier.storage.settings_file import toml_of
from tests.tablier.listener import Listener, table_without_camera

DICE = {"dice": [6, 4], "trait": "blancs"}


def broken_off(folder: Path, *items: Item) -> tuple[Table, Journal]:
    """A table after these, and the journal as a kill leaves it."""
    journal = Journal(folder / "journal.db")
    journal.start(0.0, toml_of(Settings()))
    table = table_without_camera(Engine(Settings(), None), TableServices(journal=journal, sinks=[Listener()]))
    for item in items:
        table.step(item)
    return table, journal


def test_flags_set_by_request_hold_after_a_restart(tmp_path: Path) -> None:
    _, journal = broken_off(
        tmp_path,
        Asked(0.0, "mode", {"mode": "lesson"}),
        Asked(1.0, "guess", {"on": True}),
        Called(2.0, Side.NOIRS),
        Asked(3.0, "pause", {"paused": True}),
    )
    with journal:
        found = resume(journal, Settings())
    assert found is not None
    assert found.flags == SessionFlags(paused=True, called=Side.NOIRS, guess=True)
    again = table_without_camera(Engine(found.settings, None, found.referee), flags=found.flags)
    assert again.paused


def test_a_table_that_comes_back_paused_says_so(tmp_path: Path) -> None:
    """Otherwise no player would know why the companion ignores the board."""
    _, journal = broken_off(tmp_path / "var", Asked(1.0, "pause", {"paused": True}))
    journal.close()
    said: list[str] = []
    with contextlib.ExitStack() as opened:
        begun = begin(Site(Settings(), tmp_path), opened, said.append, fresh=False)
        assert begun.flags.paused
    assert said[-1] == "The table is paused: it ignores the board until somebody resumes it."


def test_a_flag_set_twice_is_written_once(tmp_path: Path) -> None:
    _, journal = broken_off(tmp_path, *(Asked(float(t), "pause", {"paused": True}) for t in range(5)))
    with journal:
        assert len(list(journal.entries(1))) == 1


def test_a_request_done_before_a_kill_is_not_done_again(tmp_path: Path) -> None:
    """Its transaction is written with the acts that follow from it: both are on disk, or neither."""
    _, journal = broken_off(
        tmp_path,
        Asked(1.0, "correct", DICE, transaction="7"),
        Asked(2.0, "correct", {"dice": [9, 9]}, transaction="8"),
        Asked(3.0, "undo", {}, transaction="9"),
    )
    with journal:
        found = resume(journal, Settings())
    assert found is not None
    assert found.done == (("correct", "7"), ("undo", "9")), "what was refused may be asked again"
    asked: list[Request] = []
    answers: list[str] = []
    api = TableApi("salon", on_request=asked.append, before=Before(None, (*found.done, ("dance", "1"))))
    for transaction in "9", "10":
        api.ask("undo", b'{"transaction":"%s"}' % transaction.encode(), answers.append)
    assert answers == ['{"transaction":"9","ok":true}']
    assert [request.transaction for request in asked] == ["10"]


def test_a_called_referee_is_shown_to_be_called() -> None:
    api = TableApi("salon", before=Before(Side.BLANCS))
    shown: list[str] = []
    api.follow(lambda name, text: shown.append(text) if name == "state" else None)
    api.publish_state(Engine(Settings(), None).state())
    assert '"called":"blancs"' in shown[0]
