"""The light that a surface sends to the camera, split by source, so that shadows can be added later."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simulation.render.lamps import Lamp, Lighting

Planes = tuple["NDArray[np.float32]", "NDArray[np.float32]", "NDArray[np.float32]"]


def shade(
    points: Planes,
    normals: Planes,
    rays: Planes,
    albedo: NDArray[np.float32],
    gloss: NDArray[np.float32] | float,
    roughness: NDArray[np.float32] | float,
    lighting: Lighting,
    middle: tuple[float, float],
) -> list[NDArray[np.float32]]:
    """Return linear light towards the camera without shadows: the room's, then each lamp's, (..., 3) BGR each.

    Args:
        points, normals, rays: x, y and h planes of one shape; rays point away from the camera and have any length.
        albedo: (..., 3).
        gloss, roughness: As in Material.
        lighting: The lights.
        middle: The point of the floor where the light of lamps is rated.
    """
    length = 1 / np.sqrt(rays[0] * rays[0] + rays[1] * rays[1] + rays[2] * rays[2])
    view = (-rays[0] * length, -rays[1] * length, -rays[2] * length)
    facing = np.clip(view[0] * normals[0] + view[1] * normals[1] + view[2] * normals[2], 0.02, 1)
    grazing = (1 - facing) ** 5
    fresnel = gloss + (1 - gloss) * grazing * np.clip(1 - roughness, 0, 1) * np.minimum(gloss * 20, 1)
    sky = 0.5 + 0.5 * normals[2]
    if lighting.slant:
        side = normals[0] * np.cos(lighting.azimuth) + normals[1] * np.sin(lighting.azimuth)
        sky = sky * (1 + lighting.slant * side)
    sky = np.asarray(sky, np.float32)
    ambient = np.array(lighting.ambient, np.float32)
    room = (albedo * sky[..., None] + np.asarray(0.7 * fresnel, np.float32)[..., None]) * ambient
    layers = [np.asarray(room, np.float32)]
    for lamp in lighting.lamps:
        arriving, spread = _from_lamp(lamp, points, normals, view, roughness, middle)
        shine = fresnel * spread * 0.25 / np.maximum(facing, 0.25)
        light = np.array(lamp.light, np.float32)
        sent = albedo * np.asarray(arriving, np.float32)[..., None]
        sent += np.asarray(shine * arriving, np.float32)[..., None]
        layers.append(np.asarray(sent * light, np.float32))
    return layers


def _from_lamp(
    lamp: Lamp,
    points: Planes,
    normals: Planes,
    view: Planes,
    roughness: NDArray[np.float32] | float,
    middle: tuple[float, float],
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return a lamp's light at each point (1: as on the level floor at `middle`), and its highlight there.

    The highlight is Trowbridge and Reitz's distribution of facets.
    """
    # The light is rated on the level floor at the middle of the board, whatever the lamp's distance.
    lx, ly, lh = lamp.place
    rated = ((lx - middle[0]) ** 2 + (ly - middle[1]) ** 2 + lh**2) ** 1.5 / lh
    to = (lx - points[0], ly - points[1], lh - points[2])
    squared = to[0] * to[0] + to[1] * to[1] + to[2] * to[2]
    inverse = 1 / np.sqrt(squared)
    to = (to[0] * inverse, to[1] * inverse, to[2] * inverse)
    cosine = np.maximum(to[0] * normals[0] + to[1] * normals[1] + to[2] * normals[2], 0)
    half = (to[0] + view[0], to[1] + view[1], to[2] + view[2])
    norm = 1 / np.sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2] + 1e-9)
    lobe = np.clip((half[0] * normals[0] + half[1] * normals[1] + half[2] * normals[2]) * norm, 0, 1)
    # A large lamp widens the highlight as a rougher surface would.
    alpha = np.clip(roughness, 0.05, 1) ** 2 + (lamp.radius * inverse) * 0.35
    alpha2 = alpha * alpha
    return cosine * (rated / squared), alpha2 / (lobe * lobe * (alpha2 - 1) + 1) ** 2
