"""The doctor: finds a table's troubles and names their remedies, in plain words."""

from __future__ import annotations

from collections.abc import Iterator

from tablier.runtime.crash_guard import PROBLEMS
from tablier.setup.doctor import machine, outside, sight
from tablier.setup.doctor.finding import Finding, note
from tablier.storage.lock import is_running
from tablier.storage.paths import Site


def examine(site: Site) -> Iterator[Finding]:
    """Yield every finding as soon as it is known; a trouble is a finding and raises nothing."""
    yield from machine.programs()
    yield from machine.disk(site.kept)
    yield from machine.journal(site.kept / "journal.db")
    yield from machine.problems(site.kept / PROBLEMS)
    yield from machine.power()
    if is_running(site.kept):
        yield note(
            "table",
            f"a table is running over {site.kept}: camera, sensors and page are its own and were not examined",
            "stop it, and ask again",
        )
    else:
        yield from sight.sight(site)
        yield from outside.sensors(site)
        yield from outside.page(site.settings)
    yield from outside.speaker(site.settings)
    yield from outside.broker(site)
    yield from outside.access(site.settings)
