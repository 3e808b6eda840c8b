"""The game record: read as it was written, and a damaged one raises an error that says where (docs/record.md)."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.code import CODES, JEU_DE_TRICTRAC, OPTIONS
from rules.fault import FaultName, RemedyName
from rules.games.a_ecrire import Bredouille, Convention
from rules.games.paiement_du_tour import PAIEMENTS
from rules.jan import JanName
from rules.play import Move
from rules.position import ReleveCause, Side
from rules.record import ParseError, Record, parse, write
from rules.record.entries import (
    Decided,
    Entry,
    Faulted,
    Manche,
    Marked,
    Methode,
    Note,
    Ordinaire,
    Played,
    Reason,
    Releve,
    Remedied,
    Resultat,
    Thrown,
)
from tests.rules.strategies import dice

DOCS = Path(__file__).resolve().parents[3] / "docs"
BLANCS, NOIRS = Side.BLANCS, Side.NOIRS

TEXT = """\
tablier 1
date: 2026-11-20
jeu: ordinaire
joueur: Alice
joueur: Bruno : le jeune
paiement: classique_ameliore
code: jeu-de-trictrac
option: margot_la_fendue = oui
primaute: coup_et_des

tour 1
blancs: Alice
noirs: Bruno : le jeune
1 blancs 5-3  T/5, T/3
2 noirs 6-4
  blancs +2 jeton 2 : battre_a_faux 2
  joue T/6, T/4
  faute noirs fausse_case_7 : 6, bT
  remede blancs replay_both : T/10
  blancs -2 jeton 0 : ecole_trop_J 2
3 blancs 6-6
  blancs +14 jeton 2 bredouille fichet 2 : grand_jan_rempli 6, battre_a_vrai 8
  tient
  joue 5/11, 7/n10
4 noirs 1-1  -
  note: la bougie a été changée
5 blancs 2-1
  s_en_va
  releve s_en_aller
resultat: blancs 12-5 grande pavillon blancs
"""

RECORD = Record(
    date(2026, 11, 20),
    Ordinaire(("Alice", "Bruno : le jeune"), "classique_ameliore"),
    "jeu-de-trictrac",
    (("margot_la_fendue", True),),
    Methode.COUP_ET_DES,
    (
        Manche(
            "Alice",
            "Bruno : le jeune",
            (
                Thrown(BLANCS, (5, 3)),
                Played((Move(1, 6), Move(1, 4))),
                Thrown(NOIRS, (6, 4)),
                Marked(BLANCS, 2, (Reason(JanName.BATTRE_A_FAUX, 2),), 2),
                Played((Move(1, 7), Move(1, 5))),
                Faulted(NOIRS, FaultName.FAUSSE_CASE_7, (7, 24)),
                Remedied(BLANCS, RemedyName.REPLAY_BOTH, (Move(1, 11),)),
                Marked(BLANCS, -2, (Reason(FaultName.ECOLE_TROP_J, 2),), 0),
                Thrown(BLANCS, (6, 6)),
                Marked(
                    BLANCS,
                    14,
                    (Reason(JanName.GRAND_JAN_REMPLI, 6), Reason(JanName.BATTRE_A_VRAI, 8)),
                    2,
                    bredouille=True,
                    fichet=2,
                ),
                Decided(left=False),
                Played((Move(6, 12), Move(8, 14))),
                Thrown(NOIRS, (1, 1)),
                Played(()),
                Note("la bougie a été changée"),
                Thrown(BLANCS, (2, 1)),
                Decided(left=True),
                Releve(ReleveCause.S_EN_ALLER),
            ),
            Resultat(BLANCS, 12, 5, Bredouille.GRANDE, BLANCS),
        ),
    ),
)


def test_a_record_as_people_read_it() -> None:
    """Every kind of line once, written and read."""
    assert write(RECORD) == TEXT
    assert parse(TEXT) == RECORD


def test_typed_by_hand() -> None:
    """Blank lines, indentation, other line ends, lower case and a byte order mark do not matter."""
    typed = "\ufeff" + TEXT.replace("\n", "\r\n\r\n").replace("  joue T/6", "joue t/6").replace(
        "1 blancs", "   1 blancs"
    )
    assert parse(typed) == RECORD


def test_options_are_put_over_the_preset() -> None:
    """The record states the options in force."""
    rules = RECORD.rules()
    assert rules.margot_la_fendue
    assert not JEU_DE_TRICTRAC.margot_la_fendue
    assert rules.rencontre


def test_the_example_of_the_documentation() -> None:
    """docs/record.md shows a record that can be read, in canonical form."""
    text = (DOCS / "record.md").read_text(encoding="utf-8")
    example = re.search(r"```\n(tablier 1\n.*?)```", text, re.DOTALL)
    assert example is not None
    assert write(parse(example[1])) == example[1]


sides = st.sampled_from(list(Side))
moves = st.lists(
    st.builds(Move, st.integers(1, 24), st.integers(1, 25)).filter(lambda move: move.start != move.end), max_size=4
).map(tuple)
even = st.integers(-30, 60).map(lambda half: 2 * half)
words = st.text(st.characters(exclude_categories=("C", "Z")) | st.just(" "), min_size=1, max_size=12).filter(
    lambda text: text == text.strip() and text.isprintable()
)
reasons = st.lists(st.builds(Reason, st.sampled_from([*JanName, *FaultName]), st.integers(0, 40)), max_size=3).map(
    tuple
)
jetons = st.one_of(st.none(), st.sampled_from((0, 2, 4, 6, 8, 10)))
marks = st.builds(
    lambda side, points, why, jeton, bredouille, fichet: Marked(
        side, points, why, jeton, bredouille and jeton is not None, fichet
    ),
    sides,
    even,
    reasons,
    jetons,
    st.booleans(),
    st.one_of(st.none(), st.integers(0, 30)),
)
any_time = st.one_of(
    marks,
    st.builds(Faulted, sides, st.sampled_from(list(FaultName)), st.lists(st.integers(1, 25), max_size=3).map(tuple)),
    st.builds(Note, words),
)
after_a_throw = st.one_of(
    any_time,
    st.builds(Thrown, sides, dice()),
    st.builds(Played, moves),
    st.builds(Remedied, sides, st.sampled_from(list(RemedyName)), st.one_of(st.none(), moves)),
    st.builds(Decided, st.booleans()),
    st.builds(Releve, st.sampled_from(list(ReleveCause))),
)
entries: st.SearchStrategy[tuple[Entry, ...]] = st.builds(
    lambda before, first, after: (*before, *((first, *after) if first else ())),
    st.lists(any_time, max_size=2),
    st.one_of(st.none(), st.builds(Thrown, sides, dice())),
    st.lists(after_a_throw, max_size=8),
)
resultats = st.builds(
    Resultat,
    st.one_of(st.none(), sides),
    st.integers(0, 40),
    st.integers(0, 40),
    st.sampled_from(list(Bredouille)),
    st.one_of(st.none(), sides),
)


@st.composite
def games(draw: st.DrawFn) -> Ordinaire | Convention:
    names = draw(st.lists(words, min_size=4, max_size=4, unique=True))
    count = draw(st.integers(1, 4))
    if count == 1:
        return Ordinaire((names[0], names[1]), draw(st.sampled_from(list(PAIEMENTS))))
    camps: tuple[tuple[str, ...], ...] = tuple((name,) for name in names[:count])
    if count == 4:
        camps = ((names[0], names[1]), (names[2], names[3]))
    return Convention(
        camps,
        count * draw(st.integers(1, 5)),
        draw(st.integers(0, 4)),
        draw(st.integers(0, 2)),
        draw(st.one_of(st.none(), st.integers(6, 24))),
        draw(st.integers(1, 10)),
    )


@st.composite
def records(draw: st.DrawFn) -> Record:
    jeu = draw(games())
    players = draw(st.lists(st.permutations(jeu.joueurs), max_size=3))
    return Record(
        draw(st.dates(date(1000, 1, 1))),
        jeu,
        draw(st.sampled_from(list(CODES))),
        draw(st.dictionaries(st.sampled_from(OPTIONS), st.booleans()).map(lambda found: tuple(found.items()))),
        draw(st.one_of(st.none(), st.sampled_from(list(Methode)))),
        tuple(Manche(two[0], two[1], draw(entries), draw(st.one_of(st.none(), resultats))) for two in players),
    )


@given(records())
def test_records_survive_writing(record: Record) -> None:
    """Every event, legal or not, is read as it was written."""
    assert parse(write(record)) == record


@settings(max_examples=200)
@given(st.data())
def test_damage_is_announced_or_harmless(data: st.DataObject) -> None:
    """A line lost, cut or overwritten gives a record or a ParseError that points into the file, nothing else."""
    lines = TEXT.split("\n")
    at = data.draw(st.integers(0, len(lines) - 1))
    line = lines[at]
    cut = data.draw(st.integers(0, len(line)))
    lines[at] = line[:cut] + data.draw(st.one_of(st.just(""), st.text(max_size=3))) + line[cut + 1 :]
    damaged = "\n".join(lines)
    try:
        parse(damaged)
    except ParseError as error:
        ruled = error
    else:
        return
    assert 1 <= ruled.column <= len(damaged.split("\n")[ruled.line - 1]) + 1
    assert str(ruled).startswith(f"line {ruled.line}, column {ruled.column}: expected ")


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "expected", "found"),
    [
        ("tablier 1", "tablier 2", 1, 1, "tablier 1", "tablier 2"),
        ("2026-11-20", "20/11/2026", 2, 7, "a date like 2026-11-20", "20/11/2026"),
        ("date: 2026-11-20\n", "", 10, 1, "date: in the header", "none"),
        ("jeu: ordinaire", "jeu: jacquet", 3, 6, "a game (ordinaire, a_ecrire)", "jacquet"),
        ("joueur: Alice\n", "", 4, 1, "joueur: lines for two players", "1 of them"),
        ("jeu-de-trictrac", "jeu", 7, 7, "a code (lois-2013, jeu-de-trictrac)", "jeu"),
        ("= oui", "= yes", 8, 28, "oui or non (oui, non)", "yes"),
        ("primaute", "primauté", 9, 1, "a line of the header", "primauté:"),
        ("tour 1", "tour 2", 11, 6, "tour 1", "2"),
        ("tour 1", "marque 1", 11, 1, "tour 1", "marque"),
        ("blancs: Alice", "blancs: Alicia", 12, 9, "one of the players (Alice, Bruno : le jeune)", "Alicia"),
        ("noirs: Bruno : le jeune\n1", "1", 13, 1, "noirs: and a player", "1"),
        ("2 noirs 6-4", "3 noirs 6-4", 15, 1, "throw number 2", "3"),
        ("noirs 6-4", "noir 6-4", 15, 3, "a side (blancs, noirs)", "noir"),
        ("noirs 6-4", "noirs 7-4", 15, 9, "two dice like 6-3", "7-4"),
        ("T/6, T/4", "T/6, T/12", 17, 15, "a case T, 1..11, bT, b1..b11 or S", "12"),
        ("battre_a_faux 2", "battre_a_faut 2", 16, 23, "a figure (battre_a_vrai, ...)", "battre_a_faut"),
        ("battre_a_faux 2", "battre_a_faux", 16, 36, "points", "the end of the line"),
        ("jeton 2 :", "jeton 3 :", 16, 10, "jeton on 3 points", "+2 jeton 3 : battre_a_faux 2"),
        ("blancs +2", "blancs 2", 16, 10, "points with their sign, like +4", "2"),
        ("tient", "tint", 23, 3, "a throw, joue, tient", "tint"),
        ("6, bT", "6, nT", 18, 34, "a case T, 1..11, bT, b1..b11 or S", "nT"),
        ("1 blancs 5-3  T/5, T/3", "joue T/5", 14, 1, "a throw before it", "joue"),
        ("s_en_aller\n", "colere\n", 29, 10, "a cause (sortie, s_en_aller)", "colere"),
        ("12-5 grande", "12-5 immense", 30, 23, "the end of the line", "immense"),
        ("blancs\n", "blancs\ntient\n", 31, 1, "the end, or a new section", "tient"),
    ],
)
def test_the_place_of_damage_is_named(old: str, new: str, line: int, column: int, expected: str, found: str) -> None:
    """The error has line, column, the expected text and the text found."""
    assert old in TEXT
    # Take the last place for the two that also occur earlier.
    damaged = new.join(TEXT.rsplit(old, 1)) if old == "blancs\n" else TEXT.replace(old, new, 1)
    with pytest.raises(ParseError) as caught:
        parse(damaged)
    error = caught.value
    assert (error.line, error.column, error.found) == (line, column, found)
    assert error.expected.startswith(expected)


@pytest.mark.parametrize("text", ["", "\n\n", " \t\r\n"])
def test_an_empty_file(text: str) -> None:
    with pytest.raises(ParseError, match="line 1, column 1: expected tablier 1, found 'an empty file'"):
        parse(text)


def test_a_partie_a_ecrire_of_four() -> None:
    """Partners sit opposite: the players stand in the order of their seats (Lois XIX)."""
    convention = Convention((("A", "C"), ("B", "D")), 8, plafond=12)
    record = Record(date(2026, 11, 20), convention, manches=(Manche("B", "A"), Manche("C", "B")))
    text = write(record)
    assert "joueur: A\njoueur: B\njoueur: C\njoueur: D\nmarques: 8\n" in text
    assert "\nmarque 2\nblancs: C\nnoirs: B\n" in text
    assert parse(text) == record


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        ("marques: 8", "marques: 7", 8, "7 marqués: expected a multiple of the 4 players"),
        ("joueur: D\n", "", 7, "8 marqués: expected a multiple of the 3 players"),
        ("joueur: D", "paiement: simple", 7, "no such line in the partie à écrire"),
        ("marques: 8\n", "", 12, "marques: in the header"),
        ("fiche: 5", "fiche: cinq", 11, "a whole number"),
    ],
)
def test_conventions_that_cannot_be(old: str, new: str, line: int, expected: str) -> None:
    text = write(Record(date(2026, 11, 20), Convention((("A", "C"), ("B", "D")), 8)))
    with pytest.raises(ParseError) as caught:
        parse(text.replace(old, new))
    assert (caught.value.line, caught.value.expected) == (line, expected)


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: Note("two\nlines"), "one printable line"),
        (lambda: Note(" x"), "without blanks"),
        (lambda: Marked(BLANCS, 3), "3 points marked: points are even"),
        (lambda: Marked(BLANCS, 4, bredouille=True), "the jeton's place is missing"),
        (lambda: Manche("A", "A"), "'A' plays both colours"),
        (lambda: Manche("A", "B", (Played(()),)), "no throw before it"),
        (lambda: Ordinaire(("A", "B"), "gratis"), "paiement 'gratis'"),
        (lambda: Record(date(2026, 1, 1), Ordinaire(("A", "B")), manches=(Manche("A", "C"),)), "'C' does not play"),
        (lambda: Record(date(2026, 1, 1), Ordinaire(("A", "B")), options=(("x", True),)), "option 'x'"),
        (lambda: Record(date(2026, 1, 1), Ordinaire(("A\n", "B"))), "player"),
    ],
)
def test_records_that_cannot_be_written_cannot_be_made(make: object, complaint: str) -> None:
    """A record that its file could not hold is refused when it is made."""
    assert callable(make)
    with pytest.raises(ValueError, match=complaint):
        make()
