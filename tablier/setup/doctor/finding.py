"""A finding of the doctor, as text for people and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Final

INSTALL: Final = "install again: remove the folder .venv, then ./run doctor"
"""The remedy for an incomplete installation. The folder must go, as `./run` installs nothing while the lock file is
unchanged."""


class Health(StrEnum):
    """How a thing is: good, good with a note, wrong, or off in the settings."""

    GOOD = "good"
    NOTE = "note"
    WRONG = "wrong"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one thing.

    subject: the thing examined
    health: how it is
    said: what was found
    mend: what to do about it; empty when there is nothing to do
    """

    subject: str
    health: Health
    said: str
    mend: str = ""


def good(subject: str, said: str) -> Finding:
    """Report that all is well."""
    return Finding(subject, Health.GOOD, said)


def note(subject: str, said: str, mend: str) -> Finding:
    """Report that it works, with something to know."""
    return Finding(subject, Health.NOTE, said, mend)


def wrong(subject: str, said: str, mend: str) -> Finding:
    """Report that it does not work, or not well enough."""
    return Finding(subject, Health.WRONG, said, mend)


def off(subject: str, said: str) -> Finding:
    """Report that the settings do not ask for it."""
    return Finding(subject, Health.OFF, said)


def lines_of(finding: Finding) -> list[str]:
    """Return one finding as text for people, with the remedy below.

    >>> lines_of(Finding("disk", Health.GOOD, "12.1 GB free"))
    ['good   disk         12.1 GB free']
    """
    health = finding.health.upper() if finding.health is Health.WRONG else finding.health
    lines = [f"{health:<6} {finding.subject:<12} {finding.said}"]
    if finding.mend:
        lines.append(f"       {'':<12} -> {finding.mend}")
    return lines


def json_of(finding: Finding) -> str:
    """Return one finding as JSON: `{"subject", "health", "said", "mend"}`."""
    return json.dumps(asdict(finding), ensure_ascii=False, separators=(",", ":"))


def summary(findings: Sequence[Finding]) -> str:
    """Return the last line for people."""
    count = {health: sum(finding.health is health for finding in findings) for health in Health}
    if count[Health.WRONG]:
        return f"{count[Health.WRONG]} wrong, {count[Health.NOTE]} to note."
    return "Nothing is wrong." if not count[Health.NOTE] else f"Nothing is wrong, {count[Health.NOTE]} to note."
