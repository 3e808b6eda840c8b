"""The judge of backgammon: acts in, rulings out.

1. A play is ruled on when the dames stand as a lawful play leaves them, rest otherwise, or with the next throw.
2. Until the next throw it can be played otherwise; what was ruled is then revised, told once.
3. An illegal play stands, as a fault of its own: the adversary may have it made again until he throws.
4. A double not answered in words is taken when its offerer throws.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from events.acts import (
    Claimed,
    DameLifted,
    DamePlaced,
    Declaration,
    Declared,
    DiceThrown,
    PlayAnnounced,
    PlayEnded,
    ThrowCancelled,
    Undone,
)
from events.backgammon.acts import BoardSet, DoubleAnswered, Doubled, OpeningThrown, Reread, Resigned, SetRight
from events.backgammon.rulings import GameBegan, IllegalPlayRuled, OpeningRolled
from events.backgammon.state import Phase
from events.rulings import ClaimRuled, ThrowRefused, Verdict, Window
from referee.backgammon import doubling
from referee.backgammon.bench import Bench
from referee.backgammon.carried_out import announced
from referee.backgammon.playing import end_play, moved, throw_made, told_play
from referee.backgammon.retelling import Start, taken_back
from referee.backgammon.situation import Situation
from rules.backgammon.game import Win, winner
from rules.backgammon.match import Cube, Match
from rules.backgammon.plays import legal_plays

if TYPE_CHECKING:
    from collections.abc import Iterable

    from events.acts import Act
    from events.backgammon.settings import BackgammonSettings
    from events.rulings import Ruling
    from rules.position import Dice, Side


class Judge:
    """Keeps the situation of one sitting, and of the game under way and the one before how each throw began."""

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
            case PlayAnnounced():
                announced(bench, act)
            case PlayEnded():
                end_play(bench)
            case Reread():
                self._reread(bench, act)
            case BoardSet():
                self._board_set(bench)
            case Claimed():
                _claim(bench, act.side)
            case Declared():
                _declared(bench, act)
            case Doubled():
                _done(bench, act.side)
                doubling.offer(bench, act.side)
            case DoubleAnswered():
                doubling.answer(bench, act.side, taken=act.taken)
            case Resigned():
                doubling.resign(bench, act.side, Win(act.how))
            case SetRight():
                self._set_right(bench, act)
            case Undone():
                self._undo(bench, act.throw)
            case _:
                pass  # the dice taken up, a doubt answered: the tracker's own business
        self.situation = bench.situation
        start = self.starts.get(self.situation.number)
        if start is not None:
            since = tuple(ruling for ruling in bench.rulings if ruling not in start.ended)
            self.starts[self.situation.number] = replace(start, since=(*start.since, *since))
        return tuple(bench.rulings)

    def _opening(self, bench: Bench, act: OpeningThrown) -> None:
        rolled = OpeningRolled(bench.new_id(), act.t, 0, act.dice)
        bench.rule(rolled)
        bench.become(opening=None if rolled.tied else act.dice, opened_at=act.t)

    def _thrown(self, bench: Bench, act: DiceThrown) -> None:
        if not act.good and act.trouble is not None:
            bench.rule(
                ThrowRefused(bench.new_id(), act.t, bench.situation.number + 1, act.side, act.trouble, "BG, dés")
            )
            return
        if bench.situation.phase is Phase.OVER:
            return
        before = bench.situation
        end_play(bench)
        bench.become(lapsed=None)
        _close(bench, Window.CLOSED)
        if bench.situation.trait is None and bench.situation.number:
            return  # that play has just ended the game
        if bench.situation.cube.offered_by is act.side:
            doubling.answer(bench, act.side.adversary, taken=True)
        self.starts[bench.situation.number + 1] = Start(before, bench.situation, tuple(bench.rulings))
        throw_made(bench, act.side, act.dice)

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

    def _reread(self, bench: Bench, act: Reread) -> None:
        """The throw before was played otherwise; the one under way, still untouched, is thrown from there."""
        now = bench.situation
        if now.throw is None or now.before is None or now.number not in self.starts:
            return
        start, throw = self.starts[now.number], now.throw
        bench.situation = replace(start.thrown, throw=now.before, position=act.position)
        told_play(bench)
        if bench.situation.fault is not None:
            _close(bench, Window.CLOSED)
        elif now.lapsed is not None:
            bench.rule(replace(now.lapsed, id=bench.new_id(), t=bench.t, window=Window.MENDED))
            bench.become(lapsed=None)
        start = replace(start, thrown=bench.situation, ended=(*start.ended, *bench.rulings))
        told = len(bench.rulings)
        throw_made(bench, throw.side, throw.dice, throw.t)
        if bench.throw.legal.dice_playable == throw.legal.dice_playable:
            del bench.rulings[told:]  # That throw was told; only what it was played from has changed.
        else:
            now = bench.situation
            bench.rulings[told:told] = taken_back(start.since, now, bench.t, bench.new_id, asked=False)
            start = replace(start, since=())
        self.starts[now.number] = start

    def _board_set(self, bench: Bench) -> None:
        """The dames stand for a game: the next one of the match, or the first of another."""
        now = bench.situation
        match = _new_match(self.settings) if now.match.over else now.match
        # A board that is set before anything was thrown is the game that is about to begin.
        game = now.game + (now.number > 0 or now.phase is Phase.OVER)
        bench.situation = Situation(match=match, cube=_cube(self.settings, match), game=game)
        # Who set the board by mistake goes on where he was; what lies further back is not gone back to.
        past = {throw: each for throw, each in self.starts.items() if throw}
        self.starts = {0: Start(now, bench.situation, past=past)}
        bench.rule(GameBegan(bench.new_id(), bench.t, 0, game, crawford=match.crawford))

    def _set_right(self, bench: Bench, act: SetRight) -> None:
        self._score_set(bench, act)
        if act.trait is not None:
            phase = bench.situation.phase
            bench.become(trait=act.trait, phase=Phase.TO_THROW if phase is Phase.OPENING else phase)
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
        """The throw under way was of these dice; without one this is it, of whoever is to throw."""
        now = bench.situation
        if now.throw is not None and now.phase is Phase.TO_PLAY:
            throw, start = now.throw, self.starts.get(now.number)
            self._cancel(bench, asked=True)
            if start is not None:
                self.starts[throw.number] = replace(start, since=())
            throw_made(bench, throw.side, dice)
        elif now.trait is not None and now.phase is not Phase.OVER:
            self._thrown(bench, DiceThrown(bench.t, now.trait, dice, good=True))


def _new_match(settings: BackgammonSettings) -> Match:
    """Without the Crawford rule its game counts as played."""
    return Match(None if settings.pips else settings.target, crawford_played=not settings.crawford)


def _cube(settings: BackgammonSettings, match: Match) -> Cube:
    return replace(match.cube(), usable=match.cube().usable and not settings.pips)


def _close(bench: Bench, window: Window) -> None:
    """What becomes of the fault whose window is open, if one is."""
    fault = bench.situation.fault
    if fault is not None:
        bench.rule(replace(fault, id=bench.new_id(), t=bench.t, window=window))
        bench.become(fault=None, lapsed=fault if window is Window.CLOSED else None)


def _done(bench: Bench, side: Side) -> None:
    """`side` says what only comes after the other's play: that play is over."""
    if bench.situation.throw is not None and bench.situation.throw.side is not side:
        end_play(bench)


def _claim(bench: Bench, side: Side) -> None:
    """`side` says that a play was illegal: then it must be made again. A play that is called is taken as ended."""
    _done(bench, side)
    now = bench.situation
    open_, lapsed = now.fault, now.lapsed
    fault: IllegalPlayRuled | None = None
    if open_ is not None and open_.to is side:
        verdict, fault = Verdict.RIGHT, open_
    elif lapsed is not None and lapsed.to is side:
        verdict, fault = Verdict.TOO_LATE, lapsed
    else:
        verdict = Verdict.WRONG
    article = "" if fault is None else fault.fault.article
    bench.rule(ClaimRuled(bench.new_id(), bench.t, now.number, side, verdict, None, 0, article))
    if verdict is Verdict.RIGHT and open_ is not None:
        claimed = replace(open_, id=bench.new_id(), t=bench.t, window=Window.CLAIMED)
        bench.rule(claimed)
        bench.become(phase=Phase.TO_PLAY, trait=bench.throw.side, fault=claimed)
        bench.become_throw(moves=None)


def _declared(bench: Bench, act: Declared) -> None:
    """What the buttons of the trictrac say here: played or taken, illegal, I double, I give up."""
    doubled = bench.situation.cube.offered_by is act.side.adversary
    match act.what:
        case Declaration.COUP_JOUE if doubled:
            doubling.answer(bench, act.side, taken=True)
        case Declaration.COUP_JOUE:
            end_play(bench)
        case Declaration.ECOLE | Declaration.FAUSSE_CASE:
            _claim(bench, act.side)
        case Declaration.J_ADOUBE:
            _done(bench, act.side)
            doubling.offer(bench, act.side)
        case Declaration.JE_M_EN_VAIS:
            doubling.resign(bench, act.side, Win.SIMPLE)
        case Declaration.JE_TIENS:
            pass
