"""Announcements when the past is judged again: differences alone; rulings that no longer hold are withdrawn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from events.rulings import Played, Revised, ThrowWorth, Window, Withdrawn, standing
from events.trictrac.rulings import FaultRuled

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

    from events.rulings import Ruling

TOLD_ANEW = (Played, ThrowWorth)
"""Rulings made once a throw: another for the same throw replaces the one announced before."""


def _same(ruling: Ruling) -> Ruling:
    """A ruling without the fields in which two announcements of it differ."""
    return replace(ruling, id="", t=0.0)


def named_as_told(told: Iterable[Ruling], fresh: Iterable[Ruling]) -> tuple[Ruling, ...]:
    """The rulings now; one that equals an announced ruling keeps that name, by which alone it can be withdrawn."""
    left = [(_same(ruling), ruling) for ruling in told]
    named = []
    for ruling in fresh:
        at = next((at for at, (same, _) in enumerate(left) if same == _same(ruling)), None)
        named.append(ruling if at is None else left.pop(at)[1])
    return tuple(named)


def _differing(told: Sequence[Ruling], fresh: Sequence[Ruling]) -> tuple[list[Ruling], list[Ruling]]:
    """Announced rulings that do not hold, and rulings that hold and were not announced; duplicates count twice."""
    new: list[Ruling] = []
    left = [(_same(ruling), ruling) for ruling in told]
    for ruling in fresh:
        at = next((at for at, (same, _) in enumerate(left) if same == _same(ruling)), None)
        if at is None:
            new.append(ruling)
        else:
            del left[at]
    return [ruling for _, ruling in left], new


def retold(
    told: Sequence[Ruling],
    fresh: Sequence[Ruling],
    t: float,
    *,
    new_id: Callable[[], str],
    number: int,
    replaced: dict[str, Ruling],
    still_open: Sequence[FaultRuled] = (),
    unsaid: Container[int] = (),
    asked: bool = False,
) -> tuple[Ruling, ...]:
    """The announcements at t about acts judged again.

    told: rulings announced on them; fresh: rulings on them now; number: of the throw under way, as a play of an earlier
    one is announced as a revision, unless the play of its throw (one of `unsaid`) never was; replaced: earlier
    announcements by the name of the one in their place, to be gone with it, and is added to; still_open: the faults
    that may be claimed now; asked: people wanted it, and need not hear that anything was wrong.
    """
    told, judged = standing(told), fresh
    fresh = standing(judged)
    gone, new = _differing(told, fresh)
    found = {ruling.about for ruling in fresh if isinstance(ruling, FaultRuled)}
    anew: dict[tuple[type, int], str] = {
        (type(ruling), ruling.throw): ruling.id for ruling in new if isinstance(ruling, TOLD_ANEW)
    }
    for ruling in gone:
        if isinstance(ruling, TOLD_ANEW) and (type(ruling), ruling.throw) in anew:
            replaced[anew[type(ruling), ruling.throw]] = ruling
    plain = [
        ruling
        for ruling in gone
        if not isinstance(ruling, FaultRuled | Withdrawn) and (type(ruling), ruling.throw) not in anew
    ]
    withdrawn = [
        Withdrawn(new_id(), t, each.throw, each, asked or each is not ruling)
        for ruling in plain
        for each in _with_replaced(ruling, replaced)
    ]
    faults = [one for one in told if isinstance(one, FaultRuled)]
    said = {ruling.about for ruling in new if isinstance(ruling, FaultRuled)}
    opened = [replace(one, id=new_id(), t=t) for one in _open_again(faults, still_open) if one.about not in said]
    found |= {ruling.about for ruling in still_open}
    withdrawn_now = (one.what for one in judged if isinstance(one, Withdrawn) and one.asked)
    silently = {what.about for what in withdrawn_now if isinstance(what, FaultRuled)}
    mended = _faults_withdrawn(faults, found, silently, t, new_id, asked=asked)
    return (*withdrawn, *mended, *opened, *_revisions(new, number, unsaid))


def _with_replaced(ruling: Ruling, replaced: Mapping[str, Ruling]) -> Iterator[Ruling]:
    """A ruling together with one it replaces, which need not be announced."""
    yield ruling
    while ruling.id in replaced:
        ruling = replaced[ruling.id]
        yield ruling


def _open_again(told: Iterable[FaultRuled], still_open: Iterable[FaultRuled]) -> Iterator[FaultRuled]:
    """Faults announced to be over that may be claimed again, as their end never was."""
    last = {ruling.about: ruling.window for ruling in told}
    for fault in still_open:
        if last.get(fault.about, Window.OPEN) is not Window.OPEN:
            yield fault


def _faults_withdrawn(
    told: Iterable[FaultRuled],
    found: Container[str],
    silently: Container[str],
    t: float,
    new_id: Callable[[], str],
    *,
    asked: bool,
) -> Iterator[Ruling]:
    """Yield the withdrawals of faults that turn out to be none.

    One still open is mended; for one that is over it is ruled that the companion erred. silently: those that another
    ruling replaces, by `about`, which are withdrawn silently.
    """
    last = {ruling.about: ruling for ruling in told if ruling.about not in found}
    for ruling in last.values():
        if ruling.about in silently:
            yield Withdrawn(new_id(), t, ruling.throw, ruling, asked=True)
        elif ruling.window is Window.OPEN and not asked:
            yield replace(ruling, id=new_id(), t=t, window=Window.MENDED)
        elif ruling.window is not Window.MENDED:
            yield Withdrawn(new_id(), t, ruling.throw, ruling, asked)


def _revisions(rulings: Iterable[Ruling], number: int, unsaid: Container[int]) -> Iterator[Ruling]:
    for ruling in rulings:
        if isinstance(ruling, Played) and ruling.throw < number and ruling.throw not in unsaid:
            yield Revised(ruling.id, ruling.t, ruling.throw, ruling.side, ruling.moves)
        else:
            yield ruling
