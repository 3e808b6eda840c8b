"""The time of a frame, and how near the compositor comes to the path tracer. ./run bench render [--traced N]."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from math import radians

import cv2
import numpy as np

from bench._results import Page, Results, parser_of
from rules.position import Position
from rules.seating import Seating
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.style import Style
from simulation.render.traced import MitsubaMissing, trace
from simulation.scene import Die, Hand, Scene, scene_of_position
from simulation.timeline import SimulatedTable

FRAMES = 60
"""Frames of each movement."""


def main(arguments: list[str]) -> int:
    """Print and keep milliseconds of processor time per frame, one core, 1280x720; with --traced, the comparison."""
    parser = parser_of("render", __doc__)
    parser.add_argument("--traced", type=int, default=0, metavar="N", help="path trace N random frames and compare")
    chosen = parser.parse_args(arguments)
    results = Results("render", arguments, chosen)
    cv2.setNumThreads(1)
    _speed(results)
    if chosen.traced:
        try:
            _against_path_tracer(chosen.traced, results)
        except MitsubaMissing as error:
            print(error)
            return 1
    return 0


def _speed(results: Results) -> None:
    style = Style.plain()
    camera = Camera(tilt=radians(20), focal=1300).framing(style.field, 0.9)
    start = time.process_time()
    compositor = Compositor(style, camera)
    empty = (time.process_time() - start) * 1e3
    position = Position((5, 2, 2, 2, 1, 2, 0, 0, 0, 0, 0, 1, *(0,) * 12), (8, 2, 2, 2, 1, *(0,) * 19))
    scene = scene_of_position(position, Seating(), style.field, 3)
    start = time.process_time()
    compositor.picture(scene, 0, compress=False)
    first = (time.process_time() - start) * 1e3
    still = _milliseconds(compositor, lambda _: scene)
    dice = _milliseconds(compositor, lambda i: replace(scene, dice=_dice(i)))
    one = _milliseconds(compositor, lambda i: replace(scene, hands=(_hand(i),)))
    two = _milliseconds(compositor, lambda i: replace(scene, hands=(_hand(i), _other_hand(i))))
    start = time.process_time()
    for seed in range(3):
        style = Style.from_seed(seed)
        own = Compositor(style, Camera.from_seed(seed, style.field), quality="full")
        own.picture(_some_scene(seed, style), seed)
    full = (time.process_time() - start) / 3 * 1e3
    results.table(
        "",
        page=None,
        title="A frame of a simulated table",
        about="Processor time on one core, 1280 x 720.",
        samples=4 * FRAMES,
        unit="frames",
        columns=("frame", "ms"),
        rows=[
            ("empty table, once", empty),
            ("first frame, 30 dames", first),
            ("nothing moves", still),
            ("two dice roll", dice),
            ("a hand carries a dame", one),
            ("two hands move at once", two),
            ("a single frame in its own style, full quality", full),
        ],
    )


def _milliseconds(compositor: Compositor, scene_at: Callable[[int], Scene]) -> float:
    compositor.picture(scene_at(0), 0, compress=False)
    start = time.process_time()
    for i in range(FRAMES):
        compositor.picture(scene_at(i), i, compress=False)
    return (time.process_time() - start) / FRAMES * 1e3


def _dice(i: int) -> tuple[Die, Die]:
    return Die(60 + 2.5 * i, 200, 6, 3, i * 0.3), Die(60 + 2.9 * i, 240, 6, 4, i * 0.2)


def _hand(i: int) -> Hand:
    return Hand("near", 150 + 2.5 * i, 330 - 2.5 * i, 30, 0.1, 0.4, 0.6, "light")


def _other_hand(i: int) -> Hand:
    return Hand("far", 350 - 2.5 * i, 100 + 2 * i, 30, 0.1, 0.8, 0.6)


def _some_scene(seed: int, style: Style) -> Scene:
    """Return a table in the middle of a tour."""
    return SimulatedTable(seed, field=style.field).scene_at(60.0)


def _against_path_tracer(count: int, results: Results) -> None:
    """Compare light levels and correlation of both renderers on random scenes, 640x360."""
    rows = []
    for seed in range(count):
        style = Style.from_seed(seed)
        camera = Camera.from_seed(seed, style.field, width=640, height=360)
        scene = _some_scene(seed, style)
        compositor = Compositor(style, camera, quality="full")
        compositor.picture(scene, 0)
        start = time.perf_counter()
        light = trace(scene, style, camera, seed)
        seconds = time.perf_counter() - start
        one = compositor.development.tone(np.ascontiguousarray(light)).astype(float)
        other = compositor.picture(scene, 0, compress=False).astype(float)
        together = np.corrcoef(one.ravel(), other.ravel())[0, 1]
        rows.append((seed, seconds, float(np.abs(one - other).mean()), float(together)))
    results.table(
        "traced",
        page=Page.ACCURACY,
        title="Rendered against path traced pictures",
        about="The compositor and Mitsuba 3 on the same random scenes, 640 x 360.",
        samples=count,
        unit="pictures",
        columns=("seed", "traced in, s", "grey levels apart", "correlation"),
        rows=rows,
    )
