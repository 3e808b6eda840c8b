"""A third game is a plug-in: one line registers jacquet (tests/tablier/jacquet/), and a whole table plays it."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from announce.club.match_format import FORMATS, register
from announce.club.tournament import Result, System, TournamentError, next_round, of_system, with_result
from announce.phrases.registry import Manner
from announce.table_api.api import STATE, TableApi
from events.acts import Act, DamePlaced, DiceThrown, PlayEnded
from events.codec import text_of
from events.rulings import Ruling
from rules.position import Side
from tablier.cli import main
from tablier.devices.simulated_source import InventedTable
from tablier.game_packages import REGISTERED
from tablier.games import game_played, match_formats
from tablier.games.plan import Plan
from tablier.runtime.engine import Engine
from tablier.runtime.game_book import GameBook
from tablier.runtime.past_games import game_document
from tablier.runtime.resume import resume
from tablier.storage.journal import Journal
from tablier.storage.settings import Settings, SettingsError
from tablier.storage.settings_file import parse, toml_of
from tests.tablier.jacquet.agreement import JacquetAgreement
from tests.tablier.jacquet.plugin import START, FaultName, JacquetFault, JacquetState

SETTINGS = parse('[table]\ngame = "jacquet"\nmode = "referee"\n')
B = Side.BLANCS
THROW: list[Act] = [
    DiceThrown(1.0, B, (6, 3), good=True),
    DamePlaced(2.0, B, 7),  # the courier goes out
    DamePlaced(3.0, B, 4),  # a second dame, which may not
    PlayEnded(4.0, B),
]


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    REGISTERED.append("tests.tablier.jacquet")
    yield
    REGISTERED.remove("tests.tablier.jacquet")
    FORMATS.pop("jacquet", None)


def played(settings: Settings = SETTINGS) -> tuple[Engine, list[Ruling]]:
    engine = Engine(settings, None)
    return engine, [ruling for act in THROW for ruling in engine.referee.observe(act).rulings]


def test_the_referee_rules_by_the_games_own_rule() -> None:
    engine, rulings = played()
    state = engine.state()
    assert isinstance(state, JacquetState)
    assert state.position[B] == (13, 0, 0, 1, 0, 0, 1, *(0,) * 17)
    assert state.position[Side.NOIRS] == START
    (fault,) = (ruling for ruling in rulings if isinstance(ruling, JacquetFault))
    assert (fault.fault.name, fault.to) == (FaultName.COURRIER, Side.NOIRS)


def test_its_players_agree_in_their_own_table_of_the_settings(tmp_path: Path) -> None:
    """The file, the journal and the referee know [jacquet]; a wrong key there is named like any other."""
    agreed = parse('[table]\ngame = "jacquet"\n[jacquet]\ncourier = false\n')
    assert parse(toml_of(agreed)) == agreed
    assert parse(toml_of(SETTINGS)) == SETTINGS
    assert not any(isinstance(ruling, JacquetFault) for ruling in played(agreed)[1])
    with Journal(tmp_path / "journal.db") as journal:
        journal.start(0.0, toml_of(agreed))
        found = resume(journal, SETTINGS)
    assert found is not None
    assert not found.settings.agreement(JacquetAgreement).courier
    with pytest.raises(SettingsError, match=r"jacquet\.curier: unknown key"):
        parse("[jacquet]\ncurier = false\n")
    with pytest.raises(SettingsError, match=r"jacquet\.courier: expected `bool`, got `int`"):
        parse("[jacquet]\ncourier = 1\n")


def test_the_journal_gives_the_game_back(tmp_path: Path) -> None:
    engine, rulings = played()
    with Journal(tmp_path / "journal.db") as journal:
        journal.start(0.0, toml_of(SETTINGS))
        journal.add([(act.t, "act", text_of(act)) for act in THROW])
        found = resume(journal, parse(""))
        assert found is not None
        assert found.settings.table.game == "jacquet"
        assert found.referee.state() == engine.state()
        assert found.rulings == tuple(rulings)
        document = game_document(journal, 1, {})
    assert document["kind"] == "jacquet"


def test_it_is_announced_in_its_own_words() -> None:
    engine, rulings = played()
    settings = engine.referee.settings
    manner = Manner(settings.mode)
    said = [one for ruling in rulings for one in engine.game.announcements(ruling, settings, manner)]
    assert [one.text["fr"] for one in said] == ["Jacquet : 6 et 3.", "Le courrier n'est pas arrivé."]


def test_the_page_is_given_its_state() -> None:
    engine, _ = played()
    heard: list[dict[str, object]] = []
    api = TableApi("salon", view=engine.game.view())
    api.follow(lambda name, text: heard.append(json.loads(text)) if name == STATE else None)
    api.publish_state(engine.state())
    (state,) = heard
    assert (state["game"], state["throw"], state["trait"]) == ("jacquet", 1, "noirs")


def test_its_record_is_written(tmp_path: Path) -> None:
    _, rulings = played()
    book = GameBook(tmp_path, 1, SETTINGS, datetime.date(2026, 11, 20))
    for ruling in rulings:
        book.add(ruling)
    assert (tmp_path / "game-1.jacquet").read_text("utf-8").splitlines()[1] == "1 blancs 1-7/1-4"


def asked(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, object]:
    question = {
        "id": "a",
        "game": "jacquet",
        "position": {"blancs": [14, *[0] * 5, 1, *[0] * 17], "noirs": list(START)},
        "trait": "blancs",
        "dice": [6, 3],
    }
    (tmp_path / "questions").write_text(json.dumps(question))
    main([command, *options, str(tmp_path / "questions")])
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_the_command_line_answers_about_its_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked("rules", tmp_path, capsys) == {"id": "a", "courier": 7}


def test_the_coach_advises_in_its_own_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = asked("coach", tmp_path, capsys, "--language", "en")
    assert found["reasons"] == ["The courier of blancs first."]


def test_a_club_plays_matches_of_it() -> None:
    register(match_formats())
    begun = next_round(of_system("Salon", System.SWISS, ("Anne", "Noé"), game="jacquet", target=5))
    assert with_result(begun, 1, 1, Result((5, 2))).over
    with pytest.raises(TournamentError, match="expected at most 5 games each"):
        with_result(begun, 1, 1, Result((6, 2)))


def test_a_table_of_it_is_simulated() -> None:
    invented = InventedTable(Plan(game="jacquet", mode="score"))
    assert game_played(invented.settings).name == "jacquet"
    assert invented.settings.table.first == "noirs"
    assert list(invented.truth()) == []
    with pytest.raises(ValueError, match="jacquet is played whole, and no part of it is simulated"):
        Plan(game="jacquet", throws=3)


def test_a_game_nobody_registered_is_refused_by_name() -> None:
    with pytest.raises(SettingsError, match=r"table\.game: 'chess', expected one of .*trictrac, backgammon"):
        game_played(parse('[table]\ngame = "chess"\n'))
