"""Dames taken off piles that cannot be counted: the hand shows how many left, and its habit is learnt."""

from __future__ import annotations

import numpy as np
import pytest

from events.field import Point
from events.rulings import Played, standing
from events.trictrac.acts import Corrected
from events.trictrac.rulings import FaultRuled
from events.trictrac.settings import Settings
from referee.trictrac.tracker.hands import HandsTracker
from referee.trictrac.tracker.taking_off import Habit, Reaches
from rules.fault import FaultName
from rules.position import Side
from rules.seating import Seating
from tests.referee.fake_table import Noise
from tests.referee.hands import Hands
from tests.referee.players import Players, moved, position
from tests.referee.test_where_hands_were import FIELD, at, over

B, N = Side.BLANCS, Side.NOIRS
BESIDE: Point = (5.0, FIELD.height * 0.8)
"""Where Blancs' arm is seen while their hand is next to the board, at the talons."""
BEFORE: Point = (180.0, FIELD.height * 0.9)
"""Where their hand is on its way straight out of the board."""


def reaching(*tips: Point) -> Reaches:
    """Return the reaches of a hand that stays for a while at each of these places."""
    hands = HandsTracker()
    for tip in (tip for tip in tips for _ in range(4)):
        hands.observe(over(0.5, (B, tip)), Seating())
    hands.looked(1.0)
    found = hands.reaches(B, 0.0, Settings(field=FIELD))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("tips", "reaches"),
    [
        ((at(23), BESIDE), Reaches(1, 1)),
        ((at(23), BESIDE, at(24), BESIDE), Reaches(2, 2)),
        ((at(23), at(24), BEFORE), Reaches(1, 0)),
        ((at(23), BEFORE, at(23), BEFORE), Reaches(2, 0)),
        ((BESIDE, at(23), at(21), BESIDE), Reaches(1, 1)),
        ((at(16), BEFORE, at(16), BEFORE), Reaches(0, 0)),
    ],
)
def test_reaches_of_a_hand_are_counted(tips: tuple[Point, ...], reaches: Reaches) -> None:
    """Within one reach a hand may pass several of the last cases. A hand at other cases does not reach for them."""
    assert reaching(*tips) == reaches


def test_a_habit_is_learnt_from_dames_that_were_seen() -> None:
    """One reach means that only one dame left, unless this player was seen to take two at once."""
    out, within = np.array([1, 2]), np.array([0, 0])
    habit, once = Habit(), Reaches(1, 1)
    one, two = habit.favours(out, within, once)
    assert one > two + 5.0
    habit.learn(2, once)
    one, two = habit.favours(out, within, once)
    assert one == two


def test_dames_put_elsewhere_need_no_hand_at_the_short_side() -> None:
    """Where a player puts his dames is unknown at first, and then learnt, for each player separately."""
    out, within, once = np.array([0, 1]), np.array([1, 0]), Reaches(1, 0)
    habit, other = Habit(), Habit()
    unknown = float(np.subtract(*habit.favours(out, within, once)))
    for _ in range(3):
        habit.learn(1, Reaches(1, 1))
        other.learn(1, once)
    known = float(np.subtract(*habit.favours(out, within, once)))
    assert 0 < unknown < known
    assert not np.subtract(*other.favours(out, within, once))


@pytest.mark.parametrize("reaches", [1, 2])
def test_half_a_sortie_out_of_a_pile_is_announced_by_the_hand(reaches: int) -> None:
    """At 6-5 from large piles on the last two cases, both piles look the same afterwards."""
    players = Players(Settings(field=FIELD), Noise(pile=5))
    stands = players.table.position = position({23: 7, 24: 8}, {1: 15})
    players.show([Corrected(0.0, "Anne", position=stands)])
    players.show(players.table.look(12))
    players.show(players.table.throw((6, 5), by=(B,)))
    for _ in range(reaches):
        for tip in (at(23), BESIDE):
            for _ in range(4):
                players.table.t += 1 / 15
                players.show([over(players.table.t, (B, tip))])
    players.table.position = moved(stands, B, *[(23, 25)] * reaches)
    players.show(players.table.look(20))
    early = [len(one.moves) for one in standing(players.rulings) if isinstance(one, Played)]
    assert early == [2] * (reaches == 2), "a whole sortie is ruled while the dames rest"
    players.show(players.table.throw((2, 1), by=(N,)))
    ruled = [one for one in standing(players.rulings) if isinstance(one, Played)]
    assert [(len(one.moves), one.lawful) for one in ruled] == [(reaches, reaches == 2)]


def test_a_play_is_not_over_while_a_dame_taken_off_with_another_is_in_the_hand() -> None:
    """Only then is it known which dames were touched. The one of 19 was, and was put back (Jeu 3, fausse case 1)."""
    hands = Hands("19 22:4 23:4 24:5", "7:14")
    hands.throw((1, 1))
    hands.hop(B, (19, 19))
    hands.carry_two(B, (24, 25), (24, 25))
    assert [one.fault.name for one in hands.rulings if isinstance(one, FaultRuled)] == [FaultName.FAUSSE_CASE_1]
