"""Rendered tables, read and refereed in the process that draws them: no picture is stored or compressed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from events.board_reading import Trouble
from events.codec import line_of
from simulation.render.camera import Camera
from simulation.render.style import Style
from tablier.devices.simulated_source import InventedTable
from tablier.games import game_played
from tablier.runtime.engine import Engine
from tablier.runtime.scoring import Score, score_lines
from tablier.storage.recording_truth import Line
from vision.locate.focus import SOFT

FRAME_RATE: Final = 15
"""Pictures a second; all of them are drawn and read."""
MOST_TILT: Final = 40.0
"""Degrees from straight above, at most, by the guide (docs/start.md)."""
LEAST_DIE: Final = 13.0
"""Pixels along a die's edge, at least, by the guide, wherever it lies."""
MOST_BLUR: Final = SOFT
"""Millimetres on the board, at most: beyond it the companion asks for a sharper picture and accuses nobody."""
LOOKS: Final = 100
"""Looks that are tried for each seed."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of one table: its score, and when each trouble was first announced (s)."""

    score: Score
    troubles: dict[Trouble, float]


def watch(invented: InventedTable) -> TableResult:
    """Draw, read and referee one table from its beginning to its end, and compare it with its truth."""
    settings = invented.settings
    engine = Engine(settings, invented.calibration, game_played(settings).referee(settings))
    found: list[Line] = []
    first: dict[Trouble, float] = {}
    for happened in invented.happenings(FRAME_RATE):
        observed = engine.take(happened)
        found += map(line_of, observed.acts)
        found += map(line_of, observed.rulings)
        for trouble in engine.troubles:
            first.setdefault(trouble, happened.t)
    return TableResult(score_lines(list(invented.truth()), found), first)


def guided_look(seed: int) -> int:
    """Return the first look of a seed whose camera is as the guide says: near, not too low, firm and in focus."""
    for look in range(LOOKS * seed, LOOKS * (seed + 1)):
        field = Style.from_seed(look).field
        camera = Camera.from_seed(look, field)
        floor = np.array([(x, y, 0.0) for x in (0.0, field.width) for y in (0.0, field.height)])
        smallest = camera.focal * field.de / float(camera.depth(floor).max())
        sharp = camera.sensor.blur * camera.distance / camera.focal <= MOST_BLUR
        firm = camera.sensor.motion == (0.0, 0.0)
        if math.degrees(camera.tilt) <= MOST_TILT and smallest >= LEAST_DIE and sharp and firm:
            return look
    raise ValueError(f"seed {seed}: none of {LOOKS} looks is within the guide")
