"""Properties that hold over random play in several styles, and the play counts of a fixed tree."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from rules.play import Play
from rules.plays import legal_plays
from rules.position import BANDE, COIN, COIN_ADVERSE, DAMES, Position, Side
from tests.rules.figures import position

THROWS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]

STYLES: dict[str, Callable[[Play, Side], int]] = {
    "hoarding": lambda play, side: max(play.result.counts(side)),
    "racing": lambda play, _side: max((move.end for move in play.moves), default=0),
    "building the grand jan": lambda play, side: sum(min(2, held) for held in play.result.counts(side)[6:12]),
}


@pytest.mark.parametrize("style", STYLES)
def test_laws_of_the_board_hold_over_random_play(style: str) -> None:
    """Dames leave only by sortie, none is alone on a coin or on the adverse one, each play leads where it says."""
    random = Random(style)  # noqa: S311 - dice of a test
    for _ in range(6):
        standing, side = Position.start(), Side.BLANCS
        for _ in range(150):
            dice = (random.randint(1, 6), random.randint(1, 6))
            legal = legal_plays(standing, side, dice)
            turned = legal_plays(Position(standing.noirs, standing.blancs), side.adversary, dice)
            assert [play.moves for play in turned.plays] == [play.moves for play in legal.plays]
            for play in legal.plays:
                counts = list(standing.counts(side))
                for move in play.moves:
                    counts[move.start - 1] -= 1
                    if move.end < BANDE:
                        counts[move.end - 1] += 1
                assert tuple(counts) == play.result.counts(side)
                assert not play.result.breaches()
                assert play.result.on(side, COIN) != 1
                assert all(move.end != COIN_ADVERSE for move in play.moves)
                out = sum(move.end == BANDE for move in play.moves)
                assert sum(standing.counts(side)) - out == sum(counts) <= DAMES
            best = max(STYLES[style](play, side) for play in legal.plays)
            standing = random.choice([play for play in legal.plays if STYLES[style](play, side) == best]).result
            if not any(standing.counts(side)):
                break
            side = side.adversary


def count_tree(position: Position, side: Side, depth: int) -> int:
    """Count the plays of the 21 throws, and of the throws after each of them."""
    plays = [play for dice in THROWS for play in legal_plays(position, side, dice).plays]
    if depth == 1:
        return len(plays)
    return sum(count_tree(play.result, side.adversary, depth - 1) for play in plays)


@pytest.mark.parametrize(
    ("blancs", "noirs", "depth", "plays"),
    [
        ("1:15", "1:15", 1, 40),
        ("1:15", "1:15", 2, 1600),
        ("1:3 3:2 4:2 6:3 8 10:2 11:2", "1:7 4:2 6 8 9 10 11:2", 1, 439),
        ("19:2 20:2 21:2 22:2 23:3 24:4", "", 1, 197),
    ],
)
def test_play_counts_of_a_fixed_tree(blancs: str, noirs: str, depth: int, plays: int) -> None:
    """The 21 throws from the start, in mid-game (Jeu 2, prise du coin) and in the sortie, as the oracle counts."""
    assert count_tree(position(blancs, noirs), Side.BLANCS, depth) == plays
