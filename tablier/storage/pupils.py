"""What each pupil of the lessons has been introduced to and heard explained, by name, in one file of the table's."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from pathlib import Path

PUPILS: Final = "pupils.json"

_log = logging.getLogger(__name__)


class Progress(msgspec.Struct, frozen=True):
    """How far a pupil is.

    stages: introduced so far
    met: how often each jan, by its name, was explained or named
    """

    stages: tuple[str, ...] = ()
    met: dict[str, int] = {}


def progress_of(folder: Path, pupil: str) -> Progress:
    """How far a pupil is; at the beginning when the file is missing or cannot be read."""
    return _all(folder).get(pupil, Progress())


def keep_progress(folder: Path, pupil: str, progress: Progress) -> None:
    """Keep how far a pupil is; a disk that cannot be written is logged, and the lesson goes on."""
    kept = {**_all(folder), pupil: progress}
    written = folder / f"{PUPILS}.new"
    try:
        written.write_bytes(msgspec.json.encode(kept))
        written.replace(folder / PUPILS)
    except OSError as error:
        _log.warning("how far %s is cannot be kept: %s: %s", pupil, folder / PUPILS, error.strerror)


def _all(folder: Path) -> dict[str, Progress]:
    try:
        return msgspec.json.decode((folder / PUPILS).read_bytes(), type=dict[str, Progress])
    except (OSError, msgspec.DecodeError):
        return {}
