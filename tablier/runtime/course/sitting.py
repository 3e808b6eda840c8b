"""One pupil's sitting with the course: a position to set up, a question, a verdict, and the next exercise.

Sans I/O: readings and requests come in, notices go out. Functions provide exercises, the day and the pupil's cards.
"""

from __future__ import annotations

import datetime
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from announce.notice import CourseStopped, ExerciseAsked, ExerciseJudged, ExerciseSet, Misplaced
from announce.table_api.course import CourseShown, Unread
from coach.lessons.course import Lesson, course, steps
from coach.lessons.exercise import AnswerKind, Exercise, Marks, Results
from coach.lessons.generator import exercise
from coach.lessons.judging import Given, WrongKind, verdict
from coach.lessons.memory import Card, following, weakest
from events.board_reading import BoardReading
from events.peg_reading import Button, PegReading
from events.rulings import CaseDifference, News
from rules.position import Case, Position, Side
from rules.seating import Seating
from tablier.games.requests import RequestError
from tablier.runtime.course.maker import Maker, Wanted
from tablier.runtime.course.seen import differences, jeton_seen, position_seen, trous_of
from tablier.runtime.inbox import Inbox, Made
from tablier.runtime.peg_witness import pegs_seen
from tablier.storage.pupils import keep_cards, progress_of
from tablier.storage.session_flags import OpenCourse
from tablier.storage.settings import Settings

QUIET: Final = 6.0
"""Seconds without a change on the board before its differences are announced, so that a pupil at work is not
hurried."""


class Phase(StrEnum):
    """The phase of the present exercise."""

    SET_UP = "set_up"
    ASKED = "asked"
    JUDGED = "judged"


class CourseSitting:
    """The course at a table, for one pupil at a time.

    load, keep: read and write a pupil's cards, by name
    today: the day, as `datetime.date.toordinal` counts
    seed: of the exercises, different in every sitting
    make: makes an exercise; None when it comes later, through `made`
    ahead: called with the exercises that may be wanted next
    """

    def __init__(
        self,
        *,
        load: Callable[[str], Mapping[str, Card]],
        keep: Callable[[str, Mapping[str, Card]], None],
        today: Callable[[], int],
        seating: Seating,
        light: Side = Side.BLANCS,
        seed: int = 0,
        pupil: str = "",
        make: Callable[[Wanted], Exercise | None] = lambda wanted: exercise(*wanted),
        ahead: Callable[[Sequence[Wanted]], None] = lambda _wanted: None,
    ) -> None:
        self._load, self._keep, self._today, self._make, self._ahead = load, keep, today, make, ahead
        self._seating, self._light = seating, light
        self._seed, self._usual = seed, pupil
        self._pupil = pupil
        self._step: str | None = None
        self._side = Side.BLANCS
        self._on_board = False
        self._cards: dict[str, Card] = {}
        self._recent: list[str] = []
        self._counted: Counter[bool] = Counter()
        self._draw = 0
        """The seed from which those of this sitting's exercises are drawn."""
        self._waited_for: tuple[Lesson, Wanted] | None = None
        self._lesson: Lesson | None = None
        self._exercise: Exercise | None = None
        self._phase = Phase.SET_UP
        self._right: bool | None = None
        self._reading: BoardReading | None = None
        self._wrong: tuple[CaseDifference, ...] = ()
        self._misread: tuple[tuple[Side, Case], ...] = ()
        self._since = 0.0
        self._reported: tuple[CaseDifference, ...] = ()
        self._trous: int | None = None
        """The trous that the pupil's fichet marks; None when no sensor reports it."""
        self._points: int | None = None
        self._unread: Unread | None = None
        """Whether jeton or fichet could not be read in an answer on the board; `_points` are those of the jeton."""

    @property
    def active(self) -> bool:
        """Whether an exercise is under way, so that the board belongs to it and not to the game."""
        return self._exercise is not None

    def display(self) -> CourseShown | None:
        """Return what displays show of the exercise."""
        made, lesson = self._exercise, self._lesson
        if made is None or lesson is None:
            return None
        return CourseShown(
            pupil=self._pupil,
            step=lesson.step,
            phase=str(self._phase),
            exercise=made,
            on_board=self._on_board,
            right=self._right,
            answered=self._counted.total(),
            right_so_far=self._counted[True],
            differences=tuple(self._wrong) if self._phase is Phase.SET_UP else (),
            points_seen=self._points,
            unread=self._unread,
        )

    def on_request(self, values: dict[str, Any], t: float) -> tuple[News, ...]:
        """Carry out a request (docs/mqtt.md, `course`).

        Raises RequestError.
        """
        what = values.get("do")
        if what == "start":
            return self._start(values, t)
        if what == "stop" and (self.active or self._waited_for is not None):
            return (self._stop_news(t, done=False),)
        if self._exercise is None:
            raise RequestError("course: no exercise is under way, expected do: start", "no_exercise")
        match what:
            case "next" if self._phase is Phase.JUDGED:
                return self._next(t)
            case "skip":
                self._recent.append(self._lesson.name if self._lesson else "")
                return self._next(t)
            case "ready" if self._phase is Phase.SET_UP:
                return self._ask(t)
            case "look":
                return self._look(t)
            case None:
                return self._judge_answer(self._parse_answer(values), t)
        raise RequestError(f"course.do: {what!r} is not for now", "not_now")

    def on_button(self, button: Button, t: float) -> tuple[News, ...] | None:
        """Take a button of the board: *coup joué* means "look", or "yes" to a question; *j'adoube* means "no".

        Returns None for a button that means nothing here.
        """
        if self._exercise is None:
            return None
        yes_no = self._phase is Phase.ASKED and self._exercise.kind in {AnswerKind.YES_NO, AnswerKind.LEAVE}
        match button:
            case Button.COUP_JOUE if yes_no:
                return self._judge_answer(self._exercise.kind is AnswerKind.YES_NO, t)
            case Button.ADOUBE if yes_no and self._exercise.kind is AnswerKind.YES_NO:
                return self._judge_answer(given=False, t=t)
            case Button.JE_M_EN_VAIS if self._phase is Phase.ASKED and self._exercise.kind is AnswerKind.LEAVE:
                return self._judge_answer(given=True, t=t)
            case Button.COUP_JOUE if self._phase is Phase.JUDGED:
                return self._next(t)
            case Button.COUP_JOUE:
                return self._ask(t) if self._phase is Phase.SET_UP else self._look(t)
        return None

    def pegs(self, reading: PegReading) -> None:
        """Take the reading of the holes, to find the pupil's fichet."""
        self._trous = trous_of(reading, self._side, self._seating)

    def on_reading(self, reading: BoardReading | None, t: float) -> tuple[News, ...]:
        """Take the reading of the board; None while something moves."""
        made = self._exercise
        if made is None or not self._on_board or reading is None:
            return ()
        self._reading = reading
        if self._phase is Phase.SET_UP:
            return self._set_up(made, reading, t)
        if self._phase is Phase.ASKED and isinstance(made.answer, Results):
            # Accept a right play without a button; a wrong one may be unfinished.
            there = position_seen(reading, made.position, self._seating, self._light, self._misread)
            if there is not None and there != made.position:
                matching = [one for one in made.answer.positions if self._matches(reading, one)]
                if matching and matching[0] != made.position:
                    return self._judge_answer(matching[0], t)
        return ()

    def _matches(self, reading: BoardReading, position: Position) -> bool:
        return differences(reading, position, self._seating, self._light, self._misread) == ()

    def _set_up(self, made: Exercise, reading: BoardReading, t: float) -> tuple[News, ...]:
        wrong = differences(reading, made.position, self._seating, self._light)
        if wrong is None:
            self._since = t
            return ()
        if not wrong:
            self._wrong = ()
            return self._ask(t)
        if wrong != self._wrong:
            self._wrong, self._since = wrong, t
        if t - self._since < QUIET or wrong == self._reported:
            return ()
        self._reported = wrong
        return (Misplaced(self._id("misplaced", t), t, wrong),)

    def _start(self, values: dict[str, Any], t: float) -> tuple[News, ...]:
        try:
            pupil = msgspec.convert(values.get("pupil", self._usual), str).strip() or self._usual
            side = Side(values.get("side", Side.BLANCS))
            on_board = msgspec.convert(values.get("board", False), bool)
            step = msgspec.convert(values.get("step"), str | None)
        except (ValueError, msgspec.ValidationError) as wrong:
            raise RequestError(f"course: {wrong}") from None
        if step is not None and step not in steps():
            raise RequestError(f"course.step: {step!r}, expected one of {', '.join(steps())}")
        self._pupil, self._side, self._on_board, self._step = pupil, side, on_board, step
        self._cards = dict(self._load(pupil))
        self._recent, self._counted = [], Counter()
        self._draw = zlib.crc32(f"{self._seed} {pupil} {t:.3f}".encode())
        return self._next(t)

    def _next(self, t: float) -> tuple[News, ...]:
        lesson = self._choose(self._cards, self._recent)
        return (self._stop_news(t, done=True),) if lesson is None else self._set_exercise(lesson, t)

    def _set_exercise(self, lesson: Lesson, t: float) -> tuple[News, ...]:
        """Set an exercise; while it is being made, the one before stays."""
        wanted = self._wanted_values(lesson, len(self._recent))
        self._waited_for = lesson, wanted
        found = self._make(wanted)
        return () if found is None else self.on_exercise(wanted, found, t)

    def on_exercise(self, wanted: Wanted, found: Exercise | None, t: float) -> tuple[News, ...]:
        """Take an exercise that was requested. If None, no position was found for it, and the next one is set."""
        if self._waited_for is None or self._waited_for[1] != wanted:
            return ()
        lesson, self._waited_for = self._waited_for[0], None
        if found is None:
            self._recent.append(lesson.name)
            return self._next(t)
        self._lesson, self._exercise = lesson, found
        self._right, self._wrong, self._reported, self._since = None, (), (), t
        self._points = self._unread = None
        self._ahead(self._likely(lesson))
        if not self._on_board:
            return self._ask(t)
        self._phase = Phase.SET_UP
        return (ExerciseSet(self._id("set", t), t, found),)

    def _wanted_values(self, lesson: Lesson, number: int) -> Wanted:
        """Return the values of a lesson's exercise; `number` is how many were set before it."""
        seed = zlib.crc32(f"{self._draw} {number}".encode())
        return Wanted(lesson.theme, lesson.difficulty, seed, self._side)

    def _likely(self, lesson: Lesson) -> tuple[Wanted, ...]:
        """Return the exercises that would follow a right answer, and a wrong one."""
        recent = [*self._recent, lesson.name]
        found = []
        for right in (True, False):
            card = self._cards.get(lesson.name, Card()).after(self._today(), right=right)
            found.append(self._choose({**self._cards, lesson.name: card}, recent))
        return tuple(dict.fromkeys(self._wanted_values(one, len(recent)) for one in found if one is not None))

    def _choose(self, cards: Mapping[str, Card], recent: Sequence[str]) -> Lesson | None:
        if self._step is not None:
            of_step = [lesson for lesson in course() if lesson.step == self._step]
            left = [lesson for lesson in of_step if lesson.name not in recent]
            return left[0] if left else None
        found = following(cards, self._today(), recent)
        # All are met and none is due: on request, offer one more, the least known.
        return found or (weakest(cards) if not recent else None)

    def open(self) -> OpenCourse | None:
        """Return the exercise under way, so that it goes on even if the table is killed."""
        if self._lesson is None:
            return None
        return OpenCourse(
            pupil=self._pupil,
            step=self._step,
            side=self._side,
            on_board=self._on_board,
            draw=self._draw,
            lesson=self._lesson.name,
            judged=self._phase is Phase.JUDGED,
            recent=tuple(self._recent),
            right=self._counted[True],
            wrong=self._counted[False],
        )

    def go_on(self, begun: OpenCourse, t: float) -> tuple[News, ...]:
        """Go on with an exercise kept by `open`, or the next one if it was answered."""
        self._pupil, self._step, self._side = begun.pupil, begun.step, begun.side
        self._on_board, self._draw, self._recent = begun.on_board, begun.draw, list(begun.recent)
        self._counted = Counter({True: begun.right, False: begun.wrong})
        self._cards = dict(self._load(begun.pupil))
        lesson = next((one for one in course() if one.name == begun.lesson), None)
        return self._next(t) if begun.judged or lesson is None else self._set_exercise(lesson, t)

    def _ask(self, t: float) -> tuple[News, ...]:
        made = self._exercise
        assert made is not None  # noqa: S101 - only asked while one is under way
        # What the pupil says is set up is so: the camera misreads these cases.
        self._misread = tuple((side, case) for side, case, _expected, _seen in self._wrong)
        self._phase, self._wrong = Phase.ASKED, ()
        return (ExerciseAsked(self._id("asked", t), t, made),)

    def _look(self, t: float) -> tuple[News, ...]:
        """Judge the position on the board.

        Raises RequestError when nothing can be seen, or the question is not answered on the board.
        """
        made, reading = self._exercise, self._reading
        if made is None or self._phase is not Phase.ASKED:
            raise RequestError("course.do: look is for a question that is asked", "not_now")
        if reading is None:
            raise RequestError("course.do: the board is not seen, answer on the page", "unseen")
        if made.kind is AnswerKind.PLAY:
            there = position_seen(reading, made.position, self._seating, self._light, self._misread)
            if there is None:
                raise RequestError("course.do: the board cannot be read now", "unseen")
            assert isinstance(made.answer, Results)  # noqa: S101 - that is its kind
            return self._judge_answer(
                next((one for one in made.answer.positions if self._matches(reading, one)), there), t
            )
        if made.kind is AnswerKind.JETON:
            return self._judge_marks(reading, t)
        raise RequestError("course.do: this question is answered on the page", "on_page")

    def _judge_marks(self, reading: BoardReading, t: float) -> tuple[News, ...]:
        """Judge where jeton and fichet are; if one cannot be read, the page asks for it."""
        self._points = jeton_seen(reading, self._side, self._seating)
        trous = self._trous
        if trous is None:  # No sensor reports it, but the camera may see it.
            trous = trous_of(pegs_seen(reading, self._seating), self._side, self._seating)
        self._unread = Unread.JETON if self._points is None else Unread.FICHET if trous is None else None
        if self._points is None or trous is None:
            return ()
        return self._judge_answer(Marks(self._points, trous), t)

    def _parse_answer(self, values: dict[str, Any]) -> Given:
        """Parse the answer in a request. Raises RequestError."""
        try:
            if "number" in values:
                return msgspec.convert(values["number"], int)
            if "yes" in values:
                return msgspec.convert(values["yes"], bool)
            if "cases" in values:
                return tuple(sorted(set(msgspec.convert(values["cases"], list[int]))))
            if "points" in values:
                return Marks(msgspec.convert(values["points"], int), msgspec.convert(values["trous"], int))
            sides = (msgspec.convert(values["position"][side.value], tuple[int, ...]) for side in Side)
            return Position(*sides)
        except (KeyError, TypeError, msgspec.ValidationError) as wrong:
            raise RequestError(f"course: {wrong}, expected do, or an answer") from None

    def _judge_answer(self, given: Given, t: float) -> tuple[News, ...]:
        made, lesson = self._exercise, self._lesson
        if made is None or lesson is None or self._phase is not Phase.ASKED:
            raise RequestError("course: nothing is asked now", "not_now")
        try:
            judged = verdict(made, given)
        except WrongKind as wrong:  # An answer to the exercise before.
            raise RequestError(f"course: {wrong}", "not_now") from None
        self._phase, self._right = Phase.JUDGED, judged.right
        self._counted[judged.right] += 1
        self._recent.append(lesson.name)
        self._cards[lesson.name] = self._cards.get(lesson.name, Card()).after(self._today(), right=judged.right)
        self._keep(self._pupil, self._cards)
        return (ExerciseJudged(self._id("judged", t), t, made, judged.right, judged.fault),)

    def _stop_news(self, t: float, *, done: bool) -> CourseStopped:
        self._exercise = self._lesson = self._waited_for = None
        return CourseStopped(self._id("stopped", t), t, self._counted.total(), self._counted[True], done)

    def _id(self, what: str, t: float) -> str:
        return f"course-{what}-{t:.3f}"


@contextmanager
def sitting_for(
    settings: Settings, folder: Path, inbox: Inbox, clock: Callable[[], float], *, seed: int
) -> Iterator[CourseSitting]:
    """Yield a sitting at a table with these settings; `folder` keeps the pupils' progress.

    A thread makes its exercises, which come through the inbox.
    """
    with Maker(lambda wanted, found: inbox.put(Made(clock(), wanted, found))) as maker:
        yield CourseSitting(
            load=lambda pupil: progress_of(folder, pupil).cards,
            keep=partial(keep_cards, folder),
            today=lambda: datetime.datetime.now().astimezone().date().toordinal(),
            seating=settings.seating,
            light=Side(settings.table.light),
            seed=seed,
            make=maker,
            ahead=maker.ahead,
            pupil=settings.lesson.pupil,
        )
