from __future__ import annotations

import math
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.field import Field, Row
from rules.position import Position, Side
from rules.seating import Seating
from simulation.falling import die_against, die_beside, drop_die
from simulation.render.dice import die_solid
from simulation.scene import Dame, Die, Jeton, Scene, jeton_place, scene_of_position, start_pegs

FIELD = Field()


def chance(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - a test of pictures, not a secret


seatings = st.builds(Seating, st.sampled_from(("near", "far")), st.sampled_from(("left", "right")))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Fifteen dames a side at most, anywhere, no case shared."""
    counts = {side: [0] * 24 for side in Side}
    free = draw(st.permutations(range(24)))
    for side, cases in ((Side.BLANCS, free[:12]), (Side.NOIRS, [23 - c for c in free[12:]])):
        left = 15
        for case in cases:
            count = draw(st.integers(0, min(left, 15)))
            counts[side][case] = count
            left -= count
    return Position(tuple(counts[Side.BLANCS]), tuple(counts[Side.NOIRS]))


@given(positions(), seatings, st.integers(0, 10**6), st.sampled_from(list(Side)))
def test_each_dame_lies_on_its_own_case(position: Position, seating: Seating, seed: int, light: Side) -> None:
    """Laying a position and counting the dames case by case gives the position back."""
    scene = scene_of_position(position, seating, FIELD, seed, light=light)
    for side in Side:
        counts = [0] * 24
        for dame in scene.dames:
            if (dame.colour == "light") == (side is light):
                row: Row = "far" if dame.y < FIELD.height / 2 else "near"
                counts[seating.case(side, row, FIELD.column_at(dame.x)) - 1] += 1
        assert tuple(counts) == position.counts(side)


@given(positions(), seatings, st.integers(0, 10**6))
def test_dames_of_one_layer_do_not_run_into_one_another(position: Position, seating: Seating, seed: int) -> None:
    """Two dames of the same case and level are at least a diameter apart, but for half a millimetre of give."""
    apart = distances(scene_of_position(position, seating, FIELD, seed))
    assert all(distance > FIELD.dame - 0.5 for distance in apart)
    assert distances(scene_of_position(Position.start(), seating, FIELD, seed)), "two dames of a talon lie side by side"


def distances(scene: Scene) -> list[float]:
    """Millimetres between dames of one case that lie on the floor side by side."""
    floor = [dame for dame in scene.dames if dame.level == 0]
    return [
        math.dist((one.x, one.y), (other.x, other.y))
        for one, other in combinations(floor, 2)
        if FIELD.column_at(one.x) == FIELD.column_at(other.x)
        and one.colour == other.colour
        and abs(one.y - other.y) < FIELD.fleche
    ]


def test_a_start_keeps_each_talon_in_piles() -> None:
    scene = scene_of_position(Position.start(), Seating(), FIELD, 3)
    assert len(scene.dames) == 30
    assert max(dame.level for dame in scene.dames) >= 2
    assert {FIELD.column_at(dame.x) for dame in scene.dames} == {1}
    assert scene.pegs == start_pegs(Seating())


def test_a_play_moves_only_the_dames_of_its_cases() -> None:
    before = Position((5, 2, 2, *(0,) * 21), (15, *(0,) * 23))
    after = Position((5, 2, 1, 1, *(0,) * 20), (15, *(0,) * 23))
    one, other = (set(scene_of_position(p, Seating(), FIELD, 9).dames) for p in (before, after))
    assert len(one & other) >= 15 + 5 + 2 + 1


@pytest.mark.parametrize(("points", "between"), [(2, (2, 3)), (4, (4, 5))])
def test_a_jeton_stands_between_two_tips(points: int, between: tuple[int, int]) -> None:
    """Lois XV: two points between cases 2 and 3, four between 4 and 5, at the tips of the owner's own flèches."""
    x, y = jeton_place(Side.BLANCS, points, Seating(), FIELD)
    low, high = (FIELD.column_centre(column) for column in between)
    assert low < x < high
    assert FIELD.height / 2 < y < FIELD.height - FIELD.fleche


def test_six_and_eight_points_are_on_either_side_of_the_bar() -> None:
    """Lois XV: six against the bar on the petit jan's side, eight against it on the grand jan's."""
    six, eight = (jeton_place(Side.BLANCS, points, Seating(), FIELD)[0] for points in (6, 8))
    middle = FIELD.width / 2
    assert middle - FIELD.bar / 2 - FIELD.jeton < six < middle - FIELD.bar / 2
    assert middle + FIELD.bar / 2 < eight < middle + FIELD.bar / 2 + FIELD.jeton


def test_talons_on_the_right_mirror_the_places() -> None:
    left = jeton_place(Side.NOIRS, 10, Seating(talons="left"), FIELD)
    right = jeton_place(Side.NOIRS, 10, Seating(talons="right"), FIELD)
    assert left[0] == pytest.approx(FIELD.width - right[0])
    assert left[1] == right[1]


@pytest.mark.parametrize("points", [-2, 1, 12])
def test_no_place_marks_other_points(points: int) -> None:
    with pytest.raises(ValueError, match=f"not {points}"):
        jeton_place(Side.BLANCS, points, Seating(), FIELD)


@pytest.mark.parametrize(
    ("x", "y", "rest", "height"),
    [
        (330.0, 200.0, "floor", 6.0),
        (100.0, 100.0, "dames", 8.0 + 6.0),
        (150.0, 250.0, "jetons", 3.0 + 6.0),
        (200.0, 150.0, "die", 6.0 + 12.0),
        (220.0, -13.0, "rail", 18.0 + 6.0),
        (-80.0, 100.0, "outside", 6.0),
    ],
)
def test_a_die_rests_flat_on_what_is_below(x: float, y: float, rest: str, height: float) -> None:
    scene = Scene((Dame(100, 100, "light"),), (Die(200, 150, 6, 2),), (Jeton(150, 250),))
    die = drop_die(scene, FIELD, x, y, 5, chance(1))
    assert (die.rest, die.height, die.flat, die.value) == (rest, height, True, 5)


@pytest.mark.parametrize(
    ("x", "y", "rest"), [(100 + 17.5, 100.0, "dames"), (1.0, 210.0, "rail"), (300.0, 399.0, "rail")]
)
def test_a_die_leans_where_there_is_an_edge(x: float, y: float, rest: str) -> None:
    die = drop_die(Scene((Dame(100, 100, "dark"),)), FIELD, x, y, 3, chance(2))
    assert die.rest == rest
    assert not die.flat


@given(st.floats(0, 440), st.floats(0, 400), st.integers(1, 6), st.integers(0, 10**6))
def test_a_die_in_the_field_neither_sinks_nor_floats(x: float, y: float, value: int, seed: int) -> None:
    """Its lowest corner is on the floor, or on a dame's or jeton's upper face; its upper face stays the one thrown."""
    scene = Scene(
        (Dame(100, 100, "light"), Dame(131.5, 100, "light"), Dame(100, 100, "dark", 1)), (), (Jeton(300, 210),)
    )
    die = drop_die(scene, FIELD, x, y, value, chance(seed))
    lowest = float(die_solid(die, FIELD)[:, 2].min())
    assert min(abs(lowest - level) for level in (0, 3, 8, 16)) < 0.5
    assert die.tilt < math.pi / 4
    assert np.isfinite(die.height)


@given(st.integers(0, 1000), st.floats(0, 3))
def test_dice_that_touch_lie_face_to_face_and_not_in_one_another(seed: int, yaw: float) -> None:
    die = Die(120, 200, FIELD.de / 2, 3, yaw)
    other = die_beside(die, Scene(dice=(die,)), FIELD, chance(seed))
    assert other is not None
    apart = np.array([other.x - die.x, other.y - die.y])
    across = np.abs(np.array([[math.cos(yaw), math.sin(yaw)], [-math.sin(yaw), math.cos(yaw)]]) @ apart) / FIELD.de
    assert 1 - 1e-9 <= across.max() < 1.2
    assert across.min() < 0.85
    assert die_beside(die, Scene((Dame(other.x, other.y, "dark"),)), FIELD, chance(seed)) is None


@given(st.integers(0, 1000), st.floats(0, 3))
def test_a_die_that_leans_against_another_touches_its_side_and_the_floor(seed: int, yaw: float) -> None:
    die = Die(120, 200, FIELD.de / 2, 3, yaw)
    other = die_against(die, Scene(dice=(die,)), FIELD, chance(seed))
    assert other is not None
    assert not other.flat
    solid = die_solid(other, FIELD)
    assert abs(float(solid[:, 2].min())) < 0.5
    away = solid[:, :2] - [die.x, die.y]
    towards = away @ [math.cos(other.towards), math.sin(other.towards)]
    assert -0.5 < float(towards.max()) + FIELD.de / 2 < 0.5


@given(seatings)
def test_jetons_at_rest_do_not_overlap(seating: Seating) -> None:
    jetons = scene_of_position(Position.start(), seating, FIELD, 1).jetons
    assert len(jetons) == 3
    for i, one in enumerate(jetons):
        for other in jetons[i + 1 :]:
            assert math.dist((one.x, one.y), (other.x, other.y)) > FIELD.jeton
