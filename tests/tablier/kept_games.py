"""Games kept in a journal, as a table keeps them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from events.acts import Act, DameLifted, DamePlaced, DiceThrown
from events.codec import text_of
from events.rulings import Ruling
from referee.games import take_in
from rules.position import Side
from tablier.games import game_played
from tablier.storage.journal import JOURNAL, Journal
from tablier.storage.settings import Settings
from tablier.storage.settings_file import toml_of

SIX_AND_FOUR: Final[tuple[Act, ...]] = (
    DiceThrown(1.0, Side.BLANCS, (6, 4), good=True),
    DameLifted(2.0, Side.BLANCS, 1),
    DamePlaced(3.0, Side.BLANCS, 5),
    DameLifted(4.0, Side.BLANCS, 1),
    DamePlaced(5.0, Side.BLANCS, 7),
)
"""The first throw of a tour, and its play."""


def keep_game(
    folder: Path, settings: Settings, acts: tuple[Act, ...], *, over: bool = True
) -> tuple[int, tuple[Ruling, ...]]:
    """Play another game and keep it in the folder's journal; return its number and its rulings."""
    rulings = take_in(game_played(settings).referee(settings), acts)
    with Journal(folder / JOURNAL) as journal:
        game = journal.start(1.7e9, toml_of(settings))
        journal.add([(act.t, "act", text_of(act)) for act in acts])
        journal.add([(ruling.t, "ruling", text_of(ruling)) for ruling in rulings])
        if over:
            journal.end(1.7e9)
    return game, rulings
