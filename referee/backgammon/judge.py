"""The judge of backgammon: acts in, rulings out.

1. A play is ruled on when the dames stand as a lawful play leaves them, when they rest otherwise, or with the next
   throw.
2. Until the next throw a player may still change the play. The ruling is then revised, and that is announced once.
3. An illegal play stands, and is a fault. Until he throws, the adversary may demand that it be made again.
4. A double that nobody answers in words is taken when its offerer throws.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from events.acts import (
    Act,
    Claimed,
    DameLifted,
    DamePlaced,
    Declared,
    DiceThrown,
    PlayAnnounced,
    PlayEnded,
    ThrowCancelled,
    Undone,
)
from events.backgammon.acts import BoardSet, DoubleAnswered, Doubled, OpeningThrown, Reconsidered, Resigned, SetRight
from events.backgammon.rulings import GameBegan, OpeningRolled
from events.backgammon.settings import BackgammonSettings
from events.backgammon.state import Phase
from events.rulings import Ruling, ThrowRefused, Window
from referee.backgammon import doubling
from referee.backgammon.asking import ask
from referee.backgammon.playing import close, end_play, rule_moved_dames, set_up_throw, throw_made
from referee.backgammon.ruling_diff import Said, Start, difference, take_back
from referee.backgammon.situation import ActContext, Situation
from rules.backgammon.match import Cube, Match, winner
from rules.backgammon.plays import legal_plays
from rules.position import Dice


class Judge:
    """The judge of one sitting.

    Attributes:
        settings: how the table plays.
        situation: how everything stands now.
        starts: how each throw of this game began, by its number; 0: how the game began.
    """

    def __init__(self, settings: BackgammonSettings) -> None:
        self.settings = settings
        match = _new_match(settings)
        self.situation = Situation(match=match, cube=_cube(settings, match))
        self.starts: dict[int, Start] = {}
        self._ids = 0

    def _new_id(self) -> str:
        self._ids += 1
        return f"b{self._ids}"

    def observe(self, act: Act) -> tuple[Ruling, ...]:
        """Judge one act."""
        context = ActContext(self.situation, act.t, self.settings, self._new_id)
        match act:
            case OpeningThrown():
                self._opening(context, act)
            case DiceThrown():
                self._throw(context, act)
            case ThrowCancelled():
                self._cancel(context)
            case DameLifted():
                context.move_dame(act.side, act.case, -1)
            case DamePlaced():
                context.move_dame(act.side, act.case, +1)
                rule_moved_dames(context)
            case PlayEnded():
                end_play(context)
            case Reconsidered():
                self._reconsider(context, act)
            case BoardSet():
                self._board_set(context)
            case Claimed() | Declared() | Doubled() | DoubleAnswered() | Resigned() | PlayAnnounced():
                say(context, act)
                self._note_request(context.situation.number, act)
            case SetRight():
                self._set_right(context, act)
            case Undone():
                self._undo(context, act.throw)
            case _:
                pass  # such as dice taken up, or a doubt answered: these concern the tracker only
        self.situation = context.situation
        start = self.starts.get(self.situation.number)
        if start is not None and not isinstance(act, Reconsidered):
            since = tuple(ruling for ruling in context.rulings if ruling not in start.ended)
            self.starts[self.situation.number] = replace(start, since=(*start.since, *since))
        return tuple(context.rulings)

    def _opening(self, context: ActContext, act: OpeningThrown) -> None:
        rolled = OpeningRolled(context.new_id(), act.t, 0, act.dice)
        context.rule(rolled)
        context.become(opening=None if rolled.tied else act.dice, opened_at=act.t)

    def _throw(self, context: ActContext, act: DiceThrown, before: Situation | None = None, made: int = 0) -> None:
        """Handle dice thrown.

        before, made: the situation, and the number of rulings so far, when the throw before ended.
        """
        if not act.good:
            number = context.situation.number + 1
            context.rule(ThrowRefused(context.new_id(), act.t, number, act.side, act.refused_for, "BG, dés"))
            return
        if context.situation.phase is Phase.OVER:
            return
        before = before or context.situation
        end_play(context)
        context.become(lapsed=None)
        close(context, Window.CLOSED)
        if context.situation.trait is None and context.situation.number:
            return  # the play before has just ended the game
        if context.situation.cube.offered_by is act.side:
            doubling.answer(context, act.side.adversary, taken=True)
        self.starts[context.situation.number + 1] = Start(before, context.situation, tuple(context.rulings[made:]))
        throw_made(context, act.side, act.dice, act.t)

    def _undo(self, context: ActContext, number: int) -> None:
        """Take back throw `number` of this game and all throws after it; 0: also the beginning of the game."""
        start = self.starts.get(number)
        if start is None:
            return
        gone = [(*each.ended, *each.since) for throw, each in self.starts.items() if throw >= number]
        kept = {throw: each for throw, each in self.starts.items() if throw < number}
        self.starts = dict(start.past) if number == 0 else kept
        self._take_back(context, start.before, sum(gone, ()), asked=True)

    def _cancel(self, context: ActContext, *, asked: bool = False) -> None:
        """Take back the throw under way. The play before it remains ended."""
        start = self.starts.pop(context.situation.number, None)
        if start is not None:
            self._take_back(context, start.thrown, start.since, asked=asked)

    @staticmethod
    def _take_back(context: ActContext, situation: Situation, gone: Iterable[Ruling], *, asked: bool) -> None:
        context.situation = situation
        for ruling in take_back(gone, situation, context.t, context.new_id, asked=asked):
            context.rule(ruling)

    def _note_request(self, number: int, said: Said) -> None:
        """Remember a request after throw `number`, to handle it again when that throw is judged again."""
        start = self.starts.get(number)
        if start is not None:
            self.starts[number] = replace(start, said=(*start.said, said))

    def _reconsider(self, context: ActContext, act: Reconsidered) -> None:
        """Judge the game again from a corrected throw on, and rule only on the differences."""
        start = self.starts.get(act.throw)
        if start is None:
            return
        later = {number: each for number, each in self.starts.items() if number >= act.throw}
        gone = sum(((*each.ended, *each.since) for each in later.values()), ())
        said = [request for each in later.values() for request in each.said]
        self.starts = {number: each for number, each in self.starts.items() if number < act.throw}
        context.situation = start.before
        begun: list[tuple[int, int]] = []
        for turn in act.turns:
            before = context.situation
            while said and said[0].t < turn.t:
                say(context, said.pop(0))
            begun.append((context.situation.number, len(context.rulings)))
            set_up_throw(context, turn)
            self._throw(context, DiceThrown(turn.t, turn.side, turn.dice, good=True), before, begun[-1][1])
        context.become(position=act.position)
        rule_moved_dames(context)
        for one in said:
            say(context, one)
            self._note_request(context.situation.number, one)
        for (_, first), (number, end) in pairwise([*begun, (context.situation.number, len(context.rulings))]):
            if number in self.starts:
                made = self.starts[number]
                since = tuple(context.rulings[first + len(made.ended) : end])
                self.starts[number] = replace(made, since=since)
        known = difference(gone, context.rulings, context.situation, context.t, context.new_id)
        context.rulings[:] = known.rulings
        context.situation = known.situation
        for number, each in self.starts.items():
            if number >= act.throw:
                self.starts[number] = replace(
                    each, ended=known.standing_rulings(each.ended), since=known.standing_rulings(each.since)
                )

    def _board_set(self, context: ActContext) -> None:
        """Begin a game, as the dames are set up for one: the next of the match, or the first of a new match."""
        now = context.situation
        match = _new_match(self.settings) if now.match.over else now.match
        # A board that is set up before the first throw belongs to the game that is about to begin.
        game = now.game + (now.number > 0 or now.phase is Phase.OVER)
        context.situation = Situation(match=match, cube=_cube(self.settings, match), game=game)
        # A board set up by mistake can be undone, and the throws of the game before it, but nothing earlier.
        past = {throw: each for throw, each in self.starts.items() if throw}
        self.starts = {0: Start(now, context.situation, past=past)}
        context.rule(GameBegan(context.new_id(), context.t, 0, game, crawford=match.crawford))

    def _set_right(self, context: ActContext, act: SetRight) -> None:
        self._score_set(context, act)
        if act.trait is not None:
            # The named player throws next, and nobody is accused of a play that was not made.
            over = context.situation.phase is Phase.OVER
            context.become(trait=act.trait, phase=Phase.OVER if over else Phase.TO_THROW, throw=None)
        if act.dice is not None:
            self._dice_set(context, act.dice)
        if act.position is not None:
            untouched = context.situation.untouched and context.situation.phase is Phase.TO_PLAY
            context.become(position=act.position)
            if untouched:
                throw, start = context.throw, self.starts.get(context.situation.number)
                context.become_throw(base=act.position, plays=legal_plays(act.position, throw.side, throw.dice))
                if start is not None:
                    thrown = replace(start.thrown, position=act.position)
                    self.starts[throw.number] = replace(start, thrown=thrown)
            rule_moved_dames(context)
            side = winner(act.position)
            if side is not None and context.situation.phase is not Phase.OVER:
                context.rule_borne_off(side)

    def _score_set(self, context: ActContext, act: SetRight) -> None:
        """Set the score of the match and the cube. A new cube ends an open offer, and a match won is over.

        If a match that ended so is then set right again, it goes on where it was.
        """
        now = context.situation
        if act.points is not None:
            match = replace(now.match, blancs=act.points[0], noirs=act.points[1])
            context.become(match=match)
            if match.over:
                stopped = now.stopped if now.phase is Phase.OVER else (now.phase, now.trait)
                context.become(phase=Phase.OVER, trait=None, stopped=stopped)
            else:
                if now.stopped is not None:
                    phase, trait = now.stopped
                    context.become(phase=phase, trait=trait, stopped=None)
                context.become(cube=replace(now.cube, usable=_cube(self.settings, match).usable))
        if act.cube is not None:
            context.become(cube=Cube(act.cube, act.doubled_by, None, context.situation.cube.usable))
            if now.phase is Phase.DOUBLED:
                context.become(phase=Phase.TO_THROW)

    def _dice_set(self, context: ActContext, dice: Dice) -> None:
        """Correct the dice of the throw under way. If there is none, the player in turn has thrown these."""
        now = context.situation
        if now.throw is not None and now.phase is Phase.TO_PLAY:
            throw, start = now.throw, self.starts.get(now.number)
            self._cancel(context, asked=True)
            if start is not None:
                self.starts[throw.number] = replace(start, since=())
            throw_made(context, throw.side, dice)
        elif now.trait is not None and now.phase is not Phase.OVER:
            self._throw(context, DiceThrown(context.t, now.trait, dice, good=True))


def say(context: ActContext, said: Said) -> None:
    """Handle a request, or the companion's announcement of its play."""
    if not isinstance(said, PlayAnnounced):
        ask(context, said)
    elif context.is_announcement(said):
        context.become_throw(announced=said)
        context.rule_play_to_make(said)


def _new_match(settings: BackgammonSettings) -> Match:
    """Return a new match. Without the Crawford rule, the Crawford game counts as played already."""
    return Match(None if settings.pips else settings.target, crawford_played=not settings.crawford)


def _cube(settings: BackgammonSettings, match: Match) -> Cube:
    return replace(match.cube(), usable=match.cube().usable and not settings.pips)
