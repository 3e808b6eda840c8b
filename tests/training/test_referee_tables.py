"""The referee's data tables: as the command writes them, counted as they say, and no number of that kind in code."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import msgspec
import pytest

import referee
from referee import numbers
from referee.backgammon.lines import Line
from referee.backgammon.successors import KINDS
from referee.inference import tables
from rules.backgammon.position import Position
from rules.position import Side
from tests.referee.backgammon.players import Players
from training.command_line import Unfit
from training.referee.backgammon import Truth
from training.referee.faults import Refereed, odds
from training.referee.keeping import counted
from training.referee.looks import CaseSeen, Look, LookedAt, wrong_with
from training.referee.observation import fitted
from training.referee.tables_file import HEADS, flat, text_of, with_numbers
from training.referee.trictrac import ENOUGH, Stories, weights

COMMAND = "./run train referee"
OF_THE_GAME = {
    "AUGMENTATIONS", "BOTH", "CASES", "COLUMNS", "COUNTINGS", "FLAT", "HOME", "JETONS", "LEAVING", "MOST", "SCORES",
    "TALON", "THROWS", "TIED", "UNCOUNTED", "VISITS",
}  # fmt: skip
"""Numbers of the game and its laws, and how much is remembered; nothing that describes players or cameras."""


@pytest.mark.parametrize("name", HEADS)
def test_a_shipped_file_is_as_the_command_writes_it(name: str) -> None:
    text = (tables.FOLDER / name).read_text(encoding="utf-8")
    assert text_of(name, flat(tomllib.loads(text))) == text


def test_every_table_says_where_its_numbers_come_from() -> None:
    """Counted by the command, or set by judgement; costs and bounds are people's."""
    found = flat(tomllib.loads((tables.FOLDER / "priors.toml").read_text(encoding="utf-8")))
    assert [table for table in found if table.startswith("backgammon.")] == [f"backgammon.{each}" for each in KINDS]
    assert {COMMAND in entries["source"] or "judgement" in entries["source"] for entries in found.values()} == {True}
    found = flat(tomllib.loads((tables.FOLDER / numbers.FILE).read_text(encoding="utf-8")))
    assert {"judgement" in entries["source"] for entries in found.values()} == {True}
    for name in ("costs.toml", "filter.toml"):
        assert "by hand" in (tables.FOLDER / name).read_text(encoding="utf-8").split("[")[0]


def test_the_odds_of_a_fault_in_poor_pictures_are_of_all_watchedwith_that_trouble() -> None:
    watched = [Refereed(1, ["soft"], 9, 0), Refereed(2, ["small", "soft"], 2, 1), Refereed(3, [], 5, 5)]
    assert odds(watched) == {"small": pytest.approx(0.51), "soft": pytest.approx(2.04)}


@pytest.mark.parametrize("package", [".", "inference", "judge", "tracker", "backgammon", "ecrire"])
def test_no_weight_stands_in_the_referees_code(package: str) -> None:
    """Numbers that describe players or cameras are data; a module has none but the game's own."""
    folder = Path(referee.__path__[0]) / package
    found = set()
    for path in folder.glob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign | ast.AnnAssign) and _is_number(node.value):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                found |= {each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)}
    assert found <= OF_THE_GAME


def _is_number(value: ast.expr | None) -> bool:
    """Whether a literal is a number, several, or made of one: `-2.0`, `(12, 10.0)`, `log(0.002)`."""
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
    """Dames lifted and placed, and the last throw: only a line that has them so is true."""
    truth = Truth()
    players = Players()
    players.began(Side.BLANCS)
    players.wait()
    line = Line.certain(players.referee.judge.situation, 0.0, players.settings)
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
    """One case, with the chances that none, one, two ... light dames are reported there."""
    told = (*chances, *(0.0,) * (16 - len(chances)))
    return Look([CaseSeen("far", 1, light, 0, (told, (1.0, *(0.0,) * 15)))], [], [])


def test_a_misreading_that_repeats_is_one() -> None:
    """One case of two dames, read as three at every look: one invented dame, read again, and lasting."""
    wrong, right = look(2, 0.0, 0.0, 0.01, 0.99), look(2, 0.0, 0.0, 0.99, 0.01)
    every = [
        LookedAt(0, "", [wrong] * 3, [wrong] * 2),
        LookedAt(2, "", [wrong, right, right], [right] * 2),
        LookedAt(1, "", [wrong] * 3, [wrong] * 2),  # held out
    ]
    rates = fitted(every)
    assert rates["again"] == 0.5
    assert rates["lasting"] == 0.5
    assert rates["invented"] == 0.5  # of two light cases and as many dark ones
    assert rates["missed"] == 0.125


def test_two_of_three_watchedare_hard_to_see() -> None:
    """Each thing that may be wrong as often."""
    wrongs = [wrong_with(number) for number in range(30)]
    assert wrongs.count("") == 10
    assert {wrongs.count(each) for each in wrongs if each} == {4}


class One(msgspec.Struct, frozen=True):
    """What is counted of a number."""

    number: int


def double(number: int) -> One:
    return One(2 * number)


def test_what_was_counted_is_not_counted_again(tmp_path: Path) -> None:
    """A file that is none is named."""
    assert counted(tmp_path, range(2), double, One, 1) == [One(0), One(2)]
    (tmp_path / "000001.json").write_bytes(b'{"number":7}')
    assert counted(tmp_path, range(3), double, One, 1) == [One(0), One(7), One(4)]
    (tmp_path / "000001.json").write_bytes(b'{"num')
    with pytest.raises(Unfit, match=r"000001\.json: .*remove it"):
        counted(tmp_path, range(2), double, One, 1)


def test_a_story_weighs_as_much_as_it_is_true() -> None:
    """Per position expected; the most frequent weighs nothing, and one hardly ever true keeps its weight."""
    found = [Stories({"standing": 100, "played": 1000}, {"standing": 90, "played": 10, "late": ENOUGH - 1}, 3)]
    before = {"standing": 0.0, "played": 0.0, "late": -1.0, "free": -7.0}
    assert weights(found, before) == {"standing": 0.0, "played": -4.5, "late": -1.0, "free": -7.0}


def test_other_numbers_of_a_table_leave_the_rest_of_the_file() -> None:
    text = (tables.FOLDER / numbers.FILE).read_text(encoding="utf-8")
    changed = with_numbers(text, "stories", {"played": -3.5}, "counted")
    before, after = (tomllib.loads(one) for one in (text, changed))
    assert after["stories"] == {**before["stories"], "played": -3.5, "source": "counted"}
    assert {**after, "stories": before["stories"]} == before
    assert changed.count("#") == text.count("#")
