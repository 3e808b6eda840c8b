"""Hypothesis strategies for rulings, and a literal sample of each kind."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from announce.access.accounts import Accounts, Role, new_account
from announce.announcement import Announcement
from announce.notice import TROUBLES, Notice
from announce.phrases import backgammon, registry
from announce.phrases.registry import Manner, Repertoire
from announce.phrases.trictrac import TRICTRAC
from events.backgammon.state import BackgammonState
from events.backgammon.state import Phase as BackgammonPhase
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
from events.state import Mode
from events.trictrac.rulings import FaultRuled, HeldOrLeft, Marked, MarksAmiss, ReleveRuled, TourWon
from events.trictrac.state import Holding, Phase, TableState
from rules.backgammon.match import Cube, Match
from rules.backgammon.position import Position as BackgammonPosition
from rules.fault import Fault, FaultName, Remedy, RemedyName
from rules.jan import Jan, JanName, Table, Way
from rules.play import Move
from rules.position import Position, ReleveCause, Side
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
    match=Match(7, blancs=3, noirs=6, crawford_played=True),
    throw=12,
    tour=4,
    doubt=None,
)


def announcements(
    ruling: object,
    *,
    mode: Mode,
    languages: Sequence[str] | None = None,
    repertoire: Repertoire = TRICTRAC,
    prompting: bool = False,
    asking: bool = False,
    buttons: bool = False,
    unclaimed: bool = True,
) -> tuple[Announcement, ...]:
    """Return the announcements at a table of trictrac."""
    manner = Manner(mode, prompting, asking, buttons, unclaimed)
    return registry.announcements(ruling, repertoire, manner, spoken_in=languages)


def backgammon_announcements(
    ruling: object, *, mode: Mode, languages: Sequence[str] | None = None, prompting: bool = False
) -> tuple[Announcement, ...]:
    """Return the announcements at a table of backgammon."""
    return announcements(ruling, mode=mode, languages=languages, repertoire=backgammon.BACKGAMMON, prompting=prompting)


WORD = "mot de passe"
ACCOUNTS = Accounts(
    {
        account.name: account
        for account in (
            new_account("vera", Role.VIEWER, WORD),
            new_account("lea", Role.PLAYER, WORD, ["salon"]),
            new_account("max", Role.PLAYER, WORD, ["cave"]),
            new_account("noe", Role.REFEREE, WORD),
        )
    }
)


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
