"""Hypothesis strategies for table states, and a literal one of each game."""

from __future__ import annotations

from hypothesis import strategies as st

from events.backgammon.state import BackgammonState
from events.backgammon.state import Phase as BackgammonPhase
from events.state import Mode
from events.trictrac.state import Holding, Phase, TableState
from rules.backgammon.match import Cube, Match
from rules.backgammon.position import Position as BackgammonPosition
from rules.jan import Jan, JanName, Table, Way
from rules.position import Position, Side
from tests.rules.backgammon import figures

holdings = st.builds(
    Holding, st.integers(0, 5).map(lambda n: 2 * n), st.booleans(), st.integers(0, 16), st.integers(0, 24)
)
counts = st.lists(st.integers(0, 15), min_size=24, max_size=24).map(tuple)
states = st.builds(
    TableState,
    mode=st.sampled_from(Mode),
    phase=st.sampled_from(Phase),
    position=st.builds(Position, counts, counts),
    trait=st.sampled_from(Side),
    dice=st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)),
    jans=st.lists(
        st.builds(
            Jan,
            st.sampled_from(JanName),
            st.sampled_from(Side),
            st.integers(1, 3),
            st.integers(1, 6),
            st.just("Lois X"),
            st.none() | st.sampled_from(Table),
            st.none() | st.integers(1, 24),
            st.just((Way(((1, 7), (1, 5))), Way(((2, 9),), 5))),
        ),
        max_size=3,
    ).map(tuple),
    blancs=holdings,
    noirs=holdings,
    pavillon=st.none() | st.sampled_from(Side),
    throw=st.integers(0, 300),
    tour=st.integers(0, 9),
    doubt=st.none() | st.just("12"),
)


def table_state(
    mode: Mode = Mode.SCORE, *, throw: int = 7, points: int = 4, owed: int = 2, doubt: str | None = None
) -> TableState:
    """A table in the middle of a game: White to mark six and four."""
    blancs = (6, 0, 2, 2, 1, 1, 1, 0, 0, 0, 0, 2, *(0,) * 12)
    noirs = (8, 0, 1, 0, 2, 2, 2, *(0,) * 17)
    jan = Jan(JanName.BATTRE_A_VRAI, Side.BLANCS, 1, 2, "Lois X", Table.GRANDS_JANS, 18, (Way(((12, 18),)),))
    return TableState(
        mode=mode,
        phase=Phase.TO_MARK,
        position=Position(blancs, noirs),
        trait=Side.BLANCS,
        dice=(6, 4),
        jans=(jan,),
        blancs=Holding(points, bredouille=True, trous=3, owed=owed),
        noirs=Holding(10, bredouille=False, trous=11, owed=0),
        pavillon=Side.NOIRS,
        throw=throw,
        tour=1,
        doubt=doubt,
    )


BACKGAMMON = BackgammonState(
    mode=Mode.SCORE,
    phase=BackgammonPhase.TO_THROW,
    position=BackgammonPosition(figures.counts(bar=2, c6=5, c8=3, c13=3), figures.counts(c24=1, c6=8, c1=2)),
    trait=Side.NOIRS,
    dice=None,
    plays=None,
    cube=Cube(4, doubled_by=Side.BLANCS),
    match=Match(7, blancs=3, noirs=6),
    crawford=False,
    throw=12,
    tour=4,
    doubt=None,
)
