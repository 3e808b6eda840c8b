"""The ground below a place: the floor of the board, or the lower table around it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from simulation.render.board_mesh import outline
from simulation.scene import Dame, Die, Jeton

if TYPE_CHECKING:
    from simulation.render.style import Style

Lying = TypeVar("Lying", Dame, Die, Jeton)


def ground(x: float, y: float, style: Style) -> float:
    """The height, mm, that scenes take as zero at a place: the table's outside the board, rails and trays included."""
    left, right, far, near = outline(style)
    return 0.0 if left <= x <= right and far <= y <= near else -style.table_below


def grounded(piece: Lying, style: Style) -> Lying:
    """The same piece with its height above the floor, wherever it lies."""
    low = ground(piece.x, piece.y, style)
    if low == 0.0:
        return piece
    if isinstance(piece, Dame):
        return replace(piece, base=piece.base + low)
    return replace(piece, height=piece.height + low)
