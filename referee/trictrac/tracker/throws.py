"""How dice seen become throws: whose they are, whether it is that player's turn, and how the play before ends.

1. The throw before is settled first, as it stands.
2. The hand shows who throws. Without one, turns alternate, unless the dames show otherwise.
3. If the board changed unseen, the next throw starts from the board as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import dist

import numpy as np

from events.acts import Act, DiceLifted, DiceThrown, PlayEnded, ThrowCancelled
from events.field import Point
from events.rulings import DiceTrouble
from events.trictrac.acts import DiceDoubted, Releve, Unwatched
from events.trictrac.settings import Settings
from events.trictrac.state import Phase
from referee.inference.moves import displaced, throws_with
from referee.one_table import Notice
from referee.trictrac.judge.played import is_ended
from referee.trictrac.judge.situation import JudgedTable, Situation, Throw
from referee.trictrac.numbers import DICE, PATIENCE
from referee.trictrac.tracker.belief import Belief, Refused
from referee.trictrac.tracker.blackout import Absence, BlackoutStage, OrphanDice
from referee.trictrac.tracker.board import BoardTracker
from referee.trictrac.tracker.dames import DamesVerdict
from referee.trictrac.tracker.dice import DiceTracker, Lifted, Thrown
from referee.trictrac.tracker.dice_from_marks import likeliest_of
from referee.trictrac.tracker.forced_decision import Conclusions
from referee.trictrac.tracker.hypotheses import PRIOR, Story, hypotheses
from referee.trictrac.tracker.lone_die import HalfThrown
from referee.trictrac.tracker.marks import MarksTracker
from referee.trictrac.tracker.moves import dice_unseen, steps, ways_between
from rules.marking import Score
from rules.plays import legal_plays
from rules.position import Dice, Position, ReleveCause, Side

BOTH = 2
"""How many dames a throw moves at most."""

PLAYING = frozenset({Phase.TO_MARK, Phase.TO_DECIDE, Phase.TO_PLAY})


def _after_half_read(by: Side | None, now: Situation) -> Side | None:
    """Return who throws after a throw that was half read; None if that throw was the same player's.

    by: the player whose hand threw, if known. The throw is not out of turn, and the play before it is unknown.
    """
    if by is None or now.throw is None or now.phase not in {Phase.TO_THROW, *PLAYING}:
        return None
    before = now.trait if now.phase is Phase.TO_THROW else now.throw.side.adversary
    return by if by is not before else None


@dataclass(slots=True)
class Throws:
    """Follows the throws of one table.

    Attributes:
        absence: whether the table was out of sight, as it was before the first picture.
        by: the player whose hand threw the dice last, if known.
        held: dice thrown by one player while the other's were not seen to be played.
        guessed: the possible dice of an unseen throw, while they may still lie on the board.
        half_at: where the only one of them lies that was read, if any was.
        up: when dice were last taken up, and by whom.
    """

    settings: Settings
    belief: Belief
    board: BoardTracker
    concluding: Conclusions
    marks: MarksTracker
    dice: DiceTracker
    absence: Absence = field(default_factory=lambda: Absence(BlackoutStage.BACK))
    by: Side | None = None
    held: Thrown | None = None
    guessed: tuple[Dice, ...] = ()
    half_at: Point | None = None
    up: Lifted | None = None

    def on_dice(self, seen: Thrown | Lifted | None, t: float, table: JudgedTable) -> Iterator[Act | Notice]:
        """Yield the acts that the dice show at t, after those that end the throw before."""
        yield from self._settle_held(table, seen)
        throw = table.situation.throw
        if seen is not None:
            guessed, self.guessed = self.guessed, ()
        if isinstance(seen, Thrown) and seen.half_read is None:
            self.marks.waiting = False
        refused = self.dice.thrown is not None and self.dice.thrown.trouble is not None
        if isinstance(seen, Lifted) and throw is not None and not refused:
            # Those of a refused throw are no longer the dice of the throw under way, which were taken up before.
            self.up = seen
            yield DiceLifted(seen.t, seen.by)
        half_at = self.half_at
        there = half_at is None or any(dist(half_at, place) <= DICE.same_place for place in self.dice.places)
        misread = isinstance(seen, Thrown) and there and self._is_misread(seen.dice, guessed, table.situation)
        if misread and throw is not None:
            self.dice.recall(throw.dice)
            self.guessed = guessed
        elif isinstance(seen, Thrown) and throw is not None and seen.dice in guessed and there:
            # They lay there all the time: the player moved by these dice, not by those guessed.
            played = table.situation.position.counts(throw.side)
            yield ThrowCancelled(seen.t, throw.side)
            yield DiceThrown(throw.t, throw.side, seen.dice, good=True)
            yield from ways_between(throw.t, throw.side, throw.base.counts(throw.side), played)
        elif isinstance(seen, Thrown):
            seen = self._played_already(seen, table.situation)
            unseen, number = self._played_unseen(seen, table.situation), table.situation.number
            yield from self._before_throw(seen, table, t)
            now = table.situation
            waits = now.phase is Phase.TO_THROW and now.trait is not seen.by
            side = seen.by if unseen and waits else None
            if seen.half_read is not None and now.number == number:
                yield from self._close_half(seen, t, table)
            elif side is not None:
                yield from self.as_it_stands(
                    seen.t, self.belief.visible_position(now.position), side, self.adopt_marks(now), now
                )
            self.marks.waiting = False
            yield from self.of(seen, table)

    def _is_misread(self, read: Dice, guessed: tuple[Dice, ...], now: Situation) -> bool:
        """Whether the dice worked back from a lawful play are likelier than those read now, by which it is none."""
        throw, lay = now.throw, self.dice.thrown
        if throw is None or lay is None or read not in guessed or read == throw.dice:
            return False
        played = now.position.counts(throw.side)
        if played not in throw.plays.counts(throw.side):
            return False
        doubt = dict(lay.doubted).get(throw.dice)
        lawful = played in legal_plays(throw.base, throw.side, read).counts(throw.side)
        return doubt is not None and not lawful and doubt > PRIOR[Story.FAULTY]

    def up_early(self, table: JudgedTable) -> Iterator[Act]:
        """Report dice taken up before the last dame of a play was let go, if that shows only after the play."""
        now, up = table.situation, self.up
        throw = now.throw if now.phase is Phase.TO_THROW else now.before
        if throw is None or throw.moves is None or throw.mending or up is None or up.by is not throw.side.adversary:
            return
        touched = throw is now.before and now.throw is not None and now.throw.touched
        put_away = now.departing or now.phase in {Phase.OVER, Phase.LEAVING}
        if put_away or self.marks.jetons.candidate is not None or (self.dice.gone and up.t < self.dice.gone_since):
            self.up = None  # that hand came for a mark, for the dice, or to put the dames away
            return
        may_be_early = throw.t < up.t and (throw.let_go <= up.t or throw.dice_up is None) and not touched
        if may_be_early and self.board.handled.still_held(throw, now.position, up.t):
            self.up = None
            yield DiceLifted(up.t, up.by, early=True)

    def up_unseen(self, lay: Sequence[Point], situation: Situation) -> None:
        """Note when the other player took up the dice, if new dice lie there and the old were not seen to be gone.

        lay: the places of the old dice at the last look.
        """
        throw = situation.throw
        taken = None if throw is None else self.belief.hands.took_at(throw.side.adversary, lay)
        if throw is not None and taken is not None:
            self.up = Lifted(taken, throw.side.adversary)

    def passed_on(self, situation: Situation) -> None:
        """Forget who took up the dice if it was the player who plays them: he did not do so to throw."""
        throw = situation.throw
        if throw is not None and self.dice.gone_by is throw.side and throw.dice_were_up(throw.since):
            self.dice.gone_by = None

    def report_unseen(
        self, verdict: DamesVerdict, situation: Situation, since: Thrown | HalfThrown | None = None
    ) -> Iterator[Act]:
        """Report a throw whose dice were not seen, and its play; since: the dice thrown after it, if any."""
        if verdict.story not in {Story.FREE, Story.HALF_READ} or situation.phase is not Phase.TO_THROW:
            return
        if situation.throw is not None and verdict.since <= situation.throw.let_go:
            return  # the dames stood so before the other player had let go of his
        half_read = None
        if verdict.story is Story.HALF_READ:
            half_read = self.dice.half_read if since is None else since.half_read
        unseen = dice_unseen(situation, situation.trait, verdict.counts, half_read)
        if not unseen or (since is not None and since.half_read is None and any(map(since.may_show, unseen))):
            return
        dice = likeliest_of(unseen, situation.trait, situation, self.settings)
        half_seen = since is None and half_read is not None
        rested = self.dice.lone.since if half_seen else verdict.since
        if half_read is None:
            self.dice.first_looks.append(False)
        stood = situation.position.counts(situation.trait)
        # One dame by one number may be the first half of a play.
        halves = (one for one in throws_with(half_read) if any(verdict.counts in steps(stood, each) for each in one))
        yield from self._throw_of(dice, dict.fromkeys((*unseen, *halves)), rested, situation.trait)
        if since is None:
            # Those dice still lie there, or were taken up since then. One not read may show any value.
            self.guessed = throws_with(half_read) if half_seen else unseen
            self.half_at = self.dice.places[0] if half_seen else None
            self.dice.recall(dice)
            self.by = None
        yield from self.marks.now(verdict.since)
        yield from self.board.report(situation.trait, verdict, situation.position.counts(situation.trait))

    def _throw_of(self, dice: Dice, unseen: Iterable[Dice], t: float, side: Side) -> Iterator[Act]:
        """Report the throw of dice that were not read whole, the others it may have been, and whose the marks are."""
        yield DiceThrown(t, side, dice, good=True)
        others = tuple(one for one in unseen if one != dice)
        if others:
            yield DiceDoubted(t, side, others)
        self.marks.waiting = False

    def on_half(self, seen: HalfThrown, t: float, table: JudgedTable) -> Iterator[Act | Notice]:
        """Settle the throws before one with one die read; what is marked from now on waits for it."""
        number = table.situation.number
        yield from self._before_throw(seen, table, t)
        if seen.half_read is not None and table.situation.number == number:
            yield from self._close_half(seen, t, table)
        self.marks.waiting = True

    def _close_half(self, seen: Thrown | HalfThrown, t: float, table: JudgedTable) -> Iterator[Act]:
        """Report a throw with one die read as the dames and marks show it, now that the next one was made."""
        now = table.situation
        side, counts, dice = now.trait, now.position.counts(now.trait), None
        if now.phase is Phase.TO_THROW and now.number and seen.by is not side:
            expected = hypotheses(now, side, half_read=seen.half_read)
            verdict = self.belief.dames[side].judge_now(expected, self.belief.look(side, None, t, now))
            even = verdict is not None and verdict.lead < PATIENCE.nearly
            likely = [counts] if verdict is None else [verdict.counts, verdict.second][: 1 + even]
            ways = {one: each for each in likely for one in dice_unseen(now, side, each, seen.half_read)}
            if ways:
                dice = likeliest_of(tuple(ways), side, now, self.settings)
                yield from self._throw_of(dice, ways, seen.half_since, side)
                yield from self.marks.now(seen.half_since)
                yield from ways_between(seen.half_since, side, counts, ways[dice])
        if dice is None:
            after, visible = _after_half_read(seen.by, now), self.belief.visible_position(now.position)
            if after is not None:
                yield from self.as_it_stands(seen.t, visible, after, self.adopt_marks(now), now)

    def _played_already(self, seen: Thrown, situation: Situation) -> Thrown:
        """Return the dice, dated before the dames that they moved, if a hand hid them until after the play.

        They were thrown after the old dice were taken up, and before the look that first showed the dames moved.
        """
        side, dames = situation.trait, self.belief.dames[situation.trait]
        verdict = self.belief.verdicts.get(side)
        if verdict is None or dames.strange_since is None or situation.phase is not Phase.TO_THROW or seen.again:
            return seen
        if dames.strange_since <= self.dice.gone_since:
            return seen  # the dames stood so before anybody threw
        played = legal_plays(situation.position, side, seen.dice).counts(side)
        scores = dames.evidence.scores(np.array([verdict.counts, *played], np.intp))
        # The dames were never seen moved without these dice, so it is a play of these, lawful or not.
        stood = situation.position.counts(side)
        together = seen.t <= dames.strange_since and displaced(stood, verdict.counts) <= BOTH
        stayed = self.belief.hands.stayed_cases(side, self.dice.gone_since, self.settings)
        if together and stayed is not None:
            own = stayed if side is Side.BLANCS else stayed[::-1]
            together = bool(own[np.array(stood) != np.array(verdict.counts)].all())
        if not together and scores[1:].max(initial=-np.inf) < scores[0] + PRIOR[Story.STALE]:
            return seen
        return replace(seen, t=min(seen.t, max(self.dice.gone_since, dames.strange_since - PATIENCE.just_before)))

    def _played_unseen(self, seen: Thrown, situation: Situation) -> bool:
        """Whether the player in turn may have thrown and played, though his dice were not seen.

        If his dames stand otherwise than they did, that is far likelier than a throw out of turn by the other player.
        """
        verdict = self.belief.verdicts.get(situation.trait)
        out_of_turn = situation.throw is not None and seen.by is situation.trait.adversary
        if verdict is None or not out_of_turn or situation.phase is not Phase.TO_THROW:
            return False
        return verdict.story in {Story.FREE, Story.OUT_OF_TURN, Story.HALF_READ} and verdict.lead >= PATIENCE.called

    def _before_throw(self, seen: Thrown | HalfThrown, table: JudgedTable, t: float) -> Iterator[Act | Notice]:
        """Settle the throw before as it stands."""
        situation = table.situation
        missed, refused = self.belief.verdicts.get(situation.trait), self.belief.refused
        if (
            missed is not None
            and missed.story is Story.OLD_DICE
            and refused is not None
            and missed.lead >= PATIENCE.called
        ):
            yield from self.board.report_not_void(situation.trait, missed, situation, refused)
            situation, missed = table.situation, None
        by_these = missed is not None and seen.t < missed.since and situation.phase is Phase.TO_THROW
        if missed is not None and missed.lead >= PATIENCE.ahead and not by_these:
            yield from self.report_unseen(missed, situation, seen)
            if table.situation is not situation:
                return
        yield from self.marks.now(t, made_before=min(self.marks.looked, seen.t))
        yield from self.concluding.before_throw(table, t, moved_since=situation.trait if by_these else None)
        yield from self.concluding.touched_unseen(table)

    def _settle_held(self, table: JudgedTable, follows: Thrown | Lifted | None) -> Iterator[Act]:
        """Settle dice held back because the play before them was not seen: they are in turn once it is.

        follows: what is seen of the dice now. A throw ends the wait, and the judge voids the one held back.
        """
        seen, situation = self.held, table.situation
        if seen is None or seen.by is None:
            return
        throw = situation.throw
        if throw is not None and throw.touched and not throw.lifted and is_ended(throw, situation.position):
            yield PlayEnded(seen.t, throw.side)  # a play against the laws, but it was seen
        if table.situation.phase not in PLAYING:
            self.held = None
            yield from self.of(seen, table)
        elif isinstance(follows, Thrown):
            self.held = None
            yield DiceThrown(seen.t, seen.by, seen.dice, good=seen.trouble is None, trouble=seen.trouble)

    def of(self, seen: Thrown, table: JudgedTable) -> Iterator[Act]:
        """Report the throw of these dice, and the end of one under way that was not played."""
        situation = table.situation
        throw = situation.throw
        side = situation.trait
        if throw is not None and self._thrown_again(seen, throw, situation.phase):
            yield ThrowCancelled(seen.t, throw.side)  # the players saw that it was not good
            side = throw.side
        elif throw is not None and situation.phase in PLAYING:
            # A player who marked for the throw under way made it.
            made = self.by is throw.side or (self.settings.players_mark and throw.marked > 0)
            if seen.again:
                if throw.touched:
                    return
                yield ThrowCancelled(seen.t, throw.side)
            elif throw.untouched and seen.by is throw.side and throw.gained:
                # He marked a trou for it, so it was good. He has gone (s'en aller), though no relevé was seen.
                yield Releve(seen.t, ReleveCause.S_EN_ALLER, throw.side)
                side = table.situation.trait
            elif throw.untouched and seen.by is not None and made:
                # Each player has thrown: this throw is out of turn, unless a dame is in a hand and was not missed yet.
                self.held = seen
                return
            elif throw.untouched:
                # Nobody played the throw under way, so it was thrown out of turn.
                self.belief.refused = Refused(throw.number, throw.t, throw.dice)
                yield ThrowCancelled(seen.t, throw.side, void=True)
            else:
                if seen.by is throw.side and throw.touched and not throw.lifted:
                    yield PlayEnded(seen.t, throw.side)  # the play ended as it stands; then he threw out of turn
                side = throw.side.adversary
        elif seen.again and throw is not None:
            return
        if situation.phase is Phase.OVER and throw is not None:
            # If the players go on after the end, it is the other player's turn.
            yield DiceThrown(seen.t, throw.side.adversary, seen.dice, good=seen.trouble is None, trouble=seen.trouble)
            return
        if situation.phase is Phase.LEAVING:
            yield Releve(seen.t, ReleveCause.S_EN_ALLER, situation.trait)
            side = table.situation.trait  # in a partie à écrire another marqué has begun
        elif throw is not None and seen.by is not None and seen.by is not side:
            # The thrower was not in turn, unless the dames show otherwise.
            self.belief.refused = Refused(situation.number, seen.t, seen.dice)
            side = seen.by
        if seen.trouble not in {None, DiceTrouble.STACKED}:
            # If both players take the dice for good, the thrower plays them. Then they count.
            self.belief.refused = Refused(table.situation.number, seen.t, seen.dice)
        if seen.half_read is not None and seen.by is not side:
            number, since = table.situation.number + 1, seen.half_since
            self.belief.unread_throws = tuple(Refused(number, since, dice) for dice in throws_with(seen.half_read))
        self.by = seen.by
        yield DiceThrown(seen.t, side, seen.dice, good=seen.trouble is None, trouble=seen.trouble)

    def _thrown_again(self, seen: Thrown, throw: Throw, phase: Phase) -> bool:
        """Whether the thrower throws again because his throw was not good.

        One that cannot be played leaves the turn to the other, so a look must have shown that a die lay badly.
        """
        playable = phase in PLAYING and throw.untouched and not throw.gained
        unplayable = phase is Phase.TO_THROW and throw.moves == () and self.dice.lay_badly
        return not seen.again and seen.by is throw.side and (playable or unplayable)

    def report_unwatched(self, seen: Thrown, table: JudgedTable) -> Iterator[Act]:
        """Report dice thrown from a board that changed unseen. The hand, or else the play, shows whose they are."""
        absence = self.absence
        if seen.again:
            absence.found = absence.found and replace(absence.found, dice=seen.dice)
            return
        situation = table.situation
        stands, score = self.belief.visible_position(situation.position), self.adopt_marks(situation)
        absence.marks.clear()
        # Before the first throw, such dice are the named beginner's, unless the play or a mark shows otherwise.
        side = situation.trait if seen.by is None and not situation.number else seen.by
        if side is None:
            absence.found = OrphanDice(seen.t, stands, seen.dice, score, thrown=True)
            return
        yield from self.as_it_stands(seen.t, stands, side, score, situation)
        yield from self.of(seen, table)

    def as_it_stands(
        self, t: float, position: Position, side: Side, score: Score | None, now: Situation
    ) -> Iterator[Act]:
        """Take the board and the marks as they stand, with `side` to throw."""
        self.absence, self.held, self.guessed = Absence(seen_at=self.absence.seen_at), None, ()
        self.marks.waiting = False
        yield Unwatched(t, position, side, score)
        if score is not None and not now.books.seen:
            yield from self.marks.lying(score, t)

    def adopt_marks(self, situation: Situation) -> Score | None:
        """Take the marks made until now for the score, so that they count for no later throw, and return it."""
        self.marks.adopt()
        return self.shown_score(situation)

    def shown_score(self, situation: Situation) -> Score | None:
        """Return the score that the board shows; None if the players do not mark."""
        return self.marks.shown_score(situation.score) if self.settings.players_mark else None
