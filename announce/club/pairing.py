"""The pairs of the next round: Berger tables and Swiss rounds. Pure functions.

Round robins follow the Berger tables (FIDE Handbook C.05, Annex 1); White in that text is Blancs here.

A Swiss round is a minimum-weight perfect matching of all present players, by the rules common to all of FIDE's Swiss
systems (C.04.1). Each rule outweighs all rules below it:

1. two players meet at most once;
2. a player is exempt at most once;
3. the exempt player has as few points as possible;
4. opponents have similar points: the sum of the squared differences is the least possible;
5. a player does not float (meet somebody with more points, or with fewer) in the same direction as in either of the
   last two rounds;
6. within a score group the upper half meets the lower half in order; the lowest of a group float down.

FIDE's colour rules are left out: the dice decide who begins, so both colours are equally good. Colours only alternate
where they can.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import TypeAlias

import rustworkx

Number: TypeAlias = int
"""A player's number on the list of entries, from 1."""
Pair: TypeAlias = tuple[Number, Number | None]
"""The player with Blancs and the player with Noirs, or None when the first player is exempt."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player to be paired, with the past rounds.

    Attributes:
        points: in half points.
        met: the opponents so far.
        exempt: how often the player was exempt.
        floats: for each round, 1 where the opponent had more points, -1 for fewer, 0 otherwise.
        sides: for each match, 1 for Blancs, -1 for Noirs.
    """

    number: Number
    points: int = 0
    met: frozenset[Number] = frozenset()
    exempt: int = 0
    floats: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Place:
    """An entrant's place, from 0, among the players with the same points."""

    entrant: Entrant
    index: int
    size: int


def berger(players: int, number: int) -> list[Pair]:
    """Return round `number` (from 1) of the Berger tables, for players 1 to `players`. An exempt player comes last.

    The player with the highest number stays seated and changes colours. The others move on by half a turn.
    """
    last = players + players % 2
    turn = last - 1
    head = (number - 1) * last // 2 % turn
    first = (head + 1, last) if number % 2 else (last, head + 1)
    others = [((head + step) % turn + 1, (head - step) % turn + 1) for step in range(1, last // 2)]
    if players % 2:
        return [*others, (head + 1, None)]
    return [first, *others]


def swiss(entrants: Sequence[Entrant]) -> list[Pair]:
    """Return the next Swiss round, the strongest pair first. An exempt player comes last.

    Everybody is paired exactly once. If no round avoids a second meeting or a second exemption, the round has as few as
    possible.
    """
    ranked = sorted(entrants, key=lambda entrant: (-entrant.points, entrant.number))
    places = [
        _Place(entrant, index, len(group))
        for group in (list(group) for _, group in groupby(ranked, lambda entrant: entrant.points))
        for index, entrant in enumerate(group)
    ]
    costs = {(one, other): _meeting(places[one], places[other]) for one, other in combinations(range(len(places)), 2)}
    if len(places) % 2:
        costs |= {(one, len(places)): _exemption(place) for one, place in enumerate(places)}
    found = sorted((min(pair), max(pair)) for pair in _cheapest(costs, len(places) + len(places) % 2))
    pairs: list[Pair] = []
    for board, (one, other) in enumerate(found):
        if other < len(places):
            pairs.append(_colours(ranked[one], ranked[other], board))
    exempt = [ranked[one].number for one, other in found if other == len(places)]
    return [*pairs, *((number, None) for number in exempt)]


def _meeting(upper: _Place, lower: _Place) -> tuple[int, ...]:
    """Return the cost of a pair by each rule, the first rule first."""
    one, other = upper.entrant, lower.entrant
    apart = one.points - other.points
    again = int(other.number in one.met)
    if apart:
        place = (upper.size - 1 - upper.index) ** 2 + lower.index**2
        return (again, 0, 0, apart**2, _float_cost(one, -1) + _float_cost(other, 1), place)
    return (again, 0, 0, 0, 0, (lower.index - upper.index - upper.size // 2) ** 2)


def _exemption(place: _Place) -> tuple[int, ...]:
    """Return the cost of leaving a player without an opponent, by each rule."""
    return (0, place.entrant.exempt, place.entrant.points, 0, 0, (place.size - 1 - place.index) ** 2)


def _float_cost(entrant: Entrant, way: int) -> int:
    """Return how much another float in this direction repeats: 2 for the last round, 1 for the one before."""
    return sum(weight for weight, way_then in zip((2, 1), reversed(entrant.floats), strict=False) if way_then == way)


def _cheapest(costs: dict[tuple[int, int], tuple[int, ...]], nodes: int) -> set[tuple[int, int]]:
    """Return the perfect matching with the lexicographically smallest sum of costs.

    One number holds the costs by all rules. Each rule has its own digits, wide enough for the sum over all pairs. For
    the largest tournament (400 players, 200 rounds) they take 102 of the 127 bits that the library has for a weight.
    """
    most = [max(column) for column in zip(*costs.values(), strict=True)]
    weights = dict.fromkeys(costs, 0)
    for rule, highest in enumerate(most):
        base = highest * nodes // 2 + 1
        for pair, cost in costs.items():
            weights[pair] = weights[pair] * base + cost[rule]
    heaviest = max(weights.values())
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * nodes)
    graph.add_edges_from([(one, other, heaviest - weight) for (one, other), weight in weights.items()])
    found: set[tuple[int, int]] = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return found


def _colours(one: Entrant, other: Entrant, board: int) -> Pair:
    """Give Blancs to the player who had it less often, then to one who did not have it last time, else by turns."""
    claims = [(sum(entrant.sides), entrant.sides[-1:]) for entrant in (one, other)]
    first = board % 2 == 0 if claims[0] == claims[1] else claims[0] < claims[1]
    return (one.number, other.number) if first else (other.number, one.number)
