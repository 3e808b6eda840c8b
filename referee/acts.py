"""The irreversible acts the laws hang on, in the order they happened. All times are seconds on the readings' clock."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from rules.position import Case, Dice, Side


class Declaration(StrEnum):
    """What a player says aloud, told to the table by a button or the page."""

    COUP_JOUE = "coup_joue"
    JE_TIENS = "je_tiens"
    JE_M_EN_VAIS = "je_m_en_vais"
    J_ADOUBE = "j_adoube"
    ECOLE = "ecole"
    FAUSSE_CASE = "fausse_case"


class ReleveCause(StrEnum):
    """Why the dames went back to their talons."""

    SORTIE = "sortie"
    S_EN_ALLER = "s_en_aller"


@dataclass(frozen=True, slots=True)
class DiceThrown:
    """`side` threw; the dice rest. good: flat and inside, as far as a camera can judge."""

    t: float
    side: Side
    dice: Dice
    good: bool


@dataclass(frozen=True, slots=True)
class DiceLifted:
    """The dice were taken up."""

    t: float
    side: Side


@dataclass(frozen=True, slots=True)
class DameLifted:
    """A dame of `side` left its own `case`: the evidence that it was touched."""

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
    """A jeton of `side` came to the place that marks `points` (0 = talon)."""

    t: float
    side: Side
    points: int
    bredouille: bool


@dataclass(frozen=True, slots=True)
class JetonReleased:
    """The jeton was let go there: it can no longer go back (Jeu 3, jetons 4)."""

    t: float
    side: Side
    points: int
    bredouille: bool


@dataclass(frozen=True, slots=True)
class FichetMoved:
    """The fichet of `side` was put in its `trou` (0 = its starting hole, 12 = the last)."""

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


Act: TypeAlias = (
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
)
