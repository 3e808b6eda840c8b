"""Scoring: a perfect replay gets a perfect score, and each error counts only once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tablier.cli import main
from tablier.runtime.scoring import score_lines

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
    score = score_lines(TRUTH, TRUTH)
    for count in (score.throws, score.plays, score.faults):
        assert (count.true, count.false) == (count.right, 0)
    assert (score.throws.true, score.faults.true) == (3, 1)


def test_dice_have_no_order_and_moves_neither() -> None:
    found = [dict(line) for line in TRUTH]
    found[0]["dice"] = [1, 6]
    found[1]["moves"] = found[1]["moves"][::-1]
    assert score_lines(TRUTH, found).throws.right == 3
    assert score_lines(TRUTH, found).plays.right == 1


def test_a_missed_throw_costs_itself_and_not_what_comes_after() -> None:
    found = [line for line in TRUTH if line["throw"] != 2]
    found = [{**line, "throw": 2} if line["throw"] == 3 else line for line in found]
    score = score_lines(TRUTH, found)
    assert (score.throws.right, score.throws.false) == (2, 0)
    assert (score.faults.right, score.faults.true) == (0, 1)


def test_an_invented_fault_is_false() -> None:
    invented = {"t": 9.5, "kind": "FaultRuled", "throw": 3, "fault": {"name": "hors_tour", "by": "noirs", "points": 0}}
    score = score_lines(TRUTH, [*TRUTH, invented])
    assert (score.faults.right, score.faults.false) == (1, 1)
    assert score.by_fault["hors_tour"].false == 1


def test_two_dames_in_step_are_one_dame_tout_d_une() -> None:
    """1/7 and 7/8 leave the board that 1/8 leaves: no eye can tell them apart afterwards."""
    played = TRUTH[1]
    truth = [TRUTH[0], {**played, "moves": [{"start": 1, "end": 7}, {"start": 7, "end": 8}]}]
    found = [TRUTH[0], {**played, "moves": [{"start": 1, "end": 8}]}]
    assert (score_lines(truth, found).plays.right, score_lines(truth, found).plays.false) == (1, 0)


def test_a_truth_of_acts_alone_is_compared() -> None:
    """Dice thrown, without a word of what they were worth; nothing bears a number; a mark says no more than itself."""
    played = {name: value for name, value in TRUTH[1].items() if name != "throw"}
    marked = {"kind": "Marked", "side": "blancs", "points": 4}
    truth = [
        {"t": 1.0, "kind": "DiceThrown", "side": "blancs", "dice": [6, 1]},
        {**marked, "t": 1.5},
        played,
        {"t": 4.0, "kind": "DiceThrown", "side": "blancs", "dice": [1, 1], "good": False},
        {"t": 5.0, "kind": "DiceThrown", "side": "noirs", "dice": [3, 3]},
        {"t": 9.0, "kind": "DiceThrown", "side": "blancs", "dice": [2, 1]},
    ]
    rest = {"throw": 1, "trous": 0, "reste": 4, "total": 0, "ecole": False}
    score = score_lines(truth, [*TRUTH, {**marked, **rest, "t": 1.6}])
    assert (score.throws.true, score.throws.right, score.throws.false) == (3, 3, 0)
    assert (score.plays.right, score.plays.false, score.marks.right, score.marks.false) == (1, 0, 1, 0)


def test_a_throw_may_be_seen_a_little_before_the_truth_says_it_was_made() -> None:
    """But another throw seen then is of the one before: a late ruling on a play must not move on with it."""
    early = [{**line, "t": line["t"] - 0.6} if line["kind"] == "ThrowWorth" else line for line in TRUTH]
    assert score_lines(TRUTH, early).throws.right == 3
    assert score_lines(TRUTH, early).plays.right == 1
    other = [{**line, "t": 4.4, "dice": [4, 4]} if line["throw"] == 2 and "dice" in line else line for line in TRUTH]
    score = score_lines(TRUTH, other)
    assert [(each.throw, each.false) for each in score.differences if each.kind == "ThrowWorth"] == [
        (1, True),
        (2, False),
    ]


def test_half_a_character_in_a_truth_is_shown_by_its_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.toml").touch()
    fault = {"name": "\ud800", "by": "noirs", "points": 4}
    (tmp_path / "truth.jsonl").write_text(json.dumps({"t": 1, "kind": "FaultRuled", "throw": 1, "fault": fault}))
    assert main(["score", str(tmp_path)]) == 0
    assert "\\ud800" in capsys.readouterr().out
