"""Lawful play in every mode and by both codes: nothing raises, and nobody is accused."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from events.acts import PlayEnded
from events.rulings import Played, Ruling, standing
from events.state import Mode
from events.trictrac.rulings import FaultRuled
from events.trictrac.settings import Settings
from referee.trictrac.judge.judge import Judge
from rules.code import CODES
from simulation.timeline import SimulatedTable
from simulation.timeline.table import true_acts


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(list(Mode)), st.sampled_from(sorted(CODES)))
def test_players_who_play_and_mark_by_the_laws_are_never_accused(seed: int, mode: Mode, code: str) -> None:
    """The simulated players of these tours make no faults (Lois XVII)."""
    keeps = mode is Mode.SCORE
    table = SimulatedTable(seed, profile="score" if keeps else "referee", code=CODES[code])
    judge = Judge(Settings(mode=mode, code=CODES[code], jetons=not keeps, pegs=not keeps, first=table.first))
    rulings: list[Ruling] = []
    for act in true_acts(table, []):
        throw = judge.situation.throw
        if isinstance(act, PlayEnded) and (throw is None or throw.side is not act.side or throw.moves is not None):
            continue
        rulings += judge.observe(act)
    assert any(isinstance(one, Played) for one in rulings)
    assert not [one for one in standing(rulings) if isinstance(one, FaultRuled)]
