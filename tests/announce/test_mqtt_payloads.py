from __future__ import annotations

import dataclasses
import json
from importlib import resources

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from announce.mqtt.publisher import discovery_messages
from announce.mqtt.topics import Topics
from announce.notice import Notice
from announce.phrases.catalogue import languages
from announce.table_api.api import TableApi
from announce.table_api.payloads import announcement_payload
from announce.table_api.requests import LONGEST_REQUEST, InvalidRequest, parse_request, schema
from announce.table_api.trictrac import TrictracView, Tutor
from announce.table_api.verbs import InvalidTableId, Verb
from announce.table_api.view import TableFacts
from events.acts import Declaration
from events.rulings import Doubt, Ruling
from events.state import Mode
from events.trictrac.state import Phase, TableState
from rules.play import Move
from rules.position import Side
from tests.announce.samples import announcements, notices, rulings, states, table_state

SHOWN = TableFacts(table="salon")


def valid(name: str, payload: object) -> None:
    jsonschema.Draft202012Validator(schema(name)).validate(json.loads(json.dumps(payload)))


def test_every_schema_is_one() -> None:
    folder = resources.files("announce.table_api") / "schemas"
    names = {entry.name.removesuffix(".json") for entry in folder.iterdir()}
    assert names == {
        "state",
        "state-backgammon",
        "announcement",
        "display",
        "response",
        *(f"request-{verb}" for verb in Verb),
    }
    for name in names:
        jsonschema.Draft202012Validator.check_schema(schema(name))


@given(states, st.booleans())
def test_any_state_fits_its_schema(state: TableState, prompting: bool) -> None:
    valid("state", TrictracView().payload(state, TableFacts(table="salon", prompting=prompting)))


@given(st.lists(states, max_size=3))
def test_any_lesson_fits_the_schema(following: list[TableState]) -> None:
    """Rulings may come in any order, as after an undo or a correction, with illegal positions too."""
    view = TrictracView()
    for state in following:
        valid("state", view.payload(dataclasses.replace(state, mode=Mode.LESSON), TableFacts(table="salon")))


def test_there_is_no_lesson_in_other_modes() -> None:
    for mode in (Mode.SCORE, Mode.REFEREE):
        assert Tutor().lesson(table_state(mode)) is None


@given(rulings | notices, st.sampled_from(Mode))
def test_any_announcement_fits_its_schema(announced: Ruling | Notice, mode: Mode) -> None:
    for one in announcements(announced, mode=mode):
        valid("announcement", announcement_payload(one))


@given(states, st.sampled_from(languages()), st.booleans())
def test_the_display_has_four_lines_of_twenty_characters_at_most(
    state: TableState, language: str, prompting: bool
) -> None:
    lines = TrictracView().lines(state, TableFacts(table="salon", language=language, prompting=prompting))
    valid("display", {"lines": list(lines)})
    assert all(lines)


def test_the_display_reads_as_a_score() -> None:
    assert TrictracView().lines(table_state(), SHOWN) == (
        "Blancs  3t  4p br",
        "Noirs  11t 10p P",
        "> Blancs 6-4",
        "dû : B 2",
    )
    assert TrictracView().lines(table_state(Mode.REFEREE), SHOWN)[3] == "arbitre"


def test_refereeing_keeps_back_what_players_must_see() -> None:
    """Neither the jans nor what is owed goes out, unless the table prompts."""
    discreet = TrictracView().payload(table_state(Mode.REFEREE), SHOWN)
    assert discreet["jans"] is None
    assert '"owed": 2' not in json.dumps(discreet)
    prompting = TrictracView().payload(table_state(Mode.REFEREE), TableFacts(table="salon", prompting=True))
    assert prompting["jans"] == TrictracView().payload(table_state(), SHOWN)["jans"]


def test_a_doubt_brings_its_choices() -> None:
    doubt = Doubt("12", 1.0, 3, Side.BLANCS, ((Move(1, 7), Move(1, 5)), (Move(1, 11),)), (5, 7, 11))
    (asked,) = announcements(doubt, mode=Mode.SCORE)
    assert asked.choices == ("T/6, T/4", "T/10")
    assert all(f"({choice})" in asked.text["fr"] for choice in asked.choices)


def test_with_buttons_a_question_says_which_of_them_answers_what() -> None:
    doubt = Doubt("12", 1.0, 3, Side.BLANCS, ((Move(1, 7), Move(1, 5)), (Move(1, 11),)), (5, 7, 11))
    (asked,) = announcements(doubt, mode=Mode.SCORE, buttons=True)
    assert asked.spoken["en"].endswith("; if it was from the talon to point ten, j'adoube.")
    (asked,) = announcements(doubt, mode=Mode.SCORE)
    assert "adoube" not in asked.spoken["en"]


def test_the_schemas_know_every_name_of_the_game() -> None:
    """A phase, mode or declaration added to the referee must be added to the contract."""
    state, claim = schema("state")["properties"], schema("request-claim")["properties"]
    assert state["phase"]["enum"] == list(Phase)
    assert state["mode"]["enum"] == schema("request-mode")["properties"]["mode"]["enum"] == list(Mode)
    assert claim["what"]["enum"] == list(Declaration)


@pytest.mark.parametrize("table", ["", "Salon", "a/b", "a+", "#", "a b", "-a", "a-", "é", "a" * 33, "a\n"])
def test_a_table_id_that_would_break_topics_is_refused(table: str) -> None:
    with pytest.raises(InvalidTableId, match="a-z"):
        Topics(table)


GOOD: dict[Verb, dict[str, object]] = {
    Verb.UNDO: {"throw": 3},
    Verb.CORRECT: {"doubt": "12", "choice": 1},
    Verb.CLAIM: {"side": "noirs", "what": "ecole"},
    Verb.PAUSE: {"paused": True},
    Verb.MODE: {"mode": "lesson"},
    Verb.TOUR: {"first": "noirs"},
    Verb.SOLO: {"do": "hint"},
    Verb.COURSE: {"do": "start"},
    Verb.GUESS: {"blancs": 4, "noirs": 0},
    Verb.CUBE: {"side": "noirs", "do": "offer"},
    Verb.SEAT: {"blancs": "Alice", "noirs": "Bruno"},
    Verb.PLAYERS: {"blancs": "Alice", "noirs": ""},
    Verb.VOLUME: {"muted": True},
    Verb.CALL: {"side": "noirs"},
    Verb.PICTURE: {"name": "1-7-before"},
    Verb.SNAPSHOT: {},
}


@pytest.mark.parametrize("verb", Verb)
def test_a_good_request_is_read(verb: Verb) -> None:
    body = {"transaction": "t1", "by": "Camille", **GOOD[verb]}
    request = parse_request(verb, json.dumps(body).encode())
    assert (request.verb, request.transaction, request.by, request.arguments) == (verb, "t1", "Camille (?)", GOOD[verb])


def test_the_asker_is_named_by_his_account_or_marked_as_unproved() -> None:
    """A broker does not say who published: any player could sign as the referee."""
    forged = json.dumps({"transaction": "t1", "by": "Anne"}).encode()
    assert parse_request("undo", forged).by == "Anne (?)"
    assert parse_request("undo", forged, "paul").by == "paul"
    assert parse_request("undo", b'{"transaction": "t1"}').by == ""


def test_the_marks_of_a_marque_nobody_leaves_can_be_set_by_hand() -> None:
    """Without a plafond trous go on past twelve, as far as the players like (Lois II)."""
    held = {"points": 4, "bredouille": False}
    score = {"blancs": {**held, "trous": 23}, "noirs": {**held, "trous": 18}, "pavillon": None}
    body = {"transaction": "t1", "score": score, "why": "counted again"}
    assert parse_request("correct", json.dumps(body).encode()).arguments["score"] == score


HELD = {"points": 4, "bredouille": False, "trous": 0}


@pytest.mark.parametrize(
    ("verb", "body", "wrong"),
    [
        (
            "claim",
            {"transaction": "1", "side": "rouges", "what": "ecole"},
            '^side: "rouges", expected one of blancs, noirs$',
        ),
        ("claim", {"transaction": "1", "side": "noirs"}, "^what: missing$"),
        ("undo", {"transaction": "1", "throw": 0}, "^throw: 0, expected at least 1$"),
        ("undo", {"throw": 1}, "^transaction: missing$"),
        ("undo", {"transaction": "1", "coup": 2}, "^coup: unknown, expected transaction, by, throw, why$"),
        ("correct", {"transaction": "1"}, "^expected doubt or position or score or"),
        ("correct", {"transaction": "1", "doubt": "3"}, "^choice: missing$"),
        ("volume", {"transaction": "1", "volume": 2}, "^volume: 2, expected at most 1$"),
        ("pause", {"transaction": "1", "paused": "yes"}, '^paused: "yes", expected true or false$'),
        ("pause", {"transaction": "1", "paused": None}, "^paused: null, expected true or false$"),
        ("correct", {"transaction": "1", "dice": [True, 1]}, r"^dice\[0\]: true, expected a whole number$"),
        ("correct", {"transaction": "1", "dice": [1]}, r"^dice: \[1\], expected at least 2 of them$"),
        ("correct", {"transaction": "1", "position": {"blancs": [0] * 24}}, r"^position\.noirs: missing$"),
        (
            "correct",
            {"transaction": "1", "score": {"blancs": HELD, "noirs": HELD, "pavillon": "x"}},
            r"^score\.pavillon: \"x\", expected null or one of blancs, noirs$",
        ),
        (
            "correct",
            {"transaction": "1", "score": {"blancs": HELD | {"points": 3}, "noirs": HELD, "pavillon": None}},
            r"^score\.blancs\.points: 3, expected a multiple of 2$",
        ),
        ("guess", {"transaction": "1"}, "^expected on or blancs and noirs$"),
        ("picture", {"transaction": "1", "name": "x" * 999}, r"^name: .{80}, expected at most 80 letters$"),
        ("mode", [], r"^request: \[\], expected an object$"),
        ("dance", {"transaction": "1"}, "unknown verb 'dance', expected one of: undo"),
    ],
)
def test_a_bad_request_is_refused_with_what_is_wrong_and_where(verb: str, body: object, wrong: str) -> None:
    with pytest.raises(InvalidRequest, match=wrong):
        parse_request(verb, json.dumps(body).encode())


def test_the_transaction_of_a_bad_request_is_kept_for_the_answer() -> None:
    with pytest.raises(InvalidRequest) as raised:
        parse_request("mode", b'{"transaction": "7", "mode": "loud"}')
    assert raised.value.transaction == "7"
    with pytest.raises(InvalidRequest) as raised:
        parse_request("mode", b'{"transaction": ["7"], "mode": "loud"}')
    assert raised.value.transaction is None
    with pytest.raises(InvalidRequest) as raised:
        parse_request("dance", b'{"transaction": "7"}')
    assert raised.value.transaction == "7"


@given(st.sampled_from(Verb), st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(verb: Verb, payload: bytes) -> None:
    with pytest.raises(InvalidRequest):
        parse_request(verb, payload)


def test_a_request_too_deep_or_too_long_is_refused() -> None:
    with pytest.raises(InvalidRequest):
        parse_request("undo", b"[" * LONGEST_REQUEST)
    with pytest.raises(InvalidRequest, match="at most"):
        parse_request("undo", b" " * (LONGEST_REQUEST + 1))


@pytest.mark.parametrize(
    "payload",
    [
        b'{"transaction": "\\ud800"}',
        b'{"transaction": "1", "by": "\\udc00"}',
        '{"transaction": "1"}'.encode("utf-16"),
    ],
)
def test_a_transaction_that_is_no_utf_8_is_refused(payload: bytes) -> None:
    """A lone surrogate is valid text in Python until it is sent, in the middle of the table's work."""
    answers: list[str] = []
    TableApi("salon", on_request=lambda _request: pytest.fail("it came through")).ask("undo", payload, answers.append)
    (answer,) = answers
    assert json.loads(answer.encode())["error"].startswith("not JSON: ")


def test_nan_and_infinity_are_refused() -> None:
    with pytest.raises(InvalidRequest, match="not JSON"):
        parse_request("volume", b'{"transaction": "1", "volume": NaN}')


def test_home_assistant_discovers_sensors_that_read_the_published_fields() -> None:
    """Every template names a field that is there, and no two sensors share an id."""
    messages = discovery_messages(Topics("salon"), "fr")
    templates = {str(message["value_template"]) for message in messages.values()}
    assert {"{{ value_json.score.blancs.trous }}", "{{ value_json.trait }}"} <= templates
    assert len({str(message["unique_id"]) for message in messages.values()}) == len(messages)
    for topic, message in messages.items():
        assert topic.startswith("homeassistant/sensor/tablier_salon/")
        assert message["availability_topic"] == "tablier/salon/availability"
