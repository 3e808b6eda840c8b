"""Relevés that are not allowed or never took place, and throws before the dames are seen to be back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from events.acts import DameLifted, Declaration, Declared
from events.rulings import ClaimRuled, ClaimVerdict, Played, standing
from events.state import Mode
from events.trictrac.acts import Corrected, FichetMoved, JetonMoved, JetonReleased, Releve
from events.trictrac.rulings import FaultRuled, HeldOrLeft, ReleveRuled
from events.trictrac.settings import Settings
from events.trictrac.state import Phase
from referee.trictrac.judge.corrections import CAMERA
from rules.marking import Holding, Score
from rules.position import Position, ReleveCause
from tests.referee.hands import A_TROU, BEATEN, BEATS, SIX_TWO, B, Hands, N, beating, goes_on
from tests.referee.players import Players, moved
from tests.referee.players import position as standing_so
from tests.rules.figures import position

ECOLE = Declaration.ECOLE


@pytest.mark.parametrize("lifted", [False, True])
def test_a_releve_when_nobody_may_leave_costs_no_points(lifted: bool) -> None:
    """Only a trou of his own throw lets a player leave. No departure is announced (Lois XVI)."""
    hands = Hands(BEATS, BEATEN, Score(Holding(6, True, 1), Holding(4, False, 2)))
    hands.mark(B, hands.throw(SIX_TWO))
    if lifted:
        hands.act(DameLifted(0.0, B, 1))
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    assert hands.position == Position.start()
    assert (hands.score.of(B).points, hands.score.of(N).points) == (8, 4)
    assert not any(isinstance(one, HeldOrLeft) for one in hands.rulings)
    goes_on(hands)


def test_dames_already_at_the_talons_make_no_releve() -> None:
    hands = Hands()
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, N))
    hands.throw((6, 5))
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, N))
    assert not any(isinstance(one, ReleveRuled) for one in hands.rulings)
    hands.play()
    assert hands.judge.situation.trait is N


def test_a_player_who_leaves_may_throw_before_the_dames_are_seen_back() -> None:
    """He has the primauté (Lois XVI)."""
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


def test_after_a_sortie_the_player_may_throw_before_the_dames_are_seen_back() -> None:
    """He throws again, and the points stay (Lois VIII)."""
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


def test_after_a_sortie_the_other_may_not_throw() -> None:
    """The player who has taken out his last dame throws again (Lois VIII), so Noirs throw out of turn."""
    hands = Hands("20 21", "19:15", Score(Holding(2, True, 1)))
    hands.mark(B, hands.throw((5, 4)))
    hands.hop(B, (20, 25), (21, 25))
    assert hands.judge.situation.trait is B
    hands.throw((2, 1), N)
    assert (hands.judge.situation.number, hands.open()) == (1, ["hors_tour"])
    hands.throw((6, 5), B)
    assert (hands.position, hands.judge.situation.number) == (Position.start(), 2)


@pytest.mark.parametrize("by", ["Anne", CAMERA])
def test_a_player_whose_dame_was_overlooked_has_not_gone_out(by: str) -> None:
    """It is found on the board again, so it is the other's turn."""
    hands = Hands("20 21", "19:15")
    hands.throw((5, 4))
    hands.hop(B, (20, 25), (21, 25))
    hands.act(Corrected(0.0, by, position=position("21", "19:15")))
    hands.throw((2, 1), N)
    assert hands.judge.situation.number == 2
    assert "hors_tour" not in hands.open()


def with_a_trou(reste: int) -> Hands:
    """Blancs have marked a trou of their own throw, with points de reste or none."""
    hands = Hands(BEATS, BEATEN, Score(Holding(8 + reste, True, 3), Holding(0, False, 2)))
    assert hands.throw((6, 6)) == 4
    hands.mark(B, 4)
    return hands


def says_that_he_holds(hands: Hands) -> None:
    """Blancs say "Je tiens"."""
    hands.say(B, Declaration.JE_TIENS)


def advances_a_dame(hands: Hands) -> None:
    """Blancs let a dame go further on."""
    hands.hop(B, (1, 7))


@pytest.mark.parametrize(
    ("reste", "before"),
    [(2, None), (2, says_that_he_holds), (0, says_that_he_holds), (0, advances_a_dame)],
)
def test_a_player_who_is_bound_to_hold_keeps_his_points(reste: int, before: Callable[[Hands], None] | None) -> None:
    """Points de reste marked (Jeu 3, jetons 10), "Je tiens" or a dame advanced (Jeu 2, tenir) oblige to hold.

    Dames put back on the talons all the same are no departure.
    """
    hands = with_a_trou(reste)
    if before is not None:
        before(hands)
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    assert [one.left for one in hands.rulings if isinstance(one, HeldOrLeft)] == [False]
    assert hands.score.of(B) == Holding(reste, reste > 0, 5)


def test_je_tiens_binds_before_the_trou_is_marked() -> None:
    """It is said before a dame is touched, and he must hold (Jeu 2, tenir)."""
    hands, _ = beating(A_TROU)
    says_that_he_holds(hands)
    assert [one.left for one in hands.rulings if isinstance(one, HeldOrLeft)] == [False]


def test_a_jeton_in_the_hand_has_not_marked_yet() -> None:
    """A claim is wrong before the release (Jeu 3, écoles par trop 3)."""
    hands, worth = beating()
    hands.act(JetonMoved(0.0, B, worth + 4, bredouille=False))
    assert hands.say(N, ECOLE) == [ClaimVerdict.WRONG]
    hands.act(JetonMoved(0.0, B, worth, bredouille=False))
    hands.act(JetonReleased(0.0, B, worth, bredouille=False))
    hands.play()
    assert hands.faults() == []


def test_a_player_who_said_that_he_leaves_and_plays_on_stays() -> None:
    """The other did not assent: he goes "après accord de l'adversaire" (Lois XVI)."""
    hands, worth = beating(A_TROU)
    hands.mark(B, worth)
    hands.say(B, Declaration.JE_M_EN_VAIS)
    assert hands.judge.situation.phase is Phase.LEAVING
    hands.play()
    assert [one.left for one in standing(hands.rulings) if isinstance(one, HeldOrLeft)] == [False]
    assert hands.judge.situation.trait is N
    goes_on(hands)


def test_a_player_who_said_that_he_leaves_makes_no_sortie() -> None:
    """His last dames, seen leaving the board as it is cleared, are on their way to the talon (Lois XVI)."""
    hands = Hands("24:2", "2:15", A_TROU)
    hands.throw(SIX_TWO)
    hands.act(FichetMoved(0.0, B, 4))
    hands.say(B, Declaration.JE_M_EN_VAIS)
    hands.hop(B, (24, 25), (24, 25))
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    assert [(one.cause, one.first) for one in hands.rulings if isinstance(one, ReleveRuled)] == [
        (ReleveCause.S_EN_ALLER, B)
    ]
    assert (hands.score.of(B), hands.score.of(N).points) == (Holding(0, False, 4), 0)
    assert hands.faults() == []


def left_wrongly(mode: Mode) -> tuple[Hands, Position]:
    """Blancs have a trou and press the button for leaving, but play on, and Noirs throw.

    The dames were believed to be back. Also returns the true position after the play.
    """
    hands = Hands(BEATS, BEATEN, A_TROU, mode=mode)
    hands.mark(B, hands.throw(SIX_TWO))
    throw = hands.judge.situation.throw
    assert throw is not None
    played = throw.plays.plays[0].result
    hands.say(B, Declaration.JE_M_EN_VAIS)
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    hands.throw((2, 1), B)
    assert hands.position == Position.start()
    return hands, played


def test_a_player_who_left_has_left_even_if_the_talons_are_miscounted() -> None:
    """Dames read elsewhere than on the talons are no play if the throw cannot lead there."""
    hands, _ = left_wrongly(Mode.REFEREE)
    hands.act(Corrected(0.0, "board", "counted again", position=position("1:14 4", "1:15")))
    assert [one.first for one in standing(hands.rulings) if isinstance(one, ReleveRuled)] == [B]
    assert hands.score.of(B).points == 0


def test_a_player_who_leaves_on_points_too_many_has_left_when_all_dames_are_back() -> None:
    """Nobody objected. His two dames away from the talon are in no hand, but at the talon (Jeu 3, chronologie)."""
    players = Players(Settings(mode=Mode.REFEREE))
    stands = standing_so({1: 13, 2: 1, 5: 1}, {1: 12, 2: 1, 3: 1, 8: 1})
    players.set_up(stands)
    players.throw((6, 6))
    players.stand(Score(Holding(trous=2), Holding()), first=B)
    players.show([Declared(players.table.t, B, Declaration.JE_M_EN_VAIS)])
    players.show(players.table.play(Position.start(), 12, B))
    assert [one.first for one in players.rulings if isinstance(one, ReleveRuled)] == [B]
    assert not [one for one in players.rulings if isinstance(one, Played)]


def goes(undue: int) -> Players:
    """Blancs, seen by the camera, mark a trou, with `undue` points of its twelve too many, and say that they go."""
    score = Score(Holding(10 - undue, False, 3), Holding(4, False, 2))
    players = Players(Settings(mode=Mode.REFEREE, jetons=True, pegs=True))
    players.set_up(position(BEATS, BEATEN), score, trait=B)
    players.wait()
    worth = players.throw(SIX_TWO)
    players.mark(B, worth[B] + undue)
    players.show([Declared(players.table.t, B, Declaration.JE_M_EN_VAIS)])
    return players


def test_a_player_seen_to_play_on_after_saying_that_he_leaves_stays() -> None:
    players = goes(undue=0)
    players.play()
    players.throw((2, 1))
    players.play()
    players.wait()
    assert [one.left for one in standing(players.rulings) if isinstance(one, HeldOrLeft)] == [False]
    assert [one.lawful for one in standing(players.rulings) if isinstance(one, Played)] == [True, True]
    assert players.referee.judge.situation.position == players.table.position
    assert not [one for one in standing(players.rulings) if isinstance(one, FaultRuled)]


@pytest.mark.parametrize(("broken", "verdict"), [(True, ClaimVerdict.TOO_LATE), (False, ClaimVerdict.RIGHT)])
def test_a_player_seen_to_break_up_his_game_has_agreed(broken: bool, verdict: ClaimVerdict) -> None:
    """A claim comes too late after that (Lois XVI: "en commençant à rompre son jeu")."""
    players = goes(undue=2)
    if broken:
        players.show(players.table.play(moved(players.table.position, N, (10, 1)), 40))
    players.show([Declared(players.table.t, N, ECOLE)])
    assert {one.verdict for one in players.rulings if isinstance(one, ClaimRuled)} == {verdict}


def test_a_player_on_his_way_to_the_talon_takes_up_no_dame_by_claiming() -> None:
    """It would touch a dame for the throw that he leaves, and so end his time to mark."""
    players = goes(undue=2)
    now = players.table.position
    players.show(players.table.play(now.with_counts(B, Position.start().counts(B)), 40))
    players.show([Declared(players.table.t, B, ECOLE)])
    assert not [one for one in players.acts if isinstance(one, DameLifted)]
    players.show([Declared(players.table.t, N, ECOLE)])
    assert [one.verdict for one in players.rulings if isinstance(one, ClaimRuled)] == [
        ClaimVerdict.WRONG,
        ClaimVerdict.RIGHT,
        ClaimVerdict.RIGHT,
    ]
    assert players.referee.judge.situation.phase is Phase.TO_DECIDE


def test_dames_put_back_on_the_board_agree_to_no_departure() -> None:
    """Noirs has five dames on the talon and none elsewhere, so none was taken up from a case."""
    players = Players(Settings(mode=Mode.REFEREE, jetons=True, pegs=True))
    few, score = standing_so({1: 12, 9: 3}, {1: 5}), Score(Holding(10, False, 3), Holding(4, False, 2))
    players.set_up(few, score, trait=B)
    players.wait()
    players.throw(SIX_TWO)
    players.mark(B, 2)
    players.show([Declared(players.table.t, B, Declaration.JE_M_EN_VAIS)])
    players.show(players.table.play(few.with_counts(N, Position.start().counts(N)), 40))
    players.show([Declared(players.table.t, N, ECOLE)])
    assert not [one for one in players.acts if isinstance(one, DameLifted)]
    assert {one.verdict for one in players.rulings if isinstance(one, ClaimRuled)} == {ClaimVerdict.RIGHT}
