"""Write thousands of frames, each from a seed, with their truth.

`python -m simulation.render.dataset DIRECTORY --count 100 [--first 0] [--dice]` writes frame_000000.jpg and so on, and
truth.jsonl.
"""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import asdict, replace
from pathlib import Path
from random import Random

import cv2
import msgspec

from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.frame import Frame
from simulation.render.scenes import random_scene
from simulation.render.sensor import Sensor
from simulation.render.style import Style
from simulation.render.truth import truth_of
from simulation.scene import Die, Scene

SIZES = ((1280, 720), (1280, 960), (1920, 1080), (640, 480), (960, 720))
SHARES = (0.6, 0.15, 0.1, 0.1, 0.05)
"""The sizes of pictures, and how often each is used."""


def random_setting(seed: int) -> tuple[Style, Camera]:
    """Return a style and a camera that sees its board."""
    style = Style.from_seed(seed)
    width, height = Random(f"size {seed}").choices(SIZES, SHARES)[0]  # noqa: S311 - a picture, not a secret
    return style, Camera.from_seed(seed, style.field, width=width, height=height)


def random_frame(seed: int) -> Frame:
    """Return one frame of one style, in full quality."""
    style, camera = random_setting(seed)
    return _frame(Compositor(style, camera, quality="full"), random_scene(seed, style.field), seed)


def random_dice_frame(seed: int) -> Frame:
    """Return a frame of dice alone on some table, near or far, without a board."""
    random = Random(f"dice {seed}")  # noqa: S311 - a picture, not a secret
    style = replace(Style.from_seed(seed), bare=True, clutter=())
    field = style.field
    edge = random.choice((random.uniform(14, 30), random.uniform(30, 60), random.uniform(60, 140)))
    focal = random.uniform(900, 1500)
    camera = Camera(
        focal=focal,
        target=(field.width / 2, field.height / 2),
        distance=max(focal * field.de / edge, 130.0),
        tilt=math.radians(random.choice((abs(random.gauss(0, 6)), random.uniform(5, 48)))),
        azimuth=random.uniform(-0.5, 0.5),
        roll=random.gauss(0, 0.1),
        k1=random.gauss(0, 0.05),
        sensor=Sensor.from_seed(seed),
    )
    reach = 300 * camera.distance / focal
    scene = Scene()
    for _ in range(random.choice((1, 2, 2, 2, 3, 5))):
        x = field.width / 2 + random.uniform(-1.3, 1.3) * reach
        y = field.height / 2 + random.uniform(-0.8, 0.8) * reach
        die = Die(x, y, field.de / 2, random.randint(1, 6), random.uniform(-math.pi, math.pi))
        near = (d for d in scene.dice if math.hypot(d.x - x, d.y - y) < 1.45 * field.de)
        if next(near, None) is None:
            scene = replace(scene, dice=(*scene.dice, die))
    return _frame(Compositor(style, camera, quality="full"), scene, seed)


def _frame(compositor: Compositor, scene: Scene, seed: int) -> Frame:
    return Frame(compositor.picture(scene, seed), truth_of(scene, compositor))


def main(arguments: list[str]) -> int:
    """Write frames and truth.jsonl into a directory; 0 when done, 2 when the directory cannot be written."""
    parser = argparse.ArgumentParser(prog="python -m simulation.render.dataset", description="Frames with their truth.")
    parser.add_argument("directory", type=Path)
    parser.add_argument("--count", type=int, default=20, help="how many frames (20)")
    parser.add_argument("--first", type=int, default=0, help="seed of the first one (0)")
    parser.add_argument("--dice", action="store_true", help="dice alone on a table, no board")
    chosen = parser.parse_args(arguments)
    if chosen.first < 0 or chosen.count < 1:
        parser.error(f"--first {chosen.first} --count {chosen.count}, expected 0 or more and 1 or more")
    make = random_dice_frame if chosen.dice else random_frame
    try:
        chosen.directory.mkdir(parents=True, exist_ok=True)
        with (chosen.directory / "truth.jsonl").open("ab") as truths:
            for seed in range(chosen.first, chosen.first + chosen.count):
                frame = make(seed)
                name = f"frame_{seed:06d}.jpg"
                _, packed = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
                (chosen.directory / name).write_bytes(packed.tobytes())
                truths.write(msgspec.json.encode({"file": name, "seed": seed, **asdict(frame.truth)}) + b"\n")
    except OSError as error:
        print(f"{chosen.directory}: cannot write frames there: {error.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
