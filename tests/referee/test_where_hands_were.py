"""The places of hands show who took which piece and when, and that nothing changed where no hand was."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.acts import DiceThrown
from events.board_reading import BoardReading, DieReading, DieRest, HandReading
from events.field import Field, Point
from events.rulings import Played, ThrowWorth, Window, standing
from events.trictrac.acts import Corrected, Unwatched
from events.trictrac.rulings import FaultRuled
from events.trictrac.settings import Settings
from referee.trictrac.tracker.dames import DamesTracker
from referee.trictrac.tracker.hand_visits import within_reach
from referee.trictrac.tracker.hands import HandsTracker
from referee.trictrac.tracker.hypotheses import Hypotheses, Story
from referee.trictrac.tracker.moves import moved_back
from referee.trictrac.tracker.observation import Look
from rules.fault import FaultName
from rules.position import Position, Side
from rules.seating import Seating
from tests.referee.players import Players, moved, position

B, N = Side.BLANCS, Side.NOIRS
FIELD, SEATING = Field(), Seating()


def at(case: int, side: Side = B) -> Point:
    """Return the place of a hand that takes the first dame of a case of `side`."""
    row, column = SEATING.place(side, case)
    return FIELD.dame_place(row, column, 0)


def over(t: float, *hands: tuple[Side, Point]) -> BoardReading:
    """Return a reading of a picture with these hands."""
    reaching = tuple(HandReading(SEATING.row_of(side), tip) for side, tip in hands)
    return BoardReading(t, None, (), (), (), (), hands=True, settled=False, troubles=(), reaching=reaching)


def visits(players: Players, side: Side, *cases: int) -> None:
    """Let the hand of `side` stay for a while at each of these cases of its own."""
    for case in cases:
        for _ in range(4):
            players.table.t += 1 / 15
            players.show([over(players.table.t, (side, at(case, side)))])


def plays(players: Players, side: Side, stands: Position, *cases: int, looks: int = 12) -> None:
    """Let the hand of `side` visit these cases, after which the dames stand at `stands`."""
    visits(players, side, *cases)
    players.table.position = stands
    players.show(players.table.look(looks))


def named(players: Players) -> list[tuple[FaultName, Side]]:
    """Return the faults ruled and not taken back."""
    last = {one.about: one for one in standing(players.rulings) if isinstance(one, FaultRuled)}
    return [(one.fault.name, one.fault.by) for one in last.values() if one.window is not Window.MENDED]


@given(st.sampled_from(Side), st.integers(1, 24))
def test_a_hand_reaches_the_case_it_is_at_and_none_far_from_it(side: Side, case: int) -> None:
    """Nothing five cases away is within seven centimetres. The result is in Blancs' numbering."""
    reached = within_reach(side, np.array([at(case, side)]), SEATING, FIELD, 70.0)
    own = case if side is B else 25 - case
    assert reached[own - 1]
    column = SEATING.place(side, case)[1]
    far = [other for other in range(1, 25) if abs(SEATING.place(B, other)[1] - column) > 4]
    assert not reached[[other - 1 for other in far]].any()


def test_an_arm_over_its_own_side_does_not_reach_the_other() -> None:
    reached = within_reach(B, np.array([at(6)]), SEATING, FIELD, 70.0)
    assert reached[5]
    assert not reached[12:].any()


def test_a_hand_that_passed_one_die_has_not_taken_both() -> None:
    """Both hands are over the board, but only one was at both dice."""
    hands = HandsTracker()
    one, two = (100.0, 300.0), (330.0, 210.0)
    for noirs in ((110.0, 290.0), (200.0, 250.0), (325.0, 215.0)):
        hands.observe(over(0.0, (B, (90.0, 310.0)), (N, noirs)), SEATING)
    assert hands.took((one, two)) is N
    assert hands.took((one,)) is None, "both were at that one"


@pytest.mark.parametrize(("stays", "ruled"), [((5, 7), FaultName.FAUSSE_CASE_9), ((1, 5, 1, 7), None)])
def test_two_dames_of_a_pile_in_one_hand(stays: tuple[int, ...], ruled: FaultName | None) -> None:
    """6-2 is played as 6-4 from the talon, whose dames cannot be counted (Jeu 3, fausse case 9).

    The hand was at the talon, went away, and came back to 5 and 7 only, so it held both dames. If it visits the talon
    again, it may have taken them one by one.
    """
    players = Players(Settings(field=FIELD))
    players.show(players.table.throw((6, 2), by=(B,)))
    plays(players, B, Position.start(), 1)
    plays(players, B, moved(Position.start(), B, (1, 5), (1, 7)), *stays, looks=40)
    together = (FaultName.FAUSSE_CASE_9, B) in named(players)
    assert together is (ruled is not None)
    assert named(players), "the dame on 5 was moved by no number (Lois VI)"


def test_dice_taken_up_while_the_second_dame_is_in_the_hand_are_a_fault() -> None:
    """Noirs take the dice up while Blancs hold their second dame, which was missing from its case (Lois VI)."""
    players = Players(Settings(field=FIELD))
    begun = moved(Position.start(), B, (1, 4), (1, 8))
    players.set_up(begun)
    players.show(players.table.throw((6, 5), by=(B,)))
    half = moved(begun, B, (4, 10))
    counts = list(half.blancs)
    counts[7] -= 1
    plays(players, B, half.with_counts(B, tuple(counts)), 4, 10, 8)
    players.show(players.table.lift(N))
    players.wait()
    plays(players, B, moved(half, B, (8, 13)), 13)
    assert (FaultName.DES_LEVES, N) in named(players)


@pytest.mark.parametrize(("rest", "off"), [(1, False), (24, True)])
def test_dames_that_were_in_the_hand_are_off_the_board_only_if_all_were_home(rest: int, *, off: bool) -> None:
    """No dame leaves before all are home (Lois VIII). Two were missing, and dice were thrown since."""
    base, held = [0] * 24, [0] * 24
    base[rest - 1], base[18], base[20] = 3, 10, 2
    held[rest - 1], held[18] = base[rest - 1], 10
    played = [*base]
    played[20], played[22] = 0, 2
    table = np.array([held, played])
    expected = Hypotheses(
        B, 15, tuple(base), (2, 2), False, (tuple(held), tuple(played)),
        (Story.STANDING, Story.PLAYED), np.zeros(2), table, np.zeros(2, np.intp),
    )  # fmt: skip
    tracker = DamesTracker(B)
    said = np.ones((24, 16))
    said[22, 2] = np.exp(-10.0)
    tracker.evidence.add(said, tuple(base))
    verdict = tracker.judge_now(expected, Look(1.0, None))
    assert verdict is not None
    assert verdict.counts == (tuple(held) if off else tuple(played))


@pytest.mark.parametrize(("complete", "kept"), [(True, True), (False, False)])
def test_a_whole_play_is_not_taken_back_after_the_other_threw(*, complete: bool, kept: bool) -> None:
    """Its case was misread since. If the play was not whole, it may well have been taken back."""
    base, played = [0] * 24, [0] * 24
    base[0], played[0], played[8] = 3, 2, 1
    expected = Hypotheses(
        B, 3, tuple(base), (5, 3), complete, (tuple(played), tuple(base)),
        (Story.STANDING, Story.TAKEN_BACK), np.array([0.0, -1.0]), np.array([played, base]),
        np.zeros(2, np.intp),
    )  # fmt: skip
    tracker = DamesTracker(B)
    said = np.ones((24, 16))
    said[8, 1] = np.exp(-4.0)
    tracker.evidence.add(said, tuple(played))
    verdict = tracker.judge_now(expected, Look(1.0, None))
    assert verdict is not None
    assert (verdict.counts == tuple(played)) is kept


def test_a_fault_announced_before_the_second_dame_came_is_taken_back() -> None:
    """Blancs play one number and Noirs throw. Only then is the second dame let go, which came from the talon."""
    players = Players(Settings(field=FIELD))
    players.show(players.table.throw((6, 5), by=(B,)))
    half = moved(Position.start(), B, (1, 7))
    plays(players, B, half, 1, 7, 1)
    players.show(players.table.throw((2, 1), by=(N,)))
    assert any(isinstance(one, FaultRuled) for one in players.rulings), "one number was not played"
    plays(players, B, moved(half, B, (1, 6)), 6)
    assert {name for name, _ in named(players)} <= {FaultName.DES_LEVES}


def test_dice_that_lay_when_the_camera_came_back_belong_to_the_player_who_plays_them() -> None:
    """They were thrown unseen. The dames show whose they are."""
    players = Players(Settings(field=FIELD))
    players.throw((6, 5))
    players.table.t += 30.0
    stands = moved(moved(Position.start(), B, (1, 7), (1, 6)), N, (1, 5), (1, 2))
    players.table.position = stands
    players.show(players.table.rest((4, 2)))
    players.wait()
    played = moved(stands, B, (1, 5), (7, 9))
    plays(players, B, played, 1, 5, 7, 9)
    (gone,) = [act for act in players.acts if isinstance(act, Unwatched)]
    assert (gone.position, gone.trait) == (stands, B)
    assert [act.dice for act in players.acts if isinstance(act, DiceThrown)][-1] == (4, 2)
    assert [one.dice for one in players.rulings if isinstance(one, ThrowWorth)] == [(6, 5), (4, 2)]
    assert [one.side for one in players.rulings if isinstance(one, Played)][-1] is B


def test_dice_are_taken_up_even_if_one_of_them_is_never_found() -> None:
    """Noirs' throw is worked back from the play. Blancs take the dice up and throw in turn."""
    players = Players(Settings())
    table = players.table
    players.show(table.throw((6, 5), by=(B,)))
    after = moved(Position.start(), B, (1, 7), (1, 6))
    plays(players, B, after, 1, 7, 1, 6)
    players.show(table.lift(N))
    table.dice = (DieReading(2, True, DieRest.FLOOR, (200.0, 150.0), (200.0, 150.0), 0.99),)
    players.show(table.look(20))
    plays(players, N, moved(after, N, (1, 3), (1, 2)), 1, 3, 1, 2, looks=30)
    players.show(table.lift(B))
    players.show(table.rest((4, 3)))
    assert [ruled.side for ruled in players.rulings if isinstance(ruled, ThrowWorth)] == [B, N, B]
    assert not [ruled for ruled in players.rulings if isinstance(ruled, FaultRuled)]


def test_a_dame_was_put_on_an_uncounted_pile_when_his_hand_was_last_there() -> None:
    hands, settings = HandsTracker(), Settings(field=FIELD)
    for t, side, case in ((1.0, B, 3), (2.0, B, 8), (3.0, N, 17), (4.0, B, 20)):
        for _ in range(4):
            hands.observe(over(t, (side, at(case, side))), SEATING)
        hands.looked(t)
    assert hands.put_down(B, 8, 0.5, 5.0, settings) == 2.0
    assert hands.put_down(B, 8, 2.5, 5.0, settings) == 2.5, "it was seen later than that"
    assert hands.put_down(B, 12, 0.5, 5.0, settings) == 0.5


@pytest.mark.parametrize(
    ("before", "after", "back"),
    [((2, 1, 0), (1, 1, 1), 0), ((1, 1, 1), (2, 1, 0), 1), ((0, 2, 0), (1, 0, 1), 1), ((1, 1, 0), (0, 1, 0), 0)],
)
def test_dames_that_stand_further_back(before: tuple[int, ...], after: tuple[int, ...], back: int) -> None:
    """A dame off the board went forward."""
    rest = (0,) * 21
    assert moved_back((*before, *rest), (*after, *rest)) == back


def after_the_first_play() -> tuple[Players, Position]:
    """Return a table at which Blancs have played 6-2 and Noirs have taken the dice up, and its position."""
    players = Players(Settings(field=FIELD))
    players.show(players.table.throw((6, 2), by=(B,)))
    first = moved(Position.start(), B, (1, 3), (1, 7))
    plays(players, B, first, 1, 3, 7)
    players.show(players.table.lift(N))
    return players, first


def test_dice_not_found_until_they_were_played_were_thrown_before() -> None:
    """Noirs take the dice up, throw and play in one go, so dice and dames are first seen together."""
    players, first = after_the_first_play()
    visits(players, N, 1, 6, 1, 2)
    players.table.position = moved(first, N, (1, 6), (1, 2))
    players.show(players.table.rest((5, 1)))
    players.wait()
    ruled = [(one.side, one.dice) for one in standing(players.rulings) if isinstance(one, Played) and one.lawful]
    assert ruled == [(B, (6, 2)), (N, (5, 1))]
    assert not [act for act in players.acts if isinstance(act, Corrected)]
    assert named(players) == []


def test_a_dame_came_from_the_pile_where_the_hand_stayed() -> None:
    """A dame left one of two piles that cannot be counted. The hand was at one of them."""
    standing = tuple({20: 1, 22: 6, 24: 8}.get(case, 0) for case in range(1, 25))
    from_22 = tuple(n - (case in (20, 22)) for case, n in enumerate(standing, 1))
    from_24 = tuple(n - (case in (20, 24)) for case, n in enumerate(standing, 1))
    tips = np.array([at(case) for case in (20, 24) for _ in range(4)])
    reached = within_reach(B, tips, SEATING, FIELD, 70.0)
    hands = HandsTracker()
    for tip in tips:
        hands.observe(over(1.0, (B, tuple(tip))), SEATING)
    stayed = hands.stayed_cases(B, 0.0, Settings())
    assert reached[[19, 21, 23]].all()
    assert stayed is not None
    assert stayed[[19, 23]].all()
    assert not stayed[21]
    one, other = Look(2.0, None, None, reached, own=True, stayed=stayed).favours(
        np.array([from_24, from_22]), standing, np.full(24, 5)
    )
    assert one >= other + 1.0


@pytest.mark.parametrize("hand", [N, B])
def test_the_others_dice_were_played_only_by_the_side_whose_hand_came(hand: Side) -> None:
    """Two dames are missing from a pile, which fits the other's dice. They were miscounted unless his hand came."""
    start = position({20: 2, 24: 5}, {1: 15})
    players = Players(Settings(first=N))
    players.show([Corrected(0.0, "Anne", position=start)])
    players.table.position = start
    players.show(players.table.look(12))
    players.show(players.table.throw((6, 5), by=(N,)))
    stands = moved(start, B, (20, 25), (20, 25))
    plays(players, hand, stands, 20, looks=30)
    throws = [act for act in players.acts if isinstance(act, DiceThrown)]
    assert throws[-1].side is hand
    assert not named(players)


def test_the_side_of_a_hand_is_known_from_its_other_pictures() -> None:
    """The side an arm comes from may be unknown for a moment. If both hands were there, it stays unknown."""
    hands = HandsTracker()
    for seen in (over(0.0, (B, at(3))), over(0.1), over(0.2, (B, at(5)))):
        hands.observe(seen, SEATING)
    assert (hands.unknown, hands.only) == (False, B)
    hands.observe(over(0.3, (N, at(3, N))), SEATING)
    assert (hands.unknown, hands.only) == (True, None)
    hands.looked(0.4)
    hands.observe(over(0.5), SEATING)
    assert (hands.unknown, hands.only) == (True, None)


def test_after_the_player_the_other_may_have_come_unseen() -> None:
    """Pictures show a hand without its side for so long at the end that it may have taken the dice up."""
    hands = HandsTracker()
    for seen in (over(0.0, (B, at(3))), over(0.5)):
        hands.observe(seen, SEATING)
    assert (hands.unknown, hands.only) == (False, B)
    hands.observe(over(0.7), SEATING)
    assert (hands.unknown, hands.only) == (False, None)
    hands.observe(over(0.8, (B, at(5))), SEATING)
    assert hands.only is B


def test_dice_first_found_after_the_play_were_played_even_if_unlawfully() -> None:
    """A hand hid the dice until Noirs had played 5-1 as 5-2. There was no other throw."""
    players, first = after_the_first_play()
    visits(players, N, 1, 6, 1, 3)
    players.table.position = moved(first, N, (1, 6), (1, 3))
    players.show(players.table.rest((5, 1)))
    players.show(players.table.look(30))
    assert [one.dice for one in standing(players.rulings) if isinstance(one, ThrowWorth)] == [(6, 2), (5, 1)]
    assert named(players) == [(FaultName.FAUSSE_CASE_4_1, N)]
    assert not [act for act in players.acts if isinstance(act, Corrected)]


def test_a_die_found_after_a_dame_moved_belongs_to_the_same_throw() -> None:
    """A two lies alone, and a dame goes five points. Then the five that also lay there is found."""
    players = Players(Settings(field=FIELD))
    table = players.table
    players.show(table.throw((6, 5), by=(B,)))
    after = moved(Position.start(), B, (1, 7), (1, 6))
    plays(players, B, after, 1, 7, 1, 6)
    players.show(table.lift(N))
    two, five = (
        DieReading(value, True, DieRest.FLOOR, place, place, 0.99)
        for value, place in ((2, (200.0, 150.0)), (5, (120.0, 210.0)))
    )
    table.dice = (two,)
    players.show(table.look(12))
    half = moved(after, N, (1, 6))
    plays(players, N, half, 1, 6, looks=2)
    table.dice = (two, five)
    players.show(table.look(12))
    plays(players, N, moved(half, N, (1, 3)), 1, 3, looks=12)
    ruled = [one for one in standing(players.rulings) if isinstance(one, Played)]
    assert [(one.side, one.dice, one.lawful) for one in ruled] == [(B, (6, 5), True), (N, (5, 2), True)]
    assert named(players) == []


def test_a_player_who_throws_again_after_a_wrong_play_throws_out_of_turn() -> None:
    """Nobody claimed the play, which is over when he takes the dice up (Lois XVII 1)."""
    players = Players(Settings(field=FIELD))
    players.show(players.table.throw((6, 2), by=(B,)))
    plays(players, B, moved(Position.start(), B, (1, 3), (1, 4)), 1, 3, 1, 4, looks=4)
    players.show(players.table.throw((5, 3), by=(B,)))
    players.wait()
    assert set(named(players)) == {(FaultName.FAUSSE_CASE_4_1, B), (FaultName.HORS_TOUR, B)}
    assert [one.dice for one in standing(players.rulings) if isinstance(one, ThrowWorth)] == [(6, 2)]


@pytest.mark.parametrize(("stays", "together"), [((5, 4), True), ((1, 5, 1, 4), False)])
def test_two_dames_of_a_pile_in_one_hand_when_the_other_throws_at_once(
    stays: tuple[int, ...], *, together: bool
) -> None:
    """6-2 is played as 4-3, and the other throws before it is clear (Jeu 3, fausse case 9)."""
    players = Players(Settings(field=FIELD))
    players.show(players.table.throw((6, 2), by=(B,)))
    plays(players, B, Position.start(), 1, looks=4)
    plays(players, B, moved(Position.start(), B, (1, 5), (1, 4)), *stays, looks=1)
    players.show(players.table.hand(2, N))
    players.show(players.table.rest((5, 1)))
    assert ((FaultName.FAUSSE_CASE_9, B) in named(players)) is together
    assert named(players), "neither number was played"


@pytest.mark.parametrize("sideless", [True, False])
def test_the_hand_at_the_dice_took_them_even_if_one_picture_shows_no_side(*, sideless: bool) -> None:
    """Both hands are known from other pictures, and one was never near the dice."""
    hands = HandsTracker()
    one, two = (100.0, 300.0), (330.0, 210.0)
    for noirs in ((110.0, 290.0), (325.0, 215.0)):
        hands.observe(over(0.0, (B, (220.0, 90.0)), (N, noirs)), SEATING)
        if sideless:
            hands.observe(over(0.0), SEATING)
    assert hands.took((one, two)) is N


@pytest.mark.parametrize("seen", [True, False])
def test_that_no_hand_was_seen_is_evidence_only_where_hands_are_seen(*, seen: bool) -> None:
    """Where hands can be seen, they are reported at least every other time something moves."""
    hands = HandsTracker()
    for t in range(8):
        hands.stirred = True
        if seen and t % 2:
            hands.observe(over(float(t), (B, at(1))), SEATING)
        hands.looked(float(t))
    hands.stirred = True
    assert (hands.reached_cases(7.5, Settings(field=FIELD)) is not None) is seen
    assert hands.may_have_come(N, 7.5) is not seen
    changed = hands.change_chances(B, Settings(field=FIELD))
    assert changed is not None
    assert bool(changed.max() < 0.1) is seen
