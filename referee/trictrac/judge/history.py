"""Judge the past again after a misreading, or after an act that belongs before known ones.

Everything after it in the log is judged again, and only differences are announced.
"""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

from events.acts import Act, Claimed, DameLifted, DamePlaced, Declared, ThrowCancelled, Undone
from events.rulings import Played, Ruling, Withdrawn, standing
from events.trictrac.acts import FichetMoved, JetonMoved, JetonReleased, MarkAct
from events.trictrac.rulings import FaultRuled
from events.trictrac.settings import Settings
from events.trictrac.state import Phase
from referee.trictrac.judge.act_log import Entry, Log
from referee.trictrac.judge.ruling_diff import announced_changes, keep_ids
from referee.trictrac.judge.situation import Situation
from rules.fault import Fault, FaultName
from rules.fault_table import article_of
from rules.position import Side

STANDS = MarkAct | Declared | Claimed
"""Acts that stand when the throw they came after is cancelled."""

MARKS = JetonMoved | JetonReleased | FichetMoved
"""Marks of one side."""


class History(Log):
    """A log whose past can be judged again.

    Attributes:
        held_back: rulings not announced yet, because the next act may change them.
        made_first: by tour and throw, the marks judged after the throw although they were made before it was known.
        replaced: earlier announcements about a throw, by the id of the newer one.
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.held_back: tuple[Ruling, ...] = ()
        self.made_first: dict[tuple[int, int], tuple[Act, ...]] = {}
        self.replaced: dict[str, Ruling] = {}

    def judge(self, act: Act) -> tuple[Ruling, ...]:
        """Judge an act that follows all others. An act that cancels a throw has the acts after it judged again."""
        match act:
            case _ if not self.can_be(act):
                self.entries.append(Entry(act, self.situation, ()))
                return ()
            case ThrowCancelled():
                return self._cancel(act)
            case _:
                return self.take(act)

    def rejudge(
        self, index: int, before: Situation, acts: Sequence[Act], t: float, *, asked: bool = False
    ) -> tuple[Ruling, ...]:
        """Judge `acts` from the situation `before` on, replacing those from `index` on. Return what changed as rulings.

        asked: whether rulings that no longer hold are withdrawn silently.
        """
        unannounced = {ruling.throw for ruling in self.held_back if isinstance(ruling, Played)}
        announced = self._announced_rulings(self.entries[index:])
        self.situation = before
        del self.entries[index:]
        for act in acts:
            self.judge(act)
        return self._announced_changes(announced, index, t, unannounced, asked=asked)

    def trial(self, index: int) -> History:
        """Return a copy of the history before `index`, for trials that are not announced."""
        other = type(self)(self.settings)
        other.situation, other.entries, other.ids = self.entries[index].before, self.entries[:index], self.ids
        return other

    def rulings_since(self, index: int) -> list[Ruling]:
        """Return the rulings on all acts from `index` on."""
        return [ruling for entry in self.entries[index:] for ruling in entry.rulings]

    def _announced_changes(
        self,
        announced: Sequence[Ruling],
        index: int,
        t: float,
        unannounced: Container[int] = (),
        *,
        asked: bool = False,
    ) -> tuple[Ruling, ...]:
        """Return the rulings to announce after all acts from `index` on were judged again."""
        now, announced = self.situation, standing(announced)
        named = iter(keep_ids(announced, self.rulings_since(index)))
        for at, entry in enumerate(self.entries[index:], index):
            self.entries[at] = replace(entry, rulings=tuple(itertools.islice(named, len(entry.rulings))))
        rulings = announced_changes(
            announced, self.rulings_since(index), t, new_id=self.ids.new, number=now.number, replaced=self.replaced,
            still_open=now.open_faults, unannounced=unannounced, asked=asked,
        )  # fmt: skip
        for ruling in rulings:
            if isinstance(ruling, Withdrawn) and isinstance(ruling.what, FaultRuled):
                self.ids.gone.add(ruling.what.about)
        return rulings

    def _announced_rulings(self, entries: Iterable[Entry]) -> list[Ruling]:
        """Return the announced rulings on these acts. Drop those held back, because their acts are judged again."""
        held, self.held_back = self.held_back, ()
        return [ruling for entry in entries for ruling in entry.rulings if ruling not in held]

    # --- dames of the player before, seen late -----------------------------------------------------------------------

    def is_dame_of_before(self, act: Act) -> bool:
        """Return whether an act moves a dame of the previous player, so that it belongs to the previous throw."""
        now = self.situation
        return (
            isinstance(act, DameLifted | DamePlaced)
            and now.throw is not None
            and now.before is not None
            and act.side is now.before.side
            and act.side is not now.throw.side
            and now.phase is not Phase.LEAVING
        )

    def amend(self, act: DameLifted | DamePlaced) -> tuple[Ruling, ...]:
        """Wait until no dame is in the air, then judge again from before the last throw on."""
        self.late.append(act)
        lifted = sum(isinstance(late, DameLifted) for late in self.late)
        before = self.situation.before
        if 2 * lifted + (before.in_the_air if before is not None else 0) != len(self.late):
            return ()
        acts, self.late = self.late, []
        untouched = before is not None and not before.touched
        return self.before_last_throw(*acts, marking=act.side if untouched else None)

    def before_last_throw(self, *acts: Act, marking: Side | None = None) -> tuple[Ruling, ...]:
        """Judge again from before the last throw on, with these acts placed before it.

        marking: a side that had touched no dame yet. Its marks made before these acts come before them: a throw out of
        turn did not end its time to mark (Lois XV, XVII 1).
        """
        index = self.last_throw()
        if index is None:
            return ()
        since = self.acts[index:]
        own = [one for one in since if isinstance(one, MARKS) and one.side is marking and one.t <= acts[0].t]
        rest = [one for one in since if one not in own]
        return self.rejudge(index, self.entries[index].before, [*own, *acts, *rest], acts[-1].t)

    # --- throws that never were --------------------------------------------------------------------------------------

    def _cancel(self, act: ThrowCancelled) -> tuple[Ruling, ...]:
        """Cancel the current throw and restore the situation before it.

        A void throw was the other side's, out of turn: a simple fault (Lois XVII 1).
        """
        index = self.last_throw()
        if index is None or self.situation.throw is None or self.situation.throw.side is not act.side:
            return ()
        before, after = self.situation, self.entries[index:]
        announced = self._announced_rulings(after)
        self.made_first.pop((before.tour, before.number), None)
        late, self.late = self.late, []
        context = self.context(act.t, after[0].before)
        if act.void and context.situation.number and self.settings.moved_for is None:
            context.fault(Fault(FaultName.HORS_TOUR, act.side.adversary, article_of(FaultName.HORS_TOUR)))
        self.situation = context.situation
        self.entries[index:] = [Entry(act, before, tuple(context.rulings))]
        # Marks and words since the throw stay, and so do late moves of the previous player's dames.
        for meanwhile in (*(entry.act for entry in after if isinstance(entry.act, STANDS)), *late):
            self.judge(meanwhile)
        return self._announced_changes(announced, index, act.t)

    def undo(self, act: Undone) -> tuple[Ruling, ...]:
        """Undo everything from throw `act.throw` of this tour on."""
        tour, number = self.situation.tour, self.situation.number
        # The act that opened the throw is the last of those before which it was not thrown yet.
        opening = [
            index
            for index, entry in enumerate(self.entries)
            if entry.before.tour == tour and entry.before.number == act.throw - 1
        ]
        if not opening or not number >= act.throw > 0:
            return ()
        before, at = self.situation, opening[-1]
        announced = self._announced_rulings(self.entries[at:])
        self.situation = self.entries[at].before
        self.late = []
        self.entries[at:] = [Entry(act, before, ())]
        for made in self.made_first.pop((tour, act.throw), ()):
            self.judge(made)
        self.ids.branch += 1
        return self._announced_changes(announced, at, act.t, asked=True)
