"""Past throws on the page: viewing them, and going back to them."""

from __future__ import annotations

import dataclasses

from playwright.sync_api import Page, expect

from tests.announce.page.table_with_page import Table
from tests.announce.samples import table_state
from tests.waiting import eventually


def test_one_can_step_back_through_the_throws(page: Page, table: Table) -> None:
    for throw in (8, 9):
        table.publisher.publish_state(table_state(throw=throw, points=2 * (throw - 7)))
    expect(page.locator("#turn")).to_contain_text("coup 9")
    page.get_by_role("button", name="Coup précédent").click()
    page.get_by_role("button", name="Coup précédent").click()
    expect(page.locator("#turn")).to_contain_text("coup 7")
    page.get_by_role("button", name="Coup suivant").click()
    expect(page.locator("#turn")).to_contain_text("coup 8")
    page.get_by_role("button", name="En direct").click()
    expect(page.locator("#turn")).to_contain_text("coup 9")


def test_throws_taken_back_are_not_stepped_through(page: Page, table: Table) -> None:
    for throw in (8, 9, 10, 8):
        table.publisher.publish_state(table_state(throw=throw))
    expect(page.locator("#turn")).to_contain_text("coup 8")
    page.get_by_role("button", name="Coup précédent").click()
    expect(page.locator("#turn")).to_contain_text("coup 7")


def test_a_chosen_throw_stays_shown_while_the_game_goes_on(page: Page, table: Table) -> None:
    for throw in range(8, 68):
        table.publisher.publish_state(table_state(throw=throw))
        expect(page.locator("#turn")).to_contain_text(f"coup {throw}")
    page.get_by_role("button", name="Coup précédent").click()
    expect(page.locator("#turn")).to_contain_text("coup 66")
    table.publisher.publish_state(table_state(throw=68))
    table.publisher.publish_state(table_state(throw=69))
    page.get_by_role("button", name="Coup suivant").click()
    expect(page.locator("#turn")).to_contain_text("coup 67")


def test_a_throw_of_the_past_can_be_gone_back_to(page: Page, table: Table) -> None:
    table.publisher.publish_state(table_state(throw=8))
    expect(page.locator("#turn")).to_contain_text("coup 8")
    expect(page.get_by_role("button", name="Revenir avant ce coup")).to_have_count(0)
    page.get_by_role("button", name="Coup précédent").click()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Revenir avant ce coup").click()
    eventually(lambda: table.asked)
    assert (table.asked[0].verb, table.asked[0].arguments) == ("undo", {"throw": 7})
    table.publisher.publish_state(dataclasses.replace(table_state(throw=9), tour=2))
    page.get_by_role("button", name="En direct").click()
    page.get_by_role("button", name="Coup précédent").click()
    expect(page.locator("#turn")).to_contain_text("coup 8, tour 1")
    expect(page.get_by_role("button", name="Revenir avant ce coup")).to_have_count(0)
