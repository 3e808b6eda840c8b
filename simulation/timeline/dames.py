"""The individual dames of a simulated table: where each lies, and where the next one on a case will lie."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as empty
from random import Random

from events.field import Column, Field, Row
from rules.position import TALON, Case, Position, Side
from rules.seating import Seating
from simulation.scene import FLAT_DAMES, Dame, DameColour

BAR = 0
"""The bar of backgammon, where hit dames wait, each side's on the half of the bar nearest to it."""

ASIDE = 3.0
"""How far off the middle of its column a dame on the floor can lie, mm, before it pushes its neighbours."""


@dataclass(slots=True)
class _Column:
    """The dames on one flèche in the order they were laid; `flat`: how many lie flat before one is piled."""

    flat: int
    aside: float
    slope: float
    dames: list[int] = empty(default_factory=list)


class Dames:
    """Every dame on the board, by number."""

    def __init__(
        self,
        position: Position,
        seating: Seating,
        field: Field,
        random: Random,
        *,
        light: Side = Side.BLANCS,
        bar_height: float = 0.0,
    ) -> None:
        self.seating = seating
        self.field = field
        self.light = light
        self.bar_height = bar_height
        self._random = random
        self.places: dict[int, Dame] = {}
        self._columns: dict[tuple[Row, Column], _Column] = {}
        for side in Side:
            for case, count in enumerate(position.counts(side), 1):
                for _ in range(count):
                    self.lay(len(self.places), side, case)

    def colour(self, side: Side) -> DameColour:
        """Return the colour of a side's dames."""
        return "light" if side is self.light else "dark"

    def take(self, side: Side, case: Case) -> tuple[int, Dame]:
        """Take up the dame of `side` that was laid last on its case. Raises ValueError when it has none there."""
        column = self._column(side, case)
        colour = self.colour(side)
        number = next((n for n in reversed(column.dames) if self.places[n].colour == colour), None)
        if number is None:
            raise ValueError(f"no dame of {side} on its case {case} to take")
        column.dames.remove(number)
        return number, self.places.pop(number)

    def lay(self, number: int, side: Side, case: Case, careless: float = 0.0) -> Dame:
        """Lay a dame down on a case, `careless` mm off where it belongs, and return its place."""
        dame = self._next_place(side, case, careless)
        self._column(side, case).dames.append(number)
        self.places[number] = dame
        return dame

    def numbers(self, side: Side, case: Case) -> tuple[int, ...]:
        """Return the dames of a side on its case."""
        colour = self.colour(side)
        return tuple(n for n in self._column(side, case).dames if self.places[n].colour == colour)

    def _column(self, side: Side, case: Case) -> _Column:
        if not BAR <= case <= 24:
            raise ValueError(f"{side} has no case {case}, expected 1..24, or {BAR} for the bar")
        place = (self.seating.row_of(side), BAR) if case == BAR else self.seating.place(side, case)
        if place not in self._columns:
            gauss = self._random.gauss
            # People keep fifteen on a talon in a few piles.
            flat = self._random.choice((3, 4, 4, 5)) if case in (1, 24) else FLAT_DAMES
            self._columns[place] = _Column(flat, gauss(0, 0.5), gauss(0, 0.015))
        return self._columns[place]

    def _next_place(self, side: Side, case: Case, careless: float) -> Dame:
        column = self._column(side, case)
        gauss = self._random.gauss
        if case == BAR:
            apart = (len(column.dames) + 0.55) * self.field.dame + abs(gauss(0, 1.0))
            y = self.field.height / 2 + (apart if self.seating.row_of(side) == "near" else -apart)
            return Dame(self.field.width / 2 + gauss(0, 0.8), y, self.colour(side), base=self.bar_height)
        row, number = self.seating.place(side, case)
        inward = 1 if row == "far" else -1
        # At a relevé the other's dames may still lie on the talon. They are about to leave, so none is put on them.
        lie = list(self.numbers(side, case)) if case == TALON else column.dames
        level, rank = divmod(len(lie), column.flat)
        x, y = self.field.dame_place(row, number, 0)
        if level:
            below = self.places[lie[-column.flat]]
            x = below.x + gauss(0, 0.9 + careless / 4)
            y = below.y + inward * abs(gauss(0, 0.9))
        else:
            rail = y
            if rank:
                before = self.places[lie[rank - 1]]
                y = before.y + inward * (self.field.dame + 0.2 + abs(gauss(0, 0.35)))
            else:
                y += inward * abs(gauss(0, 0.6))
            x += column.aside + column.slope * abs(y - rail) + gauss(0, 0.6)
            if careless:
                x += self._random.uniform(-careless, careless)
                y += inward * self._random.uniform(0, careless)
            # The neighbouring columns leave a dame little room.
            centre = self.field.column_centre(number)
            x = min(max(x, centre - ASIDE), centre + ASIDE)
        return Dame(x, y, self.colour(side), level)
