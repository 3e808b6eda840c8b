"""`./run bench outside`: tables outside the building guide, rendered, read, refereed and compared with the truth.

Each table has a board, a light and a camera drawn by its seed, and one thing wrong: out of focus, too little light,
dice of 12 pixels, a camera 60 degrees from straight above, or a lamp mirrored at an end. The remedy must be
announced within a minute, and no player may be accused of an act he did not do.

    ./run bench outside                               three tables of each kind, six throws on each
    ./run bench outside --only tilt --tables 10 --tell
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Final

import msgspec

from bench._rendered import watch
from bench._results import Page, Results, Share, parser_of
from events.board_reading import Trouble
from simulation.render.camera import Camera
from simulation.render.hard_to_see import dark_camera, far_camera, glaring_style, low_camera, unfocused_camera
from simulation.render.style import Style
from tablier.devices.simulated_source import InventedTable
from tablier.games.plan import Plan

MINUTE: Final = 60.0
"""Seconds within which the remedy must be announced."""
TILT: Final = 60.0
"""Degrees from straight above."""
SMALL_DICE: Final = 12.0
"""Pixels along an edge."""
OUT_OF_FOCUS: Final = (1.5, 3.0)
"""Millimetres of blur, starting where a third of the dice are not read (`vision.locate.view_quality`)."""
LITTLE_LIGHT: Final = (0.02, 0.1)
"""Exposure, 1 = well exposed."""
ENDS: Final = ((0.04, 0.15), (0.04, 0.85), (0.96, 0.15), (0.96, 0.85))
"""Places on the four end cases, one of them a talon on each side, as shares of the field."""


def _unfocus(style: Style, camera: Camera, random: Random) -> tuple[Style, Camera]:
    return style, unfocused_camera(camera, random.uniform(*OUT_OF_FOCUS))


def _dark(style: Style, camera: Camera, random: Random) -> tuple[Style, Camera]:
    return style, dark_camera(camera, random.uniform(*LITTLE_LIGHT))


def _far_away(style: Style, camera: Camera, _: Random) -> tuple[Style, Camera]:
    return style, far_camera(camera, style.field, SMALL_DICE)


def _low(style: Style, camera: Camera, _: Random) -> tuple[Style, Camera]:
    return style, low_camera(camera, style.field, TILT)


def _glaring(style: Style, camera: Camera, random: Random) -> tuple[Style, Camera]:
    at = random.choice(ENDS)
    return glaring_style(style, camera, (at[0] * style.field.width, at[1] * style.field.height)), camera


@dataclass(frozen=True, slots=True)
class Wrong:
    """One problem: its effect on a look and a camera, and the troubles that report it; one of them is enough."""

    name: str
    made: Callable[[Style, Camera, Random], tuple[Style, Camera]]
    troubles: tuple[Trouble, ...]


WRONGS: Final = {
    "focus": Wrong("out of focus", _unfocus, (Trouble.BLURRED, Trouble.SOFT)),
    "dark": Wrong("too little light", _dark, (Trouble.TOO_DARK,)),
    "dice": Wrong("dice of 12 pixels", _far_away, (Trouble.SMALL,)),
    "tilt": Wrong("a camera at 60 degrees", _low, (Trouble.CAMERA_LOW,)),
    "glare": Wrong("a lamp mirrored on an end case", _glaring, (Trouble.TOO_BRIGHT,)),
}
"""The problems, by their words on the command line."""


class RemedyResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one table: when the remedy was first announced (s, None if never), and the rulings."""

    wrong: str
    seed: int
    said: float | None
    others: list[str]
    throws: tuple[int, int, int]
    faults: tuple[int, int, int]
    asked: int
    differences: list[str]


def watch_table(wrong: str, seed: int, throws: int) -> RemedyResult:
    """Watch one table, reading every picture of it."""
    erring = seed % 2 == 1
    invented = InventedTable(Plan(seed=seed, look=seed, throws=throws, faults=float(erring), clumsy=erring))
    chosen = WRONGS[wrong]
    random = Random(f"{wrong} {seed}")  # noqa: S311 - a picture, not a secret
    invented.style, invented.camera = chosen.made(invented.style, invented.camera, random)
    watched = watch(invented)
    score, first = watched.score, watched.troubles
    said = min((first[one] for one in chosen.troubles if one in first), default=None)
    return RemedyResult(
        wrong=wrong,
        seed=seed,
        said=said,
        others=[str(one) for one in first if one not in chosen.troubles],
        throws=(score.throws.true, score.throws.right, score.throws.false),
        faults=(score.faults.true, score.faults.right, score.faults.false),
        asked=score.doubts,
        differences=[str(one) for one in score.differences],
    )


def row(name: str, those: list[RemedyResult]) -> tuple[str, Share, Share, Share, int]:
    """Return one row of the table."""
    said = Share(sum(one.said is not None and one.said <= MINUTE for one in those), len(those))
    throws, faults = (
        Share(*(sum(getattr(one, kind)[at] for one in those) for at in (1, 0, 2))) for kind in ("throws", "faults")
    )
    return name, said, throws, faults, sum(one.asked for one in those)


def main(arguments: list[str]) -> int:
    """Render and watch the requested tables, print and keep the figures."""
    parser = parser_of("outside", __doc__)
    parser.add_argument("--only", choices=list(WRONGS), action="append", help="a problem (all of them)")
    parser.add_argument("--tables", type=int, default=3, help="of each kind (%(default)s)")
    parser.add_argument("--throws", type=int, default=6, help="on each table (%(default)s)")
    parser.add_argument("--seed", type=int, default=47000, help="of the first table (%(default)s)")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="how many at a time (one a core)")
    parser.add_argument("--tell", action="store_true", help="print every error, one a line")
    given = parser.parse_args(arguments)
    wrongs = given.only or list(WRONGS)
    with ProcessPoolExecutor(given.processes) as pool:
        running = {
            wrong: [
                pool.submit(watch_table, wrong, given.seed + number + 1000 * at, given.throws)
                for number in range(given.tables)
            ]
            for at, wrong in enumerate(WRONGS)
            if wrong in wrongs
        }
        found = {wrong: [one.result() for one in those] for wrong, those in running.items()}
    for those in found.values():
        for one in those:
            said = f"said at {one.said}, also {one.others}"
            print(f"{one.wrong} {one.seed}: {said}, throws {one.throws}, faults {one.faults}")
            if given.tell:
                print(*(f"    {difference}" for difference in one.differences), sep="\n")
    every = [one for those in found.values() for one in those]
    Results("outside", arguments, given).table(
        "",
        page=Page.ACCURACY,
        title="Tables that cannot be seen well",
        about="Rendered pictures, one thing wrong with each table. The remedy is to be said within a minute.",
        samples=len(every),
        unit="tables",
        columns=("what is wrong", "remedy said", "throws", "faults", "asked"),
        rows=[*(row(WRONGS[wrong].name, those) for wrong, those in found.items()), row("all", every)],
    )
    return 0
