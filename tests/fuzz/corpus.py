"""The inputs kept from fuzzing, a folder of small files for each target, and the list of targets."""

from __future__ import annotations

import pkgutil
from pathlib import Path
from typing import Final

from tests.fuzz import targets

CORPUS: Final = Path(__file__).parent / "kept"


def names() -> list[str]:
    """Return the names of the targets, one module each."""
    return sorted(module.name for module in pkgutil.iter_modules(targets.__path__))


def kept(name: str) -> list[Path]:
    """Return the inputs kept for a target, in a fixed order."""
    return sorted(path for path in (CORPUS / name).glob("*") if path.is_file())
