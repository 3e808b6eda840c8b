from __future__ import annotations

import dataclasses
import re
import typing
from enum import StrEnum

import pytest
from hypothesis import Phase as Search
from hypothesis import find, given, settings
from hypothesis import strategies as st

from announce.notice import DeviceTrouble, Notice, Reviewed
from announce.phrases.catalogue import (
    VARIANT,
    UnknownLanguage,
    catalogue,
    entries,
    languages,
    page_texts,
    prefer,
    variants,
)
from announce.phrases.notices import trouble_key
from announce.phrases.registry import coach_phrase
from announce.phrases.solo import review
from announce.phrases.words import Words
from coach.trictrac import reasons
from events import rulings as shared_rulings
from events.board_reading import Trouble
from events.peg_reading import HoleFault
from events.rulings import (
    ClaimRuled,
    ClaimVerdict,
    DiceTrouble,
    Disorder,
    FaultRuling,
    Played,
    Ruling,
    ThrowWorth,
    Window,
)
from events.state import Mode
from events.trictrac import rulings as trictrac_rulings
from events.trictrac.rulings import FaultRuled, HeldOrLeft
from events.trictrac.state import Phase
from rules import fault as fault_module
from rules import jan as jan_module
from rules import play as play_module
from rules import position as position_module
from rules.fault import Fault, FaultName, RemedyName
from rules.faults import refusal as refusal_module
from rules.faults.refusal import Reason, Refusal
from rules.jan import Jan, JanName, Table
from rules.play import Move
from rules.position import ReleveCause, Side
from tests.announce.samples import BY_KIND, announcements, marked, notices, rulings

RULINGS = [
    kind
    for module in (shared_rulings, trictrac_rulings)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Ruling) and kind not in {Ruling, FaultRuling}
]
"""Every ruling that trictrac may have."""


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)(?::\w+)?\}", text))


def said(news: Ruling | Notice, mode: Mode = Mode.SCORE, language: str = "fr") -> str:
    (one,) = announcements(news, mode=mode, languages=(language,))
    return one.spoken[language].replace("\u00a0", " ")


def written(news: Ruling | Notice, mode: Mode = Mode.SCORE, language: str = "fr") -> str:
    (one,) = announcements(news, mode=mode, languages=(language,))
    return one.text[language].replace("\u00a0", " ")


DECLINED = re.compile(r"(side|case|face|bg\.(case|bar|off))\b")


@pytest.mark.parametrize("language", languages())
def test_a_language_has_every_key_of_french_once_and_only_its_placeholders(language: str) -> None:
    """Nothing is missing, misspelt or said with a value that will not be there."""
    french = {(entry.msgctxt, entry.msgid): entry for entry in entries("fr")}
    other = {(entry.msgctxt, entry.msgid): entry for entry in entries(language)}
    # A noun has the forms its own language needs, and other words are each language's own.
    alone = {(context, key) for context, key in french.keys() ^ other.keys() if not (context or "").startswith(VARIANT)}
    assert {key for _, key in alone if not DECLINED.match(key)} == set()
    assert len(other) == len(entries(language))
    for key, entry in other.items():
        texts = entry.msgstr_plural.values() if entry.msgid_plural else (entry.msgstr,)
        assert all(texts), f"{key} is not translated"


@pytest.mark.parametrize("language", languages())
def test_every_name_of_the_game_has_its_phrase(language: str) -> None:
    """Every member of every enumeration that is announced: both short and full where both are said."""
    words = catalogue(language)
    anything = _Anything()
    names: type[StrEnum]
    for names, prefix, contexts in (
        (JanName, "jan", ("short", "full")),
        (FaultName, "fault", ("short", "full", "head")),
        (DeviceTrouble, "trouble", ("begun", "over")),
        (Trouble, "trouble", ("begun", "over")),
        (HoleFault, "trouble", ("begun", "over")),
        (Side, "side", ("name", "the", "to", "of")),
    ):
        for name in names:
            for context in contexts:
                key = trouble_key(name) if isinstance(name, HoleFault) else f"{prefix}.{name}"
                found = words.translations.pgettext(context, key)
                assert found != key, f"{key} ({context}) has no phrase"
                assert found.format_map(anything)
    for plain, prefix in (
        (RemedyName, "remedy"),
        (DiceTrouble, "refused"),
        (ReleveCause, "releve"),
        (Reason, "refusal"),
    ):
        for member in plain:
            assert words.translations.gettext(f"{prefix}.{member}") != f"{prefix}.{member}"
    for window in set(Window) - {Window.CLAIMED}:
        for what in ("ecole", "case"):
            assert words.has(f"ruled.{what}.{window}")


@pytest.mark.parametrize("language", languages())
def test_of_a_trouble_only_the_number_of_a_hole_is_said(language: str) -> None:
    """Every other detail is an error in English, with the path of a file: it is for the log."""
    for trouble in (*Trouble, *DeviceTrouble):
        for context in ("begun", "over"):
            assert "{" not in catalogue(language).translations.pgettext(context, trouble_key(trouble))


def enumerations(kind: object) -> set[type]:
    """Every enumeration a value of this type can hold, however deep."""
    if typing.get_args(kind):
        return set().union(*(enumerations(each) for each in typing.get_args(kind)))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return {kind}
    if not dataclasses.is_dataclass(kind):
        return set()
    names = {"Side": Side, "Dice": tuple[int, int], "Case": int, "Counts": tuple[int, ...], **vars(position_module)}
    for module in (fault_module, refusal_module, jan_module, play_module):
        names |= vars(module)
    hints = typing.get_type_hints(kind, localns=names)
    return set().union(*(enumerations(hint) for hint in hints.values()))


def test_everything_a_ruling_can_name_is_checked_here() -> None:
    """A new kind of trouble, remedy or verdict in any ruling fails until its words are asked for above."""
    checked = {
        JanName,
        FaultName,
        DeviceTrouble,
        Trouble,
        HoleFault,
        Side,
        RemedyName,
        DiceTrouble,
        ReleveCause,
        Window,
        ClaimVerdict,
        Reason,
    }
    unsaid = {Table}  # which table a beaten dame stands in is in the number of its case
    assert set().union(*(enumerations(kind) for kind in (*RULINGS, Notice))) == checked | unsaid


def test_french_has_its_spaces_before_double_marks() -> None:
    """A line never begins with a colon or an exclamation mark."""
    wrong = [entry.msgid for entry in entries("fr") for text in (entry.msgstr, *entry.msgstr_plural.values())
             if re.search(r" [:;?!»]|« ", text)]  # fmt: skip
    assert wrong == []


class _Any(str):
    __slots__ = ()

    def __format__(self, form: str) -> str:
        return str(self)


class _Anything(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return _Any(key)


@given(rulings | notices, st.sampled_from(Mode), st.booleans())
def test_everything_is_said_in_whole_sentences(news: Ruling | Notice, mode: Mode, prompting: bool) -> None:
    """No ruling lacks words in any mode or language; sentences start with a capital and keep no placeholder."""
    for one in announcements(news, mode=mode, languages=languages(), prompting=prompting):
        assert one.id == news.id
        assert one.t == news.t
        for texts in (one.text, one.spoken):
            assert set(texts) == set(languages())
            for text in texts.values():
                assert not placeholders(text)
                assert text == "" or text[0] == text[0].upper()
                assert "  " not in text


@pytest.mark.parametrize("kind", RULINGS, ids=lambda kind: kind.__name__)
def test_every_ruling_has_words(kind: type) -> None:
    """A ruling added to the referee without words fails here."""
    find(
        BY_KIND[kind],
        lambda news: bool(announcements(news, mode=Mode.LESSON)),
        settings=settings(phases=[Search.generate]),
    )


def test_dice_are_named_as_players_name_them() -> None:
    """Jeu 1, appellations des doublets; the higher number first; an as is never a one."""
    french = Words(catalogue("fr"))
    names = [french.dice((face, face)) for face in range(1, 7)]
    assert names == ["bezas", "double deux", "ternes", "carmes", "quines", "sonnez"]
    assert french.dice((4, 6)) == french.dice((6, 4)) == "six et quatre"
    assert french.dice((1, 5)) == "cinq et as"


def test_a_table_may_prefer_another_name_of_the_double_as() -> None:
    """Jeu 1, marque: bezas, ambesas or bezet; heard, and written on the page; English has no other name."""
    assert variants() == ("ambesas", "bezet")
    try:
        for name in variants():
            prefer((name,))
            assert Words(catalogue("fr")).dice((1, 1)) == page_texts("fr")["doublet.1"] == name
            assert Words(catalogue("en")).dice((1, 1)) == "double aces"
    finally:
        prefer(())
    assert Words(catalogue("fr")).dice((1, 1)) == page_texts("fr")["doublet.1"] == "bezas"


def test_cases_are_numbered_as_players_number_them() -> None:
    """Jeu 1, notation des figures: talon, 1 to 10, coin, and the other side's from its own end."""
    french = Words(catalogue("fr"))
    assert [str(french.case(Side.BLANCS, case)) for case in (1, 2, 11, 12, 13, 14, 23, 24)] == [
        "le talon",
        "la case un",
        "la case dix",
        "le coin",
        "le coin des noirs",
        "la case dix des noirs",
        "la case un des noirs",
        "le talon des noirs",
    ]
    assert (
        french.moves(Side.NOIRS, (Move(1, 7), Move(24, 25))) == "du talon à la case six et du talon des blancs dehors"
    )


def test_equal_moves_are_written_once_with_their_number() -> None:
    """Jeu 1's notation, where "T/3, T/3" was taken for two throws."""
    moves = (Move(1, 4), Move(1, 6), Move(1, 4))
    assert Words(catalogue("fr")).notation(Side.BLANCS, moves) == "T/3 (2), T/5"


def test_marking_is_said_as_players_say_it() -> None:
    two = marked(points=16, trous=2, reste=4, bredouille=True, total=2)
    assert said(two) == "Partie bredouille : les blancs marquent deux trous. Et quatre de reste."
    assert said(marked(trous=1, total=7)) == "Les blancs marquent un trou : sept sur douze."
    assert said(marked(points=-12, trous=-2, total=4)) == "Les blancs démarquent deux trous : quatre sur douze."
    assert said(marked(Side.NOIRS, points=6, ecole=True), Mode.REFEREE) == "Les noirs marquent six points d'école."
    assert written(marked(points=6)) == "Les blancs marquent six points."
    assert said(HeldOrLeft("1", 0.0, 2, Side.BLANCS, left=True)) == "Les blancs s'en vont."


def test_a_marking_already_said_with_the_throw_is_not_said_again_in_score_mode() -> None:
    assert said(marked(points=6), Mode.SCORE) == ""
    assert said(marked(points=6), Mode.REFEREE) == "Les blancs marquent six points."


def test_marking_nothing_is_not_announced() -> None:
    assert announcements(marked(points=0), mode=Mode.LESSON) == ()


WORTH = ThrowWorth(
    "4", 9.0, 5, Side.BLANCS, (4, 6), (Jan(JanName.BATTRE_A_VRAI, Side.BLANCS, 2, 4, "Lois X", None, 18),), 2
)  # fmt: skip


def test_a_throw_is_announced_by_the_mode() -> None:
    """Score: dice and points; lesson: the reasons as well; referee: only the dice, since players must see the rest."""
    assert said(WORTH) == "Six et quatre : quatre points aux blancs."
    assert written(WORTH) == "Six et quatre : battre à vrai 4. Quatre points aux blancs."
    assert said(WORTH, Mode.LESSON) == (
        "Les blancs amènent six et quatre. Les blancs battent à vrai la dame de la case six des noirs : quatre points."
    )
    assert written(WORTH, Mode.REFEREE) == "Six et quatre."
    assert announcements(WORTH, mode=Mode.REFEREE)[0].article is None


OPEN = FaultRuled(
    "7", 9.0, 5, Fault(FaultName.ECOLE_MOINS_J, Side.BLANCS, "Lois XVII 3°", (), 6), Side.NOIRS, Window.OPEN, "7"
)  # fmt: skip


def test_an_open_fault_is_kept_back_when_refereeing_unless_the_table_prompts() -> None:
    """A player hears nothing before he has asked or the window has closed (Lois XVII)."""
    assert announcements(OPEN, mode=Mode.REFEREE) == ()
    (prompted,) = announcements(OPEN, mode=Mode.REFEREE, prompting=True, languages=("fr",))
    assert prompted.text["fr"].endswith("(Lois XVII 3°)")
    assert prompted.article == "Lois XVII 3°"
    assert said(OPEN) == "École des blancs, points oubliés : six points à prendre par les noirs."


def test_an_open_fault_leaves_no_trace_in_other_rulings_when_refereeing() -> None:
    """Points owed and a faulty play are not given away by the marking or the play that shows it."""
    short = written(marked(points=4, owed=10), Mode.REFEREE)
    assert short == "Les blancs marquent quatre points."
    assert "dix" in written(marked(points=4, owed=10), Mode.LESSON)


def test_verdicts_have_their_words() -> None:
    for verdict in ClaimVerdict:
        assert catalogue("fr").translations.gettext(f"claim.{verdict}") != f"claim.{verdict}"


def test_a_claim_that_depends_on_dice_not_read_surely_names_them() -> None:
    news = ClaimRuled("1", 1.0, 4, Side.BLANCS, ClaimVerdict.UNSURE, None, 0, "Lois XVII", (5, 1))
    assert "les dés, cinq et as, n'ont pas été bien lus" in written(news, Mode.REFEREE)


def test_an_unknown_language_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownLanguage, match=f"'xx'; there are: {', '.join(languages())}"):
        announcements(WORTH, mode=Mode.SCORE, languages=("xx",))
    with pytest.raises(UnknownLanguage):
        catalogue("../fr")


def test_a_large_number_is_written_in_digits() -> None:
    assert Words(catalogue("en")).points(30) == "30 points"


@pytest.mark.parametrize("language", languages())
def test_the_page_has_its_words(language: str) -> None:
    texts = page_texts(language)
    assert set(texts) == set(page_texts("fr"))
    assert texts["page.owed"].count("{points}") == 1
    assert {f"jan.{name}" for name in JanName} <= texts.keys()
    assert {f"page.turn.{phase}" for phase in Phase} | {f"page.mode.{mode}" for mode in Mode} <= texts.keys()


def test_a_lesson_says_why_a_play_is_refused() -> None:
    """The first law that stands against it, with its case; a referee says nothing of it until it is claimed."""
    refusal = Refusal(Reason.JAN_INTERDIT, (14,), "Lois XIV")
    play = Played("1", 2.0, 3, Side.BLANCS, (4, 1), (Move(10, 14),), lawful=False, refusal=refusal)
    (lesson,) = announcements(play, mode=Mode.LESSON, languages=("fr", "en"))
    assert "peuvent encore remplir ce jan" in lesson.spoken["fr"]
    assert "can still fill that jan" in lesson.spoken["en"]
    (refereed,) = announcements(play, mode=Mode.REFEREE, languages=("fr",))
    assert "jan" not in refereed.text["fr"]
    assert refereed.spoken["fr"] == ""


def test_faults_a_referee_may_not_reveal_wait_for_their_time() -> None:
    """An open or mended fault is not announced; a claimed one is, at once; an expired one by the settings."""
    for window, news in (
        (Window.OPEN, ()),
        (Window.MENDED, ()),
        (Window.CLOSED, (True,)),
        (Window.CLAIMED, (True, False)),
    ):
        ruling = dataclasses.replace(OPEN, window=window)
        for unclaimed in (True, False):
            said = announcements(ruling, mode=Mode.REFEREE, unclaimed=unclaimed)
            assert bool(said) is (unclaimed in news)


@pytest.mark.parametrize("name", [FaultName.ECOLE_PARTIELLE, FaultName.DEUX_JETONS, FaultName.TROUS_BREDOUILLE])
def test_a_marking_not_claimed_is_missed_and_no_play_is_said_to_stand(name: FaultName) -> None:
    gone = FaultRuled("7", 9.0, 5, Fault(name, Side.NOIRS, ""), Side.BLANCS, Window.CLOSED, "7")
    assert " : non prise." in written(gone, Mode.REFEREE).replace("\u00a0", " ")
    assert ": missed." in written(gone, Mode.REFEREE, language="en")


def test_a_fault_that_costs_nothing_is_named_once() -> None:
    """Lois XVII 1: it cannot be put right, so a referee announces it afterwards."""
    fault = Fault(FaultName.HORS_TOUR, Side.NOIRS, "Lois XVII 1")
    made, gone = (FaultRuled("7", 9.0, 5, fault, Side.BLANCS, window, "7") for window in (Window.OPEN, Window.CLOSED))
    assert said(made) == "Coup des noirs hors tour. Ce n'est pas leur tour ; rien n'est perdu."
    assert announcements(gone, mode=Mode.SCORE) == announcements(gone, mode=Mode.LESSON) == ()
    assert announcements(made, mode=Mode.REFEREE) == ()
    assert said(gone, Mode.REFEREE) == said(made)


@pytest.mark.parametrize(
    ("reason", "cases", "french", "english"),
    [
        (Reason.NO_REST, (5,), "des dames des noirs sont sur la case quatre", "are on point four"),
        (Reason.NO_REST, (3, 12), "sont sur la case deux et le coin", "are on point two and the corner"),
        (
            Reason.KEEP,
            (3, 4),
            "il manquerait une dame à la case deux et à la case trois",
            "short of a man on point two and point three",
        ),
    ],
)
def test_why_a_play_is_refused_agrees_with_however_many_cases(
    reason: Reason, cases: tuple[int, ...], french: str, english: str
) -> None:
    """A doublet has one rest, another throw two; the coin is masculine, a case feminine."""
    refusal = Refusal(reason, cases, "Lois VI")
    play = Played("1", 2.0, 3, Side.BLANCS, (4, 1), (Move(1, 6),), lawful=False, refusal=refusal)
    (news,) = announcements(play, mode=Mode.LESSON, languages=("fr", "en"))
    assert french in news.text["fr"]
    assert english in news.text["en"]


def test_differences_stand_apart_as_the_language_sets_them_apart() -> None:
    """One sentence a case, with whose dames they are and what they agree with."""
    disorder = Disorder("5", 3.0, 7, ((Side.BLANCS, 3, 2, 1), (Side.NOIRS, 13, 1, 0)))
    assert written(disorder) == (
        "Le tablier n'est pas comme il devrait. "
        "Sur la case deux des blancs : deux dames blanches attendues, une vue. "
        "Sur le coin des blancs : une dame noire attendue, aucune vue."
    )
    assert "On White's corner: one black man expected, none seen." in written(disorder, language="en")


@pytest.mark.parametrize(
    ("loss", "french", "english"),
    [
        (0.4, "environ 0,4 trou et", "0.4 holes"),
        (0.96, "environ 1 trou et", "1 hole and"),
        (1.94, "environ 1,9 trou et", "1.9 holes"),
        (1.96, "environ 2 trous et", "2 holes"),
    ],
)
def test_a_decimal_number_of_trous_takes_the_plural_from_two_on(loss: float, french: str, english: str) -> None:
    better = Reviewed("1", 2.0, 3, Side.BLANCS, (Move(1, 6),), (), loss, 0.03)
    assert french in review(better, Words(catalogue("fr")))
    assert english in review(better, Words(catalogue("en")))


@pytest.mark.parametrize(
    ("language", "said"),
    [("fr", "La case deux, la case quatre et le coin"), ("en", "Point two, point four and the corner")],
)
def test_dames_that_can_be_hit_are_listed_as_people_say_lists(language: str, said: str) -> None:
    reason = reasons.Reason(reasons.ReasonName.EXPOSED, throws=15, points=2, cases=(3, 5, 12))
    assert coach_phrase(reason, Side.BLANCS, language).startswith(said)


@pytest.mark.parametrize(("language", "word"), [("fr", "sortie"), ("en", "going out")])
def test_a_number_not_played_is_no_sortie(language: str, word: str) -> None:
    """Fausse case 8 is also what a player makes who plays no dame at all, his fifteen on the talon."""
    words = catalogue(language)
    assert not [form for form in ("short", "full") if word in words.text("fault.fausse_case_8", form)]
