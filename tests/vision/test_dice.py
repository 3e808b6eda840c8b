from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from training.camera import look
from training.dice_patches import SIDE, draw_patch
from training.die import DieStyle, draw_die
from training.pieces import lean, yaw
from training.surfaces import hsv
from vision.dice import dice_anywhere

if TYPE_CHECKING:
    from vision.reading import DieReading

PLAIN = DieStyle(
    body=hsv(45, 0.08, 0.95),
    ink=hsv(0, 0, 0.08),
    one=hsv(0, 0, 0.08),
    rounding=0.15,
    pip=0.1,
    one_pip=0.1,
    reach=0.25,
    hollow=0.0,
    veined=0.0,
    gloss=0.0,
    numbers=None,
)
LIGHT = np.array([0.3, -0.3, 0.9])


def picture(value: int, turn: float, tilt: float, *, leaning: float = 0.0) -> tuple[tuple[DieReading, ...], np.ndarray]:
    """What is read of one ivory die on green cloth, and where the middle of its upper face is."""
    camera = look((0.0, 0.0), 300.0, tilt, 0.0, 0.0, 560.0, (160.0, 120.0))
    image = np.full((240, 320, 3), (70, 110, 60), np.float32)
    image += np.random.default_rng(value).normal(0, 3, image.shape).astype(np.float32)
    rise = 8 * (np.cos(leaning) + np.sin(leaning))
    stand = lean(leaning, 0.4) @ yaw(turn)
    rng = np.random.default_rng(value)
    die = draw_die(rng, image, camera, (0.0, 0.0, rise), 16.0, stand, PLAIN, value, LIGHT)
    return dice_anywhere(np.clip(image, 0, 255).astype(np.uint8)), die.top.mean(axis=0)


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize(("turn", "tilt"), [(0.2, 0.0), (0.9, 0.3), (0.5, 0.7)])
def test_a_die_is_read_in_any_turn_from_overhead_to_aslant(value: int, turn: float, tilt: float) -> None:
    """Its upper face, not the sides that a tilt shows."""
    dice, middle = picture(value, turn, tilt)
    assert [die.value for die in dice] == [value]
    assert np.hypot(*(np.array(dice[0].centre) - middle)) < 6
    assert dice[0].flat


def test_dice_are_told_from_clutter() -> None:
    """Among dames, cards, letters and dots most dice are read right, and few things are taken for dice."""
    found = right = known = false = 0
    for number in range(30):
        image, dice = draw_patch(np.random.default_rng([7_000_000, number]))
        wanted = [
            d for d in dice if d.value and d.flat and d.edge > 16 and 12 < d.x < SIDE - 12 and 12 < d.y < SIDE - 12
        ]
        known += len(wanted)
        seen = list(dice_anywhere(image))
        for die in wanted:
            near = [s for s in seen if np.hypot(s.centre[0] - die.x, s.centre[1] - die.y) < 0.5 * die.edge]
            found += bool(near)
            right += any(s.value == die.value for s in near)
        false += sum(all(np.hypot(s.centre[0] - d.x, s.centre[1] - d.y) > d.edge for d in dice) for s in seen)
    assert right > 0.5 * known
    assert right > 0.8 * found
    assert false <= 3
