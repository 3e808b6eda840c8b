"""The rulings that all games share. They hold values without prose; `announce` puts them into words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, TypeVar

from rules.fault import AnyFault, Fault
from rules.faults.refusal import Refusal
from rules.jan import Jan
from rules.play import Move
from rules.position import Case, Dice, Side


class Window(StrEnum):
    """The state of a fault: claimable, claimed, too late to claim, or corrected by the player who made it."""

    OPEN = "open"
    CLAIMED = "claimed"
    CLOSED = "closed"
    MENDED = "mended"


class ClaimVerdict(StrEnum):
    """The result of a claim. UNSURE: it depends on dice that were not read with certainty."""

    RIGHT = "right"
    WRONG = "wrong"
    TOO_LATE = "too_late"
    UNSURE = "unsure"


class DiceTrouble(StrEnum):
    """Why a throw does not count (Lois VI; Jeu 1, validité du coup de dés)."""

    LEANING = "leaning"
    ON_RAIL = "on_rail"
    OUTSIDE = "outside"
    STACKED = "stacked"
    OUT_OF_TURN = "out_of_turn"


@dataclass(frozen=True, slots=True)
class News:
    """Something to announce.

    Attributes:
        id: unique in its sitting.
        t: seconds on the table's clock; for a ruling, the time of the act it follows from.
    """

    id: str
    t: float


@dataclass(frozen=True, slots=True)
class Ruling(News):
    """The referee's ruling on one act.

    throw: the number of the throw it belongs to, 1 for the first of the tour or game.
    """

    throw: int


@dataclass(frozen=True, slots=True)
class ThrowWorth(Ruling):
    """What a throw is worth to both sides, before a dame is touched.

    dice_playable: how many numbers must be played.
    """

    side: Side
    dice: Dice
    jans: tuple[Jan, ...]
    dice_playable: int


@dataclass(frozen=True, slots=True)
class ThrowRefused(Ruling):
    """The dice must be thrown again."""

    side: Side
    trouble: DiceTrouble
    article: str


@dataclass(frozen=True, slots=True)
class Played(Ruling):
    """A throw was played.

    Attributes:
        moves: in the player's own numbering.
        lawful: whether the laws allow the play.
        refusal: the first law that the play breaks, where the moves alone decide that.
    """

    side: Side
    dice: Dice
    moves: tuple[Move, ...]
    lawful: bool
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class FaultRuling(Ruling):
    """A fault was committed. `to` may act on it while the window is open.

    about: the id of the first ruling on this fault. A later ruling with that id says how the fault ended.
    """

    fault: AnyFault
    to: Side
    window: Window
    about: str


@dataclass(frozen=True, slots=True)
class ClaimRuled(Ruling):
    """A claim by button or page was judged. fault is None when there was nothing to claim.

    dice: for an unsure verdict, the assumed reading of the dice that it depends on.
    """

    by: Side
    verdict: ClaimVerdict
    fault: Fault | None
    points: int
    article: str
    dice: Dice | None = None


@dataclass(frozen=True, slots=True)
class Doubt(Ruling):
    """The table is unsure. choices: the likeliest plays; cases: where they differ, in the player's numbering."""

    side: Side
    choices: tuple[tuple[Move, ...], ...]
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class DoubtSettled(Ruling):
    """A doubt was settled by an answer or by later readings."""

    doubt: str


CaseDifference: TypeAlias = tuple[Side, Case, int, int]
"""A case that is not as it should be: its side, the case in that side's numbering, dames expected, dames seen."""


@dataclass(frozen=True, slots=True)
class Disorder(Ruling):
    """The board is not as it should be."""

    differences: tuple[CaseDifference, ...]


@dataclass(frozen=True, slots=True)
class OrderRestored(Ruling):
    """The camera and the record agree again."""


@dataclass(frozen=True, slots=True)
class Revised(Ruling):
    """Later evidence showed that the table had misread throw `throw`. This is how it was played."""

    side: Side
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Withdrawn(Ruling):
    """`what` was announced, but no longer holds after later evidence or a correction by people.

    An open fault is withdrawn by saying that it was corrected; a play, or a throw's worth, by announcing it again.
    asked: withdraw it silently, because people did so themselves, there was no fault, or another ruling replaces it.
    """

    what: Ruling
    asked: bool = False


@dataclass(frozen=True, slots=True)
class PlayToMake(Ruling):
    """The companion says how to move its dames, in its own numbering."""

    side: Side
    dice: Dice
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class CarriedOut(Ruling):
    """The companion's play was made for it.

    differences: (own case, dames expected, dames seen), where the play was not made exactly.
    """

    side: Side
    differences: tuple[tuple[Case, int, int], ...] = ()


RulingT = TypeVar("RulingT", bound=Ruling)


def standing(rulings: Iterable[RulingT]) -> list[RulingT]:
    """Return the rulings that still stand, without withdrawn ones and without the withdrawals."""
    ruled = list(rulings)
    withdrawn = [one.what for one in ruled if isinstance(one, Withdrawn)]
    gone = {what.id for what in withdrawn}
    # A withdrawn fault takes the later rulings on it along.
    faults = {what.about for what in withdrawn if isinstance(what, FaultRuling)}
    return [
        one
        for one in ruled
        if not isinstance(one, Withdrawn)
        and one.id not in gone
        and not (isinstance(one, FaultRuling) and one.about in faults)
    ]
