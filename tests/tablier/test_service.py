"""The service: its reports to systemd, its unit and its log."""

from __future__ import annotations

import io
import logging
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablier.cli import main
from tablier.runtime.logs import LineFormatter, log_to
from tablier.runtime.watchdog import ServiceManager
from tablier.setup.service import UNITS, USERS, NoService, files
from tests.tablier.running import Running
from tests.waiting import eventually

ANALYZE = shutil.which("systemd-analyze") or ""
WORST_EXPOSURE = 2.0
"""Of ten; a camera, a serial line, sound and a network are needed."""


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.setblocking(False)
        yield line


def messages_on(line: socket.socket) -> list[str]:
    words = []
    while True:
        try:
            words.append(line.recv(100).decode())
        except BlockingIOError:
            return words


def test_a_sign_of_life_every_fourth_of_the_time_allowed(manager: socket.socket, tmp_path: Path) -> None:
    now = [0.0]
    announced = ServiceManager(
        {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "40000000"}, clock=lambda: now[0]
    )
    announced.ready()
    for second in range(25):
        now[0] = float(second)
        announced.alive()
    announced.stopping()
    assert messages_on(manager) == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1", "STOPPING=1"]


def test_a_table_tells_its_manager_that_it_is_ready_alive_and_ending(
    manager: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The real program: a sign of life comes from its own loop."""
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "400000")
    (tmp_path / "table.toml").write_text(
        '[camera]\nsource = "none"\n[voice]\non = false\n[page]\non = false\n[table]\nlanguage = "en"\n'
    )
    with Running(tmp_path, "play", "--settings", "table.toml") as running:
        running.until("Ready.")
        announced: list[str] = []

        def alive() -> bool:
            announced.extend(messages_on(manager))
            return announced.count("WATCHDOG=1") > 1

        eventually(alive)
        assert running.terminate() == 0
    announced += messages_on(manager)
    assert announced[0] == "READY=1"
    assert announced[-1] == "STOPPING=1"


def test_nobody_to_tell_is_no_trouble(tmp_path: Path) -> None:
    for environment in ({}, {"NOTIFY_SOCKET": str(tmp_path / "gone"), "WATCHDOG_USEC": "x"}):
        announced = ServiceManager(environment)
        announced.ready()
        announced.alive()


def test_an_abstract_address(tmp_path: Path) -> None:
    name = f"tablier-test-{tmp_path.name}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind("\0" + name)
        line.setblocking(False)
        ServiceManager({"NOTIFY_SOCKET": f"@{name}"}).ready()
        assert messages_on(line) == ["READY=1"]


def test_the_unit_is_for_this_program_and_these_settings() -> None:
    described = files(Path("/srv/board/table.toml"), Path("/opt/tablier/.venv/bin/tablier"))
    unit = described[UNITS]
    assert "ExecStart=/opt/tablier/.venv/bin/tablier play --settings /srv/board/table.toml\n" in unit
    assert "ReadWritePaths=/srv/board\n" in unit
    assert "ProtectHome=yes\n" in unit
    assert not re.search(r"@(program|settings|folder|home|documentation)@", "".join(described.values()))
    assert "m tablier video\n" in described[USERS]
    at_home = files(Path("/srv/board/table.toml"), Path("/home/pi/tablier/.venv/bin/tablier"))
    assert "ProtectHome=read-only\n" in at_home[UNITS]


@pytest.mark.parametrize("path", ["/a b/table.toml", "/a\n/table.toml", "table.toml", "/50%/table.toml", '/"/t.toml'])
def test_a_name_that_a_unit_cannot_hold_is_refused(path: str) -> None:
    with pytest.raises(NoService, match="expected an absolute path"):
        files(Path(path), Path("/usr/bin/tablier"))


@pytest.mark.skipif(not ANALYZE, reason="systemd-analyze is not here")
def test_systemd_takes_the_unit_and_finds_it_locked_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["service", "--install", "--root", str(tmp_path), "--settings", "/var/lib/tablier/table.toml"]) == 0
    assert "systemctl enable" in capsys.readouterr().out
    unit = tmp_path / UNITS
    verified = subprocess.run([ANALYZE, "verify", unit], capture_output=True, text=True, check=False)
    assert (verified.stdout, verified.stderr, verified.returncode) == ("", "", 0)
    security = subprocess.run(
        [ANALYZE, "security", "--offline=true", "--no-pager", unit],
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    exposure = re.search(r"Overall exposure level for \S+: ([\d.]+)", security)
    assert exposure is not None
    assert float(exposure[1]) <= WORST_EXPOSURE


def record(level: int, words: str, name: str = "tablier.devices.camera") -> logging.LogRecord:
    return logging.LogRecord(name, level, "", 0, words, (), None)


def test_a_line_of_the_log() -> None:
    assert re.fullmatch(
        r"\d\d:\d\d:\d\d warning camera: gone", LineFormatter(managed=False).format(record(logging.WARNING, "gone"))
    )
    assert LineFormatter(managed=True).format(record(logging.ERROR, "a\nb")) == "<3>camera: a\n<3>b"
    assert LineFormatter(managed=True).format(record(logging.INFO, "served", "uvicorn.error")) == "<6>uvicorn: served"


def test_a_level_to_turn_up() -> None:
    logger = logging.getLogger("tablier.devices.camera")
    for level, lines in (("error", 0), ("warning", 1), ("info", 2), ("debug", 3)):
        to = io.StringIO()
        log_to(to, level, {})
        logger.warning("one")
        logger.info("two")
        logger.debug("three")
        assert len(to.getvalue().splitlines()) == lines
