"""The drawings on a board's faces: flèches, ornaments, and the planks of the table under it."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Column, Row
from simulation.render.materials import Texture, linear, texture
from simulation.render.style import Style

SCALE = 2.4
"""Pixels per millimetre of the board's textures."""


def draw_planks(made: Texture, random: Random, scale: float, along: str) -> None:
    """Draw planks of different trees side by side, with dark seams; scale: pixels per millimetre of the texture."""
    width = random.uniform(70, 220) * scale
    size = made.shape[0]
    at = random.uniform(0, width)
    while at < size:
        start, end = int(at), min(int(at + width), size)
        tone = random.uniform(0.82, 1.15)
        band = made[start:end] if along == "x" else made[:, start:end]
        band *= tone
        shift = random.randrange(size)
        band[:] = np.roll(band, shift, axis=1 if along == "x" else 0)
        seam = made[start : start + 2] if along == "x" else made[:, start : start + 2]
        seam *= 0.45
        at += width


def _fleche(style: Style, row: Row, column: Column) -> NDArray[np.float64]:
    """Return the three corners of a flèche on the floor, mm: both ends of its base, then its tip."""
    field = style.field
    half = field.case_width / 2
    x = field.column_centre(column)
    if row == "far":
        return np.array([(x - half, 0.0), (x + half, 0.0), (x, field.fleche)])
    return np.array([(x - half, field.height), (x + half, field.height), (x, field.height - field.fleche)])


def draw_fleches(style: Style, made: Texture, shine: NDArray[np.float32], scale: float) -> None:
    """Draw all twenty-four flèches onto the floor's texture and its gloss; scale: its pixels per millimetre."""
    field, board = style.field, style.board
    if not board.fleches:
        return
    ratio = np.array([made.shape[1] / field.width, made.shape[0] / field.height])
    woods = [
        texture(each, (field.width, field.height), scale, style.seed + 30 + i) for i, each in enumerate(board.fleches)
    ]
    for row in ("far", "near"):
        for column in range(1, 13):
            kind = (column + (row == "near")) % len(woods)
            mask = np.zeros(made.shape[:2], np.uint8)
            fixed = np.rint(_fleche(style, row, column) * ratio * 16).astype(np.int32)
            cv2.fillPoly(mask, [fixed], 255, cv2.LINE_AA, 4)
            x, y, width, height = cv2.boundingRect(fixed >> 4)
            at = np.s_[max(y - 2, 0) : y + height + 2, max(x - 2, 0) : x + width + 2]
            share = mask[at].astype(np.float32)[..., None] / 255
            made[at] += share * (woods[kind][at] - made[at])
            shine[at] += share[..., 0] * (board.fleches[kind].gloss - shine[at])
            if board.outline:
                line = np.zeros(made.shape[:2], np.uint8)
                cv2.polylines(line, [fixed], True, 255, 2, cv2.LINE_AA, 4)
                share = line[at].astype(np.float32)[..., None] / 255
                made[at] += share * (linear(board.outline) - made[at])


def draw_ornament(style: Style, made: Texture) -> None:
    """Draw the style's ornament, if any, onto the floor's texture."""
    board, field = style.board, style.field
    if board.ornament == "none":
        return
    colour = tuple(float(c) for c in linear(board.fleches[0].colour))
    per_mm = made.shape[1] / field.width
    random = Random(f"ornament {style.seed}")  # noqa: S311 - a picture, not a secret
    for share in (0.25, 0.75):
        x, y = int(made.shape[1] * share), made.shape[0] // 2
        if board.ornament == "rings":
            for radius in (26, 18, 6):
                cv2.circle(made, (x, y), int(radius * per_mm), colour, max(int(1.2 * per_mm), 1), cv2.LINE_AA)
        elif board.ornament == "text":
            word = random.choice(("TRICTRAC", "TABLIER", "1783", "Club", "www.jeu.example", "GAMMON"))
            size = random.uniform(0.8, 1.8)
            (wide, _), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_COMPLEX, size, 3)
            cv2.putText(made, word, (x - wide // 2, y + 10), cv2.FONT_HERSHEY_COMPLEX, size, colour, 3, cv2.LINE_AA)
    if board.ornament == "border":
        inset = int(4 * per_mm)
        rows, columns = made.shape[:2]
        bar = int(field.bar / 2 * per_mm)
        for x0, x1 in ((inset, columns // 2 - bar - inset), (columns // 2 + bar + inset, columns - inset)):
            cv2.rectangle(made, (x0, inset), (x1, rows - inset), colour, max(int(per_mm), 1), cv2.LINE_AA)
