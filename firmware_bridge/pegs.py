"""What the holes have said, put together: where each of the three pegs is, went, or must be.

Sans I/O. A reading says what each hole holds at one moment; this says what became of the Blancs' fichet, the Noirs'
fichet and the pavillon, whose absence is as telling as their presence. Who sits where is not known here, so
a place is told by hole and by physical row.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeAlias

from firmware_bridge.holes import half_of, rail_of
from firmware_bridge.reading import Peg

if TYPE_CHECKING:
    from collections.abc import Mapping

    from firmware_bridge.holes import LongRow
    from firmware_bridge.reading import PegReading

PEGS: Final = (Peg.BLANCS, Peg.NOIRS, Peg.PAVILLON)
FICHETS: Final = (Peg.BLANCS, Peg.NOIRS)
ASIDE_AFTER: Final = 8.0
"""Seconds out of every hole after which a peg is not being moved but lies beside the board."""


class Where(StrEnum):
    """Where a peg is."""

    HOLE = "hole"
    AIR = "air"
    ASIDE = "aside"
    HIDDEN = "hidden"
    """The hole it stood in is out of order: it may well still be there."""


class DoubtKind(StrEnum):
    """What the holes say that cannot be so, or cannot be told."""

    TWICE = "twice"
    """The same peg in several holes: another magnet is on the board."""
    NOT_HOME = "not_home"
    """Felt as the pavillon, but it is the Blancs' fichet not pushed down: its field is weaker so."""
    STRANGE = "strange"
    """A magnet that is none of the three, or a peg not pushed down."""


@dataclass(frozen=True, slots=True)
class PegMoved:
    """A peg came to rest in `hole`, having stood in `origin` (None: it had not been seen yet), seconds `t`."""

    t: float
    peg: Peg
    origin: int | None
    hole: int


@dataclass(frozen=True, slots=True)
class PegLifted:
    """A peg left `hole`."""

    t: float
    peg: Peg
    hole: int


PegEvent: TypeAlias = PegMoved | PegLifted


@dataclass(frozen=True, slots=True)
class PegState:
    """One peg: where, in which hole it stands or stood last, since when, and on which long side its own trous are.

    home: None while unknown, and for the pavillon, which has none.
    """

    peg: Peg
    where: Where
    hole: int | None
    since: float
    home: LongRow | None

    @property
    def astray(self) -> bool:
        """A fichet in a hole of the other side's, or the pavillon in a long rail, where it never stands."""
        if self.where is not Where.HOLE or self.hole is None:
            return False
        if self.peg is Peg.PAVILLON:
            return rail_of(self.hole) in ("near", "far")
        return self.home is not None and half_of(self.hole) != self.home


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something the holes say that needs a person's eye: what, in which holes, and which peg it may be."""

    kind: DoubtKind
    holes: tuple[int, ...]
    peg: Peg | None


@dataclass(frozen=True, slots=True)
class Pegs:
    """All three at one moment: blancs, noirs, pavillon, and what is doubtful."""

    t: float
    blancs: PegState
    noirs: PegState
    pavillon: PegState
    doubts: tuple[Doubt, ...]

    @property
    def each(self) -> tuple[PegState, PegState, PegState]:
        """The three, in the order of PEGS."""
        return self.blancs, self.noirs, self.pavillon

    @property
    def in_air(self) -> tuple[Peg, ...]:
        """Those between two holes; two of them is one more than anyone should hold."""
        return tuple(state.peg for state in self.each if state.where is Where.AIR)


@dataclass(slots=True)
class _Track:
    """What is known of one peg."""

    hole: int | None = None
    present: bool = False
    hidden: bool = False
    since: float | None = None


class PegHistory:
    """Fed every reading in order; tells moves as they happen and the whole state at any time.

    home: on which long side the trous of each fichet are, where that is known; else it is learnt from the first side
    rail the fichet is seen in, whose far hole is the far player's and near hole the near player's (Lois IV).
    """

    def __init__(self, *, home: Mapping[Peg, LongRow] | None = None) -> None:
        self._given = dict(home or {})
        self._learnt: dict[Peg, LongRow] = {}
        self._tracks = {peg: _Track() for peg in PEGS}
        self._doubts: tuple[Doubt, ...] = ()

    def observe(self, reading: PegReading) -> tuple[PegEvent, ...]:
        """What this reading says happened: first every peg lifted, then every peg put down."""
        seen = {peg: [hole for hole, found in enumerate(reading.holes) if found is peg] for peg in (*PEGS, Peg.UNKNOWN)}
        broken = {hole for hole, _ in reading.faults}
        doubts: list[Doubt] = []
        self._push_home(seen, doubts)
        lifted: list[PegEvent] = []
        placed: list[PegEvent] = []
        for peg, track in self._tracks.items():
            holes = seen[peg]
            if len(holes) > 1:
                doubts.append(Doubt(DoubtKind.TWICE, tuple(holes), peg))
            # Of several, the one it stood in, else the first that is new.
            hole = track.hole if track.hole in holes else next(iter(holes), None)
            self._follow(peg, track, hole, broken, reading.t, lifted, placed)
        doubts += [Doubt(DoubtKind.STRANGE, (hole,), self._only_missing()) for hole in seen[Peg.UNKNOWN]]
        self._doubts = tuple(doubts)
        return (*lifted, *placed)

    def state(self, t: float) -> Pegs:
        """Where the three pegs are at `t`, at or after the last reading."""
        blancs, noirs, pavillon = (self._state(peg, t) for peg in PEGS)
        return Pegs(t, blancs, noirs, pavillon, self._doubts)

    def _push_home(self, seen: dict[Peg, list[int]], doubts: list[Doubt]) -> None:
        """Two pavillons and no Blancs' fichet: the pavillon that is new is that fichet, not pushed down."""
        pavillon = self._tracks[Peg.PAVILLON]
        if seen[Peg.BLANCS] or len(seen[Peg.PAVILLON]) != 2 or pavillon.hole not in seen[Peg.PAVILLON]:
            return
        (hole,) = (hole for hole in seen[Peg.PAVILLON] if hole != pavillon.hole)
        seen[Peg.PAVILLON].remove(hole)
        seen[Peg.BLANCS].append(hole)
        doubts.append(Doubt(DoubtKind.NOT_HOME, (hole,), Peg.BLANCS))

    def _follow(
        self,
        peg: Peg,
        track: _Track,
        hole: int | None,
        broken: set[int],
        t: float,
        lifted: list[PegEvent],
        placed: list[PegEvent],
    ) -> None:
        if track.since is None:
            track.since = t
        if hole is not None:
            if hole != track.hole or not track.present:
                if track.present and track.hole is not None:
                    lifted.append(PegLifted(t, peg, track.hole))
                if hole != track.hole or not track.hidden:
                    placed.append(PegMoved(t, peg, track.hole, hole))
                    track.since = t
            track.hole, track.present, track.hidden = hole, True, False
            self._learn(peg, hole)
            return
        hidden = track.hole in broken
        if hidden != track.hidden or track.present:
            track.since = t
        if track.present and not hidden and track.hole is not None:
            lifted.append(PegLifted(t, peg, track.hole))
        track.present, track.hidden = False, hidden

    def _learn(self, peg: Peg, hole: int) -> None:
        if peg not in FICHETS or peg in self._learnt or rail_of(hole) in ("near", "far"):
            return
        half = half_of(hole)
        if half is not None:
            self._learnt[peg] = half

    def _home(self, peg: Peg) -> LongRow | None:
        if peg not in FICHETS:
            return None
        own = self._given.get(peg) or self._learnt.get(peg)
        if own is not None:
            return own
        other = Peg.NOIRS if peg is Peg.BLANCS else Peg.BLANCS
        theirs = self._given.get(other) or self._learnt.get(other)
        return None if theirs is None else ("far" if theirs == "near" else "near")

    def _only_missing(self) -> Peg | None:
        missing = [peg for peg, track in self._tracks.items() if not track.present and not track.hidden]
        return missing[0] if len(missing) == 1 else None

    def _state(self, peg: Peg, t: float) -> PegState:
        track = self._tracks[peg]
        since = t if track.since is None else track.since
        if track.present:
            where = Where.HOLE
        elif track.hidden:
            where = Where.HIDDEN
        else:
            where = Where.ASIDE if t - since > ASIDE_AFTER else Where.AIR
        return PegState(peg, where, track.hole, since, self._home(peg))
