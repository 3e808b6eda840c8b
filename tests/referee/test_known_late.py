"""Throws that the companion learns of late: nobody is accused of marks that were made in time."""

from __future__ import annotations

import pytest

from events.acts import DameLifted, DamePlaced, Declaration, DiceLifted, DiceThrown, ThrowCancelled, Undone
from events.board_reading import DieReading, DieRest
from events.peg_reading import Button, Signal
from events.rulings import ClaimVerdict, DiceTrouble, Window, standing
from events.state import Mode
from events.trictrac.acts import Corrected, JetonMoved, JetonReleased
from events.trictrac.rulings import FaultRuled, ReleveRuled, TourWon
from events.trictrac.settings import Settings
from events.trictrac.state import Phase
from rules.fault import FaultName
from rules.marking import Holding, Score
from rules.position import Position, Side
from tests.referee.hands import BARRED, BEATEN, BEATS, SIX_TWO, Hands, beating
from tests.referee.players import Players, moved, position
from tests.referee.test_hands_and_absence import accused, half_played

B, N = Side.BLANCS, Side.NOIRS


def to_throw() -> Hands:
    """Return a table at which Noirs have played and Blancs are to throw."""
    hands = Hands(BEATS, BEATEN, first=N)
    hands.throw((2, 1), N)
    hands.hop(N, (1, 2), (1, 3))
    return hands


def worth() -> int:
    """Return the worth of six and two to Blancs at that table."""
    return to_throw().throw(SIX_TWO, B)


def let_go(hands: Hands, points: int) -> None:
    """Put Blancs' jeton on these points and let go of it."""
    for kind in (JetonMoved, JetonReleased):
        hands.act(kind(0.0, B, points, bredouille=False))


def ruled(hands: Hands) -> list[tuple[str, Side]]:
    """Return the faults that were ruled and stand."""
    faults = {one.about: one for one in standing(hands.rulings) if isinstance(one, FaultRuled)}
    return [(str(one.fault.name), one.fault.by) for one in faults.values() if one.window is not Window.MENDED]


@pytest.mark.parametrize("refused", [False, True])
def test_marks_let_go_before_their_throw_was_seen_were_made_for_it(*, refused: bool) -> None:
    """The dice were up, so a throw may have been made. It becomes known later, and gives just those points.

    A throw whose die was read as leaning, and refused, may be good too: the play shows it later.
    """
    hands, points = to_throw(), worth()
    assert points
    hands.act(DiceLifted(0.0, B))
    if refused:
        hands.act(DiceThrown(0.0, B, SIX_TWO, good=False, trouble=DiceTrouble.LEANING))
    let_go(hands, points)
    hands.throw(SIX_TWO, B)
    hands.play()
    assert ruled(hands) == []
    assert hands.marked()[-1] == (B, points)
    assert hands.score.of(B).points == points


def test_marks_let_go_before_a_refused_throw_were_not_made_for_the_next_one() -> None:
    """Blancs marked two points with the dice in the hand, threw a die outside, and threw again."""
    hands, points = to_throw(), worth()
    hands.act(DiceLifted(0.0, B))
    let_go(hands, points)
    hands.act(DiceThrown(0.0, B, SIX_TWO, good=False, trouble=DiceTrouble.OUTSIDE))
    hands.throw(SIX_TWO, B)
    assert ruled(hands) == [("ecole_trop_A", B)]


def test_marks_seen_before_a_throw_that_the_other_claims_were_made_before_it() -> None:
    """They are as many as the throw gives, but Noirs saw them made before it (Jeu 3, écoles par trop)."""
    hands, points = to_throw(), worth()
    hands.act(DiceLifted(0.0, B))
    let_go(hands, points)
    hands.throw(SIX_TWO, B)
    assert ruled(hands) == []
    assert hands.say(N, Declaration.ECOLE) == [ClaimVerdict.RIGHT]
    assert ruled(hands) == [("ecole_trop_A", B)]


def test_a_tour_is_won_by_marks_let_go_before_their_throw_was_seen() -> None:
    """The last trou is a mark for that throw too, and no école though the throw is known after the end."""
    held = Score(Holding(10, False, 11), Holding())
    hands = Hands(BEATS, BEATEN, held, first=N)
    hands.throw((2, 1), N)
    hands.hop(N, (1, 2), (1, 3))
    hands.act(DiceLifted(0.0, B))
    hands.mark(B, worth())
    assert ruled(hands) == [("ecole_trop_A", B)]
    hands.throw(SIX_TWO, B)
    assert ruled(hands) == []
    assert [one.throw for one in standing(hands.rulings) if isinstance(one, TourWon)] == [2]


@pytest.mark.parametrize("seen_first", [False, True])
def test_marks_made_before_a_play_was_seen_to_be_over_may_be_for_what_it_shows(*, seen_first: bool) -> None:
    """Blancs forgot two old points; Noirs play wrongly, call and mark that école, and only then the play is known."""
    hands, points = beating(Score(Holding(2), Holding(2)))
    hands.show(Score(Holding(2 + points), Holding(2)), left=(B, 2))
    hands.play()
    hands.throw((2, 1), N)
    hands.hop(N, (1, 10))
    for seen in (seen_first, not seen_first):
        if seen:
            hands.rest(N)
        else:
            hands.say(N, Declaration.ECOLE)
            hands.mark(N, 2)
    assert ("fausse_ecole", N) not in ruled(hands)


def test_marks_let_go_before_the_first_throw_was_seen_were_made_for_it() -> None:
    """The first throw of a sitting may be found late, too. Undoing it gives back the situation before."""
    hands = Hands(BEATS, BEATEN)
    let_go(hands, 2)
    assert ruled(hands) == [("ecole_trop_J", B)]
    before = hands.judge.situation
    assert hands.throw(SIX_TWO, B) == 2
    assert ruled(hands) == []
    assert hands.marked()[-1] == (B, 2)
    hands.act(Undone(0.0, "someone", 1))
    assert hands.judge.situation == before


@pytest.mark.parametrize("extra", [2, 4])
@pytest.mark.parametrize("released", [False, True])
def test_such_marks_beyond_what_the_throw_gives_are_too_many(extra: int, released: bool) -> None:
    """The surplus is an école of that throw."""
    hands, points = to_throw(), worth()
    hands.act(DiceLifted(0.0, B))
    if released:
        let_go(hands, points + extra)
    else:
        hands.act(JetonMoved(0.0, B, points + extra, bredouille=False))
    hands.throw(SIX_TWO, B)
    hands.act(JetonReleased(0.0, B, points + extra, bredouille=False))
    assert ruled(hands) == [("ecole_trop_J", B)]
    assert hands.score.of(B).points == points + extra


def test_dames_of_the_throw_before_seen_equally_late_were_played_before() -> None:
    """Noirs' play, Blancs' mark and Blancs' dice are first seen at the same time."""
    hands, points = Hands(BEATS, BEATEN, first=N), worth()
    hands.throw((2, 1), N)
    hands.act(DiceLifted(0.0, None))
    let_go(hands, points)
    hands.hop(N, (1, 2), (1, 3))
    hands.throw(SIX_TWO, B)
    hands.play()
    assert ruled(hands) == []
    assert hands.marked()[-1] == (B, points)


def test_an_ecole_called_and_marked_before_the_throw_that_makes_it_was_seen_is_right() -> None:
    """Blancs forget the points that Noirs gave them and throw. Their dice are seen after Noirs marked the école."""
    hands = Hands(BARRED, "12:15", first=N)
    own = hands.throw((5, 4), N)
    owed = hands.given()
    assert owed
    hands.mark(N, own)
    hands.act(DiceLifted(0.0, B))
    hands.say(N, Declaration.ECOLE)
    hands.mark(N, owed)
    hands.throw((2, 1), B)
    assert ruled(hands) == [("ecole_moins_A", B)]
    assert hands.open() == []
    assert hands.score.of(N).points == own + owed


def test_marks_that_neither_throw_gives_are_an_ecole_of_the_new_throw() -> None:
    """They were not let go yet when the dice were seen, so they are ruled on later."""
    hands = Hands(first=N)
    hands.throw((4, 3), N)
    hands.act(DameLifted(0.0, N, 1))
    hands.act(DamePlaced(0.0, N, 5))
    hands.act(DiceLifted(0.0, N))
    hands.act(DameLifted(0.0, N, 1))
    hands.act(DamePlaced(0.0, N, 4))
    hands.act(JetonMoved(0.0, B, 4, bredouille=False))
    hands.throw((4, 3), B)
    hands.act(JetonReleased(0.0, B, 4, bredouille=False))
    assert ruled(hands) == [("des_leves", N), ("ecole_trop_A", B)]


def test_marks_let_go_while_the_old_dice_lay_were_not_made_for_the_next_throw() -> None:
    hands, points = to_throw(), worth()
    let_go(hands, points)
    hands.act(DiceLifted(0.0, B))
    hands.throw(SIX_TWO, B)
    assert ruled(hands) == [("ecole_trop_A", B)]


def test_a_player_who_leaves_on_an_ecole_of_a_late_throw_made_only_that_ecole() -> None:
    """Blancs mark a trou for a throw that gives less, and leave. Their dice are found after that."""
    score = Score(Holding(2, False, 3), Holding())
    hands = Hands(BEATS, BEATEN, score, first=N)
    hands.throw((2, 1), N)
    hands.hop(N, (1, 2), (1, 3))
    hands.act(DiceLifted(0.0, B))
    hands.show(score.mark(B, 10)[0], by=B)
    hands.say(B, Declaration.JE_M_EN_VAIS)
    hands.say(N, Declaration.ECOLE)
    assert "ecole_trop_A" in [name for name, _ in ruled(hands)]
    hands.throw(SIX_TWO, B)
    assert [name for name, _ in ruled(hands)] == ["ecole_trop_J", "depart_sur_ecole"]


def test_a_player_who_throws_again_after_a_trou_has_left() -> None:
    """Blancs mark a trou that their throw does not give, and press the button. The dames are not seen going back."""
    players = Players(Settings(mode=Mode.REFEREE, jetons=True, pegs=True))
    players.show(players.table.throw((6, 5), by=(B,)))
    players.mark(B, 12)
    players.show([Signal(players.table.t, players.settings.seating.row_of(B), Button.JE_M_EN_VAIS)])
    players.show(players.table.throw((3, 3), by=(B,)))
    players.wait()
    assert not [act for act in players.acts if isinstance(act, ThrowCancelled)]
    assert accused(players) == [(FaultName.ECOLE_TROP_J, B), (FaultName.DEPART_SUR_ECOLE, B)]
    assert players.referee.state().blancs.trous == 2


def test_a_player_who_said_that_he_leaves_and_plays_on_has_stayed() -> None:
    """He pressed the button by mistake. The dames were believed to be back when Noirs threw."""
    players = Players(Settings(mode=Mode.REFEREE, jetons=True, pegs=True))
    stood = position({1: 8, 7: 2, 8: 2, 9: 2, 10: 1}, {1: 10, 5: 2, 6: 2, 10: 1})
    players.table.position, players.shown = stood, Score(Holding(8, trous=2), Holding(4, trous=1))
    players.table.jetons = {B: (8,), N: (4,)}
    players.show(players.table.look())
    players.show([Corrected(players.table.t, "someone", position=stood, score=players.shown, trait=B)])
    players.show(players.table.look())
    players.show(players.table.throw((6, 2), by=(B,)))
    players.mark(B, 4)
    players.show([Signal(players.table.t, players.settings.seating.row_of(B), Button.JE_M_EN_VAIS)])
    assert players.referee.state().phase is Phase.LEAVING
    players.show(players.table.play(moved(stood, B, (1, 9)), 6, B))
    players.wait()
    for side, dice, ways in ((N, (5, 1), ((1, 6), (1, 2))), (B, (3, 1), ((1, 4), (1, 2)))):
        players.show(players.table.throw(dice, by=(side,)))
        players.show(players.table.play(moved(players.table.position, side, *ways), 6, side))
        players.wait()
    assert players.referee.state().position == players.table.position
    assert players.referee.state().throw == 3
    assert not [one for one in standing(players.rulings) if isinstance(one, ReleveRuled)]


def test_a_player_who_took_the_dice_up_too_early_need_not_be_the_thrower() -> None:
    """Blancs take them up after one dame and play the other. Then the dice are thrown by an unseen hand."""
    players = Players(Settings())
    whole = half_played(players)
    players.show(players.table.lift(B))
    players.wait()
    players.show(players.table.play(whole, 6, B))
    players.show(players.table.rest((3, 3)))
    assert accused(players) == [(FaultName.DES_LEVES, B)]
    assert [(act.side, act.dice) for act in players.acts if isinstance(act, DiceThrown)][-1] == (N, (3, 3))


def test_dice_taken_up_too_early_by_the_next_player_are_his_throw() -> None:
    players = Players(Settings())
    whole = half_played(players)
    players.show(players.table.lift(N))
    players.wait()
    players.show(players.table.hand(3, B))
    players.table.position = whole
    players.show(players.table.rest((3, 3)))
    assert [(act.side, act.dice) for act in players.acts if isinstance(act, DiceThrown)][-1] == (N, (3, 3))
    assert FaultName.HORS_TOUR not in [name for name, _ in accused(players)]


def test_no_throw_is_out_of_turn_after_the_others_dames_moved_unexplained() -> None:
    """Three dames of Noirs have moved. No single throw does that, but they have played something."""
    players = Players(Settings())
    players.show(players.table.throw((6, 5), by=(B,)))
    players.show(players.table.play(moved(Position.start(), B, (1, 7), (1, 6)), 6, B))
    players.show(players.table.lift())
    players.show(players.table.play(moved(players.table.position, N, (1, 5), (1, 6), (1, 4)), 6, N))
    players.show(players.table.throw((3, 3), by=(B,)))
    players.wait()
    assert not accused(players)
    assert [(act.side, act.dice) for act in players.acts if isinstance(act, DiceThrown)][-1] == (B, (3, 3))


def test_a_mark_made_after_one_die_was_found_belongs_to_that_throw() -> None:
    """Blancs mark the last trou for 6-2 before the second die is found. They win, with no points too many."""
    players = Players(Settings(mode=Mode.REFEREE, jetons=True, pegs=True))
    stands = position({1: 12, 9: 3}, {1: 13, 3: 1, 10: 1})
    score = Score(Holding(10, bredouille=False, trous=11), Holding())
    players.table.position = stands
    players.stand(score)
    players.wait()
    players.show([Corrected(players.table.t, "test", position=stands, score=score, trait=N)])
    players.side = N
    players.throw((2, 1))
    players.play(moved(stands, N, (1, 2), (1, 3)))
    players.show(players.table.lift(B))
    dice = tuple(
        DieReading(value, True, DieRest.FLOOR, at, at, 0.99) for value, at in ((6, (90, 300)), (2, (200, 110)))
    )
    players.table.dice = dice[:1]
    players.show(players.table.look(4))
    players.show(players.table.fichet(B, 12))
    players.show(players.table.look(4))
    players.table.dice = dice
    players.show(players.table.look(6))
    ruled = standing(players.rulings)
    assert [one.side for one in ruled if isinstance(one, TourWon)] == [B]
    assert not [one for one in ruled if isinstance(one, FaultRuled)]


def test_an_ecole_marked_before_the_first_dame_was_seen_touched_is_right() -> None:
    """Blancs forget their points and touch a dame, which is seen only after Noirs marked the école (Lois XVII 3)."""
    hands, points = beating()
    hands.say(N, Declaration.ECOLE)
    hands.mark(N, points)
    hands.t -= 3.5
    hands.play()
    assert ruled(hands) == [("ecole_moins_J", B)]
    assert (hands.score.of(B).points, hands.score.of(N).points) == (0, points)
