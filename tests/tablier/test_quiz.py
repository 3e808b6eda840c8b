"""A beginner's guess: the throw is asked about, then announced, whatever he answers; never kept back for good."""

from __future__ import annotations

import pytest

from announce.notice import Guessed
from events.rulings import Played, ThrowWorth
from events.state import Mode
from events.trictrac.rulings import Marked
from rules.jan import Jan, JanName
from rules.position import Side
from tablier.games.requests import RequestError
from tablier.runtime.quiz import Quiz

BLANCS, NOIRS = Side
WORTH = ThrowWorth(
    "4", 9.0, 5, BLANCS, (4, 6),
    (Jan(JanName.BATTRE_A_VRAI, BLANCS, 2, 4, "Lois X"), Jan(JanName.BATTRE_A_FAUX, NOIRS, 1, 2, "Lois X")), 2,
)  # fmt: skip


def asked() -> Quiz:
    quiz = Quiz(lambda: Mode.LESSON)
    assert quiz.on_request({"on": True}, 1.0) is None
    assert quiz.asks(WORTH)
    assert quiz.state() == "open"
    return quiz


@pytest.mark.parametrize(("blancs", "noirs", "right"), [(4, 2, True), (4, 0, False), (2, 4, False)])
def test_a_guess_is_right_when_both_sides_points_are(blancs: int, noirs: int, right: bool) -> None:
    quiz = asked()
    answer = quiz.on_request({"blancs": blancs, "noirs": noirs}, 2.0)
    assert answer == Guessed("4-guess", 2.0, 5, right, WORTH, (blancs, noirs))
    assert quiz.state() == "on"


def test_outside_a_lesson_and_when_nobody_wants_to_guess_nothing_is_asked() -> None:
    quiz = Quiz(lambda: Mode.LESSON)
    assert not quiz.asks(WORTH)
    quiz = Quiz(lambda: Mode.SCORE)
    quiz.on_request({"on": True}, 1.0)
    assert not quiz.asks(WORTH)
    assert quiz.state() is None
    with pytest.raises(RequestError, match="nothing is asked now"):
        quiz.on_request({"blancs": 0, "noirs": 0}, 2.0)


def test_a_throw_marked_or_played_before_it_was_guessed_is_still_announced() -> None:
    quiz = asked()
    assert quiz.late(Marked("5", 2.0, 4, BLANCS, 4, 0, 4, False, 0, False, 4)) is None, "of the throw before"
    assert quiz.late(Played("6", 3.0, 5, BLANCS, (4, 6), (), lawful=True)) == WORTH
    assert quiz.late(Played("6", 3.0, 5, BLANCS, (4, 6), (), lawful=True)) is None
    assert asked().on_request({"on": False}, 2.0) == WORTH


@pytest.mark.parametrize("values", [{}, {"blancs": 4}, {"blancs": "four", "noirs": 0}, {"on": "yes"}])
def test_an_invalid_guess_is_named(values: dict[str, object]) -> None:
    with pytest.raises(RequestError, match="guess: "):
        asked().on_request(values, 2.0)


@pytest.mark.parametrize(
    ("announced", "since", "waits"),
    [
        ("", (), "open"),
        ("4", (), "on"),
        ("", (Played("6", 3.0, 5, BLANCS, (4, 6), (), lawful=True),), "on"),
    ],
)
def test_a_throw_that_was_asked_about_when_the_game_broke_off_is_asked_about(
    announced: str, since: tuple[object, ...], waits: str
) -> None:
    """A throw that was announced then, or played since, is not."""
    quiz = Quiz(lambda: Mode.LESSON)
    quiz.go_on((WORTH, *since), on=True, announced=announced)
    assert quiz.state() == waits
    quiz = Quiz(lambda: Mode.LESSON)
    quiz.go_on((WORTH, *since), on=False, announced="")
    assert quiz.state() is None
