"""What really happened at a simulated table: every act, and every ruling an ideal referee would give.

The classes bear the names, and their fields the names, of the referee's own acts and rulings, which the simulation
may not import: `to_json` of one of these is what a journal holds of the other. Times are seconds of the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

if TYPE_CHECKING:
    from rules.fault import Fault
    from rules.games.a_ecrire import Issue, Joueur, Marque
    from rules.jan import Jan
    from rules.play import Move
    from rules.position import Case, Dice, Side
    from simulation.backgammon.truth import TrueBackgammonRuling

Declaration: TypeAlias = Literal["coup_joue", "je_tiens", "je_m_en_vais", "j_adoube", "ecole", "fausse_case"]
ReleveCause: TypeAlias = Literal["sortie", "s_en_aller"]


class Window(StrEnum):
    """Where a fault stands: it can still be claimed, has been, or no longer can."""

    OPEN = "open"
    CLAIMED = "claimed"
    CLOSED = "closed"


class Verdict(StrEnum):
    """What becomes of a claim."""

    RIGHT = "right"
    WRONG = "wrong"
    TOO_LATE = "too_late"


class DiceTrouble(StrEnum):
    """Why a throw does not count."""

    LEANING = "leaning"
    ON_RAIL = "on_rail"
    OUTSIDE = "outside"
    STACKED = "stacked"
    OUT_OF_TURN = "out_of_turn"


@dataclass(frozen=True, slots=True)
class DiceThrown:
    """`side` threw and the dice rest; good: flat and inside; trouble: why not, else None."""

    t: float
    side: Side
    dice: Dice
    good: bool
    trouble: DiceTrouble | None = None


@dataclass(frozen=True, slots=True)
class DiceLifted:
    """The dice were taken up."""

    t: float
    side: Side


@dataclass(frozen=True, slots=True)
class DameLifted:
    """A dame of `side` left its own `case`."""

    t: float
    side: Side
    case: Case


@dataclass(frozen=True, slots=True)
class DamePlaced:
    """A dame of `side` was let go on its own `case` (25: off the board)."""

    t: float
    side: Side
    case: Case


@dataclass(frozen=True, slots=True)
class JetonMoved:
    """A jeton came to where `side` now shows `points`, with the bredouille's jeton beside it or not.

    left: the points another jeton of the side still marks, forgotten.
    """

    t: float
    side: Side
    points: int
    bredouille: bool
    left: int | None = None


@dataclass(frozen=True, slots=True)
class JetonReleased:
    """That jeton was let go there."""

    t: float
    side: Side
    points: int
    bredouille: bool
    left: int | None = None


@dataclass(frozen=True, slots=True)
class FichetMoved:
    """The fichet of `side` was put in its `trou` (0 = its starting hole)."""

    t: float
    side: Side
    trou: int


@dataclass(frozen=True, slots=True)
class PavillonMoved:
    """The pavillon went to a side's starting hole, or back to the middle (owner None)."""

    t: float
    owner: Side | None


@dataclass(frozen=True, slots=True)
class Releve:
    """All dames were put back on the talons."""

    t: float
    cause: ReleveCause
    by: Side


@dataclass(frozen=True, slots=True)
class Declared:
    """A player said something that binds or claims."""

    t: float
    side: Side
    what: Declaration


@dataclass(frozen=True, slots=True)
class TourStarted:
    """The next marqué begins; its throws are counted from 1."""

    t: float
    first: Side


@dataclass(frozen=True, slots=True)
class ThrowWorth:
    """What a throw is worth to both, before a dame is touched."""

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
    """A throw was played; a second one for the same throw tells how it was replayed after a fault."""

    id: str
    t: float
    throw: int
    side: Side
    dice: Dice
    moves: tuple[Move, ...]
    lawful: bool


@dataclass(frozen=True, slots=True)
class Marked:
    """A side's marks changed by `points`: negative when points marked by mistake are taken off again.

    trous: gained (or lost) this time; reste, bredouille, total: what the side then has; ecole: points of an école or
    taken off by one; owed: what was due to it then.
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
    """A fault was committed; `to` may claim it while the window is open."""

    id: str
    t: float
    throw: int
    fault: Fault
    to: Side
    window: Window


@dataclass(frozen=True, slots=True)
class ClaimRuled:
    """A claim was made; fault is None when there was nothing to claim."""

    id: str
    t: float
    throw: int
    by: Side
    verdict: Verdict
    fault: Fault | None
    points: int
    article: str


@dataclass(frozen=True, slots=True)
class HeldOrLeft:
    """After a trou of his own throw, `side` holds or goes."""

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
    """The tour is over."""

    id: str
    t: float
    throw: int
    side: Side
    trous: int
    trous_adverse: int
    grande_bredouille: bool
    pavillon: bool


@dataclass(frozen=True, slots=True)
class MarqueRuled:
    """A marqué of a partie à écrire is over, won or to be played again; who sits where for the next one."""

    id: str
    t: float
    throw: int
    numero: int
    issue: Issue
    marque: Marque | None
    side: Side | None
    trous: tuple[int, int]
    blancs: Joueur | None
    noirs: Joueur | None
    first: Side | None


@dataclass(frozen=True, slots=True)
class Disorder:
    """The board was knocked: (side, own case, dames expected, dames there) for each case that changed."""

    id: str
    t: float
    throw: int
    differences: tuple[tuple[Side, Case, int, int], ...]


@dataclass(frozen=True, slots=True)
class OrderRestored:
    """The dames stand again where they stood."""

    id: str
    t: float
    throw: int


TrueAct: TypeAlias = (
    DiceThrown
    | DiceLifted
    | DameLifted
    | DamePlaced
    | JetonMoved
    | JetonReleased
    | FichetMoved
    | PavillonMoved
    | Releve
    | Declared
    | TourStarted
)
TrueRuling: TypeAlias = (
    ThrowWorth
    | ThrowRefused
    | Played
    | Marked
    | FaultRuled
    | ClaimRuled
    | HeldOrLeft
    | ReleveRuled
    | TourWon
    | MarqueRuled
    | Disorder
    | OrderRestored
)


def to_json(truth: TrueAct | TrueRuling | TrueBackgammonRuling) -> dict[str, Any]:
    """One line of `truth.jsonl`: the time, the kind, then the fields by name, nested values as objects and lists."""
    return {"t": truth.t, "kind": type(truth).__name__, **msgspec.to_builtins(truth)}
