"""`./run test`: lints, types, import contracts, then every test with its coverage; fails if any failed.

./run test                  everything
./run test tests/rules -k jan    pytest alone, with these arguments
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BIN = Path(sys.executable).parent
CHECKS: tuple[tuple[str, ...], ...] = (
    (str(BIN / "ruff"), "check", "."),
    (str(BIN / "ruff"), "format", "--check", "."),
    (str(BIN / "mypy"),),
    (str(BIN / "lint-imports"), "--no-logo"),
)


def run(command: tuple[str, ...]) -> bool:
    """Run one check, saying which; true when it passed."""
    print("$", " ".join([Path(command[0]).name, *command[1:]]), flush=True)
    return subprocess.run(command, check=False).returncode == 0


def main(arguments: list[str]) -> int:
    """Run everything, or pytest alone with the arguments given; 0 when all passed."""
    pytest = (sys.executable, "-m", "pytest")
    if arguments:
        return 0 if run((*pytest, *arguments)) else 1
    passed = [run(check) for check in CHECKS]
    # As many tests at once as the machine has cores; those of a file together, since they may share a browser. What was
    # skipped is listed at the end with what it wants.
    passed.append(
        run((*pytest, "-rs", "-n", "auto", "--dist", "loadfile", "--cov", "--cov-report", "term:skip-covered"))
    )
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
