"""Analysis of games while the table works: kept tour by tour, and never during a refereed sitting."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest

from announce.access.accounts import Accounts
from announce.access.auth import Auth
from announce.page.app import create_page
from announce.page.past_games import NO_ANALYSIS, REFUSED
from announce.page.server import PageServer
from announce.table_api.api import TableApi
from events.acts import Act, DiceThrown, ModeChanged
from events.codec import text_of
from events.state import Mode
from referee.games import take_in
from rules.position import Side
from simulation.timeline import SimulatedTable
from tablier.games import game_played
from tablier.runtime import analysis
from tablier.runtime.analysis import CannotAnalyse, analyse, main
from tablier.runtime.analyst import Analyst
from tablier.runtime.past_games import PastGames, progress
from tablier.runtime.report import SittingReport
from tablier.storage.analyses import Analysis, kept_analyses, kept_analysis, path_of
from tablier.storage.evidence import EVIDENCE
from tablier.storage.journal import JOURNAL, Journal
from tablier.storage.settings import PlayersSettings, Settings, SoloTable, TableSettings
from tablier.storage.settings_file import toml_of
from tests.tablier.kept_games import SIX_AND_FOUR, keep_game
from tests.waiting import LONG, eventually

BLANCS, NOIRS = Side
ACTS = (*SIX_AND_FOUR, DiceThrown(6.0, Side.NOIRS, (3, 2), good=True))
NAMED = PlayersSettings(blancs="Anne", noirs="Bruno")


@cache
def tour() -> tuple[Act, ...]:
    """A whole tour of players without faults."""
    return tuple(event for event in SimulatedTable(10, profile="referee").events() if isinstance(event, Act))


def settings_for(mode: str) -> Settings:
    return Settings(
        table=TableSettings(mode=mode),  # type: ignore[arg-type] # one of them
        players=NAMED,
        solo=SoloTable(side="noirs"),
    )


def play(folder: Path, mode: str, acts: tuple[Act, ...] = ACTS, *, over: bool = True) -> int:
    """Store another game and return its number."""
    return keep_game(folder, settings_for(mode), acts, over=over)[0]


def judge(folder: Path, game: int) -> Analysis:
    with Journal.there(folder / JOURNAL) as journal:
        return analyse(journal, folder / "games", game)


# --- what is kept -----------------------------------------------------------------------------------------------------


def test_a_game_that_has_not_changed_is_not_judged_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = play(tmp_path, "score")
    first = judge(tmp_path, game)
    assert [(play.tour, play.throw, play.side, play.dice) for play in first.plays] == [
        (1, 1, BLANCS, (6, 4)),
        (1, 2, NOIRS, (3, 2)),
    ]
    assert first.plays[0].lost >= 0
    assert first.plays[1].played is None
    monkeypatch.delattr(analysis, "judge_turns")
    assert judge(tmp_path, game) == first == kept_analysis(tmp_path / "games", game)


def test_a_tour_under_way_is_not_judged(tmp_path: Path) -> None:
    """The analysis must not reveal what the players should notice themselves."""
    game = play(tmp_path, "lesson", over=False)
    assert judge(tmp_path, game).plays == ()


@pytest.mark.parametrize("text", ["{}", '{"version": 2}', "no JSON"])
def test_a_file_of_another_version_is_written_again(
    tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    game = play(tmp_path, "score")
    path = path_of(tmp_path / "games", game)
    path.parent.mkdir()
    path.write_text(text)
    assert kept_analysis(tmp_path / "games", game) is None
    assert f"{path}: no analysis of version 1" in caplog.text
    assert judge(tmp_path, game) == kept_analysis(tmp_path / "games", game)


def test_the_program_says_why_it_judges_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = play(tmp_path, "referee", over=False)
    arguments = [str(tmp_path / JOURNAL), str(tmp_path / "games"), str(game)]
    assert main(arguments) == 1
    assert "game 1 is refereed and not over" in capsys.readouterr().err
    assert main([str(tmp_path / "none.db"), *arguments[1:]]) == 1
    assert "none.db" in capsys.readouterr().err
    settings = Settings(table=TableSettings(game="backgammon"))
    with Journal(tmp_path / JOURNAL) as journal:
        journal.end(2.0)
        journal.start(3.0, toml_of(settings))
    assert main([*arguments[:2], "2"]) == 1
    assert "game 2 is backgammon, expected trictrac" in capsys.readouterr().err


def test_progress_is_of_the_players_who_have_a_name(tmp_path: Path) -> None:
    """Progress counts by sitting; the companion's side of a solo game has no name."""
    judge(tmp_path, play(tmp_path, "score"))
    judge(tmp_path, play(tmp_path, "solo"))
    found: list[dict[str, Any]] = list(progress(kept_analyses(tmp_path / "games")))
    assert [(one["player"], [each["game"] for each in one["sittings"]]) for one in found] == [
        ("Anne", [1, 2]),
        ("Bruno", [1]),
    ]


# --- the coach and the referee ----------------------------------------------------------------------------------------


def test_the_coach_does_not_speak_while_a_sitting_is_refereed(tmp_path: Path) -> None:
    """It is silent about earlier tours and modes too, until the sitting is over (Lois XVII)."""
    game = play(tmp_path, "lesson", tour(), over=False)
    assert judge(tmp_path, game).plays != (), "the finished tour of a game under way"
    with Analyst(tmp_path, nice=0) as analyst:
        games = PastGames(tmp_path / JOURNAL, tmp_path / EVIDENCE, analyst)
        assert games.analysis(game)["state"] == "ready"
        with Journal(tmp_path / JOURNAL) as journal:
            change = ModeChanged(9e9, Mode.REFEREE, "")
            journal.add([(change.t, "act", text_of(change))])
            with pytest.raises(CannotAnalyse, match="refereed and not over"):
                analyse(journal, tmp_path / "games", game)
        games.analyse(game)
        assert not analyst.working_at(game)
        assert games.analysis(game) == REFUSED
        with Journal(tmp_path / JOURNAL) as journal:
            journal.end(9e9)
        assert games.analysis(game)["state"] == "ready"


@pytest.mark.parametrize(("mode", "judged"), [("lesson", True), ("referee", False)])
def test_the_report_a_table_writes_by_itself_has_the_coachs_word_unless_it_referees(
    tmp_path: Path, mode: str, judged: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablier.runtime.report.PATIENCE", LONG)
    game = play(tmp_path, mode, tour(), over=False)
    settings = settings_for(mode)
    rulings = take_in(game_played(settings).referee(settings), tour())
    with Analyst(tmp_path, nice=0) as analyst:
        report = SittingReport(tmp_path / JOURNAL, tmp_path / "games", tmp_path / EVIDENCE, game, "en", analyst)
        with report:
            for ruling in rulings:
                report.add(ruling)
    html = (tmp_path / "games" / f"game-{game}.html").read_text()
    assert ("There was a better play" in html) is judged
    assert path_of(tmp_path / "games", game).exists() is judged


def test_a_refereed_game_is_judged_afterwards_when_a_player_asks(tmp_path: Path) -> None:
    game = play(tmp_path, "referee")
    with Analyst(tmp_path, nice=0) as analyst:
        games = PastGames(tmp_path / JOURNAL, tmp_path / EVIDENCE, analyst)
        assert games.analysis(game) == NO_ANALYSIS
        games.analyse(game)
        eventually(lambda: games.analysis(game)["state"] == "ready")


def test_viewers_cannot_ask_the_coach(tmp_path: Path) -> None:
    game = play(tmp_path, "score")
    with Analyst(tmp_path, nice=0) as analyst:
        games = PastGames(tmp_path / JOURNAL, tmp_path / EVIDENCE, analyst)
        auth = Auth("salon", lambda: Accounts({}), guests=True)
        with PageServer(create_page(TableApi("salon"), auth=auth, games=games), port=0) as server:
            origin = {"Origin": server.url.rstrip("/")}
            with httpx.Client(base_url=server.url, headers=origin, timeout=LONG) as guest:
                assert guest.get(f"games/{game}/analysis.json").json() == NO_ANALYSIS
                assert guest.post(f"games/{game}/analysis.json").status_code == 403
                assert guest.get("progress.json").status_code == 401
        assert not analyst.working_at(game)


def test_a_service_that_may_not_change_priorities_judges_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The unit forbade setpriority: no report had a better play."""

    def refused(*_: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    game = play(tmp_path, "score")
    monkeypatch.setattr("tablier.runtime.analyst.os.setpriority", refused)
    with Analyst(tmp_path, nice=0) as analyst:
        assert analyst.judge(game) is not None


def test_a_program_that_cannot_be_started_leaves_the_game_unjudged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = play(tmp_path, "score")
    monkeypatch.setattr("tablier.runtime.analyst.sys.executable", str(tmp_path / "no-python"))
    with Analyst(tmp_path, nice=0) as analyst:
        assert analyst.judge(game) is None
        assert not analyst.working_at(game)
    assert f"game {game} is not analysed" in caplog.text
