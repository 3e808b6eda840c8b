"""Hands with their forearms and sleeves, made of round limbs, and the pieces they carry.

A limb is a capsule between two joints with a radius at each. Joints are laid out in the hand's own frame: `a` forward
to the fingertips, `b` sideways towards the little finger of a right hand, `c` up, in mm; the fingertips are near zero.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from events.field import Field
from simulation.scene import Dame, Die, Hand, Jeton, PegPlaced

SKIN, NAIL, SLEEVE = 0, 1, 2
"""The surfaces a limb can have."""

ARM = 700.0
"""Length of an arm from the wrist, mm: it reaches beyond the edge of any picture."""

UPWARD: Final = np.array([0.0, 0.0, 1.0])

SEAM = 4.0
"""Width over which two fingers' surfaces merge, mm; more for the limbs of the palm."""


@dataclass(frozen=True, slots=True)
class Limb:
    """A capsule: both ends, both radii, its surface, and how red its end is (knuckles, fingertips)."""

    start: NDArray[np.float64]
    end: NDArray[np.float64]
    thick: float
    thin: float
    surface: int = SKIN
    blush: float = 0.0


def direction(hand: Hand) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the hand's forward and sideways unit vectors on the floor."""
    azimuth = (-math.pi / 2 if hand.side == "near" else math.pi / 2) + hand.heading
    forward = np.array([math.cos(azimuth), math.sin(azimuth), 0.0])
    # A clockwise turn from forward, seen from above with y towards the reader, is to its owner's right.
    return forward, np.array([-forward[1], forward[0], 0.0])


class _Layout:
    """The layout of one hand: its frame, and the measures that depend on how far it is open, mm."""

    def __init__(self, hand: Hand) -> None:
        self.opening = hand.opening
        flat = max(hand.opening - 0.55, 0) / 0.45
        self.flat = flat
        self.arch = 44 * (1 - 0.55 * flat)
        self.back = 68 + 26 * flat
        self.forward, self._aside = direction(hand)
        self._tip = np.array([hand.x, hand.y, hand.height])
        self.wrist_left = self.at(-self.back - 82, -15, self.arch + 9)
        self.wrist_right = self.at(-self.back - 82, 14, self.arch + 8)
        self.elbow = self.at(-self.back - ARM, 14, self.arch + 0.24 * ARM)

    def at(self, a: float, b: float, c: float) -> NDArray[np.float64]:
        """A joint by its place in the hand's frame, on the board."""
        return np.asarray(self._tip + self.forward * a + self._aside * b + UPWARD * c, np.float64)


class Anatomy(NamedTuple):
    """The limbs of one hand, by part.

    fingers: each with its part of the palm, from the wrist to the fingertip, the index finger first and the thumb last;
    sleeve: none on a bare arm.
    """

    forearm: list[Limb]
    fingers: list[list[Limb]]
    sleeve: list[Limb]


def anatomy(hand: Hand) -> Anatomy:
    """Return the limbs of a hand, by part."""
    hold = _Layout(hand)
    left, right, elbow = hold.wrist_left, hold.wrist_right, hold.elbow
    forearm = [
        Limb(left, elbow, 20, 42),
        Limb(right, elbow, 19.5, 42),
        Limb((left + right) / 2, elbow + UPWARD * 2, 20, 43),
    ]
    sleeve = list(_sleeve(hold, hand.sleeve)) if hand.sleeve > 0 else []
    return Anatomy(forearm, [*_fingers(hold), _thumb(hold)], sleeve)


def limbs(hand: Hand) -> list[Limb]:
    """Return all limbs of a hand, forearm first, sleeve last."""
    forearm, fingers, sleeve = anatomy(hand)
    return [*forearm, *itertools.chain.from_iterable(fingers), *sleeve]


def _fingers(hold: _Layout) -> Iterator[list[Limb]]:
    """Yield the four fingers, the index finger first."""
    back, arch, opening = hold.back, hold.arch, hold.opening
    knuckles = [(-back + 2, -30.0), (-back + 7, -10.0), (-back + 3, 9.5), (-back - 6, 27.0)]
    reach = [0.0, 7.0 * (0.3 + opening), 1.0, -13.0]
    radii = [8.6, 8.9, 8.3, 7.2]
    for (ka, kb), far, radius in zip(knuckles, reach, radii, strict=True):
        knuckle = hold.at(ka, kb, arch)
        spread = kb * (0.34 + 0.62 * opening)
        tip_a = -6 + far + 16 * hold.flat
        middle = hold.at(ka + 0.56 * (tip_a - ka), kb + 0.5 * (spread - kb), arch * (0.92 + 0.05 * hold.flat))
        last = hold.at(ka + 0.86 * (tip_a - ka), kb + 0.85 * (spread - kb), arch * 0.45 + 2)
        yield [
            Limb(hold.wrist_left if kb < 0 else hold.wrist_right, knuckle, 17.5, 12.2, SKIN, 0.15),
            Limb(knuckle, middle, radius + 1.6, radius + 0.3, SKIN, 0.35),
            Limb(middle, last, radius + 0.2, radius - 0.6, SKIN, 0.2),
            Limb(last, hold.at(tip_a, spread, 3.0), radius - 0.5, radius - 1.6, NAIL, 0.5),
        ]


def _thumb(hold: _Layout) -> list[Limb]:
    back, arch, opening = hold.back, hold.arch, hold.opening
    root = hold.at(-back - 50, -30, arch - 4)
    joint = hold.at(-back * 0.62, -40 - 12 * opening, arch * 0.6)
    last = hold.at(-22, -27 - 30 * opening, arch * 0.3)
    tip = hold.at(-6, -14 - 34 * opening, 3.0)
    return [
        Limb(hold.wrist_left, root, 18, 15.5),
        Limb(root, joint, 15.5, 11.5),
        Limb(joint, last, 11.3, 10.0, SKIN, 0.3),
        Limb(last, tip, 10.0, 8.2, NAIL, 0.5),
    ]


def _sleeve(hold: _Layout, sleeve: float) -> Iterator[Limb]:
    """Yield the cloth over both bones of the forearm; sleeve: how far down it comes, as in `Hand`, above 0."""
    share = 0.42 * (1 - sleeve) ** 1.2
    for wrist in (hold.wrist_left, hold.wrist_right):
        cuff = wrist + (hold.elbow - wrist) * share - hold.forward * 6
        yield Limb(cuff, hold.elbow + UPWARD * 4, 20 + 22 * share + 8, 58, SLEEVE)


def shadow_casters(hand: Hand) -> list[NDArray[np.float64]]:
    """Return the solids that throw the hand's shadow: one for each finger, the palm and the forearm."""
    angle = np.arange(6) * (math.pi / 3)
    ring = np.stack([np.cos(angle), np.sin(angle), np.zeros(6)], -1)

    def ball(point: NDArray[np.float64], radius: float) -> NDArray[np.float64]:
        return np.asarray(ring * radius + point, np.float64)

    def along(run: list[Limb], share: float) -> NDArray[np.float64]:
        """From the first limb's start to a share of the last one."""
        last = run[-1]
        end = last.start + (last.end - last.start) * share
        return np.concatenate([ball(run[0].start, run[0].thick), ball(end, last.thin)])

    forearm, fingers, sleeve = anatomy(hand)
    # An arm's upper part can only shade the table next to the board; a bent finger's knuckle stands out.
    arms = [along(run, 0.2) for run in (forearm, sleeve) if run]
    bent = [np.concatenate([along(each, 1.0), ball(each[1].start, each[1].thick)]) for each in fingers]
    return [*arms, *bent]


def held_place(hand: Hand) -> tuple[float, float, float]:
    """Return the place of a carried piece: between the fingertips."""
    forward, _ = direction(hand)
    return float(hand.x + forward[0] * 2), float(hand.y + forward[1] * 2), max(hand.height - 2.0, 0.0)


def carried_piece(hand: Hand, field: Field) -> Dame | Die | Jeton | PegPlaced | None:
    """Return the piece that a hand carries, at its place; a peg lies level at the height of `held_place`."""
    x, y, height = held_place(hand)
    match hand.carrying:
        case "light" | "dark" as colour:
            return Dame(x, y, colour, base=height)
        case "die":
            return Die(x, y, height + field.de / 2, 1 + int(abs(x)) % 6, 0.3)
        case "jeton":
            return Jeton(x, y, height)
        case "peg":
            return PegPlaced(None, "blancs", (x, y), hand.heading)
        case None:
            return None
