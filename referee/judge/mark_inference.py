"""The marks, worked back from what jetons and fichets show (Jeu 3, "nombre de points marqués par l'adversaire").

Of all that players may have done, the first plan is taken that makes the score read as the board does: dues marked
whole, the other's surplus taken off, an école undone; only then undue points.
"""

from __future__ import annotations

from enum import IntEnum
from itertools import product
from typing import TYPE_CHECKING

from referee.judge.counters import reads
from referee.judge.mark_changes import Explanation, Reach, applied
from referee.judge.owed_marks import due, pays, undoing
from referee.judge.unowed_marks import beyond, both, partly, trous_forgotten
from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.judge.evidence import Evidence
    from referee.judge.ledger import Ledger
    from referee.judge.mark_changes import Change, Plan
    from rules.marking import Score


class Slack(IntEnum):
    """Kinds of marks amiss on the board: none; not effaced, or put back, yet; a trou miscounted by bredouille."""

    NONE = 0
    LATE = 1
    BREDOUILLE = 2


def explained(seen: Evidence, side: Side, reach: Reach) -> Explanation | None:
    """The marks made, `side` having let go or its time being over; None while they stay open."""
    if not any(seen.changed(one) for one in Side):
        return Explanation(seen.ledger, ())
    over = reach is Reach.OVER
    dues = tuple(due(seen, side, reach))
    undone = tuple(plan for actor in (side, side.adversary) for plan in undoing(seen, actor, reach))
    found = None
    if side in seen.called and any(line.undone for line in seen.ledger.lines if line.side is not side):
        # He called it and took an école off: the points he marks now are his answer to that.
        found = _first(seen, undoing(seen, side, reach), reach)
    found = found or _first(seen, dues, reach)
    if found is None and (over or side is seen.rested) and side in seen.called and seen.ledger.claimable(side):
        # He called it, and marked a part of it.
        found = _first(seen, partly(seen, side), reach)
    for other in seen.marked_unasked() if found is None else ():
        # He marked too much, then called the école and marked that whole.
        found = found or _first(other, due(other, side, reach), reach)
    if found is None:
        forgotten = _trous_forgotten(seen)
        if over and side in forgotten:
            return Explanation(forgotten[side], (), forgotten=True)
        if forgotten and not over:
            return None  # his fichet may still follow
    # He has sooner marked too much than put too many trous back.
    found = found or _first(seen, undone, reach, worst=Slack.LATE)
    answering = seen.thrower.adversary
    if found is None and reach > Reach.DUE and answering in seen.called:
        # An école taken off and answered, the thrower has gone on to the worth of his throw.
        undone_first = product(undoing(seen, answering, reach), pays(seen, seen.thrower, reach))
        found = _first(seen, (one + two for one, two in undone_first), reach, worst=Slack.LATE)
    if reach is Reach.PEGGED and found is not None and not _nothing_left(seen, side, found):
        return None
    if found is None and reach > Reach.DUE and seen.changed(side):
        # Where no fichet is felt, a part of the dues may read as all of it and an undue trou.
        part = None if seen.felt else _first(seen, partly(seen, side), reach)
        if part is not None and not over:
            return None  # he marks in several goes
        found = part or _first(seen, beyond(seen, side, reach), reach)
    if found is None and over:
        if seen.is_being_effaced(side):
            return Explanation(seen.ledger, ())
        # The other may be busy with its own marks meanwhile.
        every = (*dues, *undone, *beyond(seen, side, reach), *both(seen, side))
        found = _first(seen, every, reach, blind=side.adversary)
    return found


def _trous_forgotten(seen: Evidence) -> dict[Side, Ledger]:
    """Whose jeton has gone on to the remainder of his trous, unless the other put it back, who then says so."""
    found = {side: trous_forgotten(seen, side) for side in Side if side.adversary not in seen.called}
    return {side: ledger for side, ledger in found.items() if ledger is not None}


def _nothing_left(seen: Evidence, side: Side, found: Explanation) -> bool:
    """Whether a side then has nothing more to mark, so that its jeton will not move, and no partner marks with it."""
    after = applied(found.ledger, found.changes)
    busy = [one for one in Side if one is side or seen.changed(one)]
    return seen.at_the_last(side) or not any(line.side in busy and line.open for line in after.lines)


def _first(
    seen: Evidence,
    plans: Iterable[Plan],
    reach: Reach,
    *,
    blind: Side | None = None,
    worst: Slack = Slack.BREDOUILLE,
) -> Explanation | None:
    """The first that reads as the board does, with as little left amiss as possible."""
    tries = tuple(product(seen.bases(), plans))
    for slack in Slack if reach is Reach.OVER else (Slack.NONE, Slack.LATE):
        for base, plan in tries if slack <= worst else ():
            if _fits(seen, base, plan, slack, reach, blind):
                return Explanation(base, plan)
    return None


def _fits(seen: Evidence, base: Ledger, plan: Plan, slack: Slack, reach: Reach, blind: Side | None) -> bool:
    if any(seen.unclaimed(side, plan) for side in Side):
        return False
    ledger = applied(base, plan)
    after = ledger.score(seen.code)
    winner = base.winner(after)
    if winner is not None and not seen.felt and ledger.surplus(winner) > base.surplus(winner):
        return False  # nobody has won by undue points and a fichet that is not felt
    # The thrower has pegged a trou, and his points count before those his throw gives the other.
    first = seen.thrower if winner is seen.thrower.adversary and seen.pegged(seen.thrower) else None
    # Once the tour is won nobody moves the loser's jetons any more.
    whole = {seen.side_of(change) for change in plan if not (slack is not Slack.NONE and _moot(seen, change, after))}
    for side in whole - {blind, winner and winner.adversary}:
        changed = seen.changed(side) or seen.back_where_it_was(side, after)
        if not changed or (reach is not Reach.OVER and not seen.finished(side)):
            return False
    # The other's unfinished marks need not be read, but finished ones must show; and nobody has won by a trou that his
    # fichet does not show.
    unread = {blind} - {winner} - {seen.side_of(change) for change in plan}
    return all(
        side in unread
        or (winner is not None and side is not winner and side is not first)
        or (slack is not Slack.NONE and seen.nobody_marked(side) and seen.may_wait(side, after))
        or reads(
            seen.board.of(side),
            after.of(side),
            felt=seen.felt,
            seen=side not in seen.unseen,
            wrong_by=_wrong_by(seen, side, after, slack),
            last=base.trous,
        )
        for side in Side
    )


def _moot(seen: Evidence, change: Change, after: Score) -> bool:
    """Whether it takes off a surplus, or an école, that a trou effaces at once, so that no jeton need show it."""
    line = change.line or seen.ledger.lines[change.at]
    off = line.marked if line.ecole else line.surplus
    return 0 < -change.points <= off and seen.effaces(line.side, after) and not seen.changed(line.side)


def _wrong_by(seen: Evidence, side: Side, after: Score, slack: Slack) -> int:
    """How many trous the fichet may be wrong by: the bredouille miscounted, now or before (école de trous)."""
    before = seen.ledger.score(seen.code).of(side).trous
    gained = after.of(side).trous - before
    known = seen.ledger.trous_at(seen.board.known(side).trous, before) - before
    if slack is not Slack.BREDOUILLE or known or not gained:
        return known if slack is not Slack.NONE else 0
    return 1 if gained % 2 else -1
