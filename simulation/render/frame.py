"""Render one picture with its truth: the main entry of this package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from simulation.render.compositor import Compositor
from simulation.render.traced import trace
from simulation.render.truth import truth_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from simulation.render.camera import Camera
    from simulation.render.style import Style
    from simulation.render.truth import Truth
    from simulation.scene import Scene


Quality: TypeAlias = Literal["fast", "full", "traced"]


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture, (H, W, 3) uint8 BGR, and its exact truth."""

    image: NDArray[np.uint8]
    truth: Truth


def render(scene: Scene, style: Style, camera: Camera, seed: int, quality: Quality = "full") -> Frame:
    """Render one frame of `scene`; the same arguments give the same bytes.

    seed: of the sensor's noise; quality: "fast" as the demo draws it, "full" with smooth shadows and the sensor's JPEG,
    "traced" by path tracing (raises MitsubaMissing without mitsuba).
    """
    compositor = Compositor(style, camera, quality="fast" if quality == "fast" else "full")
    if quality == "traced":
        light = trace(scene, style, camera, seed)
        development = compositor.development
        image = development.finish(development.tone(development.bloomed(light)), seed)
    else:
        image = compositor.picture(scene, seed, compress=quality == "full")
    return Frame(image, truth_of(scene, compositor))
