"""Whole games in which players mark too few and too many points, and call each other's écoles.

The score is kept by hand, from the list of what was rightly marked, in the order in which it counts (Lois XVII; Jeu 3,
chronologie du marquage).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

from events.acts import Declaration
from events.trictrac.state import Phase
from rules.code import CODES, Code
from rules.marking import Score
from rules.position import Side
from tests.referee.hands import B, Hands

BEGUN = (
    None,
    ("1:2 2:2 3:2 5:2 7:2 9 10:2 12:2", "1:2 2:2 4:2 6:2 7 8:2 9 10 12:2"),
    ("5:2 6 7:2 8:2 9:2 10:2 11 12:3", "1:3 7:2 8:2 9 10:2 11:2 12:3"),
)
OWN, GIVEN = 0, 1


@dataclass
class Books:
    """The points rightly marked. A key is the throw, for whom it gave them, whether an école, and the side."""

    code: Code
    points: dict[tuple[int, int, bool, Side], int] = field(default_factory=dict)

    def add(self, throw: int, on: int, side: Side, points: int, *, ecole: bool = False) -> None:
        """Mark more points, or take some off."""
        key = (throw, on, ecole, side)
        self.points[key] = self.points.get(key, 0) + points

    def score(self) -> Score:
        """Return the score. Points of one side with none of the other's between are one mark."""

        def place(key: tuple[int, int, bool, Side]) -> tuple[int, int, int]:
            throw, on, ecole, _ = key
            return (throw, ecole, on) if self.code.ecoles_en_dernier else (throw, on, ecole)

        marks: list[tuple[Side, int]] = []
        for key in sorted((one for one, points in self.points.items() if points), key=place):
            together = marks.pop()[1] if marks and marks[-1][0] is key[3] else 0
            marks.append((key[3], together + self.points[key]))
        score = Score()
        for side, points in marks:
            if score.winner() is None:
                score = score.mark(side, points)[0]
        return score


class Game:
    """A game of players who err in one mark of three, and nearly always call what the other did."""

    def __init__(self, seed: int, code: Code) -> None:
        begun = BEGUN[seed % len(BEGUN)]
        self.random = random.Random(seed)  # noqa: S311 - nothing secret
        self.hands = Hands(*begun or (), code=code)
        self.books = Books(code)
        self.missed: tuple[int, int] | None = None
        """The points too many, or too few, that the player in turn marked for the throw before, and that throw."""

    def errs(self, due: int) -> int:
        """Return by how many points a player is wrong who has this many to mark."""
        wrong = self.random.choice((-4, -2, 2, 4)) if self.random.random() < 1 / 3 else 0
        return max(wrong, -due)

    def calls(self, side: Side, throw: int, on: int, wrong: int) -> None:
        """Let a side call the other's école, take a surplus off, and mark it."""
        self.hands.say(side, Declaration.ECOLE)
        self.books.add(throw, on, side.adversary, -max(0, wrong))
        self.books.add(throw, on, side, abs(wrong), ecole=True)
        self.hands.show(self.books.score(), by=side)

    def marks(self, side: Side, throw: int, on: int, points: int) -> None:
        """Let a side mark points of a throw."""
        if points:
            self.books.add(throw, on, side, points)
            self.hands.show(self.books.score(), by=side)

    def throws(self, number: int, side: Side) -> bool:
        """Let a side throw, mark and play, and the other call and mark. Return whether the game goes on."""
        hands, other = self.hands, side.adversary
        own = hands.throw((self.random.randint(1, 6), self.random.randint(1, 6)), side)
        assert hands.score == self.books.score(), f"throw {number}"
        throw = hands.judge.situation.throw
        assert throw is not None
        plays, given = throw.plays, hands.given()
        if self.missed is not None and self.random.random() < 1 / 2:
            self.calls(other, self.missed[1], GIVEN, self.missed[0])
            self.missed = None
        wrong = 0 if self.missed else self.errs(own)
        self.marks(side, number, OWN, own + wrong)
        if self.books.score().winner():
            return False
        if plays.dice_playable:
            hands.hop(side, *((move.start, move.end) for move in self.random.choice(plays.plays).moves))
        elif hands.judge.situation.phase is Phase.TO_DECIDE:
            hands.say(side, Declaration.JE_TIENS)
        if not any(hands.position.counts(side)):
            return False
        if wrong > 0 or (wrong and plays.dice_playable):
            self.calls(other, number, OWN, wrong)
        elif self.missed is not None:
            self.calls(other, self.missed[1], GIVEN, self.missed[0])
        self.missed = None
        wrong = self.errs(given)
        if not self.books.score().winner():
            self.marks(other, number, GIVEN, given + wrong)
            self.missed = (wrong, number) if wrong else None
        return self.books.score().winner() is None


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("code", sorted(CODES))
def test_ecoles_called_in_time_leave_the_score_that_the_laws_know(code: str, seed: int) -> None:
    """After every throw the judge has the score that the board shows, whatever écoles and trous went before."""
    game, side = Game(seed, CODES[code]), B
    for number in range(1, 31):
        if not game.throws(number, side):
            break
        side = side.adversary
