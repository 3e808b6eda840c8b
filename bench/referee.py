"""`./run bench referee`: simulated tables seen by simulated vision, refereed, and compared with their truth.

No picture is rendered: `simulation.sensors` turns each scene into a reading with the requested errors. It prints
throws, plays, marks and faults that were right, missed and false, how long throws and plays wait for their rulings, and
the referee's own time per observation.

    ./run bench referee                      two hundred whole parties, in all modes, with and without troubles
    ./run bench referee --tables 20 --mode score --faults 0.02 --clumsy --wrong 0.002 --upset camera --tell
    ./run bench referee --tables 5 --players 3 --marques 6          parties à écrire
    ./run bench referee --drills 240         faults that are rare in whole parties, from positions that allow them
"""

from __future__ import annotations

import argparse
import time
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Literal

from bench._results import COSTS, Page, Results, Share, costs_row, parser_of
from events.a_ecrire import EcrireSettings
from events.codec import line_of
from events.state import Mode
from events.trictrac.acts import Corrected, TourStarted
from events.trictrac.settings import Settings
from referee.a_ecrire.referee import EcrireReferee
from referee.trictrac.referee import Referee
from rules.fault import FaultName
from rules.fault_table import TABLE
from rules.games.a_ecrire import Convention
from rules.position import Side
from simulation.players.drills import DRILLS
from simulation.players.partie import convention_of
from simulation.players.rates import ClumsinessRates, FaultRates
from simulation.sensors.simulated_vision import SimulatedVision, Upset, VisionErrors
from simulation.timeline import SimulatedTable
from tablier.runtime.scoring import EARLY, Score, number_throughout, score_lines
from tablier.storage.recording_truth import Line

TIMED = {"ThrowWorth": "dice", "Played": "a lawful play"}
"""The rulings whose delay is measured, and what they are about."""

LOST = 6
"""Throws at the end of a party. If all are missed, the referee never recovered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """One row of the table: how many parties, the players and the vision.

    Attributes:
        faults: the rate of each fault at each opportunity, or None for `FaultRates.typical`.
        jetons: whether the players use them.
        costs: the row of `costs.toml`.
        convention: of a partie à écrire, None for a tour.
        drill: the only fault, made whenever possible, in DRILL_THROWS throws from its position, set by hand.
    """

    name: str
    tables: int
    mode: Mode = Mode.REFEREE
    faults: float | None = 0.0
    clumsy: bool = False
    jetons: bool = True
    costs: str = "home"
    convention: Convention | None = None
    drill: FaultName | None = None
    eyes: VisionErrors = field(default_factory=VisionErrors)

    @property
    def rates(self) -> FaultRates:
        """How often the players make each fault."""
        if self.drill is not None:
            return FaultRates({self.drill: 1.0})
        if self.faults is None:
            return FaultRates.typical()
        rare = dict.fromkeys(SELDOM, min(1.0, SELDOM_TIMES * self.faults))
        return FaultRates.every(self.faults).replace(rare)


SELDOM = tuple(row.name for row in TABLE if row.seldom)
"""The faults with few opportunities."""

SELDOM_TIMES = 20.0
"""The factor by which these faults are more frequent at each opportunity."""


DRILL_THROWS = 3
"""Throws of a drill that count. One more is thrown, because often only then a wrong play shows to be complete."""

MISREAD = VisionErrors(wrong=0.005, die=0.005)
"""One case and one die in two hundred misread."""
EVENINGS = (
    Evening(name="lawful", tables=20),
    Evening(name="clumsy", tables=20, clumsy=True),
    Evening(name="clumsy, misread", tables=10, clumsy=True, eyes=MISREAD),
    Evening(name="score, clumsy, misread", tables=20, mode=Mode.SCORE, clumsy=True, eyes=MISREAD),
    Evening(name="each fault at 2 %, the seldom ones at 40 %", tables=50, faults=0.02),
    Evening(name="faults as players make them", tables=40, faults=None),
    Evening(name="faults as players make them, lesson", tables=10, mode=Mode.LESSON, faults=None),
    Evening(name="camera gone for 30 s", tables=5, clumsy=True, eyes=VisionErrors(upset=Upset.CAMERA)),
    Evening(name="a third of the frames lost", tables=5, clumsy=True, eyes=VisionErrors(upset=Upset.FRAMES)),
    Evening(name="board nudged", tables=5, clumsy=True, eyes=VisionErrors(upset=Upset.NUDGE)),
    Evening(name="lights changed", tables=5, clumsy=True, eyes=VisionErrors(upset=Upset.LIGHT)),
    Evening(name="line down for a minute", tables=5, clumsy=True, eyes=VisionErrors(upset=Upset.LINE)),
    Evening(name="jetons never used", tables=5, clumsy=True, jetons=False),
)
"""The rows measured by default: 200 parties."""


@dataclass
class Figures:
    """The outcome of some parties.

    Attributes:
        right: parties that ended as they truly did, without a question.
        lost: parties that never recovered from an error.
        waits: seconds to the ruling, by what it is about and since when (see `_waits`).
        costs: processor seconds of each observation.
    """

    score: Score = field(default_factory=Score)
    parties: int = 0
    right: int = 0
    lost: int = 0
    waits: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    costs: list[float] = field(default_factory=list)

    def add(self, other: Figures) -> None:
        """Add other figures to these."""
        self.score.add(other.score)
        self.parties += other.parties
        self.right += other.right
        self.lost += other.lost
        for name, seconds in other.waits.items():
            self.waits[name] += seconds
        self.costs += other.costs


def play(seed: int, evening: Evening) -> Figures:
    """Referee one whole tour, or drill, and compare it."""
    players_mark = evening.mode is not Mode.SCORE and evening.jetons
    profile: Literal["score", "referee"] = "referee" if players_mark else "score"
    clumsy = ClumsinessRates.typical() if evening.clumsy else ClumsinessRates()
    convention = evening.convention
    position = None if evening.drill is None else DRILLS[evening.drill]
    table = SimulatedTable(
        seed,
        profile=profile,
        faults=evening.rates,
        clumsiness=clumsy,
        convention=convention,
        position=position,
        first=None if position is None else Side.BLANCS,
        throws=None if position is None else DRILL_THROWS + 1,
    )
    marking = evening.mode is not Mode.SCORE
    settings = Settings(mode=evening.mode, jetons=marking, pegs=marking, first=table.first, costs=evening.costs)
    referee = Referee(settings) if convention is None else EcrireReferee(_ecrire(settings, convention))
    watched = SimulatedVision(table, replace(evening.eyes, seed=seed))
    found: list[Line] = []
    figures = Figures(parties=1)
    announced: dict[str, list[tuple[float, float]]] = {kind: [] for kind in TIMED}
    set_up = () if position is None else (Corrected(0.0, "bench", "a drill", position=position, trait=Side.BLANCS),)
    for observation in chain(set_up, watched.observations()):
        begun = time.process_time()
        observed = referee.observe(observation)
        figures.costs.append(time.process_time() - begun)
        found += [line_of(act) for act in observed.acts if isinstance(act, TourStarted)]
        for ruling in observed.rulings:
            line = line_of(ruling)
            found.append(line)
            if line["kind"] in TIMED:
                announced[line["kind"]].append((line["t"], max(observation.t, watched.now)))
    true: list[Line] = watched.truth
    if position is not None:
        true, found = ([line for line in lines if line.get("throw", 0) <= DRILL_THROWS] for lines in (true, found))
    figures.score = score_lines(true, found)
    figures.waits.update(_waits(true, announced, watched.rests))
    ended = figures.score.tours if convention is None else figures.score.marques
    figures.right = int(ended.right == ended.true and not ended.false and not figures.score.doubts)
    figures.lost = int(_is_lost(true, figures.score))
    return figures


def _ecrire(settings: Settings, convention: Convention) -> EcrireSettings:
    one, other = convention.camps[:2]
    return EcrireSettings(table=settings, convention=convention, blancs=one[0], noirs=other[0])


def _waits(
    lines: Sequence[Line], announced: Mapping[str, Sequence[tuple[float, float]]], pictures: Sequence[float]
) -> dict[str, list[float]]:
    """Return how long each true throw and lawful play waits for its first ruling, without the reading of pictures.

    Counted since the pieces rest, and since a picture shows it. pictures: when rests began without a hand, seconds.
    """
    waits: dict[str, list[float]] = {}
    for kind, name in TIMED.items():
        true = [line for line in lines if line["kind"] == kind]
        rests = [line["t"] for line in true]
        first: dict[int, float] = {}
        for seen, published in announced[kind]:
            first.setdefault(bisect_right(rests, seen + EARLY) - 1, published)
        ruled = [(rests[at], t) for at, t in first.items() if at >= 0 and true[at].get("lawful", True)]
        waits[f"{name} at rest"] = [t - rested for rested, t in ruled]
        shown = [(bisect_left(pictures, rested), t) for rested, t in ruled]
        waits[f"{name} shown at rest"] = [t - pictures[at] for at, t in shown if at < len(pictures)]
    return waits


def _is_lost(lines: Sequence[Line], score: Score) -> bool:
    throws = [line["throw"] for line in number_throughout(lines) if line["kind"] == "ThrowWorth"][-LOST:]
    missed = {one.throw for one in score.differences if one.kind == "ThrowWorth" and not one.false}
    return len(throws) == LOST and missed >= set(throws)


def measure(evening: Evening, first: int, *, tell: bool) -> Figures:
    """Measure the parties of one row."""
    total = Figures()
    for seed in range(first, first + evening.tables):
        figures = play(seed, evening)
        if tell:
            for difference in figures.score.differences:
                print(f"{seed} {difference}")
        total.add(figures)
    return total


COLUMNS = ("players and eyes", "throws", "plays", "marks", "faults", "tours ended right", "asked", "lost")


def row(name: str, figures: Figures) -> tuple[str | int | Share, ...]:
    """Return one row of the table."""
    score = figures.score
    counts = map(Share.from_count, (score.throws, score.plays, score.marks, score.faults))
    return name, *counts, Share(figures.right, figures.parties), score.doubts, figures.lost


def parse_options(arguments: list[str]) -> argparse.Namespace:
    """Parse the options."""
    parser = parser_of("referee", __doc__)
    parser.add_argument("--tables", type=int, help="parties with the given players; without it, the whole table")
    parser.add_argument("--share", type=float, default=1.0, help="share of each row's parties in the whole table")
    parser.add_argument("--seed", type=int, default=1000, help="of the first party")
    parser.add_argument("--mode", choices=[str(mode) for mode in Mode], default="referee")
    parser.add_argument(
        "--faults",
        type=float,
        default=0.0,
        help="rate of each fault at each opportunity; twenty times higher for rare ones",
    )
    parser.add_argument("--typical", action="store_true", help="faults as players make them")
    parser.add_argument("--clumsy", action="store_true", help="typical clumsiness")
    parser.add_argument("--wrong", type=float, default=0.0, help="rate of cases read wrong in a frame")
    parser.add_argument("--die", type=float, default=0.0, help="rate of dice misread in a frame")
    parser.add_argument("--looks", type=int, default=VisionErrors().looks, help="frames read of each rest")
    parser.add_argument("--upset", choices=[str(upset) for upset in Upset], default="none")
    parser.add_argument("--players", type=int, help="of a partie à écrire; without it, a tour is played")
    parser.add_argument("--marques", type=int, default=4, help="of the partie à écrire")
    parser.add_argument("--drills", type=int, help="tables of each drill; without it, whole parties are played")
    parser.add_argument("--no-jetons", action="store_true", help="jetons are never used")
    parser.add_argument("--tell", action="store_true", help="print every error, one a line")
    return parser.parse_args(arguments)


def evenings_of(given: argparse.Namespace) -> Sequence[Evening]:
    """Return the requested rows of the table."""
    if given.drills is not None:
        return [Evening(name=f"drill: {name}", tables=given.drills, drill=name) for name in DRILLS]
    if given.tables is None:
        return [replace(one, tables=max(1, round(given.share * one.tables))) for one in EVENINGS]
    return [
        Evening(
            name="asked for",
            tables=given.tables,
            mode=Mode(given.mode),
            faults=None if given.typical else given.faults,
            clumsy=given.clumsy,
            jetons=not given.no_jetons,
            eyes=VisionErrors(wrong=given.wrong, die=given.die, looks=given.looks, upset=Upset(given.upset)),
            convention=None if given.players is None else convention_of(given.players, given.marques),
        )
    ]


def main(arguments: list[str]) -> int:
    """Run the requested tables, print and keep the figures."""
    given = parse_options(arguments)
    evenings = evenings_of(given)
    total = Figures()
    rows = []
    seed = given.seed
    for evening in evenings:
        figures = measure(evening, seed, tell=given.tell)
        rows.append(row(evening.name, figures))
        print(*map(str, rows[-1]), sep=", ", flush=True)
        total.add(figures)
        seed += evening.tables
    keep(given, arguments, rows, total)
    return 0


def keep(
    given: argparse.Namespace, arguments: list[str], rows: list[tuple[str | int | Share, ...]], total: Figures
) -> None:
    """Print and keep the tables: rows, faults by name, and times."""
    results = Results("referee", arguments, given)
    kind = "drills" if given.drills is not None else "tours" if given.players is None else "a-ecrire"
    unit = "parties à écrire" if kind == "a-ecrire" else kind
    marques = f" Marqués right: {Share.from_count(total.score.marques)}." if total.score.marques.true else ""
    results.table(
        kind,
        page=None if kind == "drills" else Page.ACCURACY,
        title=f"Simulated {unit} through simulated eyes",
        about="What the referee ruled against what the players did. Lost: it never found back from an error." + marques,
        samples=total.parties,
        unit=unit,
        columns=COLUMNS,
        rows=[*rows, row("all", total)] if len(rows) > 1 else rows,
    )
    results.by_fault(f"{kind}-faults", f"simulated {unit}", total.score)
    results.table(
        f"{kind}-time",
        page=None if kind == "drills" else Page.PERFORMANCE,
        title=f"Time to a ruling, simulated {unit}",
        about="Until the first ruling, without the reading of pictures. Shown: in a picture, without a hand. "
        "An observation: its processor time.",
        samples=len(total.costs),
        unit="observations",
        columns=COSTS,
        rows=[costs_row(*each) for each in (*total.waits.items(), ("an observation", total.costs))],
    )
