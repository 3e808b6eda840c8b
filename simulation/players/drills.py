"""Positions that allow faults which are rare in whole tours; Blancs to throw.

Keyed by the fault, for `SimulatedTable(position=...)`.
"""

from __future__ import annotations

from rules.fault import FaultName
from rules.position import Position


def _position(blancs: dict[int, int], noirs: dict[int, int]) -> Position:
    cases = range(1, 25)
    return Position(tuple(blancs.get(case, 0) for case in cases), tuple(noirs.get(case, 0) for case in cases))


_RETURNED = {19: 3, 20: 3, 21: 3, 22: 3, 23: 2, 24: 1}

DRILLS: dict[FaultName, Position] = {
    # Two dames are left, which any throw may take out.
    FaultName.ECOLE_SORTIE: _position({23: 1, 24: 1}, _RETURNED),
    FaultName.FAUSSE_CASE_8: _position({19: 2, 20: 2, 23: 1}, _RETURNED),
    # The grand jan lacks one dame; several plays bring it and several do not.
    FaultName.ECOLE_REMPLIR: _position({1: 1, 5: 1, 6: 2, 7: 2, 8: 2, 9: 2, 10: 2, 11: 1, 12: 2}, {1: 15}),
    # A full grand jan with three dames to play before it.
    FaultName.ECOLE_CONSERVER: _position({4: 1, 5: 1, 6: 1, 7: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 2}, {1: 15}),
    # Both coins are within reach of pairs.
    FaultName.FAUSSE_CASE_5: _position(
        {1: 4, 5: 1, 7: 1, 8: 2, 9: 3, 10: 2, 11: 2}, {2: 2, 3: 1, 4: 2, 5: 2, 6: 2, 7: 2, 8: 1, 9: 2, 19: 1}
    ),
    # Only one dame can move, by one number or the other.
    FaultName.FAUSSE_CASE_6: _position({6: 1, 12: 4, 14: 1, 15: 2, 16: 4, 17: 3}, {1: 4, 2: 4, 3: 5, 4: 1, 6: 1}),
    # A second number that only the right first dame leaves playable.
    FaultName.IMPUISSANTE: _position(
        {7: 2, 8: 3, 9: 2, 10: 2, 11: 2, 12: 4}, {1: 4, 5: 1, 7: 2, 8: 2, 9: 2, 10: 2, 11: 2}
    ),
}
