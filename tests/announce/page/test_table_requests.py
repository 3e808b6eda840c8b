"""Players' requests by the page, their rights, and the facts that the page hides from them."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Browser, Page, expect

from announce.access.accounts import LONGEST, Accounts, Role, new_account
from announce.access.auth import Auth
from announce.page.app import create_page
from announce.page.server import PageServer
from announce.phrases.refused import Refused
from announce.table_api.api import TableApi
from announce.table_api.verbs import Verb
from announce.table_api.view import TableFacts
from events.rulings import Doubt
from events.state import Mode
from rules.play import Move
from rules.position import Side
from tests.announce.page.table_with_page import JPEG, Table
from tests.announce.samples import table_state
from tests.browsing import visit
from tests.waiting import eventually


def test_refereeing_the_page_gives_nothing_away(page: Page, table: Table) -> None:
    table.publisher.publish_state(table_state(Mode.REFEREE))
    expect(page.locator("#worth")).to_contain_text("ne sont pas dits d'avance")
    expect(page.locator(".owed")).to_have_count(0)
    expect(page.locator(".lit")).to_have_count(0)


def test_a_claim_reaches_the_table_and_its_answer_the_player(page: Page, table: Table) -> None:
    page.get_by_role("button", name="Noirs").click()
    page.get_by_role("button", name="École !").click()
    eventually(lambda: table.asked)
    assert (table.asked[0].verb, table.asked[0].arguments) == ("claim", {"side": "noirs", "what": "ecole"})
    table.publisher.answer(table.asked[0])
    expect(page.locator("#sent")).to_have_text("C'est fait")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Annuler le dernier coup").click()
    eventually(lambda: len(table.asked) == 2)
    table.publisher.answer(table.asked[1], error=Refused("undo: throw: none was made yet", "nothing_to_undo"))
    expect(page.locator("#sent")).to_have_text(re.compile(r"Refusé.: il n'y a aucun coup à annuler"))
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("button", name="Undo the last throw")).to_be_visible()
    expect(page.locator("#sent")).to_have_text("")


def test_a_doubt_is_asked_with_large_buttons(page: Page, table: Table) -> None:
    table.tell(Doubt("12", 1.0, 3, Side.BLANCS, ((Move(1, 7), Move(1, 5)), (Move(1, 11),)), (5, 7, 11)))
    table.publisher.publish_state(table_state(doubt="12"))
    page.get_by_role("button", name="T/10").click()
    eventually(lambda: table.asked)
    assert (table.asked[0].verb, table.asked[0].arguments) == ("correct", {"doubt": "12", "choice": 1})
    table.publisher.publish_state(table_state())
    expect(page.locator("#doubt")).to_be_hidden()


@pytest.mark.parametrize(
    ("locale", "name", "password", "enter", "refused"),
    [
        ("fr", "Nom", "Mot de passe", "Entrer", "nom ou mot de passe inconnu"),
        ("en", "Name", "Password", "Enter", "unknown name or password"),
    ],
)
def test_a_page_with_accounts_is_signed_in_to(
    browser: Browser, locale: str, name: str, password: str, enter: str, refused: str
) -> None:
    """Nothing is shown before; a wrong word is refused; a viewer sees, a player asks what he may."""
    viewer = new_account("noe", Role.VIEWER, "mot de passe")
    longest = "m" * LONGEST
    player = new_account("lea", Role.PLAYER, longest)
    api = TableApi("salon")
    api.publish_state(table_state())
    kept = (Verb.UNDO, Verb.CALL, Verb.VOLUME)
    auth = Auth("salon", lambda: Accounts({"noe": viewer, "lea": player}), referees_alone=kept)
    with PageServer(create_page(api, auth=auth, language=locale), port=0) as server:
        page = browser.new_page(locale=locale)
        page.goto(server.url)

        def sign_in(who: str, word: str) -> None:
            page.get_by_label(name).fill(who)
            page.get_by_label(password).fill(word)
            page.get_by_role("button", name=enter, exact=True).click()

        expect(page.get_by_label(name)).to_be_visible()
        for label in ("Password" if locale == "fr" else "Mot de passe", password):  # To the other language and back.
            page.locator("#language").click()
            expect(page.get_by_label(label)).to_be_visible()
        sign_in("noe", "faux")
        expect(page.locator("#sign-in")).to_contain_text(refused)
        expect(page.locator(".dame")).to_have_count(0)
        sign_in("noe", "mot de passe")
        expect(page.locator("#score-blancs .points")).to_have_text("4")
        expect(page.locator("#actions")).to_be_hidden()
        page.locator("#account").click()
        expect(page.locator("#sign-in")).to_be_visible()
        expect(page.locator(".dame")).to_have_count(0)
        sign_in("lea", longest)
        expect(page.locator("#actions .ecole")).to_be_visible()
        expect(page.locator("#actions .orders button")).to_have_count(1)  # To pause: all else is the referee's.
        page.close()


def test_the_mode_can_be_changed(page: Page, table: Table) -> None:
    page.get_by_label("Rôle de la table").select_option("lesson")
    eventually(lambda: table.asked)
    assert (table.asked[0].verb, table.asked[0].arguments) == ("mode", {"mode": "lesson"})


def test_a_guest_sees_the_game_and_is_offered_no_camera(browser: Browser) -> None:
    """The page also copes with refused requests."""
    api = TableApi("salon")
    api.publish_state(table_state())
    auth = Auth("salon", lambda: Accounts({}), guests=True)
    with (
        PageServer(create_page(api, auth=auth, frame=lambda: JPEG), port=0) as server,
        visit(browser, f"{server.url}?referee", width=1280, height=900) as page,
    ):
        expect(page.locator(".dames.blancs .dame")).to_have_count(15)
        expect(page.locator("#camera")).to_be_hidden()


def test_a_slow_camera_is_waited_for(browser: Browser) -> None:
    """However long a picture takes, the page shows it before asking for the next."""

    def slow() -> bytes:
        time.sleep(1.2)
        return JPEG

    api = TableApi("salon")
    api.publish_state(table_state())
    with (
        PageServer(create_page(api, frame=slow), port=0) as server,
        visit(browser, f"{server.url}?referee", width=1280, height=900) as page,
    ):
        eventually(lambda: page.evaluate("document.querySelector('#camera img')?.naturalWidth"))


def test_the_voice_is_lit_while_it_speaks(page: Page, table: Table) -> None:
    voice = page.get_by_role("button", name="Voix")
    expect(voice).to_have_attribute("aria-pressed", "true")
    voice.click()
    eventually(lambda: table.asked)
    assert table.asked[0].arguments == {"muted": True}
    table.publisher.publish_state(table_state(), TableFacts(muted=True))
    expect(voice).to_have_attribute("aria-pressed", "false")
