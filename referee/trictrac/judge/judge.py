"""The judge: acts in, rulings out."""

from __future__ import annotations

from events.acts import Act, DameLifted, DamePlaced, DiceLifted, DiceThrown, PlayEnded, Undone
from events.rulings import Ruling
from events.trictrac.acts import JetonMoved, JetonsInSight, MarkAct, Releve
from events.trictrac.settings import Settings
from events.trictrac.state import Phase
from referee.trictrac.judge.corrections import CorrectableHistory
from referee.trictrac.judge.departures import judge_departure, judge_play_on
from referee.trictrac.judge.history import Entry
from referee.trictrac.judge.late_events import (
    in_sight,
    judge_end,
    judge_mark,
    judge_otherwise,
    judge_throw,
    judge_touch,
)
from referee.trictrac.judge.situation import Situation
from referee.trictrac.judge.tour_end import leaves
from rules.position import Side

AWAITED = DiceLifted | MarkAct
"""Acts that may come between a throw made too early and the dame it did not wait for."""


class Judge:
    """The judge of one sitting.

    The judge takes acts in the order in which they become known. An act that belongs before the last throw (a move of
    the previous player's dame, seen late) is put there. Everything after it is judged again, and only differences are
    ruled.

    A throw made while a dame of the previous throw is in the air is judged at once but not announced: its worth depends
    on that dame. If play goes on without the dame, the throw is announced as it stands.
    """

    def __init__(self, settings: Settings) -> None:
        self.past = CorrectableHistory(settings)

    @property
    def settings(self) -> Settings:
        """The table's settings as they are now; the mode may change."""
        return self.past.settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
        self.past.settings = settings

    @property
    def situation(self) -> Situation:
        """The present situation."""
        return self.past.situation

    @property
    def log(self) -> list[Entry]:
        """Every act of this tour, and its rulings."""
        return self.past.entries

    def observe(self, act: Act) -> tuple[Ruling, ...]:
        """Judge one act. Return the rulings that can be announced now."""
        past, number, throw, tour = self.past, self.situation.number, self.situation.throw, self.situation.tour
        in_the_air = throw is not None and throw.in_the_air > 0
        awaited = isinstance(act, AWAITED) or past.is_dame_of_before(act)
        rulings = self._judge(act)
        if not past.held_back:
            rulings = judge_otherwise(past, act) or rulings
        if self.situation.tour != tour:
            past.ids.kept.clear()  # as the log is, which never goes back into a tour that is over
        early = in_the_air and isinstance(act, DiceThrown) and self.situation.number > number
        # No throw is left to hold back where the act took it back, or had it judged again.
        held, past.held_back = past.held_back, ()
        if early or (held and awaited):
            past.held_back = (*held, *rulings)
            return ()
        return (*held, *rulings)

    def _judge(self, act: Act) -> tuple[Ruling, ...]:
        past, phase = self.past, self.situation.phase
        match act:
            case Undone():
                return past.undo(act)
            case DameLifted() | DamePlaced() if past.can_be(act) and past.is_dame_of_before(act):
                return past.amend(act)
            case DiceLifted() if act.early and self._has_thrown_since(act.side):
                return past.before_last_throw(act)
            case DiceThrown() if act.good and phase in {Phase.TO_THROW, Phase.OVER}:
                return judge_throw(past, act)
            case PlayEnded():
                return judge_end(past, act)
            case DameLifted() if self._touches_first(act):
                return judge_touch(past, act)
            case DamePlaced() if phase is Phase.LEAVING:
                return judge_play_on(past, act)
            case Releve() if self._leaves_after_touching():
                return judge_departure(past, act)
            case JetonMoved():
                return judge_mark(past, act)
            case JetonsInSight():
                return in_sight(past, act)
            case _:
                return past.judge(act)

    def _touches_first(self, act: DameLifted) -> bool:
        """Return whether the thrower takes up the first dame of his throw."""
        throw = self.situation.throw
        return throw is not None and throw.side is act.side and throw.moves is None and not throw.touched

    def _leaves_after_touching(self) -> bool:
        """Return whether the thrower has taken up dames, still has dames on the board, and may leave."""
        now = self.situation
        return now.throw is not None and bool(now.throw.touched) and now.gone_out is None and leaves(now)

    def _has_thrown_since(self, side: Side | None) -> bool:
        """Return whether a side has thrown since the other's throw."""
        throw, before = self.situation.throw, self.situation.before
        return throw is not None and throw.side is side and before is not None and before.side is not side
