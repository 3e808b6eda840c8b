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
from events.backgammon.acts import (
    BoardSet,
    DoubleAnswered,
    Doubled,
    OpeningThrown,
    Reconsidered,
    Resigned,
    SetRight,
    Turn,
)
from events.backgammon.rulings import GameBegan, OpeningRolled
from events.backgammon.settings import BackgammonSettings
from events.backgammon.state import Phase
from events.rulings import Ruling, ThrowRefused, Window
from referee.backgammon.asking import ask
from referee.backgammon.playing import answer, close, end_play, rule_moved_dames, set_up_throw, throw_made
from referee.backgammon.ruling_diff import difference, take_back
from referee.backgammon.situation import ActContext, Entry, Situation
from rules.backgammon.match import Cube, Match, winner
from rules.backgammon.plays import legal_plays
from rules.position import Dice

SAID = (Claimed, Declared, Doubled, DoubleAnswered, Resigned, PlayAnnounced)
"""What is said of a throw, and judged again with it."""


class Judge:
    """The judge of one sitting.

    Attributes:
        settings: how the table plays.
        situation: how everything stands now.
        log: the acts of this game, and of the one before.
    """

    def __init__(self, settings: BackgammonSettings) -> None:
        self.settings = settings
        match = _new_match(settings)
        self.situation = Situation(match=match, cube=_cube(settings, match))
        self.log: list[Entry] = []
        self._ids = 0

    def _new_id(self) -> str:
        self._ids += 1
        return f"b{self._ids}"

    def observe(self, act: Act) -> tuple[Ruling, ...]:
        """Judge one act."""
        return self._reconsider(act) if isinstance(act, Reconsidered) else self._judge(act, act.t)

    def _judge(self, act: Act, t: float, turn: Turn | None = None) -> tuple[Ruling, ...]:
        """Judge one act at t, and log it; turn: the throw that it makes, if its starting position is to be set up."""
        context = ActContext(self.situation, t, self.settings, self._new_id)
        match act:
            case OpeningThrown():
                self._opening(context, act)
            case DiceThrown():
                if turn is not None:
                    set_up_throw(context, turn)
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
                context.become(position=act.position)
                rule_moved_dames(context)
            case BoardSet():
                self._board_set(context)
            case PlayAnnounced():
                if context.is_announcement(act):
                    context.become_throw(announced=act)
                    context.rule_play_to_make(act)
            case Claimed() | Declared() | Doubled() | DoubleAnswered() | Resigned():
                ask(context, act)
            case SetRight():
                self._set_right(context, act)
            case Undone():
                self._undo(context, act.throw)
            case _:
                pass  # such as dice taken up, or a doubt answered: these concern the tracker only
        made = context.made or Entry(act, self.situation)
        self.log.append(replace(made, rulings=(*made.rulings, *context.rulings)))
        self.situation = context.situation
        return tuple(context.rulings)

    def _opening(self, context: ActContext, act: OpeningThrown) -> None:
        rolled = OpeningRolled(context.new_id(), act.t, 0, act.dice)
        context.rule(rolled)
        context.become(opening=None if rolled.tied else act.dice, opened_at=act.t)

    def _throw(self, context: ActContext, act: DiceThrown) -> None:
        """Handle dice thrown."""
        if not act.good:
            number = context.situation.number + 1
            context.rule(ThrowRefused(context.new_id(), act.t, number, act.side, act.refused_for, "BG, dés"))
            return
        if context.situation.phase is Phase.OVER:
            return
        end_play(context)
        context.become(lapsed=None)
        close(context, Window.CLOSED)
        if context.situation.trait is None and context.situation.number:
            return  # the play before has just ended the game
        if context.situation.cube.offered_by is act.side:
            answer(context, act.side.adversary, taken=True)
        context.made = Entry(act, self.situation, (), context.situation, tuple(context.rulings))
        throw_made(context, act.side, act.dice, act.t)

    def _find(self, number: int) -> int | None:
        """Return where in the log throw `number` of this game was made; 0: where the board was set up for it."""
        for at in range(len(self.log) - 1, -1, -1):
            one = self.log[at]
            if isinstance(one.act, BoardSet):
                return None if number else at
            if one.thrown is not None and one.thrown.number + 1 == number:
                return at
        return None

    def thrown(self) -> Situation | None:
        """Return the situation from which the throw under way was made; None if it is not in the log."""
        at = self._find(self.situation.number)
        return None if at is None else self.log[at].thrown

    def _undo(self, context: ActContext, number: int) -> None:
        """Take back throw `number` of this game and all throws after it; 0: also the beginning of the game."""
        at = self._find(number)
        if at is not None:
            before, gone = self.log[at].before, _rulings(self.log[at:])
            del self.log[at:]
            self._take_back(context, before, gone, asked=True)

    def _cancel(self, context: ActContext, *, asked: bool = False) -> Entry | None:
        """Take back the throw under way. The play before it remains ended. Return how it was made."""
        at = self._find(context.situation.number)
        made = None if at is None else self.log[at]
        if made is None or made.thrown is None:
            return None
        since = _rulings(self.log[at:])[len(made.ended) :]
        self.log[at:] = [Entry(made.act, made.before, made.ended)]
        self._take_back(context, made.thrown, since, asked=asked)
        return made

    @staticmethod
    def _take_back(context: ActContext, situation: Situation, gone: Iterable[Ruling], *, asked: bool) -> None:
        context.situation = situation
        for ruling in take_back(gone, situation, context.t, context.new_id, asked=asked):
            context.rule(ruling)

    def _reconsider(self, act: Reconsidered) -> tuple[Ruling, ...]:
        """Judge the game again from a corrected throw on, and rule only on the differences."""
        at = self._find(act.throw)
        if at is None:
            return ()
        gone = _rulings(self.log[at:])
        said = [one.act for one in self.log[at:] if isinstance(one.act, SAID)]
        self.situation = self.log[at].before
        del self.log[at:]
        for turn in act.turns:
            while said and said[0].t < turn.t:
                self._judge(said.pop(0), act.t)
            self._judge(DiceThrown(turn.t, turn.side, turn.dice, good=True), act.t, turn)
        for one in (act, *said):
            self._judge(one, act.t)
        known = difference(gone, _rulings(self.log[at:]), self.situation, act.t, self._new_id)
        self.situation = known.situation
        self.log[at:] = [
            replace(one, rulings=known.standing_rulings(one.rulings), ended=known.standing_rulings(one.ended))
            for one in self.log[at:]
        ]
        return known.rulings

    def _board_set(self, context: ActContext) -> None:
        """Begin a game, as the dames are set up for one: the next of the match, or the first of a new match."""
        now = context.situation
        match = _new_match(self.settings) if now.match.over else now.match
        # A board that is set up before the first throw belongs to the game that is about to begin.
        game = now.game + (now.number > 0 or now.phase is Phase.OVER)
        context.situation = Situation(match=match, cube=_cube(self.settings, match), game=game)
        # A board set up by mistake can be undone, and the throws of the game before it, but nothing earlier.
        begun = self._find(0)
        self.log = self.log[0 if begun is None else begun + 1 :]
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
                throw, at = context.throw, self._find(context.situation.number)
                context.become_throw(base=act.position, plays=legal_plays(act.position, throw.side, throw.dice))
                thrown = None if at is None else self.log[at].thrown
                if at is not None and thrown is not None:
                    self.log[at] = replace(self.log[at], thrown=replace(thrown, position=act.position))
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
            made = self._cancel(context, asked=True)
            if made is not None:
                self.log.pop()
                context.made = replace(made, rulings=made.ended)
            throw_made(context, now.throw.side, dice)
        elif now.trait is not None and now.phase is not Phase.OVER:
            self._throw(context, DiceThrown(context.t, now.trait, dice, good=True))


def _rulings(log: Iterable[Entry]) -> tuple[Ruling, ...]:
    """Return the rulings on these acts."""
    return tuple(ruling for one in log for ruling in one.rulings)


def _new_match(settings: BackgammonSettings) -> Match:
    """Return a new match. Without the Crawford rule, the Crawford game counts as played already."""
    return Match(None if settings.pips else settings.target, crawford_played=not settings.crawford)


def _cube(settings: BackgammonSettings, match: Match) -> Cube:
    return replace(match.cube(), usable=match.cube().usable and not settings.pips)
