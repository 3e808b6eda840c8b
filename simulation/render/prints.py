"""Flat things of random look: pages, screens, keyboards, hinges, plates, buttons, dials, letters and drawn dice.

Each is a `Print`, one unit wide. They lie on tables, are fixed on boards, and look like dice or pieces to a camera.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from simulation.render.dice import FACES
from simulation.render.figures import Figure, circle, ellipse, lettering, rectangle, stroke
from simulation.render.materials import Material
from simulation.render.palette import (
    any_colour,
    any_material,
    coloured,
    dark_colour,
    darker,
    light_colour,
    metal_colour,
    mix,
)

LETTERS = "ABCDEFGHIJKLMNOPRSTUVWXYZabcdefghiklmnoprstuwyz0123456789:.-&%#*!/"
FONTS = 8


@dataclass(frozen=True, slots=True)
class Print:
    """A flat thing: its ground, its height in widths, and the figures on it, in widths from its top left."""

    ground: Material
    tall: float
    figures: tuple[Figure, ...]


Draw: TypeAlias = Callable[[Random], Print]


def some_words(random: Random, least: int, most: int) -> str:
    """Return letters and digits by chance."""
    return "".join(random.choice(LETTERS) for _ in range(random.randint(least, most)))


def page(random: Random) -> Print:
    """Return a page: lines of text and a picture."""
    ink, step, left = dark_colour(random), random.uniform(0.04, 0.11), random.uniform(0.05, 0.13)
    figures, y = [], left
    while y < 1.33 - left:
        figures.append(stroke(left, y, random.uniform(0.5, 1 - left), y, ink, step / 4))
        y += step
    if random.random() < 0.4:
        y = random.uniform(0.1, 0.7)
        figures.append(rectangle(left, y, 1 - left, y + 0.4, any_colour(random)))
    return Print(any_material(random, light_colour(random)), 1.33, tuple(figures))


def screen(random: Random) -> Print:
    """Return a telephone, a tablet or a clock: a dark rim around something bright."""
    rim, tall = random.uniform(0.02, 0.1), random.uniform(0.5, 0.75)
    figures = []
    if random.random() < 0.75:
        figures.append(rectangle(rim, rim, 1 - rim, tall - rim, any_colour(random)))
    for _ in range(random.randrange(6)):
        x, y = random.uniform(rim, 0.6), random.uniform(0.2, tall - rim)
        words, size = some_words(random, 1, 5), random.uniform(0.05, 0.25)
        figures.append(lettering(x, y, words, size, any_colour(random), 0.02))
    return Print(any_material(random, dark_colour(random)), tall, tuple(figures))


def grid(random: Random) -> Print:
    """Return cells side by side: a chequered board, tiles, a calendar."""
    columns, rows = (8, 8) if random.random() < 0.4 else (random.randint(3, 15), random.randint(2, 8))
    cell = 1 / (columns + 1)
    gap = cell * random.choice((0, 0, 0.05, 0.1, 0.2))
    colours = [any_colour(random) for _ in range(random.randint(1, 3))]
    figures = []
    for row in range(rows):
        for column in range(columns):
            x, y = (column + 0.5) * cell, (row + 0.5) * cell
            tone = colours[(row + column) % len(colours)]
            figures.append(rectangle(x + gap, y + gap, x + cell - gap, y + cell - gap, tone))
            if random.random() < 0.1:
                figures.append(circle(x + cell / 2, y + cell / 2, 0.4 * cell, any_colour(random)))
    return Print(any_material(random), (rows + 1) * cell, tuple(figures))


def stripes(random: Random) -> Print:
    """Return bars or wedges side by side, like rulers, fans, books in a row and flags."""
    colours = [any_colour(random) for _ in range(random.randint(2, 4))]
    taper, tall, x = random.uniform(0.2, 1.0), random.uniform(0.3, 1.0), 0.0
    figures: list[Figure] = []
    while x < 1:
        wide = random.uniform(0.03, 0.2)
        slim = wide * (1 - taper) / 2
        outline = ((x, 0.0), (x + wide, 0.0), (x + wide - slim, tall), (x + slim, tall))
        figures.append(Figure(outline, colours[len(figures) % len(colours)]))
        x += wide
    return Print(any_material(random), tall, tuple(figures))


def plain_sheet(random: Random) -> Print:
    """Return a book, a box, a cloth or a mat."""
    tall, inset = random.uniform(0.4, 1.6), random.uniform(0.03, 0.2)
    inner = (rectangle(inset, inset, 1 - inset, tall - inset, any_material(random)),) if random.random() < 0.5 else ()
    return Print(any_material(random), tall, inner)


def _screw(random: Random, x: float, y: float, radius: float, tone: str) -> list[Figure]:
    """Return a screw's head: a rim, a face, a slot or a cross."""
    ink = darker(tone, random.uniform(0.1, 0.6))
    figures, kind = [circle(x, y, radius, ink)], random.random()
    if kind > 0.25:
        figures.append(circle(x, y, radius * random.uniform(0.5, 0.85), mix(tone, "#ffffff", random.uniform(0, 0.3))))
        way = random.uniform(0, math.pi)
        for turn in (way, way + math.pi / 2)[: 1 if kind < 0.6 else 2]:
            a, b = 0.7 * radius * math.cos(turn), 0.7 * radius * math.sin(turn)
            figures.append(stroke(x - a, y - b, x + a, y + b, ink, 0.25 * radius))
    return figures


def _metal(tone: str, random: Random) -> Material:
    return Material("plain", tone, darker(tone, 0.8), random.uniform(0.03, 0.2), random.uniform(0.15, 0.6))


def hinge(random: Random) -> Print:
    """Return a hinge of two leaves with its pin and screws."""
    tone, tall, pin = metal_colour(random), random.uniform(1, 2.7), random.uniform(0.03, 0.11)
    figures = [
        rectangle(0.5 - pin, 0, 0.5 + pin, tall, darker(tone, 0.75)),
        stroke(0.5 + pin, 0, 0.5 + pin, tall, darker(tone, 0.35), 0.03),
    ]
    if random.random() < 0.5:  # an inset knuckle
        a, b = random.uniform(0.1, 0.22), random.uniform(0.2, 0.35) * tall
        figures.append(rectangle(0.5 - a, tall / 2 - b, 0.5 + a, tall / 2 + b, darker(tone, random.uniform(0.5, 1))))
        figures.append(rectangle(0.5 - a, tall / 2 - b, 0.5 + a, tall / 2 + b, darker(tone, 0.35), 0.03))
    screws, radius = random.randint(1, 3), random.uniform(0.05, 0.11)
    for rank in range(screws):
        for x in (0.22, 0.78):
            figures += _screw(random, x, tall * (rank + 0.5) / screws, radius, tone)
    figures.append(rectangle(0, 0, 1, tall, darker(tone, random.uniform(0.3, 1)), 0.03))
    return Print(_metal(tone, random), tall, tuple(figures))


def plate(random: Random) -> Print:
    """Return a square of metal with screws: a corner's fitting, a lock."""
    tone = metal_colour(random)
    figures: list[Figure] = []
    for _ in range(random.choice((1, 1, 2, 3, 4))):
        x, y = random.uniform(0.2, 0.8), random.uniform(0.2, 0.8)
        figures += _screw(random, x, y, random.uniform(0.05, 0.13), tone)
    return Print(_metal(tone, random), 1.0, tuple(figures))


def keys(random: Random) -> Print:
    """Return a keyboard's keys, or the buttons of a clock."""
    key, ink, step = any_colour(random), any_colour(random), random.uniform(0.17, 0.37)
    figures, y, tall = [], 0.02, random.uniform(0.4, 1.0)
    while y < tall:
        x = -random.uniform(0, step)
        while x < 1:
            figures.append(rectangle(x, y, x + 0.86 * step, y + 0.84 * step, key))
            if random.random() < 0.8:
                words, size = some_words(random, 1, 1), step * random.uniform(0.2, 0.45)
                figures.append(lettering(x + 0.25 * step, y + 0.6 * step, words, size, ink, 0.01))
            x += step * random.uniform(1, 1.6)
        y += step
    return Print(any_material(random, darker(any_colour(random), 0.5)), tall, tuple(figures))


def button(random: Random) -> Print:
    """Return a disc with two or four holes, with a glint, or with a ring."""
    tone, ink = any_colour(random), any_colour(random)
    figures, kind = [circle(0.5, 0.5, 0.45, tone)], random.random()
    if kind < 0.4:
        ways = ((-1, 0), (1, 0)) if random.random() < 0.4 else ((-1, -1), (1, -1), (-1, 1), (1, 1))
        figures += [circle(0.5 + 0.1 * x, 0.5 + 0.1 * y, random.uniform(0.04, 0.07), ink) for x, y in ways]
    elif kind < 0.75:
        x, y = random.uniform(0.35, 0.65), random.uniform(0.35, 0.65)
        glint = circle(x, y, random.uniform(0.04, 0.15), "#ffffff")
        figures.append(Figure(glint.points, "#ffffff", share=random.uniform(0.4, 1), soft=0.03))
    else:
        figures.append(circle(0.5, 0.5, random.uniform(0.1, 0.38), ink, random.uniform(0.03, 0.1)))
    return Print(any_material(random), 1.0, tuple(figures))


def inscription(random: Random) -> Print:
    """Return one to four lines of letters and digits: a maker's name, a score, a clock."""
    tall = random.uniform(0.3, 1.3)
    lines, font, bold = random.choice((1, 1, 2, 3, 4)), random.randrange(FONTS), random.uniform(0.01, 0.05)
    pitch, ink = tall / lines, any_colour(random)
    size = pitch * random.uniform(0.5, 0.85)
    return Print(
        any_material(random),
        tall,
        tuple(
            lettering(
                random.uniform(-0.1, 0.3), (line + 0.75) * pitch, some_words(random, 1, 15), size, ink, bold, font
            )
            for line in range(lines)
        ),
    )


def emblem(random: Random) -> Print:
    """Return a mark of a few colours: discs, rings, bars and specks, as on medals, cups and labels."""
    palette = [any_colour(random) for _ in range(random.randint(1, 3))]
    figures: list[Figure] = []
    for _ in range(random.randint(2, 13)):
        colour, x, y = random.choice(palette), random.random(), random.random()
        reach, line = random.uniform(0.02, 0.37), random.choice((0.0, 0.01, 0.02, 0.04, 0.07))
        kind = random.random()
        if kind < 0.55:
            figures.append(ellipse(x, y, reach, reach * random.choice((1, random.uniform(0.3, 1))), colour, line))
        elif kind < 0.8:
            way = random.uniform(0, math.pi)
            a, b = reach * math.cos(way), reach * math.sin(way)
            for step in range(random.randint(1, 7)):
                u, v = x + step * 0.08 * math.sin(way), y - step * 0.08 * math.cos(way)
                figures.append(stroke(u - a, v - b, u + a, v + b, colour, max(line, 0.01)))
        else:
            figures.append(rectangle(x, y, x + reach, y + reach * random.uniform(0.3, 2), colour, line))
    return Print(any_material(random), 1.0, tuple(figures))


def studs(random: Random) -> Print:
    """Return rows of holes or studs, more than a die has: of a rail, a loudspeaker or a domino box."""
    rows, columns = random.choice((1, 1, 1, 2, 3, 5)), random.randint(4, 8)
    pitch, ink = 1 / columns, any_colour(random)
    radius, glint = random.uniform(0.1, 0.42) * pitch, random.random() < 0.4
    figures = []
    for row in range(rows):
        for column in range(columns):
            x, y = (column + 0.5) * pitch, (row + 0.5) * pitch
            figures.append(circle(x, y, radius, ink))
            if glint:
                figures.append(circle(x - 0.3 * radius, y - 0.3 * radius, 0.3 * radius, "#ebebeb"))
    return Print(any_material(random), rows * pitch, tuple(figures))


def lacquered_discs(random: Random) -> Print:
    """Return one to three dark discs in a row that mirror lamps as arcs and points."""
    count = random.randint(1, 3)
    radius = 0.5 / count
    tone = coloured(random.random(), random.uniform(0, 0.5), random.uniform(0.02, 0.3))
    shine, lamp = coloured(0, 0, random.uniform(0.5, 1)), random.uniform(0, 2 * math.pi)
    figures = []
    for x in (radius * (2 * rank + 1) for rank in range(count)):
        figures.append(circle(x, radius, 0.95 * radius, tone))
        if random.random() < 0.8:
            reach, long = random.uniform(0.65, 0.9) * radius, random.uniform(0.3, 2.0)
            arc = [lamp + long * step / 9 for step in range(10)]
            points = tuple((x + reach * math.cos(way), radius + reach * math.sin(way)) for way in (*arc, *arc[::-1]))
            figures.append(Figure(points, shine, random.uniform(0.02, 0.1) * radius))
        for _ in range(random.randrange(4)):
            a, b = random.uniform(-0.6, 0.6) * radius, random.uniform(-0.6, 0.6) * radius
            figures.append(circle(x + a, radius + b, random.uniform(0.05, 0.2) * radius, shine))
    return Print(any_material(random), 2 * radius, tuple(figures))


def numerals(random: Random) -> Print:
    """Return one to six large numbers in a row, as of a board's points, a scale or a score."""
    count, ink, font = random.randint(1, 6), any_colour(random), random.randrange(FONTS)
    pitch, first, way = 1 / count, random.randrange(24), random.choice((-1, 1))
    tall, bold = pitch * random.uniform(0.6, 1.3), pitch * random.uniform(0.02, 0.1)
    size = tall * random.uniform(0.3, 0.75)
    figures = []
    for place in range(count):
        number = str((first + way * place) % 25)
        words = number if random.random() < 0.9 else random.choice(("II", "IV", "VI", "X", "0:00"))
        figures.append(lettering((place + 0.2) * pitch, (tall + size) / 2, words, size, ink, bold, font))
    return Print(any_material(random), tall, tuple(figures))


def dial(random: Random) -> Print:
    """Return a clock, a watch or a knob: a disc with strokes or points along its rim, with or without hands."""
    face, ink = any_colour(random), any_colour(random)
    figures = [circle(0.5, 0.5, 0.46, face)]
    strokes, inner, thick = random.choice((4, 6, 8, 12, 24, 60)), random.uniform(0.29, 0.4), random.uniform(0.01, 0.04)
    dots = random.random() < 0.4
    for way in (2 * math.pi * rank / strokes for rank in range(strokes)):
        a, b = math.cos(way), math.sin(way)
        one = circle(0.5 + inner * a, 0.5 + inner * b, thick, ink)
        mark = stroke(0.5 + inner * a, 0.5 + inner * b, 0.5 + 0.42 * a, 0.5 + 0.42 * b, ink, thick)
        figures.append(one if dots else mark)
    for _ in range(random.randrange(4)):
        way, long = random.uniform(0, 2 * math.pi), random.uniform(0.12, 0.37)
        end = (0.5 + long * math.cos(way), 0.5 + long * math.sin(way))
        figures.append(stroke(0.5, 0.5, *end, ink, random.uniform(0.01, 0.06)))
    return Print(any_material(random), 1.0, tuple(figures))


def peg_holes(random: Random) -> Print:
    """Return one to three holes of a rail, bushed or bare: empty, lit, or with a peg's head."""
    count = random.randint(1, 3)
    pitch, bush, dark, peg = 1 / count, metal_colour(random), darker(any_colour(random), 0.25), any_colour(random)
    tall = pitch * random.uniform(0.5, 1.3)
    radius = random.uniform(0.06, 0.16) * min(pitch, tall)
    rim = radius * random.uniform(1, 2)
    figures = []
    for x in ((place + 0.5) * pitch for place in range(count)):
        y = tall / 2
        figures += [circle(x, y, rim, bush), circle(x, y, radius, dark)]
        if random.random() < 0.4:
            a, b = x + random.gauss(0, 0.7 * radius), y + random.gauss(0, 0.7 * radius)
            figures += [stroke(x, y, a, b, darker(peg, 0.7), 1.6 * radius)]
            figures += [circle(a, b, radius * random.uniform(0.7, 1.8), peg)]
        elif random.random() < 0.4:
            figures.append(circle(x, y, radius * random.uniform(0.2, 0.6), mix(bush, "#ffffff", 0.5)))
    return Print(any_material(random), tall, tuple(figures))


def fingertips(random: Random) -> Print:
    """Return one to four fingers side by side with their nails, pale or painted."""
    count = random.randint(1, 4)
    wide = 1 / count
    skin = coloured(random.uniform(0.014, 0.08), random.uniform(0.2, 0.6), random.uniform(0.35, 0.95))
    nail = any_colour(random) if random.random() < 0.35 else mix(skin, "#ffffff", random.uniform(0.05, 0.3))
    figures = []
    for x in ((rank + 0.5) * wide for rank in range(count)):
        top = random.uniform(0.6, 1.1) * wide
        figures += [
            ellipse(x, top, 0.45 * wide, 0.6 * wide, skin),
            rectangle(x - 0.45 * wide, top, x + 0.45 * wide, 3 * wide, skin),
        ]
        figures.append(stroke(x + 0.45 * wide, top, x + 0.45 * wide, 3 * wide, darker(skin, 0.5), 0.05 * wide))
        figures.append(ellipse(x, top - 0.1 * wide, 0.27 * wide, 0.37 * wide, nail))
        if random.random() < 0.6:
            figures.append(circle(x + random.uniform(-0.1, 0.1) * wide, top - 0.2 * wide, 0.07 * wide, "#fafafa"))
    return Print(any_material(random), 2.75 * wide, tuple(figures))


def drawn_die(random: Random, value: int) -> Print:
    """Return a die as programs and books draw it: only its upper face."""
    body, ink = light_colour(random), dark_colour(random)
    if random.random() < 0.4:
        body, ink = dark_colour(random), light_colour(random)
    radius, spread = random.uniform(0.06, 0.12), random.uniform(0.2, 0.28)
    pips = [circle(0.5 + spread * x, 0.5 + spread * y, radius, ink) for x, y in FACES[value]]
    line = (rectangle(0, 0, 1, 1, ink if random.random() < 0.5 else darker(body, 0.5), 0.06),)
    outline = line if random.random() < 0.35 else ()
    return Print(Material("plain", body, darker(body, 0.9), 0.0, 1.0), 1.0, (*pips, *outline))


LIKE_DICE: tuple[tuple[Draw, float, float], ...] = (
    (hinge, 0.5, 1.6),
    (plate, 0.5, 1.6),
    (button, 0.4, 1.6),
    (keys, 1.5, 4.8),
    (inscription, 0.3, 2.0),
    (inscription, 0.3, 2.0),
    (emblem, 0.5, 2.5),
    (studs, 0.3, 1.5),
    (lacquered_discs, 0.5, 1.8),
    (numerals, 0.4, 1.5),
    (numerals, 0.4, 1.5),
    (dial, 0.5, 2.5),
    (peg_holes, 0.4, 1.6),
    (fingertips, 0.5, 2.0),
)
"""Things that a camera may take for dice, with the range of their half height, in edges of the dice next to them."""
BESIDE: tuple[Draw, ...] = (page, screen, grid, stripes, plain_sheet, keys)
"""Things that lie on tables."""
