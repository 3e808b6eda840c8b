"""The club's page as people have it: a real broker, real tables, a real browser, real requests."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

from announce.access import Accounts, Door, Role, new_account
from announce.club.app import create_club
from announce.club.evening import Evening
from announce.club.tournament import System, of_system, paired
from announce.mqtt import BrokerSettings, MqttPublisher
from announce.page import PageServer
from announce.phrases import announcements
from referee.rulings import FaultRuled, Window
from referee.state import Mode, Phase
from rules.fault import Fault, FaultName
from rules.position import Side
from tablier.club import Tables
from tests.announce.brokers import Mosquitto, Watcher, installed
from tests.announce.page.table import JPEG
from tests.announce.states import BACKGAMMON, table_state
from tests.browsing import visit
from tests.waiting import eventually

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

PASSWORD = "douze-trous-bredouille"  # noqa: S105 - of nobody


class Club:
    """A club with its broker, its page, and a referee's and a viewer's account."""

    def __init__(self, folder: Path, delay: float = 0.0) -> None:
        self.broker = Mosquitto(folder, "allow_anonymous true")
        self.kept: list[object] = []
        self.evening = Evening(delay, keep=self.kept.append)
        people = (("anne", Role.REFEREE), ("luc", Role.VIEWER), ("paul", Role.PLAYER))
        accounts = Accounts({name: new_account(name, role, PASSWORD) for name, role in people})
        self.tables = Tables(BrokerSettings(port=self.broker.mqtt_port), self.evening, lambda _said: None)
        page = create_club(
            "Clermont",
            self.evening,
            door=Door("club", lambda: accounts, guests=True),
            answered=self.tables.answered,
            evidence=self.tables.picture,
        )
        self.server = PageServer(page, port=0)
        self._over = threading.Event()
        self._beat = threading.Thread(target=self._advance)
        self._beat.start()

    def _advance(self) -> None:
        while not self._over.wait(0.05):
            self.evening.advance(time.monotonic())

    def table(self, name: str) -> MqttPublisher:
        return MqttPublisher(name, BrokerSettings(port=self.broker.mqtt_port), evidence={"1-7-before": JPEG}.get)

    @contextmanager
    def signed_in(self, name: str) -> Iterator[httpx.Client]:
        """Somebody's browser, as far as HTTP goes."""
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
    with club.table("cave") as cave, club.table("salon") as salon:
        cave.publish_state(table_state())
        salon.publish_state(BACKGAMMON)
        card = page.locator(".table-card", has_text="salon")
        expect(card.locator(".side strong")).to_have_text(["3", "6"])
        card.click()
        expect(page.locator("#opened .cube text")).to_have_text("4")


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
        (told,) = announcements(FaultRuled("7", 2.0, 3, fault, Side.BLANCS, Window.CLOSED, "7"), mode=Mode.REFEREE)
        cave.announce(dataclasses.replace(told, evidence=("1-7-before", "1-7-after")))
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
    assert club.evening.tournament is not None
    assert club.evening.tournament.over
    assert club.kept[-1] == club.evening.tournament
    with club.signed_in("luc") as luc:
        assert "1,1,cave,Anne,Blaise,12,7" in luc.get("results.csv").text
        assert "1,Anne,1,0,5,1" in luc.get("standings.csv").text
        assert "<td>12-7</td>" in luc.get("sheet?language=en").text
        assert luc.get("sheet?language=xx").status_code == 404


def test_only_a_referee_changes_anything(club: Club) -> None:
    """A guest, a viewer and a player may look on."""
    asked = [
        ("tournament", {"name": "Coupe", "system": "swiss", "players": ["Anne", "Blaise"]}),
        ("tournament/round", {}),
        ("tournament/score", {"round": 1, "board": 1, "score": [12, 7]}),
        ("tournament/left", {"player": 1}),
        ("tournament/end", {}),
        ("call/cave", {}),
    ]
    for name, status in (("", 401), ("luc", 403), ("paul", 403), ("anne", 200)):
        with club.signed_in(name) as client:
            assert {client.post(path, json=body).status_code for path, body in asked} == {status}
    assert len(club.kept) == 5


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
        assert anne.post("tournament/score", json={"round": 1, "board": 1, "score": [1, 2]}).status_code == 400
        kept = list(club.kept)
        elsewhere = {"Origin": "http://elsewhere.example"}
        assert anne.post("tournament/end", json={}, headers=elsewhere).status_code == 403
    assert club.kept == kept


def test_what_cannot_be_kept_is_not_shown() -> None:
    """A full disk: the tournament stands as before."""

    def full(_tournament: object) -> None:
        raise OSError(28, "No space left on device")

    evening = Evening(0.0, paired(of_system("Coupe", System.SWISS, ("Anne", "Blaise"))), full)
    before = evening.tournament
    with pytest.raises(OSError, match="No space"):
        evening.change(lambda _now: None)
    assert evening.tournament is before


def test_spectators_are_shown_later_than_referees(tmp_path: Path) -> None:
    club = Club(tmp_path, delay=3600.0)
    try:
        with club.table("cave") as cave:
            cave.publish_state(table_state())
            heard: list[str] = []
            eventually(lambda: "cave" in club.evening.referees.hall.tables)
            assert json.loads(club.evening.spectators.follow(lambda name, _text: heard.append(name)))["tables"] == []
            assert json.loads(club.evening.referees.follow(lambda _name, _text: None))["tables"][0]["id"] == "cave"
            cave.publish_state(dataclasses.replace(table_state(), throw=77))
            eventually(lambda: (club.evening.referees.hall.tables["cave"].state or {}).get("throw") == 77)
            assert heard == []
    finally:
        club.close()


def test_how_it_is_with_the_broker_is_said_once(tmp_path: Path) -> None:
    """One that is not there yet, one that wants another password, one that takes us, and goes."""
    said: list[str] = []
    passwords = tmp_path / "passwords"
    passwords.touch(0o600)
    subprocess.run((installed("mosquitto_passwd"), "-b", passwords, "club", PASSWORD), check=True, capture_output=True)
    with Mosquitto(tmp_path, "allow_anonymous false", f"password_file {passwords}") as broker:
        for password, told in (("wrong", "refuses: Not authorized; it is asked again"), (PASSWORD, "is reached")):
            known = BrokerSettings(port=broker.mqtt_port, user="club", password=password)
            with Tables(known, Evening(), said.append):
                eventually(lambda: said)
                time.sleep(1.5)
            assert said == [f"MQTT: 127.0.0.1:{broker.mqtt_port} {told}"]
            said.clear()
    with Tables(BrokerSettings(port=broker.mqtt_port), Evening(), said.append):
        eventually(lambda: said)
    assert said == [f"MQTT: 127.0.0.1:{broker.mqtt_port} is not there; it is looked for"]
