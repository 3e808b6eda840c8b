"""The page at a partie à écrire: who sits where, the marqués, the accounts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from referee.ecrire.state import EcrireState
from rules.games.a_ecrire import Bredouille, Convention, Marque, Rencontre
from rules.games.sitting import Sitting
from rules.position import Side
from tests.announce.states import table_state

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.announce.page.table import Table


def test_the_sheet_is_beside_the_board(page: Page, table: Table) -> None:
    """One marqué of three won in petite bredouille: six trous double, a consolation of four to each of the others."""
    convention = Convention((("Alice",), ("Bruno",), ("Chloé",)), 3)
    sitting = Sitting.start(convention, "Alice", "Bruno", Side.BLANCS)
    expect(page.locator("#sheet")).to_be_hidden()
    won = Marque(Rencontre(1, "Alice", "Bruno"), "Alice", 6, 0, Bredouille.PETITE)
    partie = replace(sitting.partie, rencontre=Rencontre(2, "Bruno", "Chloé"), marques=(won,))
    table.publisher.publish_state(EcrireState(table_state(), Sitting(partie, "Chloé", "Bruno")))
    sheet = page.locator("#sheet")
    expect(sheet).to_contain_text("Marqué 2 sur 3")
    expect(sheet).to_contain_text("Blancs : Chloé")
    expect(sheet.locator("table").nth(0)).to_contain_text("1AliceBruno6-0\N{MULTIPLICATION SIGN}2")
    expect(sheet.locator("table").nth(1)).to_contain_text("Bruno-20")
    assert page.locator(".dames.blancs .dame").count() == 15
