"""Hypothesis strategies for rulings, and a literal sample of each kind."""

from __future__ import annotations

from hypothesis import strategies as st

from announce.notice import TROUBLES, Notice
from events.rulings import (
    CarriedOut,
    ClaimRuled,
    ClaimVerdict,
    DiceTrouble,
    Disorder,
    Doubt,
    DoubtSettled,
    OrderRestored,
    Played,
    PlayToMake,
    Revised,
    Ruling,
    ThrowRefused,
    ThrowWorth,
    Window,
    Withdrawn,
)
from events.trictrac.rulings import FaultRuled, HeldOrLeft, Marked, MarksAmiss, ReleveRuled, TourWon
from rules.fault import Fault, FaultName, Remedy, RemedyName
from rules.jan import Jan, JanName
from rules.play import Move
from rules.position import ReleveCause, Side

sides = st.sampled_from(Side)
faces = st.integers(1, 6)
dice = st.tuples(faces, faces)
cases = st.integers(1, 24)
points = st.integers(0, 24).map(lambda n: 2 * n)
ids = st.integers(1, 9999).map(str)
times = st.floats(0, 1e5)
throws = st.integers(1, 400)
moves = st.lists(st.builds(Move, cases, st.integers(2, 25)), max_size=2).map(tuple)
jans = st.lists(
    st.builds(Jan, st.sampled_from(JanName), sides, st.integers(1, 3), st.integers(1, 6).map(lambda n: 2 * n),
              st.just("Lois X"), st.none(), cases),
    max_size=4,
).map(tuple)  # fmt: skip
remedies = st.lists(st.builds(Remedy, st.sampled_from(RemedyName), st.just(()), points), max_size=3).map(tuple)
some_cases = st.lists(cases, max_size=3).map(tuple)
faults = st.builds(Fault, st.sampled_from(FaultName), sides, st.just("Lois XVII"), some_cases, points, remedies)
_head = (ids, times, throws)
BY_KIND: dict[type, st.SearchStrategy[Ruling]] = {
    ThrowWorth: st.builds(ThrowWorth, *_head, sides, dice, jans, st.integers(0, 2)),
    ThrowRefused: st.builds(ThrowRefused, *_head, sides, st.sampled_from(DiceTrouble), st.just("Lois VI")),
    Played: st.builds(Played, *_head, sides, dice, moves, st.booleans()),
    Marked: st.builds(
        Marked,
        *_head,
        sides,
        points,
        st.integers(0, 4),
        st.integers(0, 5).map(lambda n: 2 * n),
        st.booleans(),
        st.integers(0, 16),
        st.booleans(),
        points,
    ),
    FaultRuled: st.builds(FaultRuled, *_head, faults, sides, st.sampled_from(Window), ids),
    ClaimRuled: st.builds(
        ClaimRuled,
        *_head,
        sides,
        st.sampled_from(ClaimVerdict),
        st.none() | faults,
        points,
        st.just("Lois XVII"),
        dice,
    ),
    HeldOrLeft: st.builds(HeldOrLeft, *_head, sides, st.booleans()),
    PlayToMake: st.builds(PlayToMake, *_head, sides, dice, moves),
    CarriedOut: st.builds(
        CarriedOut,
        *_head,
        sides,
        st.lists(st.tuples(cases, st.integers(0, 15), st.integers(0, 15)), max_size=6).map(tuple),
    ),
    MarksAmiss: st.builds(
        MarksAmiss, *_head, sides, st.integers(0, 10), st.integers(0, 12), st.integers(0, 10), st.integers(0, 12)
    ),
    ReleveRuled: st.builds(ReleveRuled, *_head, st.sampled_from(ReleveCause), sides),
    TourWon: st.builds(TourWon, *_head, sides, st.integers(12, 16), st.integers(0, 11), st.booleans(), st.booleans()),
    Doubt: st.builds(Doubt, *_head, sides, st.lists(moves, min_size=2, max_size=3).map(tuple), some_cases),
    DoubtSettled: st.builds(DoubtSettled, *_head, ids),
    Disorder: st.builds(
        Disorder,
        *_head,
        st.lists(st.tuples(sides, cases, st.integers(0, 15), st.integers(0, 15)), min_size=1, max_size=6).map(tuple),
    ),
    OrderRestored: st.builds(OrderRestored, *_head),
    Revised: st.builds(Revised, *_head, sides, moves),
}
_what = st.one_of(*(BY_KIND[kind] for kind in (ThrowWorth, Marked, FaultRuled, HeldOrLeft, ReleveRuled, TourWon)))
BY_KIND[Withdrawn] = st.builds(Withdrawn, *_head, _what, st.booleans())
rulings = st.one_of(*BY_KIND.values())
notices = st.builds(Notice, ids, times, st.sampled_from(TROUBLES), st.booleans(), st.sampled_from(["", "7"]))


def marked(side: Side = Side.BLANCS, *, points: int = 4, trous: int = 0, reste: int = 0, bredouille: bool = False,
           total: int = 0, ecole: bool = False, owed: int = 0, n: str = "1") -> Marked:  # fmt: skip
    """Return a marking with only the relevant fields set."""
    return Marked(n, 1.0, 3, side, points, trous, reste, bredouille, total, ecole, owed)
