"""A pinhole camera with lens distortion above the table: from field coordinates to pixels and back to rays.

World points are (x, y, h): field coordinates and the height above the floor, mm. Camera coordinates are x to the right
of the image, y down, z along the view. Distortion is Brown's model as OpenCV writes it (k1, k2, p1, p2).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from events.field import Corners, Field, Point
from simulation.render.sensor import Sensor


@dataclass(frozen=True, slots=True, kw_only=True)
class Camera:
    """The place of a camera, its lens and its sensor.

    Attributes:
        width, height, focal: In pixels.
        target: The floor point it looks at, mm.
        distance: From the target, mm.
        tilt: Angle of the view from straight down (0 .. pi/4); a tilted camera is nearer to the near edge.
        azimuth: Turn of the camera around the target.
        roll: Turn of the image.
        k1, k2, p1, p2: Lens distortion.
    """

    width: int = 1280
    height: int = 720
    focal: float = 1000.0
    target: Point = (220.0, 200.0)
    distance: float = 750.0
    tilt: float = 0.2
    azimuth: float = 0.0
    roll: float = 0.0
    k1: float = 0.0
    k2: float = 0.0
    p1: float = 0.0
    p2: float = 0.0
    sensor: Sensor = field(default_factory=Sensor)

    @classmethod
    def from_seed(cls, seed: int, board: Field, *, width: int = 1280, height: int = 720) -> Camera:
        """Return a camera as people mount them: overhead or on an arm, with the whole floor in view."""
        random = Random(f"camera {seed}")  # noqa: S311 - a picture, not a secret
        focal = width / (2 * math.tan(math.radians(random.uniform(42, 78)) / 2))
        overhead = random.random() < 0.4
        camera = cls(
            width=width,
            height=height,
            focal=focal,
            tilt=math.radians(abs(random.gauss(0, 6)) if overhead else random.uniform(5, 45)),
            azimuth=math.radians(random.gauss(0, 6)),
            roll=math.radians(random.gauss(0, 3)),
            k1=random.gauss(0, 0.06) if random.random() < 0.8 else random.uniform(-0.25, 0.0),
            k2=random.gauss(0, 0.01),
            p1=random.gauss(0, 0.0008),
            p2=random.gauss(0, 0.0008),
            sensor=Sensor.from_seed(seed),
        )
        offset = (random.gauss(0, 0.35), random.gauss(0, 0.35))
        framed = camera.framing(board, random.uniform(0.75, 1.04), offset)
        inside = all(0 <= x < width and 0 <= y < height for x, y in framed.corners(board))
        return framed if inside else camera.framing(board, 0.92)

    @classmethod
    def of_photograph(
        cls, seed: int, board: Field, *, width: int = 960, height: int = 720, fill: tuple[float, float] = (0.5, 1.02)
    ) -> Camera:
        """Return a camera as people hold it for a photograph, at any turn, with nearly the whole floor in view.

        fill: range of the share of the picture's tighter side that the board takes.
        """
        random = Random(f"held camera {seed}")  # noqa: S311 - a picture, not a secret
        sensor = Sensor.of_photograph(seed)
        barrel = (
            random.uniform(0.03, 0.12) if random.random() < 0.12 else min(max(random.gauss(0.006, 0.014), -0.03), 0.05)
        )
        camera = cls()
        for _ in range(20):
            focal = width * random.uniform(0.65, 1.8)
            camera = cls(
                width=width,
                height=height,
                focal=focal,
                tilt=abs(random.gauss(0, 0.12)) if random.random() < 0.45 else random.uniform(0, math.radians(52)),
                azimuth=random.gauss(0, 0.12) if random.random() < 0.8 else random.uniform(-0.55, 0.55),
                roll=random.gauss(0, 0.03) if random.random() < 0.75 else random.uniform(-0.25, 0.25),
                # The bend is rated at the picture's corners.
                k1=-barrel * (2 * focal / math.hypot(width, height)) ** 2 if random.random() < 0.5 else 0.0,
                sensor=sensor,
            ).framing(board, random.uniform(*fill), (random.uniform(-1, 1), random.uniform(-1, 1)))
            slack = 0.02 if random.random() < 0.85 else 0.12
            if all(
                -slack * width <= x < (1 + slack) * width and -slack * height <= y < (1 + slack) * height
                for x, y in camera.corners(board)
            ):
                break
        return camera

    def framing(self, board: Field, fill: float, offset: Point = (0.0, 0.0)) -> Camera:
        """Return this camera, moved so that the board with its rails takes `fill` of the frame's tighter dimension.

        offset: the board's place in the remaining room, -1 (left, top) .. 1 (right, bottom) each way.
        """
        rail = board.rail
        outline = np.array(
            [(x, y, board.rail_height) for x in (-rail, board.width + rail) for y in (-rail, board.height + rail)]
        )
        middle = (board.width / 2, board.height / 2)
        camera = replace(self, target=middle)
        low, high = 200.0, 8000.0
        for _ in range(40):
            between = math.sqrt(low * high)
            camera = replace(camera, distance=between)
            pixels = camera.project(outline)
            spread = np.ptp(pixels, axis=0)
            if max(spread[0] / self.width, spread[1] / self.height) > fill:
                low = between
            else:
                high = between
        pixels = camera.project(outline)
        # A move of the target by a millimetre moves the picture by about focal / distance pixels.
        for axis, size in ((0, self.width), (1, self.height)):
            spare = (size - np.ptp(pixels[:, axis])) / 2
            wanted = size / 2 + min(max(offset[axis], -1), 1) * 0.8 * max(spare, 0.0)
            now = (pixels[:, axis].min() + pixels[:, axis].max()) / 2
            shift = (now - wanted) * camera.distance / self.focal
            moved = list(camera.target)
            moved[axis] += float(shift)
            camera = replace(camera, target=(moved[0], moved[1]))
        return camera

    @property
    def axes(self) -> NDArray[np.float64]:
        """3x3: the camera's right, down and forward directions as rows, in world coordinates."""
        return _axes(self.tilt, self.azimuth, self.roll)

    @property
    def place(self) -> NDArray[np.float64]:
        """The place of the camera, (x, y, h) mm."""
        return _place(self.target, self.distance, self.tilt, self.azimuth, self.roll)

    def project(self, points: NDArray[np.floating]) -> NDArray[np.float64]:
        """Project world points (..., 3) to pixels (..., 2); points must be in front of the camera."""
        return self.project_deep(points)[0]

    def project_deep(self, points: NDArray[np.floating]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Project world points (..., 3) to pixels (..., 2), with their depth along the view (...), mm."""
        seen = (np.asarray(points, np.float64) - self.place) @ self.axes.T
        flat = seen[..., :2] / np.maximum(seen[..., 2:], 1.0)
        bent = self._distort(flat)
        bent *= self.focal
        bent += (self.width / 2 - 0.5, self.height / 2 - 0.5)
        return bent, np.asarray(seen[..., 2], np.float64)

    def depth(self, points: NDArray[np.floating]) -> NDArray[np.float64]:
        """Return the depth of world points (..., 3) along the view, mm."""
        return np.asarray((np.asarray(points, np.float64) - self.place) @ self.axes[2], np.float64)

    def corners(self, board: Field) -> Corners:
        """Return the four corners of the playing floor in pixels, clockwise from the far left one."""
        floor = [(0.0, 0.0, 0.0), (board.width, 0.0, 0.0), (board.width, board.height, 0.0), (0.0, board.height, 0.0)]
        a, b, c, d = ((float(x), float(y)) for x, y in self.project(np.array(floor)))
        return a, b, c, d

    def rays(self) -> NDArray[np.float32]:
        """Return (3, height, width): the world direction of each pixel, of length 1 along the view."""
        ys, xs = np.mgrid[0 : self.height, 0 : self.width].astype(np.float64)
        bent = np.stack([(xs + 0.5 - self.width / 2) / self.focal, (ys + 0.5 - self.height / 2) / self.focal], -1)
        flat = bent.copy()
        bends = (self.k1, self.k2, self.p1, self.p2) != (0.0, 0.0, 0.0, 0.0)
        for _ in range(
            6 * bends
        ):  # Brown's model has no closed inverse; for the lenses here this settles below 0.01 px.
            flat += bent - self._distort(flat)
        right, down, forward = self.axes
        directions = [flat[..., 0] * right[i] + flat[..., 1] * down[i] + forward[i] for i in range(3)]
        return np.stack(directions).astype(np.float32)

    def _distort(self, flat: NDArray[np.float64]) -> NDArray[np.float64]:
        x, y = flat[..., 0], flat[..., 1]
        # Beyond a lens's widest field, the polynomial would fold the picture over itself.
        squared = np.minimum(x * x + y * y, 2.0)
        radial = 1 + self.k1 * squared + self.k2 * squared * squared
        bent = np.empty_like(flat)
        bent[..., 0] = x * radial + 2 * self.p1 * x * y + self.p2 * (squared + 2 * x * x)
        bent[..., 1] = y * radial + self.p1 * (squared + 2 * y * y) + 2 * self.p2 * x * y
        return bent


@lru_cache(maxsize=64)
def _axes(tilt: float, azimuth: float, roll: float) -> NDArray[np.float64]:
    sin_t, cos_t = math.sin(tilt), math.cos(tilt)
    sin_a, cos_a = math.sin(azimuth), math.cos(azimuth)
    right = np.array([cos_a, sin_a, 0.0])
    inward = np.array([sin_a, -cos_a, 0.0])
    forward = inward * sin_t + np.array([0.0, 0.0, -cos_t])
    down = -inward * cos_t + np.array([0.0, 0.0, -sin_t])
    sin_r, cos_r = math.sin(roll), math.cos(roll)
    axes = np.array([right * cos_r + down * sin_r, down * cos_r - right * sin_r, forward])
    axes.flags.writeable = False
    return axes


@lru_cache(maxsize=64)
def _place(target: Point, distance: float, tilt: float, azimuth: float, roll: float) -> NDArray[np.float64]:
    forward = _axes(tilt, azimuth, roll)[2]
    place = np.asarray(np.array([target[0], target[1], 0.0]) - forward * distance, np.float64)
    place.flags.writeable = False
    return place
