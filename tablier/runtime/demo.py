"""A table that plays itself, with all the parts of a real one.

A camera process films a simulated table (`tablier.devices.simulated_source`). The pegs and buttons go to the firmware
of a virtual board in another process, and come back over a pseudo-terminal and the real SerialLink. Vision, referee,
journal, voice, broker and page are those of `tablier play`. The simulation has its own clock: when the machine is too
slow for the pictures, the players wait.
"""

from __future__ import annotations

import datetime
import threading
import time
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from events.codec import line_of
from events.peg_reading import PegReading
from events.rulings import Ruling
from firmware_bridge.serial_link import SerialLink
from simulation.devices.virtual_board import VirtualBoard, VirtualBoardFailed
from simulation.sensors.simulated_vision import FRAME_RATE
from tablier.devices.simulated_camera import InventedCamera, PlayClock
from tablier.devices.simulated_source import InventedTable
from tablier.games import game_played
from tablier.games.game import PlayedGame
from tablier.games.plan import Plan
from tablier.runtime.analyst import Analyst
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Felt, Inbox
from tablier.runtime.logs import write_line
from tablier.runtime.quiz import Quiz
from tablier.runtime.report import SittingReport
from tablier.runtime.scoring import score_lines
from tablier.runtime.sinks import Terminal
from tablier.runtime.solo import open_seat
from tablier.runtime.table import Table, TableConfig, TableServices
from tablier.runtime.wiring import People
from tablier.storage.evidence import EVIDENCE, Evidence
from tablier.storage.journal import Journal
from tablier.storage.pupils import keep_progress, progress_of
from tablier.storage.settings import Settings
from tablier.storage.settings_file import toml_of

QUIET: Final = 1.0
"""Seconds for which the table is filmed before anything happens."""
LAST_LOOK: Final = 3.0
"""Seconds for which the table goes on after the last act, to see the end of it."""


class Demo:
    """One game after the other; journal, records and, without a sound card, the voice are written to `folder`.

    joined: settings whose broker, accounts, pupil and table id are used; None for those of the simulated table
    """

    def __init__(
        self, plan: Plan, folder: Path, *, language: str, port: int, mute: bool, joined: Settings | None = None
    ) -> None:
        self.plan = plan
        self._folder = folder
        self._language = language
        self._port = port
        self._mute = mute
        self._joined = joined

    def play(self) -> bool:
        """Play the next tour to its end; return whether its record is right to the last point.

        Raises VirtualBoardFailed and CameraFailed when there is no board or no camera to begin with.
        """
        invented = InventedTable(self.plan)
        settings = self._settings_for(invented.settings)
        print(f"Game {self.plan.seed}: {invented.first} throw first, mode {self.plan.mode}.")
        game, rulings = self._at_the_table(invented, settings)
        self._write(settings, game, rulings)
        self.plan = replace(self.plan, seed=self.plan.seed + 1)
        return _report_score(list(invented.truth()), [line_of(ruling) for ruling in rulings])

    def _at_the_table(self, invented: InventedTable, settings: Settings) -> tuple[int, list[Ruling]]:
        """Play the tour through every device; return its game in the journal, and the rulings."""
        rulings: list[Ruling] = []
        clock = PlayClock(-QUIET, slow=_slow)

        def on_ruling(ruling: Ruling) -> None:
            rulings.append(ruling)
            report.add(ruling)

        inbox = Inbox()
        with ExitStack() as devices:
            journal = devices.enter_context(Journal(self._folder / "journal.db"))
            game = journal.start(time.time(), toml_of(settings))
            engine = Engine(settings, invented.calibration)
            quiz = Quiz(lambda: engine.referee.settings.mode)
            analyst = devices.enter_context(Analyst(self._folder))
            seat = devices.enter_context(open_seat(settings, inbox, clock, seed=self.plan.seed))
            people = devices.enter_context(
                People(
                    settings,
                    self._folder,
                    inbox,
                    clock=clock,
                    seen=engine.reading_on,
                    analyst=analyst,
                )
            )
            proofs = self._folder / EVIDENCE
            report = devices.enter_context(
                SittingReport(journal.path, self._folder / "games", proofs, game, self._language, analyst)
            )
            board = devices.enter_context(VirtualBoard())
            link = SerialLink(board.port, clock=clock, callback=lambda value: inbox.put(Felt(value.t, value)))
            devices.enter_context(link)
            print("The empty table is being drawn ...")
            camera = devices.enter_context(
                InventedCamera(self.plan, rate=FRAME_RATE, clock=clock, deliver=inbox.put_in_turn)
            )
            devices.callback(inbox.close)
            table = Table(
                engine,
                inbox,
                clock=clock,
                config=TableConfig(buttons=True),
                services=TableServices(
                    journal=journal,
                    evidence=Evidence(proofs, game, settings.journal.evidence_mb * 1e6),
                    sinks=[Terminal(self._language), *people.sinks],
                    on_ruling=on_ruling,
                    pressed=people.on_button,
                    lesson=engine.game.lesson(
                        progress_of(self._folder, settings.lesson.pupil),
                        partial(keep_progress, self._folder, settings.lesson.pupil),
                    ),
                    quiz=quiz,
                    seat=seat,
                ),
            )
            hands = _Hands(invented, board, clock, inbox)
            camera.film()
            hands.start()
            table.run()
            if camera.ended:
                print("The camera's program had ended: nothing after that was seen.")
            if hands.failure:
                print(f"The tour ends here: {hands.failure}.")
            journal.end(time.time())
        return game, rulings

    def _settings_for(self, settings: Settings) -> Settings:
        """Return the simulated table's settings, with the voice, page, broker and pupil that the caller asks for."""
        joined = self._joined or settings
        return msgspec.structs.replace(
            settings,
            mqtt=joined.mqtt,
            access=joined.access,
            lesson=joined.lesson,
            table=msgspec.structs.replace(settings.table, language=self._language, id=joined.table.id),
            voice=msgspec.structs.replace(settings.voice, on=not self._mute),
            page=msgspec.structs.replace(settings.page, port=self._port),
        )

    def _write(self, settings: Settings, game: int, rulings: list[Ruling]) -> None:
        day = datetime.date.today()  # noqa: DTZ011 - the players' day
        name, text = game_played(settings).record(PlayedGame(settings, game, rulings, day))
        path = self._folder / "games" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"The game's record is {path}.")


def _slow(pace: float) -> None:
    write_line(
        f"This machine is too slow for the full pace: the table plays at {pace:.0%} of it, and drops no picture."
    )


class _Hands(threading.Thread):
    """The players' hands on pegs and buttons; closes the inbox when they are done, or the board has failed."""

    def __init__(self, invented: InventedTable, board: VirtualBoard, clock: PlayClock, inbox: Inbox) -> None:
        super().__init__(name="hands", daemon=True)
        self._invented = invented
        self._board = board
        self._clock = clock
        self._inbox = inbox
        self.failure = ""
        """The error of the board, if it has failed."""

    def run(self) -> None:
        """Put pegs and press buttons as the players do."""
        try:
            for value in self._invented.sensor_readings():
                self._clock.wait(value.t)
                if self._inbox.closed:
                    return
                if isinstance(value, PegReading):
                    self._board.show(value)
                else:
                    self._board.press(value.row, value.button)
            self._clock.wait(self._invented.table.duration + LAST_LOOK)
        except VirtualBoardFailed as error:
            self.failure = str(error)
        self._inbox.close()


def _report_score(truth: list[dict[str, Any]], announced: list[dict[str, Any]]) -> bool:
    """Print how the rulings compare with the truth; return whether every throw, play, mark and the end were right."""
    score = score_lines(truth, announced)
    print(
        f"Throws {score.throws}; plays {score.plays}; marks {score.marks}; faults {score.faults}; asked {score.doubts}."
    )
    right = all(
        count.right == count.true and not count.false for count in (score.throws, score.plays, score.marks, score.tours)
    )
    print("The record is right to the last point." if right else "The record differs from what was played.")
    return right
