"""Plays that a camera cannot tell apart, because a pile hides dames: the hand and the dames borne off tell them."""

from __future__ import annotations

import numpy as np
import pytest

from events.backgammon.settings import BackgammonSettings
from events.backgammon.state import Phase
from referee.backgammon.lines import LineOfPlay, looks_of
from referee.backgammon.playing import throw_made
from referee.backgammon.situation import ActContext, Situation
from referee.backgammon.successors import Context, Kind, choices, common, foreseen, hand_nats
from referee.inference.tables import FILTER
from rules.backgammon.match import Match
from rules.backgammon.position import OFF, Position
from rules.position import Side

BASE = Position((0, 0, 6, 5, 3, 1, *(0,) * 20), (13, 2, *(0,) * 24))
"""Blancs bear off; their case 2 holds a pile that cannot be counted."""
ROWS = np.full(48, 5)


@pytest.fixture
def line() -> LineOfPlay:
    """The Blancs have thrown 6 and 2."""
    settings = BackgammonSettings()
    context = ActContext(Situation(match=Match(3), position=BASE, phase=Phase.TO_THROW), 1.0, settings, lambda: "")
    throw_made(context, Side.BLANCS, (6, 2))
    return LineOfPlay.certain(context.situation, 1.0, settings)


def off(*cases: int) -> Position:
    counts = list(BASE.blancs)
    for case in cases:
        counts[case] -= 1
        counts[OFF] += 1
    return BASE.with_counts(Side.BLANCS, tuple(counts))


def test_each_dame_that_a_play_bears_off_makes_it_likelier() -> None:
    weights = dict(choices(BASE, Side.BLANCS, (6, 2)))
    fewest = min(result.on(Side.BLANCS, OFF) for result in weights)
    for result, weight in weights.items():
        more = result.on(Side.BLANCS, OFF) - fewest
        assert np.log(weight) == pytest.approx(FILTER.borne_off * (more + fewest - BASE.on(Side.BLANCS, OFF)))


def test_the_plays_of_a_throw_share_the_prior_of_their_kind(line: LineOfPlay) -> None:
    found = foreseen(line, Context(), list(common(line, Context())))
    nats = {
        one.position.on(Side.BLANCS, OFF): each
        for one, each in zip(found.nexts, found.nats, strict=True)
        if one.kind is Kind.PLAYED
    }
    assert nats[2] - nats[1] == pytest.approx(FILTER.borne_off)
    assert all(each < 0.0 for each in nats.values())


@pytest.mark.parametrize(("pictures", "touched"), [(0, False), (2, False), (8, True), (20, True)])
def test_a_dame_of_a_pile_was_taken_where_the_hand_stayed(line: LineOfPlay, pictures: int, touched: bool) -> None:
    looks = np.array([looks_of(off(5, 2)), looks_of(off(5))])
    there = np.zeros(24, np.intp)
    there[1] = pictures
    taken, left = hand_nats(looks, line, ROWS, there)
    assert bool(taken > left) is touched
    assert left == 0.0


def test_a_case_that_can_be_counted_needs_no_hand(line: LineOfPlay) -> None:
    looks = np.array([looks_of(off(5)), looks_of(off(4))])
    assert not hand_nats(looks, line, ROWS, np.arange(24)).any()
