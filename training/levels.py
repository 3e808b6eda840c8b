"""Fit what each level overlooks, and write the levels: `python -m training.levels trictrac|backgammon`.

Each level knows the figures of its curriculum. The fit finds the share of plays that a level must overlook to lose the
trous (or points) of its rung in each decision of self-play. The evaluator judges without looking ahead. The rungs are
evenly spaced. The file says what was measured; `./run bench coach` measures how strong the levels are.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np

import coach
from coach.backgammon import evaluator as backgammon
from coach.backgammon.games import Games
from coach.levels import Level, without_overlooked
from coach.throws import CHANCES, THROWS
from coach.trictrac.choosing import first_best, play_equities
from coach.trictrac.evaluator import Evaluator
from coach.trictrac.playing import unseen
from coach.trictrac.situations import throw_dice
from rules.backgammon.batch import plays_of
from rules.fault import FaultName
from rules.fault_table import TABLE
from rules.jan import JanName
from training.coach_games import BackgammonGames, TrictracGames

RUNGS: Final = {"trictrac": 0.06, "backgammon": 0.01}
"""Trous or points lost in a decision, from one level to the next below expert.

Backgammon: the width of GNU Backgammon's classes of players from expert to beginner. Trictrac: about two trous a tour,
so that débutant still beats random play.
"""
FORGETS: Final = next(row.rate or 0.0 for row in TABLE if row.name is FaultName.ECOLE_MOINS_J)
"""Chance that a player marks too little for a throw, by the table of faults. Each rung below expert adds this much."""
_RARE: Final = frozenset(
    {
        JanName.CONTRE_DEUX_TABLES,
        JanName.CONTRE_MEZEAS,
        JanName.BATTRE_A_FAUX,
        JanName.PILE_DE_MISERE_REALISEE,
        JanName.PILE_DE_MISERE_CONSERVEE,
    }
)
"""Figures that pay the thrower's adversary, or that are out of use (Jeu 2). A player learns them last."""
_SECOND: Final = frozenset(
    {
        JanName.SIX_TABLES,
        JanName.DEUX_TABLES,
        JanName.MEZEAS,
        JanName.BATTRE_LE_COIN,
        JanName.JAN_DE_RETOUR_REMPLI,
        JanName.JAN_DE_RETOUR_CONSERVE,
    }
)
"""Figures made by puissance (Jeu 2) and the jan de retour. A player learns them after filling and beating."""
CURRICULUM: Final = {
    "debutant": Level(look_ahead=False, unknown=_RARE | _SECOND, danger=False, leaves=False),
    "amateur": Level(look_ahead=False, unknown=_RARE, danger=False),
    "confirme": Level(look_ahead=False),
    "expert": Level(look_ahead=False),
    "maitre": Level(look_ahead=True),
}
TRIALS: Final = 12
"""Halvings of the range of `overlooks`."""


def fit_overlooks(lost: Callable[[float], float], wanted: float) -> float:
    """Return the share of overlooked plays at which `loss` is `wanted`, by halving; `loss` rises with the share."""
    low, high = 0.0, 1.0
    for _ in range(TRIALS):
        middle = (low + high) / 2
        if lost(middle) < wanted:
            low = middle
        else:
            high = middle
    return (low + high) / 2


@dataclass(frozen=True)
class Decisions:
    """Plays to choose between.

    Attributes:
        of: The number of each play's decision, ascending.
        value: The value of each play.
        taken: Gives the value of each play as a level sees it.
    """

    of: np.ndarray
    value: np.ndarray
    taken: Callable[[Level], np.ndarray]

    def loss(self, level: Level, seed: int, overlooks: float) -> float:
        """The loss of the level in a decision when it overlooks this share of plays."""
        count = int(self.of.max()) + 1
        chosen = without_overlooked(self.taken(level), overlooks, np.random.default_rng(seed))
        best, played = (self.value[first_best(self.of, value, count)] for value in (self.value, chosen))
        return float((best - played).mean())


def of_trictrac(count: int, seed: int) -> Decisions:
    """Return the decisions of one throw in each of `count` tours of self-play."""
    random = np.random.default_rng(seed)
    evaluator = Evaluator.load()
    course = TrictracGames(count)
    course.begin(random)
    course.stretch(evaluator.network, 30, 0.7)
    dice = random.choice(len(THROWS), count, p=CHANCES)
    places = [np.flatnonzero(dice == number) for number in range(len(THROWS))]
    throws = [throw_dice(course.situations.select(here), dice) for here, dice in zip(places, THROWS, strict=True)]
    of, start = [], 0
    for after in throws:
        of.append(start + after.tour)
        start += len(after.held)
    value = np.concatenate([play_equities(after, evaluator)[0] for after in throws])

    def losses(level: Level) -> np.ndarray:
        return np.asarray(value - np.concatenate([unseen(after, level) for after in throws]))

    return Decisions(np.concatenate(of), np.asarray(value, float), losses)


def of_backgammon(count: int, seed: int) -> Decisions:
    """Return the decisions of one throw in each of `count` games of self-play."""
    random = np.random.default_rng(seed)
    evaluator = backgammon.Evaluator.load()
    course = BackgammonGames(count)
    course.begin(random)
    course.stretch(evaluator.network, 24, 0.7)
    games = course.games
    dice = random.choice(len(THROWS), count, p=CHANCES)
    of, values, start = [], [], 0
    for number, numbers in enumerate(THROWS):
        here = games.select(np.flatnonzero(dice == number))
        plays = plays_of(here.own, here.theirs, numbers)
        of.append(start + plays.rows)
        values.append(evaluator.values(plays.rows, Games(plays.theirs, plays.own)))
        start += len(here)
    value = np.concatenate(values).astype(float)
    return Decisions(np.concatenate(of), value, lambda _: value)


DECISIONS: Final = {"trictrac": of_trictrac, "backgammon": of_backgammon}


def main() -> None:
    """Read the options, fit the levels of a game and write its file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(RUNGS))
    parser.add_argument("--decisions", type=int, default=4000, help="how many decisions to fit to (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    path = Path(coach.__file__).parent / asked.game / "levels.toml"
    decisions = DECISIONS[asked.game](asked.decisions, asked.seed)
    lines = [
        "# What each level overlooks (coach.levels). Written by",
        f"# `python -m training.levels {asked.game} --decisions {asked.decisions} --seed {asked.seed}`",
        f"# on {datetime.now(UTC).date()}; measured by the evaluator without a look ahead.",
    ]
    for rung, (name, level) in zip((3, 2, 1, 0, 0), CURRICULUM.items(), strict=True):
        found = level if asked.game == "trictrac" else Level(look_ahead=level.look_ahead)
        note = ""
        if rung:
            lost = partial(decisions.loss, found, asked.seed)
            found = replace(found, overlooks=round(fit_overlooks(lost, rung * RUNGS[asked.game]), 3))
            if asked.game == "trictrac":
                found = replace(found, forgets=round(rung * FORGETS, 3))
            note = f"# loses {lost(found.overlooks):.4f} a decision, {lost(0.0):.4f} of it by what it does not know"
            print(name, found.overlooks, note)
        lines += ["", f"[{name}]", *([note] if note else []), *_toml(found)]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def _toml(level: Level) -> list[str]:
    """Return the lines for the fields of a level that differ from those of a full player."""
    lines = [f"look_ahead = {str(level.look_ahead).lower()}"]
    if level.overlooks:
        lines.append(f"overlooks = {level.overlooks:.3f}")
    if level.forgets:
        lines.append(f"forgets = {level.forgets:.3f}")
    if level.unknown:
        lines.append("unknown = [" + ", ".join(f'"{name}"' for name in sorted(level.unknown)) + "]")
    lines += [f"{name} = false" for name in ("danger", "leaves") if not getattr(level, name)]
    return lines


if __name__ == "__main__":
    main()
