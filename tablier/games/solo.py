"""Solo play of any game: the companion, sans I/O, and its questions to the coach."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from announce.notice import JetonUnseen, StillToMake
from coach.advice import AnyReason, Choice
from events.acts import Act, PlayAnnounced
from events.rulings import PlayToMake
from events.trictrac.rulings import MarksAmiss
from rules.play import Move
from rules.position import Dice, Side


class About(StrEnum):
    """The purpose of a question: the companion's play, the cube, a hint, or the worth of the player's play."""

    PLAY = "play"
    CUBE = "cube"
    HINT = "hint"
    REVIEW = "review"


@dataclass(frozen=True, slots=True)
class Question:
    """One throw of `side` to think about.

    situation: before the throw, as the game's coach takes it.
    level: of the player to choose as.
    seed: from which that player's errors are drawn.
    leaving: the situation in which leaving is considered; None when it is not allowed.
    result: the position that was played; only for a review.
    ask: how the coach of this game answers.
    """

    about: About
    tour: int
    throw: int
    side: Side
    dice: Dice
    situation: Any
    level: str
    seed: int
    ask: Callable[[Question], Answer] = field(compare=False)
    leaving: Any = None
    result: Any = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The coach's answer.

    plays: the best first
    leaves: whether to leave
    agrees: whether to double or take
    reasons: what is true of the first play
    """

    question: Question
    plays: tuple[Choice[Any], ...] = ()
    leaves: bool = False
    agrees: bool = False
    reasons: tuple[AnyReason, ...] = ()


class SoloGame(Protocol):
    """How a game is played solo; built again from its referee each time it is needed."""

    @property
    def companion(self) -> Side | None:
        """The side the companion plays; None when it plays none."""

    @property
    def situation(self) -> object:
        """The situation this object was built from; a different object after every change."""

    @property
    def to_throw(self) -> bool:
        """Whether it is the companion's turn to throw."""

    def at_once(self, t: float) -> Act | None:
        """Return the next act of the companion that needs no thought; None when there is none."""

    def question(self) -> Question | None:
        """Return what the companion has to think about now."""

    def hint(self) -> Question | None:
        """Return the player's throw to give advice about."""

    def review(self) -> Question | None:
        """Return the play that the player just made."""

    def says(self, answer: Answer, t: float) -> tuple[Act, ...]:
        """Return the companion's acts after an answer."""

    def resign(self, t: float, by: str) -> Act:
        """Return the act by which the player gives up."""

    def announced_play(self) -> PlayToMake | None:
        """Return the announced play of the companion that is still to be made, to be announced again."""

    def missing_moves(self, t: float) -> StillToMake | None:
        """Return the missing moves of a play that was begun for the companion."""

    def misplaced_jeton(self, t: float) -> MarksAmiss | JetonUnseen | None:
        """Return a jeton that rests where it should not, or is out of sight."""


def play_to_repeat(said: PlayAnnounced | None, to_move: tuple[Move, ...]) -> PlayToMake | None:
    """Return the play that the companion announced, to repeat it; None without one, or if nothing is left to move."""
    if said is None or not to_move:
        return None
    return PlayToMake(f"again-{said.throw}", said.t, said.throw, said.side, said.dice, said.moves)
