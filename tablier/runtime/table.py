"""The running table: one loop takes the devices' items in order; results go to disk first, then to people."""

from __future__ import annotations

import itertools
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Final, ParamSpec, Protocol

import msgspec

from announce.announcement import Announcement
from announce.notice import Advice, AnyTrouble, DeviceTrouble, Guessed, LevelChanged, Notice, Reviewed
from announce.phrases.refused import Refused
from announce.phrases.registry import Manner
from announce.table_api.course import CourseShown
from announce.table_api.view import TableFacts
from events.acts import ByHand
from events.board_reading import Trouble
from events.codec import text_of
from events.observation import Observed
from events.peg_reading import HoleFault, LinkEvent, PegReading, Signal
from events.rulings import News, Ruling
from events.state import GameState, Mode
from referee.games import GameReferee
from tablier.games.game import Teacher
from tablier.games.requests import OWN, RequestError
from tablier.runtime.course.sitting import CourseSitting
from tablier.runtime.crash_guard import CrashGuard
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Asked, Called, Felt, Inbox, Item, Made, Spoken, Thought, Troubled
from tablier.runtime.names import Names
from tablier.runtime.quiz import Quiz
from tablier.runtime.solo import Seat
from tablier.storage.corrections import is_correction
from tablier.storage.evidence import Evidence
from tablier.storage.journal import Journal, JournalError
from tablier.storage.recording import Frame
from tablier.storage.session_flags import ASKED, FLAGS, SessionFlags, text_of_done, text_of_flags

CAMERA_PATIENCE: Final = 5.0
"""Seconds without a picture after which the camera counts as lost."""
LOOK: Final = 0.5
"""Seconds between two checks for devices that have fallen silent."""
RETRY: Final = 10.0
"""Seconds after which writing a failed journal is tried again, even if nothing happens."""

P = ParamSpec("P")
_log = logging.getLogger(__name__)


class Sink(Protocol):
    """A destination of announcements and states: voice, broker, page, terminal. It must not block."""

    def announce(self, announcement: Announcement) -> None:
        """Take an announcement."""

    def show(self, state: GameState, shown: TableFacts) -> None:
        """Take the state of the game, and what the table shows with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableConfig:
    """The announcements of a table, and the devices it expects.

    prompting: in referee mode, also announce what players must see for themselves
    unclaimed: announce an unclaimed fault once its time to claim is over
    buttons: the board has buttons
    camera: a camera is expected, so its silence is reported
    flags: the players' requests in a game that goes on
    """

    prompting: bool = False
    unclaimed: bool = True
    buttons: bool = False
    camera: bool = True
    flags: SessionFlags = field(default_factory=SessionFlags)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableServices:
    """The services of a table; each has a default that does nothing.

    journal: None keeps nothing
    journal_lost: why the journal ends with this run; empty when it does not
    evidence: None keeps no pictures
    looked: called with every picture, once the engine has seen it
    sinks: get announcements in this order
    on_ruling: called with every ruling, announced or not
    on_correction: called with every correction by hand
    referee_from_journal: rebuilds the referee after an error in the program; None when that is impossible
    crash_guard: writes such errors to files
    on_round: called in every round of the loop
    pressed: takes a button that answers a lesson's voice; returns whether it was one
    quiz: in a lesson, asks what a throw is worth
    seat: the companion, which also coaches; None for a table without a coach
    lesson: teaches a pupil while the mode is lesson; None without a pupil
    course: its exercises; None for a game that has none
    names: the players' names, if they can be given at the table
    """

    journal: Journal | None = None
    journal_lost: str = ""
    evidence: Evidence | None = None
    looked: Callable[[Frame], None] = lambda _frame: None
    sinks: Sequence[Sink] = ()
    on_ruling: Callable[[Ruling], None] = lambda _ruling: None
    on_correction: Callable[[ByHand], None] = lambda _act: None
    referee_from_journal: Callable[[], GameReferee | None] = lambda: None
    crash_guard: CrashGuard = field(default_factory=lambda: CrashGuard(None))
    on_round: Callable[[], None] = lambda: None
    pressed: Callable[[Signal], bool] = lambda _signal: False
    quiz: Quiz | None = None
    seat: Seat | None = None
    lesson: Teacher | None = None
    course: CourseSitting | None = None
    names: Names | None = None


class Table:
    """One table at work. clock: seconds; the clock that stamps the inbox's items."""

    def __init__(
        self,
        engine: Engine,
        inbox: Inbox,
        *,
        clock: Callable[[], float],
        config: TableConfig = TableConfig(),
        services: TableServices | None = None,
    ) -> None:
        self.engine = engine
        self.inbox = inbox
        self._clock = clock
        self._config = config
        self._services = services = services or TableServices()
        self._quiz = services.quiz or Quiz(lambda: engine.referee.settings.mode)
        self._seat = services.seat
        self._lesson = services.lesson
        self._course = services.course
        self._names = services.names
        self._exercise: CourseShown | None = None
        self._advice: Advice | None = None
        self._flags = config.flags
        self._troubles: set[AnyTrouble] = set()
        self._notices = itertools.count(1)
        self._last_frame: float | None = clock() if config.camera else None
        self._shown: GameState | None = None
        self._written = clock()

    @property
    def paused(self) -> bool:
        """Whether watching is paused."""
        return self._flags.paused

    def run(self) -> None:
        """Work until the inbox is closed."""
        self._show()
        if self._services.journal_lost:
            self._trouble(DeviceTrouble.JOURNAL_LOST, there=True, t=self._clock(), detail=self._services.journal_lost)
        while not self.inbox.closed:
            item = self.inbox.take(LOOK)
            if item is not None:
                self.take(item)
            self._look_for_silence()
            self._play_on(self._clock())
            self._services.on_round()

    def take(self, item: Item) -> None:
        """Process one item with `step`; an error in the program costs this one item and not the game."""
        if self._services.crash_guard.leaves_out(item, self._clock()):
            return
        try:
            self.step(item)
        except Exception as error:  # Any error must leave the players' game going.
            self._recover(item, error)
        else:
            if DeviceTrouble.PROGRAM_FAILED in self._troubles and self._services.crash_guard.went_well(item):
                self._trouble(DeviceTrouble.PROGRAM_FAILED, there=False, t=item.t)

    def _recover(self, item: Item, error: Exception) -> None:
        """Go on from the journal: it holds everything announced, and nothing else is reliable."""
        self._services.crash_guard.report(item, error, self._clock())
        if isinstance(item, Asked):
            item.answer(Refused("an error in the program; it is written down", "program"))
        try:
            referee = self._services.referee_from_journal()
        except Exception:
            _log.exception("the referee cannot be rebuilt from the journal, and stays as it is")
            referee = None
        if referee is not None:
            self.engine.begin_again(referee)
        self._trouble(DeviceTrouble.PROGRAM_FAILED, there=True, t=item.t, detail=type(error).__name__)
        self._show(changed=True)

    def step(self, item: Item) -> None:
        """Process one item, and announce what follows from it."""
        if isinstance(item, Frame):
            self._last_frame = item.t
            self._trouble(DeviceTrouble.CAMERA_LOST, there=False, t=item.t)
        if self.paused and isinstance(item, Frame | Felt):
            return
        if isinstance(item, Felt) and isinstance(item.value, Signal) and self._services.pressed(item.value):
            return
        if isinstance(item, Frame | Felt) and self._exercising:
            self._exercise_on(item)
            return
        if isinstance(item, Felt) and isinstance(item.value, Signal) and self._carry_out_button(item.value):
            return
        match item:
            case Frame():
                observed = self.engine.on_picture(item.t, item.image)
                if self._services.evidence is not None:
                    self._services.evidence.saw(item, resting=self.engine.resting)
                self._services.looked(item)
                for trouble in Trouble:
                    self._trouble(trouble, there=trouble in self.engine.troubles, t=item.t)
                self._trouble(DeviceTrouble.DICE_MISSED, there=self.engine.dice_missed, t=item.t)
            case Felt():
                observed = self.engine.on_sensors((item.value,))
                self._feel(item)
            case _:
                self._hear(item)
                return
        self._keep_and_announce(item.t, observed)
        self._play_on(item.t)

    def _hear(self, item: Asked | Thought | Made | Called | Troubled | Spoken) -> None:
        """Process an item from people, the coach or this machine."""
        match item:
            case Asked():
                self._ask(item)
            case Thought():
                self._take_answer(item)
            case Made():
                if self._course is not None:
                    self._on_exercise(self._course.on_exercise(item.wanted, item.exercise, item.t), item.t)
            case Called():
                self._set_flags(item.t, called=item.by)
            case Troubled():
                self._trouble(item.trouble, there=item.there, t=item.t, detail=item.detail)
            case Spoken():
                self._write([(item.t, "said", json.dumps(asdict(item.said), ensure_ascii=False))], item.t)

    def _play_on(self, t: float) -> None:
        """Let the companion of a solo game act by itself."""
        while self._seat is not None and not self.paused and not self._exercising:
            act = self._seat.next(self.engine.referee, t, resting=self.engine.resting)
            if act is None:
                reminder = self._seat.remind(self.engine.referee, t, resting=self.engine.resting)
                if reminder is not None:
                    self.announce(reminder)
                return
            self._keep_and_announce(t, self.engine.on_request(act))  # type: ignore[arg-type] # of this game

    def repeat(self) -> None:
        """Repeat the companion's announcement from before the game was broken off, and go on with the exercise."""
        again = None if self._seat is None else self._seat.announced_play(self.engine.referee)
        if again is not None:
            self.announce(again)
        begun, t = self._flags.course, self._clock()
        if self._course is not None and begun is not None and self.engine.referee.settings.mode is Mode.LESSON:
            self._on_exercise(self._course.go_on(begun, t), t)

    def _take_answer(self, item: Thought) -> None:
        """Carry out or announce the coach's answer."""
        if self._seat is None:
            return
        follows = self._seat.take_answer(item.answer, self.engine.referee, item.t)
        if isinstance(follows, Advice | Reviewed):
            self._advice = follows if isinstance(follows, Advice) else None
            self.announce(follows)
            self._show()
            return
        for act in follows:
            self._keep_and_announce(item.t, self.engine.on_request(act))  # type: ignore[arg-type] # of this game
        self._play_on(item.t)

    def _ask(self, item: Asked) -> None:
        """Carry out a request, or answer why not."""
        try:
            if item.verb in OWN:
                self._ask_table(item)
                item.answer(None)
                return
            request = self.engine.request(item.verb, item.values, item.t)
        except RequestError as error:
            item.answer(error)
            return
        self._keep_and_announce(item.t, self.engine.on_request(request), item)
        self._end_exercises(item.t)
        item.answer(None)  # It is on disk now.
        self._play_on(item.t)

    def _ask_table(self, item: Asked) -> None:
        """Carry out a request to the table itself, and show the new state.

        Raises RequestError.
        """
        if item.verb == "pause":
            self._set_flags(item.t, paused=bool(item.values.get("paused")))
        elif item.verb == "solo":
            self._ask_seat(item)
        elif item.verb == "course":
            self._ask_course(item)
        elif item.verb == "players":
            if self._names is None:
                raise RequestError("players: this table takes no names", "not_here")
            self._set_flags(item.t, players=self._names.on_request(item.values))
        elif item.verb == "guess":
            news = self._quiz.on_request(item.values, item.t)
            self._set_flags(item.t, guess=self._quiz.on, announced=self._quiz.last)
            if news is not None:
                self._announce(news)
        self._show(changed=True)

    def _ask_seat(self, item: Asked) -> None:
        """Change the companion's level, or have it do something.

        Raises RequestError.
        """
        if self._seat is None:
            raise RequestError("solo: no player sits at this table", "not_here")
        act = self._seat.ask(item.values, self.engine.referee, item.t)
        if "level" in item.values and self._seat.level != self._flags.level:
            self._set_flags(item.t, level=self._seat.level)
            self.announce(LevelChanged(f"level-{item.t:.3f}", item.t, self._seat.level))
        if act is not None:
            self._keep_and_announce(item.t, self.engine.on_request(act), item)  # type: ignore[arg-type] # of this game
            self._play_on(item.t)

    def _carry_out_button(self, signal: Signal) -> bool:
        """Carry out the request of a button on the companion's side; return whether it was one."""
        values = None if self._seat is None else self._seat.on_button(signal, self.engine.referee)
        if values is None:
            return False
        try:
            if values:
                self._ask_seat(Asked(signal.t, "solo", values))
        except RequestError as refused:
            _log.info("a button of the companion: %s", refused)
        self._show(changed=True)
        return True

    @property
    def _exercising(self) -> bool:
        """Whether the board belongs to an exercise, so that the referee must not see it."""
        return self._course is not None and self._course.active

    def _exercise_on(self, item: Frame | Felt) -> None:
        """Process what the devices report while an exercise is under way."""
        course = self._course
        assert course is not None  # noqa: S101 - asked before
        news: tuple[News, ...] = ()
        if isinstance(item, Frame):
            self.engine.read_picture(item.t, item.image)
            for trouble in Trouble:
                self._trouble(trouble, there=trouble in self.engine.troubles, t=item.t)
            news = course.on_reading(self.engine.reading if self.engine.resting else None, item.t)
        elif isinstance(item.value, Signal):
            try:
                news = course.on_button(item.value.button, item.t) or ()
            except RequestError as refused:
                _log.info("a button of an exercise: %s", refused)
        else:
            if isinstance(item.value, PegReading):
                course.pegs(item.value)
            self._feel(item)
        self._on_exercise(news, item.t)

    def _ask_course(self, item: Asked) -> None:
        """Carry out a request about exercises, which are for lessons only.

        Raises RequestError.
        """
        mode = self.engine.referee.settings.mode
        if self._course is None:
            raise RequestError("course: this game has no exercises", "not_here")
        if mode is not Mode.LESSON:
            raise RequestError(f"course: the table is in mode {mode}, expected lesson", "lesson_only")
        self._on_exercise(self._course.on_request(item.values, item.t), item.t)

    def _end_exercises(self, t: float) -> None:
        """Stop the exercises when the table is no longer in lesson mode."""
        if self._exercising and self._course is not None and self.engine.referee.settings.mode is not Mode.LESSON:
            self._on_exercise(self._course.on_request({"do": "stop"}, t), t)

    def _on_exercise(self, news: tuple[News, ...], t: float) -> None:
        """Keep the state of an exercise, announce its news, and show it if it has changed."""
        if self._course is not None:
            self._set_flags(t, course=self._course.open())
        for one in news:
            self.announce(one)
        shown = None if self._course is None else self._course.display()
        if shown != self._exercise:
            self._exercise = shown
            self._show(changed=True)

    def _set_flags(self, t: float, **changes: object) -> None:
        """Keep a change of flags, so that it survives a kill."""
        flags = msgspec.structs.replace(self._flags, **changes)
        if flags != self._flags:
            self._flags = flags
            self._write([(t, FLAGS, text_of_flags(flags))], t)

    def _feel(self, item: Felt) -> None:
        match item.value:
            case LinkEvent(up=up, reason=reason):
                self._trouble(DeviceTrouble.PEGS_LOST, there=not up, t=item.t, detail=reason if not up else "")
            case PegReading(faults=faults):
                for fault in HoleFault:
                    holes = ", ".join(str(hole) for hole, found in faults if found is fault)
                    self._trouble(fault, there=bool(holes), t=item.t, detail=holes)
            case _:
                pass

    def _look_for_silence(self) -> None:
        now = self._clock()
        latest = self.inbox.latest
        # A picture that waits for a slow table is no silence of the camera.
        came = self._last_frame if latest is None or self._last_frame is None else max(latest.t, self._last_frame)
        if came is not None and now - came > CAMERA_PATIENCE:
            self._trouble(DeviceTrouble.CAMERA_LOST, there=True, t=now)
        if self._services.journal is not None and self._services.journal.due and now - self._written > RETRY:
            self._write([], now)

    def _trouble(self, trouble: AnyTrouble, *, there: bool, t: float, detail: str = "") -> None:
        """Report once that something is wrong, and once that it is right again."""
        if there == (trouble in self._troubles):
            return
        (self._troubles.add if there else self._troubles.discard)(trouble)
        _log.info("%s %s %s", trouble, "began" if there else "ended", detail)
        self.announce(Notice(f"n{next(self._notices)}", t, trouble, over=not there, detail=detail))

    def _keep_and_announce(self, t: float, observed: Observed, asked: Asked | None = None) -> None:
        """Write acts, rulings and the request behind them to the journal; only then announce."""
        entries = [
            *((act.t, "act", text_of(act)) for act in observed.acts),
            *((ruling.t, "ruling", text_of(ruling)) for ruling in observed.rulings),
        ]
        if asked is not None and asked.transaction:
            entries.append((t, ASKED, text_of_done(asked.verb, asked.transaction)))
        if entries:
            self._write(entries, t)
        for act in filter(is_correction, observed.acts):
            _safely(self._services.on_correction, act)
        for ruling in observed.rulings:
            _safely(self._services.on_ruling, ruling)
            # Keep evidence even for rulings not announced yet: they may be claimed later.
            self.announce(ruling, () if self._services.evidence is None else self._services.evidence.of(ruling))
        if entries:
            self._show()

    def _write(self, entries: list[tuple[float, str, str]], t: float) -> None:
        """Write to the journal, if there is one that can be written."""
        if self._services.journal is None:
            return
        self._written = self._clock()
        try:
            if entries:
                self._services.journal.add(entries)
            else:
                self._services.journal.flush()
        except JournalError as error:
            # A known failure repeats with every act, so log it quietly.
            _log.log(logging.DEBUG if DeviceTrouble.JOURNAL_LOST in self._troubles else logging.ERROR, "%s", error)
            self._trouble(DeviceTrouble.JOURNAL_LOST, there=True, t=t, detail=str(error))
        else:
            self._trouble(DeviceTrouble.JOURNAL_LOST, there=bool(self._services.journal_lost), t=t)

    def announce(self, news: News, evidence: tuple[str, ...] = ()) -> None:
        """Announce to everybody; `evidence` names the pictures that prove it."""
        late = self._quiz.late(news)
        if late is not None:
            self._announce(late)
        self._announce(news, evidence, asking=self._quiz.asks(news))

    def _announce(self, news: News, evidence: tuple[str, ...] = (), *, asking: bool = False) -> None:
        settings = self.engine.referee.settings
        manner = Manner(
            settings.mode,
            prompting=self._config.prompting,
            asking=asking,
            buttons=self._config.buttons,
            unclaimed=self._config.unclaimed,
        )
        lesson = self._lesson if settings.mode is Mode.LESSON else None
        if lesson is not None:
            for first in lesson.before(news):
                self._announce(first)
            manner = replace(manner, met=dict(lesson.met))
        said = self.engine.game.announcements(news, settings, manner)
        for announcement in said:
            for sink in self._services.sinks:
                _safely(sink.announce, replace(announcement, evidence=evidence))
        if lesson is not None and not asking:
            for then in lesson.after(news.worth if isinstance(news, Guessed) else news):
                self._announce(then)

    def _show(self, *, changed: bool = False) -> None:
        """Show the state of the game if it has changed. changed: something shown with it may have."""
        state = self._with_hint(self.engine.state())
        if changed or state != self._shown:
            self._shown = state
            players = None if self._names is None else self._names.for_display()
            shown = TableFacts(
                paused=self.paused,
                guess=self._quiz.state(),
                level=None if self._seat is None else self._seat.level,
                players=None if players is None else msgspec.structs.asdict(players),
                course=None if self._course is None else self._course.display(),
            )
            for sink in self._services.sinks:
                _safely(sink.show, state, shown)

    def _with_hint(self, state: GameState) -> GameState:
        """Return the state with the player's hint, while it is about the throw under way."""
        hint = self._advice
        if hint is None or hint.throw != state.throw or state.dice is None:
            return state
        return replace(state, advice=hint.moves)


def _safely(listener: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call a listener; if it fails, the others are still called."""
    try:
        listener(*args, **kwargs)
    except Exception:
        _log.exception("a listener of the table failed")
