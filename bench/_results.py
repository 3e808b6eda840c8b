"""Figures as tables: printed, and with `--save` kept in bench/results, from which docs/accuracy.md is made.

A bench makes one `Results` from its command line and gives it each table it has measured. A file holds one table with
its command, date and machine, so that a part can be measured again by itself.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Final

import msgspec

from tablier.runtime.scoring import Count, Score

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "bench" / "results"


class Page(StrEnum):
    """The page of docs/ that shows a table."""

    ACCURACY = "accuracy"
    PERFORMANCE = "performance"


class Share(msgspec.Struct, frozen=True, tag="share"):
    """How many of the things that exist were reported right, and how many were reported that do not exist.

    Attributes:
        right: correct ones of `of`.
        of: how many truly exist.
        false: reported but not there; None where that cannot happen.
    """

    right: int
    of: int
    false: int | None = None

    def __str__(self) -> str:
        """Write it as `364/364 (100%), 2 false`."""
        if not self.of:
            text = "-"
        else:
            digits = 0 if self.right in (0, self.of) else 1
            text = f"{self.right:,}/{self.of:,} ({100 * self.right / self.of:.{digits}f}%)"
        return f"{text}, {self.false:,} false" if self.false else text

    @classmethod
    def from_count(cls, count: Count) -> Share:
        """Convert a count of a `tablier.runtime.scoring.Score`."""
        return cls(count.right, count.true, count.false)


class ResultTable(msgspec.Struct, frozen=True, kw_only=True):
    """One table of figures and where it comes from.

    Attributes:
        name: of its file, `vision-boards`; it begins with the bench's name.
        page: where it is shown; None for figures that only developers compare, which stay in their file.
        title: a short heading.
        about: what was measured, in one or two sentences.
        samples: how many of `unit` were measured.
        unit: pictures, tours, throws ..., in the plural.
        columns: their headings, with units; the first names the rows.
        rows: a cell for each column.
        command: measures this table again.
        date: ISO, UTC.
        machine: processor, cores, Python.
    """

    name: str
    page: Page | None
    title: str
    about: str
    samples: int
    unit: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int | float | Share, ...], ...]
    command: str
    date: str
    machine: str

    def markdown(self, *, aligned: bool) -> str:
        """Return the table alone; aligned: with padded columns, for a terminal."""
        lines = [list(self.columns), *([cell_text(cell) for cell in row] for row in self.rows)]
        if not aligned:
            return "\n".join(f"|{'|'.join(line)}|" for line in (lines[0], ["---"] * len(self.columns), *lines[1:]))
        wide = [max(len(line[column]) for line in lines) for column in range(len(self.columns))]
        texts = ["| " + " | ".join(cell.ljust(w) for cell, w in zip(line, wide, strict=True)) + " |" for line in lines]
        return "\n".join((texts[0], "|" + "|".join("-" * (w + 2) for w in wide) + "|", *texts[1:]))


class Results:
    """The tables of one run of a bench.

    Attributes:
        bench: its name.
        arguments: its command line; an absolute path is kept without its folders.
        given: the command line as parsed by `bench._results.parser_of`.
    """

    def __init__(self, bench: str, arguments: Sequence[str], given: argparse.Namespace, folder: Path = FOLDER) -> None:
        self.bench = bench
        words = [word for word in arguments if word != "--save"]
        kept = [Path(word).name if word.startswith("/") else word for word in words]
        self.command = " ".join(("./run bench", bench, *kept))
        self._folder = folder if given.save else None

    def table(
        self,
        name: str,
        *,
        page: Page | None,
        title: str,
        about: str,
        samples: int,
        unit: str,
        columns: Sequence[str],
        rows: Sequence[Sequence[str | int | float | Share]],
    ) -> ResultTable:
        """Print a table, and save it if requested; `name` is "" when a bench has only one."""
        wrong = [row for row in rows if len(row) != len(columns)]
        if wrong:
            raise ValueError(f"{self.bench} {name}: expected {len(columns)} cells, got {wrong[0]}")
        made = ResultTable(
            name=f"{self.bench}-{name}" if name else self.bench,
            page=page,
            title=title,
            about=about,
            samples=samples,
            unit=unit,
            columns=tuple(columns),
            rows=tuple(tuple(row) for row in rows),
            command=self.command,
            date=datetime.now(UTC).date().isoformat(),
            machine=machine(),
        )
        print(f"\n{made.title} ({made.samples:,} {made.unit})\n{made.markdown(aligned=True)}", flush=True)
        if self._folder is not None:
            save(made, self._folder)
            write_pages(self._folder)
        return made

    def by_fault(self, name: str, where: str, score: Score) -> ResultTable:
        """Make a table of how many of each fault were found, for developers; `where`: in what, for the title."""
        return self.table(
            name,
            page=None,
            title=f"Faults by name, {where}",
            about="From the same run.",
            samples=score.faults.true,
            unit="faults",
            columns=("fault", "found"),
            rows=[(fault, Share.from_count(count)) for fault, count in sorted(score.by_fault.items())],
        )


def cell_text(cell: str | float | Share) -> str:
    """Return a cell as shown to people, with three significant digits."""
    if isinstance(cell, float):
        return f"{cell:,.0f}" if abs(cell) >= 100 else f"{cell:.3g}"
    return f"{cell:,}" if isinstance(cell, int) else str(cell).replace("|", "\\|")


def save(table: ResultTable, folder: Path = FOLDER) -> None:
    """Write a table's file, replacing an earlier one."""
    folder.mkdir(parents=True, exist_ok=True)
    # NumPy's numbers are converted to Python's.
    text = msgspec.json.format(msgspec.json.encode(table, enc_hook=lambda number: number.item()), indent=1).decode()
    # A row of numbers stays on one line.
    (folder / f"{table.name}.json").write_text(re.sub(r"\n {3,}|\n  (?=\])", " ", text) + "\n", encoding="utf-8")


def load_tables(folder: Path = FOLDER) -> list[ResultTable]:
    """Return every saved table, by name."""
    found = []
    for path in sorted(folder.glob("*.json")):
        try:
            found.append(msgspec.json.decode(path.read_bytes(), type=ResultTable))
        except msgspec.MsgspecError as error:
            raise ValueError(f"{path}: not a table of figures: {error}") from error
    return found


INTRODUCTIONS = {
    Page.ACCURACY: (
        "Accuracy",
        """What the companion reads and rules, measured by the benches. `./run bench NAME --save` measures a table
again and writes it here; no figure is typed by hand. Boards, lights and cameras differ: expect less on yours.""",
    ),
    Page.PERFORMANCE: (
        "Performance",
        """Time and memory, measured by the benches. `./run bench NAME --save` measures a table again and writes it
here; no figure is typed by hand. Compare figures only when they come from the same machine.""",
    ),
}
SECTIONS = {
    "vision": "Reading pictures",
    "seen": "Whole tables, through rendered pictures",
    "referee": "Refereeing simulated tables",
    "outside": "Tables outside the building guide",
    "backgammon": "Refereeing simulated matches of backgammon",
    "parties": "Refereeing a great number of simulated parties",
    "judge": "The judge alone",
    "coach": "The coach",
    "rules": "Rules",
    "announce": "Announcing",
    "speech": "What is heard",
    "hearing": "The recorded voice",
    "page": "The page",
    "club": "The club",
    "link": "The board's line",
    "install": "Installing and starting",
    "idle": "A table at rest",
    "render": "Rendering pictures",
    "players": "Simulated players",
    "faults": "Devices that fail",
    "resume": "Going on after a power cut",
    "soak": "Running for long",
}
"""The heading of each bench's tables, in the order of the pages; other benches come last."""
UNKEPT: Final = {
    "parties --only tours": "takes hours",
    "parties --only matches": "takes hours",
    "parties --only ecrire": "takes hours",
    "seen": "takes recordings",
    "soak": "takes a day",
    "vision streams": "takes long",
    "vision tables": "takes long",
    "vision videos": "takes long",
}
"""Benches, or sets of one, that may stay without a kept table, and why; the page names those that do."""


def page_of(page: Page, tables: Sequence[ResultTable]) -> str:
    """Return a whole page of docs/."""
    title, introduction = INTRODUCTIONS[page]
    shown_here = [each for each in tables if each.page is page]
    parts = [f"# {title}", introduction]
    machines = Counter(each.machine for each in shown_here)
    usual = max(sorted(machines), key=lambda name: machines[name], default="")
    if usual:
        parts.append(f"Measured on {usual}, where a table names no other machine.")
    others = sorted({each.name.partition("-")[0] for each in shown_here} - SECTIONS.keys())
    for bench, heading in (*SECTIONS.items(), *((name, name.capitalize()) for name in others)):
        own = [each for each in shown_here if each.name.partition("-")[0] == bench]
        if own:
            parts.append(f"## {heading}")
        for table in own:
            elsewhere = "" if table.machine == usual else f", {table.machine}"
            parts += [
                f"### {table.title}",
                table.about,
                table.markdown(aligned=False),
                f"{table.samples:,} {table.unit}. `{table.command}`, {table.date}{elsewhere}.",
            ]
    if page is Page.ACCURACY and (unkept := unkept_of(tables)):
        parts += [
            "## Not measured here",
            ", ".join(f"`./run bench {name}` ({why})" for name, why in unkept.items()) + ".",
        ]
    return "\n\n".join(parts) + "\n"


def unkept_of(tables: Sequence[ResultTable]) -> dict[str, str]:
    """Return the benches of `UNKEPT` without a saved table, and why."""
    saved = [each.name for each in tables]
    return {
        name: why
        for name, why in UNKEPT.items()
        if not any(f"{each}-".startswith(f"{name.replace(' --only', '').replace(' ', '-')}-") for each in saved)
    }


def write_pages(folder: Path = FOLDER) -> None:
    """Write docs/accuracy.md and docs/performance.md from the saved tables."""
    tables = load_tables(folder)
    for page in Page:
        (ROOT / "docs" / f"{page}.md").write_text(page_of(page, tables), encoding="utf-8")


def parser_of(name: str, announced: str | None) -> argparse.ArgumentParser:
    """Return a parser for `./run bench NAME`, with the module's `__doc__` as help."""
    parser = argparse.ArgumentParser(
        prog=f"./run bench {name}", description=announced, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--save", action="store_true", help="keep the tables in bench/results and write their pages")
    return parser


COSTS: Final = ("", "median, ms", "99 % under, ms", "99.9 % under, ms")
"""The columns of `costs_row`."""


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the value below which `share` (0..1) of the ascending values lie; 0 without values."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


def costs_row(each: str, seconds: Sequence[float]) -> tuple[str, float, float, float]:
    """Return a row with the median and the limits below which 99 % and 99.9 % of the values lie."""
    ordered = sorted(seconds)
    middle, high, highest = (1e3 * quantile(ordered, share) for share in (0.5, 0.99, 0.999))
    return each, middle, high, highest


def machine() -> str:
    """Return processor, cores and Python version."""
    model = platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.lower().startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"
