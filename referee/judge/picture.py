"""`python -m referee.judge.picture`: the judge's table as it stands in docs/referee.md, written into that page.

The page keeps the lines between its two marks; a test holds them to the table.
"""

from __future__ import annotations

import sys
from pathlib import Path

from events.trictrac.state import Phase
from referee.judge.table import TABLE

BEGIN, END = "<!-- table: begin -->", "<!-- table: end -->"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "referee.md"


def _words(text: str | None) -> str:
    return (text or "").strip().splitlines()[0].rstrip(".").replace("|", "/")


def table_text() -> str:
    """The rows as a table: phases, act, when, what happens, next phase, law."""
    lines = ["| in | act | when | then | next | law |", "|---|---|---|---|---|---|"]
    for row in TABLE:
        phases = "any" if set(row.phases) == set(Phase) else ", ".join(row.phases)
        effects = "; ".join(effect.__name__.replace("_", " ") for effect in row.effects)
        then = row.to or ""
        lines.append(
            f"| {phases} | {row.act.__name__} | {_words(row.guard.__doc__)} | {effects} | {then} | {row.law} |"
        )
    return "\n".join(lines)


def with_table(page: str) -> str:
    """The page with its table as it is now; raises ValueError when the marks are missing."""
    if BEGIN not in page or END not in page:
        raise ValueError(f"docs/referee.md: expected the lines {BEGIN} and {END}")
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n{table_text()}\n{END}{after}"


def main() -> int:
    """Write the table into the page."""
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
