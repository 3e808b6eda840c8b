"""Write `vision/models/calibration.json`, the fitted numbers that vision reads."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from training.command_line import MODELS
from vision.models.fitted import FILE

if TYPE_CHECKING:
    from collections.abc import Iterable


def keep(name: str, values: Iterable[float], by: str, on: str) -> None:
    """Write one entry of the file, with four significant digits for each value, and print it.

    by: the module that fitted it; on: the data it was fitted on.
    """
    path = MODELS / FILE
    entries = json.loads(path.read_text(encoding="utf-8"))
    entries[name] = {"values": [float(f"{value:.4g}") for value in values], "by": by, "on": on}
    # A list on one line is easier to compare.
    text = json.dumps(dict(sorted(entries.items())), indent=2)
    for entry in entries.values():
        text = text.replace(json.dumps(entry["values"], indent=2).replace("\n", "\n    "), json.dumps(entry["values"]))
    path.write_text(text + "\n", encoding="utf-8")
    print(f"{name}: {entries[name]['values']}, fitted on {on}")
