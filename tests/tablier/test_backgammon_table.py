"""A table of backgammon at work: requests and announcements, on disk before they are announced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from events.backgammon.state import BackgammonState
from events.codec import act_of
from events.peg_reading import Button, Signal
from referee.games import resumed
from tablier.games import game_played, known_acts
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Asked, Felt, Inbox
from tablier.runtime.table import Table, TableConfig, TableServices
from tablier.storage.journal import Journal
from tablier.storage.settings_file import parse, toml_of
from tests.tablier.listener import Listener

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = parse('[table]\ngame = "backgammon"\nmode = "referee"\n[backgammon]\npoints = 3\n')


def test_a_game_by_requests_and_buttons(tmp_path: Path) -> None:
    """Set right, doubled by the page, taken by a button, given up: all announced, and the journal leads to the same."""
    answers: list[str | None] = []
    with Journal(tmp_path / "journal.db") as journal:
        game = journal.start(0.0, toml_of(SETTINGS))
        listener = Listener(journal)
        engine = Engine(SETTINGS, None)
        table = Table(
            engine,
            Inbox(),
            clock=lambda: 0.0,
            config=TableConfig(camera=False),
            services=TableServices(journal=journal, sinks=[listener]),
        )

        def ask(t: float, verb: str, **values: object) -> None:
            table.step(Asked(t, verb, values, answers.append))

        ask(1.0, "correct", trait="noirs")
        ask(2.0, "cube", side="noirs", do="offer")
        table.step(Felt(3.0, Signal(3.0, "near", Button.COUP_JOUE)))
        ask(4.0, "cube", side="noirs", do="offer")
        ask(5.0, "cube", side="blancs", do="resign", how=2)
        ask(6.0, "tour", first="blancs")
        ask(7.0, "dance")
        acts = [act_of(text, known_acts()) for _, _, text in journal.entries(game, "act")]
    assert [announced.kind for announced in listener.announced] == [
        "cube_offered", "cube_answered", "cube_denied", "game_won", "game_began",
    ]  # fmt: skip
    last = listener.announced[3].text["fr"].replace("\u00a0", " ")
    assert last == "Les noirs gagnent par gammon : quatre points. Les noirs gagnent le match, 0 à 4."
    assert answers[:-1] == [None] * 5
    assert "expected claim" in str(answers[-1])
    state = listener.shown[-1][0]
    assert isinstance(state, BackgammonState)
    assert (state.match.noirs, state.tour) == (0, 2)
    again = game_played(SETTINGS).referee(SETTINGS)
    resumed(again, acts)
    assert again.state() == state
