"""A simulated table whose gestures are performed only as far as its scenes and events are requested."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simulation.players.gesture import Gesture
    from simulation.scene import Scene
    from simulation.timeline.choreography import Choreography
    from simulation.timeline.event import Event


class EventStream:
    """The choreography of a stream of gestures, performed only as far as requested."""

    def __init__(self, gestures: Iterator[Gesture], choreography: Choreography) -> None:
        self._choreography = choreography
        self._gestures = gestures
        self._events_so_far: list[Event] = []
        self._over = False

    def events(self) -> Iterator[Event]:
        """Yield all readings, button presses and true events from the start, in order of time; can be called again."""
        rank = 0
        while rank < len(self._events_so_far) or self._go_on():
            while rank < len(self._events_so_far):
                yield self._events_so_far[rank]
                rank += 1

    def scene_at(self, t: float) -> Scene:
        """Return the table at t seconds: the same object while nothing moves, and the last scene after the end."""
        while self._choreography.stage.horizon <= t and self._go_on():
            pass
        return self._choreography.stage.scene_at(t)

    @property
    def duration(self) -> float:
        """The duration in seconds until all hands have withdrawn. Reading it plays the table to its end."""
        while self._go_on():
            pass
        return self._choreography.ended

    def _go_on(self) -> bool:
        """Perform one more gesture; return false when it is over."""
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
