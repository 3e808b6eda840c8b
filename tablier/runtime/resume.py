"""Rebuild a game from its journal: a table that was killed at any instant goes on at the same act."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import msgspec

from events.acts import Act, ByHand
from events.codec import HistoryError, act_of
from events.rulings import Ruling
from referee.games import GameReferee, take_in
from tablier.games import game_played, known_acts
from tablier.storage.corrections import is_correction
from tablier.storage.journal import Journal
from tablier.storage.session_flags import Done, SessionFlags, done_requests, flags_in
from tablier.storage.settings import Settings, SettingsError
from tablier.storage.settings_file import parse


class CannotResume(ValueError):
    """This program cannot read a game in the journal. The message says where reading failed."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """A game to go on with.

    settings: the present ones, with the game and its agreement as it was begun
    referee: as it was after the last act
    rulings: all rulings of the game
    t: the time of its last act, in seconds on the game's own clock
    flags: the players' requests to the table
    done: the requests that were done
    corrections: those made by hand
    """

    settings: Settings
    referee: GameReferee
    rulings: tuple[Ruling, ...]
    t: float
    flags: SessionFlags = field(default_factory=SessionFlags)
    done: tuple[Done, ...] = ()
    corrections: tuple[ByHand, ...] = ()


def resume(journal: Journal, settings: Settings) -> Resumed | None:
    """Rebuild the game under way in a journal; None when there is none.

    Raises CannotResume, and JournalError when the journal cannot be read.
    """
    if journal.game is None:
        return None
    found = rebuilt(journal, journal.game)
    now = settings.table
    begun = found.settings
    table = msgspec.structs.replace(begun.table, id=now.id, language=now.language)
    kept = msgspec.structs.replace(
        settings, table=table, players=begun.players, solo=begun.solo, agreements=begun.agreements
    )
    flags, done = flags_in(journal, journal.game), done_requests(journal, journal.game)
    return replace(found, settings=kept, flags=flags, done=done)


def rebuilt(journal: Journal, game: int) -> Resumed:
    """Rebuild any game of a journal, finished or not, with the settings it was begun with.

    Raises CannotResume, and JournalError when the journal cannot be read.
    """
    begun, acts = settings_of(journal, game), acts_of(journal, game)
    referee: GameReferee = game_played(begun).referee(begun)
    rulings = take_in(referee, acts)
    corrections = tuple(filter(is_correction, acts))
    return Resumed(begun, referee, rulings, max((act.t for act in acts), default=0.0), corrections=corrections)


def settings_of(journal: Journal, game: int) -> Settings:
    """Return the settings that a game was begun with, and the names given to its players since.

    Raises CannotResume, and JournalError when the journal cannot be read.
    """
    try:
        settings = parse(journal.settings(game))
        game_played(settings)
    except SettingsError as error:
        raise CannotResume(f"game {game}: its settings: {error}") from None
    players = flags_in(journal, game).players
    return settings if players is None else msgspec.structs.replace(settings, players=players)


def acts_of(journal: Journal, game: int) -> list[Act]:
    """Return the acts of a game, in the order in which they became known.

    Raises CannotResume, and JournalError when the journal cannot be read.
    """
    acts, known = [], known_acts()
    for number, (_, _, text) in enumerate(journal.entries(game, "act"), 1):
        try:
            acts.append(act_of(text, known))
        except HistoryError as error:
            raise CannotResume(f"game {game}, act {number}: {error}") from None
    return acts
