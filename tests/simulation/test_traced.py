from __future__ import annotations

import builtins
import importlib.util
import math
from typing import Any

import numpy as np
import pytest

from simulation.render import traced
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.limbs import limbs
from simulation.render.looks import DameLook, DieLook
from simulation.render.meshes import ATLAS, Mesh, dame_profile, die_mesh, die_texture, distances, turned_mesh
from simulation.render.style import Style
from simulation.scene import Dame, Die, Hand, Scene


def volume(mesh: Mesh) -> float:
    """Return the volume that a closed mesh encloses (divergence theorem)."""
    a, b, c = (mesh.points[mesh.faces[:, i]] for i in range(3))
    return abs(float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum())) / 6


def test_a_turned_dame_has_the_measures_of_the_solid() -> None:
    """Radius and height are the dame's; a flat one with hardly a bevel fills its cylinder."""
    look = DameLook(Style.plain().light.material, (), 0.0, 0.02)
    profile = dame_profile(look, 15.0, 8.0)
    assert profile[:, 0].max() == pytest.approx(15.0)
    assert (profile[:, 1].min(), profile[:, 1].max()) == pytest.approx((0.0, 8.0))
    # The lower face is left open: it is never seen, and it lies on zero.
    assert volume(turned_mesh(profile, 30.0)) == pytest.approx(math.pi * 15**2 * 8, rel=0.02)


def test_grooves_are_cut_into_the_face() -> None:
    plain, cut = (DameLook(Style.plain().light.material, g, 0.0, 0.1) for g in ((), ((0.6, 0.1, 0.8),)))
    assert dame_profile(cut, 15.0, 8.0)[:90, 1].min() < dame_profile(plain, 15.0, 8.0)[:90, 1].min() - 0.1


@pytest.mark.parametrize("rounding", [0.0, 0.5, 1.0])
def test_a_die_fills_its_cube_but_for_its_corners(rounding: float) -> None:
    mesh = die_mesh(DieLook(rounding=rounding), 12.0)
    assert np.abs(mesh.points).max() == pytest.approx(6.0)
    assert 0.88 * 12**3 < sum_of_faces(mesh) <= 12**3


def sum_of_faces(mesh: Mesh) -> float:
    """Volume of a solid whose surface is all visible from its middle: the sum of cones over its triangles."""
    a, b, c = (mesh.points[mesh.faces[:, i]] for i in range(3))
    return float(np.abs(np.einsum("ij,ij->i", a, np.cross(b, c))).sum()) / 6


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_the_texture_of_a_die_has_21_pips(value: int) -> None:
    look = DieLook(colour="#ffffff", pips="#000000")
    atlas = die_texture(look, value)
    pip = math.pi * (look.pip * ATLAS) ** 2
    assert (atlas[..., 0] < 0.5).sum() / pip == pytest.approx(21, abs=0.7)
    upper = atlas[ATLAS:, ATLAS : 2 * ATLAS]  # Axis 2, positive: the fifth face of the atlas.
    assert (upper[..., 0] < 0.5).sum() / pip == pytest.approx(value, abs=0.3)


def test_a_hand_is_one_body() -> None:
    """The distance field is negative along every limb and positive at the grid's edge."""
    made = limbs(Hand("near", 200, 200))
    low, high, field = distances(made, 60)
    for limb in made:
        middle = (limb.start + limb.end) / 2
        cell = np.rint((middle - low) / (high - low) * 59).astype(int)
        assert field[tuple(cell)] < 0
    assert min(side.min() for side in (field[0], field[-1], field[:, 0], field[:, -1])) > 0


def test_without_mitsuba_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(name: str, *rest: Any) -> Any:  # noqa: ANN401 - as __import__ itself
        if name == "mitsuba":
            raise ImportError(name)
        return real(name, *rest)

    traced._mitsuba.cache_clear()
    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(traced.MitsubaMissing, match="pip install"):
        traced.trace(Scene(), Style.plain(), Camera(width=64, height=36), 1)


@pytest.mark.skipif(importlib.util.find_spec("mitsuba") is None, reason="mitsuba is not installed (train group)")
def test_both_ways_show_the_same_table() -> None:
    """Path traced and composed, the same scene has the same things at the same pixels and about the same light."""
    style = Style.plain()
    camera = Camera(width=320, height=180, focal=330, tilt=0.4, k1=-0.1).framing(style.field, 0.95)
    scene = Scene((Dame(80, 80, "light"), Dame(300, 300, "dark")), (Die(200, 200, 6, 5),))
    compositor = Compositor(style, camera, quality="full")
    composed = compositor.light(scene)
    tracer = traced.Tracer(style, camera)
    tracer.light(Scene(), 1, samples=1)  # What lay there before leaves no trace.
    light = tracer.light(scene, 1, samples=24)
    assert light.shape == composed.shape
    assert float(light.mean() / composed.mean()) == pytest.approx(1.0, abs=0.25)
    one, other = (np.log(np.maximum(each.mean(axis=2), 1e-3)).ravel() for each in (light, composed))
    assert np.corrcoef(one, other)[0, 1] > 0.85
