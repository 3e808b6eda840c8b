"""The inputs kept from fuzzing, a folder of small files for each target, and the list of targets."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

CORPUS: Final = Path(__file__).parent / "kept"
TARGETS: Final = {
    "parsers": (
        "accounts", "calibration", "journal", "lines", "pictures", "record", "recording", "requests", "serial",
        "settings", "table_registry",
    ),
    "connections": ("broker", "http"),
}  # fmt: skip
"""The functions to be fuzzed, by module."""
NAMES: Final = sorted(name for names in TARGETS.values() for name in names)


def target(name: str) -> Callable[[bytes], None]:
    """Import and return the function of a target."""
    (module,) = (module for module, names in TARGETS.items() if name in names)
    run: Callable[[bytes], None] = getattr(importlib.import_module(f"tests.fuzz.{module}"), name)
    return run


def kept(name: str) -> list[Path]:
    """Return the inputs kept for a target, in a fixed order."""
    return sorted(path for path in (CORPUS / name).glob("*") if path.is_file())
