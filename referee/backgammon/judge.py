"""The judge of backgammon: acts in, rulings out.

1. A play is ruled on when the dames stand as a lawful play leaves them, rest otherwise, or with the next throw.
2. Until the next throw it can be played otherwise; the ruling is then revised, announced once.
3. An illegal play stands, as a fault of its own: the adversary may have it made again until he throws.
4. A double not answered in words is taken when its offerer throws.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from events.acts import (
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
from events.backgammon.acts import (
    BoardSet,
    DoubleAnswered,
    Doubled,
    OpeningThrown,
    Reconsidered,
    Resigned,
    SetRight,
)
from events.backgammon.rulings import GameBegan, OpeningRolled
from events.backgammon.state import Phase
from events.rulings import ThrowRefused, Window
from referee.backgammon import doubling
from referee.backgammon.asking import ask
from referee.backgammon.bench import Bench
from referee.backgammon.carried_out import announced
from referee.backgammon.playing import close, end_play, moved, throw_made, thrown_from
from referee.backgammon.retelling import Start, difference, taken_back
from referee.backgammon.situation import Situation
from rules.backgammon.game import winner
from rules.backgammon.match import Cube, Match
from rules.backgammon.plays import legal_plays

if TYPE_CHECKING:
    from collections.abc import Iterable

    from events.acts import Act
    from events.backgammon.settings import BackgammonSettings
    from events.rulings import Ruling
    from referee.backgammon.retelling import Said
    from rules.position import Dice


class Judge:
    """Keeps the situation of one sitting, and how each throw of the game under way and the one before began."""

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
        bench = Bench(self.situation, act.t, self.settings, self._new_id)
        match act:
            case OpeningThrown():
                self._opening(bench, act)
            case DiceThrown():
                self._thrown(bench, act)
            case ThrowCancelled():
                self._cancel(bench)
            case DameLifted():
                bench.move_dame(act.side, act.case, -1)
            case DamePlaced():
                bench.move_dame(act.side, act.case, +1)
                moved(bench)
            case PlayEnded():
                end_play(bench)
            case Reconsidered():
                self._reconsider(bench, act)
            case BoardSet():
                self._board_set(bench)
            case Claimed() | Declared() | Doubled() | DoubleAnswered() | Resigned() | PlayAnnounced():
                say(bench, act)
                self._noted(bench.situation.number, act)
            case SetRight():
                self._set_right(bench, act)
            case Undone():
                self._undo(bench, act.throw)
            case _:
                pass  # the dice taken up, a doubt answered: the tracker's own business
        self.situation = bench.situation
        start = self.starts.get(self.situation.number)
        if start is not None and not isinstance(act, Reconsidered):
            since = tuple(ruling for ruling in bench.rulings if ruling not in start.ended)
            self.starts[self.situation.number] = replace(start, since=(*start.since, *since))
        return tuple(bench.rulings)

    def _opening(self, bench: Bench, act: OpeningThrown) -> None:
        rolled = OpeningRolled(bench.new_id(), act.t, 0, act.dice)
        bench.rule(rolled)
        bench.become(opening=None if rolled.tied else act.dice, opened_at=act.t)

    def _thrown(self, bench: Bench, act: DiceThrown, before: Situation | None = None, made: int = 0) -> None:
        """Dice thrown; before, made: how it stood, and how many rulings were made, when the throw before ended."""
        if not act.good and act.trouble is not None:
            bench.rule(
                ThrowRefused(bench.new_id(), act.t, bench.situation.number + 1, act.side, act.trouble, "BG, dés")
            )
            return
        if bench.situation.phase is Phase.OVER:
            return
        before = before or bench.situation
        end_play(bench)
        bench.become(lapsed=None)
        close(bench, Window.CLOSED)
        if bench.situation.trait is None and bench.situation.number:
            return  # that play has just ended the game
        if bench.situation.cube.offered_by is act.side:
            doubling.answer(bench, act.side.adversary, taken=True)
        self.starts[bench.situation.number + 1] = Start(before, bench.situation, tuple(bench.rulings[made:]))
        throw_made(bench, act.side, act.dice, act.t)

    def _undo(self, bench: Bench, number: int) -> None:
        """Before throw `number` of this game, as if it and all after it were not made; 0: as if it had not begun."""
        start = self.starts.get(number)
        if start is None:
            return
        gone = [(*each.ended, *each.since) for throw, each in self.starts.items() if throw >= number]
        kept = {throw: each for throw, each in self.starts.items() if throw < number}
        self.starts = dict(start.past) if number == 0 else kept
        self._taken_back(bench, start.before, sum(gone, ()), asked=True)

    def _cancel(self, bench: Bench, *, asked: bool = False) -> None:
        """The throw under way never was; the one before it is over all the same."""
        start = self.starts.pop(bench.situation.number, None)
        if start is not None:
            self._taken_back(bench, start.thrown, start.since, asked=asked)

    @staticmethod
    def _taken_back(bench: Bench, situation: Situation, gone: Iterable[Ruling], *, asked: bool) -> None:
        bench.situation = situation
        for ruling in taken_back(gone, situation, bench.t, bench.new_id, asked=asked):
            bench.rule(ruling)

    def _noted(self, number: int, said: Said) -> None:
        """Words after throw `number` are said again when the throw is judged again."""
        start = self.starts.get(number)
        if start is not None:
            self.starts[number] = replace(start, said=(*start.said, said))

    def _reconsider(self, bench: Bench, act: Reconsidered) -> None:
        """From a throw on it was otherwise: judged again, and only differences are ruled."""
        start = self.starts.get(act.throw)
        if start is None:
            return
        later = {number: each for number, each in self.starts.items() if number >= act.throw}
        gone = sum(((*each.ended, *each.since) for each in later.values()), ())
        said = [request for each in later.values() for request in each.said]
        self.starts = {number: each for number, each in self.starts.items() if number < act.throw}
        bench.situation = start.before
        begun: list[tuple[int, int]] = []
        for turn in act.turns:
            before = bench.situation
            while said and said[0].t < turn.t:
                say(bench, said.pop(0))
            begun.append((bench.situation.number, len(bench.rulings)))
            thrown_from(bench, turn)
            self._thrown(bench, DiceThrown(turn.t, turn.side, turn.dice, good=True), before, begun[-1][1])
        bench.become(position=act.position)
        moved(bench)
        for one in said:
            say(bench, one)
            self._noted(bench.situation.number, one)
        for (_, first), (number, end) in pairwise([*begun, (bench.situation.number, len(bench.rulings))]):
            if number in self.starts:
                made = self.starts[number]
                since = tuple(bench.rulings[first + len(made.ended) : end])
                self.starts[number] = replace(made, since=since)
        known = difference(gone, bench.rulings, bench.situation, bench.t, bench.new_id)
        bench.rulings[:] = known.rulings
        bench.situation = known.situation
        for number, each in self.starts.items():
            if number >= act.throw:
                self.starts[number] = replace(each, ended=known.kept(each.ended), since=known.kept(each.since))

    def _board_set(self, bench: Bench) -> None:
        """The dames stand for a game: the next one of the match, or the first of another."""
        now = bench.situation
        match = _new_match(self.settings) if now.match.over else now.match
        # A board that is set before anything was thrown is the game that is about to begin.
        game = now.game + (now.number > 0 or now.phase is Phase.OVER)
        bench.situation = Situation(match=match, cube=_cube(self.settings, match), game=game)
        # A player who set the board by mistake goes on where he was; the log is not gone back in further.
        past = {throw: each for throw, each in self.starts.items() if throw}
        self.starts = {0: Start(now, bench.situation, past=past)}
        bench.rule(GameBegan(bench.new_id(), bench.t, 0, game, crawford=match.crawford))

    def _set_right(self, bench: Bench, act: SetRight) -> None:
        self._score_set(bench, act)
        if act.trait is not None:
            # The named player throws next, and nobody is accused of a play that was not made.
            over = bench.situation.phase is Phase.OVER
            bench.become(trait=act.trait, phase=Phase.OVER if over else Phase.TO_THROW, throw=None)
        if act.dice is not None:
            self._dice_set(bench, act.dice)
        if act.position is not None:
            untouched = bench.situation.untouched and bench.situation.phase is Phase.TO_PLAY
            bench.become(position=act.position)
            if untouched:
                throw, start = bench.throw, self.starts.get(bench.situation.number)
                bench.become_throw(base=act.position, legal=legal_plays(act.position, throw.side, throw.dice))
                if start is not None:
                    thrown = replace(start.thrown, position=act.position)
                    self.starts[throw.number] = replace(start, thrown=thrown)
            moved(bench)
            side = winner(act.position)
            if side is not None and bench.situation.phase is not Phase.OVER:
                bench.borne_off(side)

    def _score_set(self, bench: Bench, act: SetRight) -> None:
        """The match and the cube as they are given; an offer that was open is none, and a match won is over.

        One that is then set right to go on does so where it was.
        """
        now = bench.situation
        if act.points is not None:
            match = replace(now.match, blancs=act.points[0], noirs=act.points[1])
            bench.become(match=match)
            if match.over:
                stopped = now.stopped if now.phase is Phase.OVER else (now.phase, now.trait)
                bench.become(phase=Phase.OVER, trait=None, stopped=stopped)
            else:
                if now.stopped is not None:
                    phase, trait = now.stopped
                    bench.become(phase=phase, trait=trait, stopped=None)
                bench.become(cube=replace(now.cube, usable=_cube(self.settings, match).usable))
        if act.cube is not None:
            bench.become(cube=Cube(act.cube, act.doubled_by, None, bench.situation.cube.usable))
            if now.phase is Phase.DOUBLED:
                bench.become(phase=Phase.TO_THROW)

    def _dice_set(self, bench: Bench, dice: Dice) -> None:
        """The throw under way was of these dice; without one, this is it, by the player in turn."""
        now = bench.situation
        if now.throw is not None and now.phase is Phase.TO_PLAY:
            throw, start = now.throw, self.starts.get(now.number)
            self._cancel(bench, asked=True)
            if start is not None:
                self.starts[throw.number] = replace(start, since=())
            throw_made(bench, throw.side, dice)
        elif now.trait is not None and now.phase is not Phase.OVER:
            self._thrown(bench, DiceThrown(bench.t, now.trait, dice, good=True))


def say(bench: Bench, said: Said) -> None:
    """Somebody says something, or the companion announces its play."""
    if isinstance(said, PlayAnnounced):
        announced(bench, said)
    else:
        ask(bench, said)


def _new_match(settings: BackgammonSettings) -> Match:
    """Without the Crawford rule its game counts as played."""
    return Match(None if settings.pips else settings.target, crawford_played=not settings.crawford)


def _cube(settings: BackgammonSettings, match: Match) -> Cube:
    return replace(match.cube(), usable=match.cube().usable and not settings.pips)
