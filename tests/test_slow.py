"""A test is marked slow by what it uses, wherever its code names it."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from simulation.render import dataset
from tests.slow import kind_of

if TYPE_CHECKING:
    from collections.abc import Callable


def _starts_a_program() -> None:
    subprocess.run([sys.executable, "--version"], check=True)


def _leaves_it_to_a_helper() -> None:
    _starts_a_program()


def _draws() -> object:
    return lambda: dataset


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
