"""The acts every game shares, in the order in which they happened, and what people tell the referee.

Times are seconds on the readings' clock; a case is in its owner's own numbering.
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
    """Something irreversible that happened at time `t`: what the laws attach faults to."""

    t: float


@dataclass(frozen=True, slots=True)
class Request(Act):
    """A request to the referee by page, MQTT, voice or button; it stands in the log as it was given."""


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
    """`side` threw; the dice rest. good: flat and inside, as far as a camera can judge; trouble: why not, else None."""

    side: Side
    dice: Dice
    good: bool
    trouble: DiceTrouble | None = None


@dataclass(frozen=True, slots=True)
class ThrowCancelled(Act):
    """The last throw of `side` does not count.

    void: it was thrown and not played, so it was not his throw at all; otherwise it was misread.
    """

    side: Side
    void: bool = False


@dataclass(frozen=True, slots=True)
class DiceLifted(Act):
    """The dice were taken up; side: by whom, where only one player's hand can have been there.

    early: so it was before the last dame of the other's play was let go, seen only after that play was announced.
    """

    side: Side | None
    early: bool = False


@dataclass(frozen=True, slots=True)
class DameLifted(Act):
    """A dame of `side` left its own `case`: the evidence that it was touched."""

    side: Side
    case: Case


@dataclass(frozen=True, slots=True)
class DamePlaced(Act):
    """A dame of `side` was let go on its own `case` (25: off the board).

    brought_from: the own cases at which its player's hand had just been when it came there, where it was followed;
    reaches: how many times it had reached across for his last cases since the throw, and how many of them it went
    off the board then, where he takes his dames off so, one at a time.
    """

    side: Side
    case: Case
    brought_from: tuple[Case, ...] = ()
    reaches: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class PlayEnded(Act):
    """`side` let go of his dames and they have rested a while, or he took up the dice: his play is taken as done."""

    side: Side


@dataclass(frozen=True, slots=True)
class Claimed(Request):
    """`side` calls a fault, by button or page; fault: the ruling it is about, None for whatever there is."""

    side: Side
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class DoubtAnswered(Request):
    """Someone answered a doubt: the number (0, 1, ..) of the choice that is right."""

    doubt: str
    choice: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class ByHand(Request):
    """Someone set things right by hand; by: who, in their own words."""

    by: str


@dataclass(frozen=True, slots=True)
class Undone(ByHand):
    """Someone took the table back to before throw `throw` of this tour was thrown."""

    throw: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class ModeChanged(Request):
    """From now on the companion is there for something else; what was ruled before stands."""

    mode: Mode
    by: str = ""


@dataclass(frozen=True, slots=True)
class Declared(Request):
    """A player said something that binds or claims."""

    side: Side
    what: Declaration


@dataclass(frozen=True, slots=True)
class PlayAnnounced(Act):
    """`side`, whose dames the other moves, says how it plays its throw `throw` of `dice`, or that it leaves."""

    side: Side
    throw: int
    dice: Dice
    moves: tuple[Move, ...] = ()
    leaves: bool = False


@dataclass(frozen=True, slots=True)
class SightChanged(Act):
    """From here on the picture is too poor to accuse anybody by, or clear again."""

    clear: bool


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
"""The acts any game may have."""
