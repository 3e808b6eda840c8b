"""Leaving with fewer or more trous marked than owed (Lois XVI; Jeu 3, chronologie du marquage et prise de trous)."""

from __future__ import annotations

import pytest

from events.acts import DameLifted, Declaration
from events.rulings import ClaimVerdict, Ruling, Window, standing
from events.state import Mode
from events.trictrac.acts import FichetMoved, JetonMoved, JetonReleased, Releve
from events.trictrac.rulings import FaultRuled, HeldOrLeft, ReleveRuled
from rules.code import CODES
from rules.marking import Holding, Score
from rules.position import ReleveCause
from tests.announce.samples import announcements
from tests.referee.hands import BEATEN, FILL, B, Hands, N, beating

JE_M_EN_VAIS = Declaration.JE_M_EN_VAIS
FOURS = (4, 4)
"""From FILL against BEATEN they are worth fourteen points. With ten in bredouille, that is four trous exactly."""

FOURTEEN = 14


def owed_four(
    *,
    mode: Mode = Mode.REFEREE,
    jetons: bool = True,
    code: str = "lois-2013",
    before: int = 0,
    trous: int | None = 12,
    swapped: bool = False,
) -> Hands:
    """Return a table at which a player with ten points in bredouille throws fourteen, so four trous are due to him."""
    side = N if swapped else B
    score = Score().with_holding(side, Holding(10, True, before))
    stand = (BEATEN, FILL) if swapped else (FILL, BEATEN)
    hands = Hands(*stand, score, mode=mode, jetons=jetons, code=CODES[code], first=side, trous=trous)
    assert hands.throw(FOURS) == FOURTEEN
    return hands


def leaves(hands: Hands, pegs: int | None, *, says: bool = True) -> None:
    """Let the thrower move his fichet to hole `pegs` (None: it stays), and leave: dames and jeton go home."""
    throw = hands.judge.situation.throw
    assert throw is not None
    side = throw.side
    if pegs is not None:
        hands.act(FichetMoved(0.0, side, pegs))
    if says:
        hands.say(side, JE_M_EN_VAIS)
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, side))
    for kind in (JetonMoved, JetonReleased) if hands.judge.settings.jetons else ():
        hands.act(kind(0.0, side, 0, bredouille=False))


def accused(rulings: list[Ruling]) -> list[str]:
    """Return the name of every fault that stands."""
    return [str(one.fault.name) for one in standing(rulings) if isinstance(one, FaultRuled)]


@pytest.mark.parametrize("says", [True, False])
@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("code", sorted(CODES))
@pytest.mark.parametrize("pegs", [1, 2, 3, 4])
def test_a_player_who_leaves_keeps_the_trous_of_his_fichet_and_gives_up_the_rest(
    pegs: int, code: str, *, swapped: bool, says: bool
) -> None:
    """He gives up trous: "Lorsqu'un joueur s'en va il ne peut faire d'école par moins" (Jeu 3, prise de trous)."""
    hands = owed_four(code=code, swapped=swapped)
    side = N if swapped else B
    leaves(hands, pegs, says=says)
    assert hands.score == Score().with_holding(side, Holding(trous=pegs))
    hands.throw((2, 1), side)
    hands.play()
    hands.throw((2, 1), side.adversary)
    hands.play()
    hands.throw((3, 1), side)
    assert accused(hands.rulings) == []
    assert hands.score.of(side).trous == pegs
    assert [one.left for one in hands.rulings if isinstance(one, HeldOrLeft)] == [True]


def test_a_player_who_leaves_without_marking_a_trou_gives_them_all_up() -> None:
    """Once he has touched his dames, the trous he marked stand, even if there are none (Jeu 3, jetons 14)."""
    hands = owed_four(before=3)
    leaves(hands, None)
    hands.throw((2, 1), B)
    hands.play()
    assert accused(hands.rulings) == []
    assert hands.score == Score(Holding(trous=3))


@pytest.mark.parametrize(("before", "kept"), [(9, 11), (3, 5)])
def test_giving_up_the_last_trous_does_not_win(before: int, kept: int) -> None:
    """Only a marked twelfth trou wins (Lois XX). Of thirteen trous due he marks eleven and leaves."""
    hands = owed_four(before=before)
    leaves(hands, kept)
    assert hands.judge.situation.winner is None
    assert hands.score == Score(Holding(trous=kept))


def test_in_a_partie_a_ecrire_the_fichet_has_gone_round() -> None:
    """From eleven trous his fichet goes to the first hole again, which means thirteen of fifteen due (Lois II, XVI)."""
    hands = owed_four(before=11, trous=None)
    leaves(hands, 1)
    assert hands.score == Score(Holding(trous=13))
    hands.throw((2, 1), B)
    hands.play()
    assert accused(hands.rulings) == []


def test_trous_marked_between_the_word_and_the_dames_count() -> None:
    """The fichet may be moved until the dames are touched (Jeu 3, jetons 13 and 14)."""
    hands = owed_four()
    hands.act(FichetMoved(0.0, B, 2))
    hands.say(B, JE_M_EN_VAIS)
    hands.act(FichetMoved(0.0, B, 4))
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    hands.throw((2, 1), B)
    hands.play()
    assert hands.score == Score(Holding(trous=4))
    assert accused(hands.rulings) == []


def test_a_trou_forgotten_for_the_bredouille_may_still_be_marked() -> None:
    """A fichet wrong by the bredouille may be put right until he throws again (école de trous, jetons 15)."""
    hands = owed_four()
    leaves(hands, 3)
    hands.throw((2, 1), B)
    hands.play()
    hands.act(FichetMoved(0.0, B, 4))
    hands.throw((2, 1), N)
    hands.play()
    hands.throw((3, 1), B)
    assert accused(hands.rulings) == []
    assert hands.score.of(B).trous == 4


def test_a_dozen_given_up_cannot_be_taken_back() -> None:
    """Two more trous marked after he has thrown again are a dozen too many (Jeu 3, jetons 14)."""
    hands = owed_four()
    leaves(hands, 2)
    hands.throw((2, 1), B)
    hands.act(FichetMoved(0.0, B, 4))
    hands.play()
    assert accused(hands.rulings) == ["ecole_trop_J"]


@pytest.mark.parametrize("mode", [Mode.REFEREE, Mode.LESSON])
def test_without_jetons_he_keeps_the_trous_of_his_fichet(mode: Mode) -> None:
    """The companion counts the points and he marks the trous. Trous not marked are given up here, too."""
    hands = owed_four(mode=mode, jetons=False)
    leaves(hands, 2)
    hands.throw((2, 1), B)
    hands.play()
    hands.throw((2, 1), N)
    assert accused(hands.rulings) == []
    assert hands.score == Score(Holding(trous=2))


def test_where_the_companion_keeps_the_score_nobody_is_accused() -> None:
    """In score mode the companion marks the trous, until a fichet has stayed elsewhere for long enough."""
    hands = owed_four(mode=Mode.SCORE, jetons=False)
    leaves(hands, 2)
    assert hands.score == Score(Holding(trous=4))
    for side in (B, N, B, N):
        hands.throw((2, 1), side)
        hands.play()
    assert accused(hands.rulings) == []


def test_a_trou_too_many_by_the_bredouille_is_no_ecole() -> None:
    """He marks two for one and leaves. This may be mended for a while, and then stands (Jeu 3, école de trous)."""
    hands, _ = beating(Score(Holding(10, False, 3), Holding(4, False, 2)))
    hands.act(FichetMoved(0.0, B, 5))
    hands.say(B, JE_M_EN_VAIS)
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    hands.throw((2, 1), B)
    hands.play()
    assert hands.faults() == [("trous_bredouille", B, 0, Window.OPEN)]
    hands.throw((2, 1), N)
    hands.play()
    hands.throw((3, 1), B)
    assert hands.score.of(B).trous == 5


def test_a_dozen_too_many_is_an_ecole_par_trop() -> None:
    """Five trous marked for one are twenty-four points too many (Jeu 3, école de trous, écoles par trop).

    His own trou lets him leave (Lois XVI), so this is no departure on an école.
    """
    hands, _ = beating(Score(Holding(10, False, 3), Holding(4, False, 2)))
    hands.act(FichetMoved(0.0, B, 8))
    hands.say(B, JE_M_EN_VAIS)
    assert hands.faults() == [("ecole_trop_J", B, 24, Window.OPEN)]
    assert hands.say(N, Declaration.ECOLE) == [ClaimVerdict.RIGHT]


@pytest.mark.parametrize("code", sorted(CODES))
def test_the_adversary_may_not_leave(code: str) -> None:
    """After a trou by the other's throw or by an école a player must hold (Lois XVI; Jeu 2, tenir)."""
    hands = owed_four(code=code)
    hands.say(N, JE_M_EN_VAIS)
    hands.act(FichetMoved(0.0, B, 4))
    hands.show(Score(Holding(trous=4)), by=B)
    hands.play()
    hands.say(N, JE_M_EN_VAIS)
    assert not [one for one in hands.rulings if isinstance(one, HeldOrLeft) and one.left]
    assert not [one for one in hands.rulings if isinstance(one, ReleveRuled)]
    assert hands.position.on(B, 1) < 15


def test_in_a_lesson_nothing_is_said_of_trous_given_up() -> None:
    """No fault of a player who leaves is announced, then or later (Jeu 3, prise de trous)."""
    hands = owed_four(mode=Mode.LESSON)
    leaves(hands, 2)
    hands.throw((2, 1), B)
    hands.play()
    said = [one for ruling in hands.rulings for one in announcements(ruling, mode=Mode.LESSON)]
    assert {one.kind for one in said}
    assert not [one for one in said if "fault" in one.kind or "ecole" in one.kind]


@pytest.mark.parametrize("pegs", [1, 2, 4])
def test_a_player_whose_first_dame_goes_home_makes_no_ecole(pegs: int) -> None:
    """A dame put back without a word means that he leaves, so there is no école par moins (Jeu 2, s'en aller)."""
    hands = owed_four()
    hands.act(FichetMoved(0.0, B, pegs))
    hands.act(DameLifted(0.0, B, 12))
    leaves(hands, None, says=False)
    hands.throw((2, 1), B)
    hands.play()
    hands.throw((2, 1), N)
    hands.play()
    hands.throw((3, 1), B)
    assert accused(hands.rulings) == []
    assert hands.open() == []
    assert hands.score.of(B).trous == pegs


def test_dames_that_went_out_were_played_and_nobody_left() -> None:
    """A trou is due to him, but he marks nothing and takes his last dames out. This relevé is a sortie (Lois VIII)."""
    hands = Hands("20 21", "19:15", Score(Holding(10, True, 1)))
    hands.throw((5, 4))
    hands.hop(B, (20, 25), (21, 25))
    hands.act(Releve(0.0, ReleveCause.SORTIE, B))
    assert [one.cause for one in standing(hands.rulings) if isinstance(one, ReleveRuled)] == [ReleveCause.SORTIE]
    assert hands.open() == ["ecole_moins_J"]
