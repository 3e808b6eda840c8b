"""The networks, the numbers fitted with them, and the code that runs them."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Final

FILE: Final = "calibration.json"


@cache
def numbers_of(name: str) -> tuple[float, ...]:
    """Return the numbers of an entry, such as `cases`. Raises KeyError when there is none."""
    entries = json.loads(resources.files("vision.models").joinpath(FILE).read_text(encoding="utf-8"))
    return tuple(map(float, entries[name]["values"]))
