"""A game that was broken off, from its journal: killed at any instant, the table goes on at the same act."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import msgspec

from events.codec import HistoryError, act_of
from referee.games import resumed
from tablier.games import game_played, games, known_acts
from tablier.storage.corrections import is_correction
from tablier.storage.session_flags import SessionFlags, done_in, flags_in
from tablier.storage.settings import SettingsError
from tablier.storage.settings_file import parse

if TYPE_CHECKING:
    from events.acts import Act, ByHand
    from events.rulings import Ruling
    from referee.games import GameReferee
    from tablier.storage.journal import Journal
    from tablier.storage.session_flags import Done
    from tablier.storage.settings import Settings


class CannotResume(ValueError):
    """A game in the journal that this program cannot read; the message says where it stops making sense."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """A game to go on with.

    settings: those of now, but who plays what and how is as the game was begun; referee: as it was after the last act;
    rulings: all that was ruled in it; t: the time of its last act, in seconds on the game's own clock; flags: what
    people had asked of the table; done: the requests that were done; corrections: what was set right by hand.
    """

    settings: Settings
    referee: GameReferee
    rulings: tuple[Ruling, ...]
    t: float
    flags: SessionFlags = field(default_factory=SessionFlags)
    done: tuple[Done, ...] = ()
    corrections: tuple[ByHand, ...] = ()


def resume(journal: Journal, settings: Settings) -> Resumed | None:
    """The game under way in a journal; None when there is none.

    Raises CannotResume, and JournalError when the journal cannot be read.
    """
    if journal.game is None:
        return None
    found = rebuilt(journal, journal.game)
    now = settings.table
    begun = found.settings
    table = msgspec.structs.replace(begun.table, id=now.id, language=now.language)
    agreed = {section: getattr(begun, section) for game in games() for section in game.sections}
    kept = msgspec.structs.replace(settings, table=table, **agreed)
    flags, done = flags_in(journal, journal.game), done_in(journal, journal.game)
    return replace(found, settings=kept, flags=flags, done=done)


def rebuilt(journal: Journal, game: int) -> Resumed:
    """Any game of a journal, over or not, with the settings it was begun with.

    Raises CannotResume, and JournalError when the journal cannot be read.
    """
    begun, acts = settings_of(journal, game), acts_of(journal, game)
    referee: GameReferee = game_played(begun).referee(begun)
    rulings = resumed(referee, acts)
    corrections = tuple(filter(is_correction, acts))
    return Resumed(begun, referee, rulings, max((act.t for act in acts), default=0.0), corrections=corrections)


def settings_of(journal: Journal, game: int) -> Settings:
    """The settings a game of a journal was begun with, and the names that its players were given since.

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
    """The acts of a game of a journal, in the order in which they became known.

    Raises CannotResume, and JournalError when the journal cannot be read.
    """
    acts, known = [], known_acts()
    for number, (_, _, text) in enumerate(journal.entries(game, "act"), 1):
        try:
            acts.append(act_of(text, known))
        except HistoryError as error:
            raise CannotResume(f"game {game}, act {number}: {error}") from None
    return acts
