"""The players' names on the page: given by who plays, not shown on the wall, and none of the companion's."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from announce.table_api.view import Shown
from events.state import Mode
from rules.position import Side
from tests.announce.states import table_state
from tests.waiting import eventually

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.announce.page.table import Table

NAMES = {"blancs": "Anne", "noirs": ""}


def test_names_are_given_on_the_page(page: Page, table: Table) -> None:
    table.publisher.publish_state(table_state(), Shown(players=NAMES))
    names = page.locator("#names")
    expect(names.locator("summary")).to_have_text("Joueurs · Anne")
    names.locator("summary").click()
    names.get_by_label("Noirs").fill(" Bruno ")
    names.locator("button").click()
    eventually(lambda: table.asked)
    assert (table.asked[0].verb, table.asked[0].arguments) == ("players", {"blancs": "Anne", "noirs": "Bruno"})


def test_the_companion_is_given_no_name_and_the_wall_none_at_all(page: Page, table: Table) -> None:
    solo = replace(table_state(Mode.SOLO), companion=Side.NOIRS)
    table.publisher.publish_state(solo, Shown(players=NAMES))
    expect(page.locator("#names summary")).to_be_visible()
    expect(page.locator("#names input[name=noirs]")).to_have_count(0)
    page.goto(f"{table.server.url}?wall")
    page.wait_for_selector(".dames")
    expect(page.locator("#names")).to_be_hidden()


def test_a_game_without_names_asks_for_none(page: Page, table: Table) -> None:
    table.publisher.publish_state(table_state())
    expect(page.locator("#actions")).to_be_visible()
    expect(page.locator("#names")).to_be_hidden()
