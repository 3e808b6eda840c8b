"""Marks made with an unseen jeton: seen marks are judged, and nobody is accused of the others."""

from __future__ import annotations

from events.acts import Declaration
from events.rulings import ClaimVerdict
from events.trictrac.acts import FichetMoved, JetonMoved, JetonReleased, JetonsInSight
from rules.marking import Holding, Score
from rules.position import Side
from tests.referee.hands import FILL, SIX_TWO, B, Hands, N
from tests.referee.test_augmentations import marked_for_two

BEATS, BEATEN = "1:12 9:3", "1:13 10 3"
"""By a six from 9 Blancs beat the dame on Noirs' 10, for two points."""


def thrown(*unseen: Side, score: Score | None = None) -> Hands:
    hands = Hands(BEATS, BEATEN, score)
    hands.act(JetonsInSight(0.0, whole=not unseen, unseen=tuple(side for side in (B, N) if side in unseen)))
    assert hands.throw(SIX_TWO) == 2
    return hands


def test_a_missing_mark_is_an_ecole_only_if_the_jeton_is_seen() -> None:
    seen, unseen = thrown(N), thrown(B)
    seen.play()
    unseen.play()
    assert seen.open() == ["ecole_moins_J"]
    assert unseen.open() == []
    assert unseen.marked() == [(B, 2)]


def test_a_trou_is_marked_by_a_fichet_which_is_felt() -> None:
    """A forgotten dozen is an école, whatever the jetons show."""
    hands = thrown(B, score=Score(blancs=Holding(10)))
    hands.play()
    assert hands.open() == ["ecole_moins_J"]
    hands = thrown(B, score=Score(blancs=Holding(10)))
    hands.act(FichetMoved(0.0, B, 1))
    hands.play()
    assert hands.open() == []
    assert hands.score.of(B).trous == 1


def test_an_unseen_mark_that_was_not_made_is_taken_off_the_score_without_an_ecole() -> None:
    hands = thrown(B)
    hands.play()
    assert hands.score.of(B).points == 2
    hands.act(JetonsInSight(0.0, whole=True))
    assert hands.score.of(B).points == 0
    assert hands.open() == []


def test_a_jeton_found_again_where_it_lay_had_marked_nothing_more() -> None:
    """Two of his four points made a trou. His jeton lay at the talon, and is found there (Jeu 3, écoles par moins)."""
    hands = Hands(FILL, score=Score(blancs=Holding(10)))
    assert hands.throw((6, 1)) == 4
    hands.act(FichetMoved(0.0, B, 1))
    hands.act(JetonMoved(0.0, B, 0, bredouille=False))
    hands.act(JetonReleased(0.0, B, 0, bredouille=False))
    hands.act(JetonsInSight(0.0, whole=False, unseen=(B,)))
    hands.hop(B, (5, 11))
    assert hands.open() == []
    hands.act(JetonsInSight(0.0, whole=True))
    assert hands.open() == ["ecole_moins_J"]
    assert hands.score.of(B) == Holding(trous=1)


def test_the_bredouille_is_not_lost_by_a_jeton_out_of_sight() -> None:
    """With points on both sides one jeton means no bredouille, unless the second jeton may be out of sight."""
    score = Score(blancs=Holding(4, bredouille=True), noirs=Holding(2))
    for whole in (True, False):
        hands = Hands(BEATS, BEATEN, score)
        hands.act(JetonsInSight(0.0, whole=whole))
        hands.throw(SIX_TWO)
        hands.shown = Score(blancs=Holding(4), noirs=Holding(2))
        hands.mark(B, 2)
        hands.play()
        for side in (N, B, N):
            hands.throw((2, 1), side)
            hands.play()
        assert hands.score.of(B).bredouille is not whole


def test_points_effaced_out_of_sight_do_not_come_back() -> None:
    """His trou was felt. That his jeton went back to the talon was not seen, so where it lay proves nothing."""
    hands = thrown(B, score=Score(blancs=Holding(10)))
    hands.act(FichetMoved(0.0, B, 1))
    hands.play()
    for side in (N, B, N):
        hands.throw((2, 1), side)
        hands.play()
    assert hands.score.of(B) == Holding(trous=1)


def test_a_player_who_calls_the_ecole_knows_that_an_unseen_mark_was_not_made() -> None:
    hands = thrown(B)
    hands.play()
    assert hands.marked() == [(B, 2)]
    assert hands.say(N, Declaration.ECOLE) == [ClaimVerdict.RIGHT]
    assert hands.score.of(B).points == 0
    hands.mark(N, 2)
    assert hands.faults()[-1][0] == "ecole_moins_J"


def test_a_jeton_moved_and_moved_back_out_of_sight_lies_where_it_lay() -> None:
    """Blancs take a right école off and mark it, unseen. Noirs put both right (Jeu 3, augmentation 1)."""
    hands = marked_for_two(2)
    hands.say(B, Declaration.ECOLE)
    hands.act(JetonsInSight(0.0, whole=False, unseen=(B,)))
    hands.act(JetonMoved(0.0, N, 0, bredouille=False))
    hands.act(JetonReleased(0.0, N, 0, bredouille=False))
    assert hands.say(N, Declaration.ECOLE) == [ClaimVerdict.RIGHT]
    hands.act(JetonMoved(0.0, N, 4, bredouille=False))
    hands.act(JetonsInSight(0.0, whole=True))
    hands.act(JetonReleased(0.0, N, 4, bredouille=False))
    assert (hands.score.of(B).points, hands.score.of(N)) == (0, Holding(4, bredouille=True))
    assert hands.open() == []
