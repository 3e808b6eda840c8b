"""The return of a table into sight: whether anything was missed, and when it is followed normally again.

1. If everything follows from the throw that was under way, nothing was missed.
2. Otherwise marks and dames stay open until the next throw is seen, or until the dice on the board are played.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass

from events.acts import Act, DiceThrown
from events.board_reading import BoardReading, DieReading
from referee.one_table import Notice
from referee.trictrac.judge.situation import JudgedTable, Situation
from referee.trictrac.tracker.belief import Belief
from referee.trictrac.tracker.blackout import Absence, BlackoutStage, OrphanDice
from referee.trictrac.tracker.board import BoardTracker
from referee.trictrac.tracker.dice import Thrown
from referee.trictrac.tracker.hands import HandsTracker
from referee.trictrac.tracker.marks import MarksTracker
from referee.trictrac.tracker.throws import Throws
from rules.position import Position


@dataclass(slots=True)
class BackInSight:
    """Looks at a table that was out of sight until it is understood."""

    throws: Throws
    belief: Belief
    board: BoardTracker
    marks: MarksTracker
    hands: HandsTracker

    @property
    def absence(self) -> Absence:
        """The absence that is being ended."""
        return self.throws.absence

    def on_reading(self, reading: BoardReading | None, t: float, table: JudgedTable) -> Iterator[Act | Notice]:
        """Handle a picture of a table that is in sight again, but not followed normally yet.

        reading: None if the picture has not changed until t.
        """
        situation, absence, settings = table.situation, self.absence, self.throws.settings
        marks = self.marks.on_still(t) if reading is None else self.marks.on_jetons(reading, settings.seating)
        absence.marks.extend(marks)
        self.belief.weigh(None if reading is None else reading.cases, t, situation)
        lying = reading.dice if reading is not None else None
        if absence.stage is BlackoutStage.BACK:
            yield from self._anything_missed(lying, t, table)
        else:
            yield from self._follow_unseen_play(lying, t, table)

    def _anything_missed(
        self, lying: tuple[DieReading, ...] | None, t: float, table: JudgedTable
    ) -> Iterator[Act | Notice]:
        """Check whether everything seen follows from the throw that was under way. If not, the game is lost for now."""
        situation, absence = table.situation, self.absence
        if lying is not None:
            absence.same_dice = self.throws.dice.same(lying)
        explained = self.belief.is_explained(situation, dice_lie=absence.same_dice)
        if explained and self.marks.jetons.candidate is not None:
            return
        if explained:
            yield from self._follow_again(lying, t, table)
        if explained is not False or lying is None:
            return
        absence.stage = BlackoutStage.LOST
        self.throws.dice.left(lying)
        if self.throws.dice.thrown is not None:
            absence.marks.clear()
            stands = self.belief.visible_position(situation.position)
            absence.found = OrphanDice(t, stands, self.throws.dice.thrown.dice, self.throws.adopt_marks(situation))

    def _follow_unseen_play(
        self, lying: tuple[DieReading, ...] | None, t: float, table: JudgedTable
    ) -> Iterator[Act | Notice]:
        """Follow a table where the players played on unseen, until the next throw or a play of the dice found there."""
        situation, absence = table.situation, self.absence
        if situation.throw is None and self.belief.understood and absence.found is None:
            yield from self._follow_again(lying, t, table)
            return
        if self.belief.steady and (
            yield from self._report_orphan_dice(self.belief.visible_position(situation.position), situation)
        ):
            return
        only, taker = self.hands.only, self.hands.took(self.throws.dice.places)
        seen = self.throws.dice.on_still(t) if lying is None else self.throws.dice.observe(lying, t, only, taker)
        if isinstance(seen, Thrown):
            yield from self.throws.report_unwatched(seen, table)
        elif situation.throw is None:
            yield from self.board.questions.consider(self.belief, situation, t)

    def _follow_again(
        self, lying: tuple[DieReading, ...] | None, t: float, table: JudgedTable
    ) -> Iterator[Act | Notice]:
        """Follow the table normally again, because it stands as it is believed to; lying: the dice that are seen."""
        self.absence.stage = BlackoutStage.WATCHED
        yield from self.absence.take_marks()
        if lying is not None:
            yield from self.throws.on_dice(self.throws.dice.observe(lying, t, self.hands.only), t, table)

    def _report_orphan_dice(self, stands: Position, situation: Situation) -> Generator[Act, None, bool]:
        """Report a play of dice whose thrower was unknown; return whether one was seen."""
        absence = self.absence
        found = absence.found
        if found is None:
            return False
        side = found.thrower(stands)
        if side is None:
            # Dice found on the board are forgotten once taken up, or their marks would be reported for another throw.
            if not found.thrown and (self.throws.dice.lifted or self.throws.dice.gone):
                absence.found = None
            return False
        score = found.score_before(side, self.throws.shown_score(situation), self.throws.settings.code)
        if score is None:
            absence.found = None
            return False
        yield from self.throws.as_it_stands(found.t, found.position, side, score[0], situation)
        yield DiceThrown(found.t, side, found.dice, good=True)
        yield from absence.take_marks() if score[0] == found.score else self.marks.made_from(score[0], found.t)
        return True
