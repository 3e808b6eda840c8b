"""The meaning of a button on the board, with and without an open question."""

from __future__ import annotations

import pytest

from events.acts import Declaration, Declared, DoubtAnswered
from events.peg_reading import Button, Signal
from events.rulings import Doubt
from referee.one_table import ANSWERS, declaration_of_button
from referee.trictrac.numbers import JUDGING
from rules.play import Move
from rules.position import Side
from rules.seating import Seating

ASKED = Doubt("q1.3.1", 10.0, 3, Side.BLANCS, ((Move(1, 7), Move(1, 5)), (Move(1, 11),)), (5, 7, 11))
SEATING = Seating()


def pressed(button: Button, t: float, doubt: Doubt | None) -> Declared | DoubtAnswered:
    return declaration_of_button(Signal(t, SEATING.row_of(Side.NOIRS), button), SEATING, doubt)


@pytest.mark.parametrize("button", list(Button))
def test_a_button_says_what_is_written_on_it(button: Button) -> None:
    """This holds if nothing was asked, or if nobody can have heard the question yet."""
    said = pressed(button, 30.0, None)
    assert isinstance(said, Declared)
    assert (said.side, said.what.replace("j_", "")) == (Side.NOIRS, button)
    assert pressed(button, ASKED.t + JUDGING.heard / 2, ASKED) == Declared(
        ASKED.t + JUDGING.heard / 2, Side.NOIRS, said.what
    )


def test_two_buttons_answer_a_question_for_either_player() -> None:
    assert pressed(Button.COUP_JOUE, 13.0, ASKED) == DoubtAnswered(13.0, ASKED.id, 0, "noirs")
    assert pressed(Button.ADOUBE, 13.0, ASKED) == DoubtAnswered(13.0, ASKED.id, 1, "noirs")


@pytest.mark.parametrize("button", sorted(set(Button) - set(ANSWERS)))
def test_an_ecole_and_a_departure_can_be_said_while_a_question_is_open(button: Button) -> None:
    said = pressed(button, 13.0, ASKED)
    assert isinstance(said, Declared)
    assert said.what in {Declaration.ECOLE, Declaration.JE_M_EN_VAIS}
