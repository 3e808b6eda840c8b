"""The rows of the table of faults about écoles of points: par moins, par trop, and écoles on écoles."""

from __future__ import annotations

from events.acts import Declaration
from events.rulings import ClaimVerdict, Window, Withdrawn, standing
from events.trictrac.acts import FichetMoved
from events.trictrac.rulings import Marked
from events.trictrac.state import Phase
from rules.marking import Holding, Score
from rules.position import Side
from tests.referee.hands import BARRED, B, Hands, N, beating, begun_ecole

OPEN, CLAIMED, CLOSED = Window.OPEN, Window.CLAIMED, Window.CLOSED
ECOLE = Declaration.ECOLE


def test_par_moins_of_the_thrower() -> None:
    """It opens with the first dame touched and closes when the other throws (Jeu 3, écoles par moins 3.1)."""
    hands, worth = beating()
    assert worth == 2
    assert hands.say(N, ECOLE) == [ClaimVerdict.WRONG]
    hands.play()
    assert hands.open() == ["ecole_moins_J"]
    hands.mark(N, hands.given())
    hands.throw((2, 1), N)
    assert hands.faults() == [("ecole_moins_J", B, 2, OPEN), ("ecole_moins_J", B, 2, CLOSED)]
    assert hands.say(N, ECOLE) == [ClaimVerdict.TOO_LATE]


def test_par_moins_of_the_thrower_marked_by_the_other() -> None:
    """The other marks the forgotten points for himself (Jeu 3, écoles par moins 2)."""
    hands, worth = beating()
    hands.play()
    hands.mark(N, hands.given() + worth)
    assert hands.faults()[-1] == ("ecole_moins_J", B, worth, CLAIMED)
    assert hands.score == hands.shown


def test_par_moins_of_the_other() -> None:
    """It opens when he throws and closes when the other throws again (écoles par moins, n'ayant pas lancé)."""
    hands = Hands("12:15", BARRED, first=B)
    hands.throw((5, 4))
    owed = hands.given()
    assert owed == 4
    hands.mark(N, 2)
    assert hands.open() == []
    hands.mark(N, hands.throw((2, 1), N))
    assert ("ecole_moins_A", N, 2, OPEN) in hands.faults()
    hands.play()
    hands.throw((2, 1), B)
    assert ("ecole_moins_A", N, 2, CLOSED) in hands.faults()


def test_par_trop_of_the_thrower() -> None:
    """After the release the other takes the surplus off and marks it (Jeu 3, écoles par trop 2 and 3.1)."""
    hands, worth = beating()
    hands.mark(B, worth + 4)
    assert hands.faults() == [("ecole_trop_J", B, 4, OPEN)]
    hands.take_off(B, 4)
    hands.mark(N, 4)
    assert hands.marked() == [(B, worth + 4), (B, -4), (N, 4)]
    assert hands.faults()[-1] == ("ecole_trop_J", B, 4, CLAIMED)
    assert hands.score == hands.shown


def test_par_trop_of_the_thrower_unnoticed() -> None:
    """Once the other has thrown, the points stay as marked (Jeu 3, écoles par trop 3.1)."""
    hands, worth = beating()
    hands.mark(B, worth + 4)
    hands.play()
    hands.mark(N, hands.given())
    hands.throw((2, 1), N)
    assert hands.faults() == [("ecole_trop_J", B, 4, OPEN), ("ecole_trop_J", B, 4, CLOSED)]
    assert hands.score.of(B).points == worth + 4


def test_par_trop_in_several_goes_is_one_ecole() -> None:
    """Points may be marked in several moves. Only their sum is too large (Jeu 3, jetons 5), and it is one mark."""
    hands, worth = beating()
    hands.mark(B, worth + 2)
    hands.mark(B, 2)
    assert [one.points for one in standing(hands.rulings) if isinstance(one, Marked)] == [worth + 4]
    assert hands.faults() == [("ecole_trop_J", B, 2, OPEN), ("ecole_trop_J", B, 4, OPEN)]
    assert [one.what for one in hands.rulings if isinstance(one, Withdrawn)] == hands.rulings[1:3]
    assert [one.fault.remedies[0].points for one in hands.judge.situation.open_faults] == [4]
    hands.take_off(B, 4)
    hands.mark(N, 4)
    assert hands.faults()[-1] == ("ecole_trop_J", B, 4, CLAIMED)
    assert hands.score == hands.shown


def test_par_trop_of_the_other() -> None:
    """It is open from the release until the other throws again (Jeu 3, écoles par trop, n'ayant pas lancé)."""
    hands, worth = beating()
    hands.mark(B, worth)
    hands.play()
    hands.mark(N, hands.given() + 4)
    assert hands.faults() == [("ecole_trop_A", N, 4, OPEN)]
    hands.mark(N, hands.throw((2, 1), N))
    assert hands.open() == ["ecole_trop_A"]
    hands.play()
    hands.throw((2, 1), B)
    assert hands.faults()[-1] == ("ecole_trop_A", N, 4, CLOSED)


def test_a_player_who_can_play_nothing_makes_no_ecole_par_moins() -> None:
    """He touches no dame. The other's throw ends the time to claim, and he may still mark (école impossible)."""
    hands = Hands("2 3:2 4:2 5:2 6:2 7:2 8:2 10:2", "12:15", first=N)
    assert hands.throw((5, 4)) > 0
    worth = hands.judge.situation.throw.worth(N) if hands.judge.situation.throw else 0
    assert hands.judge.situation.phase is Phase.TO_THROW
    hands.mark(B, hands.given())
    hands.throw((2, 1), B)
    assert hands.open() == []
    hands.mark(N, worth)
    assert hands.open() == []
    assert hands.marked()[-1] == (N, worth)


def test_a_player_who_could_play_nothing_loses_unmarked_points_at_his_next_throw() -> None:
    """He keeps the points marked before the other threw. Nobody can mark the rest (Jeu 3, école impossible)."""
    hands = Hands("2 3:2 4:2 5:2 6:2 7:2 8:2 10:2", "12:15", first=N)
    worth = hands.throw((5, 4))
    assert worth > 2
    hands.mark(N, worth - 2)
    hands.mark(B, hands.given())
    hands.throw((2, 1), B)
    assert (N, worth - 2) in hands.marked()
    hands.play()
    assert hands.faults() == []
    hands.throw((2, 1), N)
    assert hands.faults() == [("ecole_moins_J", N, 2, OPEN), ("ecole_moins_J", N, 2, CLOSED)]
    assert hands.judge.situation.books.ledger.claimable(B) == 0


def test_a_player_who_can_play_nothing_and_asks_the_other_to_throw_has_let_his_points_go() -> None:
    """An invitation to play ends his time to mark, so the other can mark the école before he throws (Lois XVII 3)."""
    hands = Hands("2 3:2 4:2 5:2 6:2 7:2 8:2 10:2", "12:15", first=N)
    worth = hands.throw((5, 4))
    hands.say(N, Declaration.COUP_JOUE)
    assert hands.faults() == [("ecole_moins_J", N, worth, OPEN)]
    assert hands.say(B, ECOLE) == [ClaimVerdict.RIGHT]
    hands.mark(B, hands.given() + worth)
    hands.throw((2, 1), B)
    assert hands.faults()[1:] == [("ecole_moins_J", N, worth, CLAIMED)]


def test_an_ecole_not_marked_is_no_ecole() -> None:
    """An école d'école does not exist (Jeu 3)."""
    hands, _ = beating()
    hands.play()
    hands.throw((2, 1), N)
    hands.play()
    hands.throw((2, 1), B)
    assert {name for name, *_ in hands.faults()} == {"ecole_moins_J"}


def test_an_ecole_begun_may_be_demanded_whole() -> None:
    """The player who erred may demand the rest until he throws (Jeu 3, école d'école; Lois XVII 3)."""
    hands = begun_ecole()
    hands.throw((2, 1), N)
    assert ("ecole_partielle", N, 0, OPEN) in hands.faults()
    (part,) = (one for one in hands.judge.situation.open_faults if one.fault.name == "ecole_partielle")
    assert [remedy.points for remedy in part.fault.remedies] == [2]
    assert [one.verdict for one in hands.claim(B, part.about)] == [ClaimVerdict.RIGHT]
    hands.mark(N, 2)
    assert hands.marked()[-1] == (N, 2)
    assert "fausse_ecole" not in {name for name, *_ in hands.faults()}


def test_fausse_ecole_for_an_ecole_that_does_not_exist() -> None:
    """Both jetons go back, and the other marks the false points (Jeu 3, fausse école)."""
    hands, worth = beating()
    hands.mark(B, worth)
    hands.play()
    assert hands.say(N, ECOLE) == [ClaimVerdict.WRONG]
    hands.mark(N, 4)
    assert hands.faults() == [("fausse_ecole", N, 4, OPEN)]
    hands.throw((2, 1), N)
    hands.say(B, ECOLE)
    hands.take_off(N, 4)
    hands.mark(B, 4)
    assert hands.faults()[1:] == [("fausse_ecole", N, 4, CLAIMED)]
    assert hands.marked() == [(B, worth), (N, 4), (N, -4), (B, 4)]


def test_fausse_ecole_for_too_large_an_ecole() -> None:
    """Only the surplus of points is false (Jeu 3, fausse école 1)."""
    hands, worth = beating()
    hands.play()
    hands.say(N, ECOLE)
    hands.mark(N, hands.given() + worth + 2)
    assert ("fausse_ecole", N, 2, OPEN) in hands.faults()
    hands.throw((2, 1), N)
    hands.play()
    hands.throw((2, 1), B)
    assert hands.faults()[-1] == ("fausse_ecole", N, 2, CLOSED)


def test_moving_the_other_s_jeton_back_is_never_a_fault() -> None:
    """It is taken off wrongly and put back (Jeu 3, fausse école 1, jetons 17)."""
    hands, worth = beating()
    hands.mark(B, worth)
    hands.play()
    marked = hands.shown
    hands.show(marked.with_holding(B, Holding(0, False, 0)), by=N)
    hands.show(marked, by=N)
    hands.mark(N, hands.given())
    hands.throw((2, 1), N)
    assert hands.faults() == []
    assert hands.score == hands.shown


def an_ecole_undone() -> tuple[Hands, int, Score]:
    """Return a table at which Blancs took Noirs' école off and marked as much, its worth, and the score before."""
    hands, worth = beating()
    hands.play()
    before = hands.shown
    hands.say(N, ECOLE)
    hands.mark(N, worth)
    hands.throw((2, 1), N)
    hands.say(B, ECOLE)
    hands.show(before, by=B)
    hands.mark(B, worth)
    return hands, worth, before


def test_augmentation_and_its_answer() -> None:
    """Both jetons are put back, and as many points are added (Jeu 3, augmentation d'école 1 and 2)."""
    hands, worth, before = an_ecole_undone()
    assert hands.faults()[-1] == ("augmentation", B, worth, OPEN)
    hands.say(N, ECOLE)
    hands.show(before.mark(N, 2 * worth)[0], by=N)
    assert hands.faults()[-1] == ("augmentation", B, worth, CLAIMED)
    assert hands.score.of(N).points == 2 * worth
    assert hands.score.of(B).points == 0


def test_points_too_many_for_the_next_throw_are_no_augmentation() -> None:
    """Points marked for a throw belong to that throw, not to an earlier école (Jeu 3, écoles par trop)."""
    hands, _, _ = an_ecole_undone()
    hands.play()
    hands.mark(B, hands.given() + 2)
    assert hands.faults()[-1] == ("ecole_trop_A", B, 2, OPEN)


def test_an_augmentation_that_only_fichets_show_is_claimed_rightly() -> None:
    """A trou effaces the other's points, so no jeton moves. The fichets at the moment of "École !" count."""
    hands, worth = beating(Score(Holding(10), Holding(10)))
    hands.play()
    hands.mark(N, worth)
    hands.throw((2, 1), N)
    hands.say(B, ECOLE)
    for side, trou in ((B, 1), (N, 0)):
        hands.act(FichetMoved(0.0, side, trou))
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    assert hands.faults()[-1] == ("augmentation", B, worth, CLAIMED)
    assert [(hands.score.of(side).trous, hands.score.of(side).points) for side in (B, N)] == [(1, 0), (0, 0)]


def test_an_ecole_is_augmented_once_and_once_more_but_no_further() -> None:
    """After that the marks stay, and points taken off go back (Jeu 3, augmentation d'école 3)."""
    hands, worth = beating()
    hands.play()
    nothing = hands.shown
    hands.say(N, ECOLE)
    hands.mark(N, worth)
    hands.throw((2, 1), N)

    def augment(times: int) -> tuple[str, Side, int, Window]:
        """Let Blancs take the last of Noirs' `times` écoles off and mark it for themselves."""
        hands.say(B, ECOLE)
        hands.show(nothing.mark(N, (times - 1) * worth)[0], by=B)
        hands.mark(B, worth)
        return hands.faults()[-1]

    def answer(times: int) -> tuple[str, Side, int, Window]:
        """Let Noirs put both jetons so that they have `times` écoles."""
        hands.say(N, ECOLE)
        hands.show(nothing.mark(N, times * worth)[0], by=N)
        return hands.faults()[-1]

    assert augment(1) == ("augmentation", B, worth, OPEN)
    assert answer(2) == ("augmentation", B, worth, CLAIMED)
    assert augment(2) == ("augmentation", B, worth, OPEN)
    assert answer(3) == ("augmentation", B, worth, CLAIMED)
    assert augment(3) == ("augmentation", B, 0, OPEN)
    assert answer(3) == ("augmentation", B, 0, CLAIMED)
    assert (hands.score.of(N).points, hands.score.of(B).points) == (3 * worth, 0)
    assert hands.say(N, ECOLE) == [ClaimVerdict.WRONG]
    hands.mark(N, worth)
    assert hands.faults()[-1] == ("fausse_ecole", N, worth, OPEN)
