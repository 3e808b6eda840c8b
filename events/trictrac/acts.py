"""The acts of trictrac alone: jetons, fichets, the relevé, and later conclusions about the dames."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from events.acts import SHARED, Act, ByHand, Request
from rules.marking import Score
from rules.position import Case, Dice, Position, ReleveCause, Side


@dataclass(frozen=True, slots=True)
class DameTouched(Act):
    """A dame of `side` was lifted from its own `case` at t and put back. The referee concludes this only later.

    Reported when the other player calls a fault about a case whose dames cannot be counted.
    """

    side: Side
    case: Case


@dataclass(frozen=True, slots=True)
class Misread(Act):
    """The reports on the dames of `side` since the throw were wrong. The real moves follow."""

    side: Side


@dataclass(frozen=True, slots=True)
class DiceDoubted(Act):
    """The dice of the last throw, which `side` made, may have shown any of `dice` instead.

    Reported when the other player calls a fault in that play.
    """

    side: Side
    dice: tuple[Dice, ...]


@dataclass(frozen=True, slots=True)
class JetonMoved(Act):
    """A jeton of `side` came to the place that marks `points` (0 = talon).

    left: the points at which the side's old jeton still lies, None without one.
    """

    side: Side
    points: int
    bredouille: bool
    left: int | None = None


@dataclass(frozen=True, slots=True)
class JetonReleased(Act):
    """The marks of `side` rest: jeton (and fichet) were let go and can no longer be moved back (Jeu 3, jetons 4)."""

    side: Side
    points: int
    bredouille: bool
    left: int | None = None


@dataclass(frozen=True, slots=True)
class FichetMoved(Act):
    """The fichet of `side` was put in hole `trou` (0 = its starting hole, 12 = the last)."""

    side: Side
    trou: int


@dataclass(frozen=True, slots=True)
class PavillonMoved(Act):
    """The pavillon was put in a side's starting hole, or back in the middle (owner None)."""

    owner: Side | None


@dataclass(frozen=True, slots=True)
class FichetsFelt(Act):
    """The hole sensors started or stopped working. Without them, trous are worked out from what was owed."""

    felt: bool


@dataclass(frozen=True, slots=True)
class JetonsInSight(Act):
    """All three jetons are seen again (`whole`), or not. unseen: the sides whose points an unseen jeton may mark."""

    whole: bool
    unseen: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class Releve(Act):
    """All dames were put back on the talons."""

    cause: ReleveCause
    by: Side


@dataclass(frozen=True, slots=True)
class Unwatched(Act):
    """Play went on while the table was not watched. This is the position now that `trait` throws.

    score: as the board shows it, None where the companion keeps the score.
    """

    position: Position
    trait: Side
    score: Score | None = None


@dataclass(frozen=True, slots=True)
class PointsAnnounced(Act):
    """The side whose marks the other player makes says how many points it marks for throw `throw`."""

    side: Side
    throw: int
    points: int


@dataclass(frozen=True, slots=True)
class Corrected(ByHand):
    """Someone corrected the table by hand. Every value that is not None holds from now on.

    by and why are for the record.
    """

    why: str = ""
    position: Position | None = None
    score: Score | None = None
    trait: Side | None = None
    dice: Dice | None = None


@dataclass(frozen=True, slots=True)
class TourStarted(Request):
    """A new tour begins from the start position. `first` has the primauté."""

    first: Side
    by: str = ""


MarkAct: TypeAlias = JetonMoved | JetonReleased | FichetMoved | PavillonMoved | FichetsFelt | JetonsInSight
"""The moves of jetons, fichets and the pavillon, and changes in whether they can be seen."""

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
