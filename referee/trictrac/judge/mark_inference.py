"""Work the marks back from jetons and fichets (Jeu 3, "nombre de points marqués par l'adversaire").

Plans of what the players may have done are tried in order: dues marked whole, the other's surplus taken off, an école
undone, and only then undue points. The first plan whose score the board shows is taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from itertools import product

from referee.trictrac.judge.counters import reads
from referee.trictrac.judge.evidence import Evidence
from referee.trictrac.judge.ledger import Ledger
from referee.trictrac.judge.mark_changes import Change, Explanation, Plan, Reach, apply_changes
from referee.trictrac.judge.owed_marks import due, undoing
from referee.trictrac.judge.unowed_marks import beyond, both, false_ecoles, partly, trous_forgotten
from rules.marking import Score
from rules.position import Side


class Slack(IntEnum):
    """How far the board may differ from the score.

    Attributes:
        NONE: not at all.
        LATE: marks may not be effaced, or put back, yet.
        BREDOUILLE: a trou may be miscounted by the bredouille.
    """

    NONE = 0
    LATE = 1
    BREDOUILLE = 2


def infer_marks(seen: Evidence, side: Side, reach: Reach) -> Explanation | None:
    """Return the marks made when `side` let go or its time is over; None while they stay open."""
    if not any(seen.has_changed(one) for one in Side):
        return Explanation(seen.ledger, ())
    over = reach is Reach.OVER
    dues = tuple(due(seen, side, reach))
    undone = tuple(plan for actor in (side, side.adversary) for plan in undoing(seen, actor, reach))
    # A side that called and took an école off marks first what it lost by that.
    answers = side in seen.called and any(line.undone and line.side is not side for line in seen.ledger.lines)
    found = _first(seen, (*undone, *dues) if answers else dues, reach)
    if found is None and (over or side is seen.rested) and side in seen.called and seen.ledger.claimable(side):
        # The side called an école, and marked a part of it.
        found = _first(seen, partly(seen, side), reach)
    if found is None:
        forgotten = _trous_forgotten(seen)
        if over and side in forgotten:
            return Explanation(forgotten[side], (), forgotten=True)
        if forgotten and not over:
            return None  # the fichet may still follow
    # That a side marked too much is likelier than that it put too many trous back.
    found = found or _first(seen, undone, reach, worst=Slack.LATE)
    if reach is Reach.PEGGED and found is not None and not _nothing_left(seen, side, found):
        return None
    if found is None and reach > Reach.DUE and seen.has_changed(side):
        # If no fichet is felt, a part of the dues may read like all of them and an undue trou.
        part = None if seen.felt else _first(seen, partly(seen, side), reach)
        if part is not None and not over:
            return None  # the side may be marking in several goes
        found = part or _first(seen, beyond(seen, side, reach), reach)
    if found is None and over and seen.is_being_effaced(side):
        return Explanation(seen.ledger, ())
    if found is None and reach > Reach.DUE:
        wrongly = (false_ecoles(seen, one, reach) for one in (side, side.adversary) if over or one in seen.called)
        found = _first(seen, (plan for plans in wrongly for plan in plans), reach)
    if found is None and over:
        # The other side may be making its own marks at the same time.
        every = (*dues, *undone, *beyond(seen, side, reach), *both(seen, side))
        found = _first(seen, every, reach, blind=side.adversary)
    return found


def _trous_forgotten(seen: Evidence) -> dict[Side, Ledger]:
    """Return the ledgers of sides whose jeton moved on to the remainder without the trous pegged.

    A side whose adversary called is left out: the adversary put its jeton back.
    """
    found = {side: trous_forgotten(seen, side) for side in Side if side.adversary not in seen.called}
    return {side: ledger for side, ledger in found.items() if ledger is not None}


def _nothing_left(seen: Evidence, side: Side, found: Explanation) -> bool:
    """Return whether a side, and the other if it marks too, then has nothing more to mark, so no jeton will move."""
    after = apply_changes(found.ledger, found.changes)
    busy = [one for one in Side if one is side or seen.has_changed(one)]
    return seen.at_the_last(side) or not any(line.side in busy and line.open for line in after.lines)


def _first(
    seen: Evidence,
    plans: Iterable[Plan],
    reach: Reach,
    *,
    blind: Side | None = None,
    worst: Slack = Slack.BREDOUILLE,
) -> Explanation | None:
    """Return the first plan whose score the board shows, with as little left amiss as possible."""
    tries = tuple(product(seen.bases(), (plan for plan in plans if plan not in seen.refuted)))
    for slack in Slack if reach is Reach.OVER else (Slack.NONE, Slack.LATE):
        for base, plan in tries if slack <= worst else ():
            if _fits(seen, base, plan, slack, reach, blind):
                return Explanation(base, plan)
    return None


def _fits(seen: Evidence, base: Ledger, plan: Plan, slack: Slack, reach: Reach, blind: Side | None) -> bool:
    if any(seen.has_unclaimed(side, plan) for side in Side):
        return False
    ledger = apply_changes(base, plan)
    before, after = base.score(seen.code), ledger.score(seen.code)
    winner = base.winner(after)
    if winner is not None and winner is base.winner(before):
        return False  # the win is contested, so the marks take it away
    if winner is not None and ledger.surplus(winner) > base.surplus(winner):
        beyond_last = base.trous is not None and after.of(winner).trous > base.trous
        if not seen.felt or (beyond_last and reach is not Reach.OVER):
            return False  # no fichet shows undue points; or the bredouille may be miscounted, which is no école
    # If the thrower has pegged a trou, his points count before those that his throw gives the other.
    first = seen.thrower if winner is seen.thrower.adversary and seen.has_pegged(seen.thrower) else None
    # Once the tour is won, the players leave the loser's jetons where they are.
    whole = {seen.side_of(change) for change in plan if not (slack is not Slack.NONE and _moot(seen, change, after))}
    for side in whole - {blind, winner and winner.adversary}:
        # The other's trou may have effaced points at once, so that they never showed.
        effaced = reach is Reach.OVER and seen.effaces(side, after)
        # An école of an earlier throw may count before a trou that has effaced those points since.
        past = side in seen.called and after.of(side) == before.of(side)
        changed = seen.has_changed(side) or seen.back_where_it_was(side, after) or effaced or past
        if not changed or (reach is not Reach.OVER and not seen.is_finished(side)):
            return False
    # The other side's unfinished marks need not be read, but finished ones must show. A side has not won by a trou
    # that its fichet does not show.
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
    """Return whether a change takes off a surplus or an école that a trou effaces at once, unseen on the jetons."""
    line = change.line or seen.ledger.lines[change.at]
    off = line.marked if line.ecole else line.surplus
    return 0 < -change.points <= off and seen.effaces(line.side, after) and not seen.has_changed(line.side)


def _wrong_by(seen: Evidence, side: Side, after: Score, slack: Slack) -> int:
    """Return by how many trous the fichet may be wrong: the bredouille miscounted, now or before (école de trous)."""
    before = seen.ledger.score(seen.code).of(side).trous
    gained = after.of(side).trous - before
    known = seen.ledger.trous_at(seen.board.known_marks(side).trous, before) - before
    if slack is not Slack.BREDOUILLE or known or not gained:
        return known if slack is not Slack.NONE else 0
    return 1 if gained % 2 else -1
