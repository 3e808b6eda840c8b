"""Corrections by hand, in the record of a match of backgammon."""

from __future__ import annotations

from dataclasses import replace

from announce.phrases.catalogue import catalogue
from events.acts import Undone
from events.backgammon.acts import SetRight
from events.backgammon.rulings import Ending, GameWon
from events.rulings import Played, ThrowWorth, Withdrawn
from events.trictrac.acts import Corrected
from rules.backgammon.match import Win
from rules.backgammon.position import Position
from rules.marking import Holding, Score
from rules.play import Move
from rules.position import Side
from tablier.storage.corrections import words_of
from tablier.storage.match_record import record_of

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS

OPENING = (
    ThrowWorth("1", 1.0, 1, BLANCS, (3, 1), (), 2),
    Played("2", 2.0, 1, BLANCS, (3, 1), (Move(8, 5), Move(6, 5)), lawful=True),
    ThrowWorth("3", 5.0, 2, NOIRS, (6, 4), (), 2),
)
"""Blancs have made their five; Noirs are to play 6-4."""
RUN = Played("4", 8.0, 2, NOIRS, (6, 4), (Move(24, 14),), lawful=True)
"""With 24/14 they come to Blancs' eleven: a hit only where one of theirs stands there alone."""


def alone_on_eleven() -> Position:
    """The start, but for one dame of Blancs on 11 instead of 13."""
    start = Position.start()
    blancs = list(start.blancs)
    blancs[13] -= 1
    blancs[11] += 1
    return replace(start, blancs=tuple(blancs))


def test_a_game_given_up_before_a_dame_is_moved_is_in_the_record() -> None:
    """Its points are in the score of the next game."""
    won = GameWon("2", 2.0, 1, NOIRS, Ending.RESIGNED, Win.SIMPLE, 1, 0, 1, match_over=False, pips=False)
    (_, _, first, _, result) = record_of((OPENING[0], won), 3).splitlines()
    assert (first, result.strip()) == (" Game 1", "Wins 1 point")


def test_a_correction_is_noted_after_the_turns_before_it() -> None:
    """The note says who, what and why; a line break in a name or reason does not break the record."""
    act = SetRight(3.0, "Anne\nK.", "misread\n  2", dice=(6, 4), trait=NOIRS, points=(1, 2), cube=2, doubled_by=BLANCS)
    text = record_of((*OPENING, RUN), 5, [act])
    announced = "dice 6-4; noirs to play; match 1-2; cube 2, doubled by blancs (misread 2)"
    assert text.splitlines()[-1] == f"; after turn 1, by Anne K.: {announced}"
    assert "24/14*" not in text


def test_dames_set_right_are_played_on_from() -> None:
    """A dame set there alone by hand can be hit."""
    act = SetRight(3.0, "", position=alone_on_eleven())
    text = record_of((*OPENING, RUN), 5, [act])
    assert "64: 24/14*" in text
    announced = "dames blancs 24(2) 13(4) 11 8(3) 6(5), noirs 24(2) 13(5) 8(3) 6(5)"
    assert f"; after turn 1, by hand: {announced}\n" in text


def test_dames_set_right_after_what_is_taken_back_are_not_played_on_from() -> None:
    """The values set before it still hold."""
    wrong = SetRight(6.0, "", position=alone_on_eleven())
    undone = Undone(7.0, "Anne", 2)
    gone = Withdrawn("5", 7.0, 2, OPENING[2], asked=True)
    again = ThrowWorth("6", 7.5, 2, NOIRS, (6, 4), (), 2)
    text = record_of((*OPENING, gone, again, RUN), 5, [wrong, undone])
    assert "64: 24/14" in text
    assert "24/14*" not in text
    assert "; after turn 1, by Anne: taken back to before throw 2\n" in text
    before = replace(wrong, t=4.0)
    assert "64: 24/14*" in record_of((*OPENING, gone, again, RUN), 5, [before, undone])


def test_a_correction_is_put_into_the_language_of_its_reader() -> None:
    """A past game shows it on the page; only the record has one language."""
    act = SetRight(3.0, "Anne", "", dice=(6, 4), trait=NOIRS, cube=2, doubled_by=BLANCS)
    table = Corrected(3.0, "", "", score=Score(Holding(4, True, 1), Holding(0, False, 2)))
    assert words_of(act, catalogue("fr")) == "par Anne : dés 6-4 ; à noirs de jouer ; videau 2, doublé par blancs"
    assert words_of(table, catalogue("en")) == "by hand: score blancs 1 hole 4 bredouille, noirs 2 holes 0"
    assert words_of(Undone(7.0, "", 0), catalogue("fr")) == "à la main : la manche est reprise"
