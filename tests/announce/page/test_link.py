"""Broker and table may go away and come back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from announce.page import live as live_module
from simulation.devices.mqtt_brokers import kill
from tests.announce.page.table_with_page import Table
from tests.announce.samples import marked, table_state
from tests.browsing import visit


def test_the_page_does_not_need_the_broker(page: Page, table: Table) -> None:
    """A broker killed in the middle of a game leaves no trace on the page."""
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
    """While the table is gone the page says so and keeps the position; afterwards it has all it missed, once."""
    table.tell(marked(points=2, n="1"))
    expect(page.locator("#rulings li")).to_have_count(1)
    table.server.close()
    expect(page.locator("#link")).to_contain_text("Liaison perdue")
    expect(page.locator(".dames.blancs .dame")).to_have_count(15)
    table.tell(marked(points=6, n="2"))
    table.publisher.publish_state(table_state(points=10))
    table.serve(table.server.port)
    expect(page.locator("#link")).to_have_text("Table en ligne")
    expect(page.locator("#score-blancs .points")).to_have_text("10")
    expect(page.locator("#rulings li .text")).to_have_text(
        ["Les blancs marquent six points.", "Les blancs marquent deux points."]
    )


def test_a_connection_that_died_unnoticed_is_made_again(
    page: Page, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a sleep, the connection is not closed, but nothing arrives."""
    monkeypatch.setattr(live_module, "LOOK", 3600.0)
    page.clock.install()
    page.reload()
    expect(page.locator("#link")).to_have_text("Table en ligne")
    page.clock.run_for(10_000)
    expect(page.locator("#link")).to_have_text("Table en ligne")
    page.clock.run_for(7_000)
    expect(page.locator("#link")).to_contain_text("Liaison perdue")
    table.publisher.publish_state(table_state(points=10))
    page.clock.run_for(3_000)
    expect(page.locator("#link")).to_have_text("Table en ligne")
    expect(page.locator("#score-blancs .points")).to_have_text("10")


def test_a_page_opened_while_its_table_starts_again_comes_by_itself(browser: Browser, table: Table) -> None:
    """The page asks for its first files until they come."""
    table.publisher.publish_state(table_state())
    refused: list[str] = []

    def once(route: Route) -> None:
        if route.request.url in refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.abort()

    with visit(browser, "about:blank", width=900, height=900, but="ERR_FAILED") as page:
        for path in ("settings.json", "session", "phrases/fr.json"):
            page.route(f"**/{path}", once)
        page.goto(table.server.url)
        expect(page.locator(".dames.blancs .dame")).to_have_count(15)
    assert len(refused) == 3


def test_a_connection_never_made_is_not_called_lost(browser: Browser, table: Table) -> None:
    with visit(browser, "about:blank", width=900, height=900) as page:
        page.route_web_socket("**", lambda _socket: None)  # accepted by a server that never answers
        page.goto(table.server.url)
        expect(page.locator("#link")).to_have_text("Connexion à la table…")
