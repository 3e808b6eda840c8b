"""The printed parts: the three pegs with their plugs, and the joints of the camera's arm. Millimetres, z up.

Manifold builds them (exact booleans, every solid closed), and trimesh writes them as STL.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import trimesh
from manifold3d import CrossSection, Manifold, OpType

from hardware.board.measures import BoardMeasures

SMOOTH: Final = 64
"""Facets around a circle."""
JAW: Final = 12.0
"""Thickness of the clamp's jaws and its back."""
THROAT: Final = 42.0
"""How far the clamp reaches over the table."""
SOCKET: Final = 46.0
"""Length of a sleeve that holds a tube's end."""
PLATE: Final = 3.0
"""Thickness of the plate on which the camera's board is screwed."""
M8: Final = 8.4
"""The diameter of a screw's hole, with play; M4 likewise."""
M8_NUT: Final = (13.3, 6.6)
"""Across flats, and height."""
M4: Final = 4.3
M4_NUT: Final = (7.2, 3.3)


def fichet(board: BoardMeasures) -> Manifold:
    """Make a fichet, shank down: magnet pocket from below, a collar that stops on the rail, a waist to grip."""
    head, half = board.peg.head / 2, board.peg.diameter / 2
    height = board.peg.head_height
    collar = 2.0
    profile = [
        (0, -board.shank),
        (half, -board.shank),
        (half, 0),
        (head, 0),
        (head, collar),
        (half, collar + 2.0),
        (half * 0.9, height * 0.55),
        (head * 0.8, height * 0.8),
        (head * 0.8, height * 0.92),
        (head * 0.4, height),
        (0, height),
    ]
    return _lathe(profile) - _pocket(board, board.magnet.fichet_cover)


def pavillon(board: BoardMeasures) -> Manifold:
    """Make the pavillon, shank down: a staff with a flag; its magnet sits deeper."""
    head, half, height = board.peg.head / 2, board.peg.diameter / 2, board.peg.pavillon_height
    staff = 1.8
    profile = [
        (0, -board.shank),
        (half, -board.shank),
        (half, 0),
        (head, 0),
        (head, 2.0),
        (staff, 5.0),
        (staff, height),
        (0, height),
    ]
    flag = Manifold.cube((15, 1.6, 10)).translate((staff - 0.8, -0.8, height - 11))
    return _lathe(profile) + flag - _pocket(board, board.magnet.pavillon_cover)


def plug(board: BoardMeasures, cover: float) -> Manifold:
    """Make the plug that closes a magnet's pocket and holds the magnet at its depth; it is glued in."""
    radius = board.magnet.diameter / 2 + board.magnet.pocket / 2
    return Manifold.cylinder(cover, radius, radius, SMOOTH)


def clamp_width(board: BoardMeasures) -> float:
    """Return the clamp's width along the table's edge: the upright's sleeve and three millimetres on either side."""
    return board.arm.tube + 2 * board.arm.wall + 6


def clamp(board: BoardMeasures) -> Manifold:
    """Make the clamp that holds the upright to a table's edge; its lower jaw has an M8 screw with a nut."""
    arm, width = board.arm, clamp_width(board)
    height = arm.table_edge + 2 * JAW
    outer = Manifold.cube((THROAT + JAW, width, height))
    mouth = Manifold.cube((THROAT, width, arm.table_edge)).translate((JAW, 0, JAW))
    body = outer - mouth
    reach = JAW + THROAT * 0.6
    screw = Manifold.cylinder(JAW, M8 / 2, M8 / 2, SMOOTH).translate((reach, width / 2, 0))
    nut = _nut(*M8_NUT).translate((reach, width / 2, JAW - M8_NUT[1]))
    place = (-arm.tube / 2, width / 2, height - SOCKET)
    socket, bore = _socket(board, SOCKET).translate(place), _bore(board, SOCKET).translate(place)
    return body - screw - nut - bore + socket


def elbow(board: BoardMeasures) -> Manifold:
    """Make the joint between the upright, from below, and the boom that lies across it."""
    arm = board.arm
    radius = arm.tube / 2 + arm.wall
    up = _socket(board, SOCKET)
    across = _socket(board, SOCKET).rotate((0, 90, 0)).translate((-radius, 0, SOCKET + radius - arm.wall))
    bores = _bore(board, SOCKET - arm.wall) + _bore(board, SOCKET).rotate((0, 90, 0)).translate(
        (-radius, 0, SOCKET + radius - arm.wall)
    )
    return (up + across) - bores


def camera_holder(board: BoardMeasures) -> Manifold:
    """Make the holder that slides on the boom; the camera's board hangs below it, its lens in the opening."""
    camera, arm = board.camera, board.arm
    radius = arm.tube / 2 + arm.wall
    socket = _socket(board, camera.board[0]).rotate((0, 90, 0)).translate((-camera.board[0] / 2, 0, 0))
    bore = _bore(board, camera.board[0]).rotate((0, 90, 0)).translate((-camera.board[0] / 2, 0, 0))
    # The plate is clear of the boom to leave room for the ribbon and the screws' heads.
    reach = radius + camera.board[1] / 2 + 2
    plate = Manifold.cube((camera.board[0] + 4, camera.board[1] + 4, PLATE), center=True).translate((0, reach, -radius))
    bridge = Manifold.cube((camera.board[0] + 4, radius + 4, PLATE), center=True).translate((0, radius / 2, -radius))
    body = socket + plate + bridge - bore
    # A slot from one pair of screws to the other: with either mounting of the board, the lens is level with one pair.
    lens = Manifold.cylinder(PLATE * 3, camera.lens / 2, camera.lens / 2, SMOOTH, center=True)
    rows = [reach + side * camera.screws[1] / 2 for side in (-1, 1)]
    body -= Manifold.batch_hull([lens.translate((0, row, -radius)) for row in rows])
    screw = Manifold.cylinder(PLATE * 3, camera.screw / 2, camera.screw / 2, SMOOTH, center=True)
    for row in rows:
        for side in (-1, 1):
            body -= screw.translate((side * camera.screws[0] / 2, row, -radius))
    return body


def table(board: BoardMeasures, upright: float, boom: float) -> Manifold:
    """Assemble the whole board with its arm and three pegs, for a picture: near side at -y, table's top at z = 0."""
    arm, (width, height) = board.arm, board.outer
    radius = arm.tube / 2
    behind = height / 2 + arm.reach
    top = arm.height + board.wood.floor
    wood = Manifold.cube((width, height, board.body)).translate((-width / 2, -height / 2, 0))
    room = board.field.rail_height
    half = (board.field.width - board.field.bar) / 2
    for left in (-board.field.width / 2, board.field.bar / 2):
        hollow = Manifold.cube((half, board.field.height, room))
        wood -= hollow.translate((left, -board.field.height / 2, board.wood.floor))
    places = [(x - board.field.width / 2, board.field.height / 2 - y) for x, y in board.holes]
    drill = Manifold.cylinder(board.hole.depth + 1, board.hole.diameter / 2, board.hole.diameter / 2, 24)
    wood -= Manifold.batch_boolean(
        [drill.translate((x, y, board.body - board.hole.depth)) for x, y in places], OpType.Add
    )
    pegs = [
        solid.translate((*places[hole], board.body))
        for hole, solid in ((24, fichet(board)), (25, pavillon(board)), (26, fichet(board)))
    ]
    joints = [
        clamp(board)
        .translate((radius, -clamp_width(board) / 2, -JAW - arm.table_edge))
        .rotate((0, 0, -90))
        .translate((0, behind, 0)),
        elbow(board).rotate((0, 0, -90)).translate((0, behind, top - SOCKET + arm.wall)),
        camera_holder(board).rotate((0, 0, 90)).translate((0, 0, top + radius + arm.wall)),
    ]
    tubes = [
        Manifold.cylinder(upright, radius, radius, SMOOTH).translate((0, behind, top - upright)),
        Manifold.cylinder(boom, radius, radius, SMOOTH)
        .rotate((90, 0, 0))
        .translate((0, behind + radius + arm.wall, top + radius)),
    ]
    return Manifold.compose([wood, *pegs, *joints, *tubes])


SOLIDS: Final[dict[str, Callable[[BoardMeasures], Manifold]]] = {
    "fichet": fichet,
    "pavillon": pavillon,
    "plug-fichet": lambda board: plug(board, board.magnet.fichet_cover),
    "plug-pavillon": lambda board: plug(board, board.magnet.pavillon_cover),
    "arm-clamp": clamp,
    "arm-elbow": elbow,
    "arm-camera-holder": camera_holder,
}


def mesh_of(solid: Manifold) -> trimesh.Trimesh:
    """Return a solid as triangles."""
    mesh = solid.to_mesh()
    return trimesh.Trimesh(mesh.vert_properties[:, :3], mesh.tri_verts, process=False)


def write_stl(board: BoardMeasures, folder: Path) -> list[Path]:
    """Write every part as a binary STL."""
    paths: list[Path] = []
    for name, make in SOLIDS.items():
        path = folder / f"{name}.stl"
        mesh_of(make(board)).export(path)
        paths.append(path)
    return paths


def _lathe(profile: list[tuple[float, float]]) -> Manifold:
    return Manifold.revolve(CrossSection([profile]), SMOOTH)


def _pocket(board: BoardMeasures, cover: float) -> Manifold:
    radius, depth = board.magnet.diameter / 2 + board.magnet.pocket, cover + board.magnet.thickness
    # Begin below the shank's end, so that no skin remains across the opening.
    return Manifold.cylinder(depth + 1, radius, radius, SMOOTH).translate((0, 0, -board.shank - 1))


def _socket(board: BoardMeasures, length: float) -> Manifold:
    """Make a tube's sleeve along z, with a set screw and its nut."""
    radius = board.arm.tube / 2 + board.arm.wall
    boss = Manifold.cube((M4_NUT[0] + 4, radius + 6, M4_NUT[0] + 4), center=True)
    boss = boss.translate((0, -(radius + 6) / 2, length / 2))
    sleeve = Manifold.cylinder(length, radius, radius, SMOOTH) + boss
    screw = Manifold.cylinder(radius * 2 + 12, M4 / 2, M4 / 2, SMOOTH).rotate((90, 0, 0)).translate((0, 0, length / 2))
    nut = _nut(*M4_NUT).rotate((90, 0, 0)).translate((0, -radius + 1, length / 2))
    return sleeve - screw - nut - _bore(board, length)


def _bore(board: BoardMeasures, length: float) -> Manifold:
    radius = (board.arm.tube + board.arm.play) / 2
    return Manifold.cylinder(length, radius, radius, SMOOTH)


def _nut(flats: float, height: float) -> Manifold:
    """Make a hexagonal hole of this width across flats."""
    radius = flats / 3**0.5
    return Manifold.cylinder(height, radius, radius, 6)
