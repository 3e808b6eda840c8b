"""Draw frames slowly: mitsuba path traces the same scene and style, for training and measuring.

mitsuba is not a dependency of the project: `pip install mitsuba` where it is needed. Its fast mode needs LLVM 17 or
later (Debian: apt install libllvm19) and crashes with older ones, so it is used only where a new one is found. The
scalar mode works everywhere and takes about three times as long.
"""

from __future__ import annotations

import glob
import math
import os
import re
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.render.board_mesh import faces_of, on_its_ground
from simulation.render.camera import Camera
from simulation.render.clutter import CUP_HEIGHT, THICKNESS, depth_of, skin_of
from simulation.render.dice import die_matrix
from simulation.render.lamps import Lighting
from simulation.render.limbs import Limb, anatomy, carried_piece, held_place
from simulation.render.looks import Clutter, DameLook
from simulation.render.materials import SWATCH_SCALE, Material, Texture, linear, swatch
from simulation.render.meshes import (
    Mesh,
    dame_profile,
    die_mesh,
    die_texture,
    distances,
    quad_mesh,
    tube_mesh,
    turned_mesh,
)
from simulation.render.pegs import flag_corners, peg_parts
from simulation.render.solids import dame_height, face_drawing, jeton_look, rotation
from simulation.render.sprite import light_fall
from simulation.render.style import Style
from simulation.scene import JETON_HEIGHT, Dame, Die, Hand, Jeton, PegPlaced, Scene, dame_low

Untyped: TypeAlias = Any
"""Values of mitsuba, which publishes no types."""

LLVM_PATHS = ("/usr/lib/*/libLLVM*.so*", "/usr/lib/llvm-*/lib/libLLVM*.so*", "/usr/local/lib/libLLVM*.so*")
OLDEST_LLVM = 17

HAND_CELLS = 110
"""Cells along each side of a hand's distance field; mitsuba 3.9 draws only cubic grids."""


class MitsubaMissing(RuntimeError):
    """mitsuba is not installed, so path tracing is impossible."""


@lru_cache(maxsize=1)
def _mitsuba() -> Untyped:
    """Return the module, with the fastest variant that works on this machine."""
    library = _llvm()
    if library and "DRJIT_LIBLLVM_PATH" not in os.environ:
        os.environ["DRJIT_LIBLLVM_PATH"] = library
    try:
        import mitsuba  # noqa: PLC0415 - only where a frame is path traced
    except ImportError as error:
        raise MitsubaMissing(
            "path tracing needs mitsuba, which is not installed: pip install 'mitsuba>=3.9'"
        ) from error
    mitsuba.set_variant("llvm_ad_rgb" if library else "scalar_rgb")
    return mitsuba


def _llvm() -> str | None:
    """Return the newest LLVM library that mitsuba can use; None when there is none."""
    given = os.environ.get("DRJIT_LIBLLVM_PATH")
    if given:
        return given
    found = []
    for pattern in LLVM_PATHS:
        for path in glob.glob(pattern):
            version = re.search(r"libLLVM(?:-|\.so\.)(\d+)", path)
            if version and int(version[1]) >= OLDEST_LLVM:
                found.append((int(version[1]), path))
    return max(found)[1] if found else None


def trace(scene: Scene, style: Style, camera: Camera, seed: int, samples: int = 48) -> NDArray[np.float32]:
    """Return linear light, (H, W, 3) BGR, on the compositor's scale; samples: paths a pixel.

    Raises MitsubaMissing without mitsuba.
    """
    return Tracer(style, camera).light(scene, seed, samples)


class Tracer:
    """Traces scenes with one style and camera; the board is built once.

    Raises MitsubaMissing without mitsuba.
    """

    def __init__(self, style: Style, camera: Camera) -> None:
        mi = _mitsuba()
        self._mi, self._style = mi, style
        # A lamp that hangs in the view of the camera is not seen, as in the compositor.
        path = {"type": "path", "max_depth": 7, "hide_emitters": True}
        self._empty: dict[str, Any] = {"type": "scene", "integrator": path}
        sensor, self._lens = _sensor(mi, camera)
        self._empty["sensor"] = mi.load_dict(sensor)
        self._empty.update(_lights(mi, style.lighting, (style.field.width / 2, style.field.height / 2)))
        self._fall = light_fall(camera)[..., None]
        _Builder(mi, style, self._empty).board(camera.focal / camera.distance)

    def light(self, scene: Scene, seed: int, samples: int) -> NDArray[np.float32]:
        """Return linear light, (H, W, 3) BGR, on the compositor's scale; samples: paths a pixel."""
        described = dict(self._empty)
        _Builder(self._mi, self._style, described).pieces(scene)
        image = self._mi.render(self._mi.load_dict(described), seed=seed % (1 << 31), spp=samples)
        straight = np.ascontiguousarray(np.array(image, np.float32)[..., 2::-1])
        bent = cv2.remap(straight, *self._lens, cv2.INTER_LINEAR)
        return np.asarray(bent * self._fall, np.float32)


def _flip(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the change from field coordinates, left-handed with heights upwards, to mitsuba's: y changes its sign."""
    return np.asarray(points * np.array([1.0, -1.0, 1.0]), np.float64)


def _sensor(mi: Untyped, camera: Camera) -> tuple[dict[str, Any], tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Return a pinhole that sees slightly more than the camera, and its pixel at each pixel of the camera's lens."""
    rays = camera.rays().astype(np.float64)
    right, down = np.tensordot(camera.axes[:2], rays, 1) * camera.focal
    width = 2 * math.ceil(float(np.abs(right).max()) + 2)
    height = 2 * math.ceil(float(np.abs(down).max()) + 2)
    lens = ((right + width / 2 - 0.5).astype(np.float32), (down + height / 2 - 0.5).astype(np.float32))
    origin, axes = camera.place, camera.axes
    transform = mi.ScalarTransform4f().look_at(
        origin=_flip(origin).tolist(), target=_flip(origin + axes[2]).tolist(), up=_flip(-axes[1]).tolist()
    )
    described = {
        "type": "perspective",
        "fov": math.degrees(2 * math.atan(width / 2 / camera.focal)),
        "fov_axis": "x",
        "near_clip": 5.0,
        "far_clip": 1e5,
        "to_world": transform,
        "film": {"type": "hdrfilm", "width": width, "height": height, "rfilter": {"type": "gaussian", "stddev": 0.4}},
        "sampler": {"type": "independent"},
    }
    return described, lens


def _lights(mi: Untyped, lighting: Lighting, middle: tuple[float, float]) -> dict[str, Any]:
    centre = np.array([middle[0], middle[1], 0.0])
    lights: dict[str, Any] = {}
    for number, lamp in enumerate(lighting.lamps):
        place = np.array(lamp.place)
        distance = float(np.linalg.norm(place - centre))
        # The compositor rates a lamp by albedo times light on the level floor in the middle.
        power = math.pi * distance**2 / (math.pi * lamp.radius**2) * distance / lamp.place[2]
        at = mi.ScalarTransform4f().look_at(
            origin=_flip(place).tolist(), target=_flip(centre).tolist(), up=[0.31, 0.95, 0.02]
        )
        lights[f"lamp{number}"] = {
            "type": "disk",
            "to_world": at @ mi.ScalarTransform4f().scale(lamp.radius),
            "emitter": {"type": "area", "radiance": {"type": "rgb", "value": [c * power for c in lamp.light[::-1]]}},
        }
    # The room: brighter on the side the light slants from. Rows from the zenith down, columns round.
    rows, columns = 16, 32
    angle = (np.arange(columns) + 0.5) / columns * 2 * math.pi
    polar = (np.arange(rows) + 0.5) / rows * math.pi
    # In an environment map turned to h upwards, column 0 looks along +y of mitsuba.
    around = np.stack([-np.sin(angle), np.cos(angle)])
    side = around[0] * math.cos(lighting.azimuth) - around[1] * math.sin(lighting.azimuth)
    share = 1 + lighting.slant * np.sin(polar)[:, None] * side[None, :]
    room = share[..., None] * np.array(lighting.ambient[::-1])
    turn = mi.ScalarTransform4f().rotate([1, 0, 0], 90)
    lights["room"] = {"type": "envmap", "bitmap": mi.Bitmap(room.astype(np.float32)), "to_world": turn}
    return lights


class _Builder:
    """Adds shapes to a scene description."""

    def __init__(self, mi: Untyped, style: Style, described: dict[str, Any]) -> None:
        self.mi, self.style, self.described = mi, style, described

    def board(self, resolution: float) -> None:
        """Table, board and clutter."""
        for face in faces_of(self.style, resolution):
            made = self.surface(face.albedo, face.gloss, face.roughness, mirrored=face.endless)
            mesh = quad_mesh(face.corners)
            if face.endless:  # Beyond the drawn piece of table its pattern goes on, mirrored.
                middle = mesh.points.mean(axis=0)
                mesh = replace(mesh, points=middle + (mesh.points - middle) * 7, texels=(mesh.texels - 0.5) * 7 + 0.5)
            self.add(mesh, made)
        for thing in self.style.clutter:
            self.clutter(thing)

    def pieces(self, scene: Scene) -> None:
        """Everything that stands in the scene."""
        for each in scene.dames:
            self.dame(on_its_ground(each, self.style))
        for number, die in enumerate(scene.dice):
            self.die(on_its_ground(die, self.style), number)
        for number, jeton in enumerate(scene.jetons):
            self.jeton(on_its_ground(jeton, self.style), number)
        for peg in scene.pegs:
            self.peg(peg)
        for number, hand in enumerate(scene.hands):
            self.hand(hand, number)

    def dame(self, dame: Dame) -> None:
        """One dame."""
        field = self.style.field
        look = self.style.dame(dame.colour)
        place = np.array([dame.x, dame.y, dame_low(dame, field)])
        self.turned_piece(look, field.dame / 2, dame_height(field), place)

    def jeton(self, jeton: Jeton, number: int) -> None:
        """One jeton."""
        look = jeton_look(self.style.jetons[number % len(self.style.jetons)])
        place = np.array([jeton.x, jeton.y, jeton.height])
        self.turned_piece(look, self.style.field.jeton / 2, JETON_HEIGHT, place)

    def turned_piece(self, look: DameLook, radius: float, height: float, place: NDArray[np.float64]) -> None:
        """Add a turned disc, cut from a random place of its material."""
        own = np.random.default_rng([abs(round(v * 100)) for v in place])
        made = swatch(look.material, int(own.integers(3)))
        side = round(2 * radius * SWATCH_SCALE)
        x, y = (int(v) for v in own.integers(0, made.shape[0] - side, 2))
        cut = np.array(made[y : y + side, x : x + side] * own.uniform(0.9, 1.08), np.float32)
        if look.inlay is not None:
            middle, width, colour = look.inlay
            thick = max(round(width * side / 2), 1)
            ring = [float(c) for c in linear(colour)]
            cv2.circle(cut, (side // 2, side // 2), round(middle * side / 2), ring, thick, cv2.LINE_AA)
        if look.figures:
            drawn, cover = (cv2.resize(each, (side, side)) for each in face_drawing(look.figures))
            cut += cover[..., None] * (drawn - cut)
        if look.rim is not None:  # The wall shows the outermost texels.
            thick = max(round(0.35 * look.bevel * side), 2)
            colour_of_rim = [float(c) for c in linear(look.rim)]
            cv2.circle(cut, (side // 2, side // 2), side // 2 - thick // 2, colour_of_rim, thick + 2, cv2.LINE_AA)
        turn = rotation(0.0, 0.0, float(own.uniform(-math.pi, math.pi)))
        mesh = turned_mesh(dame_profile(look, radius, height), 2 * radius).placed(turn, place)
        self.add(mesh, self.surface(cut, look.material.gloss, look.material.roughness))

    def die(self, die: Die, number: int) -> None:
        """One die."""
        look = self.style.dice[number % len(self.style.dice)]
        place = np.array([die.x, die.y, die.height])
        mesh = die_mesh(look, self.style.field.de).placed(die_matrix(die), place)
        self.add(mesh, self.surface(die_texture(look, die.value), look.gloss, look.roughness))

    def peg(self, peg: PegPlaced, height: float | None = None) -> None:
        """One peg, standing or lying."""
        made = self.plain(self.style.peg(peg.kind))
        for part in peg_parts(peg, self.style, height):
            self.add(tube_mesh(part.radius, part.length).placed(part.matrix, part.place), made)
        if peg.kind == "pavillon" and peg.hole is not None:
            self.add(quad_mesh(flag_corners(peg, self.style)), made)

    def clutter(self, thing: Clutter) -> None:
        """Add a cup, a coin, or something flat."""
        place = np.array([thing.x, thing.y, 0.0 if thing.on_board else -self.style.board.thickness])
        made = self.plain(thing.material)
        if thing.kind == "cup":
            radius = thing.size / 2
            inner = radius * 0.92
            profile = [(0, 4), (inner, 4), (inner, CUP_HEIGHT), (radius, CUP_HEIGHT), (radius, 0)]
            self.add(
                replace(turned_mesh(np.array(profile, float), 2 * radius), normals=None).placed(np.eye(3), place), made
            )
        elif thing.kind == "coin":
            self.add(tube_mesh(thing.size / 2, 2.0).placed(np.eye(3), place), made)
        else:
            width, depth, high = thing.size, depth_of(thing), THICKNESS[thing.kind]
            if thing.figures:
                made = self.surface(skin_of(thing), thing.material.gloss, thing.material.roughness)
            matrix = rotation(0.0, 0.0, thing.yaw)
            for corners in _box_faces(width / 2, depth / 2, high):
                self.add(quad_mesh(corners).placed(matrix, place), made)

    def hand(self, hand: Hand, number: int) -> None:
        """Add a hand's skin and its sleeve, as distance fields, and the piece it carries."""
        match carried_piece(hand, self.style.field):
            case Dame() as dame:
                self.dame(dame)
            case Die() as die:
                self.die(die, 0)
            case Jeton() as jeton:
                self.jeton(jeton, number)
            case PegPlaced() as peg:
                self.peg(peg, held_place(hand)[2])
        owner = 0 if hand.side == "near" else 1
        forearm, fingers, sleeve = anatomy(hand)
        skin = linear(self.style.skins[owner])[::-1].tolist()
        own = {"type": "principled", "base_color": {"type": "rgb", "value": skin}, "roughness": 0.5, "specular": 0.35}
        flesh = self.mi.load_dict(own)
        cloth = self.plain(self.style.sleeves[owner])
        # The arm is separate: it is long, and the fingers need fine cells.
        self.blob(forearm, flesh)
        self.blob([limb for finger in fingers for limb in finger], flesh)
        if sleeve:
            self.blob(sleeve, cloth)

    def blob(self, parts: list[Limb], made: Untyped) -> None:
        """A smooth union of limbs as a grid of distances."""
        low, high, values = distances(parts, HAND_CELLS)
        # mitsuba needs the grid in a unit cube, slowest axis first; y changes its sign with the handedness.
        values = values[:, ::-1, :]
        size = high - low
        corner = np.array([low[0], -high[1], low[2]])
        to_world = self.mi.ScalarTransform4f().translate(corner.tolist()).scale(size.tolist())
        ordered = np.ascontiguousarray(values.transpose(2, 1, 0)[..., None] / size.max())
        tensor = self.mi.TensorXf(ordered.astype(np.float32))
        self.put({"type": "sdfgrid", "grid": tensor, "to_world": to_world, "bsdf": made})

    def surface(self, albedo: Texture, gloss: float, roughness: float, *, mirrored: bool = False) -> Untyped:
        """A textured material; mirrored: whether the texture goes on beyond its edges."""
        data = self.mi.TensorXf(np.ascontiguousarray(albedo[..., ::-1], np.float32))
        image = {"type": "bitmap", "data": data, "raw": True, "wrap_mode": "mirror" if mirrored else "clamp"}
        own = {
            "type": "principled",
            "base_color": image,
            "roughness": max(roughness, 0.08),
            "specular": min(gloss / 0.08, 1.0),
        }
        return self.mi.load_dict({"type": "twosided", "own": own})

    def plain(self, material: Material) -> Untyped:
        """A material of one colour."""
        albedo = np.empty((2, 2, 3), np.float32)
        albedo[:] = linear(material.colour)
        return self.surface(albedo, material.gloss, material.roughness)

    def add(self, mesh: Mesh, made: Untyped) -> None:
        """A mesh of one material."""
        mi = self.mi
        properties = mi.Properties()
        properties["mesh_bsdf"] = made
        shape = mi.Mesh(
            "mesh",
            len(mesh.points),
            len(mesh.faces),
            has_vertex_normals=mesh.normals is not None,
            has_vertex_texcoords=True,
            props=properties,
        )
        parameters = mi.traverse(shape)
        parameters["vertex_positions"] = _flip(mesh.points).ravel().astype(np.float32)
        parameters["vertex_texcoords"] = mesh.texels.ravel().astype(np.float32)
        parameters["faces"] = mesh.faces[:, ::-1].ravel().astype(np.uint32)
        if mesh.normals is not None:
            parameters["vertex_normals"] = _flip(mesh.normals).ravel().astype(np.float32)
        parameters.update()
        self.put(shape)

    def put(self, shape: Untyped) -> None:
        """Add a shape under the next free name."""
        self.described[f"shape{len(self.described)}"] = shape


def _box_faces(x: float, y: float, high: float) -> list[NDArray[np.float64]]:
    """Return the upper face and four sides of a box that stands on zero and reaches x and y each way."""
    ring = [(-x, -y), (x, -y), (x, y), (-x, y)]
    faces = [np.array([(a, b, high) for a, b in ring])]
    for (a, b), (c, d) in zip(ring, ring[1:] + ring[:1], strict=True):
        faces.append(np.array([(a, b, high), (c, d, high), (c, d, 0), (a, b, 0)]))
    return faces
