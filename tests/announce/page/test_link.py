"""Broker and table may go away and come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.announce.brokers import kill
from tests.announce.samples import marked
from tests.announce.states import table_state

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.announce.page.table import Table


def test_the_page_does_not_need_the_broker(page: Page, table: Table) -> None:
    """Killed in the middle of a game, nobody who looks at the page notices."""
    table.tell(marked(points=2, n="1"))
    expect(page.locator("#rulings li")).to_have_count(1)
    kill(table.broker.pid)
    table.tell(marked(points=6, n="2"))
    table.publisher.publish_state(table_state(throw=9, points=8))
    expect(page.locator("#score-blancs .points")).to_have_text("8")
    expect(page.locator("#link")).to_have_text("Table en ligne")
    expect(page.locator("#rulings li .text")).to_have_text(
        ["Les blancs marquent six points.", "Les blancs marquent deux points."]
    )


def test_the_page_survives_its_table(page: Page, table: Table) -> None:
    """Gone, it is said so and the last position stays; back, the page has what it missed, and nothing twice."""
    table.tell(marked(points=2, n="1"))
    expect(page.locator("#rulings li")).to_have_count(1)
    table.server.close()
    expect(page.locator("#link")).to_contain_text("Liaison perdue")
    assert page.locator(".dames.blancs .dame").count() == 15
    table.tell(marked(points=6, n="2"))
    table.publisher.publish_state(table_state(points=10))
    table.serve(table.server.port)
    expect(page.locator("#link")).to_have_text("Table en ligne", timeout=20_000)
    expect(page.locator("#score-blancs .points")).to_have_text("10")
    expect(page.locator("#rulings li .text")).to_have_text(
        ["Les blancs marquent six points.", "Les blancs marquent deux points."]
    )
