"""Tables rendered for measuring: seeds that no training uses, truth beside each picture."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np

from bench._photographs import Case, Die, Labelled
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.style import Style
from simulation.render.truth import truth_of
from training.table_scenes import any_scene
from vision.reading import Colour

FIRST_SEED = 900_000_000


def rendered_tables(count: int) -> list[Labelled]:
    """Three pictures of each of `count` tables, without hands; what is mostly hidden is left out of the truth."""
    pictures = []
    for number in range(count):
        seed = FIRST_SEED + number
        random = Random(f"table {seed}")  # noqa: S311 - pictures, not secrets
        style = Style.from_seed(seed)
        compositor = Compositor(style, Camera.from_seed(seed, style.field), quality="full")
        for turn in range(3):
            scene = any_scene(random, style, seed + turn, hands=False)
            image = compositor.picture(scene, turn, compress=True)
            truth = truth_of(scene, compositor)
            cases = tuple(
                Case(
                    case.row,
                    case.column,
                    Colour.NONE if case.colour == "both" else Colour(case.colour),
                    case.visible,
                    case.colour == "both",
                )
                for case in truth.cases
            )
            dice = tuple(
                Die(*die.top, die.value if die.flat and die.top_visible > 0.7 else None, die.size_px)
                for die in truth.dice
            )
            name = Path(f"table {seed} picture {turn}")
            pictures.append(
                Labelled(name, truth.corners, cases, dice, truth.tilt_deg > 20, 0.0, np.asarray(image, np.uint8))
            )
    return pictures
