"""The doctor's findings as people and as machines read them."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from tablier.setup.doctor.finding import Health

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tablier.setup.doctor.finding import Finding


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
