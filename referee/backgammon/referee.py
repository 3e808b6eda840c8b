"""The referee of backgammon. It takes the same observations as trictrac's and answers in the same form."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Self

from events.acts import DoubtAnswered, ModeChanged, Request, SightChanged
from events.backgammon.state import BackgammonState, Phase
from events.board_reading import BoardReading
from events.observation import Observed, Still
from events.peg_reading import LinkEvent, PegReading, Signal
from events.rulings import CarriedOut, Disorder
from events.state import Mode
from referee.backgammon.carried_out import as_carried_out, to_move
from referee.backgammon.judge import Judge
from referee.backgammon.tracker import Tracker
from referee.buttons import said_by
from referee.games import observed
from referee.inference.tables import COSTS
from referee.sight import Sight, readable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from events.acts import Act
    from events.backgammon.settings import BackgammonSettings
    from events.observation import Observation
    from events.rulings import Ruling
    from referee.backgammon.tracker import Notice


class BackgammonReferee:
    """A referee that follows one table of backgammon. The same observations always give the same acts and rulings."""

    def __init__(self, settings: BackgammonSettings) -> None:
        self.settings = settings
        self.tracker = Tracker(settings)
        self.judge = Judge(settings)
        self.sight = Sight(COSTS[settings.costs])

    @classmethod
    def resumed(cls, settings: BackgammonSettings, acts: Iterable[Act]) -> tuple[Self, tuple[Ruling, ...]]:
        """Return a referee that knows these acts, and every ruling on them.

        acts: in the order in which they became known.
        """
        referee = cls(settings)
        return referee, tuple(ruling for act in acts for ruling in referee.recall(act))

    def recall(self, act: Act) -> tuple[Ruling, ...]:
        """Take in an act of the past and return every ruling on it."""
        rulings = self._rule_on(act)
        self.tracker.recall(act)
        return rulings

    def observe(self, observation: Observation) -> Observed:
        """Take one observation in."""
        return observed(self.sight.asks(self._acts(observation)), self._rule_on)

    def _rule_on(self, act: Act) -> tuple[Ruling, ...]:
        """Return the rulings on an act. A change of mode takes effect in the tracker and the judge, too."""
        if isinstance(act, ModeChanged):
            self.settings = self.tracker.settings = self.judge.settings = replace(self.settings, mode=act.mode)
        if isinstance(act, SightChanged):
            self.sight.become(act)
        return self.sight.without_held(self.judge.observe(act), act)

    def _acts(self, observation: Observation) -> Iterator[Act | Notice | CarriedOut]:
        tracker, companion = self.tracker, self.settings.moved_for
        match observation:
            case BoardReading():
                if companion is not None:
                    observation = replace(observation, reaching=())  # One player's hand moves both sides' dames.
                yield from self.sight.changed(observation)
                if readable(observation):
                    yield from self._with_carried_out(tracker.on_reading(observation, self.judge))
                else:
                    yield from tracker.on_blinded(observation, self.judge)
            case Still():
                yield from self._with_carried_out(tracker.on_still(observation.t, self.judge))
            case PegReading() | LinkEvent():
                return  # No fichet marks anything here.
            case Signal():
                if companion is not None:
                    row = self.settings.seating.row_of(companion.adversary)
                    observation = replace(observation, row=row)  # Nobody sits at the companion's buttons.
                yield from self._acts(said_by(observation, self.settings.seating, tracker.doubt))
            case DoubtAnswered():
                yield observation
                yield from tracker.on_answer(observation, self.judge)
            case ModeChanged():
                yield observation
                tracker.certain(self.judge, observation.t)  # The hypotheses so far were made for the mode before.
            case Request():
                yield from tracker.on_request(observation, self.judge)
            case _:
                yield observation

    def _with_carried_out(self, seen: Iterator[Act | Notice]) -> Iterator[Act | Notice | CarriedOut]:
        """Yield the events; a disorder in the companion's play is replaced by a `CarriedOut`."""
        for one in seen:
            companion = self.settings.moved_for
            yield as_carried_out(one, self.judge.situation, companion) if isinstance(one, Disorder) else one

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.judge.situation.phase is Phase.OVER and self.judge.situation.match.over

    def state(self) -> BackgammonState:
        """Everything a display shows, as it stands now."""
        now, doubt = self.judge.situation, self.tracker.doubt
        throw = now.throw if now.phase is Phase.TO_PLAY else None
        dice = throw.dice if throw is not None else now.opening
        plays = None
        if throw is not None and self.settings.mode is Mode.LESSON:
            plays = tuple(play.moves for play in throw.legal.plays)
        return BackgammonState(
            mode=self.settings.mode,
            phase=now.phase,
            position=now.position,
            trait=now.trait,
            dice=dice,
            plays=plays,
            cube=now.cube,
            match=now.match,
            crawford=now.match.crawford,
            throw=now.number,
            tour=now.game,
            doubt=doubt.id if doubt else None,
            companion=self.settings.moved_for,
            to_move=to_move(now),
        )
