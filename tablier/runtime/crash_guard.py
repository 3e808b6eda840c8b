"""Guard the table's steps: an error in the program itself must not end a game.

1. The failed item is dropped, the error and its cause are written to a file, and it is reported once.
2. Pictures and pegs come many times a second, and may all fail in the same way. After a failure, more of their kind are
   skipped for a while that grows, so that the rest of the table keeps working.
"""

from __future__ import annotations

import logging
import re
import traceback
from pathlib import Path
from typing import Final

import cv2

from tablier.runtime.inbox import Asked, Felt, Item
from tablier.storage.recording import Frame

PROBLEMS: Final = "problems"
"""The folder of the problem files, next to the journal."""
KEPT: Final = 20
"""How many problems are kept; the oldest are removed."""
WAITS: Final = (0.0, 0.5, 2.0, 8.0)
"""Seconds for which more of the same kind are skipped; the last one repeats."""
LONGEST: Final = 2000
"""Characters written of an item."""
_NAME: Final = re.compile(r"problem-(\d+)\.txt")

_log = logging.getLogger(__name__)


class CrashGuard:
    """The errors of one table; `folder` is where they are written, None for nowhere."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._failures: dict[type[Item], int] = {}
        self._until: dict[type[Item], float] = {}

    def leaves_out(self, item: Item, now: float) -> bool:
        """Return whether to skip an item because its kind failed a short time ago; `now` is in seconds."""
        return now < self._until.get(type(item), float("-inf"))

    def report(self, item: Item, error: Exception, now: float) -> None:
        """Write down the error that an item caused."""
        kind = type(item)
        count = self._failures[kind] = self._failures.get(kind, 0) + 1
        if isinstance(item, Frame | Felt):
            self._until[kind] = now + WAITS[min(count, len(WAITS)) - 1]
        _log.error("an error on %s at %.3f s", kind.__name__, item.t, exc_info=error)
        if count <= KEPT:  # More of the same would replace the others.
            self._write(item, error)

    def went_well(self, item: Item) -> bool:
        """Note that an item's kind works again; return whether no kind still fails.

        Only kinds that come by themselves count, not requests or spoken lines, which may not come again.
        """
        self._failures = {
            kind: count for kind, count in self._failures.items() if kind in (Frame, Felt) and kind is not type(item)
        }
        return not self._failures

    def _write(self, item: Item, error: Exception) -> None:
        if self._folder is None:
            return
        text = "".join(traceback.format_exception(error))
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            there = sorted(_numbers(self._folder))
            path = self._folder / f"problem-{there[-1] + 1 if there else 1}.txt"
            path.write_text(f"{_description(item)}\n\n{text}", encoding="utf-8", errors="replace")
            if isinstance(item, Frame):
                cv2.imwrite(str(path.with_suffix(".jpg")), item.image)
            for number in there[: max(0, len(there) + 1 - KEPT)]:
                for end in (".txt", ".jpg"):
                    (self._folder / f"problem-{number}{end}").unlink(missing_ok=True)
        except OSError as trouble:
            _log.warning("the problem file cannot be written: %s: %s", self._folder, trouble.strerror)
        except cv2.error as trouble:
            _log.warning("the problem file is written without its picture: %s", trouble)


def _numbers(folder: Path) -> list[int]:
    return [int(found[1]) for path in folder.iterdir() if (found := _NAME.fullmatch(path.name))]


def _description(item: Item) -> str:
    match item:
        case Frame():
            return f"Frame at {item.t:.3f} s, {item.image.shape}"
        case Asked():
            return f"Asked at {item.t:.3f} s: {item.verb} {sorted(item.values)}"[:LONGEST]
        case _:
            return repr(item)[:LONGEST]
