"""The players on the page: their names, and the accounts of a partie."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from announce.table_api.trictrac import EcrireView
from announce.table_api.view import TableFacts
from events.a_ecrire import EcrireState
from events.state import Mode
from rules.games.a_ecrire import Bredouille, Convention, Marque, Rencontre, SeatedPartie
from rules.position import Side
from tests.announce.page.table_with_page import Table
from tests.announce.samples import table_state
from tests.browsing import violations
from tests.waiting import eventually

NAMES = {"blancs": "Anne", "noirs": ""}


def test_names_are_given_on_the_page(page: Page, table: Table) -> None:
    table.publisher.publish_state(table_state(), TableFacts(players=NAMES))
    names = page.locator("#names")
    expect(names.locator("summary")).to_have_text("Joueurs · Anne")
    names.locator("summary").click()
    assert violations(page) == []
    names.get_by_label("Noirs").fill(" Bruno ")
    names.locator("button").click()
    eventually(lambda: table.asked)
    assert (table.asked[0].verb, table.asked[0].arguments) == ("players", {"blancs": "Anne", "noirs": "Bruno"})


def test_the_companion_is_given_no_name_and_the_wall_none_at_all(page: Page, table: Table) -> None:
    solo = replace(table_state(Mode.SOLO), companion=Side.NOIRS)
    table.publisher.publish_state(solo, TableFacts(players=NAMES))
    expect(page.locator("#names summary")).to_be_visible()
    expect(page.locator("#names input[name=noirs]")).to_have_count(0)
    page.goto(f"{table.server.url}?wall")
    page.wait_for_selector(".dames")
    expect(page.locator("#names")).to_be_hidden()


def test_a_game_without_names_asks_for_none(page: Page, table: Table) -> None:
    table.publisher.publish_state(table_state())
    expect(page.locator("#actions")).to_be_visible()
    expect(page.locator("#names")).to_be_hidden()


@pytest.fixture
def _partie(page: Page, table: Table) -> None:  # noqa: ARG001 - the page is opened on an ordinary table first
    """Make the table one at which a partie à écrire is played."""
    table.publisher._view = EcrireView()


@pytest.mark.usefixtures("_partie")
def test_the_sheet_is_next_to_the_board(page: Page, table: Table) -> None:
    """One marqué of three won in petite bredouille: six trous double, a consolation of four to each of the others."""
    convention = Convention((("Alice",), ("Bruno",), ("Chloé",)), 3)
    seated = SeatedPartie.start(convention, "Alice", "Bruno", Side.BLANCS)
    expect(page.locator("#sheet")).to_be_hidden()
    won = Marque(Rencontre(1, "Alice", "Bruno"), "Alice", 6, 0, Bredouille.PETITE)
    partie = replace(seated.partie, rencontre=Rencontre(2, "Bruno", "Chloé"), marques=(won,))
    table.publisher.publish_state(EcrireState.of(table_state(), SeatedPartie(partie, "Chloé", "Bruno")))
    sheet = page.locator("#sheet")
    expect(sheet).to_contain_text("Marqué 2 sur 3")
    expect(sheet).to_contain_text("Blancs : Chloé")
    expect(sheet.locator("table").nth(0)).to_contain_text("1AliceBruno6-0\N{MULTIPLICATION SIGN}2")
    expect(sheet.locator("table").nth(1)).to_contain_text("Bruno-20")
    assert violations(page) == []
    expect(page.locator(".dames.blancs .dame")).to_have_count(15)


@pytest.mark.usefixtures("_partie")
def test_a_sheet_with_long_names_fits_a_phone(page: Page, table: Table) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    anne, bruno, chloe = "Anne-Marguerite-Charlotte", "Bruno", "Chloé Dupont-Lévêque-Montmorency"
    seated = SeatedPartie.start(Convention(((anne,), (bruno,), (chloe,)), 3), anne, bruno, Side.BLANCS)
    won = Marque(Rencontre(1, anne, bruno), anne, 12, 0, Bredouille.GRANDE)
    partie = replace(seated.partie, rencontre=Rencontre(2, bruno, chloe), marques=(won,))
    table.publisher.publish_state(EcrireState.of(table_state(), SeatedPartie(partie, chloe, bruno)))
    expect(page.locator("#sheet")).to_contain_text(chloe)
    inside = "(one) => one.getBoundingClientRect().right <= one.parentElement.getBoundingClientRect().right"
    assert page.locator("#sheet table").evaluate_all(f"(all) => all.map({inside})") == [True, True]


@pytest.mark.usefixtures("_partie")
def test_the_two_at_the_board_exchange_their_dames_with_a_button(page: Page, table: Table) -> None:
    """Players who sat down on the other sides can exchange on the page, until all marqués are played."""
    convention = Convention((("Alice",), ("Bruno",)), 2)
    seated = SeatedPartie.start(convention, "Alice", "Bruno", Side.BLANCS)
    table.publisher.publish_state(EcrireState.of(table_state(), seated))
    page.locator("#sheet button").click()
    eventually(lambda: table.asked)
    assert (table.asked[0].verb, table.asked[0].arguments) == ("seat", {"blancs": "Bruno", "noirs": "Alice"})
    table.publisher.publish_state(EcrireState.of(table_state(), seated.with_seats("Bruno", "Alice")))
    expect(page.locator("#sheet")).to_contain_text("Blancs : Bruno")
    over = replace(seated, partie=replace(seated.partie, rencontre=None))
    table.publisher.publish_state(EcrireState.of(table_state(), over))
    expect(page.locator("#sheet")).to_contain_text("Tous les marqués sont joués")
    expect(page.locator("#sheet button")).to_have_count(0)
