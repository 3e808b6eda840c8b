"""The demo's clock: no frame is dropped, however slow the consumer."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import threading
import time

import pytest

from simulation.sensors.simulated_vision import FRAME_RATE
from tablier.devices.simulated_camera import LOOKED_AT, InventedCamera, PlayClock
from tablier.games.plan import Plan
from tablier.runtime.inbox import Inbox
from tablier.storage.recording import Frame
from tests.waiting import LONG

SMALL = Plan(width=320, height=180)


class Real:
    """A clock moved by the test."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_it_follows_the_real_clock_only_as_far_as_it_may() -> None:
    real = Real()
    clock = PlayClock(-1.0, real=real)
    real.now += 5.0
    assert clock() == -1.0
    clock.allow(2.0)
    assert clock() == -1.0, "time that was not allowed is lost, not made up for"
    real.now += 0.5
    assert clock() == -0.5
    real.now += 60.0
    assert clock() == 2.0
    clock.allow(1.0)
    assert clock() == 2.0


@pytest.mark.parametrize(("share", "announced"), [(1.0, []), (0.95, []), (0.5, [0.5])])
def test_a_slow_machine_is_said_once(share: float, announced: list[float]) -> None:
    real = Real()
    said: list[float] = []
    clock = PlayClock(0.0, real=real, slow=said.append)
    for picture in range(1, 4 * int(LOOKED_AT * FRAME_RATE)):
        clock.allow(picture / FRAME_RATE)
        real.now += 1 / FRAME_RATE / share
    assert said == pytest.approx(announced, rel=0.02)


def test_a_waiting_thread_is_woken_when_time_may_go_on() -> None:
    clock = PlayClock(0.0)
    woken = threading.Thread(target=clock.wait, args=(0.05,), daemon=True)
    woken.start()
    time.sleep(0.2)
    assert woken.is_alive()
    clock.allow(1.0)
    woken.join(LONG)
    assert not woken.is_alive()
    assert clock() >= 0.05


def test_a_slow_consumer_gets_every_picture() -> None:
    """A third of the pictures' pace: none is missing, and none is of a time to come."""
    clock, inbox = PlayClock(0.0), Inbox()
    times: list[float] = []
    with InventedCamera(SMALL, rate=FRAME_RATE, clock=clock, deliver=inbox.put_in_turn) as camera:
        camera.film()
        while len(times) < 12:
            item = inbox.take(LONG)
            assert isinstance(item, Frame)
            times.append(item.t)
            now = clock()
            assert item.t <= now + 1e-9
            assert now <= item.t + 3 / FRAME_RATE
            time.sleep(3 / FRAME_RATE)
        inbox.close()
    assert times == [number / FRAME_RATE for number in range(12)]


def test_a_drawing_program_that_died_does_not_stop_time() -> None:
    """As at a real table: the camera is missed, and the game goes on."""
    clock = PlayClock(0.0)
    with InventedCamera(SMALL, rate=FRAME_RATE, clock=clock, deliver=lambda _frame: None) as camera:
        assert not camera.ended
        os.kill(camera._program.pid, signal.SIGKILL)
        camera.film()
        clock.wait(0.3)
        assert camera.ended
    assert clock() >= 0.3


def test_the_drawing_program_ends_with_a_table_that_was_killed() -> None:
    """At once, not at its next picture: a killed process closes its end of the pipe, and nobody reads pictures."""
    with InventedCamera(SMALL, rate=FRAME_RATE, clock=PlayClock(0.0), deliver=lambda _frame: None) as camera:
        assert camera._program.stdin is not None
        camera._program.stdin.close()
        assert camera._program.wait(LONG) == 0


def test_an_interrupted_start_leaves_no_drawing_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C comes while the empty table is still being drawn."""
    opened: list[subprocess.Popen[bytes]] = []

    class Interrupted(subprocess.Popen[bytes]):
        def __init__(self, _command: object, **_options: object) -> None:
            super().__init__(["sleep", "1000"])
            self.stdout = InterruptedPipe()
            opened.append(self)

    class InterruptedPipe(io.BytesIO):
        def readline(self, _size: int | None = -1, /) -> bytes:
            raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "Popen", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        InventedCamera(SMALL, rate=FRAME_RATE, clock=PlayClock(0.0), deliver=lambda _frame: None)
    assert opened[0].poll() == -signal.SIGKILL
