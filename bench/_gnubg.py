"""Boards drawn by GNU Backgammon in all its designs: pictures from another program, with their truth.

The bench asks GNU Backgammon (https://www.gnu.org/software/gnubg/, `apt install gnubg`) for them when it runs. Without
it there are none. Its dice are drawn larger than a case is wide, unlike those of a trictrac, so they are read as dice
on any surface.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from xml.etree import ElementTree  # the file is the package's own

import cv2
import numpy as np
from numpy.typing import NDArray

from events.board_reading import Colour
from events.field import Row
from simulation.labelled_pictures.photographs import Case, Die, Labelled
from vision.picture_file import load_image

PROGRAMS = "/usr/games:/usr/local/bin:/usr/bin"
DESIGNS = Path("/usr/share/gnubg/boards.xml")
UNIT = 12
"""Pixels of one unit of the drawing: a board is 108 by 82 units."""
CORNERS = ((12, 3), (96, 3), (96, 79), (12, 79))
DICE = {0: ((25.5, 35.5), (35.5, 35.5)), 1: ((73.5, 35.5), (83.5, 35.5))}
"""The places of each player's dice, in units."""
EDGE = 7
"""Units of a die's edge."""
MOST = 5
"""Dames of a pile; GNU Backgammon draws higher piles as five with a number."""
UNLIKE = 10.0
"""Least difference of lightness (CIE L, 0..100) between the sets. Other designs are left out: no set is light."""


@dataclass(frozen=True, slots=True)
class GnubgBoard:
    """One board that GNU Backgammon draws.

    Attributes:
        lightness: CIE L (0..100) of the dames of players 0 and 1.
        points: dames on 1 to 24, player 1's as positive.
        player: the player whose dice are shown.
        path: the drawing's file.
    """

    title: str
    lightness: tuple[float, float]
    points: list[int]
    player: int
    values: tuple[int, int]
    path: Path


def gnubg_boards(seed: int, tilt: float) -> list[Labelled]:
    """Return a picture of a random position in each design, seen from `tilt` degrees away from straight above.

    Empty when GNU Backgammon is not installed.
    """
    program = shutil.which("gnubg", path=PROGRAMS)
    if program is None or not DESIGNS.is_file():
        return []
    random = Random(f"gnubg {seed}")  # noqa: S311 - positions, not secrets
    drawn: list[GnubgBoard] = []
    with TemporaryDirectory() as folder:
        commands = ["set automatic roll off", f"set export png size {UNIT}"]
        for number, (title, settings) in enumerate(_designs()):
            points, player = _position(random), random.randrange(2)
            values = (random.randint(1, 6), random.randint(1, 6))
            path = Path(folder) / f"{number:02d}.png"
            drawn.append(GnubgBoard(title, _lightness(settings), points, player, values, path))
            commands += [
                *(f"set appearance {setting}" for setting in settings),
                "new match 7",
                f"set board simple 0 {' '.join(map(str, points))} 0",
                f"set turn {player}",
                f"set dice {values[0]} {values[1]}",
                f"export position png {path}",
            ]
        script = "\n".join([*commands, "quit", "y", ""])
        subprocess.run([program, "-t", "-q"], input=script, text=True, capture_output=True, check=True)
        return [
            _label(board, _view_from(tilt, random))
            for board in drawn
            if abs(board.lightness[0] - board.lightness[1]) >= UNLIKE
        ]


def _designs() -> list[tuple[str, list[str]]]:
    """Return each design's title and its settings, one for each command."""
    found = []
    for design in ElementTree.parse(DESIGNS).iter("board-design"):  # noqa: S314 - the package's own file
        title = design.findtext("about/title", "").strip().replace("/", " ")
        settings = re.findall(r"\w+=\S+", design.findtext("design", ""))
        found.append((title, settings))
    return found


def _lightness(settings: list[str]) -> tuple[float, float]:
    """Return CIE L (0..100) of the dames of players 0 and 1."""
    named = dict(setting.split("=", 1) for setting in settings)
    pixels = np.array([[[int(named[f"chequers{k}"][i : i + 2], 16) for i in (5, 3, 1)] for k in (0, 1)]], np.float32)
    lab = cv2.cvtColor(pixels / 255, cv2.COLOR_BGR2LAB)
    return float(lab[0, 0, 0]), float(lab[0, 1, 0])


def _position(random: Random) -> list[int]:
    """Put fifteen dames of each player on points 1 to 24, player 1's as positive."""
    points = [0] * 24
    for sign in (1, -1):
        left = 15
        while left:
            place = random.randrange(24)
            if points[place] * sign >= 0:
                more = min(left, random.randint(1, MOST), MOST - abs(points[place]))
                points[place] += sign * more
                left -= more
    return points


def _view_from(tilt: float, random: Random) -> NDArray[np.float64]:
    """Return the 3x3 matrix from the drawing (pixels) to a picture of its size, taken from `tilt` degrees aside."""
    width, height = 108.0 * UNIT, 82.0 * UNIT
    focal, away = 1.2 * width, 1.75 * width
    lean, roll = np.deg2rad(tilt), np.deg2rad(random.uniform(-4, 4))
    spin = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    back = np.array([[1, 0, 0], [0, np.cos(lean), np.sin(lean)], [0, -np.sin(lean), np.cos(lean)]])
    onto = (back @ spin)[:, :2]
    plane = np.column_stack([onto, [0, 0, away]]) @ np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    camera = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    return np.asarray(camera @ plane if tilt else np.eye(3), np.float64)


def _label(board: GnubgBoard, seen: NDArray[np.float64]) -> Labelled:
    drawing = load_image(board.path)
    size = drawing.shape[1], drawing.shape[0]
    image = cv2.warpPerspective(drawing, seen, size, flags=cv2.INTER_AREA, borderValue=(96, 104, 110))
    ones = (Colour.LIGHT, Colour.DARK) if board.lightness[1] > board.lightness[0] else (Colour.DARK, Colour.LIGHT)
    cases = []
    for point, dames in enumerate(board.points, start=1):
        row: Row = "near" if point <= 12 else "far"
        column = 13 - point if point <= 12 else point - 12
        colour = Colour.NONE if dames == 0 else ones[0] if dames > 0 else ones[1]
        cases.append(Case(row, column, colour, abs(dames), unsure=False))
    corners = _in_pixels(seen, CORNERS)
    dice = tuple(
        Die(x, y, value, EDGE * UNIT / 2)
        for (x, y), value in zip(_in_pixels(seen, DICE[board.player]), board.values, strict=True)
    )
    return Labelled(
        Path(board.title),
        (corners[0], corners[1], corners[2], corners[3]),
        tuple(cases),
        dice,
        image=np.asarray(image, np.uint8),
    )


def _in_pixels(seen: NDArray[np.float64], units: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    """Convert places in units of the drawing to pixels of the picture."""
    pixels = np.array(units, np.float64)[:, None] * UNIT
    return [(float(x), float(y)) for ((x, y),) in cv2.perspectiveTransform(pixels, seen)]
