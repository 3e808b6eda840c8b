"""Draw boards of any make before training: `python -m training.draw_scenes FOLDER COUNT [SEED [FILL]]`.

FILL: the least share of the picture that a board spans. For every ten scenes, one picture of a table without a board
goes to FOLDER/nothing. Each core draws about one picture a second.
"""

from __future__ import annotations

import math
import os
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import get_args

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import HOLES, Column, Corners, Field, Point, Row
from simulation.falling import die_beside, drop_die
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.figures import Figure, circle, draw_figures, lettering, rectangle
from simulation.render.materials import encoded
from simulation.render.palette import any_colour
from simulation.render.prints import some_words
from simulation.render.style import PEG_KINDS, Style
from simulation.scene import Carried, Dame, DameColour, Die, Hand, Jeton, PegPlaced, Scene
from training.command_line import a_share, asks_to_draw, parser_of, run
from training.picture_files import Scene as Drawn
from training.picture_files import encode_scene, write_scenes
from training.table_scenes import picture_of

SHARD = 100
BARE = 10
"""Number of scenes for each picture without a board."""
SIZES = ((960, 720), (1120, 630), (720, 960))
SHARES = (0.5, 0.35, 0.15)
LEAST, MOST = 0.5, 1.02
"""Shares of the picture that a board spans."""
SEEDS = 1_000_000
"""Scenes of a seed."""


def _dames_of_case(
    random: Random, field: Field, row: Row, column: Column, count: int, sloppy: float, colour: DameColour, base: int = 0
) -> list[Dame]:
    """Return the dames of one case; base: how many lie on the floor, 0 for any number that fits."""
    room = max(2, int(field.height / 2 / field.dame * random.uniform(0.7, 1.0)))
    base = min(count, room, base or (random.randint(2, room) if random.random() < 0.3 else room))
    gap = 1 + abs(random.gauss(0, 0.03)) + (random.uniform(0, 0.15) if random.random() < 0.1 else 0)
    start = random.uniform(0, 0.35) * field.dame if random.random() < 0.2 else 0.0
    dames = []
    for index in range(count):
        level, rank = divmod(index, base)
        between = 0.5 if level % 2 and random.random() < 0.3 and rank < base - 1 else 0
        slack = max(0.5, sloppy * (0.5 if level else 1))
        y = start + (rank + 0.5 + between) * field.dame * gap
        y = max(field.dame / 2, y + abs(random.gauss(0, slack)) * (1 if level else 0.3))
        x = field.column_centre(column) + random.gauss(0, slack)
        dames.append(Dame(x, y if row == "far" else field.height - y, colour, level))
    return dames


def any_dames(random: Random, style: Style) -> list[Dame]:
    """Return where dames lie: as in play, at the start, piled, pushed about, on the bar, borne off into a tray."""
    field = style.field
    sloppy = field.case_width * (random.uniform(0, 0.03) if random.random() < 0.7 else random.uniform(0.03, 0.09))
    piled = random.random() < 0.12
    free: list[tuple[Row, Column]] = [(row, column) for row in get_args(Row) for column in range(1, 13)]
    random.shuffle(free)
    talon: Column = random.choice((1, 12))
    begun = random.random() < 0.3  # Trictrac begins with all fifteen of each side piled on its talon.
    if begun:
        free = [case for case in free if case[1] != talon]
    dames: list[Dame] = []
    colours: tuple[DameColour, DameColour] = ("light", "dark")
    rows: tuple[Row, Row] = random.choice((("far", "near"), ("near", "far")))
    for colour, row in zip(colours, rows, strict=True):
        left = random.randint(1, 15) if random.random() < 0.25 else 15
        if begun:
            count = min(left, random.randint(6, 15))
            dames += _dames_of_case(random, field, row, talon, count, sloppy, colour, random.randint(2, 5))
            left -= count
        while left and free:
            count = 1 + int(random.expovariate(0.55)) + (random.random() < 0.3)
            count = random.randint(5, 15) if piled and random.random() < 0.3 else min(count, 15 if piled else 6)
            count = min(left, count)
            dames += _dames_of_case(random, field, *free.pop(), count, sloppy, colour)
            left -= count
            if random.random() < 0.03:
                break
    return _apart([*dames, *_elsewhere(random, style)], field)


def _elsewhere(random: Random, style: Style) -> list[Dame]:
    """Sometimes return dames outside the cases: on the bar, astray between the rows, in the trays."""
    field, board = style.field, style.board
    colours: tuple[DameColour, DameColour] = ("light", "dark")
    places: list[tuple[float, float, float]] = []
    if field.bar > field.dame * 0.5 and random.random() < 0.2:
        places += [
            (field.width / 2 + random.gauss(0, 2), random.uniform(0.2, 0.8) * field.height, board.bar_height)
            for _ in range(random.randint(1, 3))
        ]
    if random.random() < 0.1:
        places.append((random.uniform(0.1, 0.9) * field.width, random.uniform(0.45, 0.55) * field.height, 0.0))
    beyond = field.rail + board.tray / 2
    for x in (-beyond, field.width + beyond)[0 if board.left_tray else 1 :]:
        if board.tray > field.dame and random.random() < 0.35:
            places += [(x, field.height - (rank + 0.6) * field.dame, 0.0) for rank in range(random.randint(1, 7))]
    return [Dame(x, y, random.choice(colours), 0, base) for x, y, base in places]


def _apart(dames: list[Dame], field: Field) -> list[Dame]:
    """Return the dames without those that would cut into another at the same height."""
    kept: list[Dame] = []
    for dame in dames:
        beside = (other for other in kept if (other.level, other.base) == (dame.level, dame.base))
        if all(math.hypot(dame.x - other.x, dame.y - other.y) > 0.93 * field.dame for other in beside):
            kept.append(dame)
    return kept


def any_jetons(random: Random, style: Style, dames: list[Dame]) -> list[Jeton]:
    """Return jetons next to the dames: at home by the talons' rail, on their marks, two side by side, or anywhere."""
    field = style.field
    reach = field.jeton * 0.45
    laid: list[Jeton] = []
    for x, y in _jeton_places(random, field) if random.random() < 0.65 else ():
        inside = reach < x < field.width - reach and reach < y < field.height - reach
        on_bar = style.board.bar_height and abs(x - field.width / 2) < (field.bar + field.jeton) / 2
        near = any(math.hypot(dame.x - x, dame.y - y) < (field.dame + field.jeton) / 2 for dame in dames)
        if inside and not on_bar and not near and all(math.hypot(j.x - x, j.y - y) >= field.jeton for j in laid):
            laid.append(Jeton(x, y))
    return laid


def _jeton_places(random: Random, field: Field) -> list[Point]:
    """Return places of three jetons, rarely fewer or more."""
    near = field.jeton * random.uniform(0.5, 1.2)
    apart = field.jeton * (1 + abs(random.gauss(0.02, 0.05)) + (random.uniform(0, 0.6) if random.random() < 0.3 else 0))
    left = 3 if random.random() < 0.85 else random.randint(1, 5)
    places: list[Point] = []
    while len(places) < left:
        kind = random.random()
        if kind < 0.35:  # at home, one above the other against the rail
            many = min(left - len(places), random.randint(1, 3))
            ranks = [rank - (many - 1) / 2 for rank in range(many)]
            places += [(near + random.gauss(0, 0.5), field.height / 2 + rank * apart) for rank in ranks]
        elif kind < 0.8:  # on a mark, one or two of them
            x, y = _mark(random, field)
            places.append((x, y))
            if len(places) < left and random.random() < 0.35:
                way = random.choice((0.0, math.pi, math.pi / 2)) + random.gauss(0, 0.25)
                places.append((x + apart * math.cos(way), y + apart * math.sin(way)))
        else:
            places.append((random.uniform(0, field.width), random.uniform(0.05, 0.95) * field.height))
    mirrored = random.random() < 0.5
    return [(field.width - x if mirrored else x, y) for x, y in places]


def _mark(random: Random, field: Field) -> Point:
    """Return a place by the tips of two flèches, against the bar or against the side rail (Lois XV)."""
    cases = random.choice((1, 2, 3, 4, 5, 6, 6, 12, 12))
    x = cases * field.case_width + (field.bar if cases > 6 else 0) - (field.jeton * 0.6 if cases in (6, 12) else 0)
    if cases == 6 and random.random() < 0.5:
        x += field.bar + field.jeton * 1.2
    y = min(field.fleche, 0.45 * field.height) + field.jeton * random.uniform(-0.3, 1.0)
    return x + random.gauss(0, 0.15 * field.jeton), y if random.random() < 0.5 else field.height - y


def strew_dice(random: Random, style: Style, scene: Scene) -> Scene:
    """Return the scene with dice on the floor, on dames, on the bar, beside jetons and touching one another."""
    field, board = style.field, style.board
    dice: list[Die] = []
    for _ in range(random.choice((0, 1, 2, 2, 2, 3, 4))):
        value, kind = random.randint(1, 6), random.random()
        beside = die_beside(dice[-1], scene, field, random) if dice and kind < 0.25 else None
        x, y = random.uniform(0.02, 0.98) * field.width, random.uniform(0.02, 0.98) * field.height
        if kind > 0.8 and scene.dames:
            dame = random.choice(scene.dames)
            x, y = dame.x + random.gauss(0, 0.12 * field.dame), dame.y + random.gauss(0, 0.12 * field.dame)
        elif kind > 0.7 and scene.jetons:
            x, y = scene.jetons[-1].x + 1.1 * field.de, scene.jetons[-1].y
        die = beside or drop_die(scene, field, x, y, value, random)
        if abs(die.x - field.width / 2) < (field.bar + field.de) / 2 and die.rest == "floor":
            die = replace(die, x=field.width / 2, height=board.bar_height + field.de / 2)
        if all(math.hypot(die.x - other.x, die.y - other.y) > 0.98 * field.de for other in dice):
            dice.append(die)
            scene = replace(scene, dice=tuple(dice))
    return scene


def any_hands(random: Random, field: Field) -> tuple[Hand, ...]:
    """Return one or two hands over the board from any side, and sometimes one at rest next to it."""
    hands = []
    sides: tuple[Row, Row] = ("near", "far")
    for _ in range(random.choice((1, 1, 1, 2)) if random.random() < 0.3 else 0):
        x, y = random.uniform(-0.05, 1.05) * field.width, random.uniform(-0.05, 1.05) * field.height
        heading = random.gauss(0, 0.5) if random.random() < 0.8 else random.uniform(-1.4, 1.4)
        held: Carried | None = random.choice((None, None, "die", "light", "dark", "jeton"))
        side, height = random.choice(sides), random.uniform(5, 60)
        hands.append(Hand(side, x, y, height, heading, random.random(), random.random(), held))
    if random.random() < 0.15:
        side, out = random.choice(sides), field.rail + random.uniform(-10, 120)
        y = field.height + out if side == "near" else -out
        x, heading = random.uniform(-0.2, 1.2) * field.width, random.gauss(0, 0.6)
        hands.append(Hand(side, x, y, 15, heading, random.random(), random.random()))
    return tuple(hands)


def any_scene(random: Random, style: Style) -> Scene:
    """Return the pieces and hands on a board of any make."""
    dames = any_dames(random, style)
    pegs: tuple[PegPlaced, ...] = ()
    if style.board.holes is not None:
        some = [hole for hole in range(HOLES) if random.random() < 0.08]
        pegs = tuple(PegPlaced(hole, random.choice(PEG_KINDS)) for hole in some)
    scene = Scene(tuple(dames), (), tuple(any_jetons(random, style, dames)), pegs)
    return replace(strew_dice(random, style, scene), hands=any_hands(random, style.field))


def overlay(random: Random, size: tuple[int, int], board: Corners | None) -> list[Figure]:
    """Return what a broadcast, film or telephone sometimes lays over a picture: a band, a panel, words, black rims.

    board: four corners that no panel or rim covers.
    """
    width, height = size
    xs, ys = zip(*board, strict=True) if board else ((width / 3, 2 * width / 3), (height / 3, 2 * height / 3))
    room = [max(each, 0.0) for each in (min(xs), min(ys), width - max(xs), height - max(ys))]
    kind, colour, share = random.random(), any_colour(random), random.uniform(0.3, 0.8)

    def words(x0: float, y0: float, x1: float, y1: float) -> Figure:
        x, y, tall = random.uniform(x0, 0.6 * x1 + 0.4 * x0), random.uniform(y0, y1), random.uniform(8, 34)
        return lettering(x, y, some_words(random, 3, 21), tall, any_colour(random), 2, random.randrange(5))

    if kind < 0.06:
        top, tall = random.uniform(0, 0.9) * height, random.uniform(0.05, 0.25) * height
        band = replace(rectangle(0, top, width, top + tall, colour), share=share)
        return [band, *(words(0, top, width, top + tall) for _ in range(random.randint(1, 3)))]
    if kind < 0.11:
        side = room.index(max(room))
        deep = room[side] * random.uniform(0.5, 1.0)
        x0, x1 = (0.0, deep) if side == 0 else (width - deep, width) if side == 2 else (0.0, width)
        y0, y1 = (0.0, deep) if side == 1 else (height - deep, height) if side == 3 else (0.0, height)
        figures = [rectangle(x0, y0, x1, y1, colour)] if random.random() < 0.6 else []
        for _ in range(random.randint(1, 6)):
            x, y, reach = random.uniform(x0, x1), random.uniform(y0, y1), random.uniform(0.05, 0.2) * (x1 - x0)
            mark = rectangle(x, y, min(x + reach, x1), min(y + reach, y1), any_colour(random))
            figures += [mark if random.random() < 0.6 else circle(x, y, min(reach, deep / 4), any_colour(random))]
            figures.append(words(x0, y0, x1, y1))
        return figures
    if kind < 0.14:
        turn, text, tall = random.uniform(-0.8, 0.8), some_words(random, 3, 21), random.uniform(18, 55)
        lines = range(0, 2 * height, round(random.uniform(0.15, 0.5) * height))
        made = (lettering(random.uniform(-0.2, 0.4) * width, y, text, tall, colour, 3) for y in lines)
        return [replace(each, turn=turn, share=share / 2) for each in made]
    if kind < 0.17:
        tone = random.choice(("#000000", "#101010", "#1c1c1c"))
        part = [each * random.uniform(0.2, 1.0) for each in room]
        if random.random() < 0.5:
            return [rectangle(0, 0, part[0], height, tone), rectangle(width - part[2], 0, width, height, tone)]
        return [rectangle(0, 0, width, part[1], tone), rectangle(0, height - part[3], width, height, tone)]
    if kind < 0.37:  # the shadow of somebody
        outline = tuple((random.uniform(-0.3, 1.3) * width, random.uniform(-0.3, 1.3) * height) for _ in range(3))
        return [Figure(outline, "#000000", share=random.uniform(0.1, 0.5), soft=random.uniform(0.5, 30))]
    return []


def _overlaid(random: Random, image: NDArray[np.uint8], board: Corners | None) -> NDArray[np.uint8]:
    figures = overlay(random, (image.shape[1], image.shape[0]), board)
    if not figures:
        return image
    laid = image.astype(np.float32)
    draw_figures(laid, figures, (1.0, 1.0), encoded)
    return np.clip(laid, 0, 255).astype(np.uint8)


def draw_scene(seed: int, size: tuple[int, int] = SIZES[0], fill: tuple[float, float] = (LEAST, MOST)) -> Drawn:
    """Draw one picture of one board; everything is random."""
    random = Random(f"scene {seed}")  # noqa: S311 - a picture, not a secret
    style = Style.of_any_make(seed)
    camera = Camera.of_photograph(seed, style.field, width=size[0], height=size[1], fill=fill)
    compositor = Compositor(style, camera, quality="draft")
    drawn = picture_of(compositor, any_scene(random, style), seed, compress=True)
    drawn.image = _overlaid(random, drawn.image, camera.corners(style.field))
    return drawn


def draw_nothing(seed: int, size: tuple[int, int] = SIZES[0]) -> NDArray[np.uint8]:
    """Draw one picture of a table with things on it, but no board."""
    random = Random(f"nothing {seed}")  # noqa: S311 - a picture, not a secret
    style = Style.of_any_make(seed, bare=True)
    camera = Camera.of_photograph(seed, style.field, width=size[0], height=size[1], fill=(0.3, 1.5))
    hands = any_hands(random, style.field)
    picture = Compositor(style, camera, quality="draft").picture(Scene(hands=hands), seed)
    return _overlaid(random, picture, None)


def draw_shard(folder: Path, first: int, end: int, seed: int, fill: float) -> int:
    """Draw and write the scenes from number `first` to before `end`; return `end`."""
    cv2.setNumThreads(1)
    scenes = []
    for number in range(first, end):
        (size,) = Random(f"size {seed} {number}").choices(SIZES, SHARES)  # noqa: S311 - a picture, not a secret
        if number % BARE == 0:
            picture = draw_nothing(SEEDS * seed + number, size)
            cv2.imwrite(str(folder / "nothing" / f"{seed}_{number:06d}.jpg"), picture)
        scenes.append(encode_scene(draw_scene(SEEDS * seed + number, size, (fill, MOST))))
    write_scenes(folder / f"{seed}_{first:06d}.npz", scenes)
    return end


def main(arguments: list[str]) -> int:
    """Write COUNT scenes in shards of 100, one shard on each core; scene k of seed s is always the same."""
    parser = parser_of(__doc__)
    asks_to_draw(parser, "scenes")
    parser.add_argument("fill", type=a_share, nargs="?", default=LEAST, help="least share of the picture for a board")
    asked = parser.parse_args(arguments)
    folder, count, seed = asked.folder, asked.count, asked.seed
    (folder / "nothing").mkdir(parents=True, exist_ok=True)
    # A forked process would inherit the locks of OpenCV's and NumPy's threads.
    with ProcessPoolExecutor(len(os.sched_getaffinity(0)), mp_context=get_context("spawn")) as cores:
        begun = [
            cores.submit(draw_shard, folder, first, min(first + SHARD, count), seed, asked.fill)
            for first in range(0, count, SHARD)
        ]
        for shard in as_completed(begun):
            print(shard.result(), flush=True)
    return 0


if __name__ == "__main__":
    run(main)
