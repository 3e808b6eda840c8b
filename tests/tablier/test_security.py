"""A table is reachable only as its settings say, and secrets stay in their files."""

from __future__ import annotations

import contextlib
import json
import logging
import re
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from announce.access.accounts import Accounts, Role, new_account
from announce.mqtt.client import BrokerSettings
from announce.mqtt.publisher import MqttPublisher
from simulation.devices.mqtt_brokers import free_port, listening
from tablier.runtime.inbox import Asked, Inbox
from tablier.runtime.record import settings_to_keep
from tablier.runtime.wiring import People
from tablier.setup.doctor.problem_report import write_report
from tablier.storage.files import write_private
from tablier.storage.paths import Site, site_of
from tablier.storage.settings import SettingsError
from tablier.storage.settings_file import toml_of
from tests.waiting import LONG, eventually

WORD = "mot de passe d'ambre"
OTHER = "perle-noire-4711"
LOOPBACK, ALL = "0100007F", {"00000000", "0" * 32}
ACCOUNTS = Accounts(
    {
        one.name: one
        for one in (new_account("noe", Role.REFEREE, WORD), new_account("lea", Role.PLAYER, WORD, ["salon"]))
    }
)


class Open:
    """The page and broker of a table from a settings file, and its messages."""

    def __init__(self, folder: Path, settings: str, mqtt: int | None = None) -> None:
        self.said: list[str] = []
        self.inbox = Inbox()
        (folder / "table.toml").write_text(f'[table]\nid = "salon"\n[voice]\non = false\n{settings}')
        self.site: Site = site_of(folder / "table.toml")
        self.people = People(self.site.settings, self.site.kept, self.inbox, clock=time.monotonic, say=self.said.append)
        announced = "\n".join(self.said)
        self.page = self._port(r"Page: https?://localhost:(\d+)", announced)
        self.mqtt = mqtt or self._port(r"MQTT: \S+:(\d+)", announced)

    def _port(self, pattern: str, said: str) -> int:
        found = re.search(pattern, said)
        assert found is not None, said
        return int(found[1])

    def asked(self) -> list[tuple[str, str]]:
        """Verb and asker of everything that reached the table."""
        found = []
        while (item := self.inbox.take(0.2)) is not None:
            if isinstance(item, Asked):
                item.answer(None)
                found.append((item.verb, item.values["by"]))
        return found


@contextlib.contextmanager
def table(folder: Path, settings: str) -> Iterator[Open]:
    opened = Open(folder, settings)
    with opened.people:
        yield opened


def test_nothing_listens_beyond_this_machine_until_configured(tmp_path: Path) -> None:
    with table(tmp_path, "[page]\nport = 0\n") as opened:
        assert listening(opened.page) == listening(opened.mqtt) == {LOOPBACK}


def test_configured_but_without_accounts_it_still_does_not_and_says_why(tmp_path: Path) -> None:
    with table(tmp_path, '[page]\nport = 0\naddress = "0.0.0.0"\n[mqtt]\naddress = "0.0.0.0"\n') as opened:
        assert listening(opened.page) == listening(opened.mqtt) == {LOOPBACK}
        assert sum("tablier account add" in line for line in opened.said) == 2


def test_configured_and_with_accounts_it_does_and_nothing_is_asked_without_one(tmp_path: Path) -> None:
    """Page and broker, from the settings file to the table's inbox."""
    write_private(tmp_path / "accounts.json", Accounts(ACCOUNTS.by_name).text())
    port = free_port()
    settings = f"""
[page]
port = 0
address = "0.0.0.0"
[mqtt]
address = "0.0.0.0"
port = {port}
[access]
accounts = "accounts.json"
referees_alone = ["undo"]
"""
    with table(tmp_path, settings) as opened:
        assert listening(opened.page) <= ALL
        assert listening(opened.mqtt) <= ALL
        assert any("not encrypted" in line for line in opened.said)
        url = f"http://localhost:{opened.page}"
        pause = {"transaction": "1", "paused": True}
        with httpx.Client(base_url=url, headers={"Origin": url}, timeout=LONG) as client:
            assert client.post("/request/pause", json=pause).status_code == 401
            assert client.post("/session", json={"name": "lea", "password": WORD}).status_code == 200
            assert client.post("/request/undo", json={"transaction": "2"}).status_code == 403
            with pytest.raises(httpx.ReadTimeout):
                client.post("/request/pause", json=pause, timeout=0.5)
        refused: list[bool] = []
        nobody = BrokerSettings(port=opened.mqtt)
        with MqttPublisher("salon", nobody, on_link=lambda up, _why: refused.append(up)) as stranger:
            eventually(lambda: refused)
            assert not stranger.connected
        noe = BrokerSettings(port=opened.mqtt, user="noe", password=WORD)
        with MqttPublisher("cave", noe) as referee:
            eventually(referee._client.is_connected)
            body = json.dumps({"transaction": "3", "by": "noe"})
            referee._client.publish("tablier/salon/request/undo", body, qos=1).wait_for_publish(LONG)
            asked: list[tuple[str, str]] = []

            def both() -> bool:
                asked.extend(opened.asked())
                return len(asked) > 1

            eventually(both)
        assert asked == [("pause", "lea"), ("undo", "noe (?)")]


def test_a_password_file_that_cannot_be_used_is_said_with_its_mending(tmp_path: Path) -> None:
    """Missing, or open to others: the table is not started with an empty password."""
    settings = '[mqtt]\nhost = "127.0.0.1"\nuser = "salon"\npassword_file = "password"\n'
    with pytest.raises(SettingsError, match=r"mqtt\.password_file: .*password: there is no such file"):
        Open(tmp_path, settings)
    (tmp_path / "password").write_text(OTHER)
    (tmp_path / "password").chmod(0o644)
    with pytest.raises(SettingsError, match=r"mqtt\.password_file: .*chmod 600") as refused:
        Open(tmp_path, settings)
    assert OTHER not in str(refused.value)
    (tmp_path / "password").chmod(0o600)
    for content, wrong in ((b"caf\xe9", "password: not UTF-8 text"), (b"\nword\n", "first line is empty")):
        (tmp_path / "password").write_bytes(content)
        with pytest.raises(SettingsError, match=rf"mqtt\.password_file: .*{wrong}"):
            Open(tmp_path, settings)


def test_secrets_are_in_their_files_and_nowhere_else(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Not in the log at its loudest, not in what is said, not on the page, not in a problem report or a recording."""
    caplog.set_level(logging.DEBUG)
    write_private(tmp_path / "accounts.json", ACCOUNTS.text())
    write_private(tmp_path / "password", OTHER + "\n")
    settings = f"""
[page]
port = 0
[mqtt]
host = "127.0.0.1"
port = {free_port()}
user = "salon"
password_file = "password"
[access]
accounts = "accounts.json"
"""
    secrets = {WORD, OTHER, *(one.password for one in ACCOUNTS.by_name.values())}
    seen: list[str] = []
    with table(tmp_path, settings) as opened:
        url = f"http://localhost:{opened.page}"
        with httpx.Client(base_url=url, headers={"Origin": url}, timeout=LONG) as client:
            wrong = client.post("/session", json={"name": "lea", "password": OTHER})
            right = client.post("/session", json={"name": "lea", "password": WORD})
            secrets |= set(client.cookies.values())
            seen += [wrong.text, right.text, *(client.get(path).text for path in ("/session", "/settings.json", "/"))]
        seen += [*opened.said, repr(opened.people), repr(opened.site)]
        write_report(tmp_path / "problem.zip", opened.site, [])
        seen.append(toml_of(settings_to_keep(opened.site)))
    assert len(secrets) == 5
    with zipfile.ZipFile(tmp_path / "problem.zip") as report:
        seen += [report.read(name).decode("utf-8", "replace") for name in report.namelist()]
    seen += [record.getMessage() for record in caplog.records if not record.name.startswith("httpcore")]
    for secret in secrets:
        assert not [text[:200] for text in seen if secret in text]
    kept = {path.name for path in tmp_path.rglob("*") if path.is_file() and WORD.encode() in path.read_bytes()}
    assert kept == set()
