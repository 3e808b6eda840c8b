"""The cost of a table while nothing moves: processor time and memory of `tablier play` and the programs it starts.

A simulated table's start position is shown as a film, fifteen pictures a second; voice off, broker and page on.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cv2

from bench._processes import family, megabytes, megabytes_shared_out, processor_seconds
from bench._results import Page, Results, parser_of
from tablier.devices.simulated_source import InventedTable
from tablier.games.plan import Plan
from tablier.storage.calibration_file import Kept, save

SETTINGS = '[camera]\nsource = "film"\nfilm = "start.png"\n[voice]\non = false\n[page]\nport = 0\n'
STARTING = 10.0
"""Seconds before the measurement, in which everything opens and the board is read once."""


def main(arguments: list[str]) -> int:
    """Print and keep the figures."""
    parser = parser_of("idle", __doc__)
    parser.add_argument("--seconds", type=float, default=30.0, help="how long to measure")
    given = parser.parse_args(arguments)
    invented = InventedTable(Plan(seed=1))
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        cv2.imwrite(str(folder / "start.png"), invented.picture(0.0, 0))
        save(folder / "calibration.json", Kept(invented.calibration, (1280, 720)))
        (folder / "table.toml").write_text(SETTINGS, encoding="utf-8")
        program = Path(sys.executable).parent / "tablier"
        table = subprocess.Popen(
            [program, "play", "--settings", "table.toml"], cwd=folder, stdout=subprocess.DEVNULL, start_new_session=True
        )
        try:
            time.sleep(STARTING)
            members = family(table.pid)
            before = {name: processor_seconds(pid) for name, pid in members.items()}
            time.sleep(given.seconds)
            rows = [
                (
                    name,
                    100 * (processor_seconds(pid) - before[name]) / given.seconds,
                    megabytes(pid),
                    megabytes_shared_out(pid),
                )
                for name, pid in members.items()
            ]
            _, cores, whole, shared = zip(*rows, strict=True)
            rows.append(("together", sum(cores), sum(whole), sum(shared)))
        finally:
            table.send_signal(signal.SIGINT)
            table.wait()
    Results("idle", arguments, given).table(
        "",
        page=Page.PERFORMANCE,
        title="Nothing moves",
        about="`tablier play` and its programs, 15 pictures a second of a still board, silent.",
        samples=round(given.seconds),
        unit="seconds",
        columns=("process", "of one core, %", "memory, MB", "shared pages once, MB"),
        rows=rows,
    )
    return 0
