"""Examine the machine: programs, disk, power and heat."""

from __future__ import annotations

import platform
import re
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing
from importlib import metadata
from pathlib import Path
from typing import Final

import cv2

from tablier.setup.doctor.finding import INSTALL, Finding, good, note, off, wrong
from tablier.storage.journal import VERSION, sum_of

LEAST_FREE: Final = 200 << 20
"""Bytes free on the disk below which games will not be kept."""
LITTLE_FREE: Final = 1 << 30
OPENCVS: Final = ("opencv-python", "opencv-contrib-python", "opencv-contrib-python-headless")
"""Other builds of OpenCV: each overwrites the files of opencv-python-headless."""
ASKING: Final = 5.0
"""Seconds a program may take to answer."""

UNDER_VOLTAGE: Final = 1 << 0
UNDER_VOLTAGE_BEFORE: Final = 1 << 16
SLOWED: Final = 0b1110
SLOWED_BEFORE: Final = SLOWED << 16
"""Bits of the firmware's get_throttled (vcgencmd's manual page): frequency capped, throttled, soft limit of heat."""
THROTTLED: Final = "sys/devices/platform/soc*/soc*:firmware/get_throttled"
VOLTAGE_ALARM: Final = "sys/class/hwmon/hwmon*/in0_lcrit_alarm"
"""The file of the kernel's raspberrypi-hwmon driver: 1 while the voltage is too low."""


def programs() -> Iterator[Finding]:
    """Examine Python, OpenCV and the packages the table needs."""
    missing = [name for name in _requirements() if _version(name) is None]
    versions = f"Python {platform.python_version()}, OpenCV {cv2.__version__}, tablier {_version('tablier') or '?'}"
    if missing:
        yield wrong("programs", f"{versions}; missing: {', '.join(missing)}", INSTALL)
    elif others := [name for name in OPENCVS if _version(name) is not None]:
        yield wrong(
            "programs",
            f"{versions}; {others[0]} lies over opencv-python-headless, and each breaks the other",
            f"pip uninstall {' '.join(others)}, then pip install --force-reinstall opencv-python-headless",
        )
    elif not (4, 13) <= tuple(int(part) for part in cv2.__version__.split(".")[:2]) < (5, 0):
        yield wrong("programs", f"{versions}; OpenCV from 4.13 to 4.x is needed", INSTALL)
    else:
        yield good("programs", f"{versions}, {platform.machine()}")


def _requirements() -> list[str]:
    """Return the packages this one requires, without extras."""
    try:
        named = metadata.requires("tablier") or []
    except metadata.PackageNotFoundError:
        return []
    return [re.split(r"[^A-Za-z0-9._-]", each, maxsplit=1)[0] for each in named if "extra ==" not in each]


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def disk(folder: Path) -> Iterator[Finding]:
    """Examine whether the table's folder can be written, and how much room is left."""
    there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
        free = shutil.disk_usage(there).free
    except OSError as error:
        yield wrong("disk", f"{there}: {error.strerror}", "allow this user to write there, or set journal.folder")
        return
    said = f"{free / (1 << 30):.1f} GB free for {folder}"
    if free < LEAST_FREE:
        yield wrong("disk", said, f"make room: games are not kept when it is full (recordings and {folder} are large)")
    elif free < LITTLE_FREE:
        yield note("disk", said, "make room before the next long evening")
    else:
        yield good("disk", said)


def journal(path: Path) -> Iterator[Finding]:
    """Examine whether the journal, if there is one, is whole."""
    if not path.exists():
        return
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
            (verdict,) = file.execute("PRAGMA quick_check(1)").fetchone()
            (games,) = file.execute("SELECT count(*) FROM game").fetchone()
            (version,) = file.execute("PRAGMA user_version").fetchone()
            if verdict == "ok" and version == VERSION:
                rows = file.execute("SELECT game, t, kind, text, sum FROM entry ORDER BY id")
                bad = next((game for game, t, kind, text, kept in rows if sum_of(t, kind, text) != kept), None)
                verdict = "ok" if bad is None else f"an entry of game {bad} is not as it was written"
    except sqlite3.OperationalError as error:  # It is not the file that is damaged.
        mend = "allow this user to write in its folder: without that the journal cannot even be read"
        yield wrong("journal", f"{path}: {error}", mend)
        return
    except sqlite3.Error as error:
        verdict, games = str(error), 0
    if verdict == "ok":
        yield good(
            "journal", f"{path} is whole: {games} game{'s' * (games != 1)}, {path.stat().st_size / (1 << 20):.1f} MB"
        )
    else:
        mend = "tablier play mends it from its second copy, or sets it aside and begins another"
        yield wrong("journal", f"{path}: {verdict}", mend)


def problems(folder: Path) -> Iterator[Finding]:
    """Examine whether the program itself has failed at this table (tablier/runtime/crash_guard.py)."""
    found = sorted(folder.glob("problem-*.txt"), key=lambda path: (len(path.name), path.name))
    if found:
        last = _text(found[-1]).strip().rpartition("\n")[2]
        yield note(
            "program",
            f"{len(found)} error{'s' * (len(found) != 1)} written down in {folder}; the last: {last[:200]}",
            "tablier export problem.zip --problem, for the person who can mend it; then remove them",
        )


def power(root: Path = Path("/")) -> Iterator[Finding]:
    """Examine whether a Raspberry Pi has had too little voltage or too much heat since it was switched on."""
    bits = _throttle_bits(root)
    if bits is None:
        yield off("power", "not a Raspberry Pi, or it does not report its power")
        return
    supply = "use the Pi's own supply and a short cable; a hub with its own supply for the camera"
    if bits & UNDER_VOLTAGE:
        yield wrong("power", "the voltage is too low now: the card may be damaged, and the camera lost", supply)
    elif bits & UNDER_VOLTAGE_BEFORE:
        yield wrong("power", "the voltage has been too low since the Pi was switched on", supply)
    else:
        yield good("power", "the voltage has been high enough since the Pi was switched on")
    cooling = "give it air: a heat sink, a fan, a cupboard with an open back"
    if bits & SLOWED:
        yield wrong("heat", "the Pi is slowed down now, because it is hot or short of power", cooling)
    elif bits & SLOWED_BEFORE:
        yield note("heat", "the Pi has been slowed down since it was switched on", cooling)
    else:
        yield good("heat", "the Pi has run at full speed since it was switched on")


def _throttle_bits(root: Path) -> int | None:
    """Return the firmware's bits from the kernel, from vcgencmd, or from the voltage alarm; None without these."""
    for path in sorted(root.glob(THROTTLED)):
        if (bits := _hexadecimal(_text(path))) is not None:
            return bits
    if (program := shutil.which("vcgencmd")) is not None:
        try:
            asked = subprocess.run(
                [program, "get_throttled"], check=True, capture_output=True, text=True, timeout=ASKING
            ).stdout
        except (OSError, subprocess.SubprocessError):
            asked = ""
        if (bits := _hexadecimal(asked.partition("=")[2])) is not None:
            return bits
    for path in sorted(root.glob(VOLTAGE_ALARM)):
        if _text(path.with_name("name")).strip() == "rpi_volt":
            return UNDER_VOLTAGE if _text(path).strip() == "1" else 0
    return None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""


def _hexadecimal(text: str) -> int | None:
    try:
        return int(text.strip(), 16)
    except ValueError:
        return None
