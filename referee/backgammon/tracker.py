"""The tracker of backgammon: it turns readings into acts.

The filter (`referee.inference`) weighs how the dames may have moved and what the dice may show. This module gives it
the readings and turns its belief into acts: new acts, or a reconsideration of throws already ruled on. It asserts
nothing while waiting, or a question, is expected to cost less.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, zip_longest

import numpy as np
from numpy.typing import NDArray

from events.acts import (
    Act,
    Claimed,
    Declaration,
    Declared,
    DiceLifted,
    DiceThrown,
    DoubtAnswered,
    PlayEnded,
    Request,
    ThrowCancelled,
)
from events.backgammon.acts import BoardSet, OpeningThrown, Reconsidered, SetRight, Turn
from events.backgammon.settings import BackgammonSettings
from events.backgammon.state import Phase
from events.board_reading import BoardReading, Colour
from referee.backgammon.belief import Believed, News, same_but_base, ways_between
from referee.backgammon.judge import Judge
from referee.backgammon.lines import LineOfPlay, looks_of
from referee.backgammon.questions import Questions
from referee.backgammon.successors import (
    LEAVING,
    PASSING,
    PRIORS,
    Context,
    Foreseen,
    Kind,
    Next,
    become,
    common,
    foreseen,
    hand_nats,
    lines_of_throw,
    occasion_of,
    rare,
    reread,
    unforeseen,
)
from referee.inference.beam import Beam, Successors, Weighed, shares
from referee.inference.dames import Rest, likelihoods
from referee.inference.deciding import Decision, Outcome, cheapest, decide, expected_cost, worth_telling
from referee.inference.tables import COSTS, FILTER, Costs
from referee.one_table import Notice
from referee.trictrac.tracker.dice import DiceTracker, Lifted, Thrown
from referee.trictrac.tracker.hands import HandsTracker
from rules.backgammon.match import winner
from rules.backgammon.plays import on_the_way
from rules.backgammon.position import BAR, HOME
from rules.position import DAMES, Dice, Side

Seen = Act | Notice


@dataclass(slots=True)
class Tracker:
    """The tracker of one table. Its methods yield acts; the judge takes each in before the caller asks for the next.

    Attributes:
        asserted: the line that the acts so far describe.
        believed: the explanations of the looks, the likeliest first.
        seen: whether the board is in sight.
        still: since when no hand was over the board, seconds.
        stirred: whether something moved since the last look.
        ended: whether the rest is over, because a hand came.
        began_lifted: whether no dice lay on the board when the rest began.
        waiting: the event that the tracker waits to assert, and since when.
        foreseen: successors of the lines that stand, as far as worked out already.
        questions: the questions of the table, and reports of a board out of order.
    """

    settings: BackgammonSettings
    beam: Beam[LineOfPlay] = field(default_factory=lambda: Beam(FILTER.kept, FILTER.within))
    rest: Rest = field(default_factory=Rest)
    dice: DiceTracker = field(default_factory=DiceTracker)
    hands: HandsTracker = field(default_factory=HandsTracker)
    asserted: LineOfPlay | None = None
    believed: tuple[Believed, ...] = ()
    seen: bool = False
    still: float = 0.0
    stirred: bool = True
    ended: bool = True
    began_lifted: bool = True
    waiting: tuple[object, float] | None = None
    foreseen: dict[tuple[object, ...], Foreseen] = field(default_factory=dict)
    questions: Questions = field(default_factory=Questions)

    def recall(self, act: Act) -> None:
        """Take in an act of the past, so that its traces on the table are not reported again."""
        match act:
            case DiceThrown() | OpeningThrown():
                self.dice.recall(act.dice)
            case DiceLifted():
                self.dice.lifted = True
            case Reconsidered() if act.turns:
                self.dice.recall(act.turns[-1].dice)
            case _:
                pass
        self.asserted = None

    def line(self, judge: Judge, t: float) -> LineOfPlay:
        """Return the line that was asserted last, or else what the judge knows."""
        return self.asserted if self.asserted is not None else self.certain(judge, t)

    def certain(self, judge: Judge, t: float) -> LineOfPlay:
        """Take the table for what the judge knows, and drop all hypotheses. Return its line."""
        now = judge.situation
        thrown, throw = judge.thrown(), now.throw
        line = LineOfPlay.certain(now, t, self.settings)
        if thrown is not None and throw is not None and now.phase is Phase.TO_PLAY and now.untouched:
            # The dice still lie on the board, so later looks may correct their values.
            turn = Turn(throw.t, throw.side, throw.dice, throw.base)
            line = replace(line, root=replace(thrown, position=throw.base), steps=(turn,))
        self.asserted = line
        self.beam.start(self.asserted)
        self.rest.again()
        self.believed, self.waiting = (), None
        return line

    def on_blinded(self, reading: BoardReading, judge: Judge) -> Iterator[Seen]:
        """Handle a reading in which a hand is over the board, or nothing can be seen."""
        self.line(judge, reading.t)
        if reading.hands:
            self.hands.observe(reading, self.settings.seating)
            waiting = self.dice.unclear_throw()
            if waiting is not None:
                yield from self._on_throw(waiting, reading.t, judge)
        self.seen = False
        self.still = reading.t
        self.stirred = self.ended = True
        self.waiting = None

    def on_reading(self, reading: BoardReading, judge: Judge) -> Iterator[Seen]:
        """Yield the acts that a reading shows: first of dames, then of dice."""
        self.seen = True
        line = self.line(judge, reading.t)
        if self.ended:
            self._absorb(reading.t)
            self.ended, self.began_lifted = False, self._lifted
        likely, before = self._likely(reading), self.rest.latest
        self.rest.add(likely, line.looks, stirred=self.stirred)
        if not self.believed or self.rest.telling:
            self._weigh(reading.t)
        yield from self._consider(reading.t, judge)
        only, taker = self.hands.only, self.hands.took(self.dice.places)
        # The hand of a player who moved a dame came for that. The other may have thrown with no hand over the board.
        thrower = None if only is not None and self._has_moved(only, before) else only
        now = judge.situation
        turn = now.trait if now.phase is Phase.TO_THROW else None
        dice = self.dice.without_false(reading.dice)
        up_since = self.dice.gone_since if self.dice.lifted and self.dice.gone else 0.0
        seen = self.dice.observe(dice, reading.t, thrower, taker, turn=turn)
        if isinstance(seen, Thrown) and not seen.again:
            # The single die read before was then seen to be gone, so a die that lies there now is another one.
            seen = replace(seen, t=max(seen.t, up_since))
        yield from self._dice(seen, reading.t, judge)
        self.stirred = False
        self.hands.looked(reading.t)

    def on_still(self, t: float, judge: Judge) -> Iterator[Seen]:
        """Handle a picture unchanged until t: what it showed once may be believed by now."""
        if not self.seen:
            return
        yield from self._consider(t, judge)
        yield from self._dice(self.dice.on_still(t), t, judge)

    def on_request(self, request: Request, judge: Judge) -> Iterator[Seen]:
        """Handle a request: assert the cheapest explanation of the board first, as the request is about that board."""
        self.line(judge, request.t)
        if not self.believed:
            self._weigh(request.t)
        news = self._news(self.line(judge, request.t))
        # A player who calls a fault has accused the other himself, so asserting the fault accuses nobody.
        outcomes = [replace(one.outcome, accuses=one.outcome.accuses and not _calls(request)) for one in news]
        yield from self._assert(news[cheapest(outcomes, self._costs)[0]].believed, request.t, judge)
        yield request
        if isinstance(request, SetRight | BoardSet) or not hasattr(request, "side"):
            self.certain(judge, request.t)
            return
        self._absorb(request.t)
        self.beam.become([Weighed(one.hypothesis.with_request(request), one.nats) for one in self.beam.stood])
        self.asserted = self.line(judge, request.t).with_request(request)
        self._weigh(request.t)

    def on_answer(self, answer: DoubtAnswered, judge: Judge) -> Iterator[Seen]:
        """Handle the answer to a question. Answers to any but the open doubt change nothing."""
        doubt, chosen = self.questions.doubt, self.questions.chosen(answer)
        if doubt is None or chosen is None:
            return
        yield from self.questions.settle(answer.t, judge.situation)
        line = self.line(judge, answer.t)
        if doubt.throw == judge.situation.number:
            become_so = become(chosen.line, chosen.following, answer.t)
        else:
            last = line.last
            if last is None:
                return
            turn = replace(last, base=chosen.following.position, found=False)
            become_so = line.back().with_throw(turn, line.dice_nats)
        yield from self._sync(become_so, answer.t, judge)
        self.beam.start(become_so)
        self.rest.again()
        self._weigh(answer.t)

    def _likely(self, reading: BoardReading) -> NDArray[np.float64]:
        settings, rows = self.settings, self.rest.rows
        return np.concatenate(
            [
                likelihoods(
                    reading.cases,
                    side,
                    Colour.LIGHT if side is settings.light else Colour.DARK,
                    settings.seating,
                    rows[24 * index : 24 * index + 24],
                )
                for index, side in enumerate(Side)
            ]
        )

    def _has_moved(self, side: Side, before: NDArray[np.intp] | None) -> bool:
        """Whether the last look counted dames of `side` differently than the look before, on a case that is no pile."""
        if before is None or self.rest.latest is None:
            return False
        part = slice(0, 24) if side is Side.BLANCS else slice(24, 48)
        one, other, rows = before[part], self.rest.latest[part], self.rest.rows[part]
        return bool(((one != other) & (np.minimum(one, other) < rows - 1)).any())

    @property
    def _context(self) -> Context:
        return Context(self.began_lifted, self.dice.half_read)

    @property
    def _lifted(self) -> bool:
        """Whether no dice lie on the board."""
        return self.dice.lifted or self.dice.gone > 0

    def _successors(self, line: LineOfPlay, t: float, *, unlikely: bool = False) -> Foreseen:
        """Return the successors of a line, worked out once; unlikely: include plays of throws not read."""
        context = self._context
        key = line.key, line.voided, context, unlikely
        known = self.foreseen.get(key)
        if known is None:
            nexts = [*common(line, context), *(rare(line, context, t) if unlikely else ())]
            known = self.foreseen[key] = foreseen(line, context, nexts)
        return known

    def _weigh(self, t: float) -> None:
        """Weigh every successor by the looks of this rest."""
        if not self.rest.looks:
            stood = self.beam.stood
            nexts = (Next(Kind.STANDING, one.hypothesis.now.position) for one in stood)
            each = zip(stood, nexts, shares([one.nats for one in stood]), strict=True)
            self.believed = tuple(
                Believed(one.hypothesis, following, share, one.hypothesis.hand_nats) for one, following, share in each
            )
            return
        found = self._foreseen(t)
        best = self.beam.stood[0].hypothesis
        unlikely = self.rest.likeliest(best.looks) + PRIORS[occasion_of(best.now, self._context)].nats(Kind.UNSEEN)
        if unlikely > found[0].nats:
            found = self._foreseen(t, unlikely=True)
        for parent in self.beam.stood[:2]:
            line = parent.hypothesis
            strange = unforeseen(line, self._context, self.rest)
            if strange is None:
                continue
            free, prior = strange
            looks = looks_of(free.position)
            if all((looks != line_looks).any() for line_looks in self._successors(line, t).looks):
                hands = line.hand_nats if free.turns else float(self._hand_nats(line, looks[None, :])[0])
                score = float(self.rest.scores(looks[None, :], line.looks)[0]) + prior + parent.nats
                found.append(Weighed(Believed(line, free, hand_nats=hands), score + hands - line.hand_nats))
        found.sort(key=lambda one: -one.nats)
        merged: dict[object, Believed] = {}
        for one, share in zip(found, shares([each.nats for each in found]), strict=True):
            known = merged.get(one.hypothesis.key, one.hypothesis)
            merged[known.key] = replace(known, share=known.share + share)
        self.believed = tuple(sorted(merged.values(), key=lambda one: -one.share))

    def _foreseen(self, t: float, *, unlikely: bool = False) -> list[Weighed[Believed]]:
        """Return the foreseen explanations of the looks, the likeliest first; unlikely: as in `_successors`."""
        lines = [one.hypothesis for one in self.beam.stood]
        those = [self._successors(line, t, unlikely=unlikely) for line in lines]
        # A play of another throw is not held against the hands.
        hands = [
            np.where([bool(one.turns) for one in each.nexts], line.hand_nats, self._hand_nats(line, each.looks))
            for line, each in zip(lines, those, strict=True)
        ]
        successors = [
            Successors(each.looks, each.nats + by_hands - line.hand_nats)
            for line, each, by_hands in zip(lines, those, hands, strict=True)
        ]
        return [
            Weighed(Believed(lines[at], those[at].nexts[row], hand_nats=float(hands[at][row])), nats)
            for at, row, nats in self.beam.weighed(self.rest, successors)
        ]

    def _hand_nats(self, line: LineOfPlay, looks: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return the nats of n tables by where the thrower's hand was, (n, 48) -> (n,)."""
        throw = line.now.throw
        pictures = None if throw is None else self.hands.pictures_at(throw.side, throw.t, self.settings)
        return np.zeros(len(looks)) if pictures is None else hand_nats(looks, line, self.rest.rows, pictures)

    def _absorb(self, t: float) -> None:
        """End the rest: its explanations become the hypotheses of the next one."""
        if self.rest.looks:
            floor = float(np.exp(-FILTER.within))
            self.beam.become(
                Weighed(replace(become(one.line, one.following, t), hand_nats=one.hand_nats), float(np.log(one.share)))
                for one in self.believed[: 2 * FILTER.kept]
                if one.share > floor
            )
            self.rest.again()
            self._certify()
            stood = {one.hypothesis.key for one in self.beam.stood}
            self.foreseen = {key: known for key, known in self.foreseen.items() if key[0] in stood}
        self.believed = ()

    def _certify(self) -> None:
        """Take throws of long ago for certain: drop the lines that differ in them, and shorten the others."""
        best = self.beam.stood[0].hypothesis
        if len(best.turns) <= 2 * FILTER.settled or self.asserted is None or len(self.asserted.turns) < FILTER.settled:
            return
        ahead = best.without_last(FILTER.settled)
        cut = len(best.steps) - len(ahead.steps)
        past = best.steps_key[:cut]
        if self.asserted.steps_key[:cut] != past:
            return
        kept = [one for one in self.beam.stood if one.hypothesis.steps_key[:cut] == past]
        self.beam.become([Weighed(one.hypothesis.without_first(ahead.root, cut), one.nats) for one in kept])
        self.asserted = self.asserted.without_first(ahead.root, cut)

    def _consider(self, t: float, judge: Judge) -> Iterator[Seen]:
        """Assert the cheapest event, ask about it, or wait."""
        if not self.believed:
            self._weigh(t)
        best, here = self.believed[0], self.line(judge, t)
        # Only the last event is decided here, not how the throws before it were played.
        news = self._news(here)
        chosen, cost = cheapest([one.outcome for one in news], self._costs)
        new = news[chosen].believed
        if self.waiting is None or self.waiting[0] != news[chosen].key:
            self.waiting = news[chosen].key, t
        same = new.key == (here.steps_key, here.now.position)
        if not same and new.following.kind not in PASSING:
            acts = chain(self.questions.settle(t, judge.situation), self._assert(new, t, judge))
            yield from self._decide(acts, cost, t - self.waiting[1], t, judge)
        elif same:
            doubt = self.questions.doubt
            if doubt is not None and best.share > 0.5 and doubt.throw == judge.situation.number:
                yield from self.questions.settle(t, judge.situation)
            yield from self._end(best, t, judge)
        yield from self.questions.update_disorder(best, t, judge.situation)

    def _news(self, here: LineOfPlay) -> list[News]:
        """Return the possible last events, each with its probability.

        Explanations that differ only in how earlier throws were played are taken together. The one with the past that
        was asserted stands for them, if there is one.
        """
        found: dict[object, News] = {}
        for one in self.believed:
            key = one.news
            known = found.get(key)
            accuses = bool(one.line.faults - here.faults)
            if known is None:
                found[key] = News(key, one, Outcome(one.share, accuses))
                continue
            kept, outcome = known.believed, known.outcome
            # No throw follows a play that wins, so the likeliest past is asserted with it.
            asserted = one.past == here.steps_key and winner(one.following.position) is None
            if asserted or (outcome.accuses and not accuses and kept.past != here.steps_key):
                kept, outcome = one, Outcome(outcome.share, accuses)
            found[key] = News(key, kept, Outcome(outcome.share + one.share, outcome.accuses))
        return list(found.values())

    def _end(self, best: Believed, t: float, judge: Judge) -> Iterator[Seen]:
        """End a play against the rules that has rested for long enough."""
        now = judge.situation
        throw = now.throw
        if now.phase is not Phase.TO_PLAY or throw is None or now.untouched or t - self.still < FILTER.pause:
            return
        if not self._lifted and now.position in on_the_way(throw.base, throw.side, throw.dice):
            return
        others = [Outcome(one.share, accuses=False) for one in self.believed[1:]]
        ended = Outcome(best.share, accuses=throw.side is not self.settings.moved_for)
        cost = expected_cost(ended, others, self._costs)
        yield from self._decide(iter([PlayEnded(t, throw.side)]), cost, t - self.still - FILTER.pause, t, judge)

    def _decide(self, acts: Iterator[Seen], cost: float, waited: float, t: float, judge: Judge) -> Iterator[Seen]:
        """Yield these acts, ask which of the two likeliest plays was made, or wait; cost: of the acts if wrong."""
        decision = decide(cost, waited, self._costs, answerable=self._answerable)
        if decision is Decision.ASSERT:
            yield from acts
        elif decision is Decision.ASK:
            yield from self.questions.pose(self.believed[:2], judge.situation.throw, t, judge.situation)

    def _assert(self, best: Believed, t: float, judge: Judge) -> Iterator[Seen]:
        """Yield the acts that assert an explanation."""
        kind = best.following.kind
        if kind is Kind.SET:
            yield from self._board_set_up(t, judge)
            return
        if kind is Kind.ALL_OFF:
            yield SetRight(t, by="board", why="a pile hid fewer", position=best.following.position)
            self.certain(judge, t)
            return
        if kind in PASSING:
            return
        line = become(best.line, best.following, t)
        if line.guessed is not None and not self._is_announced(line) and not self._dice_known(best):
            if winner(line.now.position) is not None:
                # The play won the game, whatever the dice showed.
                yield SetRight(t, by="board", why="dice nobody read", position=line.now.position)
                self.certain(judge, t)
            return
        if kind is Kind.UNSEEN and line.last is not None and self.dice.half_read is not None:
            self.dice.recall(line.last.dice)
        yield from self._sync(line, t, judge)

    def _is_announced(self, line: LineOfPlay) -> bool:
        """Whether the last throw of a line has been reported."""
        last = None if self.asserted is None else self.asserted.last
        return last is not None and line.last is not None and last.key == line.last.key

    def _dice_known(self, best: Believed) -> bool:
        """Whether unread dice are worth announcing, because no others explain the play nearly as well."""
        alike = [one.share for one in self.believed if one.news == best.news]
        return worth_telling(max(alike) / sum(alike), self._costs)

    def _sync(self, line: LineOfPlay, t: float, judge: Judge) -> Iterator[Seen]:
        """Yield the acts that lead from the line asserted so far to this one."""
        here = self.line(judge, t)
        announced, steps = here.announced, line.announced
        reopened = judge.situation.phase is Phase.OVER and line.now != here.now
        keys = [[step.key if isinstance(step, Turn) else step for step in each] for each in (announced, steps)]
        same = next((at for at, (one, other) in enumerate(zip_longest(*keys)) if one != other), len(announced))
        if reopened and here.last is not None:
            same = min(same, max(index for index, step in enumerate(announced) if isinstance(step, Turn)))
        gone = sum(isinstance(step, Turn) for step in announced[same:])
        turns = tuple(step for step in steps[same:] if isinstance(step, Turn))
        if gone:
            yield Reconsidered(t, judge.situation.number - gone + 1, turns, line.now.position)
        else:
            for turn in turns:
                yield from self._throw(turn, judge)
            yield from ways_between(line.since, judge.situation.position, line.now.position)
        self.asserted = line

    @staticmethod
    def _throw(turn: Turn, judge: Judge) -> Iterator[Seen]:
        now = judge.situation
        if turn.found:
            yield SetRight(turn.t, by="board", why="played on from it", position=turn.base, trait=turn.side)
        else:
            yield from ways_between(turn.t, now.position, turn.base)
        now = judge.situation
        if now.phase is Phase.TO_PLAY and now.untouched and now.trait is turn.side:
            yield ThrowCancelled(turn.t, turn.side, void=True)
        yield DiceThrown(turn.t, turn.side, turn.dice, good=True)

    def _board_set_up(self, t: float, judge: Judge) -> Iterator[Seen]:
        """Report a board set up for another game, so that the game before must be over.

        If the last throw could win it, it did. Otherwise the player who could bear off his last dames in one throw has
        won.
        """
        now = judge.situation
        throw, last = now.throw, None
        if throw is not None and now.phase is Phase.TO_PLAY:
            last = next((result for result in throw.plays.results if winner(result) is throw.side), None)
        if last is not None:
            yield from ways_between(t, now.position, last)
        elif now.phase in {Phase.TO_PLAY, Phase.TO_THROW}:
            left = {side: sum(now.position.counts(side)[1:]) for side in Side}
            side = min(Side, key=lambda side: left[side])
            if left[side] <= LEAVING and not any(now.position.counts(side)[HOME + 1 :]):
                off = now.position.with_counts(side, (DAMES, *(0,) * BAR))
                yield SetRight(t, by="board", why="set up again", position=off)
        yield BoardSet(t)
        self.certain(judge, t)

    def _dice(self, seen: Thrown | Lifted | None, t: float, judge: Judge) -> Iterator[Seen]:
        throw = judge.situation.throw
        if isinstance(seen, Lifted):
            self._weigh(t)
            if throw is not None:
                yield DiceLifted(seen.t, throw.side)
        if isinstance(seen, Thrown):
            yield from self._on_throw(seen, t, judge)

    def _on_throw(self, seen: Thrown, t: float, judge: Judge) -> Iterator[Seen]:
        """Handle dice seen thrown: decide the play before them now, as far as possible."""
        line = self.line(judge, t)
        side = line.now.trait
        if seen.trouble is not None:
            if side is not None and not seen.again and line.now.phase is not Phase.OVER:
                yield DiceThrown(seen.t, seen.by or side, seen.dice, good=False, trouble=seen.trouble)
            return
        dice: list[tuple[Dice, float]] = [(seen.dice, 0.0), *self.dice.other_readings(seen.dice)]
        if not self.believed:
            self._weigh(t)
        self._absorb(t)
        if seen.again:
            lines = [each for one in self.beam.stood for each in reread(one, dice)]
        else:
            lines = [
                Weighed(each.hypothesis, each.nats + one.nats)
                for one in self._with_unknown_dice()
                for each in lines_of_throw(one.hypothesis, seen.t, dice, seen.by, half_read=seen.half_read is not None)
            ]
        self.beam.become(lines or self.beam.stood)
        opening = self.beam.stood[0].hypothesis.now
        if opening.trait is None and opening.phase is not Phase.OVER:
            yield OpeningThrown(seen.t, seen.dice)
        self._weigh(t)
        yield from self._decide_now(t, judge)

    def _with_unknown_dice(self) -> list[Weighed[LineOfPlay]]:
        """Return the hypotheses, with unread dice that are not worth announcing marked so."""
        found: list[Weighed[LineOfPlay]] = []
        alike: dict[object, list[Weighed[LineOfPlay]]] = {}
        for one in self.beam.stood:
            line = one.hypothesis
            if line.guessed is None or self._is_announced(line) or line.now.phase is Phase.OVER:
                found.append(one)
            else:
                alike.setdefault(line.steps_key[:-1], []).append(one)
        for those in alike.values():
            by_dice: dict[object, float] = {}
            for one, share in zip(those, shares([one.nats for one in those]), strict=True):
                dice = one.hypothesis.guessed and one.hypothesis.guessed.dice
                by_dice[dice] = by_dice.get(dice, 0.0) + share
            if worth_telling(max(by_dice.values()), self._costs):
                found += those
                continue
            for one in those:
                line = one.hypothesis
                unannounced = (*line.unannounced, *((line.guessed,) if line.guessed is not None else ()))
                found.append(Weighed(replace(line, unannounced=unannounced), one.nats))
        return found

    def _decide_now(self, t: float, judge: Judge) -> Iterator[Seen]:
        """Assert the line with the lowest expected cost, now that the next throw has come."""
        lines = [one.hypothesis for one in self.beam.stood]
        known, throw = self.line(judge, t).faults, judge.situation.throw
        if throw is not None and not throw.lawful:
            known |= {(throw.side, throw.dice, judge.situation.position)}  # ruled on already
        outcomes = [
            # A throw after the end of a game is an error of its thrower, too.
            Outcome(share, bool(line.faults - known) or line.now.phase is Phase.OVER)
            for line, share in zip(lines, shares([one.nats for one in self.beam.stood]), strict=True)
        ]
        chosen, cost = cheapest(outcomes, self._costs)
        best = lines[chosen]
        yield from self.questions.settle(t, judge.situation)
        yield from self._sync(best, t, judge)
        other = next((one for one in lines if same_but_base(best, one)), None)
        if cost > self._costs.question and other is not None:
            # Ask how the throw before was played.
            plays = (Next(Kind.PLAYED, one.turns[-1].base) for one in (best, other))
            choices = [Believed(one, play, 0.5) for one, play in zip((best, other), plays, strict=True)]
            yield from self.questions.pose(choices, best.now.before, t, judge.situation)

    @property
    def _costs(self) -> Costs:
        return COSTS[self.settings.costs]

    @property
    def _answerable(self) -> bool:
        """Whether the two likeliest explanations are two plays of the throw under way, and no question is open."""
        if len(self.believed) < 2 or self.questions.doubt is not None:
            return False
        one, two = self.believed[:2]
        plays = {Kind.PLAYED, Kind.ILLEGAL}
        of_one_throw = one.line.steps_key == two.line.steps_key and not one.following.turns and not two.following.turns
        return of_one_throw and {one.following.kind, two.following.kind} <= plays


def _calls(request: Request) -> bool:
    """Whether a request accuses the other player of a fault."""
    what = request.what if isinstance(request, Declared) else None
    return isinstance(request, Claimed) or what in {Declaration.ECOLE, Declaration.FAUSSE_CASE}
