"""Assert, ask or wait: the lowest expected cost decides.

The filter cannot know how long it would have to wait. So it waits until the wait has cost as much as asserting the best
explanation is expected to cost. If a question would have cost less by then, the filter asks it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from math import exp

from referee.inference.tables import UNREAD, Costs


class Decision(Enum):
    """The ways to act on a belief."""

    ASSERT = auto()
    ASK = auto()
    WAIT = auto()


@dataclass(frozen=True, slots=True)
class Outcome:
    """One explanation: how likely it is (0..1), and whether it accuses somebody of an error."""

    share: float
    accuses: bool


def expected_cost(chosen: Outcome, others: Sequence[Outcome], costs: Costs) -> float:
    """Return the expected cost of asserting one explanation, in seconds; others: all that may be true instead."""
    cost = 0.0
    for one in others:
        if chosen.accuses and not one.accuses:
            cost += one.share * costs.accused
        elif one.accuses and not chosen.accuses:
            cost += one.share * max(costs.missed, costs.wrong)
        else:
            cost += one.share * costs.wrong
    return cost


def cheapest(outcomes: Sequence[Outcome], costs: Costs) -> tuple[int, float]:
    """Return the index of the explanation with the lowest expected cost, and that cost; if equal, of the likeliest."""
    each = [expected_cost(one, [*outcomes[:at], *outcomes[at + 1 :]], costs) for at, one in enumerate(outcomes)]
    chosen = min(range(len(outcomes)), key=lambda at: (round(each[at], 9), -outcomes[at].share))
    return chosen, each[chosen]


def worth_telling(share: float, costs: Costs) -> bool:
    """Whether an unread throw is to be announced with its likeliest dice, given their probability.

    Waiting does not help here: the dice are up, and will not be read.
    """
    return costs.wrong * (1 - share) <= costs.untold


def worth_accusing(lead: float, costs: Costs) -> bool:
    """Whether to believe that a play is a fault; lead: nats by which that leads the explanations without a fault."""
    return costs.accused <= costs.missed * exp(lead)


def worth_mending(share: float, costs: Costs) -> bool:
    """Whether to tell people that dice are hard to see; share: of throws that lack a die at first, 0..1.

    That costs as much as a question, and saves throws from being lost.
    """
    return costs.question <= share * UNREAD.lost * costs.untold


def decide(cost: float, waited: float, costs: Costs, *, answerable: bool) -> Decision:
    """Return the decision after `waited` seconds.

    cost: the expected cost of asserting; answerable: whether people could answer.
    """
    if cost <= waited:
        return Decision.ASSERT
    return Decision.ASK if answerable and waited >= costs.question else Decision.WAIT
