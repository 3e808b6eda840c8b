"""The doctor on the machine: power, heat, disk, journal, programs."""

from __future__ import annotations

import importlib.metadata
import shutil
from pathlib import Path

import pytest

from tablier.setup.doctor import machine
from tablier.setup.doctor.finding import Health
from tablier.storage.journal import Journal
from tests.tablier.doctor.findings import by_subject, only


@pytest.mark.parametrize(
    ("bits", "power", "heat"),
    [
        ("0", Health.GOOD, Health.GOOD),
        ("50005", Health.WRONG, Health.WRONG),
        ("50000", Health.WRONG, Health.NOTE),
        ("80008\n", Health.GOOD, Health.WRONG),
        ("80000", Health.GOOD, Health.NOTE),
    ],
)
def test_power_and_heat_of_a_pi(tmp_path: Path, bits: str, power: Health, heat: Health) -> None:
    """The firmware's bits as the kernel shows them: 0 and 16 voltage, 1 to 3 and 17 to 19 slowed down."""
    folder = tmp_path / "sys/devices/platform/soc/soc:firmware"
    folder.mkdir(parents=True)
    (folder / "get_throttled").write_text(bits)
    found = by_subject(machine.power(tmp_path))
    if heat is Health.WRONG and bits.startswith("5"):
        assert "now" in found["power"].said
    assert (found["power"].health, found["heat"].health) == (power, heat)


def test_power_by_the_voltage_alarm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    folder = tmp_path / "sys/class/hwmon/hwmon1"
    folder.mkdir(parents=True)
    (folder / "name").write_text("rpi_volt\n")
    (folder / "in0_lcrit_alarm").write_text("1\n")
    assert by_subject(machine.power(tmp_path))["power"].health is Health.WRONG
    (folder / "in0_lcrit_alarm").write_text("0\n")
    assert by_subject(machine.power(tmp_path))["power"].health is Health.GOOD
    (folder / "name").write_text("cpu_thermal\n")
    assert only(machine.power(tmp_path)).health is Health.OFF


@pytest.mark.parametrize(
    ("script", "health"),
    [
        ("echo throttled=0x50000", Health.WRONG),
        ("echo throttled=0x0", Health.GOOD),
        ("echo VCHI initialization failed; exit 255", Health.OFF),
    ],
)
def test_power_by_vcgencmd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, health: Health) -> None:
    program = tmp_path / "vcgencmd"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert next(iter(machine.power(tmp_path))).health is health


@pytest.mark.parametrize(
    ("free", "health"), [(100 << 20, Health.WRONG), (500 << 20, Health.NOTE), (9 << 30, Health.GOOD)]
)
def test_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, health: Health) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr("shutil.disk_usage", lambda _path: usage._replace(free=free))
    assert only(machine.disk(tmp_path / "not" / "yet")).health is health


def test_a_disk_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> object:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    found = only(machine.disk(tmp_path))
    assert found.health is Health.WRONG
    assert found.said == f"{tmp_path}: Read-only file system"


def test_errors_of_the_program_are_noted(tmp_path: Path) -> None:
    assert list(machine.problems(tmp_path / "none")) == []
    for number in (9, 10):
        (tmp_path / f"problem-{number}.txt").write_text(f"Frame\n\nTraceback\nKeyError: {number}\n")
    found = only(machine.problems(tmp_path))
    assert found.health is Health.NOTE
    assert "2 errors" in found.said
    assert "KeyError: 10" in found.said


def test_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    assert list(machine.journal(path)) == []
    with Journal(path) as journal:
        journal.start(1.0, "{}")
        assert "is whole: 1 game," in only(machine.journal(path)).said
        journal.add([(1.0, "act", "as it was written")])
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"as it was written", b"as it was spoilt."))
    assert "an entry of game 1 is not as it was written" in only(machine.journal(path)).said
    path.write_bytes(b"no journal" * 500)
    assert only(machine.journal(path)).health is Health.WRONG
    assert path.read_bytes() == b"no journal" * 500


def test_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert only(machine.programs()).health is Health.GOOD
    version = importlib.metadata.version
    monkeypatch.setattr("importlib.metadata.version", lambda name: "4.14" if name == "opencv-python" else version(name))
    assert "opencv-python lies over" in only(machine.programs()).said

    def gone(name: str) -> str:
        if name == "paho-mqtt":
            raise importlib.metadata.PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr("importlib.metadata.version", gone)
    assert only(machine.programs()).said.endswith("missing: paho-mqtt")
