"""`python -m bench NAME [options]`: one command for each set of figures."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import bench


def main(arguments: list[str]) -> int:
    """Run one bench module's `main`; without a name, list them."""
    names = sorted(module.name for module in pkgutil.iter_modules(bench.__path__) if not module.name.startswith("_"))
    if not arguments or arguments[0] not in names:
        print("./run bench NAME, where NAME is one of:", ", ".join(names))
        return 2
    return int(importlib.import_module(f"bench.{arguments[0]}").main(arguments[1:]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
