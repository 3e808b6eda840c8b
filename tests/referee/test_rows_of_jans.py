"""The rows of the table of faults about jans not made and about deux jetons."""

from __future__ import annotations

import pytest

from events.acts import DameLifted, DamePlaced, Declaration
from events.rulings import ClaimVerdict, Window
from events.state import Mode
from events.trictrac.acts import JetonMoved, JetonReleased, Releve
from rules.marking import Holding, Score
from rules.position import ReleveCause
from tests.referee.hands import FILL, B, Hands, N, beating, unfilled

OPEN, CLAIMED = Window.OPEN, Window.CLAIMED
ECOLE = Declaration.ECOLE


def test_not_filled_and_nothing_marked() -> None:
    """The other marks what filling was worth, and may claim the fausse case (école liée au remplissage 1.1)."""
    hands = Hands(FILL)
    assert hands.throw((6, 1)) == 4
    hands.hop(B, (1, 7), (1, 2))
    hands.rest(B)
    assert set(hands.open()) == {"fausse_case_10", "ecole_remplir"}
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    hands.mark(N, 4)
    assert hands.say(N, Declaration.FAUSSE_CASE) == [ClaimVerdict.RIGHT]
    hands.hop(B, (7, 1), (5, 11))
    assert hands.marked() == [(N, 4)]
    assert hands.score == hands.shown


def test_not_filled_but_marked() -> None:
    """The four points are taken off, and the other marks twice four (Jeu 3, école liée au remplissage 1.2)."""
    hands = unfilled()
    assert set(hands.open()) == {"fausse_case_10", "ecole_trop_J", "ecole_remplir"}
    hands.say(N, ECOLE)
    hands.take_off(B, 4)
    hands.mark(N, 8)
    assert sum(points for side, points in hands.marked() if side is N) == 8
    hands.throw((2, 1), N)
    assert [one for one in hands.faults() if one[0] in {"ecole_partielle", "fausse_ecole"}] == []
    assert hands.score == hands.shown


@pytest.mark.parametrize(
    ("blancs", "noirs", "dice", "played", "due", "ecoles"),
    [
        # Exemple 1: six points of récompense, eight for filling in two ways. Of ten marked six stay; 4 and 8 are due.
        ("7:2 8:2 9:3 10:4 11 12:3", "1:12 3:2 10", (2, 1), ((10, 12), (7, 8)), 6, {"trop_J": 4, "remplir": 8}),
        # Exemple 2: two points of récompense, four for filling. Of ten marked two stay; 8 and 4 are due.
        ("1:3 2:2 3:3 4:3 5:3 6", "1:12 9:2 10", (5, 4), ((5, 10), (5, 9)), 2, {"trop_J": 8, "remplir": 4}),
    ],
)
def test_ten_marked_and_not_filled(
    blancs: str,
    noirs: str,
    dice: tuple[int, int],
    played: tuple[tuple[int, int], ...],
    due: int,
    ecoles: dict[str, int],
) -> None:
    """Each example has twelve points of école (Jeu 3, école liée au remplissage 1.2, exemples 1 and 2)."""
    hands = Hands(blancs, noirs)
    assert hands.throw(dice) == due + ecoles["remplir"]
    hands.mark(B, 10)
    hands.hop(B, *played)
    hands.rest(B)
    ruled = {name.removeprefix("ecole_"): points for name, _, points, window in hands.faults() if window is OPEN}
    assert {name: ruled[name] for name in ecoles} == ecoles
    hands.take_off(B, 10 - due)
    assert hands.score.of(B).points == due
    hands.mark(N, 12)
    hands.throw((2, 1), N)
    claimed = {name.removeprefix("ecole_"): points for name, _, points, window in hands.faults() if window is CLAIMED}
    assert claimed == ecoles
    assert hands.score == hands.shown


def test_points_marked_for_a_jan_that_could_not_be_filled() -> None:
    """This is no fausse case, but an école par trop like any other (Jeu 3, école liée au remplissage 1.3)."""
    hands = Hands("1:4 7:2 8:2 9:2 10:2 11 12:2")
    assert hands.throw((2, 1)) == 0
    hands.mark(B, 4)
    assert hands.faults() == [("ecole_trop_J", B, 4, OPEN)]


def test_not_kept() -> None:
    """The rule is that of filling, with one way only (Jeu 3, école liée à la conservation)."""
    hands = Hands("1:3 7:2 8:2 9:2 10:2 11:2 12:2")
    assert hands.throw((2, 1)) == 4
    hands.hop(B, (7, 9), (1, 2))
    hands.rest(B)
    assert set(hands.open()) == {"fausse_case_11", "ecole_conserver"}
    assert ("ecole_conserver", B, 4, OPEN) in hands.faults()


def test_last_dames_not_taken_out_and_taken_out_by_the_other() -> None:
    """The other marks four points. The dames may then go out without points, and Blancs throw first."""
    hands = Hands("20 21", "19:15")
    assert hands.throw((5, 4)) == 4
    hands.hop(B, (20, 24), (21, 25))
    hands.rest(B)
    assert hands.open() == ["ecole_sortie"]
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    hands.mark(N, 4)
    hands.hop(B, (24, 25))
    hands.act(Releve(0.0, ReleveCause.SORTIE, B))
    assert hands.marked() == [(N, 4)]
    assert hands.judge.situation.trait is B
    assert hands.score == hands.shown


def test_dames_impuissantes_leave_two_points() -> None:
    """The other leaves the play and marks two points, or has it replayed and marks none (dames impuissantes)."""
    hands = Hands("6 9:14")
    hands.mark(B, hands.throw((6, 3)))
    hands.hop(B, (6, 9))
    hands.rest(B)
    hands.mark(N, hands.given() + 2)
    assert ("impuissante", B, 2, CLAIMED) in hands.faults()
    assert hands.score == hands.shown
    again = [str(one.fault.name) for one in hands.claim(N) if one.fault is not None]
    assert again == ["impuissante"], "he has left the play for its points, and cannot have it replayed as well"


@pytest.mark.parametrize("replayed", [False, True])
def test_the_companion_marks_dames_impuissantes_that_were_not_replayed(replayed: bool) -> None:
    """A player who has them replayed marks nothing. His choice shows only when he throws."""
    hands = Hands("6 9:14", mode=Mode.SCORE)
    hands.throw((6, 3))
    hands.hop(B, (6, 9))
    hands.rest(B)
    given = hands.score.of(N).points
    assert hands.say(N, Declaration.FAUSSE_CASE) == [ClaimVerdict.RIGHT, ClaimVerdict.RIGHT]
    assert hands.score.of(N).points == given
    if replayed:
        hands.hop(B, (9, 6))
        throw = hands.judge.situation.throw
        assert throw is not None
        hands.hop(B, *((move.start, move.end) for move in throw.plays.plays[0].moves))
    hands.rulings.clear()
    hands.throw((2, 1), N)
    assert hands.marked()[:1] == ([] if replayed else [(N, 2)])


def test_deux_jetons_first_case() -> None:
    """A jeton stays on eight, and one of the talon marks two: the eight are given up (Jeu 3, deux jetons 1)."""
    hands, worth = beating(Score(Holding(8, True, 0)))
    assert worth == 2
    hands.act(JetonMoved(0.0, B, 2, bredouille=False, left=8))
    hands.act(JetonReleased(0.0, B, 2, bredouille=False, left=8))
    assert hands.faults() == [("deux_jetons", B, 0, OPEN)]
    assert hands.score.of(B).points == 2


def test_deux_jetons_second_case() -> None:
    """The other's second jeton was used and the old one forgotten: an école after the next play (deux jetons 2)."""
    hands, _ = beating(Score(Holding(6, False, 0), Holding(8, True, 0)))
    hands.act(JetonMoved(0.0, N, 8, bredouille=False))
    hands.act(JetonReleased(0.0, N, 8, bredouille=False))
    hands.act(JetonMoved(0.0, B, 8, bredouille=False, left=6))
    hands.act(JetonReleased(0.0, B, 8, bredouille=False, left=6))
    hands.play()
    assert hands.faults() == []
    hands.shown = Score(Holding(8, False, 0), Holding(8, False, 0))
    hands.mark(N, hands.given())
    hands.throw((2, 1), N)
    assert hands.faults() == []
    hands.play()
    assert hands.faults() == [("deux_jetons", B, 6, OPEN)]
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]


def forgotten_until_thrown() -> Hands:
    """Blancs forgot a jeton on six and marked eight with the bredouille's one. Noirs have thrown."""
    hands, _ = beating(Score(Holding(6, False, 0), Holding(8, True, 0)))
    hands.act(JetonMoved(0.0, N, 8, bredouille=False))
    hands.act(JetonMoved(0.0, B, 8, bredouille=False, left=6))
    hands.act(JetonReleased(0.0, N, 8, bredouille=False))
    hands.act(JetonReleased(0.0, B, 8, bredouille=False, left=6))
    hands.play()
    hands.shown = Score(Holding(8, False, 0), Holding(8, False, 0))
    hands.mark(N, hands.given())
    hands.throw((2, 1), N)
    return hands


@pytest.mark.parametrize(("played", "accused"), [(0.5, True), (1.5, False)])
def test_deux_jetons_is_announced_by_what_was_done_first(played: float, accused: bool) -> None:
    """Noirs' play becomes known after Blancs' jeton was seen taken up, at 1.0 s (Jeu 3, deux jetons, nota)."""
    hands = forgotten_until_thrown()
    hands.act(JetonMoved(0.0, B, 8, bredouille=False))
    throw = hands.judge.situation.throw
    assert throw is not None
    t = hands.t - 1.0 + played
    for move in throw.plays.plays[0].moves:
        for dame in (DameLifted(t, N, move.start), DamePlaced(t, N, move.end)):
            hands.rulings += hands.judge.observe(dame)
    assert hands.faults() == ([("deux_jetons", B, 6, OPEN)] if accused else [])


def test_deux_jetons_may_be_marked_before_an_unlawful_play_is_over() -> None:
    """Noirs moved two dames where no play leads, and mark the école. Their play was not declared over."""
    hands = forgotten_until_thrown()
    hands.hop(N, (1, 5), (1, 5))
    hands.act(JetonMoved(0.0, B, 8, bredouille=False))
    assert hands.open() == ["deux_jetons"]
    hands.mark(N, 6)
    assert [name for name, *_ in hands.faults() if name == "fausse_ecole"] == []
    hands.rest(N)
    assert hands.marked()[-1] == (N, 6)
    assert [one for one in hands.faults() if one[0] == "deux_jetons"] == [
        ("deux_jetons", B, 6, OPEN), ("deux_jetons", B, 6, CLAIMED)
    ]  # fmt: skip


def test_deux_jetons_mended_in_time() -> None:
    """This is possible until the next throw has been played (Jeu 3, deux jetons, nota)."""
    hands, _ = beating(Score(Holding(6, False, 0), Holding(8, True, 0)))
    hands.act(JetonMoved(0.0, B, 8, bredouille=False, left=6))
    hands.act(JetonReleased(0.0, B, 8, bredouille=False, left=6))
    hands.play()
    hands.throw((2, 1), N)
    hands.act(JetonMoved(0.0, B, 8, bredouille=False))
    hands.play()
    assert hands.faults() == []
