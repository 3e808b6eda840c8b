"""The referee of backgammon. It takes the same observations as trictrac's and answers in the same form."""

from __future__ import annotations

from collections.abc import Iterator

from events.acts import Act, DoubtAnswered, ModeChanged, Request
from events.backgammon.settings import BackgammonSettings
from events.backgammon.state import BackgammonState, Phase
from events.board_reading import BoardReading
from events.observation import Still
from events.peg_reading import LinkEvent, PegReading
from events.rulings import Doubt
from events.state import Mode
from referee.backgammon.judge import Judge
from referee.backgammon.playing import to_move
from referee.backgammon.situation import NUMBERING
from referee.backgammon.tracker import Tracker
from referee.one_table import Notice, OneTable, Seen
from referee.sight import readable


class BackgammonReferee(OneTable):
    """Follows one table of backgammon."""

    settings: BackgammonSettings
    tracker: Tracker
    judge: Judge
    numbering = NUMBERING

    def __init__(self, settings: BackgammonSettings) -> None:
        self.settings = settings
        self.tracker = Tracker(settings)
        self.judge = Judge(settings)
        super().__init__()

    def _events_of(self, observation: Seen) -> Iterator[Act | Notice]:
        tracker = self.tracker
        match observation:
            case BoardReading() if readable(observation):
                yield from tracker.on_reading(observation, self.judge)
            case BoardReading():
                yield from tracker.on_blinded(observation, self.judge)
            case Still():
                yield from tracker.on_still(observation.t, self.judge)
            case PegReading() | LinkEvent():
                return  # No fichet marks anything here.
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

    @property
    def doubt(self) -> Doubt | None:
        """The open question."""
        return self.tracker.questions.doubt

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.judge.situation.phase is Phase.OVER and self.judge.situation.match.over

    def state(self) -> BackgammonState:
        """Everything a display shows, as it stands now."""
        now, doubt = self.judge.situation, self.doubt
        throw = now.throw if now.phase is Phase.TO_PLAY else None
        dice = throw.dice if throw is not None else now.opening
        plays = None
        if throw is not None and self.settings.mode is Mode.LESSON:
            plays = tuple(play.moves for play in throw.plays.plays)
        return BackgammonState(
            mode=self.settings.mode,
            phase=now.phase,
            position=now.position,
            trait=now.trait,
            dice=dice,
            plays=plays,
            cube=now.cube,
            match=now.match,
            throw=now.number,
            tour=now.game,
            doubt=doubt.id if doubt else None,
            companion=self.settings.moved_for,
            to_move=to_move(now),
        )
