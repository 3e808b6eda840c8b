"""axe-core finds no barrier on any page, in the dark and in the light scheme."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from announce.access.accounts import Accounts
from announce.access.auth import Auth
from announce.page.app import create_page
from announce.page.server import PageServer
from announce.page.standalone_page import single_file
from announce.table_api.api import TableApi
from events.rulings import Disorder
from rules.position import Side
from tests.announce.page.table_with_page import JPEG, Table
from tests.announce.page.test_game import found, judge, keep
from tests.announce.samples import marked, table_state
from tests.announce.test_report import GAME, said
from tests.browsing import violations, visit

OUT_OF_ORDER = Disorder("q7", 11.0, 7, ((Side.BLANCS, 5, 1, 0), (Side.BLANCS, 6, 1, 2)))


@pytest.mark.parametrize("view", ["", "?wall", "?referee"])
def test_a_tables_page_keeps_nobody_out(page: Page, table: Table, view: str) -> None:
    page.goto(table.server.url + view)
    page.wait_for_selector(".dames")
    table.tell(marked(points=6))
    table.tell(OUT_OF_ORDER)
    page.locator("#rulings li").nth(1).wait_for()
    assert violations(page) == []


@pytest.mark.parametrize("address", ["games", "games?game=1#1.2"])
def test_the_games_of_the_past_keep_nobody_out(page: Page, tmp_path: Path, address: str) -> None:
    api = TableApi("salon")
    api.publish_state(table_state())
    games = keep(tmp_path / "kept")
    judge(tmp_path / "kept")
    with PageServer(create_page(api, games=games, evidence=lambda _name: JPEG), port=0) as server:
        page.goto(server.url + address)
        page.locator(".chances" if "=" in address else "#progress table").wait_for()
        assert violations(page) == []
        page.goto("about:blank")


def test_signing_in_keeps_nobody_out(browser: Browser) -> None:
    api = TableApi("salon")
    with (
        PageServer(create_page(api, auth=Auth("salon", lambda: Accounts({}))), port=0) as server,
        visit(browser, server.url, width=1280, height=900) as page,
    ):
        page.locator("#sign-in input").first.wait_for()
        assert violations(page) == []


def test_a_game_in_a_file_keeps_nobody_out(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    path.write_text(single_file(found(keep(tmp_path)), {}), "utf-8")
    with visit(browser, path.as_uri(), width=1280, height=900) as page:
        page.locator(".dames.blancs .dame").first.wait_for()
        assert violations(page) == []


def test_a_report_keeps_nobody_out(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(said(GAME), "utf-8")
    with visit(browser, path.as_uri(), width=1280, height=900) as page:
        assert violations(page) == []
