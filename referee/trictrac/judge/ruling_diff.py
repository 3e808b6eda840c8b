"""Announce only the differences when the past is judged again, and withdraw rulings that no longer hold."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from events.rulings import Played, Revised, Ruling, ThrowWorth, Window, Withdrawn, standing
from events.trictrac.rulings import FaultRuled

ONCE_A_THROW = (Played, ThrowWorth)
"""Rulings made once a throw. Another one for that throw replaces the one announced before."""


def _same(ruling: Ruling) -> Ruling:
    """Return a ruling without the fields in which two announcements of it differ."""
    return replace(ruling, id="", t=0.0)


def keep_ids(announced: Iterable[Ruling], fresh: Iterable[Ruling], kept: dict[str, Ruling]) -> tuple[Ruling, ...]:
    """Return the present rulings. One that equals an announced ruling keeps its id, which a withdrawal needs.

    kept: the announced rulings by the ids that they had when they were judged again. It is added to.
    """
    left = [(_same(ruling), ruling) for ruling in announced]
    named = []
    for ruling in fresh:
        at = next((at for at, (same, _) in enumerate(left) if same == _same(ruling)), None)
        if at is None:
            named.append(as_announced(ruling, kept))
        else:
            kept[ruling.id] = left.pop(at)[1]
            named.append(kept[ruling.id])
    return tuple(named)


def as_announced(ruling: Ruling, kept: Mapping[str, Ruling]) -> Ruling:
    """Return a withdrawal with the ruling as it was announced, see `keep_ids`, and any other ruling unchanged."""
    if isinstance(ruling, Withdrawn) and ruling.what.id in kept:
        return replace(ruling, what=kept[ruling.what.id])
    return ruling


def _differing(announced: Sequence[Ruling], fresh: Sequence[Ruling]) -> tuple[list[Ruling], list[Ruling]]:
    """Return announced rulings that no longer hold, and rulings not announced yet. Duplicates count twice."""
    new: list[Ruling] = []
    left = [(_same(ruling), ruling) for ruling in announced]
    for ruling in fresh:
        at = next((at for at, (same, _) in enumerate(left) if same == _same(ruling)), None)
        if at is None:
            new.append(ruling)
        else:
            del left[at]
    return [ruling for _, ruling in left], new


def announced_changes(
    announced: Sequence[Ruling],
    fresh: Sequence[Ruling],
    t: float,
    *,
    new_id: Callable[[], str],
    number: int,
    replaced: dict[str, Ruling],
    still_open: Sequence[FaultRuled] = (),
    unannounced: Container[int] = (),
    asked: bool = False,
) -> tuple[Ruling, ...]:
    """Return the announcements, at t, about acts judged again.

    Args:
        announced: rulings announced on these acts.
        fresh: rulings on these acts now.
        t: time of the announcements, in seconds.
        new_id: makes the id of a ruling.
        number: the throw under way. A play of an earlier throw is announced as a revision.
        replaced: earlier announcements by the id of the ruling in their place, withdrawn with it. It is added to.
        still_open: the faults that may be claimed now.
        unannounced: throws whose play was not announced, so that it is not announced as a revision.
        asked: whether the players asked for it, so that withdrawals are silent.
    """
    announced, judged = standing(announced), fresh
    fresh = standing(judged)
    gone, new = _differing(announced, fresh)
    found = {ruling.about for ruling in fresh if isinstance(ruling, FaultRuled)}
    successors: dict[tuple[type, int], str] = {
        (type(ruling), ruling.throw): ruling.id for ruling in new if isinstance(ruling, ONCE_A_THROW)
    }
    for ruling in gone:
        if isinstance(ruling, ONCE_A_THROW) and (type(ruling), ruling.throw) in successors:
            replaced[successors[type(ruling), ruling.throw]] = ruling
    plain = [
        ruling
        for ruling in gone
        if not isinstance(ruling, FaultRuled | Withdrawn) and (type(ruling), ruling.throw) not in successors
    ]
    withdrawn = [
        Withdrawn(new_id(), t, each.throw, each, asked or each is not ruling)
        for ruling in plain
        for each in _with_replaced(ruling, replaced)
    ]
    faults = [one for one in announced if isinstance(one, FaultRuled)]
    said = {ruling.about for ruling in new if isinstance(ruling, FaultRuled)}
    opened = [replace(one, id=new_id(), t=t) for one in _open_again(faults, still_open) if one.about not in said]
    found |= {ruling.about for ruling in still_open}
    withdrawn_now = (one.what for one in judged if isinstance(one, Withdrawn) and one.asked)
    silently = {what.about for what in withdrawn_now if isinstance(what, FaultRuled)}
    mended = _faults_withdrawn(faults, found, silently, t, new_id, asked=asked)
    return (*withdrawn, *mended, *opened, *_revisions(new, number, unannounced))


def _with_replaced(ruling: Ruling, replaced: Mapping[str, Ruling]) -> Iterator[Ruling]:
    """Yield a ruling, and the rulings that it replaced, whose withdrawal need not be announced."""
    yield ruling
    while ruling.id in replaced:
        ruling = replaced[ruling.id]
        yield ruling


def _open_again(announced: Iterable[FaultRuled], still_open: Iterable[FaultRuled]) -> Iterator[FaultRuled]:
    """Yield faults announced to be over that may be claimed again, because they did not end."""
    last = {ruling.about: ruling.window for ruling in announced}
    for fault in still_open:
        if last.get(fault.about, Window.OPEN) is not Window.OPEN:
            yield fault


def _faults_withdrawn(
    announced: Iterable[FaultRuled],
    found: Container[str],
    silently: Container[str],
    t: float,
    new_id: Callable[[], str],
    *,
    asked: bool,
) -> Iterator[Ruling]:
    """Yield the withdrawals of faults that turn out to be none.

    A fault still open is mended. For one that is over, the companion rules that it erred itself.

    silently: ids (`about`) of faults that another ruling replaces, withdrawn silently.
    """
    last = {ruling.about: ruling for ruling in announced if ruling.about not in found}
    for ruling in last.values():
        if ruling.about in silently:
            yield Withdrawn(new_id(), t, ruling.throw, ruling, asked=True)
        elif ruling.window is Window.OPEN and not asked:
            yield replace(ruling, id=new_id(), t=t, window=Window.MENDED)
        elif ruling.window is not Window.MENDED:
            yield Withdrawn(new_id(), t, ruling.throw, ruling, asked)


def _revisions(rulings: Iterable[Ruling], number: int, unannounced: Container[int]) -> Iterator[Ruling]:
    for ruling in rulings:
        if isinstance(ruling, Played) and ruling.throw < number and ruling.throw not in unannounced:
            yield Revised(ruling.id, ruling.t, ruling.throw, ruling.side, ruling.moves)
        else:
            yield ruling
