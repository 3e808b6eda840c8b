"""Points, trous, bredouille and the pavillon (Lois XV-XVI, XX; Jeu 1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.marking import Holding, Score, mark_in_order
from rules.position import Side

BLANCS, NOIRS = Side


def holding(points: int, *, bredouille: bool = False, trous: int = 0) -> Holding:
    return Holding(points, bredouille, trous)


@pytest.mark.parametrize(
    ("before", "points", "trous", "reste"),
    [
        (holding(6, bredouille=True), 26, 4, 8),  # Jeu 1, bredouille
        (holding(6), 26, 3, 8),  # Jeu 1, bredouille
        (holding(4), 28, 3, 8),  # Jeu 3, école de trous
        (holding(4), 22, 3, 2),  # Jeu 3, nombre de points marqués, exemple a
        (holding(8), 38, 5, 10),  # exemple b
        (holding(0), 40, 6, 4),  # exemple c
        (holding(2, bredouille=True), 12, 2, 2),  # Jeu 2, 1.3: two trous without moving the jeton
        (holding(0), 12, 2, 0),
        (holding(10), 2, 1, 0),
    ],
)
def test_points_make_trous(before: Holding, points: int, trous: int, reste: int) -> None:
    """Jeu 1: twelve points a trou, two in bredouille, every further dozen in bredouille."""
    score, marking = Score(blancs=before).mark(BLANCS, points)
    assert (marking.trous, marking.reste) == (trous, reste)
    assert score.blancs == Holding(reste, reste > 0, trous)


def test_the_second_to_mark_may_have_the_bredouille_until_the_first_marks_again() -> None:
    """Lois XV: Blancs 4, Noirs 6 with two jetons; Noirs' trou would be double; Blancs mark 2 and neither's is."""
    score, _ = Score().mark(BLANCS, 4)
    score, _ = score.mark(NOIRS, 6)
    assert (score.blancs.bredouille, score.noirs.bredouille) == (False, True)
    assert score.mark(NOIRS, 6)[1].trous == 2
    score, _ = score.mark(BLANCS, 2)
    assert (score.blancs.bredouille, score.noirs.bredouille) == (False, False)
    assert score.mark(NOIRS, 6)[1].trous == 1


def test_a_trou_effaces_the_adversarys_points() -> None:
    """Jeu 1, effacement: marking a trou sends the other back to the talon."""
    score, _ = Score(blancs=holding(8), noirs=holding(10)).mark(BLANCS, 8)
    assert (score.blancs, score.noirs) == (Holding(4, True, 1), Holding(0, False, 0))


def test_pavillon_goes_to_the_second_to_mark_and_back_to_the_middle() -> None:
    """Lois XV; Jeu 1: taken at the second player's first trou, put back when the first marks again."""
    score, _ = Score().mark(BLANCS, 12)
    assert (score.pavillon, score.d_affilee(BLANCS)) == (None, True)
    score, _ = score.mark(NOIRS, 12)
    assert (score.pavillon, score.d_affilee(BLANCS), score.d_affilee(NOIRS)) == (NOIRS, False, True)
    score, _ = score.mark(NOIRS, 12)
    assert score.pavillon is NOIRS
    score, _ = score.mark(BLANCS, 12)
    assert (score.pavillon, score.d_affilee(BLANCS), score.d_affilee(NOIRS)) == (None, False, False)
    score, _ = score.mark(NOIRS, 12)
    assert score.pavillon is None


def test_leaving_keeps_trous_and_loses_all_points() -> None:
    """Lois XVI: no point de reste is marked, and the adversary loses his."""
    score = Score(Holding(8, True, 3), Holding(4, False, 5), NOIRS).after_leaving()
    assert score == Score(Holding(trous=3), Holding(trous=5), NOIRS)


def test_the_thrower_wins_when_both_reach_the_twelfth_trou_in_one_throw() -> None:
    """Jeu 2, fin du tour; Lois XX: his points are marked first and the tour ends there."""
    near = Score(holding(10, trous=11), holding(10, trous=11))
    score, markings = mark_in_order(near, [(NOIRS, 4), (BLANCS, 4)])
    assert score.winner() is NOIRS
    assert [marking.side for marking in markings] == [NOIRS]


@pytest.mark.parametrize("points", [-2, 3])
def test_points_are_even_and_not_negative(points: int) -> None:
    with pytest.raises(ValueError, match=f"{points} points"):
        Score().mark(BLANCS, points)


HOLDINGS = st.builds(
    lambda points, bredouille, trous: Holding(2 * points, bredouille and points > 0, trous),
    st.integers(0, 5),
    st.booleans(),
    st.integers(0, 11),
)


@given(HOLDINGS, HOLDINGS, st.sampled_from(Side), st.integers(0, 60).map(lambda half: 2 * half))
def test_marking_never_loses_a_point(blancs: Holding, noirs: Holding, side: Side, points: int) -> None:
    """Points before plus points marked equal the dozens made into trous plus the rest (Jeu 3, nombre de trous)."""
    score, marking = Score(blancs, noirs).mark(side, points)
    before, after = Score(blancs, noirs).of(side), score.of(side)
    dozens = (before.points + points - after.points) // 12
    assert before.points + points == 12 * dozens + after.points
    assert after.trous - before.trous == marking.trous
    assert marking.trous in ({0} if dozens == 0 else {2 * dozens, 2 * dozens - 1})
    assert score.of(side.adversary).trous == Score(blancs, noirs).of(side.adversary).trous
    assert score.of(side.adversary).points == (0 if dozens else Score(blancs, noirs).of(side.adversary).points)
