"""The acts that all games share, and what people tell the referee.

Times are seconds on the readings' clock. A case is in its owner's own numbering.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from events.rulings import DiceTrouble
from events.state import Mode
from rules.play import Move
from rules.position import Case, Dice, Side


@dataclass(frozen=True, slots=True)
class Act:
    """An irreversible event at time `t`. The laws attach faults to acts."""

    t: float


@dataclass(frozen=True, slots=True)
class Request(Act):
    """A request to the referee by page, MQTT, voice or button. The log keeps it unchanged."""


class Declaration(StrEnum):
    """A player's spoken declaration, given to the table by a button or the page."""

    COUP_JOUE = "coup_joue"
    JE_TIENS = "je_tiens"
    JE_M_EN_VAIS = "je_m_en_vais"
    J_ADOUBE = "j_adoube"
    ECOLE = "ecole"
    FAUSSE_CASE = "fausse_case"


@dataclass(frozen=True, slots=True)
class DiceThrown(Act):
    """`side` threw, and the dice are at rest.

    good: flat and inside the board, as far as a camera can judge. trouble: why the throw is not good, else None.
    """

    side: Side
    dice: Dice
    good: bool
    trouble: DiceTrouble | None = None

    @property
    def refused_for(self) -> DiceTrouble:
        """Why a throw that is not good does not count: a die leans, if nothing else was seen."""
        return self.trouble or DiceTrouble.LEANING


@dataclass(frozen=True, slots=True)
class ThrowCancelled(Act):
    """The last throw of `side` does not count.

    void: the throw was never played, so it was no throw of this side. Otherwise it was misread.
    """

    side: Side
    void: bool = False


@dataclass(frozen=True, slots=True)
class DiceLifted(Act):
    """The dice were picked up.

    side: the player who picked them up, None if either may have. early: this happened before the last dame of the other
    player's play was let go, but was seen only after that play was announced.
    """

    side: Side | None
    early: bool = False


@dataclass(frozen=True, slots=True)
class DameLifted(Act):
    """A dame of `side` left its own `case`. This is the evidence that it was touched."""

    side: Side
    case: Case


@dataclass(frozen=True, slots=True)
class DamePlaced(Act):
    """A dame of `side` was let go on its own `case` (25: off the board).

    Attributes:
        brought_from: the own cases where the player's hand was just before it came here; empty if unknown.
        reaches: for a player known to bear off one dame at a time, how many times the hand reached across for the last
            cases since the throw, and how many of those reaches ended next to the board.
    """

    side: Side
    case: Case
    brought_from: tuple[Case, ...] = ()
    reaches: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class PlayEnded(Act):
    """The play of `side` counts as finished: its dames have rested for a while, or its player picked up the dice."""

    side: Side


@dataclass(frozen=True, slots=True)
class Claimed(Request):
    """`side` claims a fault, by button or page. fault: the id of the ruling on it, None for any fault there is."""

    side: Side
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class DoubtAnswered(Request):
    """Someone answered a doubt. choice: the number of the right choice, from 0."""

    doubt: str
    choice: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class ByHand(Request):
    """Someone corrected the table by hand. by: this person's name as given."""

    by: str


@dataclass(frozen=True, slots=True)
class Undone(ByHand):
    """Someone took the table back to the moment before throw `throw` of this tour."""

    throw: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class ModeChanged(Request):
    """The companion's mode changes from now on. Earlier rulings stand."""

    mode: Mode
    by: str = ""


@dataclass(frozen=True, slots=True)
class Declared(Request):
    """A player made a binding declaration or a claim."""

    side: Side
    what: Declaration


@dataclass(frozen=True, slots=True)
class PlayAnnounced(Act):
    """The side whose dames the other player moves announces its play of throw `throw`, or that it leaves."""

    side: Side
    throw: int
    dice: Dice
    moves: tuple[Move, ...] = ()
    leaves: bool = False


@dataclass(frozen=True, slots=True)
class SightChanged(Act):
    """From now on the picture is clear again, or too poor to rule a fault by.

    passing: that ends once the board is understood again; otherwise no fault of the throw under way is ruled at all.
    """

    clear: bool
    passing: bool = False


SHARED: tuple[type[Act], ...] = (
    DiceThrown,
    ThrowCancelled,
    DiceLifted,
    DameLifted,
    DamePlaced,
    PlayEnded,
    PlayAnnounced,
    Claimed,
    DoubtAnswered,
    Undone,
    ModeChanged,
    Declared,
    SightChanged,
)
"""The acts that any game may have."""
