"""Learn a table from one picture of it: its bar, and the colours of its two sets, as they stand at the start."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from events.field import Corners, Field
from vision.calibration import Calibration, CalibrationError, Lab, Lens
from vision.locate.flat import bar_seen, look
from vision.locate.rectify import flatten
from vision.pieces.dames import RADIUS, disc_colours, find_dames
from vision.read import locate

SURE = 0.7
"""Only dames at least this sure teach the colours of their set and the place of the bar."""


def learn(
    image: NDArray[np.uint8], corners: Corners | None = None, *, field: Field | None = None, lens: Lens | None = None
) -> Calibration:
    """Return a calibration from a picture (BGR) that shows dames of both sets, as at the start.

    corners: in pixels of the straightened picture; searched for if None. field: the board's measures; if None, the
    usual ones with the bar as seen. lens: straightens the picture. Raises CalibrationError when there is no board, or
    when the two sets cannot be distinguished.
    """
    if lens is not None:
        image = lens.straighten(image)
    if corners is None:
        corners = locate(image, field, lens)
        if corners is None:
            raise CalibrationError("no board was found: give its corners by hand, or show all of it", "no_board")
    view = flatten(image, corners)
    maps = look(view)
    dames = [dame for dame in find_dames(view, maps) if dame.confidence >= SURE]
    if field is None:
        usual = Field()
        field = replace(usual, bar=round(bar_seen(maps.bar)[1] * usual.width, 1))
    sets: list[Lab] = []
    for light in (True, False):
        chosen = [(dame.x, dame.y) for dame in dames if (dame.light >= 0.5) is light]
        if not chosen:
            colour = "light" if light else "dark"
            raise CalibrationError(
                f"no {colour} dames were found: the board needs dames of both sets", f"no_dames.{colour}"
            )
        lab = np.median(disc_colours(view.image, np.array(chosen), RADIUS), axis=0)
        sets.append((float(lab[0]), float(lab[1]), float(lab[2])))
    return Calibration(corners=corners, field=field, light=sets[0], dark=sets[1], lens=lens)
