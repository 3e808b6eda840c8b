"""The worth of écoles (Lois XVII 3; Jeu 3, écoles), with the worked examples of the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.code import JEU_DE_TRICTRAC, LOIS_2013
from rules.fault import FaultName, Remedy, RemedyName
from rules.faults.chronology import Amount, On, in_order, mark_amounts
from rules.faults.ecoles import (
    augmentation,
    depart,
    deux_jetons,
    ecole,
    ecoles_of_play,
    fausse_ecole,
    impuissante,
    partielle,
    points_owed,
)
from rules.jan import Jan, JanName
from rules.jans import jans
from rules.marking import Holding, Score
from rules.plays import legal_plays
from rules.position import Dice, Position, Side
from tests.rules.figures import position
from tests.rules.strategies import throws

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS
GONE = "19:15"
evens = st.integers(0, 20).map(lambda half: 2 * half)


@pytest.mark.parametrize(
    ("by", "due", "marked", "name", "points"),
    [
        (BLANCS, 8, 4, FaultName.ECOLE_MOINS_J, 4),
        (BLANCS, 8, 12, FaultName.ECOLE_TROP_J, 4),
        (NOIRS, 6, 0, FaultName.ECOLE_MOINS_A, 6),
        (NOIRS, 0, 2, FaultName.ECOLE_TROP_A, 2),
    ],
)
def test_points_missing_or_too_many(by: Side, due: int, marked: int, name: FaultName, points: int) -> None:
    """Lois XVII 3; Jeu 3, écoles par moins, par trop: as many points as were missing, or too many, to the other."""
    found = ecole(by, thrower=BLANCS, due=due, marked=marked)
    assert found is not None
    assert (found.name, found.by, found.points) == (name, by, points)
    assert found.remedies == (Remedy(RemedyName.MARK, (), points),)


@given(evens, evens)
def test_marked_right_is_no_ecole(due: int, marked: int) -> None:
    """An école is worth the difference, and none is owed when there is none (Tarif, last line)."""
    found = ecole(BLANCS, thrower=BLANCS, due=due, marked=marked)
    assert (0 if found is None else found.points) == abs(due - marked)


# Blancs lack one dame on 11 and hold seven surnuméraires: 5/11 by the six fills in one way, 10/11 by the one does not.
FILL = position("1:3 5 7:2 8:2 9:2 10:2 11 12:2")
FILL_DICE: Dice = (6, 1)
FILLED = FILL.with_counts(BLANCS, position("1:2 2 7:2 8:2 9:2 10:2 11:2 12:2").blancs)
NOT_FILLED = FILL.with_counts(BLANCS, position("1 2 5 7:3 8:2 9:2 10:2 11 12:2").blancs)
REWARD = Jan(JanName.BATTRE_A_VRAI, BLANCS, 1, 2, "Lois X")
TWO_WAYS = Jan(JanName.GRAND_JAN_REMPLI, BLANCS, 2, 8, "Lois XIII")
ONE_WAY = Jan(JanName.GRAND_JAN_REMPLI, BLANCS, 1, 4, "Lois XIII")
SIX_POINTS = Jan(JanName.BATTRE_A_VRAI, BLANCS, 3, 6, "Lois X")


def ecoles(found: tuple[Jan, ...], marked: int, result: Position) -> list[tuple[str, int]]:
    faults = ecoles_of_play(FILL, BLANCS, FILL_DICE, found, marked, result)
    return [(fault.name.value, fault.points) for fault in faults]


def test_the_throw_is_worth_filling() -> None:
    """The position of these tests: filling, one way, four points, and nothing else for Blancs."""
    found = jans(FILL, BLANCS, FILL_DICE, LOIS_2013)
    assert [(jan.name, jan.points) for jan in found if jan.side is BLANCS] == [(JanName.GRAND_JAN_REMPLI, 4)]
    assert points_owed(found, BLANCS) == 4


def test_not_filled_nothing_marked() -> None:
    """Jeu 3, école liée au remplissage 1.1: the other marks what filling was worth, then leaves it or has it filled."""
    (fault,) = ecoles_of_play(FILL, BLANCS, FILL_DICE, (ONE_WAY,), 0, NOT_FILLED)
    assert (fault.name, fault.points, fault.cases) == (FaultName.ECOLE_REMPLIR, 4, (11,))
    assert fault.article.endswith("1.1")
    assert fault.remedies == (
        Remedy(RemedyName.MARK, (), 4),
        Remedy(RemedyName.LEAVE, (NOT_FILLED,)),
        Remedy(RemedyName.FILL, (FILLED,)),
    )


def test_not_filled_but_marked() -> None:
    """Jeu 3, 1.2: four marked and not filled are taken off and marked by the other, and four again: eight."""
    assert ecoles((ONE_WAY,), 4, NOT_FILLED) == [("ecole_trop_J", 4), ("ecole_remplir", 4)]
    *_, fault = ecoles_of_play(FILL, BLANCS, FILL_DICE, (ONE_WAY,), 4, NOT_FILLED)
    assert fault.article.endswith("1.2")


def test_first_worked_example() -> None:
    """Jeu 3, 1.2.1, exemple 1: ten marked; six for rewards, eight for filling in two ways: four and eight, twelve."""
    assert ecoles((SIX_POINTS, TWO_WAYS), 10, NOT_FILLED) == [("ecole_trop_J", 4), ("ecole_remplir", 8)]


def test_second_worked_example() -> None:
    """Jeu 3, 1.2.1, exemple 2: ten marked; two for a reward, four for filling: eight and four, twelve."""
    assert ecoles((REWARD, ONE_WAY), 10, NOT_FILLED) == [("ecole_trop_J", 8), ("ecole_remplir", 4)]


def test_marked_for_filling_what_could_not_be_filled() -> None:
    """Jeu 3, 1.3: par trop, like any other."""
    assert ecoles((), 4, NOT_FILLED) == [("ecole_trop_J", 4)]


def test_filled_but_not_marked() -> None:
    """Lois XVII 3: the dames are right, the points were forgotten."""
    assert ecoles((ONE_WAY,), 0, FILLED) == [("ecole_moins_J", 4)]
    assert ecoles((ONE_WAY,), 4, FILLED) == []


KEEP = position("1:3 7:2 8:2 9:2 10:2 11:2 12:2")
BROKEN = KEEP.with_counts(BLANCS, position("1:2 2 7 8:2 9:3 10:2 11:2 12:2").blancs)


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        (0, [("ecole_conserver", 4)]),
        (4, [("ecole_trop_J", 4), ("ecole_conserver", 4)]),
        (2, [("ecole_trop_J", 2), ("ecole_conserver", 4)]),
    ],
)
def test_not_kept(marked: int, expected: list[tuple[str, int]]) -> None:
    """Jeu 3, école liée à la conservation: as for filling, and there is one way only."""
    found = jans(KEEP, BLANCS, (2, 1), LOIS_2013)
    assert points_owed(found, BLANCS) == 4
    faults = ecoles_of_play(KEEP, BLANCS, (2, 1), found, marked, BROKEN)
    assert [(fault.name.value, fault.points) for fault in faults] == expected
    assert faults[-1].cases == (7,)
    kept = faults[-1].remedies[-1]
    assert kept.name is RemedyName.KEEP
    assert all(min(result.blancs[6:12]) == 2 for result in kept.positions)


def test_last_dames_not_taken_out() -> None:
    """Jeu 3, école liée à la sortie; Jeu 2, sortie: four points to the other, who leaves it or has them taken out."""
    before, after = position("20 21", GONE), position("24", GONE)
    found = jans(before, BLANCS, (5, 4), LOIS_2013)
    (fault,) = ecoles_of_play(before, BLANCS, (5, 4), found, 0, after)
    assert (fault.name, fault.points, fault.cases) == (FaultName.ECOLE_SORTIE, 4, (24,))
    assert fault.remedies == (
        Remedy(RemedyName.MARK, (), 4),
        Remedy(RemedyName.LEAVE, (after,)),
        Remedy(RemedyName.TAKE_OUT, (position("", GONE),)),
    )
    assert [each.points for each in ecoles_of_play(before, BLANCS, (5, 4), found, 4, after)] == [4, 4]


@given(throws(), evens)
def test_whatever_was_played_lawfully(throw: tuple[Position, Side, Dice], marked: int) -> None:
    """A legal play makes every jan it owes, so only too many or too few points remain as écoles."""
    standing, side, dice = throw
    found = jans(standing, side, dice, LOIS_2013)
    for play in legal_plays(standing, side, dice).plays[:5]:
        plain = ecole(side, thrower=side, due=points_owed(found, side), marked=marked)
        faults = ecoles_of_play(standing, side, dice, found, marked, play.result)
        if not any(jan.name is JanName.SORTIE for jan in found):
            assert faults == ((plain,) if plain else ())


def test_dame_made_impuissante() -> None:
    """Jeu 3, école liée aux dames impuissantes: two points and it stands, or it is replayed and no more."""
    before = position("6 9:14")
    after, right = position("9:15"), position("9:13 12:2")
    fault = impuissante(BLANCS, before, (6, 3), after)
    assert (fault.name, fault.points, fault.cases) == (FaultName.IMPUISSANTE, 2, (9,))
    assert fault.remedies == (
        Remedy(RemedyName.MARK_IMPUISSANCE, (after,), 2),
        Remedy(RemedyName.REPLAY_LEGALLY, (right,), free=True),
    )


def test_fausse_ecole_is_only_par_trop() -> None:
    """Jeu 3, fausse école: the surplus; one that does not exist counts whole; marking too little is none."""
    found = fausse_ecole(NOIRS, claimed=8, due=4)
    assert found is not None
    assert (found.name, found.by, found.points) == (FaultName.FAUSSE_ECOLE, NOIRS, 4)
    whole = fausse_ecole(NOIRS, claimed=6, due=0)
    assert whole is not None
    assert whole.points == 6
    assert fausse_ecole(NOIRS, claimed=2, due=4) is None


def test_an_ecole_begun_is_marked_whole() -> None:
    """Jeu 3, école d'école; Lois XVII 3: the one who erred may force the rest, but marks nothing for it himself."""
    fault = partielle(NOIRS, begun=2, due=6)
    assert fault is not None
    assert (fault.by, fault.points, fault.remedies) == (NOIRS, 0, (Remedy(RemedyName.MARK, (), 4),))
    assert partielle(NOIRS, begun=0, due=6) is None
    assert partielle(NOIRS, begun=6, due=6) is None


def test_augmentation() -> None:
    """Jeu 3, augmentation d'école: as many points again as were wrongly taken off."""
    fault = augmentation(BLANCS, taken=4)
    assert (fault.name, fault.by, fault.points) == (FaultName.AUGMENTATION, BLANCS, 4)


def test_deux_jetons_first_case() -> None:
    """Jeu 3, deux jetons, premier cas: eight are left behind for a jeton of the talon: given up, no école."""
    fault = deux_jetons(NOIRS, old=8, with_bredouille=False)
    assert (fault.points, fault.remedies) == (0, ())


def test_deux_jetons_second_case() -> None:
    """Jeu 3, deux jetons, deuxième cas: Blancs drew the bredouille jeton and left the old one: école of the six."""
    fault = deux_jetons(BLANCS, old=6, with_bredouille=True)
    assert (fault.by, fault.points, fault.remedies) == (BLANCS, 6, (Remedy(RemedyName.MARK, (), 6),))


def test_leaving_on_an_ecole() -> None:
    """Jeu 3, prise de trous; Lois XVI: the école is marked, the dames set back, one taken up is played again."""
    before = position("1:13 7 8")
    fault = depart(BLANCS, before, (4, 1), surplus=4, touched=(7,))
    assert fault is not None
    assert (fault.name, fault.points, fault.cases) == (FaultName.DEPART_SUR_ECOLE, 4, (7,))
    mark, replay = fault.remedies
    assert (mark.name, mark.points) == (RemedyName.MARK, 4)
    by_seven = {
        play.result for play in legal_plays(before, BLANCS, (4, 1)).plays if any(move.start == 7 for move in play.moves)
    }
    assert set(replay.positions) == by_seven
    assert depart(BLANCS, before, (4, 1), surplus=0) is None


# --- chronology -----------------------------------------------------------------------------------------------------


def amounts(own: int = 0, on_own: int = 0, given: int = 0, on_given: int = 0, throw: int = 1) -> tuple[Amount, ...]:
    """Return the points of a throw by Blancs."""
    return (
        Amount(BLANCS, on_given, throw, On.GIVEN, ecole=True),
        Amount(NOIRS, on_own, throw, On.OWN, ecole=True),
        Amount(NOIRS, given, throw, On.GIVEN),
        Amount(BLANCS, own, throw, On.OWN),
    )


THROW = amounts(own=8, on_own=4, given=2, on_given=6)


def test_order_of_the_lois() -> None:
    """Lois XVII, last line: the points of écoles are marked after all others."""
    assert in_order(THROW, LOIS_2013) == ((BLANCS, 8), (NOIRS, 2 + 4), (BLANCS, 6))
    assert in_order(amounts(own=2, on_given=6, given=2), LOIS_2013) == ((BLANCS, 2), (NOIRS, 2), (BLANCS, 6))


def test_order_of_jeu_3() -> None:
    """Jeu 3, chronologie du marquage: each école follows the points it is on."""
    assert in_order(THROW, JEU_DE_TRICTRAC) == ((BLANCS, 8), (NOIRS, 4 + 2), (BLANCS, 6))
    assert in_order(amounts(given=2), JEU_DE_TRICTRAC) == ((NOIRS, 2),)


def test_a_throw_counts_before_the_next() -> None:
    """Jeu 3, chronologie 5: then one goes back to the first, with the other player."""
    later = Amount(NOIRS, 4, 2, On.OWN)
    for code in (LOIS_2013, JEU_DE_TRICTRAC):
        assert in_order((later, *THROW), code)[-1] == (NOIRS, 4)


def test_the_order_decides_who_loses_the_bredouille() -> None:
    """An école on the thrower that makes a trou effaces what he marked before, not after (Jeu 3, chronologie)."""
    score = Score(Holding(4, False, 0), Holding(10, False, 0))
    after = mark_amounts(score, amounts(own=2, on_own=2, on_given=4), JEU_DE_TRICTRAC)
    assert after == Score(Holding(4, True, 0), Holding(0, False, 1))


def test_the_order_decides_who_wins() -> None:
    """Both are two points from the last trou, Blancs by an école: the Lois give the tour to what the throw gave."""
    score = Score(Holding(10, False, 11), Holding(10, False, 11))
    for code in (LOIS_2013, JEU_DE_TRICTRAC):
        assert mark_amounts(score, amounts(given=2, on_given=2), code).winner() is NOIRS
    assert mark_amounts(score, amounts(own=2, on_own=2), JEU_DE_TRICTRAC).winner() is BLANCS
