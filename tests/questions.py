"""The answers of `tablier rules` and `tablier coach` to one line, with every game registered."""

from __future__ import annotations

from functools import partial

from coach import lines as coach_lines
from rules import lines as rules_lines
from tablier.games import coach_answers, rules_answers

ruled = partial(rules_lines.answer, games=rules_answers())
coached = partial(coach_lines.answer, games=coach_answers())
