"""Questions and answers as JSON lines (contract 1), through the installed command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rules.question import LONGEST_LINE
from tests.questions import QUESTION, START
from tests.questions import ruled as answer


def asked(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON value may be asked
    return answer(json.dumps({**QUESTION, **changes}))


def test_the_first_throw_of_a_tour() -> None:
    """T/6 and T/1, or T/7 tout d'une; nothing to mark (Jeu 1, déplacement des dames)."""
    assert asked() == {
        "id": 7,
        "jans": [],
        "points": {"blancs": 0, "noirs": 0},
        "dice_playable": 2,
        "plays": [[[1, 2], [1, 7]], [[1, 8]]],
        "results": [
            {"blancs": [13, 1, 0, 0, 0, 0, 1] + [0] * 17, "noirs": START},
            {"blancs": [14, 0, 0, 0, 0, 0, 0, 1] + [0] * 16, "noirs": START},
        ],
    }


def test_optional_fields_may_be_null() -> None:
    """A null counts as a missing value."""
    assert asked(coup=None, first_throw=None, options=None, game=None) == asked()


def test_backgammon_in_the_same_shape() -> None:
    """Contract 1: 26 numbers a side; each number played is its own pair, up to four."""
    start = [0] * 26
    for case, dames in ((24, 2), (13, 5), (8, 3), (6, 5)):
        start[case] = dames
    found = asked(game="backgammon", position={"blancs": start, "noirs": start}, dice=[1, 1])
    assert found["dice_playable"] == 4
    assert [[6, 5], [6, 5], [8, 7], [8, 7]] in found["plays"]
    assert set(found) == {"id", "dice_playable", "plays", "results"}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"position": {"blancs": [16] + [0] * 23, "noirs": START}}, "position"),
        ({"position": {"blancs": [14] + [0] * 22 + [1], "noirs": START}}, "position"),
        ({"position": {"blancs": [14] + [0] * 10 + [1] + [0] * 12, "noirs": START}}, "position"),
        ({"position": {"blancs": [13] + [0] * 11 + [2] + [0] * 11, "noirs": START}}, "position"),
        ({"position": {"blancs": START}}, "position.noirs"),
        ({"position": {"blancs": START, "noirs": START[1:]}}, "position.noirs"),
        ({"position": {"blancs": START, "noirs": [True] * 24}}, "position.noirs"),
        ({"position": {"blancs": START, "noirs": START, "rouges": START}}, "position.rouges"),
        ({"position": 3}, "position"),
        ({"dice": [7, 1]}, "dice"),
        ({"dice": [1]}, "dice"),
        ({"dice": [1.0, 2]}, "dice"),
        ({"dice": None}, "dice"),
        ({"trait": "rouges"}, "trait"),
        ({"trait": ["blancs"]}, "trait"),
        ({"coup": 0}, "coup"),
        ({"coup": "3"}, "coup"),
        ({"options": {"code": "lois-1699"}}, "options.code"),
        ({"options": {"margot": True}}, "options.margot"),
        ({"options": {"rencontre": 1}}, "options.rencontre"),
        ({"options": [1]}, "options"),
        ({"options": []}, "options"),
        ({"options": 0}, "options"),
        ({"game": "jacquet"}, "game"),
        ({"first_throw": [0, 1]}, "first_throw"),
    ],
)
def test_a_bad_question_names_its_field(changes: dict[str, Any], field: str) -> None:
    found = asked(**changes)
    assert set(found) == {"id", "error"}
    assert found["id"] == 7
    assert found["error"].startswith(f"{field}:")


@pytest.mark.parametrize(
    "line",
    [
        *("hop", "[", "3", '{"id": NaN}', '{"id": 1e999}', '{"id": -1e999}', "[" * 100_000),
        *('{"id": ' + "9" * digits + "}" for digits in (4300, 5000)),
        *("[" * deep + "]" * deep for deep in (900, 1100)),
        *(b'{"id": "\xff"}', b"\x00", " " * LONGEST_LINE + "{}"),
    ],
)
def test_a_line_that_is_no_question_gets_an_error(line: str | bytes) -> None:
    found = answer(line)
    assert found["id"] is None
    assert found["error"].startswith("line:")


@pytest.mark.parametrize("field", ["id", "coup", "comment"])
def test_nesting_never_exhausts_the_stack(field: str) -> None:
    """Near Python's own limit, a deep value may be readable, but not writable or printable."""
    for deep in range(960, 1000):
        line = json.dumps(QUESTION)[:-1] + f', "{field}": ' + "[" * deep + "]" * deep + "}"
        assert answer(line) == {"id": None, "error": "line: nested too deeply to be a question"}


def test_a_byte_order_mark_is_let_pass() -> None:
    """Some editors write one before the first line."""
    assert answer(b"\xef\xbb\xbf" + json.dumps(QUESTION).encode() + b"\r\n") == asked()


def run_command(*arguments: str, questions: bytes = b"") -> tuple[int, list[dict[str, Any]]]:
    command = [str(Path(sys.executable).parent / "tablier"), "rules", *arguments]
    done = subprocess.run(command, input=questions, capture_output=True, check=False)
    assert done.stderr == b""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def test_a_bad_line_never_stops_the_others() -> None:
    """Contract 1: answers in order, an error for the bad line, exit status 1 at the end."""
    good = json.dumps(QUESTION).encode()
    lines = [good, b"", b"\xff\xfe", b"x" * 3_000_000, good]
    status, answers = run_command(questions=b"\n".join(lines))
    assert status == 1
    assert ["error" in found for found in answers] == [False, True, True, False]


def test_a_line_too_long_is_never_answered_by_its_beginning() -> None:
    good = json.dumps(QUESTION).encode()
    status, answers = run_command(questions=good.ljust(LONGEST_LINE + 5) + b"hop\n" + good)
    assert status == 1
    assert ["error" in found for found in answers] == [True, False]


def test_standard_input_may_be_named_twice_or_be_closed(tmp_path: Path) -> None:
    """A stream at its end has no more questions; one that is closed gets an error line, as a file that is not there."""
    status, answers = run_command("-", "-", questions=json.dumps(QUESTION).encode())
    assert (status, len(answers)) == (0, 1)
    closing = "import os; os.close(0); from tablier.cli import main; raise SystemExit(main())"
    command = [sys.executable, "-c", closing, "rules"]
    done = subprocess.run(command, capture_output=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, b"")
    assert json.loads(done.stdout)["error"].startswith("file: -")


def test_exit_status_and_files(tmp_path: Path) -> None:
    """The status is 0 when all lines are answered. A missing file gets an error line, and the others are read."""
    questions = tmp_path / "questions.jsonl"
    questions.write_text(json.dumps(QUESTION) + "\n")
    assert run_command(str(questions))[0] == 0
    status, answers = run_command(str(tmp_path / "none"), str(questions))
    assert (status, ["error" in found for found in answers]) == (1, [True, False])


def test_seed_examples(shared: Path) -> None:
    """Every figure of the sources that was checked by hand gets its answer."""
    examples = json.loads((shared / "examples" / "seed_examples.json").read_text())
    assert examples
    for example in examples:
        found = answer(json.dumps(example))
        plays = found["plays"]
        expected = example["expect"]
        assert all(play in plays for play in expected.get("plays_include", [])), example["id"]
        assert all(play not in plays for play in expected.get("plays_exclude", [])), example["id"]
        if expected["jans"] is not None:
            assert sorted(map(json.dumps, found["jans"])) == sorted(map(json.dumps, expected["jans"])), example["id"]


def test_a_sign_is_no_digit() -> None:
    assert answer('{"id": -' + "9" * 64 + "}")["error"] == "position: missing"
    assert answer('{"id": -' + "9" * 65 + "}")["error"] == "line: a number of 65 digits, expected at most 64"
