from __future__ import annotations

from dataclasses import replace
from unittest.mock import MagicMock

import pytest

from events.peg_reading import HoleFault, Peg, PegReading
from firmware_bridge.checkup import (
    Finding,
    TouchCheck,
    TouchRound,
    check_holes,
    check_references,
    examine,
    picture,
    touched_hole,
)
from firmware_bridge.link import Link
from firmware_bridge.messages import Levels, Rests
from hardware.firmware import layout

REST = 32900
RESTS = Rests((REST,) * 30)
EMPTY = Levels(0, (layout.REFERENCE, layout.REFERENCE), (REST,) * 30)
NOTHING = PegReading(0.0, (None,) * 30)


def levels(**fields: float) -> Levels:
    """Millitesla by hole: `h3=-40`."""
    values = list(EMPTY.levels)
    for hole, field in fields.items():
        values[int(hole[1:])] += int(field * layout.COUNTS_PER_MT)
    return replace(EMPTY, levels=tuple(values))


def test_levels_that_an_earlier_program_asked_for_wait_for_the_resting_values() -> None:
    """Measured from the middle, they made an empty sensor that rests elsewhere one that has moved."""
    link = MagicMock(spec=Link, reading=NOTHING)
    moved = levels(h4=2.0)
    link.answers.return_value = iter([moved, Rests(moved.levels), moved])
    assert {check.finding for check in next(examine(link)).holes} == {Finding.WELL}


def test_an_empty_calibrated_board_is_well() -> None:
    checks = check_holes(NOTHING, EMPTY, RESTS)
    assert [check.hole for check in checks] == list(range(30))
    assert {check.finding for check in checks} == {Finding.WELL}
    assert check_references(EMPTY) == (True, True)


@pytest.mark.parametrize(
    ("peg", "field", "finding"),
    [
        (Peg.BLANCS, 44.0, Finding.WELL),
        (Peg.BLANCS, 23.5, Finding.WEAK),
        (Peg.NOIRS, -44.0, Finding.WELL),
        (Peg.PAVILLON, 12.0, Finding.WELL),
        (Peg.PAVILLON, 7.5, Finding.WEAK),
        (Peg.PAVILLON, 20.5, Finding.WEAK),
        (Peg.UNKNOWN, -12.0, Finding.STRANGE),
        (None, 2.0, Finding.REST_MOVED),
        (None, 1.0, Finding.WELL),
    ],
)
def test_the_finding_of_each_field(peg: Peg | None, field: float, finding: Finding) -> None:
    holes: list[Peg | None] = [None] * 30
    holes[7] = peg
    check = check_holes(PegReading(0.0, tuple(holes)), levels(h7=field), RESTS)[7]
    assert (check.peg, check.finding) == (peg, finding)
    assert check.field == pytest.approx(field, abs=0.01)


@pytest.mark.parametrize("fault", HoleFault)
def test_every_fault_the_board_names_is_a_finding(fault: HoleFault) -> None:
    checks = check_holes(PegReading(0.0, (None,) * 30, ((4, fault),)))
    assert checks[4].finding.value == fault.value
    assert {check.finding for check in checks if check.hole != 4} == {Finding.WELL}


def test_a_hole_never_calibrated_says_so() -> None:
    rests = Rests((None, *(REST,) * 29))
    assert check_holes(NOTHING, EMPTY, rests)[0].finding is Finding.UNCALIBRATED


def test_a_reference_far_from_a_third_of_the_supply_is_wrong() -> None:
    assert check_references(replace(EMPTY, references=(0, layout.REFERENCE))) == (False, True)


def test_the_touched_hole_is_the_one_that_changed_most() -> None:
    assert touched_hole(EMPTY, levels(h3=-20, h4=7)) == 3
    assert touched_hole(EMPTY, levels(h3=5)) is None


def test_a_round_of_touches_finds_crossed_wires() -> None:
    """A touch of hole 1 is felt by hole 2, and the other way round."""
    tour = TouchRound(EMPTY, order=(0, 1, 2))
    touches: tuple[dict[str, float], ...]
    touches = ({"h0": 40.0}, {"h0": 39.0}, {}, {"h2": 40.0}, {}, {"h1": 40.0}, {}, {"h9": 40.0})
    said = [tour.observe(levels(**fields)) for fields in touches]
    assert [check for check in said if check] == [TouchCheck(0, 0), TouchCheck(1, 2), TouchCheck(2, 1)]
    assert [check.right for check in tour.checks] == [True, False, False]
    assert tour.next_hole is None


def test_the_picture_has_every_hole_at_its_place() -> None:
    holes: list[Peg | None] = [None] * 30
    holes[24], holes[26], holes[25], holes[0] = Peg.NOIRS, Peg.BLANCS, Peg.PAVILLON, Peg.UNKNOWN
    reading = PegReading(0.0, tuple(holes), ((29, HoleFault.MISSING), (12, HoleFault.DRIFTING)))
    assert picture(check_holes(reading)).split("\n") == [
        "   ! . . . . . | . . . . . .",
        " N                           .",
        " P                           .",
        " B                           !",
        "   ? . . . . . | . . . . . .",
    ]
