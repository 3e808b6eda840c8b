"""A fault script for a table in use: every device fails and comes back, alone and with the others.

The real `tablier play` follows a simulated game (`bench._stage`). The players wait during each fault. The fault and its
end must each be reported once; then the players go on. At the end the journal is compared with what was really thrown,
played and marked: no fault may have changed it.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import shutil
import signal
import socket
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from announce.notice import DeviceTrouble
from announce.phrases.catalogue import catalogue
from bench._processes import family
from bench._results import Page, Results, parser_of
from bench._stage import Stage
from tablier.games.plan import Plan

LONGEST = 90.0
"""Seconds in which a fault or its end must be reported; a hanging broker is detected after thirty."""
BETWEEN = 12.0
"""Seconds of play between two faults."""
LAST_LOOK = 5.0
"""Seconds the table runs after the last act, to see the rest."""


@dataclass(frozen=True, slots=True)
class DeviceFault:
    """One device fault.

    Attributes:
        trouble: the trouble to be reported, None when there must be no report.
        make, mend: begin and end it.
        together: whether it is one of those made at once.
    """

    name: str
    trouble: DeviceTrouble | None
    make: Callable[[Stage], None]
    mend: Callable[[Stage], None]
    together: bool = True


def camera(trouble: str) -> Callable[[Stage], None]:
    """Make the camera fail in this way."""
    return lambda stage: stage.device("camera", trouble)


def swap_camera(trouble: str) -> Callable[[Stage], None]:
    """Pull the camera out and plug another one in."""

    def exchange(stage: Stage) -> None:
        stage.device("camera", "unplugged")
        time.sleep(1.0)
        stage.device("camera", trouble)

    return exchange


def speaker(trouble: str) -> Callable[[Stage], None]:
    """Make the speaker fail in this way."""
    return lambda stage: stage.device("speaker", trouble)


def broker(number: signal.Signals) -> Callable[[Stage], None]:
    """Send the broker a signal."""

    def send(stage: Stage) -> None:
        assert stage.table is not None
        members = family(stage.table.pid)
        for name, pid in members.items():
            if name.startswith("nats"):
                os.kill(pid, number)

    return send


def reset(stage: Stage) -> None:
    """Press the board's reset button: it vanishes and comes back on another port at once."""
    stage.board.unplug()
    stage.board.plug()


def nothing(_stage: Stage) -> None:
    """Do nothing: the fault ends by itself."""


class Crowd:
    """Hundreds of page clients: some ask and stay, some never finish a request."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._open: list[socket.socket] = []
        self.answered = 0

    def come(self, stage: Stage) -> None:
        """Connect them all."""
        line = next(line for line in stage.lines if line.startswith("Page: "))
        found = re.search(r":(\d+)/", line)
        assert found is not None
        port = int(found[1])
        for number in range(self.count):
            with contextlib.suppress(OSError):
                each = socket.create_connection(("127.0.0.1", port), timeout=10)
                if number % 2:
                    each.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                else:
                    each.sendall(b"GET / HTTP/1.1\r\nHost: loc")
                self._open.append(each)
        asked = http.client.HTTPConnection("localhost", port, timeout=30)
        asked.request("GET", "/")
        self.answered = asked.getresponse().status
        asked.close()

    def go(self, _stage: Stage) -> None:
        """Disconnect them without notice."""
        for each in self._open:
            each.close()
        self._open.clear()


def faults(crowd: Crowd) -> list[DeviceFault]:
    """Return every fault."""
    return [
        DeviceFault("camera unplugged", DeviceTrouble.CAMERA_LOST, camera("unplugged"), camera(""), together=False),
        DeviceFault("camera hangs in a read", DeviceTrouble.CAMERA_LOST, camera("hung"), camera("")),
        DeviceFault(
            "camera gives the same picture for ever",
            DeviceTrouble.CAMERA_LOST,
            camera("same"),
            camera(""),
            together=False,
        ),
        DeviceFault(
            "camera replaced by one of another size",
            DeviceTrouble.CAMERA_LOST,
            swap_camera("other"),
            swap_camera(""),
            together=False,
        ),
        DeviceFault(
            "board unplugged, back on another port",
            DeviceTrouble.PEGS_LOST,
            lambda s: s.board.unplug(),
            lambda s: s.board.plug(),
        ),
        DeviceFault(
            "board frozen",
            DeviceTrouble.PEGS_LOST,
            lambda s: s.board.freeze(),
            lambda s: s.board.thaw(),
            together=False,
        ),
        DeviceFault("board reset", None, reset, nothing, together=False),
        DeviceFault("broker killed", DeviceTrouble.BROKER_LOST, broker(signal.SIGKILL), nothing, together=False),
        DeviceFault("broker hangs", DeviceTrouble.BROKER_LOST, broker(signal.SIGSTOP), broker(signal.SIGCONT)),
        DeviceFault("speaker gone", DeviceTrouble.SPEAKER_LOST, speaker("gone"), speaker("")),
        DeviceFault(f"{crowd.count} page clients, half of them mute", None, crowd.come, crowd.go),
    ]


def words(trouble: DeviceTrouble, context: str) -> str:
    """Return the words for a trouble as the terminal shows them, without the first letter, which is a capital there."""
    return catalogue("en").text(f"trouble.{trouble}", context, detail="")[1:].partition(":")[0].rstrip(". ()")


class Script:
    """Runs faults on a stage, and keeps the result of each."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.good = True
        self.rows: list[tuple[str, float, float, str]] = []

    def run(self, name: str, faults: list[DeviceFault]) -> None:
        """Make faults together, and end them together."""
        stage = self.stage
        stage.clock.go()
        time.sleep(BETWEEN)
        stage.clock.stop()
        time.sleep(2.0)
        troubles = [fault.trouble for fault in faults if fault.trouble is not None]
        before = {(each, which): stage.count(words(each, which)) for each in troubles for which in ("begun", "over")}
        for fault in faults:
            fault.make(stage)
        announced = self._wait(troubles, before, "begun")
        for fault in faults:
            fault.mend(stage)
        back = self._wait(troubles, before, "over")
        time.sleep(1.0)
        once = all(stage.count(words(*key)) == count + 1 for key, count in before.items())
        alive = stage.table is not None and stage.table.poll() is None
        self.good &= once and alive and max(announced, back) < LONGEST
        verdict = "once each" if once else "NOT ONCE"
        if not troubles:
            verdict = "nothing need be said" if alive else "ENDED"
        self.rows.append((name, announced, back, verdict))
        print(*self.rows[-1], sep=", ", flush=True)

    def _wait(self, troubles: list[DeviceTrouble], before: dict[tuple[DeviceTrouble, str], int], which: str) -> float:
        begun = time.monotonic()
        for trouble in sorted(troubles, key=lambda each: each is DeviceTrouble.SPEAKER_LOST):
            if trouble is DeviceTrouble.SPEAKER_LOST and (which == "over" or len(troubles) == 1):
                # The speaker's loss, and its return, show only when there is something to say.
                self.stage.clock.go()
            self.stage.until(words(trouble, which), before[trouble, which] + 1, LONGEST)
        if not troubles:
            time.sleep(5.0)
        return time.monotonic() - begun


def main(arguments: list[str]) -> int:
    """Run the script; 1 when a report did not come exactly once, or the record is wrong."""
    parser = parser_of("faults", __doc__)
    parser.add_argument("--seed", type=int, default=2, help="of the game")
    parser.add_argument("--pace", type=float, default=1.0, help="of the players; choose a slower one on a busy machine")
    parser.add_argument("--only", default="", help="the faults with these letters in their name")
    parser.add_argument("--keep", type=Path, help="copy the table's folder there at the end, with its output")
    parser.add_argument("--clients", type=int, default=300, help="how many open the page at once")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder), Plan(seed=given.seed, mode="score", pace=given.pace))
        crowd = Crowd(given.clients)
        with stage:
            stage.begin()
            script = Script(stage)
            for fault in [each for each in faults(crowd) if given.only in each.name]:
                script.run(fault.name, [fault])
            script.run("all of them at once", [each for each in faults(crowd) if each.together])
            stage.clock.go()
            while not stage.over:
                time.sleep(1.0)
            time.sleep(LAST_LOOK)
            stage.end()
            right = stage.judge()
        if given.keep is not None:
            (Path(folder) / "said.txt").write_text("\n".join(stage.lines), encoding="utf-8")
            shutil.copytree(folder, given.keep, symlinks=True)
    Results("faults", arguments, given).table(
        "",
        page=Page.PERFORMANCE,
        title="How soon a failing device is reported",
        about="Each device of a table that is played at fails and comes back. The journal "
        f"{'is' if right else 'IS NOT'} what was truly played.",
        samples=len(script.rows),
        unit="faults",
        columns=("fault", "reported after, s", "over after, s", "reported"),
        rows=script.rows,
    )
    return 0 if script.good and right else 1
