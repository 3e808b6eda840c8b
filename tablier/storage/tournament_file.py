"""The files of a club's tournaments: the present one, written whole before anybody sees it, and the closed ones."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from announce.club.tournament import Tournament
from events.codec import InvalidJson, parse_json
from tablier.storage.files import NotPrivate, read_private, write_private

LARGEST: Final = 16 << 20
"""Bytes; a round robin of 400 players takes 13 million."""
_PAST: Final = re.compile(r"tournament-([1-9]\d{0,8})\.json\Z")


class TournamentDamaged(ValueError):
    """A file holds no tournament. The message names it and says what is wrong."""


class TournamentFile:
    """The tournament of one folder, in `tournament.json`; closed ones are `tournament-1.json` and so on."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / "tournament.json"

    def load(self) -> Tournament | None:
        """Return the tournament under way; None when there is none.

        Raises TournamentDamaged, and NotPrivate when others may change the file.
        """
        if not self._path.exists():
            return None
        try:
            return _read(self._path)
        except TournamentDamaged as error:
            raise TournamentDamaged(f"{error}; put it aside to begin another") from None

    def past(self, say: Callable[[str], None]) -> tuple[Tournament, ...]:
        """Return the closed tournaments, oldest first. `say` gets a line for each unreadable file, which is left out.

        Raises OSError.
        """
        found = []
        for number in sorted(int(match[1]) for path in self._folder.iterdir() if (match := _PAST.match(path.name))):
            try:
                found.append(_read(self._of(number)))
            except (TournamentDamaged, NotPrivate) as error:
                say(str(error))
        return tuple(found)

    def keep(self, tournament: Tournament | None) -> None:
        """Write the tournament; None closes the present one.

        Raises OSError.
        """
        if tournament is not None:
            text = msgspec.json.format(msgspec.json.encode(tournament), indent=2)
            write_private(self._path, text.decode())
            return
        self._path.rename(next(path for path in map(self._of, itertools.count(1)) if not path.exists()))

    def _of(self, number: int) -> Path:
        return self._folder / f"tournament-{number}.json"


def _read(path: Path) -> Tournament:
    try:
        return parse_json(read_private(path, LARGEST), Tournament)
    except InvalidJson as error:
        raise TournamentDamaged(f"{path}: {error}") from None
