"""A simulated scene as eyes see it: what of it is over the board, and what stands on each case."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bench._rates import Standing
from vision.stream.frames import BESIDE

if TYPE_CHECKING:
    from simulation.scene import Hand, Scene
    from vision.geometry import Column, Field, Row

OUTSIDE = 5.0
"""Millimetres beyond the floor's left or right edge from which on a dame stands on no case."""


def is_over(hand: Hand, field: Field) -> bool:
    """Whether a hand's fingertips are over the floor or what is watched around it."""
    return -BESIDE * field.height <= hand.y <= (1 + BESIDE) * field.height


def in_view(scene: Scene, field: Field) -> Scene:
    """The scene without the hands that are beside what is watched."""
    return replace(scene, hands=tuple(hand for hand in scene.hands if is_over(hand, field)))


def depth_of(hand: Hand, field: Field) -> float:
    """How far (mm) over the floor the fingertips are, from the edge of their own side; negative before it."""
    return hand.y if hand.side == "far" else field.height - hand.y


def standing(scene: Scene, field: Field) -> dict[tuple[Row, Column], tuple[Standing, Standing]]:
    """The light and the dark dames of every case that has any."""
    found: dict[tuple[Row, Column], list[Standing]] = {}
    for dame in scene.dames:
        if -OUTSIDE < dame.x < field.width + OUTSIDE:
            row: Row = "far" if dame.y < field.height / 2 else "near"
            sets = found.setdefault((row, field.column_at(dame.x)), [Standing(0, 0), Standing(0, 0)])
            dames, flat = sets[dame.colour == "dark"]
            sets[dame.colour == "dark"] = Standing(dames + 1, flat + (dame.level == 0))
    return {place: (light, dark) for place, (light, dark) in found.items()}
