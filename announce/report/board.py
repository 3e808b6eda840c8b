"""Draw a position for paper: an SVG of the tablier with the dames, the throw, a play, and the cases of a fault."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

from rules.play import Move
from rules.position import BANDE, COIN, TALON, Case, Dice, Position, Side
from rules.seating import Seating

CASE: Final = 30
"""Width of a case. All lengths in this module are in units of the drawing."""
BAR: Final = 14
RAIL: Final = 20
FLOOR: Final = 290
FLECHE: Final = 112
DAME: Final = 13.5
DIE: Final = 24
WIDTH: Final = 12 * CASE + BAR + 2 * RAIL
HEIGHT: Final = FLOOR + 2 * RAIL
PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
CASES: Final = 24


@dataclass(frozen=True, slots=True)
class Drawing:
    """The marks drawn over a position.

    Attributes:
        side: the side that threw. It numbers the cases of `moves` and `wrong`.
        dice: the throw.
        moves: a play, as arrows.
        wrong: cases marked as those of a fault.
    """

    side: Side
    dice: Dice | None = None
    moves: tuple[Move, ...] = ()
    wrong: tuple[Case, ...] = ()


def board(position: Position, seating: Seating, drawing: Drawing, label: str) -> str:
    """Draw a position as an SVG element. `label` describes it in words, escaped for HTML."""
    drawn = _Board(position, seating)
    parts = [
        f'<rect class="rail" width="{WIDTH}" height="{HEIGHT}" rx="5"/>',
        f'<rect class="floor" x="{RAIL}" y="{RAIL}" width="{WIDTH - 2 * RAIL}" height="{FLOOR}"/>',
        *drawn.fleches(),
        f'<rect class="rail" x="{RAIL + 6 * CASE}" y="{RAIL}" width="{BAR}" height="{FLOOR}"/>',
        *(drawn.mistake(drawing.side, case) for case in drawing.wrong if case < BANDE),
        *(part for side in Side for part in drawn.dames(side)),
        *drawn.dice(drawing),
        *(drawn.arrow(drawing.side, move) for move in drawing.moves),
    ]
    body = "".join(parts)
    return f'<svg class="tablier" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{body}</svg>'


class _Board:
    """The drawn parts of one position, placed for one seating."""

    def __init__(self, position: Position, seating: Seating) -> None:
        self._position = position
        self._left = seating.talons == "left"
        self._near = Side.BLANCS if seating.blancs_row == "near" else Side.NOIRS

    def foot(self, side: Side, case: Case) -> tuple[float, float, int]:
        """Return the foot of a case (1..24) at the rail, and whether its flèche points up (-1) or down (1)."""
        rank, low = (case, side is self._near) if case <= COIN else (CASES + 1 - case, side is not self._near)
        column = rank if self._left else COIN + 1 - rank
        x = RAIL + (column - 0.5) * CASE + (BAR if column > COIN / 2 else 0)
        return x, RAIL + FLOOR if low else RAIL, -1 if low else 1

    def dame(self, side: Side, case: Case, rank: int, count: int) -> tuple[float, float]:
        """Return the centre of a dame on a case. Many dames are drawn closer together."""
        x, y, up = self.foot(side, case)
        step = min(2 * DAME, (FLOOR / 2 - 2 * DAME - DIE / 2) / max(count - 1, 1))
        return x, y + up * (DAME + 1 + rank * step)

    def top(self, side: Side, case: Case, *, gone: bool = False) -> tuple[float, float]:
        """Return the centre of a case's top dame, of the first place if empty, or of the exit for dames."""
        if case >= BANDE:
            _, y, up = self.foot(side, CASES)
            return (RAIL / 2 if self._left else WIDTH - RAIL / 2), y + up * 3 * DAME
        count = self._position.on(side, case) + gone
        count = max(count, self._position.on(side.adversary, CASES + 1 - case), 1)
        return self.dame(side, case, count - 1, count)

    def fleches(self) -> list[str]:
        """Draw the twenty-four flèches and the names of their cases: T, 1 to 11 (Jeu 1, notation)."""
        drawn = []
        for side in Side:
            for case in range(TALON, COIN + 1):
                x, y, up = self.foot(side, case)
                tint = "pale" if (case + (side is self._near)) % 2 else "deep"
                half = CASE / 2 - 1.5
                drawn.append(f'<path class="{tint}" d="M{x - half} {y}H{x + half}L{x} {y + up * FLECHE}Z"/>')
                name = "T" if case == TALON else case - 1
                drawn.append(f'<text class="name" x="{x}" y="{y - up * RAIL / 2 + 4}">{name}</text>')
        return drawn

    def dames(self, side: Side) -> list[str]:
        """Draw the dames of a side, with their count on the top dame."""
        drawn = []
        for case, count in enumerate(self._position.counts(side), 1):
            for rank in range(count):
                x, y = self.dame(side, case, rank, count)
                drawn.append(f'<circle class="dame {side}" cx="{x}" cy="{y:.1f}" r="{DAME - 0.75}"/>')
            if count > 1:
                x, y = self.dame(side, case, count - 1, count)
                drawn.append(f'<text class="count {side}" x="{x}" y="{y + 4:.1f}">{count}</text>')
        return drawn

    def dice(self, drawing: Drawing) -> list[str]:
        """Draw the throw in the middle of the board, the higher number first."""
        drawn = []
        y = RAIL + FLOOR / 2
        for die, value in enumerate(sorted(drawing.dice or (), reverse=True)):
            x = RAIL + 9 * CASE + BAR + (die - 0.5) * 1.5 * DIE
            half = DIE / 2
            drawn.append(f'<rect class="die" x="{x - half}" y="{y - half}" width="{DIE}" height="{DIE}" rx="4"/>')
            drawn.extend(
                f'<circle class="pip" cx="{x + across * DIE * 0.27:.1f}" cy="{y + down * DIE * 0.27:.1f}" r="2.4"/>'
                for across, down in PIPS[value]
            )
        return drawn

    def mistake(self, side: Side, case: Case) -> str:
        """Draw a frame round a case."""
        x, y, up = self.foot(side, case)
        top = y if up > 0 else y - FLECHE - 6
        return f'<rect class="wrong" x="{x - CASE / 2}" y="{top}" width="{CASE}" height="{FLECHE + 6}" rx="4"/>'

    def arrow(self, side: Side, move: Move) -> str:
        """Draw a move as an arrow bent towards the middle of the board."""
        (ax, ay), (bx, by) = self.top(side, move.start, gone=True), self.top(side, move.end)
        middle = RAIL + FLOOR / 2
        bend_x, bend_y = (ax + bx) / 2, (ay + by) / 2
        if (ay > middle) == (by > middle):
            bend_y += min(50.0, abs(bx - ax) / 2) * (-1 if ay > middle else 1)
        along = hypot(bx - bend_x, by - bend_y) or 1.0
        ux, uy = (bx - bend_x) / along, (by - bend_y) / along
        head = " ".join(
            f"{bx - ux * back - uy * aside:.1f},{by - uy * back + ux * aside:.1f}"
            for back, aside in ((0, 0), (11, 6), (11, -6))
        )
        way = f"M{ax:.1f} {ay:.1f}Q{bend_x:.1f} {bend_y:.1f} {bx - ux * 8:.1f} {by - uy * 8:.1f}"
        return f'<path class="way" d="{way}"/><polygon class="head" points="{head}"/>'


def figures(rows: Sequence[tuple[str, str]], kind: str = "boards") -> str:
    """Return the HTML of pictures with captions: boards side by side, photographs one under the other."""
    drawn = "".join(f"<figure>{picture}<figcaption>{caption}</figcaption></figure>" for picture, caption in rows)
    return f'<div class="{kind}">{drawn}</div>' if drawn else ""
