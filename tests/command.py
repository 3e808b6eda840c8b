"""`./run check` and `./run test`: lints, types, import contracts and tests; fails if any failed.

./run check                      the fast tests: before every commit
./run test                       every test; writes which of them are slow (tests/durations.json)
./run test --cov -n auto         the coverage of all tests; about twice as slow
./run test tests/rules -k jan    pytest alone, with these arguments
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

BIN = Path(sys.executable).parent
RUN_BEFORE = Path(__file__).parents[1] / ".pytest_cache"
CHECKS: tuple[tuple[str, ...], ...] = (
    (str(BIN / "ruff"), "check", "."),
    (str(BIN / "ruff"), "format", "--check", "."),
    (str(BIN / "mypy"),),
    (str(BIN / "lint-imports"), "--no-logo"),
)


def run(command: tuple[str, ...]) -> bool:
    """Print and run one check; return whether it passed."""
    print("$", " ".join([Path(command[0]).name, *command[1:]]), flush=True)
    return subprocess.run(command, check=False).returncode == 0


def main(command: str, arguments: list[str]) -> int:
    """Run the checks and tests of a command, or pytest alone with the given arguments; return 0 if all passed."""
    # Workers, and programs that tests start, use the bytecode files that another process wrote.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # Several tests run at once: threads of each would only wait for one another.
    os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")
    pytest = (sys.executable, "-m", "pytest")
    # The tests of a file stay together, since they may share a browser; `tests.slow` puts the longest files first.
    by_file = ("--dist", "loadfile", "--no-loadscope-reorder")
    if arguments:
        return 0 if run((*pytest, *arguments)) else 1
    # In a fresh checkout the tests are compiled once, while the checks run, and not by each worker.
    fresh = not RUN_BEFORE.is_dir()
    compiling = subprocess.Popen((*pytest, "--collect-only"), stdout=subprocess.DEVNULL) if fresh else None
    passed = [run(check) for check in CHECKS]
    if compiling is not None:
        compiling.wait()
    if command == "check":
        passed.append(run((*pytest, "-n", "auto", *by_file, "-m", "not slow")))
    else:
        # Slow tests wait for a browser, a broker or a program: two at once for each core left a quarter of them idle.
        at_once = 1 + 2 * len(os.sched_getaffinity(0))
        # Skipped tests are listed at the end with what they need.
        passed.append(run((*pytest, "-n", str(at_once), *by_file, "-rs", "--store-durations")))
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
