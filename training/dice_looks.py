"""The look of dice: their bodies, pips and numbers, and the texture of a face."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from simulation.render.dice import FACES
from training.surfaces import Image, hsv, noise

FACE = 96
"""The side of a face's texture, in pixels."""


@dataclass(frozen=True, slots=True)
class DieStyle:
    """The look of a set of dice.

    Attributes:
        body, ink, one: Colours of the body, of the pips and of the one's pip.
        rounding: Radius of the edges, in half edges.
        pip, one_pip: Radii of the pips and of the one's pip, in edges.
        reach: Distance from a face's middle to the outer pips, in edges.
        hollow: Share of the body's colour that the lamp brings to the bottoms of drilled pips.
        veined, gloss: Strength of veins and of shine.
        numbers: The numbers on the faces instead of pips, or None.
        cut: Radius, in half edges, of the ball to which the corners are turned off; 0 for none.
        clear: Share of the background that shines through.
        ringed: Whether pips have a ring.
        narrow: Distance between the six's two rows; 1 is the distance between the four's.
    """

    body: NDArray[np.float32]
    ink: NDArray[np.float32]
    one: NDArray[np.float32]
    rounding: float
    pip: float
    one_pip: float
    reach: float
    hollow: float
    veined: float
    gloss: float
    numbers: tuple[str, ...] | None
    cut: float = 0.0
    clear: float = 0.0
    ringed: bool = False
    narrow: float = 1.0


def die_style(rng: Generator, *, numbered: bool = False, ground: NDArray[np.float32] | None = None) -> DieStyle:
    """Return any die: white, bone, wooden, black, red, translucent; pips in contrast, drilled or printed.

    ground: the colour (BGR) of the surface below; sometimes a die has nearly that colour.
    """
    body, ink = _body_and_ink(rng, ground)
    pip, reach = rng.uniform(0.058, 0.14), rng.uniform(0.19, 0.3)
    red_one = rng.random() < 0.2
    cut = rng.uniform(1.2, 1.62) if rng.random() < 0.45 else 0.0
    if cut:  # its faces are discs, and the pips are within them
        reach = min(reach, (math.sqrt(cut * cut - 1) / 2 + 0.06 - pip) / math.sqrt(2))
    pip = min(pip, 0.46 * reach)  # the six's pips do not touch
    return DieStyle(
        body=body,
        ink=ink,
        one=hsv(rng.uniform(-10, 10), 0.9, rng.uniform(0.5, 0.9)) if red_one else ink,
        rounding=rng.uniform(0.03, 0.28) if rng.random() < 0.65 else rng.uniform(0.28, 0.6),
        pip=pip,
        one_pip=min(pip * rng.uniform(1.2, 2.6), 0.32) if rng.random() < (0.6 if red_one else 0.25) else pip,
        reach=reach,
        hollow=rng.uniform(0.15, 0.75) if rng.random() < 0.35 else 0.0,
        veined=rng.uniform(0, 0.25) if rng.random() < 0.3 else 0.0,
        gloss=rng.uniform(0, 1) if rng.random() < 0.5 else 0.0,
        numbers=tuple(rng.permutation(["2", "4", "8", "16", "32", "64"])) if numbered else None,
        cut=cut,
        clear=rng.uniform(0.1, 0.55) if rng.random() < 0.12 else 0.0,
        ringed=bool(rng.random() < 0.05),
        narrow=rng.uniform(0.5, 1.0) if rng.random() < 0.25 else 1.0,
    )


def _body_and_ink(
    rng: Generator, ground: NDArray[np.float32] | None
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The colours (BGR) of a die and of its pips; ground: as in `die_style`."""
    kind = rng.random()
    if ground is not None and rng.random() < 0.28:
        body = np.clip(ground * np.exp(rng.normal(0, 0.25)) + rng.normal(0, 12, 3), 4, 250).astype(np.float32)
        dark = (body.mean() > 110) != (rng.random() < 0.15)
        ink = (
            hsv(rng.uniform(0, 360), rng.uniform(0, 0.5), rng.uniform(0, 0.3))
            if dark
            else hsv(rng.uniform(20, 60), rng.uniform(0, 0.25), rng.uniform(0.7, 1))
        )
    elif kind < 0.42:
        body, ink = (
            hsv(rng.uniform(20, 60), rng.uniform(0, 0.35), rng.uniform(0.7, 1)),
            hsv(rng.uniform(0, 360), rng.uniform(0, 1) ** 2, rng.uniform(0, 0.35)),
        )
    elif kind < 0.68:
        body, ink = (
            hsv(rng.uniform(0, 360), rng.uniform(0, 0.4), rng.uniform(0.03, 0.25)),
            hsv(rng.uniform(20, 60), rng.uniform(0, 0.25), rng.uniform(0.6, 1)),
        )
    elif kind < 0.88:
        body, ink = (
            hsv(rng.uniform(0, 360), rng.uniform(0.4, 1), rng.uniform(0.2, 0.85)),
            hsv(rng.uniform(20, 60), rng.uniform(0, 0.15), rng.uniform(0.8, 1)),
        )
    elif kind < 0.95:  # coloured pips: gold, red, blue
        body, ink = (
            hsv(rng.uniform(0, 360), rng.uniform(0, 0.25), rng.uniform(0.75, 1)),
            hsv(rng.uniform(0, 360), rng.uniform(0.6, 1), rng.uniform(0.25, 0.7)),
        )
    else:
        body, ink = (
            hsv(rng.uniform(15, 45), rng.uniform(0.3, 0.7), rng.uniform(0.5, 0.85)),
            hsv(rng.uniform(0, 40), rng.uniform(0, 0.6), rng.uniform(0.02, 0.25)),
        )
    if rng.random() < 0.22:  # worn, or of nearly one tone
        worn = np.float32(rng.uniform(0.25, 0.7))
        ink = ink * (1 - worn) + body * worn
    return body, ink


def face_texture(rng: Generator, style: DieStyle, value: int) -> Image:
    """One face, FACE pixels square."""
    size = (FACE, FACE)
    face = np.tile(style.body, (FACE, FACE, 1)).astype(np.float32)
    if style.veined:
        face *= 1 + style.veined * noise(rng, size, (rng.uniform(8, 40), rng.uniform(8, 40)))[..., None]
    face = np.ascontiguousarray(face + rng.normal(0, 2) * noise(rng, size, (30, 30))[..., None], np.float32)
    if style.numbers is not None:
        text = style.numbers[value - 1]
        scale = 2.2 if len(text) == 1 else 1.5
        (w, h), _ = cv2.getTextSize(text, 0, scale, 8)
        written = [float(c) for c in style.ink]
        cv2.putText(face, text, ((FACE - w) // 2, (FACE + h) // 2), 0, scale, written, 8, cv2.LINE_AA)
        return face
    ink = style.one if value == 1 else style.ink
    radius = (style.one_pip if value == 1 else style.pip) * FACE
    way, deep = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.35) * radius
    across = style.narrow if value == 6 else 1.0
    for dx, dy in FACES[value]:
        centre = (FACE * (0.5 + style.reach * across * dx), FACE * (0.5 + style.reach * dy))
        fixed = (round(centre[0] * 16), round(centre[1] * 16))
        if style.ringed:
            cv2.circle(face, fixed, round(radius * 1.35 * 16), [float(c) for c in style.ink], 2, cv2.LINE_AA, 4)
        cv2.circle(face, fixed, round(radius * 16), [float(c) for c in ink], -1, cv2.LINE_AA, 4)
        if style.hollow:
            lit = (round((centre[0] + deep * math.cos(way)) * 16), round((centre[1] + deep * math.sin(way)) * 16))
            shade = [float(c) for c in ink * (1 - style.hollow) + style.body * style.hollow]
            cv2.circle(face, lit, round(radius * 0.6 * 16), shade, -1, cv2.LINE_AA, 4)
    return face
