"""The referee: readings and requests in, acts and rulings out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Self

from events.acts import Claimed, Declared, DoubtAnswered, ModeChanged, SightChanged
from events.board_reading import BoardReading
from events.observation import Observation, Observed, Still
from events.peg_reading import LinkEvent, PegReading, Signal
from events.rulings import CarriedOut, Disorder
from events.trictrac.state import Holding, Phase, TableState
from referee.buttons import said_by
from referee.games import observed
from referee.inference.tables import COSTS
from referee.sight import Sight, readable
from referee.trictrac.judge.carried_out import as_carried_out, to_move
from referee.trictrac.judge.judge import Judge
from referee.trictrac.tracker.tracker import Tracker
from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from events.acts import Act
    from events.rulings import Ruling
    from events.trictrac.settings import Settings
    from referee.trictrac.tracker.table import Notice


class Referee:
    """Follows one table.

    The same observations in the same order give the same acts and rulings. A referee can be pickled at any moment;
    `resumed` builds one from its acts alone.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.tracker = Tracker(settings)
        self.judge = Judge(settings)
        self.sight = Sight(COSTS[settings.costs])

    @classmethod
    def resumed(cls, settings: Settings, acts: Iterable[Act]) -> tuple[Self, tuple[Ruling, ...]]:
        """Return a referee that knows these acts, and every ruling on them.

        acts: in the order in which they became known. The referee then reports no dice, marks or dames that still stand
        as these acts left them.
        """
        referee = cls(settings)
        return referee, tuple(ruling for act in acts for ruling in referee.recall(act))

    def recall(self, act: Act) -> tuple[Ruling, ...]:
        """Take in an act of the past and return every ruling on it."""
        rulings = self.rule_on(act)
        self.tracker.recall(act)
        return rulings

    def observe(self, observation: Observation) -> Observed:
        """Take one observation in."""
        return observed(self.acts(observation), self.rule_on)

    def rule_on(self, act: Act) -> tuple[Ruling, ...]:
        """Return the rulings on an act. A change of mode takes effect in the tracker and the judge, too."""
        if isinstance(act, ModeChanged):
            self.settings = self.tracker.settings = self.judge.settings = replace(self.settings, mode=act.mode)
        if isinstance(act, SightChanged):
            self.sight.become(act)
        return self.sight.without_held(self.judge.observe(act), act)

    def acts(self, observation: Observation) -> Iterator[Act | Notice | CarriedOut]:
        """Yield the events that one observation shows. The caller judges each before it asks for the next."""
        yield from self.sight.asks(self._acts(observation))

    def _acts(self, observation: Observation) -> Iterator[Act | Notice | CarriedOut]:
        tracker, companion = self.tracker, self.settings.moved_for
        match observation:
            case BoardReading():
                if companion is not None:
                    observation = replace(observation, reaching=())  # One player's hand moves both sides' pieces.
                yield from self.sight.changed(observation)
                yield from self._with_carried_out(tracker.observe(observation, self.judge))
                if readable(observation):
                    yield from self.sight.understood(observation.t, unsure=tracker.unsure(self.judge.situation))
            case Still():
                yield from self._with_carried_out(tracker.on_still(observation.t, self.judge))
                yield from self.sight.understood(observation.t, unsure=tracker.unsure(self.judge.situation))
            case PegReading():
                yield from tracker.on_pegs(observation)
            case Signal():
                doubt = tracker.board.questions.doubt
                if companion is not None:
                    row = self.settings.seating.row_of(companion.adversary)
                    observation = replace(observation, row=row)  # Nobody sits at the companion's buttons.
                yield from self._acts(said_by(observation, self.settings.seating, doubt))
            case Claimed() | Declared():
                yield from tracker.on_word(observation, self.judge)
            case LinkEvent():
                yield from tracker.on_link(observation)
            case DoubtAnswered():
                yield observation
                yield from tracker.on_answer(observation, self.judge.situation)
            case _:
                yield observation

    def _with_carried_out(self, seen: Iterator[Act | Notice]) -> Iterator[Act | Notice | CarriedOut]:
        """Yield the events; a disorder in the companion's play is replaced by a `CarriedOut`."""
        for one in seen:
            companion = self.settings.moved_for
            yield as_carried_out(one, self.judge.situation, companion) if isinstance(one, Disorder) else one

    @property
    def over(self) -> bool:
        """Whether the tour is won."""
        return self.judge.situation.phase is Phase.OVER

    def state(self) -> TableState:
        """Everything a display shows, as it stands now."""
        now = self.judge.situation
        throw = now.throw
        doubt = self.tracker.board.questions.doubt
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
        owed = self.judge.situation.books.owed(side)
        return Holding(held.points, held.bredouille, held.trous, owed)
