"""The page's drawings: dames, jetons, fichets, what a throw is worth, and what the camera sees."""

from __future__ import annotations

import dataclasses

from jsonschema import Draft202012Validator
from playwright.sync_api import Page, expect

from announce.table_api.requests import schema
from announce.table_api.trictrac import TrictracView
from announce.table_api.view import TableFacts
from events.state import Mode
from events.trictrac.state import Phase
from rules.jan import Jan, JanName, Way
from rules.position import Position, Side
from tests.announce.page.table_with_page import Table, boxes, centre, dashes, labels
from tests.announce.samples import table_state
from tests.browsing import violations
from tests.waiting import eventually


def test_the_board_shows_the_position_the_score_and_whose_turn(page: Page) -> None:
    """Fifteen dames a side as the state has them, jetons and fichets by the score."""
    expect(page.locator(".dames.blancs .dame")).to_have_count(15)
    expect(page.locator(".dames.noirs .dame")).to_have_count(15)
    expect(page.locator(".dames.blancs .count")).to_have_text(["6", "2", "2", "2"])
    expect(page.locator(".jeton")).to_have_count(3)
    expect(page.locator(".die .pip")).to_have_count(10)
    expect(page.locator("#score-blancs")).to_contain_text("3trous4points")
    expect(page.locator("#score-noirs")).to_contain_text("11trous10points")
    expect(page.locator("#score-blancs")).to_contain_text("en bredouille")
    expect(page.locator("#score-noirs")).to_contain_text("pavillon")
    expect(page.locator("#turn")).to_contain_text("Aux blancs de marquer, puis de jouer")
    expect(page.locator("#turn")).to_contain_text("Six et quatre")
    expect(page.locator("#link")).to_have_text("Table en ligne")


def test_points_are_marked_where_they_are_on_a_real_board(page: Page, table: Table) -> None:
    """Jeu 1: four points between the points of cases 3 and 4, ten against the far side rail."""
    case_x = {int(text): box["x"] + box["width"] / 2 for text, box in labels(page) if text.isdigit()}
    jetons = sorted(centre(box) for box in boxes(page, ".jeton"))
    # Blancs: four points in bredouille, with two jetons since Noirs have points too; Noirs: ten.
    assert case_x[3] < jetons[0][0] < case_x[4]
    assert abs(jetons[0][0] - jetons[1][0]) < 1
    assert jetons[2][0] > case_x[11]
    fichet = centre(boxes(page, ".fichet.blancs")[0])
    assert abs(fichet[0] - case_x[2]) < 3
    table.publisher.publish_state(dataclasses.replace(table_state(), blancs=dataclasses.replace(table_state().noirs)))
    expect(page.locator("#score-blancs .trous")).to_have_text("11")
    assert abs(centre(boxes(page, ".fichet.blancs")[0])[0] - case_x[10]) < 3


def test_what_a_throw_is_worth_is_listed_and_lit_on_the_board(page: Page, table: Table) -> None:
    """Each jan can be chosen; the adversary's are distinguished without colour, by a dashed line."""
    mine = table_state().jans[0]
    theirs = Jan(JanName.BATTRE_A_FAUX, Side.NOIRS, 1, 4, "Lois X", None, 20, (Way(((12, 20),), 16),))
    table.publisher.publish_state(dataclasses.replace(table_state(), jans=(mine, theirs)))
    expect(page.locator(".jan")).to_have_count(2)
    page.locator(".jan").nth(1).click()
    expect(page.locator(".jan").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".lit.other .way")).to_have_count(1)
    expect(page.locator(".lit.own .way")).to_have_count(0)
    assert dashes(page, ".lit.other .way") != "none"
    page.locator(".jan").nth(0).click()
    expect(page.locator(".lit.own .way")).to_have_count(1)
    assert dashes(page, ".lit.own .way") == "none"


def test_a_throw_that_is_worth_nothing_is_there_to_be_played(page: Page, table: Table) -> None:
    """The page asks for no mark if there is nothing to mark; in referee mode it does not show whether there is."""
    table.publisher.publish_state(dataclasses.replace(table_state(), jans=()))
    expect(page.locator("#turn strong")).to_have_text("Aux blancs de jouer")
    table.publisher.publish_state(dataclasses.replace(table_state(Mode.REFEREE), jans=()))
    expect(page.locator("#turn strong")).to_have_text("Aux blancs de marquer, puis de jouer")
    table.publisher.publish_state(dataclasses.replace(table_state(), phase=Phase.TO_THROW, dice=None))
    expect(page.locator("#turn strong")).to_have_text("Aux blancs de jeter les dés")


def test_arrows_of_a_state_are_drawn_over_its_board(page: Page) -> None:
    """Arrows lead from case to case in their side's own numbering; without a start only the case is marked."""
    arrows = [
        {"side": "blancs", "from": 1, "to": 7, "kind": "best"},
        {"side": "noirs", "from": 5, "to": 18, "kind": "beat"},
        {"side": "noirs", "from": None, "to": 3, "kind": "beat"},
    ]
    payload = TrictracView().payload(table_state(), TableFacts(table="salon")) | {"arrows": arrows}
    Draft202012Validator(schema("state")).validate(payload)
    page.evaluate(
        """async ([state, seating]) => {
            const { draw } = await import("/static/board.js");
            draw(document.getElementById("board"), state, seating);
        }""",
        [payload, {"blancs": "near", "talons": "left"}],
    )
    expect(page.locator(".pointed.best .way")).to_have_count(1)
    expect(page.locator(".pointed.beat .way")).to_have_count(1)
    expect(page.locator(".pointed.beat .halo")).to_have_count(1)
    case_x = {int(text): box["x"] + box["width"] / 2 for text, box in labels(page) if text.isdigit()}
    assert abs(centre(boxes(page, ".pointed.best .end")[0])[0] - case_x[6]) < 2
    kinds = [dashes(page, f".pointed.{kind} .way") for kind in ("best", "beat")]
    assert "none" not in kinds
    assert kinds[0] != kinds[1]


def test_the_camera_is_shown_when_asked_for_with_what_is_read_off_it(page: Page) -> None:
    """A pile that hides dames is not wrong. A case that differs is, and shows it by number as well as colour."""
    page.locator("#camera summary").click()
    eventually(lambda: page.locator("#camera img").evaluate("picture => picture.naturalWidth") > 0)
    expect(page.locator(".read text")).to_have_text(["5+", "2≠1", "⚂ 6", "4"])
    expect(page.locator(".read .wrong")).to_have_count(1)
    expect(page.locator(".read .unsure")).to_have_count(1)
    expect(page.locator("#camera [role=status]")).to_have_text("Dés lus : 6. Cases occupées : 2.")
    assert violations(page) == []
    page.get_by_label("Dessiner ce qui est lu").uncheck()
    expect(page.locator(".read text")).to_have_count(0)


def test_a_board_that_no_law_allows_is_drawn_as_it_is(page: Page, table: Table) -> None:
    """A fault stands: both colours on one case, sixteen dames, one alone on the other's coin."""
    blancs, noirs = [0] * 24, [0] * 24
    blancs[0], blancs[12], blancs[5] = 15, 1, 0
    noirs[23], noirs[18] = 15, 0
    table.publisher.publish_state(dataclasses.replace(table_state(), position=Position(tuple(blancs), tuple(noirs))))
    expect(page.locator(".dames.blancs .dame")).to_have_count(16)
    expect(page.locator(".dames.noirs .dame")).to_have_count(15)
