"""A sitting with the course: positions set up and compared, answers on the board or by request, progress kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from announce.notice import CourseStopped, ExerciseAsked, ExerciseJudged, ExerciseSet, Misplaced
from announce.phrases.refused import Refused
from announce.table_api.course import CourseShown, Unread
from coach.lessons.course import course, steps
from coach.lessons.exercise import Amount, AnswerKind, Cases, Exercise, Leaves, Marks, Results, YesNo
from coach.lessons.generator import exercise
from coach.lessons.memory import Card
from events.board_reading import BoardReading, PegSeen, Trouble
from events.peg_reading import Button, Signal
from events.rulings import CaseDifference, News
from rules.position import Position, Side
from rules.seating import Seating
from tablier.games.requests import RequestError
from tablier.runtime.course.maker import Maker, Wanted
from tablier.runtime.course.seen import differences, position_seen
from tablier.runtime.course.sitting import QUIET, CourseSitting
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Asked, Felt, Made
from tablier.runtime.table import Table, TableServices
from tablier.storage.journal import JOURNAL, Journal
from tablier.storage.pupils import PUPILS, Progress, keep_cards, keep_progress, progress_of
from tablier.storage.session_flags import SessionFlags, flags_in
from tablier.storage.settings import Settings, TableSettings
from tablier.storage.settings_file import toml_of
from tests.referee.fake_table import FakeTable
from tests.tablier.listener import Listener, table_without_camera
from tests.waiting import eventually

BLANCS, NOIRS = Side
SEATING = Seating()


class Lesson:
    """A sitting with simulated readings of its board, and what it kept."""

    def __init__(self, *, step: str | None = None, board: bool = True, seed: int = 1) -> None:
        self.kept: dict[str, dict[str, Card]] = {}
        self.sitting = CourseSitting(
            load=lambda pupil: self.kept.get(pupil, {}),
            keep=lambda pupil, cards: self.kept.__setitem__(pupil, dict(cards)),
            today=lambda: 100,
            seating=SEATING,
            seed=seed,
        )
        self.board = FakeTable(seed=seed)
        self.news: list[News] = []
        self.ask(do="start", pupil="Anne", board=board, **({"step": step} if step else {}))

    def ask(self, **values: object) -> tuple[News, ...]:
        found = self.sitting.on_request(values, self.board.t)
        self.news += found
        return found

    def shows(self, position: Position, seconds: float = 0.5) -> None:
        self.board.position = position
        for reading in self.board.look(max(2, round(seconds * 15))):
            self.news += self.sitting.on_reading(reading, reading.t)

    @property
    def made(self) -> Exercise:
        shown = self.sitting.display()
        assert shown is not None
        return shown.exercise

    @property
    def last(self) -> News:
        return self.news[-1]


def right_answer(made: Exercise) -> dict[str, Any]:
    """The request that answers rightly."""
    match made.answer:
        case Results(positions):
            return {"position": {"blancs": list(positions[0].blancs), "noirs": list(positions[0].noirs)}}
        case Cases(cases):
            return {"cases": list(cases)}
        case Amount(number):
            return {"number": number}
        case Marks(points, trous):
            return {"points": points, "trous": trous}
        case YesNo(yes) | Leaves(yes):
            return {"yes": yes}


# --- the camera -------------------------------------------------------------------------------------------------------


def test_missing_and_superfluous_dames_are_named_case_by_case() -> None:
    """Two dames too many on one case, one of the other side missing on another; the same board is no difference."""
    board = FakeTable(position=Position((11, 0, 0, 0, 4, *[0] * 19), (12, 0, 3, *[0] * 21)))
    wanted = Position((13, 0, 0, 0, 2, *[0] * 19), (13, 0, 2, *[0] * 21))
    reading = board.frame()
    assert differences(reading, board.position, SEATING, BLANCS) == ()
    assert differences(reading, wanted, SEATING, BLANCS) == (
        (BLANCS, 5, 2, 4),
        (NOIRS, 3, 2, 3),
    ), "the talons are piles, which may hide some"
    light_are_noirs = Position(board.position.noirs, board.position.blancs)
    assert differences(reading, light_are_noirs, SEATING, NOIRS) != ()


def test_a_full_column_may_hide_dames_and_a_shorter_one_does_not() -> None:
    """The sixth dame lies on another, which is no pile to a camera above."""

    def read(seen: int, expected: int) -> tuple[CaseDifference, ...] | None:
        found, wanted = (Position((15 - count, 0, 0, count, *[0] * 20), (15, *[0] * 23)) for count in (seen, expected))
        reading = FakeTable(position=found).frame()
        cases = tuple(replace(case, piled=False) if case.count == seen else case for case in reading.cases)
        return differences(replace(reading, cases=cases), wanted, SEATING, BLANCS, {(BLANCS, 1)})

    assert read(5, 6) == ()
    assert read(4, 5) == ((BLANCS, 4, 5, 4),)
    assert read(6, 5) == ((BLANCS, 4, 5, 6),)


@pytest.mark.parametrize(
    "change", [{"hands": True}, {"settled": False}, {"troubles": (Trouble.BOARD_MOVED,)}, {"cases": ()}]
)
def test_nothing_is_said_of_a_board_that_cannot_be_read(change: dict[str, Any]) -> None:
    """A hand, a movement or a board that was moved is no evidence of a wrong position."""
    board = FakeTable()
    reading = replace(board.frame(), **change)
    assert differences(reading, Position.start(), SEATING, BLANCS) is None
    assert position_seen(reading, Position.start(), SEATING, BLANCS) is None


def test_a_merely_poor_picture_is_still_compared() -> None:
    """Nobody is accused by it, and the pupil can say that the position is set up."""
    reading = replace(FakeTable().frame(), troubles=(Trouble.SOFT, Trouble.SMALL))
    assert differences(reading, Position.start(), SEATING, BLANCS) == ()


def test_a_pupil_at_work_is_not_hurried_and_is_helped_once() -> None:
    """Differences are announced once the board is at rest, and again only when they change; then comes the question."""
    lesson = Lesson(step="playing")
    assert isinstance(lesson.last, ExerciseSet)
    wrong = lesson.made.position.with_counts(BLANCS, (15, *[0] * 23))
    lesson.shows(wrong, QUIET / 2)
    assert not any(isinstance(one, Misplaced) for one in lesson.news)
    lesson.shows(wrong, 2 * QUIET)
    notices = [one for one in lesson.news if isinstance(one, Misplaced)]
    assert len(notices) == 1
    for side, case, expected, seen in notices[0].differences:
        assert lesson.made.position.on(side, case) == expected != seen == wrong.on(side, case)
    lesson.shows(lesson.made.position)
    assert isinstance(lesson.last, ExerciseAsked)


def test_a_reading_that_may_well_be_right_is_no_difference() -> None:
    """A lone dame whose set is unclear, or a pile of five or six, is not said to stand wrong; a missing dame is."""
    position = Position((14, 0, 0, 0, 1, *[0] * 19), (15, *[0] * 23))
    reading = FakeTable(position=position).frame()

    def chance(one: float) -> BoardReading:
        spread = (1 - one, one, *[0.0] * 14)
        cases = [
            replace(case, count=0, light=spread, dark=(1 - one, *[0.0] * 15)) if case.count == 1 else case
            for case in reading.cases
        ]
        return replace(reading, cases=tuple(cases))

    assert differences(chance(0.2), position, SEATING, BLANCS) == ()
    assert differences(chance(0.001), position, SEATING, BLANCS) == ((BLANCS, 5, 1, 0),)


def test_what_the_pupil_says_is_set_up_is_judged_so() -> None:
    """A case that the camera misreads keeps no right play from being right; the other cases show the play."""
    lesson = Lesson(step="filling")
    made = lesson.made
    assert isinstance(made.answer, Results)
    right = made.answer.positions[0]
    still = next(case for case in range(2, 25) if made.position.on(NOIRS, case) == right.on(NOIRS, case) > 0)

    def misread(position: Position) -> Position:
        counts = list(position.counts(NOIRS))
        counts[still - 1] -= 1
        return position.with_counts(NOIRS, tuple(counts))

    lesson.shows(misread(made.position), 2 * QUIET)
    assert isinstance(lesson.last, Misplaced)
    lesson.ask(do="ready")
    assert isinstance(lesson.last, ExerciseAsked)
    lesson.shows(misread(right))
    assert isinstance(lesson.last, ExerciseJudged)
    assert lesson.last.right


def test_a_play_onto_a_case_that_the_camera_misreads_is_judged_by_the_others() -> None:
    """Six dames on a case read as five, whatever is played there."""
    lesson = Lesson(step="sorties")
    made = lesson.made
    assert isinstance(made.answer, Results)
    right = made.answer.positions[0]
    changed = [case for case in range(1, 25) if made.position.on(BLANCS, case) != right.on(BLANCS, case)]
    hidden = next(case for case in changed if made.position.on(BLANCS, case) > 1)
    assert len(changed) > 1

    def misread(position: Position) -> Position:
        counts = list(position.counts(BLANCS))
        counts[hidden - 1] = 1
        return position.with_counts(BLANCS, tuple(counts))

    lesson.shows(misread(made.position), 2 * QUIET)
    lesson.ask(do="ready")
    lesson.shows(misread(made.position))
    assert isinstance(lesson.last, ExerciseAsked), "nothing was played yet"
    lesson.shows(misread(right))
    assert isinstance(lesson.last, ExerciseJudged)
    assert lesson.last.right


# --- answers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", steps())
def test_every_step_is_answered_by_request_to_its_end(step: str) -> None:
    """Without a camera each question of a step is asked, answered, judged right and followed by the next."""
    lesson = Lesson(step=step, board=False)
    for _ in range(sum(one.step == step for one in course())):
        assert isinstance(lesson.last, ExerciseAsked)
        lesson.ask(**right_answer(lesson.made))
        assert isinstance(lesson.last, ExerciseJudged)
        assert lesson.last.right
        lesson.ask(do="next")
    assert lesson.last == CourseStopped(
        lesson.last.id, lesson.last.t, len(lesson.kept["Anne"]), len(lesson.kept["Anne"]), done=True
    )
    assert lesson.sitting.display() is None
    assert all(card.right == 1 for card in lesson.kept["Anne"].values())


def test_a_right_play_on_the_board_is_judged_at_once_and_a_wrong_one_when_the_pupil_says_so() -> None:
    """A play under way is no answer; the button *coup joué* makes it one."""
    lesson = Lesson(step="filling")
    made = lesson.made
    assert isinstance(made.answer, Results)
    lesson.shows(made.position)
    counts = list(made.position.counts(BLANCS))
    counts[0], counts[1] = counts[0] - 1, counts[1] + 1
    halfway = made.position.with_counts(BLANCS, tuple(counts))
    if halfway not in made.answer.positions and not halfway.breaches():
        lesson.shows(halfway, 3)
        assert isinstance(lesson.last, ExerciseAsked)
    lesson.shows(made.answer.positions[0])
    assert isinstance(lesson.last, ExerciseJudged)
    assert lesson.last.right
    # The next one is answered wrongly.
    lesson.ask(do="next")
    lesson.shows(lesson.made.position)
    lesson.news += lesson.sitting.on_button(Button.COUP_JOUE, lesson.board.t) or ()
    assert isinstance(lesson.last, ExerciseJudged)
    assert not lesson.last.right


def test_the_jeton_is_read_off_the_board_where_the_fichet_is_felt() -> None:
    """Points by the camera, trous by the sensors; what cannot be read is said, and asked for on the page."""
    lesson = Lesson(step="marking")
    answer = lesson.made.answer
    assert isinstance(answer, Marks)
    lesson.shows(lesson.made.position)
    lesson.board.jetons = {BLANCS: (answer.points,) if answer.points else (), NOIRS: ()}
    lesson.shows(lesson.made.position)
    lesson.ask(do="look")
    assert not isinstance(lesson.last, ExerciseJudged)
    shown = lesson.sitting.display()
    assert shown is not None
    assert (shown.points_seen, shown.unread) == (answer.points, Unread.FICHET)
    for holes in lesson.board.fichet(BLANCS, answer.trous):
        lesson.sitting.pegs(holes)
    lesson.ask(do="look")
    assert isinstance(lesson.last, ExerciseJudged)
    assert lesson.last.right


def test_without_sensors_the_camera_finds_jeton_and_fichet() -> None:
    """Two jetons in a row mark nothing that is clear: then the question is answered on the page."""
    lesson = Lesson(step="marking")
    answer = lesson.made.answer
    assert isinstance(answer, Marks)
    lesson.board.jetons = {BLANCS: (2, 8), NOIRS: ()}
    lesson.shows(lesson.made.position)
    lesson.ask(do="look")
    shown = lesson.sitting.display()
    assert shown is not None
    assert shown.unread is Unread.JETON
    lesson.board.jetons = {BLANCS: (answer.points,) if answer.points else (), NOIRS: ()}
    holes = (SEATING.pavillon_hole, SEATING.hole(BLANCS, answer.trous))
    lesson.shows(lesson.made.position)
    seen = replace(lesson.board.frame(), pegs=tuple(PegSeen(hole, 0.9) for hole in holes))
    lesson.sitting.on_reading(seen, seen.t)
    lesson.ask(do="look")
    assert isinstance(lesson.last, ExerciseJudged)
    assert lesson.last.right


def test_buttons_of_the_board_answer_yes_and_no() -> None:
    """*Coup joué* is yes, *j'adoube* no; *école* means nothing here."""
    for button, yes in ((Button.COUP_JOUE, True), (Button.ADOUBE, False)):
        lesson = Lesson(step="fausses_cases", board=False)
        assert lesson.made.kind is AnswerKind.YES_NO
        assert lesson.sitting.on_button(Button.ECOLE, 1.0) is None
        (judged,) = lesson.sitting.on_button(button, 1.0) or ()
        assert isinstance(judged, ExerciseJudged)
        assert judged.right == (judged.exercise.answer == YesNo(yes))


def test_a_wrong_answer_comes_back_in_the_same_sitting() -> None:
    """Spaced repetition: after two others, with another position."""
    lesson = Lesson(board=False)
    first = lesson.made
    lesson.ask(cases=[2, 3, 4])
    assert isinstance(lesson.last, ExerciseJudged)
    assert not lesson.last.right
    themes = [(first.theme, first.difficulty)]
    for _ in range(3):
        lesson.ask(do="next")
        themes.append((lesson.made.theme, lesson.made.difficulty))
        lesson.ask(**right_answer(lesson.made))
    assert themes[3] == themes[0]
    assert lesson.made.position != first.position


@pytest.mark.parametrize(
    ("values", "refusal"),
    [
        ({"do": "ready"}, "not for now"),
        ({"do": "look"}, "the board is not seen"),
        ({"number": 4}, "expected one to a question of kind cases"),
        ({}, "expected do, or an answer"),
        ({"position": {"blancs": [1]}}, "course: "),
        ({"do": "start", "step": "chess"}, "course.step: 'chess'"),
        ({"do": "start", "side": "rouges"}, "course: "),
        ({"do": "dance"}, "'dance'"),
    ],
)
def test_an_invalid_answer_is_refused_and_the_question_stays(values: dict[str, Any], refusal: str) -> None:
    lesson = Lesson(board=False)
    made = lesson.made
    with pytest.raises(RequestError, match=refusal):
        lesson.ask(**values)
    assert lesson.made == made
    assert not lesson.kept


def test_it_can_be_stopped_at_any_time() -> None:
    """It can stop during setup, question or verdict; given answers are kept."""
    for asked in range(3):
        lesson = Lesson()
        if asked:
            lesson.ask(do="ready")
        if asked == 2:
            lesson.ask(**right_answer(lesson.made))
        lesson.ask(do="stop")
        assert isinstance(lesson.last, CourseStopped)
        assert not lesson.sitting.active
        assert len(lesson.kept.get("Anne", {})) == (asked == 2)
        with pytest.raises(RequestError, match="expected do: start"):
            lesson.ask(do="next")


# --- the table --------------------------------------------------------------------------------------------------------


def a_table(
    folder: Path,
    mode: str = "lesson",
    journal: Journal | None = None,
    make: Callable[[Wanted], Exercise | None] = lambda wanted: exercise(*wanted),
) -> tuple[Table, Listener]:
    settings = Settings(table=TableSettings(mode=mode))  # type: ignore[arg-type] # one of them
    listener = Listener()
    sitting = CourseSitting(
        load=lambda pupil: progress_of(folder, pupil).cards,
        keep=lambda pupil, cards: keep_cards(folder, pupil, cards),
        today=lambda: 100,
        seating=SEATING,
        make=make,
    )
    table = table_without_camera(
        Engine(settings, None),
        TableServices(sinks=[listener], journal=journal),
        course=sitting,
        flags=SessionFlags() if journal is None else flags_in(journal, 1),
    )
    return table, listener


def shown(table: Table) -> CourseShown:
    assert table._course is not None
    found = table._course.display()
    assert found is not None
    return found


def asks(table: Table, verb: str = "course", **values: object) -> list[str | None]:
    answers: list[Refused | None] = []
    table.step(Asked(1.0, verb, values, answers.append))
    return [None if answer is None else str(answer) for answer in answers]


def test_a_table_in_lesson_mode_asks_judges_and_explains_with_the_article(tmp_path: Path) -> None:
    """From the request to the words, and the pupil's file; buttons are the exercise's meanwhile, not the game's."""
    table, listener = a_table(tmp_path)
    assert asks(table, do="start", pupil="Anne") == [None]
    assert listener.announced[-1].kind == "exercise_asked"
    assert asks(table, cases=[1, 2, 3]) == [None]
    judged = listener.announced[-1]
    assert judged.kind == "exercise_judged"
    assert judged.article == "Lois I"
    assert judged.text["fr"].startswith("Ce n'est pas cela.")
    assert progress_of(tmp_path, "Anne").cards["place-1"] == Card(0, 100, 1, 0)
    before = table.engine.state()
    table.step(Felt(2.0, Signal(2.0, "near", Button.COUP_JOUE)))
    assert listener.announced[-1].kind == "exercise_asked", "coup joué goes on to the next"
    assert table.engine.state() == before
    assert asks(table, do="stop") == [None]
    assert listener.announced[-1].kind == "course_stopped"


@pytest.mark.parametrize("mode", ["score", "referee", "solo"])
def test_exercises_are_for_lessons_only(tmp_path: Path, mode: str) -> None:
    """The coach never speaks at a table that keeps the score or referees."""
    table, listener = a_table(tmp_path, mode)
    (why,) = asks(table, do="start")
    assert why is not None
    assert "expected lesson" in why
    assert listener.announced == []


def test_a_second_press_passes_no_exercise_and_answers_none(tmp_path: Path) -> None:
    """A finger that presses twice, or a second phone, comes too late: the question that follows stays."""
    table, _ = a_table(tmp_path)
    asks(table, do="start", step="playing")
    (why,) = asks(table, yes=True)  # The answer to a question of another kind.
    assert why is not None
    asks(table, **right_answer(shown(table).exercise))
    assert asks(table, do="next") == [None]
    before = shown(table).exercise
    assert asks(table, do="next") == ["course.do: 'next' is not for now"]
    assert shown(table).exercise == before


def test_a_table_that_leaves_its_lesson_ends_the_exercises(tmp_path: Path) -> None:
    table, listener = a_table(tmp_path)
    asks(table, do="start")
    asks(table, "mode", mode="referee")
    assert [one.kind for one in listener.announced][-1] == "course_stopped"
    (why,) = asks(table, do="next")
    assert why is not None


def test_a_killed_table_goes_on_with_the_same_exercise(tmp_path: Path) -> None:
    """This holds over two kills too; answered questions do not come again."""
    with Journal(tmp_path / JOURNAL) as journal:
        journal.start(1.0, toml_of(Settings(table=TableSettings(mode="lesson"))))
        table, _ = a_table(tmp_path, journal=journal)
        asks(table, do="start", pupil="Anne", step="jans")
        first = shown(table)
        table, listener = a_table(tmp_path, journal=journal)
        table.repeat()
        assert shown(table) == first
        assert listener.announced[-1].kind == "exercise_asked"
        asks(table, **right_answer(first.exercise))
        table, _ = a_table(tmp_path, journal=journal)
        table.repeat()
        second = shown(table)
        assert second.exercise.theme != first.exercise.theme or second.exercise != first.exercise
        assert (second.pupil, second.answered, second.right_so_far) == ("Anne", 1, 1)
        asks(table, do="stop")
        table, _ = a_table(tmp_path, journal=journal)
        table.repeat()
        assert table._course is not None
        assert not table._course.active


def test_an_exercise_that_is_still_being_made_is_waited_for(tmp_path: Path) -> None:
    """Until it is there the one before stays; one made for a request that no longer holds is not set."""
    wanted: list[Wanted] = []
    table, listener = a_table(tmp_path, make=wanted.append)
    assert asks(table, do="start", step="jans") == [None]
    assert asks(table, do="start", step="coin") == [None]
    assert listener.announced == []
    old, new = wanted
    table.step(Made(2.0, old, exercise(*old)))
    assert listener.announced == []
    table.step(Made(2.0, new, exercise(*new)))
    assert shown(table).exercise == exercise(*new)
    table.step(Made(2.0, new, exercise(*new)))
    assert len(listener.announced) == 1
    asks(table, do="skip")
    table.step(Made(3.0, wanted[-1], None))
    assert wanted[-1].theme != wanted[-2].theme, "where there is none, the next is made"
    assert asks(table, do="stop") == [None]


def test_the_next_exercises_are_made_ahead() -> None:
    """The next exercise is ready after a right and after a wrong answer."""
    asked: list[Sequence[Wanted]] = []
    made: list[Wanted] = []

    def make(wanted: Wanted) -> Exercise:
        made.append(wanted)
        return exercise(*wanted)

    sitting = CourseSitting(
        load=lambda _pupil: {},
        keep=lambda _pupil, _cards: None,
        today=lambda: 100,
        seating=SEATING,
        make=make,
        ahead=asked.append,
    )
    sitting.on_request({"do": "start"}, 1.0)
    for right in (True, False):
        before = sitting.display()
        assert before is not None
        sitting.on_request(right_answer(before.exercise) if right else {"cases": [2, 3, 4]}, 2.0)
        sitting.on_request({"do": "next"}, 3.0)
        assert made[-1] in asked[-2]


def test_the_maker_gives_what_was_asked_for_and_has_the_rest_ready() -> None:
    """What was made ahead is there at once; a theme without a position is answered with nothing."""
    given: list[tuple[Wanted, Exercise | None]] = []
    one, two = Wanted("place", 1, 7, BLANCS), Wanted("place", 1, 8, BLANCS)
    with Maker(lambda *made: given.append(made)) as maker:
        assert maker(one) is None
        maker.ahead([two])
        eventually(lambda: given)
        eventually(lambda: two in maker._made)
        assert given == [(one, exercise(*one))]
        assert maker(two) == exercise(*two)


# --- the pupils' file -------------------------------------------------------------------------------------------------


def test_cards_and_what_was_introduced_do_not_overwrite_each_other(tmp_path: Path) -> None:
    """The lesson of a game and the course write the same pupil's entry."""
    keep_cards(tmp_path, "Anne", {"place-1": Card(1, 101, 1, 1)})
    keep_progress(tmp_path, "Anne", Progress(("moving",), {"mezeas": 2}))
    keep_cards(tmp_path, "Bruno", {})
    assert progress_of(tmp_path, "Anne") == Progress(("moving",), {"mezeas": 2}, {"place-1": Card(1, 101, 1, 1)})


def test_a_file_of_the_version_before_is_read(tmp_path: Path) -> None:
    (tmp_path / PUPILS).write_text('{"Anne":{"stages":["moving"],"met":{"mezeas":2}}}')
    assert progress_of(tmp_path, "Anne") == Progress(("moving",), {"mezeas": 2})


NESTED = b'{"Anne":{"x":' + b"[" * 5000 + b"]" * 5000 + b"}}"


@pytest.mark.parametrize(
    "damage", [b'{"Anne":{"cards":{"place-1":', b"\x00" * 40, b'{"Anne": 3}', b"", b'{"\xff":{}}', NESTED]
)
def test_a_damaged_file_is_set_aside_whole(tmp_path: Path, damage: bytes, caplog: pytest.LogCaptureFixture) -> None:
    """The damaged file is kept whole, the error names it, and the lesson goes on."""
    (tmp_path / PUPILS).write_bytes(damage)
    assert progress_of(tmp_path, "Anne") == Progress()
    keep_cards(tmp_path, "Anne", {"place-1": Card(1, 101, 1, 1)})
    assert (tmp_path / f"{PUPILS}.damaged-1").read_bytes() == damage
    assert progress_of(tmp_path, "Anne").cards == {"place-1": Card(1, 101, 1, 1)}
    assert PUPILS in caplog.text
    assert "damaged" in caplog.text


def test_a_disk_that_cannot_be_written_ends_no_lesson(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    keep_cards(tmp_path / "nowhere", "Anne", {})
    assert "cannot be kept" in caplog.text


def test_the_file_is_json_that_others_can_read(tmp_path: Path) -> None:
    keep_cards(tmp_path, "Anne", {"place-1": Card(1, 101, 2, 1)})
    kept = json.loads((tmp_path / PUPILS).read_text())
    assert kept["Anne"]["cards"]["place-1"] == {"box": 1, "due": 101, "answered": 2, "right": 1}
