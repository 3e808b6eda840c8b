"""Rights to read and write: the same accounts at our own broker and at Debian's Mosquitto, by its own clients."""

from __future__ import annotations

import contextlib
import json
import stat
import subprocess
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import paho.mqtt.client as paho
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from announce.mqtt.broker import BrokerUser, EmbeddedBroker
from announce.mqtt.client import BrokerSettings
from announce.mqtt.publisher import MqttPublisher
from announce.mqtt.topics import TopicRights, account_topics, club_topics, table_topics
from announce.table_api.requests import Request
from announce.table_api.verbs import Verb
from tablier.cli.commands.account import acl_lines
from tests.announce.samples import ACCOUNTS, WORD, table_state
from tests.programs import installed, started_mosquitto
from tests.waiting import LONG, eventually

KEPT = (Verb.CORRECT, Verb.UNDO, Verb.MODE)
TABLE = "table-salon"
BODIES: dict[str, dict[str, object]] = {
    "claim": {"side": "noirs", "what": "ecole"},
    "pause": {"paused": True},
    "mode": {"mode": "score"},
    "correct": {"dice": [6, 4]},
}
HOME = {"home": TopicRights((), ("homeassistant/#",))}
"""Home Assistant's own account."""
ASKED = (*KEPT, Verb.CLAIM, Verb.PAUSE)


@dataclass
class Club:
    """A broker with accounts, and a way to remove one."""

    port: int
    remove: Callable[[str], None]
    mosquitto: bool = False


@pytest.fixture(params=["embedded", "mosquitto"])
def club(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Club]:
    with (embedded if request.param == "embedded" else mosquitto)(tmp_path) as club:
        yield club


@contextlib.contextmanager
def embedded(folder: Path) -> Iterator[Club]:
    known = dict(ACCOUNTS.by_name)

    def users() -> list[BrokerUser]:
        own = BrokerUser(TABLE, WORD, table_topics("salon"))
        return [own, *(BrokerUser(one.name, one.password, account_topics(one, KEPT)) for one in known.values())]

    with EmbeddedBroker(folder, mqtt_port=0, users=users) as broker:
        yield Club(broker.mqtt_port, known.__delitem__)


@contextlib.contextmanager
def mosquitto(folder: Path) -> Iterator[Club]:
    program = installed("mosquitto_passwd")
    passwords, rights = folder / "passwords", folder / "acl"
    passwords.touch(0o600)
    for user in (*ACCOUNTS.by_name, TABLE, "club", "home"):
        subprocess.run((program, "-b", passwords, user, WORD), check=True, capture_output=True)
    rights.write_text(
        "\n".join(acl_lines(ACCOUNTS, KEPT, {TABLE: table_topics("salon"), "club": club_topics()} | HOME)) + "\n"
    )
    rights.chmod(0o600)
    settings = ("allow_anonymous false", f"password_file {passwords}", f"acl_file {rights}")
    with started_mosquitto(folder, *settings) as broker:
        yield Club(broker.mqtt_port, lambda _name: pytest.skip("Mosquitto's accounts are its own"), mosquitto=True)


def publish(club: Club, name: str, topic: str, body: str, word: str = WORD, *more: str) -> None:
    """Publish by Mosquitto's own client, which may be refused."""
    command = (installed("mosquitto_pub"), "-p", str(club.port), "-u", name, "-P", word, "-q", "1", "-t", topic)
    with contextlib.suppress(subprocess.TimeoutExpired):
        subprocess.run((*command, "-m", body, *more), check=False, capture_output=True, timeout=LONG)


def asked_by(club: Club, name: str) -> set[str]:
    """Return the verbs that reached the table, each requested from its own client."""
    asked: list[Request] = []
    own = BrokerSettings(port=club.port, user=TABLE, password=WORD)
    with MqttPublisher("salon", own, on_request=asked.append) as table:
        eventually(lambda: table.connected)
        for verb in ASKED:
            publish(
                club, name, f"tablier/salon/request/{verb}", json.dumps({"transaction": verb, **BODIES.get(verb, {})})
            )
        # A broker delivers in order: once the referee's own request is there, none before it is on its way.
        publish(club, "noe", "tablier/salon/request/claim", json.dumps({"transaction": "last", **BODIES["claim"]}))
        eventually(lambda: any(request.transaction == "last" for request in asked))
        return {request.verb.value for request in asked if request.transaction != "last"}


@pytest.mark.parametrize(
    ("name", "allowed"),
    [("vera", set()), ("max", set()), ("lea", {"claim", "pause"}), ("noe", set(ASKED))],
)
def test_requests_reach_the_table_only_from_whom_the_rights_allow(club: Club, name: str, allowed: set[str]) -> None:
    """A viewer, another table's player, this one's player and the referee, for whom the table keeps three verbs."""
    assert asked_by(club, name) == allowed


def test_nobody_comes_in_without_his_password(club: Club) -> None:
    refused: list[str] = []
    for user, password in ((None, None), ("noe", None), ("noe", "guessed"), ("nobody", WORD)):
        own = BrokerSettings(port=club.port, user=user, password=password)
        with MqttPublisher("salon", own, on_link=lambda up, why: refused.append(f"{up} {why}")) as stranger:
            eventually(lambda: refused)
            assert not stranger.connected
            assert refused.pop().startswith(f"False refused at 127.0.0.1:{club.port} (Not authorized")


def test_nobody_but_the_table_says_what_the_table_says(club: Club) -> None:
    """Only the table may send its state, answers and last will; no client hears others' requests."""
    own = BrokerSettings(port=club.port, user=TABLE, password=WORD)
    with MqttPublisher("salon", own) as table, Listener(club, "noe", "tablier/#", "tablier/salon/#") as all_:
        eventually(lambda: table.connected)
        table.publish_state(table_state())
        with (
            Listener(club, "vera", "tablier/salon/state") as viewer,
            Listener(club, "lea", "tablier/salon/request/+") as spy,
        ):
            eventually(lambda: viewer.received)
            for name in ("vera", "lea", "noe"):
                for end in ("state", "availability", "announcement", "response/undo", "display"):
                    publish(club, name, f"tablier/salon/{end}", "forged", WORD, "-r")
            publish(club, "noe", "tablier/salon/request/pause", json.dumps({"transaction": "p", "paused": True}))
            publish(club, TABLE, "tablier/cave/state", "forged")
            publish(club, TABLE, "tablier/salon/request/pause", json.dumps({"transaction": "q", "paused": True}))
            time.sleep(0.3)
            assert not any(payload == "forged" for _, payload in (*viewer.received, *all_.received))
            assert spy.received == []
    assert not any("/request/" in topic for topic, _ in all_.received)


def test_a_table_writes_no_discovery_but_its_own(club: Club) -> None:
    """Home Assistant would take up a device that another table, or a person, invents for it."""
    if not club.mosquitto:
        pytest.skip("at the embedded broker nobody but the table and people are let in, and nobody reads discovery")
    own = "homeassistant/sensor/tablier_salon/turn/config"
    others = ("homeassistant/sensor/tablier_cave/turn/config", "homeassistant/switch/lamp/config", f"{own}/more")
    for user in (TABLE, "noe", "lea"):
        for topic in (own, *others):
            publish(club, user, topic, user, WORD, "-r")
    with Listener(club, "home", "homeassistant/#") as home:
        eventually(lambda: home.received)
        time.sleep(0.3)
        assert home.received == [(own, TABLE)]


def test_a_clubs_own_account_hears_every_table_and_calls_the_referee_off(club: Club) -> None:
    """It reads what tables show, and asks for pictures, missed announcements and the end of a call; no more."""
    if not club.mosquitto:
        pytest.skip("a club has a broker of its own")
    asked: list[str] = []
    own = BrokerSettings(port=club.port, user=TABLE, password=WORD)
    with MqttPublisher("salon", own, on_call=lambda side: asked.append(str(side))) as table:
        eventually(lambda: table.connected)
        table.publish_state(table_state())
        with Listener(club, "club", "tablier/+/state", "tablier/+/response/snapshot") as registry:
            eventually(lambda: registry.received)
            publish(club, "club", "tablier/salon/request/snapshot", '{"transaction": "s"}')
            eventually(lambda: len(registry.received) == 2)
        publish(club, "club", "tablier/salon/request/call", '{"transaction": "c", "side": "noirs", "over": true}')
        eventually(lambda: asked == ["None"])
        publish(club, "club", "tablier/salon/request/undo", '{"transaction": "u"}')
        time.sleep(0.3)
        assert asked == ["None"]


def test_a_removed_account_is_disconnected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own broker disconnects it at once, and keeps the others."""
    monkeypatch.setattr("announce.mqtt.broker.LOOK", 0.2)
    with (
        embedded(tmp_path) as club,
        Listener(club, "lea", "tablier/salon/state") as lea,
        Listener(club, "vera", "tablier/salon/state") as vera,
    ):
        club.remove("lea")
        eventually(lambda: lea.refused)
        assert not vera.refused
        assert vera.client.is_connected()


def test_the_brokers_own_file_is_for_its_user_alone(tmp_path: Path) -> None:
    with embedded(tmp_path):
        assert stat.S_IMODE((tmp_path / "nats.conf").stat().st_mode) == 0o600


class Listener:
    """A listening client that the broker may refuse."""

    def __init__(self, club: Club, name: str, *topics: str) -> None:
        self.received: list[tuple[str, str]] = []
        self.refused: list[str] = []
        answered = threading.Event()
        self.client = paho.Client(CallbackAPIVersion.VERSION2, f"{name}-{uuid.uuid4().hex[:8]}")
        self.client.username_pw_set(name, WORD)
        self.client.on_connect = lambda client, _data, _flags, reason, _props: (
            self.refused.append(str(reason))
            if reason.is_failure
            else client.subscribe([(topic, 1) for topic in topics])
        )
        self.client.on_subscribe = lambda *_: answered.set()
        self.client.on_message = lambda _client, _data, message: self.received.append(
            (message.topic, message.payload.decode())
        )
        self.client.connect_async("127.0.0.1", club.port)
        self.client.loop_start()
        assert answered.wait(LONG)

    def __enter__(self) -> Listener:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.disconnect()
        self.client.loop_stop()
