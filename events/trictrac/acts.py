"""The acts of trictrac alone: jetons, fichets, the relevé, and what is known of the dames afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from events.acts import SHARED, Act, ByHand, Request
from rules.marking import Score
from rules.position import Case, Dice, Position, Side
from rules.releve import ReleveCause


@dataclass(frozen=True, slots=True)
class DameTouched(Act):
    """A dame of `side` was lifted from its own `case` and put back at t, as the referee infers only later.

    Reported when the other calls a fault, of a case whose dames cannot be counted.
    """

    side: Side
    case: Case


@dataclass(frozen=True, slots=True)
class Misread(Act):
    """The reports on the dames of `side` since the throw were misread; how they really moved follows."""

    side: Side


@dataclass(frozen=True, slots=True)
class DiceDoubted(Act):
    """The dice of the last throw, which was `side`'s, may have said any of `dice` instead of what they are taken to.

    Reported when the other calls a fault of his play.
    """

    side: Side
    dice: tuple[Dice, ...]


@dataclass(frozen=True, slots=True)
class JetonMoved(Act):
    """A jeton of `side` came to the place that marks `points` (0 = talon); left: another still marks these points."""

    side: Side
    points: int
    bredouille: bool
    left: int | None = None


@dataclass(frozen=True, slots=True)
class JetonReleased(Act):
    """The marks of `side` rest: jeton (and fichet) were let go, and can no longer go back (Jeu 3, jetons 4)."""

    side: Side
    points: int
    bredouille: bool
    left: int | None = None


@dataclass(frozen=True, slots=True)
class FichetMoved(Act):
    """The fichet of `side` was put in its `trou` (0 = its starting hole, 12 = the last)."""

    side: Side
    trou: int


@dataclass(frozen=True, slots=True)
class PavillonMoved(Act):
    """The pavillon went to a side's starting hole, or back to the middle (owner None)."""

    owner: Side | None


@dataclass(frozen=True, slots=True)
class FichetsFelt(Act):
    """The board began to feel its holes, or no longer does: meanwhile trous are worked out from what was owed."""

    felt: bool


@dataclass(frozen=True, slots=True)
class JetonsInSight(Act):
    """All three jetons are seen (`whole`) again, or not; unseen: whose points may be marked by one that is not."""

    whole: bool
    unseen: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class Releve(Act):
    """All dames were put back on the talons."""

    cause: ReleveCause
    by: Side


@dataclass(frozen=True, slots=True)
class Unwatched(Act):
    """The table was not seen for a while, and was played on: so it stands now that `trait` throws.

    score: as the board shows it, None where the companion keeps it.
    """

    position: Position
    trait: Side
    score: Score | None = None


@dataclass(frozen=True, slots=True)
class PointsAnnounced(Act):
    """`side`, whose marks the other makes, says how many points it marks for throw `throw`."""

    side: Side
    throw: int
    points: int


@dataclass(frozen=True, slots=True)
class Corrected(ByHand):
    """Someone set things right by hand: whatever is not None is as given from now on; by and why go to the record."""

    why: str = ""
    position: Position | None = None
    score: Score | None = None
    trait: Side | None = None
    dice: Dice | None = None


@dataclass(frozen=True, slots=True)
class TourStarted(Request):
    """A new tour begins from the start position; `first` has the primauté."""

    first: Side
    by: str = ""


MarkAct: TypeAlias = JetonMoved | JetonReleased | FichetMoved | PavillonMoved | FichetsFelt | JetonsInSight
"""What jetons, fichets and the pavillon did, or that they came in sight."""

ACTS: tuple[type[Act], ...] = (
    *SHARED,
    DameTouched,
    Misread,
    DiceDoubted,
    JetonMoved,
    JetonReleased,
    FichetMoved,
    PavillonMoved,
    FichetsFelt,
    JetonsInSight,
    Releve,
    Unwatched,
    PointsAnnounced,
    Corrected,
    TourStarted,
)
"""Every act of a game of trictrac."""
