"""What all tests share."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

import vision  # noqa: F401 - it sets the limit that OpenCV reads once, when it is loaded
from announce.broker import EmbeddedBroker
from tests.announce.brokers import Mosquitto
from tests.browsing import chromium

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

# Tests never measure time: a busy machine must not fail one.
settings.register_profile("tablier", deadline=None)
settings.load_profile("tablier")

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    """A command run within a test logs to that test's standard error; no later test's words go there."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference material beside the project; tests that need it skip where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("the reference material (../shared) is not beside the project")
    return SHARED


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for all tests of a file; they skip where there is none."""
    with chromium() as browser:
        yield browser


@pytest.fixture(params=["embedded", "mosquitto"])
def broker(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EmbeddedBroker | Mosquitto]:
    """A broker of each kind, that lets everybody in."""
    if request.param == "embedded":
        with EmbeddedBroker(tmp_path, mqtt_port=0) as embedded:
            yield embedded
    else:
        with Mosquitto(tmp_path, "allow_anonymous true") as mosquitto:
            yield mosquitto
