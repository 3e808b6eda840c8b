"""Tables rendered for measuring: seeds that no training uses, each picture with its truth."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np

from events.board_reading import Colour
from events.field import HOLES, Field
from simulation.labelled_pictures.photographs import Case, Die, Labelled, Mark
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.style import PEG_KINDS, Style
from simulation.render.truth import Truth, truth_of
from simulation.scene import PegPlaced
from training.hole_views import lens_of
from training.table_scenes import any_scene
from vision.calibration import Calibration, Talons
from vision.locate.rectify import as_corners
from vision.pieces.jetons import marked

FIRST_SEED = 900_000_000
"""The first seed of tables that no training uses."""
LEFT = 25
"""The middle hole of the left rail. At the start the pavillon stands in the middle hole on the talons' side."""
SEEN = 0.5
"""A jeton need not be found if less than this share of it is visible."""
READABLE = 0.7
"""Dice with at most this share of the upper face visible need not be read."""


def rendered_tables(count: int) -> list[Labelled]:
    """Return three pictures of each of `count` tables, without hands; mostly hidden pieces are left out of the truth.

    In the first picture the pegs stand as at the start, in the others anywhere.
    """
    pictures = []
    for number in range(count):
        seed = FIRST_SEED + number
        random = Random(f"table {seed}")  # noqa: S311 - pictures, not secrets
        style = Style.from_seed(seed)
        camera = Camera.from_seed(seed, style.field)
        compositor = Compositor(style, camera, quality="full")
        calibration = calibration_of(camera, style.field)
        for turn in range(3):
            scene = any_scene(random, style, seed + turn, hands=False)
            talons: Talons = "left" if any(peg.hole == LEFT for peg in scene.pegs) else "right"
            if turn:
                holes = Random(f"pegs {seed + turn}").sample(range(HOLES), 3)  # noqa: S311 - pictures, not secrets
                scene = replace(scene, pegs=tuple(map(PegPlaced, holes, PEG_KINDS)))
            image = compositor.picture(scene, turn, compress=True)
            truth = truth_of(scene, compositor)
            pictures.append(
                Labelled(
                    Path(f"table {seed} picture {turn}"),
                    truth.corners,
                    cases_of(truth),
                    dice_of(truth),
                    reach=0.0,
                    image=np.asarray(image, np.uint8),
                    calibration=replace(calibration, talons=talons),
                    jetons=_jetons(truth, calibration, style.field, talons),
                    pegs=tuple(peg.hole for peg in scene.pegs if peg.hole is not None),
                )
            )
    return pictures


def calibration_of(camera: Camera, field: Field) -> Calibration:
    """Return the calibration a person would make of a rendering camera: lens, the floor's corners, measures."""
    lens = lens_of(camera)
    corners = as_corners(lens.straighten_points(np.array(camera.corners(field))))
    return Calibration(corners=corners, field=field, lens=lens)


def straighten(labelled: Labelled) -> Labelled:
    """Return the labels at their places in the picture straightened by the calibration's lens."""
    known = labelled.calibration
    if known is None or known.lens is None or not labelled.dice:
        return labelled
    places = known.lens.straighten_points(np.array([[die.x, die.y] for die in labelled.dice])).tolist()
    dice = tuple(replace(die, x=x, y=y) for die, (x, y) in zip(labelled.dice, places, strict=True))
    return replace(labelled, dice=dice, corners=known.corners)


def cases_of(truth: Truth) -> tuple[Case, ...]:
    return tuple(
        Case(
            case.row,
            case.column,
            Colour(case.colour) if case.visible and case.colour != "both" else Colour.NONE,
            case.visible,
            case.colour == "both",
            case.count > case.visible,
        )
        for case in truth.cases
    )


def dice_of(truth: Truth) -> tuple[Die, ...]:
    return tuple(
        Die(*die.top, die.value if die.flat else None, die.size_px, not die.flat)
        if die.top_visible > READABLE
        else Die(*die.top, None, die.size_px)
        for die in truth.dice
    )


def _jetons(truth: Truth, calibration: Calibration, field: Field, talons: Talons) -> tuple[Mark, ...]:
    marks = []
    for jeton in truth.jetons:
        if jeton.visible >= SEEN and calibration.lens is not None:
            ((x, y),) = calibration.lens.straighten_points(np.array([jeton.centre])).tolist()
            marks.append(Mark(x, y, *marked(*jeton.place, field, talons)))
    return tuple(marks)
