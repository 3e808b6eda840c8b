"""Groups of faults by the end of their window, derived from the table of faults."""

from __future__ import annotations

from referee.trictrac.judge.played import LINKED
from rules.fault import RemedyName
from rules.fault_table import TABLE, Moment, Who

SIMPLE = frozenset(row.name for row in TABLE if not row.claimed)
"""Faults that cannot be claimed (Lois XVII 1)."""

CLOSED_BY_ANY = frozenset(row.name for row in TABLE if Moment.THROW in row.closes or row.opens is Moment.DICE_LIFTED)
"""Faults that end with any next throw. The keeper of the score handles fichets (`mark_repairs`)."""

OF_THE_DAMES = frozenset(
    row.name
    for row in TABLE
    if row.by is Who.J and row.opens in {Moment.PLAY_ENDS, Moment.PLACED} and row.name not in LINKED
)
"""Faults that end when the player resumes the play."""

ECOLES = frozenset(row.name for row in TABLE if RemedyName.MARK in row.remedies)
"""Faults that are claimed with "École !". The others are fausses cases."""
