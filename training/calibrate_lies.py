"""Fit when a die is reported to lean or to lie on another.

`python -m training.calibrate_lies VIEWS TABLES [FIRST]` writes `stacked`, `lies` and `torn`.

`stacked` is how far apart two dice are seen, in edges, when one lies on the other: SPOILT of them further. Where vision
sees a die is measured on TABLES rendered tables.

VIEWS: a folder of training.die_views that was not trained on, of dice that landed as in a game. A flat die that is
reported to lean or to lie on another spoils a good throw (Lois VI). So each of the two limits is the least probability
that no more than SPOILT of the flat dice reach. Whether a die lies on another is only asked where two are not seen
apart, which `together` counts.

`torn` tells leaning dice from other things where the reader is sure of no value, on TABLES rendered tables, and from
which probability on: the least that no more than SPOILT of the other things reach. FIRST is the first table's seed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Field, Point
from simulation.players.gesture import Landing
from simulation.render.camera import Camera
from simulation.render.style import Style
from simulation.render.truth import DieTruth, truth_of
from simulation.scene import Die, with_dice
from simulation.sensors.vision_rates import measured_rates
from simulation.timeline.places import land_die, table_thrown_into
from training.calibration import fit_logistic, store, with_constant
from training.command_line import CannotRun, non_negative, parser_of, positive, run
from training.dice_tables import picture, some_table, throw_dice
from training.die_views import MARGIN, below_another
from training.hole_views import seen_corners
from training.picture_files import load_arrays
from training.table_scenes import any_scene
from vision.locate.rectify import transform
from vision.models.network import logit
from vision.pieces.board_dice import Ground, in_doubt, read_dice
from vision.pieces.die_lie import FLAT, LEANS, ON_DIE, VIEW, leaning, lying_in

PICTURES = 4
"""Pictures of each table."""
SPOILT, STACKED_SPOILT = 0.005, 0.001
"""The share of flat dice that may be reported to lean, and to lie upon another, which is rarer."""
THROWS = 3000
"""Good throws that are laid out, without pictures."""
SURELY = 1.64
"""Standard deviations for a certainty of 95 %."""


def thrown(seed: int, second: Landing) -> tuple[list[Die], Field, NDArray[np.float64]]:
    """Return a good die and a second one that landed so, the table's measures and the camera's place (mm)."""
    random = Random(f"throw {seed}")  # noqa: S311 - places, not secrets
    style = Style.from_seed(seed)
    field = style.field
    scene, table = any_scene(random, style, seed, hands=False, dice=0), table_thrown_into(field, random)
    dice: list[Die] = []
    for landing in (Landing.GOOD, second):
        dice.append(land_die(1, landing, with_dice(scene, dice), field, table, random))
    return dice, field, Camera.from_seed(seed, field).place


def stacked(first: int, off: Sequence[Point]) -> float:
    """Return how far apart dice are seen when one lies on the other, in edges, less what a view from aside adds.

    first: the first table's seed. off: how far, in edges, vision finds dice from their places.
    """
    apart = []
    for seed in range(first, first + THROWS):
        dice, field, (x, y, height) = thrown(seed, Landing.STACKED)
        random = Random(f"found {seed}")  # noqa: S311 - places, not secrets
        seen = []
        for die in dice:
            larger = height / (height - die.height - field.de / 2)
            right, down = random.choice(off)
            seen.append((x + (die.x - x) * larger + right * field.de, y + (die.y - y) * larger + down * field.de))
        steepest = max(math.dist(place, (x, y)) for place in seen) / height
        apart.append(math.dist(*seen) / field.de - steepest)
    return float(np.quantile(apart, 1 - SPOILT))


def together(first: int, reach: float) -> float:
    """Return the share of flat dice thrown that are not seen apart from their fellow; first: the first table's seed.

    Either the fellow is missed, as often as vision misses dice, or from its place one of them could lie on the other.
    reach: `stacked`.
    """
    near = 0
    for seed in range(first, first + THROWS):
        dice, field, (x, y, height) = thrown(seed, Landing.GOOD)
        one, other = ((die.x, die.y) for die in dice)
        steepest = max(math.dist(place, (x, y)) / height for place in (one, other))
        near += math.dist(one, other) <= (reach + steepest) * field.de
    missed = measured_rates().die_missed
    return missed + (1 - missed) * near / THROWS


def least(likely: NDArray[np.float64], spoilt: float = SPOILT) -> float:
    """Return the least probability that surely at most this share of the dice like these (n,) reach."""
    expected = spoilt * len(likely)
    return float(np.sort(likely)[::-1][max(0, int(expected - SURELY * math.sqrt(expected)))]) + 1e-4


def looked_at(table: int) -> Iterator[tuple[list[tuple[float, float, bool]], list[Point]]]:
    """Yield what PICTURES pictures of a table show.

    For all without a sure value, the evidence of the finder and of leaning, and whether it is a leaning die. For all
    with one, how far it is found from the die's place, in edges.
    """
    random = Random(f"torn {table}")  # noqa: S311 - pictures, not secrets
    strewn = some_table(random, table, hands=False)
    compositor = strewn.compositor
    for turn in range(PICTURES):
        scene = throw_dice(random, strewn) if turn else strewn.lying
        image = picture(strewn, scene, PICTURES * table + turn)
        truths = truth_of(scene, compositor).dice
        corners = seen_corners(compositor.camera, compositor.style, None, random)
        ground = Ground.of(image, corners, compositor.style.field, None)
        read, dice = read_dice(image, ground)
        doubts = [
            (float(logit(die.candidate.confidence)), float(logit(chance)), known)
            for die, chance in zip(*in_doubt(image, ground, read, dice), strict=True)
            if (known := leans_at(die.candidate.x, die.candidate.y, truths)) is not None
        ]
        off = []
        for die in dice:
            near = min(truths, key=lambda truth: math.dist(truth.top, (die.candidate.x, die.candidate.y)), default=None)
            if near is not None and math.dist(near.top, (die.candidate.x, die.candidate.y)) < REACH * near.size_px:
                (x, y), (true_x, true_y) = transform(
                    ground.to_floor, np.array([(die.candidate.x, die.candidate.y), near.top])
                )
                off.append(((x - true_x) / strewn.field.de, (y - true_y) / strewn.field.de))
        yield doubts, off


def leans_at(x: float, y: float, truths: Sequence[DieTruth]) -> bool | None:
    """Return whether there is a leaning die at (x, y), pixels; None if there may be one with another on it."""
    far = np.array([math.hypot(die.top[0] - x, die.top[1] - y) for die in truths])
    nearest = int(np.argmin(far)) if truths else None
    if nearest is not None and far[nearest] < REACH * truths[nearest].size_px and not truths[nearest].flat:
        return True
    return None if below_another(far, truths) else False


REACH = 0.8
"""Distance, in edges, from the middle of a leaning die's upper face within which it is found."""


def main(arguments: list[str]) -> int:
    """Fit and keep both limits; print how many leaning dice and dice on others are reported."""
    parser = parser_of(__doc__)
    parser.add_argument("views", type=Path, help="the folder of shards")
    parser.add_argument("tables", type=positive, help="how many tables")
    parser.add_argument("first", type=non_negative, nargs="?", default=540_000, help="the first table's seed")
    asked = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    found = sorted(asked.views.glob("*.npz"))
    if not found:
        raise CannotRun(f"{asked.views}: no *.npz")
    views, known = load_arrays(found, "views", "known")
    lies, aside = known.astype(np.float64).T
    inner = np.s_[:, MARGIN : MARGIN + VIEW, MARGIN : MARGIN + VIEW]
    chances = lying_in(np.ascontiguousarray(views[inner]), aside)
    leans, on_die = leaning(chances), chances[:, ON_DIE]
    flat = lies == FLAT
    if not flat.any():
        raise CannotRun(f"{asked.views}: no flat die")
    evidence: list[tuple[float, float, bool]] = []
    off: list[Point] = []
    for table in range(asked.first, asked.first + asked.tables):
        for doubts, found in looked_at(table):
            evidence += doubts
            off += found
    reach = stacked(asked.first, off)
    store(
        "stacked",
        (reach,),
        "training.calibrate_lies",
        f"{THROWS} dice thrown upon others, each seen as far off as one of {len(off)} dice",
    )
    limits = (least(leans[flat]), least(on_die[flat], STACKED_SPOILT / together(asked.first, reach)))
    reported = ((leans >= limits[0])[lies == LEANS], (on_die >= limits[1])[lies == ON_DIE])
    shares = [f"{int(each.sum())} of {len(each)}" for each in reported]
    on = f"{int(flat.sum())} flat dice never trained on; {shares[0]} leaning and {shares[1]} upon another reported"
    store("lies", limits, "training.calibrate_lies", on)
    *witnessed, leaning_dice = np.array(evidence).T
    witnesses = with_constant(np.column_stack(witnessed))
    weights = fit_logistic(witnesses, leaning_dice)
    likely = 1 / (1 + np.exp(-witnesses @ weights))
    limit = least(likely[leaning_dice == 0])
    told = int((likely[leaning_dice == 1] >= limit).sum())
    on = f"{len(leaning_dice)} things without a sure value, {told} of {int(leaning_dice.sum())} leaning dice reported"
    store("torn", (*weights, limit), "training.calibrate_lies", on)
    return 0


if __name__ == "__main__":
    run(main)
