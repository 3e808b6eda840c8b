"""Keep counts in one file for each game or table, so that a later run continues."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TypeVar

import msgspec

from training.command_line import CannotRun

T = TypeVar("T", bound=msgspec.Struct)


def count_all(
    folder: Path, numbers: Iterable[int], made: Callable[[int], T], kind: type[T], processes: int | None = None
) -> list[T]:
    """Return the results of `made` for each number, in order; known results are read from `folder`.

    Raises CannotRun for a file that does not hold such results.
    """
    folder.mkdir(parents=True, exist_ok=True)
    numbers = list(numbers)
    paths = {number: folder / f"{number:06}.json" for number in numbers}
    left = [number for number in numbers if not paths[number].exists()]
    with ProcessPoolExecutor(processes) as pool:
        for number, one in zip(left, pool.map(made, left), strict=True):
            part = paths[number].with_suffix(".part")
            part.write_bytes(msgspec.json.encode(one))
            part.replace(paths[number])
    found = []
    for path in paths.values():
        try:
            found.append(msgspec.json.decode(path.read_bytes(), type=kind))
        except msgspec.MsgspecError as error:
            raise CannotRun(f"{path}: {error}: remove it, and it is counted again") from None
    return found
