"""Écoles in referee mode: when each opens and closes, its worth, and how it ends (Lois XVII; Jeu 3)."""

from __future__ import annotations

import pytest

from events.acts import Declaration, Declared
from events.peg_reading import Button
from events.rulings import ClaimRuled, ClaimVerdict, Window
from events.state import Mode
from events.trictrac.acts import Corrected
from events.trictrac.rulings import FaultRuled, HeldOrLeft, Marked, ReleveRuled
from events.trictrac.settings import Settings
from events.trictrac.state import Phase
from rules.fault import FaultName
from rules.marking import Holding, Score
from rules.position import Dice, Position, Side
from tests.referee.players import Players

B, N = Side.BLANCS, Side.NOIRS
OPEN, CLAIMED, CLOSED = Window.OPEN, Window.CLAIMED, Window.CLOSED

# Blancs beat the dame on Noirs' 10 (their 15) from 9 by the six: two points by a simple throw (Lois X).
BEATING = Position(
    tuple({1: 12, 9: 3}.get(case, 0) for case in range(1, 25)),
    tuple({1: 13, 10: 1, 3: 1}.get(case, 0) for case in range(1, 25)),
)
SIX_AND_TWO: Dice = (6, 2)
# Every way of Noirs' two last dames is barred by full cases.
BARRED = Position(
    tuple({1: 1, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 7: 2, 8: 2}.get(case, 0) for case in range(1, 25)),
    tuple({12: 15}.get(case, 0) for case in range(1, 25)),
)


def table(position: Position = BEATING, score: Score | None = None, side: Side = B) -> Players:
    """Return a table in referee mode at this position, with this score shown."""
    players = Players(Settings(mode=Mode.REFEREE, jetons=True, pegs=True, first=side))
    players.table.position = position
    players.show([Corrected(0.0, "test", position=position)])
    players.show(players.table.look())
    if score is not None:
        players.stand(score)
        players.show([Corrected(players.table.t, "test", score=score)])
        players.rulings.clear()
    return players


def faults(players: Players) -> list[tuple[FaultName, Side, int, Window]]:
    """Return name, side, points and window of every ruling on a fault."""
    return [
        (one.fault.name, one.fault.by, one.fault.points, one.window)
        for one in players.rulings
        if isinstance(one, FaultRuled)
    ]


def test_marking_all_that_is_owed_is_no_fault() -> None:
    players = table()
    worth = players.throw(SIX_AND_TWO)
    assert worth[B] > 0
    players.mark(B, worth[B])
    players.play()
    players.mark(N, worth[N])
    players.throw()
    assert faults(players) == []
    assert [one.points for one in players.rulings if isinstance(one, Marked)] == [p for p in (worth[B], worth[N]) if p]


def test_too_few_points_of_the_own_throw_open_at_the_touch_and_close_at_the_next_throw() -> None:
    """The window is open from the first dame touched until the other has thrown (Jeu 3, écoles par moins 3.1)."""
    players = table()
    worth = players.throw(SIX_AND_TWO)
    players.wait(3.0)
    assert faults(players) == []
    players.play()
    moins = (FaultName.ECOLE_MOINS_J, B, worth[B])
    assert faults(players) == [(*moins, OPEN)]
    players.mark(N, worth[N])
    players.throw()
    assert faults(players) == [(*moins, OPEN), (*moins, CLOSED)]


def test_points_may_be_marked_in_several_moves() -> None:
    """Jeu 3, jetons 5."""
    players = table(score=Score())
    worth = players.throw((6, 6))
    assert worth[B] >= 4
    players.mark(B, 2)
    players.wait()
    players.mark(B, worth[B] - 2)
    players.play()
    assert faults(players) == []


def test_the_other_marks_the_missing_points_and_the_ecole_is_claimed() -> None:
    players = table()
    worth = players.throw(SIX_AND_TWO)
    players.play()
    players.mark(N, worth[N] + worth[B])
    players.wait()
    assert faults(players)[-1] == (FaultName.ECOLE_MOINS_J, B, worth[B], CLAIMED)
    players.throw()
    assert players.referee.judge.situation.score == players.shown


def test_too_few_points_from_the_others_throw_open_when_he_throws_and_close_when_the_other_does() -> None:
    """Noirs can play nothing, so Blancs have four points (Jeu 3, écoles par moins, joueur n'ayant pas lancé)."""
    players = table(BARRED, side=N)
    worth = players.throw((5, 4))
    assert worth[B] >= 2
    players.side = B
    players.mark(N, worth[N])
    players.wait()
    assert faults(players) == []
    players.throw((2, 1))
    moins = (FaultName.ECOLE_MOINS_A, B, worth[B])
    assert faults(players) == [(*moins, OPEN)]
    players.mark(B, sum(jan.points for jan in players.referee.state().jans if jan.side is B))
    players.play()
    players.throw()
    assert (*moins, CLOSED) in faults(players)


def test_too_many_points_open_at_the_release_and_are_taken_off_and_marked() -> None:
    """The other takes the surplus off and marks as much (Jeu 3, écoles par trop)."""
    players = table()
    worth = players.throw(SIX_AND_TWO)
    players.mark(B, worth[B] + 2)
    players.wait()
    trop = (FaultName.ECOLE_TROP_J, B, 2)
    assert faults(players) == [(*trop, OPEN)]
    players.play()
    held = players.shown.of(B)
    players.stand(players.shown.with_holding(B, Holding(held.points - 2, held.bredouille, 0)), first=N)
    players.mark(N, 2 + worth[N])
    players.wait()
    assert faults(players) == [(*trop, OPEN), (*trop, CLAIMED)]
    assert [one.points for one in players.rulings if isinstance(one, Marked) and one.ecole] == [-2, 2]


def test_a_player_who_can_play_nothing_makes_no_ecole_par_moins() -> None:
    """He touches no dame, and the other's throw ends the time to claim (Jeu 3, école impossible)."""
    position = BARRED.with_counts(
        B, tuple({2: 1, 3: 2, 4: 2, 5: 2, 6: 2, 7: 2, 8: 2, 10: 2}.get(c, 0) for c in range(1, 25))
    )
    players = table(position, side=N)
    worth = players.throw((5, 4))
    players.side = B
    players.mark(B, worth[B])
    players.throw((2, 1))
    assert not any(name is FaultName.ECOLE_MOINS_J for name, *_ in faults(players))


def test_an_ecole_marked_without_cause_is_a_fausse_ecole() -> None:
    """It is named so, and is always par trop (Jeu 3, fausse école)."""
    players = table()
    worth = players.throw(SIX_AND_TWO)
    players.mark(B, worth[B])
    players.play()
    players.show([players.table.button(N, Button.ECOLE)])
    verdicts = [one.verdict for one in players.rulings if isinstance(one, ClaimRuled)]
    assert verdicts == [ClaimVerdict.WRONG]
    players.mark(N, worth[N] + 4)
    players.wait()
    assert faults(players) == [(FaultName.FAUSSE_ECOLE, N, 4, OPEN)]


def test_an_ecole_marked_in_part_may_be_demanded_whole() -> None:
    """The other may demand all of it, but it is never an école itself (Jeu 3, école d'école)."""
    players = table(score=Score())
    worth = players.throw(SIX_AND_TWO)
    players.mark(B, worth[B] + 4)
    players.wait()
    players.play()
    held = players.shown.of(B)
    players.stand(players.shown.with_holding(B, Holding(held.points - 4, held.bredouille, 0)), first=N)
    players.mark(N, worth[N] + 2)
    players.wait()
    players.throw()
    assert (FaultName.ECOLE_PARTIELLE, N, 0, OPEN) in faults(players)


def test_points_not_due_are_no_part_of_an_ecole_that_nobody_called() -> None:
    """A player who marks an école takes the surplus off, or says so. Else he marks too much (écoles par trop 2)."""
    players = table(score=Score())
    worth = players.throw(SIX_AND_TWO)
    players.mark(B, worth[B] + 4)
    players.wait()
    players.play()
    players.mark(N, worth[N] + 2)
    players.wait()
    players.throw()
    assert (FaultName.ECOLE_TROP_A, N, 2, OPEN) in faults(players)
    assert (FaultName.ECOLE_TROP_J, B, 4, CLOSED) in faults(players)


def test_a_right_ecole_taken_off_and_marked_by_the_other_is_an_augmentation() -> None:
    """Jeu 3, augmentation d'école."""
    players = table()
    worth = players.throw(SIX_AND_TWO)
    players.play()
    before = players.shown
    players.mark(N, worth[N] + worth[B])
    players.wait()
    players.stand(before.mark(N, worth[N])[0], first=B)
    players.wait()
    players.mark(B, worth[B])
    players.wait()
    assert faults(players)[-1] == (FaultName.AUGMENTATION, B, worth[B], OPEN)


def test_trous_wrong_by_nothing_but_the_bredouille_are_no_ecole() -> None:
    """Two trous were marked where one was due, and the points are right (Jeu 3, école de trous)."""
    players = table(score=Score(Holding(10, False, 3), Holding(4, False, 2), None))
    worth = players.throw(SIX_AND_TWO)
    assert worth[B] == 2
    players.stand(Score(Holding(0, False, 5), Holding(0, False, 2), None), first=B)
    players.wait()
    players.play()
    assert faults(players) == [(FaultName.TROUS_BREDOUILLE, B, 0, OPEN)]


def test_a_trou_too_many_is_an_ecole_of_twelve_points() -> None:
    """Three trous marked for one are a dozen points too many (Jeu 3, école de trous)."""
    players = table(score=Score(Holding(10, False, 3), Holding(4, False, 2), None))
    players.throw(SIX_AND_TWO)
    players.stand(Score(Holding(0, False, 6), Holding(0, False, 2), None), first=B)
    players.wait()
    assert faults(players) == [(FaultName.ECOLE_TROP_J, B, 12, OPEN)]


def test_a_player_who_leaves_without_marking_his_reste_owes_nothing() -> None:
    """Leaving makes no école par moins. The trous stay, and the points of both are lost (Jeu 3, chronologie)."""
    players = table(score=Score(Holding(10, False, 3), Holding(4, False, 2), None))
    players.throw(SIX_AND_TWO)
    assert players.referee.state().phase is Phase.TO_DECIDE
    players.show(players.table.fichet(B, 4))
    players.show([Declared(players.table.t, B, Declaration.JE_M_EN_VAIS)])
    players.shown = Score(Holding(10, False, 4), Holding(4, False, 2), None)
    players.leave()
    assert faults(players) == []
    assert [one.left for one in players.rulings if isinstance(one, HeldOrLeft)] == [True]
    assert any(isinstance(one, ReleveRuled) and one.first is B for one in players.rulings)
    assert players.referee.judge.situation.score == Score(Holding(trous=4), Holding(trous=2), None)


def test_points_de_reste_marked_oblige_to_hold() -> None:
    """After them "je m'en vais" comes too late (Jeu 3, jetons 10)."""
    players = table(score=Score(Holding(10, False, 3), Holding(4, False, 2), None))
    players.throw((6, 6))
    owed = players.referee.state().blancs.owed
    assert owed > 2
    players.mark(B, owed)
    players.wait()
    players.show([Declared(players.table.t, B, Declaration.JE_M_EN_VAIS)])
    assert players.referee.state().phase is Phase.TO_MARK
    players.play()
    assert [one.left for one in players.rulings if isinstance(one, HeldOrLeft)] == [False]


def test_leaving_on_a_trou_that_too_many_points_gave() -> None:
    """The école may be marked and the dames put back (Jeu 3, chronologie et prise de trous)."""
    players = table(score=Score(Holding(6, False, 3), Holding(4, False, 2), None))
    worth = players.throw(SIX_AND_TWO)
    players.mark(B, worth[B] + 4)
    players.wait()
    players.show([Declared(players.table.t, B, Declaration.JE_M_EN_VAIS)])
    names = [name for name, _, _, window in faults(players) if window is OPEN]
    assert names == [FaultName.ECOLE_TROP_J, FaultName.DEPART_SUR_ECOLE]


def test_an_old_jeton_left_while_one_from_the_talon_marks_gives_up_the_old_points() -> None:
    """There is no école, and the points are those of the new jeton (Jeu 3, deux jetons 1)."""
    players = table(score=Score(Holding(8, True, 0), Holding(), None))
    worth = players.throw(SIX_AND_TWO)
    players.show(players.table.mark(B, 8, worth[B]))
    players.wait()
    assert (FaultName.DEUX_JETONS, B, 0, OPEN) in faults(players)
    assert players.referee.state().blancs.points == worth[B]


@pytest.mark.parametrize("early", [True, False])
def test_a_claim_is_right_while_the_window_is_open_and_not_after(early: bool) -> None:
    players = table()
    worth = players.throw(SIX_AND_TWO)
    players.play()
    if not early:
        players.mark(N, worth[N])
        players.throw()
    players.show([players.table.button(N, Button.ECOLE)])
    (claim,) = [one for one in players.rulings if isinstance(one, ClaimRuled)]
    assert claim.verdict is (ClaimVerdict.RIGHT if early else ClaimVerdict.TOO_LATE)
    assert claim.fault is not None
    assert claim.points == (worth[B] if early else 0)
