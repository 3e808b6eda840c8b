"""Everything examined, one thing after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablier.doctor import machine, outside
from tablier.doctor.finding import note
from tablier.doctor.sight import sight
from tablier.lock import is_running
from tablier.mishaps import PROBLEMS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tablier.doctor.finding import Finding
    from tablier.site import Site


def examine(site: Site) -> Iterator[Finding]:
    """Every finding, as soon as it is known; nothing is raised for anything that is wrong."""
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
        yield from sight(site)
        yield from outside.sensors(site)
        yield from outside.page(site.settings)
    yield from outside.speaker(site.settings)
    yield from outside.broker(site)
    yield from outside.access(site.settings)
