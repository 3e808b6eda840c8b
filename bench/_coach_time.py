"""The time of a decision of the coach, in a warm process and in a new one, and of an analysis."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import numpy as np

from coach.lines import answer
from coach.network import Network
from events.rulings import Ruling
from rules.backgammon.position import Position as BackgammonPosition
from rules.code import LOIS_2013
from simulation.timeline import SimulatedTable
from tablier.games import coach_answers
from tablier.runtime.analysis import judged_plays
from training.coach_games import Trictrac

FIRST = """
import json, sys, time
began = time.process_time()
from coach.lines import answer
from tablier.games import coach_answers, coach_warm_ups
games = coach_answers()
for warm_up in coach_warm_ups().values():
    warm_up()
loaded = time.process_time()
found = answer(sys.argv[1], games)
assert "plays" in found, found
print(1000 * (time.process_time() - loaded), 1000 * (loaded - began))
"""
LEVELS = ("amateur", "maitre")
TOURS = 5
"""How many simulated tours are analysed."""


def questions(count: int, seed: int) -> dict[str, list[dict[str, object]]]:
    """Return questions from the middle of tours and games, by game."""
    random = np.random.default_rng(seed)
    course = Trictrac(count)
    course.begin(random)
    course.stretch(Network.fresh((course.inputs, 8, 2), seed), 20, 0.7)
    found: dict[str, list[dict[str, object]]] = {"trictrac": [], "backgammon": []}
    start = BackgammonPosition.start()
    for own, adverse in zip(course.situations.rows.own, course.situations.rows.adverse, strict=True):
        dice = random.integers(1, 7, 2).tolist()
        position = {"blancs": own[1:25].tolist(), "noirs": adverse[24:0:-1].tolist()}
        found["trictrac"].append({"position": position, "trait": "blancs", "dice": dice})
        opening = {"blancs": list(start.blancs), "noirs": list(start.noirs)}
        found["backgammon"].append({"game": "backgammon", "position": opening, "trait": "blancs", "dice": dice})
    return found


def decision_times(count: int, seed: int) -> list[tuple[str | float, ...]]:
    """Return for each game and level the milliseconds of a ready process's first answer, the median and the longest."""
    rows: list[tuple[str | float, ...]] = []
    for game, asked in questions(count, seed).items():
        for level in LEVELS:
            lines = [json.dumps({**question, "level": level}) for question in asked]
            ran = subprocess.run([sys.executable, "-c", FIRST, lines[0]], capture_output=True, text=True, check=True)
            answer(lines[0], coach_answers())
            taken = []
            for line in lines:
                began = time.process_time()
                answer(line, coach_answers())
                taken.append(1000 * (time.process_time() - began))
            rows.append((f"{game}, {level}", float(ran.stdout.split()[0]), float(np.median(taken)), max(taken)))
    return rows


def analysis_times(seed: int) -> list[tuple[str | float, ...]]:
    """Return the throws of a tour, and the seconds of processor time for its analysis: median and longest."""
    throws, taken = [], []
    for each in range(seed, seed + TOURS):
        rulings = [event for event in SimulatedTable(each, profile="referee").events() if isinstance(event, Ruling)]
        began = time.process_time()
        throws.append(len(judged_plays(rulings, LOIS_2013)))
        taken.append(time.process_time() - began)
    return [("a tour", float(np.median(throws)), float(np.median(taken)), max(taken))]
