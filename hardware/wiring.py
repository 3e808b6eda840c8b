"""The wiring, kept as WireViz data in hardware/harness/: read as pairs of pins, and drawn by WireViz itself."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import yaml

if TYPE_CHECKING:
    from hardware.parts import Build

HARNESS: Final = Path(__file__).parent / "harness"
Pin: TypeAlias = tuple[str, str]
"""A component and the label of one of its pins."""
Wire: TypeAlias = tuple[Pin, Pin]


class CannotDraw(RuntimeError):
    """WireViz or the Graphviz it draws with is not there; the message says what to install."""


def wires_of(build: Build) -> tuple[Wire, ...]:
    """Every wire of a build, as drawn. Raises ValueError for a pin that its component does not have."""
    data: dict[str, Any] = yaml.safe_load((HARNESS / f"{build}.yml").read_text(encoding="utf-8"))
    labels = {name: set(map(str, component["pinlabels"])) for name, component in data["connectors"].items()}
    wires: list[Wire] = []
    for one, _, other in data["connections"]:
        ((left, left_pins),), ((right, right_pins),) = one.items(), other.items()
        for pin, pin_other in zip(left_pins, right_pins, strict=True):
            for component, label in ((left, pin), (right, pin_other)):
                if str(label) not in labels[component]:
                    raise ValueError(f"{build}.yml: {component} has no pin {label}")
            wires.append(((left, str(pin)), (right, str(pin_other))))
    return tuple(wires)


def draw(build: Build, folder: Path) -> Path:
    """The diagram as SVG. Raises CannotDraw where its tools are missing."""
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
