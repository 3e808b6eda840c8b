"""Plans without undue points: players marked their dues, or undid an école."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from referee.trictrac.judge.evidence import PAR_TROP, Evidence
from referee.trictrac.judge.ledger import LedgerLine
from referee.trictrac.judge.mark_changes import Change, Plan, Reach, apply_changes
from rules.fault import FaultName
from rules.position import Side


def due(seen: Evidence, side: Side, reach: Reach) -> Iterator[Plan]:
    """Yield every plan that leaves no undue points."""
    yield ()
    paid = {one: _with_back(seen, one, tuple(pays(seen, one, reach))) for one in Side}
    taken = {one: tuple(takes(seen, one)) for one in Side}
    for actor in (side, side.adversary):
        both = tuple(product(taken[actor.adversary], paid[actor]))
        ecoles = [(take, pay) for take, pay in both if any(seen.ledger.lines[one.at].ecole for one in pay)]
        # The école of the surplus that a player takes off is likelier than another (Lois XVII 3).
        ecoles.sort(key=lambda both: not _answers(seen, *both))
        # A player who marks an école takes the surplus off first. If a trou effaces it at once, only a call shows that.
        yield from (take + pay for take, pay in ecoles if actor in seen.called or not _is_effaced(seen, take, pay))
        yield from paid[actor]
        yield from taken[actor.adversary]
        yield from (take + pay for take, pay in both)
    yield from taken[side]
    yield from (one + two for one, two in product(paid[side], paid[side.adversary]))
    for actor in (side, side.adversary):
        other = actor.adversary
        for take, pay, his in product(taken[other], paid[actor], paid[other]):
            # If a player called, he may have marked points that a trou of the other effaces at once.
            if actor in seen.called or not _is_effaced(seen, pay, take + his):
                yield take + pay + his


def _with_back(seen: Evidence, side: Side, paid: tuple[Plan, ...]) -> tuple[Plan, ...]:
    """Return the payments of a side, first those with the due points put back that it lost (Jeu 3, fausse école 2)."""
    lost = ((at, line) for at, line in enumerate(seen.ledger.lines) if line.side is side and line.lost)
    back = tuple(Change(at, line.lost) for at, line in lost)
    return (*(back + pay for pay in paid), back, *paid) if back else paid


def _is_effaced(seen: Evidence, take: Plan, pay: Plan) -> bool:
    """Return whether points taken off would not show, because a trou of the payment effaces all points of that side."""
    after = apply_changes(seen.ledger, take + pay).score(seen.code)
    return any(seen.effaces(seen.side_of(one), after) for one in take)


def _answers(seen: Evidence, take: Plan, pay: Plan) -> bool:
    """Return whether the écoles marked cover all the surplus taken off."""
    lines = seen.ledger.lines
    surplus = {(lines[one.at].throw, lines[one.at].on) for one in take}
    return surplus <= {(lines[one.at].throw, lines[one.at].on) for one in pay if lines[one.at].of in PAR_TROP}


def pays(seen: Evidence, side: Side, reach: Reach) -> Iterator[Plan]:
    """Yield plans that fully mark what is due to a side: of all throws or of one, with écoles or without."""
    due = [(at, line) for at, line in enumerate(seen.ledger.lines) if line.side is side and line.open]
    last = max((line.throw for _, line in due if not line.ecole), default=0)
    must = [at for at, line in due if not line.ecole]
    old = [at for at, line in due if not line.ecole and line.throw < last]
    new = [at for at in must if at not in old]
    may = [at for at, line in due if line.ecole and not seen.is_left_off(line)]
    # Once a throw was played, a call is about its écoles. Those of earlier throws are called before (Lois XVIII 3), and
    # one for powerless dames is claimed with them.
    played = seen.touched or seen.marking < seen.number
    latest = [
        at for at, line in due if at in may and line.throw == seen.marking and line.of is not FaultName.IMPUISSANTE
    ]
    may = latest if played and side in seen.called and latest else may
    # Of two écoles that the side may mark, the later throw's comes first.
    each = [[at] for at in sorted(may, key=lambda at: -seen.ledger.lines[at].throw)]
    ecoles = [may, *each, [*old, *may]]
    throws = [must, old, new]
    # Écoles come first after a call, or while the side must wait until the other's throw is played.
    waits = side is not seen.thrower and not seen.touched
    groups = ecoles + throws if side in seen.called or waits else throws + ecoles
    groups += [[*old, *may, *new], [*may, *new], *([*must, *one] for one in each)]
    groups.append([at for at in may if not seen.ledger.lines[at].begun])
    # After its call a side marks an école or a part of one. Without, it marks a part of its own points sooner than an
    # école and none of them.
    needed = may if side in seen.called else [] if waits else must
    if needed:
        groups = [group for group in groups if any(at in needed for at in group)]
    asked = [at for at in may if seen.ledger.lines[at].asked]
    # The rest of an école that the other asked for comes before own points (Lois XVII 3: "dans son intégralité").
    each_asked = [asked, *([at] for at in asked), [*asked, *must]] if asked else []
    groups = [*each_asked, *groups, *_with_rests(seen, side, reach, must, may)]
    for group in dict.fromkeys(tuple(group) for group in groups if group):
        yield tuple(Change(at, seen.ledger.lines[at].open) for at in group)


def _with_rests(seen: Evidence, side: Side, reach: Reach, must: list[int], may: list[int]) -> Iterator[list[int]]:
    """Yield plans with the rest of an école begun. The other may have asked for it unheard.

    If the side calls another école, it marks the rest only together with that one. Otherwise it marks the rest with its
    own points, or alone if it has let go of those, or has thrown and not touched a dame.
    """
    lines = seen.ledger.lines
    rests = [
        at for at, line in enumerate(lines) if line.side is side and line.ecole and line.open and seen.is_left_off(line)
    ]
    if side in seen.called:
        yield [*rests, *may]
        if may:
            return
    if must or reach is Reach.OVER:
        yield from ([at, *must] for at in rests)
    if seen.rested is side or (side is seen.thrower and not seen.touched):
        yield from ([at] for at in rests)


def takes(seen: Evidence, side: Side) -> Iterator[Plan]:
    """Yield plans that take a side's surplus off again: all of it, or that of one line, the last first."""
    lines = reversed(tuple(enumerate(seen.ledger.lines)))
    surplus = [Change(at, -line.surplus) for at, line in lines if line.side is side and line.surplus]
    if surplus:
        yield tuple(surplus)
    if len(surplus) > 1:
        yield from ((one,) for one in surplus)


def undoing(seen: Evidence, actor: Side, reach: Reach) -> Iterator[Plan]:
    """Yield plans in which a player takes off the other's école, and puts back the points that he lost by it.

    A player with an école of his own to mark is assumed to mark that one, as long as there is time.
    """
    lines = tuple(enumerate(seen.ledger.lines))
    yield from _take_whole(seen, actor)
    if reach is not Reach.OVER and seen.ledger.claimable(actor) and not any(line.undone for _, line in lines):
        return
    for taken in _take_together(lines, actor):
        line = taken[-1][1]
        undoes = all(not one.over and one.marked >= one.due > 0 for _, one in taken)
        begun: Plan = tuple(Change(at, -one.marked) for at, one in reversed(taken)) if undoes else ()
        points = sum(one.marked if undoes else one.undone for _, one in taken)
        if not points or not all(undoes or one.undone for _, one in taken):
            continue
        of_it = tuple((one, lost) for one, lost in lines if (lost.throw, lost.on) == (line.throw, line.on))
        # Points marked for an école that was none did not belong to this side, so they are not put back.
        his = ((one, lost) for one, lost in of_it if lost.side is actor and (lost.of is not None or not lost.ecole))
        back = tuple(Change(one, lost.taken) for one, lost in his if lost.taken)
        answer = Change(len(lines), points, LedgerLine(actor, line.throw, line.on, 0, ecole=True))
        if not undoes and any(_answers_undone(lost, actor) for _, lost in of_it):
            parts: tuple[Plan, ...] = (back,)
        else:
            # In several goes or all at once. Points marked are rather the answer than points put back.
            parts = ((), (answer,), (*back, answer), back)
        for part in parts:
            # If a trou effaces the école at once, only a call shows that it was taken off. Once the next throw is
            # played, a call is about that throw.
            spoken_of = actor in seen.called and (line.throw >= seen.number - 1 or not seen.touched)
            if (begun or part) and (spoken_of or not _is_effaced(seen, begun, part)):
                yield begun + part


def _take_whole(seen: Evidence, actor: Side) -> Iterator[Plan]:
    """Yield plans that take off the whole of an école that was too large, with the école for its surplus.

    Taking off the due part is wrong. The other may mark an augmentation for it (Jeu 3, fausse école 2, augmentation
    1-2).
    """
    lines = tuple(enumerate(seen.ledger.lines))
    for at, line in reversed(lines):
        if line.side is actor or not line.ecole or line.over or not line.surplus or not line.due:
            continue
        fines = ((one, fine) for one, fine in lines if (fine.throw, fine.on, fine.side) == (line.throw, line.on, actor))
        for one, fine in fines:
            if fine.of is FaultName.FAUSSE_ECOLE and fine.open == line.surplus:
                answer = Change(len(lines), line.due, LedgerLine(actor, line.throw, line.on, 0, ecole=True))
                yield (Change(at, -line.surplus), Change(at, -line.due), Change(one, fine.open), answer)


def _take_together(
    lines: tuple[tuple[int, LedgerLine], ...], actor: Side
) -> Iterator[tuple[tuple[int, LedgerLine], ...]]:
    """Yield the other's écoles that are taken off at once: each alone, the last first, then all of a throw.

    A player who takes an augmented école for a false one takes off the école and its augmentation (Jeu 3, augmentation
    2-3).
    """
    ecoles = [
        (at, line) for at, line in lines if line.side is not actor and line.ecole and (line.marked or line.undone)
    ]
    yield from ((one,) for one in reversed(ecoles))
    for about in dict.fromkeys((line.throw, line.on) for _, line in reversed(ecoles)):
        together = tuple((at, line) for at, line in ecoles if (line.throw, line.on) == about)
        if len(together) > 1 and any(line.augmented for _, line in together):
            yield together


def _answers_undone(line: LedgerLine, actor: Side) -> bool:
    """Return whether a line is a side's answer to an école that it took off."""
    return line.side is actor and line.ecole and line.of is None and line.surplus > 0
