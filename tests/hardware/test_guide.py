"""The building guide says what the plan says."""

from __future__ import annotations

from pathlib import Path

from hardware.board.measures import load
from hardware.parts import boom_length, upright_length

DOCS = Path(__file__).resolve().parents[2] / "docs"
GUIDE = (DOCS / "building.md").read_text(encoding="utf-8")
BOARD = load()


def test_its_measures_are_the_boards() -> None:
    flat = " ".join(GUIDE.split())
    for said in (
        f"{BOARD.hole.diameter:g} mm wide and exactly {BOARD.hole.depth:g} mm deep",
        f"{BOARD.wood.groove:g} mm wide and {BOARD.groove_depth:g} mm deep. {BOARD.wood.web:g} mm of wood stay",
        f"{upright_length(BOARD):g} mm (upright) and {boom_length(BOARD):g} mm (boom)",
        f"draw {30 * BOARD.sensor.current_ma:g} mA",
    ):
        assert said in flat
