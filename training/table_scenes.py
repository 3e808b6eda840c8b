"""Draw scenes of trictrac as people play it, in the format of training.draw_scenes.

`python -m training.table_scenes FOLDER COUNT [SEED]`

Woods, lenses and piled talons are as on a real trictrac, and patterns and shadows finer than in training.draw_scenes.
Each table gives three pictures.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import cv2
import numpy as np

from events.field import Field
from rules.position import Position, Side
from rules.seating import Seating
from simulation.falling import drop_die
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.items import HANDS
from simulation.render.style import Style
from simulation.render.truth import Truth, truth_of
from simulation.scene import Hand, Jeton, Scene, jeton_place, scene_of_position, with_dice
from training.command_line import asks_to_draw, parser_of, run
from training.picture_files import DameTruth, DieTruth, KeptScene, Make, encode_scene, write_scenes
from training.picture_files import Scene as Drawn

SHARD, WIDTH = 60, 960
"""Pictures in a file, and their width, pixels."""


def any_position(random: Random) -> Position:
    """Fifteen dames a side: at the start, a few off the talon, or well under way."""
    counts: dict[Side, list[int]] = {}
    gone = random.choice((0, 2, 4, 8, 15, 15))
    taken: set[int] = set()
    for side in Side:
        own = [0] * 24
        own[0] = 15 - gone
        for _ in range(gone):
            while True:
                case = min(int(random.expovariate(0.16)) + 1, 23)
                physical = case if side is Side.BLANCS else 23 - case
                if physical not in taken or own[case]:
                    break
            taken.add(physical)
            own[case] += 1
        counts[side] = own
    return Position(tuple(counts[Side.BLANCS]), tuple(counts[Side.NOIRS]))


def any_scene(random: Random, style: Style, seed: int, *, hands: bool = True, dice: int | None = None) -> Scene:
    """Return a position with jetons and `dice` dice (none or two if None), and sometimes a hand if `hands` is set."""
    field = style.field
    seating = Seating(random.choice(("near", "far")), random.choice(("left", "right")))
    scene = scene_of_position(
        any_position(random), seating, field, seed, light=random.choice(list(Side)), jitter=random.choice((1, 1, 2))
    )
    if random.random() < 0.7:
        places = [jeton_place(side, random.choice((0, 2, 4, 6, 8, 10)), seating, field) for side in Side]
        scene = replace(scene, jetons=(*(Jeton(x, y) for x, y in places), scene.jetons[2]))
    scene = throw_dice(random, scene, field, random.choice((0, 2, 2, 2)) if dice is None else dice)
    if hands and random.random() < 0.25:
        hand = Hand(
            random.choice(("near", "far")),
            random.uniform(20, field.width - 20),
            random.uniform(20, field.height - 20),
            heading=random.uniform(-0.6, 0.6),
            opening=random.random(),
            sleeve=random.random(),
        )
        scene = replace(scene, hands=(hand,))
    return scene


def throw_dice(random: Random, scene: Scene, field: Field, dice: int) -> Scene:
    """Return the scene with `dice` more dice."""
    for _ in range(dice):
        x, y = random.uniform(-8, field.width + 8), random.uniform(0, field.height)
        die = drop_die(scene, field, x, y, random.randint(1, 6), random)
        scene = with_dice(scene, (*scene.dice, die))
    return scene


def with_pair(random: Random, scene: Scene, field: Field) -> Scene:
    """Return the scene, half the time with its third jeton next to another, which marks the bredouille (Lois XV)."""
    if random.random() < 0.5:
        return scene
    one = random.choice(scene.jetons[:2])
    ways = [-1, 1]
    random.shuffle(ways)
    for way in ways:
        x, y = one.x + way * field.jeton * random.uniform(1.02, 1.2), one.y + random.gauss(0, 1.5)
        on_bar = abs(x - field.width / 2) < (field.bar + field.jeton) / 2
        if field.jeton / 2 < x < field.width - field.jeton / 2 and not on_bar:
            return replace(scene, jetons=(*scene.jetons[:2], Jeton(x, y)))
    return scene


def picture_of(compositor: Compositor, scene: Scene, seed: int, *, compress: bool = False) -> Drawn:
    """Return one picture and its truth, as training.drawn reads it."""
    image = compositor.picture(scene, seed, compress=compress)
    truth: Truth = truth_of(scene, compositor)
    hands = np.where(compositor.owners(scene).map == HANDS, 255, 0).astype(np.uint8)
    field = compositor.style.field
    dames = [
        DameTruth(
            np.array(d.centre),
            d.colour == "light",
            d.level,
            d.visible,
            (d.row, d.column) if d.row and d.column else None,
        )
        for d in truth.dames
    ]
    dice = []
    for die in truth.dice:
        half = die.size_px / 2
        square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) + die.top
        if die.top_visible > 0.6:
            dice.append(DieTruth(square, die.value, die.flat, die.top_visible))
    jetons = [(np.array(jeton.centre), field.jeton) for jeton in truth.jetons if jeton.visible > 0.5]
    board = compositor.style.board
    make = Make(field, (0.0, 0.0), board.bar_height, board.holes is not None)
    return Drawn(np.asarray(image, np.uint8), np.array(truth.corners), make, hands, dames, dice, jetons)


def main(arguments: list[str]) -> int:
    """Write COUNT scenes in shards; the same seed gives the same scenes."""
    parser = parser_of(__doc__)
    asks_to_draw(parser, "scenes")
    asked = parser.parse_args(arguments)
    folder, count, seed = asked.folder, asked.count, asked.seed
    folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    scenes: list[KeptScene] = []
    number = 0
    while number < count:
        table = 1_000_000 * (seed + 1) + number
        random = Random(f"table {table}")  # noqa: S311 - pictures, not secrets
        style = Style.from_seed(table)
        camera = Camera.from_seed(table, style.field, width=WIDTH, height=WIDTH * random.choice((27, 32, 36)) // 48)
        compositor = Compositor(style, camera, quality="full")
        for _ in range(3):
            scene = with_pair(random, any_scene(random, style, number), style.field)
            scenes.append(encode_scene(picture_of(compositor, scene, number)))
            number += 1
        print(number, flush=True)
        if len(scenes) >= SHARD or number >= count:
            write_scenes(folder / f"table{seed}_{number:06d}.npz", scenes)
            scenes = []
    return 0


if __name__ == "__main__":
    run(main)
