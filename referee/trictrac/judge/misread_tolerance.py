"""Whether a fault of the dames is sure: nobody is accused where one dame misread would make the play lawful.

A camera that misreads dames in the open nearly always reads one too many (`./run bench seen`). Dames upon one another
cannot be counted: their number is what is left of the fifteen. So a dame read too many on one case is one too few on a
pile, and when it is no longer read it seems to have moved. Going out, a pile alone may be wrong.

Where the camera has counted the board again, either count may be the wrong one for a while: the worth of a throw on one
and not on the other is no école, marked or not.

Other faults are ruled, but something speaks against them; how often they are right is counted (`observation.toml`,
`doubts`). If marks wait to be mended by a player, perhaps they were misunderstood. Dames that went to the next case and
back again were perhaps knocked, not played. Dice that were not read whole are worked back from the play and the marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.trictrac.rulings import FaultRuled
from referee.trictrac.judge.played import ways
from referee.trictrac.judge.situation import Otherwise, Situation, Throw
from referee.trictrac.numbers import JUDGING
from rules.code import Code
from rules.fault import Fault, FaultName
from rules.jans import jans
from rules.play import Move
from rules.plays import legal_plays
from rules.position import BANDE, Case, Counts, Dice, Position, Side

HOME = 18
"""Dames leave the board only from beyond this case (Lois VIII)."""

OF_THE_WAYS = frozenset(
    {
        FaultName.FAUSSE_CASE_1,
        FaultName.FAUSSE_CASE_2,
        FaultName.FAUSSE_CASE_3,
        FaultName.FAUSSE_CASE_4_1,
        FaultName.FAUSSE_CASE_4_2,
        FaultName.FAUSSE_CASE_8,
    }
)
"""Faults that lie in the ways of the dames: the numbers, and the hand; others are seen where the dames stand."""

AMISS, KNOCK, UNREAD = "amiss", "knock", "unread"

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

OF_THE_HAND = frozenset({FaultName.DEUX_JETONS, FaultName.DES_LEVES})
"""Faults that are the same whatever the dice."""

PUT_BACK = frozenset({FaultName.FAUSSE_CASE_1, FaultName.FAUSSE_CASE_2, FaultName.FAUSSE_CASE_3})


def is_sure(fault: Fault, throw: Throw, position: Position) -> bool:
    """Return whether the thrower is to be accused of a fault found in how he played to `position`."""
    if fault.name is FaultName.FAUSSE_CASE_2 and _never_was_there(throw, position):
        return False
    return throw.lawful or fault.name not in OF_THE_WAYS or not may_be_lawful(throw, position)


def _never_was_there(throw: Throw, position: Position) -> bool:
    """Return whether a dame that stands further back than it did was one too few on a pile, or one too many."""
    before, after = throw.base.counts(throw.side), position.counts(throw.side)
    back = [move for move in ways(before, after) if move.end < move.start]
    if not back or any(before[move.start - 1] >= JUDGING.pile for move in back):
        return bool(back)
    otherwise = (ways(_move(before, case, pile), after) for case, pile in _recounts(before))
    return any(all(move.start < move.end for move in moves) for moves in otherwise)


def may_be_lawful(throw: Throw, position: Position) -> bool:
    """Return whether the thrower may have played lawfully to `position`, one dame having been read elsewhere."""
    side, stands = throw.side, position.counts(throw.side)
    before = throw.base.counts(side)
    moved = ways(before, stands)
    # His hand was seen to reach for each dame that moved, and for no other: no pile hid one more.
    all_seen = bool(moved) and throw.reaches == (len(moved), sum(move.end == BANDE for move in moved))
    out = _as_many_out(stands)
    if not out.isdisjoint(throw.plays.counts(side)) and not all_seen:
        return True
    for case, pile in _recounts(before):
        base = _move(before, case, pile)
        results = legal_plays(throw.base.with_counts(side, base), side, throw.dice).counts(side)
        one_more = all_seen and len(ways(base, stands)) > len(moved)
        if stands in results and not one_more and not _was_seen(throw.brought, moved, case, pile):
            return True
    return False


def _was_seen(brought: frozenset[tuple[Case, Case]], moved: Sequence[Move], case: Case, pile: Case) -> bool:
    """Return whether his hand was seen to take a dame from this case, not the pile, or bring it to the pile, not here.

    brought: the ways from case to case that it was seen to go.
    """
    seen = [((case, move.end), (pile, move.end)) for move in moved if move.start == case]
    seen += [((move.start, pile), (move.start, case)) for move in moved if move.end == pile]
    return bool(seen) and all(way in brought and other not in brought for way, other in seen)


def _recounts(counts: Counts) -> Iterator[tuple[int, int]]:
    """Each case that may hold a dame less, and each pile that may then hold one more."""
    for pile in range(1, BANDE):
        if counts[pile - 1] >= JUDGING.pile:
            yield from ((case, pile) for case in range(1, BANDE) if counts[case - 1] and case != pile)


def _move(counts: Counts, case: int, pile: int) -> Counts:
    """The same with a dame of a case on a pile instead."""
    return tuple(n - (at == case) + (at == pile) for at, n in enumerate(counts, 1))


def _as_many_out(counts: Counts) -> set[Counts]:
    """The same with a dame more or less on one pile, where dames may go out."""
    if any(counts[:HOME]):
        return set()
    return {
        tuple(n + step * (at == pile) for at, n in enumerate(counts, 1))
        for pile in range(1, BANDE)
        for step in (-1, 1)
        if counts[pile - 1] >= JUDGING.pile
    }


def also_moved(now: Situation, side: Side, case: Case, by: int) -> Otherwise | None:
    """How the dames may stand instead after one more move, by -1 or +1; None where they cannot, or no longer do."""
    if now.otherwise is None or now.number - now.otherwise.since > JUDGING.recounted:
        return None
    counts = list(now.otherwise.position.counts(side))
    counts[case - 1] += by
    position = now.otherwise.position.with_counts(side, tuple(counts))
    return Otherwise(position, now.otherwise.since) if counts[case - 1] >= 0 and position != now.position else None


def unsure_worth(now: Situation, throw: Throw, code: Code, first_throw: Dice | None) -> frozenset[Side]:
    """For whom a throw is worth something else where the dames stood otherwise."""
    if now.otherwise is None or _overlap(now.otherwise.position):
        return frozenset()
    found = jans(now.otherwise.position, throw.side, throw.dice, code, coup=throw.coup, first_throw=first_throw)
    return frozenset(side for side in Side if throw.worth(side) != sum(jan.points for jan in found if jan.side is side))


def _overlap(position: Position) -> bool:
    """Return whether dames of both would stand on one case."""
    return any(one and other for one, other in zip(position.blancs, reversed(position.noirs), strict=True))


def doubts_about(now: Situation, ruling: FaultRuled) -> Iterator[str]:
    """Yield the names of what speaks against a fault, ruled on the last act."""
    if ruling.fault.name in MISCOUNTED and _are_amiss(now, ruling):
        yield AMISS
    if ruling.fault.name in PUT_BACK and _was_knocked(now, ruling.throw):
        yield KNOCK
    throw = now.throw_of(ruling.throw)
    if throw is not None and throw.doubted and ruling.fault.name not in OF_THE_HAND:
        yield UNREAD


def _are_amiss(now: Situation, ruling: FaultRuled) -> bool:
    """Return whether other marks wait to be mended that this fault may rest on.

    A second jeton only shows the bredouille, on which trous depend, but no points.
    """
    others = [one.fault for one in now.books.wrong_marks if one.fault != ruling.about]
    points = any(now.books.board.known_marks(side).points != now.score.of(side).points for side in Side)
    return any(others) or (len(others) > 0 and (points or ruling.fault.name is FaultName.TROUS_BREDOUILLE))


def _was_knocked(now: Situation, number: int) -> bool:
    """Return whether dames went to the next case in this throw, and then back again."""
    throw = now.throw_of(number)
    hops = () if throw is None else throw.hops
    parts = ((at, n) for n in range(1, len(hops) // 2 + 1) for at in range(len(hops) - 2 * n + 1))
    return any(_undone(hops[at : at + n], hops[at + n : at + 2 * n]) for at, n in parts)


def _undone(out: Sequence[Move], back: Sequence[Move]) -> bool:
    """Return whether dames went to the next case each, and all of them back."""
    next_to = all(abs(one.end - one.start) == 1 for one in out)
    left, taken = sorted(one.start for one in out), sorted(one.end for one in out)
    return next_to and (sorted(one.end for one in back), sorted(one.start for one in back)) == (left, taken)
