"""A line of a journal that was sent to us in a problem report."""

from __future__ import annotations

from events.codec import HistoryError, act_of, text_of
from tablier.games import known_acts


def run(data: bytes) -> None:
    """It is refused with a reason, or is an act that is written again as it was read."""
    try:
        act = act_of(data.decode("utf-8", "replace"), known_acts())
    except HistoryError:
        return
    assert act_of(text_of(act), known_acts()) == act
