"""Small pictures for the assembly guide: solids from above and from the side, and pages of the plans."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np
import pypdfium2
import trimesh
from numpy.typing import NDArray

from hardware.board.measures import BoardMeasures
from hardware.drawings.drill_template import drilling_template, strip_plan
from hardware.drawings.sheet import write_pdf
from hardware.parts import boom_length, upright_length
from hardware.printed_parts import SOLIDS, mesh_of, table

LIGHT: Final = np.array([0.4, -0.7, 0.6])
WOOD: Final = np.array([120.0, 175.0, 215.0])
"""Blue, green, red."""


VIEWS: Final = {
    "pegs": (("fichet", 35.0, 25.0), ("fichet", 35.0, -40.0), ("pavillon", 20.0, 25.0), ("plug-pavillon", 35.0, 25.0)),
    "arm": (("arm-clamp", 35.0, 25.0), ("arm-elbow", 35.0, 25.0), ("arm-camera-holder", 215.0, 25.0)),
}
"""The solids in each picture, with the turn and the height of the view, both in degrees."""


def guide_pictures(board: BoardMeasures, folder: Path) -> list[Path]:
    """Write every picture of the assembly guide, as PNG."""
    paths: list[Path] = []
    for name, views in VIEWS.items():
        pictures = [view_of(mesh_of(SOLIDS[solid](board)), turn=turn, tilt=tilt) for solid, turn, tilt in views]
        paths.append(_write(folder / f"{name}.png", cv2.hconcat(pictures)))
    for name, sheet in (("template", drilling_template(board)), ("strips", strip_plan(board))):
        pdf = folder / f"{name}.pages.pdf"
        write_pdf([sheet], pdf)
        paths.append(_write(folder / f"{name}.png", _first_page(pdf)))
        pdf.unlink()
    paths.append(_write(folder / "section.png", section(board)))
    whole = table(board, upright_length(board), boom_length(board))
    paths.append(_write(folder / "table.png", view_of(mesh_of(whole), size=900, turn=30.0, tilt=28.0)))
    return paths


def view_of(mesh: trimesh.Trimesh, *, size: int = 360, turn: float = 35.0, tilt: float = 25.0) -> NDArray[np.uint8]:
    """Draw a solid in parallel projection, (size, size, 3) BGR on white.

    turn: degrees around z; tilt: degrees down towards the viewer.
    """
    a, b = np.radians(turn), np.radians(tilt)
    around = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    down = np.array([[1, 0, 0], [0, np.cos(b), -np.sin(b)], [0, np.sin(b), np.cos(b)]])
    turned = np.asarray(mesh.vertices) @ around.T @ down.T
    # x to the right, z up on the page, y away from the viewer.
    low, high = turned.min(axis=0), turned.max(axis=0)
    scale = 0.86 * size / max(high[0] - low[0], high[2] - low[2])
    page = np.stack([turned[:, 0] - (low[0] + high[0]) / 2, (low[2] + high[2]) / 2 - turned[:, 2]], axis=1)
    page = page * scale + size / 2
    triangles = turned[np.asarray(mesh.faces)]
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    length = np.linalg.norm(normals, axis=1)
    visible = (normals[:, 1] < 0) & (length > 0)
    shade = 0.45 + 0.55 * np.clip(normals @ (LIGHT / np.linalg.norm(LIGHT)) / np.maximum(length, 1e-12), 0, 1)
    picture = np.full((size, size, 3), 255, np.uint8)
    depth = np.full((size, size), np.inf)
    for index in np.flatnonzero(visible):
        _fill(picture, depth, page[mesh.faces[index]], triangles[index, :, 1], WOOD * shade[index])
    return picture


def section(board: BoardMeasures) -> NDArray[np.uint8]:
    """Draw a cut across a rail through a hole with a fichet in it, BGR."""
    scale = 14.0  # Pixels a millimetre.
    rail, body, hole = board.field.rail, board.body, board.hole
    above = board.peg.head_height + 4
    picture = np.full((int((body + above + 4) * scale), int((rail + 44) * scale), 3), 255, np.uint8)
    middle = rail / 2 + 3

    def box(x0: float, y0: float, x1: float, y1: float, colour: tuple[int, int, int]) -> None:
        """Draw a box from (x0, y0) to (x1, y1): mm from the hole's axis, and above the rail's top."""
        corners = [(round((middle + x) * scale), round((above - y) * scale)) for x, y in ((x0, y0), (x1, y1))]
        cv2.rectangle(picture, corners[0], corners[1], colour, cv2.FILLED)
        cv2.rectangle(picture, corners[0], corners[1], (60, 60, 60), 1, cv2.LINE_AA)

    def label(text: str, y: float, x: float) -> None:
        """Write a line of text beside the rail, with a line to what it names at `x`."""
        at = (round((middle + rail / 2 + 2) * scale), round((above - y) * scale))
        cv2.line(picture, (round((middle + x) * scale), at[1]), (at[0] - 6, at[1]), (120, 60, 20), 1, cv2.LINE_AA)
        cv2.putText(picture, text, (at[0], at[1] + 5), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA)

    wood, white, plastic = (160, 205, 235), (255, 255, 255), (200, 200, 170)
    steel, green = (150, 150, 150), (90, 150, 60)
    box(-rail / 2, 0, rail / 2, -body, wood)
    box(-hole.diameter / 2, 0, hole.diameter / 2, -hole.depth, white)
    groove = -hole.depth - board.wood.web
    box(-board.wood.groove / 2, groove, board.wood.groove / 2, -body, white)
    half = board.peg.diameter / 2
    box(-half, 0, half, -board.shank, plastic)
    box(-board.peg.head / 2, 2, board.peg.head / 2, 0, plastic)
    box(-half * 0.9, board.peg.head_height, half * 0.9, 2, plastic)
    magnet = -board.shank + board.magnet.fichet_cover
    box(-board.magnet.diameter / 2, magnet + board.magnet.thickness, board.magnet.diameter / 2, magnet, steel)
    face = groove - board.sensor.glue
    box(-2, face, 2, face - 1.6, (60, 60, 60))
    strip = face - board.strip.sensor_height
    box(-board.strip.width / 2, strip, board.strip.width / 2, strip - board.strip.thickness, green)
    label("fichet", board.peg.head_height / 2, 0)
    label(f"hole {hole.diameter:g} mm, {hole.depth:g} mm deep", -3, hole.diameter / 2)
    label(f"magnet {board.magnet.diameter:g} x {board.magnet.thickness:g} mm", magnet + 1.5, 0)
    label(f"{board.wood.web:g} mm of wood stay", groove + board.wood.web / 2, 5)
    label(f"sensor, {board.gap(board.magnet.fichet_cover):g} mm below the magnet", face - 1, 0)
    label("strip, in its groove", strip - 0.8, 4)
    return picture


def _first_page(pdf: Path) -> NDArray[np.uint8]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return np.asarray(document[0].render(scale=1.4).to_numpy()[..., :3], np.uint8)
    finally:
        document.close()


def _write(path: Path, picture: cv2.typing.MatLike) -> Path:
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    return path


def _fill(
    picture: NDArray[np.uint8],
    depth: NDArray[np.float64],
    corners: NDArray[np.float64],
    depths: NDArray[np.float64],
    colour: NDArray[np.float64],
) -> None:
    """Draw one triangle, where it is nearest."""
    size = len(picture)
    x0, y0 = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
    x1, y1 = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 1, size)
    if x0 >= x1 or y0 >= y1:
        return
    xs, ys = np.meshgrid(np.arange(x0, x1) + 0.5, np.arange(y0, y1) + 0.5)
    a, b, c = corners
    whole = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
    if abs(whole) < 1e-9:
        return
    second = ((xs - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (ys - a[1])) / whole
    third = ((b[0] - a[0]) * (ys - a[1]) - (xs - a[0]) * (b[1] - a[1])) / whole
    far = depths[0] + second * (depths[1] - depths[0]) + third * (depths[2] - depths[0])
    inside = (second >= 0) & (third >= 0) & (second + third <= 1) & (far < depth[y0:y1, x0:x1])
    depth[y0:y1, x0:x1][inside] = far[inside]
    picture[y0:y1, x0:x1][inside] = colour
