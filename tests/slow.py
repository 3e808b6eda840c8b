"""Marks slow tests by what they use and by how long they took.

A test is slow when its code, its fixtures or the helpers of its file use a browser, a broker, another program, the
renderer or a whole table, or when `durations.json` holds it. `./run test` writes that file.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

LIMIT = 0.5
"""Seconds; a test that took longer is slow. A choice: 2,000 tests at a tenth of it fill the 90 s of `./run check`."""
STORED = Path(__file__).with_name("durations.json")
KINDS: dict[str, tuple[str, ...]] = {
    "browser": ("playwright", "tests.browsing"),
    "broker": ("announce.mqtt.broker", "simulation.devices.mqtt_brokers"),
    "another program": ("subprocess", "tests.tablier.running", "tests.tablier.killing"),
    "rendering": ("simulation.render",),
    "a whole table": ("tablier.cli", "tablier.runtime.table", "tests.tablier.listener", "tests.training.test_recipe"),
}
"""Modules by what a test that uses them needs."""


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _used(functions: Iterable[FunctionType]) -> Iterator[str]:
    """Yield the modules of everything that the functions, and the helpers of their own file, name."""
    waiting, seen = list(functions), set[FunctionType]()
    while waiting:
        function = waiting.pop()
        if function in seen:
            continue
        seen.add(function)
        for name in _names(function.__code__):
            value = function.__globals__.get(name)
            if isinstance(value, ModuleType):
                yield value.__name__
            elif (module := getattr(value, "__module__", None)) is not None:
                if isinstance(value, FunctionType) and module == function.__module__:
                    waiting.append(value)
                else:
                    yield module


def kind_of(functions: Iterable[Callable[..., object]]) -> str | None:
    """Return why functions are slow, by the modules they use; None if they are not."""
    for module in _used(function for function in functions if isinstance(function, FunctionType)):
        for kind, prefixes in KINDS.items():
            if any(module == prefix or module.startswith(f"{prefix}.") for prefix in prefixes):
                return kind
    return None


def _functions(item: pytest.Function) -> Iterator[FunctionType]:
    fixtures: Any = item._fixtureinfo.name2fixturedefs
    for function in (item.obj, *(definition.func for several in fixtures.values() for definition in several)):
        inner = getattr(function, "__func__", function)
        handle = getattr(inner, "hypothesis", None)
        inner = handle.inner_test if handle is not None else inner
        while hasattr(inner, "__wrapped__"):
            inner = inner.__wrapped__
        if isinstance(inner, FunctionType):
            yield inner


def stored() -> dict[str, float]:
    """Return the seconds of the tests that took longer than the limit, by node id without parameters."""
    return dict(json.loads(STORED.read_text())) if STORED.is_file() else {}


def reason(item: pytest.Function, durations: dict[str, float]) -> str | None:
    """Return why a test is slow; None if it is not."""
    took = durations.get(item.nodeid.partition("[")[0])
    return f"{took} s" if took is not None else kind_of(_functions(item))


def longest_first(items: list[pytest.Item], durations: dict[str, float]) -> None:
    """Put the files whose tests took longest first, so that no long file begins late."""
    took: dict[str, float] = defaultdict(float)
    for name, seconds in durations.items():
        took[name.partition("::")[0]] += seconds
    items.sort(key=lambda item: -took[item.nodeid.partition("::")[0]])


class Durations:
    """Collects how long each test took and stores the slow ones when the run ends (pytest plugin)."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add a phase to its test; the parameters of a test count together."""
        name = report.nodeid.partition("[")[0]
        self._seconds[name] = self._seconds.get(name, 0.0) + report.duration

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the tests above the limit, in order; only by the process that hears of all of them."""
        if not hasattr(session.config, "workerinput"):
            slow = {name: round(took, 1) for name, took in sorted(self._seconds.items()) if took > LIMIT}
            STORED.write_text(json.dumps(slow, indent=0) + "\n")
