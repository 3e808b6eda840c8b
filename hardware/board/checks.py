"""Checks that a board can be built as its file says; finds every problem."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import dist, pi, radians, sqrt, tan

from events.field import HOLES, rail_of
from hardware.board.measures import BoardMeasures, Magnet, marker_places, marker_square
from hardware.firmware import layout, sensing

VACUUM = 4 * pi * 1e-7
"""Magnetic permeability of free space, T·m/A."""


def axial_field(magnet: Magnet, gap: float) -> float:
    """Return millitesla on a disc magnet's axis, `gap` mm below its face (Furlani, Permanent Magnet Devices, 3.5)."""
    radius, far = magnet.diameter / 2, gap + magnet.thickness
    return 1000 * magnet.remanence / 2 * (far / sqrt(radius**2 + far**2) - gap / sqrt(radius**2 + gap**2))


def beside_field(magnet: Magnet, distance: float) -> float:
    """Return millitesla beside a magnet, `distance` mm away, by its dipole: the most that a sensor can feel there."""
    volume = pi * (magnet.diameter / 2) ** 2 * magnet.thickness * 1e-9
    moment = magnet.remanence * volume / VACUUM
    # The worst case: a dipole is twice as strong on its axis as at its side.
    return 1000 * VACUUM * 2 * moment / (4 * pi * (distance * 1e-3) ** 3)


def field_range(board: BoardMeasures, cover: float) -> tuple[float, float]:
    """Return the weakest and the strongest field (mT) of a peg with this cover within the gap's tolerance."""
    gap, tolerance = board.gap(cover), board.sensor.tolerance
    return axial_field(board.magnet, gap + tolerance), axial_field(board.magnet, gap - tolerance)


WALL = 4.0
"""Millimetres of wood that must stay around a hole or a groove."""
MARGIN = 1.0
"""Millitesla by which a peg's field must stay clear of the firmware's limits."""
DISTURBANCE = 0.5
"""The most millitesla that the pegs around an empty hole may add up to."""
VIEW = 1.05
"""The camera's view must be larger than the board by this factor."""


def problems(board: BoardMeasures) -> tuple[str, ...]:
    """Return every problem of this board, in plain words."""
    return (*_holes(board), *_strips(board), *_pegs(board), *_fields(board), *_camera(board))


def _holes(board: BoardMeasures) -> Iterator[str]:
    field, diameter = board.field, board.hole.diameter
    for (one, place), (other, place_other) in combinations(enumerate(board.holes), 2):
        between = dist(place, place_other) - diameter
        if between < WALL:
            yield f"holes {one} and {other} leave {between:.1f} mm of wood between them, at least {WALL:g} needed"
    if (left := (field.rail - diameter) / 2) < WALL:
        yield f"a rail of {field.rail:g} mm leaves {left:.1f} mm beside a hole, at least {WALL:g} needed"
    if field.case_width < field.dame:
        yield f"a case of {field.case_width:.1f} mm is narrower than a dame of {field.dame:g}"
    # A row from each side, up to the fifth dame, must leave the other room.
    if 2 * field.fleche > field.height:
        yield f"two flèches of {field.fleche:g} mm do not fit into {field.height:g}"
    square = marker_square(board)
    if square > field.rail:
        yield f"a marker of {square:g} mm with its white edge is wider than the rail of {field.rail:g}"
    for hole, place in enumerate(board.holes):
        for centre in marker_places(board):
            if max(abs(place[0] - centre[0]), abs(place[1] - centre[1])) < (square + diameter) / 2:
                yield f"hole {hole} lies under the marker in its corner"


def _strips(board: BoardMeasures) -> Iterator[str]:
    if board.groove_depth <= 0:
        yield f"a hole of {board.hole.depth:g} mm and its web do not fit into a rail of {board.body:g}"
    elif board.strip.height > board.groove_depth:
        yield f"a strip {board.strip.height:g} mm high does not fit into a groove of {board.groove_depth:g}"
    if board.strip.width >= board.wood.groove:
        yield f"a strip of {board.strip.width:g} mm does not fit into a groove of {board.wood.groove:g}"
    if (left := (board.field.rail - board.wood.groove) / 2) < WALL:
        yield f"a groove of {board.wood.groove:g} mm leaves {left:.1f} mm of rail beside it, at least {WALL:g} needed"
    wired = sorted(hole for mux in layout.MUX_HOLES for hole in mux)
    if wired != list(range(HOLES)):
        yield f"the firmware's channels serve the holes {wired}, each of 0..{HOLES - 1} once expected"
    for mux, holes in enumerate(layout.MUX_HOLES):
        rails = {rail_of(hole) for hole in holes}
        if len(rails) > 2 or len(holes) >= layout.CHANNELS:
            yield f"multiplexer {mux} serves {len(holes)} holes in the rails {', '.join(sorted(rails))}"


def _pegs(board: BoardMeasures) -> Iterator[str]:
    if board.peg.diameter >= board.hole.diameter:
        yield f"a shank of {board.peg.diameter:g} mm does not go into a hole of {board.hole.diameter:g}"
    if (wall := (board.peg.diameter - board.magnet.diameter) / 2 - board.magnet.pocket) < 0.6:
        yield f"a magnet of {board.magnet.diameter:g} mm leaves {wall:.2f} mm of shank around it, at least 0.6 needed"
    if board.magnet.pavillon_cover + board.magnet.thickness > board.shank:
        yield f"the pavillon's magnet does not fit into a shank of {board.shank:g} mm"
    closest = min(dist(one, other) for one, other in combinations(board.holes, 2))
    if board.peg.head > closest - 8:
        yield f"heads of {board.peg.head:g} mm, {closest:.1f} mm apart, leave no room for fingers"


def _fields(board: BoardMeasures) -> Iterator[str]:
    if board.sensor.counts_per_mt != layout.COUNTS_PER_MT:
        yield f"layout.py counts {layout.COUNTS_PER_MT} a millitesla, the board's file {board.sensor.counts_per_mt}"
    divider = board.reference.upper, board.reference.lower, 1000 * board.reference.pull_down
    if divider != (layout.DIVIDER_UPPER, layout.DIVIDER_LOWER, layout.PULL_DOWN):
        yield "the firmware expects another reference divider than the board's file has"
    if (current := HOLES * board.sensor.current_ma) > board.sensor.supply_ma:
        yield f"{HOLES} sensors draw {current:g} mA, the supply gives {board.sensor.supply_ma:g}"
    weak, strong = field_range(board, board.magnet.fichet_cover)
    if weak < sensing.FICHET_FROM + MARGIN:
        yield f"a fichet may give only {weak:.1f} mT, the firmware asks for {sensing.FICHET_FROM}"
    if strong > board.sensor.range_mt:
        yield f"a fichet may give {strong:.1f} mT, the sensor ends at {board.sensor.range_mt:g}"
    weak, strong = field_range(board, board.magnet.pavillon_cover)
    if weak < sensing.PAVILLON_FROM + MARGIN or strong > sensing.PAVILLON_TO - MARGIN:
        limits = f"{sensing.PAVILLON_FROM}..{sensing.PAVILLON_TO}"
        yield f"the pavillon may give {weak:.1f}..{strong:.1f} mT, the firmware takes {limits}"
    for hole, place in enumerate(board.holes):
        # At most two neighbours can hold pegs: the game has three pegs, and one may stand here.
        nearest = sorted(dist(place, other) for other in board.holes if other != place)[:2]
        around = sum(beside_field(board.magnet, distance) for distance in nearest)
        if around > DISTURBANCE:
            yield f"pegs beside hole {hole} add {around:.2f} mT there, at most {DISTURBANCE:g} allowed"
    lifted = axial_field(board.magnet, board.gap(board.magnet.fichet_cover) + board.hole.depth)
    if lifted > sensing.EMPTY_BELOW - MARGIN:
        yield f"a fichet just out of its hole still gives {lifted:.1f} mT, empty is below {sensing.EMPTY_BELOW}"


def _camera(board: BoardMeasures) -> Iterator[str]:
    for side, length, angle in zip(("width", "height"), board.outer, board.camera.field_of_view, strict=True):
        seen = 2 * (board.arm.height - board.field.rail_height) * tan(radians(angle / 2))
        if seen < VIEW * length:
            yield f"from {board.arm.height:g} mm the camera sees {seen:.0f} mm of the board's {side} of {length:g}"
