"""Put a throw that was not understood when it was made at its place in the log.

Dice that were unseen, or taken for the other player's, become known after the marks for them. No player is accused of
marks made in time when the companion learnt of the throw late, or did not see its thrower.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from events.acts import (
    Act,
    Claimed,
    DameLifted,
    DamePlaced,
    Declaration,
    Declared,
    DiceLifted,
    DiceThrown,
    PlayEnded,
    ThrowCancelled,
    Undone,
)
from events.rulings import ClaimRuled, ClaimVerdict, Ruling, Window, standing
from events.trictrac.acts import Corrected, FichetMoved, JetonMoved, JetonReleased, JetonsInSight
from events.trictrac.rulings import FaultRuled, Marked
from referee.trictrac.judge.evidence import PAR_TROP
from referee.trictrac.judge.history import STANDS, Entry, History
from referee.trictrac.judge.played import ECOLES
from referee.trictrac.judge.situation import Situation
from rules.fault import FaultName
from rules.position import Side

MOVED = (JetonMoved, FichetMoved)
SAID = (Declared, Claimed)
SETS_RIGHT = (Corrected, ThrowCancelled, Undone)

OF_MARKS = ECOLES - {FaultName.DEPART_SUR_ECOLE, FaultName.AUGMENTATION}
"""The écoles of marking, without those that only come with another école, or with a claim judged wrong."""


def judge_throw(past: History, act: DiceThrown) -> tuple[Ruling, ...]:
    """Judge a throw at its place in the log: some acts that followed it may have become known before it."""
    acts = past.acts
    void = _void_index(acts, act)
    if void is not None:
        kept = [one for one in acts[void + 1 :] if isinstance(one, STANDS)]
        return past.rejudge(void - 1, past.entries[void - 1].before, [acts[void - 1], act, *kept], acts[-1].t)
    marked = _first_mark_index(acts)
    if marked is None:
        return past.judge(act)
    # Marks that would be an école if made before this throw may have been made for this throw.
    since = acts[marked:]
    if _has_called(act.side, since):
        return past.judge(act)
    marks = [one for one in since if isinstance(one, STANDS)]
    late = [*(one for one in since if not isinstance(one, STANDS)), act, *marks]
    rulings = _at_its_best(past, act, marked, late, even=True)
    if past.entries[-1].act is not act:
        past.made_first[past.situation.tour, past.situation.number] = tuple(marks)
    return rulings


def judge_end(past: History, act: PlayEnded) -> tuple[Ruling, ...]:
    """Judge the end of a play. It was over when its last dame was let go: marks made since may be for what it shows."""
    at = next((at for at in range(len(past.acts), 0, -1) if isinstance(past.acts[at - 1], DamePlaced)), 0)
    return _at_its_best(past, act, at, [act, *past.acts[at:]])


def judge_touch(past: History, act: DameLifted) -> tuple[Ruling, ...]:
    """Judge the first dame touched: marks and claims that became known earlier may have been made after that."""
    acts = past.acts
    since = range((past.last_throw() or 0) + 1, len(acts))
    at = next((at for at in since if acts[at].t > act.t and isinstance(acts[at], STANDS)), None)
    return past.judge(act) if at is None else _at_its_best(past, act, at, [act, *acts[at:]])


def judge_mark(past: History, act: JetonMoved) -> tuple[Ruling, ...]:
    """Judge a jeton seen at a place. A player who called a fault later had let go of the jeton by then."""
    at = len(past.entries)
    while at and isinstance(past.entries[at - 1].act, SAID) and past.entries[at - 1].act.t > act.t:
        at -= 1
    if at == len(past.entries):
        return past.judge(act)
    said = past.entries[at]
    released = JetonReleased(said.act.t, act.side, act.points, act.bredouille, act.left)
    return past.rejudge(at, said.before, [act, released, *past.acts[at:]], act.t)


def in_sight(past: History, act: JetonsInSight) -> tuple[Ruling, ...]:
    """Judge jetons seen again: a mark let go before they were out of sight, and found unchanged, was complete.

    If nothing had been marked by then, the marks stand as found, and no player is accused (see `marks`).
    """
    found = past.situation.books.unseen - set(act.unseen)
    for at in range(len(past.entries) - 1, -1, -1) if act.whole else ():
        before, was = past.entries[at].act, past.entries[at].before.books
        if isinstance(before, JetonsInSight):
            if any(was.board.has_changed(side, felt=was.felt) for side in found & was.released):
                return past.rejudge(at, past.entries[at].before, [*past.acts[at + 1 :], act], act.t)
            break
        if isinstance(before, FichetMoved) or (isinstance(before, JetonMoved) and before.side in found):
            break
    return past.judge(act)


def judge_otherwise(past: History, act: Act) -> tuple[Ruling, ...] | None:
    """Judge earlier marks by their next explanation, if the players are then blamed for less.

    The players see what they claim. So this is tried after a claim judged wrong, and after a player who called an école
    marked too much. The other ways are: marks put after their throw stand before it, as they were seen; or the marks of
    the throw under way and the one before are explained without one explanation that was taken. The way that blames
    least is taken. Return None where none blames less.
    """
    entries = past.entries
    if not entries or entries[-1].act is not act or not _calls_for_another(past, act):
        return None
    best: Otherwise | None = None
    least = 0
    for one in (*_in_order_seen(past), *_read_otherwise(past)):
        trial = past.trial(one.at, one.acts, one.before)
        now, as_read = (_blame(log[one.at :])[0] for log in (trial.entries, entries))
        if now < as_read + one.even and _explains_as_much(trial, past) and (best is None or now < least):
            best, least = one, now
    if best is None:
        return None
    if best.as_seen:
        del past.made_first[past.situation.tour, past.situation.number]
    del past.entries[-1]
    return past.rejudge(best.at, best.before, best.acts, act.t)


def _calls_for_another(past: History, act: Act) -> bool:
    """Return whether a first claim was judged wrong, or a player marked too much after his call."""
    last = past.entries[-1]
    if isinstance(act, SAID):
        since = past.acts[past.last_throw() or 0 : -1]
        again = any(isinstance(one, SAID) and one.side is act.side for one in since)  # it may repeat the first
        claims = (one for one in last.rulings if isinstance(one, ClaimRuled))
        return not again and any(one.verdict is ClaimVerdict.WRONG for one in claims)
    faults = (one.fault for one in last.rulings if isinstance(one, FaultRuled) and one.window is Window.OPEN)
    return any(fault.name in PAR_TROP and fault.by in last.before.books.called for fault in faults)


def _explains_as_much(trial: History, past: History) -> bool:
    """Return whether a trial leaves no more marks unexplained. Which points were given up was seen."""
    given_up = trial.situation.books.given_up == past.situation.books.given_up
    return given_up and _unexplained(trial) <= _unexplained(past)


def _unexplained(past: History) -> int:
    """Return how many marks nothing explains, so far or for good."""
    books = past.situation.books
    return books.stood + sum(
        books.board.has_changed(side, felt=books.felt, seen=side not in books.unseen) for side in Side
    )


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Another way to judge the end of a log.

    Attributes:
        at: where in the log that end begins.
        before: the situation before it.
        acts: its acts.
        even: whether it is taken at equal blame.
        as_seen: whether marks put after their throw stand before it again.
    """

    at: int
    before: Situation
    acts: Sequence[Act]
    even: bool
    as_seen: bool = False


def _in_order_seen(past: History) -> Iterator[Otherwise]:
    """Yield the marks put after the throw under way as they were seen: before it."""
    thrown = past.last_throw()
    marks = past.made_first.get((past.situation.tour, past.situation.number), ())
    if thrown is not None and marks:
        rest = [one for one in past.acts[thrown + 1 :] if one not in marks]
        acts = [*marks, past.acts[thrown], *rest]
        yield Otherwise(thrown, past.entries[thrown].before, acts, even=True, as_seen=True)


def _read_otherwise(past: History) -> Iterator[Otherwise]:
    """Yield where in the log marks were explained, the last first, without that explanation.

    Equal blame is enough where a side was only supposed to have made them.
    """
    after = past.situation
    for at in range(len(past.entries) - 1, -1, -1):
        before = past.entries[at].before
        if before.number < past.situation.number - 1 or before.tour != past.situation.tour:
            return
        plan = after.books.settled
        if plan and plan is not before.books.settled:
            supposed = bool(after.books.supposed - before.books.supposed)
            refuting = replace(before, books=replace(before.books, refuted=frozenset({plan})))
            yield Otherwise(at, refuting, past.acts[at:], even=supposed)
        after = before


def _at_its_best(
    past: History, act: Act, index: int, otherwise: Sequence[Act], *, even: bool = False
) -> tuple[Ruling, ...]:
    """Judge an act, or put `otherwise` in place of the acts since `index` if players are then accused of less.

    even: equal accusations are enough if the throw under way gave points to the player who had marked.
    """
    tour, since = past.situation.tour, past.acts[index:]
    rulings, throw = past.judge(act), past.situation.throw
    if past.situation.tour != tour or not any(_blame(past.entries[index:])):
        return rulings
    even = even and throw is not None and any(throw.worth(one.side) for one in since if isinstance(one, MOVED))
    better, as_seen = _blame_after(past, index, otherwise), _blame_after(past, index, [*since, act])
    if better > as_seen or (better == as_seen and not even):
        return rulings
    del past.entries[-1]
    return past.rejudge(index, past.entries[index].before, otherwise, act.t)


def _blame_after(past: History, index: int, acts: Sequence[Act]) -> tuple[int, int]:
    """Return how much players would be blamed for if these acts replaced the log from `index` on."""
    return _blame(past.trial(index, [*acts, *_let_go(acts, acts[-1].t)]).entries[index:])


def _void_index(acts: Sequence[Act], act: DiceThrown) -> int | None:
    """Return where in the log this throw was cancelled as void, out of turn; None if it was not.

    It was played after all: no other throw has been made since then.
    """
    for at in range(len(acts) - 1, 0, -1):
        one = acts[at]
        if isinstance(one, ThrowCancelled) and one.void:
            # The act before it is judged again with it, unless that act sets others right.
            plain = not isinstance(acts[at - 1], SETS_RIGHT)
            return at if plain and one.side is act.side and act.t < one.t else None
        if not isinstance(one, (ThrowCancelled, *MOVED, *SAID, JetonReleased, JetonsInSight)):
            return None
    return None


def _first_mark_index(acts: Sequence[Act]) -> int | None:
    """Return where in the log the first mark stands that was made after the dice of the last good throw were taken up.

    Before the first throw no dice lie there. Marks made before a refused throw were not made for the next one. Words
    said just before the mark belong to it.
    """
    throws = ((at, act) for at, act in reversed(list(enumerate(acts))) if isinstance(act, DiceThrown))
    thrown = next((at for at, act in throws if act.good), None)
    if thrown is None:
        since = list(range(len(acts)))
    else:
        up = next((at for at in range(thrown + 1, len(acts)) if isinstance(acts[at], DiceLifted)), len(acts))
        refused = max(at for at in range(thrown, len(acts)) if isinstance(acts[at], DiceThrown))
        since = [at for at in range(max(up, refused) + 1, len(acts)) if acts[at].t > acts[up].t]
    marked = next((at for at in since if isinstance(acts[at], MOVED)), None)
    if marked is None:
        return None
    return next(at for at in since if at == marked or isinstance(acts[at], SAID))


def _has_called(side: Side, acts: Sequence[Act]) -> bool:
    """Return whether a side called an école before it marked: its marks are for the école, not for its throw."""
    first = next((one for one in acts if isinstance(one, (*MOVED, *SAID)) and one.side is side), None)
    return isinstance(first, Claimed) or (isinstance(first, Declared) and first.what is Declaration.ECOLE)


def _let_go(acts: Iterable[Act], t: float) -> list[JetonReleased]:
    """Return acts that let go, at t, of the marks not let go yet, so that they can be judged now."""
    lie: dict[Side, JetonMoved] = {}
    for act in acts:
        if isinstance(act, JetonMoved):
            lie[act.side] = act
        elif isinstance(act, JetonReleased):
            lie.pop(act.side, None)
    return [JetonReleased(t, one.side, one.points, one.bredouille, one.left) for one in lie.values()]


def _blame(entries: Sequence[Entry]) -> tuple[int, int]:
    """Return how much a log blames the players for, and the points of the wrong marks.

    It counts wrong marks not mended, claims refused or about marks already made, and marks for an école that nobody
    announced.
    """
    ruled = [(entry.before, ruling) for entry in entries for ruling in entry.rulings]
    stand = standing(ruling for _, ruling in ruled)
    others, opened = 0, dict[str, int]()
    for before, one in ruled:
        if one not in stand:
            continue
        match one:
            case FaultRuled(window=Window.OPEN) if one.fault.name in OF_MARKS:
                opened[one.about] = one.fault.points
            case FaultRuled(window=Window.MENDED):
                opened.pop(one.about, None)
            case ClaimRuled(fault=fault):
                again = fault is not None and fault.name in OF_MARKS and fault.points > one.points == 0
                others += one.verdict in {ClaimVerdict.WRONG, ClaimVerdict.TOO_LATE} or again
            case Marked(ecole=True):
                others += _is_unannounced(one, before)
    return len(opened) + others, sum(opened.values())


def _is_unannounced(mark: Marked, before: Situation) -> bool:
    """Return whether a mark for an école came without a word that it needs; before: the situation it was made in.

    Points taken off need one, and so does an école of the throw before that is marked after the play, or after its
    player's own throw (Lois XVII 3, XVIII 3). There it needs none where the other asked for the rest.
    """
    by = mark.side if mark.points > 0 else mark.side.adversary
    if by in before.books.called:
        return False
    throw = before.throw
    if mark.points < 0 or throw is None or mark.throw >= before.number:
        return mark.points < 0
    asked = any(line.asked for line in before.books.ledger.lines)
    return bool(throw.touched) or (throw.side is mark.side and not asked)
