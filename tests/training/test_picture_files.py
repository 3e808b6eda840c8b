"""Pictures with their truth are read from files as they were written, and the last files are held out."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.command_line import CannotRun
from training.draw_dice import pictures_of
from training.draw_scenes import draw_scene
from training.drawn import cut_off, load_scenes
from training.outline_samples import change_camera, offsets_along, outline_sample
from training.picture_files import encode_scene, read_patches, read_scenes, shards, write_patches, write_scenes
from vision.locate.outline import PLACES, VIEW
from vision.locate.sides import UNIT, cross_sides


def test_the_truth_of_a_scene_is_read_back(tmp_path: Path) -> None:
    """Every number of it is read back, from plain arrays."""
    drawn = [draw_scene(7_000_000 + seed, (480, 360)) for seed in range(3)]
    write_scenes(tmp_path / "some.npz", [encode_scene(scene) for scene in drawn])
    with np.load(tmp_path / "some.npz", allow_pickle=False) as held:
        assert all(held[name].dtype != object for name in held.files)
    back = list(read_scenes(tmp_path / "some.npz"))
    assert len(back) == len(drawn)
    for scene, was in zip(back, drawn, strict=True):
        assert scene.make == was.make
        assert np.array_equal(scene.corners, was.corners)
        assert np.array_equal(np.asarray(cv2.imdecode(scene.hands, cv2.IMREAD_GRAYSCALE)), was.hands[::2, ::2])
        for one, other in zip(scene.dames, was.dames, strict=True):
            assert np.array_equal(one.top, other.top)
            assert (one.light, one.level, one.case) == (other.light, other.level, other.case)
            assert one.seen == other.seen
        for die, thrown in zip(scene.dice, was.dice, strict=True):
            assert np.array_equal(die.top, thrown.top)
            assert (die.value, die.flat, die.seen) == (thrown.value, thrown.flat, thrown.seen)
        for (middle, wide), (place, width) in zip(scene.jetons, was.jetons, strict=True):
            assert np.array_equal(middle, place)
            assert wide == width


def test_the_last_file_of_a_folder_is_held_out(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_scenes(tmp_path / f"{name}.npz", [encode_scene(draw_scene(1, (480, 360)))])
    assert len(load_scenes(str(tmp_path), held_out=False)) == len(load_scenes(str(tmp_path), held_out=True)) == 1


def test_pictures_and_their_dice_are_read_back(tmp_path: Path) -> None:
    """Every number of every die is kept, in plain arrays. A picture without a die keeps its place."""
    written = pictures_of(7_000_000)
    bare = np.zeros((8, 8, 3), np.uint8)
    written.insert(2, (np.asarray(cv2.imencode(".png", bare)[1], np.uint8), []))
    write_patches(tmp_path / "some.npz", written)
    with np.load(tmp_path / "some.npz", allow_pickle=False) as held:
        assert all(held[name].dtype != object for name in held.files)
    back = list(read_patches(tmp_path / "some.npz"))
    assert [dice for _, dice in back] == [dice for _, dice in written]
    for (encoded, _), (image, _) in zip(back, written, strict=True):
        assert np.array_equal(encoded, image.ravel())


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
            return set(shards(folders, held_out=held_out, share=share))
        except CannotRun:
            return set()

    learnt, held = asked(held_out=False), asked(held_out=True)
    assert not learnt & held
    assert learnt | held == {path for folder in folders for path in folder.glob("*.npz")}
    for folder, count in zip(folders, counts, strict=True):
        own = {path for path in held if path.parent == folder}
        assert len(own) == min(count, max(1, int(share * count)))
        assert not count or folder / f"{count - 1:02}.npz" in own


def test_one_shard_alone_is_too_little_to_learn_from(tmp_path: Path) -> None:
    (tmp_path / "only.npz").touch()
    with pytest.raises(CannotRun, match=r"nothing to learn from: not two \*\.npz"):
        shards([tmp_path], held_out=False)


CORNERS = np.array([[260, 200], [620, 210], [660, 520], [230, 500]], np.float64)
WHITE = 255


@pytest.mark.parametrize("seed", range(12))
def test_another_camera_shows_the_corners_where_it_says(seed: int) -> None:
    """A white floor on a black table is white inside the corners and black outside them, unless they are cut off."""
    picture = np.zeros((720, 960, 3), np.uint8)
    cv2.fillConvexPoly(picture, CORNERS.astype(np.int32), (WHITE,) * 3)
    seen, corners = change_camera(np.random.default_rng(seed), picture, CORNERS, picture)
    middle = corners.mean(axis=0)
    inside = 0
    for share, expected in ((0.93, WHITE), (1.07, 0)):
        for corner in corners:
            x, y = (middle + share * (corner - middle)).round().astype(int)
            if 0 <= x < seen.shape[1] and 0 <= y < seen.shape[0]:
                assert seen[y, x].tolist() == [expected] * 3
                inside += 1
    assert inside


@pytest.mark.parametrize("side", range(4))
def test_a_picture_that_is_cut_off_ends_inside_that_side(side: int) -> None:
    whole = np.arange(60 * 80, dtype=np.uint8).reshape(60, 80, 1)
    corners = UNIT * [50, 40] + 10
    image, moved = cut_off(whole, corners, side, 0.1)
    size = np.array(image.shape[1::-1])
    outside = np.column_stack([-moved[0, 1], moved[1, 0] - size[0], moved[2, 1] - size[1], -moved[3, 0]])[0]
    expected = [-10.0, -20.0, -10.0, -10.0]
    expected[side] = 5.0 if side % 2 else 4.0
    assert outside == pytest.approx(expected)
    assert image[20, 20] == whole[tuple((corners[0] - moved[0]).astype(int)[::-1] + 20)]


def test_the_offsets_of_the_sides_cross_at_the_corners() -> None:
    square = UNIT + np.array([[0.05, -0.02], [-0.03, 0.04], [0.02, -0.06], [-0.04, 0.01]])
    truth = np.stack([offsets_along(square, side) for side in range(4)])
    assert cross_sides(PLACES, truth[:, 0], truth[:, 1] + 1e-9) == pytest.approx(square, abs=1e-6)


def test_no_side_counts_in_a_picture_without_a_floor() -> None:
    """Every sample has the size of a view. No side counts where no floor is said to be, and some do elsewhere."""
    rng = np.random.default_rng(3)
    picture = rng.integers(0, WHITE, (720, 960, 3)).astype(np.uint8)
    said = set()
    for _ in range(60):
        view, truth, floor = outline_sample(rng, (picture, CORNERS), [picture])
        assert view.shape == (VIEW, VIEW, 3)
        assert np.isfinite(truth).all()
        assert floor == 0 or truth[:, 1].any()
        said.add(float(floor))
    assert said == {-1.0, 0.0, 1.0}
