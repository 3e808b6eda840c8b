"""The irreversible acts the laws hang on, in the order they happened. All times are seconds on the readings' clock."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from referee.rulings import DiceTrouble
    from referee.state import Mode
    from rules.marking import Score
    from rules.position import Case, Dice, Position, Side
    from rules.releve import ReleveCause


class Declaration(StrEnum):
    """What a player says aloud, told to the table by a button or the page."""

    COUP_JOUE = "coup_joue"
    JE_TIENS = "je_tiens"
    JE_M_EN_VAIS = "je_m_en_vais"
    J_ADOUBE = "j_adoube"
    ECOLE = "ecole"
    FAUSSE_CASE = "fausse_case"


@dataclass(frozen=True, slots=True)
class DiceThrown:
    """`side` threw; the dice rest. good: flat and inside, as far as a camera can judge; trouble: why not, else None."""

    t: float
    side: Side
    dice: Dice
    good: bool
    trouble: DiceTrouble | None = None


@dataclass(frozen=True, slots=True)
class ThrowCancelled:
    """The last throw of `side` does not count.

    void: it was thrown and nobody played it, so it was not his throw at all; otherwise it was misread.
    """

    t: float
    side: Side
    void: bool = False


@dataclass(frozen=True, slots=True)
class DiceLifted:
    """The dice were taken up; side: by whom, where only one player's hand can have been there.

    early: so it was before the last dame of the other's play was let go, which is seen only after that play was told.
    """

    t: float
    side: Side | None
    early: bool = False


@dataclass(frozen=True, slots=True)
class DameLifted:
    """A dame of `side` left its own `case`: the evidence that it was touched."""

    t: float
    side: Side
    case: Case


@dataclass(frozen=True, slots=True)
class DamePlaced:
    """A dame of `side` was let go on its own `case` (25: off the board).

    brought_from: the own cases at which its player's hand had just been when it came there, where it was followed;
    reaches: how many times it had reached across for his last cases since the throw, and how many of them it went
    beside the board then, where he takes his dames off so, one at a time.
    """

    t: float
    side: Side
    case: Case
    brought_from: tuple[Case, ...] = ()
    reaches: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class DameTouched:
    """A dame of `side` was lifted from its own `case` and put back at t, as is thought only after the play was told.

    Told when the other calls a fault, of a case whose dames nobody can count.
    """

    t: float
    side: Side
    case: Case


@dataclass(frozen=True, slots=True)
class Misread:
    """What was told of the dames of `side` since the throw was read wrongly; how they really moved follows."""

    t: float
    side: Side


@dataclass(frozen=True, slots=True)
class DiceDoubted:
    """The dice of the last throw, which was `side`'s, may have said any of `dice` instead of what they are taken to.

    Told when the other calls a fault of his play.
    """

    t: float
    side: Side
    dice: tuple[Dice, ...]


@dataclass(frozen=True, slots=True)
class PlayEnded:
    """`side` let go of his dames and they have rested a while, or he took up the dice: his play is taken as done."""

    t: float
    side: Side


@dataclass(frozen=True, slots=True)
class JetonMoved:
    """A jeton of `side` came to the place that marks `points` (0 = talon); left: another one still marks so many."""

    t: float
    side: Side
    points: int
    bredouille: bool
    left: int | None = None


@dataclass(frozen=True, slots=True)
class JetonReleased:
    """The marks of `side` rest: jeton (and fichet) were let go, and can no longer go back (Jeu 3, jetons 4)."""

    t: float
    side: Side
    points: int
    bredouille: bool
    left: int | None = None


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
class FichetsFelt:
    """The board began to feel its holes, or no longer does: meanwhile trous are worked out from what was owed."""

    t: float
    felt: bool


@dataclass(frozen=True, slots=True)
class JetonsInSight:
    """All three jetons are seen (`whole`) again, or not; unseen: whose points may be marked by one that is not."""

    t: float
    whole: bool
    unseen: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class Releve:
    """All dames were put back on the talons."""

    t: float
    cause: ReleveCause
    by: Side


@dataclass(frozen=True, slots=True)
class Unwatched:
    """The table was not seen for a while, and was played on: so it stands now that `trait` throws.

    score: as the board shows it, None where the companion keeps it.
    """

    t: float
    position: Position
    trait: Side
    score: Score | None = None


@dataclass(frozen=True, slots=True)
class Declared:
    """A player said something that binds or claims."""

    t: float
    side: Side
    what: Declaration


@dataclass(frozen=True, slots=True)
class Claimed:
    """`side` calls a fault, by button or page; fault: the ruling it is about, None for whatever there is."""

    t: float
    side: Side
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class DoubtAnswered:
    """Someone answered a doubt: the number (0, 1, ..) of the choice that is right."""

    t: float
    doubt: str
    choice: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class Corrected:
    """Someone set things right by hand: whatever is not None is as given from now on; by and why go to the record."""

    t: float
    by: str
    why: str = ""
    position: Position | None = None
    score: Score | None = None
    trait: Side | None = None
    dice: Dice | None = None


@dataclass(frozen=True, slots=True)
class Undone:
    """Someone took the table back to before throw `throw` of this tour was thrown."""

    t: float
    by: str
    throw: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class TourStarted:
    """A new tour begins from the start position; `first` has the primauté."""

    t: float
    first: Side
    by: str = ""


@dataclass(frozen=True, slots=True)
class ModeChanged:
    """From now on the companion is there for something else; what was ruled before stands."""

    t: float
    mode: Mode
    by: str = ""


Request: TypeAlias = Claimed | DoubtAnswered | Corrected | Undone | TourStarted | ModeChanged | Declared
"""What people tell the referee by page, MQTT or voice; each stands in the log as it was given."""

MarkAct: TypeAlias = JetonMoved | JetonReleased | FichetMoved | PavillonMoved | FichetsFelt | JetonsInSight
"""What jetons, fichets and the pavillon did, or that they came in sight."""

Act: TypeAlias = (
    DiceThrown
    | ThrowCancelled
    | DiceLifted
    | DameLifted
    | DamePlaced
    | PlayEnded
    | DameTouched
    | Misread
    | DiceDoubted
    | MarkAct
    | Releve
    | Unwatched
    | Request
)
