"""Gestures performed as far as they are asked for: the scenes and events of a table that plays itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simulation.players.gesture import Gesture
    from simulation.scene import Scene
    from simulation.timeline.choreography import Choreography
    from simulation.timeline.event import Event


class EventStream:
    """The choreography of a stream of gestures, made only as far as it is asked for."""

    def __init__(self, gestures: Iterator[Gesture], choreography: Choreography) -> None:
        self._choreography = choreography
        self._gestures = gestures
        self._events_so_far: list[Event] = []
        self._over = False

    def events(self) -> Iterator[Event]:
        """Everything felt, pressed and true from the beginning, in the order of time; can be asked for again."""
        rank = 0
        while rank < len(self._events_so_far) or self._go_on():
            while rank < len(self._events_so_far):
                yield self._events_so_far[rank]
                rank += 1

    def scene_at(self, t: float) -> Scene:
        """The table at t seconds; the same object for as long as nothing moves, and after the end the last of all."""
        while self._choreography.stage.horizon <= t and self._go_on():
            pass
        return self._choreography.stage.scene_at(t)

    @property
    def duration(self) -> float:
        """How long it lasts, in seconds, until all hands have withdrawn; it is played to its end for that."""
        while self._go_on():
            pass
        return self._choreography.ended

    def _go_on(self) -> bool:
        """One gesture more; false when it is over."""
        if self._over:
            return False
        gesture = next(self._gestures, None)
        if gesture is None:
            self._over = True
            self._choreography.finish()
        else:
            self._choreography.perform(gesture)
        self._events_so_far.extend(self._choreography.events())
        return True
