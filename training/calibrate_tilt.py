"""From which tilt on a camera is too low: `python -m training.calibrate_tilt` fits `tilt` of calibration.json.

Cameras as people mount them, at most 45 degrees from straight above, and the same ones at 60: the limit is the middle
between the highest tilt told of the first and the lowest told of the second, both from the floor's corners alone.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from events.field import Field
from simulation.render.camera import Camera
from training.command_line import parser_of, run
from training.fitted import keep
from vision.locate.pose import board_pose

if TYPE_CHECKING:
    from collections.abc import Iterable

GOOD, LOW = 400, 200
"""How many cameras of each kind."""
TOO_LOW: Final = 60.0
"""Degrees from straight above: out of what vision is made for."""
FILL: Final = 0.9
"""So much of the picture a board takes whose camera is too low."""


def told(cameras: Iterable[Camera], field: Field) -> list[float]:
    """The tilts (degrees) that the floor's corners tell of."""
    found = []
    for camera in cameras:
        pose = board_pose(camera.corners(field), field, (camera.width, camera.height))
        if pose is not None:
            found.append(pose.tilt(field))
    return found


def main(arguments: list[str]) -> int:
    """Fit and keep the number."""
    parser_of(__doc__).parse_args(arguments)
    field = Field()
    good = max(told((Camera.from_seed(seed, field) for seed in range(GOOD)), field))
    low = min(
        told(
            (
                replace(Camera.from_seed(seed, field), tilt=math.radians(TOO_LOW)).framing(field, FILL)
                for seed in range(LOW)
            ),
            field,
        )
    )
    keep(
        "tilt",
        ((good + low) / 2,),
        "training.calibrate_tilt",
        f"{GOOD} drawn cameras of at most 45 degrees, told as {good:.1f} at most, {LOW} of 60, as {low:.1f} at least",
    )
    return 0


if __name__ == "__main__":
    run(main)
