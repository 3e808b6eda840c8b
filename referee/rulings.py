"""What the referee has to say. Values without prose: `announce` puts them into words.

Every ruling has an id unique in its game, the time of the act it follows from (seconds on the readings' clock) and
the number of the throw it belongs to (1 for the first of the tour).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.backgammon.rulings import BackgammonRuling
    from referee.ecrire.rulings import MarqueRuled
    from rules.fault import Fault
    from rules.faults.refusal import Refusal
    from rules.jan import Jan
    from rules.play import Move
    from rules.position import Case, Dice, Side
    from rules.releve import ReleveCause


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
class ThrowWorth:
    """What a throw is worth to both, before a dame is touched; dice_playable: how many numbers must be played."""

    id: str
    t: float
    throw: int
    side: Side
    dice: Dice
    jans: tuple[Jan, ...]
    dice_playable: int


@dataclass(frozen=True, slots=True)
class ThrowRefused:
    """The dice must be thrown again."""

    id: str
    t: float
    throw: int
    side: Side
    trouble: DiceTrouble
    article: str


@dataclass(frozen=True, slots=True)
class Played:
    """A throw was played: the dames' ways in the player's own numbering, and whether the laws allow it.

    refusal: the first law that stands against it, where that can be told of the ways alone.
    """

    id: str
    t: float
    throw: int
    side: Side
    dice: Dice
    moves: tuple[Move, ...]
    lawful: bool
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Marked:
    """A side marked: `points` this time, making `trous` more trous and leaving `reste` points, in bredouille or not.

    total: trous of the side afterwards; ecole: these are points of an école; owed: what was due to it then.
    """

    id: str
    t: float
    throw: int
    side: Side
    points: int
    trous: int
    reste: int
    bredouille: bool
    total: int
    ecole: bool
    owed: int


@dataclass(frozen=True, slots=True)
class FaultRuled:
    """A fault was committed; `to` may claim it while the window is open.

    about: the id of the first ruling on this fault; a later one tells what became of it.
    """

    id: str
    t: float
    throw: int
    fault: Fault
    to: Side
    window: Window
    about: str


@dataclass(frozen=True, slots=True)
class ClaimRuled:
    """A claim by button or page was adjudicated; fault is None when there was nothing to claim.

    dice: where it is unsure, what those are taken to have said that it depends on.
    """

    id: str
    t: float
    throw: int
    by: Side
    verdict: Verdict
    fault: Fault | None
    points: int
    article: str
    dice: Dice | None = None


@dataclass(frozen=True, slots=True)
class HeldOrLeft:
    """After a trou of his own throw, `side` holds or goes (tenir, s'en aller)."""

    id: str
    t: float
    throw: int
    side: Side
    left: bool


@dataclass(frozen=True, slots=True)
class ReleveRuled:
    """The dames go back to the talons; `first` throws next."""

    id: str
    t: float
    throw: int
    cause: ReleveCause
    first: Side


@dataclass(frozen=True, slots=True)
class TourWon:
    """The tour is over: trous of both, and whether it was won in grande bredouille, with the pavillon or without."""

    id: str
    t: float
    throw: int
    side: Side
    trous: int
    trous_adverse: int
    grande_bredouille: bool
    pavillon: bool


@dataclass(frozen=True, slots=True)
class Doubt:
    """The table is unsure: the likeliest plays, and the cases (player's numbering) in which they differ."""

    id: str
    t: float
    throw: int
    side: Side
    choices: tuple[tuple[Move, ...], ...]
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class DoubtSettled:
    """A doubt was settled, by an answer or by the next readings."""

    id: str
    t: float
    throw: int
    doubt: str


@dataclass(frozen=True, slots=True)
class Disorder:
    """The board does not stand as it should: (side, own case, dames expected, dames seen) for each difference."""

    id: str
    t: float
    throw: int
    differences: tuple[tuple[Side, Case, int, int], ...]


@dataclass(frozen=True, slots=True)
class OrderRestored:
    """Camera and record agree again."""

    id: str
    t: float
    throw: int


@dataclass(frozen=True, slots=True)
class Revised:
    """Later evidence showed the table had read throw `throw` wrongly; this is how it was played."""

    id: str
    t: float
    throw: int
    side: Side
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """`what` was told, and does not hold now that later evidence, or people, have the past judged again.

    A fault still open is no longer ruled by saying that it was mended; a play, or what a throw is worth, by telling it
    anew. asked: it is taken back without a word, as people did so themselves, the fault turned out to be none, or
    another ruling takes its place.
    """

    id: str
    t: float
    throw: int
    what: Told | BackgammonRuling | MarqueRuled
    asked: bool = False


Told: TypeAlias = (
    ThrowWorth
    | ThrowRefused
    | Played
    | Marked
    | FaultRuled
    | ClaimRuled
    | HeldOrLeft
    | ReleveRuled
    | TourWon
    | Doubt
    | DoubtSettled
    | Disorder
    | OrderRestored
    | Revised
)
"""What may be withdrawn."""

Ruling: TypeAlias = Told | Withdrawn


class Identified(Protocol):
    """A ruling of whatever game."""

    @property
    def id(self) -> str:
        """Unique in its game."""


RulingT = TypeVar("RulingT", bound=Identified)


def standing(rulings: Iterable[RulingT]) -> list[RulingT]:
    """What stands of what was ruled, at a table of either game: nothing that was withdrawn, nor that it was."""
    told = list(rulings)
    withdrawn = [one.what for one in told if isinstance(one, Withdrawn)]
    gone = {what.id for what in withdrawn}
    # Of a fault what came of it goes with it, whichever game's it is.
    faults = {what.about for what in withdrawn if hasattr(what, "about")}
    return [
        one
        for one in told
        if not isinstance(one, Withdrawn) and one.id not in gone and getattr(one, "about", None) not in faults
    ]
