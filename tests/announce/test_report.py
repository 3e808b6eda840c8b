from __future__ import annotations

import re
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from announce.phrases.catalogue import languages
from announce.report.advice import Advice, AdviceKind, advice
from announce.report.board import Drawing, board
from announce.report.paper import chart, report, write_pdf
from announce.report.plays import JudgedPlay, Unjudged, worst
from announce.report.summary import Account, Coup, Moment, Part, ScorePoint, summarise
from events.rulings import Played, Ruling, ThrowWorth, Window
from events.trictrac.rulings import FaultRuled, HeldOrLeft, Marked
from rules.fault import Fault, FaultName
from rules.jan import Jan, JanName, Way
from rules.play import Move
from rules.position import Position, Side
from rules.seating import Seating
from tests.announce.samples import rulings

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS


def worth(throw: int, side: Side, *jans: tuple[JanName, int]) -> ThrowWorth:
    marked = tuple(Jan(name, side, 1, points, "Lois X") for name, points in jans)
    return ThrowWorth(f"w{throw}", float(throw), throw, side, (6, 4), marked, 2)


def mark(throw: int, side: Side, points: int, *, owed: int = 0, trous: int = 0, reste: int = 0, total: int = 0,
         ecole: bool = False) -> Marked:  # fmt: skip
    return Marked(f"m{throw}{side}", float(throw), throw, side, points, trous, reste, True, total, ecole, owed)


ECOLE = Fault(FaultName.ECOLE_MOINS_J, NOIRS, "Lois XVII 3°", (), 4)
FAUSSE = Fault(FaultName.FAUSSE_CASE_2, BLANCS, "Jeu 3", (7,))
GAME: tuple[Ruling, ...] = (
    worth(1, BLANCS, (JanName.BATTRE_A_VRAI, 4)),
    mark(1, BLANCS, 4, owed=4, reste=4),
    worth(2, NOIRS, (JanName.BATTRE_A_VRAI, 4)),
    mark(2, NOIRS, 0, owed=4),
    FaultRuled("f1", 2.0, 2, ECOLE, BLANCS, Window.OPEN, "f1"),
    FaultRuled("f2", 2.1, 2, ECOLE, BLANCS, Window.CLAIMED, "f1"),
    mark(2, BLANCS, 4, ecole=True, reste=8),
    FaultRuled("f3", 3.0, 3, FAUSSE, NOIRS, Window.OPEN, "f3"),
    FaultRuled("f4", 3.1, 3, FAUSSE, NOIRS, Window.CLOSED, "f3"),
    worth(3, BLANCS, (JanName.GRAND_JAN_REMPLI, 8)),
    mark(3, BLANCS, 8, owed=8, trous=2, reste=4, total=2),
)


def moments(rulings: Iterable[Ruling], position: Position | None = None) -> tuple[Moment, ...]:
    """Each ruling of an act of its own, on one board."""
    return tuple(Moment((ruling,), position or Position.start()) for ruling in rulings)


def said(rulings: Iterable[Ruling], **given: object) -> str:
    return report(summarise(moments(rulings)), seating=Seating(), **given).replace("\u00a0", " ")  # type: ignore[arg-type]


def test_the_plays_that_lost_most_come_first_and_a_small_loss_is_not_shown() -> None:
    plays = [
        JudgedPlay(1, throw, side, (6, 4), Position.start(), (Move(1, 11),), (Move(1, 7), Move(1, 5)), 0.5, lost=lost)
        for throw, (side, lost) in enumerate(((BLANCS, 0.2), (NOIRS, 2.0), (BLANCS, 0.01), (BLANCS, 0.9)), 1)
    ]
    assert [one.throw for one in worst(plays, BLANCS)] == [4, 1]
    text = report(summarise(()), language="en", seating=Seating(), plays=plays)
    assert text.index("throw 4, White") < text.index("throw 1, White") < text.index("throw 2, Black")
    assert "throw 3" not in text


def test_every_missed_point_and_fault_is_reported_once_with_what_became_of_it_and_its_throw() -> None:
    summary = summarise(moments(GAME))
    (missed,) = summary.missed
    assert (missed.throw, missed.side, missed.points, missed.owed) == (2, NOIRS, 0, 4)
    assert [jan.name for jan in missed.jans] == [JanName.BATTRE_A_VRAI]
    assert [(one.throw, one.fault, one.window, one.picture) for one in summary.faults] == [
        (2, ECOLE, Window.CLAIMED, "f1"),
        (3, FAUSSE, Window.CLOSED, "f3"),
    ]
    assert [one.coup.dice if one.coup else None for one in summary.faults] == [(6, 4), (6, 4)]


def test_a_trou_is_made_of_what_was_marked_since_the_last_what_is_left_over_included() -> None:
    """Four by beating, four of an école, and eight for filling: a trou in bredouille and four over."""
    summary = summarise(moments(GAME))
    (trou,) = summary.trous
    assert trou.parts == (
        Part(4, JanName.BATTRE_A_VRAI),
        Part(4, ecole=True),
        Part(8, JanName.GRAND_JAN_REMPLI),
    )
    assert sum(part.points for part in trou.parts) == 12 + trou.reste
    more = (worth(5, BLANCS, (JanName.SORTIE, 8)), mark(5, BLANCS, 8, owed=8, trous=2, total=4))
    again = summarise(moments((*GAME, *more)))
    assert again.trous[1].parts == (Part(4, reste=True), Part(8, JanName.SORTIE))


def test_points_taken_off_come_off_the_last_ones_and_off_the_account() -> None:
    """Jeu 3, écoles par trop: the surplus is taken off, and the other marks as much for himself."""
    off = (
        worth(1, BLANCS, (JanName.BATTRE_A_VRAI, 4)),
        mark(1, BLANCS, 10, owed=4, reste=10),
        mark(1, BLANCS, -6, ecole=True, reste=4),
        mark(1, NOIRS, 6, ecole=True, reste=6),
        worth(3, BLANCS, (JanName.BATTRE_A_VRAI, 8)),
        mark(3, BLANCS, 8, owed=8, trous=1, total=1),
    )
    summary = summarise(moments(off))
    assert summary.trous[0].parts == (Part(4, JanName.BATTRE_A_VRAI), Part(8, JanName.BATTRE_A_VRAI))
    assert summary.blancs == Account(own=12, given=6)
    assert summary.noirs == Account(ecoles=6)


def test_an_account_holds_what_was_gained_on_either_throw_forgotten_and_let_pass() -> None:
    passed = Fault(FaultName.ECOLE_MOINS_A, BLANCS, "Lois XVII", (), 2)
    game = (
        *GAME[:5],
        mark(2, BLANCS, 2, owed=4, reste=6),
        FaultRuled("f5", 2.5, 2, passed, NOIRS, Window.CLOSED, "f5"),
    )
    summary = summarise(moments(game))
    assert summary.blancs == Account(own=4, adverse=2, forgotten=2)
    assert summary.noirs == Account(forgotten=4, unclaimed=2)


def test_points_of_which_nothing_was_marked_are_forgotten_too() -> None:
    """Only their école tells of them; if they are marked after all, they are not forgotten."""
    ecole = FaultRuled("f1", 2.0, 2, ECOLE, BLANCS, Window.OPEN, "f1")
    game = (worth(2, NOIRS, (JanName.BATTRE_A_VRAI, 4)), ecole)
    summary = summarise(moments(game))
    assert [(one.throw, one.side, one.points, one.owed) for one in summary.missed] == [(2, NOIRS, 0, 4)]
    assert summary.noirs == Account(forgotten=4)
    html = said(game, language="en")
    assert html.count("Black: points forgotten, four points.") == 1, "the throw is shown once"
    assert "No point was missed." not in html
    mended = FaultRuled("f2", 2.5, 2, ECOLE, BLANCS, Window.MENDED, "f1")
    assert summarise(moments((*game, mended))).noirs == Account()


def test_players_are_called_by_their_names() -> None:
    html = said(GAME, language="fr", names={BLANCS: "Anne & Zoé", NOIRS: "Bruno"})
    for words in (
        "Anne &amp; Zoé (Blancs) : deux trous et quatre points.",
        "<th>Anne &amp; Zoé</th><th>Bruno</th>",
        "Bruno en pointillé",
        "Coup 2, Bruno : 0 sur 4.",
        "Coup 3, Anne &amp; Zoé, partie bredouille",
    ):
        assert words in html
    half = said(GAME, language="fr", names={BLANCS: "Anne", NOIRS: ""})
    assert "<th>Anne</th><th>Noirs</th>" in half
    assert "Coup 2, les noirs : 0 sur 4." in half


def test_what_the_coach_did_not_judge_is_named_with_the_reason() -> None:
    unjudged = (Unjudged(1, (56, 57, 58, 60)), Unjudged(2))
    html = said((), language="en", unjudged=unjudged)
    assert "Tour 1, throw 56-58, 60: not analysed, the tour was won already." in html
    assert "Tour 2: the analysis could not follow it." in html


def test_a_decision_that_lost_is_shown_with_the_plays() -> None:
    play = JudgedPlay(2, 7, BLANCS, (6, 4), Position.start(), None, (Move(1, 7),), 0.5, left=False, lost_by_decision=1)
    html = said((), language="en", plays=[play])
    assert "Tour 2, throw 7, White" in html
    assert "Better to leave than to hold. Lost: 1.0 holes." in html
    assert "The play made" not in html


def test_a_throw_is_drawn_as_it_was_played_lawful_or_not() -> None:
    moves = (Move(1, 5), Move(1, 30 - 5))
    played = Played("p", 1.0, 1, BLANCS, (6, 4), moves, lawful=False)
    fault = FaultRuled("f", 2.0, 1, FAUSSE, NOIRS, Window.OPEN, "f")
    (one,) = summarise(moments((worth(1, BLANCS), played, fault))).faults
    assert one.coup == Coup(1, BLANCS, (6, 4), (), Position.start(), moves)
    assert one.coup.after is not None
    assert (one.coup.after.on(BLANCS, 1), one.coup.after.on(BLANCS, 5), sum(one.coup.after.blancs)) == (13, 1, 14)


def test_the_costliest_habit_is_advised_against_and_nothing_where_there_is_none() -> None:
    summary = summarise(moments(GAME))
    assert advice(summary, NOIRS) == Advice(AdviceKind.FORGOTTEN_JAN, 1, 4, JanName.BATTRE_A_VRAI)
    assert advice(summary, BLANCS) == Advice(AdviceKind.FAULT, 1, fault=FAUSSE)
    assert advice(summarise(moments(GAME[:2])), BLANCS) == Advice(AdviceKind.NOTHING)


def test_the_board_is_drawn_with_every_dame_and_in_the_seating_of_the_table() -> None:
    drawn = ET.fromstring(  # noqa: S314 - our own drawing
        board(Position.start(), Seating(), Drawing(BLANCS, (6, 4), (Move(1, 7),), (7,)), "start")
    )
    of = {side: [part for part in drawn if part.get("class") == f"dame {side}"] for side in Side}
    assert [len(of[side]) for side in Side] == [15, 15]
    assert len([part for part in drawn if part.get("class") == "pip"]) == 10
    assert [part.get("class") for part in drawn].count("wrong") == 1
    other = ET.fromstring(  # noqa: S314 - our own drawing
        board(Position.start(), Seating("far", "right"), Drawing(BLANCS), "start")
    )
    first = next(part for part in other if part.get("class") == "dame blancs")
    mine = of[BLANCS][0]
    assert float(first.get("cx", 0)) > float(mine.get("cx", 0))
    assert float(first.get("cy", 0)) < float(mine.get("cy", 0))


def test_a_trou_effaces_the_other_sides_points_and_leaving_those_of_both() -> None:
    theirs = (worth(1, NOIRS, (JanName.BATTRE_A_VRAI, 6)), mark(1, NOIRS, 6, owed=6, reste=6))
    summary = summarise(moments((*theirs, *GAME, HeldOrLeft("h", 4.0, 3, BLANCS, left=True))))
    assert summary.standings[1].points == (0, 6)
    assert summary.standings[-2] == ScorePoint(summary.standings[-2].turn, (2, 0), (4, 0))
    assert summary.standings[-1].points == (0, 0)


def test_a_tour_begins_with_nothing_and_its_throws_are_counted_on() -> None:
    """Three throws of one tour and two of the next, its first ruled twice, are five; the trous were of the other."""
    second = (worth(1, NOIRS), worth(1, NOIRS), worth(2, BLANCS), mark(2, NOIRS, 2, owed=2, reste=2))
    last = summarise(moments((*GAME, *second))).standings[-1]
    assert last == ScorePoint(5, (0, 0), (0, 2))


def test_of_several_tours_each_result_and_throw_says_which() -> None:
    """The throws of each are counted from 1, and so are the trous. A late ruling on a fault leaves it where it was."""
    late = FaultRuled("f5", 3.2, 3, FAUSSE, NOIRS, Window.CLAIMED, "f3")
    second = (worth(1, NOIRS), worth(2, BLANCS), mark(2, BLANCS, 0, owed=4), late)
    html = said((*GAME, *second))
    for words in (
        "Tour 1. Les blancs : deux trous et quatre points.",
        "Tour 2. Les blancs : aucun trou et aucun point.",
        "Coup 2 du tour 1, les noirs : 0 sur 4.",
        "Coup 2 du tour 2, les blancs : 0 sur 4.",
        "Coup 3 du tour 1, les blancs, partie bredouille",
        '<h3>Coup 3 du tour 1 <span class="dice">Six et quatre</span>',
    ):
        assert words in html


def test_a_throw_not_seen_has_no_dice_of_the_next_tour() -> None:
    """Both tours have a throw 9, and only that of the second was seen."""
    unseen = FaultRuled("f9", 3.0, 9, FAUSSE, NOIRS, Window.OPEN, "f9")
    faults = summarise(moments((*GAME, unseen, worth(1, NOIRS), worth(9, BLANCS)))).faults
    assert [one.coup for one in faults if one.throw == 9] == [None]


def test_the_report_says_it_in_words_and_keeps_its_pictures() -> None:
    proofs = {"f1": (b"one",), "f3": (b"\xff\xd8jpeg", b"\xff\xd8after")}
    html = said(GAME, number=3, pictures=proofs)
    for words in (
        "Ce que la partie 3 apprend",
        "Les blancs : deux trous et quatre points.",
        'Coup 2, les noirs : 0 sur 4. <span class="dice">Six et quatre</span>',
        "Les noirs : points oubliés, quatre points.",
        "Réclamée.",
        "Les blancs : dame reculée.",
        "Non réclamée.",
        "Coup 3, les blancs, partie bredouille, deux trous : battre à vrai 4, école 4, grand jan rempli 8.",
        "De ces points, quatre points restent pour la suite.",
        "<td>4</td>",
        "<dt>Grand jan rempli</dt>",
        "data:image/jpeg;base64,/9hqcGVn",
    ):
        assert words in html
    seen = [caption for caption in re.findall("<figcaption>(.*?)</figcaption>", html) if "caméra" in caption]
    places = ("Coup 2, vu par la caméra après", "Coup 3, vu par la caméra avant", "Coup 3, vu par la caméra après")
    assert seen == [*places]  # On paper they may stand on the page after their throw's words.


def test_a_missed_jan_is_shown_on_the_board_with_the_dames_that_make_it() -> None:
    beaten = Jan(JanName.BATTRE_A_VRAI, NOIRS, 1, 4, "Lois X", None, 20, (Way(((14, 20),)),))
    game = (ThrowWorth("w", 1.0, 1, NOIRS, (6, 4), (beaten,), 2), mark(1, NOIRS, 0, owed=4))
    html = said(game, language="en")
    assert "What there was to count" in html
    assert html.count('class="way"') == 1


def test_the_faults_of_one_throw_have_its_boards_once_and_simple_ones_none() -> None:
    worth = ThrowWorth("w", 1.0, 1, NOIRS, (6, 4), (), 2)
    play = Played("p", 2.0, 1, NOIRS, (6, 4), (Move(1, 7), Move(1, 5)), lawful=True)
    made = (Fault(FaultName.FAUSSE_CASE_2, NOIRS, "Lois VII"), Fault(FaultName.DES_LEVES, NOIRS, "Lois VI"))
    for faults, boards in ((made[1:], 0), (made, 2)):
        ruled = (FaultRuled(f"f{n}", 3.0, 1, fault, BLANCS, Window.CLOSED, f"f{n}") for n, fault in enumerate(faults))
        text = said((worth, play, *ruled))
        assert text.count('class="tablier"') == boards
        assert text.count("Non réclamée.") == len(faults) - 1, "nobody can claim a simple fault"


def test_points_taken_off_are_not_points_forgotten() -> None:
    """A side takes six points off and marks nothing of what it was owed."""
    taken_off = summarise(moments((mark(1, BLANCS, -6),)))
    assert taken_off.missed == ()
    assert taken_off.blancs == Account(own=-6)


def test_a_false_ecole_taken_off_again_is_in_no_account() -> None:
    summary = summarise(moments((mark(1, NOIRS, 4, ecole=True), mark(1, NOIRS, -4))))
    assert (summary.noirs, summary.blancs) == (Account(), Account())


def test_a_game_without_a_fault_says_so() -> None:
    html = said((), language="en")
    for words in ("No point was missed.", "No fault.", "No hole.", "Nothing to correct"):
        assert words in html


@given(st.lists(rulings, max_size=12), st.sampled_from(languages()))
def test_any_rulings_make_a_report(ruled: list[Ruling], language: str) -> None:
    """Whatever order they come in, however wrong the marks."""
    summary = summarise(moments(ruled))
    html = report(summary, language=language, seating=Seating())
    assert "{" not in html.partition("</style>")[2]
    steps = ET.fromstring(chart(summary.standings, "score"))  # noqa: S314 - our own drawing
    assert len([path for path in steps if path.get("class") in set(Side)]) == 2


@pytest.mark.parametrize("language", languages())
def test_every_figure_has_an_entry_in_the_glossary(language: str) -> None:
    every = [worth(throw, BLANCS, (name, 4)) for throw, name in enumerate(JanName, 2)]
    assert said(every, language=language).count("<dd>") == len(JanName)


def test_a_report_is_printed_to_pdf(tmp_path: Path) -> None:
    if shutil.which("chromium") is None:
        pytest.skip("chromium is not installed")
    write_pdf(said(GAME), tmp_path / "lesson.pdf")
    assert (tmp_path / "lesson.pdf").read_bytes().startswith(b"%PDF")
