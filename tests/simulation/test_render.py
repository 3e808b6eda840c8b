from __future__ import annotations

import copy
import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from events.field import Field
from rules.position import Position, Side
from rules.seating import Seating
from simulation.players import ClumsinessRates
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.dice import die_faces
from simulation.render.items import Item, back_to_front
from simulation.render.materials import Material
from simulation.render.sensor import Development, Sensor
from simulation.render.sprite import Sprite
from simulation.render.style import Style
from simulation.render.truth import Truth, truth_of
from simulation.scene import Dame, Die, Hand, Jeton, PegPlaced, Scene, scene_of_position
from simulation.timeline import SimulatedTable
from vision.locate.rectify import field_to_image

FIELD = Field()
CLEAN = Sensor(noise=0, blur=0, sharpening=0, vignette=0, bloom=0)


def small(tilt: float = 0.25, sensor: Sensor = CLEAN) -> Camera:
    return Camera(width=480, height=270, focal=450, tilt=tilt, sensor=sensor).framing(FIELD, 0.95)


def near(camera: Camera, x: float, y: float, distance: float = 150) -> Camera:
    return replace(camera, target=(x, y), distance=distance)


def render(scene: Scene, style: Style, camera: Camera, seed: int) -> tuple[NDArray[np.uint8], Truth]:
    """Return a picture and its truth."""
    compositor = Compositor(style, camera, quality="full")
    return compositor.picture(scene, seed), truth_of(scene, compositor)


SCENE = scene_of_position(
    Position((6, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0, 2, *(0,) * 12), (13, 1, 0, 1, *(0,) * 20)), Seating(), FIELD, 4
)

cameras = st.builds(
    Camera,
    width=st.just(640),
    height=st.just(360),
    focal=st.floats(300, 900),
    distance=st.floats(500, 1500),
    tilt=st.floats(0, math.pi / 4),
    azimuth=st.floats(-0.5, 0.5),
    roll=st.floats(-0.2, 0.2),
)
lenses = st.tuples(st.floats(-0.2, 0.1), st.floats(-0.02, 0.02), st.floats(-0.001, 0.001), st.floats(-0.001, 0.001))


@given(cameras)
def test_without_distortion_the_floor_is_seen_by_a_homography(camera: Camera) -> None:
    """`vision.locate.rectify`, given the four corners, finds where the camera sees every point of the floor."""
    matrix = field_to_image(camera.corners(FIELD), FIELD)
    points = np.array([[x, y, 0.0] for x in (5, 150, 220, 431) for y in (3, 170, 390)])
    flat = cv2.perspectiveTransform(points[None, :, :2], matrix)[0]
    assert np.abs(flat - camera.project(points)).max() < 0.1


@given(cameras, lenses)
@settings(max_examples=15)
def test_rays_lead_back_to_their_pixels(camera: Camera, lens: tuple[float, float, float, float]) -> None:
    """Projecting any point along a pixel's ray gives the pixel, lens distortion included."""
    k1, k2, p1, p2 = lens
    camera = replace(camera, k1=k1, k2=k2, p1=p1, p2=p2)
    rays = camera.rays()
    for x, y in ((320, 180), (200, 100), (500, 300)):
        back = camera.project(camera.place + rays[:, y, x].astype(float) * 700)
        assert np.hypot(back[0] - x, back[1] - y) < 0.3


def test_the_image_is_not_mirrored() -> None:
    """Column 1 is left and the far row is up, as `events.field` numbers them."""
    camera = small()
    left, right = camera.project(np.array([[20.0, 200, 0], [420.0, 200, 0]]))
    far, close = camera.project(np.array([[220.0, 20, 0], [220.0, 380, 0]]))
    assert left[0] < right[0]
    assert far[1] < close[1]


def test_the_same_arguments_give_the_same_bytes() -> None:
    one, other = (render(SCENE, Style.plain(), small(sensor=Sensor(jpeg=80)), 5) for _ in range(2))
    assert np.array_equal(one[0], other[0])
    assert one[1] == other[1]


def test_every_frame_has_noise_of_its_own() -> None:
    compositor = Compositor(Style.plain(), small(sensor=Sensor(noise=2)))
    one, other = (compositor.picture(SCENE, seed).astype(int) for seed in (1, 2))
    assert 0 < np.abs(one - other).mean() < 8


@pytest.fixture(scope="module")
def blank() -> Compositor:
    """Return an empty table on which nothing has been drawn."""
    return Compositor(Style.plain(), small(sensor=replace(CLEAN, blur=0.7, sharpening=0.4)))


moments = st.tuples(st.integers(0, 10**6), st.floats(0, 60))
"""A simulated table of a clumsy pair, and the second at which it is seen: hands carry pieces, dice roll and lean."""


def scene_at(moment: tuple[int, float]) -> Scene:
    """Return the scene of a moment."""
    seed, second = moment
    return SimulatedTable(seed, clumsiness=ClumsinessRates.typical()).scene_at(second)


@given(first=moments, second=moments)
@settings(max_examples=12)
def test_an_earlier_scene_leaves_no_trace(
    blank: Compositor, first: tuple[int, float], second: tuple[int, float]
) -> None:
    """A scene looks the same whether drawn alone or after another, except single pixels on shadow edges.

    The earlier scene may have hands; in the later one their long edges would have too many such pixels.
    """
    used, fresh = copy.deepcopy(blank), copy.deepcopy(blank)
    used.draw(scene_at(first))
    scene = replace(scene_at(second), hands=())
    apart = np.abs(used.picture(scene, 0).astype(int) - fresh.picture(scene, 0))
    # OpenCV fills a polygon cut by a rectangle a pixel apart here and there from the whole polygon.
    assert np.mean(apart > 1) < 5e-4
    assert apart.max() < 40


@pytest.mark.parametrize("handed", [1, -1])
def test_opposite_faces_make_seven(handed: int) -> None:
    for value in range(1, 7):
        faces = die_faces(value, handed)
        assert all(sum(pair) == 7 for pair in faces)
        assert sorted(shown for pair in faces for shown in pair) == [1, 2, 3, 4, 5, 6]
        assert faces[2][0] == value


def test_a_die_turned_over_is_the_same_die() -> None:
    """Whatever face is up, 1, 2 and 3 turn the same way round their common corner."""
    for handed in (1, -1):
        turns = set()
        for value in range(1, 7):
            axes = {}
            for axis, (positive, negative) in enumerate(die_faces(value, handed)):
                axes[positive], axes[negative] = np.eye(3)[axis], -np.eye(3)[axis]
            turns.add(round(float(np.dot(np.cross(axes[1], axes[2]), axes[3]))))
        assert turns == {handed}


@pytest.mark.parametrize("value", [0, 7])
def test_no_die_shows(value: int) -> None:
    with pytest.raises(ValueError, match=f"not {value}"):
        die_faces(value, 1)


def pips(image: NDArray[np.uint8], centre: tuple[float, float], size: float) -> int:
    """Count the dark spots on the pale square round `centre`."""
    half = int(size * 0.62)
    x, y = (round(c) for c in centre)
    patch = image[y - half : y + half + 1, x - half : x + half + 1].max(axis=2)
    dark = (patch < 110).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    spot = math.pi * (0.095 * size) ** 2
    return sum(0.3 * spot < area < 2.5 * spot for area in stats[1:count, cv2.CC_STAT_AREA])


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_the_upper_face_shows_the_value(value: int) -> None:
    """The dark spots counted in the picture, where the truth says the face is, are the value."""
    scene = Scene(dice=(Die(110, 200, 6, value, 0.0),))
    camera = replace(near(small(0.0), 110, 200), width=320, height=240)
    image, truth = render(scene, Style.plain(), camera, 0)
    (die,) = truth.dice
    assert (die.value, die.flat, die.top_visible > 0.95) == (value, True, True)
    assert pips(image, die.top, die.size_px * 0.8) == value


def test_a_tilted_view_shows_a_side_of_the_die() -> None:
    """A value's neighbour shows on the side that looks at the camera: more spots than the upper face has."""
    scene = Scene(dice=(Die(110, 200, 6, 1, 0.0),))
    camera = replace(near(small(0.7), 110, 200), width=320, height=240)
    image, truth = render(scene, Style.plain(), camera, 0)
    (die,) = truth.dice
    below = image[round(die.top[1]) : round(die.top[1] + die.size_px * 1.5), :, :].max(axis=2)
    strip = below[:, round(die.centre[0] - die.size_px / 2) : round(die.centre[0] + die.size_px / 2)]
    assert (strip < 110).sum() > 3 * math.pi * (0.06 * die.size_px) ** 2


def test_truth_counts_what_lies_on_each_case() -> None:
    _, truth = render(SCENE, Style.plain(), small(), 1)
    counted = {(c.row, c.column): (c.colour, c.count) for c in truth.cases if c.count}
    assert counted == {
        ("near", 1): ("light", 6),
        ("near", 2): ("light", 2),
        ("near", 3): ("light", 2),
        ("near", 4): ("light", 1),
        ("near", 5): ("light", 1),
        ("near", 6): ("light", 1),
        ("near", 12): ("light", 2),
        ("far", 1): ("dark", 13),
        ("far", 2): ("dark", 1),
        ("far", 4): ("dark", 1),
    }
    talon = next(c for c in truth.cases if (c.row, c.column) == ("far", 1))
    assert talon.piled
    assert talon.visible < talon.count
    assert all(case.visible == case.count for case in truth.cases if not case.piled)


def test_a_dame_is_where_the_truth_says() -> None:
    image, truth = render(Scene((Dame(60, 60, "light"), Dame(300, 330, "dark"))), Style.plain(), small(), 1)
    light, dark = (image[round(d.centre[1]), round(d.centre[0])].mean() for d in truth.dames)
    assert light > 120
    assert dark < 70


def test_jetons_are_where_the_truth_says() -> None:
    _, truth = render(Scene(jetons=(Jeton(70, 230), Jeton(300, 150))), Style.plain(), small(), 1)
    assert [(jeton.place, jeton.visible > 0.9) for jeton in truth.jetons] == [((70, 230), True), ((300, 150), True)]


def test_a_hand_hides_what_is_under_it() -> None:
    style, camera = Style.plain(), small()
    compositor = Compositor(style, camera)
    scene = Scene((Dame(200, 330, "light"), Dame(30, 60, "dark")))
    assert truth_of(scene, compositor).hidden == 0
    truth = truth_of(replace(scene, hands=(Hand("near", 200, 260, 10, carrying="light"),)), compositor)
    assert 0.03 < truth.hidden < 0.5
    under, apart = truth.dames
    assert under.visible < 0.1
    assert apart.visible > 0.9


def test_a_hand_throws_a_shadow() -> None:
    compositor = Compositor(Style.plain(), small())
    without = compositor.picture(Scene(), 0).astype(int)
    scene = Scene(hands=(Hand("near", 220, 200, 40),))
    with_hand = compositor.picture(scene, 0).astype(int)
    shown = compositor.owners(scene).map == 0
    assert (without - with_hand)[shown].max() > 15


def test_a_near_rail_hides_the_foot_of_a_dame() -> None:
    """Seen from a low camera, the near rail hides parts of the dames against it. The far dames are whole."""
    style = Style.plain()
    field = replace(FIELD, rail_height=34.0)
    compositor = Compositor(replace(style, field=field), small(0.78))
    near_dame, far_dame = truth_of(Scene((Dame(60, 384, "light"), Dame(60, 60, "light"))), compositor).dames
    assert near_dame.visible < far_dame.visible


def test_a_die_on_a_jeton_covers_it() -> None:
    scene = Scene(dice=(Die(100, 200, 9, 4, rest="jetons"),), jetons=(Jeton(100, 200),))
    _, truth = render(scene, Style.plain(), replace(small(), width=640, height=360), 0)
    assert truth.jetons[0].visible < 0.7
    assert truth.dice[0].on == "jetons"


@given(st.integers(0, 10**9))
@settings(max_examples=40)
def test_the_colours_of_every_style_can_be_distinguished(seed: int) -> None:
    """Any seed gives dames of two colours, the light ones lighter, and measures in which the pieces fit."""
    style = Style.from_seed(seed)
    light, dark = (
        np.array([int(look.material.colour[i : i + 2], 16) for i in (1, 3, 5)]) for look in (style.light, style.dark)
    )
    assert light @ (0.3, 0.59, 0.11) > dark @ (0.3, 0.59, 0.11)
    assert style.field.dame < style.field.case_width
    assert 5 * style.field.dame < style.field.height / 2
    assert style == Style.from_seed(seed)


@given(st.integers(0, 10**9))
@settings(max_examples=40)
def test_a_camera_sees_the_whole_floor(seed: int) -> None:
    style = Style.from_seed(seed)
    for x, y in Camera.from_seed(seed, style.field).corners(style.field):
        assert 0 <= x < 1280
        assert 0 <= y < 720


def test_noise_keeps_the_mean_and_has_its_size() -> None:
    grey = np.full((90, 160, 3), 0.2, np.float32)
    development = Development(replace(CLEAN, noise=4, grain=0.3), 1.0, (90, 160))
    toned = development.tone(grey)
    noisy = development.finish(toned, 3).astype(float)
    assert abs(noisy.mean() - toned.mean()) < 0.5
    assert 3 < noisy.std() < 5


def test_the_side_of_the_light_dames_is_free() -> None:
    scene = scene_of_position(Position.start(), Seating(), FIELD, 1, light=Side.NOIRS)
    assert {d.colour for d in scene.dames if d.y > 200} == {"dark"}


def test_an_arm_past_the_lens_leaves_the_hand() -> None:
    """The camera is low over the near edge, where the arm comes from. The hand is still drawn."""
    camera = replace(small(0.5), distance=330)
    scene = Scene(hands=(Hand("near", 220, 220, 60),))
    assert truth_of(scene, Compositor(Style.plain(), camera)).hidden > 0.02


def test_a_hand_just_outside_the_picture_is_no_trouble() -> None:
    scene = Scene(hands=(Hand("far", 343.7, -36.5, 75.3, -0.17, 0.95, 0.67, "peg"),))
    assert Compositor(Style.plain(), small()).picture(scene, 0).shape == (270, 480, 3)


def test_a_piece_meets_another_with_any_of_its_parts() -> None:
    """The pavillon's flag is between foot and knob. The dame it meets is further away and is drawn first."""

    def item(order: int, low: float, away: float, *xs: int) -> Item:
        nothing = np.zeros((4, 4), np.float32)
        sprites = tuple(Sprite((x, 0, 4, 4), nothing, (), nothing) for x in xs)
        return Item(PegPlaced(1, "pavillon"), order, sprites, (), low, low + 40, (0.0, away))

    pavillon, dame = item(0, 0.0, 100.0, 0, 50, 1), item(1, 5.0, 200.0, 51)
    assert back_to_front([pavillon, dame], np.zeros(3)) == [dame, pavillon]


def test_a_floor_begins_at_its_corners() -> None:
    """The wall behind it covers none of it."""
    black, white = (Material("plain", each, each, 0.0, 1.0) for each in ("#000000", "#ffffff"))
    style = Style.plain(FIELD)
    board = replace(style.board, floor=white, fleches=(white, white), outline=None, rail=black, bar=black)
    camera = small(0.4)
    picture = Compositor(replace(style, board=board), camera, quality="draft").picture(Scene(), 1).max(axis=2)
    begins = []
    for share in np.linspace(0.05, 0.45, 20):
        ((x, y),) = camera.project(np.array([[share * FIELD.width, 0.0, 0.0]]))
        dark = picture[: round(y) + 6, round(x)] < 8
        begins.append(float(np.flatnonzero(dark)[-1]) + 0.5 - y)
    assert np.mean(begins) == pytest.approx(0, abs=0.6)
