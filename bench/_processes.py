"""The resources of a process, from the kernel (proc(5))."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from pathlib import Path
from signal import Signals

STARTS = ("", "least, s", "median, s", "longest, s")
"""The columns of `starts`."""


def starts(tablier: Path, folder: Path, said: str, times: int, end: Signals) -> list[tuple[str, float, float, float]]:
    """Measure how long `tablier play` takes until it prints `said`, and its processor time: rows of STARTS.

    tablier: the program; folder: has its `table.toml`; times: how many starts; end: the signal that ends each.
    """
    walls, own = zip(*(_start_times(tablier, folder, said, end) for _ in range(times)), strict=True)
    both = (("elapsed", walls), ("processor time", own))
    return [(name, min(taken), statistics.median(taken), max(taken)) for name, taken in both]


def _start_times(tablier: Path, folder: Path, said: str, end: Signals) -> tuple[float, float]:
    begun = time.perf_counter()
    with subprocess.Popen(
        [tablier, "play", "--settings", folder / "table.toml"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as table:
        assert table.stdout is not None
        assert any(said in line for line in table.stdout), f"the table never said: {said}"
        found = time.perf_counter() - begun, processor_seconds(table.pid)
        table.send_signal(end)
    return found


def processor_seconds(pid: int) -> float:
    """Return the processor seconds a process has used."""
    # Fields 14 and 15 of stat, counted from the end of the name, which may contain spaces.
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def megabytes(pid: int) -> float:
    """Return the resident memory of a process."""
    return _number(pid, "status", "VmRSS") / 1024


def megabytes_shared_out(pid: int) -> float:
    """Return the memory of a process, each page divided among the processes that share it: sums count it once."""
    return _number(pid, "smaps_rollup", "Pss:") / 1024


def threads(pid: int) -> int:
    """Return how many threads a process has."""
    return _number(pid, "status", "Threads")


def files(pid: int) -> int:
    """Return how many files a process has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def family(pid: int) -> dict[str, int]:
    """Return a process and those it started, by name."""
    members = {"tablier play": pid}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            head, _, rest = stat.read_text(encoding="ascii", errors="replace").rpartition(")")
        except OSError:
            continue
        if int(rest.split()[1]) == pid:
            name = head.partition("(")[2]
            members["camera program" if "python" in name else name] = int(stat.parent.name)
    return members


def _number(pid: int, file: str, key: str) -> int:
    """Return a number from a file of a process. Raises StopIteration for a process that has just ended."""
    lines = Path(f"/proc/{pid}/{file}").read_text(encoding="ascii", errors="replace").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(key))
