"""A bench keeps its tours: a second run plays only those that are missing, and the figures stay the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from bench import _meetings
from bench._meetings import Meeting, meaning, play_meetings
from coach.trictrac.choosing import Player
from coach.trictrac.matches import MatchResult
from coach.trictrac.opponents import GreedyPlayer, RandomPlayer

PLAYERS: dict[str, Callable[[int], Player]] = {"random": RandomPlayer, "greedy": lambda _: GreedyPlayer()}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many pairs each call played. Their results are random numbers drawn from the seed."""
    calls: list[int] = []

    def tours(_one: Player, _two: Player, pairs: int, seed: int, _luck: object) -> MatchResult:
        calls.append(pairs)
        trous = np.random.default_rng(seed).integers(-12, 13, 2 * pairs).astype(float)
        return MatchResult(trous, trous > 0, np.zeros(2 * pairs), np.zeros(2 * pairs))

    monkeypatch.setattr(_meetings, "GAMES", {"tours": tours})
    return calls


def test_more_pairs_are_added_to_those_that_are_kept(asked: list[int], tmp_path: Path) -> None:
    """This also holds if the end of the run cut off the last line."""
    file = tmp_path / "tours.jsonl"

    def run(pairs: int) -> MatchResult:
        asked.clear()
        return play_meetings([Meeting("random", "greedy", pairs, chunk=10)], PLAYERS, file, seed=1)["random", "greedy"]

    first = run(20)
    assert asked == [10, 10]
    file.write_bytes(file.read_bytes()[:-5])
    more = run(30)
    assert asked == [10, 10]
    assert (more.trous[:20] == first.trous[:20]).all()
    assert (more.trous[30:50] == first.trous[20:]).all()
    assert (run(20).trous == first.trous).all()
    assert not asked


def test_tours_of_other_code_do_not_count(asked: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    meetings, file = [Meeting("random", "greedy", 10, chunk=10)], tmp_path / "tours.jsonl"
    play_meetings(meetings, PLAYERS, file, seed=1)
    monkeypatch.setattr(_meetings, "fingerprint", lambda: "other")
    play_meetings(meetings, PLAYERS, file, seed=1)
    assert asked == [10, 10]


@pytest.mark.parametrize(
    ("name", "first", "reworded", "other"),
    [
        (
            "rules.py",
            'A = 2\n"""Dames."""\n\n\ndef f() -> int:\n    """Count."""\n    return A  # two\n',
            '"""Rules."""\n\nA = 2\n"""Of a side."""\ndef f() -> int:\n    return (A)\n',
            "A = 3\n\n\ndef f() -> int:\n    return A\n",
        ),
        ("levels.toml", "# Fitted.\n[expert]\nnoise = 0.5\n", "[expert]\nnoise = 0.50\n", "[expert]\nnoise = 0.6\n"),
    ],
)
def test_rewording_a_file_keeps_its_tours(tmp_path: Path, name: str, first: str, reworded: str, other: str) -> None:
    """Comments, docstrings and layout do not count; the code and the data do."""
    file, found = tmp_path / name, []
    for text in (first, reworded, other):
        file.write_text(text)
        found.append(meaning(file))
    assert found[0] == found[1] != found[2]
