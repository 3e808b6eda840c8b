"""The tracker of backgammon: readings in, acts out.

Dice and evidence are the trictrac's own (`referee.tracker`); what the dames may be doing is the game's. The rules of
reading are the same: nothing under a hand, one story clearly ahead, an unlawful one only when it lasts, and the best
one as it is when the next throw comes first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from events.acts import DiceLifted, DiceThrown, PlayEnded, ThrowCancelled
from events.backgammon.acts import OpeningThrown, Reread, SetRight
from events.backgammon.state import Phase
from events.board_reading import Colour
from referee.backgammon.questions import Questions
from referee.backgammon.stories import Stories, Story, stories
from referee.backgammon.throws import set_right_since, thrown, went_on
from referee.backgammon.ways import (
    dice_unseen,
    from_a_miscounted_pile,
    goes_on,
    miscounted,
    misread,
    played_before,
    played_otherwise,
    set_anew,
    ways_between,
)
from referee.backgammon.weighing import Verdict, Weighing
from referee.tracker.contenders import AHEAD
from referee.tracker.dice import DiceTracker, Lifted, Thrown
from referee.tracker.evidence import likelihoods
from referee.tracker.hands import HandsTracker
from rules.backgammon.plays import legal_plays, on_the_way
from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from events.acts import Act, DoubtAnswered
    from events.backgammon.settings import BackgammonSettings
    from events.board_reading import BoardReading
    from referee.backgammon.judge import Judge
    from referee.backgammon.questions import Notice
    from referee.backgammon.situation import Situation, Throw
    from referee.tracker.resting import Doubted
    from rules.backgammon.position import Position
    from rules.position import Dice

    Seen = Act | Notice


DONE = 2.0
"""Seconds an unlawful play must rest, no hand over the board, before it is taken as ended."""

DOUBTFUL = 1.5
"""Nats by which one of two plays leads, the next throw having come, so little that people are asked which it was."""


@dataclass(slots=True)
class Tracker:
    """Follows one table: its methods yield acts one by one; the judge takes each in before the next is asked for.

    void: the throw taken for void, as nobody was seen to play it; half_read: what the one die says that was read of a
    throw, when the dames were last weighed; expected: what was to be expected of them, and in which situation.
    """

    settings: BackgammonSettings
    weighing: Weighing = field(default_factory=Weighing)
    dice: DiceTracker = field(default_factory=DiceTracker)
    questions: Questions = field(default_factory=Questions)
    verdict: Verdict | None = None
    still_since: float = 0.0
    seen: bool = False
    void: Throw | None = None
    hands: HandsTracker = field(default_factory=HandsTracker)
    half_read: int | None = None
    expected: tuple[Situation, int | None, Doubted, Stories] | None = None

    def recall(self, act: Act) -> None:
        """Take an act of the past for known: what it left on the table is no news."""
        match act:
            case DiceThrown() | OpeningThrown():
                self.dice.recall(act.dice)
            case DiceLifted():
                self.dice.lifted = True
            case _:
                pass

    def stories(self, now: Situation) -> Stories:
        """What to expect; worked out once per situation."""
        half_read, doubted, known = self.half_read, self._doubted(now), self.expected
        if known is None or known[0] is not now or known[1:3] != (half_read, doubted):
            voided = self.void.dice if self.void is not None and self._void_is(now) else None
            known = self.expected = (now, half_read, doubted, stories(now, voided, half_read, doubted))
        return known[3]

    def _doubted(self, now: Situation) -> Doubted:
        """What the dice of the last throw may say instead; of what they say by now, little less likely."""
        if now.throw is None:
            return ()
        dice = now.throw.dice
        return self.dice.doubted(dice) or tuple((other, -DOUBTFUL) for other in self.dice.may_say(dice))

    def _void_is(self, now: Situation) -> bool:
        """Whether the throw taken for void is the one that the throw under way took the place of."""
        void, throw = self.void, now.throw
        return void is not None and throw is not None and (void.number, void.base) == (throw.number, throw.base)

    def blinded(self, reading: BoardReading, judge: Judge) -> Iterator[Seen]:
        """A hand is over the board, or nothing can be seen."""
        if reading.hands:
            self.hands.observe(reading, self.settings.seating)
            waiting = self.dice.undecided()
            if waiting is not None:
                yield from self._thrown(waiting, judge.situation)
        self.seen = False
        self.still_since = reading.t
        self.weighing.blinded(reading.t)
        self.verdict = None

    def saw(self, reading: BoardReading, judge: Judge) -> Iterator[Seen]:
        """The acts a reading shows: dames, then dice."""
        self.seen = True
        settings, evidence = self.settings, self.weighing.evidence
        look = {
            side: likelihoods(
                reading.cases,
                side,
                Colour.LIGHT if side is settings.light else Colour.DARK,
                settings.seating,
                evidence[side].rows,
            )
            for side in Side
        }
        now, self.half_read = judge.situation, self.dice.half_read
        self.verdict = self.weighing.weigh(look, self.stories(now), now, reading.t, over=self.dice.lifted)
        yield from self._positions(reading.t, judge)
        only, taker = self.hands.only, self.hands.took(self.dice.places)
        # Who moved a dame had his hand there for that: the other may have thrown without a hand over the board.
        thrower = None if only is not None and self.weighing.evidence[only].moved else only
        turn = judge.situation.trait if judge.situation.phase is Phase.TO_THROW else None
        told = self.dice.told(reading.dice)
        yield from self._dice(self.dice.observe(told, reading.t, thrower, taker, turn=turn), reading.t, judge)
        self.hands.looked(reading.t)

    def waited(self, t: float, judge: Judge) -> Iterator[Seen]:
        """The picture has not changed until t: what it showed but once may be believed by now."""
        if not self.seen:
            return
        now, self.half_read = judge.situation, self.dice.half_read
        self.verdict = self.weighing.weigh(None, self.stories(now), now, t, over=self.dice.lifted)
        yield from self._positions(t, judge)
        yield from self._dice(self.dice.waited(t), t, judge)

    def answered(self, answer: DoubtAnswered, now: Situation) -> Iterator[Seen]:
        """Somebody said which of the two it was; answers to anything but the open doubt change nothing."""
        questions = self.questions
        if questions.doubt is None or answer.doubt != questions.doubt.id or answer.choice >= len(questions.choices):
            return
        position = questions.choices[answer.choice]
        late = questions.doubt.throw != now.number
        yield from questions.settle(now, answer.t)
        if late:
            yield Reread(answer.t, position)
        else:
            yield from ways_between(answer.t, now.position, position)

    def _positions(self, t: float, judge: Judge) -> Iterator[Seen]:
        now, verdict = judge.situation, self.verdict
        moved = False
        if verdict is not None and verdict.clear:
            for act in self._accept(verdict, now):
                moved = True
                yield act
        now = judge.situation
        if moved:
            self.still_since = t
            if self.questions.doubt is not None and self.questions.doubt.throw == now.number:
                yield from self.questions.settle(now, t)
            return
        yield from self.questions.consider(verdict, now, t)
        if verdict is None and self._ended(now, t) and now.throw is not None:
            yield PlayEnded(t, now.throw.side)

    def _accept(self, verdict: Verdict, now: Situation) -> Iterator[Seen]:
        """Turn a clear verdict into acts, where the situation gives occasion for them."""
        throw, t, position = now.throw, verdict.since, verdict.position
        if verdict.story is Story.FAULTY and t < (now.opened_at if throw is None else throw.t):
            return  # what stood so before the dice lay was not played by them
        if now.phase is Phase.OVER and throw is not None and verdict.story is not Story.SET:
            # Whoever sets the dames for the next game has taken the dice up.
            if verdict.steady and not self.dice.lifted and goes_on(throw, verdict):
                yield from self._told_anew(throw, now, verdict)
            return
        match verdict.story:
            case Story.STANDING | Story.IN_HAND | Story.REREAD_STEP:
                return
            case Story.SET:
                yield from set_anew(now, t)
                return
            case Story.LATE:
                yield Reread(t, position)
                return
            case Story.OPENED | Story.FAULTY if throw is None and verdict.by is not None and now.opening is not None:
                yield DiceThrown(now.opened_at, verdict.by, now.opening, good=True)
            case Story.OUT_OF_TURN if verdict.by is not None and throw is not None:
                yield ThrowCancelled(t, throw.side)
                yield DiceThrown(throw.t, verdict.by, throw.dice, good=True)
            case Story.FREE if (unseen := self._unseen(now, position)) is not None and now.trait is not None:
                yield DiceThrown(t, now.trait, unseen, good=True)
            case Story.HALF_READ if now.trait is not None:
                dice = dice_unseen(now, now.trait, position, self.half_read)
                if dice is None:
                    return
                yield DiceThrown(t, now.trait, dice, good=True)
                self.dice.recall(dice)
            case Story.OLD_DICE if self.void is not None and throw is not None:
                yield from played_before(self.void, throw, now, verdict)
                self.void = None
                return
            case Story.REREAD if throw is not None:
                if now.phase is not Phase.DOUBLED:
                    yield from self._told_anew(throw, now, verdict)
                return
            case Story.RECOUNTED if throw is not None:
                yield from from_a_miscounted_pile(throw, now, verdict)
                return
            case Story.ALL_OFF | Story.FREE:
                if verdict.story is Story.ALL_OFF or miscounted(now, position):
                    yield SetRight(t, by="board", why="a pile hid fewer", position=position)
                return
            case _:
                pass
        yield from ways_between(t, now.position, position)

    def _told_anew(self, throw: Throw, now: Situation, verdict: Verdict) -> Iterator[Seen]:
        """The last throw was of other dice, or played otherwise than was told."""
        reread = verdict.story is Story.REREAD
        dice = misread(throw, self._doubted(now), verdict) if reread else throw.dice
        yield from played_otherwise(throw, dice, verdict.position, verdict.since)

    def _unseen(self, now: Situation, position: Position) -> Dice | None:
        """The dice of a player who played though he was not seen to throw, the last dice being gone."""
        gone = self.dice.lifted or self.dice.gone > 0
        if now.phase is not Phase.TO_THROW or now.trait is None or not gone:
            return None
        return dice_unseen(now, now.trait, position)

    def _ended(self, now: Situation, t: float) -> bool:
        """The thrower's play is neither complete nor on its way (or the dice are taken up), and has rested."""
        throw = now.throw
        if now.phase is not Phase.TO_PLAY or throw is None or now.untouched or t - self.still_since < DONE:
            return False
        return self.dice.lifted or now.position not in on_the_way(throw.base, throw.side, throw.dice)

    def _dice(self, seen: Thrown | Lifted | None, t: float, judge: Judge) -> Iterator[Seen]:
        throw = judge.situation.throw
        if isinstance(seen, Lifted) and throw is not None:
            yield DiceLifted(seen.t, throw.side)
        if isinstance(seen, Thrown):
            if not seen.again:
                yield from self._before_throw(judge.situation, seen.dice, t)
            now = judge.situation
            yield from self._thrown(seen, now, went_on=throw is not None and set_right_since(throw, now))

    def _before_throw(self, now: Situation, lying: Dice, t: float) -> Iterator[Seen]:
        """The throw before is played as it stands: take the best story, clear or not. lying: what was thrown now."""
        yield from self.questions.settle(now, t)
        verdict = self.weighing.judge_now(self.stories(now), now, t)
        if verdict is None or verdict.position == now.position:
            return
        if now.phase is Phase.OVER:
            if now.throw is not None and verdict.lead >= AHEAD and goes_on(now.throw, verdict):
                yield from self._told_anew(now.throw, now, verdict)
            return
        if verdict.story is Story.FREE and verdict.steady and verdict.lead >= AHEAD:
            yield from went_on(verdict, now, lying, t)
            return
        if (
            verdict.story is Story.HALF_READ
            and now.trait is not None
            and (verdict.position in legal_plays(now.position, now.trait, lying).results)
        ):
            return  # the other die is found as well: these are the dice, and played already
        lead = {Story.FAULTY: AHEAD, Story.HALF_READ: DOUBTFUL, Story.REREAD: AHEAD}
        if verdict.story in {Story.PLAYED, Story.OPENED, Story.PARTIAL, Story.RECOUNTED} or (
            verdict.story in lead and verdict.lead >= lead[verdict.story]
        ):
            yield from self._accept(verdict, now)
            if verdict.story is verdict.other is Story.PLAYED and verdict.lead < DOUBTFUL:
                yield from self.questions.ask(verdict, now, t)

    def _thrown(self, seen: Thrown, now: Situation, *, went_on: bool = False) -> Iterator[Seen]:
        """What dice seen thrown are taken for; a throw they take the place of is remembered if it is void."""
        for act in thrown(seen, now, went_on=went_on):
            if isinstance(act, ThrowCancelled) and now.phase is Phase.TO_PLAY:
                self.void = now.throw if act.void else None
            yield act
