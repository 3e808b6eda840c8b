"""The pieces of a table over time: where each rests, how each moves, and the scene at any instant."""

from __future__ import annotations

import heapq
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

from simulation.scene import Piece, Scene

Key: TypeAlias = tuple[str, int]
"""A piece: ("dame", 7), ("die", 0), ("jeton", 2), ("peg", 1), ("hand", 0)."""

FIELDS = {"dame": "dames", "die": "dice", "jeton": "jetons", "peg": "pegs", "hand": "hands"}
"""The field of a scene that holds each kind of piece, in the order of their numbers."""


class Motion(Protocol):
    """A moving piece."""

    def at(self, t: float) -> Piece:
        """Return the piece at a time between the motion's start and its end."""
        ...


@dataclass(frozen=True, slots=True)
class _Change:
    """A piece is put somewhere (`rest`), taken off (`rest` None), or begins to move (`motion`)."""

    key: Key
    rest: Piece | None
    motion: Motion | None


@dataclass(frozen=True, slots=True)
class _Span:
    """From `start` until the next span: a scene of the resting pieces, and the motions over it, by kind.

    Each motion has its index among the pieces of its kind, so that a piece keeps its place while it moves.
    """

    start: float
    still: Scene
    motions: dict[str, tuple[tuple[int, Motion], ...]]


class Stage:
    """Collects motions in any order after the horizon, and shows the table at any time before it.

    It returns the same Scene object as long as nothing moves.
    """

    def __init__(self, pieces: Iterable[tuple[Key, Piece]]) -> None:
        self._rests: dict[str, dict[int, Piece]] = {kind: {} for kind in FIELDS}
        self._moving: dict[Key, Motion] = {}
        self._pending: list[tuple[float, int, int, _Change]] = []
        self._order = 0
        self.horizon = 0.0
        for (kind, number), piece in pieces:
            self._rests[kind][number] = piece
        self._tuples = {kind: tuple(rests.values()) for kind, rests in self._rests.items()}
        self._spans = [self._span(0.0)]
        self._starts = [0.0]

    def put(self, t: float, key: Key, piece: Piece | None) -> None:
        """Let a piece rest there from t on, or remove it (None)."""
        self._add(t, 0, _Change(key, piece, None))

    def move(self, start: float, end: float, key: Key, motion: Motion, rest: Piece | None) -> None:
        """Move a piece from start to end (seconds), then let it rest or remove it (None)."""
        self._add(start, 1, _Change(key, None, motion))
        self._add(end, 0, _Change(key, rest, None))

    def advance(self, horizon: float) -> None:
        """Declare that no change will be added before `horizon`."""
        self.horizon = max(self.horizon, horizon)

    def scene_at(self, t: float) -> Scene:
        """Return everything on and above the board at a time before the horizon; before 0 it is as at 0."""
        self._catch_up()
        span = self._spans[max(bisect_right(self._starts, t) - 1, 0)]
        if not span.motions:
            return span.still
        changed: dict[str, tuple[Piece, ...]] = {}
        for kind, motions in span.motions.items():
            pieces: list[Piece] = list(getattr(span.still, FIELDS[kind]))
            for place, motion in motions:
                pieces.insert(place, motion.at(t))
            changed[FIELDS[kind]] = tuple(pieces)
        return replace(span.still, **changed)  # type: ignore[arg-type] # each kind goes to its own field

    def _add(self, t: float, phase: int, change: _Change) -> None:
        if t < self.horizon:
            raise ValueError(f"a change at {t:.3f} s comes after the table was shown up to {self.horizon:.3f} s")
        self._order += 1
        # At the same instant, ends come before beginnings, so that a piece can be passed on.
        heapq.heappush(self._pending, (t, phase, self._order, change))

    def _catch_up(self) -> None:
        """Make the spans up to the horizon, only when a scene is requested."""
        while self._pending and self._pending[0][0] < self.horizon:
            t = self._pending[0][0]
            touched: set[str] = set()
            while self._pending and self._pending[0][0] == t:
                change = heapq.heappop(self._pending)[3]
                touched.add(change.key[0])
                self._apply(change)
            for kind in touched:
                rests = self._rests[kind]
                self._tuples[kind] = tuple(rests[number] for number in sorted(rests))
            self._spans.append(self._span(t))
            self._starts.append(t)

    def _apply(self, change: _Change) -> None:
        kind, number = change.key
        self._moving.pop(change.key, None)
        self._rests[kind].pop(number, None)
        if change.motion is not None:
            self._moving[change.key] = change.motion
        elif change.rest is not None:
            self._rests[kind][number] = change.rest

    def _span(self, t: float) -> _Span:
        resting = {FIELDS[kind]: pieces for kind, pieces in self._tuples.items()}
        still = Scene(**resting)  # type: ignore[arg-type] # each kind goes to its own field
        motions: dict[str, tuple[tuple[int, Motion], ...]] = {}
        for kind, number in sorted(self._moving):
            before = sum(other < number for other in self._rests[kind]) + len(motions.get(kind, ()))
            motions[kind] = (*motions.get(kind, ()), (before, self._moving[kind, number]))
        return _Span(t, still, motions)
