"""The file of a club's tournament: written whole before anybody is told, put away under a number when it is over."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import msgspec

from announce.club.tournament import Tournament
from tablier.private_file import read_private, write_private

if TYPE_CHECKING:
    from pathlib import Path


class TournamentDamaged(ValueError):
    """A file that holds no tournament; the message names it and says what is wrong."""


class TournamentFile:
    """The tournament of one folder, `tournament.json` in it; those that are over are `tournament-1.json` and so on."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / "tournament.json"

    def load(self) -> Tournament | None:
        """The tournament that goes on, None when there is none.

        Raises TournamentDamaged, and NotPrivate when others may change the file.
        """
        if not self._path.exists():
            return None
        try:
            return msgspec.json.decode(read_private(self._path), type=Tournament)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise TournamentDamaged(f"{self._path}: {error}; put it aside to begin another") from None

    def keep(self, tournament: Tournament | None) -> None:
        """Write the tournament, or put the one there was away.

        Raises OSError.
        """
        if tournament is not None:
            text = msgspec.json.format(msgspec.json.encode(tournament), indent=2)
            write_private(self._path, text.decode())
            return
        numbered = (self._folder / f"tournament-{number}.json" for number in itertools.count(1))
        self._path.rename(next(path for path in numbered if not path.exists()))
