"""Every registered game (`tablier.game_packages`), and which one is played at a table."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from announce.club.match_format import MatchFormat
from events.acts import Act
from tablier.game_packages import REGISTERED
from tablier.games.game import Game
from tablier.storage.settings import Settings, SettingsError


def games() -> tuple[Game[Any], ...]:
    """Return every game a table can play."""
    return tuple(game for package in REGISTERED for game in import_module(f"{package}.plugin").GAMES)


def game_played(settings: Settings) -> Game[Any]:
    """Return the game played at a table with these settings.

    Raises SettingsError naming the key when there is none.
    """
    game = next((game for game in games() if game.is_played(settings)), None)
    if game is None:
        names = ", ".join(game.name for game in games())
        raise SettingsError(f"table.game: {settings.table.game!r}, expected one of {names}")
    return game


def match_formats() -> tuple[MatchFormat, ...]:
    """Return the kinds of match that a club plays, of every game."""
    return tuple(found for game in games() for found in game.matches)


def known_acts() -> dict[str, type[Act]]:
    """Return every act of every game by its name in a line of the journal."""
    return {act.__name__: act for game in games() for act in game.acts}
