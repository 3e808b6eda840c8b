"""Plans of players who marked undue points, marked only part of their due, or lost points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.trictrac.judge.evidence import Evidence
from referee.trictrac.judge.ledger import Ledger, LedgerLine
from referee.trictrac.judge.mark_changes import Change, Plan, Reach
from referee.trictrac.judge.owed_marks import pays, takes
from rules.faults.chronology import On
from rules.marking import POINTS_DU_TROU
from rules.position import Side

MOST = 4 * POINTS_DU_TROU
"""The most undue points that a player is assumed to mark at once."""


def beyond(seen: Evidence, side: Side, reach: Reach) -> Iterator[Plan]:
    """Yield plans with undue points. Once the time is over, yield those with part of the due, or points lost, too."""
    begun = any(line.side is side and line.open and line.begun for line in seen.ledger.lines)
    if reach is not Reach.OVER and (begun or seen.has_unclaimed(side)):
        return  # the side may still take off the points that it marks, or was asked for the rest of an école
    due = _due(seen, side)
    for take in _take_surplus(seen, side):
        # The dues come first, even after a call: écoles come "après tous les autres" (Lois XVII 3).
        for points in range(due + 2, due + MOST, 2):
            yield take + _marks(seen, side, points)
    if reach is not Reach.OVER:
        return
    lines = seen.ledger.lines
    ecoles = all(lines[at].ecole for at in seen.marking_now(side))
    if ecoles and side not in seen.called and not any(line.taken for line in lines if line.side is not side):
        # Points too many are likelier than a part of an école without a word (Lois XVII 3: "en disant") or points off.
        yield from ((_undue(seen, side, points),) for points in range(2, due + 2, 2))
    if side in seen.called and seen.marking == seen.number and not any(seen.ledger.claimable(one) for one in Side):
        # Only a call of the other ends the time so early: he takes them for the école that the side wrongly called.
        yield from ((_surplus(seen, side, points),) for points in range(2, due, 2))
    yield from partly(seen, side)
    yield from (_loses(seen, side, points) for points in _held(seen, side))


def false_ecoles(seen: Evidence, side: Side, reach: Reach) -> Iterator[Plan]:
    """Yield plans that take due points off the other and mark as many, for an école that is none (Jeu 3)."""
    other = side.adversary
    undue = seen.ledger.surplus(other)
    for points in _held(seen, other) if not seen.has_pegged(side) else ():
        off = _loses(seen, other, points)
        if sum(one.points for one in off) == -points < -undue:
            wrong = (*off, _false_ecole(seen, side, points))
            yield from (wrong, *(pay + wrong for pay in pays(seen, side, reach)))


def partly(seen: Evidence, side: Side) -> Iterator[Plan]:
    """Yield plans that mark part of the due: of one école that was called, the later throw's first, or of all."""
    lines = seen.ledger.lines
    ecoles = [at for at in seen.marking_now(side) if lines[at].ecole and side in seen.called]
    ecoles.sort(key=lambda at: -lines[at].throw)
    due = _due(seen, side)
    for take in _take_surplus(seen, side):
        yield from ((*take, Change(at, points)) for at in ecoles for points in range(2, lines[at].open, 2))
        for points in range(2, due, 2):
            yield take + _marks(seen, side, points)


def _take_surplus(seen: Evidence, side: Side) -> tuple[Plan, ...]:
    """Return plans that take off the other's surplus first. They are the likelier ones if the side called."""
    off = tuple(takes(seen, side.adversary))
    return (*off, ()) if side in seen.called else ((), *off)


def _due(seen: Evidence, side: Side) -> int:
    return sum(seen.ledger.lines[at].open for at in seen.marking_now(side))


def both(seen: Evidence, side: Side) -> Iterator[Plan]:
    """Yield plans that change both sides' marks at once, for marks that no simpler plan explains."""
    his = tuple(pays(seen, side.adversary, Reach.OVER))
    for plan in tuple(beyond(seen, side, Reach.OVER)):
        yield from (plan + pay for pay in his)


def trous_forgotten(seen: Evidence, side: Side) -> Ledger | None:
    """Return the ledger if a side's jeton moved on to the remainder of its due, without its fichet.

    Each dozen not pegged is missing from the points marked (Jeu 3, école de trous, nombre de points marqués). Return
    None where the board shows something else.
    """
    score = seen.ledger.score(seen.code)
    held, shown = score.of(side), seen.board.of(side)
    if not seen.felt or side in seen.unseen or shown.trous != seen.board.known_marks(side).trous:
        return None
    due = [at for at in seen.marking_now(side) if not seen.ledger.lines[at].ecole]
    due = [at for at in due if seen.ledger.lines[at].throw <= seen.marking]
    dozens, reste = divmod(held.points + sum(seen.ledger.lines[at].open for at in due), POINTS_DU_TROU)
    if not dozens or not shown.points == reste < held.points:
        return None
    stands = replace(held, points=reste, bredouille=held.bredouille and reste > 0)
    ledger = seen.ledger.standing_at(score.with_holding(side, stands))
    for at in due:
        short = POINTS_DU_TROU * dozens if at == due[-1] else 0
        ledger = ledger.setting(at, replace(ledger.lines[at], due=ledger.lines[at].marked + short))
    return ledger


def _marks(seen: Evidence, side: Side, points: int) -> Plan:
    """Return a plan that pays points on the dues in order, and puts the rest on the line it seems meant for."""
    changes: list[Change] = []
    for at in seen.marking_now(side):
        part = min(points, seen.ledger.lines[at].open)
        points -= part
        if part:
            changes.append(Change(at, part))
    if points:
        ecole = bool(changes) and seen.ledger.lines[changes[-1].at].ecole
        beyond = Change(changes[-1].at, points) if ecole else _surplus(seen, side, points)
        paid = next((change for change in changes if change.at == beyond.at), None)
        if paid is None:
            changes.append(beyond)
        else:
            changes[changes.index(paid)] = replace(paid, points=paid.points + points)
    return tuple(changes)


def _surplus(seen: Evidence, side: Side, points: int) -> Change:
    lines = seen.ledger.lines
    if seen.claims(side):
        undone = next((line for line in lines if line.side is not side and _to_be_answered(seen, line)), None)
        if undone is not None:
            return Change(len(lines), points, LedgerLine(side, undone.throw, undone.on, 0, ecole=True))
        return _false_ecole(seen, side, points)
    return _undue(seen, side, points)


def _false_ecole(seen: Evidence, side: Side, points: int) -> Change:
    """Return undue points marked as an école."""
    lines = seen.ledger.lines
    # If the throw under way has not been played, the call is about the marks for the one before.
    throw = max(1, seen.number - (not seen.touched))
    about = (at for at, one in enumerate(lines) if one.side is side and one.ecole and one.throw == throw)
    last = max(about, default=None)
    if last is not None:
        return Change(last, points)
    return Change(len(lines), points, LedgerLine(side, throw, On.OWN, 0, ecole=True))


def _undue(seen: Evidence, side: Side, points: int) -> Change:
    """Return undue points that are no école, of the throw that is being marked."""
    on = seen.on(side)
    at = seen.ledger.find(side=side, throw=seen.marking, on=on)
    if at is None:
        return Change(len(seen.ledger.lines), points, LedgerLine(side, seen.marking, on, 0))
    return Change(at, points)


def _to_be_answered(seen: Evidence, line: LedgerLine) -> bool:
    """Return whether a call may answer an école taken off; after a full answer, only until the throw is played."""
    answers = (
        one.surplus
        for one in seen.ledger.lines
        if one.side is not line.side and (one.throw, one.on, one.of) == (line.throw, line.on, None) and one.ecole
    )
    return line.undone > 0 and not (seen.touched and sum(answers) >= line.undone)


def _held(seen: Evidence, side: Side) -> range:
    """Return how many points a side may lose: a jeton goes back to the talon at most."""
    return range(2, seen.ledger.score(seen.code).of(side).points + 2, 2)


def _loses(seen: Evidence, side: Side, points: int) -> Plan:
    """Return a plan that takes points off a side, the last first."""
    changes = []
    for at in reversed(range(len(seen.ledger.lines))):
        line = seen.ledger.lines[at]
        part = min(points, line.marked) if line.side is side else 0
        points -= part
        if part:
            changes.append(Change(at, -part))
    return tuple(changes)
