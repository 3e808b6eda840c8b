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
    """Return the height, mm, that counts as zero at a place: outside the board, that of the table."""
    left, right, far, near = outline(style)
    return 0.0 if left <= x <= right and far <= y <= near else -style.table_below


def grounded(piece: Lying, style: Style) -> Lying:
    """Return the piece with its height measured from the floor."""
    low = ground(piece.x, piece.y, style)
    if low == 0.0:
        return piece
    if isinstance(piece, Dame):
        return replace(piece, base=piece.base + low)
    return replace(piece, height=piece.height + low)
