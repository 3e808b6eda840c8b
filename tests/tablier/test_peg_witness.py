"""Pegs the camera sees, distinguished by where they stand."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from events.board_reading import BoardReading, PegSeen
from events.field import HOLES
from events.peg_reading import Peg
from events.trictrac.acts import FichetMoved
from rules.position import Position, Side
from rules.seating import Seating
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.style import Style
from simulation.scene import PegPlaced, scene_of_position
from tablier.games.trictrac.plugin import trictrac_settings
from tablier.runtime.engine import Engine
from tablier.runtime.peg_witness import pegs_seen
from tablier.storage.settings_file import parse
from vision.calibration import Calibration

seatings = st.builds(Seating, st.sampled_from(("near", "far")), st.sampled_from(("left", "right")))
trous = st.integers(0, 12)
owners = st.sampled_from((None, *Side))


def reading_of(*holes: int, t: float = 1.0) -> BoardReading:
    pegs = tuple(PegSeen(hole, 0.97) for hole in sorted(holes))
    return BoardReading(t, None, (), (), (), pegs, hands=False, settled=True, troubles=())


def stand(seating: Seating, blancs: int, noirs: int, owner: Side | None) -> dict[int, Peg]:
    """Where the three pegs stand, each in a hole of its own."""
    pavillon = seating.pavillon_hole if owner is None else seating.hole(owner, 0)
    holes = {
        seating.hole(Side.BLANCS, blancs): Peg.BLANCS,
        seating.hole(Side.NOIRS, noirs): Peg.NOIRS,
        pavillon: Peg.PAVILLON,
    }
    assume(len(holes) == 3)
    return holes


@given(seatings, trous, trous, owners)
def test_three_pegs_in_sight_are_announced(seating: Seating, blancs: int, noirs: int, owner: Side | None) -> None:
    holes = stand(seating, blancs, noirs, owner)
    announced = pegs_seen(reading_of(*holes), seating)
    assert {hole: peg for hole, peg in enumerate(announced.holes) if peg is not None} == holes
    assert announced.t == 1.0


@given(seatings, trous, trous, owners, st.sets(st.integers(0, 2)))
def test_pegs_that_are_not_seen_make_no_other_one_wrong(
    seating: Seating, blancs: int, noirs: int, owner: Side | None, hidden: set[int]
) -> None:
    """Whatever a hand, a dame or the dark hides, the reported pegs are right."""
    holes = stand(seating, blancs, noirs, owner)
    seen = [hole for number, hole in enumerate(holes) if number not in hidden]
    found = {hole: peg for hole, peg in enumerate(pegs_seen(reading_of(*seen), seating).holes) if peg is not None}
    assert found.items() <= holes.items()
    assert hidden or found == holes, "with nothing hidden every peg is known"


@given(seatings, st.sets(st.integers(0, HOLES - 1), max_size=5))
def test_never_the_same_peg_twice(seating: Seating, seen: set[int]) -> None:
    announced = [peg for peg in pegs_seen(reading_of(*seen), seating).holes if peg is not None]
    assert len(announced) == len(set(announced)) <= len(seen)
    assert Peg.UNKNOWN not in announced
    every = {peg for peg in pegs_seen(reading_of(*stand(seating, 0, 0, None)), seating).holes if peg is not None}
    assert len(every) == 3, "at the start all three are known"


def test_the_camera_is_a_witness_where_the_settings_say_so() -> None:
    for link, pegs in (("camera", True), ("serial", True), ("none", False)):
        known = trictrac_settings(parse(f'[sensors]\nlink = "{link}"'))
        assert known.pegs is pegs


def test_a_fichet_moved_in_the_picture_is_an_act() -> None:
    """From rendered pictures to the referee: the start, then Blancs' fichet two trous on."""
    seating, style = Seating(), Style.plain()
    camera = Camera(width=1280, height=720, focal=1150, tilt=0.3).framing(style.field, 0.92)
    start = scene_of_position(Position.start(), seating, style.field, 1)
    others = tuple(peg for peg in start.pegs if peg.kind != "blancs")
    moved = replace(start, pegs=(*others, PegPlaced(seating.hole(Side.BLANCS, 2), "blancs")))
    compositor = Compositor(style, camera)
    calibration = Calibration(corners=camera.corners(style.field), field=style.field)
    engine = Engine(parse('[sensors]\nlink = "camera"'), calibration)
    acts: list[object] = []
    for number in range(16):
        image = compositor.picture(start if number < 8 else moved, number, compress=False)
        acts += engine.on_picture(number / 15, image).acts
    (fichet,) = [act for act in acts if isinstance(act, FichetMoved)]
    assert (fichet.side, fichet.trou) == (Side.BLANCS, 2)
