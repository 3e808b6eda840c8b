"""The games a table can play: one line registers one, and no other module asks which game it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tablier.games.backgammon import Backgammon
from tablier.games.trictrac import AEcrire, Trictrac
from tablier.storage.settings import SettingsError

if TYPE_CHECKING:
    from events.acts import Act
    from tablier.games.game import Game
    from tablier.storage.settings import Settings

# The first that a table's settings ask for is played.
GAMES: list[Game[Any]] = [AEcrire(), Trictrac(), Backgammon()]


def game_played(settings: Settings) -> Game[Any]:
    """The game played at a table with these settings.

    Raises SettingsError naming the key where there is none.
    """
    game = next((game for game in GAMES if game.played(settings)), None)
    if game is None:
        names = ", ".join(game.name for game in GAMES)
        raise SettingsError(f"table.game: {settings.table.game!r}, expected one of {names}")
    return game


def known_acts() -> dict[str, type[Act]]:
    """Every act of every game by the name it has in a line of the journal."""
    return {act.__name__: act for game in GAMES for act in game.acts}
