"""The tracker: readings in, acts out.

1. Nothing is read under a hand, while things move, or without a board.
2. Dames, dice, marks and pegs are followed separately, each by its own witness. They meet only in the situation.
3. A hand belongs to the side it came from, and only where it can have been nobody else's.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from events.acts import Claimed, DamePlaced, Declaration, Declared, DiceLifted, DiceThrown
from events.trictrac.acts import DiceDoubted
from events.trictrac.state import Phase
from referee.numbers import DICE, HANDS
from referee.sight import readable, shows_nothing
from referee.tracker.belief import Belief
from referee.tracker.blackout import Stage
from referee.tracker.blackout_end import BackInSight
from referee.tracker.board import BoardTracker
from referee.tracker.dice import DiceTracker, Lifted, Thrown
from referee.tracker.dice_from_marks import by_the_marks
from referee.tracker.forced_decision import Conclusions
from referee.tracker.hands import HandsTracker
from referee.tracker.marks import MarksTracker
from referee.tracker.throws import Throws

if TYPE_CHECKING:
    from collections.abc import Iterator

    from events.acts import Act, DoubtAnswered
    from events.board_reading import BoardReading
    from events.peg_reading import LinkEvent, PegReading
    from events.trictrac.settings import Settings
    from referee.judge.situation import Situation
    from referee.tracker.table import Notice, Table
    from rules.position import Side

CLAIMS = frozenset({Declaration.ECOLE, Declaration.FAUSSE_CASE})


class Tracker:
    """Follows one table; its methods yield acts one by one.

    watched: a picture was read since a hand was there; sightless: the last picture at rest showed nothing, not even a
    hand.
    """

    def __init__(self, settings: Settings) -> None:
        self.hands = HandsTracker()
        self.marks = MarksTracker()
        self.belief = Belief(settings, self.hands)
        self.board = BoardTracker(self.belief)
        self.concluding = Conclusions(self.board)
        dice = DiceTracker(settings.code)
        self.throws = Throws(settings, self.belief, self.board, self.concluding, self.marks, dice)
        self.back = BackInSight(self.throws, self.belief, self.board, self.marks, self.hands)
        self.watched = False
        self.sightless = False

    @property
    def settings(self) -> Settings:
        """The table's settings as they are now; the mode may change."""
        return self.throws.settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
        self.throws.settings = settings

    def recall(self, act: Act) -> None:
        """Restore what an act of the past says about the table."""
        match act:
            case DiceThrown():
                self.throws.dice.recall(act.dice)
            case DiceLifted():
                self.throws.dice.lifted = True
            case _:
                self.marks.recall(act)

    def observe(self, reading: BoardReading, table: Table) -> Iterator[Act | Notice]:
        """The acts that one reading shows."""
        yield from self._handed(self._observed(reading, table), table)

    def _handed(self, acts: Iterator[Act | Notice], table: Table) -> Iterator[Act | Notice]:
        """The same acts; each dame let go carries the cases its player's hand brought it from."""
        for act in acts:
            if isinstance(act, DamePlaced):
                both = table.situation.throw, table.situation.before
                since = next((one.t for one in both if one is not None and one.side is act.side), inf)
                came = self.hands.brought_from(act.side, act.case, since, self.settings)
                yield replace(act, brought_from=came, reaches=self._reaches(act.side, since))
            else:
                yield act

    def _reaches(self, side: Side, since: float) -> tuple[int, int]:
        """How many times the hand of `side` reached for its last cases since a time, where that shows what it took."""
        reaches = self.hands.reaches(side, since, self.settings) if self.belief.habits[side].known else None
        return (0, 0) if reaches is None else (reaches.times, reaches.beside)

    def _observed(self, reading: BoardReading, table: Table) -> Iterator[Act | Notice]:
        if reading.settled and not reading.hands:
            self.sightless = shows_nothing(reading)
        self._came(reading.t)
        if not readable(reading):
            yield from self._blinded(reading, table)
            return
        self.watched = True
        if self.throws.absence.stage is not Stage.WATCHED:
            yield from self.back.seen(reading, reading.t, table)
            self.hands.looked(reading.t)
            return
        # Marks first: a mark and a dame first seen together count as marked before the dame was touched.
        yield from self.marks.seen(reading, self.settings.seating)
        dice, only = self.throws.dice, self.hands.only
        told = dice.told(reading.dice)
        taker, up = self.hands.took(dice.places), dice.lifted or dice.gone > 0
        lay = () if up else dice.places
        fewer, still = len(told) < 2, not (self.hands.stirred or self.hands.missed)
        turn = table.situation.trait if table.situation.phase is Phase.TO_THROW else None
        seen = dice.observe(told, reading.t, only, taker, still=still, turn=turn) if fewer else dice.taken_up(told)
        if isinstance(seen, Lifted):
            # Dice next: whether they were taken up decides when a dame was let go.
            yield from self.throws.seen(seen, reading.t, table)
            seen = None
        yield from self._board(reading, reading.t, table, dice_up=up)
        self.throws.passed_on(table.situation)
        if not fewer:
            # A player who moved a dame had his hand there for that; the other may have thrown with no hand over the
            # board.
            thrower = None if only is not None and self.belief.dames[only].evidence.moved else only
            turn = table.situation.trait if table.situation.phase is Phase.TO_THROW else None
            seen = dice.observe(told, reading.t, thrower, taker, still=still, turn=turn)
        if isinstance(seen, Thrown) and not seen.again:
            self.throws.up_unseen(lay, table.situation)
        yield from self.throws.seen(seen, reading.t, table)
        yield from self.throws.up_early(table)
        yield from self._rested(reading.t)
        if table.situation.throw is None and self.belief.elsewhere(table.situation):
            self.throws.absence.stage = Stage.LOST
        self.hands.looked(reading.t)

    def waited(self, t: float, table: Table) -> Iterator[Act | Notice]:
        """The picture has not changed until t: what it showed once may be believed by now."""
        yield from self._handed(self._waited(t, table), table)

    def _waited(self, t: float, table: Table) -> Iterator[Act | Notice]:
        self._came(t)
        if not self.watched or self.sightless:
            return
        if self.throws.absence.stage is not Stage.WATCHED:
            yield from self.back.seen(None, t, table)
            return
        yield from self.marks.waited(t - DICE.waited)
        yield from self._board(None, t, table, dice_up=self.throws.dice.lifted or self.throws.dice.gone > 0)
        yield from self.throws.seen(self.throws.dice.waited(t), t, table)
        yield from self._rested(t)

    def _came(self, t: float) -> None:
        """A picture came, or word that it is the same as before."""
        if self.sightless:
            return  # A picture that shows nothing counts as none: what happens meanwhile is unseen.
        before = self.throws.absence.seen_at
        self.hands.missed = self.hands.missed or (before is not None and t - before > HANDS.unseen)
        self.throws.absence.saw(t)

    def felt(self, reading: PegReading) -> Iterator[Act]:
        """The acts that a snapshot of the holes shows; their meaning waits until the dice can be seen."""
        absence = self.throws.absence
        for act in self.marks.felt(reading, self.settings.seating):
            if self.sightless and absence.stage is Stage.WATCHED:
                absence.stage = Stage.BACK
            if absence.stage is Stage.WATCHED:
                yield act
            else:
                absence.marks.append(act)
        yield from self._rested(reading.t)

    def linked(self, event: LinkEvent) -> Iterator[Act]:
        """The line to the board went down or came up again."""
        if self.settings.pegs:
            yield from self.marks.linked(event)

    def said(self, act: Declared | Claimed, table: Table) -> Iterator[Act]:
        """Something was said, by button or page; a player who calls a fault takes the other's play as done."""
        throw = table.situation.throw
        claims = act.fault is None if isinstance(act, Claimed) else act.what in CLAIMS
        if claims and throw is not None and throw.side is not act.side:
            undue = throw.side in self.marks.moved and not table.situation.books.owed(throw.side)
            yield from self.concluding.called(act.t, table, marked=undue)
            throw = table.situation.throw
            others = () if throw is None else self.throws.dice.may_say(throw.dice)
            if throw is not None and others:
                yield DiceDoubted(act.t, throw.side, others)
        if claims and self.belief.understood and self.throws.absence.stage is Stage.WATCHED:
            # No hand was there when the marks were looked at: they were let go before he spoke.
            yield from self.marks.let_go(act.t)
        yield act

    def answered(self, answer: DoubtAnswered, situation: Situation) -> Iterator[Act | Notice]:
        """Somebody answered which of two plays it was."""
        yield from self.board.questions.answered(answer, situation)

    def _blinded(self, reading: BoardReading, table: Table) -> Iterator[Act | Notice]:
        """A hand is over the board, or nothing can be seen: take what rested until now as it was seen."""
        if reading.hands:
            self.marks.disturbed = reading.t
            self.hands.observe(reading, self.settings.seating)
            thrown = self.throws.dice.undecided() if self.throws.absence.stage is not Stage.BACK else None
            if thrown is not None and self.throws.absence.stage is Stage.LOST:
                yield from self.throws.unwatched(thrown, table)
            elif thrown is not None:
                # The play before it is settled by what was seen until now.
                yield from self.throws.seen(thrown, self.marks.seen_at, table)
        if reading.hands or not reading.settled:
            self.watched = False
            if self.throws.absence.stage is Stage.WATCHED:
                yield from self.board.returned(table, marking=self._marking(table))
        self.hands.stirred = True
        self.board.blinded(reading.t)

    def _rested(self, t: float) -> Iterator[Act]:
        """The marks that rest, once everything else is understood.

        Their meaning may depend on a play that has not been seen to its end.
        """
        if self.watched and self.belief.understood and self.throws.absence.stage is Stage.WATCHED:
            yield from self.marks.rested(t)

    def _marking(self, table: Table) -> bool:
        """Whether a mark is just being seen that counts, or may, as made before a dame seen touched with it.

        A jeton missed at the look that shows a dame moved may have been moved before it, if its player has to mark.
        """
        now = table.situation
        owes = now.throw is not None and now.books.owed(now.throw.side) > 0
        return self.settings.players_mark and bool(self.marks.jetons.candidate or (owes and self.marks.jetons.missed))

    def _board(self, reading: BoardReading | None, t: float, table: Table, *, dice_up: bool) -> Iterator[Act | Notice]:
        """The acts that the dames show; reading: None when the picture has not changed; dice_up: no dice lay there."""
        cases = None if reading is None else reading.cases
        dice, throw = self.throws.dice, table.situation.throw
        self.belief.half_read = dice.half_read
        doubted = dice.doubted(throw.dice) if throw is not None else ()
        self.belief.doubted = by_the_marks(doubted, table.situation, self.settings)
        yield from self.board.observe(cases, t, table, marking=self._marking(table))
        verdict = self.belief.verdicts.get(table.situation.trait)
        if verdict is not None and verdict.clear and dice_up:
            yield from self.throws.unseen(verdict, table.situation)
