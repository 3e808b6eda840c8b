"""Solo play as a game has it: the companion's part, sans I/O, and its questions to the coach."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from announce.notice import StillToMake
from events.rulings import PlayToMake

if TYPE_CHECKING:
    from collections.abc import Callable

    from coach.advice import AnyReason, Choice
    from events.acts import Act, PlayAnnounced
    from rules.play import Move
    from rules.position import Dice, Side


class About(StrEnum):
    """The purpose of an answer: the companion's play, the cube, a hint to the player, what a play of his was worth."""

    PLAY = "play"
    CUBE = "cube"
    HINT = "hint"
    REVIEW = "review"


@dataclass(frozen=True, slots=True)
class Question:
    """One throw of `side` to think about.

    situation: as the game's coach takes it, before the throw.
    level: whose choice is asked for; seed: what its errors are drawn from.
    leaving: the situation in which leaving is considered; None where it is not allowed.
    result: the position that was played; None but for a review.
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
    """Plays, the preferred first, whether to leave or to agree (about the cube), and what is true of the first play."""

    question: Question
    plays: tuple[Choice[Any], ...] = ()
    leaves: bool = False
    agrees: bool = False
    reasons: tuple[AnyReason, ...] = ()


class SoloGame(Protocol):
    """How a game is played solo; built again for each look at its referee."""

    @property
    def companion(self) -> Side | None:
        """The side the companion plays; None where it does not."""

    @property
    def situation(self) -> object:
        """The situation it was built from: another object whenever anything has changed."""

    @property
    def to_throw(self) -> bool:
        """Whether the companion is to throw."""

    def at_once(self, t: float) -> Act | None:
        """The next thing the companion says without thinking; None when there is nothing."""

    def question(self) -> Question | None:
        """What the companion has to think about now."""

    def hint(self) -> Question | None:
        """What the player could be advised about."""

    def review(self) -> Question | None:
        """The player's play that was just made."""

    def says(self, answer: Answer, t: float) -> tuple[Act, ...]:
        """What the companion says upon an answer."""

    def resigned(self, t: float, by: str) -> Act:
        """The player gives up."""

    def announced(self) -> PlayToMake | None:
        """The play that the companion announced and that is still to be made, to be said once more."""

    def left(self, t: float) -> StillToMake | None:
        """The missing moves of a play that was begun for the companion."""


class Thrown(Protocol):
    """A throw as the judge of any game holds it."""

    @property
    def number(self) -> int:
        """Its number."""

    @property
    def side(self) -> Side:
        """Who threw."""

    @property
    def dice(self) -> Dice:
        """The dice."""

    @property
    def announced(self) -> PlayAnnounced | None:
        """The play that the companion announced, if any."""


def said_again(throw: Thrown | None, to_move: tuple[Move, ...]) -> PlayToMake | None:
    """The announced play of a throw; None when there is none, or nothing of it is left to move."""
    said = None if throw is None else throw.announced
    if throw is None or said is None or not to_move:
        return None
    return PlayToMake(f"again-{throw.number}", said.t, throw.number, throw.side, throw.dice, said.moves)


def still_to_make(throw: Thrown, to_move: tuple[Move, ...], t: float) -> StillToMake | None:
    """The moves that are missing of a play begun for the companion; None when nothing is left to move."""
    if not to_move:
        return None
    return StillToMake(f"still-{throw.number}", t, throw.number, throw.side, throw.dice, to_move)
