"""The board and the words: places, jans, demi-cases, full cases."""

from __future__ import annotations

from typing import Final

from coach.lessons.exercise import Cases, Exercise
from coach.lessons.themes.theme import Draw, Theme
from coach.lessons.walks import fills_grand_jan, spreads
from rules.position import COIN, COIN_ADVERSE, TALON
from rules.view import GRAND_JAN, JAN_DE_RETOUR, PETIT_JAN, View

PLACES: Final[dict[int, dict[str, tuple[int, ...]]]] = {
    1: {"talon": (TALON,), "coin": (COIN,), "coin_adverse": (COIN_ADVERSE,), "talon_adverse": (24,)},
    2: {"petit_jan": tuple(PETIT_JAN), "grand_jan": tuple(GRAND_JAN), "jan_de_retour": tuple(JAN_DE_RETOUR)},
}
"""The names of places and their cases, by difficulty; difficulty 3 asks for a case by its number."""


def _place(draw: Draw) -> Exercise:
    places = PLACES.get(draw.difficulty)
    if places is None:
        case = draw.random.choice([case for case in range(2, 24) if case not in (COIN, COIN_ADVERSE)])
        return draw.exercise(Cases((case,)), "Lois I", what="case", number=case, dice=None)
    what, cases = draw.random.choice(list(places.items()))
    return draw.exercise(Cases(cases), "Lois I", what=what, dice=None)


def _demi_cases(draw: Draw) -> Exercise | None:
    adverse = View.of(draw.position, draw.side).adverse
    cases = tuple(case for case in range(1, 25) if adverse[case] == 1)
    if len(cases) != 2 * draw.difficulty:
        return None
    return draw.exercise(Cases(cases), "Lois VII", dice=None)


def _full_cases(draw: Draw) -> Exercise | None:
    own = View.of(draw.position, draw.side).own
    cases = tuple(case for case in range(2, 25) if own[case] >= 2)
    if not draw.difficulty + 1 <= len(cases) <= draw.difficulty + 2:
        return None
    return draw.exercise(Cases(cases), "Lois VII", dice=None)


THEMES: Final = {
    "place": Theme(makes=_place, after=6),
    "demi_cases": Theme(makes=_demi_cases, other=spreads, after=6),
    "full_cases": Theme(makes=_full_cases, style=fills_grand_jan, after=8),
}
