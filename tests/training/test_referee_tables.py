"""The referee's data tables are as the command writes and counts them, and the code has no such numbers."""

from __future__ import annotations

import ast
import tomllib
from math import log
from pathlib import Path

import msgspec
import numpy as np
import pytest

import referee
from referee.backgammon.lines import LineOfPlay
from referee.backgammon.successors import KINDS
from referee.inference import tables
from referee.inference.tables import DiceSight
from referee.trictrac import numbers
from rules.backgammon.position import Position
from rules.position import Side
from tablier.storage.recording_truth import Line
from tests.referee.backgammon.players import Players
from training.command_line import CannotRun
from training.referee.backgammon import TrueState
from training.referee.faults import Refereed, odds
from training.referee.hands import weight_of_a_dame
from training.referee.keeping import count_all
from training.referee.looks import CaseSeen, DieSeen, Look, LookedAt, wrong_with
from training.referee.observation import dice_read, fit, fit_dice
from training.referee.tables_file import HEADS, flat, text_of, with_numbers
from training.referee.trictrac import (
    TABLES,
    WEIGHTS,
    DamesDecision,
    TourDecisions,
    TrueDames,
    decide_tour,
    fit_weights,
    surprise,
)

COMMAND = "./run train referee"
OF_THE_GAME = {
    "AUGMENTATIONS", "BOTH", "CASES", "COLUMNS", "COUNTINGS", "FLAT", "HOME", "JETONS", "LEAVING", "MOST", "NUMBERING",
    "SCORES", "TALON", "THROWS", "TIED", "UNCOUNTED", "VISITS",
}  # fmt: skip
"""Numbers of the game and its laws, and limits of memory. None of them describes players or cameras."""


@pytest.mark.parametrize("name", HEADS)
def test_a_shipped_file_is_as_the_command_writes_it(name: str) -> None:
    text = (tables.FOLDER / name).read_text(encoding="utf-8")
    assert text_of(name, flat(tomllib.loads(text))) == text


def test_every_table_says_where_its_numbers_come_from() -> None:
    """They were counted by the command or set by judgement. Costs and bounds were set by hand."""
    found = flat(tomllib.loads((tables.FOLDER / "priors.toml").read_text(encoding="utf-8")))
    assert [table for table in found if table.startswith("backgammon.")] == [f"backgammon.{each}" for each in KINDS]
    assert {COMMAND in entries["source"] or "judgement" in entries["source"] for entries in found.values()} == {True}
    found = flat(tomllib.loads((tables.FOLDER / numbers.FILE).read_text(encoding="utf-8")))
    assert {"judgement" in entries["source"] for entries in found.values()} == {True}
    for name in ("costs.toml", "filter.toml"):
        assert "by hand" in (tables.FOLDER / name).read_text(encoding="utf-8").split("[")[0]


def test_the_odds_of_a_fault_in_poor_pictures_are_counted_by_trouble() -> None:
    watched = [Refereed(1, ["soft"], 9, 0), Refereed(2, ["small", "soft"], 2, 1), Refereed(3, [], 5, 5)]
    assert odds(watched) == {"small": pytest.approx(0.51), "soft": pytest.approx(2.04)}


def test_no_weight_is_in_the_referees_code() -> None:
    """Numbers that describe players or cameras are data. A module has only the game's own numbers."""
    found = set()
    for path in Path(referee.__path__[0]).rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign | ast.AnnAssign) and _is_number(node.value):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                found |= {each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)}
    assert found <= OF_THE_GAME


def _is_number(value: ast.expr | None) -> bool:
    """Return whether a value is a number, holds some or is made of one: `-2.0`, `(12, 10.0)`, `log(0.002)`."""
    match value:
        case ast.Constant(value=int() | float()):
            return not isinstance(value.value, bool)
        case ast.Tuple(elts=parts) | ast.Call(args=parts):
            return any(map(_is_number, parts))
        case ast.UnaryOp(operand=part):
            return _is_number(part)
        case _:
            return False


def test_truth_is_followed_act_by_act() -> None:
    """Only a line that agrees with the dames lifted and placed and with the last throw is true."""
    truth = TrueState()
    players = Players()
    players.began(Side.BLANCS)
    players.wait()
    line = LineOfPlay.certain(players.referee.judge.situation, 0.0, players.settings)
    assert not truth.is_now(line)
    now = players.now
    for side in Side:
        for case in range(26):
            for kind, more in (("DameLifted", -1), ("DamePlaced", 1)):
                for _ in range(more * (now.on(side, case) - Position.start().on(side, case))):
                    truth.take({"t": 0.0, "kind": kind, "side": side.value, "case": case})
    truth.take({"t": 1.0, "kind": "DiceThrown", "side": "blancs", "dice": [1, 3], "good": True})
    assert truth.is_now(line)
    truth.take({"t": 2.0, "kind": "DiceThrown", "side": "noirs", "dice": [6, 3], "good": True})
    assert not truth.is_now(line)
    assert truth.is_now(line, dice=False)


def look(light: int, *chances: float) -> Look:
    """Return a look at one case, with the chances that none, one, two ... light dames are read there."""
    padded = (*chances, *(0.0,) * (16 - len(chances)))
    return Look([CaseSeen("far", 1, light, 0, (padded, (1.0, *(0.0,) * 15)))], [], [])


def test_a_repeated_misreading_counts_once() -> None:
    """Two dames read as three at every look are one invented dame, which is read again and lasts."""
    wrong, right = look(2, 0.0, 0.0, 0.01, 0.99), look(2, 0.0, 0.0, 0.99, 0.01)
    every = [
        LookedAt(0, "", [wrong] * 3, [wrong] * 2),
        LookedAt(2, "", [wrong, right, right], [right] * 2),
        LookedAt(1, "", [wrong] * 3, [wrong] * 2),  # held out
    ]
    rates = fit(every)
    assert rates["again"] == 0.5
    assert rates["lasting"] == 0.5
    assert rates["invented"] == 0.5  # of two light cases and as many dark ones
    assert rates["missed"] == 0.125


def test_dice_are_as_sure_as_they_were_right() -> None:
    """A die counts once a rest, whatever the later looks say, and a missed one not at all."""
    dice = [*[DieSeen(4, 4, 0.8)] * 19, DieSeen(4, 1, 0.8), DieSeen(4, 0)]
    first, later = Look([], dice, []), Look([], [DieSeen(4, 1, 0.8)] * 9, [])
    confidence, right = dice_read([LookedAt(0, "", [first, later], [Look([], [], []), later])])
    assert (len(right), right.sum()) == (20, 19)
    sight = DiceSight(**fit_dice(np.append(confidence, [0.99] * 200), np.append(right, [1.0] * 200)))
    assert sight.right(0.8) == pytest.approx(0.95, abs=0.01)
    assert sight.right(1.0) == sight.most == pytest.approx(1 - 1 / 202, abs=1e-4)


def test_two_of_three_tables_are_hard_to_see() -> None:
    """Each thing that can be wrong is wrong equally often."""
    wrongs = [wrong_with(number) for number in range(30)]
    assert wrongs.count("") == 10
    assert {wrongs.count(each) for each in wrongs if each} == {4}


class One(msgspec.Struct, frozen=True):
    """A count of one number."""

    number: int


def double(number: int) -> One:
    return One(2 * number)


def test_a_count_in_a_file_is_not_counted_again(tmp_path: Path) -> None:
    """A file that cannot be read is named."""
    assert count_all(tmp_path, range(2), double, One, 1) == [One(0), One(2)]
    (tmp_path / "000001.json").write_bytes(b'{"number":7}')
    assert count_all(tmp_path, range(3), double, One, 1) == [One(0), One(7), One(4)]
    (tmp_path / "000001.json").write_bytes(b'{"num')
    with pytest.raises(CannotRun, match=r"000001\.json: .*remove it"):
        count_all(tmp_path, range(2), double, One, 1)


def decision(weight: tuple[str, str], true: int) -> DamesDecision:
    """Two sets of counts that are equally likely but for one weight of the first."""
    return DamesDecision([0.0, 0.0], [[float(each == weight) for each in WEIGHTS], [0.0] * len(WEIGHTS)], true)


def test_a_fitted_weight_is_the_log_odds_of_the_truth() -> None:
    """731 in 1,000 are odds of e. Weights on which no decision depends stay."""
    undone = ("plays", "undone")
    tour = TourDecisions([decision(undone, int(number >= 731)) for number in range(1000)], 0, 0)
    fitted = fit_weights([tour])
    assert fitted["plays"]["undone"] == pytest.approx(TABLES["plays"]["undone"] + 1, abs=0.1)
    assert {(table, name): fitted[table][name] for table, name in WEIGHTS if (table, name) != undone} == {
        (table, name): round(TABLES[table][name], 1) for table, name in WEIGHTS if (table, name) != undone
    }
    assert surprise([tour], fitted)[0] < surprise([tour], TABLES)[0] == pytest.approx(log(2))


def test_the_true_dames_follow_a_knock_and_its_mending() -> None:
    truth = TrueDames()
    lines: list[Line] = [
        {"t": 1.0, "kind": "Disorder", "differences": (("noirs", 1, 15, 14), ("noirs", 3, 0, 1))},
        {"t": 2.0, "kind": "DameLifted", "side": "noirs", "case": 3},
        {"t": 3.0, "kind": "DamePlaced", "side": "noirs", "case": 1},
    ]
    for line in lines:
        truth.take(line)
    assert truth.sides == TrueDames().sides


def test_every_decision_of_a_simulated_tour_contains_the_truth() -> None:
    tour = decide_tour(610_004)
    assert len(tour.decisions) > 20
    assert tour.unexplained == 0
    for one in tour.decisions:
        assert len(one.scores) == len(one.slopes) > one.true
        assert {len(row) for row in one.slopes} == {len(WEIGHTS)}


def test_the_weight_of_a_dame_borne_off_makes_the_choices_likeliest() -> None:
    """Of two results, the one with a dame more is chosen three times in four."""
    chosen = [(1, [0, 1])] * 3 + [(0, [0, 1])]
    assert weight_of_a_dame(chosen) == pytest.approx(np.log(3), abs=0.03)


@pytest.mark.parametrize(("table", "name"), [("stories", "played"), ("plays", "play_over")])
def test_new_numbers_of_a_table_leave_the_rest_of_the_file_unchanged(table: str, name: str) -> None:
    text = (tables.FOLDER / numbers.FILE).read_text(encoding="utf-8")
    changed = with_numbers(text, table, {name: -13.5}, "counted")
    before, after = (tomllib.loads(one) for one in (text, changed))
    assert after[table] == {**before[table], name: -13.5, "source": "counted"}
    assert {**after, table: before[table]} == before
    assert changed.count("#") == text.count("#")
