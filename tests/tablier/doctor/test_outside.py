"""The doctor on sensors, speaker, brokers and page."""

from __future__ import annotations

import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from announce.access.accounts import Accounts, Role, new_account
from announce.mqtt.broker import EmbeddedBroker
from announce.voice.outputs import Loudspeaker
from simulation.devices.virtual_board import VirtualBoard
from tablier.setup.doctor import outside
from tablier.setup.doctor.finding import Finding, Health, good
from tablier.setup.doctor.speech import SAMPLES, samples, speak
from tablier.storage.files import write_private
from tablier.storage.paths import Site
from tablier.storage.settings import (
    AccessSettings,
    MqttSettings,
    PageSettings,
    SensorSettings,
    Settings,
    TableSettings,
    VoiceSettings,
)
from tests.programs import installed
from tests.tablier.doctor.findings import only
from tests.waiting import LONG, eventually

ROOT = Path(__file__).resolve().parents[3]


def on(port: str, tmp_path: Path) -> Site:
    return Site(Settings(sensors=SensorSettings(link="serial", port=port)), tmp_path)


def test_sensors_and_their_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real firmware is in order first, then has one sensor pulled off."""
    monkeypatch.setattr(outside, "ANSWERING", LONG)
    with VirtualBoard() as board:
        (well,) = outside.sensors(on(board.port, tmp_path))
        assert well.health is Health.GOOD
        assert "firmware" in well.said
        board.say("sensor 3 missing")
        # The firmware waits to be sure.
        eventually(lambda: len([*outside.sensors(on(board.port, tmp_path))]) > 1)
        _, fault = outside.sensors(on(board.port, tmp_path))
    assert (fault.health, fault.said) == (Health.WRONG, "near rail 4: nothing is connected")
    assert "wire" in fault.mend


def test_no_sensors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "ANSWERING", 0.5)
    found = only(outside.sensors(on(str(tmp_path / "none"), tmp_path)))
    assert found.health is Health.WRONG
    assert found.said.endswith("cannot open " + str(tmp_path / "none") + ": No such file or directory")
    assert only(outside.sensors(Site(Settings(), tmp_path))).health is Health.OFF


def test_speaker(tmp_path: Path) -> None:
    def player(status: int) -> tuple[str]:
        path = tmp_path / f"play{status}"
        path.write_text(f"#!/bin/sh\nexit {status}\n")
        path.chmod(0o755)
        return (str(path),)

    assert only(outside.speaker(Settings(), [player(1), player(0)])).health is Health.GOOD
    assert "cannot play" in only(outside.speaker(Settings(), [player(1)])).said
    assert only(outside.speaker(Settings(), [("no-such-player",)])).said == "no program plays sound (no-such-player)"
    assert only(outside.speaker(Settings(voice=VoiceSettings(on=False)))).health is Health.OFF


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("cat", "one.wav"), None),
        (("no-such-voice",), "no word can be spoken: the voice 'no-such-voice' cannot be started: No such file"),
        (("true",), "no word can be spoken: the voice 'true' rendered nothing"),
    ],
)
def test_a_voice_of_ones_own_is_tried(
    command: tuple[str, ...], said: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.wav").write_bytes(outside.SILENCE.wav())
    findings = outside.speaker(Settings(voice=VoiceSettings(command=command)), [("true",)])
    wrong = [finding for finding in findings if finding.health is Health.WRONG]
    assert len(wrong) == (said is not None)
    for finding in wrong:
        assert finding.said.startswith(str(said))
        assert "voice.command" in finding.mend


def broker(tmp_path: Path, **mqtt: object) -> Finding:
    return only(outside.broker(Site(Settings(mqtt=MqttSettings(**mqtt)), tmp_path)))  # type: ignore[arg-type] # by name


def test_the_brokers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert broker(tmp_path).health is Health.GOOD
    with EmbeddedBroker(tmp_path / "broker", mqtt_port=0) as other:
        assert broker(tmp_path, host=other.host, port=other.mqtt_port).health is Health.GOOD
        port = other.mqtt_port
    assert broker(tmp_path, host="127.0.0.1", port=port).said == f"127.0.0.1:{port}: Connection refused"
    unreadable = broker(tmp_path, host="127.0.0.1", password_file=str(tmp_path / "none"))
    assert "mqtt.password_file" in unreadable.said
    monkeypatch.setattr(outside, "ANSWERING", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        silent = broker(tmp_path, host="127.0.0.1", port=mute.getsockname()[1])
    assert silent.said.endswith("does not answer as a broker")


@pytest.mark.skipif(shutil.which("mosquitto") is None, reason="Mosquitto is not installed")
def test_a_broker_that_wants_a_password(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    (tmp_path / "conf").write_text(f"listener {port} 127.0.0.1\nallow_anonymous false\n")
    command = [shutil.which("mosquitto") or "", "-c", str(tmp_path / "conf")]
    mosquitto = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert mosquitto.stderr is not None
    try:
        for line in mosquitto.stderr:
            if b"running" in line:
                break
        found = broker(tmp_path, host="127.0.0.1", port=port)
    finally:
        mosquitto.kill()
        mosquitto.wait()
        mosquitto.stderr.close()
    assert "refuses: Not authorized" in found.said


def test_the_page() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert only(outside.page(Settings(page=PageSettings(port=port)))).health is Health.NOTE
    assert only(outside.page(Settings(page=PageSettings(port=port)))).health is Health.GOOD
    assert only(outside.page(Settings(page=PageSettings(on=False)))).health is Health.OFF
    assert only(outside.page(Settings(page=PageSettings(address="192.0.2.1")))).health is Health.WRONG


@pytest.mark.parametrize("text", [None, "", "no certificate"])
def test_a_page_that_cannot_be_encrypted(tmp_path: Path, text: str | None) -> None:
    """A missing, empty or wrong certificate: the table would go on without a page."""
    names = tmp_path / "table.crt", tmp_path / "table.key"
    for name in names if text is not None else ():
        name.write_text(str(text))
    certificate, key = map(str, names)
    found = only(outside.page(Settings(page=PageSettings(port=0, certificate=certificate, key=key))))
    assert found.health is Health.WRONG
    assert certificate in found.said


def certified(folder: Path, *, begin: str, end: str, mode: int = 0o600) -> Finding:
    """Return what the doctor says of a page whose certificate holds between two days, yymmdd."""
    key, request, certificate, rules = (folder / name for name in ("t.key", "t.csr", "t.crt", "ca.cnf"))
    (folder / "index").touch()
    (folder / "serial").write_text("01")
    files = f"database={folder}/index\nserial={folder}/serial\nnew_certs_dir={folder}\n"
    rules.write_text(f"[ca]\n{files}default_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n")
    new = ("req", "-new", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", request, "-subj", "/CN=table")
    sign = ("ca", "-batch", "-config", rules, "-name", "ca", "-selfsign", "-notext", "-keyfile", key, "-in", request)
    dates = ("-out", certificate, "-startdate", f"{begin}000000Z", "-enddate", f"{end}000000Z")
    for command in (new, (*sign, *dates)):
        subprocess.run((installed("openssl"), *command), check=True, capture_output=True)
    key.chmod(mode)
    return only(outside.page(Settings(page=PageSettings(port=0, certificate=str(certificate), key=str(key)))))


def test_a_certificate_must_be_valid_today_and_its_key_private(tmp_path: Path) -> None:
    """With a key that others may read the table shows no page, and browsers refuse a certificate out of its days."""
    for name, begin, end, mode, health, words in (
        ("good", "200101", "491231", 0o600, Health.GOOD, "https://"),
        ("over", "200101", "200201", 0o600, Health.WRONG, "expired"),
        ("early", "480101", "491231", 0o600, Health.WRONG, "not yet valid"),
        ("open", "200101", "491231", 0o644, Health.WRONG, "chmod 600"),
    ):
        (tmp_path / name).mkdir()
        found = certified(tmp_path / name, begin=begin, end=end, mode=mode)
        assert (found.health, words in found.said) == (health, True), found


def test_accounts_are_examined(tmp_path: Path) -> None:
    """Opened without accounts, with a file others read, with no account in it, without encryption, and well."""
    path = tmp_path / "accounts.json"
    beyond = PageSettings(address="0.0.0.0")  # noqa: S104 - what is examined
    known = AccessSettings(accounts=str(path))
    assert only(outside.access(Settings())).health is Health.OFF
    assert "account" in only(outside.access(Settings(page=beyond))).said
    assert only(outside.access(Settings(access=known))).health is Health.WRONG
    write_private(path, Accounts().text())
    assert only(outside.access(Settings(access=known))).health is Health.WRONG
    write_private(path, Accounts({"lea": new_account("lea", Role.PLAYER, "mot de passe")}).text())
    assert only(outside.access(Settings(access=known))) == good("access", "0 viewers, 1 player, 0 referees")
    assert only(outside.access(Settings(access=known, page=beyond))).health is Health.NOTE
    path.chmod(0o644)
    assert "chmod 600" in only(outside.access(Settings(access=known))).said


PLAYS = (("true",),)
MUTE = (("false",),)


def test_every_kind_has_a_sample_in_the_table_s_language() -> None:
    for language, word in (("fr", "blancs"), ("en", "White")):
        found = dict(samples(language))
        assert list(found) == list(SAMPLES)
        assert any(word in text for text in found.values())


def test_lines_not_heard_come_with_a_remedy() -> None:
    asked: list[str] = []

    def heard(kind: str, text: str) -> bool:
        asked.append(text)
        return kind != "a fault"

    settings = Settings(table=TableSettings(language="en"))
    found = list(speak(settings, Loudspeaker(PLAYS), heard))
    assert asked == [text for _, text in samples("en")]
    assert [one.said.partition(" was")[0] for one in found if one.health is Health.WRONG] == ["a fault"]
    assert all(one.mend for one in found if one.health is Health.WRONG)


def test_a_card_that_does_not_play_is_reported_once() -> None:
    (found,) = speak(Settings(), Loudspeaker(MUTE), lambda _kind, _text: True)
    assert (found.health, found.subject) == (Health.WRONG, "speaker")
