"""The answers of `tablier rules` and `tablier coach` to one line, with every game registered."""

from __future__ import annotations

from functools import partial

from coach import lines as coach_lines
from rules import question
from tablier.game_packages import coach_answers, rules_answers

START = [15] + [0] * 23
QUESTION = {"id": 7, "position": {"blancs": START, "noirs": START}, "trait": "blancs", "dice": [6, 1]}

ruled = partial(question.answer, games=rules_answers())
coached = partial(coach_lines.answer, games=coach_answers())
