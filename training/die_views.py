"""Render views of dice that lie flat, lean, or lie on another, for the network that reads how a die lies.

`python -m training.die_views FOLDER TABLES [FIRST]`

Each table gives three pictures; FIRST is the first table's seed. A table has more dice than a game, of several makes.
They lie free, side by side, on and against dames, jetons and rails, and on one another. The finder locates the dice,
and the views use its places and sizes. The corners are slightly wrong, as on real tables. On every second table a few
dice lie as they land in a game.
"""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import cv2
import numpy as np

from simulation.falling import die_beside, drop_die
from simulation.players.gesture import Landing
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.style import Style
from simulation.render.truth import truth_of
from simulation.render.variety import some_die
from simulation.scene import with_dice
from simulation.timeline.places import land_die, table_thrown_into
from training.command_line import asks_to_draw, parser_of, run
from training.hole_views import BENT, lens_of, seen_corners
from training.table_scenes import any_scene, with_jetons
from vision.pieces.board_dice import sighted_on_board
from vision.pieces.die_lie import FLAT, LEANS, ON_DIE, view

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from events.field import Field
    from simulation.render.truth import DieTruth
    from simulation.scene import Die, Scene
    from vision.calibration import Lens
    from vision.pieces.die_lie import Sighted

PICTURES = 3
DICE = 42
THROWN = 9
LANDINGS = {Landing.GOOD: 4.0, Landing.ON_DAME: 1.5, Landing.ON_JETON: 0.5, Landing.LEANING: 5.0}
"""Weights of the landings on every second table, where dice lie as in a game."""
SHARD = 10
MARGIN = 8
"""Pixels kept around a view, so that training can turn and move it."""
ALIKE = 7
"""Number of dice of one make in a row; it makes most dice that touch alike."""
SEEN = 0.4
"""A die is used only if at least this share of its upper face is visible."""


def one_more(random: Random, scene: Scene, field: Field) -> tuple[Die, ...]:
    """Return one die, or two that touch, at rest among the pieces already there; none if there is no room."""
    edge, value = field.de, random.randint(1, 6)
    x, y = random.uniform(edge, field.width - edge), random.uniform(edge, field.height - edge)
    way = random.uniform(-math.pi, math.pi)
    kind = random.choices(
        ("free", "beside", "on dame", "on jeton", "on rail", "rim", "jeton's rim", "against", "upon"),
        (5, 3, 2, 1, 1, 6, 4, 3, 8),
    )[0]
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
    other = die_beside(die, scene, field, random) if kind == "beside" else None
    return (die,) if other is None else (die, other)


def strew_dice(random: Random, scene: Scene, field: Field) -> Scene:
    """Return the table with a few more jetons, and with DICE dice or one more."""
    scene = with_jetons(random, scene, field, 3)
    for _ in range(6 * DICE):
        if len(scene.dice) >= DICE:
            break
        scene = with_dice(scene, (*scene.dice, *one_more(random, scene, field)))
    return scene


def land_dice(random: Random, scene: Scene, field: Field) -> Scene:
    """Return the table with up to THROWN more dice, each landed alone; LANDINGS weighs how they lie."""
    for _ in range(THROWN):
        landing = random.choices(tuple(LANDINGS), tuple(LANDINGS.values()))[0]
        die = land_die(random.randint(1, 6), landing, scene, field, table_thrown_into(field, random), random)
        if all(math.hypot(die.x - other.x, die.y - other.y) > 1.6 * field.de for other in scene.dice):
            scene = with_dice(scene, (*scene.dice, die))
    return scene


def how_it_lies(seen: Sighted, truths: tuple[DieTruth, ...], lens: Lens | None) -> int | None:
    """Return how the die seen lies; None if it is not a real die, is mostly hidden, or has another die on it."""
    tops = np.array([die.top for die in truths])
    if lens is not None:
        tops = lens.straighten_points(tops)
    far = np.hypot(*(tops - [seen.x, seen.y]).T)
    nearest = truths[int(np.argmin(far))]
    # The finder may take another face of a leaning die for the upper one.
    reach = 0.5 if nearest.flat else 0.8
    if far.min() > reach * nearest.size_px or nearest.top_visible < SEEN:
        return None
    if not nearest.flat:
        return LEANS
    return ON_DIE if nearest.on == "die" else FLAT


def views_of_table(table: int) -> tuple[list[NDArray[np.uint8]], list[tuple[float, float]]]:
    """Return views of one table's dice, with a margin, and for each view its lie and how far aside the die is seen."""
    random = Random(f"die views {table}")  # noqa: S311 - pictures, not secrets
    style = Style.from_seed(table)
    makes = (*style.dice, *(some_die(random) for _ in range(DICE // ALIKE - 2)))
    style = replace(style, dice=tuple(make for make in makes for _ in range(ALIKE)))
    size = random.choice(((1280, 720), (1280, 720), (1280, 960), (1536, 864), (1920, 1080)))
    camera = Camera.from_seed(table, style.field, width=size[0], height=size[1])
    lens = lens_of(camera) if abs(camera.k1) > BENT or random.random() < 0.5 else None
    compositor = Compositor(style, camera, quality=random.choice(("full", "fast", "fast")))
    # Dames and the empty table take longest, and are drawn once.
    lying = any_scene(random, style, table, hands=False, dice=0)
    views: list[NDArray[np.uint8]] = []
    known: list[tuple[float, float]] = []
    for turn in range(PICTURES):
        scene = (land_dice if table % 2 else strew_dice)(random, lying, style.field)
        image = compositor.picture(scene, turn, compress=True)
        truths = truth_of(scene, compositor).dice
        if lens is not None:
            image = lens.straighten(image)
        corners = seen_corners(camera, style, lens, random)
        measures = style.field if random.random() < 0.8 else None
        for seen in sighted_on_board(image, corners, measures, lens):
            lie = how_it_lies(seen, truths, lens)
            if lie is not None:
                views.append(view(image, seen, MARGIN))
                known.append((lie, seen.aside))
    return views, known


def main(arguments: list[str]) -> int:
    """Write the views of TABLES tables in shards; the same seeds give the same."""
    parser = parser_of(__doc__)
    asks_to_draw(parser, "tables", 500_000)
    asked = parser.parse_args(arguments)
    folder, count, first = asked.folder, asked.count, asked.seed
    folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    views: list[NDArray[np.uint8]] = []
    known: list[tuple[float, float]] = []
    for number in range(count):
        more, theirs = views_of_table(first + number)
        views += more
        known += theirs
        if number % SHARD == SHARD - 1 or number == count - 1:
            name = f"dice{first + number - number % SHARD}.npz"
            np.savez_compressed(folder / name, views=np.stack(views), known=np.array(known, np.float32))
            counts = np.bincount(np.array(known)[:, 0].astype(int), minlength=3)
            print(f"{number + 1} tables: {counts.tolist()} flat, leaning, on another", flush=True)
            views, known = [], []
    return 0


if __name__ == "__main__":
    run(main)
