"""Corrections: the rulings to make when earlier ones no longer hold.

A correction is the difference between two results: the rulings announced so far, and the rulings that follow from the
throws as they are now known.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from events.backgammon.rulings import IllegalPlayRuled
from events.rulings import Played, Revised, Ruling, ThrowWorth, Window, Withdrawn, standing
from referee.backgammon.situation import Situation


def take_back(
    announced: Iterable[Ruling], now: Situation, t: float, new_id: Callable[[], str], *, asked: bool
) -> Iterator[Ruling]:
    """Yield the rulings at t that take earlier ones back, when the table stands as `now` again.

    A fault that was open in `now` is open again. A fault taken back while still open counts as mended, because nobody
    was accused of it yet.

    Args:
        announced: the rulings announced so far.
        now: the situation that is restored.
        t: the time of the new rulings, seconds.
        new_id: returns the id of the next ruling.
        asked: whether people asked for it.
    """
    old = [one for one in standing(announced) if not isinstance(one, Withdrawn)]
    yield from (Withdrawn(new_id(), t, one.throw, one, asked) for one in old if not _is_fault(one))
    faults = {one.about for one in old if isinstance(one, IllegalPlayRuled)}
    reopened = now.fault if now.fault is not None and now.fault.about in faults else None
    if reopened is not None:
        yield replace(reopened, id=new_id(), t=t)
    yield from _faults_gone(old, () if reopened is None else (reopened.about,), t, new_id, asked=asked)


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference between two results.

    Attributes:
        rulings: the rulings to make.
        situation: the new situation, in which faults ruled before keep their ids.
        holds: for each ruling of the new result, by its id, the announced rulings that stand for it.
    """

    rulings: tuple[Ruling, ...]
    situation: Situation
    holds: Mapping[str, tuple[Ruling, ...]]

    def standing_rulings(self, fresh: Iterable[Ruling]) -> tuple[Ruling, ...]:
        """Return the announced rulings that stand for these rulings of the new result."""
        return tuple(one for each in fresh for one in self.holds.get(each.id, (each,)))


def difference(
    announced: Iterable[Ruling], fresh: Iterable[Ruling], situation: Situation, t: float, new_id: Callable[[], str]
) -> Difference:
    """Return the difference at t between the rulings announced and the fresh ones, which hold now.

    From the first throw on whose dice or player differ, everything is withdrawn and ruled again.
    """
    old, new = [one for one in standing(announced) if not isinstance(one, Withdrawn)], list(fresh)
    worths = {one.throw: _content(one) for one in new if isinstance(one, ThrowWorth)}
    limit = min(
        (one.throw for one in old if isinstance(one, ThrowWorth) and worths.get(one.throw) != _content(one)),
        default=None,
    )
    left = [one for one in old if limit is None or one.throw < limit]
    rulings: list[Ruling] = [
        Withdrawn(new_id(), t, one.throw, one) for one in old if one not in left and not _is_fault(one)
    ]
    holds: dict[str, tuple[Ruling, ...]] = {}
    names: dict[str, str] = {}
    for one in new:
        same = [] if limit is not None and one.throw >= limit else [each for each in left if _alike(each, one)]
        for each in same:
            left.remove(each)
        if isinstance(one, IllegalPlayRuled):
            about = next((each.about for each in old if isinstance(each, IllegalPlayRuled) and _alike(each, one)), None)
            names[one.about] = about or names.get(one.about, one.about)
            to_announce: Ruling = replace(one, about=names[one.about])
        elif isinstance(one, Played) and same:
            to_announce = Revised(one.id, one.t, one.throw, one.side, one.moves)
        else:
            to_announce = one
        if same and _is_settled(same[-1], one):
            holds[one.id] = tuple(same)
        else:
            holds[one.id] = (*same, to_announce)
            rulings.append(to_announce)
    rulings += [Withdrawn(new_id(), t, one.throw, one) for one in left if not _is_fault(one)]
    ruled = {one.about for one in rulings if isinstance(one, IllegalPlayRuled)} | set(names.values())
    rulings += _faults_gone(old, ruled, t, new_id)
    return Difference(tuple(rulings), _rename(situation, names), holds)


def _faults_gone(
    old: Iterable[Ruling], kept: Container[str], t: float, new_id: Callable[[], str], *, asked: bool = False
) -> Iterator[Ruling]:
    """Yield the rulings that take the faults announced back, but those to keep, by their `about`."""
    last = {one.about: one for one in old if isinstance(one, IllegalPlayRuled) and one.about not in kept}
    for fault in last.values():
        if fault.window is Window.OPEN and not asked:
            yield replace(fault, id=new_id(), t=t, window=Window.MENDED)
        elif fault.window is not Window.MENDED:
            yield Withdrawn(new_id(), t, fault.throw, fault, asked)


def _is_fault(one: Ruling) -> bool:
    return isinstance(one, IllegalPlayRuled)


def _content(one: Ruling) -> Ruling:
    """Return a ruling without its time and id."""
    return replace(one, id="", t=0.0)


def _alike(old: Ruling, new: Ruling) -> bool:
    """Whether a new ruling replaces an old one: it is on the same play or the same fault, or has the same content."""
    if isinstance(new, Played | Revised):
        return isinstance(old, Played | Revised) and (old.throw, old.side) == (new.throw, new.side)
    if isinstance(new, IllegalPlayRuled):
        return isinstance(old, IllegalPlayRuled) and (old.throw, old.fault) == (new.throw, new.fault)
    return type(old) is type(new) and _content(old) == _content(new)


def _is_settled(old: Ruling, new: Ruling) -> bool:
    """Whether the old ruling says all that the new one does, so that it need not be announced."""
    if isinstance(new, Played | Revised) and isinstance(old, Played | Revised):
        return old.moves == new.moves
    if isinstance(new, IllegalPlayRuled) and isinstance(old, IllegalPlayRuled):
        return old.window is new.window
    return True


def _rename(situation: Situation, names: Mapping[str, str]) -> Situation:
    """Return the situation with the ids under which its faults were announced."""
    fault, lapsed = (
        None if one is None else replace(one, about=names.get(one.about, one.about))
        for one in (situation.fault, situation.lapsed)
    )
    return replace(situation, fault=fault, lapsed=lapsed)
