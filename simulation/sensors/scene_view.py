"""A simulated scene as a camera sees it: hands over the board, and the stacks on each case."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from simulation.sensors.vision_rates import Stack
from vision.stream.frames import BESIDE

if TYPE_CHECKING:
    from events.field import Column, Field, Row
    from simulation.scene import Hand, Scene

OUTSIDE = 5.0
"""A dame this far (mm) beyond the floor's left or right edge stands on no case."""


def is_over(hand: Hand, field: Field) -> bool:
    """Whether a hand's fingertips are over the floor or the watched margin around it."""
    return -BESIDE * field.height <= hand.y <= (1 + BESIDE) * field.height


def in_view(scene: Scene, field: Field) -> Scene:
    """Return the scene without hands outside the watched area."""
    return replace(scene, hands=tuple(hand for hand in scene.hands if is_over(hand, field)))


def depth_of(hand: Hand, field: Field) -> float:
    """Return how far (mm) the fingertips reach over the floor from their own side's edge; negative outside it."""
    return hand.y if hand.side == "far" else field.height - hand.y


def stacks(scene: Scene, field: Field) -> dict[tuple[Row, Column], tuple[Stack, Stack]]:
    """Return the light and the dark stack of every case that has one."""
    found: dict[tuple[Row, Column], list[Stack]] = {}
    for dame in scene.dames:
        if -OUTSIDE < dame.x < field.width + OUTSIDE:
            row: Row = "far" if dame.y < field.height / 2 else "near"
            sets = found.setdefault((row, field.column_at(dame.x)), [Stack(0, 0), Stack(0, 0)])
            dames, flat = sets[dame.colour == "dark"]
            sets[dame.colour == "dark"] = Stack(dames + 1, flat + (dame.level == 0))
    return {place: (light, dark) for place, (light, dark) in found.items()}
