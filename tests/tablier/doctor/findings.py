"""Helpers that read the doctor's findings."""

from __future__ import annotations

from collections.abc import Iterable

from tablier.setup.doctor.finding import Finding


def only(findings: Iterable[Finding]) -> Finding:
    (finding,) = findings
    return finding


def by_subject(findings: Iterable[Finding]) -> dict[str, Finding]:
    return {finding.subject: finding for finding in findings}
