"""The rulings that all games share. Values without prose: `announce` puts them into words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from rules.fault import AnyFault, Fault
from rules.faults.refusal import Refusal
from rules.jan import Jan
from rules.play import Move
from rules.position import Case, Dice, Side

if TYPE_CHECKING:
    from collections.abc import Iterable


class Window(StrEnum):
    """Where a fault stands: it can still be claimed, has been, no longer can, or was mended by the one who made it."""

    OPEN = "open"
    CLAIMED = "claimed"
    CLOSED = "closed"
    MENDED = "mended"


class Verdict(StrEnum):
    """What becomes of a claim; unsure: it depends on what the dice said, which was not read surely."""

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
class Ruling:
    """What the referee says of one act.

    Attributes:
        id: unique in its sitting.
        t: the time of the act it follows from, seconds on the readings' clock.
        throw: the number of the throw it belongs to, 1 for the first of the tour or game.
    """

    id: str
    t: float
    throw: int


@dataclass(frozen=True, slots=True)
class ThrowWorth(Ruling):
    """What a throw is worth to both, before a dame is touched; dice_playable: how many numbers must be played."""

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
    """A throw was played: the dames' ways in the player's own numbering, and whether the laws allow it.

    refusal: the first law that stands against it, where the ways alone decide it.
    """

    side: Side
    dice: Dice
    moves: tuple[Move, ...]
    lawful: bool
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class FaultRuling(Ruling):
    """A fault was committed; `to` may do something about it while the window is open.

    about: the id of the first ruling on this fault; a later one tells what became of it.
    """

    fault: AnyFault
    to: Side
    window: Window
    about: str


@dataclass(frozen=True, slots=True)
class ClaimRuled(Ruling):
    """A claim by button or page was adjudicated; fault is None when there was nothing to claim.

    dice: where it is unsure, what those are taken to have said that it depends on.
    """

    by: Side
    verdict: Verdict
    fault: Fault | None
    points: int
    article: str
    dice: Dice | None = None


@dataclass(frozen=True, slots=True)
class Doubt(Ruling):
    """The table is unsure: the likeliest plays, and the cases (player's numbering) in which they differ."""

    side: Side
    choices: tuple[tuple[Move, ...], ...]
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class DoubtSettled(Ruling):
    """A doubt was settled, by an answer or by the next readings."""

    doubt: str


@dataclass(frozen=True, slots=True)
class Disorder(Ruling):
    """The board does not stand as it should: (side, own case, dames expected, dames seen) for each difference."""

    differences: tuple[tuple[Side, Case, int, int], ...]


@dataclass(frozen=True, slots=True)
class OrderRestored(Ruling):
    """Camera and record agree again."""


@dataclass(frozen=True, slots=True)
class Revised(Ruling):
    """Later evidence showed the table had read throw `throw` wrongly; this is how it was played."""

    side: Side
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Withdrawn(Ruling):
    """`what` was announced, and does not hold now that later evidence, or people, have the past judged again.

    A fault still open is no longer ruled by saying that it was mended; a play, or a throw's worth, by announcing it
    again. asked: it is taken back without a word, as people did so themselves, the fault turned out to be none, or
    another ruling takes its place.
    """

    what: Ruling
    asked: bool = False


@dataclass(frozen=True, slots=True)
class PlayToMake(Ruling):
    """The companion says how its dames are to be moved, in its own numbering."""

    side: Side
    dice: Dice
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class CarriedOut(Ruling):
    """The companion's play was made for it; (own case, dames expected, dames that stand there) where it was not."""

    side: Side
    differences: tuple[tuple[Case, int, int], ...] = ()


SHARED: tuple[type[Ruling], ...] = (
    ThrowWorth,
    ThrowRefused,
    Played,
    PlayToMake,
    CarriedOut,
    ClaimRuled,
    Doubt,
    DoubtSettled,
    Disorder,
    OrderRestored,
    Revised,
    Withdrawn,
)
"""What may be ruled in any game."""

RulingT = TypeVar("RulingT", bound=Ruling)


def standing(rulings: Iterable[RulingT]) -> list[RulingT]:
    """What stands of what was ruled: nothing that was withdrawn, nor that it was."""
    ruled = list(rulings)
    withdrawn = [one.what for one in ruled if isinstance(one, Withdrawn)]
    gone = {what.id for what in withdrawn}
    # What came of a fault goes with it.
    faults = {what.about for what in withdrawn if isinstance(what, FaultRuling)}
    return [
        one
        for one in ruled
        if not isinstance(one, Withdrawn)
        and one.id not in gone
        and not (isinstance(one, FaultRuling) and one.about in faults)
    ]
