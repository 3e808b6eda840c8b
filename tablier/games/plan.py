"""A plan of a simulation, and how a game is simulated (docs/recordings.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from coach.levels import levels
from events.acts import Act
from events.field import Field
from events.peg_reading import PegReading, Signal
from events.rulings import Ruling
from rules.games.a_ecrire import Convention
from rules.position import Side
from rules.seating import Seating
from simulation.players.partie import convention_of
from simulation.players.tour import TourView
from simulation.render.style import Style
from simulation.scene import Scene
from tablier.game_packages import by_name
from tablier.storage.settings import Agreement

PACES = (0.05, 100.0)
FAULTS = (0.0, 5.0)
THROWS = (0, 1000)
"""The limits of a plan: slower players would throw a few times a day, and worse ones would err with every throw."""
MATCH = 3
"""Points of a simulated match."""
COMPANION = Side.NOIRS
"""The side the companion plays in a simulated solo game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The plan of a simulated table; it determines everything that happens.

    game: the game that is played.
    seed: of the game and the hands.
    look: of the board, its light and its camera, None for a plain board from above.
    mode: of the table ("referee": the players mark with jetons; "solo": one player also moves the companion's
        dames; the companion plays at `level`).
    faults: how often the players err: 0 never, 1 like people who know the rules.
    clumsy: whether the players are clumsy, as people are.
    pace: how many times faster than calm players.
    after: how many throws were played before the table begins.
    throws: after how many more the players stop, None to play to the end.
    players, marques: of a partie à écrire; players is None for a single game.
    width, height: of the pictures, pixels.

    Raises ValueError for a pace, faults or throws outside PACES, FAULTS and THROWS, for a part of a game that is
    simulated only whole, for a partie that does not start at its beginning, and for players or marqués that make no
    partie.
    """

    game: str = "trictrac"
    seed: int = 1
    look: int | None = None
    mode: Literal["score", "referee", "lesson", "solo"] = "referee"
    level: str = "amateur"
    faults: float = 0.0
    clumsy: bool = False
    pace: float = 1.0
    after: int = 0
    throws: int | None = None
    players: int | None = None
    marques: int = 4
    width: int = 1280
    height: int = 720

    def __post_init__(self) -> None:
        limits = {"pace": PACES, "faults": FAULTS, "after": THROWS, "throws": THROWS}
        for name, (least, most) in limits.items():
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                raise ValueError(f"{name} is {value:g}, expected {least:g} to {most:g}")
        played = simulations()[self.game]
        if self.mode == "solo":
            if not played.solo or self.players is not None:
                solo = ", ".join(name for name, game in simulations().items() if game.solo)
                raise ValueError(f"mode: solo is not simulated here, expected a single game of {solo}")
            if self.level not in levels(self.game):
                raise ValueError(f"level: {self.level}, expected one of {', '.join(levels(self.game))}")
        if (self.after or self.throws is not None) and played.whole:
            raise ValueError(f"after, throws: {self.game} is played whole, and no part of it is simulated")
        if self.players is not None:
            if played.whole or self.after:
                raise ValueError("players: a partie à écrire is played from its beginning, in a game that has one")
            convention_of(self.players, self.marques)

    @property
    def convention(self) -> Convention | None:
        """The agreement of the partie à écrire, if one is played."""
        return None if self.players is None else convention_of(self.players, self.marques)


class PlayedTable(Protocol):
    """A simulated table that plays itself."""

    first: Side
    seating: Seating
    field: Field

    @property
    def duration(self) -> float:
        """Seconds until play ends."""

    def scene_at(self, t: float) -> Scene:
        """Return the pieces on the table at `t` seconds."""

    def events(self) -> Iterator[Act | Ruling | PegReading | Signal]:
        """Yield the acts, rulings and sensor readings, in order of time."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """How a game is simulated.

    table: makes the table of a plan with a look, starting from the position and score of a tour, if given
    whole: only whole games are played
    jetons: its players mark with jetons
    solo: it can be played against the companion
    agreements: what the players of a plan agree on, besides the defaults
    """

    table: Callable[[Plan, Style, TourView | None], PlayedTable]
    whole: bool = True
    jetons: bool = False
    solo: bool = False
    agreements: Callable[[Plan], tuple[Agreement, ...]] = lambda _plan: ()


def simulations() -> dict[str, Simulated]:
    """How each game is simulated, by its name."""
    return by_name("simulated", "SIMULATED")
