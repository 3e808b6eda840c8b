"""Count where the hands of backgammon's players are, and how many dames they bear off, in simulated matches.

For each throw it counts how long the thrower's hand was at each pile of his, by how many dames he moved there. Of the
plays that differ in how many dames they bear off, it keeps which number was chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import exp, log
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from events.backgammon.settings import BackgammonSettings
from events.board_reading import BoardReading
from referee.backgammon.successors import TOUCHED, Stay, Touch, piles_of, stays_of, ways
from referee.inference.tables import OBSERVATION
from referee.sight import readable
from referee.trictrac.tracker.hands import HandsTracker
from rules.backgammon.position import BAR, OFF, Position
from rules.position import Side
from simulation.backgammon import BackgammonRates, SimulatedBackgammon
from simulation.sensors.simulated_vision import VisionErrors, WatchedBackgammon
from training.referee.backgammon import ILLEGAL, POINTS, TrueState

NEAREST = 0.05
"""The weight of a dame borne off is fitted to this many nats."""
MOST = 10.0
"""No weight is above this, nats."""


class Played(msgspec.Struct, frozen=True):
    """The counts of one match.

    Attributes:
        stays: how often the hand was so long at a pile that was touched so.
        chosen: of each lawful play with a choice, how many dames it bore off, and each possible result.
    """

    stays: dict[str, dict[str, int]]
    chosen: list[tuple[int, list[int]]]


def simulated_hands(seed: int) -> Played:
    """Count one match; its players are clumsy if the seed is odd."""
    erring = seed % 2 == 1
    rates = BackgammonRates.typical(illegal=ILLEGAL if erring else 0.0, clumsy=erring)
    watched = WatchedBackgammon(SimulatedBackgammon(seed, target=POINTS, rates=rates), VisionErrors(seed=seed))  # type: ignore[arg-type] # of the other game
    settings, hands, truth, taken = BackgammonSettings(target=POINTS), HandsTracker(), TrueState(), 0
    stays = {touch: Counter[str]() for touch in TOUCHED}
    chosen: list[tuple[int, list[int]]] = []
    base = Position.start()
    thrown: Any = 0.0
    for observation in watched.observations():
        for line in watched.truth[taken:]:
            if line["kind"] == "DiceThrown" and truth.throw is not None:
                side, dice = truth.throw
                pictures = hands.pictures_at(side, thrown, settings)
                if pictures is not None:
                    for touch, stay in _stays(base.counts(side)[1:BAR], truth.dames[side][1:BAR], pictures):
                        stays[touch][stay] += 1
                results = [result.on(side, OFF) for result in ways(base, side, (dice[0], dice[1]))[0]]
                if truth.dames[side][OFF] in results and len(set(results)) > 1:
                    chosen.append((truth.dames[side][OFF], results))
            truth.take(line)
            if line["kind"] == "DiceThrown":
                base, thrown = Position(*(tuple(truth.dames[side]) for side in Side)), line["t"]
        taken = len(watched.truth)
        if isinstance(observation, BoardReading) and readable(observation):
            hands.looked(observation.t)
        elif isinstance(observation, BoardReading) and observation.hands:
            hands.observe(observation, settings.seating)
    return Played({touch: dict(each) for touch, each in stays.items()}, chosen)


def _stays(before: Sequence[int], after: Sequence[int], pictures: NDArray[np.intp]) -> Iterator[tuple[Touch, Stay]]:
    piles, touches = piles_of(np.array(before), np.array([after]), np.full(len(before), OBSERVATION.row))
    return zip((list(Touch)[n] for n in touches[0]), (list(Stay)[n] for n in stays_of(pictures[piles])), strict=True)


def weight_of_a_dame(chosen: Sequence[tuple[int, Sequence[int]]]) -> float:
    """Return the weight of each dame borne off that makes these choices likeliest, nats."""

    def nats(weight: float) -> float:
        return sum(weight * own - log(sum(exp(weight * each) for each in results)) for own, results in chosen)

    return float(max(np.arange(0.0, MOST, NEAREST), key=nats))
