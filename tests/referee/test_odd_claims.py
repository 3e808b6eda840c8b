"""Claims and words at odd moments: each is answered, and the game goes on as the laws have it."""

from __future__ import annotations

from events.acts import DameLifted, DamePlaced, Declaration
from events.peg_reading import Button
from events.rulings import ClaimRuled, Verdict, Window
from events.state import Mode
from events.trictrac.acts import Corrected, FichetMoved
from events.trictrac.rulings import HeldOrLeft
from events.trictrac.settings import Settings
from events.trictrac.state import Phase
from rules.fault import FaultName
from rules.position import Position
from tests.referee.hands import A_TROU, FILL, B, Hands, N, beating, goes_on
from tests.referee.players import Players

ECOLE = Declaration.ECOLE


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


def test_an_ecole_may_be_named_after_it_was_marked() -> None:
    """Lois XVII: he says "École !" or marks it; the word after the mark is about the same one, and worth no more."""
    hands, worth = beating()
    hands.play()
    hands.mark(N, hands.given() + worth)
    assert hands.say(N, ECOLE) == [Verdict.RIGHT]
    assert [one.points for one in hands.rulings if isinstance(one, ClaimRuled)] == [0]
    hands.throw((2, 1), N)
    assert hands.score == hands.shown
    assert "fausse_ecole" not in {name for name, *_ in hands.faults()}


def test_points_marked_before_the_word_are_none_of_the_ecole_marked_whole_after_it() -> None:
    """He marked too much, then called the other's école and marked all of it (Jeu 3, écoles par trop)."""
    hands, worth = beating()
    hands.play()
    hands.mark(N, hands.given() + 2)
    assert hands.say(N, ECOLE) == [Verdict.RIGHT]
    hands.mark(N, worth)
    hands.throw((2, 1), N)
    assert hands.score == hands.shown
    assert [one for one in hands.faults() if one[1] is N] == [("ecole_trop_A", N, 2, Window.OPEN)]


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


def test_who_takes_one_of_his_last_two_dames_out_is_called_for_the_sortie() -> None:
    """Jeu 3, école liée à la sortie: he had marked nothing when he touched it either, but those are the same points."""
    players = Players(Settings(mode=Mode.REFEREE, jetons=True))
    counts = [0] * 24
    counts[22] = counts[23] = 1
    last = Position(tuple(counts), Position.start().noirs)
    players.table.position = last
    players.show([Corrected(players.table.t, by="test", position=last, trait=B)])
    players.wait()
    players.throw((6, 2))
    counts[22] = 0
    players.show(players.table.play(last.replaced(B, tuple(counts)), 12))
    players.show([players.table.button(N, Button.ECOLE)])
    (ruled,) = [one for one in players.rulings if isinstance(one, ClaimRuled)]
    assert ruled.verdict is Verdict.RIGHT
    assert ruled.fault is not None
    assert ruled.fault.name is FaultName.ECOLE_SORTIE
    assert ruled.points == 4


def test_a_play_called_while_a_dame_is_thought_to_be_in_his_hand_is_made_again_as_the_other_asked() -> None:
    """7 came to the coin, alone; the other 7 was not seen on 10: he takes 12 back, and moved none back.

    Nor is the first one taken up again: his next moves are those the other asked for (Jeu 3, traitement).
    """
    hands = Hands("1:8 2 6:2 7:2 8:2", "1:15")
    hands.throw((5, 3))
    hands.hop(B, (7, 12))
    hands.act(DameLifted(0.0, B, 7))
    assert hands.say(N, ECOLE) == [Verdict.WRONG]
    for case in (1, 12):
        hands.act(DameLifted(0.0, B, case))
    for case in (6, 7, 10):
        hands.act(DamePlaced(0.0, B, case))
    assert hands.faults() == []
    goes_on(hands)
