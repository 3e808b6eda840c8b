"""Each exercise of the course can be made from any seed, and an independent reading of the laws gives its answer."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coach.lessons.course import Lesson, course, steps
from coach.lessons.exercise import Amount, AnswerKind, Cases, Exercise, Leaves, Marks, Results, YesNo
from coach.lessons.generator import THEMES, exercise
from coach.lessons.judging import Given, WrongKind, answering_play, moves_between, verdict
from coach.lessons.memory import APART, DAYS, Card, following, progress
from coach.trictrac.advice import Situation, departure
from rules.fault import FaultName
from rules.play import Move
from rules.position import BANDE, COIN, DAMES, Position, Side
from tests.rules import oracle

SEEDS = st.integers(0, 2**40)
SIDES = st.sampled_from(list(Side))
LESSONS = pytest.mark.parametrize("lesson", course(), ids=lambda lesson: lesson.name)
MARKED = [
    lesson
    for lesson in course()
    if lesson.theme in {"jeton", "trous", "bredouille", "leave", "may_leave", "given_trou"}
]
"""The lessons about marking a throw, and about leaving."""


@cache
def exercise_of(lesson: Lesson, seed: int) -> Exercise:
    """Return an exercise that several tests look at."""
    return exercise(lesson.theme, lesson.difficulty, seed)


def after(made: Exercise) -> Position:
    """Return the position after the play that is shown."""
    counts = list(made.position.counts(made.thrower))
    for move in made.play:
        counts[move.start - 1] -= 1
        if move.end <= 24:
            counts[move.end - 1] += 1
    return made.position.with_counts(made.thrower, tuple(counts))


def test_ten_steps_of_at_least_forty_exercises() -> None:
    """The course is as long as a beginner needs, uses every theme and names no exercise twice."""
    assert len(steps()) == 10
    assert len(course()) >= 40
    assert {lesson.theme for lesson in course()} == set(THEMES)
    assert len({lesson.name for lesson in course()}) == len(course())
    assert {exercise_of(lesson, 1).kind for lesson in course()} == set(AnswerKind)


@LESSONS
def test_one_seed_always_gives_the_same_exercise(lesson: Lesson) -> None:
    assert exercise(lesson.theme, lesson.difficulty, 1) == exercise_of(lesson, 1)


def assert_can_be_set_up(made: Exercise, side: Side) -> None:
    """Assert that the position is lawful and the question is for the pupil's side."""
    assert made.side is side
    assert not made.position.breaches()
    assert all(sum(made.position.counts(each)) <= DAMES for each in Side)
    assert made.score.winner() is None
    if made.dice is not None and made.play:
        assert all(made.position.on(made.thrower, move.start) for move in made.play)


def worth_is_the_laws(made: Exercise, playable: int, jans: list[dict[str, object]]) -> None:
    """Assert that the answer follows from these jans of the oracle."""
    side = made.side

    def points(of: Side, *names: str) -> int:
        found = [jan for jan in jans if (jan["jan"] in names if names else jan["for"] == of.value)]
        return sum(int(str(jan["points"])) for jan in found)

    match made.theme:
        case "playable":
            assert made.answer == Amount(playable, (0, 1, 2))
        case "beaten":
            beaten = sorted(int(str(jan["case"])) for jan in jans if jan["jan"] == "battre_a_vrai")
            assert made.answer == Cases(tuple(beaten))
        case "throw_worth":
            assert isinstance(made.answer, Amount)
            assert made.answer.number == points(side)
        case "beating_points" | "a_faux" | "coin_beaten" | "opening_jans" | "fill_points" | "sortie_points":
            assert isinstance(made.answer, Amount)
            assert made.answer.number == points(side, *(jan.name.value for jan in made.jans))
        case "jeton" | "trous" | "bredouille" | "may_leave" | "given_trou" | "leave":
            assert made.number == points(side)
        case "is_ecole":
            assert made.answer == YesNo(made.number != points(side.adversary))
        case "ecole":
            assert isinstance(made.answer, Amount)
            assert made.answer.number == abs(made.number - points(side.adversary)) > 0
        case "unfilled":
            assert made.number == points(side.adversary)
        case _:
            pytest.fail(f"{made.theme}: no law to hold it against")


def by_hand(made: Exercise) -> tuple[int, int, bool]:
    """Return the pupil's points, trous and bredouille after `made.number` points, dozen by dozen (Jeu 1)."""
    held = made.score.of(made.side)
    points, trous, bredouille = held.points + made.number, held.trous, held.bredouille or not held.points
    while points >= 12:
        points, trous = points - 12, trous + (2 if bredouille else 1)
        bredouille = True  # The remaining points are marked from zero.
    return points, trous, bredouille


def assert_marks_are_those_of_the_law(made: Exercise, theme: str) -> None:
    """Jeton, fichet and bredouille are counted by hand. A player leaves only on a trou of his own throw (Lois XVI)."""
    side = made.side
    before = made.score.of(side)
    if made.thrower is not side:  # The thrower's points, which come first, may have effaced the pupil's.
        assert made.answer == YesNo(yes=False)
        return
    points, trous, bredouille = by_hand(made)
    match made.answer:
        case Marks():
            assert made.answer == Marks(points, trous)
        case Amount(number):
            assert number == trous - before.trous
        case YesNo(yes) if theme == "bredouille":
            assert yes == bredouille
        case YesNo(yes):
            assert yes == (trous > before.trous)
        case Leaves(leave):
            marked = made.score.mark(side, made.number)[0]
            found = departure(Situation(made.position, side, marked), made.dice)
            assert trous > before.trous
            assert leave == (found.leave > found.hold)


@LESSONS
@settings(max_examples=4, deadline=None)
@given(seed=SEEDS, side=SIDES)
def test_every_exercise_can_be_set_up_and_its_answer_follows_from_the_laws(
    lesson: Lesson, seed: int, side: Side
) -> None:
    """The oracle, an independent, slow reading of the laws, gives the plays, points and jans of the exercise."""
    made = exercise(lesson.theme, lesson.difficulty, seed, side)
    assert_can_be_set_up(made, side)
    if lesson in MARKED:
        assert_marks_are_those_of_the_law(made, lesson.theme)
    if made.dice is None:
        return
    coup = 3 if made.theme == "opening_jans" and made.position.on(side, 1) == DAMES - 4 else None
    laws = oracle.answer(made.position, made.thrower, made.dice, coup=coup)
    match made.theme:
        case "any_play" | "fill" | "fill_petit_jan" | "fill_retour" | "keep" | "keep_petit_jan" | "take_out":
            assert isinstance(made.answer, Results)
            assert set(made.answer.positions) == laws["results"]
        case "take_coin":
            assert isinstance(made.answer, Results)
            assert set(made.answer.positions) == {one for one in laws["results"] if one.on(side, COIN) >= 2}
        case "wise_play":
            assert isinstance(made.answer, Results)
            assert set(made.answer.positions) < laws["results"]
        case "may_be_played" | "must_fill" | "coin_alone" | "may_go_out":
            assert made.answer == YesNo(after(made) in laws["results"])
        case "faulty":
            assert made.answer == YesNo(after(made) not in laws["results"])
        case "faulty_dame" | "replay" | "unfilled":
            assert after(made) not in laws["results"]
            if made.theme == "unfilled":
                worth_is_the_laws(made, 0, laws["jans"])
        case _:
            worth_is_the_laws(made, laws["dice_playable"], laws["jans"])
    if isinstance(made.answer, Amount):
        assert made.answer.number in made.answer.offered
        assert len(made.answer.offered) >= 3


def test_other_seeds_give_other_positions() -> None:
    """This holds for every lesson of the course."""
    for lesson in course():
        first = exercise_of(lesson, 1).position
        assert any(exercise_of(lesson, seed).position != first for seed in range(2, 7)), lesson.name


def test_questions_with_two_answers_have_both() -> None:
    """A pupil who always gives the same answer does not get through."""
    for lesson in course():
        first = exercise_of(lesson, 1)
        if first.kind in {AnswerKind.YES_NO, AnswerKind.LEAVE}:
            assert any(exercise_of(lesson, seed).answer != first.answer for seed in range(2, 13)), lesson.name


@LESSONS
def test_right_answers_are_right_and_others_wrong(lesson: Lesson) -> None:
    """The answer itself is judged right, another one of its kind wrong, and one of another kind is refused."""
    made = exercise_of(lesson, 1)
    right: Given
    wrong: Given
    other: Given
    match made.answer:
        case Results(positions):
            right, wrong, other = positions[0], made.position.with_counts(made.side, (DAMES, *[0] * 23)), 4
        case Cases(cases):
            right, wrong, other = cases, cases[1:], True
        case Amount(number):
            right, wrong, other = number, number + 2, True
        case Marks(points, trous):
            right, wrong, other = made.answer, Marks(points, trous + 1), 4
        case YesNo(yes) | Leaves(yes):
            right, wrong, other = yes, not yes, 4
    assert verdict(made, right).right
    assert not verdict(made, wrong).right
    with pytest.raises(WrongKind, match="expected"):
        verdict(made, other)


@pytest.mark.parametrize("seed", range(4))
@LESSONS
def test_the_play_shown_as_an_answer_can_be_played(lesson: Lesson, seed: int) -> None:
    """It goes by the numbers thrown; where dames can be taken out, it takes one out."""
    made = exercise_of(lesson, seed)
    if not isinstance(made.answer, Results) or made.theme == "replay":
        return
    assert made.dice is not None
    moves = answering_play(made)
    counts = list(made.position.counts(made.side))
    for move in moves:
        number = move.end - move.start + (made.what == "puissance")
        assert number in (*made.dice, sum(made.dice)) or move.end == BANDE
        counts[move.start - 1] -= 1
        if move.end < BANDE:
            counts[move.end - 1] += 1
    assert tuple(counts) == made.answer.positions[0].counts(made.side)
    assert (made.theme == "take_out") <= any(move.end == BANDE for move in moves)


@pytest.mark.parametrize("lesson", MARKED, ids=lambda lesson: lesson.name)
@pytest.mark.parametrize("seed", range(4))
def test_a_question_about_marks_brings_the_other_side_nothing(lesson: Lesson, seed: int) -> None:
    """The question gives one number of points, and the answer depends on no other."""
    made = exercise_of(lesson, seed)
    assert {jan.side for jan in made.jans} == {made.side}


@pytest.mark.parametrize("seed", range(8))
def test_a_question_about_the_coin_has_no_other_fault(seed: int) -> None:
    made = exercise("coin_alone", 1, seed)
    assert made.fault is None or made.fault.name is FaultName.CASE_INTERDITE_1


@pytest.mark.parametrize("theme", ["faulty", "faulty_dame", "replay"])
@pytest.mark.parametrize("seed", range(8))
def test_a_question_about_fausses_cases_has_no_case_interdite(theme: str, seed: int) -> None:
    fault = exercise(theme, 1, seed).fault
    assert fault is None or fault.name.startswith("fausse_case")


def test_dames_that_crossed_are_seen_to_play_the_numbers_thrown() -> None:
    """19 goes out by six and 20 plays two: not 19 to 22 and 20 out, by three and five."""
    before, after = [0] * 18 + [1, 1, 0, 0, 0, 0], [0] * 21 + [1, 0, 0]
    assert moves_between(before, after, (6, 2)) == (Move(19, BANDE), Move(20, 22))
    assert moves_between(before, after, (5, 3)) == (Move(19, 22), Move(20, BANDE))


def test_a_wrong_play_names_its_fault() -> None:
    """A dame moved by neither number is named as the law does: fausse case (Jeu 3)."""
    made = exercise("any_play", 1, 3)
    assert made.dice is not None
    counts = list(made.position.counts(made.side))
    step = next(step for step in range(1, 7) if step not in made.dice and not made.position.noirs[24 - step - 1])
    counts[0] -= 1
    counts[step] += 1
    judged = verdict(made, made.position.with_counts(made.side, tuple(counts)))
    assert not judged.right
    assert judged.fault is not None
    assert judged.fault.name.startswith(("fausse_case", "case_interdite"))


# --- spaced repetition ------------------------------------------------------------------------------------------------


def test_a_pupil_who_is_always_right_goes_through_the_course_in_order() -> None:
    """On the first day no exercise comes twice, and at its end none is due."""
    cards: dict[str, Card] = {}
    recent: list[str] = []
    while (lesson := following(cards, 100, recent)) is not None:
        recent.append(lesson.name)
        cards[lesson.name] = Card().after(100, right=True)
    assert recent == [lesson.name for lesson in course()]
    assert all(known == whole for known, _, whole in progress(cards).values())
    tomorrow = following(cards, 101)
    assert tomorrow is not None
    assert tomorrow.name == recent[0]


def test_an_exercise_answered_wrongly_comes_back_after_others() -> None:
    """It comes back in the same sitting, but not at once."""
    cards: dict[str, Card] = {}
    recent: list[str] = []
    for _ in range(12):
        lesson = following(cards, 100, recent)
        assert lesson is not None
        recent.append(lesson.name)
        again = lesson.name in cards
        cards[lesson.name] = cards.get(lesson.name, Card()).after(100, right=again or len(recent) != 1)
    assert recent.count(recent[0]) == 2
    assert recent.index(recent[0], 1) == APART + 1


def test_right_answers_put_an_exercise_off_for_longer_each_time() -> None:
    """A wrong answer brings it back on the same day."""
    card, put_off = Card(), []
    for _ in DAYS:
        card = card.after(50, right=True)
        put_off.append(card.due - 50)
    assert put_off == [*DAYS[1:], DAYS[-1]]
    assert card.after(50, right=False) == Card(0, 50, 6, 5)
