"""The speech plan as a value: no sound, no thread, and time as it is given."""

from __future__ import annotations

import datetime

from hypothesis import given
from hypothesis import strategies as st

from announce.announcement import Announcement, Priority, Severity, Subject
from announce.voice.plan import LONGEST_PLAN, QuietHours, SpeechPlan, sentences, weights

NOON = datetime.time(12)
FIGURES = weights()
GATHER = FIGURES.gather


def line(
    n: str,
    text: str = "Mot.",
    *,
    subject: Subject = Subject.FAULT,
    stales: frozenset[Subject] = frozenset(),
    brief: str = "",
    waits: bool = False,
    about: str = "",
) -> Announcement:
    words, few = {"fr": text, "en": ""}, {"fr": brief or text, "en": ""}
    return Announcement(
        n,
        0.0,
        1,
        "marked",
        subject,
        stales,
        Severity.INFO,
        Priority.NORMAL,
        None,
        words,
        words,
        few,
        waits=waits,
        about=about,
    )


def drained(plan: SpeechPlan, now: float = 1.0) -> list[str]:
    said = []
    while (one := plan.take(now, NOON)) is not None:
        said.append(one.text)
    return said


def short(seconds: float = 0.1) -> SpeechPlan:
    """A plan in which every sentence lasts as long."""
    return SpeechPlan("fr", seconds=lambda _text: seconds)


def test_the_line_worth_most_is_said_first_then_the_oldest() -> None:
    plan = short()
    for at, (n, subject) in enumerate(
        (("play", Subject.PLAY), ("throw", Subject.THROW), ("fault", Subject.FAULT), ("claim", Subject.CLAIM))
    ):
        plan.add(line(n, f"{n}.", subject=subject), at / 100)
    assert drained(plan) == ["fault.", "claim.", "throw.", "play."]


def test_lines_of_one_act_are_gathered_before_the_first_is_said() -> None:
    """A fault ruled a moment after the dice is still heard before them."""
    plan = short()
    plan.add(line("1", "Dés.", subject=Subject.THROW), 0.0)
    assert plan.take(0.0, NOON) is None
    assert plan.ready_at() == GATHER
    plan.add(line("2", "Faute.", subject=Subject.FAULT), GATHER / 2)
    assert drained(plan, GATHER) == ["Faute.", "Dés."]


def test_newer_news_drops_stale_lines_and_what_is_left_of_them() -> None:
    """The sentence that has begun is ended; those after it are not begun."""
    plan = short()
    plan.add(line("1", "Un. Deux. Trois.", subject=Subject.THROW), 0)
    assert (one := plan.take(1, NOON)) is not None
    assert (one.text, one.last) == ("Un.", False)
    plan.add(line("2", "Quatre.", subject=Subject.THROW, stales=frozenset({Subject.THROW})), 1)
    assert drained(plan, 2) == ["Quatre."]


def test_news_without_words_still_drops_stale_lines() -> None:
    """A doubt settled is not said, but the question is not asked any more."""
    plan = short()
    plan.add(line("1", subject=Subject.DOUBT), 0)
    plan.add(line("2", "", subject=Subject.DOUBT, stales=frozenset({Subject.DOUBT})), 0)
    assert plan.waiting == ()


def test_the_same_words_are_said_once() -> None:
    plan = short()
    plan.add(line("1", "Relevé."), 0)
    plan.add(line("2", "Relevé."), 0)
    assert drained(plan) == ["Relevé."]


def test_lines_that_do_not_fit_are_shortened_then_dropped_by_worth() -> None:
    """A throw and a fault are never left out."""
    plan = SpeechPlan("fr", seconds=lambda text: 0.2 * len(text))
    plan.add(line("f", "Faute longue. Raison très longue en vérité.", subject=Subject.FAULT, brief="Faute."), 0)
    plan.add(line("t", "Six et as : deux points aux blancs.", subject=Subject.THROW, brief="Six et as."), 0)
    plan.add(line("s", "Les blancs marquent deux points.", subject=Subject.SCORE_BLANCS, brief="Blancs, deux."), 0)
    assert drained(plan) == ["Faute.", "Six et as."]


def test_a_fault_breaks_in_at_a_colon_and_the_dice_are_said_again() -> None:
    """What the dice are worth would be taken for what the fault costs, were it said after it alone."""
    plan = short()
    plan.add(line("t", "Six et as : deux points aux blancs.", subject=Subject.THROW, brief="Six et as : deux."), 0)
    assert (one := plan.take(1, NOON)) is not None
    assert (one.text, one.last) == ("Six et as.", False)
    plan.add(line("f", "École des noirs : non prise.", subject=Subject.FAULT), 1.5)
    assert drained(plan, 2) == ["École des noirs :", "non prise.", "Six et as.", "Deux."]


def test_a_sentence_parted_at_its_colon_is_ended_before_the_next_dice() -> None:
    plan = short()
    plan.add(line("1", "Six et as : deux points. Autre phrase.", subject=Subject.THROW), 0)
    assert (one := plan.take(1, NOON)) is not None
    assert one.text == "Six et as."
    plan.add(line("2", "Quatre et as.", subject=Subject.THROW, stales=frozenset({Subject.THROW})), 1.5)
    assert drained(plan, 2) == ["Deux points.", "Quatre et as."]


def test_in_a_lesson_a_sentence_is_not_parted() -> None:
    plan = short()
    plan.add(line("t", "Six et as : deux points aux blancs.", subject=Subject.THROW, waits=True), 0)
    assert drained(plan) == ["Six et as : deux points aux blancs."]


def test_a_claim_is_answered_by_the_ruling_that_is_being_said() -> None:
    """It is not answered by an earlier ruling, nor by one on another fault."""
    plan = short(2.0)
    plan.add(line("f", "Fausse case des noirs.", subject=Subject.FAULT, about="fausse_case noirs"), 0)
    plan.add(line("c", "Les blancs réclament avec raison.", subject=Subject.CLAIM, about="fausse_case noirs"), 0.05)
    assert drained(plan) == ["Fausse case des noirs."]
    plan.add(line("d", "Les blancs réclament avec raison.", subject=Subject.CLAIM, about="fausse_case noirs"), 2)
    plan.add(line("e", "Les blancs réclament bien.", subject=Subject.CLAIM, about="ecole noirs"), 2)
    assert drained(plan, 2.9) == ["Les blancs réclament bien."]
    plan.add(line("g", "Les blancs réclament avec raison.", subject=Subject.CLAIM, about="fausse_case noirs"), 20)
    assert drained(plan, 21) == ["Les blancs réclament avec raison."]


def test_a_question_loses_its_last_sentences_first() -> None:
    """The claim that a ruling answers is left out before either."""
    plan = SpeechPlan("fr", seconds=lambda _text: FIGURES.first_cadence * FIGURES.share / 2.5)
    plan.add(line("c", "Les blancs réclament.", subject=Subject.CLAIM, about="faute"), 0)
    plan.add(line("d", "Question. Un bouton. Un autre.", subject=Subject.DOUBT, brief="Question."), 0)
    plan.add(line("f", "Faute.", subject=Subject.FAULT, about="faute"), 0)
    assert drained(plan) == ["Question.", "Faute."]


def test_why_it_is_a_fault_is_said_to_who_asks_again() -> None:
    """Its name and what it costs are said at once; in full even where there is little time."""
    plan = SpeechPlan("fr", seconds=lambda _text: FIGURES.first_cadence)
    plan.add(line("f", "École : non prise. Un seul nombre se jouait : le plus fort.", brief="École."), 0)
    assert drained(plan) == ["École."]
    plan.again(2)
    assert drained(plan, 3) == ["École :", "non prise.", "Un seul nombre se jouait.", "Le plus fort."]


def test_in_a_lesson_why_it_is_a_fault_is_said_at_once() -> None:
    plan = short()
    plan.add(line("f", "École : non prise. Un seul nombre se jouait.", waits=True), 0)
    assert drained(plan) == ["École : non prise.", "Un seul nombre se jouait."]


def test_in_a_throw_with_a_fault_the_rest_is_said_in_few_words() -> None:
    """Where there is one fault another may follow, and waits for the sentence under way."""
    plan = short()
    subjects = (Subject.FAULT, Subject.SCORE_NOIRS, Subject.THROW, Subject.SCORE_NOIRS)
    for at, (subject, heard) in enumerate(zip(subjects, ("Longue.", "Brève.", "Longue.", "Longue."), strict=True)):
        plan.add(line(str(at), "Longue.", subject=subject, brief="Brève."), at)
        assert drained(plan, at + 0.5) == [heard]


def test_faults_of_one_moment_are_one_sentence_when_time_is_short() -> None:
    """One side's, where they share words."""
    plan = SpeechPlan("fr", seconds=lambda _text: FIGURES.first_cadence * FIGURES.share / 2.5)
    for n, (name, by, text) in enumerate(
        (
            ("ecole", "blancs", "École des blancs, jan rompu."),
            ("fausse_case", "blancs", "Fausse case des blancs, jan rompu."),
            ("points", "noirs", "École des noirs, points oubliés."),
        )
    ):
        plan.add(line(str(n), f"{text} Rejouer.", brief=text, about=f"{name} {by}"), 0)
    assert (one := plan.take(1, NOON)) is not None
    assert one.text == "École des blancs,"
    plan.add(line("c", "Réclamation.", subject=Subject.CLAIM, about="fausse_case blancs"), 1)
    heard = ["fausse case des blancs,", "jan rompu.", "École des noirs,", "points oubliés."]
    assert drained(plan, 1.1) == heard, "the claim of the second fault is answered"


def test_a_fault_breaks_into_the_name_of_another_which_is_then_said_whole() -> None:
    """At a comma; the two do not break into each other by turns."""
    plan = short()
    plan.add(line("1", "École des blancs, jan rompu. Marquer, ou rejouer.", subject=Subject.FAULT), 0)
    assert (one := plan.take(1, NOON)) is not None
    assert (one.text, one.last) == ("École des blancs,", False)
    plan.add(line("2", "Fausse case des noirs, dame reculée.", subject=Subject.FAULT), 1.5)
    whole = ["École des blancs,", "jan rompu."]
    assert drained(plan, 2) == ["Fausse case des noirs,", "dame reculée.", *whole]


def test_a_stale_sentence_is_ended_where_it_was_broken_off() -> None:
    plan = short()
    plan.add(line("1", "Noirs, quatre points. Autre phrase.", subject=Subject.SCORE_NOIRS), 0)
    assert (one := plan.take(1, NOON)) is not None
    assert one.text == "Noirs,"
    plan.add(line("2", "Bezas.", subject=Subject.THROW, stales=frozenset({Subject.SCORE_NOIRS})), 1.5)
    assert drained(plan, 2) == ["quatre points.", "Bezas."]


def test_a_sentence_that_a_fault_broke_into_is_said_whole_even_when_it_is_stale() -> None:
    plan = short()
    plan.add(line("1", "Noirs, quatre points. Autre phrase.", subject=Subject.SCORE_NOIRS, brief="Noirs, quatre."), 0)
    assert (one := plan.take(1, NOON)) is not None
    assert one.text == "Noirs,"
    plan.add(line("2", "Faute."), 1.5)
    assert (two := plan.take(2, NOON)) is not None
    assert two.text == "Faute."
    plan.add(line("3", "Bezas.", subject=Subject.THROW, stales=frozenset({Subject.SCORE_NOIRS})), 2.5)
    assert sorted(drained(plan, 3)) == ["Bezas.", "Noirs,", "quatre."]


def test_the_worth_of_dice_that_a_fault_parted_from_them_is_said_even_when_it_is_stale() -> None:
    plan = short()
    whole = "Six et as : deux points aux blancs. Autre phrase."
    plan.add(line("1", whole, subject=Subject.THROW, brief="Six et as : deux."), 0)
    assert (one := plan.take(1, NOON)) is not None
    assert one.text == "Six et as."
    plan.add(line("2", "Faute.", subject=Subject.FAULT), 1.5)
    assert (two := plan.take(2, NOON)) is not None
    assert two.text == "Faute."
    plan.add(line("3", "Bezas.", subject=Subject.THROW, stales=frozenset({Subject.THROW})), 2.5)
    assert drained(plan, 3) == ["Six et as.", "Deux.", "Bezas."]


def test_in_a_lesson_a_play_alone_asks_nobody_to_wait() -> None:
    plan = SpeechPlan("fr", seconds=lambda _text: 2 * FIGURES.wait_from, wait="Attendez.")
    plan.add(line("p", "Les noirs jouent.", subject=Subject.PLAY, waits=True), 0)
    assert drained(plan) == ["Les noirs jouent."]


def test_a_line_too_old_is_no_news_but_a_fault_is() -> None:
    plan = short()
    plan.add(line("1", "Coup.", subject=Subject.PLAY), 0)
    plan.add(line("2", "Faute.", subject=Subject.FAULT), 0)
    assert drained(plan, FIGURES.patience + 1) == ["Faute."]


def test_in_a_lesson_nothing_is_shortened_and_the_table_waits() -> None:
    """The word for waiting is said once, before an explanation that is long."""
    plan = SpeechPlan("fr", seconds=lambda _text: 5.0, wait="Attendez.")
    plan.add(line("1", "Un. Deux.", subject=Subject.THROW, brief="Un.", waits=True), 0)
    plan.add(line("2", "Trois.", subject=Subject.PLAY, waits=True), 0)
    assert plan.holding
    assert drained(plan, 100) == ["Attendez.", "Un.", "Deux.", "Trois."]
    assert not plan.holding
    plan.again(200)
    assert drained(plan, 300) == ["Attendez.", "Un.", "Deux.", "Trois."]


def test_a_pupil_who_has_understood_goes_on() -> None:
    """A sentence the table waits for is dropped; a fault that the table does not wait for is not."""
    plan = short()
    plan.add(line("1", "Un. Deux.", subject=Subject.THROW, waits=True), 0)
    plan.add(line("2", "Faute.", subject=Subject.FAULT), 0)
    plan.go_on()
    assert drained(plan) == ["Faute."]


def test_nothing_is_kept_for_after_the_quiet() -> None:
    plan = SpeechPlan("fr", QuietHours(datetime.time(22), datetime.time(7)), seconds=lambda _text: 0.1)
    plan.add(line("1"), 0)
    assert plan.take(1, datetime.time(23)) is None
    plan.muted = True
    plan.add(line("2"), 2)
    assert plan.take(3, NOON) is None
    plan.muted = False
    assert plan.take(4, NOON) is None


@given(st.times())
def test_quiet_hours_may_pass_midnight(moment: datetime.time) -> None:
    late, early = datetime.time(22), datetime.time(7)
    assert QuietHours(late, early).at(moment) is not QuietHours(early, late).at(moment)


def test_a_plan_never_grows_without_end() -> None:
    plan = short()
    for n in range(2 * LONGEST_PLAN):
        plan.add(line(str(n), f"{n}.", subject=Subject.DEVICE if n == 0 else Subject.PLAY), n / 1000)
    assert len(plan.waiting) == LONGEST_PLAN
    assert plan.waiting[0].id == "0"


def test_only_one_language_is_said() -> None:
    plan = SpeechPlan("en")
    plan.add(line("1"), 0)
    assert plan.take(1, NOON) is None


@given(
    st.lists(st.tuples(st.sampled_from(Subject), st.floats(0, 3), st.booleans(), st.integers(1, 4)), max_size=30),
    st.floats(0.1, 6),
)
def test_a_fault_and_a_question_are_always_begun(lines: list[tuple[Subject, float, bool, int]], lasting: float) -> None:
    """Whatever else comes, however little time there is, and no sentence is ever said in part."""
    plan, now = SpeechPlan("fr", seconds=lambda _text: lasting), 0.0
    said: set[str] = set()
    whole: set[str] = set()
    for n, (subject, after, waits, many) in enumerate(lines):
        text = " ".join(f"Phrase {n} {part}." for part in range(many))
        whole.update(sentences(text))
        now += after
        plan.add(line(str(n), text, subject=subject, brief=sentences(text)[0], waits=waits), now)
        if len(plan.waiting) > LONGEST_PLAN - 2:
            break
        if n % 3 == 0 and (one := plan.take(now + GATHER, NOON)) is not None:
            said.add(one.text)
    while plan.ready_at() is not None:
        one = plan.take(now + GATHER, NOON)
        now += lasting
        if one is None:
            continue
        said.add(one.text)
    assert said <= whole
    for n, (subject, *_) in enumerate(lines[: len(whole)]):
        if subject in (Subject.FAULT, Subject.DOUBT, Subject.DEVICE) and f"Phrase {n} 0." in whole and lasting < 1:
            assert f"Phrase {n} 0." in said


@given(
    st.lists(
        st.tuples(st.sampled_from((Subject.THROW, Subject.FAULT, Subject.SCORE_NOIRS)), st.floats(0, 9)), max_size=14
    ),
    st.floats(0.1, 6),
)
def test_a_sentence_that_has_begun_is_ended(lines: list[tuple[Subject, float]], lasting: float) -> None:
    """The worth of the dice follows them, whatever breaks in, makes them stale or takes their time."""
    plan, now, said = SpeechPlan("fr", seconds=lambda _text: lasting), 0.0, list[str]()
    for n, (subject, after) in enumerate(lines):
        until, stales = now + after, frozenset({subject} - {Subject.FAULT})
        while (ready := plan.ready_at()) is not None and max(now, ready) < until:
            if (one := plan.take(max(now, ready), NOON)) is not None:
                said.append(one.text)
                now = max(now, ready) + lasting
        plan.add(line(str(n), f"Dés {n} : valeur {n}.", subject=subject, stales=stales), until)
        now = max(now, until)
    said += drained(plan, now + GATHER)
    for n, (subject, _) in enumerate(lines):
        if subject is not Subject.FAULT and f"Dés {n}." in said:
            assert f"Valeur {n}." in said
