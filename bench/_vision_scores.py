"""Scores of single pictures: readings compared with the truth."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from events.board_reading import BoardReading, DieReading
from simulation.labelled_pictures import photographs as labels

JETON = 0.05
"""Share of the board's width within which a jeton found matches a true one; slightly more than a jeton's width."""


SURE = 0.95
"""A reading with more confidence than this is sure."""


@dataclass(slots=True)
class VisionScore:
    """Counts over a set of pictures."""

    pictures: int = 0
    cases: int = 0
    cases_right: int = 0
    boards_right: int = 0
    dice: int = 0
    dice_right: int = 0
    dice_found: int = 0
    false_dice: int = 0
    sure_and_wrong: int = 0
    cut_and_wrong: int = 0
    read: list[tuple[float, bool]] = field(default_factory=list)
    jetons: int = 0
    jetons_found: int = 0
    jetons_placed: int = 0
    false_jetons: int = 0
    pegs: int = 0
    pegs_found: int = 0
    false_pegs: int = 0
    leaning: int = 0
    leaning_reported: int = 0
    flat: int = 0
    flat_reported_leaning: int = 0
    hidden: int = 0
    hidden_reported: int = 0
    whole: int = 0
    whole_reported_hidden: int = 0
    corners: list[float] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)


def score_cases(score: VisionScore, reading: BoardReading, labelled: labels.Labelled) -> None:
    """Count exact cases, with colour and number seen; hidden and unsure ones are left out.

    A case that the picture shows only in part counts where a reading is sure of it and wrong.
    """
    seen = {(case.row, case.column): case for case in reading.cases}
    wrong = 0
    for case in labelled.cases:
        if case.unsure:
            continue
        found = seen.get((case.row, case.column))
        right = found is not None and (found.count, found.colour) == (case.count, case.colour)
        if case.cut:
            score.cut_and_wrong += not right and found is not None and found.confidence > SURE
            continue
        score.cases += 1
        if found is not None:
            score.read.append((found.confidence, right))
        reported = found is not None and found.piled
        score.hidden += case.hidden is True
        score.hidden_reported += reported and case.hidden is True
        score.whole += case.hidden is False and case.count > 0
        score.whole_reported_hidden += reported and case.hidden is False and case.count > 0
        if right:
            score.cases_right += 1
        else:
            wrong += 1
            score.sure_and_wrong += found is not None and found.confidence > SURE
    score.boards_right += wrong == 0


def score_dice(score: VisionScore, found: tuple[DieReading, ...], labelled: labels.Labelled) -> None:
    """Match each labelled die to the nearest die found within an edge of it; the rest are false."""
    left = list(found)
    reach = labelled.reach
    for die in labelled.dice:
        near = min(left, key=lambda each: np.hypot(each.centre[0] - die.x, each.centre[1] - die.y), default=None)
        hit = near is not None and np.hypot(near.centre[0] - die.x, near.centre[1] - die.y) < (die.edge or reach)
        if hit and near is not None:
            left.remove(near)
        if die.value is not None:
            score.dice += 1
            score.dice_found += hit
            score.dice_right += bool(hit and near is not None and near.value == die.value)
        reported = hit and near is not None and not near.flat
        score.leaning += die.leans is True
        score.leaning_reported += reported and die.leans is True
        score.flat += die.leans is False
        score.flat_reported_leaning += reported and die.leans is False
    score.false_dice += len(left)


def score_corners(score: VisionScore, found: BoardReading, labelled: labels.Labelled) -> None:
    """Record the worst corner's distance from its label, as a share of the board's width."""
    if labelled.corners is None:
        return
    if found.corners is None:
        score.corners.append(float("inf"))
        return
    true, seen = np.array(labelled.corners), np.array(found.corners)
    score.corners.append(float(np.linalg.norm(true - seen, axis=1).max() / np.linalg.norm(true[1] - true[0])))


def score_jetons(score: VisionScore, reading: BoardReading, labelled: labels.Labelled) -> None:
    """Match each true jeton to the nearest one found; it is placed when it marks what that place marks."""
    if reading.corners is None:
        score.jetons += len(labelled.jetons)
        return
    reach = JETON * float(np.linalg.norm(np.subtract(reading.corners[1], reading.corners[0])))
    left = list(reading.jetons)
    for jeton in labelled.jetons:
        near = min(left, key=lambda each: np.hypot(each.centre[0] - jeton.x, each.centre[1] - jeton.y), default=None)
        score.jetons += 1
        if near is not None and np.hypot(near.centre[0] - jeton.x, near.centre[1] - jeton.y) < reach:
            left.remove(near)
            score.jetons_found += 1
            score.jetons_placed += (near.row, near.points) == (jeton.row, jeton.points)
    score.false_jetons += len(left)


def score_pegs(score: VisionScore, reading: BoardReading, labelled: labels.Labelled) -> None:
    """Compare the holes reported as taken with those that are."""
    announced = {peg.hole for peg in reading.pegs}
    score.pegs += len(labelled.pegs)
    score.pegs_found += len(announced & set(labelled.pegs))
    score.false_pegs += len(announced - set(labelled.pegs))
