"""Render tables strewn with dice of every look, for the networks that find and read dice and how they lie.

`python -m training.dice_tables FOLDER TABLES [SEED] [--traced] [--landed]` writes them as training.draw_dice does.

Each table gives PICTURES pictures, each through another sensor. Dice lie free, side by side, on and against dames,
jetons and rails, and on one another, or as they land in a game. One picture in EMPTY has no dice. With `--traced` the
light is path traced (mitsuba), which takes some three seconds a picture. With `--landed` the dice are usual ones, and
all lie as they land in a game.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Field
from simulation.falling import die_against, die_beside, drop_die
from simulation.players.gesture import Landing
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.looks import DieLook
from simulation.render.palette import luminance, mix, vary_colour
from simulation.render.sensor import Development, Sensor, expose, remove_grain
from simulation.render.style import Style
from simulation.render.traced import Tracer
from simulation.render.truth import truth_of
from simulation.render.variety import some_die, some_jeton
from simulation.scene import Die, Jeton, Scene, with_dice
from simulation.timeline.places import land_die, table_thrown_into
from training.command_line import asks_to_draw, parser_of, run
from training.picture_files import UNSURE, PatchDie, write_patches
from training.table_scenes import any_scene

PICTURES, TRACED, EMPTY = 8, 4, 8
DICE = (6, 54)
"""Range of the number of dice on a table."""
LANDED = 0.2
"""Share of pictures whose dice lie as in a game."""
THROWN = 14
LANDINGS = {
    Landing.GOOD: 4.0, Landing.ON_DAME: 1.5, Landing.ON_JETON: 0.5, Landing.ON_RAIL: 1.0, Landing.LEANING: 4.0,
    Landing.STACKED: 6.0,
}  # fmt: skip
"""Weights of the landings where dice lie as in a game."""
UPON, AGAINST = 0.7, 0.15
"""Shares of dice that land upon another and that lean against it; the others land next to it."""
MAKES, ALIKE = 8, 6
"""Makes of dice on a table, and the number of dice of one make in a row; most dice that touch are alike."""
EDGES = (0.2, 0.62)
"""Range of the edge of a table's dice, in widths of a case."""
WIDTHS = (420, 1280)
"""Range of the pictures' width, pixels."""
ASLANT = (20, 46)
"""Angle from above (degrees) of half the tables. There a die's sides look like its upper face."""
SHARP_WHITE, ANY_COLOUR, WORN, WIDE_ACE = 0.2, 0.5, 0.2, 0.35
"""Shares of white dice with sharp edges, of dice of any colour or nearly the board's, of dice with worn pips, and of
aces with a wider pip. In soft light only the pips distinguish the faces of white dice."""
PALE = 0.45
"""Luminance (0..1) above which dice have dark pips."""
SEEN, HIDDEN = 0.6, 0.1
"""A die must be found if at least the first share of its upper face is visible; at most the second, it need not be."""
PATHS = 10
"""Paths traced for each pixel."""
PLAIN, EXPOSURES = 0.5, (0.55, 1.3)
"""Share of pictures that a plain camera takes, which burns the faces of pale dice white, and how it exposes them."""
DENOISED, GRAINS = 0.7, (3, 5, 8)
"""Share of traced pictures whose grain is removed, and how much of it."""
SHARD, TRACED_SHARD = 10, 5
"""Tables in a file, and those that are traced."""


Picture: TypeAlias = tuple[NDArray[np.uint8], list[PatchDie]]
"""A picture, encoded, and its dice."""


class Table(NamedTuple):
    """A table to strew dice on: what draws it, its measures, and the pieces on it."""

    compositor: Compositor
    field: Field
    lying: Scene


def some_table(random: Random, seed: int, *, hands: bool = True) -> Table:
    """Return a table with dice and jetons of many makes, and sometimes a hand if `hands` is set."""
    style = Style.from_seed(seed)
    edge = style.field.case_width * math.exp(random.uniform(*map(math.log, EDGES)))
    field = replace(style.field, de=edge)
    dice = tuple(look for _ in range(MAKES) for look in [_any_die(random, style)] for _ in range(ALIKE))
    style = replace(style, field=field, dice=dice, jetons=tuple(some_jeton(random) for _ in range(MAKES)))
    width = round(math.exp(random.uniform(*map(math.log, WIDTHS))))
    camera = Camera.from_seed(seed, field, width=width, height=width * random.choice((27, 32, 36)) // 48)
    if random.random() < 0.5:
        camera = replace(camera, tilt=math.radians(random.uniform(*ASLANT)))
        camera = camera.framing(field, random.uniform(0.8, 1.2), (random.gauss(0, 0.35), random.gauss(0, 0.35)))
    lying = any_scene(random, style, seed, hands=hands, dice=0)
    return Table(Compositor(style, camera, quality="full"), field, _with_jetons(random, lying, field, 4))


def usual_table(random: Random, seed: int) -> Table:
    """Return a table that people play on, with its own dice."""
    style = Style.from_seed(seed)
    width = round(math.exp(random.uniform(*map(math.log, WIDTHS))))
    camera = Camera.from_seed(seed, style.field, width=width, height=width * random.choice((27, 32, 36)) // 48)
    lying = any_scene(random, style, seed, hands=False, dice=0)
    return Table(Compositor(style, camera, quality="full"), style.field, lying)


def _any_die(random: Random, style: Style) -> DieLook:
    """Return a die of any look: also sharp and white, of any colour or nearly the board's, and worn."""
    die, chance = some_die(random), random.random()
    if chance < SHARP_WHITE:
        white, black = vary_colour(random, "#f4f1e8", 0.03), vary_colour(random, "#181412", 0.05)
        die = replace(die, colour=white, pips=black, rounding=0.0)
    elif chance < SHARP_WHITE + ANY_COLOUR:
        board = style.board
        near = (board.floor.colour, board.rail.colour, *(f.colour for f in board.fleches), style.dark.material.colour)
        body = vary_colour(random, random.choice((random.choice(near), f"#{random.randrange(1 << 24):06x}")))
        dark = (luminance(body) > PALE) != (random.random() < 0.1)
        pips = random.choice(("#141414", "#2a1a10", "#501010", "#102050") if dark else ("#f2f2ee", "#e0c060"))
        die = replace(die, colour=body, pips=vary_colour(random, pips), pip=random.uniform(0.06, 0.14), ace=None)
    if random.random() < WORN:
        die = replace(die, pips=mix(die.pips, die.colour, random.uniform(0.2, 0.65)))
    if random.random() < WIDE_ACE:
        die = replace(die, ace_width=random.uniform(1.1, 2.4))
    return die


def _with_jetons(random: Random, scene: Scene, field: Field, count: int) -> Scene:
    """The scene with up to `count` more jetons, anywhere on the floor except on dames."""
    more = [Jeton(random.uniform(10, field.width - 10), random.uniform(10, field.height - 10)) for _ in range(count)]
    apart = (field.dame + field.jeton) / 2
    clear = [j for j in more if all(math.hypot(j.x - d.x, j.y - d.y) > apart for d in scene.dames)]
    return replace(scene, jetons=(*scene.jetons, *clear))


def throw_dice(random: Random, table: Table) -> Scene:
    """Return a table with dice, as in a game or everywhere."""
    return (_land_dice if random.random() < LANDED else _strew_dice)(random, table.lying, table.field)


def _strew_dice(random: Random, scene: Scene, field: Field) -> Scene:
    """Return the table with DICE dice or one more, or as many as there is room for."""
    count = random.randint(*DICE)
    for _ in range(6 * count):
        if len(scene.dice) >= count:
            break
        scene = with_dice(scene, (*scene.dice, *_one_more(random, scene, field)))
    return scene


def _land_dice(random: Random, scene: Scene, field: Field) -> Scene:
    """Return the table with up to THROWN more dice that landed alone or touch one; LANDINGS weighs how they lie."""
    for _ in range(random.randint(2, THROWN)):
        landing = random.choices(tuple(LANDINGS), tuple(LANDINGS.values()))[0]
        alone = Landing.GOOD if landing is Landing.STACKED else landing
        die = land_die(random.randint(1, 6), alone, scene, field, table_thrown_into(field, random), random)
        if all(math.hypot(die.x - other.x, die.y - other.y) > 1.6 * field.de for other in scene.dice):
            more = _touching(random, die, scene, field) if landing is Landing.STACKED else None
            scene = with_dice(scene, (*scene.dice, *((die,) if more is None else (die, more))))
    return scene


def _touching(random: Random, die: Die, scene: Scene, field: Field) -> Die | None:
    """Return a die that landed upon another, or beside it; None if there is no room for it."""
    chance = random.random()
    if chance < UPON:
        below = replace(scene, dice=(die,))
        return land_die(random.randint(1, 6), Landing.STACKED, below, field, die.x, random)
    return (die_against if chance < UPON + AGAINST else die_beside)(die, scene, field, random)


def _one_more(random: Random, scene: Scene, field: Field) -> tuple[Die, ...]:
    """Return one die, or two that touch, at rest among the pieces already there; none if there is no room."""
    edge, value = field.de, random.choice((1, 1, 2, 3, 4, 5, 6))
    x, y = random.uniform(edge, field.width - edge), random.uniform(edge, field.height - edge)
    way = random.uniform(-math.pi, math.pi)
    kind = random.choices(
        ("free", "beside", "on dame", "on jeton", "on rail", "rim", "jeton's rim", "against", "upon"),
        (5, 6, 2, 1, 2, 6, 4, 3, 5),
    )[0]
    if kind == "beside" and scene.dice:
        other = die_beside(random.choice(scene.dice), scene, field, random)
        return () if other is None else (other,)
    if kind in ("on dame", "rim") and scene.dames:
        dame = random.choice(scene.dames)
        reach = field.dame / 2 * (random.uniform(0, 0.9) if kind == "on dame" else random.uniform(0.95, 1.3))
        x, y = dame.x + reach * math.cos(way), dame.y + reach * math.sin(way)
    elif kind in ("on jeton", "jeton's rim"):
        jeton = random.choice(scene.jetons)
        reach = field.jeton / 2 * (random.uniform(0, 0.9) if kind == "on jeton" else random.uniform(0.95, 1.6))
        x, y = jeton.x + reach * math.cos(way), jeton.y + reach * math.sin(way)
    elif kind in ("against", "on rail"):
        beyond = 0.0 if kind == "against" else field.rail / 2
        if random.random() < 0.5:
            x = random.choice((-beyond, field.width + beyond))
        else:
            y = random.choice((-beyond, field.height + beyond))
    on_bar = abs(x - field.width / 2) < field.bar / 2 + edge and 0 <= y <= field.height
    die = drop_die(scene, field, x, y, value, random)
    if on_bar or any(math.hypot(die.x - d.x, die.y - d.y) < 1.45 * edge for d in scene.dice):
        return ()
    if kind == "upon" and die.flat:
        reach = random.uniform(0, 0.5) * edge
        x, y = die.x + reach * math.cos(way), die.y + reach * math.sin(way)
        yaw = random.uniform(-math.pi, math.pi) if random.random() < 0.8 else die.yaw + random.gauss(0, 0.2)
        return die, replace(die, x=x, y=y, height=die.height + edge, value=random.randint(1, 6), yaw=yaw, rest="die")
    return (die,)


def picture(table: Table, scene: Scene, seed: int) -> NDArray[np.uint8]:
    """Return a picture of a table through the sensor with this seed."""
    random = Random(f"sensor of dice {seed}")  # noqa: S311 - pictures, not secrets
    return _developed(table, table.compositor.light(scene), seed, random, 0)


def traced_picture(table: Table) -> Callable[[Scene, int], NDArray[np.uint8]]:
    """Return what traces a picture of a scene on a table, through the sensor with a seed.

    Raises MitsubaMissing without mitsuba.
    """
    tracer = Tracer(table.compositor.style, table.compositor.camera)

    def traced(scene: Scene, seed: int) -> NDArray[np.uint8]:
        random = Random(f"sensor of dice {seed}")  # noqa: S311 - pictures, not secrets
        grain = random.choice(GRAINS) if random.random() < DENOISED else 0
        return _developed(table, tracer.light(scene, seed, PATHS), seed, random, grain)

    return traced


def _developed(table: Table, light: NDArray[np.float32], seed: int, random: Random, grain: int) -> NDArray[np.uint8]:
    """Return the picture of light through a plain camera or the sensor with this seed, without so much grain."""
    development = Development(Sensor.from_seed(seed), table.compositor.stage.gain, light.shape[:2])
    plain = random.random() < PLAIN
    toned = expose(light, random.uniform(*EXPOSURES)) if plain else development.tone(development.bloomed(light))
    smooth = remove_grain(toned, grain) if grain else toned
    return smooth if plain else development.finish(smooth, seed)


def strewn(number: int, *, traced: bool = False, landed: bool = False) -> tuple[Table, list[Scene]]:
    """Return a table and its scenes; hands take long to trace. landed: usual dice that all lie as in a game."""
    random = Random(f"table of dice {number}")  # noqa: S311 - pictures, not secrets
    turns = range(TRACED if traced else PICTURES)
    if landed:
        table = usual_table(random, number)
        return table, [_land_dice(random, table.lying, table.field) for _ in turns]
    table = some_table(random, number, hands=not traced)
    return table, [throw_dice(random, table) if random.randrange(EMPTY) else table.lying for _ in turns]


def pictures_of(number: int, *, traced: bool, landed: bool) -> list[Picture]:
    """Return the pictures of one table."""
    table, scenes = strewn(number, traced=traced, landed=landed)
    taken = traced_picture(table) if traced else partial(picture, table)
    return [
        (encode(taken(scene, PICTURES * number + turn)), known_dice(scene, table.compositor))
        for turn, scene in enumerate(scenes)
    ]


def encode(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a picture as JPEG."""
    return np.asarray(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 95])[1], np.uint8)


def known_dice(scene: Scene, compositor: Compositor) -> list[PatchDie]:
    """Return the dice of a picture as far as they are visible, and its jetons, which are most often taken for dice.

    Their edge (pixels) is as long as it would be seen from straight in front. Numbered cubes have the value 0.
    """
    style, camera, truth = compositor.style, compositor.camera, truth_of(scene, compositor)
    dice = []
    for index, (die, known) in enumerate(zip(scene.dice, truth.dice, strict=True)):
        edge = style.field.de * camera.focal / float(camera.depth(np.array([die.x, die.y, die.height])))
        value = 0 if style.dice[index % len(style.dice)].numbers else known.value
        if known.top_visible >= HIDDEN:
            dice.append(PatchDie(*known.top, edge, value if known.top_visible >= SEEN else UNSURE, known.flat))
    usual = style.field.de * camera.focal / camera.distance
    return dice + [PatchDie(*jeton.centre, usual, 0, flat=True) for jeton in truth.jetons if jeton.visible > SEEN]


def write_tables(folder: Path, first: int, count: int, shard: int, draw: Callable[[int], list[Picture]]) -> None:
    """Write the pictures of `count` tables from number `first` on; shard: tables in a file."""
    folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    pictures: list[Picture] = []
    for number in range(count):
        pictures += draw(first + number)
        if number % shard == shard - 1 or number == count - 1:
            write_patches(folder / f"{first + number - number % shard}.npz", pictures)
            print(f"{number + 1} tables, {sum(len(dice) for _, dice in pictures)} dice in the last shard", flush=True)
            pictures = []


def main(arguments: list[str]) -> int:
    """Write the pictures of TABLES tables in shards; the same seeds give the same."""
    parser = parser_of(__doc__)
    asks_to_draw(parser, "tables", 600_000)
    parser.add_argument("--traced", action="store_true", help="path trace the light; needs mitsuba")
    parser.add_argument("--landed", action="store_true", help="usual dice, as they land in a game")
    asked = parser.parse_args(arguments)
    shard = TRACED_SHARD if asked.traced else SHARD
    write_tables(
        asked.folder, asked.seed, asked.count, shard, partial(pictures_of, traced=asked.traced, landed=asked.landed)
    )
    return 0


if __name__ == "__main__":
    run(main)
