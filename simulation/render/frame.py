"""One picture with its truth: the room's front door."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from simulation.render.compositor import Compositor
from simulation.render.truth import truth_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from simulation.render.camera import Camera
    from simulation.render.compositor import Quality
    from simulation.render.style import Style
    from simulation.render.truth import Truth
    from simulation.scene import Scene


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture, (H, W, 3) uint8 BGR, and what is exactly so in it."""

    image: NDArray[np.uint8]
    truth: Truth


def render(scene: Scene, style: Style, camera: Camera, seed: int, quality: Quality = "full") -> Frame:
    """One frame of `scene`; the same arguments give the same bytes.

    seed: of the sensor's noise; quality: "fast" as the demo draws it, "full" with smooth shadows and the sensor's JPEG.
    """
    compositor = Compositor(style, camera, quality=quality)
    image = compositor.picture(scene, seed, compress=quality == "full")
    return Frame(image, truth_of(scene, compositor))
