"""Shards: files of drawings. The last ones of each folder are held out for measuring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from training.command_line import Unfit

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def shards(folders: Iterable[Path], pattern: str, *, held_out: bool, share: float = 0.0) -> list[Path]:
    """Return the shards that match `pattern` in each folder: the held-out ones, or the others.

    share: the share of a folder's shards that is held out, at least one shard. Raises Unfit when no folder has any.
    """
    chosen: list[Path] = []
    folders = list(folders)
    for folder in folders:
        found = sorted(folder.glob(pattern))
        kept = len(found) - max(1, int(share * len(found)))
        chosen += found[max(kept, 0) :] if held_out else found[: max(kept, 0)]
    if not chosen:
        which = f"no {pattern}" if held_out else f"not two {pattern} in any, the last being held out"
        names = ":".join(map(str, folders))
        raise Unfit(f"{names}: nothing to {'measure with' if held_out else 'learn from'}: {which}")
    return chosen
