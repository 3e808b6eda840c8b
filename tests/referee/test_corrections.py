"""Corrections by people: undone throws, corrected values and repaired boards, all kept in the record."""

from __future__ import annotations

import pytest

from events.acts import Undone
from events.rulings import Disorder, OrderRestored, ThrowWorth
from events.state import Mode
from events.trictrac.acts import Corrected
from events.trictrac.rulings import FaultRuled
from events.trictrac.settings import Settings
from referee.games import take_in
from referee.trictrac.referee import Referee
from rules.marking import Holding, Score
from rules.position import Position, Side
from tests.referee.players import Players

B, N = Side.BLANCS, Side.NOIRS
REFEREED = Settings(mode=Mode.REFEREE, jetons=True, pegs=True)


def a_game(
    settings: Settings = REFEREED, throws: int = 5, seed: int = 3
) -> tuple[Players, list[tuple[Position, Score]]]:
    """Play and mark some throws rightly; also return dames and marks before each."""
    players = Players(settings, seed=seed)
    stood = []
    for _ in range(throws):
        stood.append((players.table.position, players.shown))
        players.whole_throw(chance_to_leave=0.0)
    return players, stood


@pytest.mark.parametrize("throw", [1, 2, 3, 4, 5])
def test_undo_to_any_throw_gives_back_dames_and_marks(throw: int) -> None:
    """Everything is as it was before that throw; the players put the table back and the game goes on."""
    players, stood = a_game()
    players.show([Undone(players.table.t, "Anne", throw, "we lost count")])
    now = players.referee.state()
    position, score = stood[throw - 1]
    assert (now.position, now.throw, now.trait) == (position, throw - 1, B if throw % 2 else N)
    assert players.referee.judge.situation.score == score
    players.table.position, players.side = position, now.trait
    players.stand(score)
    players.show(players.table.look(10))
    players.rulings.clear()
    for _ in range(2):
        players.whole_throw(chance_to_leave=0.0)
    assert not [ruling for ruling in players.rulings if isinstance(ruling, FaultRuled)]
    assert players.referee.state().position == players.table.position
    assert players.referee.judge.situation.score == players.shown


def test_a_play_that_turns_out_to_be_none_has_no_acts() -> None:
    """An undone throw left a guess at a play that the next throw took back; that guess ended in an error."""
    players, _ = a_game()
    players.show(players.table.throw((6, 4)))
    now = players.referee.judge.situation
    assert now.throw is not None
    counts = now.position.counts(now.throw.side)
    times, t = players.referee.tracker.board.handled, players.table.t
    assert not list(times.acts_of_play(now.throw.side, counts, t, now.throw, counts, t))


def test_every_correction_is_in_the_record_with_who_and_why() -> None:
    """A reader of the record gets the same situation from it."""
    players, stood = a_game()
    asked: list[Undone | Corrected] = [
        Undone(players.table.t, "Anne", 4, "a dame was overlooked"),
        Corrected(players.table.t, "Paul", "agreed", score=Score(Holding(4, True, 1))),
        Corrected(players.table.t, "Anne", "my turn", trait=B),
        Corrected(players.table.t, "Paul", "it was six and one", dice=(6, 1)),
        Corrected(players.table.t, "Anne", "as it stands", position=stood[2][0]),
    ]
    players.show(asked)
    assert [act for act in players.acts if isinstance(act, Undone | Corrected)] == asked
    again = Referee(REFEREED)
    take_in(again, players.acts)
    assert again.judge.situation == players.referee.judge.situation
    assert again.state() == players.referee.state()


def test_marks_set_by_hand_owe_nothing() -> None:
    """After marks were agreed on, nothing earlier can be claimed or has to be marked."""
    players, _ = a_game()
    players.throw()
    agreed = Score(Holding(6, False, 4), Holding(2, False, 7), N)
    players.stand(agreed)
    players.show([Corrected(players.table.t, "Anne", "agreed", score=agreed)])
    now = players.referee.state()
    assert (now.blancs.points, now.blancs.trous, now.blancs.owed) == (6, 4, 0)
    assert (now.noirs.points, now.noirs.trous, now.noirs.owed) == (2, 7, 0)
    assert now.pavillon is N
    players.rulings.clear()
    players.play()
    assert not [ruling for ruling in players.rulings if isinstance(ruling, FaultRuled)]


def test_dice_set_by_hand_are_worth_what_they_are() -> None:
    """The throw is judged again with the right dice, from where it was thrown."""
    players = Players(Settings())
    players.throw((6, 5))
    players.show([Corrected(players.table.t, "Anne", "it was a four", dice=(6, 4))])
    worth = [ruling.dice for ruling in players.rulings if isinstance(ruling, ThrowWorth)]
    assert worth == [(6, 5), (6, 4)]
    assert players.referee.state().throw == 1
    players.dice = (6, 4)
    players.play()
    assert not [ruling for ruling in players.rulings if isinstance(ruling, FaultRuled)]


def test_the_last_of_several_corrections_of_a_throw_holds() -> None:
    """This holds for its position and its dice. Twenty corrections are not nested in one another."""
    players, _ = a_game()
    players.throw()
    start = players.referee.state().position
    counts = start.counts(B)
    case = next(case for case in range(1, 24) if counts[case - 1] and not start.counts(N)[23 - case])
    one_on = start.with_counts(B, (*counts[: case - 1], counts[case - 1] - 1, counts[case] + 1, *counts[case + 1 :]))
    positions = [(start, one_on)[turn % 2] for turn in range(20)]
    players.show([Corrected(players.table.t, "Anne", "as it stands", position=position) for position in positions])
    assert players.referee.state().position == one_on
    for dice in ((6, 5), (2, 1), (4, 3)):
        players.show([Corrected(players.table.t, "Anne", "misread", dice=dice)])
        assert players.referee.state().dice == dice
    assert players.referee.state().position == one_on


def test_a_knocked_board_is_repaired_case_by_case() -> None:
    """A wrong board is announced again as dames are put back. When camera and record agree, this is announced once."""
    players = Players(Settings())
    players.throw((6, 5))
    players.play()
    right = players.table.position
    noirs = list(right.noirs)
    for case in (9, 10, 11):
        noirs[0] -= 1
        noirs[case - 1] += 1
    ruled = []
    for mended in (None, 9, 10, 11):
        if mended is not None:
            noirs[0] += 1
            noirs[mended - 1] -= 1
        players.rulings.clear()
        players.show(players.table.play(right.with_counts(N, tuple(noirs)), frames=60))
        ruled.append([len(ruling.differences) for ruling in players.rulings if isinstance(ruling, Disorder)])
        restored = [ruling for ruling in players.rulings if isinstance(ruling, OrderRestored)]
        assert len(restored) == (mended == 11)
    assert ruled == [[4], [3], [2], []]
    assert players.referee.state().position == right
