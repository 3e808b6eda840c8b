"""A table that runs for long: whether memory is flat, no thread or file is left behind, and the record stays true.

`./run bench soak` plays twenty-four hours of simulated readings in compressed time, through the table's own loop:
referee, journal, broker, and the voice to files. `./run bench soak --real` runs the real `tablier play` for an hour at
its own pace on a simulated table with camera and board (`bench._stage`), and samples it every ten seconds.
"""

from __future__ import annotations

import csv
import http.client
import re
import statistics
import tempfile
import time
from pathlib import Path

from bench._compressed import play
from bench._processes import family, files, megabytes, threads
from bench._results import Page, Results, parser_of
from bench._stage import Stage
from tablier.devices.simulated_source import InventedTable
from tablier.games.plan import Plan

LASTS = 0.95
"""The share of the run that the game fills."""
SAMPLE = 10.0
"""Seconds between two samples."""
WARM = 0.2
"""The share of the run after which memory must be flat, because caches are full by then."""
FLAT = 1.0
"""Megabytes an hour that a process may grow over a day. A table that runs all season cannot afford more."""
FILLING = 15.0
"""The same limit for the first hour: the voice keeps some four megabytes of rendered sound, and caches fill."""


class Samples:
    """The resources of a run, sample by sample, by process."""

    def __init__(self) -> None:
        self.rows: list[tuple[float, str, float, int, int]] = []

    def take(self, t: float, members: dict[str, int]) -> None:
        """Take one sample at `t` seconds."""
        for name, pid in members.items():
            try:
                self.rows.append((t, name, megabytes(pid), threads(pid), files(pid)))
            except (OSError, StopIteration):  # The process has just ended.
                continue

    def write(self, path: Path) -> None:
        """Write the samples as CSV."""
        with path.open("w", newline="", encoding="ascii") as file:
            writer = csv.writer(file)
            writer.writerow(("t", "process", "MB", "threads", "files"))
            writer.writerows(self.rows)

    def judge(self, most: float, name: str, about: str, results: Results) -> bool:
        """Keep the growth of each process; return whether none grew by more than `most` megabytes an hour."""
        good, made = True, []
        end = max(row[0] for row in self.rows)
        for process in dict.fromkeys(row[1] for row in self.rows):
            rows = [row for row in self.rows if row[1] == process and row[0] >= WARM * end]
            if len(rows) < 2:
                continue
            slope, _ = statistics.linear_regression([row[0] / 3600 for row in rows], [row[2] for row in rows])
            memory, count, opened = ([row[column] for row in rows] for column in (2, 3, 4))
            made.append((process, memory[0], memory[-1], max(memory), slope, max(count), max(opened)))
            good &= slope <= most
        results.table(
            name,
            page=Page.PERFORMANCE,
            title=f"Memory over hours, {name}",
            about=f"{about} The first {WARM:.0%} of the time is left out: caches are filled then.",
            samples=len(self.rows),
            unit="samples",
            columns=("process", "first, MB", "last, MB", "most, MB", "MB an hour", "most threads", "most files"),
            rows=made,
        )
        return good


def real(minutes: float, seed: int, kept: Path | None, results: Results) -> bool:
    """Run the real table at its own pace."""
    samples = Samples()
    with tempfile.TemporaryDirectory() as folder:
        calm = InventedTable(Plan(seed=seed, mode="score")).table.duration
        # One tour, with players so slow that it lasts nearly as long as the run.
        with Stage(Path(folder), Plan(seed=seed, mode="score", pace=calm / (minutes * 60 * LASTS))) as stage:
            stage.begin()
            assert stage.table is not None
            begun = time.monotonic()
            while time.monotonic() - begun < minutes * 60:
                time.sleep(SAMPLE)
                samples.take(time.monotonic() - begun, family(stage.table.pid))
                look(stage)
                if kept is not None:
                    samples.write(kept)
            stage.end()
            about = f"`tablier play` at its own pace for {minutes:g} minutes."
            return samples.judge(FILLING, "real", about, results) & stage.judge()


def run_compressed(hours: float, seed: int, kept: Path | None, results: Results) -> bool:
    """Run simulated readings in compressed time."""
    samples = Samples()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        sitting, same = play(
            Path(folder), hours, seed, lambda t, pid: samples.take(t, {"the table": pid, **broker(pid)})
        )
    if kept is not None:
        samples.write(kept)
    score = sitting.score
    print(
        f"Throws {score.throws}; plays {score.plays}; marks {score.marks}; tours {score.tours}; asked {score.doubts}."
    )
    minutes = (time.monotonic() - begun) / 60
    about = f"{sitting.t / 3600:.1f} hours of play, {sitting.tours} tours, in {minutes:.1f} minutes."
    return samples.judge(FLAT, "compressed", about, results) & same


def broker(pid: int) -> dict[str, int]:
    """Return the broker that a process has started."""
    return {name: each for name, each in family(pid).items() if name.startswith("nats")}


def look(stage: Stage) -> None:
    """Load the page once."""
    found = next((re.search(r":(\d+)/", line) for line in stage.lines if line.startswith("Page: ")), None)
    if found is not None:
        asked = http.client.HTTPConnection("localhost", int(found[1]), timeout=30)
        asked.request("GET", "/")
        asked.getresponse().read()
        asked.close()


def main(arguments: list[str]) -> int:
    """Run it and print the figures; 1 when memory grew too much or the record is wrong."""
    parser = parser_of("soak", __doc__)
    parser.add_argument("--real", action="store_true", help="the real table at its own pace")
    parser.add_argument("--minutes", type=float, default=60.0, help="of the real table")
    parser.add_argument("--hours", type=float, default=24.0, help="of compressed time")
    parser.add_argument("--seed", type=int, default=5, help="of the real table's game, or of the first tour")
    parser.add_argument("--samples", type=Path, help="write the samples to this file, as CSV")
    given = parser.parse_args(arguments)
    results = Results("soak", arguments, given)
    if given.real:
        return 0 if real(given.minutes, given.seed, given.samples, results) else 1
    return 0 if run_compressed(given.hours, given.seed, given.samples, results) else 1
