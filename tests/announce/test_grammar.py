"""Every sentence a table can say, with every subject, number and case, follows the grammar."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path

import polib
import pytest

from announce.phrases import catalogue as catalogues
from announce.phrases.backgammon import BACKGAMMON
from announce.phrases.catalogue import catalogue, entries, languages
from announce.phrases.faults import SIMPLE
from announce.phrases.registry import Line, Manner, Repertoire, announcements
from announce.phrases.trictrac import TRICTRAC
from announce.voice.recorded import name_of
from events.rulings import ClaimRuled, ClaimVerdict, Played, ThrowWorth, Window
from events.state import Mode
from events.trictrac.rulings import FaultRuled, Marked
from rules.fault import Fault, FaultName
from rules.jan import Jan, JanName, Way
from rules.play import Move
from rules.position import Side
from training.phrase_list import LIST, MANNERS, AskedPhrases, table
from training.voice_phrases import cut, lines, pieces

GAMES = {"trictrac": TRICTRAC, "backgammon": BACKGAMMON}
WRONG = {
    "fr": (
        r"\b[àÀ] les?\b",
        r"\bde les?\b",
        r"(?<!-)\b(le|la|de|que|ne|se|je) [aeéèêiouyh](?!uit\b|nz|aut-)",
        r"\bun (dame|case|école|façon|flèche|vue)\b",
        r"\bune (trou|point|coin|talon|jan)\b",
        r"\b(deux|trois|quatre) (point|dame|trou|façon|vue)\b",
        r"\b(un|une|aucun|aucune) (points|dames|trous|vues)\b",
        r"\bzéro (trou|point|dame)",
        r"\bdames? \w+ attendus?\b",
        r" :[^.!?]* :",
    ),
    "en": (
        r"\bone (points|holes|men|ways)\b",
        r"\b(two|three|four) (hole|man|way)\b",
        r"\bno men\b",
        r"\ba [aeiou](?!ne)",
        r"\bthe the\b",
        r"\b(White|Black) (are|have|do|play|mark|hit|hold|leave)\b",
        r"\bcoin\b",
        r"\bcases?\b",
        r":[^.!?]*:",
    ),
}
ANYWHERE = (r"[{}|]", r"  ", r"\(\)", r" [.,]", r"\.\.", r",,", r"^[a-zéàâê]", r"[^.!?]$", r"[.!?] [a-zéàâê]")
LONGEST = 90
"""Words of the longest ruling, a fault with its seven choices; a listener is never given more at once."""


@cache
def rendered(game: str, language: str) -> tuple[list[Line], set[str]]:
    """Every example of a game in a language, in every manner, and the phrases they use."""
    repertoire: Repertoire = GAMES[game]
    recorder = AskedPhrases(catalogue(language).translations)
    words = repertoire.words(catalogues.Catalogue(language, recorder))
    made = [repertoire.line(one, words, how) for one, how in itertools.product(repertoire.examples(), MANNERS)]
    assert made
    return made, {key for key, _ in recorder.asked}


def sentences(game: str, language: str) -> set[str]:
    """Every sentence of a game in a language."""
    texts = {text for line in rendered(game, language)[0] for text in (line.text, line.spoken, line.brief)}
    return {text.replace("\u00a0", " ") for text in texts} - {""}


@pytest.mark.parametrize(("game", "language"), [*itertools.product(GAMES, languages())])
def test_no_sentence_is_glued(game: str, language: str) -> None:
    """Contractions, gender, number, capitals, empty slots, one colon a sentence."""
    pattern = re.compile("|".join((*ANYWHERE, *WRONG.get(language, ()))))
    found = {text: pattern.search(text) for text in sentences(game, language) if not re.match(r"[\d/T]", text)}
    wrong = [(text, match[0]) for text, match in found.items() if match]
    assert wrong[:10] == []


@pytest.mark.parametrize(("game", "language"), [*itertools.product(GAMES, languages())])
def test_no_sentence_is_longer_than_a_listener_follows(game: str, language: str) -> None:
    """The whole of a ruling, and each sentence of it."""
    for text in sentences(game, language):
        assert len(text.split()) <= LONGEST, text


@pytest.mark.parametrize("language", languages())
def test_short_is_never_longer(language: str) -> None:
    """The short form has no more words than the full one."""
    for line in rendered("trictrac", language)[0]:
        assert len(line.brief.split()) <= max(len(line.spoken.split()), len(line.text.split()))


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_of_a_game_has_an_example(game: str) -> None:
    """A phrase without an example is neither listed, nor recorded, nor checked here."""
    repertoire = GAMES[game]
    shown = {type(ruling) for ruling in repertoire.examples()}
    assert {kind for kind in repertoire.entries if kind not in shown} == set()


@pytest.mark.parametrize("language", languages())
def test_every_phrase_that_can_be_said_is_said_by_an_example(language: str) -> None:
    """A phrase no example uses is dead, or misses its example."""
    said = re.compile(
        r"(throw|jan|way|refused|played|refusal|revised|withdrawn|marked|fault|ruled|choices|remedy|claim|left|held"
        r"|releve|tour|doubt|disorder|reprise|guess|trouble|move|bg|marque)\b"
    )
    asked = {key for game in GAMES for key in rendered(game, language)[1]}
    wanted = {entry.msgid for entry in entries(language) if said.match(entry.msgid)}
    values = {entry.msgid for entry in entries(language) if re.match(r"bg\.(case|bar|off)$", entry.msgid)}
    assert wanted - values - asked == set()


BLANCS, NOIRS = Side.BLANCS, Side.NOIRS
FALSE = Fault(FaultName.FAUSSE_ECOLE, BLANCS, "Lois XVII", (), 4)


def said(ruling: object, manner: Manner) -> str:
    """The spoken sentences of a ruling in French."""
    made = announcements(ruling, TRICTRAC, manner, spoken_in=("fr",))
    return made[0].spoken["fr"].replace("\u00a0", " ") if made else ""


def test_an_act_a_claim_and_a_ruling_are_three_sentences() -> None:
    """The referee never announces an école that a player only marks; each sentence names who acts."""
    referee = Manner(Mode.REFEREE)
    act = said(Marked("1", 0, 1, BLANCS, 4, 0, 4, False, 0, True, 0), referee)
    claim = said(ClaimRuled("2", 0, 1, NOIRS, ClaimVerdict.RIGHT, FALSE, 4, ""), referee)
    ruling = said(FaultRuled("3", 0, 1, FALSE, NOIRS, Window.CLAIMED, "3"), referee)
    assert act == "Les blancs marquent quatre points d'école."
    assert claim == "La réclamation des noirs est bonne."
    assert ruling.startswith("Fausse école des blancs : quatre points aux noirs.")


@pytest.mark.parametrize("name", sorted(set(FaultName) - SIMPLE))
def test_a_fault_is_explained_once(name: FaultName) -> None:
    """In a lesson when it is made, by a referee when it is claimed."""
    fault = Fault(name, BLANCS, "", (), 4)
    made, claimed = (FaultRuled("3", 0, 1, fault, NOIRS, window, "3") for window in (Window.OPEN, Window.CLAIMED))
    assert said(made, Manner(Mode.LESSON))
    assert said(claimed, Manner(Mode.LESSON)) == ""
    assert said(made, Manner(Mode.REFEREE)) == ""
    assert said(claimed, Manner(Mode.REFEREE))


def test_a_lesson_says_which_dame_and_which_die() -> None:
    """It names them for a play by one number, and by both."""
    way, whole = Way(((4, 10),)), Way(((1, 11),), 7)
    jan = Jan(JanName.BATTRE_A_VRAI, BLANCS, 2, 4, "", None, 15, (way, whole))
    assert said(ThrowWorth("1", 0, 1, BLANCS, (6, 4), (jan,), 2), Manner(Mode.LESSON)) == (
        "Les blancs amènent six et quatre. Les blancs battent à vrai la dame de la case neuf des noirs, "
        "par le six de la case trois et par les deux nombres du talon : quatre points."
    )


def test_a_jan_is_explained_then_named_then_counted() -> None:
    """A jan is explained in full the first time, named the second time, and then only counted."""
    jan = Jan(JanName.GRAND_JAN_REMPLI, BLANCS, 1, 4, "")
    throw = ThrowWorth("1", 0, 1, BLANCS, (6, 4), (jan,), 2)
    heard = [said(throw, Manner(Mode.LESSON, met={str(jan.name): times})) for times in range(4)]
    assert heard == [
        "Les blancs amènent six et quatre. Le grand jan des blancs se remplit : quatre points.",
        "Les blancs amènent six et quatre. Grand jan rempli : quatre points.",
        *["Six et quatre : quatre points aux blancs."] * 2,
    ]


def test_plays_are_said_as_players_say_them() -> None:
    """Two dames on one way together, a dame that plays both numbers tout d'une."""
    lesson = Manner(Mode.LESSON)
    both = Played("1", 0, 1, BLANCS, (3, 3), (Move(1, 4), Move(1, 4)), lawful=True)
    whole = Played("1", 0, 1, BLANCS, (6, 3), (Move(1, 10),), lawful=True)
    unable = Played("1", 0, 1, BLANCS, (6, 3), (), lawful=True)
    assert [said(one, lesson) for one in (both, whole, unable)] == [
        "Les blancs jouent deux dames du talon à la case trois.",
        "Les blancs jouent tout d'une, du talon à la case neuf.",
        "Les blancs ne peuvent jouer.",
    ]


@pytest.mark.parametrize("language", languages())
def test_pieces_make_up_every_line(language: str) -> None:
    """The recordings are enough for every line not left to the other voice, in final and continuing form."""
    spoken = list(lines(language))
    known = pieces(spoken)
    for line in spoken:
        for text, mark in cut(line):
            piece = known[name_of(text)]
            assert piece.final if mark in ".!?" else piece.continuing


def test_the_list_of_phrases_is_current() -> None:
    """training/phrases.csv is what `python -m training.phrase_list` writes."""
    assert LIST.read_text("utf-8") == table()


@pytest.fixture
def third_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Return a language of reversed French, with its own noun form."""
    for file in resources.files("announce.phrases").iterdir():
        if file.name.endswith(".po"):
            (tmp_path / file.name).write_text(file.read_text("utf-8"), "utf-8")
    made = polib.pofile(str(tmp_path / "fr.po"))
    made.metadata["Language"] = "qq"
    for entry in list(made):
        if entry.msgid.startswith("side.") and entry.msgctxt == "the":
            made.append(polib.POEntry(msgid=entry.msgid, msgctxt="erg", msgstr=f"{entry.msgstr}-ek"))
        if entry.msgid_plural:
            entry.msgstr_plural = {n: f"<{text}>" for n, text in entry.msgstr_plural.items()}
        elif entry.msgid == "played":
            entry.msgstr = "{moves}|{side:erg}."
        elif not entry.msgid.startswith(("page.", "number.")):
            entry.msgstr = f"<{entry.msgstr}>"
    made.save(str(tmp_path / "qq.po"))
    monkeypatch.setattr(catalogues, "_folder", lambda: tmp_path)
    for cached in (entries, catalogue, catalogues.page_texts):
        cached.cache_clear()
    yield "qq"
    for cached in (entries, catalogue, catalogues.page_texts):
        cached.cache_clear()


def test_a_third_language_is_one_file(third_language: str) -> None:
    """Everything is said in it, in its own forms, by tables, pages and the list of what is to be recorded."""
    assert languages() == ("en", "fr", third_language)
    for repertoire in GAMES.values():
        for ruling in repertoire.examples():
            for one in announcements(ruling, repertoire, Manner(Mode.LESSON)):
                assert set(one.text) == set(one.spoken) == set(one.brief) == {"en", "fr", third_language}
    played = Played("1", 0, 1, BLANCS, (6, 4), (Move(1, 7), Move(1, 5)), lawful=True)
    (one,) = announcements(played, TRICTRAC, Manner(Mode.LESSON))
    assert one.spoken[third_language].endswith(" les blancs-ek.")
    assert catalogues.page_texts(third_language)
    assert next(lines(third_language))
