"""The tracker: readings in, acts out.

1. Nothing is read under a hand, while things move, or without a board.
2. Dames, dice, marks and pegs are followed apart, each by its own witness, and meet only in the situation.
3. A position is accepted when one story is clearly ahead, an unlawful one only when it lasts as well.
4. When the next throw comes first, the best story is taken as it is; what is seen later may still amend it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Protocol

from firmware_bridge.reading import Button, LinkEvent, PegReading, Signal
from referee.acts import (
    Corrected,
    DameLifted,
    DamePlaced,
    Declaration,
    Declared,
    DiceLifted,
    DiceThrown,
    FichetMoved,
    FichetsFelt,
    JetonMoved,
    JetonReleased,
    Misread,
    PavillonMoved,
    PlayEnded,
    Releve,
    ThrowCancelled,
)
from referee.judge.played import is_ended
from referee.state import Phase
from referee.tracker.dames import AHEAD, DamesTracker, Verdict, displaced
from referee.tracker.dice import WAITED, DiceTracker, Lifted, Thrown
from referee.tracker.evidence import log_probabilities
from referee.tracker.hypotheses import TALON, Hypotheses, Story, dice_unseen, hypotheses
from referee.tracker.jetons import JetonsTracker, Mark
from referee.tracker.pegs import PegsTracker
from referee.tracker.questions import Questions
from rules.position import BANDE, Position, Side
from rules.releve import ReleveCause
from vision.reading import BoardReading, Colour, Trouble

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.acts import Act, DoubtAnswered
    from referee.judge.situation import Situation
    from referee.rulings import Disorder, Doubt, DoubtSettled, OrderRestored
    from referee.settings import Settings
    from rules.position import Counts, Dice
    from vision.reading import CaseReading

    Notice = Doubt | DoubtSettled | Disorder | OrderRestored

BLIND = frozenset({Trouble.NO_BOARD, Trouble.BOARD_MOVED, Trouble.BLURRED, Trouble.TOO_DARK, Trouble.TOO_BRIGHT})
"""Readings with one of these say nothing of the pieces."""

REST = 1.0
"""Seconds marks must stay unmoved before they count as let go."""

DONE = 1.5
"""Seconds an unlawful play must rest, no hand over the board, before it is taken as ended."""

DOUBTFUL = 1.5
"""Nats by which one of two plays leads, the next throw having come, so little that people are asked which it was."""

BUTTONS: dict[Button, Declaration] = {
    Button.COUP_JOUE: Declaration.COUP_JOUE,
    Button.ECOLE: Declaration.ECOLE,
    Button.ADOUBE: Declaration.J_ADOUBE,
    Button.JE_M_EN_VAIS: Declaration.JE_M_EN_VAIS,
}


def could_be_all(before: Counts, after: Counts, total: int) -> bool:
    """Whether no dame is missing or too many; those of a player whose dames are all home may go off the board."""
    home = not any(before[:18])
    return sum(after) == total or (home and total - 2 <= sum(after) < total)


def ways_between(
    t: float, side: Side, before: Counts, after: Counts, in_hand: int = 0
) -> Iterator[DameLifted | DamePlaced]:
    """The acts that lead from one set of counts to another: every dame lifted, then every dame placed.

    in_hand: how many of those that are gone were not put down yet; the others went off the board.
    """
    lifted = [case for case in range(1, BANDE) for _ in range(before[case - 1] - after[case - 1])]
    placed = [case for case in range(1, BANDE) for _ in range(after[case - 1] - before[case - 1])]
    placed += [BANDE] * (len(lifted) - len(placed) - in_hand)
    for case in lifted:
        yield DameLifted(t, side, case)
    for case in placed:
        yield DamePlaced(t, side, case)


class Table(Protocol):
    """Whoever keeps the situation; it must be brought up to date with every act before the next is asked for."""

    @property
    def situation(self) -> Situation:
        """How everything stands now."""


@dataclass(slots=True)
class Tracker:
    """Follows one table: its methods yield acts one by one."""

    settings: Settings
    dames: dict[Side, DamesTracker] = field(default_factory=lambda: {side: DamesTracker(side) for side in Side})
    dice: DiceTracker = field(default_factory=DiceTracker)
    jetons: JetonsTracker = field(default_factory=JetonsTracker)
    pegs: PegsTracker = field(default_factory=PegsTracker)
    resting: dict[Side, float] = field(default_factory=dict)
    still_since: float = 0.0
    last: BoardReading | None = None
    seen_at: float = 0.0
    looked: float = 0.0
    feeling: bool = True
    void: tuple[int, float, Dice] | None = None
    accepted: set[Side] = field(default_factory=set)
    questions: Questions = field(default_factory=Questions)
    verdicts: dict[Side, Verdict | None] = field(default_factory=dict)
    expected: tuple[Situation, dict[Side, Hypotheses]] | None = None

    def colour(self, side: Side) -> Colour:
        """Which of the two sets a side plays with."""
        return Colour.LIGHT if side is self.settings.light else Colour.DARK

    def declared(self, signal: Signal) -> Declared:
        """What a button said, and who: the player on its side of the board."""
        side = next(side for side in Side if self.settings.seating.row_of(side) == signal.row)
        return Declared(signal.t, side, BUTTONS[signal.button])

    def recall(self, act: Act) -> None:
        """Take up what an act of the past says of the table as it must be now."""
        match act:
            case DiceThrown():
                self.dice.recall(act.dice)
            case DiceLifted():
                self.dice.lifted = True
            case JetonMoved():
                self.jetons.marks[act.side] = Mark(act.points, act.bredouille, act.left)
                self.resting[act.side] = act.t
            case FichetMoved():
                self.pegs.trous[act.side] = act.trou
                self.resting[act.side] = act.t
            case JetonReleased():
                self.resting.pop(act.side, None)
            case PavillonMoved():
                self.pegs.pavillon = act.owner
            case FichetsFelt():
                self.feeling = act.felt
            case _:
                pass

    def linked(self, event: LinkEvent) -> Iterator[Act]:
        """The line to the board went down or came up again."""
        if self.settings.pegs and event.up is not self.feeling:
            self.feeling = event.up
            yield FichetsFelt(event.t, event.up)

    def felt(self, reading: PegReading) -> Iterator[Act]:
        """The acts a snapshot of the holes shows."""
        for act in self.pegs.observe(reading, self.settings.seating):
            if isinstance(act, FichetMoved):
                self.resting[act.side] = reading.t
            yield act
        yield from self.rested(reading.t)

    def hypotheses(self, situation: Situation, side: Side) -> Hypotheses:
        """What to expect of a side's dames; worked out once per situation."""
        if self.expected is None or self.expected[0] is not situation:
            self.expected = (situation, {})
        known = self.expected[1]
        if side not in known:
            voided = self.void[2] if self.void and self.void[0] == situation.number else None
            known[side] = hypotheses(situation, side, voided)
        return known[side]

    def readable(self, reading: BoardReading) -> bool:
        """Whether pieces can be looked at: no hand, nothing moving, a board in sight."""
        return reading.settled and not reading.hands and not BLIND & set(reading.troubles)

    def blinded(self, reading: BoardReading, table: Table) -> Iterator[Act]:
        """A hand is over the board, or nothing can be seen: what rested until now is taken as it was seen."""
        if reading.hands:
            thrown = self.dice.undecided()
            if thrown is not None:
                yield from self._thrown(thrown, table.situation)
        if reading.hands or not reading.settled:
            self.last = None
        self.still_since = reading.t
        for tracker in self.dames.values():
            tracker.blinded(reading.t)
        self.verdicts.clear()
        self.accepted.clear()

    def marks(self, reading: BoardReading) -> Iterator[Act]:
        """The acts the jetons show."""
        self.looked, self.seen_at = self.seen_at, reading.t
        self.last = reading
        for side, mark, t in self.jetons.observe(reading.jetons, self.settings.seating, reading.t):
            self.resting[side] = reading.t
            yield JetonMoved(t, side, mark.points, mark.bredouille, mark.left)

    def rested(self, t: float) -> Iterator[Act]:
        """The marks that have lain still for long enough, once everything else is understood.

        What they are marks for may depend on a play nobody has seen the end of yet.
        """
        if self.last is None or any(self.verdicts.values()):
            return
        for side in [side for side, since in self.resting.items() if t - since >= REST]:
            del self.resting[side]
            yield self._released(side, t)

    def _released(self, side: Side, t: float) -> JetonReleased:
        mark = self.jetons.marks.get(side, Mark())
        return JetonReleased(t, side, mark.points, mark.bredouille, mark.left)

    def _marks_now(self, t: float, *, made_before: float = inf) -> Iterator[Act]:
        """Marks made before a time count as they lie: none is left to see them rest."""
        for side, mark, since in self.jetons.pending():
            self.resting[side] = t
            yield JetonMoved(since, side, mark.points, mark.bredouille, mark.left)
        for side in [side for side, since in self.resting.items() if since <= made_before]:
            del self.resting[side]
            yield self._released(side, t)

    def answered(self, answer: DoubtAnswered, situation: Situation) -> Iterator[Act | Notice]:
        """Somebody said which of the two it was; answers to anything but the open doubt change nothing."""
        questions = self.questions
        doubt = questions.doubt
        if doubt is None or answer.doubt != doubt.id or not 0 <= answer.choice < len(questions.choices):
            return
        counts = questions.choices[answer.choice]
        yield from questions.settle(situation, answer.t)
        yield from ways_between(answer.t, doubt.side, situation.position.counts(doubt.side), counts)

    def waited(self, t: float, table: Table) -> Iterator[Act | Notice]:
        """The picture has not changed until t: what it showed but once may be believed by now."""
        if self.last is None:
            return
        for side, mark, since in self.jetons.pending(t - WAITED):
            self.resting[side] = since
            yield JetonMoved(since, side, mark.points, mark.bredouille, mark.left)
        yield from self.positions(None, t, table)
        yield from self._dice(self.dice.waited(t), t, table)
        yield from self.rested(t)

    def positions(self, cases: tuple[CaseReading, ...] | None, t: float, table: Table) -> Iterator[Act | Notice]:
        """The acts the dames show, and what is not clear about them; cases: None when the picture is unchanged."""
        situation = table.situation
        for side, tracker in self.dames.items():
            log = None
            if cases is not None:
                log = log_probabilities(cases, side, self.colour(side), self.settings.seating)
            self.verdicts[side] = tracker.weigh(log, self.hypotheses(situation, side), t)
        clear = {side: verdict for side, verdict in self.verdicts.items() if verdict is not None and verdict.clear}
        if self._at_talons(situation, clear):
            yield Releve(t, ReleveCause.S_EN_ALLER, situation.trait)
            return
        moved = False
        for side, verdict in clear.items():
            for act in self._accept(side, verdict, table.situation):
                moved = True
                yield act
        situation = table.situation
        if moved:
            self.still_since = t
            if self.questions.doubt is not None and self.questions.doubt.throw == situation.number:
                yield from self.questions.settle(situation, t)
        else:
            yield from self.questions.consider(self.verdicts, situation, t)
        if not any(self.verdicts.values()) and self._ended(situation, t) and situation.throw is not None:
            yield PlayEnded(t, situation.throw.side)

    def _at_talons(self, situation: Situation, clear: dict[Side, Verdict]) -> bool:
        """Every dame of both sides is back where it started, and was not before."""
        now = {side: clear[side].counts if side in clear else situation.position.counts(side) for side in Side}
        if any(now[side] != TALON or (self.verdicts[side] and side not in clear) for side in Side):
            return False
        base = situation.throw.base if situation.throw is not None else Position.start()
        return situation.position != Position.start() and base != Position.start()

    def _accept(self, side: Side, verdict: Verdict, situation: Situation) -> Iterator[Act]:
        """Turn a clear verdict into acts, where the situation gives occasion for them."""
        standing = situation.position.counts(side)
        throw = situation.throw
        if self.settings.players_mark and throw is not None and not throw.touched and self.jetons.candidate:
            return  # a mark made under the same hand counts as made before the touch
        if verdict.story is Story.RELEVE or situation.phase in {Phase.LEAVING, Phase.OVER}:
            return  # until both are back
        if verdict.story is Story.OUT_OF_TURN and throw is not None:
            if situation.phase is not Phase.TO_THROW:
                yield ThrowCancelled(verdict.since, throw.side)
            yield DiceThrown(verdict.since, side, throw.dice, good=True)
        elif verdict.story is Story.OLD_DICE and throw is not None and self.void is not None:
            # It was not void: he had a dame in his hand, and the other threw early.
            yield ThrowCancelled(verdict.since, side)
            yield DiceThrown(self.void[1], side, self.void[2], good=True)
            yield from ways_between(verdict.since, side, standing, verdict.counts)
            yield DiceThrown(throw.t, side.adversary, throw.dice, good=True)
            self.void = None
            return
        elif verdict.story is Story.FREE and self._plays_unseen(side, situation):
            unseen = dice_unseen(situation, side, verdict.counts)
            if not unseen:
                return
            yield DiceThrown(verdict.since, side, unseen[0], good=True)
            yield from self._marks_now(verdict.since)
        elif verdict.story is Story.FREE and (
            throw is None
            or not could_be_all(standing, verdict.counts, self.hypotheses(situation, side).total)
            or throw.side is not side
            or displaced(throw.base.counts(side), verdict.counts) > 2
            or (situation.may_releve and verdict.counts[0] > standing[0])
        ):
            return  # no throw moves dames so: a disorder, or a relevé under way
        elif verdict.story is Story.IN_HAND and situation.phase is Phase.TO_THROW:
            return  # his play is over; a dame gone now is not being played
        elif side in self.accepted and throw is not None and throw.side is side and not throw.lifted:
            # No hand came over the board since the last acts were told: nothing moved, they were misread.
            yield Misread(verdict.since, side)
            standing = throw.base.counts(side)
        self.accepted.add(side)
        in_hand = max(0, sum(standing) - sum(verdict.counts)) if verdict.story is Story.IN_HAND else 0
        yield from ways_between(verdict.since, side, standing, verdict.counts, in_hand)

    def _plays_unseen(self, side: Side, situation: Situation) -> bool:
        """Its dames moved though it has not thrown, and the last dice are gone: others may have come under a hand."""
        awaited = situation.phase is Phase.TO_THROW and side is situation.trait
        return awaited and (self.dice.lifted or self.dice.gone > 0)

    def _ended(self, situation: Situation, t: float) -> bool:
        """The thrower's play is neither complete nor a first step of one, and has rested."""
        throw = situation.throw
        if situation.phase is not Phase.TO_PLAY or throw is None or throw.lifted or t - self.still_since < DONE:
            return False
        return is_ended(throw, situation.position)

    def throws(self, reading: BoardReading, table: Table) -> Iterator[Act | Notice]:
        """The acts the dice show."""
        yield from self._dice(self.dice.observe(reading.dice, reading.t), reading.t, table)

    def _dice(self, seen: Thrown | Lifted | None, t: float, table: Table) -> Iterator[Act | Notice]:
        throw = table.situation.throw
        if isinstance(seen, Lifted) and throw is not None:
            yield DiceLifted(seen.t, throw.side)
        if isinstance(seen, Thrown):
            yield from self._before_throw(seen, table.situation, t)
            yield from self._thrown(seen, table.situation)

    def _before_throw(self, seen: Thrown, situation: Situation, t: float) -> Iterator[Act | Notice]:
        """The throw before is played as it stands: take the best story, clear or not."""
        throw = situation.throw
        if situation.phase is Phase.TO_THROW:
            missed = self.verdicts.get(situation.trait)
            if missed is not None and missed.story is Story.FREE and missed.lead >= AHEAD:
                unseen = dice_unseen(situation, situation.trait, missed.counts)
                if unseen and seen.dice not in unseen:
                    self.dice.gone = 1
                    yield from self._accept(situation.trait, missed, situation)
                    return
        yield from self._marks_now(t, made_before=self.looked)
        if throw is None or situation.phase is Phase.LEAVING:
            return
        yield from self.questions.settle(situation, t)
        yield from self._left_as_it_stands(situation, t)
        side = throw.side
        verdict = self.dames[side].judge_now(self.hypotheses(situation, side), t)
        standing = situation.position.counts(side)
        if verdict is None or verdict.counts == standing:
            return
        if verdict.story in {Story.RELEVE, Story.OUT_OF_TURN, Story.IN_HAND}:
            return
        if displaced(throw.base.counts(side), verdict.counts) <= 2:
            yield from ways_between(verdict.since, side, standing, verdict.counts)
            if verdict.story is verdict.other is Story.PLAYED and verdict.lead < DOUBTFUL:
                yield from self.questions.ask(verdict, situation, t)

    def _left_as_it_stands(self, situation: Situation, t: float) -> Iterator[Act]:
        """A board out of order from which the players play on is the position from now on."""
        position = situation.position
        for side, verdict in self.verdicts.items():
            if verdict is None or verdict.story is not Story.FREE or verdict.lead < AHEAD:
                continue
            if not verdict.steady and self.questions.strange.get(side) != verdict.counts:
                continue
            throw = situation.throw
            own = throw is not None and throw.side is side and displaced(throw.base.counts(side), verdict.counts) <= 2
            counts = position.counts(side)
            if not own and could_be_all(counts, verdict.counts, sum(counts)):
                position = position.replaced(side, verdict.counts)
        if position != situation.position:
            yield Corrected(t, by="board", why="played on from it", position=position)

    def _thrown(self, seen: Thrown, situation: Situation) -> Iterator[Act]:
        throw = situation.throw
        side = situation.trait
        if throw is not None and situation.phase in {Phase.TO_MARK, Phase.TO_DECIDE, Phase.TO_PLAY}:
            untouched = not throw.touched
            if seen.again and untouched:
                yield ThrowCancelled(seen.t, throw.side)
            elif seen.again:
                return
            elif untouched and throw.plays.dice_playable:
                # Nobody played it: it was thrown out of turn, or thrown again.
                self.void = (throw.number, throw.t, throw.dice)
                yield ThrowCancelled(seen.t, throw.side, void=True)
            else:
                side = throw.side.adversary
        elif seen.again and throw is not None:
            return
        if situation.phase is Phase.LEAVING:
            yield Releve(seen.t, ReleveCause.S_EN_ALLER, situation.trait)
        yield DiceThrown(seen.t, side, seen.dice, good=seen.trouble is None, trouble=seen.trouble)
