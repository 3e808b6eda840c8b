"""Every fault of dames in the table of faults: what opens it, what closes it, and who may claim it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from events.acts import DamePlaced, Declaration
from events.rulings import ClaimVerdict, Played, Window
from events.trictrac.acts import Corrected, DameTouched
from events.trictrac.state import Phase
from rules.code import JEU_DE_TRICTRAC, LOIS_2013
from rules.fault import FaultName, RemedyName
from rules.fault_table import Moment, rows_of
from rules.position import Case, Dice
from tests.referee.hands import B, Hands, N
from tests.rules.figures import position

GONE = "19:15"
"""All Noirs' dames have passed, so they can fill neither jan any more."""


@dataclass(frozen=True)
class Wrong:
    """A throw of Blancs played wrongly.

    Attributes:
        name: The fault.
        blancs, dice, noirs: The positions before it, and the dice.
        hops: The moves made.
        together: Whether two dames are carried at once.
    """

    name: FaultName
    blancs: str
    dice: Dice
    hops: tuple[tuple[Case, Case], ...]
    noirs: str = "1:15"
    together: bool = False
    also: tuple[FaultName, ...] = ()
    """Further faults that the play entails."""

    def played(self) -> Hands:
        """Return the table when Blancs' dames rest."""
        hands = Hands(self.blancs, self.noirs)
        hands.mark(B, hands.throw(self.dice))
        if self.together:
            hands.carry_two(B, *self.hops)
        else:
            hands.hop(B, *self.hops)
        hands.rest(B)
        return hands


F = FaultName
ROWS = [
    Wrong(F.CASE_INTERDITE_1, "1:13 7 8", (5, 3), ((8, 12), (1, 6))),
    Wrong(F.CASE_INTERDITE_2, "1:12 7 8:2", (5, 1), ((8, 13), (1, 2))),
    Wrong(F.CASE_INTERDITE_3, "1:11 8 9 12:2", (6, 2), ((9, 15), (1, 3)), "1:13 10:2"),
    Wrong(F.CASE_INTERDITE_4, "1:11 10:2 12:2", (4, 1), ((10, 14), (1, 2))),
    Wrong(F.FAUSSE_CASE_1, "1:13 6 7", (4, 3), ((6, 6), (1, 5), (1, 4))),
    Wrong(F.FAUSSE_CASE_2, "1:13 6 7", (4, 3), ((1, 6), (6, 5), (7, 10))),
    Wrong(F.FAUSSE_CASE_3, "1:13 5 7", (4, 2), ((5, 9), (7, 7), (9, 11))),
    Wrong(F.FAUSSE_CASE_4_1, "1:14 2", (5, 3), ((1, 6), (2, 6))),
    Wrong(F.FAUSSE_CASE_4_2, "1:15", (5, 3), ((1, 8),)),
    Wrong(F.FAUSSE_CASE_5, "1:11 10:2 11:2", (2, 2), ((11, 12), (11, 12))),
    Wrong(F.FAUSSE_CASE_6, "9 12:14", (3, 1), ((9, 10),)),
    Wrong(F.FAUSSE_CASE_7, "6 9:14", (6, 3), ((6, 9),), also=(F.IMPUISSANTE,)),
    Wrong(F.FAUSSE_CASE_8, "20 21 22 24:3", (5, 2), ((20, 22), (21, 25)), GONE, also=(F.COUVRIR,)),
    Wrong(F.FAUSSE_CASE_9, "1:15", (5, 3), ((1, 6), (1, 5)), together=True),
    Wrong(F.COUVRIR, "1:12 5 6 8", (5, 3), ((1, 5), (6, 9)), also=(F.FAUSSE_CASE_4_1,)),
]


@pytest.mark.parametrize("wrong", ROWS, ids=lambda wrong: str(wrong.name))
def test_it_opens_with_the_play_and_closes_with_the_other_s_throw(wrong: Wrong) -> None:
    """The window is open until the other has thrown (Jeu 3, traitement de la fausse case; Lois XVII 2)."""
    hands = wrong.played()
    assert set(hands.open()) == {str(wrong.name), *map(str, wrong.also)}
    (ruling,) = (one for one in hands.judge.situation.open_faults if one.fault.name is wrong.name)
    assert (ruling.to, ruling.window, ruling.fault.by) == (N, Window.OPEN, B)
    (row, *_) = rows_of(wrong.name)
    assert ruling.fault.article == row.article
    assert row.closes == (Moment.THROW_A,)
    assert {remedy.name for remedy in ruling.fault.remedies} <= set(row.remedies)
    assert all(remedy.positions for remedy in ruling.fault.remedies)
    hands.mark(N, hands.given())
    hands.throw((2, 1), N)
    assert not hands.open()
    assert hands.faults()[-1][3] is Window.CLOSED
    (late,) = hands.claim(N, ruling.about)
    assert (late.verdict, late.fault) == (ClaimVerdict.TOO_LATE, ruling.fault)


@pytest.mark.parametrize("wrong", ROWS, ids=lambda wrong: str(wrong.name))
def test_only_the_other_may_claim_it_and_only_once(wrong: Wrong) -> None:
    """The adversary decides about badly played dames. Their player may not claim, nor anybody twice."""
    hands = wrong.played()
    about = hands.about(wrong.name)
    assert [one.verdict for one in hands.claim(B, about)] == [ClaimVerdict.WRONG]
    assert [one.verdict for one in hands.claim(N, about)] == [ClaimVerdict.RIGHT]
    assert [one.verdict for one in hands.claim(N, about)] == [ClaimVerdict.WRONG]


@pytest.mark.parametrize("wrong", ROWS, ids=lambda wrong: str(wrong.name))
def test_playing_the_chosen_remedy_is_no_new_fault(wrong: Wrong) -> None:
    """The dames may go to any position that the remedies name (Jeu 3, traitement)."""
    hands = wrong.played()
    (ruling,) = (one for one in hands.judge.situation.open_faults if one.fault.name is wrong.name)
    hands.say(N, Declaration.FAUSSE_CASE)
    standing = hands.position
    chosen = next((p for r in ruling.fault.remedies for p in r.positions if p != standing), None)
    if chosen is None:
        return
    base = position(wrong.blancs, wrong.noirs)
    before = len(hands.faults())
    for start, end in reversed(_ways(base.blancs, standing.blancs)):
        hands.hop(B, (end, start)) if end < 25 else hands.act(_back(start))
    hands.hop(B, *_ways(base.blancs, chosen.blancs))
    assert hands.position.blancs == chosen.blancs
    assert [one for one in hands.faults()[before:] if one[3] is Window.OPEN] == []
    assert hands.judge.situation.phase is Phase.TO_THROW


def _ways(before: tuple[int, ...], after: tuple[int, ...]) -> list[tuple[int, int]]:
    starts = [case for case in range(1, 25) for _ in range(before[case - 1] - after[case - 1])]
    ends = [case for case in range(1, 25) for _ in range(after[case - 1] - before[case - 1])]
    return list(zip(starts, ends + [25] * (len(starts) - len(ends)), strict=True))


def _back(case: Case) -> DamePlaced:

    return DamePlaced(0.0, B, case)


def test_a_claim_of_a_fausse_case_ends_the_play() -> None:
    """The other only has to wait until the dame is let go, not until the dames rest (Lois XVII 2)."""
    hands = Hands()
    hands.throw((5, 3))
    hands.hop(B, (1, 3))
    assert hands.say(N, Declaration.FAUSSE_CASE) == [ClaimVerdict.RIGHT]
    assert ("fausse_case_4_1", B, 0, Window.CLAIMED) in hands.faults()


def test_a_first_dame_let_go_short_goes_on_where_that_is_tolerated() -> None:
    """At five and three, a dame let go after two may go on to three (Jeu 3, fausse case 4.1), but not by the Lois."""
    for code, faults in ((JEU_DE_TRICTRAC, []), (LOIS_2013, ["fausse_case_4_1"])):
        hands = Hands(code=code)
        hands.throw((5, 3))
        hands.hop(B, (1, 3), (3, 4), (1, 6))
        assert hands.open() == faults


@pytest.mark.parametrize(("end", "faults"), [(4, []), (6, ["fausse_case_4_1"])])
def test_a_first_dame_let_go_short_may_rest_before_it_goes_on(end: int, faults: list[str]) -> None:
    """It may go on until the second dame is touched or the other claims (Jeu 3, fausse case 4.1)."""
    hands = Hands(code=JEU_DE_TRICTRAC)
    hands.throw((5, 3))
    hands.hop(B, (1, 3))
    hands.rest(B)
    assert hands.open() == ["fausse_case_4_1"]
    hands.hop(B, (3, end), (1, 6 if end == 4 else 4))
    hands.rest(B)
    assert hands.open() == faults
    assert Window.CLAIMED not in {window for *_, window in hands.faults()}


def test_a_first_dame_let_go_short_goes_on_to_the_next_right_case_only() -> None:
    """It goes on from two to three, not to five (Jeu 3, fausse case 4.1)."""
    hands = Hands(code=JEU_DE_TRICTRAC)
    hands.throw((5, 3))
    hands.hop(B, (1, 3), (3, 6), (1, 4))
    assert hands.open() == ["fausse_case_4_1"]


def test_after_j_adoube_a_straightened_dame_was_not_touched() -> None:
    """See Jeu 3, fausse case 1, and Lois XVII 2."""
    hands = Hands("1:13 6 7")
    hands.throw((4, 3))
    hands.say(B, Declaration.J_ADOUBE)
    hands.hop(B, (6, 6), (1, 5), (1, 4))
    assert hands.open() == []


@pytest.mark.parametrize(("before", "ruled"), [(True, []), (False, ["fausse_case_3"])])
def test_j_adoube_is_for_no_dame_touched_after_one_was_played(*, before: bool, ruled: list[str]) -> None:
    """A dame touched unseen may be the one put straight, but the word is for one dame (Jeu 3, fausse cases 1, 3)."""
    hands = Hands("1:13 5 7")
    hands.mark(B, hands.throw((4, 2)))
    hands.say(B, Declaration.J_ADOUBE)
    said = hands.t
    hands.hop(B, (5, 9))
    played = hands.t
    hands.hop(B, (9, 11))
    hands.rest(B)
    hands.judge.observe(DameTouched((said if before else played) + 0.5, B, 7))
    assert hands.open() == ruled


def test_a_dame_unnoticed_in_a_jan_interdit_may_be_made_to_move_first() -> None:
    """It stays, but moves first at his next throw if the other asks (Jeu 3, cases interdites, traitement 3)."""
    # Noirs can fill their grand jan, not their petit jan: a dame on 14 may go on to the jan de retour.
    hands = Hands("1:11 10:2 12:2", "7:4 8:4 9:4 10:3")
    hands.throw((4, 1))
    hands.hop(B, (10, 14), (1, 2))
    hands.rest(B)
    assert hands.open() == ["case_interdite_4"]
    hands.throw((2, 1), N)
    assert hands.open() == []
    hands.play()
    hands.throw((5, 3), B)
    (again,) = hands.judge.situation.open_faults
    assert again.fault.article.endswith("traitement 3")
    assert [remedy.name for remedy in again.fault.remedies] == [RemedyName.REPLAY_DAME]
    assert hands.say(N, Declaration.FAUSSE_CASE) == [ClaimVerdict.RIGHT]
    throw = hands.judge.situation.throw
    assert throw is not None
    assert all(any(move.start == 14 for move in play.moves) for play in throw.plays.plays)
    hands.hop(B, (14, 19), (1, 4))
    assert hands.open() == []
    assert [one.lawful for one in hands.rulings if isinstance(one, Played)][-1]


def test_a_claim_of_the_earlier_fault_binds_no_later_throw() -> None:
    """Only a demand at the next throw restricts that throw."""
    hands = Hands("1:11 10:2 12:2", "7:4 8:4 9:4 10:3")
    hands.throw((4, 1))
    hands.hop(B, (10, 14), (1, 2))
    hands.rest(B)
    about = hands.about(FaultName.CASE_INTERDITE_4)
    hands.act(Corrected(0.0, "somebody", trait=B))
    hands.throw((5, 3), B)
    assert [one.verdict for one in hands.claim(N, about)] == [ClaimVerdict.RIGHT]
    throw = hands.judge.situation.throw
    assert throw is not None
    assert len(throw.plays.plays) > 1


def in_a_forbidden_jan() -> Hands:
    """Blancs have a dame in a jan that Noirs may still fill. Noirs have played, and Blancs have thrown again."""
    hands = Hands("1:11 10:2 12:2", "7:4 8:4 9:4 10:3")
    hands.throw((4, 1))
    hands.hop(B, (10, 14), (1, 2))
    hands.rest(B)
    hands.throw((2, 1), N)
    hands.play()
    hands.throw((5, 3), B)
    return hands


def test_a_dame_in_a_jan_interdit_may_stay_if_the_other_does_not_ask() -> None:
    """The other may ask until that throw is played (Jeu 3, cases interdites, traitement 3)."""
    hands = in_a_forbidden_jan()
    hands.hop(B, (1, 6), (1, 4))
    assert hands.open() == []
    assert hands.faults()[-1] == ("case_interdite_4", B, 0, Window.CLOSED)


def test_a_dame_in_a_jan_interdit_not_moved_when_asked_is_a_fault_again() -> None:
    """The other decides about that dame (Jeu 3, cases interdites, traitement 3)."""
    hands = in_a_forbidden_jan()
    hands.say(N, Declaration.FAUSSE_CASE)
    hands.hop(B, (1, 6), (1, 4))
    hands.rest(B)
    assert hands.open() == ["case_interdite_4"]


def test_dice_thrown_out_of_turn_are_void_and_cost_nothing() -> None:
    """They are a simple fault without a remedy, and the player in turn throws (Lois XVII 1)."""
    hands = Hands()
    hands.throw((5, 3))
    hands.play()
    hands.throw((6, 6), B)
    assert hands.open() == ["hors_tour"]
    assert [one.verdict for one in hands.claim(N)] == [ClaimVerdict.WRONG]
    assert hands.judge.situation.number == 1
    hands.throw((2, 1), N)
    assert hands.judge.situation.number == 2
    assert hands.open() == []


def test_a_player_who_throws_again_before_he_plays_is_out_of_turn() -> None:
    """The order of a throw is to throw, mark and play (Lois XVIII). A simple fault: the first throw is played."""
    hands = Hands()
    hands.throw((6, 5))
    hands.throw((2, 1), B)
    assert hands.faults() == [("hors_tour", B, 0, Window.OPEN)]
    hands.hop(B, (1, 7), (1, 6))
    throw = hands.judge.situation.throw
    assert throw is not None
    assert (throw.number, throw.dice, throw.lawful) == (1, (6, 5), True)


def test_dice_thrown_out_of_turn_and_played_stand() -> None:
    """Nobody objected (Lois XVII 1)."""
    hands = Hands()
    hands.throw((5, 3))
    hands.play()
    hands.throw((6, 5), B)
    hands.hop(B, (1, 7), (1, 6))
    assert hands.judge.situation.number == 2
    assert hands.judge.situation.trait is N


@pytest.mark.parametrize(
    "hops",
    [((8, 13), (9, 13), (13, 12), (13, 12)), ((8, 13), (13, 12), (9, 13), (13, 12)), ((8, 12), (9, 13), (13, 12))],
)
@pytest.mark.parametrize("rests", [True, False])
def test_the_coin_par_puissance_may_be_shown_on_the_adverse_one(
    hops: tuple[tuple[Case, Case], ...], *, rests: bool
) -> None:
    """Jeu 2, prise du coin b: two dames are moved as if to take the adverse coin, and drawn back to the own one.

    rests: whether the dames lie there for a while before they are drawn back.
    """
    hands = Hands("1:11 8:2 9:2")
    hands.throw((5, 4))
    hands.hop(B, *hops[:-1])
    if rests:
        hands.rest(B)
    hands.hop(B, hops[-1])
    throw = hands.judge.situation.throw
    assert throw is not None
    assert (throw.lawful, hands.position, hands.open()) == (True, position("1:11 8 9 12:2", "1:15"), [])
    assert {window for *_, window in hands.faults()} <= {Window.OPEN, Window.MENDED}
