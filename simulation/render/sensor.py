"""A camera's picture of light: exposure, white balance, tone, sharpness, noise and JPEG."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Point

LUT_SIZE = 1 << 16
BRIGHTEST = 4.0
"""Linear light is kept up to this many times white before the shoulder of the tone curve."""

BANK_MARGIN = 64
"""The noise bank is this much larger than a frame, so that every frame can use another piece of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensor:
    """The camera's way from the light on its sensor to the file.

    Attributes:
        exposure: Brightness of the board, 1 = well exposed.
        red, blue: White-balance gains left uncorrected.
        saturation, contrast: 1 = neutral.
        blur: Sigma of the softness of lens and focus, px.
        sharpening: Strength of the camera's own edge sharpening.
        noise: Standard deviation in 8-bit steps.
        grain: Size of noise specks, px.
        motion: Path of the whole picture during the exposure, px.
        vignette: Light lost in the corners, 0..1.
        bloom: Share of highlights that spills around them.
        detail: Share of its pixels each way that it records; below 1 the picture is enlarged.
        smoothing: Strength of a telephone's removal of noise, grey levels.
        jpeg: Quality 1..100, or None for no compression.
    """

    exposure: float = 1.0
    red: float = 1.0
    blue: float = 1.0
    saturation: float = 1.0
    contrast: float = 1.0
    blur: float = 0.5
    sharpening: float = 0.3
    noise: float = 2.0
    grain: float = 0.6
    motion: Point = (0.0, 0.0)
    vignette: float = 0.1
    bloom: float = 0.03
    detail: float = 1.0
    smoothing: float = 0.0
    jpeg: int | None = None

    @classmethod
    def from_seed(cls, seed: int) -> Sensor:
        """Return a webcam, a phone or a Pi camera on a good or a bad day."""
        random = Random(f"sensor {seed}")  # noqa: S311 - a picture, not a secret
        shaken = random.random() < 0.06
        return cls(
            exposure=random.uniform(0.65, 1.15) if random.random() < 0.85 else random.uniform(0.3, 1.7),
            red=random.gauss(1, 0.08),
            blue=random.gauss(1, 0.09),
            saturation=random.uniform(0.6, 1.3),
            contrast=random.uniform(0.85, 1.25),
            blur=random.uniform(0.35, 0.9) if random.random() < 0.8 else random.uniform(0.9, 1.8),
            sharpening=random.choice((0.0, random.uniform(0.1, 0.9))),
            noise=random.choice((random.uniform(0.5, 2.5), random.uniform(0.5, 2.5), random.uniform(2.5, 8))),
            grain=random.uniform(0.3, 0.9),
            motion=(random.gauss(0, 3), random.gauss(0, 3)) if shaken else (0.0, 0.0),
            vignette=random.uniform(0, 0.35),
            bloom=random.uniform(0.0, 0.08),
            jpeg=random.randint(55, 96),
        )

    @classmethod
    def of_photograph(cls, seed: int) -> Sensor:
        """Return any camera by which people publish pictures of boards."""
        random = Random(f"photograph {seed}")  # noqa: S311 - a picture, not a secret
        usual = cls.from_seed(seed)
        return replace(
            usual,
            exposure=math.exp(random.gauss(0, 0.5)),
            red=math.exp(random.gauss(0, 0.11)),
            blue=math.exp(random.gauss(0, 0.11)),
            saturation=random.uniform(0.0, 1.4) if random.random() < 0.2 else usual.saturation,
            contrast=random.uniform(0.8, 1.5),
            blur=random.uniform(0.25, 1.6) if random.random() < 0.6 else 0.0,
            sharpening=random.uniform(0.3, 1.2) if random.random() < 0.25 else 0.0,
            noise=random.uniform(0, 9) if random.random() < 0.7 else 0.0,
            grain=random.choice((0.2, random.uniform(0.3, 1.2))),
            motion=(random.gauss(0, 2.5), random.gauss(0, 2.5)) if random.random() < 0.12 else (0.0, 0.0),
            detail=random.uniform(0.5, 0.95) if random.random() < 0.12 else 1.0,
            smoothing=random.uniform(10, 50) if random.random() < 0.08 else 0.0,
            jpeg=random.randint(25, 96) if random.random() < 0.7 else None,
        )


def streak(motion: Point) -> NDArray[np.float32] | None:
    """Return the blur kernel of a straight path of `motion` pixels; None when it is too short to see."""
    length = float(np.hypot(*motion))
    if length < 1.0:
        return None
    radius = int(np.ceil(length / 2)) + 1
    kernel = np.zeros((2 * radius + 1, 2 * radius + 1), np.float32)
    for share in np.linspace(-0.5, 0.5, int(np.ceil(length * 4)) + 1):
        x, y = radius + motion[0] * share, radius + motion[1] * share
        x0, y0 = int(np.floor(x)), int(np.floor(y))
        for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
            weight = (1 - abs(x - x0 - dx)) * (1 - abs(y - y0 - dy))
            kernel[y0 + dy, x0 + dx] += weight
    return np.asarray(kernel / kernel.sum(), np.float32)


class Development:
    """Turns linear light (H, W, 3 float32, BGR) into pixels (uint8), for one sensor and one gain.

    gain: factor that exposes the picture well (the camera's automatic exposure).
    """

    def __init__(self, sensor: Sensor, gain: float, shape: tuple[int, int]) -> None:
        self.sensor = sensor
        self._gain = gain * sensor.exposure
        self._lut = _tone_curve(sensor.contrast)
        grey = np.array([[0.11, 0.59, 0.3]] * 3)
        colours = grey + sensor.saturation * (np.eye(3) - grey)
        balance = np.diag([sensor.blue, 1.0, sensor.red])
        matrix = colours @ balance * (self._gain * (LUT_SIZE - 1) / BRIGHTEST)
        self._matrix = matrix.astype(np.float32)
        self._kernel = streak(sensor.motion)
        self._bank = _noise_bank(sensor, shape)

    @property
    def reach(self) -> int:
        """The number of pixels that a change in the light spreads in the developed picture."""
        reach = int(np.ceil(3 * self.sensor.blur)) + 1 + (2 if self.sensor.sharpening else 0)
        return reach + (0 if self._kernel is None else max(self._kernel.shape) // 2)

    def bloomed(self, linear: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return a whole picture's linear light with the light that highlights spill in the lens."""
        if self.sensor.bloom <= 0:
            return linear
        over = np.maximum(linear * np.float32(self._gain) - np.float32(0.8), 0)
        small = cv2.resize(over, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        spread = cv2.GaussianBlur(small, (0, 0), linear.shape[1] / 300) + cv2.GaussianBlur(small, (0, 0), 3)
        glow = cv2.resize(spread, (linear.shape[1], linear.shape[0]), interpolation=cv2.INTER_LINEAR)
        return np.asarray(linear + glow * np.float32(self.sensor.bloom * 2 / self._gain), np.float32)

    def tone(self, linear: NDArray[np.float32]) -> NDArray[np.uint8]:
        """Turn linear light into 8 bits, soft and sharp as this camera sees it, before noise and compression."""
        raw = cv2.transform(linear, self._matrix)
        np.clip(raw, 0, LUT_SIZE - 1, out=raw)
        pixels = np.take(self._lut, raw.astype(np.uint16))
        if self._kernel is not None:
            pixels = np.asarray(cv2.filter2D(pixels, -1, self._kernel), np.uint8)
        blur = self.sensor.blur
        if blur > 0.2:
            pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), blur), np.uint8)
        if self.sensor.sharpening > 0:
            soft = cv2.GaussianBlur(pixels, (0, 0), 1.0)
            strength = self.sensor.sharpening
            pixels = np.asarray(cv2.addWeighted(pixels, 1 + strength, soft, -strength, 0), np.uint8)
        return pixels

    def finish(self, pixels: NDArray[np.uint8], seed: int, *, compress: bool = True) -> NDArray[np.uint8]:
        """Return a frame of its own, with this instant's noise and, if the sensor uses it, JPEG compression."""
        height, width = pixels.shape[:2]
        random = Random(f"noise {seed}")  # noqa: S311 - a picture, not a secret
        x, y = random.randrange(BANK_MARGIN), random.randrange(BANK_MARGIN)
        if self._bank is not None:
            up, down = (side[y : y + height, x : x + width] for side in self._bank)
            noisy = np.asarray(cv2.subtract(cv2.add(pixels, up), down), np.uint8)
        else:
            noisy = pixels.copy()
        if self.sensor.detail < 1:
            small = cv2.resize(noisy, None, fx=self.sensor.detail, fy=self.sensor.detail, interpolation=cv2.INTER_AREA)
            noisy = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)
        if self.sensor.smoothing:
            noisy = np.asarray(cv2.bilateralFilter(noisy, 5, self.sensor.smoothing, 2.0), np.uint8)
        if compress and self.sensor.jpeg is not None:
            _, packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, self.sensor.jpeg])
            noisy = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
        return noisy


def expose(light: NDArray[np.float32], exposure: float) -> NDArray[np.uint8]:
    """Return the picture of a plain camera, which clips highlights.

    exposure: how bright the brightest twentieth of the picture is at least, 1 = white.
    """
    exposed = np.clip(light * (exposure / float(np.quantile(light, 0.95))), 0, 1)
    grey = np.where(exposed < 0.0031, 12.92 * exposed, 1.055 * exposed ** (1 / 2.4) - 0.055)
    return np.asarray(np.rint(255 * grey), np.uint8)


def remove_grain(pixels: NDArray[np.uint8], grain: float) -> NDArray[np.uint8]:
    """Return the picture without its grain (grey levels), as phones remove it: fine detail goes, too."""
    return np.asarray(cv2.fastNlMeansDenoisingColored(pixels, None, grain, grain, 5, 15), np.uint8)


def _tone_curve(contrast: float) -> NDArray[np.uint8]:
    """Turn 16-bit linear light into 8-bit sRGB, with an S-shaped contrast and a soft shoulder instead of clipping."""
    light = np.linspace(0, BRIGHTEST, LUT_SIZE)
    knee = 0.5
    over = np.maximum(light - knee, 0)
    light = np.minimum(light, knee) + (1 - knee) * (1 - np.exp(-over / (1.2 * (1 - knee))))
    encoded = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-9) ** (1 / 2.4) - 0.055)
    if contrast > 1:
        smooth = encoded * encoded * (3 - 2 * encoded)
        curved = encoded + 2 * (contrast - 1) * (smooth - encoded)
    else:
        curved = 0.5 + (encoded - 0.5) * contrast
    return np.asarray(np.clip(np.rint(curved * 255), 0, 255), np.uint8)


def _noise_bank(sensor: Sensor, shape: tuple[int, int]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]] | None:
    """Return the noise to add and to subtract, (H + margin, W + margin, 3) each; None for a noiseless sensor."""
    if sensor.noise <= 0:
        return None
    generator = np.random.default_rng(20130512)
    size = (shape[0] + BANK_MARGIN, shape[1] + BANK_MARGIN)
    luma = generator.standard_normal((*size, 1), np.float32)
    chroma = generator.standard_normal((*size, 3), np.float32)
    noise = 0.8 * luma + 0.6 * chroma
    if sensor.grain > 0.25:
        noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), sensor.grain), np.float32)
    noise *= sensor.noise / float(noise.std())
    # Random rounding keeps the mean of faint noise.
    steps = np.floor(noise + generator.random(noise.shape, np.float32))
    return np.clip(steps, 0, 255).astype(np.uint8), np.clip(-steps, 0, 255).astype(np.uint8)
