"""The rules refuse each wrong play by its name, and never a legal one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.backgammon.faults import ARTICLES, FaultName, fault_of
from rules.backgammon.plays import legal_plays, on_the_way
from rules.backgammon.position import Position
from rules.position import Side
from tests.rules.backgammon.figures import FAR, counts, positions
from tests.rules.strategies import dice


@pytest.mark.parametrize(
    ("own", "theirs", "thrown", "after", "theirs_after", "fault"),
    [
        (counts(c24=2), FAR, (6, 5), counts(c24=1, c18=1), FAR, "nombre_non_joue"),
        (counts(bar=1, c13=1), FAR, (6, 5), counts(bar=1, c2=1), FAR, "bar_oubliee"),
        (counts(c13=1), counts(c18=2), (6, 5), counts(c7=1), counts(c18=2), "case_fermee"),
        (counts(c13=1), counts(c18=1), (6, 5), counts(c7=1), counts(c18=1), "frappee_laissee"),
        (counts(c8=1, c2=1), FAR, (2, 1), counts(c7=1), FAR, "sortie_prematuree"),
        (counts(c8=1), FAR, (2, 1), counts(c11=1), FAR, "dame_reculee"),
        (counts(c13=2), FAR, (2, 1), counts(c13=1, c8=1), FAR, "mauvais_nombre"),
        (counts(c13=2), counts(c24=14, c5=1), (2, 1), counts(c12=1, c11=1), counts(c24=14, bar=1), "adverse_deplacee"),
    ],
)
def test_a_wrong_play_is_called_by_its_name(
    own: tuple[int, ...],
    theirs: tuple[int, ...],
    thrown: tuple[int, int],
    after: tuple[int, ...],
    theirs_after: tuple[int, ...],
    fault: str,
) -> None:
    """There is one literal position for each rule."""
    found = fault_of(Position(own, theirs), Side.BLANCS, thrown, Position(after, theirs_after))
    assert found is not None
    assert (found.name, found.by, found.article) == (fault, Side.BLANCS, ARTICLES[FaultName(fault)])


def test_the_lower_of_two_numbers_where_only_one_can_be_played() -> None:
    """A single dame on 14: 6 or 5 can be played, but after either the other number falls on a closed case."""
    base = Position(counts(c14=1), counts(c22=2))
    legal = legal_plays(base, Side.BLANCS, (6, 5))
    assert [(move.start, move.end) for play in legal.plays for move in play.moves] == [(14, 8)]
    found = fault_of(base, Side.BLANCS, (6, 5), Position(counts(c9=1), base.noirs))
    assert found is not None
    assert found.name is FaultName.PLUS_FAIBLE_JOUE


@given(positions(), st.sampled_from(Side), dice())
def test_no_lawful_play_is_a_fault_and_every_one_is_on_the_way(
    position: Position, side: Side, thrown: tuple[int, int]
) -> None:
    """Moves lead to every legal result, and stopping before all numbers are played is a fault."""
    legal = legal_plays(position, side, thrown)
    way = on_the_way(position, side, thrown)
    assert set(legal.results) <= set(way)
    assert max(way.values()) == legal.dice_playable
    for play in legal.plays[:5]:
        assert fault_of(position, side, thrown, play.result) is None
    for reached in sorted(way, key=repr)[:5]:
        if reached not in legal.results:
            found = fault_of(position, side, thrown, reached)
            assert found is not None
            assert found.name in (FaultName.NOMBRE_NON_JOUE, FaultName.PLUS_FAIBLE_JOUE)
