"""The word of a button on the board: the one written on it or, while something is asked, the answer it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from events.acts import Declaration, Declared, DoubtAnswered
from events.peg_reading import Button
from referee.numbers import JUDGING

if TYPE_CHECKING:
    from events.peg_reading import Signal
    from events.rulings import Doubt
    from rules.seating import Seating

BUTTONS = {
    Button.COUP_JOUE: Declaration.COUP_JOUE,
    Button.ECOLE: Declaration.ECOLE,
    Button.ADOUBE: Declaration.J_ADOUBE,
    Button.JE_M_EN_VAIS: Declaration.JE_M_EN_VAIS,
}

ANSWERS = {Button.COUP_JOUE: 0, Button.ADOUBE: 1}
"""The play of a doubt that each means: the likelier was played, or is to be put straight. The others keep their words,
as a fault or a departure may have to be said meanwhile."""


def said_by(signal: Signal, seating: Seating, doubt: Doubt | None) -> Declared | DoubtAnswered:
    """The word of a button at the moment it is pressed, by the player on its side of the board.

    doubt: the question open just then, if any.
    """
    side, answer = seating.side_at(signal.row), ANSWERS.get(signal.button)
    if doubt is None or answer is None or signal.t < doubt.t + JUDGING.heard:
        return Declared(signal.t, side, BUTTONS[signal.button])
    return DoubtAnswered(signal.t, doubt.id, answer, by=side.value)
