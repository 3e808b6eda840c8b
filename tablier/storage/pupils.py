"""What each pupil has been introduced to, heard explained and answered, by name, in one file of the table's.

A file that cannot be read is set aside under another name before anything is written: nothing of it is lost.
"""

from __future__ import annotations

import itertools
import logging
from typing import TYPE_CHECKING, Final

import msgspec

from coach.lessons.memory import Card
from tablier.storage.whole_file import replacing

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PUPILS: Final = "pupils.json"

_log = logging.getLogger(__name__)


class Progress(msgspec.Struct, frozen=True):
    """How far a pupil is.

    stages: introduced so far
    met: how often each jan, by its name, was explained or named
    cards: the course's exercises that were set, by their names (`coach.lessons.course`)
    """

    stages: tuple[str, ...] = ()
    met: dict[str, int] = {}
    cards: dict[str, Card] = {}


def progress_of(folder: Path, pupil: str) -> Progress:
    """How far a pupil is; at the beginning when the file is missing or cannot be read."""
    return pupils(folder).get(pupil, Progress())


def pupils(folder: Path) -> dict[str, Progress]:
    """How far every pupil is; a file that cannot be read is logged, and nobody is known."""
    try:
        return _read(folder / PUPILS)
    except msgspec.MsgspecError as damage:
        _log.error("%s: damaged, %s; it will be set aside and a new one begun", folder / PUPILS, damage)
    except OSError as error:
        _log.error("%s: %s", folder / PUPILS, error.strerror)
    return {}


def keep_progress(folder: Path, pupil: str, progress: Progress) -> None:
    """Keep what a pupil was introduced to and met; a disk that cannot be written is logged, and the lesson goes on."""
    _keep(folder, pupil, stages=progress.stages, met=progress.met)


def keep_cards(folder: Path, pupil: str, cards: Mapping[str, Card]) -> None:
    """Keep which exercises a pupil was set, and how well; a disk that cannot be written is logged."""
    _keep(folder, pupil, cards=dict(cards))


def _keep(folder: Path, pupil: str, **changes: object) -> None:
    path = folder / PUPILS
    try:
        try:
            kept = _read(path)
        except msgspec.MsgspecError as damage:
            aside = next(name for number in itertools.count(1) if not (name := _aside(path, number)).exists())
            path.rename(aside)
            _log.error("%s: damaged, %s; kept as %s", path, damage, aside.name)
            kept = {}
        progress = msgspec.structs.replace(kept.get(pupil, Progress()), **changes)
        with replacing(path) as file:
            file.write(msgspec.json.encode({**kept, pupil: progress}))
    except OSError as error:
        _log.warning("how far %s is cannot be kept: %s: %s", pupil, path, error.strerror)


def _aside(path: Path, number: int) -> Path:
    return path.with_name(f"{path.name}.damaged-{number}")


def _read(path: Path) -> dict[str, Progress]:
    """Every pupil's; none without a file.

    Raises OSError, and MsgspecError for a file that holds anything else.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Progress])
    except FileNotFoundError:
        return {}
