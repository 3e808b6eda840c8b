"""The record of a match, by literal lines of the format."""

from __future__ import annotations

from rules.backgammon.plays import Move
from rules.backgammon.position import Position
from rules.backgammon.record import GameRecord, played, write
from rules.position import Side
from tests.rules.backgammon.figures import counts


def test_moves_are_written_from_the_furthest_on_with_hits_and_equal_ones_together() -> None:
    """bar/20, 6/off, a star for a hit, (2) for two alike."""
    base = Position(counts(bar=1, c8=2, c6=4), counts(c5=1, c13=2))
    text, after = played(base, Side.BLANCS, (5, 5), (Move(8, 3), Move(8, 3), Move(25, 20)))
    assert text == "55: bar/20* 8/3(2)"
    assert after.noirs[25] == 1
    assert played(after, Side.NOIRS, (6, 1), ())[0] == "61:"
    assert played(Position(counts(c6=1), base.noirs), Side.BLANCS, (6, 2), (Move(6, 0),))[0] == "62: 6/off"


def test_a_match_is_two_columns_a_game() -> None:
    """The player who does not begin has an empty first turn; doubles are turns."""
    game = GameRecord(2, (1, 0))
    game.turns = [(Side.NOIRS, "31: 8/5 6/5"), (Side.BLANCS, " Doubles => 2"), (Side.NOIRS, " Drops")]
    game.result = (Side.BLANCS, 1, False)
    game.notes = ["throw 1: noirs, mauvais_nombre"]
    assert write([game], ("Blancs", "Noirs"), 3).splitlines() == [
        " 3 point match",
        "",
        " Game 2",
        " Blancs : 1                           Noirs : 0",
        "  1)                                  31: 8/5 6/5",
        "  2)  Doubles => 2                     Drops",
        "      Wins 1 point",
        "; throw 1: noirs, mauvais_nombre",
    ]
