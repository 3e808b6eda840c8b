"""The game record of a judged tour is as people would have written it."""

from __future__ import annotations

import datetime

from events.acts import Undone
from events.rulings import Played, Revised, ThrowWorth, Window
from events.trictrac.acts import Corrected
from events.trictrac.rulings import FaultRuled, HeldOrLeft, Marked, ReleveRuled, TourWon
from rules.code import LOIS_2013
from rules.fault import Fault, FaultName
from rules.jan import Jan, JanName
from rules.jans import jans
from rules.marking import Holding, Score
from rules.play import Move
from rules.position import Position, ReleveCause, Side
from rules.record.reading import parse
from rules.record.writing import write
from tablier.storage.game_record import TourRecording, record_of, tours_of

BLANCS, NOIRS = Side


def test_a_short_tour_round_trips_as_text() -> None:
    tour = TourRecording()
    worth = jans(Position.start(), BLANCS, (6, 1), LOIS_2013)
    for ruling in (
        ThrowWorth("1", 1.0, 1, BLANCS, (6, 1), worth, 2),
        Played("2", 2.0, 1, BLANCS, (6, 1), (Move(1, 7),), lawful=False),
        Revised("3", 3.0, 1, BLANCS, (Move(1, 8),)),
        ThrowWorth("4", 4.0, 2, NOIRS, (3, 3), (), 2),
        Marked("5", 5.0, 2, NOIRS, 16, 2, 4, bredouille=True, total=2, ecole=True, owed=16),
        HeldOrLeft("6", 6.0, 2, NOIRS, left=True),
        ReleveRuled("7", 7.0, 2, ReleveCause.S_EN_ALLER, NOIRS),
        ThrowWorth("8", 8.0, 3, NOIRS, (2, 1), (), 2),
        TourWon("9", 9.0, 3, NOIRS, 12, 0, grande_bredouille=True, pavillon=False),
    ):
        tour.add(ruling)
    assert tour.over
    record = record_of([tour], datetime.date(2026, 11, 20), "lois-2013", [("rencontre", True)])
    text = write(record)
    assert parse(text) == record
    assert "T/7" in text, "the play as it was revised, in the printed numbering"
    assert "T/6" not in text


def test_a_mark_of_nothing_is_not_written_down() -> None:
    tour = TourRecording()
    tour.add(ThrowWorth("1", 1.0, 1, BLANCS, (6, 1), (), 2))
    tour.add(Marked("2", 2.0, 1, BLANCS, 0, 0, 4, bredouille=False, total=0, ecole=False, owed=0))
    assert "+0" not in write(record_of([tour], datetime.date(2026, 11, 20), "lois-2013", []))


def test_points_taken_off_have_no_jans_as_their_reason() -> None:
    hit = Jan(JanName.BATTRE_A_VRAI, BLANCS, 1, 2, "Lois X")
    tour = TourRecording()
    tour.add(ThrowWorth("1", 1.0, 1, BLANCS, (6, 1), (hit,), 2))
    for name, points, reste in (("2", 4, 4), ("3", -2, 2)):
        tour.add(Marked(name, 2.0, 1, BLANCS, points, 0, reste, bredouille=False, total=0, ecole=False, owed=2))
    text = write(record_of([tour], datetime.date(2026, 11, 20), "lois-2013", []))
    lines = [line.strip() for line in text.splitlines() if "jeton" in line]
    assert lines == ["blancs +4 jeton 4 fichet 0 : battre_a_vrai 2", "blancs -2 jeton 2 fichet 0"]


def test_corrections_by_hand_are_noted_with_author_and_reason() -> None:
    """The note stands between the throws; characters that a line cannot hold are left out."""
    rulings = (
        ThrowWorth("1", 1.0, 1, BLANCS, (6, 1), (), 2),
        Played("2", 2.0, 1, BLANCS, (6, 1), (Move(1, 8),), lawful=True),
        ThrowWorth("3", 5.0, 2, NOIRS, (3, 3), (), 2),
    )
    marks = Score(Holding(4, True, 1), Holding(0, False, 2), BLANCS)
    corrections = (
        Corrected(3.0, "Anne", "mal lu\n et \x00 tard", dice=(6, 1), score=marks, trait=NOIRS),
        Undone(6.0, "", 3),
        Corrected(7.0, "Anne", position=Position.start()),
    )
    text = write(record_of(tours_of(rulings, corrections), datetime.date(2026, 11, 20), "lois-2013", []))
    set_right = "marques blancs 1 trou 4 bredouille, noirs 2 trous 0, pavillon blancs"
    assert [line.strip() for line in text.partition("noirs: Noirs\n")[2].splitlines()] == [
        "1 blancs 6-1  T/7",
        f"note: par Anne : dés 6-1 ; à noirs de jouer ; {set_right} (mal lu et tard)",
        "2 noirs 3-3",
        "note: à la main : repris avant le coup 3",
        "note: par Anne : dames blancs T(15), noirs T(15)",
    ]
    assert parse(text).manches


def test_a_fault_that_was_mended_is_none_in_the_record() -> None:
    fault = Fault(FaultName.FAUSSE_CASE_4_1, BLANCS, "Lois VI", (6,), 0, ())
    tour = TourRecording()
    tour.add(ThrowWorth("1", 1.0, 1, BLANCS, (6, 1), (), 2))
    for name, about, window in ("2", "f1", Window.OPEN), ("3", "f2", Window.OPEN), ("4", "f1", Window.MENDED):
        tour.add(FaultRuled(name, 2.0, 1, fault, NOIRS, window, about))
    tour.add(Played("5", 3.0, 1, BLANCS, (6, 1), (Move(1, 8),), lawful=True))
    tour.add(Revised("6", 4.0, 1, BLANCS, (Move(1, 7),)))
    text = write(record_of([tour], datetime.date(2026, 11, 20), "lois-2013", []))
    assert text.count("faute") == 1
    assert "T/6" in text
