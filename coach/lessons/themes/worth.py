"""The worth of throws: jans, the jeton and the fichet, bredouille, écoles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from coach.lessons.exercise import Amount, Cases, Exercise, Marks, YesNo
from coach.lessons.themes.theme import Draw, Theme, options_around, random_score
from coach.lessons.walks import (
    anything,
    fills_grand_jan,
    fills_petit_jan,
    goes_home,
    keeps_off_the_coin,
    spreads,
)
from rules.code import LOIS_2013
from rules.faults.ecoles import ecole, ecoles_of_play, points_owed
from rules.jan import Jan, JanName
from rules.jans import REMPLI, jans
from rules.marking import Marking, Score
from rules.plays import possible_plays
from rules.position import COIN, DAMES, TALON, Position, Side
from rules.view import JAN_DE_RETOUR, View, missing

OPENING: Final = frozenset(
    {
        JanName.SIX_TABLES,
        JanName.DEUX_TABLES,
        JanName.CONTRE_DEUX_TABLES,
        JanName.MEZEAS,
        JanName.CONTRE_MEZEAS,
    }
)
FILLING: Final = frozenset(REMPLI.values())


def worth(draw: Draw) -> tuple[Jan, ...]:
    """Return all jans of the throw, for both sides."""
    return jans(draw.position, draw.standing.side, draw.dice, LOIS_2013, coup=draw.standing.coup)


def _ask_beaten_cases(draw: Draw) -> Exercise | None:
    found = tuple(jan for jan in worth(draw) if jan.name is JanName.BATTRE_A_VRAI)
    if len(found) != draw.difficulty:
        return None
    cases = tuple(sorted(jan.case for jan in found if jan.case is not None))
    return draw.exercise(Cases(cases), "Lois X", jans=found)


def _amount(names: frozenset[JanName], *, given: bool = False) -> Callable[[Draw], Exercise | None]:
    """Ask how much one sort of jan brings the thrower, or the pupil if `given`. More ways are more difficult."""

    def makes(draw: Draw) -> Exercise | None:
        found = tuple(jan for jan in worth(draw) if jan.name in names)
        ways = sum(jan.ways for jan in found)
        if not found or (not given and min(ways, 3) < draw.difficulty):
            return None
        points = sum(jan.points for jan in found)
        return draw.exercise(Amount(points, options_around(points, draw.random)), found[0].article, jans=found)

    return makes


def _throw_worth(draw: Draw) -> Exercise | None:
    """Ask for all that a throw brings the pupil, if it has as many jans for the pupil as the difficulty."""
    found = worth(draw)
    if sum(jan.side is draw.side for jan in found) != draw.difficulty:
        return None
    points = points_owed(found, draw.side)
    return draw.exercise(Amount(points, options_around(points, draw.random)), found[0].article, jans=found)


def _score_after_gain(draw: Draw) -> tuple[Score, Score, Marking, tuple[Jan, ...]] | None:
    """Return the score before a throw that brings only the pupil points, the score after, the marking and the jans."""
    found = worth(draw)
    points = points_owed(found, draw.side)
    if not points or points_owed(found, draw.side.adversary):
        return None
    before = random_score(draw.random)
    after, marking = before.mark(draw.side, points)
    if before.winner() is not None or after.winner() is not None:
        return None
    return before, after, marking, found


def _jeton(draw: Draw) -> Exercise | None:
    """Ask where jeton and fichet go: without a trou, with one, with several or in bredouille."""
    scored = _score_after_gain(draw)
    if scored is None:
        return None
    before, after, marking, found = scored
    if min(marking.trous, 2) != draw.difficulty - 1 or not before.of(draw.side).points:
        return None
    held = after.of(draw.side)
    return draw.exercise(
        Marks(held.points, held.trous), "Lois XV", score=before, number=marking.points, marking=marking, jans=found
    )


def _trous(draw: Draw) -> Exercise | None:
    """Ask how many trous a throw makes: none or one, then several."""
    scored = _score_after_gain(draw)
    if scored is None:
        return None
    before, _after, marking, found = scored
    if min(marking.trous, 2) != (draw.toss if draw.difficulty == 1 else 2):
        return None
    answer = Amount(marking.trous, (0, 1, 2, 3, 4))
    if marking.trous not in answer.offered:
        return None
    return draw.exercise(answer, "Lois XV", score=before, number=marking.points, marking=marking, jans=found)


def _bredouille(draw: Draw) -> Exercise | None:
    """Ask whether the pupil is in bredouille after marking."""
    scored = _score_after_gain(draw)
    if scored is None:
        return None
    before, after, marking, found = scored
    # Without points of the adversary the question is trivial.
    if marking.trous or not before.of(draw.side.adversary).points:
        return None
    yes = after.of(draw.side).bredouille
    if yes != draw.toss:
        return None
    return draw.exercise(YesNo(yes), "Lois XV", score=before, number=marking.points, marking=marking, jans=found)


def _adversary_mark(draw: Draw) -> tuple[int, int, tuple[Jan, ...]]:
    """Return the points due to the adversary for a throw, a wrong number that he might mark, and the jans."""
    found = worth(draw)
    due = points_owed(found, draw.standing.side)
    wrongs = [due + step for step in (-4, -2, 2, 4) if due + step >= 0]
    return due, draw.random.choice(wrongs), found


def _ecole(draw: Draw) -> Exercise | None:
    """Ask for the points of an école: the adversary marked too much or too little for his throw."""
    due, marked, found = _adversary_mark(draw)
    if not due or (marked > due) != (draw.difficulty == 2):
        return None
    fault = ecole(draw.standing.side, thrower=draw.standing.side, due=due, marked=marked)
    if fault is None:
        return None
    answer = Amount(fault.points, options_around(fault.points, draw.random))
    return draw.exercise(answer, fault.article, number=marked, fault=fault, jans=found)


def _is_ecole(draw: Draw) -> Exercise | None:
    """Ask whether the adversary's marking is an école."""
    due, marked, found = _adversary_mark(draw)
    if not due:
        return None
    marked = due if draw.toss else marked
    fault = ecole(draw.standing.side, thrower=draw.standing.side, due=due, marked=marked)
    article = "Lois XVII" if fault is None else fault.article
    return draw.exercise(YesNo(fault is not None), article, number=marked, fault=fault, jans=found)


def _ask_unfilled_ecoles(draw: Draw) -> Exercise | None:
    """Ask for the points of the écoles when the adversary marks a jan and does not fill it."""
    thrower = draw.standing.side
    found = worth(draw)
    if not any(jan.name in FILLING and jan.side is thrower for jan in found):
        return None
    due = points_owed(found, thrower)
    for play in possible_plays(draw.position, thrower, draw.dice).plays:
        faults = ecoles_of_play(draw.position, thrower, draw.dice, found, due, play.result)
        if faults:
            points = sum(fault.points for fault in faults)
            answer = Amount(points, options_around(points, draw.random))
            return draw.exercise(answer, faults[-1].article, number=due, play=play.moves, fault=faults[-1], jans=found)
    return None


def _opening(position: Position, side: Side, _difficulty: int) -> bool:
    return position.on(side, TALON) in (DAMES - 4, DAMES - 2)


def _has_coin(position: Position, side: Side, _difficulty: int) -> bool:
    return position.on(side, COIN) >= 2 and not position.on(side.adversary, COIN)


def _nearly_out(position: Position, side: Side, _difficulty: int) -> bool:
    return 0 < sum(position.counts(side)) <= 2 and not sum(position.counts(side)[: JAN_DE_RETOUR.start - 1])


def _some_jan(position: Position, side: Side, _difficulty: int) -> bool:
    own = View.of(position, side).own
    return any(1 <= missing(own, jan) <= 2 for jan in REMPLI)


BEATING: Final = frozenset({JanName.BATTRE_A_VRAI})

THEMES: Final = {
    "beaten": Theme(makes=_ask_beaten_cases, other=spreads, after=6, until=30),
    "beating_points": Theme(makes=_amount(BEATING), other=spreads, after=6, until=30),
    "a_faux": Theme(
        makes=_amount(frozenset({JanName.BATTRE_A_FAUX}), given=True),
        style=spreads,
        other=fills_petit_jan,
        adverse=True,
        after=10,
        until=60,
    ),
    "coin_beaten": Theme(
        makes=_amount(frozenset({JanName.BATTRE_LE_COIN})),
        style=fills_grand_jan,
        other=keeps_off_the_coin,
        suits=_has_coin,
        after=8,
        until=60,
    ),
    "opening_jans": Theme(makes=_amount(OPENING), style=anything, suits=_opening, after=2, until=7),
    "throw_worth": Theme(makes=_throw_worth, other=spreads, after=8, until=40),
    "fill_points": Theme(makes=_amount(FILLING), style=fills_grand_jan, suits=_some_jan, after=10, until=80),
    "sortie_points": Theme(
        makes=_amount(frozenset({JanName.SORTIE})),
        style=goes_home,
        other=goes_home,
        suits=_nearly_out,
        after=70,
        until=300,
    ),
    "jeton": Theme(makes=_jeton, other=spreads, after=6, until=40),
    "trous": Theme(makes=_trous, other=spreads, after=6, until=40),
    "bredouille": Theme(makes=_bredouille, other=spreads, after=6, until=40),
    "is_ecole": Theme(makes=_is_ecole, style=spreads, adverse=True, after=6, until=40),
    "ecole": Theme(makes=_ecole, style=spreads, adverse=True, after=6, until=40),
    "unfilled": Theme(
        makes=_ask_unfilled_ecoles, other=fills_petit_jan, adverse=True, suits=_some_jan, after=8, until=60
    ),
}
