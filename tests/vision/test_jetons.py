from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rules.position import Side
from rules.seating import Seating
from simulation.render.style import Style
from simulation.scene import jeton_place
from vision.geometry import Field
from vision.jetons import marked

if TYPE_CHECKING:
    from vision.calibration import Talons

FIELD = Field()
TIPS = FIELD.fleche + 10


@pytest.mark.parametrize(
    ("cases", "points"),
    [(2.0, 2), (4.0, 4), (5.7, 6), (6.4, 8), (11.7, 10)],
)
@pytest.mark.parametrize("talons", ["left", "right"])
def test_a_jeton_marks_what_its_place_says(cases: float, points: int, talons: Talons) -> None:
    """Lois XV: 2 between cases 2 and 3, 4 between 4 and 5, 6 and 8 at the bar, 10 at the far rail."""
    along = cases * FIELD.case_width + (FIELD.bar if cases > 6 else 0)
    x = along if talons == "left" else FIELD.width - along
    assert marked(x, TIPS, FIELD, talons) == ("far", points)
    assert marked(x, FIELD.height - TIPS, FIELD, talons) == ("near", points)


def test_at_the_talons_it_marks_nothing_for_nobody() -> None:
    assert marked(15, FIELD.height / 2, FIELD, "left") == (None, 0)


def test_without_knowing_the_talons_nothing_is_told() -> None:
    assert marked(70, TIPS, FIELD, None) == (None, None)


@pytest.mark.parametrize("seed", range(40))
def test_every_mark_is_told_on_boards_of_every_make(seed: int) -> None:
    """Where the flèches are long the marks lie near the middle of the board, and are somebody's all the same."""
    field, seating = Style.from_seed(seed).field, Seating()
    for side in Side:
        for points in (2, 4, 6, 8, 10):
            x, y = jeton_place(side, points, seating, field)
            assert marked(x, y, field, seating.talons) == (seating.row_of(side), points)
