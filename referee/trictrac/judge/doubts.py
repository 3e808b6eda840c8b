"""What speaks against a fault just ruled; how often such faults are right is counted (`observation.toml`, `doubts`).

1. Marks, the first dame touched and throws often become known late, or several in one look. If in another order of
   these acts the marks read the same, and fewer or smaller errors were made, the order was perhaps another.
2. If marks wait to be mended by a player, perhaps they were misunderstood.
3. Dames that went to the next case and back again were perhaps knocked, not played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.acts import Act, Claimed, DameLifted, Declared, DiceLifted, DiceThrown
from events.trictrac.acts import FichetMoved, JetonMoved, JetonReleased, PavillonMoved
from events.trictrac.rulings import FaultRuled
from referee.inference.tables import FILTER
from referee.trictrac.judge.history import History
from referee.trictrac.judge.late_events import accusations, count_unexplained
from referee.trictrac.judge.situation import Situation
from rules.fault import FaultName
from rules.play import Move
from rules.position import Side

ORDER, AMISS, KNOCK = "order", "amiss", "knock"

MARKS = (JetonMoved, JetonReleased, FichetMoved, PavillonMoved)
ABOUT_MARKS = (*MARKS, Declared, Claimed)

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
    if ruling.fault.name in MISCOUNTED:
        if _are_amiss(past.situation, ruling):
            yield AMISS
        if _needs_this_order(past, ruling):
            yield ORDER
    if ruling.fault.name in PUT_BACK and _was_knocked(past, ruling.throw):
        yield KNOCK


def _are_amiss(now: Situation, ruling: FaultRuled) -> bool:
    """Return whether other marks wait to be mended that this fault may rest on.

    A second jeton only shows the bredouille, on which trous depend, but no points.
    """
    others = [one.fault for one in now.books.wrong_marks if one.fault != ruling.about]
    points = any(now.books.board.known_marks(side).points != now.score.of(side).points for side in Side)
    return any(others) or (len(others) > 0 and (points or ruling.fault.name is FaultName.TROUS_BREDOUILLE))


def _needs_this_order(past: History, ruling: FaultRuled) -> bool:
    """Return whether another order of the acts shows the same score with lesser errors, without this one."""
    now = past.situation
    for at, acts in _other_orders(past):
        trial = past.trial(at)
        for act in acts:
            trial.judge(act)
        then = trial.situation
        alike = (then.tour, then.number, then.score) == (now.tour, now.number, now.score)
        if not alike or count_unexplained(then) > count_unexplained(now):
            continue
        ruled = (one for one in trial.rulings_since(at) if isinstance(one, FaultRuled))
        found = any((one.throw, one.fault) == (ruling.throw, ruling.fault) for one in ruled)
        if not found and accusations(trial.entries[at:]) < accusations(past.entries[at:]):
            return True
    return False


def _other_orders(past: History) -> Iterator[tuple[int, list[Act]]]:
    """Yield other orders of the last acts: where in the log they begin, and all acts from there on."""
    acts, now = past.acts, past.situation
    for at, entry in enumerate(past.entries):
        act, before = entry.act, entry.before
        throw = before.throw
        if before.tour != now.tour or before.number <= now.number - FILTER.settled:
            continue
        if isinstance(act, DiceThrown):
            end = _while(acts, at + 1, ABOUT_MARKS, 1)
            yield at, [*acts[at + 1 : end], act, *acts[end:]]
            begin = _while(acts, at - 1, (*ABOUT_MARKS, DiceLifted), -1) + 1
            yield begin, [act, *acts[begin:at], *acts[at + 1 :]]
        elif isinstance(act, DameLifted) and throw is not None and throw.side is act.side and not throw.touched:
            end = next((one for one in range(at + 1, len(acts)) if isinstance(acts[one], DiceThrown)), len(acts))
            marks = [one for one in acts[at + 1 : end] if isinstance(one, MARKS)]
            yield at, [*marks, *(one for one in acts[at:end] if not isinstance(one, MARKS)), *acts[end:]]


def _while(acts: Sequence[Act], at: int, kinds: tuple[type[Act], ...], step: int) -> int:
    """Return the first place from `at` on, by steps of +1 or -1, where no act of these kinds stands."""
    while 0 <= at < len(acts) and isinstance(acts[at], kinds):
        at += step
    return at


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
