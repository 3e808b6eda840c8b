"""What a button on the board says: what is written on it or, while something is asked, which answer it is."""

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
"""Which play of a doubt each means: the likelier was played, or is to be put straight. The others say what they always
do, as a fault or a departure may have to be told meanwhile."""


def said_by(signal: Signal, seating: Seating, doubt: Doubt | None) -> Declared | DoubtAnswered:
    """What a button says at the moment it is pressed, and who: the player on its side of the board.

    doubt: what is asked just then, if anything.
    """
    side, answer = seating.side_at(signal.row), ANSWERS.get(signal.button)
    if doubt is None or answer is None or signal.t < doubt.t + JUDGING.heard:
        return Declared(signal.t, side, BUTTONS[signal.button])
    return DoubtAnswered(signal.t, doubt.id, answer, by=side.value)
