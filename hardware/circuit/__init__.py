"""The wiring: harnesses as WireViz data, and their diagrams."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final, Literal, TypeAlias

Build: TypeAlias = Literal["pico", "pi"]
BUILDS: Final[tuple[Build, ...]] = ("pico", "pi")
HARNESS: Final = Path(__file__).parent / "harness"


class CannotDraw(RuntimeError):
    """WireViz, or the Graphviz it draws with, is missing. The message says what to install."""


def draw(build: Build, folder: Path) -> Path:
    """Draw the diagram as SVG. Raises CannotDraw where its tools are missing."""
    wireviz = shutil.which("wireviz", path=str(Path(sys.executable).parent)) or shutil.which("wireviz")
    if wireviz is None or shutil.which("dot") is None:
        raise CannotDraw(
            "wiring diagrams need wireviz (pip install wireviz) and Graphviz (Debian: apt install graphviz)"
        )
    source = HARNESS / f"{build}.yml"
    command = [wireviz, "--format", "s", "--output-dir", str(folder), "--output-name", f"wiring-{build}", str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    path = folder / f"wiring-{build}.svg"
    if done.returncode or not path.is_file():
        raise CannotDraw(f"wireviz on {source.name}: {done.stderr.strip() or done.stdout.strip()}")
    return path
