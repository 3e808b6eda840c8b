"""The page at a table of backgammon, in a real browser: bar, dames off, cube, match and requests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from announce.page.app import create_page
from announce.page.server import PageServer
from announce.table_api.api import TableApi
from announce.table_api.backgammon import BackgammonView
from announce.table_api.requests import Request
from announce.table_api.verbs import Verb
from events.backgammon.state import BackgammonState, Phase
from events.state import Mode
from rules.backgammon.match import Cube, Match
from rules.backgammon.position import BAR, OFF, Position
from rules.backgammon.record import notation
from rules.play import Move
from rules.position import Side
from tests.announce.samples import BACKGAMMON
from tests.browsing import violations, visit
from tests.waiting import eventually


@pytest.fixture
def table() -> Iterator[tuple[TableApi, list[Request], PageServer]]:
    asked: list[Request] = []
    api = TableApi("salon", on_request=asked.append, view=BackgammonView())
    api.publish_state(BACKGAMMON)
    server = PageServer(create_page(api), port=0)
    yield api, asked, server
    server.close()


@pytest.fixture
def page(browser: Browser, table: tuple[TableApi, list[Request], PageServer]) -> Iterator[Page]:
    with visit(browser, table[2].url, width=1440, height=900) as page:
        page.wait_for_selector(".dames")
        yield page


def test_the_board_the_score_and_the_cube_are_shown(page: Page) -> None:
    """Two on the bar, two and four off, the cube at Noirs' side, the match to seven."""
    on_cases, on_bar_and_off = 5 + 3 + 3 + 11, 1 + 2
    expect(page.locator(".dames .dame")).to_have_count(on_cases + on_bar_and_off)
    expect(page.locator(".cube text")).to_have_text("4")
    expect(page.locator("#score-blancs .trous")).to_have_text("3")
    expect(page.locator("#score-noirs .trous")).to_have_text("6")
    expect(page.locator("#score-blancs .points")).to_have_text(str(BACKGAMMON.position.pips(Side.BLANCS)))
    expect(page.locator("#turn")).to_contain_text("Aux noirs de jeter les dés")
    expect(page.locator("#worth")).to_contain_text("match en 7")
    assert violations(page) == []


def test_a_double_is_offered_by_its_button(page: Page, table: tuple[TableApi, list[Request], PageServer]) -> None:
    """The button offers it for the side chosen on this page."""
    page.locator(".seat.noirs").click()
    page.locator(".sayings .offer").click()
    eventually(lambda: bool(table[1]))
    (request,) = table[1]
    assert (request.verb, request.arguments) == (Verb.CUBE, {"side": "noirs", "do": "offer"})


def test_giving_up_is_asked_about(page: Page, table: tuple[TableApi, list[Request], PageServer]) -> None:
    """The button is next to others, and taking it back takes the throw back, too."""
    _, asked, _ = table
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("button", name="J'abandonne").click()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="J'abandonne").click()
    eventually(lambda: asked)
    assert [(one.verb, one.arguments["do"]) for one in asked] == [("cube", "resign")]


def test_in_the_opening_it_is_nobodys_turn(page: Page, table: tuple[TableApi, list[Request], PageServer]) -> None:
    """Nobody has the turn until the opening is decided."""
    start = BackgammonState(
        mode=Mode.SCORE, phase=Phase.OPENING, position=Position.start(), trait=None, dice=(3, 1), plays=None,
        cube=Cube(), match=Match(None), throw=0, tour=1, doubt=None,
    )  # fmt: skip
    table[0].publish_state(start)
    expect(page.locator("#turn")).to_contain_text("Un dé chacun")
    expect(page.locator(".dames .dame")).to_have_count(30)
    expect(page.locator(".cube text")).to_have_text("64")


def test_plays_are_written_as_in_the_record(page: Page, table: tuple[TableApi, list[Request], PageServer]) -> None:
    """The notation is the record's in every language."""
    plays = ((Move(BAR, 20), Move(8, 5)), (Move(4, OFF),))
    table[0].publish_state(replace(BACKGAMMON, mode=Mode.LESSON, phase=Phase.TO_PLAY, dice=(5, 3), plays=plays))
    written = [", ".join(notation(move) for move in play) for play in plays]
    assert written == ["bar/20, 8/5", "4/off"]
    expect(page.locator("#plays .notation")).to_have_text(written)
