"""The club's page with a real broker, real tables, a real browser and real requests."""

from __future__ import annotations

import dataclasses
import json
import re
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from announce.access.accounts import Accounts, Role, new_account
from announce.access.auth import Auth, Sessions
from announce.club.app import create_club
from announce.club.club_session import ClubSession, Programme
from announce.club.results_sheet import sheet
from announce.club.tournament import Result, System, Tournament, next_round, of_system, with_result, without
from announce.mqtt.client import BrokerSettings
from announce.mqtt.publisher import MqttPublisher
from announce.page.server import PageServer
from announce.table_api.backgammon import BackgammonView
from announce.table_api.view import View
from events.rulings import Window
from events.state import Mode
from events.trictrac.rulings import FaultRuled
from events.trictrac.state import Phase
from rules.fault import Fault, FaultName
from rules.position import Side
from simulation.devices.mqtt_brokers import Watcher
from tablier.runtime.club import Tables
from tests.announce.page.table_with_page import JPEG
from tests.announce.samples import BACKGAMMON, announcements, table_state
from tests.browsing import violations, visit
from tests.programs import installed, started_mosquitto
from tests.waiting import LONG, eventually

PASSWORD = "douze-trous-bredouille"  # noqa: S105 - of nobody
TWO = next_round(of_system("Coupe", System.SWISS, ("Anne", "Blaise"), begun=date(2026, 11, 24)), ("t2",))
FOUR = next_round(of_system("Coupe", System.SWISS, ("Anne", "Blaise", "Chloé", "Denis")), ("t1", "t2"))


class Club:
    """A club with its broker, its page, and a referee's and a viewer's account."""

    def __init__(self, folder: Path, delay: float = 0.0) -> None:
        self.broker = started_mosquitto(folder, "allow_anonymous true")
        self.kept: list[object] = []
        self.session = ClubSession(delay, keep=self.kept.append)
        people = (("anne", Role.REFEREE), ("luc", Role.VIEWER), ("paul", Role.PLAYER))
        accounts = Accounts({name: new_account(name, role, PASSWORD) for name, role in people})
        self.tables = Tables(BrokerSettings(port=self.broker.mqtt_port), self.session, lambda _said: None)
        self.auth = Auth("club", lambda: accounts, guests=True)
        self.page = page = create_club(
            "Clermont",
            self.session,
            auth=self.auth,
            answered=self.tables.end_call,
            evidence=self.tables.picture,
        )
        self.server = PageServer(page, port=0)
        self._over = threading.Event()
        self._beat = threading.Thread(target=self._advance)
        self._beat.start()

    def _advance(self) -> None:
        while not self._over.wait(0.05):
            self.session.advance(time.monotonic())
            self.tables.look(time.monotonic())

    def table(self, name: str, view: View | None = None) -> MqttPublisher:
        return MqttPublisher(
            name, BrokerSettings(port=self.broker.mqtt_port), evidence={"1-7-before": JPEG}.get, view=view
        )

    @contextmanager
    def signed_in(self, name: str) -> Iterator[httpx.Client]:
        """Return a signed-in HTTP client."""
        with httpx.Client(base_url=self.server.url, headers={"Origin": self.server.url.rstrip("/")}) as client:
            if name:
                assert client.post("session", json={"name": name, "password": PASSWORD}).status_code == 200
            yield client

    def close(self) -> None:
        self._over.set()
        self._beat.join()
        self.tables.__exit__(None, None, None)
        self.server.close()
        self.broker.__exit__()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    club = Club(tmp_path)
    yield club
    club.close()


@pytest.fixture
def page(browser: Browser, club: Club) -> Iterator[Page]:
    with visit(browser, club.server.url, width=1280, height=900) as page:
        yield page


def sign_in(page: Page, name: str) -> None:
    page.locator("#account").click()
    page.locator("input[name=user]").fill(name)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("#sign-in button").click()
    expect(page.locator("#account")).to_contain_text(name)


def test_every_table_is_shown_and_those_that_want_a_referee_come_first(page: Page, club: Club) -> None:
    with club.table("cave") as cave, club.table("salon") as salon:
        cave.publish_state(table_state())
        salon.publish_state(dataclasses.replace(table_state(), doubt="7"))
        expect(page.locator(".table-card h2")).to_have_text(["salon", "cave"])
        expect(page.locator(".table-card").first).to_contain_text("Doute à trancher")
        page.locator(".table-card", has_text="cave").click()
        expect(page.locator("#opened .dames.blancs .dame")).to_have_count(15)
        page.get_by_role("button", name="Fermer").focus()
        cave.publish_state(table_state(points=6))
        expect(page.locator("#opened .dames.blancs .dame")).to_have_count(15)
        expect(page.get_by_role("button", name="Fermer")).to_be_focused()
        salon.publish_state(table_state())
        expect(page.locator(".table-card h2")).to_have_text(["cave", "salon"])
        expect(page.locator("#count")).to_have_text("2 tables")
    expect(page.locator(".table-card.gone")).to_have_count(2)


def test_a_table_of_backgammon_stands_among_the_others(page: Page, club: Club) -> None:
    with club.table("cave") as cave, club.table("salon", BackgammonView()) as salon:
        cave.publish_state(table_state())
        salon.publish_state(BACKGAMMON)
        card = page.locator(".table-card", has_text="salon")
        expect(card.locator(".side strong")).to_have_text(["3", "6"])
        card.click()
        expect(page.locator("#opened .cube text")).to_have_text("4")


def test_a_table_with_a_damaged_state_is_marked_and_the_others_are_shown(page: Page, club: Club) -> None:
    with club.table("cave") as cave, club.table("salon") as salon:
        cave.publish_state(table_state())
        salon.publish_state(table_state())
        expect(page.locator(".table-card .doing")).to_have_count(2)
        wrong = {**json.loads(cave._retained["tablier/cave/state"]), "position": {"blancs": [10**18] * 24, "noirs": []}}
        cave._tell("state", json.dumps(wrong))  # A table repeats what it retains.
        expect(page.locator(".table-card", has_text="cave")).to_contain_text("état illisible")
        expect(page.locator(".table-card", has_text="salon").locator(".doing")).to_have_count(1)
        page.reload()
        expect(page.locator(".table-card", has_text="cave")).to_contain_text("état illisible")
        expect(page.locator(".table-card", has_text="salon").locator(".doing")).to_have_count(1)


def test_an_outage_of_the_broker_is_shown_and_nothing_said_in_it_is_missed(
    page: Page, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Announcements made while the broker is away, and those it forgets, reach the card when it is back."""
    with club.table("cave") as cave:
        cave.publish_state(table_state())
        expect(page.locator(".table-card:not(.gone)")).to_have_count(1)
        for one in announcements(fault("first"), mode=Mode.LESSON):
            cave.announce(one)
        with club.broker.outage():
            expect(page.locator("#link")).to_have_text("La liaison avec les tables est coupée")
        expect(page.locator("#link")).to_have_text("En direct")
        expect(page.locator(".table-card:not(.gone)")).to_have_count(1)
        (one,) = announcements(fault("x"), mode=Mode.LESSON)
        missed = [dataclasses.replace(one, id=f"m{number}") for number in range(3)]
        eventually(lambda: cave.connected)
        # The club does not hear these, as if they had come between two of its connections.
        monkeypatch.setattr(club.session, "receive", lambda *_: None)
        for one in missed:
            cave.announce(one)
        time.sleep(0.5)
        monkeypatch.undo()
        cave.publish_state(table_state(points=6))
        page.locator(".table-card").click()
        expect(page.locator("#opened .disputes li")).to_have_count(1 + len(missed))


def test_after_a_restart_of_the_club_nobody_seems_signed_in_who_is_not(page: Page, club: Club) -> None:
    sign_in(page, "anne")
    club.server.close()
    club.auth._sessions = Sessions()  # They are in memory and are lost with the program.
    club.server = PageServer(club.page, port=club.server.port)
    expect(page.locator("#account")).to_have_text("Se connecter")
    expect(page.get_by_role("button", name="Commencer")).to_have_count(0)


def fault(identity: str) -> FaultRuled:
    """A fault to be announced."""
    return FaultRuled(
        identity,
        1.0,
        3,
        Fault(FaultName.ECOLE_MOINS_J, Side.BLANCS, "Lois XVII", (), 4),
        Side.NOIRS,
        Window.OPEN,
        identity,
    )


def test_a_referee_answers_a_call(page: Page, club: Club) -> None:
    with club.table("cave") as cave, Watcher(club.broker.mqtt_port, "tablier/cave/state") as watcher:
        cave.publish_state(table_state())
        eventually(lambda: cave.connected)
        expect(page.locator("#count")).to_have_text("1 table")
        watcher.ask("cave", "call", transaction="1", side="noirs")
        expect(page.locator("#said")).to_have_text("Table cave : Arbitre appelé")
        sign_in(page, "anne")
        page.locator(".table-card").click()
        page.get_by_role("button", name="L'arbitre est venu").click()
        eventually(lambda: watcher.on("/state")[-1]["called"] is None)
        expect(page.locator(".table-card.wanted")).to_have_count(0)


def test_a_dispute_is_shown_with_its_pictures_to_the_referee_alone(page: Page, club: Club) -> None:
    """They come from the table, over the broker."""
    with club.table("cave") as cave:
        cave.publish_state(table_state())
        eventually(lambda: cave.connected)
        expect(page.locator(".table-card")).to_have_count(1)
        fault = Fault(FaultName.ECOLE_MOINS_J, Side.NOIRS, "Lois XVII", (), 4, ())
        (announced,) = announcements(FaultRuled("7", 2.0, 3, fault, Side.BLANCS, Window.CLOSED, "7"), mode=Mode.REFEREE)
        cave.announce(dataclasses.replace(announced, evidence=("1-7-before", "1-7-after")))
        page.locator(".table-card").click()
        expect(page.locator(".disputes li")).to_contain_text("points oubliés")
        expect(page.locator(".disputes img")).to_have_count(0)
        with club.signed_in("luc") as luc, club.signed_in("anne") as anne:
            assert luc.get("evidence/cave/1-7-before.jpg").status_code == 403
            assert anne.get("evidence/cave/1-7-before.jpg").content == JPEG
            assert anne.get("evidence/cave/1-7-after.jpg").status_code == 404
            assert anne.get("evidence/veranda/1-7-before.jpg").status_code == 404


def test_a_tournament_is_conducted_from_pairing_to_sheet(page: Page, club: Club) -> None:
    with club.table("cave") as cave:
        won = dataclasses.replace(table_state().blancs, trous=12)
        cave.publish_state(dataclasses.replace(table_state(), phase=Phase.OVER, blancs=won))
        sign_in(page, "anne")
        expect(page.locator(".table-card")).to_have_count(1)
        page.get_by_label("Nom du tournoi").fill("Coupe")
        page.get_by_label("Joueurs").fill("Anne\nBlaise\n")
        page.get_by_role("button", name="Commencer").click()
        page.get_by_role("button", name="Apparier").click()
        expect(page.locator(".table-card")).to_contain_text("Blaise")
        expect(page.locator(".score-form input").first).to_have_attribute("placeholder", "12")
        page.locator(".score-form input").nth(0).fill("12")
        page.locator(".score-form input").nth(1).fill("7")
        page.get_by_role("button", name="Noter").click()
        expect(page.locator(".tournament tbody").last.locator("tr").first).to_contain_text("Anne1")
        expect(page.locator(".score-form")).to_be_hidden()
    assert club.session.tournament is not None
    assert club.session.tournament.over
    assert club.kept[-1] == club.session.tournament
    with club.signed_in("luc") as luc:
        assert "1,1,cave,Anne,Blaise,12,7" in luc.get("results.csv").text
        assert "1,Anne,1,0,5,1" in luc.get("standings.csv").text
        assert "<td>12-7</td>" in luc.get("sheet?language=en").text
        assert luc.get("sheet?language=xx").status_code == 404


def test_the_clubs_pages_keep_nobody_out(page: Page, club: Club) -> None:
    """axe-core finds nothing on the tables, in a tournament, and on its sheet."""
    with club.table("cave") as cave:
        cave.publish_state(table_state())
        expect(page.locator(".table-card")).to_have_count(1)
        assert violations(page) == []
        sign_in(page, "anne")
        page.get_by_label("Nom du tournoi").fill("Coupe")
        page.get_by_label("Joueurs").fill("Anne\nBlaise\n")
        assert violations(page) == []
        page.get_by_role("button", name="Commencer").click()
        page.get_by_role("button", name="Apparier").click()
        expect(page.locator(".table-card")).to_contain_text("Blaise")
        assert violations(page) == []
        page.goto(f"{club.server.url}sheet")
        assert violations(page) == []
        page.goto("about:blank")


def test_only_a_referee_changes_anything(club: Club) -> None:
    """A guest, a viewer and a player may look on."""
    asked = [
        ("tournament", {"name": "Coupe", "system": "swiss", "players": ["Anne", "Blaise"]}),
        ("tournament/round", {}),
        ("tournament/score", {"round": 1, "board": 1, "result": {"score": [12, 7]}, "was": {}}),
        ("tournament/left", {"player": 1}),
        ("tournament/returned", {"player": 1}),
        ("tournament/end", {}),
        ("call/cave", {}),
    ]
    for name, status in (("", 401), ("luc", 403), ("paul", 403), ("anne", 200)):
        with club.signed_in(name) as client:
            assert {client.post(path, json=body).status_code for path, body in asked} == {status}
    assert len(club.kept) == 6


def test_what_cannot_be_is_refused_in_words_and_changes_nothing(club: Club) -> None:
    with club.signed_in("anne") as anne:
        assert "no tournament" in anne.post("tournament/round", json={}).json()["error"]
        one = {"name": "Coupe", "system": "swiss", "players": ["Anne"]}
        assert "1 players, expected 2" in anne.post("tournament", json=one).json()["error"]
        assert anne.post("tournament", json={"name": 7}).status_code == 400
        assert anne.post("tournament", content=b"\xff{").status_code == 400
        two = {**one, "players": ["Anne", "Blaise"]}
        assert anne.post("tournament", json=two).status_code == 200
        assert "expected it to be ended" in anne.post("tournament", json=two).json()["error"]
        score = {"round": 1, "board": 1, "result": {"score": [1, 2]}, "was": {}}
        assert anne.post("tournament/score", json=score).status_code == 400
        kept = list(club.kept)
        elsewhere = {"Origin": "http://elsewhere.example"}
        assert anne.post("tournament/end", json={}, headers=elsewhere).status_code == 403
    assert club.kept == kept


def test_what_cannot_be_kept_is_not_shown() -> None:
    """On a full disk the tournament stays as it was."""

    def full(_tournament: object) -> None:
        raise OSError(28, "No space left on device")

    session = ClubSession(0.0, Programme(TWO), full)
    before = session.programme
    with pytest.raises(OSError, match="No space"):
        session.change(1.0, lambda _now: None)
    assert session.programme is session.referees.programme is before


def test_spectators_are_shown_later_than_referees(tmp_path: Path) -> None:
    club = Club(tmp_path, delay=3600.0)
    try:
        with club.table("cave") as cave:
            cave.publish_state(table_state())
            published: list[str] = []
            eventually(lambda: "cave" in club.session.referees.registry.tables)
            assert (
                json.loads(club.session.spectators.follow(lambda name, _text: published.append(name)))["tables"] == []
            )
            assert json.loads(club.session.referees.follow(lambda _name, _text: None))["tables"][0]["id"] == "cave"
            cave.publish_state(dataclasses.replace(table_state(), throw=77))
            eventually(lambda: (club.session.referees.registry.tables["cave"].state or {}).get("throw") == 77)
            assert published == []
    finally:
        club.close()


def test_how_it_is_with_the_broker_is_said_once(tmp_path: Path) -> None:
    """The broker is missing, refuses the password, accepts it, and goes away: each is reported once."""
    said: list[str] = []
    passwords = tmp_path / "passwords"
    passwords.touch(0o600)
    subprocess.run((installed("mosquitto_passwd"), "-b", passwords, "club", PASSWORD), check=True, capture_output=True)
    with started_mosquitto(tmp_path, "allow_anonymous false", f"password_file {passwords}") as broker:
        for password, announced in (("wrong", "refuses: Not authorized; trying again"), (PASSWORD, "is reached")):
            known = BrokerSettings(port=broker.mqtt_port, user="club", password=password)
            with Tables(known, ClubSession(), said.append):
                eventually(lambda: said)
                time.sleep(1.5)
            assert said == [f"MQTT: 127.0.0.1:{broker.mqtt_port} {announced}"]
            said.clear()
    with Tables(BrokerSettings(port=broker.mqtt_port), ClubSession(), said.append):
        eventually(lambda: said)
    assert said == [f"MQTT: 127.0.0.1:{broker.mqtt_port} cannot be reached; trying again"]


def begin(club: Club, tournament: Tournament) -> None:
    club.session.change(time.monotonic(), lambda _now: tournament)


def form(page: Page, board: int) -> Locator:
    """Return the form for the result of a match of the last round."""
    return page.locator(".score-form").nth(board - 1)


def test_what_a_director_is_typing_stays_and_a_result_of_another_is_shown_beside_it(
    browser: Browser, page: Page, club: Club
) -> None:
    """Two directors at once: a result for another match changes nothing here; one for this match is shown."""
    begin(club, FOUR)
    sign_in(page, "anne")
    form(page, 1).locator("input").first.fill("1")
    with visit(browser, club.server.url, width=1280, height=900) as other:
        sign_in(other, "anne")
        for board, score in ((2, ("12", "5")), (1, ("12", "4"))):
            for field, value in enumerate(score):
                form(other, board).locator("input").nth(field).fill(value)
            form(other, board).get_by_role("button", name="Noter").click()
            expect(form(other, board)).to_be_hidden()
        expect(page.get_by_text(re.compile(r"^12\s.\s5$"))).to_be_visible()
        expect(form(page, 1).locator("input").first).to_have_value("1")
        expect(form(page, 1).locator("input").first).to_be_focused()
        expect(form(page, 1)).to_contain_text(re.compile(r"Noté entre-temps.: 12\s.\s4"))
    form(page, 1).get_by_role("button", name="Garder ce résultat").click()
    expect(form(page, 1)).to_be_hidden()
    assert club.session.tournament is not None
    assert [match.score for match in club.session.tournament.rounds[0]] == [(12, 4), (12, 5)]


def test_the_second_of_two_writers_hears_of_the_first(club: Club) -> None:
    """A director whose page is late does not write over a result that he was not shown."""
    begin(club, FOUR)
    with club.signed_in("anne") as one, club.signed_in("anne") as other:
        score = {"round": 1, "board": 1, "result": {"score": [12, 7]}, "was": {}}
        assert one.post("tournament/score", json=score).status_code == 200
        late = other.post("tournament/score", json={**score, "result": {"score": [7, 12]}})
        assert late.status_code == 409
        assert "has 12-7 by now" in late.json()["error"]
        informed = {**score, "result": {"forfeit": "noirs"}, "was": {"score": [12, 7]}}
        assert other.post("tournament/score", json=informed).status_code == 200


def test_as_many_rounds_are_played_as_were_asked_for(page: Page, club: Club) -> None:
    sign_in(page, "anne")
    page.get_by_label("Nom du tournoi").fill("Coupe")
    page.get_by_label("Jeu").select_option("backgammon")
    page.get_by_label("Points à atteindre").fill("7")
    page.get_by_label("Rondes", exact=True).fill("2")
    page.get_by_label("Joueurs").fill("\n".join("ABCDEFGH"))
    page.get_by_role("button", name="Commencer").click()
    expect(page.get_by_role("button", name="Apparier")).to_be_enabled()
    tournament = club.session.tournament
    assert tournament is not None
    assert (tournament.length, tournament.game, tournament.target) == (2, "backgammon", 7)
    assert tournament.begun is not None


def test_four_hundred_players_with_long_names_can_be_entered(club: Club) -> None:
    with club.signed_in("anne") as anne:
        players = [f"{number:é>60}" for number in range(400)]
        begun = anne.post("tournament", json={"name": "Coupe", "system": "swiss", "players": players})
        assert begun.status_code == 200
        assert anne.post("tournament/round", content=b" " * 200_000).status_code == 413


def test_a_result_of_an_earlier_round_is_taken_back_and_written_again(page: Page, club: Club) -> None:
    """No further round is paired until it is there again."""
    tournament = FOUR
    for number in (1, 2):
        tournament = tournament if number == 1 else next_round(tournament)
        for board in (1, 2):
            tournament = with_result(tournament, number, board, Result((12, 3)))
    begin(club, dataclasses.replace(tournament, system=System.ROUND_ROBIN, length=3))
    sign_in(page, "anne")
    expect(page.get_by_role("button", name="Apparier")).to_be_enabled()
    first = page.locator("details", has_text="Ronde 1 sur 3")
    first.locator("summary").click()
    first.get_by_role("button", name="Corriger").first.click()
    first.get_by_role("button", name="Effacer ce résultat").first.click()
    expect(page.get_by_text("Résultats manquants : 1")).to_be_visible()
    expect(page.get_by_role("button", name="Apparier")).to_be_disabled()
    for field, value in enumerate(("4", "12")):
        first.locator("form.open input").nth(field).fill(value)
    first.locator("form.open").get_by_role("button", name="Noter").click()
    expect(page.get_by_role("button", name="Apparier")).to_be_enabled()


def test_a_director_records_a_forfeit_and_lets_a_player_come_back(page: Page, club: Club) -> None:
    begin(club, TWO)
    page.on("dialog", lambda dialog: dialog.accept())
    sign_in(page, "anne")
    page.get_by_label("Forfait").select_option(label="Blaise")
    expect(page.get_by_text("forfait : Blaise")).to_be_visible()
    page.get_by_label("Un joueur s'en va").select_option(label="Blaise")
    expect(page.locator("s", has_text="Blaise")).to_be_visible()
    page.get_by_label("Un joueur revient").select_option(label="Blaise")
    expect(page.locator("s")).to_have_count(0)


@pytest.mark.parametrize("width", [360, 1280])
def test_no_control_of_a_match_is_cut_off(browser: Browser, club: Club, width: int) -> None:
    """All buttons lie within the card that holds them, with the longest of names."""
    names = ("Anne-Charlotte de Longueville-Montmorency", "Blaise")
    begin(
        club,
        with_result(next_round(of_system("Coupe", System.SWISS, names), ("grande-salle",)), 1, 1, Result((12, 7))),
    )
    with visit(browser, club.server.url, width=width, height=900) as page:
        sign_in(page, "anne")
        page.get_by_role("button", name="Corriger").click()
        expect(page.locator("#tournament .writing")).to_be_visible()
        card, *controls = page.locator("#tournament").evaluate(
            """card => [card, ...card.querySelectorAll("button, input, select")]
                .filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().toJSON())"""
        )
        assert controls
        for box in controls:
            assert card["left"] <= box["left"]
            assert box["right"] <= min(width, card["right"])


def test_rounds_are_laid_on_the_tables_in_their_natural_order() -> None:
    session = ClubSession()
    for name in ("t10", "t2", "t1", "salon"):
        session.receive(0.0, f"tablier/{name}/availability", b"online")
    assert session.present() == ("salon", "t1", "t2", "t10")


def test_spectators_see_everything_of_a_tournament_later() -> None:
    """Pairings, results and closing, and after a start the tournament that was there."""
    session = ClubSession(60.0, Programme(TWO), t=100.0)
    seen = session.spectators
    published: list[str] = []
    seen.follow(lambda name, _text: published.append(name))
    session.advance(159.0)
    assert (seen.programme, published) == (Programme(), [])
    session.advance(160.0)
    assert (seen.programme, published) == (Programme(TWO), ["tournament"])
    session.change(170.0, lambda _now: None)
    assert session.referees.programme == Programme(None, (TWO,))
    session.advance(229.0)
    assert seen.programme == Programme(TWO)
    session.advance(230.0)
    assert seen.programme == Programme(None, (TWO,))
    assert published == ["tournament", "tournament", "past"]


def test_papers_are_as_late_as_the_page(tmp_path: Path) -> None:
    """The sheet and both files, of the tournament and of closed ones."""
    club = Club(tmp_path, delay=3600.0)
    try:
        begin(club, TWO)
        club.session.change(time.monotonic(), lambda _now: None)
        begin(club, FOUR)
        for name, status in (("anne", 200), ("luc", 404)):
            with club.signed_in(name) as client:
                for paper in ("sheet", "results.csv", "standings.csv"):
                    assert client.get(paper).status_code == status
                    assert client.get(paper, params={"past": 1}).status_code == status
    finally:
        club.close()


def test_a_closed_tournament_can_be_looked_at_again(page: Page, club: Club) -> None:
    begin(club, TWO)
    club.session.change(time.monotonic(), lambda _now: None)
    page.get_by_text("Tournois passés").click()
    expect(page.locator(".past li")).to_contain_text("Coupe (24/11/2026)")
    with page.expect_popup() as opened:
        page.locator(".past").get_by_role("link", name="Feuille").click()
    expect(opened.value.locator("h1")).to_have_text("Coupe")
    with club.signed_in("luc") as luc:
        csv = luc.get("results.csv", params={"past": 1})
        assert "1,1,t2,Anne,Blaise" in csv.text
        assert "results-2026-11-24.csv" in csv.headers["content-disposition"]
        for past in ("0", "2", "-1", "x", "9" * 5000):
            assert luc.get("results.csv", params={"past": past}).status_code == 404


def test_a_sheet_says_the_date_the_round_and_who_left() -> None:
    paper = sheet(without(TWO, 2), "fr").replace("\N{NO-BREAK SPACE}", " ")
    assert "24/11/2026" in paper
    assert "Un tour de douze trous" in paper
    assert "Ronde 1 sur 1" in paper
    assert "Ont quitté le tournoi : Blaise" in paper
    assert "<s>Blaise</s>" in paper
    assert "Résultats manquants : 1" in paper


def test_pairing_does_not_stop_the_page() -> None:
    """During a long change the page still shows the tables and accepts another change; both are kept."""
    session = ClubSession(0.0, Programme(FOUR))
    done = threading.Event()

    def elsewhere() -> None:
        session.receive(1.0, "tablier/cave/availability", b"online")
        session.advance(1.0)
        session.change(1.0, lambda now: with_result(now, 1, 2, Result((12, 3))) if now else now)
        done.set()

    def slow(now: Tournament | None) -> Tournament | None:
        if not done.is_set():
            other = threading.Thread(target=elsewhere, daemon=True)
            other.start()
            other.join(LONG)
        return with_result(now, 1, 1, Result((3, 12))) if now else now

    session.change(1.0, slow)
    assert done.is_set()
    assert session.tournament is not None
    assert [match.score for match in session.tournament.rounds[0]] == [(3, 12), (12, 3)]
