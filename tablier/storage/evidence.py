"""Evidence: the pictures before and after a ruling, kept next to the journal. Over a size limit the oldest are removed.

1. Both pictures show a board at rest, one on each side of the last movement. A picture with a hand in it proves
   nothing.
2. They are on disk before the ruling is announced, so the players can look at once.
3. A game under way keeps all of its own pictures. When they alone reach the limit, the game gets no more, and this is
   logged once.
"""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from events.rulings import ClaimRuled, Disorder, Doubt, FaultRuling, Revised, Ruling, ThrowRefused, Withdrawn
from tablier.storage.recording import Frame

EVIDENCE: Final = "evidence"
"""The folder of pictures, next to the journal."""
PROVEN: Final = (FaultRuling, ClaimRuled, Doubt, Disorder, Revised, ThrowRefused, Withdrawn)
"""The rulings that get pictures, because players may doubt them."""
WIDEST: Final = 1280
QUALITY: Final = 85
_NAME: Final = re.compile(r"(\d+)-([\w.]{1,40})-(before|after)")

_log = logging.getLogger(__name__)


class Evidence:
    """The pictures of one game, in a folder shared by all games.

    Args:
        folder: created when the first picture is written.
        game: its number in the journal.
        limit: bytes, for the pictures of all games together.
    """

    def __init__(self, folder: Path, game: int, limit: float) -> None:
        self._folder = folder
        self._game = game
        self._limit = limit
        self._before: Frame | None = None
        self._now: Frame | None = None
        self._resting = False
        self._full = False
        self._kept = names_of(folder, game)  # Starts with the pictures of an earlier run of this game.

    def saw(self, frame: Frame, *, resting: bool) -> None:
        """Remember a picture. `resting`: nothing moves in it and no hand is over the board."""
        if resting:
            if not self._resting:
                self._before = self._now
            self._now = frame
        self._resting = resting

    def of(self, ruling: Ruling) -> tuple[str, ...]:
        """Return the names of a ruling's pictures, writing them first if needed; empty for a ruling without dispute."""
        if not isinstance(ruling, PROVEN):
            return ()
        if isinstance(ruling, FaultRuling):
            if ruling.about not in self._kept:
                self._kept[ruling.about] = self._keep(ruling.about)
            return self._kept[ruling.about]
        return self._keep(ruling.id)

    def _keep(self, ruling: str) -> tuple[str, ...]:
        names = []
        for when, frame in (("before", self._before), ("after", self._now)):
            name = f"{self._game}-{ruling}-{when}"
            if frame is not None and _NAME.fullmatch(name) and self._write(name, jpeg(frame.image, WIDEST)):
                names.append(name)
        return tuple(names)

    def _write(self, name: str, data: bytes) -> bool:
        try:
            if not self._make_room(len(data)):
                return False
            self._folder.mkdir(parents=True, exist_ok=True)
            begun = self._folder / f"{name}.part"
            begun.write_bytes(data)
            begun.replace(begun.with_suffix(".jpg"))
        except OSError as error:
            self._give_up(f"{self._folder}: {error.strerror}")
            return False
        return True

    def _make_room(self, size: int) -> bool:
        """Remove the oldest pictures of other games until `size` more bytes fit; return whether they do."""
        if self._full:
            return False
        files = [(path, path.stat()) for path in self._folder.glob("*.jpg")] if self._folder.is_dir() else []
        total = sum(found.st_size for _, found in files)
        others = sorted(
            # Sort by game number first: the wall clock may have jumped since.
            (game_of(path.stem) or 0, found.st_mtime, path, found.st_size)
            for path, found in files
            if game_of(path.stem) not in {None, self._game}
        )
        for _, _, path, length in others:
            if total + size <= self._limit:
                break
            path.unlink(missing_ok=True)
            total -= length
        if total + size > self._limit:
            self._give_up(f"this game's alone reach {self._limit / 1e6:g} MB (journal.evidence_mb)")
            return False
        return True

    def _give_up(self, why: str) -> None:
        if not self._full:
            _log.warning("no more pictures of evidence are kept of this game: %s", why)
        self._full = True


def jpeg(image: NDArray[np.uint8], widest: int) -> bytes:
    """Return a picture (BGR) as JPEG, at most `widest` pixels wide."""
    height, width = image.shape[:2]
    if width > widest:
        size = (widest, round(height * widest / width))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def game_of(name: str) -> int | None:
    """Return the game in a picture's name; None for any other name."""
    found = _NAME.fullmatch(name)
    return None if found is None else int(found[1])


def picture(folder: Path, name: str) -> bytes | None:
    """Return a picture (JPEG bytes) by the name a ruling gives it; None when there is none."""
    if game_of(name) is None:
        return None
    try:
        return (folder / f"{name}.jpg").read_bytes()
    except OSError:
        return None


def names_of(folder: Path, game: int) -> dict[str, tuple[str, ...]]:
    """Return the names of all pictures of a game by the ruling they prove, "before" first."""
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted(folder.glob(f"{game}-*.jpg"), key=lambda path: path.stem.endswith("after")):
        if (named := _NAME.fullmatch(path.stem)) is not None:
            found[named[2]] = (*found.get(named[2], ()), path.stem)
    return found


def pictures(folder: Path, game: int) -> dict[str, tuple[bytes, ...]]:
    """Return all pictures of a game by the ruling they prove, "before" first."""
    found = {
        ruling: tuple(data for name in names if (data := picture(folder, name)) is not None)
        for ruling, names in names_of(folder, game).items()
    }
    return {ruling: data for ruling, data in found.items() if data}
