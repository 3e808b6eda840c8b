"""Dames in a hand that leaves the board and comes back: two looks in between are evidence of a touch."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.acts import Claimed, Declaration, Declared
from events.rulings import Played, Window, standing
from events.state import Mode
from events.trictrac.rulings import FaultRuled
from events.trictrac.settings import Settings
from referee.inference.tables import COSTS
from referee.trictrac.numbers import PLAYS
from referee.trictrac.tracker.hypotheses import Story
from referee.trictrac.tracker.hypothesis_scoring import Contender
from referee.trictrac.tracker.trail import Trail
from rules.fault import FaultName
from rules.position import Position, Side
from tests.referee.players import Players, moved, position
from tests.referee.test_where_hands_were import named, plays, visits

B = Side.BLANCS
ELSEWHERE = position({1: 10, 3: 1, 5: 2, 8: 2}, {1: 15})
STANDS = position({1: 11, 3: 1, 5: 2, 7: 1}, {1: 15})


def begun(stands: Position = STANDS, costs: str = "home") -> Players:
    """Return a table at which Blancs have thrown 5-1."""
    players = Players(Settings(mode=Mode.REFEREE, costs=costs))
    players.table.position = stands
    players.show(players.table.look(60))
    players.throw((5, 1))
    assert players.referee.judge.situation.position == stands
    return players


def without(stands: Position, *cases: int) -> Position:
    """Return the position with one dame of each of these cases in the hand."""
    counts = list(stands.blancs)
    for case in cases:
        counts[case - 1] -= 1
    return stands.with_counts(B, tuple(counts))


@pytest.mark.parametrize("case", [3, 5])
@pytest.mark.parametrize(("looks", "ruled"), [(1, []), (2, [(FaultName.FAUSSE_CASE_1, B)])])
def test_a_dame_held_next_to_the_board_for_two_looks_was_touched(
    case: int, looks: int, ruled: list[tuple[FaultName, Side]]
) -> None:
    """One look alone may be a misreading and accuses nobody (Jeu 3, fausse case 1)."""
    players = begun()
    plays(players, B, without(STANDS, case), case, looks=looks)
    plays(players, B, STANDS, case)
    plays(players, B, moved(STANDS, B, (7, 8), (1, 6)), 7, 8, 1, 6, looks=40)
    assert named(players) == ruled


@pytest.mark.parametrize(("there", "ruled"), [(True, [(FaultName.FAUSSE_CASE_1, B)]), (False, [])])
def test_at_a_club_table_the_hand_that_puts_a_dame_back_must_be_seen_there(
    there: bool, ruled: list[tuple[FaultName, Side]]
) -> None:
    """Two looks that miss a dame are not enough to accuse a player before the room; his hand at its case is."""
    players = begun(costs="club")
    plays(players, B, without(STANDS, 3), 3, looks=2)
    plays(players, B, STANDS, 3 if there else 10)
    plays(players, B, moved(STANDS, B, (7, 8), (1, 6)), 7, 8, 1, 6, looks=40)
    assert named(players) == ruled


@pytest.mark.parametrize("case", [5, 6])
@pytest.mark.parametrize("costs", ["home", "club"])
def test_a_dame_taken_off_with_a_knock_that_moves_the_others_dames_was_not_touched(case: int, costs: str) -> None:
    """The sleeve swept a dame of Noirs from 4 to the next case or beyond. Nobody loses by it (Lois XVII 1)."""
    stands = position({1: 11, 3: 1, 5: 2, 7: 1}, {1: 13, 4: 2})
    players = begun(stands, costs)
    plays(players, B, moved(without(stands, 3), Side.NOIRS, (4, case)), 3, 21, looks=6)
    plays(players, B, stands, 3, 21)
    plays(players, B, moved(stands, B, (7, 8), (1, 6)), 7, 8, 1, 6, looks=40)
    assert named(players) == []


def test_a_dame_not_seen_before_the_hand_came_was_not_taken_by_it() -> None:
    """A dame that was not there at the last look is not in the hand."""
    players = begun()
    players.table.position = without(STANDS, 3)
    players.show(players.table.look(2))
    plays(players, B, without(STANDS, 3), 3, looks=2)
    plays(players, B, STANDS, 3)
    plays(players, B, moved(STANDS, B, (7, 8), (1, 6)), 7, 8, 1, 6, looks=40)
    assert named(players) == []


def test_a_dame_back_where_his_hand_never_came_again_was_not_taken() -> None:
    """Two looks missed it. To take a dame back, the hand must be at its case twice."""
    players = begun()
    plays(players, B, without(STANDS, 3), 3, looks=2)
    assert players.referee.judge.situation.position == STANDS
    plays(players, B, moved(STANDS, B, (7, 8), (1, 6)), 7, 8, 1, 6, looks=40)
    assert named(players) == []
    assert [one.lawful for one in standing(players.rulings) if isinstance(one, Played)] == [True]
    assert players.referee.judge.situation.position == moved(STANDS, B, (7, 8), (1, 6))


@pytest.mark.parametrize(
    ("stands", "touched", "looks"),
    [
        pytest.param(STANDS, 5, (2, 2, 2), id="after two looks each"),
        pytest.param(ELSEWHERE, 8, (40, 2, 3), id="dames from 8 to 9 and from 3 to 8 would stand so, too"),
    ],
)
def test_the_first_dame_taken_up_again_after_a_second_was_touched(
    stands: Position, touched: int, looks: tuple[int, int, int]
) -> None:
    """A dame goes from 3 to 4, another is touched, then the first dame goes on to 9 (Jeu 3, fausse case 3)."""
    players, first = begun(stands), moved(stands, B, (3, 4))
    plays(players, B, first, 3, 4, looks=looks[0])
    plays(players, B, without(first, touched), touched, looks=looks[1])
    plays(players, B, first, touched, looks=looks[2])
    plays(players, B, moved(first, B, (4, 9)), 4, 9, looks=40)
    assert named(players) == [(FaultName.FAUSSE_CASE_3, B)]


def test_a_second_dame_that_may_have_come_from_a_pile_is_no_doubt_about_the_first() -> None:
    """5 was touched, whether or not a dame of the talon, where the hand also was, is in the hand, too."""
    players = begun()
    plays(players, B, without(STANDS, 5), 1, 5, looks=2)
    plays(players, B, STANDS, 5)
    plays(players, B, moved(STANDS, B, (7, 8), (1, 6)), 7, 8, 1, 6, looks=40)
    assert named(players) == [(FaultName.FAUSSE_CASE_1, B)]


def test_a_first_dame_from_a_pile_was_played_before_the_second_was_touched() -> None:
    """A dame goes from the talon to 6, 5 is touched, then 6 goes on to 7 (Jeu 3, fausse case 3)."""
    players = begun()
    first = moved(STANDS, B, (1, 6))
    plays(players, B, first, 1, 6, looks=40)
    plays(players, B, without(first, 5), 5, looks=2)
    plays(players, B, first, 5, looks=2)
    plays(players, B, moved(first, B, (6, 7)), 6, 7, looks=40)
    assert named(players) == [(FaultName.FAUSSE_CASE_3, B)]


def test_a_dame_missed_before_his_hand_came_was_not_touched() -> None:
    """The dame on 3 is not seen from the throw on, while he marks and then plays others. It was misread."""
    players = begun()
    players.table.position = without(STANDS, 3)
    players.show(players.table.look(4))
    plays(players, B, without(STANDS, 3), 4, looks=40)
    plays(players, B, moved(STANDS, B, (7, 8), (1, 6)), 7, 8, 1, 6, looks=40)
    assert named(players) == []


def test_a_first_dame_announced_just_before_the_hand_comes_back_is_not_announced_again() -> None:
    """3 is touched and put back, then 1 goes to 6, which becomes clear only just before the hand comes for 7."""
    players = begun()
    plays(players, B, without(STANDS, 3), 3, looks=2)
    plays(players, B, moved(STANDS, B, (1, 6)), 3, 1, 6, looks=2)
    plays(players, B, moved(STANDS, B, (1, 6), (7, 8)), 7, 8, looks=40)
    assert named(players) == [(FaultName.FAUSSE_CASE_1, B)]


@pytest.mark.parametrize(("first", "ruled"), [(False, FaultName.FAUSSE_CASE_1), (True, FaultName.FAUSSE_CASE_3)])
@pytest.mark.parametrize("twice", [True, False])
@pytest.mark.parametrize(("costs", "called"), [("home", True), ("home", False), ("club", True), ("club", False)])
def test_a_dame_of_an_uncountable_pile_was_touched_if_the_hand_came_there_first_when_it_came_again(
    *, first: bool, ruled: FaultName, twice: bool, costs: str, called: bool
) -> None:
    """Nothing was played from the talon. After one visit, or at a club table without a claim, nobody is accused.

    first: whether the touch came after he had let 5 go on 6, from where it goes on to 11 (Jeu 3, fausse case 3).
    """
    stands = position({1: 11, 5: 2, 7: 2}, {1: 15})
    players = begun(stands, costs)
    half = moved(stands, B, (5, 6) if first else (7, 8))
    plays(players, B, half if first else stands, *((5, 6) if first else (1,)))
    plays(players, B, half if first else stands, *((1,) if first or twice else (7,)))
    if first:
        plays(players, B, half, 1 if twice else 6)
    whole = moved(half, B, (6, 11)) if first else moved(stands, B, (5, 10), (7, 8))
    plays(players, B, whole, *((6, 11) if first else (5, 10, 7, 8)), looks=40)
    if called:
        players.show([Claimed(players.table.t, Side.NOIRS)])
    assert named(players) == ([(ruled, B)] if twice and (called or costs == "home") else [])
    assert [one.lawful for one in players.rulings if isinstance(one, Played)] == [True]


@pytest.mark.parametrize("called", [True, False])
def test_a_dame_of_an_uncountable_pile_put_straight_after_the_word_was_not_touched(*, called: bool) -> None:
    """The hand came to the talon twice, as for a touch, after "J'adoube" (Jeu 3, fausse case 1)."""
    stands = position({1: 11, 5: 2, 7: 2}, {1: 15})
    players = begun(stands)
    players.show([Declared(players.table.t, B, Declaration.J_ADOUBE)])
    plays(players, B, stands, 1)
    plays(players, B, stands, 1)
    plays(players, B, moved(stands, B, (5, 10), (7, 8)), 5, 10, 7, 8, looks=40)
    if called:
        players.show([Claimed(players.table.t, Side.NOIRS)])
    assert named(players) == []


@pytest.mark.parametrize("visit", [1, 2])
def test_a_hand_that_came_to_a_pile_twice_and_moved_a_fichet_there_touched_no_dame(visit: int) -> None:
    """The first holes are next to the talon."""
    stands = position({1: 11, 5: 2, 7: 2}, {1: 15})
    players = Players(Settings(mode=Mode.REFEREE, pegs=True))
    players.table.position = stands
    players.show(players.table.look(60))
    players.throw((5, 1))
    for one in (1, 2):
        visits(players, B, 1)
        players.show(players.table.fichet(B, int(one >= visit)))
        players.show(players.table.look(12))
    plays(players, B, moved(stands, B, (5, 10), (7, 8)), 5, 10, 7, 8, looks=40)
    assert (FaultName.FAUSSE_CASE_1, B) not in named(players)


def test_dames_counted_again_where_no_hand_was_accuse_nobody() -> None:
    """After the next throw the dame of 3 is seen on 2. The board is counted again, and the play stays as it was."""
    players = begun()
    played = moved(STANDS, B, (1, 7))
    plays(players, B, played, 1, 7, looks=40)
    players.side = B.adversary
    players.throw((2, 1))
    players.table.position = moved(played, B, (3, 2))
    players.wait(4.0)
    plays(players, B.adversary, moved(players.table.position, B.adversary, (1, 3), (1, 2)), 1, 3, 1, 2, looks=40)
    assert named(players) == []
    assert players.referee.judge.situation.position == players.table.position


def test_a_first_dame_seen_further_on_than_it_came_to_lie_was_moved_back() -> None:
    """The dame of 3 lies on 8 at a rest, then on 4, and another was played by the five (Jeu 3, fausse case 2)."""
    players = begun()
    plays(players, B, moved(STANDS, B, (3, 8)), 3, 8, looks=2)
    plays(players, B, moved(STANDS, B, (3, 4), (1, 6)), 8, 4, 1, 6, looks=40)
    assert named(players) == [(FaultName.FAUSSE_CASE_2, B)]


def test_a_board_knocked_over_and_put_right_accuses_nobody() -> None:
    """A sleeve moved dames of both at a rest; then they stand as before, and a lawful play follows."""
    players = begun()
    knocked = moved(moved(STANDS, B, (7, 9)), B.adversary, (1, 2))
    plays(players, B, knocked, 7, looks=2)
    plays(players, B, STANDS, 7, looks=2)
    plays(players, B, moved(STANDS, B, (7, 8), (1, 6)), 7, 8, 1, 6, looks=40)
    assert named(players) == []


def test_a_dame_badly_played_and_put_back_before_another_is_no_play_that_goes_on() -> None:
    """Blancs play 5 on 9, which neither number reaches. It is put back, and that play does not go on.

    The dame put back and the lawful play are first seen together (Lois XVII 2; Jeu 3, fausse case 4.1).
    """
    players = begun()
    plays(players, B, moved(STANDS, B, (5, 9)), 5, 9, looks=60)
    ruled = [one for one in players.rulings if isinstance(one, FaultRuled)]
    assert [one.window for one in ruled] == [Window.OPEN]
    plays(players, B, moved(STANDS, B, (7, 8), (1, 6)), 9, 5, 7, 8, 1, 6, looks=40)
    assert Window.MENDED not in {one.window for one in players.rulings if isinstance(one, FaultRuled)}


@pytest.mark.parametrize("on_pile", [True, False])
def test_a_dame_was_moved_back_from_a_pile_if_the_hand_came_to_it_again(on_pile: bool) -> None:
    """The pile looks the same while the dame lies on it as while it is in the hand (Jeu 3, fausse case 2)."""
    stands = position({1: 3, 6: 2, 7: 2, 12: 8}, {1: 15})
    players = begun(stands)
    plays(players, B, without(stands, 7) if not on_pile else moved(stands, B, (7, 12)), *(7, 12)[: 1 + on_pile])
    plays(players, B, moved(stands, B, (7, 8), (6, 11)), *(12, 8, 6, 11)[not on_pile :], looks=40)
    assert named(players) == ([(FaultName.FAUSSE_CASE_2, B)] if on_pile else [])


def test_a_rest_is_no_surprise_for_what_the_rest_before_has_shown() -> None:
    """One rest in three shows a second dame in the hand. Of both ways, the first dame's step is as surprising once."""
    throw = begun().referee.judge.situation.throw
    assert throw is not None
    base, first = STANDS.blancs, moved(STANDS, B, (3, 4))
    step = Contender(0.0, first.blancs, Story.PARTIAL, -1.5)
    held = Contender(0.0, without(first, 5).blancs, Story.IN_HAND, -5.0)
    trail = Trail()
    trail.follow(throw, base)
    for t, seen in enumerate(([step], [held, replace(step, score=-7.0)], [step])):
        trail.rest(throw, seen, float(t), t + 0.5, lambda _case, _since, _than: 0.0)
    played = moved(first, B, (4, 9)).blancs
    found = trail.undone_before(throw, played, lambda _case, _since, _than: 0.0, COSTS["home"])
    assert found is not None
    assert found[1] == pytest.approx(7.0 - (5.0 - 1.5) + PLAYS.held_back)
