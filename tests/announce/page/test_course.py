"""The exercises on the page: start, answers by mouse and keyboard, explanations, and the pupils' progress."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from announce.access.accounts import Accounts, Role, new_account
from announce.access.auth import Auth
from announce.page.app import create_page
from announce.page.server import PageServer
from announce.table_api.api import TableApi
from announce.table_api.requests import Request
from coach.lessons.course import steps
from coach.lessons.exercise import Amount, AnswerKind, Cases, Exercise, Leaves, Marks, Results, YesNo
from coach.lessons.memory import progress
from rules.position import Position, Side
from tablier.runtime.course.sitting import CourseSitting
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Asked
from tablier.runtime.sinks import Displays
from tablier.runtime.table import TableServices
from tablier.storage.pupils import keep_cards, progress_of, pupils
from tablier.storage.settings import Settings, TableSettings
from tests.browsing import violations, visit
from tests.referee.fake_table import FakeTable
from tests.tablier.listener import table_without_camera


class School:
    """A table in lesson mode that handles each request of its page at once."""

    def __init__(self, folder: Path) -> None:
        settings = Settings(table=TableSettings(mode="lesson"))
        self.sitting = CourseSitting(
            load=lambda pupil: progress_of(folder, pupil).cards,
            keep=lambda pupil, cards: keep_cards(folder, pupil, cards),
            today=lambda: 100,
            seating=settings.seating,
            seed=3,
        )
        self.api = TableApi("salon", on_request=self._asked)
        self.t = 0.0
        self.table = table_without_camera(
            Engine(settings, None),
            TableServices(sinks=[Displays(self.api, None)]),
            clock=lambda: self.t,
            course=self.sitting,
        )
        self.table._show()
        self.server = PageServer(
            create_page(
                self.api,
                frame=lambda: None,
                exercises=True,
                pupils=lambda: [{"pupil": name, "steps": progress(one.cards)} for name, one in pupils(folder).items()],
            ),
            port=0,
        )

    def _asked(self, request: Request) -> None:
        self.t += 1
        values = {**request.arguments, "by": request.by}
        self.table.step(Asked(self.t, request.verb, values, lambda error: self.api.answer(request, error=error)))

    @property
    def made(self) -> Exercise:
        shown = self.sitting.display()
        assert shown is not None
        return shown.exercise


@pytest.fixture
def school(tmp_path: Path) -> Iterator[School]:
    school = School(tmp_path)
    with school.server:
        yield school


@pytest.fixture
def page(browser: Browser, school: School) -> Iterator[Page]:
    with visit(browser, school.server.url, width=1440, height=900, but="404") as page:
        page.wait_for_selector(".dames")
        yield page


def begin(page: Page, step: str = "", pupil: str = "Anne") -> None:
    page.locator("#course input[name=pupil]").fill(pupil)
    page.locator("#course select[name=step]").select_option(step)
    page.locator("#course").get_by_role("button", name="Commencer").click()
    page.locator("#course .asked").wait_for()


def press(page: Page, name: str) -> None:
    page.locator("#course").get_by_role("button", name=name, exact=True).click()


def handle(page: Page, side: Side, case: int, *, of: Side = Side.BLANCS) -> None:
    """Touch a case by the keyboard; handles are numbered as `of` numbers them."""
    number = case if side is of else 25 - case
    target = page.locator(".handles rect").nth(number - 1)
    target.focus()
    target.press("Enter")


def answer(page: Page, made: Exercise) -> None:
    """Give the right answer, as a pupil would."""
    match made.answer:
        case Cases(cases):
            for case in cases:
                handle(page, made.side, case, of=made.side)
            press(page, "Répondre")
        case Amount(number):
            press(page, str(number))
        case YesNo(yes):
            press(page, "Oui" if yes else "Non")
        case Leaves(leave):
            press(page, "Je m'en vais" if leave else "Je tiens")
        case Marks(points, trous):
            page.locator("#course select[name=points]").select_option(str(points))
            page.locator("#course select[name=trous]").select_option(str(trous))
            press(page, "Répondre")
        case Results(positions):
            move(page, made, positions[0])
            press(page, "Répondre")


def move(page: Page, made: Exercise, wanted: Position) -> None:
    """Move the thrower's dames on the page until they stand as wanted."""
    side = made.thrower
    start = list(made.position.counts(side))
    for one in made.play if made.theme == "replay" else ():
        start[one.start - 1] -= 1
        start[one.end - 1] += 1
    change = [now - was for was, now in zip(start, wanted.counts(side), strict=True)]
    left = [case for case, more in enumerate(change, 1) for _ in range(-more)]
    come = [case for case, more in enumerate(change, 1) for _ in range(more)]
    for at, case in enumerate(left):
        handle(page, side, case)
        if at < len(come):
            handle(page, side, come[at])
        else:
            beside = page.locator(".handles rect").nth(24)
            beside.focus()
            beside.press("Enter")


def test_a_case_keeps_the_keyboard_focus_while_the_table_sends_news(page: Page, school: School) -> None:
    """The board is drawn again at every message, which may come between two keys."""
    begin(page, "coin")
    case = page.locator(".handles rect").nth(9)
    case.focus()
    drawn = page.locator("#board svg").first.element_handle()
    school.api.hold(True)
    page.wait_for_function("drawn => !drawn.isConnected", arg=drawn)
    expect(case).to_be_focused()


@pytest.mark.parametrize("step", steps())
def test_every_step_can_be_done_on_the_page_by_keyboard(page: Page, school: School, step: str) -> None:
    """Each question of the step is answered rightly without a mouse, and its verdict, article and next one appear."""
    begin(page, step)
    for number in range(1, 6):
        made = school.made
        answer(page, made)
        expect(page.locator("#course .asked")).to_contain_text("C'est juste.")
        if made.article:
            expect(page.locator("#course .article")).to_have_text(made.article)
        expect(page.locator("#course")).to_contain_text(f"{number} sur {number}")
        press(page, "Exercice suivant")
        expect(page.locator("#course")).not_to_contain_text("C'est juste.")
        if school.sitting.display() is None:
            break


def test_a_play_after_one_that_was_passed_can_be_made(page: Page, school: School) -> None:
    begin(page, "playing")
    before = school.made
    press(page, "Passer")
    expect(page.locator("#board .dice")).to_have_count(1)
    made = school.made
    assert made != before
    assert isinstance(made.answer, Results)
    answer(page, made)
    expect(page.locator("#course .asked")).to_contain_text("C'est juste.")


def test_a_wrong_answer_is_explained_and_the_right_one_drawn(page: Page, school: School) -> None:
    begin(page, "board")
    made = school.made
    assert isinstance(made.answer, Cases)
    handle(page, made.side, 3 if 3 not in made.answer.cases else 4, of=made.side)
    press(page, "Répondre")
    expect(page.locator("#course .asked")).to_contain_text("Ce n'est pas cela.")
    expect(page.locator("#board .right")).to_have_count(len(made.answer.cases))


def test_a_finished_step_says_how_it_went_and_offers_the_next(page: Page, school: School) -> None:
    """The same pupil need not write a name again."""
    begin(page, "ecoles")
    for _ in range(4):
        answer(page, school.made)
        press(page, "Exercice suivant")
        expect(page.locator("#course")).not_to_contain_text("C'est juste.")
    expect(page.locator("#course [role=status]")).to_have_text(
        "C'est tout pour cette fois. Réponses justes : quatre sur quatre."
    )
    expect(page.locator("#course input[name=pupil]")).to_have_value("Anne")
    expect(page.locator("#course select[name=step]")).to_have_value("sorties")


def test_a_position_can_be_set_up_on_the_board_and_the_pupil_says_when(page: Page) -> None:
    """With a camera the page first shows what to set up; the dice come with the question."""
    page.locator("#course input[name=board]").check()
    begin(page, "playing")
    expect(page.locator("#course .asked")).to_have_text("Placez les dames comme le montre la page.")
    expect(page.locator("#board .dice")).to_have_count(0)
    press(page, "C'est en place")
    expect(page.locator("#board .dice")).to_have_count(1)
    press(page, "Passer")
    press(page, "Arrêter")
    expect(page.locator("#course").get_by_role("button", name="Commencer")).to_be_visible()


@pytest.mark.parametrize("kind", list(AnswerKind))
def test_exercises_keep_nobody_out_and_fit_a_phone(page: Page, school: School, kind: AnswerKind) -> None:
    """axe-core finds no violation in question and verdict; at 360 pixels nothing is cut off."""
    page.set_viewport_size({"width": 360, "height": 740})
    of = {"play": "filling", "cases": "board", "amount": "ecoles", "jeton": "marking", "yes_no": "fausses_cases"}
    begin(page, of.get(kind, "leaving"))
    while school.made.kind is not kind:
        before = page.locator("#course .asked").text_content()
        press(page, "Passer")
        expect(page.locator("#course .asked")).not_to_have_text(before or "")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    answer(page, school.made)
    expect(page.locator("#course .asked")).to_contain_text("C'est juste.")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_unseen_part_of_a_marking_is_named_and_chosen_by_hand(page: Page, school: School) -> None:
    """The jeton lies at a place and no fichet is found: the page says so, and only the fichet is left to choose."""
    school.table.step(Asked(1.0, "course", {"do": "start", "step": "marking", "board": True}))
    answer = school.made.answer
    assert isinstance(answer, Marks)
    board = FakeTable(position=school.made.position, jetons={Side.BLANCS: (answer.points,), Side.NOIRS: ()})
    school.table.step(Asked(2.0, "course", {"do": "ready"}))
    for reading in board.look(8):
        school.sitting.on_reading(reading, reading.t)
    press(page, "J'ai marqué")
    status = page.locator("#course [role=status]").nth(1)
    expect(status).to_have_text("Je vois votre jeton, mais pas votre fichet. Répondez ci-dessous.")
    expect(page.locator("#course select[name=points]")).to_have_value(str(answer.points))


def test_a_teacher_sees_how_far_each_pupil_is(page: Page, school: School) -> None:
    """A table shows progress by step; the page's user on this machine is its referee."""
    begin(page, "board", pupil="Bruno")
    answer(page, school.made)
    expect(page.locator("#course .asked")).to_contain_text("C'est juste.")
    page.locator("#progress summary").click()
    row = page.locator("#progress tbody tr").filter(has_text="Bruno")
    expect(row.locator("td").first).to_have_text("1 sur 5")
    expect(row.locator("td").last).to_have_text("0 sur 5")
    assert violations(page) == []
    # The whole room can read a wall display.
    page.evaluate("document.body.classList.add('wall')")
    expect(page.locator("#progress")).to_be_hidden()


@pytest.mark.parametrize(("role", "may"), [(Role.VIEWER, False), (Role.PLAYER, False), (Role.REFEREE, True)])
def test_progress_is_shown_to_referees_only(browser: Browser, role: Role, may: bool) -> None:
    """Pupils do not see each other's progress."""
    account = new_account("dora", role, "a long password", ["salon"])
    auth = Auth("salon", lambda: Accounts({account.name: account}))
    page = create_page(TableApi("salon"), auth=auth, pupils=lambda: [{"pupil": "Anne", "steps": {}}])
    with PageServer(page, port=0) as server, browser.new_context() as context:
        assert context.request.get(f"{server.url}pupils.json").status in {401, 403}
        entered = context.request.post(
            f"{server.url}session", data=json.dumps({"name": "dora", "password": "a long password"}),
            headers={"Content-Type": "application/json", "Origin": server.url.rstrip("/")},
        )  # fmt: skip
        assert entered.ok
        answered = context.request.get(f"{server.url}pupils.json")
        assert (answered.status == 200) == may
        if may:
            assert answered.json() == [{"pupil": "Anne", "steps": {}}]
