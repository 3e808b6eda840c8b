"""Past games on the page and in an exported file, stepped through in a real browser."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from announce.page.app import create_page
from announce.page.past_games import Games
from announce.page.server import PageServer
from announce.page.standalone_page import single_file
from announce.table_api.api import TableApi
from events.acts import Act, DameLifted, DamePlaced, DiceThrown
from rules.position import Side
from tablier.runtime.analysis import analyse
from tablier.runtime.analyst import Analyst
from tablier.runtime.export import write_html
from tablier.runtime.past_games import PastGames
from tablier.storage.journal import Journal
from tablier.storage.settings import PlayersSettings, Settings
from tests.announce.page.table_with_page import JPEG
from tests.browsing import visit
from tests.tablier.kept_games import SIX_AND_FOUR, keep_game

BLANCS, NOIRS = Side
ACTS = (
    *SIX_AND_FOUR,
    DiceThrown(6.0, NOIRS, (3, 2), good=True),
    DameLifted(7.0, NOIRS, 1),
    DamePlaced(8.0, NOIRS, 4),
    DameLifted(9.0, NOIRS, 1),
    DamePlaced(10.0, NOIRS, 4),  # A three again, where the dice said two.
    DiceThrown(11.0, BLANCS, (2, 1), good=True),
)
COSTLY = (
    DiceThrown(1.0, BLANCS, (6, 4), good=True),
    DameLifted(2.0, BLANCS, 1),
    DamePlaced(3.0, BLANCS, 11),  # One dame plays both numbers, where two would be better.
    DiceThrown(6.0, NOIRS, (3, 2), good=True),
)
STEPS = 7
"""Three throws, two plays, and the fault, when it was made and when its time was over."""


def keep(folder: Path, acts: tuple[Act, ...] = ACTS, *, over: bool = True) -> PastGames:
    """Store one game, of three throws by default, with pictures of its fault."""
    settings = Settings(players=PlayersSettings(blancs="Anne"))
    _, rulings = keep_game(folder, settings, acts, over=over)
    (folder / "evidence").mkdir(parents=True)
    for ruling in rulings:
        if hasattr(ruling, "about"):
            for when in ("before", "after"):
                (folder / "evidence" / f"1-{ruling.about}-{when}.jpg").write_bytes(JPEG)
    return PastGames(folder / "journal.db", folder / "evidence", Analyst(folder, nice=0))


def judge(folder: Path) -> None:
    """Have the kept game judged."""
    with Journal(folder / "journal.db") as journal:
        analyse(journal, folder / "games", 1)


def found(games: Games, number: int = 1) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(json.dumps(games.game(number)))
    return value


@contextmanager
def showing(browser: Browser, games: Games, address: str, width: int, height: int) -> Iterator[Page]:
    """Open a page of the games that are kept."""
    server = PageServer(create_page(TableApi("salon"), games=games, evidence=lambda _name: JPEG), port=0)
    with server, visit(browser, f"{server.url}{address}", width=width, height=height) as page:
        yield page


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """A page that keeps one game, open at its second throw."""
    with showing(browser, keep(tmp_path), "games?game=1#1.2", width=1440, height=900) as page:
        page.wait_for_selector(".dames")
        yield page


def test_a_game_is_opened_from_the_list(browser: Browser, tmp_path: Path) -> None:
    with showing(browser, keep(tmp_path), "games", width=390, height=844) as page:
        page.get_by_role("link", name="partie 1").click()
        expect(page.locator(".dames.blancs .dame")).to_have_count(15)
        expect(page.locator("#turn")).to_contain_text("Six et quatre")


def test_a_game_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    games = keep(tmp_path)
    for change in ("entry SET text = 'x' WHERE game = 2", "game SET settings = 'of_a_later_version = 1' WHERE id = 3"):
        keep_game(tmp_path, Settings(), ACTS)
        with closing(sqlite3.connect(tmp_path / "journal.db")) as db, db:
            db.execute(f"UPDATE {change}")
    assert [game["game"] for game in games.list_games()] == [1]


def test_an_address_leads_to_its_throw_and_the_arrow_keys_to_the_steps_about_it(opened: Page) -> None:
    """A play is drawn as arrows from where its dames came; the end is not stepped beyond."""
    expect(opened.locator("#turn")).to_contain_text("Trois et deux")
    expect(opened.locator(".throw-row[aria-current=step] .number")).to_have_text("2")
    opened.keyboard.press("ArrowLeft")
    expect(opened.locator("#told")).to_contain_text("Les blancs jouent")
    expect(opened.locator(".pointed.played .way")).to_have_count(2)
    expect(opened).to_have_url(re.compile(r"#1\.1\.1$"))
    opened.keyboard.press("Home")
    expect(opened.get_by_role("button", name="Début")).to_be_disabled()
    opened.keyboard.press("ArrowLeft")
    opened.keyboard.press("End")
    expect(opened.locator("#steps .count")).to_have_text(f"{STEPS} sur {STEPS}")


def test_every_throw_is_reached_by_the_keyboard(opened: Page) -> None:
    rows = opened.locator(".throw-row")
    expect(rows).to_have_count(3)
    rows.nth(0).focus()
    opened.keyboard.press("Tab")
    opened.keyboard.press("Tab")
    opened.keyboard.press("Enter")
    expect(opened.locator("#turn")).to_contain_text("Deux et as")
    expect(rows.nth(2)).to_be_focused()


def test_a_game_that_the_coach_cannot_follow_says_so(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    analysis: dict[str, Any] = {"state": "ready", "throws": [], "unjudged": [{"tour": 1, "throws": ""}]}
    path.write_text(single_file(found(keep(tmp_path)), {}, analysis=analysis), "utf-8")
    with visit(browser, path.as_uri(), width=1440, height=900) as page:
        expect(page.locator("#analysis p")).to_have_text("Tour 1\u00a0: l'analyse n'a pas pu le suivre.")
        expect(page.locator("#analysis svg")).to_have_count(0)


def test_points_taken_off_have_their_sign(browser: Browser, tmp_path: Path) -> None:
    game = found(keep(tmp_path))
    game["steps"][0]["marks"] = [{"throw": 1, "side": "blancs", "points": points} for points in (4, -2)]
    path = tmp_path / "game.html"
    path.write_text(single_file(game, {}), "utf-8")
    with visit(browser, path.as_uri(), width=1440, height=900) as page:
        expect(page.locator(".throw-row").first.locator(".gain")).to_have_text(["+4", "\u22122"])


def test_a_link_leads_back_to_a_throw_whose_number_came_before(browser: Browser, tmp_path: Path) -> None:
    """Dice that did not count give their number to the next throw."""
    game = found(keep(tmp_path))
    game["steps"].append({**game["steps"][-1], "state": {"throw": 2, "dice": [4, 4]}})
    path = tmp_path / "game.html"
    path.write_text(single_file(game, {}), "utf-8")
    with visit(browser, path.as_uri(), width=1440, height=900) as page:
        page.keyboard.press("End")
        expect(page.locator(".throw-row[aria-current=step] .number")).to_have_text("2")
        expect(page.locator("#steps .count")).to_have_text(f"{STEPS + 1} sur {STEPS + 1}")
        page.reload()
        expect(page.locator("#steps .count")).to_have_text(f"{STEPS + 1} sur {STEPS + 1}")


def test_the_throw_shown_stays_in_view_when_pictures_come(opened: Page) -> None:
    opened.keyboard.press("End")
    opened.evaluate("document.querySelector('.throws ol').style.cssText = 'flex: none; height: 2.5rem'")
    opened.wait_for_function(
        """() => {
            const [list, shown] = [".throws ol", ".throw-row[aria-current]"].map((one) =>
                document.querySelector(one).getBoundingClientRect());
            return shown.top >= list.top - 1 && shown.bottom <= list.bottom + 1;
        }"""
    )


def test_a_fault_is_shown_with_its_pictures(opened: Page) -> None:
    expect(opened.locator(".throw-row").nth(1).locator(".grave")).to_have_count(1)
    while not opened.locator("#told .warning").count():
        opened.keyboard.press("ArrowRight")
    expect(opened.locator("#told figure")).to_have_count(2)
    expect(opened.locator(".wrong")).not_to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1024, 768), (1280, 720), (1920, 1080)])
def test_the_longest_title_pushes_no_buttons_over_the_foot(opened: Page, width: int, height: int) -> None:
    opened.set_viewport_size({"width": width, "height": height})
    steps_end, foot = opened.evaluate(
        """() => {
            document.querySelector("#turn strong").textContent = "Aux blancs de marquer, puis de jouer";
            const box = (name) => document.querySelector(name).getBoundingClientRect();
            return [box(".history").bottom, box("footer").top];
        }"""
    )
    assert steps_end <= foot


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900), (1920, 1080)])
def test_the_viewer_fits_its_screen(opened: Page, width: int, height: int) -> None:
    opened.set_viewport_size({"width": width, "height": height})
    wide, tall = opened.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert wide <= width
    assert width < height or tall <= height


def test_the_tour_under_way_is_not_shown(tmp_path: Path) -> None:
    """Its players may still miss points, and the worth of a throw would reveal them."""
    assert found(keep(tmp_path, over=False))["steps"] == []


def test_a_game_in_its_first_tour_says_when_it_opens(browser: Browser, tmp_path: Path) -> None:
    with showing(browser, keep(tmp_path, over=False), "games?game=1", width=390, height=844) as page:
        expect(page.get_by_role("status")).to_contain_text("vient de commencer")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#table")).to_be_hidden()


def test_there_is_nothing_of_a_game_that_is_not_there(tmp_path: Path) -> None:
    assert keep(tmp_path).game(7) is None


def test_a_file_shows_the_game_with_nothing_else(browser: Browser, tmp_path: Path) -> None:
    """The file works without a table or a network; a name in it cannot end its script."""
    game = found(keep(tmp_path))
    game["steps"][0]["told"][0]["text"]["fr"] = "</script><img src=x>"
    pictures = {name: JPEG for step in game["steps"] for one in step["told"] for name in one["evidence"]}
    path = tmp_path / "game.html"
    path.write_text(single_file(game, pictures), "utf-8")
    with visit(browser, path.as_uri(), width=1440, height=900) as page:
        page.context.set_offline(True)
        expect(page.locator(".dames.blancs .dame")).to_have_count(15)
        expect(page.locator("#told .text")).to_have_text("</script><img src=x>")
        page.get_by_role("button", name="English").click()
        expect(page.locator("#told h2")).to_have_text("What happened")
        while not page.locator("#told .warning").count():
            page.keyboard.press("ArrowRight")
        shown = page.locator("#told .evidence").first
        assert shown.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") > 0


def test_a_file_of_a_game_under_way_shows_it_up_to_now(browser: Browser, tmp_path: Path) -> None:
    """Unlike the page, which players look at during the game."""
    keep(tmp_path, over=False)
    with Journal(tmp_path / "journal.db") as journal:
        write_html(tmp_path / "game.html", journal, 1, tmp_path, "fr")
    with visit(browser, (tmp_path / "game.html").as_uri(), width=1440, height=900) as page:
        expect(page.locator("#steps .count")).to_have_text(f"1 sur {STEPS}")


def test_a_game_is_analysed_when_somebody_asks_for_it(browser: Browser, tmp_path: Path) -> None:
    """Then each player's figures appear, and the worst play links to its throw and the better play."""
    with showing(browser, keep(tmp_path, COSTLY), "games?game=1#1.2", width=1440, height=900) as page:
        page.get_by_role("button", name="Analyser la partie").click()
        expect(page.locator("#analysis .chances")).to_be_visible(timeout=60_000)
        expect(page.locator("#analysis table th").first).to_have_text("Anne")
        page.locator("#analysis .worst button").first.click()
        expect(page.locator("#turn")).to_contain_text("Six et quatre")
        better = page.get_by_role("button", name="Mieux")
        expect(better).to_have_text("Mieux\u00a0: T/4, T/6")
        expect(page.locator(".pointed.best .way")).to_have_count(2)
        page.get_by_role("button", name="Joué").click()
        expect(better).to_have_attribute("aria-pressed", "false")
        expect(page.locator(".pointed.best")).to_have_count(0)


def test_a_touch_on_the_curve_leads_to_its_throw(browser: Browser, tmp_path: Path) -> None:
    games = keep(tmp_path)
    judge(tmp_path)
    with showing(browser, games, "games?game=1", width=1440, height=900) as page:
        curve = page.locator(".chances")
        box = curve.bounding_box()
        assert box is not None
        curve.click(position={"x": box["width"] - 5, "y": box["height"] / 2})
        expect(page.locator("#turn")).to_contain_text("Deux et as")


def test_the_progress_of_a_named_player_leads_to_his_games(browser: Browser, tmp_path: Path) -> None:
    games = keep(tmp_path)
    judge(tmp_path)
    with showing(browser, games, "games", width=360, height=740) as page:
        expect(page.locator("#progress caption")).to_have_text("Anne")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.locator("#progress a").click()
        expect(page.locator(".dames.blancs .dame")).to_have_count(15)


def test_a_file_brings_along_what_the_coach_found(browser: Browser, tmp_path: Path) -> None:
    games = keep(tmp_path)
    judge(tmp_path)
    path = tmp_path / "game.html"
    path.write_text(single_file(found(games), {}, analysis=games.analysis(1)), "utf-8")
    with visit(browser, path.as_uri(), width=1440, height=900) as page:
        expect(page.locator("#analysis .chances")).to_be_visible()
        expect(page.locator("#analysis figcaption")).to_contain_text("Anne")
        expect(page.get_by_role("button", name="Analyser la partie")).to_have_count(0)
