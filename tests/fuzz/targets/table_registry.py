"""Messages of any tables that a broker brings to a club's page. Each line is a topic, a blank and a payload."""

from __future__ import annotations

from announce.club.table_registry import TableRegistry

LATE = 10.0


def run(data: bytes) -> None:
    """A message of no table changes nothing. Seen now or with the delay, the hall ends in the same state."""
    now, late = TableRegistry(), TableRegistry(LATE)
    for count, line in enumerate(data.split(b"\n")):
        topic, _, payload = line.partition(b" ")
        for registry in (now, late):
            registry.receive(float(count), topic.decode("utf-8", "replace"), payload)
    late.advance(1e9)
    assert [table.state for table in now.tables.values()] == [table.state for table in late.tables.values()]
    assert now.tables.keys() == late.tables.keys()
