"""Backgammon at a table: settings, requests, journal, record, and a match simulated, replayed and scored."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from announce.phrases.refused import Refused
from events.backgammon.acts import BoardSet, DoubleAnswered, Doubled, Resigned, SetRight
from events.backgammon.rulings import GameWon
from events.backgammon.state import BackgammonState
from events.codec import act_of, text_of
from events.peg_reading import Button, Signal
from events.rulings import Played
from referee.backgammon.referee import BackgammonReferee
from referee.games import take_in
from rules.backgammon.match import Win
from rules.backgammon.position import Position
from rules.position import Side
from tablier.cli import main
from tablier.games import game_played, known_acts
from tablier.games.backgammon.agreement import BackgammonAgreement
from tablier.games.requests import RequestError
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Asked, Felt
from tablier.runtime.replay import replay
from tablier.runtime.resume import resume
from tablier.runtime.table import TableServices
from tablier.storage.journal import Journal
from tablier.storage.match_record import record_of
from tablier.storage.recording import Recording
from tablier.storage.settings_file import parse, toml_of
from tests.referee.backgammon.players import Players
from tests.tablier.listener import Listener, table_without_camera

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS
SETTINGS = parse('[table]\ngame = "backgammon"\n[backgammon]\npoints = 3\n')


def test_the_settings_name_the_game_and_what_is_played_for() -> None:
    """The game's own referee is used; settings written and read again are the same."""
    referee = Engine(SETTINGS, None).referee
    assert isinstance(referee, BackgammonReferee)
    assert referee.settings.target == 3
    assert parse(toml_of(SETTINGS)) == SETTINGS


@pytest.mark.parametrize(
    ("verb", "values", "request_"),
    [
        ("cube", {"side": "blancs", "do": "offer", "by": "A"}, Doubled(1.0, BLANCS, "A")),
        ("cube", {"side": "noirs", "do": "take"}, DoubleAnswered(1.0, NOIRS, taken=True)),
        ("cube", {"side": "noirs", "do": "refuse"}, DoubleAnswered(1.0, NOIRS, taken=False)),
        ("cube", {"side": "noirs", "do": "resign", "how": 2}, Resigned(1.0, NOIRS, Win.GAMMON)),
        ("tour", {"first": "noirs"}, BoardSet(1.0)),
        ("correct", {"dice": [6, 5], "why": "x"}, SetRight(1.0, "", "x", dice=(6, 5))),
        (
            "correct",
            {"match": {"blancs": 2, "noirs": 1}, "cube": {"value": 4, "doubled_by": "noirs"}},
            SetRight(1.0, "", points=(2, 1), cube=4, doubled_by=NOIRS),
        ),
    ],
)
def test_requests_of_people_become_acts(verb: str, values: dict[str, Any], request_: object) -> None:
    """Each verb is the referee's own request, and an act that a journal gives back as it was."""
    request = Engine(SETTINGS, None).request(verb, values, 1.0)
    assert request == request_
    assert act_of(text_of(request), known_acts()) == request


@pytest.mark.parametrize(
    ("verb", "values", "wrong"),
    [
        ("cube", {"side": "blancs", "do": "eat"}, "expected offer, take, refuse or resign"),
        ("cube", {"do": "offer"}, "cube.side: missing"),
        ("correct", {"cube": {"value": 3}}, "expected 1, 2, 4, 8"),
        ("correct", {"position": {"blancs": [1] * 26, "noirs": [0] * 26}}, "26 dames"),
        ("correct", {"dice": [0, 7]}, "from 1 to 6"),
        ("dance", {}, "expected claim, correct"),
    ],
)
def test_an_invalid_request_is_refused_by_name(verb: str, values: dict[str, Any], wrong: str) -> None:
    with pytest.raises(RequestError, match=wrong):
        Engine(SETTINGS, None).request(verb, values, 1.0)


@pytest.fixture(scope="module")
def played() -> Players:
    """Return a whole game at a fake table."""
    players = Players(seed=2)
    players.whole_game(BLANCS)
    return players


def test_a_game_goes_on_from_its_journal(played: Players, tmp_path: Path) -> None:
    """After a kill at any act, position, trait, dice and score follow from the acts, and nothing is asked again."""
    acts = played.acts[: len(played.acts) // 2]
    with Journal(tmp_path / "journal.db") as journal:
        journal.start(0.0, toml_of(SETTINGS))
        journal.add([(act.t, "act", text_of(act)) for act in acts])
        found = resume(journal, parse("[table]\nid = 'other'\n"))
    assert found is not None
    assert found.settings.table.game == "backgammon"
    assert found.settings.agreement(BackgammonAgreement).points == 3
    straight = game_played(SETTINGS).referee(SETTINGS)
    take_in(straight, acts)
    assert found.referee.state() == straight.state()
    assert not found.referee.over


def test_the_record_is_a_match_other_programs_read(played: Players) -> None:
    """Every throw once, in two columns, from the opening to who wins."""
    text = record_of(played.rulings, 3)
    lines = text.splitlines()
    assert lines[0] == " 3 point match"
    assert lines[2] == " Game 1"
    assert lines[3].split() == ["Blancs", ":", "0", "Noirs", ":", "0"]
    throws = sum(isinstance(ruling, Played) for ruling in played.rulings)
    assert len(re.findall(r"\b[1-6]{2}:", text)) == throws
    (won,) = played.ruled(GameWon)
    assert lines[-1].strip().startswith(f"Wins {won.points} point")


def test_a_match_simulated_replayed_and_scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The commands as people type them; without pictures the truth is there and nothing is found, and that is said."""
    folder = tmp_path / "match"
    arguments = ["simulate", str(folder), "--game", "backgammon", "--seed", "3", "--pace", "4", "--faults", "1"]
    assert main([*arguments, "--frames-per-second", "0"]) == 0
    recording = Recording(folder)
    assert recording.settings.table.game == "backgammon"
    kinds = {line["kind"] for line in recording.truth()}
    assert {"ThrowWorth", "Played", "GameWon", "DameLifted"} <= kinds
    assert all(type(happened).__name__ != "Played" for happened in replay(recording))
    capsys.readouterr()
    assert main(["score", str(folder), "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["games"]["true"] >= 1
    assert figures["throws"]["right"] == 0


def test_the_start_of_a_match_is_seen_by_the_camera(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rendered frames through the real vision: the first throws and plays are found."""
    folder = tmp_path / "match"
    arguments = ["simulate", str(folder), "--game", "backgammon", "--seed", "2", "--mode", "score", "--pace", "2"]
    assert main([*arguments, "--seconds", "16", "--frames-per-second", "10"]) == 0
    capsys.readouterr()
    assert main(["score", str(folder), "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["plays"]["true"] >= 2
    assert figures["plays"]["right"] == figures["plays"]["true"]
    assert figures["throws"]["false"] == figures["faults"]["false"] == 0


def test_the_position_of_a_request_is_checked_by_the_laws_of_this_board() -> None:
    """26 counts a side, the bar and the dames off included."""
    start = Position.start()
    values = {"position": {"blancs": list(start.blancs), "noirs": list(start.noirs)}}
    request = Engine(SETTINGS, None).request("correct", values, 1.0)
    assert isinstance(request, SetRight)
    assert request.position == start


REFEREED = parse('[table]\ngame = "backgammon"\nmode = "referee"\n[backgammon]\npoints = 3\n')


def test_a_game_by_requests_and_buttons(tmp_path: Path) -> None:
    """Set right, doubled by the page, taken by a button, given up: all announced, and the journal leads to the same."""
    answers: list[Refused | None] = []
    with Journal(tmp_path / "journal.db") as journal:
        game = journal.start(0.0, toml_of(REFEREED))
        listener = Listener(journal)
        engine = Engine(REFEREED, None)
        table = table_without_camera(engine, TableServices(journal=journal, sinks=[listener]))

        def ask(t: float, verb: str, **values: object) -> None:
            table.step(Asked(t, verb, values, answers.append))

        ask(1.0, "correct", trait="noirs")
        ask(2.0, "cube", side="noirs", do="offer")
        table.step(Felt(3.0, Signal(3.0, "near", Button.COUP_JOUE)))
        ask(4.0, "cube", side="noirs", do="offer")
        ask(5.0, "cube", side="blancs", do="resign", how=2)
        ask(6.0, "tour", first="blancs")
        ask(7.0, "dance")
        acts = [act_of(text, known_acts()) for _, _, text in journal.entries(game, "act")]
    assert [announced.kind for announced in listener.announced] == [
        "cube_offered", "cube_answered", "cube_denied", "game_won", "game_began",
    ]  # fmt: skip
    last = listener.announced[3].text["fr"].replace("\u00a0", " ")
    assert last == "Les noirs gagnent par gammon : quatre points. Les noirs gagnent le match, 0 à 4."
    assert answers[:-1] == [None] * 5
    assert "expected claim" in str(answers[-1])
    state = listener.shown[-1][0]
    assert isinstance(state, BackgammonState)
    assert (state.match.noirs, state.tour) == (0, 2)
    again = game_played(REFEREED).referee(REFEREED)
    take_in(again, acts)
    assert again.state() == state
