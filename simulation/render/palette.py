"""The colours and woods of tables, boards and pieces, and random choices among them."""

from __future__ import annotations

import colorsys
from random import Random
from typing import Literal

from simulation.render.materials import Material

WOODS = (
    ("#e3c795", "#c7a266"),  # maple
    ("#d4aa70", "#b08248"),  # oak
    ("#b98550", "#8f5f32"),  # cherry, aged
    ("#9a6236", "#6e3f1c"),  # teak
    ("#7c4a2a", "#502c14"),  # walnut
    ("#5a3320", "#3a1e10"),  # wenge
    ("#8a3f22", "#5e2410"),  # mahogany
    ("#a84e2c", "#7c3218"),  # padouk
    ("#efdcb4", "#dcc08c"),  # birch
    ("#3a2a22", "#241812"),  # stained black
    ("#a89880", "#84745e"),  # grey limed oak
)
FELTS = ("#1f5a34", "#1a4a6a", "#7a1a22", "#2a2a30", "#c9bfa6", "#5a5a5c", "#8a6a3c", "#d8d4c8", "#3a2a5a", "#7a8a8c")
LEATHERS = ("#5a2c18", "#1c1a1a", "#7a5230", "#24402e", "#c8a878", "#d8cfba", "#6a1c1c", "#9a9484", "#c8922e")
LACQUERS = (
    "#c01e1e",
    "#111111",
    "#e8e2d0",
    "#1e3c7c",
    "#1e6a3c",
    "#d88a1e",
    "#f0f0ec",
    "#7a1a3a",
    "#5a9ac8",
    "#e2589a",
)


def vary_colour(random: Random, colour: str, amount: float = 0.05) -> str:
    """Return the colour with its hue, saturation and value slightly changed."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    hue = (hue + random.gauss(0, amount * 0.3)) % 1
    saturation = min(max(saturation * (1 + random.gauss(0, amount * 2)), 0), 1)
    value = min(max(value * (1 + random.gauss(0, amount * 1.6)), 0.02), 0.97)
    return "#" + "".join(f"{round(c * 255):02x}" for c in colorsys.hsv_to_rgb(hue, saturation, value))


def darker(colour: str, share: float) -> str:
    """Return the colour with less light."""
    return "#" + "".join(f"{round(int(colour[i : i + 2], 16) * share):02x}" for i in (1, 3, 5))


def luminance(colour: str) -> float:
    """Return the brightness of "#rrggbb", 0..1 (encoded, not linear)."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue


def some_wood(random: Random, along: Literal["x", "y"] = "x", grain: float = 1.0) -> Material:
    """Some wood, raw or varnished."""
    first, second = random.choice(WOODS)
    contrast = random.uniform(0.3, 1.2)
    pairs = ((int(first[i : i + 2], 16), int(second[i : i + 2], 16)) for i in (1, 3, 5))
    mixed = "#" + "".join(f"{min(max(round(a + contrast * (b - a)), 0), 255):02x}" for a, b in pairs)
    varnish = random.random()
    return Material(
        "wood",
        vary_colour(random, first),
        vary_colour(random, mixed, 0.03),
        random.uniform(0.03, 0.06) if varnish < 0.7 else 0.02,
        random.uniform(0.15, 0.4) if varnish < 0.4 else random.uniform(0.4, 0.8),
        grain * random.uniform(0.6, 1.6),
        along,
    )


def some_material(
    random: Random, kind: Literal["felt", "leather", "plain", "marbled", "cloth"], colour: str
) -> Material:
    """Return a material of a kind, of nearly this colour, with a suitable sheen."""
    shifted = vary_colour(random, colour)
    gloss, low, high = {
        "felt": (0.0, 1.0, 1.0),
        "cloth": (0.0, 1.0, 1.0),
        "leather": (0.03, 0.35, 0.7),
        "plain": (0.045, 0.15, 0.6),
        "marbled": (0.05, 0.15, 0.4),
    }[kind]
    return Material(kind, shifted, darker(shifted, random.uniform(0.6, 0.85)), gloss, random.uniform(low, high))


def plain(random: Random, colour: str) -> Material:
    """A plain material of nearly this colour."""
    return some_material(random, "plain", colour)


def some_surface(random: Random, grain_along: Literal["x", "y"]) -> Material:
    """Return a material for the floor of a board: wood, felt, leather or lacquer."""
    chance = random.random()
    if chance < 0.5:
        return some_wood(random, grain_along)
    if chance < 0.7:
        return some_material(random, "felt", random.choice(FELTS))
    if chance < 0.88:
        return some_material(random, "leather", random.choice(LEATHERS))
    return some_material(random, "plain", random.choice((*LACQUERS, *FELTS)))
