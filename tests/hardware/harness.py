"""The wiring as a test reads it: pairs of pins of the WireViz data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import yaml

from hardware.circuit import HARNESS

if TYPE_CHECKING:
    from hardware.circuit import Build


Pin: TypeAlias = tuple[str, str]
"""A component and the label of one of its pins."""


Wire: TypeAlias = tuple[Pin, Pin]


def wires_of(build: Build) -> tuple[Wire, ...]:
    """Return every wire of a build, as drawn. Raises ValueError for a pin that its component does not have."""
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
