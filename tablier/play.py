"""The real table at work: devices and people wired to one loop, from the settings to Ctrl-C."""

from __future__ import annotations

import datetime
import logging
import signal
import threading
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Final

from announce.notice import Reprise
from referee.backgammon.rulings import GameWon
from referee.backgammon.state import BackgammonState
from referee.ecrire.rulings import MarqueRuled
from referee.ecrire.state import EcrireState
from referee.games import is_over
from referee.rulings import TourWon
from tablier.calibration_file import CalibrationFileError, load
from tablier.companion import Companion
from tablier.devices import Devices
from tablier.ecrire_record import sheet_of
from tablier.evidence import EVIDENCE, Evidence
from tablier.game_record import record_file
from tablier.guessing import Guessing
from tablier.inbox import Felt, Inbox
from tablier.journal import JournalError
from tablier.keeping import Keeping, keeping
from tablier.lock import alone
from tablier.mishaps import PROBLEMS, Mishaps
from tablier.outlets import Terminal, write_line
from tablier.report import SittingReport
from tablier.resume import CannotResume, Resumed, resume
from tablier.settings import without_secrets
from tablier.settings_file import toml_of
from tablier.table import Table
from tablier.watchdog import ServiceManager
from tablier.whole_file import replacing
from tablier.wiring import People

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path
    from types import FrameType

    from referee.games import AnyReferee, AnyRuling, AnyState
    from tablier.calibration_file import Kept
    from tablier.journal import Journal
    from tablier.recording import Frame
    from tablier.settings import Settings
    from tablier.site import Site

    Say = Callable[[str], None]

BREATH: Final = 1.0
"""Seconds that a game broken off stood still, on its own clock."""

_log = logging.getLogger(__name__)


def play(
    site: Site,
    *,
    anew: bool = False,
    inbox: Inbox | None = None,
    tap: Callable[[float, bytes], None] | None = None,
    keep: bool = True,
    say: Say = write_line,
) -> None:
    """Run a table until it is told to stop by Ctrl-C or the system.

    anew: leave a game that was broken off, and begin another; inbox: where the devices' news goes (a recorder's own,
    perhaps); tap: hears the bytes of the board's line; keep: go on with what the journal holds and write to it; say:
    told what is open and what is not. Whatever is missing is said once and left out. Raises SettingsError, and
    TableRunning when another is at work here.
    """
    inbox = inbox or Inbox()
    manager = ServiceManager()
    with ExitStack() as opened, _until_told(inbox):
        opened.enter_context(alone(site.kept))
        opened.callback(inbox.close)
        where = keeping(site.kept / "journal.db", opened, say) if keep else Keeping(None)
        journal = where.journal
        resumed = _resumed(journal, site, say, anew=anew)
        settings = site.settings if resumed is None else resumed.settings
        clock = clock_from(0.0 if resumed is None else resumed.t + BREATH)
        if journal is not None and journal.game is None:
            _start(journal, site, say)
        game = None if journal is None else journal.game
        on_ruling = _on_paper(opened, site, game, settings, () if resumed is None else resumed.rulings)
        proofs = site.kept / EVIDENCE
        kept = _calibration(site, say)
        deliver = inbox.put if kept is None or not keep else _of_size(kept.size, inbox.put, say)
        calibration = None if kept is None else kept.calibration
        companion = Companion(settings, calibration, None if resumed is None else resumed.referee)
        guessing = Guessing(lambda: companion.referee.settings.mode)
        people = opened.enter_context(
            People(settings, site.kept, inbox, clock=clock, seen=companion.seen, guess=guessing.state, say=say)
        )
        devices = opened.enter_context(
            Devices(site, deliver=deliver, felt=lambda value: inbox.put(Felt(value.t, value)), clock=clock, tap=tap)
        )
        say(_what_is_used(devices))
        table = Table(
            companion,
            inbox,
            clock=clock,
            journal=journal,
            evidence=None if game is None else Evidence(proofs, game, settings.journal.evidence_mb * 1e6),
            outlets=[Terminal(settings.table.language), *people.outlets],
            on_ruling=on_ruling,
            prompting=settings.table.prompting,
            unclaimed=settings.table.unclaimed,
            guessing=guessing,
            camera=devices.camera is not None,
            lost=where.lost,
            again=lambda: _again(journal, site),
            mishaps=Mishaps(site.kept / PROBLEMS if keep else None),
            alive=manager.alive,
        )
        if resumed is not None:
            stands = companion.state()
            stands = stands.table if isinstance(stands, EcrireState) else stands
            table.tell(Reprise(f"reprise-{clock():.3f}", clock(), stands))
        say("Ready. Ctrl-C ends it; the game is kept." if not where.lost and keep else "Ready. Ctrl-C ends it.")
        manager.ready()
        table.run()
        manager.stopping()


def clock_from(begin: float) -> Callable[[], float]:
    """A clock that shows `begin` seconds now and is never put back or forward."""
    offset = begin - time.monotonic()
    return lambda: time.monotonic() + offset


class GameBook:
    """The record of a sitting that people read, written again after each tour, or game (docs/record.md).

    folder: made when there is something to write; game: its number in the journal, None for one that is not kept;
    told: the rulings of a game that goes on.
    """

    def __init__(self, folder: Path, game: int | None, settings: Settings, told: Iterable[AnyRuling] = ()) -> None:
        self._folder = folder
        self._game = game
        self._settings = settings
        self._rulings = list(told)

    def add(self, ruling: AnyRuling) -> None:
        """Write one ruling down."""
        self._rulings.append(ruling)
        if isinstance(ruling, TourWon | GameWon | MarqueRuled):
            self.write()

    def write(self) -> None:
        """Write the file, if anything was played; one that cannot be written is logged, and the game goes on."""
        if self._game is None:
            return
        day = datetime.date.today()  # noqa: DTZ011 - the players' day
        name, text = record_file(self._settings, self._game, self._rulings, day)
        if not text:
            return
        path = self._folder / name
        try:
            with replacing(path) as file:
                file.write(text.encode())
            if self._settings.convention is not None:
                with replacing(self._folder / f"game-{self._game}-feuille.txt") as file:
                    file.write(sheet_of(self._settings, self._rulings).encode())
        except OSError as error:
            _log.warning("the record is not written: %s: %s", path, error.strerror)


def _on_paper(
    opened: ExitStack, site: Site, game: int | None, settings: Settings, told: tuple[AnyRuling, ...]
) -> Callable[[AnyRuling], None]:
    """Where rulings go to be written for people, record and report; told: those of a game that goes on.

    game: its number in the journal; of one that is not kept, nothing is written.
    """
    folder = site.kept / "games"
    book = GameBook(folder, game, settings, told)
    opened.callback(book.write)
    if game is None or settings.table.game == "backgammon":
        return book.add
    report = opened.enter_context(SittingReport(folder, site.kept / EVIDENCE, game, settings.table.language, told))

    def add(ruling: AnyRuling) -> None:
        book.add(ruling)
        report.add(ruling)

    return add


@contextmanager
def _until_told(inbox: Inbox) -> Iterator[None]:
    """Close the inbox on Ctrl-C or when the system ends the service, instead of breaking off wherever things are."""
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


def _start(journal: Journal, site: Site, say: Say) -> None:
    try:
        journal.start(time.time(), toml_of(without_secrets(site.settings)))
    except JournalError as error:
        say(f"Nothing is kept of this game: {error}")


def _again(journal: Journal | None, site: Site) -> AnyReferee | None:
    """The referee of the game under way as the journal has it, what still waits for the disk included."""
    found = None if journal is None else resume(journal, site.settings)
    return None if found is None else found.referee


def _resumed(journal: Journal | None, site: Site, say: Say, *, anew: bool) -> Resumed | None:
    """The game that was broken off, unless it is over or to be left; then the journal has none under way."""
    if journal is None or journal.game is None:
        return None
    try:
        found = None if anew else resume(journal, site.settings)
    except CannotResume as error:
        say(f"A game was broken off, but cannot be gone on with; it stays in {journal.path}. {error}")
        found = None
    except JournalError as error:
        say(f"A game was broken off, but cannot be read: {error}")
        found = None
    except Exception as error:  # The referee's own fault: with its game in the way, no table would start ever again.
        _log.exception("the referee fails on the acts of game %d", journal.game)
        say(f"A game was broken off, but cannot be gone on with; it stays in {journal.path}. {error!r}")
        found = None
    if found is None or is_over(found.referee):
        try:
            journal.end(time.time())
        except JournalError as error:
            _log.error("%s", error)
        return None
    say(f"The game goes on where it was: {_where(found.referee.state())} (--new begins another.)")
    if found.settings.table != site.settings.table:
        say("It was begun with other settings of [table], and keeps them to its end.")
    return found


def _where(state: AnyState) -> str:
    """In a few words, where a game stands."""
    if isinstance(state, EcrireState):
        partie, sitting = state.sitting.partie, state.sitting
        return (
            f"marqué {len(partie.marques) + 1} of {partie.convention.marques}, {sitting.blancs} (Blancs) against "
            f"{sitting.noirs} (Noirs); {_where(state.table)}"
        )
    if isinstance(state, BackgammonState):
        turn = "the opening" if state.trait is None else f"{state.trait} to play"
        return (
            f"game {state.tour}, throw {state.throw}, {turn}; "
            f"match Blancs {state.match.blancs}, Noirs {state.match.noirs}, cube {state.cube.value}."
        )
    return (
        f"tour {state.tour}, throw {state.throw}, {state.trait} to play; "
        f"Blancs {state.blancs.trous} trous {state.blancs.points} points, "
        f"Noirs {state.noirs.trous} trous {state.noirs.points} points."
    )


def _calibration(site: Site, say: Say) -> Kept | None:
    """What is known of the camera; without it nothing is seen, which is said."""
    if site.settings.camera.source == "none":
        return None
    try:
        return load(site.calibration)
    except CalibrationFileError as error:
        say(f"The camera is not used: {error}")
        return None


def _of_size(size: tuple[int, int], deliver: Callable[[Frame], None], say: Say) -> Callable[[Frame], None]:
    """Pass on pictures of the size the calibration is for; of others, say once that they are of no use."""
    told = False

    def sized(frame: Frame) -> None:
        nonlocal told
        height, width = frame.image.shape[:2]
        if (width, height) == size:
            deliver(frame)
        elif not told:
            told = True
            say(
                f"The camera is not used: it gives {width} x {height}, and was calibrated with {size[0]} x {size[1]}. "
                "Set camera.width and camera.height, or run tablier calibrate again."
            )

    return sized


def _what_is_used(devices: Devices) -> str:
    camera = "none" if devices.camera is None else devices.camera.name
    sensors = "none" if devices.link is None else type(devices.link).__name__
    return f"Camera: {camera}. Sensors: {sensors}."
