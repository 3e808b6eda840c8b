"""Imports form no circle, not even those that only a type checker follows."""

from __future__ import annotations

import tomllib
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest


def test_no_module_imports_itself_by_a_detour() -> None:
    settings = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))
    rooms = settings["tool"]["importlinter"]["root_packages"]
    graph = grimp.build_graph(*rooms, cache_dir=None)
    imports = TopologicalSorter({module: graph.find_modules_directly_imported_by(module) for module in graph.modules})
    try:
        imports.prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(error.args[1]))
