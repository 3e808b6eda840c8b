"""Requests from the page or the broker: valid ones reach the referee, and errors name what is wrong."""

from __future__ import annotations

import re
from typing import Any

import pytest

from events.acts import Claimed, Declaration, Declared, DoubtAnswered, ModeChanged, Undone
from events.state import Mode
from events.trictrac.acts import Corrected, TourStarted
from rules.marking import Holding, Score
from rules.position import Position, Side
from tablier.games.backgammon.requests import OWN as OF_BACKGAMMON
from tablier.games.requests import RequestError, request_of
from tablier.games.trictrac.requests import SEATING
from tablier.runtime.engine import Engine
from tablier.storage.settings_file import parse

START = {"blancs": [15] + [0] * 23, "noirs": [15] + [0] * 23}
MARKS = {"blancs": {"points": 4, "bredouille": True, "trous": 2}, "noirs": {"points": 0}, "pavillon": None}


@pytest.mark.parametrize(
    ("verb", "values", "expected"),
    [
        ("claim", {"side": "noirs", "what": "ecole"}, Declared(1.0, Side.NOIRS, Declaration.ECOLE)),
        ("claim", {"side": "noirs", "what": "fausse_case", "fault": "17"}, Claimed(1.0, Side.NOIRS, "17")),
        ("claim", {"side": "blancs", "what": "je_tiens"}, Declared(1.0, Side.BLANCS, Declaration.JE_TIENS)),
        ("correct", {"doubt": "3", "choice": 1, "by": "Anne"}, DoubtAnswered(1.0, "3", 1, "Anne")),
        ("undo", {}, Undone(1.0, "", 9)),
        ("mode", {"mode": "lesson", "by": "Anne"}, ModeChanged(1.0, Mode.LESSON, "Anne")),
        ("tour", {"first": "noirs"}, TourStarted(1.0, Side.NOIRS)),
        ("undo", {"throw": 4, "by": "Anne", "why": "knocked"}, Undone(1.0, "Anne", 4, "knocked")),
        (
            "correct",
            {"position": START, "score": MARKS, "trait": "noirs", "dice": [6, 5]},
            Corrected(
                1.0,
                "",
                position=Position.start(),
                score=Score(Holding(4, True, 2), Holding()),
                trait=Side.NOIRS,
                dice=(6, 5),
            ),
        ),
    ],
)
def test_a_right_request(verb: str, values: dict[str, Any], expected: object) -> None:
    assert request_of(verb, values, 1.0, 9, SEATING) == expected


def test_who_throws_first_is_set_before_the_first_throw_without_another_tour() -> None:
    """A second press, or a second phone, begins no tour either; after a throw the button does."""
    engine = Engine(parse(""), None)

    def begin(first: str) -> tuple[int, Side | None]:
        engine.on_request(engine.request("tour", {"first": first}, 1.0))
        state = engine.state()
        return state.tour, state.trait

    assert begin("noirs") == (1, Side.NOIRS)
    assert begin("blancs") == (1, Side.BLANCS)
    engine.on_request(engine.request("correct", {"dice": [6, 4], "trait": "blancs"}, 2.0))
    assert begin("noirs") == (2, Side.NOIRS)
    assert begin("blancs") == (2, Side.BLANCS)


@pytest.mark.parametrize(
    ("verb", "values", "message"),
    [
        ("dance", {}, "request: 'dance', expected claim, correct, tour, seat, undo or mode"),
        ("claim", {}, "claim.side: missing"),
        ("claim", {"side": "rouges", "what": "ecole"}, "claim: "),
        ("claim", {"side": [], "what": "ecole"}, "claim: "),
        ("claim", {"side": "noirs", "what": "hop"}, "claim: "),
        ("undo", {"throw": "four"}, "undo: "),
        ("undo", {"throw": True}, "undo: "),
        ("mode", {"mode": "loud"}, "mode: 'loud'"),
        ("tour", {}, "tour.first: missing"),
        ("correct", {"doubt": 3, "choice": 1}, "correct: "),
        (
            "correct",
            {"position": {"blancs": [16] + [0] * 23, "noirs": START["noirs"]}},
            "correct: position: blancs: 16",
        ),
        ("correct", {"position": 3}, "correct: "),
        ("correct", {"score": 3}, "correct: "),
        ("correct", {"score": {**MARKS, "noirs": {"points": 11}}}, "correct: score: 11 points"),
        ("correct", {"dice": [7, 1]}, "correct: dice"),
        ("correct", {"dice": [1]}, "correct: "),
        ("correct", {"doubt": "3", "choice": -1}, "correct: choice: -1, expected 0 or more"),
        ("correct", {"match": {"blancs": 1, "noirs": 0}}, "correct: match: there is none in this game"),
        ("correct", {"trait": "noirs", "cube": {"value": 2}}, "correct: cube: there is none in this game"),
        ("undo", {"throw": 10}, "undo: throw: 10, of this tour there are 9 so far"),
        ("undo", {"throw": 0}, "undo: throw: 0, expected 1 or more"),
    ],
)
def test_a_wrong_request_is_named(verb: str, values: dict[str, Any], message: str) -> None:
    with pytest.raises(RequestError) as error:
        request_of(verb, values, 1.0, 9, SEATING)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("values", [{}, {"throw": 0}, {"throw": 1}])
def test_nothing_is_undone_before_the_first_throw(values: dict[str, Any]) -> None:
    with pytest.raises(RequestError, match="undo: throw: none was made yet"):
        request_of("undo", values, 1.0, 0, SEATING)


def test_the_board_set_up_for_a_later_game_of_backgammon_can_be_undone() -> None:
    assert request_of("undo", {}, 1.0, 0, OF_BACKGAMMON, first=0) == Undone(1.0, "", 0)


def test_the_marks_of_the_trictrac_are_none_of_backgammons() -> None:
    with pytest.raises(RequestError, match="score: there is none in this game"):
        request_of("correct", {"score": MARKS}, 1.0, 0, OF_BACKGAMMON)


@pytest.mark.parametrize("text", ["", '[table]\ngame = "backgammon"', '[a_ecrire]\njoueurs = ["Anne", "Noé"]'])
def test_an_answer_to_a_doubt_that_is_not_open_is_refused(text: str) -> None:
    """A late answer is refused as late."""
    with pytest.raises(RequestError, match=r"correct\.doubt: '3' is not asked now"):
        Engine(parse(text), None).request("correct", {"doubt": "3", "choice": 0}, 1.0)


@pytest.mark.parametrize(
    ("text", "values", "message"),
    [
        ("", {"score": {**MARKS, "noirs": {"points": 4, "bredouille": False, "trous": 50}}}, "score: 50 trous"),
        (
            '[table]\ngame = "backgammon"\n[backgammon]\npoints = 5',
            {"match": {"blancs": 5, "noirs": 999}},
            "match: (5, 999), but the match is won with 5 points",
        ),
    ],
)
def test_marks_nobody_can_have_are_refused(text: str, values: dict[str, Any], message: str) -> None:
    with pytest.raises(RequestError, match=re.escape(f"correct.{message}")):
        Engine(parse(text), None).request("correct", values, 1.0)


def test_in_a_partie_a_ecrire_a_fichet_may_have_gone_round() -> None:
    score = {**MARKS, "noirs": {"points": 4, "bredouille": False, "trous": 14}}
    assert Engine(parse('[a_ecrire]\njoueurs = ["Anne", "Noé"]'), None).request("correct", {"score": score}, 1.0)
