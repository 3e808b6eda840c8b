"""Which faults' windows close with what: sets read off the table of faults."""

from __future__ import annotations

from referee.judge.played import LINKED
from rules.fault import RemedyName
from rules.fault_table import TABLE, Moment, Who

SIMPLE = frozenset(row.name for row in TABLE if not row.claimed)
"""Faults that cannot be claimed for anything (Lois XVII 1)."""

CLOSED_BY_ANY = frozenset(row.name for row in TABLE if Moment.THROW in row.closes or row.opens is Moment.DICE_LIFTED)
"""Faults that are over with any next throw; the keeper sees to fichets (`mark_repairs`)."""

OF_THE_DAMES = frozenset(
    row.name
    for row in TABLE
    if row.by is Who.J and row.opens in {Moment.PLAY_ENDS, Moment.PLACED} and row.name not in LINKED
)
"""Faults that are over when the play is taken up again."""

ECOLES = frozenset(row.name for row in TABLE if RemedyName.MARK in row.remedies)
"""Faults for which "École !" is said; the others are fausses cases."""
