"""The colours and woods of tables, boards and pieces, and random choices among them."""

from __future__ import annotations

import colorsys
from random import Random
from typing import Literal

from simulation.render.materials import Kind, Material

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
    random: Random, kind: Literal["felt", "leather", "plain", "marbled", "cloth", "chequered"], colour: str
) -> Material:
    """Return a material of a kind, of nearly this colour, with a suitable sheen."""
    shifted = vary_colour(random, colour)
    gloss, low, high = {
        "felt": (0.0, 1.0, 1.0),
        "cloth": (0.0, 1.0, 1.0),
        "chequered": (0.0, 1.0, 1.0),
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


def coloured(hue: float, saturation: float, value: float) -> str:
    """Return "#rrggbb" from hue, saturation and value, 0..1 each; hues beyond go round."""
    return "#" + "".join(f"{round(c * 255):02x}" for c in colorsys.hsv_to_rgb(hue % 1, saturation, value))


def mix(one: str, other: str, share: float) -> str:
    """Return a colour between two, `share` (0..1) of the way to the other."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + share * (b - a)):02x}" for a, b in pairs)


def any_colour(random: Random) -> str:
    """Return any colour, with more greys and browns than chance alone gives."""
    kind = random.random()
    if kind < 0.25:
        return coloured(0, 0, random.uniform(0.03, 1))
    if kind < 0.5:
        return coloured(random.uniform(0.03, 0.12), random.uniform(0.15, 0.85), random.uniform(0.12, 0.95))
    return coloured(random.random(), random.uniform(0.1, 1), random.uniform(0.1, 1))


def light_colour(random: Random) -> str:
    """Return the colour of a light set: white, ivory, boxwood, pastel."""
    kind = random.random()
    if kind < 0.45:
        return coloured(random.uniform(0.05, 0.17), random.uniform(0, 0.2), random.uniform(0.75, 1))
    if kind < 0.75:
        return coloured(random.uniform(0.05, 0.12), random.uniform(0.2, 0.6), random.uniform(0.65, 0.97))
    return coloured(random.random(), random.uniform(0.05, 0.55), random.uniform(0.65, 1))


def dark_colour(random: Random) -> str:
    """Return the colour of a dark set: black, ebony, red, blue, green."""
    kind = random.random()
    if kind < 0.4:
        return coloured(random.random(), random.uniform(0, 0.3), random.uniform(0.04, 0.3))
    if kind < 0.6:
        return coloured(random.uniform(0.01, 0.08), random.uniform(0.3, 0.85), random.uniform(0.1, 0.42))
    if kind < 0.8:
        return coloured(random.uniform(-0.04, 0.03), random.uniform(0.6, 1), random.uniform(0.25, 0.75))
    return coloured(random.random(), random.uniform(0.3, 1), random.uniform(0.15, 0.55))


def metal_colour(random: Random) -> str:
    """Return the colour of brass, steel or black iron."""
    kind = random.random()
    if kind < 0.45:
        return coloured(random.random(), random.uniform(0, 0.12), random.uniform(0.4, 0.9))
    if kind < 0.8:
        return coloured(random.uniform(0.08, 0.14), random.uniform(0.3, 0.75), random.uniform(0.4, 0.9))
    return darker(any_colour(random), random.uniform(0.3, 1))


_KINDS: tuple[Kind, ...] = ("wood", "plain", "felt", "leather", "marbled", "cloth", "chequered")


def any_material(random: Random, colour: str | None = None) -> Material:
    """Return any surface that a board, its frame, a piece or a table may have; colour: its own, if one is given."""
    (kind,) = random.choices(_KINDS, (0.35, 0.25, 0.1, 0.08, 0.12, 0.05, 0.05))
    along: Literal["x", "y"] = random.choice(("x", "y"))
    if kind == "wood" and colour is None and random.random() < 0.5:
        return some_wood(random, along, random.uniform(0.6, 2))
    colour = colour or any_colour(random)
    other = darker(colour, random.uniform(0.4, 0.95))
    if kind in ("marbled", "chequered") and random.random() < 0.5:
        other = mix(colour, any_colour(random), random.uniform(0.2, 0.8))
    matt = kind in ("felt", "cloth", "chequered")
    gloss = 0.0 if matt else random.uniform(0.02, 0.06) if random.random() < 0.8 else random.uniform(0.06, 0.15)
    rough = random.uniform(0.1, 0.3) if random.random() < 0.25 else random.uniform(0.3, 0.9)
    return Material(kind, colour, other, gloss, 1.0 if matt else rough, random.uniform(0.5, 2.5), along)
