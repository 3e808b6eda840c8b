"""The phrases for the exercises of the course: how to set one up, the question, the verdict, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from announce.announcement import Priority, Severity, Subject
from announce.notice import CourseStopped, ExerciseAsked, ExerciseJudged, ExerciseSet, Misplaced
from announce.phrases.faults import head, reason
from announce.phrases.registry import AnnouncementKind, Entries, Entry, Line, Manner, coach_phrase
from announce.phrases.throws import every_jan
from announce.phrases.words import DIFFERENCES_SAID, Words, sentence
from coach.lessons.course import course
from coach.lessons.exercise import Amount, Answer, Cases, Exercise, Leaves, Marks, Results, YesNo
from coach.lessons.judging import answering_play
from coach.trictrac.advice import Departure
from coach.trictrac.reasons import Reason, ReasonName
from events.rulings import ThrowWorth
from rules.fault import Fault, FaultName
from rules.jan import Jan, JanName
from rules.marking import Holding, Marking, Score
from rules.play import Move
from rules.position import Position, Side

UNITS: Final = {"trous": "trous", "playable": "numbers"}
"""The unit of a theme that does not count points."""


def differs(side: Side, case: int, expected: int, seen: int, words: Words) -> str:
    """Say how many dames a case has too many or too few: "deux dames blanches de trop à la case quatre"."""
    dames = words.catalogue.plural(f"dames.{side}", abs(seen - expected))
    key = "course.extra" if seen > expected else "course.lacking"
    return words.catalogue.text(key, dames=dames, case=words.place(side, case))


def _set_line(_news: ExerciseSet, words: Words, _manner: Manner) -> Line:
    return Line.both(words.catalogue.text("course.set"))


def _misplaced_line(news: Misplaced, words: Words, _manner: Manner) -> Line:
    said = [sentence(differs(*one, words)) for one in news.differences[:DIFFERENCES_SAID]]
    more = len(news.differences) - DIFFERENCES_SAID
    if more > 0:
        said.append(sentence(words.catalogue.plural("disorder.others", more)))
    return Line.both(" ".join(said))


def question(exercise: Exercise, words: Words) -> str:
    """Return the question of an exercise, with the throw, the marks and the play it is about."""
    text = words.catalogue.text
    own = "own" if exercise.thrower is exercise.side else "other"
    said = []
    if exercise.marking is not None:
        mine, his = exercise.score.of(exercise.side), exercise.score.of(exercise.side.adversary)
        values = {"points": words.points(mine.points), "trous": words.trous(mine.trous)}
        said.append(text("course.score", theirs=words.points(his.points), **values))
        said += [text("course.score.own")] if mine.bredouille else []
        said += [text("course.score.other")] if his.bredouille else []
    if exercise.dice is not None:
        said.append(text(f"course.dice.{own}", dice=words.dice(exercise.dice)))
    if exercise.play and exercise.theme not in HIDDEN:
        moves = words.moves(exercise.thrower, exercise.play, exercise.dice)
        said.append(text(f"course.play.{own}", moves=moves))
    if exercise.theme in MARKED:
        said.append(text("course.marked", points=words.points(exercise.number)))
    key = f"course.ask.{exercise.theme}"
    if words.catalogue.has(f"{key}.{exercise.what}"):
        key = f"{key}.{exercise.what}"
    case = words.case(exercise.side, exercise.number) if exercise.what == "case" else ""
    said.append(text(key, case=case, points=words.points(exercise.number)))
    return " ".join(map(sentence, said))


HIDDEN: Final = frozenset({"take_coin", "take_out", "wise_play"})
"""Themes whose play is the answer, so it is not shown with the question."""
MARKED: Final = frozenset({"is_ecole", "ecole", "unfilled"})
"""Themes in which the adversary marks points."""


def solution(exercise: Exercise, words: Words) -> str:
    """Return the right answer, as a sentence."""
    text = words.catalogue.text
    match exercise.answer:
        case Amount(number):
            unit = UNITS.get(exercise.theme, "points")
            return text("course.answer.amount", amount=words.catalogue.plural(unit, number))
        case Cases(cases):
            return text("course.answer.cases", cases=words.cases(exercise.side, cases))
        case Marks(points, trous):
            jeton = text("course.answer.jeton" if points else "course.answer.jeton.home", points=words.points(points))
            moved = trous != exercise.score.of(exercise.side).trous
            fichet = text("course.answer.fichet" if moved else "course.answer.fichet.stays", trous=words.trous(trous))
            return text("course.answer.marks", jeton=jeton, fichet=fichet)
        case YesNo(yes):
            return text("course.answer.yes" if yes else "course.answer.no")
        case Leaves(leave):
            return text("course.answer.leave" if leave else "course.answer.hold")
        case Results():
            moves = answering_play(exercise)
            if not moves:
                return text("course.answer.page")
            return text("course.answer.play", moves=words.moves(exercise.thrower, moves, exercise.dice))


def explanation(exercise: Exercise, words: Words) -> Iterator[str]:
    """Yield the reasons for the answer: the jans, the fault or the marks, then the law in a sentence."""
    text = words.catalogue.text
    # A question about marks gives the points.
    if exercise.jans and exercise.dice is not None and exercise.marking is None:
        worth = ThrowWorth("", 0.0, 1, exercise.thrower, exercise.dice, exercise.jans, 2)
        yield from every_jan(worth, words)
    if exercise.fault is not None:
        yield f"{sentence(head(exercise.fault, words))}. {reason(exercise.fault, words)}"
    if exercise.marking is not None and exercise.marking.trous:
        marked = exercise.marking
        yield text("course.marks", trous=words.trous(marked.trous), reste=words.points(marked.reste))
    if exercise.departure is not None:
        hold, leave = exercise.departure.hold, exercise.departure.leave
        decimal = words.catalogue.decimal
        yield text("course.departure", hold=decimal(hold, "+.1f"), leave=decimal(leave, "+.1f"))
    key = f"course.why.{exercise.theme}"
    if words.catalogue.has(f"{key}.{exercise.what}"):
        key = f"{key}.{exercise.what}"
    if words.catalogue.has(key):
        yield text(key)
    for each in exercise.reasons:
        yield coach_phrase(each, exercise.side, words.catalogue.language)


def _asked_line(news: ExerciseAsked, words: Words, _manner: Manner) -> Line:
    return Line.both(question(news.exercise, words))


def _judged_line(news: ExerciseJudged, words: Words, _manner: Manner) -> Line:
    text = words.catalogue.text
    said = [text("course.right" if news.right else "course.wrong")]
    if not news.right:
        if news.fault is not None:
            said.append(f"{sentence(head(news.fault, words))}. {reason(news.fault, words)}")
        said.append(solution(news.exercise, words))
    said += explanation(news.exercise, words)
    return Line.both(" ".join(map(sentence, said)))


def _stopped_line(news: CourseStopped, words: Words, _manner: Manner) -> Line:
    key = "course.done" if news.done else "course.stopped"
    values = {"right": words.catalogue.number(news.right, "f"), "answered": words.catalogue.number(news.answered)}
    return Line.both(words.catalogue.text(key, **values))


# --- examples ---------------------------------------------------------------------------------------------------------

_DICE: Final = (6, 4)
_PLAY: Final = (Move(1, 7), Move(1, 5))
_WHATS: Final = {
    "place": ("talon", "coin", "coin_adverse", "talon_adverse", "petit_jan", "grand_jan", "jan_de_retour", "case"),
    "take_coin": ("effet", "puissance"),
}
_ANSWERS: Final[dict[str, Answer]] = {
    **dict.fromkeys(("place", "demi_cases", "full_cases", "beaten", "faulty_dame"), Cases((5,))),
    **dict.fromkeys(("any_play", "fill", "fill_petit_jan", "fill_retour", "keep", "keep_petit_jan"), Results(())),
    **dict.fromkeys(("take_coin", "take_out", "wise_play", "replay"), Results(())),
    **dict.fromkeys(
        (
            "may_be_played",
            "must_fill",
            "coin_alone",
            "may_go_out",
            "bredouille",
            "is_ecole",
            "may_leave",
            "given_trou",
            "faulty",
        ),
        YesNo(yes=True),
    ),
    "jeton": Marks(4, 3),
    "leave": Leaves(leave=True),
}
"""The kind of answer of each theme; a theme that is not listed asks for an amount."""


def _example(theme: str, what: str, side: Side) -> Exercise:
    start = Position.start()
    moved = start.with_counts(side, (13, 0, 0, 0, 1, 0, 1, *[0] * 17))
    answer = _ANSWERS.get(theme, Amount(2, (0, 2)))
    if isinstance(answer, Results):
        answer = Results((moved,))
    marked = theme in {"jeton", "trous", "bredouille", "may_leave", "given_trou", "leave"}
    other = theme in {"a_faux", "is_ecole", "ecole", "unfilled", "faulty", "faulty_dame", "replay"}
    return Exercise(
        theme=theme,
        difficulty=1,
        side=side,
        position=start,
        answer=answer,
        thrower=side.adversary if other else side,
        article="Lois X",
        dice=_DICE,
        score=Score(Holding(4, marked, 2), Holding(2, False, 1))
        if side is Side.BLANCS
        else Score(Holding(4), Holding(2, True)),
        what=what,
        number=4,
        play=_PLAY if theme in {"may_be_played", "must_fill", "faulty", "unfilled", "replay"} else (),
        marking=Marking(side, 12, 1, 4, False) if marked else None,
        departure=Departure(0.4, -0.6) if theme == "leave" else None,
        reasons=(Reason(ReasonName.SAFE),) if theme == "wise_play" else (),
    )


def _examples() -> Iterator[Exercise]:
    for theme in dict.fromkeys(lesson.theme for lesson in course()):
        for what in _WHATS.get(theme, ("",)):
            for side in Side:
                yield _example(theme, what, side)


def _judgements() -> Iterator[ExerciseJudged]:
    for exercise in _examples():
        for right in (True, False):
            yield ExerciseJudged("", 0.0, exercise, right)
    for answer in (YesNo(yes=False), Leaves(leave=False), Results((Position.start(),)), Amount(0, ()), Cases((5, 6))):
        exercise = _example("may_leave", "", Side.BLANCS)
        yield ExerciseJudged("", 0.0, replace(exercise, answer=answer), right=False)
    for number in range(3):
        exercise = _example("playable", "", Side.BLANCS)
        yield ExerciseJudged("", 0.0, replace(exercise, answer=Amount(number, ())), right=False)
    jan = Jan(JanName.BATTRE_LE_COIN, Side.BLANCS, 1, 4, "Lois XI")
    fault = Fault(FaultName.FAUSSE_CASE_8, Side.BLANCS, "Jeu 3", (5,))
    exercise = _example("jeton", "", Side.BLANCS)
    yield ExerciseJudged("", 0.0, replace(exercise, answer=Marks(0, exercise.score.blancs.trous)), right=False)
    exercise = _example("any_play", "", Side.BLANCS)
    yield ExerciseJudged("", 0.0, replace(exercise, jans=(jan,)), right=True)
    yield ExerciseJudged("", 0.0, exercise, right=False, fault=fault)
    yield ExerciseJudged("", 0.0, replace(exercise, fault=fault), right=True)


def _about(news: object, _manner: Manner) -> AnnouncementKind:
    wrong = isinstance(news, Misplaced) or (isinstance(news, ExerciseJudged) and not news.right)
    article = news.exercise.article or None if isinstance(news, ExerciseJudged) else None
    severity = Severity.WARNING if wrong else Severity.NOTICE
    return AnnouncementKind(Subject.COURSE, severity, Priority.HIGH, frozenset({Subject.COURSE}), article)


COURSE: Final[Entries] = {
    ExerciseSet: Entry(
        words=_set_line,
        kind=_about,
        examples=lambda: (ExerciseSet("", 0.0, _example("place", "talon", Side.BLANCS)),),
    ),
    Misplaced: Entry(
        words=_misplaced_line,
        kind=_about,
        examples=lambda: (
            Misplaced("", 0.0, ((side, case, expected, seen), *[(side, 3, 0, 1)] * more))
            for side in Side
            for case in range(1, 25)
            for expected, seen, more in ((0, 2, 0), (1, 0, 0), (0, 1, 3), (0, 1, 4))
        ),
        cases=lambda news: tuple((side, case) for side, case, _, _ in news.differences),
        differences=lambda news: news.differences,
    ),
    ExerciseAsked: Entry(
        words=_asked_line,
        kind=_about,
        examples=lambda: (ExerciseAsked("", 0.0, exercise) for exercise in _examples()),
    ),
    ExerciseJudged: Entry(words=_judged_line, kind=_about, examples=_judgements),
    CourseStopped: Entry(
        words=_stopped_line,
        kind=_about,
        examples=lambda: (
            CourseStopped("", 0.0, answered, right, done=done)
            for answered, right in ((0, 0), (1, 1), (6, 4))
            for done in (True, False)
        ),
    ),
}
"""The entries for the course."""
