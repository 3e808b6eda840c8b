"""Plays of backgammon: the source's examples, and every play against a brute-force oracle."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.backgammon.batch import NO_MOVE, plays_of
from rules.backgammon.plays import LegalPlays, Play, legal_plays
from rules.backgammon.position import BAR, OFF, Position
from rules.play import Move
from rules.position import DAMES, Counts, Dice, Side
from tests.rules.backgammon.figures import FAR, counts, positions
from tests.rules.strategies import dice


def pairs(legal: LegalPlays) -> list[list[tuple[int, int]]]:
    return [[(move.start, move.end) for move in play.moves] for play in legal.plays]


def brute_force(position: Position, side: Side, dice: Dice) -> tuple[int, set[tuple[Move, ...]], set[Position]]:
    """Try every order of the numbers, one dame at a time, written straight from the text without any speed-up."""
    numbers = dice * 2 if dice[0] == dice[1] else dice
    ends: set[tuple[tuple[int, ...], tuple[Move, ...], Position]] = set()

    def step(
        own: list[int], theirs: list[int], moved: tuple[Move, ...], used: tuple[int, ...], left: list[int]
    ) -> None:
        result = Position(tuple(own), tuple(theirs)) if side is Side.BLANCS else Position(tuple(theirs), tuple(own))
        ends.add((tuple(sorted(used)), tuple(sorted(moved)), result))
        if not left:
            return
        number = left[0]
        for start in range(1, 26):
            if not own[start] or (own[25] and start != 25):
                continue
            end = start - number
            home = not any(own[7:])
            if end <= 0:
                if not home or (end < 0 and any(own[start + 1 :])):
                    continue
                end = 0
            elif theirs[25 - end] >= 2:
                continue
            mine, other = own.copy(), theirs.copy()
            mine[start] -= 1
            mine[end] += 1
            if end and other[25 - end]:
                other[25 - end] = 0
                other[25] += 1
            step(mine, other, (*moved, Move(start, end)), (*used, number), left[1:])

    for order in set(permutations(numbers)):
        for taken in range(len(order) + 1):
            step(list(position.counts(side)), list(position.counts(side.adversary)), (), (), list(order[:taken]))
    most = max(len(used) for used, _, _ in ends)
    kept = [end for end in ends if len(end[0]) == most]
    if most == 1 and dice[0] != dice[1]:
        highest = max(used for used, _, _ in kept)
        kept = [end for end in kept if end[0] == highest]
    return most, {moves for _, moves, _ in kept}, {result for _, _, result in kept}


sides = st.sampled_from(tuple(Side))


@given(positions(), sides, dice())
def test_as_many_numbers_as_possible_in_every_way(position: Position, side: Side, dice: Dice) -> None:
    """BG, utiliser les deux des; double: the plays are exactly those an exhaustive search finds, no others."""
    assert position.breaches() == ()
    legal = legal_plays(position, side, dice)
    most, moves, results = brute_force(position, side, dice)
    assert legal.dice_playable == most
    assert [play.moves for play in legal.plays] == sorted(moves)
    assert len(legal.results) == len(results)
    assert set(legal.results) == results


@given(positions(), sides, dice())
def test_fifteen_dames_stay_fifteen(position: Position, side: Side, dice: Dice) -> None:
    """Each side keeps its dames, and every result is a lawful board."""
    plays = legal_plays(position, side, dice).plays
    assert plays
    for play in plays:
        assert [sum(play.result.counts(each)) for each in Side] == [DAMES, DAMES]
        assert play.result.breaches() == ()


@given(positions(), dice())
def test_colours_swapped_play_the_same(position: Position, dice: Dice) -> None:
    """Each side counts from its own edge, so exchanging the colours exchanges the results."""
    swapped = Position(position.noirs, position.blancs)
    here, there = legal_plays(position, Side.BLANCS, dice), legal_plays(swapped, Side.NOIRS, dice)
    assert [play.moves for play in here.plays] == [play.moves for play in there.plays]
    assert [play.result for play in here.plays] == [
        Position(play.result.noirs, play.result.blancs) for play in there.plays
    ]


@given(positions(), sides, dice())
def test_the_order_of_the_dice_is_nothing(position: Position, side: Side, dice: Dice) -> None:
    """The order has no effect, because two dice are thrown together."""
    assert legal_plays(position, side, dice) == legal_plays(position, side, (dice[1], dice[0]))


def play(own: Counts, theirs: Counts, dice: Dice) -> LegalPlays:
    return legal_plays(Position(own, theirs), Side.BLANCS, dice)


def test_six_and_three_by_one_dame_or_two() -> None:
    """BG, le deroulement: two dames, or one by six then three or three then six; always two pairs, never the sum."""
    legal = play(counts(c24=1, c20=1), FAR, (6, 3))
    assert pairs(legal) == [
        [(14, 11), (20, 14)],
        [(17, 11), (20, 17)],
        [(18, 15), (24, 18)],
        [(20, 14), (24, 21)],
        [(20, 17), (24, 18)],
        [(21, 15), (24, 21)],
    ]
    assert len(legal.results) == 4


def test_doublet_is_played_four_times() -> None:
    """BG, double: four fives, by one dame or shared between two in any way."""
    legal = play(counts(c24=2), FAR, (5, 5))
    assert legal.dice_playable == 4
    assert pairs(legal) == [
        [(9, 4), (14, 9), (19, 14), (24, 19)],
        [(14, 9), (19, 14), (24, 19), (24, 19)],
        [(19, 14), (19, 14), (24, 19), (24, 19)],
    ]


def test_doublet_as_far_as_it_goes() -> None:
    """BG, deplacements pas tous possibles: two of the four fives can be played, they must be; the rest is lost."""
    legal = play(counts(c24=2), counts(c11=2), (5, 5))
    assert (legal.dice_playable, pairs(legal)) == (2, [[(24, 19), (24, 19)]])


def test_two_that_would_lose_the_six_is_refused() -> None:
    """BG, utiliser les deux des: 8/6 by the two is open, but then no six could be played."""
    legal = play(counts(c24=1, c8=1), counts(c7=2, c9=2), (6, 2))
    assert pairs(legal) == [[(8, 2), (24, 22)]]


def test_only_one_of_two_the_higher() -> None:
    """Either number could be played, but not both: the higher must be."""
    legal = play(counts(c24=1), counts(c10=2), (5, 4))
    assert (legal.dice_playable, pairs(legal)) == (1, [[(24, 19)]])


def test_the_lower_when_the_higher_is_closed() -> None:
    """Only the four can be played: it must be."""
    legal = play(counts(c24=1), counts(c6=2, c10=2), (5, 4))
    assert (legal.dice_playable, pairs(legal)) == (1, [[(24, 20)]])


def test_shut_out() -> None:
    """BG, aucun deplacement possible: six closed cases and a dame on the bar: the throw is lost, one empty play."""
    shut = counts(c1=2, c2=2, c3=2, c4=2, c5=2, c6=2)
    own = counts(bar=1, c6=5)
    assert play(own, shut, (6, 6)) == LegalPlays(0, (Play((), Position(own, shut)),))


def test_bar_four_and_one_are_closed() -> None:
    """BG, remise en jeu: four and one lead to two adverse dames each, so the turn passes."""
    assert play(counts(bar=1, c6=5), counts(c1=2, c4=2), (4, 1)).dice_playable == 0


def test_bar_first_then_another() -> None:
    """BG, remise en jeu: the one dame comes in by the four, hitting, and the one is free."""
    legal = play(counts(bar=1, c8=1, c6=5), counts(c4=1, c1=2), (4, 1))
    assert pairs(legal) == [[(6, 5), (25, 21)], [(8, 7), (25, 21)], [(21, 20), (25, 21)]]
    assert {result.noirs[BAR] for result in legal.results} == {1}


def test_two_on_the_bar_come_in_first() -> None:
    """BG, remise en jeu: with a second one on the bar nothing else moves, and the one is lost."""
    legal = play(counts(bar=2, c8=1, c6=5), counts(c4=1, c1=2), (4, 1))
    assert (legal.dice_playable, pairs(legal)) == (1, [[(25, 21)]])


def test_hit_on_the_way() -> None:
    """BG, frapper: a dame that uses both numbers hits where it touches down, so its way matters."""
    legal = play(counts(c12=1), counts(c23=2, c16=1, c14=1), (3, 1))
    assert [(play.moves, play.result.noirs[16], play.result.noirs[BAR]) for play in legal.plays] == [
        ((Move(9, 8), Move(12, 9)), 0, 1),
        ((Move(11, 8), Move(12, 11)), 1, 1),
    ]


def test_bearing_off_exactly() -> None:
    """BG, sortir: a dame on every case of home, five and three may take off one of each."""
    legal = play(counts(c6=1, c5=1, c4=1, c3=1, c2=1, c1=1), counts(bar=1), (5, 3))
    assert [(3, 0), (5, 0)] in pairs(legal)
    assert [(5, 0), (5, 2)] not in pairs(legal)


def test_bearing_off_from_the_furthest() -> None:
    """BG, sortir: 6 and 5 are empty, so six and five both take a dame off 4, and nothing off a nearer case."""
    legal = play(counts(c4=3, c2=2), FAR, (6, 5))
    assert pairs(legal) == [[(4, 0), (4, 0)]]
    assert legal.results[0].blancs[OFF] == 12


def test_nobody_leaves_while_one_is_outside() -> None:
    """BG, sortir: a dame on 7 comes home first, by either number; only then may the five take one off."""
    legal = play(counts(c7=1, c5=1), counts(bar=1), (6, 5))
    assert pairs(legal) == [[(5, 0), (7, 1)], [(5, 0), (7, 2)]]


@pytest.mark.parametrize("dice", [(0, 3), (3, 7)])
def test_a_die_that_does_not_exist(dice: Dice) -> None:
    with pytest.raises(ValueError, match=r"a die shows [07], expected 1\.\.6"):
        legal_plays(Position.start(), Side.BLANCS, dice)


@pytest.mark.parametrize(
    ("dice", "plays", "results"),
    [((2, 1), 18, 15), ((3, 1), 19, 16), ((4, 3), 18, 17), ((6, 5), 8, 7), ((1, 1), 42, 42), ((6, 6), 11, 11)],
)
def test_first_throws(dice: Dice, plays: int, results: int) -> None:
    """The numbers of ways and positions of the first throw, as known values."""
    legal = legal_plays(Position.start(), Side.NOIRS, dice)
    assert (len(legal.plays), len(legal.results)) == (plays, results)


def found(boards: list[Position], side: Side, dice: tuple[int, int]) -> list[set[object]]:
    """Return the batched plays of each position: its moves and the counts afterwards."""
    own = np.array([board.counts(side) for board in boards], np.int8)
    theirs = np.array([board.counts(side.adversary) for board in boards], np.int8)
    plays = plays_of(own, theirs, dice)
    assert list(plays.rows) == sorted(plays.rows)
    ruled: list[set[object]] = [set() for _ in boards]
    for row, moves, mine, his in zip(plays.rows, plays.moves, plays.own, plays.theirs, strict=True):
        made = tuple((int(move) // 26, int(move) % 26) for move in moves if move != NO_MOVE)
        one = (made, tuple(map(int, mine)), tuple(map(int, his)))
        assert one not in ruled[row], "a play met twice"
        ruled[row].add(one)
    return ruled


@given(st.lists(positions(), min_size=1, max_size=6), st.sampled_from(Side), st.integers(1, 6), st.integers(1, 6))
def test_they_are_the_readable_ones(boards: list[Position], side: Side, one: int, other: int) -> None:
    """Moves and results are the same, no more and no fewer."""
    for board, ruled in zip(boards, found(boards, side, (one, other)), strict=True):
        assert ruled == {
            (
                tuple((move.start, move.end) for move in play.moves),
                play.result.counts(side),
                play.result.counts(side.adversary),
            )
            for play in legal_plays(board, side, (one, other)).plays
        }


@pytest.mark.parametrize("dice", [(6, 5), (1, 1)])
def test_no_positions_have_no_plays(dice: tuple[int, int]) -> None:
    nobody = np.zeros((0, 26), np.int8)
    assert len(plays_of(nobody, nobody, dice).rows) == 0
