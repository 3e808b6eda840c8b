"""The plan of a board is consistent, and each error put into it is named."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest
import yaml

from events.field import Field
from firmware_bridge.messages import BUTTONS as PROTOCOL_BUTTONS
from firmware_bridge.spi_link import BUTTONS, CHIPS, LIGHTS
from hardware.board.checks import axial_field, beside_field, field_range, problems
from hardware.board.measures import BOARD, BoardMeasures, InvalidBoard, load
from hardware.circuit import BUILDS, HARNESS, Build
from hardware.firmware import layout
from hardware.firmware import mock_pins as bench
from hardware.parts import bill, boom_length, upright_length

Pin: TypeAlias = tuple[str, str]
"""A component and the label of one of its pins."""


Wire: TypeAlias = tuple[Pin, Pin]


def wires_of(build: Build) -> tuple[Wire, ...]:
    """Return every wire of a build, as drawn. Raises ValueError for a pin that its component does not have."""
    data: dict[str, Any] = yaml.safe_load((HARNESS / f"{build}.yml").read_text(encoding="utf-8"))
    parts = data["connectors"]
    labels = {name: set(map(str, part.get("pinlabels", part["pins"]))) for name, part in parts.items()}
    wires: list[Wire] = []
    for one, _, other in data["connections"]:
        ((left, left_pins),), ((right, right_pins),) = one.items(), other.items()
        for pin, pin_other in zip(left_pins, right_pins, strict=True):
            for component, label in ((left, pin), (right, pin_other)):
                if str(label) not in labels[component]:
                    raise ValueError(f"{build}.yml: {component} has no pin {label}")
            wires.append(((left, str(pin)), (right, str(pin_other))))
    return tuple(wires)


SUPPLY: Final = {"3V3", "VCC", "VDD", "VREF"}
GROUND: Final = {"GND", "AGND", "DGND", "EN"}


@pytest.mark.parametrize("build", BUILDS)
def test_red_is_the_supply_and_black_the_ground(build: Build) -> None:
    """In every cable, at both ends, and no other wire is red or black."""
    data: dict[str, Any] = yaml.safe_load((HARNESS / f"{build}.yml").read_text(encoding="utf-8"))
    for one, cable, other in data["connections"]:
        ((_, left),), ((name, _),), ((_, right),) = one.items(), cable.items(), other.items()
        for here, colour, there in zip(left, data["cables"][name]["colors"], right, strict=True):
            assert (colour == "RD") == (here in SUPPLY) == (there in SUPPLY)
            assert (colour == "BK") == (here in GROUND) == (there in GROUND)


@pytest.fixture(scope="module")
def board() -> BoardMeasures:
    return load()


def changed(board: BoardMeasures, section: str, **values: Any) -> BoardMeasures:  # noqa: ANN401 - any measure of any section
    """Return the board with some measures of one section changed."""
    return replace(board, **{section: replace(getattr(board, section), **values)})


def test_the_board_as_planned_can_be_built(board: BoardMeasures) -> None:
    assert problems(board) == ()


def test_its_floor_is_the_one_vision_takes_for_common(board: BoardMeasures) -> None:
    """Plan, camera and simulation share one common board."""
    assert board.field == Field()


@pytest.mark.parametrize(
    ("section", "values", "said"),
    [
        ("hole", {"diameter": 33.0}, "holes 0 and 1 leave"),
        ("hole", {"diameter": 20.0}, "mm beside a hole"),
        ("field", {"width": 380.0}, "narrower than a dame"),
        ("field", {"fleche": 210.0}, "flèches"),
        ("field", {"rail": 20.0}, "marker of"),
        ("hole", {"depth": 25.0}, "do not fit into a rail"),
        ("hole", {"depth": 20.0}, "does not fit into a groove"),
        ("strip", {"width": 14.5}, "does not fit into a groove"),
        ("wood", {"groove": 22.0}, "of rail beside it"),
        ("peg", {"diameter": 6.5}, "does not go into a hole"),
        ("magnet", {"diameter": 5.5}, "of shank around it"),
        ("magnet", {"pavillon_cover": 12.0}, "magnet does not fit"),
        ("peg", {"head": 30.0}, "no room for fingers"),
        ("sensor", {"counts_per_mt": 300}, "layout.py counts"),
        ("sensor", {"current_ma": 12.0}, "sensors draw"),
        ("magnet", {"fichet_cover": 2.2}, "a fichet may give only"),
        ("sensor", {"range_mt": 42.0}, "the sensor ends at"),
        ("magnet", {"pavillon_cover": 2.5}, "the pavillon may give"),
        ("magnet", {"remanence": 13.0}, "pegs beside hole"),
        ("hole", {"depth": 1.0}, "just out of its hole"),
        ("arm", {"height": 400.0}, "the camera sees"),
    ],
)
def test_each_inconsistency_is_named(board: BoardMeasures, section: str, values: dict[str, float], said: str) -> None:
    assert any(said in problem for problem in problems(changed(board, section, **values)))


def test_a_hole_under_a_marker_is_named(board: BoardMeasures) -> None:
    """Twelve holes so wide apart that the first would be in the corner."""
    assert any("under the marker" in problem for problem in problems(changed(board, "markers", size=50.0)))


def test_a_firmware_that_serves_a_hole_twice_is_named(board: BoardMeasures, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "MUX_HOLES", (layout.MUX_HOLES[0], (0, *layout.MUX_HOLES[1][1:])))
    assert any("each of 0..29 once expected" in problem for problem in problems(board))


def test_the_firmware_and_the_bench_are_for_this_board(board: BoardMeasures) -> None:
    """The simulated field uses the plan's gaps and magnet."""
    assert board.gap(board.magnet.fichet_cover) == pytest.approx(bench.GAPS_MM["blancs"])
    assert board.gap(board.magnet.pavillon_cover) == pytest.approx(bench.GAPS_MM["pavillon"])
    for gap in (1.0, 4.0, 7.0, 20.0):
        assert axial_field(board.magnet, gap) == pytest.approx(bench.axial_field(gap))


def test_the_fields_the_documentation_states(board: BoardMeasures) -> None:
    """docs/how/hardware.md and the comment in the firmware's sensing."""
    assert field_range(board, board.magnet.fichet_cover) == pytest.approx((29.6, 67.4), abs=0.1)
    assert field_range(board, board.magnet.pavillon_cover) == pytest.approx((9.5, 16.6), abs=0.1)
    assert beside_field(board.magnet, 35.0) == pytest.approx(0.18, abs=0.01)


def test_every_channel_is_wired_once_as_the_firmware_reads_it() -> None:
    """Pico: channel c of a multiplexer to the hole its layout names, the reference last, every select line shared."""
    wires = wires_of("pico")
    for mux, letter in enumerate("AB"):
        channels = {pin: to for (part, pin), to in wires if part == f"MUX_{letter}" and pin.startswith("C")}
        assert channels.pop(f"C{layout.REFERENCE_CHANNEL}") == (f"REF_{letter}", "OUT")
        assert {pin: hole for pin, (_, hole) in channels.items()} == {
            f"C{channel}": f"h{hole}" for channel, hole in enumerate(layout.MUX_HOLES[mux])
        }
        pico = {to[1]: pin for (part, pin), to in wires if part == "PICO" and to[0] == f"MUX_{letter}"}
        assert pico["SIG"] == f"GP{layout.PINS_MUX_ADC[mux]}"
        assert [pico[f"S{bit}"] for bit in range(4)] == [f"GP{pin}" for pin in layout.PINS_MUX_SELECT]
    assert outputs_wired_once("pico") == {f"h{hole}": 1 for hole in range(30)}
    pins = dict(wire[::-1] for wire in wires if wire[0][0] == "PICO" and wire[1][0].startswith(("BUTTONS", "LIGHTS")))
    for number, (row, button) in enumerate(PROTOCOL_BUTTONS):
        assert pins[f"BUTTONS_{row.upper()}", button] == ("PICO", f"GP{layout.PINS_BUTTONS[number]}")
    for number, name in enumerate(("status", "near", "far")):
        assert pins["LIGHTS", name] == ("PICO", f"GP{layout.PINS_LIGHTS[number]}")


def test_every_chip_is_wired_as_the_spi_link_reads_it() -> None:
    """Pi: channel c of chip 2m + k carries the firmware's channel 8k + c of strip m."""
    wires = wires_of("pi")
    for chip, pins in enumerate(CHIPS):
        spi = {to[1]: pin for (part, pin), to in wires if part == "PI" and to[0] == f"CHIP_{chip}"}
        assert {name: spi[name] for name in ("CLK", "DIN", "DOUT", "CS")} == {
            "CLK": f"GPIO{pins['clock_pin']}",
            "DIN": f"GPIO{pins['mosi_pin']}",
            "DOUT": f"GPIO{pins['miso_pin']}",
            "CS": f"GPIO{pins['select_pin']}",
        }
        mux, half = divmod(chip, 2)
        for channel in range(8):
            ((target, pin),) = [to for source, to in wires if source == (f"CHIP_{chip}", f"CH{channel}")]
            number = 8 * half + channel
            if number == layout.REFERENCE_CHANNEL:
                assert (target, pin) == (f"REF_{'AB'[mux]}", "OUT")
            else:
                assert pin == f"h{layout.MUX_HOLES[mux][number]}"
    assert outputs_wired_once("pi") == {f"h{hole}": 1 for hole in range(30)}
    pins_of = dict(wire[::-1] for wire in wires if wire[0][0] == "PI" and wire[1][0].startswith(("BUTTONS", "LIGHTS")))
    for number, (row, button) in enumerate(PROTOCOL_BUTTONS):
        assert pins_of[f"BUTTONS_{row.upper()}", button] == ("PI", f"GPIO{BUTTONS[number]}")
    for number, name in enumerate(("status", "near", "far")):
        assert pins_of["LIGHTS", name] == ("PI", f"GPIO{LIGHTS[number]}")


HEADERS: Final = {
    "Raspberry Pi Pico": {"3V3": 36, "AGND": 33, "GP2": 4, "GP9": 12, "GP10": 14, "GP13": 17, "GP18": 24, "GP26": 31},
    "Raspberry Pi 4 or 5": {"3V3": 1, "GND": 6, "GPIO4": 7, "GPIO9": 21, "GPIO10": 19, "GPIO11": 23, "GPIO21": 40},
    "MCP3008": {**{f"CH{number}": number + 1 for number in range(8)}, "DGND": 9, "AGND": 14, "VREF": 15, "VDD": 16},
}
"""Some pins of each part that has numbered ones, from its maker's drawing."""


@pytest.mark.parametrize("build", BUILDS)
def test_numbered_pins_have_the_numbers_of_their_part(build: Build) -> None:
    """A wire soldered by number goes to the same pin as one soldered by name."""
    parts = yaml.safe_load((HARNESS / f"{build}.yml").read_text(encoding="utf-8"))["connectors"].values()
    for part in (part for part in parts if "pinlabels" in part):
        numbers = dict(zip(map(str, part["pinlabels"]), part["pins"], strict=True))
        assert HEADERS[part["type"]].items() <= numbers.items()
        assert len(set(numbers.values())) == len(numbers)


def outputs_wired_once(build: Build) -> dict[str, int]:
    """Count the wires at each sensor's output."""
    return Counter(pin for _, (part, pin) in wires_of(build) if part.startswith("STRIP") and pin.startswith("h"))


@pytest.mark.parametrize("build", BUILDS)
def test_every_strip_has_power_and_no_controller_pin_serves_twice(build: Build) -> None:
    wires = wires_of(build)
    fed = {(part, pin) for _, (part, pin) in wires}
    for name in ("NEAR", "FAR", "LEFT", "RIGHT"):
        assert {(f"STRIP_{name}", "VCC"), (f"STRIP_{name}", "GND")} <= fed
    shared = {"3V3", "GND", "AGND"} | {f"GP{pin}" for pin in layout.PINS_MUX_SELECT}
    shared |= {f"GPIO{pin}" for chip in CHIPS for name, pin in chip.items() if name != "select_pin"}
    own = Counter(pin for (part, pin), _ in wires if part in ("PICO", "PI") and pin not in shared)
    assert set(own.values()) == {1}


@pytest.mark.parametrize("build", BUILDS)
def test_the_bill_counts_what_the_wiring_uses(board: BoardMeasures, build: Build) -> None:
    parts = {part.name: part.quantity for part in bill(board, build)}
    assert parts["Hall sensor DRV5055A3, TO-92 (LPG)"] == 30 + 2
    ribbon = next(float(found[1]) for name in parts if (found := re.search(r"([\d.]+) m ribbon", name)))
    arm = board.arm
    assert 1000 * ribbon > arm.height + arm.reach + board.outer[1] / 2, "it reaches from the lens to the table"
    assert parts["Push button, closing, 12 mm"] == len(PROTOCOL_BUTTONS)
    assert parts["Disc magnet N42, 4 x 3 mm, axial"] == 3 + 2
    chips = {"pico": "Multiplexer CD74HC4067 on a breakout board", "pi": "Converter MCP3008, DIP, with socket"}
    drawn = {to[0] for _, to in wires_of(build) if to[0].startswith(("MUX", "CHIP"))}
    assert parts[chips[build]] == len(drawn)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("width = 440.0", "width = -1", "field.width = -1, a number between"),
        ("width = 440.0", 'width = "wide"', "field.width = 'wide'"),
        ("width = 440.0", "wdth = 440.0", "field.wdth is unknown"),
        ("bar = 20.0", "", "field.bar is missing"),
        ("screws = [21.0, 12.5]", "screws = [21.0]", "camera.screws = [21.0], two numbers"),
        ("[wood]", "[stone]", "unknown section [stone]"),
        ("[field]", "[field", "Expected"),
    ],
)
def test_a_wrong_board_file_is_refused_by_its_key(tmp_path: Path, before: str, after: str, said: str) -> None:
    text = BOARD.read_text(encoding="utf-8")
    assert before in text
    path = tmp_path / "board.toml"
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(InvalidBoard) as refused:
        load(path)
    assert str(path) in str(refused.value)
    assert said in str(refused.value)


def test_a_board_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidBoard, match=r"nowhere\.toml"):
        load(tmp_path / "nowhere.toml")


DOCS = Path(__file__).resolve().parents[2] / "docs"
GUIDE = (DOCS / "building.md").read_text(encoding="utf-8")


def test_the_guide_says_what_the_plan_says(board: BoardMeasures) -> None:
    flat = " ".join(GUIDE.split())
    for said in (
        f"{board.hole.diameter:g} mm wide and exactly {board.hole.depth:g} mm deep",
        f"{board.wood.groove:g} mm wide and {board.groove_depth:g} mm deep. {board.wood.web:g} mm of wood stay",
        f"{upright_length(board):g} mm (upright) and {boom_length(board):g} mm (boom)",
        f"draw {30 * board.sensor.current_ma:g} mA",
    ):
        assert said in flat
