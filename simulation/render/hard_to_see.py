"""Tables that are hard to see: a style and a camera with one fault of any strength."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from events.field import Field, Point
from simulation.render.camera import Camera
from simulation.render.lamps import Lamp
from simulation.render.style import Style

FILL: Final = 0.9
"""Share of the picture that a board seen aslant takes."""
VARNISH: Final = (0.12, 0.15)
"""Gloss and roughness of a board that mirrors lamps."""
SHINING: Final = (60.0, 1200.0, 2.0)
"""The mirrored lamp: its radius and height (mm), and its light."""


def unfocused_camera(camera: Camera, millimetres: float) -> Camera:
    """Return the camera with this much blur on the board, millimetres."""
    blur = millimetres * camera.focal / camera.distance
    return replace(camera, sensor=replace(camera.sensor, blur=blur, sharpening=0.0))


def dark_camera(camera: Camera, exposure: float) -> Camera:
    """Return the camera with this exposure; 1 = well exposed."""
    return replace(camera, sensor=replace(camera.sensor, exposure=exposure))


def far_camera(camera: Camera, field: Field, pixels: float) -> Camera:
    """Return the camera so far away that dice in the middle of the board have edges of this length, pixels."""
    return replace(camera, distance=camera.focal * field.de / pixels)


def low_camera(camera: Camera, field: Field, degrees: float) -> Camera:
    """Return the camera at this angle from straight above, degrees."""
    return replace(camera, tilt=math.radians(degrees)).framing(field, FILL)


def glaring_style(style: Style, camera: Camera, at: Point) -> Style:
    """Return a varnished board under a lamp that is mirrored at a place (mm) of its floor."""
    gloss, roughness = VARNISH
    board = style.board
    radius, height, strength = SHINING
    x, y, above = camera.place.tolist()
    share = height / above
    place = (at[0] + share * (at[0] - x), at[1] + share * (at[1] - y), height)
    lamp = Lamp(place, radius, (strength, strength, strength))
    varnished = replace(
        board,
        floor=replace(board.floor, gloss=gloss, roughness=roughness),
        fleches=tuple(replace(one, gloss=gloss, roughness=roughness) for one in board.fleches),
    )
    lighting = replace(style.lighting, lamps=(*style.lighting.lamps, lamp))
    return replace(style, board=varnished, lighting=lighting)
