from __future__ import annotations

import re
import shutil
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from announce.phrases import languages
from announce.report import report, summarise, write_pdf
from announce.report.paper import chart
from announce.report.summary import Committed, Missed, Part, Standing
from referee.rulings import FaultRuled, HeldOrLeft, Marked, Ruling, ThrowWorth, Window
from rules.fault import Fault, FaultName
from rules.jan import Jan, JanName
from rules.position import Side
from tests.announce.samples import rulings

if TYPE_CHECKING:
    from pathlib import Path

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS


def worth(throw: int, side: Side, *jans: tuple[JanName, int]) -> ThrowWorth:
    marked = tuple(Jan(name, side, 1, points, "Lois X") for name, points in jans)
    return ThrowWorth(f"w{throw}", float(throw), throw, side, (6, 4), marked, 2)


def mark(throw: int, side: Side, points: int, *, owed: int = 0, trous: int = 0, reste: int = 0, total: int = 0,
         ecole: bool = False) -> Marked:  # fmt: skip
    return Marked(f"m{throw}{side}", float(throw), throw, side, points, trous, reste, True, total, ecole, owed)


ECOLE = Fault(FaultName.ECOLE_MOINS_J, NOIRS, "Lois XVII 3°", (), 4)
FAUSSE = Fault(FaultName.DAME_RECULEE, BLANCS, "Jeu 3", (7,))
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


def test_every_missed_point_and_fault_is_told_once_with_what_became_of_it() -> None:
    summary = summarise(GAME)
    assert summary.missed == (Missed(2, NOIRS, 0, 4),)
    assert summary.faults == (
        Committed(2, ECOLE, Window.CLAIMED, "f1"),
        Committed(3, FAUSSE, Window.CLOSED, "f3"),
    )


def test_a_trou_is_made_of_what_was_marked_since_the_last_and_not_of_what_is_left_over() -> None:
    """Four by beating, four of an école, and four of the eight for filling; the other four begin the next trou."""
    summary = summarise(GAME)
    (trou,) = summary.trous
    assert trou.parts == (
        Part(4, JanName.BATTRE_A_VRAI),
        Part(4, ecole=True),
        Part(4, JanName.GRAND_JAN_REMPLI),
    )
    assert sum(part.points for part in trou.parts) == 12
    again = summarise((*GAME, worth(5, BLANCS, (JanName.SORTIE, 8)), mark(5, BLANCS, 8, owed=8, trous=2, total=4)))
    assert again.trous[1].parts == (Part(4, reste=True), Part(8, JanName.SORTIE))


def test_a_trou_effaces_the_other_sides_points_and_leaving_those_of_both() -> None:
    theirs = (worth(1, NOIRS, (JanName.BATTRE_A_VRAI, 6)), mark(1, NOIRS, 6, owed=6, reste=6))
    summary = summarise((*theirs, *GAME, HeldOrLeft("h", 4.0, 3, BLANCS, left=True)))
    assert summary.standings[1].points == (0, 6)
    assert summary.standings[-2] == Standing(summary.standings[-2].turn, (2, 0), (4, 0))
    assert summary.standings[-1].points == (0, 0)


def test_a_tour_begins_with_nothing_and_its_throws_are_counted_on() -> None:
    """Three throws of one tour and two of the next, its first told twice, are five; the trous were of the other."""
    second = (worth(1, NOIRS), worth(1, NOIRS), worth(2, BLANCS), mark(2, NOIRS, 2, owed=2, reste=2))
    last = summarise((*GAME, *second)).standings[-1]
    assert last == Standing(5, (0, 0), (0, 2))


def test_the_report_says_it_in_words_and_keeps_its_pictures() -> None:
    proofs = {"f1": (b"one",), "f3": (b"\xff\xd8jpeg", b"\xff\xd8after")}
    html = report(summarise(GAME), number=3, pictures=proofs).replace("\u00a0", " ")
    for words in (
        "Tablier : leçon de la partie 3",
        "Les blancs : deux trous et quatre points.",
        "Coup 2, les noirs : 0 sur 4.",
        "Coup 2, les noirs : points oubliés, quatre points. Prise.",
        "Coup 3, les blancs : dame reculée. Passée.",
        "Coup 3, les blancs, deux trous : battre à vrai 4, école 4, grand jan rempli 4.",
        "data:image/jpeg;base64,/9hqcGVn",
    ):
        assert words in html
    assert re.findall("<figcaption>(.*?)</figcaption>", html) == ["Après", "Avant", "Après"]


def test_a_game_without_a_fault_says_so() -> None:
    html = report(summarise(()), language="en")
    for words in ("No point was missed.", "No école.", "No fault.", "No hole."):
        assert words in html


@given(st.lists(rulings, max_size=12), st.sampled_from(languages()))
def test_any_rulings_make_a_report(told: list[Ruling], language: str) -> None:
    """Whatever order they come in, however wrong the marks."""
    summary = summarise(told)
    html = report(summary, language=language)
    assert "{" not in html.partition("</style>")[2]
    steps = ET.fromstring(chart(summary.standings))  # noqa: S314 - our own drawing
    assert len([path for path in steps if path.get("class") in set(Side)]) == 2


def test_a_report_is_printed_to_pdf(tmp_path: Path) -> None:
    if shutil.which("chromium") is None:
        pytest.skip("chromium is not installed")
    write_pdf(report(summarise(GAME)), tmp_path / "lesson.pdf")
    assert (tmp_path / "lesson.pdf").read_bytes().startswith(b"%PDF")
