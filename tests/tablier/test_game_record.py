"""The game record of a tour that was ruled on is what people would have written."""

from __future__ import annotations

import datetime

from referee.rulings import HeldOrLeft, Marked, Played, ReleveRuled, Revised, ThrowWorth, TourWon
from rules.code import LOIS_2013
from rules.jans import jans
from rules.play import Move
from rules.position import Position, Side
from rules.record.reading import parse
from rules.record.writing import write
from rules.releve import ReleveCause
from tablier.game_record import Tour, record_of

BLANCS, NOIRS = Side


def test_a_short_tour_round_trips_as_text() -> None:
    tour = Tour()
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
    tour = Tour()
    tour.add(ThrowWorth("1", 1.0, 1, BLANCS, (6, 1), (), 2))
    tour.add(Marked("2", 2.0, 1, BLANCS, 0, 0, 4, bredouille=False, total=0, ecole=False, owed=0))
    assert "+0" not in write(record_of([tour], datetime.date(2026, 11, 20), "lois-2013", []))
