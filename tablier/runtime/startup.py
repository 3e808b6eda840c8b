"""The game a table begins with: the one that was broken off, or a new one, in a journal if possible."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Final

from events.acts import ByHand
from events.rulings import Ruling
from referee.games import GameReferee
from tablier.games import game_played
from tablier.runtime.resume import CannotResume, Resumed, resume
from tablier.storage.journal import Journal, JournalError
from tablier.storage.journal_open import open_to_write
from tablier.storage.paths import Site
from tablier.storage.session_flags import Done, SessionFlags
from tablier.storage.settings import Settings, without_secrets
from tablier.storage.settings_file import toml_of

BREATH: Final = 1.0
"""Seconds added to a resumed game's own clock for the interruption."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Begun:
    """A game at its first or its next act.

    settings: a game that goes on keeps its own [table]
    journal: None when nothing of it can be kept
    lost: why the journal ends with this run; empty when it does not
    referee: of a game that goes on, as it was after its last act
    t: seconds on the game's own clock at which it goes on
    rulings, flags, done, corrections: as in `Resumed`
    """

    settings: Settings
    journal: Journal | None = None
    lost: str = ""
    referee: GameReferee | None = None
    t: float = 0.0
    rulings: tuple[Ruling, ...] = ()
    flags: SessionFlags = field(default_factory=SessionFlags)
    done: tuple[Done, ...] = ()
    corrections: tuple[ByHand, ...] = ()

    @property
    def number(self) -> int | None:
        """The number of the game in the journal; None when it is not kept."""
        return None if self.journal is None else self.journal.game

    def referee_again(self) -> GameReferee | None:
        """Return the referee rebuilt from the journal, pending writes included; None without a journal."""
        found = None if self.journal is None else resume(self.journal, self.settings)
        return None if found is None else found.referee


def begin(site: Site, opened: ExitStack, say: Callable[[str], None], *, fresh: bool) -> Begun:
    """Open the journal, which `opened` closes, and go on with its game or begin another; nothing is raised.

    fresh: leave the game that was broken off
    say: reports what goes on, what cannot, and what is not kept
    """
    where = open_to_write(site.kept / "journal.db", opened, say)
    if where.journal is None:
        return Begun(site.settings, None, where.lost)
    if (on := _resume(where.journal, site, say, fresh=fresh)) is not None:
        return Begun(
            on.settings,
            where.journal,
            where.lost,
            on.referee,
            on.t + BREATH,
            on.rulings,
            on.flags,
            on.done,
            on.corrections,
        )
    try:
        if where.journal.game is not None:
            where.journal.end(time.time())
        where.journal.start(time.time(), toml_of(without_secrets(site.settings)))
    except JournalError as error:  # This game must not be written into the one before.
        say(f"Nothing is kept of this game: {error}")
        return Begun(site.settings, None, str(error))
    return Begun(site.settings, where.journal, where.lost)


def _resume(journal: Journal, site: Site, say: Callable[[str], None], *, fresh: bool) -> Resumed | None:
    """Return the game that was broken off, unless it is over or to be left."""
    if journal.game is None:
        return None
    try:
        found = None if fresh else resume(journal, site.settings)
    except CannotResume as error:
        say(f"A game was broken off, but cannot be continued; it stays in {journal.path}. {error}")
        found = None
    except JournalError as error:
        say(f"A game was broken off, but cannot be read: {error}")
        found = None
    except Exception as error:  # An error in the referee: this game must not keep every later table from starting.
        _log.exception("the referee fails on the acts of game %d", journal.game)
        say(f"A game was broken off, but cannot be continued; it stays in {journal.path}. {error!r}")
        found = None
    if found is None or found.referee.over:
        return None
    where = game_played(found.settings).where(found.referee.state())
    say(f"The game goes on where it was: {where} (--new begins another.)")
    if found.flags.paused:
        say("The table is paused: it ignores the board until somebody resumes it.")
    if found.settings.table != site.settings.table:
        say("It was begun with other settings of [table], and keeps them to its end.")
    return found
