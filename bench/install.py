"""The time from a fresh copy of the project to a table: its environment installed, `tablier play` started.

    ./run bench install [--installs N] [--starts N]

The packages come from the machine's index or cache, so the time includes little of the network.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from signal import SIGTERM

from bench._processes import STARTS, starts
from bench._results import ROOT, Page, Results, parser_of

SETTINGS = '[camera]\nsource = "none"\n[voice]\non = false\n[page]\nport = 0\n[table]\nlanguage = "en"\n'
"""No devices, and the page on any free port."""


def install_time(folder: Path) -> float:
    """Return the seconds that `./run` takes to set up the environment of a fresh copy in `folder` and print help."""
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".*", "var", "training-data", "__pycache__"))
    begun = time.perf_counter()
    subprocess.run([folder / "run", "--help"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - begun


def megabytes_of(folder: Path) -> float:
    """Return the size of all files below a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*")) / 1e6


def main(arguments: list[str]) -> int:
    """Print and keep the figures."""
    parser = parser_of("install", __doc__)
    parser.add_argument("--installs", type=int, default=1, help="of fresh copies")
    parser.add_argument("--starts", type=int, default=10, help="of `tablier play`")
    given = parser.parse_args(arguments)
    results = Results("install", arguments, given)
    with tempfile.TemporaryDirectory() as name:
        copies = [Path(name) / str(number) for number in range(given.installs)]
        installs = [install_time(copy) for copy in copies]
        size = megabytes_of(copies[0] / ".venv")
        table = Path(name) / "table"
        table.mkdir()
        (table / "table.toml").write_text(SETTINGS, encoding="utf-8")
        rows = starts(copies[0] / ".venv/bin/tablier", table, "Ready.", given.starts, SIGTERM)
    results.table(
        "",
        page=Page.PERFORMANCE,
        title="A fresh copy installed",
        about="The first `./run` makes the environment of `locks/play.lock`; the packages come from a near index.",
        samples=given.installs,
        unit="installs",
        columns=("", "median", "most"),
        rows=[("elapsed, s", statistics.median(installs), max(installs)), ("on disk, MB", size, size)],
    )
    results.table(
        "start",
        page=Page.PERFORMANCE,
        title="`tablier play` without devices",
        about='From its start until it reports "Ready", with the page and its own broker.',
        samples=given.starts,
        unit="starts",
        columns=STARTS,
        rows=rows,
    )
    return 0
