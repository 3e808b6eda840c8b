"""Analyse a tour: the best play of each throw, the loss by another play, and the luck of the dice.

Pure functions of a record. Each throw is searched at most one throw ahead, so the time is bounded by the throws.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from coach.advice import Choice
from coach.throws import CHANCES, THROWS
from coach.trictrac.advice import Departure, Situation, choices, departure, evaluator
from coach.trictrac.search import by_throw
from coach.trictrac.situations import join
from rules.code import LOIS_2013, Code
from rules.marking import TROUS_DU_TOUR, Holding, Score
from rules.play import Move
from rules.position import BANDE, Dice, Position, Side
from rules.record.entries import Decided, Manche, Marked, Played, Releve, Remedied, Thrown

MOST_THROWS: Final = 500
"""Longer tours are refused. Tours of self-play have a fifth of these throws."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One throw of a tour and what the player did with it.

    Attributes:
        situation: Before the throw.
        dice: The throw.
        number: Of the throw in its tour, from 1.
        result: The position after the play; None when the player left, or nothing was recorded.
        marked: The score after the thrower's own points, if they made a trou; None otherwise.
        left: Whether the player left (*s'en aller*).
    """

    situation: Situation
    dice: Dice
    result: Position | None
    number: int = 1
    marked: Score | None = None
    left: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """The coach's judgement of one turn.

    Attributes:
        turn: The turn.
        win: The thrower's chance to win the tour, before the throw.
        luck: Trous that the dice gave beyond the mean of all throws.
        best: The best play.
        played: The player's play; None when he left, or his play is not legal.
        lost: Trous lost by the play.
        departure: The worth of holding and leaving, if the player had the choice.
        lost_by_decision: Trous lost by that choice.
    """

    turn: Turn
    win: float
    luck: float
    best: Choice[Position]
    played: Choice[Position] | None
    lost: float = 0.0
    departure: Departure | None = None
    lost_by_decision: float = 0.0

    @property
    def lost_win(self) -> float:
        """Chance of winning the tour lost by the play.

        It is below 0 when the play of the greatest equity wins a little less often.
        """
        return 0.0 if self.played is None else self.best.win - self.played.win


def judge_turns(turns: Iterable[Turn]) -> tuple[Judged, ...]:
    """Judge every turn by the strongest level.

    Raises ValueError for more than MOST_THROWS turns.
    """
    turns = tuple(turns)
    if len(turns) > MOST_THROWS:
        raise ValueError(f"{len(turns)} throws in a tour, expected at most {MOST_THROWS}")
    if not turns:
        return ()
    equity, win = by_throw(join([turn.situation.batch() for turn in turns]), evaluator())
    thrown = [THROWS.index((max(turn.dice), min(turn.dice))) for turn in turns]
    luck = equity[thrown, np.arange(len(turns))] - CHANCES @ equity
    chance = np.clip(CHANCES @ win, 0, 1)
    return tuple(
        _judge_turn(turn, float(each), float(lucky)) for turn, each, lucky in zip(turns, chance, luck, strict=True)
    )


def _judge_turn(turn: Turn, win: float, luck: float) -> Judged:
    found = choices(turn.situation, turn.dice)
    best = found[0]
    played = next((choice for choice in found if choice.result == turn.result), None)
    whole = Judged(turn, win, luck, best, played, 0.0 if played is None else best.equity - played.equity)
    if turn.marked is None:
        return whole
    either = departure(replace(turn.situation, score=turn.marked), turn.dice)
    chosen = either.leave if turn.left else either.hold
    return replace(whole, departure=either, lost_by_decision=max(either.hold, either.leave) - chosen)


def turns_of(manche: Manche, code: Code = LOIS_2013) -> tuple[Turn, ...]:
    """Return the turns of a recorded tour of the partie ordinaire, with the recorded marks.

    Throws made when a side had twelve trous already are left out (`throws_after_the_end`): nothing depends on them.
    Raises ValueError naming the throw where a play does not fit the position.
    """
    return _Follower(code).follow(manche)


def throws_after_the_end(manche: Manche, turns: Iterable[Turn]) -> tuple[int, ...]:
    """Return the numbers of the throws of a tour that are none of its turns."""
    throws = sum(isinstance(entry, Thrown) for entry in manche.entries)
    return tuple(sorted(set(range(1, throws + 1)) - {turn.number for turn in turns}))


class _Follower:
    """Follows a record from throw to throw."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._position, self._score = Position.start(), Score()
        self._coups = dict.fromkeys(Side, 1)
        self._turns: list[Turn] = []
        self._throws = 0
        self._under_way: Turn | None = None

    def follow(self, manche: Manche) -> tuple[Turn, ...]:
        for entry in manche.entries:
            if isinstance(entry, Thrown):
                self._begin(entry)
            elif isinstance(entry, Marked):
                self._mark(entry)
            elif isinstance(entry, (Played, Remedied)) and entry.moves is not None:
                self._play(entry.moves)
            elif isinstance(entry, Decided) and entry.left:
                self._leave()
            elif isinstance(entry, Releve):
                self._close()
                self._position, self._coups = Position.start(), dict.fromkeys(Side, 1)
        self._close()
        return tuple(self._turns)

    def _begin(self, entry: Thrown) -> None:
        self._close()
        side = entry.side
        self._throws += 1
        coups = (self._coups[side], self._coups[side.adversary])
        situation = Situation(self._position, side, self._score, coups, self._code)
        self._under_way = Turn(situation, entry.dice, None, self._throws)
        self._coups[side] += 1

    def _mark(self, entry: Marked) -> None:
        score, before = self._score, self._score.of(entry.side).trous
        if entry.points > 0:
            score, _ = score.mark(entry.side, entry.points)
        held = score.of(entry.side)
        # Recorded places of the jeton and the fichet override the points.
        held = replace(held, trous=held.trous if entry.fichet is None else entry.fichet)
        if entry.jeton is not None:
            held = Holding(entry.jeton, entry.bredouille, held.trous)
        self._score = score.with_holding(entry.side, held)
        turn = self._under_way
        if turn is not None and entry.side is turn.situation.side and before < held.trous < TROUS_DU_TOUR:
            self._under_way = replace(turn, marked=self._score)

    def _play(self, moves: tuple[Move, ...]) -> None:
        turn = self._under_way
        if turn is None:
            return
        side = turn.situation.side
        counts = list(turn.situation.position.counts(side))
        for move in moves:
            counts[move.start - 1] -= 1
            if move.end < BANDE:
                counts[move.end - 1] += 1
        if min(counts) < 0:
            raise ValueError(f"throw {self._throws}: {side} had no dame where the play begins")
        self._position = turn.situation.position.with_counts(side, tuple(counts))
        self._under_way = replace(turn, result=self._position)

    def _leave(self) -> None:
        if self._under_way is not None:
            self._under_way = replace(self._under_way, result=None, left=True)
        self._score = self._score.after_leaving()
        self._position, self._coups = Position.start(), dict.fromkeys(Side, 1)

    def _close(self) -> None:
        turn, self._under_way = self._under_way, None
        if turn is not None and max(turn.situation.score.of(side).trous for side in Side) < TROUS_DU_TOUR:
            self._turns.append(turn)
        # Fifteen dames out: the next throw is from the talons (Lois VIII).
        if any(not any(self._position.counts(side)) for side in Side):
            self._position, self._coups = Position.start(), dict.fromkeys(Side, 1)
