"""Contract 5: questions to the coach and its answers, one JSON object a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.levels import levels
from rules.backgammon import position as backgammon
from tablier.cli import main
from tablier.game_packages import coach_warm_ups
from tests.questions import coached as answer
from tests.questions import ruled as rules_answer

TALON = [15, *[0] * 23]
START: dict[str, Any] = {
    "id": "a",
    "position": {"blancs": TALON, "noirs": TALON},
    "trait": "blancs",
    "dice": [6, 5],
}


def asked(**changes: object) -> dict[str, Any]:
    return answer(json.dumps(START | changes))


def test_the_same_question_level_and_seed_always_get_the_same_answer() -> None:
    for level in levels("trictrac"):
        once, again = (asked(level=level, seed=4) for _ in range(2))
        assert once["plays"] == again["plays"], level
    spread = {"blancs": [11, 1, 1, 1, 1, *[0] * 19], "noirs": TALON}
    first = [asked(level="debutant", seed=seed, position=spread)["plays"][0] for seed in range(20)]
    plays = {json.dumps(each["play"]) for each in first}
    assert len(plays) > 1, "a beginner does not always find the best play"


def test_a_throw_that_wins_the_tour_is_worth_what_it_gains() -> None:
    """With eleven trous and ten points, a throw that hits ends the tour before a dame is moved."""
    hit = {"blancs": [14, 1, *[0] * 22], "noirs": [13, *[0] * 15, 1, 1, *[0] * 6]}
    score = {"blancs": {"points": 10, "trous": 11}, "noirs": {"points": 0, "trous": 3}}
    found = asked(position=hit, dice=[5, 6], score=score)
    assert {each["win"] for each in found["plays"]} == {1.0}
    assert {each["equity"] for each in found["plays"]} == {1.0}


def test_holding_and_leaving_are_valued_without_dice() -> None:
    score = {"blancs": {"points": 0, "trous": 4}, "noirs": {"points": 0, "trous": 2}}
    question = {key: value for key, value in START.items() if key != "dice"}
    found = answer(json.dumps(question | {"decision": "leave", "score": score}))
    assert set(found) == {"id", "hold", "leave", "ms"}
    # From the talons leaving changes nothing but who throws next.
    assert abs(found["leave"] - found["hold"]) < 2


def test_leaving_wins_a_marque_at_its_price() -> None:
    """Six trous d'affilée count double, and so does the consolation, which a refait doubles again (Lois XIX)."""
    question = {key: value for key, value in START.items() if key != "dice"}
    score = {"blancs": {"trous": 7}, "noirs": {"trous": 3}}

    def leave(**partie: object) -> float:
        return float(answer(json.dumps(question | {"decision": "leave", "score": score, "partie": partie}))["leave"])

    simple = leave(marques=2, mise=0)
    assert leave(marques=2, mise=0, pavillon="blancs") - simple == 7 + 2
    assert leave(marques=2, mise=0, refaits=1) - simple == 2
    # In the second marqué a player who lost the first can no longer win a pari, but a draw saves him the postillon.
    assert leave(marques=2, mise=0, won={"blancs": 0, "noirs": 1}) == simple == 7 - 3 + 2 + 28 / 2


def test_a_marque_goes_on_beyond_twelve_trous() -> None:
    score = {"blancs": {"trous": 14}, "noirs": {"trous": 13}}
    found = asked(score=score, partie={"marques": 8}, level="expert")
    assert len(found["plays"]) == len(asked(level="expert")["plays"])


BAD = [
    ({"position": {"blancs": TALON}}, "position.noirs"),
    ({"position": {"blancs": [16, *[0] * 23], "noirs": TALON}}, "position"),
    ({"position": {"blancs": [0] * 24, "noirs": TALON}}, "no dame"),
    ({"trait": "rouge"}, "trait"),
    ({"dice": [0, 7]}, "dice"),
    ({"dice": None}, "dice"),
    ({"score": 4}, "score"),
    ({"score": {"blancs": {"points": 3}}}, "score.blancs.points"),
    ({"score": {"blancs": {"trous": 12}}}, "score.blancs.trous"),
    ({"score": {"noirs": {"bredouille": "yes"}}}, "score.noirs.bredouille"),
    ({"partie": 8}, "partie"),
    ({"partie": {"marques": 3}}, "3 marqués"),
    ({"partie": {"marques": 4, "won": {"blancs": 4}}}, "partie.won"),
    ({"partie": {"first": "rouge"}}, "$.first"),
    ({"partie": {"marque": 4}}, "unknown field `marque`"),
    ({"partie": {"plafond": 8}, "score": {"noirs": {"trous": 8}}}, "score.noirs.trous"),
    ({"level": "grand maitre"}, "level"),
    ({"level": ["maitre"]}, "level"),
    ({"level": "debutant", "seed": -1}, "seed"),
    ({"decision": "stay"}, "decision"),
    ({"game": "backgammon"}, "position"),
    ({"game": ["trictrac"]}, "game"),
    ({"decision": ["leave"]}, "decision"),
    ({"decision": "double"}, "decision"),
    ({"game": "jacquet"}, "game"),
]


@pytest.mark.parametrize(("changes", "where"), BAD, ids=lambda value: str(value)[:40])
def test_a_bad_question_gets_an_error_that_names_the_field(changes: dict[str, Any], where: str) -> None:
    found = asked(**changes)
    assert set(found) == {"id", "error"}
    assert where in found["error"]


def test_a_bad_line_stops_none_of_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(f"{{\n{json.dumps(START | {'level': 'expert'})}\n")
    assert main(["coach", str(file), "--language", "en"]) == 1
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert "error" in first
    assert second["reasons"] == ["No man can be hit on the next throw."]


GAMMON: dict[str, Any] = {
    "id": "b",
    "game": "backgammon",
    "position": {"blancs": list(backgammon.Position.start().blancs), "noirs": list(backgammon.Position.start().noirs)},
    "trait": "noirs",
    "dice": [3, 1],
}


@pytest.mark.parametrize("question", [START, GAMMON], ids=["trictrac", "backgammon"])
def test_every_legal_result_is_answered_once_best_first(question: dict[str, Any]) -> None:
    found = answer(json.dumps(question))
    assert found["id"] == question["id"]
    results = [json.dumps(each["result"]) for each in found["plays"]]
    legal = [json.dumps(each) for each in rules_answer(json.dumps(question))["results"]]
    assert sorted(results) == sorted(legal)
    equities = [each["equity"] for each in found["plays"]]
    assert equities == sorted(equities, reverse=True)
    assert all(0 <= each["win"] <= 1 for each in found["plays"])
    assert found["reasons"]
    assert found["ms"] > 0


def test_a_game_borne_off_is_worth_its_points() -> None:
    """The last dame leaves, with fifteen adverse dames on the board: a gammon of two points, times the cube."""
    last = {"blancs": [14, 1, *[0] * 24], "noirs": [*[0] * 7, 15, *[0] * 18]}
    for cube, worth in ((None, 2), ({"value": 4, "owner": "noirs"}, 8)):
        found = answer(json.dumps(GAMMON | {"position": last, "trait": "blancs", "dice": [2, 1], "cube": cube}))
        assert found["plays"][0]["equity"] == worth
        assert found["plays"][0]["win"] == 1


def test_a_lost_race_is_no_double_and_a_won_one_is_refused() -> None:
    short, long = [13, 1, 1, *[0] * 23], [0, 0, 0, 0, 0, 5, 5, 0, 5, *[0] * 17]
    question = {key: value for key, value in GAMMON.items() if key != "dice"} | {"decision": "double"}
    won = answer(json.dumps(question | {"position": {"blancs": long, "noirs": short}}))
    lost = answer(json.dumps(question | {"position": {"blancs": short, "noirs": long}}))
    assert not won["take"]
    assert not lost["double"]
    assert won["hold"] > lost["hold"]


BAD_CUBE = [
    ({"cube": 2}, "cube"),
    ({"cube": {"value": 3}}, "cube.value"),
    ({"cube": {"owner": "rouge"}}, "cube.owner"),
    ({"cube": {"value": 2, "owner": "blancs"}, "decision": "double"}, "cube"),
    ({"decision": "leave"}, "decision"),
    ({"dice": [7, 1]}, "dice"),
    ({"level": "grand maitre"}, "level"),
    ({"position": {"blancs": [15, *[0] * 25], "noirs": GAMMON["position"]["noirs"]}}, "position.blancs"),
]


@pytest.mark.parametrize(("changes", "where"), BAD_CUBE, ids=lambda value: str(value)[:40])
def test_a_bad_question_of_backgammon_names_the_field(changes: dict[str, Any], where: str) -> None:
    found = answer(json.dumps(GAMMON | changes))
    assert set(found) == {"id", "error"}
    assert where in found["error"]


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.sampled_from(["blancs", "noirs", "debutant", "leave", "double"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["blancs", "value", "x"]), inner),
    max_leaves=6,
)
fields = st.sampled_from(["position", "trait", "dice", "score", "level", "seed", "decision", "cube", "game", "options"])


@given(st.sampled_from([START, GAMMON]), st.dictionaries(fields, values, max_size=3))
def test_any_question_is_answered_or_refused_and_always_alike(
    question: dict[str, Any], changes: dict[str, Any]
) -> None:
    """The same line gets the same answer. A question that cannot be answered gets an error."""
    line = json.dumps({**question, "level": "expert", **changes})
    once, again = ({key: value for key, value in answer(line).items() if key != "ms"} for _ in range(2))
    assert once == again
    assert once["id"] == question["id"]
    assert "plays" in once or "hold" in once or once["error"]


@pytest.mark.parametrize("game", coach_warm_ups())
def test_a_coach_that_is_ready_loads_nothing_for_its_first_answer(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    coach_warm_ups()[game]()
    monkeypatch.setattr("coach.network.np.load", lambda *_: pytest.fail("a network is loaded"))
    start = TALON if game == "trictrac" else list(backgammon.Position.start().blancs)
    assert "plays" in asked(game=game, position={"blancs": start, "noirs": start})
