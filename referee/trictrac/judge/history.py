"""The log of a sitting: every act, judged by the table after all acts before it, and the resulting situation.

Acts that cannot have happened stay in the log and change nothing. After a misreading, or for an act that belongs before
known ones, the past is judged again: everything after it in the log, and only differences are announced.
"""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace

from events.acts import Act, Claimed, DameLifted, DamePlaced, Declared, DiceThrown, ThrowCancelled, Undone
from events.rulings import Played, Ruling, Withdrawn, standing
from events.trictrac.acts import Corrected, DameTouched, FichetMoved, JetonMoved, JetonReleased, MarkAct, Unwatched
from events.trictrac.rulings import FaultRuled
from events.trictrac.settings import Settings
from events.trictrac.state import Phase
from referee.trictrac.judge.act_context import ActContext, Ids
from referee.trictrac.judge.ledger import Ledger
from referee.trictrac.judge.manual_scoring import PlayersKeep
from referee.trictrac.judge.marking_state import MarkingState
from referee.trictrac.judge.ruling_diff import announced_changes, keep_ids
from referee.trictrac.judge.score_keeper import CompanionKeeps, Keeper
from referee.trictrac.judge.situation import Situation
from referee.trictrac.judge.transitions import TABLE, Row
from rules.fault import Fault, FaultName
from rules.fault_table import article_of
from rules.marking import POINTS_DU_TROU, TROUS_DU_TOUR, Score
from rules.position import BANDE, DAMES, Dice, Position, Side

SHOWN = (JetonMoved, JetonReleased)
"""Acts that show there are jetons on the table."""

PLAYERS, COMPANION = PlayersKeep(), CompanionKeeps()

STANDS = MarkAct | Declared | Claimed
"""Acts that stand when the throw they came after is cancelled."""

MARKS = JetonMoved | JetonReleased | FichetMoved
"""Marks of one side."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One act in the log: the situation before it, and its rulings."""

    act: Act
    before: Situation
    rulings: tuple[Ruling, ...]


class History:
    """The judged acts, and the situation they lead to. The past can be judged again.

    Attributes:
        late: moves of the previous player's dames that were seen late, as long as one of these dames is in the air.
        held_back: rulings not announced yet, because the next act may change them.
        made_first: by tour and throw, the marks judged after the throw although they were made before it was known.
        replaced: earlier announcements about a throw, by the id of the newer one.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        books = MarkingState(Ledger(trous=settings.trous))
        self.situation = Situation(Phase.TO_THROW, settings.first, books=books)
        self.entries: list[Entry] = []
        self.ids = Ids()
        self.late: list[DameLifted | DamePlaced] = []
        self.held_back: tuple[Ruling, ...] = ()
        self.made_first: dict[tuple[int, int], tuple[Act, ...]] = {}
        self.replaced: dict[str, Ruling] = {}

    @property
    def acts(self) -> list[Act]:
        """All acts, in order."""
        return [entry.act for entry in self.entries]

    @property
    def keeper(self) -> Keeper:
        """The keeper of the score: the players once a jeton was seen on the table, otherwise the companion."""
        players = self.settings.players_mark and self.situation.books.seen
        return PLAYERS if players else COMPANION

    def context(self, t: float, situation: Situation | None = None) -> ActContext:
        """Return the context for an act at t, in the present situation or the given one."""
        return ActContext(situation or self.situation, t, self.settings, self.ids.new, self.ids)

    def take(self, act: Act) -> tuple[Ruling, ...]:
        """Judge an act that follows all others by the first row of the table that fits. Return its rulings."""
        context = self.context(act.t)
        row = _row(context, act)
        if row is not None:
            keeper = PLAYERS if isinstance(act, SHOWN) and self.settings.players_mark else self.keeper
            if isinstance(act, SHOWN) and keeper is not self.keeper:
                # The first jeton is seen: from here on the board shows the score.
                context.become(books=replace(context.situation.books.set_to(context.situation.score), seen=True))
            for effect in row.effects:
                effect(context, keeper, act)
            if row.to is not None and context.situation.phase is not Phase.OVER:
                context.become(phase=row.to)
        rulings = tuple(context.rulings)
        if context.situation.tour != self.situation.tour:
            self.entries.clear()  # The log never goes back into a tour that is over, and a sitting may last for days.
        if context.situation.before is not self.situation.before:
            self.late.clear()  # the dame's player has nothing more to move
        self.entries.append(Entry(act, self.situation, rulings))
        self.situation = context.situation
        return rulings

    def last_throw(self) -> int | None:
        """Return the index of the act that made the current throw; None when it is not in the log."""
        number = self.situation.number
        for index in range(len(self.entries) - 1, -1, -1):
            entry = self.entries[index]
            if isinstance(entry.act, DiceThrown) and entry.act.good and entry.before.number < number:
                return index
        return None

    def can_be(self, act: Act) -> bool:
        """Return whether an act is possible: a dame is there to lift, or in the air to place, or it makes sense."""
        if not isinstance(act, DameLifted | DamePlaced):
            return makes_sense(act)
        dames = self.situation.position.counts(act.side)
        own = [one for one in self.late if one.side is act.side]
        late = sum(1 if isinstance(one, DamePlaced) else -1 for one in own)
        if isinstance(act, DamePlaced):
            return 1 <= act.case <= BANDE and sum(dames) + late < DAMES
        at_hand = sum(1 for one in own if isinstance(one, DamePlaced) and one.case == act.case)
        return 1 <= act.case < BANDE and dames[act.case - 1] + at_hand > 0

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

    def trial(self, index: int, acts: Iterable[Act], before: Situation | None = None) -> History:
        """Return a copy, not announced, in which `acts`, judged from `before` on, replace those from `index` on."""
        other = type(self)(self.settings)
        other.situation, other.entries, other.ids = before or self.entries[index].before, self.entries[:index], self.ids
        for act in acts:
            other.judge(act)
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
        named = iter(keep_ids(announced, self.rulings_since(index), self.ids.kept))
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
            and not now.departing
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


def _row(context: ActContext, act: Act) -> Row | None:
    phase = context.situation.phase
    return next(
        (row for row in TABLE if phase in row.phases and isinstance(act, row.act) and row.guard(context, act)), None
    )


def makes_sense(act: Act) -> bool:
    """Return whether the dice, marks and dames of an act can exist.

    A dame may stand where the laws forbid it, but a side has at most fifteen dames on 24 cases.
    """
    match act:
        case DiceThrown():
            return _dice(act.dice)
        case DameTouched():
            return 1 <= act.case < BANDE
        case JetonMoved() | JetonReleased():
            return _points(act.points) and (act.left is None or _points(act.left))
        case FichetMoved():
            return 0 <= act.trou <= TROUS_DU_TOUR
        case Corrected():
            given = act.position is None or _board(act.position), act.score is None or _marks(act.score)
            return all(given) and (act.dice is None or _dice(act.dice))
        case Unwatched():
            return _board(act.position) and (act.score is None or _marks(act.score))
    return True


def _dice(dice: Dice) -> bool:
    return len(dice) == 2 and all(1 <= number <= 6 for number in dice)


def _points(points: int) -> bool:
    return points in range(0, POINTS_DU_TROU, 2)


def _marks(score: Score) -> bool:
    return all(_points(score.of(side).points) and score.of(side).trous >= 0 for side in Side)


def _board(position: Position) -> bool:
    return all(
        len(counts) == BANDE - 1 and min(counts) >= 0 and sum(counts) <= DAMES
        for counts in (position.blancs, position.noirs)
    )
