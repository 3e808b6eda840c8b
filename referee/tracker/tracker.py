"""The tracker: readings in, acts out.

1. Nothing is read under a hand, while things move, or without a board.
2. Dames, dice, marks and pegs are followed apart, each by its own witness, and meet only in the situation.
3. Whose hand it was is told by the side it came from, and only where it can have been nobody else's.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from firmware_bridge.reading import Button, LinkEvent, PegReading, Signal
from referee.acts import Declaration, Declared, DiceLifted, DiceThrown, Releve, ThrowCancelled, Unwatched
from referee.rulings import DiceTrouble
from referee.state import Phase
from referee.tracker.absence import Absence, Found, Stage
from referee.tracker.board import CALLED, BoardTracker, Refused
from referee.tracker.dames import AHEAD
from referee.tracker.dice import WAITED, DiceTracker, Lifted, Thrown
from referee.tracker.hands import HandsTracker
from referee.tracker.hypotheses import Story, dice_unseen
from referee.tracker.marks import MarksTracker
from referee.tracker.ways import ways_between
from rules.position import Side
from rules.releve import ReleveCause
from vision.reading import BoardReading, Trouble

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from referee.acts import Act, DoubtAnswered
    from referee.judge.situation import Situation
    from referee.settings import Settings
    from referee.tracker.dames import Verdict
    from referee.tracker.table import Notice, Table
    from rules.marking import Score
    from rules.position import Dice, Position
    from vision.reading import DieReading

BLIND = frozenset({Trouble.NO_BOARD, Trouble.BOARD_MOVED, Trouble.BLURRED, Trouble.TOO_DARK, Trouble.TOO_BRIGHT})
"""Readings with one of these say nothing of the pieces."""

BUTTONS: dict[Button, Declaration] = {
    Button.COUP_JOUE: Declaration.COUP_JOUE,
    Button.ECOLE: Declaration.ECOLE,
    Button.ADOUBE: Declaration.J_ADOUBE,
    Button.JE_M_EN_VAIS: Declaration.JE_M_EN_VAIS,
}

UNSEEN = 0.4
"""Seconds without a picture in which a hand may come and go."""

PLAYING = frozenset({Phase.TO_MARK, Phase.TO_DECIDE, Phase.TO_PLAY})


def readable(reading: BoardReading) -> bool:
    """Whether pieces can be looked at: no hand, nothing moving, a board in sight."""
    return reading.settled and not reading.hands and not BLIND & set(reading.troubles)


def _nothing_owed(situation: Situation) -> bool:
    """Whether the players mark, and have all that they were due."""
    books = situation.books
    return books.seen and situation.phase is Phase.TO_THROW and not any(books.owed(side) for side in Side)


@dataclass(slots=True)
class Tracker:
    """Follows one table: its methods yield acts one by one.

    watched: a picture was read since a hand was there; thrown_by: whose hand threw the dice last, if that is known;
    absence: whether the table was out of sight, as it was before the first picture; held: dice thrown by one while
    the other's were not seen played; guessed: the dice of which it was one that nobody saw thrown, while it may still
    lie there.
    """

    settings: Settings
    board: BoardTracker = field(init=False)
    dice: DiceTracker = field(default_factory=DiceTracker)
    marks: MarksTracker = field(default_factory=MarksTracker)
    hands: HandsTracker = field(default_factory=HandsTracker)
    watched: bool = False
    thrown_by: Side | None = None
    absence: Absence = field(default_factory=lambda: Absence(Stage.BACK))
    held: Thrown | None = None
    guessed: tuple[Dice, ...] = ()

    def __post_init__(self) -> None:
        self.board = BoardTracker(self.settings, self.hands)

    def recall(self, act: Act) -> None:
        """Take up what an act of the past says of the table as it must be now."""
        match act:
            case DiceThrown():
                self.dice.recall(act.dice)
            case DiceLifted():
                self.dice.lifted = True
            case _:
                self.marks.recall(act)

    def observe(self, reading: BoardReading, table: Table) -> Iterator[Act | Notice]:
        """The acts one reading shows."""
        self._came(reading.t)
        if not readable(reading):
            yield from self._blinded(reading, table)
            return
        self.watched = True
        if self.absence.stage is not Stage.WATCHED:
            yield from self._back(reading, reading.t, table)
            self.hands.looked(reading.t)
            return
        # Marks first: a mark and a dame first seen together count as marked before the dame was touched.
        yield from self.marks.seen(reading, self.settings.seating)
        yield from self._board(reading, reading.t, table)
        self._passed_on(table.situation)
        only, taker = self.hands.only, self.hands.took(self.dice.places)
        yield from self._dice(self.dice.observe(reading.dice, reading.t, only, taker), reading.t, table)
        yield from self._rested(reading.t)
        if table.situation.throw is None and self.board.elsewhere(table.situation):
            self.absence.stage = Stage.LOST
        self.hands.looked(reading.t)

    def waited(self, t: float, table: Table) -> Iterator[Act | Notice]:
        """The picture has not changed until t: what it showed but once may be believed by now."""
        self._came(t)
        if not self.watched:
            return
        if self.absence.stage is not Stage.WATCHED:
            yield from self._back(None, t, table)
            return
        yield from self.marks.waited(t - WAITED)
        yield from self._board(None, t, table)
        yield from self._dice(self.dice.waited(t), t, table)
        yield from self._rested(t)

    def _came(self, t: float) -> None:
        """A picture came, or word that it is the same as before."""
        before = self.absence.seen_at
        self.hands.missed = self.hands.missed or (before is not None and t - before > UNSEEN)
        self.absence.saw(t)

    def _back(self, reading: BoardReading | None, t: float, table: Table) -> Iterator[Act | Notice]:
        """The table is in sight again: what was done meanwhile is taken as it stands when the next throw is made.

        Where it all follows from the throw that was under way nothing was missed.
        """
        situation, absence = table.situation, self.absence
        for act in self.marks.seen(reading, self.settings.seating) if reading is not None else self.marks.waited(t):
            absence.marks.append(act)
        self.board.weigh(None if reading is None else reading.cases, t, situation)
        lying = reading.dice if reading is not None else None
        if absence.stage is Stage.BACK:
            if lying is not None:
                absence.same_dice = self.dice.same(lying)
            explained = self.board.explained(situation, dice_lie=absence.same_dice)
            if explained and self.marks.jetons.candidate is not None:
                return
            if explained and absence.marked and _nothing_owed(situation):
                explained = False  # a throw was made for which this was marked
            if explained:
                yield from self._understood(lying, t, table)
            if explained is not False or lying is None:
                return
            absence.stage = Stage.LOST
            self.dice.left(lying)
            if self.dice.thrown is not None:
                absence.marks.clear()
                stands = self.board.seen(situation.position)
                absence.found = Found(t, stands, self.dice.thrown.dice, self._adopted(situation))
            return
        if situation.throw is None and self.board.understood and absence.found is None:
            yield from self._understood(lying, t, table)
            return
        if self.board.steady and (yield from self._found(self.board.seen(situation.position), situation)):
            return
        only, taker = self.hands.only, self.hands.took(self.dice.places)
        seen = self.dice.waited(t) if lying is None else self.dice.observe(lying, t, only, taker)
        if isinstance(seen, Thrown):
            yield from self._thrown_unwatched(seen, table)
        elif situation.throw is None:
            yield from self.board.questions.consider(self.board.verdicts, situation, t)

    def _understood(self, lying: tuple[DieReading, ...] | None, t: float, table: Table) -> Iterator[Act | Notice]:
        """Nothing was missed, or the board stands as it is believed to again; lying: the dice that are seen."""
        self.absence.stage = Stage.WATCHED
        yield from self.absence.told()
        if lying is not None:
            yield from self._dice(self.dice.observe(lying, t, self.hands.only), t, table)

    def _found(self, stands: Position, situation: Situation) -> Generator[Act, None, bool]:
        """Somebody has played dice of which nobody knew whose they are; whether that was seen."""
        absence = self.absence
        found = absence.found
        if found is None:
            return False
        side = found.thrower(stands)
        if side is None:
            # Those found lying are forgotten with the next throw, or what was marked for them is told with another.
            if not found.thrown and (self.dice.lifted or self.dice.gone):
                absence.found = None
            return False
        score = found.score_before(side, self._shown(situation), self.settings.code)
        if score is None:
            absence.found = None
            return False
        yield from self._unwatched(found.t, found.position, side, score[0], situation)
        yield DiceThrown(found.t, side, found.dice, good=True)
        yield from absence.told() if score[0] == found.score else self.marks.made_from(score[0], found.t)
        return True

    def _thrown_unwatched(self, seen: Thrown, table: Table) -> Iterator[Act]:
        """Dice are thrown from a board of which nobody knows how it came to stand so.

        Whose they are the hand tells that threw them, or else the play.
        """
        absence = self.absence
        if seen.again:
            absence.found = absence.found and replace(absence.found, dice=seen.dice)
            return
        situation = table.situation
        stands, score = self.board.seen(situation.position), self._adopted(situation)
        absence.marks.clear()
        # Nobody has thrown yet: then it is for him who was said to begin, unless the play tells otherwise.
        side = situation.trait if seen.by is None and not situation.number else seen.by
        if side is None:
            absence.found = Found(seen.t, stands, seen.dice, score, thrown=True)
            return
        yield from self._unwatched(seen.t, stands, side, score, situation)
        yield from self._thrown(seen, table.situation)

    def _shown(self, situation: Situation) -> Score | None:
        """The score as the board shows it, where the players mark."""
        return self.marks.shown(situation.score) if self.settings.players_mark else None

    def _adopted(self, situation: Situation) -> Score | None:
        """The same, which from now on is the score: what was marked until now is no mark for anything else."""
        self.marks.adopted()
        return self._shown(situation)

    def _unwatched(
        self, t: float, position: Position, side: Side, score: Score | None, now: Situation
    ) -> Iterator[Act]:
        """The board and the marks are taken as they stand, `side` being about to throw."""
        self.absence, self.held, self.guessed = Absence(seen_at=self.absence.seen_at), None, ()
        yield Unwatched(t, position, side, score)
        if score is not None and not now.books.seen:
            yield from self.marks.lying(t)

    def felt(self, reading: PegReading) -> Iterator[Act]:
        """The acts a snapshot of the holes shows."""
        for act in self.marks.felt(reading, self.settings.seating):
            if self.absence.stage is Stage.WATCHED:
                yield act
            else:
                self.absence.marks.append(act)
        yield from self._rested(reading.t)

    def linked(self, event: LinkEvent) -> Iterator[Act]:
        """The line to the board went down or came up again."""
        if self.settings.pegs:
            yield from self.marks.linked(event)

    def declared(self, signal: Signal, table: Table) -> Iterator[Act]:
        """What a button said, and who: the player on its side of the board.

        Who calls a fault takes what the other did as done.
        """
        side = next(side for side in Side if self.settings.seating.row_of(side) == signal.row)
        throw = table.situation.throw
        if BUTTONS[signal.button] is Declaration.ECOLE and throw is not None and throw.side is not side:
            yield from self.board.called(signal.t, table)
        yield Declared(signal.t, side, BUTTONS[signal.button])

    def answered(self, answer: DoubtAnswered, situation: Situation) -> Iterator[Act | Notice]:
        """Somebody said which of the two it was; answers to anything but the open doubt change nothing."""
        questions = self.board.questions
        doubt = questions.doubt
        if doubt is None or answer.doubt != doubt.id or not 0 <= answer.choice < len(questions.choices):
            return
        counts = questions.choices[answer.choice]
        yield from questions.settle(situation, answer.t)
        yield from ways_between(answer.t, doubt.side, situation.position.counts(doubt.side), counts)

    def _blinded(self, reading: BoardReading, table: Table) -> Iterator[Act | Notice]:
        """A hand is over the board, or nothing can be seen: what rested until now is taken as it was seen."""
        if reading.hands:
            self.marks.disturbed = reading.t
            self.hands.observe(reading, self.settings.seating)
            thrown = self.dice.undecided() if self.absence.stage is not Stage.BACK else None
            if thrown is not None and self.absence.stage is Stage.LOST:
                yield from self._thrown_unwatched(thrown, table)
            elif thrown is not None:
                yield from self._thrown(thrown, table.situation)
        if reading.hands or not reading.settled:
            self.watched = False
            if self.absence.stage is Stage.WATCHED:
                yield from self.board.returned(table, marking=self._marking)
        self.hands.stirred = True
        self.board.blinded(reading.t)

    def _rested(self, t: float) -> Iterator[Act]:
        """The marks that rest, once everything else is understood.

        What they are marks for may depend on a play nobody has seen the end of yet.
        """
        if self.watched and self.board.understood and self.absence.stage is Stage.WATCHED:
            yield from self.marks.rested(t)

    @property
    def _marking(self) -> bool:
        """Whether a mark is just being seen that counts as made before a dame seen to be touched with it."""
        return self.settings.players_mark and bool(self.marks.jetons.candidate)

    def _board(self, reading: BoardReading | None, t: float, table: Table) -> Iterator[Act | Notice]:
        """The acts the dames show; reading: None when the picture has not changed."""
        cases = None if reading is None else reading.cases
        yield from self.board.observe(cases, t, table, marking=self._marking)
        verdict = self.board.verdicts.get(table.situation.trait)
        if verdict is not None and verdict.clear and (self.dice.lifted or self.dice.gone):
            yield from self._unseen_throw(verdict, table.situation)

    def _unseen_throw(self, verdict: Verdict, situation: Situation, lying: Dice | None = None) -> Iterator[Act]:
        """Dames moved by dice that nobody saw; lying: those that lie there now, which they were not moved by."""
        if verdict.story is not Story.FREE or situation.phase is not Phase.TO_THROW:
            return
        unseen = dice_unseen(situation, situation.trait, verdict.counts)
        if not unseen or lying in unseen:
            return
        yield DiceThrown(verdict.since, situation.trait, unseen[0], good=True)
        if lying is None:
            # Those lie there yet, or were taken up since.
            self.dice.recall(unseen[0])
            self.guessed, self.thrown_by = unseen, None
        yield from self.marks.now(verdict.since)
        yield from self.board.told(situation.trait, verdict, situation.position.counts(situation.trait))

    def _passed_on(self, situation: Situation) -> None:
        """Who took up the dice of his own play before it was made did not take them up to throw them: it is no sign."""
        throw = situation.throw
        if throw is not None and self.dice.gone_by is throw.side and throw.dice_were_up(throw.since):
            self.dice.gone_by = None

    def _dice(self, seen: Thrown | Lifted | None, t: float, table: Table) -> Iterator[Act | Notice]:
        yield from self._decided(table, seen)
        throw = table.situation.throw
        if seen is not None:
            guessed, self.guessed = self.guessed, ()
        if isinstance(seen, Lifted) and throw is not None:
            yield DiceLifted(seen.t, seen.by)
        if isinstance(seen, Thrown) and throw is not None and seen.dice in guessed:
            # They lay there all the time: those his dames were moved by, and not as was thought.
            yield ThrowCancelled(seen.t, throw.side)
            yield DiceThrown(throw.t, throw.side, seen.dice, good=True)
        elif isinstance(seen, Thrown) and throw is None and self.board.elsewhere(table.situation):
            self.absence.stage = Stage.LOST
            yield from self._thrown_unwatched(seen, table)
        elif isinstance(seen, Thrown):
            unseen = self._played_unseen(seen, table.situation)
            yield from self._before_throw(seen, table, t)
            waits = table.situation.phase is Phase.TO_THROW and table.situation.trait is not seen.by
            if unseen and waits and seen.by is not None:
                now = table.situation
                yield from self._unwatched(seen.t, self.board.seen(now.position), seen.by, self._adopted(now), now)
            yield from self._thrown(seen, table.situation)

    def _played_unseen(self, seen: Thrown, situation: Situation) -> bool:
        """Whether he whose turn it was may have thrown and played, though nobody saw his dice.

        That is far likelier than that the other throws out of turn while those dames stand otherwise than they did.
        """
        verdict = self.board.verdicts.get(situation.trait)
        out_of_turn = situation.throw is not None and seen.by is situation.trait.adversary
        if verdict is None or not out_of_turn or situation.phase is not Phase.TO_THROW:
            return False
        return verdict.story in {Story.FREE, Story.OUT_OF_TURN} and verdict.lead >= CALLED

    def _before_throw(self, seen: Thrown, table: Table, t: float) -> Iterator[Act | Notice]:
        """The throw before is played as it stands."""
        situation = table.situation
        missed = self.board.verdicts.get(situation.trait)
        if missed is not None and missed.lead >= AHEAD:
            yield from self._unseen_throw(missed, situation, seen.dice)
            if table.situation is not situation:
                return
        yield from self.marks.now(t, made_before=self.marks.looked)
        yield from self.board.before_throw(situation, t)

    def _decided(self, table: Table, follows: Thrown | Lifted | None) -> Iterator[Act]:
        """What becomes of dice thrown before the play before was seen: his turn once it is.

        follows: what is seen of the dice now. Where the one who threw before him throws again, both had played; where
        he himself does, it was not his turn.
        """
        seen, situation = self.held, table.situation
        if seen is None or seen.by is None:
            return
        if situation.phase not in PLAYING:
            self.held = None
            yield from self._thrown(seen, situation)
        elif isinstance(follows, Thrown):
            self.held = None
            in_turn = follows.by is not seen.by
            trouble = seen.trouble if in_turn else DiceTrouble.OUT_OF_TURN
            yield DiceThrown(seen.t, seen.by, seen.dice, good=trouble is None, trouble=trouble)

    def _thrown(self, seen: Thrown, situation: Situation) -> Iterator[Act]:
        throw = situation.throw
        side = situation.trait
        if throw is not None and situation.phase in PLAYING:
            untouched = not throw.touched and throw.plays.dice_playable > 0
            if seen.again:
                if throw.touched:
                    return
                yield ThrowCancelled(seen.t, throw.side)
            elif untouched and seen.by is throw.side:
                yield ThrowCancelled(seen.t, throw.side)  # the other saw that it was not good
            elif untouched and seen.by is not None and self.thrown_by is throw.side:
                # He threw it, and the other now: out of turn, unless a dame is in a hand and nobody saw it go.
                self.held = seen
                return
            elif untouched:
                # Nobody played it: it was thrown out of turn.
                self.board.refused = Refused(throw.number, throw.t, throw.dice)
                yield ThrowCancelled(seen.t, throw.side, void=True)
            elif not untouched:
                side = throw.side.adversary
        elif seen.again and throw is not None:
            return
        if situation.phase is Phase.LEAVING:
            yield Releve(seen.t, ReleveCause.S_EN_ALLER, situation.trait)
        elif throw is not None and seen.by is not None and seen.by is not side:
            # It was not his turn; that holds until the dames tell otherwise.
            self.board.refused = Refused(situation.number, seen.t, seen.dice)
            side = seen.by
        self.thrown_by = seen.by
        yield DiceThrown(seen.t, side, seen.dice, good=seen.trouble is None, trouble=seen.trouble)
