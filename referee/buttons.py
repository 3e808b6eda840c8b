"""The meaning of a button on the board: the word written on it or, while a question is open, an answer to it."""

from __future__ import annotations

from events.acts import Declaration, Declared, DoubtAnswered
from events.peg_reading import Button, Signal
from events.rulings import Doubt
from referee.trictrac.numbers import JUDGING
from rules.seating import Seating

BUTTONS = {
    Button.COUP_JOUE: Declaration.COUP_JOUE,
    Button.ECOLE: Declaration.ECOLE,
    Button.ADOUBE: Declaration.J_ADOUBE,
    Button.JE_M_EN_VAIS: Declaration.JE_M_EN_VAIS,
}

ANSWERS = {Button.COUP_JOUE: 0, Button.ADOUBE: 1}
"""The play of a doubt that each button chooses: 0 the likelier one, 1 the other.

The other buttons keep their words, because a player may have to announce a fault or a departure meanwhile."""


def declaration_of_button(signal: Signal, seating: Seating, doubt: Doubt | None) -> Declared | DoubtAnswered:
    """Return what the player on the button's side of the board says by pressing it.

    doubt: the question open at that moment, if any.
    """
    side, answer = seating.side_at(signal.row), ANSWERS.get(signal.button)
    if doubt is None or answer is None or signal.t < doubt.t + JUDGING.heard:
        return Declared(signal.t, side, BUTTONS[signal.button])
    return DoubtAnswered(signal.t, doubt.id, answer, by=side.value)
