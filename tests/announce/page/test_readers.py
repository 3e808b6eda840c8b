"""Readers of the page: in their language, by ear, by the keyboard, on their screen."""

from __future__ import annotations

import dataclasses

import pytest
from playwright.sync_api import Browser, Page, expect

from events.state import Mode
from tests.announce.page.table_with_page import Table, boxes
from tests.announce.samples import announcements, marked, table_state
from tests.browsing import visit


def test_the_page_speaks_the_readers_language_and_remembers_it(page: Page, table: Table) -> None:
    table.tell(marked(points=6))
    expect(page.locator("#rulings li .text")).to_have_text("Les blancs marquent six points.")
    page.locator("#language").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#rulings li .text")).to_have_text("White marks six points.")
    assert page.evaluate("document.documentElement.lang") == "en"
    page.reload()
    expect(page.locator("#turn")).to_contain_text("White to mark, then play")


@pytest.mark.parametrize(
    ("locale", "view", "language"),
    [("en-GB", "", "en"), ("fr-CA", "", "fr"), ("de", "", "fr"), ("en-GB", "?referee", "en"), ("en-GB", "?wall", "fr")],
)
def test_a_first_visit_is_in_the_browsers_language(
    browser: Browser, table: Table, locale: str, view: str, language: str
) -> None:
    """A reader has not chosen yet. The wall display is read by everybody, so it keeps the table's language."""
    table.publisher.publish_state(table_state())
    with browser.new_context(locale=locale) as context:
        page = context.new_page()
        page.goto(f"{table.server.url}{view}")
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("#turn")).to_contain_text("white" if language == "en" else "blancs", ignore_case=True)


def test_what_is_drawn_is_also_said_to_those_who_do_not_see_it(page: Page, table: Table) -> None:
    """The drawing is described case by case, news is a live region, and every control has a name."""
    expect(page.get_by_role("img", name="Le tablier")).to_be_visible()
    cases = page.locator("#position ul").first.locator("li")
    expect(cases.first).to_have_text("talon\u00a0: six dames")
    expect(cases.nth(3)).to_have_text("case 4\u00a0: une dame")
    table.tell(marked(points=6))
    expect(page.locator("[aria-live=assertive]")).to_have_text("Les blancs marquent six points.")
    nameless = page.evaluate(
        """[...document.querySelectorAll("button, select")]
            .filter(one => !one.ariaLabel && !one.textContent.trim()).map(one => one.outerHTML)"""
    )
    assert nameless == []


def test_every_control_is_reached_by_the_keyboard(page: Page) -> None:
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        name = page.evaluate("document.activeElement.textContent.trim()")
        reached.add(name.replace("\u00a0", " "))
    assert {"École !", "J'adoube", "Je m'en vais", "Annuler le dernier coup", "English"} <= reached


def test_markup_in_a_message_is_only_text(page: Page, table: Table) -> None:
    """Text from the wire cannot become part of the page."""
    (one,) = announcements(marked(points=6), mode=Mode.REFEREE)
    table.publisher.announce(dataclasses.replace(one, text={"fr": "<img src=x onerror=alert(1)>"}))
    expect(page.locator("#rulings li .text")).to_have_text("<img src=x onerror=alert(1)>")


def test_every_view_says_which_it_is_and_leads_to_the_others(page: Page) -> None:
    for name in ("Grand écran", "Arbitre", "Table"):
        page.locator("#views").get_by_role("link", name=name).click()
        expect(page.locator("#views [aria-current=page]")).to_have_text(name)
        expect(page.locator("#board svg")).to_be_visible()


@pytest.mark.parametrize(
    ("width", "height", "query"),
    [
        (320, 568, ""),
        (390, 844, ""),
        (390, 844, "?wall"),
        (390, 844, "?referee"),
        (1440, 900, ""),
        (1024, 600, "?wall"),
        (1920, 1080, "?wall"),
        (1080, 1920, "?wall"),
    ],
)
def test_the_page_fits_its_screen(page: Page, table: Table, width: int, height: int, query: str) -> None:
    """Nothing is cut at the side on a phone; a wall display does not scroll, and its board is large."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto(table.server.url + query)
    page.wait_for_selector(".dames")
    wide, tall = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert wide <= width
    board = boxes(page, "#board svg")[0]
    assert board["x"] >= 0
    assert board["x"] + board["width"] <= width
    for figures in boxes(page, ".figures"):
        assert figures["x"] + figures["width"] <= width
    if width > height:
        assert tall <= height
        assert board["height"] > 0.6 * height
    else:
        assert board["width"] > 0.9 * width


def test_a_control_reached_by_the_keyboard_is_still_reached_once_it_was_pressed(page: Page, table: Table) -> None:
    """Back and back again; at the first throw there is only forward."""
    for throw in (8, 9):
        table.publisher.publish_state(table_state(throw=throw))
    expect(page.locator("#turn")).to_contain_text("coup 9")
    page.get_by_role("button", name="Coup précédent").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#turn")).to_contain_text("coup 7")
    expect(page.get_by_role("button", name="Coup suivant")).to_be_focused()


def test_a_browser_that_may_keep_nothing_shows_the_page(browser: Browser, table: Table) -> None:
    table.publisher.publish_state(table_state())
    with visit(browser, "about:blank", width=900, height=900) as page:
        page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } })")
        page.goto(table.server.url)
        expect(page.locator(".dames.blancs .dame")).to_have_count(15)
        page.get_by_role("button", name="Noirs").click()
        page.locator("#language").click()
        expect(page.get_by_role("button", name="Black")).to_have_attribute("aria-pressed", "true")
