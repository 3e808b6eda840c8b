"""Fit the tilt beyond which a camera is too low: `python -m training.calibrate_tilt` writes `tilt` of calibration.json.

The script draws cameras as people mount them, at most 45 degrees from straight above, and others at 60 degrees. Tilts
are computed from the floor's corners alone. The limit is the middle between the highest tilt of the first cameras and
the lowest tilt of the others.
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
"""Number of cameras of each kind."""
TOO_LOW: Final = 60.0
"""Degrees from straight above; vision is not made for such a tilt."""
FILL: Final = 0.9
"""Share of the picture that a board fills when its camera is too low."""


def tilts(cameras: Iterable[Camera], field: Field) -> list[float]:
    """The tilts (degrees) computed from the floor's corners."""
    found = []
    for camera in cameras:
        pose = board_pose(camera.corners(field), field, (camera.width, camera.height))
        if pose is not None:
            found.append(pose.tilt(field))
    return found


def main(arguments: list[str]) -> int:
    """Fit and store the number."""
    parser_of(__doc__).parse_args(arguments)
    field = Field()
    good = max(tilts((Camera.from_seed(seed, field) for seed in range(GOOD)), field))
    low = min(
        tilts(
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
        f"{GOOD} drawn cameras of at most 45 degrees, found at {good:.1f} at most, {LOW} of 60, at {low:.1f} at least",
    )
    return 0


if __name__ == "__main__":
    run(main)
