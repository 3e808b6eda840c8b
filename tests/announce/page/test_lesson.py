"""The page of a lesson: what may be played, guesses, and why a play is refused."""

from __future__ import annotations

import dataclasses

from playwright.sync_api import Page, expect

from announce.notice import Guessed
from announce.table_api.view import TableFacts
from events.rulings import ThrowWorth, Window
from events.state import Mode
from events.trictrac.rulings import FaultRuled
from events.trictrac.state import Phase
from rules.fault import Fault, FaultName
from rules.position import Position, Side
from tests.announce.page.table_with_page import Table, boxes, centre, labels
from tests.announce.samples import marked, table_state
from tests.browsing import violations
from tests.waiting import eventually


def test_a_lesson_shows_what_may_be_played_and_where_a_lifted_dame_may_go(page: Page, table: Table) -> None:
    """Start, six and four, in words and as written; the talon's dame lifted, its three destinations light up."""
    start = dataclasses.replace(table_state(Mode.LESSON), position=Position.start(), jans=())
    table.publisher.publish_state(start)
    expect(page.locator("#plays .notation")).to_have_text(["T/4, T/6", "T/10 (tout d'une)"])
    expect(page.locator("#plays button").first).to_contain_text("Du talon à la case quatre et du talon à la case six")
    expect(page.locator("#plays button").last).to_contain_text("Tout d'une, du talon à la case dix")
    expect(page.locator("#plays .legend")).to_contain_text("T\u00a0= talon")
    assert violations(page) == []
    page.locator("#plays button").nth(1).focus()
    expect(page.locator(".lit.play .way")).to_have_count(1)
    lifted = Position((14, *start.position.blancs[1:]), start.position.noirs)
    table.publisher.publish_state(dataclasses.replace(start, phase=Phase.TO_PLAY, position=lifted))
    expect(page.locator(".lit.play .end")).to_have_count(3)
    table.publisher.publish_state(dataclasses.replace(start, phase=Phase.TO_THROW, dice=None))
    expect(page.locator("#plays")).to_be_hidden()


def test_equal_moves_of_a_play_are_written_together(page: Page, table: Table) -> None:
    """Threes from the start: two different dames, or one tout d'une."""
    start = dataclasses.replace(table_state(Mode.LESSON), position=Position.start(), dice=(3, 3), jans=())
    table.publisher.publish_state(start)
    expect(page.locator("#plays .notation")).to_have_text(["T/3 (2)", "T/6 (tout d'une)"])
    expect(page.locator("#plays button").first).to_contain_text("Deux dames du talon à la case trois")


def test_the_plays_of_a_lifted_dame_keep_their_words(page: Page, table: Table) -> None:
    """A six and a five; the dame of case 1 is in the hand: only its plays are left, each with its own sentence."""
    noirs = Position.start().noirs
    start = dataclasses.replace(
        table_state(Mode.LESSON), position=Position((13, 1, 1, *(0,) * 21), noirs), dice=(6, 5), jans=()
    )
    table.publisher.publish_state(start)
    expect(page.locator("#plays button")).not_to_have_count(0)
    in_hand = Position((13, 0, 1, *(0,) * 21), noirs)
    table.publisher.publish_state(dataclasses.replace(start, phase=Phase.TO_PLAY, position=in_hand))
    expect(page.locator("#plays .notation").filter(has_not_text="1/")).to_have_count(0)
    expect(page.locator("#plays button").filter(has_not_text="case un ")).to_have_count(0)
    expect(page.locator("#plays button")).not_to_have_count(0)


def test_the_page_says_to_wait_while_the_voice_explains(page: Page, table: Table) -> None:
    table.publisher.publish_state(table_state(Mode.LESSON))
    expect(page.locator(".waiting")).to_have_count(0)
    table.publisher.hold(True)
    expect(page.locator(".waiting")).to_have_text("Attendez la fin de l'explication")
    page.get_by_role("button", name="Continuer").click()
    eventually(lambda: table.asked)
    assert (table.asked[0].verb, table.asked[0].arguments) == ("volume", {"do": "continue"})
    table.publisher.hold(False)
    expect(page.locator(".waiting")).to_have_count(0)


def test_an_explanation_can_be_repeated_on_the_page(page: Page, table: Table) -> None:
    table.publisher.publish_state(table_state(Mode.LESSON))
    buttons = ("Répéter", "Plus lentement", "Continuer")
    for name in buttons:
        page.get_by_role("button", name=name).click()
    eventually(lambda: len(table.asked) == len(buttons))
    assert [(one.verb, one.arguments["do"]) for one in table.asked] == [
        ("volume", "repeat"), ("volume", "slower"), ("volume", "continue"),
    ]  # fmt: skip


def test_why_it_is_a_fault_is_asked_for_in_every_mode(page: Page, table: Table) -> None:
    """Outside lessons the voice says a fault's name and cost alone; the other two buttons are a lesson's."""
    for mode in Mode:
        table.publisher.publish_state(table_state(mode))
        expect(page.get_by_label("Rôle de la table")).to_have_value(mode)
        expect(page.get_by_role("button", name="Répéter")).to_be_visible()
        expect(page.get_by_role("button", name="Continuer")).to_have_count(int(mode is Mode.LESSON))


def test_a_table_without_exercises_offers_none(page: Page, table: Table) -> None:
    table.publisher.publish_state(table_state(Mode.LESSON))
    expect(page.get_by_role("button", name="Continuer")).to_be_visible()
    expect(page.locator("#course")).to_be_hidden()


def test_a_beginner_may_guess_before_the_answer(page: Page, table: Table) -> None:
    """On request the worth of a throw is hidden until somebody has guessed it; the table judges the guess."""
    table.publisher.publish_state(table_state(Mode.LESSON))
    page.get_by_role("button", name="Deviner d'abord").click()
    eventually(lambda: table.asked)
    assert (table.asked[0].verb, table.asked[0].arguments) == ("guess", {"on": True})
    table.publisher.answer(table.asked[0])
    table.publisher.publish_state(table_state(Mode.LESSON), TableFacts(guess="open"))
    expect(page.locator(".jan")).to_have_count(0)
    expect(page.locator(".lit")).to_have_count(0)
    expect(page.locator(".owed")).to_have_count(0)
    page.get_by_label("Blancs").fill("6")
    page.get_by_role("button", name="Répondre").click()
    eventually(lambda: len(table.asked) == 2)
    assert table.asked[1].arguments == {"blancs": 6, "noirs": 0}
    worth = ThrowWorth("4", 1.0, 7, Side.BLANCS, (6, 4), table_state().jans, 2)
    table.tell(Guessed("4-guess", 2.0, 7, right=False, worth=worth), Mode.LESSON)
    table.publisher.publish_state(table_state(Mode.LESSON), TableFacts(guess="on"))
    expect(page.locator(".verdict")).to_contain_text("Non. Il manque deux points aux blancs.")
    expect(page.locator(".jan")).to_have_count(1)


def test_legal_plays_of_a_lifted_dame_light_up(page: Page, table: Table) -> None:
    """Six and four from the start, a dame of the talon in the hand: to case 6, to case 4, or tout d'une to case 10."""
    start = dataclasses.replace(table_state(Mode.LESSON), position=Position.start(), jans=())
    table.publisher.publish_state(start)
    lifted = Position((14, *(0,) * 23), start.position.noirs)
    table.publisher.publish_state(dataclasses.replace(start, position=lifted, phase=Phase.TO_PLAY))
    expect(page.locator(".lit.play .end")).not_to_have_count(0)
    ends = {round(centre(box)[0]) for box in boxes(page, ".lit.play .end")}
    case_x = {int(text): box["x"] + box["width"] / 2 for text, box in labels(page) if text.isdigit()}
    assert ends == {round(case_x[number]) for number in (4, 6, 10)}


def test_a_refused_play_is_shown_where_it_is_until_the_next_throw(page: Page, table: Table) -> None:
    fault = Fault(FaultName.CASE_INTERDITE_1, Side.BLANCS, "Jeu 3", (12,))
    table.tell(FaultRuled("9", 2.0, 7, fault, Side.NOIRS, Window.OPEN, "9"), Mode.LESSON, ("1-9-before", "1-9-after"))
    expect(page.locator(".wrong text")).to_have_text("!")
    expect(page.locator("#rulings")).to_contain_text("il en faut deux d'un même coup")
    expect(page.locator("#rulings figure")).to_have_count(1)
    eventually(lambda: page.evaluate("document.querySelector('#rulings .evidence')?.naturalWidth"))
    expect(page.locator("#rulings figcaption")).to_have_text("après")
    table.tell(ThrowWorth("10", 3.0, 8, Side.NOIRS, (6, 5), (), 2), Mode.LESSON)
    expect(page.locator(".wrong")).to_have_count(0)


def test_a_guess_half_written_stays_while_something_is_announced(page: Page, table: Table) -> None:
    table.publisher.publish_state(table_state(Mode.LESSON), TableFacts(guess="open"))
    page.get_by_label("Blancs").fill("6")
    table.tell(marked(points=2), Mode.LESSON)
    expect(page.locator("#rulings li")).to_have_count(1)
    expect(page.get_by_label("Blancs")).to_have_value("6")


def test_on_a_phone_a_pupil_reads_before_the_buttons(page: Page, table: Table) -> None:
    """Elsewhere the buttons come first."""
    page.set_viewport_size({"width": 390, "height": 844})
    table.tell(marked(points=6))
    for mode, first in ((Mode.LESSON, "rulings"), (Mode.SCORE, "actions")):
        table.publisher.publish_state(table_state(mode))
        page.wait_for_function(
            """(first) => {
                const top = (id) => document.getElementById(id).getBoundingClientRect().top;
                return first === (top("rulings") < top("actions") ? "rulings" : "actions");
            }""",
            arg=first,
        )
