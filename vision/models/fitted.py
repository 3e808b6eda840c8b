"""Numbers fitted with the networks: `calibration.json`, written by the training.calibrate_* commands and read here."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Final

FILE: Final = "calibration.json"


@cache
def fitted(name: str) -> tuple[float, ...]:
    """The numbers of an entry, `cases` for one. Raises KeyError when there is none."""
    entries = json.loads(resources.files("vision.models").joinpath(FILE).read_text(encoding="utf-8"))
    return tuple(map(float, entries[name]["values"]))
