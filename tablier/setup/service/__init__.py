"""The table as a system service: its unit, its user, and how they are installed (docs/service.md)."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Final

UNITS: Final = Path("etc/systemd/system/tablier.service")
USERS: Final = Path("etc/sysusers.d/tablier.conf")
HOMES: Final = ("/home", "/root", "/run/user")
_PLAIN: Final = re.compile(r"[\w@%+=:,./-]+", re.ASCII)
_PLACE: Final = re.compile(r"@(\w+)@")


class NoService(ValueError):
    """The service cannot be described or installed. The message says why."""


def files(settings: Path, program: Path) -> dict[Path, str]:
    """Return the service's files by their paths below the system's root.

    settings: the table's settings file; its folder is where everything is kept
    program: the `tablier` to run

    Both paths are absolute. Raises NoService for names that a unit cannot hold.
    """
    for path in (settings, program):
        if not path.is_absolute() or not _PLAIN.fullmatch(str(path)) or "%" in str(path):
            raise NoService(f"{path}: expected an absolute path of letters, digits and -_.,:+= only")
    at_home = any(program.is_relative_to(home) or settings.is_relative_to(home) for home in HOMES)
    values = {
        "program": str(program),
        "settings": str(settings),
        "folder": str(settings.parent),
        "home": "read-only" if at_home else "yes",
        "documentation": str(Path(__file__).resolve().parents[3] / "docs" / "service.md"),
    }

    def fill(name: str) -> str:
        text = resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
        # Replace only our own names: @system-service and the like are systemd's.
        return _PLACE.sub(lambda found: values[found[1]], text)

    return {UNITS: fill("tablier.service"), USERS: fill("tablier.sysusers")}


def this_program() -> Path:
    """Return the path of the running `tablier`."""
    return Path(sys.executable).parent / "tablier"


def install(described: dict[Path, str], root: Path, say: Callable[[str], None]) -> None:
    """Write the files below `root`; if that is this machine's root, create the user and reload systemd.

    Raises OSError, and NoService when systemd refuses.
    """
    for path, text in described.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
        say(f"Written: {root / path}")
    if root == Path("/"):
        for command in (("systemd-sysusers", f"/{USERS}"), ("systemctl", "daemon-reload")):
            try:
                subprocess.run(command, check=True, timeout=30)
            except OSError as error:
                raise NoService(f"{' '.join(command)}: {error.strerror}") from None
            except subprocess.SubprocessError as error:
                raise NoService(str(error)) from None
    say("Now: sudo systemctl enable --now tablier     and to see what it does: journalctl -fu tablier")
