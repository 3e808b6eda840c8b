"""Acts at odd moments and acts that cannot be: nothing raises, and the game goes on as the laws have it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from referee.acts import (
    Claimed,
    Corrected,
    DameLifted,
    DamePlaced,
    Declaration,
    DiceThrown,
    DoubtAnswered,
    FichetMoved,
    JetonMoved,
    JetonReleased,
    Releve,
    ThrowCancelled,
    TourStarted,
    Undone,
    Unwatched,
)
from referee.rulings import ClaimRuled, HeldOrLeft, Played, ReleveRuled, TourWon, Verdict, Window, Withdrawn
from referee.state import Mode, Phase
from rules.marking import Holding, Score
from rules.position import DAMES, Position
from rules.releve import ReleveCause
from tests.referee.hands import B, Hands, N
from tests.referee.test_rows_of_marks import BEATEN, BEATS, FILL, SIX_TWO, beating

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.acts import Act

ECOLE = Declaration.ECOLE
A_TROU = Score(Holding(10, False, 3), Holding(4, False, 2))
"""Two points more and Blancs have a trou."""
ELEVEN = Score(Holding(6, False, 11), Holding(4, False, 2))
"""Six points more and Blancs have won the tour."""
BOARD = (15, *(0,) * 23)


def goes_on(hands: Hands) -> None:
    """Two throws more are thrown, played, and nobody is accused of anything but of marks forgotten."""
    before = len(hands.faults())
    for _ in range(2):
        number, side = hands.judge.situation.number, hands.judge.situation.trait
        hands.throw((2, 1), side)
        assert hands.judge.situation.number == number + 1
        hands.play()
        assert hands.judge.situation.trait is side.adversary
    assert all(name.startswith("ecole_moins") for name, *_ in hands.faults()[before:])


# --- claims -------------------------------------------------------------------------------------------------------


def test_a_claim_before_any_throw_is_wrong() -> None:
    hands = Hands()
    for claim in (hands.claim(B), hands.claim(N, "f0.1.7")):
        assert [one.verdict for one in claim] == [Verdict.WRONG]
    assert hands.say(N, ECOLE) == [Verdict.WRONG]
    goes_on(hands)


def test_a_claim_by_the_wrong_side_changes_nothing_for_the_right_one() -> None:
    hands, worth = beating()
    hands.play()
    assert hands.say(B, ECOLE) == [Verdict.WRONG]
    assert hands.say(N, ECOLE) == [Verdict.RIGHT]
    hands.mark(N, hands.given() + worth)
    assert "fausse_ecole" not in {name for name, *_ in hands.faults()}
    goes_on(hands)


def test_a_button_pressed_twice_claims_once() -> None:
    """Said again while it is still to be marked it is right, and worth no more; afterwards there is nothing."""
    hands, worth = beating()
    hands.play()
    assert hands.say(N, ECOLE) == [Verdict.RIGHT]
    assert hands.say(N, ECOLE) == [Verdict.RIGHT]
    assert [one.points for one in hands.rulings if isinstance(one, ClaimRuled)] == [worth, 0]
    hands.mark(N, hands.given() + worth)
    assert hands.score == hands.shown
    assert hands.say(N, ECOLE) == [Verdict.WRONG]
    assert [one for one in hands.faults() if one[0] == "fausse_ecole"] == []
    goes_on(hands)


def test_a_button_pressed_twice_where_the_companion_marks() -> None:
    """It has marked at once: pressed again there is nothing, and nothing is marked again."""
    hands = Hands(FILL, mode=Mode.SCORE)
    hands.throw((6, 1))
    hands.hop(B, (1, 7), (1, 2))
    hands.rest(B)
    assert hands.say(N, ECOLE) == [Verdict.RIGHT, Verdict.RIGHT]
    score = hands.score
    hands.say(N, ECOLE)
    assert hands.say(N, ECOLE) == [Verdict.WRONG]
    assert hands.score == score


def test_an_ecole_called_again_is_not_about_the_dames() -> None:
    """One button says both: while an école is still to be marked it means that."""
    hands = Hands(FILL)
    hands.mark(B, hands.throw((6, 1)))
    hands.hop(B, (1, 7), (1, 2))
    hands.rest(B)
    hands.say(N, ECOLE)
    hands.take_off(B, 4)
    hands.mark(N, 4)
    assert hands.say(N, ECOLE) == [Verdict.RIGHT]
    assert hands.open() == ["fausse_case_10"]
    hands.mark(N, 4)
    assert hands.say(N, ECOLE) == [Verdict.RIGHT]
    assert hands.open() == []


def test_two_claims_of_one_fault_by_its_name() -> None:
    hands, _ = beating()
    hands.play()
    about = hands.judge.situation.open_faults[0].about
    assert [one.verdict for one in hands.claim(N, about)] == [Verdict.RIGHT]
    assert [one.verdict for one in hands.claim(N, about)] == [Verdict.WRONG]


def test_a_claim_of_what_is_not_there_is_wrong() -> None:
    hands, _ = beating()
    hands.play()
    assert [one.verdict for one in hands.claim(N, "no such fault")] == [Verdict.WRONG]
    assert hands.open() == ["ecole_moins_J"]


def test_je_tiens_and_je_m_en_vais_when_there_is_nothing_to_decide() -> None:
    """Lois XVI: only after a trou of one's own throw, and before a dame is touched."""
    hands, worth = beating(A_TROU)
    phases = [hands.judge.situation.phase]
    for what in (Declaration.JE_TIENS, Declaration.JE_M_EN_VAIS, Declaration.COUP_JOUE):
        hands.say(N, what)
    hands.say(B, Declaration.COUP_JOUE)
    phases.append(hands.judge.situation.phase)
    hands.mark(B, worth)
    hands.play()
    hands.say(B, Declaration.JE_M_EN_VAIS)
    phases.append(hands.judge.situation.phase)
    assert phases == [Phase.TO_DECIDE, Phase.TO_DECIDE, Phase.TO_THROW]
    hands.mark(N, hands.given())
    goes_on(hands)


def test_je_tiens_binds() -> None:
    """Jeu 2, tenir: said before a dame is touched, he must hold."""
    hands, _ = beating(A_TROU)
    hands.act(FichetMoved(0.0, B, 4))
    hands.say(B, Declaration.JE_TIENS)
    hands.say(B, Declaration.JE_M_EN_VAIS)
    assert hands.judge.situation.phase is Phase.TO_PLAY
    assert [one.left for one in hands.rulings if isinstance(one, HeldOrLeft)] in ([], [False])


# --- relevés ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lifted", [False, True])
def test_a_releve_when_nobody_may_leave_costs_no_points(lifted: bool) -> None:
    """Lois XVI: only a trou of his own throw lets a player go; nobody is told to have gone."""
    hands = Hands(BEATS, BEATEN, Score(Holding(6, True, 1), Holding(4, False, 2)))
    hands.mark(B, hands.throw(SIX_TWO))
    if lifted:
        hands.act(DameLifted(0.0, B, 1))
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    assert hands.position == Position.start()
    assert (hands.score.of(B).points, hands.score.of(N).points) == (8, 4)
    assert not any(isinstance(one, HeldOrLeft) for one in hands.rulings)
    goes_on(hands)


def test_a_releve_of_what_stands_at_the_talons_is_none() -> None:
    hands = Hands()
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, N))
    hands.throw((6, 5))
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, N))
    assert not any(isinstance(one, ReleveRuled) for one in hands.rulings)
    hands.play()
    assert hands.judge.situation.trait is N


def test_who_goes_may_throw_before_the_dames_were_seen_to_be_back() -> None:
    """Lois XVI: he has the primauté."""
    hands, _ = beating(A_TROU)
    hands.act(FichetMoved(0.0, B, 4))
    hands.say(B, Declaration.JE_M_EN_VAIS)
    hands.throw((3, 1), N)
    assert hands.open() == ["hors_tour"]
    hands.throw((6, 5), B)
    assert (hands.judge.situation.number, hands.judge.situation.phase) == (2, Phase.TO_MARK)
    assert hands.position == Position.start()
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    assert sum(isinstance(one, ReleveRuled) for one in hands.rulings) == 1
    hands.play()
    goes_on(hands)


def test_who_has_gone_out_may_throw_before_the_dames_were_seen_to_be_back() -> None:
    """Lois VIII: he throws again, and the points stay."""
    hands = Hands("20 21", "19:15", Score(Holding(2, True, 1)))
    hands.mark(B, hands.throw((5, 4)))
    hands.hop(B, (20, 25), (21, 25))
    hands.throw((6, 5), B)
    assert (hands.position, hands.judge.situation.number) == (Position.start(), 2)
    assert [one.first for one in hands.rulings if isinstance(one, ReleveRuled)] == [B]
    assert hands.open() == []
    assert hands.score.of(B).points == 6
    hands.play()
    goes_on(hands)


def test_what_is_in_the_hand_is_not_marked_yet() -> None:
    """Jeu 3, écoles par trop 3: from the release on; called before, the claim is wrong."""
    hands, worth = beating()
    hands.act(JetonMoved(0.0, B, worth + 4, bredouille=False))
    assert hands.say(N, ECOLE) == [Verdict.WRONG]
    hands.act(JetonMoved(0.0, B, worth, bredouille=False))
    hands.act(JetonReleased(0.0, B, worth, bredouille=False))
    hands.play()
    assert hands.faults() == []


# --- a tour that is over ------------------------------------------------------------------------------------------


def won_by_too_many() -> Hands:
    """Two points were due to Blancs, who marked six and so their twelfth trou."""
    hands, worth = beating(ELEVEN)
    hands.mark(B, worth + 4)
    assert hands.judge.situation.winner is B
    return hands


@pytest.mark.parametrize("says", [False, True])
def test_a_tour_won_by_points_too_many_goes_on_once_they_are_taken_off(says: bool) -> None:
    """Jeu 3, écoles par trop: the surplus goes, the other marks as much, and there is no twelfth trou."""
    hands = won_by_too_many()
    if says:
        assert hands.say(N, ECOLE) == [Verdict.RIGHT]
    hands.show(Score(Holding(8, False, 11), Holding(8, False, 2)), by=N)
    assert hands.score == hands.shown
    (withdrawn,) = (one for one in hands.rulings if isinstance(one, Withdrawn))
    assert isinstance(withdrawn.what, TourWon)
    assert hands.faults()[-1] == ("ecole_trop_J", B, 4, Window.CLAIMED)
    hands.play()
    goes_on(hands)


def test_acts_after_the_end_change_nothing() -> None:
    """Lois XX: the tour ends with the twelfth trou; jetons and dames are only put away."""
    hands, worth = beating(Score(Holding(10, False, 11), Holding(4, False, 2)))
    hands.mark(B, worth)
    won = hands.judge.situation
    assert won.phase is Phase.OVER
    hands.throw((6, 6), N)
    hands.throw((6, 6), B)
    hands.say(N, ECOLE)
    hands.say(B, Declaration.JE_M_EN_VAIS)
    hands.show(Score(), by=B)
    hands.hop(B, (1, 2), (2, 1))
    now = hands.judge.situation
    assert (now.phase, now.score, now.number) == (Phase.OVER, won.score, won.number)
    assert sum(isinstance(one, TourWon) for one in hands.rulings) == 1
    hands.act(TourStarted(0.0, N))
    assert hands.judge.situation.score == Score()
    goes_on(hands)


@pytest.mark.parametrize("says", [False, True])
def test_going_on_the_last_trou_ends_the_tour(says: bool) -> None:
    """Lois XX: it need not be possible to go; whoever puts the dames away has won all the same."""
    hands, _ = beating(Score(Holding(10, False, 11), Holding(4, False, 2)))
    if says:
        hands.say(B, Declaration.JE_M_EN_VAIS)
    hands.act(FichetMoved(0.0, B, 12))
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    assert sum(isinstance(one, TourWon) for one in hands.rulings) == 1
    assert (hands.judge.situation.tour, hands.judge.situation.score) == (2, Score())
    hands.shown = Score()
    goes_on(hands)


def test_a_score_set_right_by_hand_ends_the_tour_or_reopens_it() -> None:
    hands, worth = beating(Score(Holding(10, False, 11), Holding(4, False, 2)))
    hands.mark(B, worth)
    hands.act(Corrected(0.0, "somebody", score=Score(Holding(0, False, 11), Holding(4, False, 2))))
    assert hands.judge.situation.winner is None
    assert isinstance(hands.rulings[-1], Withdrawn)
    hands.act(Corrected(0.0, "somebody", score=Score(Holding(0, False, 11), Holding(0, False, 12))))
    assert hands.judge.situation.winner is N


def test_a_table_not_seen_after_the_end_plays_another_tour() -> None:
    hands, worth = beating(Score(Holding(10, False, 11), Holding(4, False, 2)))
    hands.mark(B, worth)
    hands.act(Unwatched(0.0, Position.start(), N))
    assert (hands.judge.situation.tour, hands.judge.situation.score) == (2, Score())
    hands.shown = Score()
    goes_on(hands)


# --- taken back, set right ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("throw", [-3, 0, 2, 99])
def test_no_undo_beyond_what_was_thrown(throw: int) -> None:
    hands, _ = beating()
    before = hands.judge.situation
    hands.act(Undone(0.0, "somebody", throw))
    assert hands.judge.situation == before


def test_the_first_throw_undone_is_thrown_again() -> None:
    """What was told of it is withdrawn, so that the record has one first throw."""
    hands, worth = beating()
    hands.mark(B, worth)
    told = [one.id for one in hands.rulings]
    hands.act(Undone(0.0, "somebody", 1))
    assert [one.what.id for one in hands.rulings if isinstance(one, Withdrawn) and one.asked] == told
    hands.shown = Score()
    hands.act(Undone(0.0, "somebody", 1))
    assert hands.judge.situation.number == 0
    goes_on(hands)


def test_dice_set_right_after_marks_and_dames_moved_keep_both() -> None:
    """Only the dice were misread: the hands did what they did."""
    hands = Hands(FILL)
    hands.throw((5, 1))
    hands.mark(B, 4)
    hands.hop(B, (1, 2))
    hands.act(Corrected(0.0, "somebody", dice=(6, 1)))
    assert hands.position.on(B, 2) == 1
    hands.hop(B, (5, 11))
    assert hands.open() == []
    assert hands.score.of(B).points == 4


def test_a_position_set_right_before_playing_keeps_the_marks() -> None:
    hands, worth = beating()
    hands.mark(B, worth)
    hands.act(Corrected(0.0, "somebody", position=hands.position))
    hands.play()
    assert hands.open() == []


def test_the_turn_set_right_accuses_nobody() -> None:
    hands, _ = beating()
    hands.act(Corrected(0.0, "somebody", trait=N))
    hands.throw((2, 1), N)
    assert hands.faults() == []
    assert hands.judge.situation.number == 2


def test_a_late_dame_of_a_throw_that_never_was_moves_once() -> None:
    """The throw is cancelled while its adversary has a dame in the hand: it is his own throw's dame."""
    hands = Hands()
    hands.throw((6, 5))
    hands.play()
    hands.throw((2, 1), N)
    hands.act(DameLifted(0.0, B, 7))
    hands.act(ThrowCancelled(0.0, N))
    hands.act(DamePlaced(0.0, B, 7))
    assert sum(hands.position.blancs) == DAMES
    hands.throw((2, 1), N)
    assert hands.open() == []


def test_a_late_dame_never_put_down_does_not_haunt_the_next_throws() -> None:
    hands = Hands()
    hands.throw((6, 5))
    hands.play()
    hands.throw((2, 1), N)
    hands.act(DameLifted(0.0, B, 7))
    hands.play()
    hands.throw((2, 1), B)
    hands.play()
    hands.throw((2, 1), N)
    position = hands.position
    hands.hop(B, (7, 7))
    assert hands.position == position


NONSENSE: Sequence[Act] = (
    DiceThrown(0.0, B, (0, 7), good=True),
    DiceThrown(0.0, B, (99, -7), good=True),
    DameLifted(0.0, B, 0),
    DameLifted(0.0, B, 30),
    DamePlaced(0.0, B, -3),
    JetonReleased(0.0, B, 7, bredouille=False),
    JetonReleased(0.0, B, -2, bredouille=False),
    JetonReleased(0.0, B, 100, bredouille=False),
    JetonReleased(0.0, B, 2, bredouille=False, left=13),
    FichetMoved(0.0, B, 40),
    FichetMoved(0.0, B, -1),
    Corrected(0.0, "somebody", dice=(0, 9)),
    Corrected(0.0, "somebody", position=Position((1, 2), (3,))),
    Corrected(0.0, "somebody", position=Position(BOARD, (5,) * 24)),
    Corrected(0.0, "somebody", position=Position(BOARD, (-1, 16, *(0,) * 22))),
    Corrected(0.0, "somebody", score=Score(Holding(13, True, 0))),
    Corrected(0.0, "somebody", score=Score(Holding(0, False, -1))),
    Unwatched(0.0, Position((), ()), N),
    Claimed(0.0, N, ""),
    DoubtAnswered(0.0, "no such doubt", 77),
)


@pytest.mark.parametrize("nonsense", NONSENSE, ids=repr)
@pytest.mark.parametrize("mode", [Mode.REFEREE, Mode.SCORE])
def test_what_cannot_be_changes_nothing(nonsense: Act, mode: Mode) -> None:
    """It stands in the log, and is answered only where somebody asked."""
    hands = Hands(mode=mode)
    hands.throw((6, 5))
    before = hands.judge.situation
    assert [one for one in hands.act(nonsense) if not isinstance(one, ClaimRuled)] == []
    assert isinstance(nonsense, Claimed) or hands.judge.situation == before
    hands.play()
    assert [one.lawful for one in hands.rulings if isinstance(one, Played)] == [True]
    goes_on(hands)
