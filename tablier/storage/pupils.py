"""Each pupil's progress by name, in one file: what was introduced, explained and answered.

Before anything is written, a file that cannot be read is renamed, so that it is not lost.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from coach.lessons.memory import Card
from events.codec import InvalidJson, parse_json
from tablier.storage.files import replacing, set_aside

PUPILS: Final = "pupils.json"

_log = logging.getLogger(__name__)


class Progress(msgspec.Struct, frozen=True):
    """A pupil's progress.

    stages: introduced so far
    met: how often each jan, by its name, was explained or named
    cards: the exercises of the course that were set, by name (`coach.lessons.course`)
    """

    stages: tuple[str, ...] = ()
    met: dict[str, int] = {}
    cards: dict[str, Card] = {}


def progress_of(folder: Path, pupil: str) -> Progress:
    """Return a pupil's progress; empty when the file is missing or cannot be read."""
    return pupils(folder).get(pupil, Progress())


def pupils(folder: Path) -> dict[str, Progress]:
    """Return every pupil's progress; a file that cannot be read is logged, and counts as empty."""
    try:
        return _read(folder / PUPILS)
    except InvalidJson as damage:
        _log.error("%s: damaged, %s; it will be set aside and a new one begun", folder / PUPILS, damage)
    except OSError as error:
        _log.error("%s: %s", folder / PUPILS, error.strerror)
    return {}


def keep_progress(folder: Path, pupil: str, progress: Progress) -> None:
    """Keep what a pupil was introduced to and met. A disk that cannot be written is logged, and the lesson goes on."""
    _keep(folder, pupil, stages=progress.stages, met=progress.met)


def keep_cards(folder: Path, pupil: str, cards: Mapping[str, Card]) -> None:
    """Keep which exercises a pupil was set, and how well they went; a disk that cannot be written is logged."""
    _keep(folder, pupil, cards=dict(cards))


def _keep(folder: Path, pupil: str, **changes: object) -> None:
    path = folder / PUPILS
    try:
        try:
            kept = _read(path)
        except InvalidJson as damage:
            _log.error("%s: damaged, %s; kept as %s", path, damage, set_aside(path).name)
            kept = {}
        progress = msgspec.structs.replace(kept.get(pupil, Progress()), **changes)
        with replacing(path) as file:
            file.write(msgspec.json.encode({**kept, pupil: progress}))
    except OSError as error:
        _log.warning("the progress of %s cannot be kept: %s: %s", pupil, path, error.strerror)


def _read(path: Path) -> dict[str, Progress]:
    """Return every pupil's progress; empty without a file.

    Raises OSError, and InvalidJson for a file with any other content.
    """
    try:
        return parse_json(path.read_bytes(), dict[str, Progress])
    except FileNotFoundError:
        return {}
