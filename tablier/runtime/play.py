"""Run the real table until Ctrl-C: devices and people, wired to one loop as the settings say."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from types import FrameType

from announce.notice import Reprise
from announce.table_api.api import Before
from tablier.devices.camera import Camera, source_of
from tablier.devices.sensor_link import link_of
from tablier.games import game_played
from tablier.runtime.analyst import Analyst
from tablier.runtime.course.sitting import sitting_for
from tablier.runtime.crash_guard import PROBLEMS, CrashGuard
from tablier.runtime.engine import Engine
from tablier.runtime.game_book import on_paper
from tablier.runtime.inbox import Felt, Inbox
from tablier.runtime.learner import Learner
from tablier.runtime.logs import write_line
from tablier.runtime.names import Names
from tablier.runtime.quiz import Quiz
from tablier.runtime.sinks import Terminal
from tablier.runtime.solo import open_seat
from tablier.runtime.startup import Begun, begin
from tablier.runtime.table import Table, TableConfig, TableServices
from tablier.runtime.watchdog import ServiceManager
from tablier.runtime.wiring import People
from tablier.storage.calibration_file import CalibrationFileError, Kept, load
from tablier.storage.evidence import EVIDENCE, Evidence
from tablier.storage.lock import alone
from tablier.storage.paths import Site
from tablier.storage.pupils import keep_progress, progress_of
from tablier.storage.recording import Frame


def play(
    site: Site,
    *,
    fresh: bool = False,
    inbox: Inbox | None = None,
    tap: Callable[[float, bytes], None] | None = None,
    keep: bool = True,
) -> None:
    """Run a table until Ctrl-C or the system stops it.

    Args:
        fresh: leave a game that was broken off, and begin another.
        inbox: receives the devices' values; None for a new inbox.
        tap: gets the bytes of the board's line.
        keep: go on with the game in the journal, and write to it.

    A missing device is reported once and left out. Raises SettingsError, and TableRunning when another table runs here.
    """
    game_played(site.settings)
    inbox = inbox or Inbox()
    manager = ServiceManager()
    with ExitStack() as opened, _until_stopped(inbox):
        opened.enter_context(alone(site.kept))
        opened.callback(inbox.close)
        begun = begin(site, opened, write_line, fresh=fresh) if keep else Begun(site.settings)
        table = _open_table(site, begun, opened, inbox, tap=tap, keep=keep, on_round=manager.alive)
        kept = begun.number is not None and not begun.lost
        write_line("Ready. Ctrl-C ends it; the game is kept." if kept else "Ready. Ctrl-C ends it.")
        manager.ready()
        table.run()
        manager.stopping()


def _open_table(
    site: Site,
    begun: Begun,
    opened: ExitStack,
    inbox: Inbox,
    *,
    tap: Callable[[float, bytes], None] | None,
    keep: bool,
    on_round: Callable[[], None],
) -> Table:
    """Return the table, with people and devices open until `opened` closes them; `on_round`: as in `TableServices`."""
    settings, game = begun.settings, begun.number
    clock = clock_from(begun.t)
    analyst = opened.enter_context(Analyst(site.kept))
    on_ruling, on_correction, on_named = on_paper(opened, site, begun, analyst)
    names = Names(settings, on_named)
    kept = _calibration(site)
    deliver = inbox.put if kept is None or not keep else _of_size(kept.size, inbox.put)
    engine = Engine(settings, None if kept is None else kept.calibration, begun.referee)
    learner = Learner(site.calibration, settings) if settings.camera.learn and keep else None
    if learner is not None:
        opened.callback(learner.close, engine)
    quiz = Quiz(lambda: engine.referee.settings.mode)
    quiz.go_on(begun.rulings, on=begun.flags.guess, announced=begun.flags.announced)
    course = None
    if engine.game.exercises:
        course = opened.enter_context(sitting_for(settings, site.kept, inbox, clock, seed=game or 0))
    seat = opened.enter_context(open_seat(settings, inbox, clock, seed=game or 0, level=begun.flags.level))
    people = opened.enter_context(
        People(
            settings,
            site.kept,
            inbox,
            clock=clock,
            seen=engine.reading_on,
            exercises=course is not None,
            analyst=analyst,
            before=Before(begun.flags.called, begun.done),
        )
    )
    link = link_of(site, felt=lambda value: inbox.put(Felt(value.t, value)), clock=clock, tap=tap)
    if link is not None:
        opened.enter_context(link)
    source = source_of(site.settings.camera, site.folder)
    if source is not None:
        opened.enter_context(Camera(source, deliver=deliver, clock=clock))
    write_line(f"Camera: {'none' if source is None else source.name}. Sensors: {settings.sensors.link}.")
    table = Table(
        engine,
        inbox,
        clock=clock,
        config=TableConfig(
            prompting=settings.table.prompting,
            unclaimed=settings.table.unclaimed,
            buttons=settings.sensors.link in {"serial", "spi"},
            camera=source is not None,
            flags=begun.flags,
        ),
        services=TableServices(
            journal=begun.journal,
            journal_lost=begun.lost,
            evidence=None if game is None else Evidence(site.kept / EVIDENCE, game, settings.journal.evidence_mb * 1e6),
            looked=(lambda _frame: None) if learner is None else (lambda frame: learner.saw(frame, engine)),
            sinks=[Terminal(settings.table.language), *people.sinks],
            on_ruling=on_ruling,
            on_correction=on_correction,
            referee_from_journal=begun.referee_again,
            crash_guard=CrashGuard(site.kept / PROBLEMS if keep else None),
            on_round=on_round,
            pressed=people.on_button,
            lesson=engine.game.lesson(
                progress_of(site.kept, settings.lesson.pupil), partial(keep_progress, site.kept, settings.lesson.pupil)
            ),
            quiz=quiz,
            course=course,
            seat=seat,
            names=names,
        ),
    )
    if begun.referee is not None:
        t = clock()
        table.announce(Reprise(f"reprise-{t:.3f}", t, engine.state()))
        table.repeat()
    return table


def clock_from(start: float) -> Callable[[], float]:
    """Return a clock that shows `start` seconds now and is never set back or forward."""
    offset = start - time.monotonic()
    return lambda: time.monotonic() + offset


@contextmanager
def _until_stopped(inbox: Inbox) -> Iterator[None]:
    """On Ctrl-C, or when the system ends the service, close the inbox instead of stopping in the middle of a step."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        inbox.close()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _calibration(site: Site) -> Kept | None:
    """Return the camera's calibration; without one, report that nothing is seen."""
    if site.settings.camera.source == "none":
        return None
    try:
        return load(site.calibration)
    except CalibrationFileError as error:
        write_line(f"The camera is not used: {error}. To make a calibration: tablier calibrate --page")
        return None


def _of_size(size: tuple[int, int], deliver: Callable[[Frame], None]) -> Callable[[Frame], None]:
    """Pass on pictures of the size the calibration is for; report once that others cannot be used."""
    news = False

    def on_frame(frame: Frame) -> None:
        nonlocal news
        height, width = frame.image.shape[:2]
        if (width, height) == size:
            deliver(frame)
        elif not news:
            news = True
            write_line(
                f"The camera is not used: it gives {width} x {height}, and was calibrated with {size[0]} x {size[1]}. "
                "Set camera.width and camera.height, or run tablier calibrate --page again."
            )

    return on_frame
