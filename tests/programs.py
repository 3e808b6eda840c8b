"""Programs that some tests need. A test is skipped if its program is missing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from announce.mqtt.broker import EmbeddedBroker
from simulation.devices.mqtt_brokers import Mosquitto, ProgramMissing, kill


def installed(program: str) -> str:
    """Return the path of a program."""
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed")
    return found


def started_mosquitto(folder: Path, *settings: str) -> Mosquitto:
    """Start a Mosquitto with these settings."""
    try:
        return Mosquitto(folder, *settings)
    except ProgramMissing as error:
        pytest.skip(str(error))


def crash(broker: EmbeddedBroker | Mosquitto) -> None:
    """End a broker without warning; it starts again."""
    if isinstance(broker, Mosquitto):
        broker.crash(0.3)
    else:
        kill(broker.pid)
