"""A stage for the real `tablier play`: a simulated table with camera and board, which can be stopped during a game.

The camera is a program named `rpicam-vid` (`simulation.devices.fake_csi_camera`); `python -m bench._stage FOLDER`
draws its pictures. The board of holes is a virtual one on a pseudo-terminal, and the speaker is a program named
`aplay`. Each can be made to fail. The game's own clock stands still while the stage is stopped, as if the players
waited.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Self

import cv2
import msgspec

from events.codec import text_of
from events.peg_reading import PegReading, Signal
from simulation.devices import fake_csi_camera
from simulation.devices.virtual_board import VirtualBoard, VirtualBoardFailed
from tablier.devices.simulated_source import InventedTable
from tablier.games.plan import Plan
from tablier.runtime.resume import rebuilt
from tablier.runtime.scoring import score_lines
from tablier.storage.calibration_file import Kept, save
from tablier.storage.journal import Journal
from tablier.storage.settings import CameraSettings, JournalSettings, SensorSettings
from tablier.storage.settings_file import toml_of

PAINTED = 6
"""Pictures a second. Drawing more would leave two cores no time to read them."""
QUIET = 3.0
"""Seconds before the first act, in which the table is only watched."""
STARTING = 120.0
"""Seconds that a table may take to be ready on a busy machine."""
RIBBON = "#!/bin/sh\nexec {python} -I {program} {folder}\n"
"""The camera program."""
SPEAKER = """#!/bin/sh
case "$(cat {folder}/speaker 2>/dev/null)" in
gone) exit 1 ;;
hung) sleep 1000 ;;
esac
exit 0
"""


def words_in(path: Path) -> str:
    """Return the text of a file; empty when there is none."""
    try:
        return path.read_text(encoding="ascii").strip()
    except OSError:
        return ""


NOTICES = ("Doubt", "DoubtSettled", "Disorder", "OrderRestored")
"""The tracker's rulings about what it sees; judging the acts again does not repeat them."""


def rests_on_sight(text: str) -> bool:
    """Whether a ruling of the journal depends on more than the acts."""
    return json.loads(text)["kind"] in NOTICES


class GameClock:
    """The game's time in seconds, from a file in the stage's folder: "BEGAN" while it runs, "- T" while it stands."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self._turns: list[tuple[float, float, float]] = []

    def now(self) -> float:
        """Return the present time; 0 before the beginning."""
        words = words_in(self._file).split()
        match words:
            case ["-", stood]:
                return float(stood)
            case [began]:
                return time.monotonic() - float(began)
            case _:
                return 0.0

    def begin(self, at: float) -> None:
        """Show 0 at a moment of the system's monotonic clock."""
        self._turns = [(at, 0.0, 1.0)]
        self._write(f"{at}")

    def stop(self) -> None:
        """Stop the clock."""
        self._turns.append((time.monotonic(), self.now(), 0.0))
        self._write(f"- {self.now()}")

    def go(self) -> None:
        """Let the clock go on from where it stands."""
        self._turns.append((time.monotonic(), self.now(), 1.0))
        self._write(f"{time.monotonic() - self.now()}")

    def at(self, moment: float) -> float:
        """Return what this clock showed at a moment of the system's clock."""
        since, shown, pace = next((turn for turn in reversed(self._turns) if turn[0] <= moment), self._turns[0])
        return shown + pace * (moment - since)

    def _write(self, words: str) -> None:
        beside = self._file.with_suffix(".new")
        beside.write_text(words, encoding="ascii")
        beside.replace(self._file)


class Stage:
    """A folder with everything `tablier play` needs, and the players' hands. A context manager.

    plan: the game; the table's settings follow from it.
    """

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.plan = plan
        self.invented = InventedTable(plan)
        self.clock = GameClock(folder)
        self.lines: list[str] = []
        self._over = threading.Event()
        (folder / "plan.json").write_bytes(msgspec.json.encode(plan))
        self._script(
            "rpicam-vid",
            RIBBON.format(python=sys.executable, program=fake_csi_camera.__file__, folder=folder),
        )
        self._script("aplay", SPEAKER.format(folder=folder))
        size = (plan.width, plan.height)
        save(folder / "calibration.json", Kept(self.invented.calibration, size))
        settings = self.invented.settings
        settings = msgspec.structs.replace(
            settings,
            table=msgspec.structs.replace(settings.table, id="stage", language="en"),
            camera=CameraSettings(source="csi", width=size[0], height=size[1]),
            sensors=SensorSettings(link="serial", port=str(folder / "board")),
            page=msgspec.structs.replace(settings.page, port=0),
            journal=JournalSettings(folder="var"),
            calibration={},
        )
        (folder / "table.toml").write_text(toml_of(settings), encoding="utf-8")
        painter = (sys.executable, "-m", "bench._stage", str(folder))
        self._painter = subprocess.Popen(painter, cwd=Path(__file__).parents[1], start_new_session=True)
        self.board = VirtualBoard(link=folder / "board")
        self.table: subprocess.Popen[str] | None = None
        self._hands = threading.Thread(target=self._play, name="hands", daemon=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.end()
        self.board.close()
        self._painter.kill()
        self._painter.wait()

    def begin(self, *arguments: str) -> None:
        """Start the table, wait until it is ready, and let the players begin."""
        while not (self.folder / "picture.jpg").exists():
            time.sleep(0.1)
        self.start(*arguments)
        self.clock.begin(time.monotonic() + QUIET)
        self._hands.start()

    def start(self, *arguments: str) -> None:
        """Start the table, and wait until it is ready."""
        path = f"{self.folder}:{Path(sys.executable).parent}:/usr/bin:/bin"
        self.table = subprocess.Popen(
            [Path(sys.executable).parent / "tablier", "play", "--settings", "table.toml", *arguments],
            cwd=self.folder,
            env={**os.environ, "PATH": path, "PYTHONPATH": str(Path(__file__).parents[1]), "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        threading.Thread(target=self._read, args=(self.table,), daemon=True).start()
        count = self.count("Ready.")
        if self.until("Ready.", count + 1, STARTING) > STARTING:
            raise RuntimeError("the table did not start: " + " / ".join(self.lines[-3:]))

    def end(self) -> None:
        """End the table as the system does."""
        if self.table is not None and self.table.poll() is None:
            self.table.send_signal(signal.SIGTERM)
            try:
                self.table.wait(30)
            except subprocess.TimeoutExpired:
                self.table.kill()
                self.table.wait()

    def count(self, words: str) -> int:
        """Return how many lines of the table contain these words."""
        return sum(words in line for line in list(self.lines))

    def until(self, words: str, count: int, seconds: float) -> float:
        """Wait until `count` lines contain these words; return the seconds that took, infinite if they did not come."""
        begun = time.monotonic()
        while self.count(words) < count:
            if time.monotonic() - begun > seconds or (self.table is not None and self.table.poll() is not None):
                return float("inf")
            time.sleep(0.05)
        return time.monotonic() - begun

    @property
    def over(self) -> bool:
        """Whether the players have finished."""
        return self.clock.now() > self.invented.table.duration

    def judge(self) -> bool:
        """Compare the journal with the truth and print the result.

        Return whether throws, plays, marks and the end are right, and the acts judged again give the same rulings.
        """
        with Journal(self.folder / "var" / "journal.db") as journal:
            game = journal.games()[-1]
            # The table's clock shows 0 when its game begins; the players' clock has stood still at times since.
            zero = journal.start_of(game) - time.time() + time.monotonic()
            texts = [text for _, _, text in journal.entries(game, "ruling")]
            again = rebuilt(journal, game)
        announced = [{**line, "t": self.clock.at(zero + line["t"])} for line in map(json.loads, texts)]
        score = score_lines(self.invented.truth(), announced)
        found = f"Throws {score.throws}; plays {score.plays}; marks {score.marks}; faults {score.faults}"
        print(f"{found}; tours {score.tours}; asked {score.doubts}.")
        for difference in score.differences:
            print(f"  {difference}")
        same = [text_of(ruling) for ruling in again.rulings] == [text for text in texts if not rests_on_sight(text)]
        print(f"The journal's acts judged again give {'the same rulings' if same else 'OTHER rulings'}.")
        counts = (score.throws, score.plays, score.marks, score.tours)
        return same and all(count.right == count.true and not count.false for count in counts)

    def device(self, name: str, trouble: str) -> None:
        """Make the camera or the speaker fail in a way; an empty text ends the failure."""
        (self.folder / name).write_text(trouble, encoding="ascii")

    def _script(self, name: str, text: str) -> None:
        program = self.folder / name
        program.write_text(text, encoding="utf-8")
        program.chmod(0o755)

    def _read(self, table: subprocess.Popen[str]) -> None:
        assert table.stdout is not None
        for line in table.stdout:
            self.lines.append(line.rstrip("\n"))

    def _play(self) -> None:
        """Put pegs and press buttons at the game's times."""
        for value in self.invented.sensor_readings():
            while self.clock.now() < value.t:
                if self._over.wait(0.02):
                    return
            try:
                self._do(value)
            except VirtualBoardFailed:
                return

    def _do(self, value: PegReading | Signal) -> None:
        if isinstance(value, PegReading):
            self.board.show(value)
        else:
            self.board.press(value.row, value.button)


def _put(path: Path, picture: cv2.typing.MatLike) -> None:
    """Write a picture atomically."""
    beside = path.with_suffix(".new")
    beside.write_bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes())
    beside.replace(path)


def paint() -> int:
    """Draw the table of the folder named until the parent process has ended."""
    folder = Path(sys.argv[1])
    invented = InventedTable(msgspec.json.decode((folder / "plan.json").read_bytes(), type=Plan))
    clock = GameClock(folder)
    parent, number = os.getppid(), 0
    due = time.monotonic()
    while os.getppid() == parent:
        number += 1
        picture = invented.picture(max(0.0, clock.now()), number)
        _put(folder / "picture.jpg", picture)
        if number % PAINTED == 0:
            _put(folder / "other.jpg", cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
        due = max(due + 1 / PAINTED, time.monotonic())
        time.sleep(due - time.monotonic() if due > time.monotonic() else 0.0)
    return 0


if __name__ == "__main__":
    sys.exit(paint())
