"""The clumsiness that such machines are cursed for: after each kind of it, the game goes on right."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import pytest

from events.acts import DameLifted, Declaration, Declared, Undone
from events.board_reading import DieReading, DieRest
from events.peg_reading import Button
from events.rulings import (
    DiceTrouble,
    Disorder,
    OrderRestored,
    Played,
    Revised,
    Ruling,
    ThrowRefused,
    ThrowWorth,
    Window,
)
from events.state import Mode
from events.trictrac.acts import Corrected as CorrectedByHand
from events.trictrac.rulings import FaultRuled, TourWon
from events.trictrac.settings import Settings
from events.trictrac.state import Phase
from rules.code import JEU_DE_TRICTRAC, LOIS_2013, Code
from rules.fault import FaultName
from rules.marking import Holding, Score
from rules.play import Move
from rules.position import Position, Side
from tests.referee.players import Players, goes_on, moved, position
from tests.referee.test_where_hands_were import plays

B, N = Side.BLANCS, Side.NOIRS
RulingT = TypeVar("RulingT")


@pytest.fixture
def players() -> Players:
    return Players(Settings())


def of(kind: type[RulingT], rulings: list[Ruling]) -> list[RulingT]:
    return [ruling for ruling in rulings if isinstance(ruling, kind)]


def test_a_sleeve_over_the_board_moves_nothing(players: Players) -> None:
    players.throw((6, 5))
    for _ in range(5):
        players.show(players.table.hand(4))
        players.show(players.table.look(2))
    assert players.referee.state().phase is Phase.TO_MARK
    assert not of(Played, players.rulings)
    players.play()
    goes_on(players)


def test_a_dame_sliding_over_a_case_is_one_play(players: Players) -> None:
    """The dame is seen where no play leads, but not long enough to have been let go there."""
    players.throw((6, 5))
    start = players.table.position
    players.table.position = moved(start, B, (1, 4))
    players.show(players.table.look(1))
    players.play(moved(start, B, (1, 7), (1, 6)))
    assert of(Played, players.rulings)[-1].moves == (Move(1, 6), Move(1, 7))
    assert not of(FaultRuled, players.rulings)
    goes_on(players)


def test_dames_played_one_after_the_other_are_one_throw(players: Players) -> None:
    players.throw((6, 5))
    start = players.table.position
    players.show(players.table.play(moved(start, B, (1, 7)), frames=30))
    assert not of(Played, players.rulings)
    players.play(moved(start, B, (1, 7), (1, 6)))
    assert [ruling.moves for ruling in of(Played, players.rulings)] == [(Move(1, 6), Move(1, 7))]
    goes_on(players)


def test_tout_d_une_with_a_rest_on_the_way_is_one_dame(players: Players) -> None:
    players.throw((6, 4))
    start = players.table.position
    players.show(players.table.play(moved(start, B, (1, 7)), frames=10))
    players.play(moved(start, B, (1, 11)))
    assert of(Played, players.rulings)[-1].moves == (Move(1, 11),)
    goes_on(players)


def test_a_play_taken_back_and_played_otherwise(players: Players) -> None:
    """The last play stands. To go back is against the law (Lois VII), so the other may claim it."""
    players.throw((6, 5))
    start = players.table.position
    players.show(players.table.play(moved(start, B, (1, 7), (1, 6)), frames=10))
    players.show(players.table.play(start, frames=10))
    players.play(moved(start, B, (1, 7), (1, 6)))
    assert of(Played, players.rulings)[-1].moves == (Move(1, 6), Move(1, 7))
    assert FaultName.FAUSSE_CASE_2 in {ruling.fault.name for ruling in of(FaultRuled, players.rulings)}
    goes_on(players)


def test_dice_taken_up_before_the_play_ends(players: Players) -> None:
    players.throw((6, 5))
    start = players.table.position
    players.show(players.table.play(moved(start, B, (1, 7)), frames=6))
    players.table.dice = ()
    players.show(players.table.look(6))
    players.play(moved(start, B, (1, 7), (1, 6)))
    assert of(Played, players.rulings)[-1].lawful
    goes_on(players)


def test_the_next_player_throws_before_the_last_dame_is_down(players: Players) -> None:
    """A dame put down after the other's dice belongs to its own throw. The earlier ruling is revised once."""
    players.throw((6, 5))
    start = players.table.position
    players.show(players.table.play(moved(start, B, (1, 7)), frames=6))
    players.side = N
    players.throw((4, 2))
    late = moved(start, B, (1, 7), (1, 6))
    players.show(players.table.play(late))
    assert [(ruling.throw, ruling.moves) for ruling in of(Revised, players.rulings)] == [(1, (Move(1, 6), Move(1, 7)))]
    assert players.referee.state().position == late
    assert players.referee.state().dice == (4, 2)
    players.play()
    goes_on(players)


def test_both_players_move_at_once(players: Players) -> None:
    """The last dame of one and both of the other are put down under the same hands."""
    players.throw((6, 5))
    start = players.table.position
    players.show(players.table.play(moved(start, B, (1, 7)), frames=6))
    players.side = N
    players.throw((4, 2))
    players.play(moved(moved(start, B, (1, 7), (1, 6)), N, (1, 5), (1, 3)))
    assert players.referee.state().position == players.table.position
    goes_on(players)


def test_an_unseen_throw_is_worked_back_from_the_play(players: Players) -> None:
    players.throw((6, 5))
    players.play()
    start = players.table.position
    players.table.dice = ()
    players.show(players.table.hand(10))
    players.play(moved(start, N, (1, 5), (1, 3)))
    players.wait(1.0)
    assert of(ThrowWorth, players.rulings)[-1].dice == (4, 2)
    goes_on(players)


def test_the_same_dice_thrown_again_are_a_throw(players: Players) -> None:
    players.throw((6, 5))
    players.play()
    players.throw((6, 5))
    assert players.referee.state().throw == 2
    players.play()
    goes_on(players)


def test_a_die_pushed_aside_is_not_thrown(players: Players) -> None:
    players.throw((6, 5))
    players.show(players.table.hand())
    one, two = players.table.dice
    players.table.dice = (one, replace(two, place=(two.place[0] + 60, two.place[1] - 40)))
    players.show(players.table.look(6))
    assert len(of(ThrowWorth, players.rulings)) == 1
    players.play()
    goes_on(players)


@pytest.mark.parametrize("rest", [DieRest.RAIL, DieRest.OUTSIDE, DieRest.DIE])
def test_a_bad_throw_is_thrown_again(players: Players, rest: DieRest) -> None:
    """Both dice are thrown again by the same player (Lois VI)."""
    players.show(players.table.throw((6, 4), rest))
    assert len(of(ThrowRefused, players.rulings)) == 1
    assert players.referee.state().trait is B
    players.throw((6, 5))
    assert players.referee.state().dice == (6, 5)
    players.play()
    goes_on(players)


@pytest.mark.parametrize("looks", [1, 10])
@pytest.mark.parametrize("rest", [DieRest.RAIL, DieRest.OUTSIDE])
def test_a_throw_ruled_bad_that_is_played_was_good(players: Players, rest: DieRest, looks: int) -> None:
    """Both players take it for good. The play is seen well, or only once before the other throws."""
    players.throw((4, 3))
    players.play()
    players.show(players.table.throw((6, 5), rest))
    assert len(of(ThrowRefused, players.rulings)) == 1
    stands = moved(players.table.position, N, (1, 7), (1, 6))
    players.show(players.table.play(stands, looks))
    players.side = B
    players.throw((2, 1))
    assert [(one.side, one.dice) for one in of(ThrowWorth, players.rulings)] == [(B, (4, 3)), (N, (6, 5)), (B, (2, 1))]
    assert [one.moves for one in of(Played, players.rulings) if one.side is N] == [(Move(1, 6), Move(1, 7))]
    assert not of(FaultRuled, players.rulings)
    players.play()
    goes_on(players)


@pytest.mark.parametrize(
    ("code", "rest", "refused"),
    [
        (LOIS_2013, DieRest.FLOOR, "Lois VI"),
        (LOIS_2013, DieRest.JETONS, "Lois VI"),
        (JEU_DE_TRICTRAC, DieRest.FLOOR, "Jeu 1, validité du coup de dés 4"),
        (JEU_DE_TRICTRAC, DieRest.DAMES, "Jeu 1, validité du coup de dés 4"),
        (JEU_DE_TRICTRAC, DieRest.JETONS, None),
        (replace(LOIS_2013, des_inclines=True), DieRest.JETONS, None),
    ],
)
def test_a_leaning_die_is_good_on_jetons_where_the_code_says_so(code: Code, rest: DieRest, refused: str | None) -> None:
    """By Lois VI dice lie flat. By Jeu 1, 8 a die on jetons is always good, any other only after a test (4)."""
    players = Players(Settings(code=code))
    players.show(players.table.throw((6, 4), rest, flat=False))
    found = [(ruling.trouble, ruling.article) for ruling in of(ThrowRefused, players.rulings)]
    assert found == ([] if refused is None else [(DiceTrouble.LEANING, refused)])
    assert players.referee.state().dice == (None if refused else (6, 4))


def test_a_die_on_the_other_is_a_throw_although_it_alone_is_seen(players: Players) -> None:
    """It hides the die below. Both are thrown again (Lois VI)."""
    upper = DieReading(4, True, DieRest.DIE, (110.0, 200.0), (110.0, 200.0), 0.99)
    players.show(players.table.hand(2))
    players.table.dice = (upper,)
    players.show(players.table.look(6))
    assert [ruling.trouble for ruling in of(ThrowRefused, players.rulings)] == [DiceTrouble.STACKED]
    players.throw((6, 5))
    assert players.referee.state().dice == (6, 5)
    players.play()
    goes_on(players)


def test_a_die_whose_fellow_is_missed_does_not_lie_on_it(players: Players) -> None:
    """It still lies next to the other, although it is read as lying on it."""
    players.throw((6, 4))
    one, two = players.table.dice
    players.table.dice = (replace(one, rest=DieRest.DIE),)
    players.show(players.table.look(4))
    players.table.dice = (one, two)
    players.show(players.table.look(4))
    assert not of(ThrowRefused, players.rulings)
    players.play()
    goes_on(players)


def test_a_throw_out_of_turn_is_a_simple_fault_and_void(players: Players) -> None:
    players.throw((6, 5))
    players.play()
    players.show(players.table.throw((3, 3)))
    players.wait(1.0)
    players.throw((4, 2))
    assert {(one.fault.name, one.fault.by) for one in of(FaultRuled, players.rulings)} == {(FaultName.HORS_TOUR, B)}
    assert players.referee.state().throw == 2
    players.play()
    goes_on(players)


def test_who_plays_first_is_seen_from_the_dames(players: Players) -> None:
    """The table did not hear that Noirs had won the primauté: it is no fault, and the throw is theirs."""
    players.side = N
    players.throw((6, 5))
    players.play()
    now = players.referee.state()
    assert (now.throw, now.trait) == (1, B)
    assert not of(FaultRuled, players.rulings)
    goes_on(players)


def test_a_knocked_board_is_announced_case_by_case_until_it_is_mended(players: Players) -> None:
    players.throw((6, 5))
    players.play(moved(players.table.position, B, (1, 7), (1, 6)))
    right = players.table.position
    knocked = moved(right, N, (1, 9), (1, 10), (1, 11))
    players.show(players.table.play(knocked, frames=60))
    (disorder,) = of(Disorder, players.rulings)
    assert set(disorder.differences) == {(N, 1, 15, 12), (N, 9, 0, 1), (N, 10, 0, 1), (N, 11, 0, 1)}
    assert players.referee.state().position == right
    players.show(players.table.play(right, frames=10))
    assert len(of(OrderRestored, players.rulings)) == 1
    goes_on(players)


def test_if_they_play_on_from_a_knocked_board_it_is_the_position(players: Players) -> None:
    players.throw((6, 5))
    players.play(moved(players.table.position, B, (1, 7), (1, 6)))
    players.show(players.table.play(moved(players.table.position, N, (1, 9), (1, 10), (1, 11)), frames=60))
    goes_on(players)


@pytest.mark.parametrize("change", [-1, +1])
def test_fourteen_or_sixteen_dames_stop_nothing(players: Players, change: int) -> None:
    """One dame is missing or too many on the board. The throws that follow are still read right."""
    players.throw((6, 5))
    players.play(moved(players.table.position, B, (1, 7), (1, 6)))
    right = players.table.position
    noirs = list(right.noirs)
    noirs[5] += 1 if change > 0 else 0
    noirs[0] += min(change, 0)
    players.show(players.table.play(replace(right, noirs=tuple(noirs)), frames=60))
    if change > 0:
        assert of(Disorder, players.rulings)
    players.show(players.table.play(right, frames=10))
    goes_on(players)


def test_a_releve_done_dame_by_dame(players: Players) -> None:
    """Dames come back to the talons a few at a time, the other player's among them."""
    players.throw((6, 5))
    players.play()
    players.throw((4, 2))
    players.play()
    middle = position({1: 8, 5: 2, 7: 2, 9: 3}, {1: 14, 10: 1})
    players.show([CorrectedByHand(players.table.t, "Anne", position=middle, score=Score(Holding(10, True, 0)))])
    players.table.position = middle
    players.side = B
    players.show([CorrectedByHand(players.table.t, "Anne", trait=B)])
    players.throw((6, 3))  # a dame beaten by the six: a trou
    assert players.referee.state().phase is Phase.TO_DECIDE
    players.show([Declared(players.table.t, B, Declaration.JE_M_EN_VAIS)])
    for blancs in (10, 12, 15):
        for noirs in (14, 15):
            standing = position({1: blancs, 9: 15 - blancs}, {1: noirs, 10: 15 - noirs})
            players.show(players.table.play(standing, frames=12))
    assert players.referee.state().position == Position.start()
    assert players.referee.state().phase is Phase.TO_THROW
    assert not of(FaultRuled, players.rulings)
    assert not of(Disorder, players.rulings)
    goes_on(players)


def test_undo_goes_back_to_before_any_throw(players: Players) -> None:
    positions = [players.table.position]
    for _ in range(4):
        players.throw()
        players.play()
        positions.append(players.table.position)
    players.show([Undone(players.table.t, "Anne", 3, "misplayed")])
    now = players.referee.state()
    assert (now.position, now.throw, now.trait) == (positions[2], 2, B)
    players.side = B
    players.table.position = positions[2]
    goes_on(players)


def test_everything_can_be_set_by_hand(players: Players) -> None:
    players.throw((6, 5))
    players.play()
    wanted = position({1: 10, 7: 5}, {1: 9, 6: 6})
    score = Score(Holding(4, True, 3), Holding(0, False, 5), N)
    players.show([CorrectedByHand(players.table.t, "Anne", "we agreed", wanted, score, B, (3, 2))])
    now = players.referee.state()
    assert (now.position, now.trait, now.dice) == (wanted, B, (3, 2))
    assert (now.blancs.trous, now.noirs.trous, now.pavillon) == (3, 5, N)


def test_a_fault_ruled_on_and_then_mended_is_claimed(players: Players) -> None:
    """A wrong play that rests is ruled on. Taken up again and played right, it counts as claimed."""
    players.throw((6, 5))
    start = players.table.position
    players.show(players.table.play(moved(start, B, (1, 7), (1, 4)), frames=40))
    assert [ruling.window for ruling in of(FaultRuled, players.rulings)] == [Window.OPEN]
    assert not of(Played, players.rulings)[-1].lawful
    assert players.referee.state().position == players.table.position
    players.play(moved(start, B, (1, 7), (1, 6)))
    assert of(Played, players.rulings)[-1].lawful
    assert of(FaultRuled, players.rulings)[-1].window is Window.CLAIMED
    goes_on(players)


def test_an_illegal_play_nobody_calls_stands(players: Players) -> None:
    """It is never changed into a legal play: the position is as the dames stand."""
    players.throw((6, 5))
    wrong = moved(players.table.position, B, (1, 7), (1, 4))
    players.play(wrong)
    players.throw((4, 2))
    assert players.referee.state().position == wrong
    windows = [ruling.window for ruling in of(FaultRuled, players.rulings)]
    assert (windows[0], windows[-1]) == (Window.OPEN, Window.CLOSED)
    players.play()
    goes_on(players)


@pytest.mark.parametrize("called", [True, False])
def test_a_claim_of_the_other_is_evidence_of_a_fault(players: Players, called: bool) -> None:
    """One dame left the talon, which cannot be counted, by neither number nor their sum, and was seen only briefly."""
    players.throw((5, 1))
    players.show(players.table.play(moved(players.table.position, B, (1, 8)), 8))
    if called:
        players.show([players.table.button(N, Button.ECOLE)])
    ruled = [ruling.fault.name for ruling in of(FaultRuled, players.rulings)]
    assert (FaultName.FAUSSE_CASE_4_2 in ruled) is called


def test_the_last_trou_decides_the_play_before_it() -> None:
    """The looks leave open which number Blancs played when Noirs peg what the other number gives them."""
    players = Players(Settings(mode=Mode.REFEREE, jetons=True, pegs=True))
    begun = position({7: 1, 9: 1, 10: 2, 11: 7, 12: 4}, {7: 2, 8: 2, 9: 3, 10: 2, 11: 3, 12: 3})
    players.table.noise = replace(players.table.noise, pile=4)
    players.table.position, players.table.jetons[N], players.table.trous[N] = begun, (10,), 11
    players.show([players.table.holes(), *players.table.look(30)])
    score = Score(noirs=Holding(10, True, 11))
    players.show([CorrectedByHand(players.table.t, by="test", position=begun, score=score)])
    players.show(players.table.throw((5, 4), by=(B,)))
    plays(players, B, moved(begun, B, (7, 12)), 7, 12, looks=4)
    assert not of(Played, players.rulings)
    players.show(players.table.fichet(N, 12))
    assert [type(one) for one in players.rulings if isinstance(one, Played | TourWon)] == [Played, TourWon]


@pytest.mark.parametrize("other", [(3, 4), (2, 1)])
@pytest.mark.parametrize("pushed", [((9, 10),), ((9, 10), (12, 11))])
def test_dames_of_both_knocked_and_put_back_are_no_play(
    players: Players, pushed: tuple[tuple[int, int], ...], other: tuple[int, int]
) -> None:
    """A sleeve pushes dames of both sides, one of them by just a number thrown. None counts as touched.

    A dame that it pushed onto a pile is not seen there.
    """
    begun = position({1: 10, 9: 2, 11: 1, 12: 2}, {1: 10, 2: 1, 3: 2, 6: 2})
    players.table.position = begun
    players.show([CorrectedByHand(players.table.t, by="test", position=begun)])
    players.show(players.table.throw((5, 1), by=(B,)))
    plays(players, B, moved(moved(begun, B, *pushed), N, other), 9, 12, looks=16 if len(pushed) > 1 else 2)
    plays(players, B, begun, 10, 11, looks=6)
    plays(players, B, moved(begun, B, (1, 7)), 1, 7, looks=40)
    assert not of(FaultRuled, players.rulings)


def test_a_dame_slid_onto_a_pile_is_in_no_hand(players: Players) -> None:
    """A sleeve pushes it onto a pile that cannot be counted, and another of the other side. Both are put back."""
    begun = position({1: 4, 11: 4, 12: 7}, {1: 9, 3: 2, 4: 4})
    players.table.position = begun
    players.show([CorrectedByHand(players.table.t, by="test", position=begun)])
    players.show(players.table.throw((5, 4), by=(B,)))
    plays(players, B, moved(moved(begun, B, (11, 12)), N, (3, 4)), 11, 12, looks=6)
    plays(players, B, begun, 12, 11, looks=6)
    plays(players, B, moved(begun, B, (1, 6), (1, 5)), 1, 6, looks=40)
    assert [act.case for act in players.acts if isinstance(act, DameLifted)] == [1, 1]
    assert [one.lawful for one in of(Played, players.rulings)] == [True]
