"""Scoring: a perfect replay is perfect, and each error costs what it is and no more."""

from __future__ import annotations

from typing import Any

from tablier.scoring import scored

TRUTH: list[dict[str, Any]] = [
    {"t": 1.0, "kind": "ThrowWorth", "throw": 1, "side": "blancs", "dice": [6, 1]},
    {
        "t": 2.0,
        "kind": "Played",
        "throw": 1,
        "side": "blancs",
        "moves": [{"start": 1, "end": 7}, {"start": 1, "end": 2}],
    },
    {"t": 5.0, "kind": "ThrowWorth", "throw": 2, "side": "noirs", "dice": [3, 3]},
    {"t": 6.0, "kind": "FaultRuled", "throw": 2, "fault": {"name": "ecole_moins_J", "by": "noirs", "points": 4}},
    {"t": 6.5, "kind": "FaultRuled", "throw": 2, "fault": {"name": "ecole_moins_J", "by": "noirs", "points": 4}},
    {"t": 9.0, "kind": "ThrowWorth", "throw": 3, "side": "blancs", "dice": [2, 1]},
]


def test_the_truth_itself_is_all_right() -> None:
    score = scored(TRUTH, TRUTH)
    for count in (score.throws, score.plays, score.faults):
        assert (count.true, count.false) == (count.right, 0)
    assert (score.throws.true, score.faults.true) == (3, 1)


def test_dice_have_no_order_and_moves_neither() -> None:
    found = [dict(line) for line in TRUTH]
    found[0]["dice"] = [1, 6]
    found[1]["moves"] = found[1]["moves"][::-1]
    assert scored(TRUTH, found).throws.right == 3
    assert scored(TRUTH, found).plays.right == 1


def test_a_missed_throw_costs_itself_and_not_what_comes_after() -> None:
    found = [line for line in TRUTH if line["throw"] != 2]
    found = [{**line, "throw": 2} if line["throw"] == 3 else line for line in found]
    score = scored(TRUTH, found)
    assert (score.throws.right, score.throws.false) == (2, 0)
    assert (score.faults.right, score.faults.true) == (0, 1)


def test_an_invented_fault_is_false() -> None:
    invented = {"t": 9.5, "kind": "FaultRuled", "throw": 3, "fault": {"name": "hors_tour", "by": "noirs", "points": 0}}
    score = scored(TRUTH, [*TRUTH, invented])
    assert (score.faults.right, score.faults.false) == (1, 1)
    assert score.by_fault["hors_tour"].false == 1


def test_two_dames_in_step_are_one_dame_tout_d_une() -> None:
    """1/7 and 7/8 leave the board that 1/8 leaves: no eye can tell them apart afterwards."""
    played = TRUTH[1]
    truth = [TRUTH[0], {**played, "moves": [{"start": 1, "end": 7}, {"start": 7, "end": 8}]}]
    found = [TRUTH[0], {**played, "moves": [{"start": 1, "end": 8}]}]
    assert (scored(truth, found).plays.right, scored(truth, found).plays.false) == (1, 0)
