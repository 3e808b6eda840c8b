"""`./run bench backgammon`: matches of backgammon, seen by simulated vision, refereed, compared with the truth.

No picture is rendered: each scene becomes a reading with the requested errors. Dames on the bar are on no case, as in
vision. It prints throws, plays, illegal plays and games that were right, missed and false, and the referee's own time
per reading.

    ./run bench backgammon                                       lawful players
    ./run bench backgammon --matches 20 --illegal 0.05 --clumsy --wrong 0.005 --die 0.005
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Literal

from bench._results import COSTS, Page, Results, Share, costs_row, parser_of
from events.backgammon.settings import BackgammonSettings
from events.codec import line_of
from referee.backgammon.referee import BackgammonReferee
from simulation.backgammon import BackgammonRates, SimulatedBackgammon
from simulation.sensors.simulated_vision import VisionErrors, WatchedBackgammon
from simulation.sensors.vision_rates import measured_rates
from tablier.runtime.scoring import Score, score_lines

LONG = 0.97
"""How often a die is read as at the last look, right, wrong or not at all, with --missed."""


def play(
    seed: int,
    target: int,
    rates: BackgammonRates,
    eyes: VisionErrors,
    seconds: list[float],
    *,
    costs: Literal["home", "club"] = "home",
) -> Score:
    """Referee one whole match and compare it; each observation's processor time is appended to `seconds`."""
    table = SimulatedBackgammon(seed, target=target, rates=rates)
    referee = BackgammonReferee(BackgammonSettings(target=target, costs=costs))
    watched = WatchedBackgammon(table, eyes)  # type: ignore[arg-type] # a table that plays itself, of the other game
    found: list[dict[str, object]] = []
    for observation in watched.observations():
        begun = time.process_time()
        observed = referee.observe(observation)
        seconds.append(time.process_time() - begun)
        found.extend(line_of(ruling) for ruling in observed.rulings)
    return score_lines(watched.truth, found)


def main(arguments: list[str]) -> int:
    """Run the requested matches, print and keep the figures."""
    parser = parser_of("backgammon", __doc__)
    parser.add_argument("--matches", type=int, default=5)
    parser.add_argument("--target", type=int, default=3, help="points of a match")
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--illegal", type=float, default=0.0, help="rate of illegal plays")
    parser.add_argument("--clumsy", action="store_true", help="players who slide, fumble and change their minds")
    parser.add_argument("--wrong", type=float, default=0.0, help="rate of cases read wrong in a frame")
    parser.add_argument("--die", type=float, default=0.0, help="rate of dice misread in a frame")
    parser.add_argument("--missed", type=float, default=0.0, help="rate of dice missed for as long as they lie there")
    given = parser.parse_args(arguments)
    rates = BackgammonRates.typical(illegal=given.illegal, clumsy=given.clumsy)
    rates_seen = (
        replace(measured_rates(), die_missed=given.missed, die_again=LONG) if given.missed else measured_rates()
    )
    total, costs = Score(), list[float]()
    for seed in range(given.seed, given.seed + given.matches):
        eyes = VisionErrors(rates=rates_seen, wrong=given.wrong, die=given.die, seed=seed)
        score = play(seed, given.target, rates, eyes, costs)
        print(f"{seed}: throws {score.throws}; plays {score.plays}; faults {score.faults}; games {score.games}")
        total.add(score)
    kinds = {"throws": total.throws, "plays": total.plays, "faults": total.faults, "games": total.games}
    results = Results("backgammon", arguments, given)
    results.table(
        "",
        page=Page.ACCURACY,
        title="Matches of backgammon through simulated eyes",
        about=f"What the referee ruled against what the players did. It asked {total.doubts} times.",
        samples=given.matches,
        unit="matches",
        columns=("ruled", "right"),
        rows=[(name, Share.from_count(count)) for name, count in kinds.items()],
    )
    results.by_fault("faults", "matches of backgammon", total)
    results.table(
        "time",
        page=None,
        title="The referee of backgammon: time of one observation",
        about="Processor time.",
        samples=len(costs),
        unit="observations",
        columns=COSTS,
        rows=[costs_row("an observation", costs)],
    )
    return 0
