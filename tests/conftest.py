"""The fixtures that all tests share."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser

import vision  # noqa: F401 - it sets the limit that OpenCV reads once, when it is loaded
from announce.mqtt.broker import EmbeddedBroker
from simulation.devices.mqtt_brokers import Mosquitto
from tests.browsing import chromium
from tests.programs import started_mosquitto
from tests.slow import Durations, longest_first, reason, stored

# Tests never measure time: a busy machine must not fail one.
settings.register_profile("tablier", deadline=None)
settings.load_profile("tablier")

SHARED = Path(__file__).resolve().parents[2] / "shared"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of the command that runs everything."""
    parser.addoption("--kills", type=int, default=20, help="games that tests/tablier/test_kills.py kills")
    parser.addoption("--store-durations", action="store_true", help="write which tests are slow: tests/durations.json")


def pytest_configure(config: pytest.Config) -> None:
    """Measure only where the durations are stored."""
    if config.getoption("--store-durations"):
        config.pluginmanager.register(Durations())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the slow tests; `-m "not slow"` leaves them out. Order the files where several run at once."""
    durations = stored()
    if hasattr(config, "workerinput"):
        longest_first(items, durations)
    for item in items:
        if isinstance(item, pytest.Function) and reason(item, durations) is not None:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    """Undo the logging set up by a command within a test, so that no later test logs to its standard error."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference material next to the project. Tests that need it are skipped if it is absent."""
    if not SHARED.is_dir():
        pytest.skip("the reference material (../shared) is not next to the project")
    return SHARED


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for all tests of a file. They are skipped if there is none."""
    with chromium() as browser:
        yield browser


@pytest.fixture(params=["embedded", "mosquitto"])
def broker(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EmbeddedBroker | Mosquitto]:
    """A broker of each kind that lets everybody in."""
    if request.param == "embedded":
        with EmbeddedBroker(tmp_path, mqtt_port=0) as embedded:
            yield embedded
    else:
        with started_mosquitto(tmp_path, "allow_anonymous true") as mosquitto:
            yield mosquitto
