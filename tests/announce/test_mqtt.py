"""The table on real brokers: our own and Debian's Mosquitto."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from announce.mqtt.broker import EmbeddedBroker
from announce.mqtt.client import BrokerSettings, BrokerSettingsError
from announce.mqtt.publisher import MqttPublisher
from announce.phrases.refused import Refused
from announce.table_api.api import TableApi
from announce.table_api.requests import Request
from announce.table_api.verbs import InvalidTableId, Verb
from announce.table_api.view import TableFacts
from events.state import Mode
from rules.position import Position
from simulation.devices.mqtt_brokers import Mosquitto, Watcher, free_port, kill
from tests.announce.samples import announcements, marked, table_state
from tests.programs import crash, installed, started_mosquitto
from tests.waiting import eventually


def at(broker: EmbeddedBroker | Mosquitto) -> BrokerSettings:
    return BrokerSettings(host=broker.host, port=broker.mqtt_port)


def telling(n: int) -> str:
    return f"m{n}"


def announce(publisher: MqttPublisher, n: int) -> None:
    publisher.announce(announcements(marked(points=4, n=telling(n)), mode=Mode.REFEREE)[0])


def seen(watcher: Watcher) -> list[str]:
    """The announcements seen, each once, in the order they first came."""
    return list(dict.fromkeys(one["id"] for one in watcher.on("/announcement")))


def test_a_late_client_finds_everything_that_is_retained(broker: EmbeddedBroker | Mosquitto) -> None:
    with MqttPublisher("salon", at(broker), discovery=True) as publisher:
        publisher.publish_state(table_state(), TableFacts(muted=True))
        with Watcher(broker.mqtt_port, "tablier/salon/#") as early:
            eventually(lambda: early.on("/display"))
        with Watcher(broker.mqtt_port, "tablier/salon/#", "homeassistant/#") as late:
            eventually(lambda: late.on("/display") and late.on("/state") and late.on("/availability"))
            eventually(lambda: len({topic for topic, _, _ in late.messages if topic.endswith("/config")}) == 6)
            retained_topics = {f"tablier/salon/{name}" for name in ("availability", "state", "display")}
            assert set(late.on("/availability")) == {"online"}
            assert late.on("/state")[0]["score"]["blancs"]["trous"] == 3
            assert late.on("/state")[0]["muted"] is True
            assert late.on("/display")[0]["lines"][2] == "> Blancs 6-4"
            assert {topic for topic, _, retained in late.messages if retained} >= retained_topics
            publisher.close()
            publisher.close()
            eventually(lambda: late.on("/availability")[-1] == "offline")


def test_a_referee_is_called_until_he_has_come(broker: EmbeddedBroker | Mosquitto) -> None:
    """This state and the next say so, without any work of the table's loop."""
    asked: list[Request] = []
    with (
        MqttPublisher("salon", at(broker), on_request=asked.append) as publisher,
        Watcher(broker.mqtt_port, "tablier/salon/#") as watcher,
    ):
        publisher.publish_state(table_state())
        eventually(lambda: publisher.connected)
        watcher.ask("salon", "call", transaction="1", side="noirs")
        eventually(lambda: [one["ok"] for one in watcher.on("/response/call")] == [True])
        publisher.publish_state(table_state(), TableFacts(paused=True))
        eventually(lambda: watcher.on("/state")[-1]["paused"])
        assert watcher.on("/state")[-1]["called"] == "noirs"
        watcher.ask("salon", "call", transaction="2", side="noirs", over=True)
        eventually(lambda: watcher.on("/state")[-1]["called"] is None)
        assert asked == []


def test_a_table_that_dies_is_known_to_be_gone(broker: EmbeddedBroker | Mosquitto) -> None:
    """A killed real process leaves its last will."""
    program = (
        "from announce.mqtt.client import BrokerSettings; from announce.mqtt.publisher import MqttPublisher\n"
        "import time\n"
        f"MqttPublisher('salon', BrokerSettings(port={broker.mqtt_port})); time.sleep(60)"
    )
    with Watcher(broker.mqtt_port, "tablier/salon/#") as watcher:
        table = subprocess.Popen((sys.executable, "-c", program))
        eventually(lambda: watcher.on("/availability")[-1:] == ["online"])
        kill(table.pid)
        table.wait()
        eventually(lambda: watcher.on("/availability")[-1:] == ["offline"])


def test_nothing_is_lost_nor_doubled_when_the_broker_dies_mid_game(broker: EmbeddedBroker | Mosquitto) -> None:
    """Forty announcements around a broker killed and restarted, seen by a client that keeps its session.

    QoS 1 may deliver one twice: its id says that it is the same one.
    """
    links: list[str] = []
    with (
        MqttPublisher("salon", at(broker), on_link=lambda _up, why: links.append(why)) as publisher,
        Watcher(broker.mqtt_port, "tablier/salon/#") as watcher,
    ):
        eventually(lambda: publisher.connected)
        for n in range(20):
            announce(publisher, n)
        eventually(lambda: len(watcher.on("/announcement")) == 20)
        crash(broker)
        eventually(lambda: len(links) == 2)
        for n in range(20, 30):
            announce(publisher, n)
        publisher.publish_state(table_state(throw=8))
        eventually(lambda: publisher.connected and watcher.client.is_connected())
        for n in range(30, 40):
            announce(publisher, n)
        eventually(lambda: telling(39) in seen(watcher))
        assert seen(watcher) == list(map(telling, range(40)))
        eventually(lambda: watcher.on("/state")[-1]["throw"] == 8)
        eventually(lambda: watcher.on("/availability")[-1] == "online")
    assert links == ["connected", f"lost at 127.0.0.1:{broker.mqtt_port}", "connected"]


def test_a_request_is_answered_with_its_transaction_and_acted_on_once(broker: EmbeddedBroker | Mosquitto) -> None:
    asked: list[Request] = []
    with (
        MqttPublisher("salon", at(broker), on_request=asked.append) as publisher,
        Watcher(broker.mqtt_port, "tablier/salon/response/+") as asker,
    ):
        eventually(lambda: publisher.connected)
        asker.ask("salon", "claim", transaction="t1", side="noirs", what="ecole", by="Noé")
        eventually(lambda: asked)
        assert asked == [Request(Verb.CLAIM, "t1", "Noé (?)", {"side": "noirs", "what": "ecole"})]
        asker.ask("salon", "claim", transaction="t1", side="noirs", what="ecole")
        asker.ask("salon", "undo", transaction="t2")
        eventually(lambda: len(asked) == 2)  # so t1 has come again, and nobody has answered it yet
        assert asked[1] == Request(Verb.UNDO, "t2", "", {})
        publisher.answer(asked[0])
        eventually(lambda: asker.on("/claim"))
        asker.ask("salon", "claim", transaction="t1", side="noirs", what="ecole")
        eventually(lambda: len(asker.on("/claim")) == 2)
        assert asker.on("/claim") == [{"transaction": "t1", "ok": True}] * 2
        refused = Refused("undo: throw: none was made yet", "nothing_to_undo")
        publisher.answer(asked[1], error=refused)
        eventually(lambda: asker.on("/undo"))
        assert asker.on("/undo")[0] == {
            "transaction": "t2",
            "ok": False,
            "error": "undo: throw: none was made yet",
            "text": {"fr": "il n'y a aucun coup à annuler", "en": "there is no throw to take back"},
        }
        asker.ask("salon", "mode", transaction="t3", mode="loud")
        eventually(lambda: asker.on("/mode"))
        assert asker.on("/mode")[0]["transaction"] == "t3"
        assert 'mode: "loud", expected one of score' in asker.on("/mode")[0]["error"]
        asker.ask("salon", "dance", transaction="t5")
        eventually(lambda: asker.on("/dance"))
        assert asker.on("/dance")[0]["transaction"] == "t5"
        assert "unknown verb" in asker.on("/dance")[0]["error"]
        for verb in ("", "No-Verb", "a" * 99):
            asker.client.publish(f"tablier/salon/request/{verb}", "{}", qos=1)
        asker.ask("salon", "pause", transaction="t4", paused=True)
        eventually(lambda: len(asked) == 3)


def test_a_retained_request_is_not_made_again_at_every_connect(broker: EmbeddedBroker | Mosquitto) -> None:
    asked: list[Request] = []
    with Watcher(broker.mqtt_port, "tablier/salon/#") as asker:
        body = json.dumps({"transaction": "t1"})
        asker.client.publish("tablier/salon/request/undo", body, qos=1, retain=True)
        eventually(lambda: asker.on("/undo"))
        with MqttPublisher("salon", at(broker), on_request=asked.append) as publisher:
            eventually(lambda: publisher.connected)
            asker.ask("salon", "pause", transaction="t2", paused=True)
            eventually(lambda: asked)
    assert [request.verb for request in asked] == [Verb.PAUSE]


def test_a_snapshot_asked_for_before_there_is_a_state_comes_with_the_first() -> None:
    """A reader in the table's first instant does not get an empty table."""
    api = TableApi("salon")
    answers: list[dict[str, Any]] = []
    api.ask("snapshot", b'{"transaction":"s"}', lambda text: answers.append(json.loads(text)))
    assert answers == []
    api.publish_state(table_state())
    assert answers[0]["data"]["state"]["score"]["blancs"]["trous"] == 3


def test_a_snapshot_brings_the_state_the_last_throws_and_the_last_words(broker: EmbeddedBroker | Mosquitto) -> None:
    with (
        MqttPublisher("salon", at(broker)) as publisher,
        Watcher(broker.mqtt_port, "tablier/salon/response/+") as asker,
    ):
        eventually(lambda: publisher.connected)
        for throw in (1, 2, 2, 3):
            publisher.publish_state(table_state(throw=throw, points=2 * throw))
            announce(publisher, throw)
        asker.ask("salon", "snapshot", transaction="s")
        eventually(lambda: asker.on("/snapshot"))
        data = asker.on("/snapshot")[0]["data"]
        assert data["state"]["throw"] == 3
        assert [state["throw"] for state in data["history"]] == [1, 2, 3]
        assert [one["id"] for one in data["announcements"]] == ["m1", "m2", "m2", "m3"]


def test_throws_that_were_taken_back_are_no_longer_history() -> None:
    api = TableApi("salon")
    for throw in (1, 2, 3, 4, 2):
        api.publish_state(table_state(throw=throw))
    history = json.loads(api.follow(lambda _name, _text: None))["history"]
    assert [state["throw"] for state in history] == [1, 2]


def test_only_the_last_throw_keeps_its_plays_in_words() -> None:
    """What may be played now is said in full; of throws before, the moves alone are kept."""
    api = TableApi("salon")
    for throw in (1, 2):
        api.publish_state(dataclasses.replace(table_state(Mode.LESSON, throw=throw), position=Position.start()))
    first, last = json.loads(api.follow(lambda _name, _text: None))["history"]
    assert first["plays"] == last["plays"]
    assert first["plays_in_words"] is None
    assert last["plays_in_words"]["en"] == [
        "From the talon to point four and from the talon to point six",
        "One man, from the talon to point ten",
    ]


def test_several_tables_live_on_one_broker(broker: EmbeddedBroker | Mosquitto) -> None:
    """Even two of the same name do not throw each other off: client ids are unique."""
    with (
        MqttPublisher("un", at(broker)) as one,
        MqttPublisher("deux", at(broker)) as two,
        MqttPublisher("deux", at(broker)) as again,
        Watcher(broker.mqtt_port, "tablier/+/announcement") as watcher,
    ):
        eventually(lambda: one.connected and two.connected and again.connected)
        for publisher in (one, two, again):
            announce(publisher, 1)
        eventually(lambda: len(watcher.messages) == 3)
        assert sorted(topic.split("/")[1] for topic, _, _ in watcher.messages) == ["deux", "deux", "un"]


def test_an_absent_broker_costs_nothing_and_is_announced_once() -> None:
    links: list[tuple[bool, str]] = []
    port = free_port()
    with MqttPublisher("salon", BrokerSettings(port=port), on_link=lambda up, why: links.append((up, why))) as alone:
        for n in range(50):
            announce(alone, n)
            alone.publish_state(table_state(throw=n))
        eventually(lambda: links)
        assert "down" in repr(alone)
    assert links == [(False, f"no broker at 127.0.0.1:{port}")]


def test_impossible_broker_settings_are_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(InvalidTableId):
        MqttPublisher("a/b", BrokerSettings())
    with pytest.raises(BrokerSettingsError, match="port 0"):
        MqttPublisher("salon", BrokerSettings(port=0))
    with pytest.raises(BrokerSettingsError, match=r"host 'a\.\.b'"):
        MqttPublisher("table", BrokerSettings(host="a..b"))
    with pytest.raises(BrokerSettingsError, match=r"nothing\.pem"):
        MqttPublisher("salon", BrokerSettings(tls=True, ca_file=tmp_path / "nothing.pem"))
    assert "hunter2" not in repr(BrokerSettings(user="a", password="hunter2"))  # noqa: S106 - not a secret


# paho leaves the socket of a failed handshake to the garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_broker_is_reached_by_tls_and_only_if_its_certificate_is_trusted(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    new = (installed("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2")
    name = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    subprocess.run((*new, "-keyout", key, "-out", certificate, *name), check=True, capture_output=True)
    settings = ("allow_anonymous true", f"certfile {certificate}", f"keyfile {key}")
    with started_mosquitto(tmp_path, *settings) as club:
        trusted = BrokerSettings(host="localhost", port=club.mqtt_port, tls=True, ca_file=certificate)
        with MqttPublisher("salon", trusted) as publisher:
            eventually(lambda: publisher.connected)
        failed: list[str] = []
        stranger = BrokerSettings(host="localhost", port=club.mqtt_port, tls=True)
        with MqttPublisher("salon", stranger, on_link=lambda _up, why: failed.append(why)) as publisher:
            eventually(lambda: failed)
            assert not publisher.connected
