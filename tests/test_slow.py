"""A test is marked slow by the things it uses, wherever its code names them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from simulation.render.compositor import Compositor
from tests.slow import kind_of, longest_first


def _starts_a_program() -> None:
    subprocess.run([sys.executable, "--version"], check=True)


def _leaves_it_to_a_helper() -> None:
    _starts_a_program()


def _draws() -> object:
    return lambda: Compositor


def _counts() -> int:
    return len(sys.argv)


def test_the_kind_is_found_through_helpers_and_inner_functions() -> None:
    kinds: dict[Callable[[], object], str | None] = {
        _starts_a_program: "another program",
        _leaves_it_to_a_helper: "another program",
        _draws: "rendering",
        _counts: None,
    }
    assert {function: kind_of([function]) for function in kinds} == kinds


def test_files_that_took_longest_come_first_and_keep_their_tests_in_order() -> None:
    names = ["a.py::test_new", "b.py::test_one", "c.py::test_two[7]", "b.py::test_other", "c.py::test_quick"]
    items: list[Any] = [SimpleNamespace(nodeid=name) for name in names]
    longest_first(items, {"b.py::test_one": 3.0, "b.py::test_other": 4.0, "c.py::test_two": 6.0})
    assert [item.nodeid for item in items] == [names[1], names[3], names[2], names[4], names[0]]
