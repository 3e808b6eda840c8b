"""Draw boards of any make strewn with dice: `python -m training.draw_dice FOLDER TABLES [SEED]`.

Each table gives PICTURES pictures, written as `training.picture_files` writes patches. Next to the dice lie numbered
cubes and things that look like dice; on some tables, flat drawings of dice as on screens and in books.
"""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.render.any_make import any_die, sheet
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.looks import Clutter
from simulation.render.prints import LIKE_DICE, drawn_die
from simulation.render.style import Style
from simulation.render.truth import truth_of
from simulation.scene import Jeton, Scene
from training.command_line import asks_to_draw, parser_of, run
from training.dice_tables import ALIKE, EDGES, HIDDEN, MAKES, SEEN, WIDTHS, Table, throw_dice
from training.draw_scenes import any_scene
from training.picture_files import UNSURE, PatchDie, write_patches

PICTURES, EMPTY = 6, 8
"""Pictures of a table; one picture in EMPTY has no dice."""
NUMBERED, DRAWN = 0.07, 0.2
"""Share of makes of dice that are numbered cubes, and of tables with flat drawings of dice."""
FILL = (0.7, 1.8)
"""Range of the share of the picture that a board spans."""
SHARD = 10
"""Tables in a file."""


def _among(random: Random, style: Style) -> tuple[list[Clutter], list[tuple[Clutter, int]]]:
    """Return things on a board that look like dice, and drawings of dice with their values."""
    field = style.field

    def place() -> tuple[float, float]:
        return random.uniform(0, field.width), random.uniform(0, field.height)

    alike: list[Clutter] = []
    drawn: list[tuple[Clutter, int]] = []
    for _ in range(random.choice((0, 2, 4, 8))):
        draw, least, most = random.choice(LIKE_DICE)
        made = draw(random)
        size = 2 * field.de * random.uniform(least, most) / max(made.tall, 0.2)
        alike.append(sheet(random, made, *place(), size, on_board=True))
    for _ in range(random.randint(6, 20) if random.random() < DRAWN else 0):
        value = random.randint(1, 6)
        size = field.de * random.uniform(0.8, 1.4)
        x, y = place()
        if all(math.hypot(x - other.x, y - other.y) > size + other.size for other, _ in drawn):
            drawn.append((sheet(random, drawn_die(random, value), x, y, size, on_board=True), value))
    return alike, drawn


def pictures_of(number: int) -> list[tuple[NDArray[np.uint8], list[PatchDie]]]:
    """Return the pictures of one table, encoded, each with its dice."""
    random = Random(f"dice of any make {number}")  # noqa: S311 - pictures, not secrets
    style = Style.of_any_make(number)
    field = replace(style.field, de=style.field.case_width * math.exp(random.uniform(*map(math.log, EDGES))))
    ground = style.board.floor.colour
    makes = [any_die(random, numbered=random.random() < NUMBERED, ground=ground) for _ in range(MAKES)]
    style = replace(style, field=field, dice=tuple(make for make in makes for _ in range(ALIKE)))
    alike, drawn = _among(random, style)
    style = replace(style, clutter=(*style.clutter, *alike, *(each for each, _ in drawn)))
    width = round(math.exp(random.uniform(*map(math.log, WIDTHS))))
    height = width * random.choice((27, 32, 36)) // 48
    camera = Camera.of_photograph(number, field, width=width, height=height, fill=FILL)
    compositor = Compositor(style, camera, quality="draft")
    lying = any_scene(random, style)
    lying = replace(lying, dice=(), jetons=lying.jetons or (Jeton(field.width / 4, field.height / 2),))
    table = Table(compositor, field, lying)
    pictures = []
    for turn in range(PICTURES):
        scene = throw_dice(random, table) if random.randrange(EMPTY) else lying
        image = compositor.picture(scene, PICTURES * number + turn, compress=True)
        jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 95])[1]
        pictures.append((np.asarray(jpeg, np.uint8), _dice_in(scene, compositor, drawn)))
    return pictures


def _dice_in(scene: Scene, compositor: Compositor, drawn: list[tuple[Clutter, int]]) -> list[PatchDie]:
    """Return the dice of a picture as far as they are visible, and its jetons as things that are none.

    The edge of a die is as long as it would be seen from straight in front.
    """
    style, camera = compositor.style, compositor.camera
    truth, shown = truth_of(scene, compositor), compositor.owners(scene).map
    dice: list[PatchDie] = []
    for index, (die, known) in enumerate(zip(scene.dice, truth.dice, strict=True)):
        edge = style.field.de * camera.focal / float(camera.depth(np.array([die.x, die.y, die.height])))
        value = 0 if style.dice[index % len(style.dice)].numbers else known.value
        if known.top_visible >= HIDDEN:
            dice.append(PatchDie(*known.top, edge, value if known.top_visible >= SEEN else UNSURE, known.flat))
    for laid, value in drawn:
        place = np.array([laid.x, laid.y, 0.0])
        x, y = camera.project(place).tolist()
        if 0 <= round(x) < camera.width and 0 <= round(y) < camera.height:
            clear = not shown[round(y), round(x)]
            edge = laid.size * camera.focal / float(camera.depth(place))
            dice.append(PatchDie(x, y, edge, value if clear else UNSURE, flat=True))
    usual = style.field.de * camera.focal / camera.distance
    return dice + [PatchDie(*jeton.centre, usual, 0, flat=True) for jeton in truth.jetons if jeton.visible > SEEN]


def main(arguments: list[str]) -> int:
    """Write the pictures of TABLES tables in shards; the same seeds give the same."""
    parser = parser_of(__doc__)
    asks_to_draw(parser, "tables", 700_000)
    asked = parser.parse_args(arguments)
    folder, count, first = asked.folder, asked.count, asked.seed
    folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    pictures: list[tuple[NDArray[np.uint8], list[PatchDie]]] = []
    for number in range(count):
        pictures += pictures_of(first + number)
        if number % SHARD == SHARD - 1 or number == count - 1:
            write_patches(folder / f"{first + number - number % SHARD}.npz", pictures)
            print(f"{number + 1} tables, {sum(len(dice) for _, dice in pictures)} dice in the last shard", flush=True)
            pictures = []
    return 0


if __name__ == "__main__":
    run(main)
