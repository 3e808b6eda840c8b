"""Where in the log a throw belongs that was not understood when it was made.

Dice that were unseen, or taken for the other's, become known after the marks for them. Nobody is accused of marks made
in time for a throw that the companion learnt of late, or whose thrower it did not see.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from events.acts import Claimed, Declaration, Declared, DiceLifted, DiceThrown, ThrowCancelled, Undone
from events.rulings import Window
from events.trictrac.acts import Corrected, FichetMoved, JetonMoved, JetonReleased, JetonsInSight, Unwatched
from events.trictrac.rulings import FaultRuled
from referee.judge.claim_windows import ECOLES
from referee.judge.history import STANDS, History
from rules.fault import FaultName

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from events.acts import Act
    from events.rulings import Ruling
    from referee.judge.act_log import Entry
    from rules.position import Side

MOVED = (JetonMoved, FichetMoved)
SAID = (Declared, Claimed)
SETS_RIGHT = (Corrected, ThrowCancelled, Undone)

OF_MARKS = ECOLES - {FaultName.DEPART_SUR_ECOLE}
"""A player who goes on an école is accused of that école already."""


def thrown(past: History, act: DiceThrown) -> tuple[Ruling, ...]:
    """A throw, judged where it belongs: some acts that followed upon it may have become known before it."""
    acts = past.acts
    refused = _his_own(acts, past.situation.early, act)
    if refused is not None:
        # Refused as the other's, and played by the player in turn: it was his.
        return past.anew(refused, past.entries[refused].before, [act, *acts[refused + 1 :]], act.t)
    void = _taken_for_void(acts, act)
    if void is not None:
        kept = [one for one in acts[void + 1 :] if isinstance(one, STANDS)]
        return past.anew(void - 1, past.entries[void - 1].before, [acts[void - 1], act, *kept], acts[-1].t)
    marked = _marked_since_dice_were_up(acts)
    if marked is None:
        return past.taken(act)
    # Marks that make an école, if they were made before this throw, may have been made for it.
    since = acts[marked:]
    if _called_by(act.side, since):
        return past.taken(act)
    marks = [one for one in since if isinstance(one, STANDS)]
    late = [*(one for one in since if not isinstance(one, STANDS)), act, *marks]
    rulings = _at_its_best(past, act, marked, late, even=True)
    if past.entries[-1].act is not act:
        past.made_first[past.situation.tour, past.situation.number] = tuple(marks)
    return rulings


def marked_first(past: History, act: JetonReleased) -> tuple[Ruling, ...]:
    """A mark let go; for a throw whose thrower may not have been seen, it may be the other's, who marks for it."""
    gone = _first_since_absence(past)
    if gone is None:
        return past.taken(act)
    return _at_its_best(past, act, gone, _thrown_by_the_other([*past.acts[gone:], act]))


def marked(past: History, act: JetonMoved) -> tuple[Ruling, ...]:
    """A jeton seen to lie somewhere; a player who has called a fault since then had let go of it before."""
    at = len(past.entries)
    while at and isinstance(past.entries[at - 1].act, SAID) and past.entries[at - 1].act.t > act.t:
        at -= 1
    if at == len(past.entries):
        return past.taken(act)
    said = past.entries[at]
    released = JetonReleased(said.act.t, act.side, act.points, act.bredouille, act.left)
    return past.anew(at, said.before, [act, released, *past.acts[at:]], act.t)


def in_sight(past: History, act: JetonsInSight) -> tuple[Ruling, ...]:
    """Jetons are seen again: a mark let go before they were out of sight, and found as it lay then, was complete.

    Where nothing had been marked yet it stands as it is found, and nobody is accused of it (see `marks`).
    """
    found = past.situation.books.unseen - set(act.unseen)
    for at in range(len(past.entries) - 1, -1, -1) if act.whole else ():
        before, was = past.entries[at].act, past.entries[at].before.books
        if isinstance(before, JetonsInSight):
            if any(was.board.changed(side, felt=was.felt) for side in found & was.released):
                return past.anew(at, past.entries[at].before, [*past.acts[at + 1 :], act], act.t)
            break
        if isinstance(before, FichetMoved) or (isinstance(before, JetonMoved) and before.side in found):
            break
    return past.taken(act)


def _first_since_absence(past: History) -> int | None:
    """Where in the log the table was seen again, its first throw being under way and no dame touched yet."""
    throw = past.situation.throw
    if throw is None or throw.touched or throw.moves is not None:
        return None
    throws = 0
    for at in range(len(past.entries) - 1, -1, -1):
        act = past.entries[at].act
        throws += isinstance(act, DiceThrown)
        if isinstance(act, Unwatched) or throws > 1:
            return at if throws == 1 else None
    return None


def _at_its_best(
    past: History, act: Act, index: int, otherwise: Sequence[Act], *, even: bool = False
) -> tuple[Ruling, ...]:
    """Judge an act; if players are accused of less by other acts since `index`, this one among them, by those.

    even: or of no more, where the throw under way gave points to the player who had marked.
    """
    tour, since = past.situation.tour, past.acts[index:]
    told, throw = past.taken(act), past.situation.throw
    if past.situation.tour != tour or not any(_accused(past.entries[index:])):
        return told
    even = even and throw is not None and any(throw.worth(one.side) for one in since if isinstance(one, MOVED))
    better, as_seen = _tried(past, index, otherwise), _tried(past, index, [*since, act])
    if better > as_seen or (better == as_seen and not even):
        return told
    del past.entries[-1]
    return past.anew(index, past.entries[index].before, otherwise, act.t)


def _tried(past: History, index: int, acts: Sequence[Act]) -> tuple[int, int]:
    """How much players would be accused of by these acts instead of all in the log from `index` on."""
    trial = past.trial(index)
    for act in (*acts, *_let_go(acts, acts[-1].t)):
        trial.taken(act)
    return _accused(trial.entries[index:])


def _his_own(acts: Sequence[Act], early: DiceThrown | None, act: DiceThrown) -> int | None:
    """Where in the log these very dice were refused as thrown by the other out of turn; None if they were not."""
    if early is None or early.side is act.side or (early.t, early.dice) != (act.t, act.dice):
        return None
    return next((at for at in range(len(acts) - 1, -1, -1) if acts[at] is early), None)


def _taken_for_void(acts: Sequence[Act], act: DiceThrown) -> int | None:
    """Where in the log this very throw was taken for the other's, out of turn, and for void; None if it was not.

    It was played after all: no other throw stands since.
    """
    for at in range(len(acts) - 1, 0, -1):
        one = acts[at]
        if isinstance(one, ThrowCancelled) and one.void:
            # The acts before it are judged again with it, except acts that set others right.
            plain = not isinstance(acts[at - 1], SETS_RIGHT)
            return at if plain and one.side is act.side and act.t < one.t else None
        if not isinstance(one, (ThrowCancelled, *MOVED, *SAID, JetonReleased, JetonsInSight)):
            return None
    return None


def _marked_since_dice_were_up(acts: Sequence[Act]) -> int | None:
    """Where in the log the first mark stands that was made when the dice of the last throw were taken up already.

    Before any throw none lie there. Words said just before belong to it.
    """
    thrown = next((at for at in range(len(acts) - 1, -1, -1) if isinstance(acts[at], DiceThrown)), None)
    if thrown is None:
        since = list(range(len(acts)))
    else:
        up = next((at for at in range(thrown + 1, len(acts)) if isinstance(acts[at], DiceLifted)), len(acts))
        since = [at for at in range(up + 1, len(acts)) if acts[at].t > acts[up].t]
    marked = next((at for at in since if isinstance(acts[at], MOVED)), None)
    if marked is None:
        return None
    return next(at for at in since if at == marked or isinstance(acts[at], SAID))


def _called_by(side: Side, acts: Sequence[Act]) -> bool:
    """Whether a side called an école before it marked: its marks are for that, and not for a throw of its own."""
    first = next((one for one in acts if isinstance(one, (*MOVED, *SAID)) and one.side is side), None)
    return isinstance(first, Claimed) or (isinstance(first, Declared) and first.what is Declaration.ECOLE)


def _thrown_by_the_other(acts: Iterable[Act]) -> list[Act]:
    """The same acts, the throw since the table was seen again being the other's."""
    other: list[Act] = []
    for act in acts:
        if isinstance(act, Unwatched):
            other.append(replace(act, trait=act.trait.adversary))
        else:
            other.append(replace(act, side=act.side.adversary) if isinstance(act, DiceThrown) else act)
    return other


def _let_go(acts: Iterable[Act], t: float) -> list[JetonReleased]:
    """The marks made in some acts let go at t, where they are not yet: their meaning is then a matter of time."""
    lie: dict[Side, JetonMoved] = {}
    for act in acts:
        if isinstance(act, JetonMoved):
            lie[act.side] = act
        elif isinstance(act, JetonReleased):
            lie.pop(act.side, None)
    return [JetonReleased(t, one.side, one.points, one.bredouille, one.left) for one in lie.values()]


def _accused(entries: Iterable[Entry]) -> tuple[int, int]:
    """How often somebody is ruled to have marked wrongly, and it is not taken back at once; of how many points."""
    told = [ruling for entry in entries for ruling in entry.rulings if isinstance(ruling, FaultRuled)]
    opened = {one.about: one.fault.points for one in told if one.window is Window.OPEN and one.fault.name in OF_MARKS}
    for one in told:
        if one.window is Window.MENDED:
            opened.pop(one.about, None)
    return len(opened), sum(opened.values())
