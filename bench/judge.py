"""`./run bench judge`: the judge alone, given what simulated players truly did, compared with the true rulings.

There is no camera and no tracker: the judge gets every true act, and a play ends when the truth rules on it. Any
difference is an error of the judge, or of the simulated players.

    ./run bench judge --tables 50 --faults 0.02      each fault at each opportunity
    ./run bench judge --tables 50 --typical 3 --clumsy --code jeu-de-trictrac
"""

from __future__ import annotations

import time

from bench._results import COSTS, Page, Results, Share, costs_row, parser_of
from events.acts import PlayEnded
from events.codec import line_of
from events.rulings import Ruling
from events.state import Mode
from events.trictrac.settings import Settings
from referee.trictrac.judge.judge import Judge
from rules.code import CODES, Code
from simulation.players.rates import ClumsinessRates, FaultRates
from simulation.players.tour_state import Profile
from simulation.timeline import SimulatedTable
from simulation.timeline.table import true_acts
from tablier.runtime.scoring import Score, score_lines
from tablier.storage.recording_truth import Line


def play(
    seed: int, mode: Mode, code: Code, faults: FaultRates, clumsy: ClumsinessRates, costs: list[float], *, fichets: bool
) -> Score:
    """Judge one whole tour and compare it; fichets: the players mark only trous."""
    keeps = fichets or mode is Mode.SCORE
    profile: Profile = "score" if keeps else "referee"
    table = SimulatedTable(seed, profile=profile, code=code, faults=faults, clumsiness=clumsy)
    judge = Judge(Settings(mode=mode, code=code, jetons=not keeps, pegs=fichets or not keeps, first=table.first))
    ruled: list[Ruling] = []
    found: list[Line] = []
    for act in true_acts(table, ruled):
        throw = judge.situation.throw
        if isinstance(act, PlayEnded) and (throw is None or throw.side is not act.side or throw.moves is not None):
            continue  # the play is already complete
        begun = time.process_time()
        rulings = judge.observe(act)
        costs.append(time.process_time() - begun)
        found.extend(line_of(ruling) for ruling in rulings)
    return score_lines([line_of(ruling) for ruling in ruled], found)


def main(arguments: list[str]) -> int:
    """Play the requested tables, print and keep the figures."""
    parser = parser_of("judge", __doc__)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--mode", choices=[str(mode) for mode in Mode], default="referee")
    parser.add_argument("--code", choices=sorted(CODES), default="lois-2013")
    parser.add_argument("--faults", type=float, default=0.0, help="rate of each fault at each opportunity")
    parser.add_argument("--typical", type=float, default=0.0, help="typical rates of faults, times this factor")
    parser.add_argument("--fichets", action="store_true", help="fichets without jetons: the companion counts points")
    parser.add_argument("--clumsy", action="store_true", help="typical clumsiness")
    parser.add_argument("--differences", action="store_true", help="print every difference, one a line")
    given = parser.parse_args(arguments)
    faults = FaultRates.typical(given.typical) if given.typical else FaultRates.every(given.faults)
    clumsy = ClumsinessRates.typical() if given.clumsy else ClumsinessRates()
    total, right = Score(), 0
    costs: list[float] = []
    for seed in range(given.seed, given.seed + given.tables):
        score = play(seed, Mode(given.mode), CODES[given.code], faults, clumsy, costs, fichets=given.fichets)
        total.add(score)
        right += not score.differences
        if given.differences:
            for difference in score.differences:
                print(f"{seed}: {difference}")
    kinds = {"throws": total.throws, "plays": total.plays, "marks": total.marks, "faults": total.faults}
    results = Results("judge", arguments, given)
    results.table(
        "",
        page=Page.ACCURACY,
        title="The judge, given every act",
        about=f"No camera: the judge is given what the players did. Whole tours without a difference: {right}.",
        samples=given.tables,
        unit="tours",
        columns=("ruled", "right"),
        rows=[(name, Share.from_count(count)) for name, count in {**kinds, "tours": total.tours}.items()],
    )
    results.by_fault("faults", "the judge given every act", total)
    results.table(
        "time",
        page=None,
        title="The judge: time of one act",
        about="Processor time.",
        samples=len(costs),
        unit="acts",
        columns=COSTS,
        rows=[costs_row("an act", costs)],
    )
    return 0
