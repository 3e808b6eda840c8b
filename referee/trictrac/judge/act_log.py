"""The log of a sitting: every act, judged by the table after all acts before it, and the resulting situation.

Acts that cannot have happened stay in the log and change nothing. If an act turns out to be a misreading, `history`
judges the log again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from events.acts import Act, DameLifted, DamePlaced, DiceThrown
from events.rulings import Ruling
from events.trictrac.acts import Corrected, DameTouched, FichetMoved, JetonMoved, JetonReleased, Unwatched
from events.trictrac.settings import Settings
from events.trictrac.state import Phase
from referee.trictrac.judge.act_context import ActContext, Ids
from referee.trictrac.judge.ledger import Ledger
from referee.trictrac.judge.manual_scoring import PlayersKeep
from referee.trictrac.judge.marking_state import MarkingState
from referee.trictrac.judge.score_keeper import CompanionKeeps, Keeper
from referee.trictrac.judge.situation import Situation
from referee.trictrac.judge.transitions import TABLE, Row
from rules.marking import POINTS_DU_TROU, TROUS_DU_TOUR, Score
from rules.position import BANDE, DAMES, Dice, Position, Side


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


SHOWN = (JetonMoved, JetonReleased)
"""Acts that show there are jetons on the table."""

PLAYERS, COMPANION = PlayersKeep(), CompanionKeeps()


@dataclass(frozen=True, slots=True)
class Entry:
    """One act in the log: the situation before it, and its rulings."""

    act: Act
    before: Situation
    rulings: tuple[Ruling, ...]


class Log:
    """The judged acts, and the situation they lead to.

    late: moves of the previous player's dames that were seen late, as long as one of these dames is in the air.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        books = MarkingState(Ledger(trous=settings.trous))
        self.situation = Situation(Phase.TO_THROW, settings.first, books=books)
        self.entries: list[Entry] = []
        self.ids = Ids()
        self.late: list[DameLifted | DamePlaced] = []

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


def _row(context: ActContext, act: Act) -> Row | None:
    phase = context.situation.phase
    return next(
        (row for row in TABLE if phase in row.phases and isinstance(act, row.act) and row.guard(context, act)), None
    )
