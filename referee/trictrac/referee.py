"""The referee: readings and requests in, acts and rulings out."""

from __future__ import annotations

from collections.abc import Iterator

from events.acts import Act, Claimed, Declared, DiceThrown, DoubtAnswered
from events.board_reading import BoardReading
from events.observation import Still
from events.peg_reading import LinkEvent, PegReading
from events.rulings import Doubt, FaultRuling
from events.trictrac.rulings import FaultRuled
from events.trictrac.settings import Settings
from events.trictrac.state import Holding, Phase, TableState
from referee.one_table import Notice, OneTable, Seen
from referee.sight import readable
from referee.trictrac.judge.judge import Judge
from referee.trictrac.judge.misread_tolerance import doubts_about
from referee.trictrac.judge.score_keeper import to_move
from referee.trictrac.judge.situation import NUMBERING
from referee.trictrac.tracker.tracker import Tracker
from rules.position import Side


class Referee(OneTable):
    """Follows one table of trictrac."""

    settings: Settings
    tracker: Tracker
    judge: Judge
    numbering = NUMBERING

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.tracker = Tracker(settings)
        self.judge = Judge(settings)
        super().__init__()

    def against(self, ruling: FaultRuling) -> Iterator[str]:
        """Yield the names of what speaks against a fault, ruled on the last act."""
        if isinstance(ruling, FaultRuled):
            yield from doubts_about(self.judge.situation, ruling)

    def _events_of(self, observation: Seen) -> Iterator[Act | Notice]:
        tracker = self.tracker
        match observation:
            case BoardReading():
                yield from self._while_sure(tracker.observe(observation, self.judge))
                if readable(observation):
                    yield from self._update_certainty(observation.t)
            case Still():
                yield from self._while_sure(tracker.on_still(observation.t, self.judge))
                yield from self._update_certainty(observation.t)
            case PegReading():
                yield from tracker.on_pegs(observation, self.judge)
            case Claimed() | Declared():
                yield from tracker.on_word(observation, self.judge)
            case LinkEvent():
                yield from tracker.on_link(observation)
            case DoubtAnswered():
                yield observation
                yield from tracker.board.questions.on_answer(observation, self.judge.situation)
            case _:
                yield observation

    def _while_sure(self, seen: Iterator[Act | Notice]) -> Iterator[Act | Notice]:
        """Yield the events; what is sure by each of them, and right after a throw, counts for what is ruled on it."""
        for one in seen:
            yield from self._update_certainty(one.t)
            yield one
            if isinstance(one, DiceThrown):
                yield from self._update_certainty(one.t)

    def _update_certainty(self, t: float) -> Iterator[Act]:
        looks = self.tracker.throws.dice.first_looks
        while looks:
            self.sight.count_throw(whole=looks.pop(0))
        return self.sight.update_certainty(t, unsure=self.tracker.unsure(self.judge.situation))

    @property
    def doubt(self) -> Doubt | None:
        """The open question."""
        return self.tracker.board.questions.doubt

    @property
    def over(self) -> bool:
        """Whether the tour is won."""
        return self.judge.situation.phase is Phase.OVER

    def state(self) -> TableState:
        """Everything a display shows, as it stands now."""
        now = self.judge.situation
        throw = now.throw
        doubt = self.doubt
        # Once the other player is to throw, the dice on the board belong to the previous play and are not shown.
        shown = throw if throw is not None and now.phase not in (Phase.TO_THROW, Phase.OVER) else None
        return TableState(
            mode=self.settings.mode,
            phase=now.phase,
            position=now.position,
            trait=now.trait,
            dice=shown.dice if shown else None,
            jans=shown.jans if shown else (),
            blancs=self._holding(Side.BLANCS),
            noirs=self._holding(Side.NOIRS),
            pavillon=now.score.pavillon,
            throw=now.number,
            tour=now.tour,
            doubt=doubt.id if doubt else None,
            companion=self.settings.moved_for,
            to_move=to_move(now),
        )

    def _holding(self, side: Side) -> Holding:
        held = self.judge.situation.score.of(side)
        owed = self.judge.situation.books.points_owed(side)
        return Holding(held.points, held.bredouille, held.trous, owed)
