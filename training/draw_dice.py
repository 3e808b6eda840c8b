"""Draw boards of any make strewn with dice: `python -m training.draw_dice FOLDER TABLES [SEED]`.

Each table gives PICTURES pictures, written as `training.picture_files` writes patches. Next to the dice lie numbered
cubes and things that look like dice; on some tables, flat drawings of dice as on screens and in books.
"""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import numpy as np

from simulation.render.any_make import any_die, sheet
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.looks import Clutter
from simulation.render.prints import LIKE_DICE, drawn_die
from simulation.render.style import Style
from simulation.scene import Jeton, Scene
from training.command_line import asks_to_draw, parser_of, run
from training.dice_tables import (
    ALIKE,
    EDGES,
    MAKES,
    WIDTHS,
    Picture,
    Table,
    encode,
    known_dice,
    throw_dice,
    write_tables,
)
from training.draw_scenes import any_scene
from training.picture_files import UNSURE, PatchDie

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


def pictures_of(number: int) -> list[Picture]:
    """Return the pictures of one table."""
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
        pictures.append((encode(image), known_dice(scene, compositor) + _known_drawings(scene, compositor, drawn)))
    return pictures


def _known_drawings(scene: Scene, compositor: Compositor, drawn: list[tuple[Clutter, int]]) -> list[PatchDie]:
    """Return the drawings of dice that are in the picture; those under a piece or a hand have no sure value."""
    camera, shown = compositor.camera, compositor.owners(scene).map
    dice = []
    for laid, value in drawn:
        place = np.array([laid.x, laid.y, 0.0])
        x, y = camera.project(place).tolist()
        if 0 <= round(x) < camera.width and 0 <= round(y) < camera.height:
            edge = laid.size * camera.focal / float(camera.depth(place))
            dice.append(PatchDie(x, y, edge, UNSURE if shown[round(y), round(x)] else value, flat=True))
    return dice


def main(arguments: list[str]) -> int:
    """Write the pictures of TABLES tables in shards; the same seeds give the same."""
    parser = parser_of(__doc__)
    asks_to_draw(parser, "tables", 700_000)
    asked = parser.parse_args(arguments)
    write_tables(asked.folder, asked.seed, asked.count, SHARD, pictures_of)
    return 0


if __name__ == "__main__":
    run(main)
