"""A game record, such as one from the internet."""

from __future__ import annotations

from rules.record import ParseError, parse, write


def run(data: bytes) -> None:
    """It is refused with a place and a reason, or means the same after being written and read again."""
    try:
        record = parse(data.decode("utf-8", "replace"))
    except ParseError:
        return
    assert parse(write(record)) == record
