"""What speaks against a fault just ruled; how often such faults are right is counted (`observation.toml`, `doubts`).

1. If marks wait to be mended by a player, perhaps they were misunderstood.
2. Dames that went to the next case and back again were perhaps knocked, not played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.trictrac.rulings import FaultRuled
from referee.trictrac.judge.history import History
from referee.trictrac.judge.situation import Situation
from rules.fault import FaultName
from rules.play import Move
from rules.position import Side

AMISS, KNOCK = "amiss", "knock"

MISCOUNTED = frozenset(
    {
        FaultName.ECOLE_MOINS_J,
        FaultName.ECOLE_MOINS_A,
        FaultName.ECOLE_TROP_J,
        FaultName.ECOLE_TROP_A,
        FaultName.FAUSSE_ECOLE,
        FaultName.TROUS_BREDOUILLE,
    }
)
"""Écoles of marks that are wrong by themselves. The others answer an école, so their order decides what they are."""

PUT_BACK = frozenset({FaultName.FAUSSE_CASE_1, FaultName.FAUSSE_CASE_2, FaultName.FAUSSE_CASE_3})


def doubts_about(past: History, ruling: FaultRuled) -> Iterator[str]:
    """Yield the names of what speaks against a fault, ruled on the last act."""
    if ruling.fault.name in MISCOUNTED and _are_amiss(past.situation, ruling):
        yield AMISS
    if ruling.fault.name in PUT_BACK and _was_knocked(past, ruling.throw):
        yield KNOCK


def _are_amiss(now: Situation, ruling: FaultRuled) -> bool:
    """Return whether other marks wait to be mended that this fault may rest on.

    A second jeton only shows the bredouille, on which trous depend, but no points.
    """
    others = [one.fault for one in now.books.wrong_marks if one.fault != ruling.about]
    points = any(now.books.board.known_marks(side).points != now.score.of(side).points for side in Side)
    return any(others) or (len(others) > 0 and (points or ruling.fault.name is FaultName.TROUS_BREDOUILLE))


def _was_knocked(past: History, number: int) -> bool:
    """Return whether dames went to the next case in this throw, and then back again."""
    throw = past.situation.throw_of(number)
    hops = () if throw is None else throw.hops
    parts = ((at, n) for n in range(1, len(hops) // 2 + 1) for at in range(len(hops) - 2 * n + 1))
    return any(_undone(hops[at : at + n], hops[at + n : at + 2 * n]) for at, n in parts)


def _undone(out: Sequence[Move], back: Sequence[Move]) -> bool:
    """Return whether dames went to the next case each, and all of them back."""
    next_to = all(abs(one.end - one.start) == 1 for one in out)
    left, taken = sorted(one.start for one in out), sorted(one.end for one in out)
    return next_to and (sorted(one.end for one in back), sorted(one.start for one in back)) == (left, taken)
