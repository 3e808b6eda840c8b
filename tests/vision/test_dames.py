"""The two sets are distinguished by their colours."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.calibration import Lab
from vision.locate.rectify import FLOOR, MARGIN, VIEW
from vision.pieces.dame_colours import ColoursSeen, Tops, light_probability
from vision.pieces.dames import dame_colours


def probability_of(
    colours: NDArray[np.float64],
    weights: NDArray[np.float64],
    guess: NDArray[np.float64],
    light: Lab | None,
    dark: Lab | None,
    before: ColoursSeen | None = None,
) -> NDArray[np.float64]:
    """Return P(light) of dames in the middle of the floor, each in a case of its own."""
    tops = Tops(colours, weights, guess, np.zeros((len(colours), 2)), np.arange(len(colours)))
    return light_probability(tops, light, dark, before)


@pytest.mark.parametrize("known", [False, True])
def test_dark_dames_under_a_lamps_glare_are_dark(known: bool) -> None:
    """Glare makes some of them lighter than half-way to the light dames, but hardly changes their tint."""
    lightness = np.array([22, 22, 28, 36, 43, 50, 55, 58.0])
    dark = np.column_stack([lightness, 4 - lightness / 30, 5 + lightness / 30])
    light = np.array([[78, -1.5, 23.5], [79, -1.2, 24.0], [75, -0.6, 24.2], [80, -1.8, 22.6], [77, -1.0, 24.4]])
    guess = np.array([0.02, 0.02, 0.02, 0.05, 0.2, 0.4, 0.7, 0.9, *[0.98] * 5])
    sets = ((78.0, -1.2, 23.7), (30.0, 3.0, 6.0)) if known else (None, None)
    reported = probability_of(np.vstack([dark, light]), np.ones(13), guess, *sets)
    assert (reported[:8] < 0.5).all()
    assert (reported[8:] > 0.9).all()


@pytest.mark.parametrize("lightness", [45.0, 50.0, 55.0, 60.0])
def test_the_light_does_not_part_a_few_dames(lightness: float) -> None:
    """Early in a game, three dark dames that mirror a lamp could also be light ones on a floor lit from below."""
    light, dark, gleaming = (81.0, -1.0, 23.0), (31.0, 4.0, 6.0), (lightness, 3.0, 5.0)
    near, far = 0.95, -0.95
    rows = [(light, 0.98, 0, (-0.9, near - 0.18 * n)) for n in range(4)]
    rows += [(light, 0.98, 6, (0.1, near - 0.18 * n)) for n in range(2)]
    rows += [(dark, 0.02, 12, (-0.9, far + 0.18 * n)) for n in range(4)]
    rows += [(dark, 0.02, 13, (-0.7, far))]
    rows += [(gleaming, 0.1, 16, (-0.3, far)), *((gleaming, 0.1, 17, (-0.1, far + 0.18 * n)) for n in range(2))]
    colours, guess, cases, places = (np.array(each) for each in zip(*rows, strict=True))
    reported = light_probability(Tops(colours, np.ones(len(rows)), guess, places, cases), None, None)
    assert (reported[:6] > 0.9).all()
    assert (reported[6:] < 0.1).all()


def test_one_set_under_uneven_light_stays_one() -> None:
    colours = np.column_stack([np.linspace(30, 36, 6), np.full(6, 3.0), np.full(6, 5.0)])
    reported = probability_of(colours, np.ones(6), np.full(6, 0.1), None, None)
    assert (reported < 0.2).all()


def test_a_doubtful_dame_is_no_set_of_its_own() -> None:
    """Light brown and dark brown dames, and a die that may be a dame, in the colours of a rendered table."""
    brown = [[31.0, 9, 19], [30, 10, 18], [31, 9, 18], [32, 10, 20], [29, 8, 18]]
    dark = [[16.0, 6, 8], [17, 6, 9], [18, 8, 8], [18, 6, 9], [17, 6, 8], [14, 4, 5], [12, 5, 7]]
    guess = 1 / (1 + np.exp(-np.array([-2.7] * 5 + [-6.5] * 7 + [6.0])))
    weights = np.array([0.997] * 12 + [0.566])
    reported = probability_of(np.array([*brown, *dark, [71.0, -8, 4]]), weights, guess, None, None)
    assert (reported[:5] > 0.7).all()
    assert (reported[5:12] < 0.1).all()


def test_sets_of_one_lightness_are_distinguished_by_their_tint() -> None:
    red = np.array([[45.0, 50, 30], [47, 52, 31], [43, 48, 29]])
    blue = np.array([[45.0, 5, -40], [46, 4, -42], [44, 6, -39]])
    reported = probability_of(np.vstack([red, blue]), np.ones(6), np.array([0.7] * 3 + [0.3] * 3), None, None)
    assert (reported[:3] > 0.9).all()
    assert (reported[3:] < 0.1).all()


def test_which_of_two_sets_is_the_light_one_follows_from_all_the_network_says() -> None:
    """The network takes brown and black dames all for dark, but the black ones far more surely."""
    colours = np.array([[25.0, 0, 9], [26, 0, 9], [24, 1, 10], [25, 0, 8], [24, -6, -8], [25, -6, -8], [23, -6, -9]])
    guess = np.array([0.003] * 4 + [0.0002] * 3)
    reported = probability_of(colours, np.ones(7), guess, None, None)
    assert (reported[:4] > 0.6).all()
    assert (reported[4:] < 0.1).all()


def test_which_of_two_sets_is_the_light_one_is_doubtful_where_the_network_hardly_knows() -> None:
    brown, black = np.array([[25.0, 0, 9]] * 4), np.array([[24.0, -6, -8]] * 3)
    guess = np.array([0.021] * 4 + [0.02] * 3)
    reported = probability_of(np.vstack([brown, black]), np.ones(7), guess, None, None)
    assert ((reported > 0.3) & (reported < 0.7)).all()
    known = probability_of(np.vstack([brown, black]), np.ones(7), guess, (25.0, 0.0, 9.0), (24.0, -6.0, -8.0))
    assert (np.abs(known - 0.5) > 0.2).all()


def test_the_sets_of_a_table_keep_their_names_while_the_network_wavers() -> None:
    """At most looks it takes the brown dames for the lighter set, but only half as surely as needed."""
    colours = np.array([[25.0, 0, 9]] * 4 + [[24.0, -6, -8]] * 3)
    sets, reported = ColoursSeen(), []
    for more in (0.5, 0.6, -0.4, 0.5, 0.5, -0.5):
        odds = -3.5 + more / 2 * np.array([1.0] * 4 + [-1.0] * 3)
        reported.append(probability_of(colours, np.ones(7), 1 / (1 + np.exp(-odds)), None, None, sets))
    alone = probability_of(colours, np.ones(7), 1 / (1 + np.exp(-odds)), None, None)
    assert (alone[:4] < alone[4:].min()).all()
    assert all((each[:4] > each[4:].max()).all() for each in reported)


def test_the_colours_seen_of_a_table_follow_the_light_and_give_way_to_stronger_evidence() -> None:
    sets = ColoursSeen()
    pale, deep = np.array([60.0, 5, 30]), np.array([30.0, 10, 10])
    assert sets.weighed(pale, deep, -0.2) < 0
    for darker in range(20):
        assert sets.weighed(deep - darker, pale - darker, -1.0) < 0
    assert sets.weighed(pale - 20, deep - 20, 1.0) > 0.5


def test_light_that_falls_off_across_the_floor_does_not_change_the_sets() -> None:
    """On the lamp's side, the dark dames are lighter than the light ones at the other end."""
    across = np.linspace(-1, 1, 8)
    pale, brown = (np.column_stack([level + 16 * across, np.full(8, 8.0), np.full(8, 24.0)]) for level in (72, 46))
    places = np.column_stack([np.tile(across, 2), np.repeat([-0.8, 0.8], 8)])
    # The network mostly goes by lightness.
    guess = np.clip(0.5 + (np.vstack([pale, brown])[:, 0] - 60) / 60 + np.repeat([0.1, -0.1], 8), 0.05, 0.95)
    tops = Tops(np.vstack([pale, brown]), np.ones(16), guess, places, np.arange(16))
    reported = light_probability(tops, None, None)
    assert (reported[:8] > 0.5).all()
    assert (reported[8:] < 0.5).all()


@given(st.permutations(range(12)))
def test_sets_do_not_depend_on_the_order_in_which_dames_are_found(order: list[int]) -> None:
    colours = np.array([[70.0, 6, 28], [72, 5, 30], [58, 6, 25], [69, 6, 28], [71, 6, 28], [70, 6, 27]])
    colours = np.vstack([colours, colours - np.array([30.0, -5, 4])])
    guess = np.array([0.9] * 6 + [0.2] * 6)
    places = np.column_stack([np.linspace(-1, 1, 12), np.tile([-0.5, 0.5], 6)])
    tops = Tops(colours, np.full(12, 0.9), guess, places, np.arange(12) // 3)
    mixed = Tops(tops.colours[order], tops.weights[order], guess[order], places[order], tops.cases[order])
    assert light_probability(mixed, None, None) == pytest.approx(light_probability(tops, None, None)[order], abs=1e-6)


def test_dames_that_mirror_a_lamp_keep_their_tint() -> None:
    """Two of thirteen dark red dames are as light as the tan ones (colours of a rendered table)."""
    red = [[32, 20, 7], [33, 20, 7], [33, 20, 7], [33, 19, 7], [34, 21, 8], [34, 20, 7], [35, 21, 8], [35, 17, 7]]
    red += [[37, 18, 7], [40, 16, 6], [44, 15, 6], [51, 12, 6], [53, 12, 5]]
    tan = [[50, 7, 17], [50, 7, 17], [52, 8, 18], [53, 8, 18], [53, 8, 18], [54, 8, 18], [54, 8, 19], [55, 8, 19]]
    guess = np.array([0.02] * 9 + [0.19, 0.19, 0.86, 0.63] + [0.5, 0.9, 0.7, 0.9, 0.2, 0.9, 0.98, 0.9])
    reported = probability_of(np.array(red + tan, np.float64), np.ones(21), guess, None, None)
    assert (reported[:13] < 0.5).all()
    assert (reported[13:] > 0.5).all()


def test_overexposed_dames_are_one_set_though_each_is_off_white_in_its_own_way() -> None:
    """White and black dames of a photograph at gamma 0.5: two of the white ones are yellowish, the others bluish."""
    white = [[81, 0.8, 3.8], [83, 1, 5.1], [82, 0.4, -5.7], [82, 0.8, -6.2], [84, -0.6, -5.9], [85, -0.5, -6.1]]
    white += [[86, -0.8, -6.4], [86, -0.2, -5.9], [87, 0.5, -1.9], [87, 0.2, -1.6], [88, 0.1, -1.8], [88, 0.1, -1.9]]
    white += [[88, 0.6, -1.5], [89, 0.2, -1.5], [89, 0.3, -1.9]]
    black = [[13, 0.3, -4.6], [16, 2.1, -11.8], [17, 2.5, -6.7], [19, 0.7, -10.4], [22, 0.3, -1.2], [22, 0.5, -7.8]]
    black += [[23, 4.1, -7.8], [23, 3.4, -5.7], [24, 2.7, -7.4], [24, 2.9, -9], [24, 2.7, -6.8], [26, 0.3, -7.3]]
    black += [[26, 0.6, -5.6], [28, 4.5, -6.5], [28, 3.5, -6]]
    guess = np.array(
        [0.999, 0.998, 0.9999, 0.9996, *[0.998] * 5, 0.95, 0.998, 0.998, 0.93, 0.98, 0.998] + [0.0005] * 15
    )
    reported = probability_of(np.array(white + black), np.ones(30), guess, None, None)
    assert (reported[:15] > 0.9).all()
    assert (reported[15:] < 0.1).all()


def test_a_lamp_over_most_of_the_dark_dames_does_not_make_them_the_light_set() -> None:
    """Green dames are lighter than red ones because half of them mirror a lamp (colours of a rendered table)."""
    red = [[35, 26, 20], [33, 24, 18], [36, 25, 20], [39, 26, 20], [41, 27, 20], [43, 29, 22]]
    red += [[47, 31, 24], [42, 29, 22]]
    green = [[13, -13, 1], [13, -13, 1], [12, -12, 1], [12, -12, 1], [31, -11, -5]]
    green += [[60, -13, -13], [57, -13, -12], [58, -12, -13], [54, -12, -12], [74, -14, -16], [90, -17, -12]]
    guess = np.array([0.98, 0.96, 0.91, 0.98, 0.93, 0.98, 0.96, 0.95] + [0.02] * 4 + [0.08] + [0.98] * 6)
    reported = probability_of(np.array(red + green, np.float64), np.ones(19), guess, None, None)
    assert (reported[:8] > 0.5).all()
    assert (reported[8:13] < 0.1).all()


@pytest.mark.parametrize("hidden", [0, 4, 8])
def test_a_dame_at_the_near_rail_does_not_take_the_rails_colour(hidden: int) -> None:
    """The rail is dark. hidden: how many pixels of the floor are behind it."""
    view = np.full((VIEW[1], VIEW[0], 3), 90, np.uint8)
    rail = MARGIN[1] + FLOOR[1] - hidden
    middle = MARGIN[1] + FLOOR[1] - 13
    cv2.circle(view, (100, middle), 13, (230, 230, 230), -1)
    view[rail:] = 20
    (reported,) = dame_colours(view, np.array([[100.0, middle]]))
    assert reported[0] == pytest.approx(91, abs=3)
