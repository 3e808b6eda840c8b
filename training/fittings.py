"""Things on boards and tables that are not dice: hinges, screws, keys, cloth, buttons, letters, seen from above.

Each is a float32 BGR picture (0..255), to be laid on a quadrilateral.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.surfaces import Image, any_colour, hsv, ink_of, noise


def metal(rng: Generator) -> NDArray[np.float32]:
    """The colour of brass, steel or black iron."""
    kind = rng.random()
    if kind < 0.45:
        return hsv(rng.uniform(0, 360), rng.uniform(0, 0.12), rng.uniform(0.4, 0.9))
    if kind < 0.8:
        return hsv(rng.uniform(30, 50), rng.uniform(0.3, 0.75), rng.uniform(0.4, 0.9))
    return any_colour(rng) * np.float32(rng.uniform(0.3, 1))


def _screw(rng: Generator, image: Image, x: float, y: float, radius: float, tone: NDArray[np.float32]) -> None:
    """A screw's head: a rim, a face, a slot, a cross or a hole."""
    at = (round(x * 16), round(y * 16))
    ink = ink_of(tone * rng.uniform(0.1, 0.6))
    face = ink_of(np.minimum(tone * rng.uniform(0.5, 1.3), 255))
    cv2.circle(image, at, round(radius * 16), ink, -1, cv2.LINE_AA, 4)
    kind = rng.random()
    if kind < 0.25:
        return
    cv2.circle(image, at, round(radius * rng.uniform(0.5, 0.85) * 16), face, -1, cv2.LINE_AA, 4)
    way = rng.uniform(0, np.pi)
    for turn in (0.0, np.pi / 2)[: 1 if kind < 0.6 else 2]:
        dx, dy = radius * 0.7 * np.cos(way + turn), radius * 0.7 * np.sin(way + turn)
        cv2.line(image, (round(x - dx), round(y - dy)), (round(x + dx), round(y + dy)), ink, 2, cv2.LINE_AA)


def hinge(rng: Generator) -> Image:
    """A hinge of two leaves with its pin and screws, twice as long as wide."""
    width, height = 80, int(rng.uniform(80, 220))
    tone = metal(rng)
    image = np.ascontiguousarray(tone + 6 * noise(rng, (width, height), (40, 3))[..., None], np.float32)
    pin = rng.uniform(2, 9)
    cv2.rectangle(image, (round(40 - pin), 0), (round(40 + pin), height), ink_of(tone * 0.75), -1)
    cv2.line(image, (round(40 + pin), 0), (round(40 + pin), height), ink_of(tone * 0.35), 2)
    if rng.random() < 0.5:  # an inset knuckle
        reach = rng.uniform(8, 18), rng.uniform(0.2, 0.35) * height
        one = (round(40 - reach[0]), round(height / 2 - reach[1]))
        other = (round(40 + reach[0]), round(height / 2 + reach[1]))
        cv2.rectangle(image, one, other, ink_of(tone * rng.uniform(0.5, 1.2)), -1)
        cv2.rectangle(image, one, other, ink_of(tone * 0.35), 2)
    screws, radius = int(rng.integers(1, 4)), rng.uniform(4, 9)
    for rank in range(screws):
        y = height * (rank + 0.5) / screws if screws > 1 else height / 2
        for x in (18, 62):
            _screw(rng, image, x, y, radius, tone)
    cv2.rectangle(image, (0, 0), (width - 1, height - 1), ink_of(tone * rng.uniform(0.3, 1.2)), 2)
    return image


def plate(rng: Generator) -> Image:
    """A square of metal with one to five screws: a corner's fitting, a lock."""
    tone = metal(rng)
    image = np.ascontiguousarray(tone + 5 * noise(rng, (80, 80), (30, 4))[..., None], np.float32)
    for _ in range(int(rng.choice([1, 1, 2, 3, 4]))):
        x, y = rng.uniform(16, 64, 2)
        _screw(rng, image, x, y, rng.uniform(4, 10), tone)
    return image


def keys(rng: Generator) -> Image:
    """A keyboard's keys, or the buttons of a clock."""
    ground, key, ink = any_colour(rng) * 0.5, any_colour(rng), any_colour(rng)
    image = np.tile(ground.astype(np.float32), (160, 160, 1))
    step = rng.uniform(28, 60)
    for y in np.arange(2, 160, step):
        for x in np.arange(-rng.uniform(0, step), 160, step * rng.uniform(1, 1.6)):
            cv2.rectangle(image, (int(x), int(y)), (int(x + step * 0.86), int(y + step * 0.84)), ink_of(key), -1)
            if rng.random() < 0.8:
                letter = str(rng.choice(list("ABCDEFGHKMNPRSTWXYZ0123456789:;.,%&#")))
                at = (int(x + step * 0.25), int(y + step * 0.6))
                cv2.putText(image, letter, at, 0, step / rng.uniform(45, 90), ink_of(ink), 1, cv2.LINE_AA)
    return image


def weave(rng: Generator, size: tuple[int, int]) -> Image:
    """Coarse cloth or carpet: threads that cross over and under, light on dark."""
    width, height = size
    period = rng.uniform(4, 22)
    slant = rng.uniform(-0.5, 0.5)
    xs, ys = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    xs, ys = xs + slant * ys + 2 * noise(rng, size, (20, 20)), ys + 2 * noise(rng, size, (20, 20))
    thread = np.sin(xs * np.float32(np.pi / period)) * np.sin(ys * np.float32(np.pi / period / rng.uniform(0.5, 2)))
    share = 1 / (1 + np.exp(-rng.uniform(2, 8) * (thread + rng.uniform(-0.3, 0.3) + 0.2 * noise(rng, size, (2, 2)))))
    one, other = any_colour(rng), any_colour(rng)
    return np.asarray(one * share[..., None] + other * (1 - share[..., None]), np.float32)


def button(rng: Generator) -> Image:
    """A square cut around a disc: with two or four holes, with a ball's glint, or with a ring."""
    ground, tone, ink = any_colour(rng), any_colour(rng), any_colour(rng)
    image = np.tile(ground.astype(np.float32), (80, 80, 1))
    cv2.circle(image, (40, 40), 36, ink_of(tone), -1, cv2.LINE_AA)
    kind = rng.random()
    if kind < 0.4:
        for x, y in ((-1, 0), (1, 0)) if rng.random() < 0.4 else ((-1, -1), (1, -1), (-1, 1), (1, 1)):
            cv2.circle(image, (40 + 8 * x, 40 + 8 * y), int(rng.integers(3, 6)), ink_of(ink), -1, cv2.LINE_AA)
    elif kind < 0.75:
        yy, xx = np.mgrid[:80, :80]
        x, y = rng.uniform(28, 52, 2)
        glint = np.exp(-((xx - x) ** 2 + (yy - y) ** 2) / rng.uniform(3, 12) ** 2)
        image += rng.uniform(60, 250) * glint[..., None].astype(np.float32)
    else:
        cv2.circle(image, (40, 40), int(rng.integers(8, 30)), ink_of(ink), int(rng.integers(2, 9)), cv2.LINE_AA)
    return image


HANDS = "ABCDEFGHIJKLMNOPRSTUVWXYZabcdefghiklmnoprstuwyz0123456789:.-&%#*!/"


def lettering(rng: Generator) -> Image:
    """One to four lines of letters and digits on a plain surface: a maker's name, a score, a clock."""
    height, width = 96, int(rng.uniform(70, 330))
    ground, ink = any_colour(rng), any_colour(rng)
    image = np.tile(ground.astype(np.float32), (height, width, 1))
    lines, font, bold = int(rng.choice([1, 1, 2, 3, 4])), int(rng.integers(0, 8)), int(rng.integers(1, 5))
    if rng.random() < 0.4:
        font += int(cv2.FONT_ITALIC)
    pitch = height / lines
    scale = pitch * rng.uniform(0.5, 0.85) / 22
    for line in range(lines):
        text = "".join(rng.choice(list(HANDS), int(rng.integers(1, 16))))
        at = (int(rng.uniform(-0.1, 0.3) * width), int((line + 0.75) * pitch))
        cv2.putText(image, text, at, font, scale, ink_of(ink), min(bold, 1 + int(scale * 2)), cv2.LINE_AA)
    return image


def emblem(rng: Generator) -> Image:
    """A mark of two or three colours: discs, rings, bars, arcs and specks, as on medals, cups and labels."""
    image = np.tile(any_colour(rng).astype(np.float32), (96, 96, 1))
    palette = [any_colour(rng) for _ in range(int(rng.integers(1, 4)))]
    for _ in range(int(rng.integers(2, 14))):
        colour = ink_of(palette[int(rng.integers(len(palette)))])
        x, y, reach = int(rng.uniform(0, 96)), int(rng.uniform(0, 96)), int(rng.uniform(2, 36))
        kind, thick = rng.random(), int(rng.choice([-1, 1, 2, 4, 7]))
        if kind < 0.3:
            cv2.circle(image, (x, y), reach, colour, thick, cv2.LINE_AA)
        elif kind < 0.55:
            turned, first = rng.uniform(0, 360, 2)
            axes = (reach, int(reach * rng.uniform(0.3, 1)) + 1)
            cv2.ellipse(image, (x, y), axes, turned, first, first + rng.uniform(30, 360), colour, thick, cv2.LINE_AA)
        elif kind < 0.8:
            way = rng.uniform(0, np.pi)
            for step in range(int(rng.integers(1, 8))):
                a, b = x + step * 8 * np.sin(way), y - step * 8 * np.cos(way)
                dx, dy = reach * np.cos(way), reach * np.sin(way)
                one, other = (int(a - dx), int(b - dy)), (int(a + dx), int(b + dy))
                cv2.line(image, one, other, colour, max(thick, 1), cv2.LINE_AA)
        else:
            cv2.rectangle(image, (x, y), (x + reach, y + int(reach * rng.uniform(0.3, 2))), colour, thick)
    return image


def holes(rng: Generator) -> Image:
    """Rows of holes or studs, more than a die has: of a rail, a loudspeaker or a domino box."""
    rows, columns, pitch = int(rng.choice([1, 1, 1, 2, 3, 5])), int(rng.integers(4, 9)), 32
    ground, ink = any_colour(rng), any_colour(rng)
    image = np.tile(ground.astype(np.float32), (rows * pitch, columns * pitch, 1))
    radius, glint = rng.uniform(0.1, 0.42) * pitch, rng.random() < 0.4
    for row in range(rows):
        for column in range(columns):
            at = (round((column + 0.5) * pitch * 16), round((row + 0.5) * pitch * 16))
            cv2.circle(image, at, round(radius * 16), ink_of(ink), -1, cv2.LINE_AA, 4)
            if glint:
                up = (at[0] - round(radius * 5), at[1] - round(radius * 5))
                cv2.circle(image, up, round(radius * 5), (235.0, 235.0, 235.0), -1, cv2.LINE_AA, 4)
    return image


def glossy(rng: Generator) -> Image:
    """One to three dark lacquered discs in a row that mirror the lamps as arcs and points."""
    count = int(rng.integers(1, 4))
    image = np.tile(any_colour(rng).astype(np.float32), (80, 80 * count, 1))
    tone = hsv(rng.uniform(0, 360), rng.uniform(0, 0.5), rng.uniform(0.02, 0.3))
    shine = [float(rng.uniform(120, 255))] * 3
    lamp = rng.uniform(0, 360)
    for x in range(40, 80 * count, 80):
        cv2.circle(image, (x, 40), 38, ink_of(tone), -1, cv2.LINE_AA)
        if rng.random() < 0.8:
            long, reach = rng.uniform(20, 120), int(rng.uniform(26, 36))
            cv2.ellipse(image, (x, 40), (reach, reach), lamp, 0, long, shine, int(rng.integers(1, 5)), cv2.LINE_AA)
        for _ in range(int(rng.integers(0, 4))):
            at = (int(x + rng.uniform(-24, 24)), int(40 + rng.uniform(-24, 24)))
            cv2.circle(image, at, int(rng.integers(2, 8)), shine, -1, cv2.LINE_AA)
    return image


def lacquered(rng: Generator, colour: NDArray[np.float32], side: int) -> Image:
    """The upper face of a polished dame, `side` pixels square. It mirrors lamps as arcs, points and panes."""
    image = np.tile(colour.astype(np.float32), (side, side, 1))
    axis = (np.arange(side) + 0.5) / side * 2 - 1
    distance = np.hypot(axis[None, :], axis[:, None])[..., None]
    for _ in range(int(rng.integers(0, 4))):  # turned rings
        at, wide = rng.uniform(0.2, 0.95), rng.uniform(0.02, 0.08)
        image *= 1 + rng.uniform(-0.5, 0.9) * np.exp(-(((distance - at) / wide) ** 2))
    image = np.ascontiguousarray(image, np.float32)
    middle, tone = side // 2, rng.uniform(110, 255)
    shine = [float(np.clip(tone + rng.normal(0, 15), 0, 255)) for _ in range(3)]
    for _ in range(int(rng.integers(0, 3))):
        reach, first = int(rng.uniform(0.3, 0.95) * middle), rng.uniform(0, 360)
        long, thick = rng.uniform(15, 130), int(rng.integers(1, 2 + side // 20))
        cv2.ellipse(image, (middle, middle), (reach, reach), 0, first, first + long, shine, thick, cv2.LINE_AA)
    rows, columns = int(rng.integers(1, 4)), int(rng.integers(1, 4))  # ceiling lamps are arranged in rows
    step, size = rng.uniform(0.12, 0.4) * side / 2, rng.uniform(0.03, 0.12) * side
    way, (left, top) = rng.uniform(0, np.pi), middle * rng.uniform(0.6, 1.4, 2)
    for row in range(rows):
        for column in range(columns):
            a, b = (row - (rows - 1) / 2) * step, (column - (columns - 1) / 2) * step
            place = (round(left + a * np.cos(way) - b * np.sin(way)), round(top + a * np.sin(way) + b * np.cos(way)))
            axes = (max(1, round(size)), max(1, round(size * rng.uniform(0.4, 1))))
            cv2.ellipse(image, place, axes, np.degrees(way), 0, 360, shine, -1, cv2.LINE_AA)
    if rng.random() < 0.25:  # a maker's name
        text = "".join(rng.choice(list(HANDS), int(rng.integers(1, 7))))
        ink = ink_of(any_colour(rng) if rng.random() < 0.5 else colour * rng.uniform(0.4, 1.8))
        place = (round(rng.uniform(0.15, 0.4) * side), round(rng.uniform(0.4, 0.7) * side))
        cv2.putText(image, text, place, int(rng.integers(0, 8)), rng.uniform(0.3, 1.3), ink, 2, cv2.LINE_AA)
    if rng.random() < 0.6:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.5, 3)), np.float32)
    return image


def numerals(rng: Generator) -> Image:
    """One to six large numbers in a row, as of a board's points, a scale or a score."""
    count, pitch = int(rng.integers(1, 7)), int(rng.uniform(60, 130))
    image = np.tile(any_colour(rng).astype(np.float32), (80, count * pitch, 1))
    ink, font = ink_of(any_colour(rng)), int(rng.integers(0, 8))
    scale, bold = rng.uniform(0.9, 2.3), int(rng.integers(1, 8))
    first, way = int(rng.integers(0, 24)), int(rng.choice([-1, 1]))
    for place in range(count):
        text = (
            str((first + way * place) % 25) if rng.random() < 0.9 else str(rng.choice(["II", "IV", "VI", "X", "0:00"]))
        )
        (wide, tall), _ = cv2.getTextSize(text, font, scale, bold)
        at = (place * pitch + (pitch - wide) // 2, (80 + tall) // 2)
        cv2.putText(image, text, at, font, scale, ink, bold, cv2.LINE_AA)
    return image


def dial(rng: Generator) -> Image:
    """A clock, a watch or a knob: a disc with strokes or points along its rim, with or without hands."""
    image = np.tile(any_colour(rng).astype(np.float32), (96, 96, 1))
    face, ink = ink_of(any_colour(rng)), ink_of(any_colour(rng))
    cv2.circle(image, (48, 48), 44, face, -1, cv2.LINE_AA)
    strokes, inner, thick = int(rng.choice([4, 6, 8, 12, 24, 60])), rng.uniform(28, 38), int(rng.integers(1, 5))
    dots = rng.random() < 0.4
    for turn in np.arange(strokes) * 2 * np.pi / strokes:
        one = (round(48 + inner * np.cos(turn)), round(48 + inner * np.sin(turn)))
        if dots:
            cv2.circle(image, one, thick, ink, -1, cv2.LINE_AA)
        else:
            cv2.line(
                image, one, (round(48 + 40 * np.cos(turn)), round(48 + 40 * np.sin(turn))), ink, thick, cv2.LINE_AA
            )
    for _ in range(int(rng.integers(0, 4))):
        turn, long = rng.uniform(0, 2 * np.pi), rng.uniform(12, 36)
        end = (round(48 + long * np.cos(turn)), round(48 + long * np.sin(turn)))
        cv2.line(image, (48, 48), end, ink, int(rng.integers(1, 6)), cv2.LINE_AA)
    return image


def peg_holes(rng: Generator) -> Image:
    """One to three holes of a rail, bushed or bare: empty, lit, or with a peg whose head is seen from above."""
    count, pitch = int(rng.integers(1, 4)), int(rng.uniform(60, 160))
    image = np.tile(any_colour(rng).astype(np.float32), (80, count * pitch, 1))
    bush, dark, peg = metal(rng), any_colour(rng) * np.float32(0.25), any_colour(rng)
    radius, rim = rng.uniform(6, 16), rng.uniform(0, 12)
    for place in range(count):
        x, y = place * pitch + pitch // 2, 40
        if rim > 2:
            cv2.circle(image, (x, y), round(radius + rim), ink_of(bush), -1, cv2.LINE_AA)
        cv2.circle(image, (x, y), round(radius), ink_of(dark), -1, cv2.LINE_AA)
        if rng.random() < 0.4:
            dx, dy = rng.normal(0, 8, 2)
            head = (round(x + dx), round(y + dy))
            cv2.line(image, (x, y), head, ink_of(peg * 0.7), round(radius * 1.6), cv2.LINE_AA)
            cv2.circle(image, head, round(radius * rng.uniform(0.7, 1.8)), ink_of(peg), -1, cv2.LINE_AA)
        elif rng.random() < 0.4:
            glint = ink_of(np.minimum(bush * 1.5, 255))
            at = (round(x + rng.normal(0, 3)), round(y + rng.normal(0, 3)))
            cv2.circle(image, at, max(1, round(radius * rng.uniform(0.2, 0.6))), glint, -1, cv2.LINE_AA)
    return image


def fingertips(rng: Generator) -> Image:
    """One to four fingers side by side with their nails, pale or painted."""
    count = int(rng.integers(1, 5))
    skin = hsv(rng.uniform(5, 28), rng.uniform(0.2, 0.6), rng.uniform(0.35, 0.95))
    nail = any_colour(rng) if rng.random() < 0.35 else np.minimum(skin * rng.uniform(1.05, 1.35), 255)
    image = np.tile(any_colour(rng).astype(np.float32), (110, count * 40, 1))
    for x in range(20, count * 40, 40):
        top, bright = int(rng.uniform(20, 45)), rng.uniform(0.85, 1.1)
        tone = ink_of(skin * bright)
        cv2.ellipse(image, (x, top + 10), (18, 24), 0, 180, 360, tone, -1, cv2.LINE_AA)
        cv2.rectangle(image, (x - 18, top + 10), (x + 18, 110), tone, -1)
        cv2.line(image, (x + 18, top), (x + 18, 110), ink_of(skin * 0.5), 2, cv2.LINE_AA)
        cv2.ellipse(image, (x, top + 8), (11, 15), 0, 0, 360, ink_of(nail), -1, cv2.LINE_AA)
        if rng.random() < 0.6:
            cv2.circle(image, (x + int(rng.integers(-5, 6)), top + 4), 3, (250.0, 250.0, 250.0), -1, cv2.LINE_AA)
    return image
