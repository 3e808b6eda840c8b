"""The bill of materials."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Final

import yaml

from events.field import HOLES
from firmware_bridge.spi_link import CHIPS
from hardware.board.measures import BoardMeasures
from hardware.circuit import HARNESS, Build
from hardware.drawings.drill_template import strip_length
from hardware.firmware import layout
from hardware.printed_parts import JAW, SOCKET, SOLIDS

PARTS: Final = Path(__file__).parent / "parts.toml"
COPIES: Final = {"fichet": 2, "plug-fichet": 2}
"""Parts printed more than once."""
BEYOND: Final = 60.0
"""Millimetres by which the boom passes the board's middle."""
DENSITY: Final = 1.24e-3
"""Grams per cubic millimetre of PLA, printed full."""


@dataclass(frozen=True, slots=True)
class BillLine:
    """One line of the bill."""

    quantity: int
    name: str
    note: str


def bill(board: BoardMeasures, build: Build) -> tuple[BillLine, ...]:
    """Return the parts of one board of this build."""
    counts = {
        "board": 1,
        "hole": HOLES,
        "peg": 3,
        "button": layout.BUTTONS,
        "light": layout.LIGHTS,
        "reference": layout.MUXES,
        "metre_of_wire": ceil(wire_length(build)),
        "multiplexer": layout.MUXES,
        "chip": len(CHIPS),
        "long_strip": 2,
        "short_strip": 2,
        "set_screw": 4,
        "camera_screw": 4,
    }
    measures = {
        "board": board,
        "long_strip": strip_length(board, "near"),
        "short_strip": strip_length(board, "left"),
        "upright": upright_length(board),
        "boom": boom_length(board),
        "ribbon": ribbon_length(board),
        "plastic": plastic(board),
    }
    parts: list[BillLine] = []
    for entry in tomllib.loads(PARTS.read_text(encoding="utf-8"))["part"]:
        if entry.get("build", build) == build:
            spare = entry.get("spare", 0)
            quantity = counts[entry["per"]] * entry.get("each", 1) + spare
            note = entry.get("note", "") + (f"; {spare} to spare" if spare else "")
            parts.append(BillLine(quantity, entry["name"].format(**measures), note))
    return tuple(parts)


def wire_length(build: Build) -> float:
    """Return metres of wire in the harness of a build."""
    cables = yaml.safe_load((HARNESS / f"{build}.yml").read_text(encoding="utf-8"))["cables"]
    return float(sum(cable["wirecount"] * cable["length"] for cable in cables.values()))


def upright_length(board: BoardMeasures) -> float:
    """Return millimetres of tube from the clamp's foot to the boom, for the camera at its height."""
    # The upper end is level with the lens. The lower end fills the clamp's socket, which reaches below the table's top.
    return ceil((board.arm.height + board.wood.floor + SOCKET - JAW) / 10) * 10.0


def boom_length(board: BoardMeasures) -> float:
    """Return millimetres of tube from the upright to a hand's breadth beyond the board's middle."""
    return ceil((board.arm.reach + board.outer[1] / 2 + BEYOND) / 10) * 10.0


def ribbon_length(board: BoardMeasures) -> float:
    """Return metres of ribbon, in halves, along boom and upright to a Pi at the table's edge."""
    return ceil((boom_length(board) + upright_length(board)) / 500) / 2


def plastic(board: BoardMeasures) -> float:
    """Return grams of plastic in all printed parts."""
    volume: float = sum(make(board).volume() * COPIES.get(name, 1) for name, make in SOLIDS.items())
    return ceil(volume * DENSITY / 10) * 10.0


def as_markdown(parts: tuple[BillLine, ...]) -> str:
    """Return the bill as a Markdown table."""
    rows = [f"| {part.quantity} | {part.name} | {part.note} |" for part in parts]
    return "\n".join(["| | part | |", "|---|---|---|", *rows, ""])
