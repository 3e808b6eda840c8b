"""The tracker: it turns readings into acts.

1. Nothing is read under a hand, while things move, or without a board.
2. Dames, dice, marks and pegs are followed separately, each from its own readings. They meet only in the situation.
3. A hand belongs to the side it came from, and only if it cannot have been the other player's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf

from events.acts import Act, Claimed, DamePlaced, Declaration, Declared, DiceLifted, DiceThrown
from events.board_reading import BoardReading
from events.peg_reading import LinkEvent, PegReading
from events.trictrac.acts import DiceDoubted, FichetMoved
from events.trictrac.settings import Settings
from events.trictrac.state import Phase
from referee.one_table import Notice
from referee.sight import readable, shows_nothing
from referee.trictrac.judge.situation import JudgedTable, Situation
from referee.trictrac.numbers import DICE, HANDS
from referee.trictrac.tracker.belief import Belief
from referee.trictrac.tracker.blackout import BlackoutStage
from referee.trictrac.tracker.blackout_end import BackInSight
from referee.trictrac.tracker.board import BoardTracker
from referee.trictrac.tracker.dice import DiceTracker, Lifted, Thrown
from referee.trictrac.tracker.dice_from_marks import by_the_marks
from referee.trictrac.tracker.forced_decision import Conclusions
from referee.trictrac.tracker.hands import HandsTracker
from referee.trictrac.tracker.hypotheses import Story
from referee.trictrac.tracker.marks import MarksTracker
from referee.trictrac.tracker.throws import Throws
from rules.position import Side

CLAIMS = frozenset({Declaration.ECOLE, Declaration.FAUSSE_CASE})


class Tracker:
    """The tracker of one table. Its methods yield acts one by one.

    Attributes:
        watched: whether a picture was read since a hand was there.
        sightless: whether the last picture at rest showed nothing, not even a hand.
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

    def unsure(self, situation: Situation) -> bool:
        """Whether the dice of the throw under way were read as others, or the dames stood otherwise before it."""
        stale = any(one is not None and one.story is Story.STALE for one in self.belief.verdicts.values())
        throw = situation.throw
        return stale or (throw is not None and self.throws.dice.reads_otherwise(throw))

    def recall(self, act: Act) -> None:
        """Restore what an act of the past says about the table."""
        match act:
            case DiceThrown():
                self.throws.dice.recall(act.dice)
            case DiceLifted():
                self.throws.dice.lifted = True
            case _:
                self.marks.recall(act)

    def observe(self, reading: BoardReading, table: JudgedTable) -> Iterator[Act | Notice]:
        """Yield the acts that one reading shows."""
        yield from self._with_origins(self._on_reading(reading, table), table)

    def _with_origins(self, acts: Iterator[Act | Notice], table: JudgedTable) -> Iterator[Act | Notice]:
        """Yield the acts, and add to each dame let go the cases from which its player's hand came."""
        for act in acts:
            if isinstance(act, DamePlaced):
                both = table.situation.throw, table.situation.before
                since = next((one.t for one in both if one is not None and one.side is act.side), inf)
                came = self.hands.brought_from(act.side, act.case, since, self.settings)
                yield replace(act, brought_from=came, reaches=self._reaches(act.side, since))
            else:
                yield act

    def _reaches(self, side: Side, since: float) -> tuple[int, int]:
        """Return how often the hand of `side` reached for its last cases since a time; 0 if that proves nothing."""
        reaches = self.hands.reaches(side, since, self.settings) if self.belief.habits[side].known else None
        return (0, 0) if reaches is None else (reaches.times, reaches.beside)

    def _on_reading(self, reading: BoardReading, table: JudgedTable) -> Iterator[Act | Notice]:
        if reading.settled and not reading.hands:
            self.sightless = shows_nothing(reading)
        self._came(reading.t)
        if not readable(reading):
            yield from self._on_blinded(reading, table)
            return
        self.watched = True
        if self.throws.absence.stage is not BlackoutStage.WATCHED:
            yield from self.back.on_reading(reading, reading.t, table)
            self.hands.looked(reading.t)
            return
        # Marks come first: a mark first seen together with a moved dame counts as made before it was touched.
        books, code = table.situation.books, self.settings.code
        yield from self.marks.on_jetons(reading, self.settings.seating, lambda: books.due_scores(code))
        self.hands.marked = self.hands.marked or self.marks.jetons.candidate is not None
        dice, only = self.throws.dice, self.hands.only
        read = dice.without_false(reading.dice)
        taker, up = self.hands.took(dice.places), dice.lifted or dice.gone > 0
        lay = () if up else dice.places
        fewer, still = len(read) < 2, not (self.hands.stirred or self.hands.missed)
        turn = table.situation.trait if table.situation.phase is Phase.TO_THROW else None
        seen = dice.observe(read, reading.t, only, taker, still=still, turn=turn) if fewer else dice.taken_up(read)
        if isinstance(seen, Lifted):
            # Dice come next: whether they were taken up decides when a dame was let go.
            yield from self.throws.on_dice(seen, reading.t, table)
            seen = None
        yield from self._board(reading, reading.t, table, dice_up=up)
        self.throws.passed_on(table.situation)
        if not fewer:
            # The hand of a player who moved a dame came for that. The other may have thrown with no hand over the
            # board.
            thrower = None if only is not None and self.belief.dames[only].evidence.moved else only
            turn = table.situation.trait if table.situation.phase is Phase.TO_THROW else None
            seen = dice.observe(read, reading.t, thrower, taker, still=still, turn=turn)
        if isinstance(seen, Thrown) and not seen.again:
            self.throws.up_unseen(lay, table.situation)
        yield from self.throws.on_dice(seen, reading.t, table)
        yield from self.throws.up_early(table)
        if self.belief.understood:
            yield from self.concluding.touched_unseen(table)
        yield from self._release_rested(reading.t)
        if table.situation.throw is None and self.belief.elsewhere(table.situation):
            self.throws.absence.stage = BlackoutStage.LOST
        self.hands.looked(reading.t)

    def on_still(self, t: float, table: JudgedTable) -> Iterator[Act | Notice]:
        """Handle a picture unchanged until t: what it showed once may be believed by now."""
        yield from self._with_origins(self._on_still(t, table), table)

    def _on_still(self, t: float, table: JudgedTable) -> Iterator[Act | Notice]:
        self._came(t)
        if not self.watched or self.sightless:
            return
        if self.throws.absence.stage is not BlackoutStage.WATCHED:
            yield from self.back.on_reading(None, t, table)
            return
        yield from self.marks.on_still(t - DICE.waited)
        yield from self._board(None, t, table, dice_up=self.throws.dice.lifted or self.throws.dice.gone > 0)
        yield from self.throws.on_dice(self.throws.dice.on_still(t), t, table)
        yield from self._release_rested(t)

    def _came(self, t: float) -> None:
        """Note that a picture came, or is the same as before."""
        if self.sightless:
            return  # A picture that shows nothing counts as none, so what happens meanwhile is unseen.
        before = self.throws.absence.seen_at
        self.hands.missed = self.hands.missed or (before is not None and t - before > HANDS.unseen)
        self.throws.absence.saw(t)

    def on_pegs(self, reading: PegReading, table: JudgedTable) -> Iterator[Act | Notice]:
        """Yield the acts that a snapshot of the holes shows, or keep them until the table is followed again.

        The last trou ends the tour, so the play of the other player before it is decided as before a throw.
        """
        absence, throw = self.throws.absence, table.situation.throw
        player = None if throw is None else throw.side
        for act in self.marks.on_pegs(reading, self.settings.seating):
            self.hands.marked = True
            if self.sightless and absence.stage is BlackoutStage.WATCHED:
                absence.stage = BlackoutStage.BACK
            if absence.stage is BlackoutStage.WATCHED:
                if isinstance(act, FichetMoved) and act.trou == self.settings.trous and act.side is not player:
                    yield from self.concluding.before_throw(table, reading.t)
                yield act
            else:
                absence.marks.append(act)
        yield from self._release_rested(reading.t)

    def on_link(self, event: LinkEvent) -> Iterator[Act]:
        """Handle a change of the link to the board: it went down or came up again."""
        if self.settings.pegs:
            yield from self.marks.on_link(event)

    def on_word(self, act: Declared | Claimed, table: JudgedTable) -> Iterator[Act]:
        """Handle what a player says, by button or page. Calling a fault ends the other player's play."""
        throw = table.situation.throw
        claims = act.fault is None if isinstance(act, Claimed) else act.what in CLAIMS
        if claims and throw is not None and throw.side is not act.side:
            if table.situation.departing:
                yield from self.board.assent(act.side, act.t, table.situation)
            # As at any look, marks come first: they may have been made before the play that is called.
            yield from self.marks.on_still(self.marks.seen_at)
            undue = throw.side in self.marks.moved and not table.situation.books.points_owed(throw.side)
            yield from self.concluding.decide_called(act.t, table, marked=undue)
            throw = table.situation.throw
            others = () if throw is None else self.throws.dice.may_say(throw.dice)
            if throw is not None and others:
                yield DiceDoubted(act.t, throw.side, others)
        ends = claims or (isinstance(act, Declared) and act.what is Declaration.COUP_JOUE)
        if ends and self.belief.understood and self.throws.absence.stage is BlackoutStage.WATCHED:
            # No hand was there at the last look at the marks, so they were let go before the player spoke.
            yield from self.marks.let_go(act.t)
        yield act

    def _on_blinded(self, reading: BoardReading, table: JudgedTable) -> Iterator[Act | Notice]:
        """Handle a hand over the board, or a picture that shows nothing: take what rested until now as it was seen."""
        if reading.hands:
            self.marks.disturbed = reading.t
            self.hands.observe(reading, self.settings.seating)
            thrown = self.throws.dice.unclear_throw() if self.throws.absence.stage is not BlackoutStage.BACK else None
            if thrown is not None and self.throws.absence.stage is BlackoutStage.LOST:
                yield from self.throws.report_unwatched(thrown, table)
            elif thrown is not None:
                # What was seen until now settles the play before this throw.
                yield from self.throws.on_dice(thrown, self.marks.seen_at, table)
            elif self.throws.absence.stage is BlackoutStage.WATCHED:
                half = self.throws.dice.half_thrown()
                if half is not None:
                    yield from self.throws.on_half(half, self.marks.seen_at, table)
        if reading.hands or not reading.settled:
            self.watched = False
            if self.throws.absence.stage is BlackoutStage.WATCHED:
                self.board.end_rest(table, reading.t)
        self.hands.stirred = True
        self.board.on_blinded(reading.t)

    def _release_rested(self, t: float) -> Iterator[Act]:
        """Yield the marks that rest, once everything else is understood.

        Their meaning may depend on a play that was not seen to its end yet.
        """
        if self.watched and self.belief.understood and self.throws.absence.stage is BlackoutStage.WATCHED:
            yield from self.marks.release_rested(t)

    def _marking(self, table: JudgedTable) -> bool:
        """Whether a mark is just being seen that may count as made before a dame seen touched at the same time.

        If the thrower has points to mark, a jeton missed at the look that shows a dame moved may have been moved first.
        """
        now = table.situation
        owes = now.throw is not None and now.books.points_owed(now.throw.side) > 0
        return self.settings.players_mark and bool(self.marks.jetons.candidate or (owes and self.marks.jetons.missed))

    def _board(
        self, reading: BoardReading | None, t: float, table: JudgedTable, *, dice_up: bool
    ) -> Iterator[Act | Notice]:
        """Yield the acts that the dames show.

        reading: None when the picture has not changed; dice_up: whether no dice lay on the board.
        """
        cases = None if reading is None else reading.cases
        dice, throw = self.throws.dice, table.situation.throw
        self.belief.half_read = dice.half_read
        doubted = dice.other_readings(throw.dice) if throw is not None else ()
        self.belief.doubted = by_the_marks(doubted, table.situation, self.settings)
        number = table.situation.number
        yield from self.board.observe(cases, t, table, marking=self._marking(table))
        lie = dice.candidate
        throw = table.situation.throw
        if lie is not None and throw is not None and table.situation.number > number and throw.dice == lie.dice:
            dice.recall(lie.dice)  # The dames have shown the throw of the dice that lie there.
        verdict = self.belief.verdicts.get(table.situation.trait)
        if verdict is not None and verdict.clear and dice_up:
            yield from self.throws.report_unseen(verdict, table.situation)
