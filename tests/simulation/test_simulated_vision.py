"""Simulated vision reads when the stream would, with the measured error rates."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise, takewhile

import pytest

from events.board_reading import BoardReading
from simulation.sensors.simulated_vision import SimulatedVision, VisionErrors
from simulation.sensors.vision_rates import HandRate, Stack, StackRead, VisionRates, measured_rates
from simulation.timeline import SimulatedTable
from vision.stream.frames import AGAIN, SETTLE

SURE: dict[Stack, tuple[StackRead, ...]] = {
    Stack(dames, flat): (StackRead(dames, False, 1.0, 0.0),) for dames in range(16) for flat in range(dames + 1)
}
SHARP = replace(
    measured_rates(),
    cases=SURE,
    die_missed=0.0,
    die_misread=0.0,
    die_false=0.0,
    jeton_missed=0.0,
    jeton_missed_at_home=0.0,
    jeton_misplaced=0.0,
    hands=(HandRate(0, 1.0),),
    sideless=(0.0, 0.0),
)
"""VisionErrors that do not err."""


def readings(rates: VisionRates, seconds: float, seed: int = 5) -> list[BoardReading]:
    watched = SimulatedVision(SimulatedTable(seed), VisionErrors(rates=rates, seed=seed))
    seen = takewhile(lambda observed: observed.t < seconds, watched.observations())
    return [each for each in seen if isinstance(each, BoardReading)]


def test_vision_without_errors_reads_the_true_scene() -> None:
    table = SimulatedTable(5)
    read = [each for each in readings(SHARP, 40.0) if each.cases]
    assert len(read) > 20
    for reading in read:
        scene = table.scene_at(reading.t)
        assert sorted(die.value for die in reading.dice) == sorted(die.value for die in scene.dice)
        assert sum(case.count for case in reading.cases) == len(scene.dames)
        assert len(reading.jetons) == 3


def test_a_rest_is_read_when_the_stream_would_read_it() -> None:
    """At its first still frame, and again at the agreed ages: no reading comes at another age of a rest."""
    read = [each.t for each in readings(SHARP, 60.0) if each.cases]
    ages = {round(later - before, 2) for before, later in pairwise(read)}
    frame = 1 / 15
    assert any(abs(age - AGAIN[0]) <= frame for age in ages)
    assert all(age > SETTLE / 2 for age in ages)


@pytest.mark.parametrize("again", [0.0, 0.8])
def test_errors_are_as_frequent_as_measured_and_last_as_long(again: float) -> None:
    """However long an error lasts, the share of readings that have it is the same."""
    missed = 0.2
    one = Stack(1, 1)
    reads = SURE | {one: (StackRead(1, False, 1 - missed, 0.0), StackRead(0, False, missed, 0.0))}
    eyes = VisionErrors(rates=replace(SHARP, cases=reads, case_again=again), seed=1)
    watched = SimulatedVision(SimulatedTable(1), eyes)
    drawn = [watched._outcome(("near", 1), one)[1].dames for _ in range(4000)]
    assert Counter(drawn)[0] / 4000 == pytest.approx(missed, abs=0.04)
    kept = sum(a == b == 0 for a, b in pairwise(drawn)) / drawn.count(0)
    assert kept == pytest.approx(again + (1 - again) * missed, abs=0.06)
