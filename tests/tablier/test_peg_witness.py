"""Pegs the camera sees, told apart by where they stand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.reading import Peg
from referee.settings import Settings
from rules.position import Side
from rules.seating import Seating
from tablier.companion import referee_settings
from tablier.peg_witness import pegs_told
from tablier.settings import parse
from vision.geometry import HOLES
from vision.reading import BoardReading, PegSeen

seatings = st.builds(Seating, st.sampled_from(("near", "far")), st.sampled_from(("left", "right")))
trous = st.integers(0, 12)
owners = st.sampled_from((None, *Side))


def reading_of(*holes: int, t: float = 1.0) -> BoardReading:
    pegs = tuple(PegSeen(hole, 0.97) for hole in sorted(holes))
    return BoardReading(t, None, (), (), (), pegs, hands=False, settled=True, troubles=())


def stand(seating: Seating, blancs: int, noirs: int, owner: Side | None) -> dict[int, Peg] | None:
    """Where the three pegs stand; None when two would have to stand in one hole."""
    pavillon = seating.pavillon_hole if owner is None else seating.hole(owner, 0)
    holes = {
        seating.hole(Side.BLANCS, blancs): Peg.BLANCS,
        seating.hole(Side.NOIRS, noirs): Peg.NOIRS,
        pavillon: Peg.PAVILLON,
    }
    return holes if len(holes) == 3 else None


@given(seatings, trous, trous, owners)
def test_three_pegs_in_sight_are_told(seating: Seating, blancs: int, noirs: int, owner: Side | None) -> None:
    holes = stand(seating, blancs, noirs, owner)
    if holes is not None:
        told = pegs_told(reading_of(*holes), seating)
        assert {hole: peg for hole, peg in enumerate(told.holes) if peg is not None} == holes
        assert told.t == 1.0


@given(seatings, trous, trous, owners, st.sets(st.integers(0, 2)))
def test_pegs_that_are_not_seen_make_no_other_one_wrong(
    seating: Seating, blancs: int, noirs: int, owner: Side | None, hidden: set[int]
) -> None:
    """Whatever a hand, a dame or the dark hides, what is told is so."""
    holes = stand(seating, blancs, noirs, owner)
    if holes is not None:
        seen = [hole for number, hole in enumerate(holes) if number not in hidden]
        told = pegs_told(reading_of(*seen), seating)
        assert all(holes[hole] is peg for hole, peg in enumerate(told.holes) if peg is not None)


@given(seatings, st.sets(st.integers(0, HOLES - 1), max_size=5))
def test_never_the_same_peg_twice(seating: Seating, seen: set[int]) -> None:
    told = [peg for peg in pegs_told(reading_of(*seen), seating).holes if peg is not None]
    assert len(told) == len(set(told))
    assert Peg.UNKNOWN not in told


def test_the_camera_is_a_witness_where_the_settings_say_so() -> None:
    for link, pegs in (("camera", True), ("serial", True), ("none", False)):
        known = referee_settings(parse(f'[sensors]\nlink = "{link}"'))
        assert isinstance(known, Settings)
        assert known.pegs is pegs
