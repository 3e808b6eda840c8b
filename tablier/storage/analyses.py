"""The coach's analysis of a game, in a file next to its record: `game-N.analysis.json`."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec

from announce.report.plays import JudgedPlay, Unjudged
from announce.report.summary import Account
from events.codec import InvalidJson, parse_json
from rules.position import Side
from tablier.storage.files import replacing

VERSION: Final = 1

_log = logging.getLogger(__name__)


class JudgedTour(msgspec.Struct, frozen=True):
    """A tour of a game.

    record: a digest of its entries; a tour whose entries have changed is judged again
    plays: one for every throw until the tour was won; empty where the tour cannot be followed
    after: throws made after it was won
    """

    record: str
    plays: tuple[JudgedPlay, ...] = ()
    after: tuple[int, ...] = ()


class Tally(msgspec.Struct, frozen=True):
    """What one side marked in a game, and what it missed.

    name: the player's; empty when the settings name no player, and for the companion
    bredouilles: markings in which a dozen counted double
    """

    name: str
    account: Account
    trous: int
    bredouilles: int


class Analysis(msgspec.Struct, frozen=True):
    """The coach's analysis of a game.

    version: of the file format
    begun: when the game began, ISO 8601
    """

    version: Literal[1]
    game: int
    begun: str
    tours: tuple[JudgedTour, ...]
    blancs: Tally
    noirs: Tally

    @property
    def plays(self) -> tuple[JudgedPlay, ...]:
        """Every throw of the game in order."""
        return tuple(play for tour in self.tours for play in tour.plays)

    @property
    def unjudged(self) -> tuple[Unjudged, ...]:
        """What was not judged."""
        return unjudged_parts(self.tours)

    def tally(self, side: Side) -> Tally:
        """Return the tally of a side."""
        return self.blancs if side is Side.BLANCS else self.noirs


def unjudged_parts(tours: Iterable[JudgedTour]) -> tuple[Unjudged, ...]:
    """Return what was not judged of the tours of a sitting."""
    return tuple(Unjudged(at, tour.after) for at, tour in enumerate(tours, 1) if tour.after or not tour.plays)


def path_of(folder: Path, game: int) -> Path:
    """Return the path of a game's analysis; `folder` is the folder of the records."""
    return folder / f"game-{game}.analysis.json"


def kept_analysis(folder: Path, game: int) -> Analysis | None:
    """Return the analysis of a game; None when there is no file, or this program cannot read it."""
    return _read(path_of(folder, game))


def keep_analysis(folder: Path, analysis: Analysis) -> None:
    """Write the analysis of a game. Raises OSError."""
    with replacing(path_of(folder, analysis.game), folder=True) as file:
        file.write(msgspec.json.encode(analysis))


def kept_analyses(folder: Path) -> Iterator[Analysis]:
    """Yield every analysis in a folder, in the order of the games."""
    found = (_read(path) for path in folder.glob("game-*.analysis.json"))
    yield from sorted((each for each in found if each is not None), key=lambda each: each.game)


def _read(path: Path) -> Analysis | None:
    try:
        return parse_json(path.read_bytes(), Analysis)
    except FileNotFoundError:
        return None
    except (InvalidJson, OSError) as error:
        _log.warning("%s: no analysis of version %d: %s", path, VERSION, error)
        return None
