"""Which shards are held out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.command_line import Unfit
from training.shards import shards

if TYPE_CHECKING:
    from pathlib import Path


@given(counts=st.lists(st.integers(0, 12), min_size=1, max_size=3), share=st.sampled_from((0.0, 0.2, 0.5)))
def test_each_shard_is_learnt_from_or_held_out(
    counts: list[int], share: float, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """No shard is both, and at least the last one of each folder is held out."""
    folders = [tmp_path_factory.mktemp("shards") for _ in counts]
    for folder, count in zip(folders, counts, strict=True):
        for number in range(count):
            (folder / f"{number:02}.npz").touch()
        (folder / "notes.txt").touch()

    def asked(*, held_out: bool) -> set[Path]:
        try:
            return set(shards(folders, "*.npz", held_out=held_out, share=share))
        except Unfit:
            return set()

    learnt, held = asked(held_out=False), asked(held_out=True)
    assert not learnt & held
    assert learnt | held == {path for folder in folders for path in folder.glob("*.npz")}
    for folder, count in zip(folders, counts, strict=True):
        own = {path for path in held if path.parent == folder}
        assert len(own) == min(count, max(1, int(share * count)))
        assert not count or folder / f"{count - 1:02}.npz" in own


def test_one_shard_alone_is_too_little_to_learn_from(tmp_path: Path) -> None:
    (tmp_path / "only.pickle").touch()
    with pytest.raises(Unfit, match=r"nothing to learn from: not two \*\.pickle"):
        shards([tmp_path], "*.pickle", held_out=False)
