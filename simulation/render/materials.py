"""Materials: colours and procedural textures, in linear light.

Colours in styles are "#rrggbb" as people write them; textures are (H, W, 3) float32 arrays in OpenCV's BGR order.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Kind: TypeAlias = Literal["wood", "felt", "leather", "cloth", "plain", "marbled", "chequered"]
Texture: TypeAlias = "NDArray[np.float32]"

FEW = 12
"""A pattern of at most this many values across is interpolated without OpenCV."""

SWATCH, SWATCH_SCALE = 90.0, 5.0
"""Side of a swatch, mm, and its pixels per millimetre."""


@dataclass(frozen=True, slots=True)
class Material:
    """The material of a surface.

    Attributes:
        colour: Its main colour.
        second: The colour of its grain, veins or threads.
        gloss: Share of light mirrored straight back, 0..0.2 (varnished wood 0.04).
        roughness: 0.05 (mirror-like) .. 1 (no highlight at all).
        grain: Coarseness of the pattern, 1 = usual.
        along: The direction of the pattern, "x" or "y".
    """

    kind: Kind
    colour: str
    second: str
    gloss: float = 0.04
    roughness: float = 0.5
    grain: float = 1.0
    along: Literal["x", "y"] = "x"


def encoded(colour: str) -> NDArray[np.float32]:
    """Return "#rrggbb" as a picture's blue, green and red, 0..255."""
    return np.array([int(colour[i : i + 2], 16) for i in (5, 3, 1)], np.float32)


def linear(colour: str) -> NDArray[np.float32]:
    """Return the linear BGR light of "#rrggbb", each 0..1."""
    share = encoded(colour).astype(np.float64) / 255
    light = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return light.astype(np.float32)


def noise(shape: tuple[int, int], cell: tuple[float, float], generator: np.random.Generator) -> NDArray[np.float32]:
    """Return smooth noise, about -1..1: random values every `cell` = (rows, columns) pixels, interpolated."""
    rows = max(2, int(np.ceil(shape[0] / cell[0])) + 3)
    columns = max(2, int(np.ceil(shape[1] / cell[1])) + 3)
    coarse = generator.uniform(-1, 1, (rows, columns)).astype(np.float32)
    stretch = (max(shape[1], int(columns * cell[1])), max(shape[0], int(rows * cell[0])))
    if stretch[0] * stretch[1] > 2 * shape[0] * shape[1] and columns <= FEW:
        # Most of a wide pattern would be cut off again.
        down, across = _cubic(shape[0], rows, stretch[1] / rows), _cubic(shape[1], columns, stretch[0] / columns)
        return np.asarray(down @ coarse @ across.T, np.float32)
    fine = cv2.resize(coarse, stretch, interpolation=cv2.INTER_CUBIC)
    return np.asarray(fine[: shape[0], : shape[1]], np.float32)


def _cubic(length: int, count: int, cell: float) -> NDArray[np.float32]:
    """Return the weights (length, count) of values `cell` pixels apart in each of the first pixels, as OpenCV's."""
    at = (np.arange(length) + 0.5) / cell - 0.5
    first, sharp = np.floor(at).astype(int), -0.75
    weights = np.zeros((length, count), np.float32)
    for tap in (-1, 0, 1, 2):
        away = np.abs(at - first - tap)
        near = ((sharp + 2) * away - (sharp + 3)) * away * away + 1
        far = ((sharp * away - 5 * sharp) * away + 8 * sharp) * away - 4 * sharp
        np.add.at(weights, (np.arange(length), np.clip(first + tap, 0, count - 1)), np.where(away <= 1, near, far))
    return weights


def texture(material: Material, size: tuple[float, float], scale: float, seed: int) -> Texture:
    """Return the texture of `size` = (width, height) mm of a material at `scale` pixels per millimetre."""
    shape = (max(4, round(size[1] * scale)), max(4, round(size[0] * scale)))
    turned = material.along == "y"
    generator = np.random.default_rng([seed, 77])
    mix = _PATTERNS[material.kind](shape[::-1] if turned else shape, scale, material.grain, generator)
    if turned:
        mix = np.ascontiguousarray(mix.T)
    first, second = linear(material.colour), linear(material.second)
    share = mix[..., None]
    light = first + share * (second - first)
    return np.clip(light, 0.002, 0.95).astype(np.float32)


@lru_cache(maxsize=24)
def swatch(material: Material, seed: int) -> Texture:
    """Return a kept piece of a material, SWATCH mm square, from which pieces and sleeves are cut. Read only."""
    made = texture(material, (SWATCH, SWATCH), SWATCH_SCALE, seed)
    made.flags.writeable = False
    return made


def _wood(shape: tuple[int, int], scale: float, grain: float, generator: np.random.Generator) -> NDArray[np.float32]:
    """Long-grained wood along x: growth rings cut lengthwise, fine fibres and pores."""
    unit = scale * grain
    rows = np.arange(shape[0], dtype=np.float32)[:, None] / unit
    warp = 5 * noise(shape, (40 * unit, 260 * unit), generator) + 1.2 * noise(shape, (9 * unit, 90 * unit), generator)
    spacing = generator.uniform(3.5, 9)
    phase = (rows + warp) / spacing
    rings = phase - np.floor(phase)
    rings = rings**2 * (1 - np.clip((rings - 0.9) / 0.1, 0, 1))
    fibres = noise(shape, (0.8 * unit, 30 * unit), generator)
    pores = np.clip(noise(shape, (0.7 * unit, 7 * unit), generator) - 0.45, 0, 1)
    broad = noise(shape, (60 * unit, 200 * unit), generator)
    mix = 0.30 + 0.38 * (rings - 0.3) + 0.16 * fibres + 0.7 * pores + 0.18 * broad
    return np.asarray(mix, np.float32)


def _felt(shape: tuple[int, int], scale: float, grain: float, generator: np.random.Generator) -> NDArray[np.float32]:
    unit = scale * grain
    fuzz = noise(shape, (0.7 * unit, 0.7 * unit), generator) + 0.6 * noise(shape, (1.8 * unit, 1.8 * unit), generator)
    worn = noise(shape, (50 * unit, 70 * unit), generator)
    return np.asarray(0.3 + 0.16 * fuzz + 0.12 * worn, np.float32)


def _leather(shape: tuple[int, int], scale: float, grain: float, generator: np.random.Generator) -> NDArray[np.float32]:
    unit = scale * grain
    pebbles = np.abs(noise(shape, (1.6 * unit, 1.9 * unit), generator))
    worn = noise(shape, (35 * unit, 50 * unit), generator)
    return np.asarray(0.15 + 0.35 * (0.5 - pebbles) + 0.14 * worn, np.float32)


def _cloth(shape: tuple[int, int], scale: float, grain: float, generator: np.random.Generator) -> NDArray[np.float32]:
    """A woven cloth: threads crossing, with slow folds."""
    height, width = shape
    pitch = max(1.1 * grain * scale, 2.2)
    rows = np.sin(np.arange(height, dtype=np.float32) * (2 * np.pi / pitch))[:, None]
    columns = np.sin(np.arange(width, dtype=np.float32) * (2 * np.pi / pitch))[None, :]
    folds = noise(shape, (120 * scale, 160 * scale), generator)
    uneven = noise(shape, (1.5 * pitch, 6 * pitch), generator)
    return np.asarray(0.3 + 0.12 * rows * columns + 0.16 * folds + 0.1 * uneven, np.float32)


def _plain(shape: tuple[int, int], scale: float, grain: float, generator: np.random.Generator) -> NDArray[np.float32]:
    unit = scale * grain
    return np.asarray(
        0.1 + 0.1 * noise(shape, (40 * unit, 40 * unit), generator) + 0.05 * noise(shape, (3, 3), generator),
        np.float32,
    )


def _marbled(shape: tuple[int, int], scale: float, grain: float, generator: np.random.Generator) -> NDArray[np.float32]:
    """Galalith, marble and mother-of-pearl plastics: clouds with veins."""
    unit = scale * grain
    clouds = noise(shape, (9 * unit, 14 * unit), generator) + 0.5 * noise(shape, (4 * unit, 5 * unit), generator)
    veins = 1 - np.clip(np.abs(clouds) * 4, 0, 1)
    return np.asarray(0.25 + 0.25 * clouds + 0.35 * veins, np.float32)


def _chequered(
    shape: tuple[int, int], scale: float, grain: float, generator: np.random.Generator
) -> NDArray[np.float32]:
    """A tablecloth: stripes one way or both."""
    waves = [np.arange(length, dtype=np.float32) * (np.pi / (14 * scale * grain)) for length in shape]
    down, across = (np.sign(np.sin(wave + generator.uniform(0, 6))) for wave in waves)
    both = np.float32(0.25 if generator.random() < 0.6 else 0.0)
    return np.asarray(
        0.5 + both * down[:, None] + 0.25 * across[None, :] + 0.05 * noise(shape, (3, 3), generator), np.float32
    )


_PATTERNS = {
    "wood": _wood,
    "felt": _felt,
    "leather": _leather,
    "cloth": _cloth,
    "plain": _plain,
    "marbled": _marbled,
    "chequered": _chequered,
}
