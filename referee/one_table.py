"""The referee of one table, in any game of dames and dice: its tracker finds acts, and its judge rules on them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from events.acts import Act, Declaration, Declared, DoubtAnswered, ModeChanged, SightChanged
from events.board_reading import BoardReading
from events.observation import Observation, Observed, Still
from events.peg_reading import Button, LinkEvent, PegReading, Signal
from events.rulings import CarriedOut, Disorder, Doubt, DoubtSettled, FaultRuling, OrderRestored, Ruling
from referee.inference.tables import COSTS
from referee.one_judge import Numbering
from referee.sight import Sight
from referee.trictrac.numbers import JUDGING
from rules.seating import Seating

BUTTONS = {
    Button.COUP_JOUE: Declaration.COUP_JOUE,
    Button.ECOLE: Declaration.ECOLE,
    Button.ADOUBE: Declaration.J_ADOUBE,
    Button.JE_M_EN_VAIS: Declaration.JE_M_EN_VAIS,
}

ANSWERS = {Button.COUP_JOUE: 0, Button.ADOUBE: 1}
"""The play of a doubt that each button chooses: 0 the likelier one, 1 the other.

The other buttons keep their words, because a player may have to announce a fault or a departure meanwhile."""

Notice: TypeAlias = Doubt | DoubtSettled | Disorder | OrderRestored
"""What a referee says of the table that is no act: it is announced, and changes nothing in the game."""


Seen: TypeAlias = BoardReading | Still | PegReading | LinkEvent | Act


def declaration_of_button(signal: Signal, seating: Seating, doubt: Doubt | None) -> Declared | DoubtAnswered:
    """Return what the player on the button's side of the board says by pressing it.

    doubt: the question open at that moment, if any.
    """
    side, answer = seating.side_at(signal.row), ANSWERS.get(signal.button)
    if doubt is None or answer is None or signal.t < doubt.t + JUDGING.heard:
        return Declared(signal.t, side, BUTTONS[signal.button])
    return DoubtAnswered(signal.t, doubt.id, answer, by=side.value)


class OneTable(ABC):
    """Follows one table.

    The same observations in the same order give the same acts and rulings. A referee can be pickled at any moment;
    `referee.games.take_in` brings a new one to the same state from its acts alone. A game names its own types.

    Attributes:
        numbering: how the game numbers its cases.
    """

    settings: Any
    tracker: Any
    judge: Any
    numbering: Numbering

    def __init__(self) -> None:
        self.sight = Sight(COSTS[self.settings.costs])

    def recall(self, act: Act) -> tuple[Ruling, ...]:
        """Take in an act of the past and return every ruling on it."""
        rulings = self.rule_on(act)
        self.tracker.recall(act)
        self.sight.recall()
        return rulings

    def observe(self, observation: Observation) -> Observed:
        """Take one observation in. Each act that it shows is judged before the next is asked for."""
        acts: list[Act] = []
        rulings: list[Ruling] = []
        for one in self.acts(observation):
            if isinstance(one, Notice | CarriedOut):
                rulings.append(one)
            else:
                acts.append(one)
                rulings.extend(self.rule_on(one))
        return Observed(tuple(acts), tuple(rulings))

    def rule_on(self, act: Act) -> tuple[Ruling, ...]:
        """Return the rulings on an act. A change of mode takes effect in the tracker and the judge, too."""
        if isinstance(act, ModeChanged):
            self.settings = self.tracker.settings = self.judge.settings = replace(self.settings, mode=act.mode)
        if isinstance(act, SightChanged):
            self.sight.become(act)
        rulings = self.judge.observe(act)
        new = (one for one in rulings if isinstance(one, FaultRuling) and one.id == one.about)
        doubtful = {one.about for one in new if self.sight.doubts(self.against(one))}
        return self.sight.without_held(rulings, act, doubtful)

    def against(self, _ruling: FaultRuling) -> Iterator[str]:
        """Yield the names of what speaks against a fault, ruled on the last act."""
        yield from ()

    def acts(self, observation: Observation) -> Iterator[Act | Notice | CarriedOut]:
        """Yield the events that one observation shows. The caller judges each before it asks for the next."""
        yield from self.sight.asks(self._acts(observation), self._is_misread)

    def _is_misread(self, disorder: Disorder) -> bool:
        """Return whether dames are out of order that the throw under way cannot have moved."""
        throw = self.judge.situation.throw
        return throw is None or any(side is not throw.side for side, _, _, _ in disorder.differences)

    def _acts(self, observation: Observation) -> Iterator[Act | Notice | CarriedOut]:
        companion, seating = self.settings.moved_for, self.settings.seating
        if isinstance(observation, BoardReading):
            if companion is not None:
                observation = replace(observation, reaching=())  # One player's hand moves both sides' pieces.
            yield from self.sight.changes(observation)
        if isinstance(observation, Signal):
            if companion is not None:  # Nobody sits at the companion's buttons.
                observation = replace(observation, row=seating.row_of(companion.adversary))
            observation = declaration_of_button(observation, seating, self.doubt)
        for one in self._events_of(observation):
            yield self._as_carried_out(one) if isinstance(one, Disorder) else one

    @abstractmethod
    def _events_of(self, observation: Seen) -> Iterator[Act | Notice]:
        """Yield the events that an observation shows; a signal has become what it says."""

    @property
    @abstractmethod
    def doubt(self) -> Doubt | None:
        """The open question."""

    def _as_carried_out(self, disorder: Disorder) -> Disorder | CarriedOut:
        """Return a disorder as a `CarriedOut`, if only dames of the companion's play under way are out of order."""
        companion, position, throw = self.settings.moved_for, self.judge.situation.position, self.judge.situation.throw
        mine = all(side is companion for side, _, _, _ in disorder.differences)
        if companion is None or throw is None or throw.side is not companion or throw.announced is None or not mine:
            return disorder
        counts = list(position.counts(companion))
        for _, case, _, there in disorder.differences:
            counts[case - self.numbering.first] = there
        found = self.numbering.differences(throw, tuple(counts))
        return CarriedOut(disorder.id, disorder.t, disorder.throw, companion, found) if found else disorder
