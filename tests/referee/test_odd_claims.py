"""Claims and declarations at odd moments: each is answered, and the game goes on by the laws."""

from __future__ import annotations

import pytest

from events.acts import DameLifted, DamePlaced, Declaration, Declared
from events.peg_reading import Button
from events.rulings import ClaimRuled, ClaimVerdict, Played, Window
from events.state import Mode
from events.trictrac.acts import FichetMoved
from events.trictrac.rulings import HeldOrLeft
from events.trictrac.settings import Settings
from events.trictrac.state import Phase
from rules.fault import FaultName
from rules.position import Position
from tests.referee.hands import A_TROU, FILL, B, Hands, N, beating, goes_on, unfilled
from tests.referee.players import Players

ECOLE = Declaration.ECOLE


def test_a_claim_before_any_throw_is_wrong() -> None:
    hands = Hands()
    for claim in (hands.claim(B), hands.claim(N, "f0.1.7")):
        assert [one.verdict for one in claim] == [ClaimVerdict.WRONG]
    assert hands.say(N, ECOLE) == [ClaimVerdict.WRONG]
    goes_on(hands)


def test_a_claim_by_the_wrong_side_changes_nothing_for_the_right_one() -> None:
    hands, worth = beating()
    hands.play()
    assert hands.say(B, ECOLE) == [ClaimVerdict.WRONG]
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    hands.mark(N, hands.given() + worth)
    assert "fausse_ecole" not in {name for name, *_ in hands.faults()}
    goes_on(hands)


def test_a_button_pressed_twice_claims_once() -> None:
    """Before the école is marked, the second press is right and worth nothing more. After that it is wrong."""
    hands, worth = beating()
    hands.play()
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    assert [one.points for one in hands.rulings if isinstance(one, ClaimRuled)] == [worth, 0]
    hands.mark(N, hands.given() + worth)
    assert hands.score == hands.shown
    assert hands.say(N, ECOLE) == [ClaimVerdict.WRONG]
    assert [one for one in hands.faults() if one[0] == "fausse_ecole"] == []
    goes_on(hands)


def test_an_ecole_may_be_named_after_it_was_marked() -> None:
    """The word after the mark is about the same école, and worth nothing more (Lois XVII)."""
    hands, worth = beating()
    hands.play()
    hands.mark(N, hands.given() + worth)
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    assert [one.points for one in hands.rulings if isinstance(one, ClaimRuled)] == [0]
    hands.throw((2, 1), N)
    assert hands.score == hands.shown
    assert "fausse_ecole" not in {name for name, *_ in hands.faults()}


def test_points_marked_before_ecole_are_no_part_of_the_ecole() -> None:
    """He marked too much, then claimed the other's école and marked all of it (Jeu 3, écoles par trop)."""
    hands, worth = beating()
    hands.play()
    hands.mark(N, hands.given() + 2)
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    hands.mark(N, worth)
    hands.throw((2, 1), N)
    assert hands.score == hands.shown
    assert [one for one in hands.faults() if one[1] is N] == [("ecole_trop_A", N, 2, Window.OPEN)]


def test_a_button_pressed_twice_where_the_companion_marks() -> None:
    """The companion marks at once. A further press is wrong, and nothing is marked again."""
    hands = Hands(FILL, mode=Mode.SCORE)
    hands.throw((6, 1))
    hands.hop(B, (1, 7), (1, 2))
    hands.rest(B)
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT, ClaimVerdict.RIGHT]
    score = hands.score
    hands.say(N, ECOLE)
    assert hands.say(N, ECOLE) == [ClaimVerdict.WRONG]
    assert hands.score == score


def test_an_ecole_called_again_is_not_about_the_dames() -> None:
    """One button means école and fausse case. While an école is still to be marked, it means the école."""
    hands = unfilled()
    hands.say(N, ECOLE)
    hands.take_off(B, 4)
    hands.mark(N, 4)
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    assert hands.open() == ["fausse_case_10"]
    hands.mark(N, 4)
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    assert hands.open() == []


@pytest.mark.parametrize("what", ["button", ECOLE, Declaration.FAUSSE_CASE])
@pytest.mark.parametrize(
    ("hops", "fault"),
    [
        (((1, 4), (1, 5)), FaultName.FAUSSE_CASE_4_1),
        (((1, 8),), FaultName.FAUSSE_CASE_4_2),
        (((10, 13),), FaultName.CASE_INTERDITE_2),
    ],
)
def test_any_claim_ends_a_play_that_no_law_allows(
    what: str, hops: tuple[tuple[int, int], ...], fault: FaultName
) -> None:
    """The dames were let go there, so the other may claim it at once (Lois XVII 2)."""
    hands = Hands("1:14 10")
    hands.throw((5, 3))
    hands.hop(B, *hops)
    ruled = hands.claim(N) if what == "button" else hands.act(Declared(0.0, N, Declaration(what)))
    named = [(one.verdict, one.fault and one.fault.name) for one in ruled if isinstance(one, ClaimRuled)]
    assert named == [(ClaimVerdict.RIGHT, fault)]


@pytest.mark.parametrize(
    ("blancs", "rests", "goes_on_to"),
    [("1:15", (1, 6), (1, 4)), ("1 23:14", (1, 4), (4, 9))],
    ids=["with another dame", "tout d'une, as no other can play"],
)
def test_a_claim_is_premature_while_a_number_may_still_be_played(
    blancs: str, rests: tuple[int, int], goes_on_to: tuple[int, int]
) -> None:
    """A dame well played is no fault, and the other number follows (Lois VII; Jeu 3, traitement 1)."""
    hands = Hands(blancs)
    hands.throw((5, 3))
    hands.hop(B, rests)
    assert [one.verdict for one in hands.claim(N)] == [ClaimVerdict.WRONG]
    hands.hop(B, goes_on_to)
    assert hands.faults() == []


def test_a_claim_is_premature_while_a_claimed_play_is_replaced() -> None:
    """The dames are put right one after the other, so one may still stand where no play takes it."""
    hands = Hands()
    hands.throw((5, 3))
    hands.hop(B, (1, 5), (1, 3))
    hands.claim(N)
    hands.hop(B, (5, 1))
    assert [one.verdict for one in hands.claim(N)] == [ClaimVerdict.WRONG]
    hands.hop(B, (3, 6), (1, 4))
    assert [one.lawful for one in hands.rulings if isinstance(one, Played)] == [False, True]


def test_two_claims_of_one_fault_by_its_name() -> None:
    hands, _ = beating()
    hands.play()
    about = hands.judge.situation.open_faults[0].about
    assert [one.verdict for one in hands.claim(N, about)] == [ClaimVerdict.RIGHT]
    assert [one.verdict for one in hands.claim(N, about)] == [ClaimVerdict.WRONG]


def test_a_claim_of_an_unknown_fault_is_wrong() -> None:
    hands, _ = beating()
    hands.play()
    assert [one.verdict for one in hands.claim(N, "no such fault")] == [ClaimVerdict.WRONG]
    assert hands.open() == ["ecole_moins_J"]


def test_je_tiens_and_je_m_en_vais_change_nothing_if_there_is_nothing_to_decide() -> None:
    """They count only after a trou of one's own throw, and before a dame is touched (Lois XVI)."""
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
    """A player who says it before touching a dame must hold (Jeu 2, tenir)."""
    hands, _ = beating(A_TROU)
    hands.act(FichetMoved(0.0, B, 4))
    hands.say(B, Declaration.JE_TIENS)
    hands.say(B, Declaration.JE_M_EN_VAIS)
    assert hands.judge.situation.phase is Phase.TO_PLAY
    assert [one.left for one in hands.rulings if isinstance(one, HeldOrLeft)] in ([], [False])


def test_taking_out_only_one_of_the_last_two_dames_is_an_ecole_of_the_sortie() -> None:
    """He also marked nothing before touching it, but those are the same points (Jeu 3, école liée à la sortie)."""
    players = Players(Settings(mode=Mode.REFEREE, jetons=True))
    counts = [0] * 24
    counts[22] = counts[23] = 1
    last = Position(tuple(counts), Position.start().noirs)
    players.set_up(last, trait=B)
    players.wait()
    players.throw((6, 2))
    counts[22] = 0
    players.show(players.table.play(last.with_counts(B, tuple(counts)), 12))
    players.show([players.table.button(N, Button.ECOLE)])
    (ruled,) = [one for one in players.rulings if isinstance(one, ClaimRuled)]
    assert ruled.verdict is ClaimVerdict.RIGHT
    assert ruled.fault is not None
    assert ruled.fault.name is FaultName.ECOLE_SORTIE
    assert ruled.points == 4


def test_a_play_claimed_while_a_dame_seems_to_be_in_the_hand_is_made_again() -> None:
    """A dame of 7 came alone to the coin, and the other one of 7 was not seen on 10. He takes 12 back.

    No dame counts as moved back or taken up again: his next moves are as the other asked (Jeu 3, traitement).
    """
    hands = Hands("1:8 2 6:2 7:2 8:2", "1:15")
    hands.throw((5, 3))
    hands.hop(B, (7, 12))
    hands.act(DameLifted(0.0, B, 7))
    assert hands.say(N, ECOLE) == [ClaimVerdict.WRONG]
    for case in (1, 12):
        hands.act(DameLifted(0.0, B, case))
    for case in (6, 7, 10):
        hands.act(DamePlaced(0.0, B, case))
    assert hands.faults() == []
    goes_on(hands)


def after_a_wrong_call() -> Hands:
    """Return a table where Noirs, whom the throw gave four points, called an école that is none."""
    hands = Hands("1:10 5 10 11 12:2", "1:6 5 6 8:2 10:2 11 12:2")
    assert (hands.throw((6, 2)), hands.given()) == (6, 4)
    hands.mark(B, 6)
    hands.play()
    assert hands.say(N, ECOLE) == [ClaimVerdict.WRONG]
    return hands


def test_marks_after_a_wrong_call_pay_the_dues_first() -> None:
    """Noirs call an école that is none and mark six for the four the throw gave them: two are a fausse école.

    Écoles come after all other points (Lois XVII 3).
    """
    hands = after_a_wrong_call()
    hands.mark(N, 6)
    assert [one[:3] for one in hands.faults()] == [("fausse_ecole", N, 2)]
    assert hands.say(B, ECOLE) == [ClaimVerdict.RIGHT]
    hands.take_off(N, 2)
    hands.mark(B, 2)
    assert (hands.score.of(B).points, hands.score.of(N).points) == (8, 4)


def test_a_part_of_the_dues_marked_after_a_wrong_call_is_no_fausse_ecole() -> None:
    """Two of Noirs' four are missing, and that is all."""
    hands = after_a_wrong_call()
    hands.mark(N, 2)
    hands.throw((2, 1))
    assert [one[:3] for one in hands.faults()] == [("ecole_moins_A", N, 2)]


@pytest.mark.parametrize("what", [ECOLE, Declaration.FAUSSE_CASE])
def test_a_claim_by_voice_and_button_at_once_is_not_wrong(what: Declaration) -> None:
    """Both mean the one fault (Lois XVII 3: "doit le signaler"; Jeu 3, traitement), which is still to be mended."""
    for voice_first in (True, False):
        if what is ECOLE:
            hands, _ = beating()
            hands.play()
        else:
            hands = Hands()
            hands.throw((6, 4))
            hands.hop(B, (1, 7), (1, 4))
            hands.rest(B)
        verdicts = []
        for voice in (voice_first, not voice_first):
            verdicts += hands.say(N, what) if voice else [one.verdict for one in hands.claim(N)]
        assert verdicts == [ClaimVerdict.RIGHT] * 2
