"""Fit the log weights by which trictrac's referee explains one side's dames, to simulated tours whose truth is known.

Each first look of a rest, each next throw and each call is a decision between sets of counts. The score of a set is a
sum of log likelihoods and of the weights fitted here. The fit maximises the probability of the true counts
(conditional logistic regression), with a normal prior around the weights before.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from events.state import Mode
from events.trictrac.settings import Settings
from referee.trictrac.numbers import PLAYS, REACH, STORIES
from referee.trictrac.referee import Referee
from referee.trictrac.tracker.belief import Belief, Expected
from referee.trictrac.tracker.dames import ANY, DamesTracker, DamesVerdict
from referee.trictrac.tracker.hypotheses import PRIOR, Hypotheses, Story, hypotheses
from referee.trictrac.tracker.hypothesis_scoring import (
    Occasion,
    against_the_laws,
    foreseen_scores,
    freest,
    scores_on,
    unforeseen_score,
)
from referee.trictrac.tracker.observation import Look
from rules.position import Counts, Position, Side
from simulation.players.rates import ClumsinessRates, FaultRates
from simulation.sensors.simulated_vision import SimulatedVision, VisionErrors
from simulation.timeline import SimulatedTable
from tablier.storage.recording_truth import Line

TABLES: Final[Mapping[str, Mapping[str, float]]] = {"stories": STORIES, "plays": asdict(PLAYS), "reach": asdict(REACH)}
NO_WEIGHTS: Final = frozenset({"patience", "patient", "held_back"})
"""Numbers of those tables that are no log weights of counts."""
WEIGHTS: Final = tuple((table, name) for table, row in TABLES.items() for name in row if name not in NO_WEIGHTS)
STEP: Final = 0.5
"""Nats by which a weight is changed to see how a score depends on it."""
NEAR: Final = 8.0
"""Nats behind the best beyond which counts are left out. A truth so far behind is no matter of these weights."""
CLEAR: Final = 10.0
"""Nats by which the truth must lead for a decision to say nothing about the weights."""
STEPS: Final = 12
"""Steps of Newton's method."""
SPREAD: Final = 0.5
"""Standard deviation (nats) of the prior around the weights before."""


class DamesDecision(msgspec.Struct, frozen=True, array_like=True):
    """One decision: the score of each set of counts, how it depends on each weight, and which set was true."""

    scores: list[float]
    slopes: list[list[float]]
    true: int


class TourDecisions(msgspec.Struct, frozen=True):
    """The decisions of one tour, and how many more were clear or had a truth that nothing proposed."""

    decisions: list[DamesDecision]
    clear: int
    unexplained: int


def set_weight(table: str, name: str, value: float) -> None:
    """Change one weight of this process's referee."""
    if table == "stories":
        PRIOR[Story[name.upper()]] = value
    else:  # The rows are frozen: only a fit changes them, in a process of its own.
        object.__setattr__(PLAYS if table == "plays" else REACH, name, value)


@dataclass(slots=True)
class TrueDames:
    """The true places of the dames, act by act."""

    sides: dict[Side, list[int]] = field(
        default_factory=lambda: {side: list(Position.start().counts(side)) for side in Side}
    )

    def take(self, line: Line) -> None:
        """Apply one line of the truth; after a relevé all dames are back."""
        match line["kind"]:
            case "DameLifted" if line["case"] <= len(self.sides[Side.BLANCS]):
                self.sides[Side(line["side"])][line["case"] - 1] -= 1
            case "DamePlaced" if line["case"] <= len(self.sides[Side.BLANCS]):
                self.sides[Side(line["side"])][line["case"] - 1] += 1
            case "Disorder":
                for side, case, _, now in line["differences"]:
                    self.sides[Side(side)][case - 1] = now
            case "Releve" | "TourStarted":
                self.sides = {side: list(Position.start().counts(side)) for side in Side}
            case _:
                pass


class ScoredDames(DamesTracker):
    """A tracker of dames that keeps every decision, with the true counts.

    Attributes:
        belief: the belief it is part of.
        truth: the true dames.
        kept: the decisions so far.
    """

    def __init__(self, side: Side, belief: Belief, truth: TrueDames) -> None:
        super().__init__(side)
        self.belief, self.truth = belief, truth
        self.kept: list[DamesDecision] = []
        self.clear = self.unexplained = 0
        self.supposed: tuple[Counts, ...] = ()
        self.scored = np.zeros(0)

    def _verdict(self, expected: Hypotheses, look: Look, occasion: Occasion = ANY) -> DamesVerdict:
        """Keep the decision, if it is the first look of a rest or a forced one, and decide."""
        known = self.belief.expected
        if self.supposed:
            self.scored = self.scores_of(self.supposed, expected, look, occasion)
        elif known is not None and (occasion is not ANY or look.changed is not None) and not look.idle:
            self._keep(known, expected, look, occasion)
        return super()._verdict(expected, look, occasion)

    def _keep(self, known: Expected, expected: Hypotheses, look: Look, occasion: Occasion) -> None:
        true = tuple(self.truth.sides[self.side])
        against = against_the_laws(self.evidence, expected, look)
        others = {freest(self.evidence, expected), true, *([against[1]] if against else [])} - set(expected.counts)
        supposed = (*expected.counts, *sorted(others))
        scores = self.scores_of(supposed, expected, look, occasion)
        at = supposed.index(true)
        if not np.isfinite(scores[at]) or scores[at] < scores.max() - NEAR:
            self.unexplained += 1
            return
        if scores[at] >= np.delete(scores, at).max(initial=-np.inf) + CLEAR:
            self.clear += 1
            return
        near = [row for row in range(len(supposed)) if row == at or scores[row] >= scores.max() - NEAR]
        counts = tuple(supposed[row] for row in near)
        slopes = [self._slopes(counts, known, look, occasion, table, name) for table, name in WEIGHTS]
        self.kept.append(
            DamesDecision(
                [round(float(scores[row]), 4) for row in near],
                [list(row) for row in zip(*slopes, strict=True)],
                near.index(at),
            )
        )

    def _slopes(
        self, counts: tuple[Counts, ...], known: Expected, look: Look, occasion: Occasion, table: str, name: str
    ) -> list[float]:
        """Return how the score of each set of counts changes with one weight, nats a nat."""
        value = float(TABLES[table][name])
        found = []
        for change in (STEP, -STEP):
            set_weight(table, name, value + change)
            try:
                found.append(self._scores_again(counts, known, look, occasion))
            finally:
                set_weight(table, name, value)
        return [round(float(each), 3) for each in (found[0] - found[1]) / (2 * STEP)]

    def _scores_again(
        self, counts: tuple[Counts, ...], known: Expected, look: Look, occasion: Occasion
    ) -> NDArray[np.float64]:
        """Return the scores of these counts with the weights as they are now."""
        situation = known.situation
        voided = tuple(one.dice for one in self.belief.earlier_dice(situation, self.side))
        again = hypotheses(situation, self.side, voided, known.half_read, known.doubted)
        other = copy.copy(self)
        other.supposed = counts
        if occasion is ANY:
            other.scored = other.scores_of(counts, again, look, occasion)
        elif occasion.unforeseen:
            other.judge_called(again, look)
        else:
            other.judge_now(again, look)
        return other.scored

    def scores_of(
        self, supposed: Sequence[Counts], expected: Hypotheses, look: Look, occasion: Occasion
    ) -> NDArray[np.float64]:
        """Return the score of each set of counts, foreseen or not."""
        foreseen = scores_on(occasion, expected, look, foreseen_scores(self.evidence, expected, look))
        likeliest: dict[Counts, float] = dict(zip(expected.counts, foreseen.tolist(), strict=True))
        against = against_the_laws(self.evidence, expected, look)
        called = occasion.unforeseen > 0

        def score(counts: Counts) -> float:
            if counts in likeliest:
                return likeliest[counts]
            seen, prior, _ = unforeseen_score(self.evidence, counts, expected, look, called=called)
            lawless = against[0] if against is not None and against[1] == counts else -np.inf
            return max(seen + prior, lawless) + occasion.unforeseen

        return np.array([score(counts) for counts in supposed])


def decide_tour(seed: int) -> TourDecisions:
    """Return the decisions of one tour of erring players (odd seeds) or lawful ones, seen with measured errors."""
    erring = seed % 2 == 1
    faults = FaultRates.typical() if erring else FaultRates.every(0.0)
    clumsy = ClumsinessRates.typical() if erring else ClumsinessRates()
    table = SimulatedTable(seed, profile="referee", faults=faults, clumsiness=clumsy)
    referee = Referee(Settings(mode=Mode.REFEREE, jetons=True, pegs=True, first=table.first))
    truth, taken = TrueDames(), 0
    belief = referee.tracker.belief
    belief.dames = dames = {side: ScoredDames(side, belief, truth) for side in Side}  # type: ignore[assignment] # a dict of subclasses
    watched = SimulatedVision(table, VisionErrors(seed=seed))
    for observation in watched.observations():
        # The truth runs ahead of the look at a rest by what was done since the rest's first picture.
        while taken < len(watched.truth) and watched.truth[taken]["t"] <= observation.t:  # type: ignore[operator] # a time
            truth.take(watched.truth[taken])
            taken += 1
        referee.observe(observation)
    sides = dames.values()
    return TourDecisions(
        [one for side in sides for one in side.kept],
        sum(side.clear for side in sides),
        sum(side.unexplained for side in sides),
    )


def fit_weights(tours: Sequence[TourDecisions]) -> dict[str, dict[str, float]]:
    """Return the likeliest weights, by table and name: those to which the truth is likeliest, near those before."""
    decisions = [(np.array(one.scores), np.array(one.slopes), one.true) for tour in tours for one in tour.decisions]
    change = np.zeros(len(WEIGHTS))
    cost = _cost(decisions, change)
    for _ in range(STEPS):
        slope, curve = -change / SPREAD**2, np.eye(len(WEIGHTS)) / SPREAD**2
        for scores, slopes, true in decisions:
            shares = np.exp(_log_shares(scores + slopes @ change))
            mean = shares @ slopes
            slope += slopes[true] - mean
            curve += (slopes * shares[:, None]).T @ slopes - np.outer(mean, mean)
        step = np.linalg.solve(curve, slope)
        while (lower := _cost(decisions, change + step)) > cost:
            step /= 2
        change, cost = change + step, lower
    found: dict[str, dict[str, float]] = {table: {} for table in TABLES}
    for (table, name), each in zip(WEIGHTS, change, strict=True):
        found[table][name] = round(float(TABLES[table][name]) + float(each), 1) + 0.0  # no minus zero
    return found


def _cost(
    decisions: Sequence[tuple[NDArray[np.float64], NDArray[np.float64], int]], change: NDArray[np.float64]
) -> float:
    """Return how unlikely the truth is with changed weights, and how unlikely the change, in nats."""
    truths = (_log_shares(scores + slopes @ change)[true] for scores, slopes, true in decisions)
    return float(change @ change) / (2 * SPREAD**2) - float(sum(truths))


def surprise(tours: Sequence[TourDecisions], weights: Mapping[str, Mapping[str, float]]) -> tuple[float, int]:
    """Return how unlikely the truth is with these weights, nats a decision, and how often it is not the likeliest."""
    change = np.array([weights[table][name] - TABLES[table][name] for table, name in WEIGHTS])
    nats, missed = [], 0
    for one in (each for tour in tours for each in tour.decisions):
        shares = _log_shares(np.array(one.scores) + np.array(one.slopes) @ change)
        nats.append(-shares[one.true])
        missed += int(shares.argmax()) != one.true
    return float(np.mean(nats)), missed


def _log_shares(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the log probability of each set of counts."""
    behind = scores - scores.max()
    return np.asarray(behind - np.log(np.exp(behind).sum()), np.float64)
