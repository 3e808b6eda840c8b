"""Find and read dice on any surface. vision.pieces.board_dice does it on a board."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from events.board_reading import DieReading, DieRest
from vision.locate.rectify import warp_part
from vision.models import numbers_of
from vision.models.network import CELL, logit, maps, peaks, sigmoid

USUAL_EDGE = 14.0
"""Edge, in pixels, of the dice that the finder knows best; it finds edges of half to twice as many."""
STRIDE = 16
"""The finder's pictures have sides that are multiples of this."""
CROP, SPREAD = 40, 1.9
"""The reader's crops are CROP pixels wide: SPREAD edges of the die."""
LEAST = 0.28
"""The reader does not see candidates with a lower peak."""
ACCEPTED = 0.5
"""Least probability of a die that is reported."""
SURENESS = numbers_of("dice")
"""P(right) = sigmoid(a + b * logit(reader's) + c * logit(finder's) + the evidence of its size, `size_evidence`)."""
MOST_PIXELS = 1_300_000
"""Larger pictures are shrunk first: a die that is small in them could not be read anyway."""
SMALLEST = 48
"""A picture is halved, for larger dice, until its shorter side would have fewer pixels than this."""
LEAST_EDGE = 8.0
"""Dice with shorter edges (pixels) show no pips and are left out. Above this, confidences are calibrated."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible die: the middle of its upper face and its edge (pixels), P(it is one)."""

    x: float
    y: float
    edge: float
    confidence: float


def dice_anywhere(image: NDArray[np.uint8]) -> tuple[DieReading, ...]:
    """Return every die of an image (BGR), on any surface, with edges from LEAST_EDGE pixels to a third of the image."""
    read = read_candidates(image, candidates_anywhere(image))
    return tuple(_reading(each) for each in weighed_together(read, [each.candidate.edge for each in read]))


def candidates_anywhere(image: NDArray[np.uint8]) -> list[Candidate]:
    """Return possible dice in an image (BGR), of any size, none twice."""
    pixels = image.shape[0] * image.shape[1]
    scale = min(1.5, math.sqrt(MOST_PIXELS / max(pixels, 1)))
    found: list[Candidate] = []
    while min(image.shape[:2]) * scale >= SMALLEST:
        found += find(image, scale, (0, 0))
        scale /= 2
    return apart(found)


def find(image: NDArray[np.uint8], scale: float, origin: tuple[int, int]) -> list[Candidate]:
    """Return candidates for dice whose edge, in the image enlarged by `scale`, is 7 to 28 pixels."""
    width, height = max(STRIDE, round(image.shape[1] * scale)), max(STRIDE, round(image.shape[0] * scale))
    # Above this scale linear interpolation is as good, and takes a fifth of the time.
    picture = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA if scale < 0.8 else cv2.INTER_LINEAR)
    right, bottom = -width % STRIDE, -height % STRIDE
    picture = cv2.copyMakeBorder(picture, 0, bottom, 0, right, cv2.BORDER_REPLICATE)
    answer = maps("die_finder", [np.asarray(picture, np.uint8)])[0]
    heat = sigmoid(answer[0])
    candidates = []
    for x, y, sure in peaks(heat, LEAST, 1):
        row, column = min(max(round(y), 0), heat.shape[0] - 1), min(max(round(x), 0), heat.shape[1] - 1)
        edge = USUAL_EDGE * 2.0 ** float(np.clip(answer[1, row, column], -1.2, 1.2))
        px, py = (x * CELL + (CELL - 1) / 2 + 0.5) / scale - 0.5, (y * CELL + (CELL - 1) / 2 + 0.5) / scale - 0.5
        if px < image.shape[1] and py < image.shape[0] and edge / scale >= LEAST_EDGE:
            candidates.append(Candidate(px + origin[0], py + origin[1], edge / scale, float(sure)))
    return candidates


def apart(found: Iterable[Candidate]) -> list[Candidate]:
    """Return the likelier of any two that are one die, the likeliest first."""
    kept: list[Candidate] = []
    for candidate in sorted(found, key=lambda each: -each.confidence):
        if not any(of_one_die(candidate, other) for other in kept):
            kept.append(candidate)
    return kept


def of_one_die(one: Candidate, other: Candidate) -> bool:
    """Return whether two are one die: the upper faces of two dice are at least nearly an edge apart."""
    return math.hypot(one.x - other.x, one.y - other.y) <= 0.6 * max(one.edge, other.edge)


@dataclass(frozen=True, slots=True)
class Read:
    """A candidate that is a die.

    Attributes:
        value: Its likeliest value.
        flat: Whether it lies flat.
        face: The reader's own probability of the value.
        any_face: The same of any value: higher where it sees two faces of a leaning die.
        confidence: P(it is a die with this value).
    """

    candidate: Candidate
    value: int
    flat: bool
    face: float
    any_face: float
    confidence: float


def weighed_together(dice: Sequence[Read], edges: Sequence[float]) -> list[Read]:
    """Return the dice of a picture that are accepted when all are weighed together.

    edges: their edges, in a measure in which all dice of a table are alike.
    """
    held = [
        replace(die, confidence=sureness(die.face, die.candidate.confidence, size_evidence(number, dice, edges)))
        for number, die in enumerate(dice)
    ]
    return [die for die in held if die.confidence >= ACCEPTED]


SIZES_DIFFER = 0.15
"""Standard deviation of the logarithms of the edges of one table's dice, as estimated."""
SIZES_OF_OTHERS = 1.1
"""Width of the range of sizes of things that are not dice (in logarithms)."""
OF_ITS_OWN_SIZE = 0.1
"""Share of dice with a size of their own: of another set, or much nearer the camera."""


def size_evidence(number: int, dice: Sequence[Read], edges: Sequence[float]) -> float:
    """Return the evidence (log odds) of a die's size: the dice of one table are of one size."""
    if len(dice) == 1:
        return 0.0
    sure = np.delete([die.confidence for die in dice], number)
    off = np.log(edges[number] / np.delete(edges, number)) / SIZES_DIFFER
    height = SIZES_OF_OTHERS / (SIZES_DIFFER * math.sqrt(2 * math.pi))
    alike = height * float(np.average(np.exp(-off * off / 2), weights=sure)) + OF_ITS_OWN_SIZE
    # If none of the others is a die, they say nothing about the size of dice.
    return math.log(1 - sure.max() + sure.max() * alike)


VARIANTS = ((0.05, 0.03, 1.08), (-0.05, 0.03, 0.93))
"""Further looks at a possible die, each moved by (x, y) edges and scaled. They are surer than one look.

Letters and lamps that look like pips at one size do not at others.
"""
SETTLED = 0.97
"""A candidate with at least this probability at the first look gets no further ones."""
MOST_CANDIDATES = 120
"""Most candidates shown to the reader, the likeliest first: carpets and keyboards give hundreds."""
WORTH_HOLDING = 0.25
"""A candidate that is less likely than this on its own is dropped: its size adds at most 1.1 to the log odds."""


def read_candidates(
    image: NDArray[np.uint8], candidates: Sequence[Candidate], *, of_any_value: bool = False
) -> list[Read]:
    """Return those of different candidates that may be dice, with their values, each with its own sureness.

    of_any_value: with those that are surely dice but may have several values, as leaning dice.
    """
    candidates = sorted(candidates, key=lambda each: -each.confidence)[:MOST_CANDIDATES]
    if not candidates:
        return []
    first = _scores(image, candidates, ((0.0, 0.0, 1.0),))
    likely = np.flatnonzero(_faces(first)[:, 1:].sum(axis=1) > WORTH_HOLDING)
    if len(likely) == 0:
        return []
    candidates = [candidates[index] for index in likely]
    scores = np.repeat(first[likely], 1 + len(VARIANTS), axis=1)
    doubtful = np.flatnonzero(_faces(first[likely]).max(axis=1) < SETTLED)
    if len(doubtful):
        scores[doubtful, 1:] = _scores(image, [candidates[index] for index in doubtful], VARIANTS)
    faces, flat = _faces(scores), sigmoid(scores[..., 7].astype(np.float32)).mean(axis=1)
    dice = []
    for candidate, probability, lies in zip(candidates, faces, flat, strict=True):
        value = int(np.argmax(probability[1:])) + 1
        face, any_face = float(probability[value]), float(probability[1:].sum())
        confidence = sureness(face, candidate.confidence)
        held = sureness(any_face, candidate.confidence) if of_any_value else confidence
        if held >= WORTH_HOLDING:
            dice.append(Read(candidate, value, bool(lies >= 0.5), face, any_face, confidence))
    return sorted(dice, key=lambda each: -each.confidence)


def sureness(face: float, peak: float, size: float = 0.0) -> float:
    """Return P(it is a die with that value), from the reader's and the finder's probabilities (0..1).

    size: the evidence of its size (`size_evidence`).
    """
    a, b, c = SURENESS
    return float(1 / (1 + math.exp(-a - b * logit(face) - c * logit(peak) - size)))


def _scores(
    image: NDArray[np.uint8], candidates: Sequence[Candidate], variants: Sequence[tuple[float, float, float]]
) -> NDArray[np.float64]:
    """Return the reader's scores of each candidate in each variant: (n, variants, 8), for none, 1, .. 6 and flat."""
    crops = [_crop(image, candidate, *variant) for candidate in candidates for variant in variants]
    return maps("die_reader", crops).reshape(len(candidates), len(variants), -1).astype(np.float64)


def _faces(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return P(none, 1, .. 6) for each candidate, (n, 7): the mean over the variants."""
    powers = np.exp(scores[..., :7] - scores[..., :7].max(axis=2, keepdims=True))
    return np.asarray((powers / powers.sum(axis=2, keepdims=True)).mean(axis=1), np.float64)


def _crop(
    image: NDArray[np.uint8], candidate: Candidate, right: float, down: float, spread: float
) -> NDArray[np.uint8]:
    scale = CROP / (candidate.edge * SPREAD * spread)
    x, y = candidate.x + right * candidate.edge, candidate.y + down * candidate.edge
    to_crop = np.array([[scale, 0, CROP / 2 - scale * x], [0, scale, CROP / 2 - scale * y], [0, 0, 1]])
    return warp_part(image, to_crop, (CROP, CROP), 1 / scale)


def _reading(each: Read) -> DieReading:
    centre = (each.candidate.x, each.candidate.y)
    return DieReading(each.value, each.flat, DieRest.FLOOR, centre, (0.0, 0.0), each.confidence)
