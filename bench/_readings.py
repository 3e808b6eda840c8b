"""The readings of rendered tours, kept in files, so that another referee can rule on them without the pictures."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from operator import methodcaller
from pathlib import Path
from typing import Final

import msgspec

from events.board_reading import BoardReading
from events.codec import line_of
from events.observation import Observation, Observed, Still
from events.peg_reading import LinkEvent, PegReading, Signal
from referee.games import GameReferee
from tablier.storage.recording_truth import Line

KINDS: Final[dict[str, type[Observation]]] = {
    kind.__name__: kind for kind in (BoardReading, PegReading, Signal, LinkEvent, Still)
}
"""The kinds of observations in a file, by name. Tours from their beginning have no others."""


class Overheard:
    """A referee that records its observations and otherwise behaves as the given one."""

    def __init__(self, referee: GameReferee) -> None:
        self._referee = referee
        self.observations: list[Observation] = []
        self.lines: list[Line] = []

    def observe(self, observation: Observation) -> Observed:
        """Record an observation and its results."""
        self.observations.append(observation)
        observed = self._referee.observe(observation)
        self.lines += map(line_of, observed.acts)
        self.lines += map(line_of, observed.rulings)
        return observed

    def __getattr__(self, name: str) -> object:
        return getattr(self._referee, name)


def write_readings(path: Path, code: str, observations: Iterable[Observation]) -> None:
    """Write the observations of a tour; code: the version of the code that made them."""
    lines = [(type(one).__name__, one) for one in observations]
    path.parent.mkdir(parents=True, exist_ok=True)
    numbers = methodcaller("item")  # of numpy, which some readings hold
    path.write_bytes(zlib.compress(msgspec.msgpack.encode((code, lines), enc_hook=numbers)))


def read_readings(path: Path, code: str) -> list[Observation] | None:
    """Return the observations of a file; None if there is none, or other code made them."""
    if not path.exists():
        return None
    by, lines = msgspec.msgpack.decode(
        zlib.decompress(path.read_bytes()), type=tuple[str, list[tuple[str, msgspec.Raw]]]
    )
    return [msgspec.msgpack.decode(raw, type=KINDS[name]) for name, raw in lines] if by == code else None
