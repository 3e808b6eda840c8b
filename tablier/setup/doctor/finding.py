"""The doctor's finding about one thing, and findings as people and as machines read them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

INSTALL: Final = "install again: remove the folder .venv, then ./run doctor"
"""What mends a program that is not whole: the setting up is not done again while the lock is the same."""


class Health(StrEnum):
    """How it is: well, well but for something to know, wrong, or not asked for by the settings."""

    GOOD = "good"
    NOTE = "note"
    WRONG = "wrong"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing examined: what it is, how it is, what was found, and what to do about it (empty when nothing)."""

    subject: str
    health: Health
    said: str
    mend: str = ""


def good(subject: str, said: str) -> Finding:
    """All is well."""
    return Finding(subject, Health.GOOD, said)


def note(subject: str, said: str, mend: str) -> Finding:
    """It works, but."""
    return Finding(subject, Health.NOTE, said, mend)


def wrong(subject: str, said: str, mend: str) -> Finding:
    """It does not work, or not well enough."""
    return Finding(subject, Health.WRONG, said, mend)


def off(subject: str, said: str) -> Finding:
    """The settings do not ask for it."""
    return Finding(subject, Health.OFF, said)


def lines_of(finding: Finding) -> list[str]:
    """One finding for people: how it is, and below it what to do.

    >>> lines_of(Finding("disk", Health.GOOD, "12.1 GB free"))
    ['good   disk         12.1 GB free']
    """
    health = finding.health.upper() if finding.health is Health.WRONG else finding.health
    lines = [f"{health:<6} {finding.subject:<12} {finding.said}"]
    if finding.mend:
        lines.append(f"       {'':<12} -> {finding.mend}")
    return lines


def json_of(finding: Finding) -> str:
    """One finding for machines: `{"subject", "health", "said", "mend"}`."""
    return json.dumps(asdict(finding), ensure_ascii=False, separators=(",", ":"))


def summary(findings: Sequence[Finding]) -> str:
    """The last line for people."""
    count = {health: sum(finding.health is health for finding in findings) for health in Health}
    if count[Health.WRONG]:
        return f"{count[Health.WRONG]} wrong, {count[Health.NOTE]} to note."
    return "Nothing is wrong." if not count[Health.NOTE] else f"Nothing is wrong, {count[Health.NOTE]} to note."
