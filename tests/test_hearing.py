"""The bench of the recorded voice: what is counted, and what is said without a recogniser."""

from __future__ import annotations

import pytest

from announce.voice.recorded import RATE
from announce.voice.sound import Sound
from bench import hearing


def test_without_a_recogniser_the_bench_says_so_and_stops(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(hearing, "NEEDED", ("no_such_recogniser",))
    assert hearing.main([]) == 1
    assert "No recogniser here" in capsys.readouterr().out


def test_digits_count_as_the_words_of_the_table() -> None:
    assert hearing.spelt("Les noirs, 12 points d'École.", "fr") == ["les", "noirs", "douze", "points", "d", "ecole"]


def test_words_missing_added_or_replaced_are_wrong() -> None:
    assert hearing.distance(["six", "et", "as"], ["six", "as"]) == 1
    assert hearing.distance(["six", "et", "as"], ["six", "et", "cinq", "as"]) == 1
    assert hearing.distance([], ["as"]) == 1
    assert hearing.distance(["as"], []) == 1


def test_lines_are_grouped_in_order_into_what_is_heard_at_once() -> None:
    said = [(str(n), Sound(bytes(2 * RATE * 9), RATE)) for n in range(5)]
    groups = hearing.windows(said)
    assert [[text for text, _ in group] for group in groups] == [["0", "1"], ["2", "3"], ["4"]]
