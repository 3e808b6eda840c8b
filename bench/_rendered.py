"""Rendered tables, read and refereed in the process that draws them: no picture is stored or compressed."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from bench._readings import Overheard
from events.board_reading import Trouble
from events.observation import Observation
from simulation.render.camera import Camera
from simulation.render.style import Style
from simulation.sensors.simulated_vision import FRAME_RATE
from tablier.devices.simulated_source import InventedTable
from tablier.games import game_played
from tablier.runtime.engine import Engine
from tablier.runtime.scoring import Score, score_lines
from vision.locate.view_quality import SOFT

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
    """The result of one table: its score, when each trouble was first announced (s), and the observations."""

    score: Score
    troubles: dict[Trouble, float]
    observations: list[Observation]


def watch(invented: InventedTable) -> TableResult:
    """Draw, read and referee one table from its beginning to its end, and compare it with its truth."""
    settings = invented.settings
    referee = Overheard(game_played(settings).referee(settings))
    engine = Engine(settings, invented.calibration, referee)  # type: ignore[arg-type] # it is one, overheard
    first: dict[Trouble, float] = {}
    for happened in invented.happenings(FRAME_RATE):
        engine.take(happened)
        for trouble in engine.troubles:
            first.setdefault(trouble, happened.t)
    return TableResult(score_lines(list(invented.truth()), referee.lines), first, referee.observations)


def rule_again(invented: InventedTable, observations: Iterable[Observation]) -> Score:
    """Referee the observations of one table again, and compare the rulings with its truth."""
    referee = Overheard(game_played(invented.settings).referee(invented.settings))
    for observation in observations:
        referee.observe(observation)
    return score_lines(list(invented.truth()), referee.lines)


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
