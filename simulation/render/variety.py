"""The variety of tables: random measures and make of a board, pieces, hands and other things."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

from events.field import Field
from simulation.render.looks import BoardLook, Clutter, ClutterKind, DameLook, DieLook
from simulation.render.materials import Material
from simulation.render.palette import (
    FELTS,
    LACQUERS,
    LEATHERS,
    darker,
    luminance,
    some_material,
    some_surface,
    some_wood,
    vary_colour,
)


def some_field(random: Random) -> Field:
    """Return a board's measures, from travel sets to tournament boards."""
    case = random.uniform(26, 46)
    bar = random.choice((random.uniform(10, 26), random.uniform(20, 60)))
    dame = case * random.uniform(0.82, 0.97)
    height = dame * random.uniform(11.7, 14.5)
    return Field(
        width=12 * case + bar,
        height=height,
        bar=bar,
        fleche=height * random.uniform(0.36, 0.45),
        dame=dame,
        dame_height=dame * random.uniform(0.18, 0.36),
        de=min(max(random.uniform(0.3, 0.5) * case, 9.0), 18.0),
        jeton=dame * random.uniform(0.4, 0.6),
        rail=random.uniform(14, 42),
        rail_height=random.uniform(6, 34),
    )


def _fleches(random: Random, floor: Material) -> tuple[Material, ...]:
    """Return the flèches' materials: nearly always two that differ from each other and from the floor."""
    count = 2 if random.random() < 0.92 else random.choice((3, 4, 6))
    fleches: list[Material] = []
    for _ in range(60):
        if len(fleches) == count:
            break
        made = (
            some_wood(random, "y", 0.8)
            if floor.kind == "wood" and random.random() < 0.7
            else some_material(
                random, random.choice(("plain", "leather", "felt")), random.choice((*LACQUERS, *LEATHERS, *FELTS))
            )
        )
        others = (floor, *fleches)
        far = min(_distance(made.colour, other.colour) for other in others)
        # One of the two may nearly match the floor, as on many boards; never both.
        if far > (0.13 if len(fleches) == 0 else 0.07):
            fleches.append(made)
    return (
        tuple(fleches)
        if len(fleches) >= 2
        else (some_material(random, "plain", "#8a2a1e"), some_material(random, "plain", "#e8dcc0"))
    )


def _distance(one: str, other: str) -> float:
    return max(abs(int(one[i : i + 2], 16) - int(other[i : i + 2], 16)) for i in (1, 3, 5)) / 255


def some_board(random: Random, board: Field) -> BoardLook:
    """Return a random board."""
    floor = some_surface(random, random.choice(("x", "y")))
    rail = some_wood(random) if random.random() < 0.75 else some_material(random, "leather", random.choice(LEATHERS))
    if random.random() < 0.12:
        rail = some_material(random, "plain", "#161616")
    same = random.random() < 0.7
    bar = Material(rail.kind, rail.colour, rail.second, rail.gloss, rail.roughness, rail.grain, "y")
    if not same:
        bar = some_wood(random, "y")
    trictrac = random.random() < 0.7
    return BoardLook(
        floor=floor,
        fleches=_fleches(random, floor),
        rail=rail,
        bar=bar,
        outline=random.choice((None, None, "#1c130c", "#e8d8b0", darker(floor.second, 0.6))),
        bar_height=board.rail_height * random.choice((1.0, 1.0, random.uniform(0.0, 1.0))),
        thickness=random.uniform(5, 45),
        holes=random.choice(("", "", "#c09a4a", "#e8e0cc", "#20140c")) if trictrac else None,
        brass=random.random() < 0.3,
        hinges=random.random() < 0.35,
        tray=random.uniform(35, 70) if not trictrac and random.random() < 0.6 else 0.0,
        ornament=random.choices(("none", "rings", "border", "text"), (0.6, 0.15, 0.1, 0.15))[0],
    )


_LIGHT_DAMES = ("#efe2c4", "#f4f2ea", "#e6cf9c", "#f0e8d4", "#d8b878", "#e8e4dc", "#d8c8b8", "#c89a5a", "#f0d8a0")
_DARK_DAMES = (
    "#15120f",
    "#2a1a12",
    "#4a1616",
    "#1a1a1e",
    "#5a2c18",
    "#7a1a1a",
    "#1a2a4a",
    "#16382a",
    "#3a2420",
    "#8a2222",
)
_CLUB_DAMES = (
    ("#9aa8b8", "#16181c"),
    ("#efe6d8", "#a01c20"),
    ("#b8c4d0", "#1c2c50"),
    ("#e8c8a0", "#5a1a14"),
    ("#f0f0f0", "#101010"),
)


def _grooves(random: Random) -> tuple[tuple[float, float, float], ...]:
    turned = random.random()
    if turned < 0.25:
        return ()
    depth = random.uniform(0.25, 0.9) * random.choice((1, 1, -1))
    if turned < 0.6:
        return ((random.uniform(0.5, 0.85), random.uniform(0.04, 0.1), depth),)
    count = random.choice((2, 2, 3, 4))
    first = random.uniform(0.2, 0.45)
    step = (0.86 - first) / (count - 1)
    width = random.uniform(0.03, 0.07)
    return tuple((first + step * i, width, depth) for i in range(count))


def some_dames(random: Random) -> tuple[DameLook, DameLook]:
    """Return the light and the dark dames of one set."""
    if random.random() < 0.35:
        pale, deep = random.choice(_CLUB_DAMES)
    else:
        pale, deep = random.choice(_LIGHT_DAMES), random.choice(_DARK_DAMES)
    kind = random.choices(("wood", "plain", "marbled"), (0.5, 0.3, 0.2))[0]
    grooves = _grooves(random)
    dish, bevel = random.uniform(0, 0.25), random.uniform(0.05, 0.28)
    looks = []
    rimmed = random.random() < 0.15
    for colour in (pale, deep):
        if kind == "wood":
            shifted = vary_colour(random, colour)
            material = Material(
                "wood",
                shifted,
                darker(shifted, random.uniform(0.6, 0.9)),
                0.04,
                random.uniform(0.2, 0.6),
                random.uniform(0.3, 0.8),
            )
        else:
            material = some_material(random, "plain" if kind == "plain" else "marbled", colour)
        inlay = None
        if random.random() < 0.08:
            inlay = (random.uniform(0.3, 0.7), random.uniform(0.05, 0.15), vary_colour(random, "#b89a5a"))
        rim = random.choice(("#c8b890", "#b8b8bc", "#e8e0d0", "#3a3a3e")) if rimmed else None
        looks.append(DameLook(material, grooves, dish, bevel, inlay, rim))
    light, dark = looks
    if luminance(light.material.colour) < luminance(dark.material.colour):
        light, dark = dark, light
    return light, dark


def some_die(random: Random) -> DieLook:
    """A die."""
    body, pips = random.choices(
        (
            ("#f5f3ec", "#141414"),
            ("#f0e6cc", "#1c1410"),
            ("#e8d6ac", "#2a1a10"),
            ("#151515", "#f2f2ee"),
            ("#a81a1c", "#f4f0ea"),
            ("#1e3a8a", "#f0f0ee"),
            ("#c8985a", "#1e120a"),
            ("#e4e8ea", "#1c2c7a"),
            ("#1e6a3a", "#f4f2ea"),
            ("#f4f2ee", "#a01818"),
        ),
        (8, 5, 3, 3, 2, 1, 2, 1, 1, 1),
    )[0]
    look = DieLook(
        colour=vary_colour(random, body, 0.03),
        pips=vary_colour(random, pips, 0.03),
        gloss=random.uniform(0.02, 0.07),
        roughness=random.uniform(0.12, 0.6),
        rounding=random.choice((0.0, random.uniform(0.1, 0.9), random.uniform(0.3, 0.7))),
        pip=random.uniform(0.075, 0.12),
        spread=random.uniform(0.22, 0.28),
        handed=random.choice((1, -1)),
    )
    return replace(look, ace="#b01818", ace_width=1.35) if random.random() < 0.06 else look


def some_jeton(random: Random) -> Material:
    """Return the material of a jeton."""
    colour = random.choice(
        ("#efe6d0", "#f4f4f0", "#a8201e", "#20160f", "#c8a040", "#2a6a3c", "#2a3a7a", "#8a6a3a", "#6a2a5a")
    )
    return some_material(random, random.choice(("plain", "marbled")), colour)


def some_table(random: Random) -> Material:
    """Return the material of the table."""
    chance = random.random()
    if chance < 0.5:
        return some_wood(random, random.choice(("x", "y")), random.uniform(1.2, 2.5))
    if chance < 0.75:
        colour = random.choice(("#e8e6e0", "#1c2a44", "#7a1a1e", "#24402c", "#c8c0ac", "#5c5c60", "#111318", "#8898a8"))
        return some_material(random, "cloth", colour)
    return some_material(
        random,
        random.choice(("plain", "marbled", "felt")),
        random.choice(("#f0f0ee", "#e8e4da", "#1a1a1c", "#6a6a6e", "#a8a49c", *FELTS)),
    )


def some_skin(random: Random) -> str:
    """The colour of a hand."""
    return vary_colour(
        random, random.choice(("#e8b89a", "#dca384", "#c88a68", "#a86c48", "#7a4a30", "#f0c8b0", "#5a3624")), 0.03
    )


def some_sleeve(random: Random) -> Material:
    """The material of a sleeve."""
    colour = random.choice(
        ("#1c1c20", "#3a4a6a", "#e8e6e2", "#7a1e22", "#c890a0", "#4a4a4e", "#28482e", "#8a7a5a", "#b0b8c4")
    )
    return some_material(random, "cloth", colour)


def some_clutter(random: Random, board: Field, look: BoardLook) -> tuple[Clutter, ...]:
    """Return a few things around the board, none over it."""
    things = []
    reach_x = board.width / 2 + board.rail + look.tray
    reach_y = board.height / 2 + board.rail
    for _ in range(random.choice((0, 0, 1, 2, 3, 4))):
        kind: ClutterKind = random.choice(("cup", "cup", "phone", "paper", "book", "coin"))
        size = {"cup": 75.0, "phone": 150.0, "paper": 250.0, "book": 200.0, "coin": 24.0}[kind] * random.uniform(
            0.8, 1.2
        )
        away = size * (0.5 if kind in ("cup", "coin") else 0.72) + random.uniform(5, 160)
        if random.random() < 0.7:
            x = random.choice((-1, 1)) * (reach_x + away)
            y = random.uniform(-reach_y, reach_y)
        else:
            x = random.uniform(-reach_x, reach_x)
            y = random.choice((-1, 1)) * (reach_y + away)
        material = {
            "cup": some_material(random, "leather", random.choice(LEATHERS)),
            "phone": Material("plain", "#0c0c0e", "#141416", 0.05, 0.1),
            "paper": some_material(random, "plain", "#f0eee8"),
            "book": some_material(random, "plain", random.choice(LACQUERS)),
            "coin": Material("plain", "#b89040", "#a07830", 0.2, 0.3),
        }[kind]
        things.append(
            Clutter(kind, board.width / 2 + x, board.height / 2 + y, random.uniform(-math.pi, math.pi), size, material)
        )
    return tuple(things)
