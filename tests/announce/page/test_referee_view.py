"""The referee's view: accepting the board as seen, and correcting everything by hand."""

from __future__ import annotations

import dataclasses

from playwright.sync_api import Dialog, Page, expect

from events.rulings import Disorder, OrderRestored
from rules.position import Position, Side
from tests.announce.page.table_with_page import Table
from tests.announce.samples import table_state
from tests.browsing import violations
from tests.waiting import eventually

OUT_OF_ORDER = Disorder("q7", 11.0, 7, ((Side.BLANCS, 5, 1, 0), (Side.BLANCS, 6, 1, 2), (Side.NOIRS, 3, 1, 1)))


def test_a_referee_takes_the_board_as_it_is_seen(page: Page, table: Table) -> None:
    """The expected and the seen position stand side by side; one button makes the second the first."""
    page.goto(f"{table.server.url}?referee")
    expect(page.locator("#disputes")).to_contain_text("Aucun litige")
    table.tell(OUT_OF_ORDER)
    expect(page.locator(".differences tbody tr")).to_have_count(3)
    expect(page.locator(".differences tbody tr").first).to_have_text("Blancs, case 410")
    page.get_by_role("button", name="Prendre ce qui est vu").click()
    eventually(lambda: table.asked)
    blancs = list(table_state().position.blancs)
    blancs[4], blancs[5] = 0, 2
    assert table.asked[0].verb == "correct"
    assert table.asked[0].arguments["position"] == {"blancs": blancs, "noirs": list(table_state().position.noirs)}
    table.tell(OrderRestored("q8", 12.0, 7))
    expect(page.locator("#disputes")).to_contain_text("Aucun litige")


def test_a_referee_sets_dames_marks_and_tours_right_by_hand(page: Page, table: Table) -> None:
    """Dames move by keyboard too: lifted from the talon, put down on case 1."""
    page.goto(f"{table.server.url}?referee")
    page.get_by_role("button", name="Corriger les dames").click()
    expect(page.locator(".handles rect")).to_have_count(25)
    page.get_by_role("button", name="talon\u00a0: Blancs 6", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".dames.blancs .dame")).to_have_count(14)
    expect(page.get_by_role("button", name="C'est la bonne position")).to_be_disabled()
    page.get_by_role("button", name="case 1\u00a0: vide", exact=True).click()
    page.get_by_role("button", name="C'est la bonne position").click()
    eventually(lambda: table.asked)
    assert table.asked[0].arguments["position"]["blancs"][:2] == [5, 1]
    marks = page.locator("fieldset", has_text="Noirs")
    marks.get_by_label("Points").fill("")
    page.get_by_role("button", name="Corriger la marque").click()
    expect(page.locator("input:invalid")).to_have_count(1)  # An emptied field is no zero.
    marks.get_by_label("Points").fill("8")
    page.get_by_role("button", name="Corriger la marque").click()
    eventually(lambda: len(table.asked) == 2)
    assert table.asked[1].arguments == {
        "score": {
            "blancs": {"trous": 3, "points": 4, "bredouille": True},
            "noirs": {"trous": 11, "points": 8, "bredouille": False},
            "pavillon": "noirs",
        }
    }
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_label("Premier à jeter").select_option("noirs")
    page.get_by_role("button", name="Nouveau tour").click()
    eventually(lambda: len(table.asked) == 3)
    assert (table.asked[2].verb, table.asked[2].arguments) == ("tour", {"first": "noirs"})


def test_dames_that_moved_while_they_are_corrected_are_asked_about(page: Page, table: Table) -> None:
    """Otherwise an old position would take back a play without a word."""
    page.goto(f"{table.server.url}?referee")
    page.get_by_role("button", name="Corriger les dames").click()
    expect(page.locator(".handles rect")).to_have_count(25)
    moved = Position((5, 1, *table_state().position.blancs[2:]), table_state().position.noirs)
    table.publisher.publish_state(dataclasses.replace(table_state(throw=8), position=moved))
    expect(page.locator("#turn")).to_contain_text("coup 8")
    asked: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.once("dialog", dismiss)
    page.get_by_role("button", name="C'est la bonne position").click()
    expect(page.locator(".handles rect")).to_have_count(25)
    assert asked[0].startswith("Les dames ont bougé depuis.")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="C'est la bonne position").click()
    eventually(lambda: table.asked)
    assert table.asked[0].arguments["position"]["blancs"] == list(table_state().position.blancs)


def test_a_referee_sets_right_what_is_now_even_while_he_looks_at_the_past(page: Page, table: Table) -> None:
    moved = Position((6, 0, 1, 3, 1, 1, 1, 0, 0, 0, 0, 2, *(0,) * 12), table_state().position.noirs)
    page.goto(f"{table.server.url}?referee")
    table.publisher.publish_state(dataclasses.replace(table_state(throw=8, points=10), position=moved))
    table.tell(OUT_OF_ORDER)
    page.get_by_role("button", name="Coup précédent").click()
    expect(page.locator("#turn")).to_contain_text("coup 7")
    page.get_by_role("button", name="Prendre ce qui est vu").click()
    eventually(lambda: table.asked)
    assert table.asked[0].arguments["position"]["blancs"][:6] == [6, 0, 1, 3, 0, 2]
    page.locator("fieldset", has_text="Noirs").get_by_label("Points").fill("8")
    page.get_by_role("button", name="Corriger la marque").click()
    eventually(lambda: len(table.asked) == 2)
    assert table.asked[1].arguments["score"]["blancs"]["points"] == 10


def test_the_dames_are_set_right_by_keyboard_while_the_jans_light_up_in_turn(page: Page, table: Table) -> None:
    """Several jans are shown one after the other: that never takes the case in hand away from the keyboard."""
    jans = table_state().jans * 2
    page.clock.install()
    page.goto(f"{table.server.url}?referee")
    table.publisher.publish_state(dataclasses.replace(table_state(), jans=jans))
    expect(page.locator(".jan")).to_have_count(2)
    page.get_by_role("button", name="Corriger les dames").click()
    page.locator(".handles rect").nth(3).focus()
    page.clock.run_for(6_000)
    expect(page.locator(".handles rect").nth(3)).to_be_focused()


def test_a_referees_phone_has_what_is_disputed_at_the_top_and_all_on_two_screens(page: Page, table: Table) -> None:
    """Rarely used parts are folded, and open on request."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{table.server.url}?referee")
    table.tell(OUT_OF_ORDER)
    expect(page.get_by_role("button", name="Prendre ce qui est vu")).to_be_visible()
    expect(page.locator("#board svg")).to_be_visible()
    tall, end = page.evaluate(
        """() => {
            const buttons = [...document.querySelectorAll("button")];
            const take = buttons.find(one => one.textContent === "Prendre ce qui est vu");
            return [document.documentElement.scrollHeight, take.getBoundingClientRect().bottom];
        }"""
    )
    assert tall <= 2 * 844
    assert end <= 844
    expect(page.get_by_role("button", name="Corriger les dames")).to_be_hidden()
    page.locator("#repair summary").click()
    expect(page.get_by_role("button", name="Corriger les dames")).to_be_visible()
    assert violations(page) == []
