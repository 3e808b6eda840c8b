"""The page as people have it: a real browser, a real broker, a real table publishing."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from announce.access import Accounts, Door, Role, new_account
from announce.broker import EmbeddedBroker
from announce.mqtt import BrokerSettings, MqttPublisher, Request, Verb
from announce.mqtt.feed import Feed
from announce.notice import Guessed
from announce.page import PageServer, create_page
from announce.phrases import announcements
from referee.rulings import Disorder, Doubt, FaultRuled, OrderRestored, ThrowWorth, Window
from referee.state import Mode, Phase
from rules.fault import Fault, FaultName
from rules.jan import Jan, JanName, Way
from rules.play import Move
from rules.position import Position, Side
from tests.announce.brokers import eventually, kill
from tests.announce.samples import marked
from tests.announce.states import table_state
from tests.browsing import visit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, FloatRect, Page

    from announce.phrases.lines import Told

JPEG = cv2.imencode(".jpg", np.full((30, 40, 3), 90, np.uint8))[1].tobytes()
SEEN = {
    "size": [40, 30], "corners": [[4, 3], [36, 3], [36, 27], [4, 27]], "hands": False, "resting": True, "troubles": [],
    "cases": [
        {"outline": [[4, 3], [8, 3], [8, 14], [4, 14]], "colour": "dark",
         "count": 5, "at_least": True, "expected": 9, "confidence": 0.99},
        {"outline": [[8, 3], [12, 3], [12, 14], [8, 14]], "colour": "light",
         "count": 2, "at_least": False, "expected": 1, "confidence": 0.5},
    ],
    "dice": [{"at": [20, 15], "value": 6, "flat": True, "confidence": 0.9}],
    "jetons": [{"at": [10, 15], "points": 4}], "pegs": [{"at": [2, 15], "hole": 25}],
}  # fmt: skip


class Table:
    """A table with its broker and page, and what was asked of it."""

    def __init__(self, folder: Path) -> None:
        self.broker = EmbeddedBroker(folder, mqtt_port=0)
        self.asked: list[Request] = []
        self.publisher = self.open()
        self.server = self.serve(0)

    def open(self) -> MqttPublisher:
        self.publisher = MqttPublisher(
            "salon", BrokerSettings(port=self.broker.mqtt_port), on_request=self.asked.append
        )
        return self.publisher

    def serve(self, port: int) -> PageServer:
        page = create_page(self.publisher, frame=lambda: JPEG, seen=lambda: SEEN, evidence={"1-9-after": JPEG}.get)
        self.server = PageServer(page, port=port)
        return self.server

    def tell(self, told: Told, mode: Mode = Mode.REFEREE, evidence: tuple[str, ...] = ()) -> None:
        for one in announcements(told, mode=mode):
            self.publisher.announce(dataclasses.replace(one, evidence=evidence))

    def close(self) -> None:
        self.server.close()
        self.publisher.close()
        self.broker.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


@pytest.fixture
def page(browser: Browser, table: Table) -> Iterator[Page]:
    """The page open at a table; it must never complain, save of a broker that is away."""
    table.publisher.publish_state(table_state())
    with visit(browser, table.server.url, width=1440, height=900, but="WebSocket") as page:
        page.wait_for_selector(".dames")
        yield page


def test_the_board_shows_the_position_the_score_and_whose_turn(page: Page) -> None:
    """Fifteen dames a side as the state has them, jetons and fichets by the score."""
    assert page.locator(".dames.blancs .dame").count() == 15
    assert page.locator(".dames.noirs .dame").count() == 15
    assert page.locator(".dames.blancs .count").all_text_contents() == ["6", "2", "2", "2"]
    assert page.locator(".jeton").count() == 3
    assert page.locator(".die .pip").count() == 10
    expect(page.locator("#score-blancs")).to_contain_text("3trous4points")
    expect(page.locator("#score-noirs")).to_contain_text("11trous10points")
    expect(page.locator("#score-blancs")).to_contain_text("en bredouille")
    expect(page.locator("#score-noirs")).to_contain_text("pavillon")
    expect(page.locator("#turn")).to_contain_text("Aux blancs de jouer")
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


def boxes(page: Page, selector: str) -> list[FloatRect]:
    return [box for found in page.locator(selector).all() if (box := found.bounding_box()) is not None]


def centre(box: FloatRect) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def labels(page: Page) -> list[tuple[str, FloatRect]]:
    found = page.locator(".labels text")
    return list(zip(found.all_text_contents()[:12], boxes(page, ".labels text")[:12], strict=True))


def test_what_a_throw_is_worth_is_listed_and_lit_on_the_board(page: Page, table: Table) -> None:
    """Each jan can be chosen; what the adversary marks is told apart without colour, by a dashed line."""
    mine = table_state().jans[0]
    theirs = Jan(JanName.BATTRE_A_FAUX, Side.NOIRS, 1, 4, "Lois X", None, 20, (Way(((12, 20),), 16),))
    table.publisher.publish_state(dataclasses.replace(table_state(), jans=(mine, theirs)))
    expect(page.locator(".jan")).to_have_count(2)
    page.locator(".jan").nth(1).click()
    expect(page.locator(".jan").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".lit.other .way")).to_have_count(1)
    expect(page.locator(".lit.own .way")).to_have_count(0)
    dashes = "node => getComputedStyle(node).strokeDasharray"
    assert page.locator(".lit.other .way").evaluate(dashes) != "none"
    page.locator(".jan").nth(0).click()
    assert page.locator(".lit.own .way").evaluate(dashes) == "none"


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
    table.publisher.answer(table.asked[1], error="rien à annuler")
    expect(page.locator("#sent")).to_contain_text("rien à annuler")


def test_a_doubt_is_asked_with_large_buttons(page: Page, table: Table) -> None:
    table.tell(Doubt("12", 1.0, 3, Side.BLANCS, ((Move(1, 7), Move(1, 5)), (Move(1, 11),)), (5, 7, 11)))
    table.publisher.publish_state(table_state(doubt="12"))
    page.get_by_role("button", name="T/10").click()
    eventually(lambda: table.asked)
    assert (table.asked[0].verb, table.asked[0].arguments) == ("correct", {"doubt": "12", "choice": 1})
    table.publisher.publish_state(table_state())
    expect(page.locator("#doubt")).to_be_hidden()


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


def test_who_looks_at_a_throw_keeps_seeing_it_while_the_game_goes_on(page: Page, table: Table) -> None:
    for throw in range(8, 68):
        table.publisher.publish_state(table_state(throw=throw))
        expect(page.locator("#turn")).to_contain_text(f"coup {throw}")
    page.get_by_role("button", name="Coup précédent").click()
    expect(page.locator("#turn")).to_contain_text("coup 66")
    table.publisher.publish_state(table_state(throw=68))
    table.publisher.publish_state(table_state(throw=69))
    page.get_by_role("button", name="Coup suivant").click()
    expect(page.locator("#turn")).to_contain_text("coup 67")


def test_the_page_speaks_the_readers_language_and_remembers_it(page: Page, table: Table) -> None:
    table.tell(marked(points=6))
    expect(page.locator("#rulings li .text")).to_have_text("Les blancs marquent six points.")
    page.locator("#language").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#rulings li .text")).to_have_text("White marks six points.")
    assert page.evaluate("document.documentElement.lang") == "en"
    page.reload()
    expect(page.locator("#turn")).to_contain_text("White to play")


def test_what_is_drawn_is_also_said_to_those_who_do_not_see_it(page: Page, table: Table) -> None:
    """The drawing is described case by case, news is a live region, and every control has a name."""
    expect(page.get_by_role("img", name="Le tablier")).to_be_visible()
    expect(page.locator("#position")).to_contain_text("Blancs: talon 6, case 2 2, case 3 2, case 4 1")
    table.tell(marked(points=6))
    expect(page.locator("[aria-live=assertive]")).to_have_text("Les blancs marquent six points.")
    for control in page.locator("button, select").all():
        assert control.get_attribute("aria-label") or (control.text_content() or "").strip()


def test_every_control_is_reached_by_the_keyboard(page: Page) -> None:
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        name = page.evaluate("document.activeElement.textContent.trim()")
        reached.add(name.replace("\u00a0", " "))
    assert {"École !", "J'adoube", "Je m'en vais", "Annuler le dernier coup", "English"} <= reached


@pytest.mark.parametrize(
    ("width", "height", "query"),
    [
        (320, 568, ""),
        (390, 844, ""),
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


def test_the_camera_is_shown_when_asked_for_with_what_is_read_off_it(page: Page) -> None:
    """A pile that hides dames is not wrong; a case that differs is, told apart by its number as well as by colour."""
    page.locator("#camera summary").click()
    eventually(lambda: page.locator("#camera img").evaluate("picture => picture.naturalWidth") > 0)
    expect(page.locator(".read text")).to_have_text(["5+", "2≠1", "⚂ 6", "4"])
    expect(page.locator(".read .wrong")).to_have_count(1)
    expect(page.locator(".read .unsure")).to_have_count(1)
    expect(page.locator("#camera [role=status]")).to_have_text("Dés lus : 6. Cases occupées : 2.")
    page.get_by_label("Dessiner ce qui est lu").uncheck()
    expect(page.locator(".read text")).to_have_count(0)


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
    player = new_account("lea", Role.PLAYER, "mot de passe")
    feed = Feed("salon")
    feed.publish_state(table_state())
    kept = (Verb.UNDO, Verb.CALL, Verb.VOLUME)
    door = Door("salon", lambda: Accounts({"noe": viewer, "lea": player}), referees_alone=kept)
    with PageServer(create_page(feed, door=door, language=locale), port=0) as server:
        page = browser.new_page()
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
        sign_in("lea", "mot de passe")
        expect(page.locator("#actions .ecole")).to_be_visible()
        expect(page.locator("#actions .orders button")).to_have_count(1)  # To pause: all else is the referee's.
        page.close()


def test_markup_in_a_message_is_only_text(page: Page, table: Table) -> None:
    """What comes over the wire cannot become part of the page."""
    (one,) = announcements(marked(points=6), mode=Mode.REFEREE)
    table.publisher.announce(dataclasses.replace(one, text={"fr": "<img src=x onerror=alert(1)>"}))
    expect(page.locator("#rulings li .text")).to_have_text("<img src=x onerror=alert(1)>")


def test_a_lesson_shows_what_may_be_played_and_where_a_lifted_dame_may_go(page: Page, table: Table) -> None:
    """Start, six and four: T/6, T/4 or T/10; the talon's dame lifted, its three destinations light up."""
    start = dataclasses.replace(table_state(Mode.LESSON), position=Position.start(), jans=())
    table.publisher.publish_state(start)
    expect(page.locator("#plays button")).to_have_text(["T/4, T/6", "T/10"])
    page.locator("#plays button").nth(1).focus()
    expect(page.locator(".lit.play .way")).to_have_count(1)
    lifted = Position((14, *start.position.blancs[1:]), start.position.noirs)
    table.publisher.publish_state(dataclasses.replace(start, phase=Phase.TO_PLAY, position=lifted))
    expect(page.locator(".lit.play .end")).to_have_count(3)
    table.publisher.publish_state(dataclasses.replace(start, phase=Phase.TO_THROW, dice=None))
    expect(page.locator("#plays")).to_be_hidden()


def test_a_beginner_may_guess_before_he_is_told(page: Page, table: Table) -> None:
    """Asked for, a throw is hidden until somebody has said what it is worth; the table judges it."""
    table.publisher.publish_state(table_state(Mode.LESSON))
    page.get_by_role("button", name="Deviner d'abord").click()
    eventually(lambda: table.asked)
    assert (table.asked[0].verb, table.asked[0].arguments) == ("guess", {"on": True})
    table.publisher.answer(table.asked[0])
    table.publisher.publish_state(table_state(Mode.LESSON), guess="open")
    expect(page.locator(".jan")).to_have_count(0)
    expect(page.locator(".lit")).to_have_count(0)
    expect(page.locator(".owed")).to_have_count(0)
    page.get_by_label("Blancs").fill("6")
    page.get_by_role("button", name="Répondre").click()
    eventually(lambda: len(table.asked) == 2)
    assert table.asked[1].arguments == {"blancs": 6, "noirs": 0}
    worth = ThrowWorth("4", 1.0, 7, Side.BLANCS, (6, 4), table_state().jans, 2)
    table.tell(Guessed("4-guess", 2.0, 7, right=False, worth=worth), Mode.LESSON)
    table.publisher.publish_state(table_state(Mode.LESSON), guess="on")
    expect(page.locator(".verdict")).to_contain_text("Non. Les blancs amènent six et quatre.")
    expect(page.locator(".jan")).to_have_count(1)


OUT_OF_ORDER = Disorder("q7", 11.0, 7, ((Side.BLANCS, 5, 1, 0), (Side.BLANCS, 6, 1, 2), (Side.NOIRS, 3, 1, 1)))


def test_a_referee_takes_the_board_as_it_is_seen(page: Page, table: Table) -> None:
    """What was expected and what is seen stand side by side; one button makes the second the first."""
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
    """Dames by keyboard as well: taken up from the talon, put down on case 1."""
    page.goto(f"{table.server.url}?referee")
    page.get_by_role("button", name="Corriger les dames").click()
    expect(page.locator(".handles rect")).to_have_count(25)
    page.get_by_role("button", name="talon: Blancs 6", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".dames.blancs .dame")).to_have_count(14)
    expect(page.get_by_role("button", name="C'est la bonne position")).to_be_disabled()
    page.get_by_role("button", name="case 1: vide", exact=True).click()
    page.get_by_role("button", name="C'est la bonne position").click()
    eventually(lambda: table.asked)
    assert table.asked[0].arguments["position"]["blancs"][:2] == [5, 1]
    marks = page.locator("fieldset", has_text="Noirs")
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
    page.get_by_label("Premier à lancer").select_option("noirs")
    page.get_by_role("button", name="Nouveau tour").click()
    eventually(lambda: len(table.asked) == 3)
    assert (table.asked[2].verb, table.asked[2].arguments) == ("tour", {"first": "noirs"})


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


def test_the_mode_can_be_changed(page: Page, table: Table) -> None:
    page.get_by_label("Rôle de la table").select_option("lesson")
    eventually(lambda: table.asked)
    assert (table.asked[0].verb, table.asked[0].arguments) == ("mode", {"mode": "lesson"})


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


def test_every_view_says_which_it_is_and_leads_to_the_others(page: Page) -> None:
    for name in ("Mur", "Arbitre", "Table"):
        page.locator("#views").get_by_role("link", name=name).click()
        expect(page.locator("#views [aria-current=page]")).to_have_text(name)
        expect(page.locator("#board svg")).to_be_visible()


def test_a_refused_play_is_shown_where_it_is_until_the_next_throw(page: Page, table: Table) -> None:
    fault = Fault(FaultName.CASE_INTERDITE_COIN_SEUL, Side.BLANCS, "Jeu 3", (12,))
    table.tell(FaultRuled("9", 2.0, 7, fault, Side.NOIRS, Window.OPEN, "9"), Mode.LESSON, ("1-9-before", "1-9-after"))
    expect(page.locator(".wrong text")).to_have_text("!")
    expect(page.locator("#rulings")).to_contain_text("il en faut deux d'un même coup")
    expect(page.locator("#rulings figure")).to_have_count(1)
    picture = page.locator("#rulings .evidence")
    eventually(lambda: picture.evaluate("picture => picture.naturalWidth") > 0)
    expect(page.locator("#rulings figcaption")).to_have_text("après")
    table.tell(ThrowWorth("10", 3.0, 8, Side.NOIRS, (6, 5), (), 2), Mode.LESSON)
    expect(page.locator(".wrong")).to_have_count(0)


def test_a_board_that_no_law_allows_is_drawn_as_it_is(page: Page, table: Table) -> None:
    """A fault stands: both colours on one case, sixteen dames, one alone on the other's coin."""
    blancs, noirs = [0] * 24, [0] * 24
    blancs[0], blancs[12], blancs[5] = 15, 1, 0
    noirs[23], noirs[18] = 15, 0
    table.publisher.publish_state(dataclasses.replace(table_state(), position=Position(tuple(blancs), tuple(noirs))))
    expect(page.locator(".dames.blancs .dame")).to_have_count(16)
    expect(page.locator(".dames.noirs .dame")).to_have_count(15)
