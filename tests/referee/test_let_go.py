"""When marks count as let go: those that were seen before a hand came again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from events.acts import Act, Declaration, Declared
from events.board_reading import BoardReading, JetonReading
from events.peg_reading import Peg, PegReading
from events.state import Mode
from events.trictrac.acts import Corrected, FichetMoved, JetonMoved, JetonReleased
from events.trictrac.rulings import FaultRuled
from events.trictrac.settings import Settings
from referee.trictrac.tracker.marks import MarksTracker
from rules.fault import FaultName
from rules.marking import Score
from rules.plays import legal_plays
from rules.position import Side
from rules.seating import Seating
from tests.referee.hands import BEATEN, BEATS, SIX_TWO
from tests.referee.players import Players
from tests.referee.test_jetons import FOUR, HOME
from tests.rules.figures import position as figure

B, N = Side.BLANCS, Side.NOIRS
THEIR_SIX = JetonReading((500.0, 300.0), "far", 6, 0.9)


def _jetons(acts: Iterable[Act]) -> list[tuple[type[Act], Side]]:
    """Return type and side of acts, all of them about jetons."""
    ruled: list[tuple[type[Act], Side]] = []
    for act in acts:
        assert isinstance(act, JetonMoved | JetonReleased)
        ruled.append((type(act), act.side))
    return ruled


def _look(tracker: MarksTracker, t: float, *jetons: JetonReading) -> Iterator[Act]:
    reading = BoardReading(t, None, (), (), jetons, (), hands=False, settled=True, troubles=())
    yield from tracker.on_jetons(reading, Seating())


def _pegs(t: float, *, trou: int) -> PegReading:
    holes: list[Peg | None] = [None] * 30
    holes[Seating().hole(B, trou)] = Peg.BLANCS
    holes[Seating().hole(N, 0)] = Peg.NOIRS
    return PegReading(t, tuple(holes))


def test_a_mark_seen_before_the_hand_came_again_was_let_go() -> None:
    """A picture that does not change is read only once, but the time that passes counts as a second look."""
    tracker = MarksTracker()
    acts = [
        *_look(tracker, 0.0, HOME, HOME, HOME),
        *_look(tracker, 0.5, HOME, HOME, HOME),
        *tracker.release_rested(2.0),
    ]
    acts = [*_look(tracker, 3.0, HOME, HOME, FOUR), *tracker.on_still(3.5)]
    assert _jetons(acts) == [(JetonMoved, B)]
    tracker.disturbed = 3.8
    acts = [*_look(tracker, 4.0, HOME, THEIR_SIX, FOUR), *tracker.on_still(4.5)]
    assert _jetons(acts) == [(JetonReleased, B), (JetonMoved, N)]


def test_a_mark_is_not_let_go_before_the_hand_at_the_fichet_has_left_the_jetons() -> None:
    """Trous are marked first, and the jeton follows (Lois XV). There was no look between the two."""
    tracker = MarksTracker()
    tracker.on_pegs(_pegs(0.0, trou=0), Seating())
    acts = [
        *_look(tracker, 0.0, HOME, HOME, FOUR),
        *_look(tracker, 0.5, HOME, HOME, FOUR),
        *tracker.release_rested(2.0),
    ]
    acts = list(tracker.on_pegs(_pegs(3.0, trou=1), Seating()))
    tracker.disturbed = 3.8
    acts += [*_look(tracker, 4.0, HOME, HOME, HOME), *_look(tracker, 4.5, HOME, HOME, HOME)]
    assert not [act for act in acts if isinstance(act, JetonReleased)]


def test_jetons_that_lay_there_when_a_fichet_was_moved_were_let_go() -> None:
    """Trous are marked first, so a moved fichet begins a mark, and the other's marks stand (Lois XV)."""
    tracker = MarksTracker()
    acts = [*tracker.on_pegs(_pegs(0.0, trou=0), Seating())]
    acts = [
        *_look(tracker, 0.0, HOME, HOME, HOME),
        *_look(tracker, 0.5, HOME, HOME, HOME),
        *tracker.release_rested(2.0),
    ]
    acts = [*_look(tracker, 3.0, HOME, HOME, THEIR_SIX), *_look(tracker, 3.5, HOME, HOME, THEIR_SIX)]
    assert _jetons(acts) == [(JetonMoved, N)]
    pegged = list(tracker.on_pegs(_pegs(3.9, trou=1), Seating()))
    assert [(type(act), act.side) for act in pegged if isinstance(act, JetonReleased | FichetMoved)] == [
        (JetonReleased, N),
        (FichetMoved, B),
    ]
    tracker.disturbed = 4.5
    acts = [*_look(tracker, 5.0, HOME, HOME, HOME), *_look(tracker, 5.5, HOME, HOME, HOME)]
    assert _jetons(acts) == [(JetonMoved, N)]


def test_a_mark_seen_once_before_ecole_was_let_go() -> None:
    """No hand was there, so a mark made after the word is another one."""
    tracker = MarksTracker()
    acts = [
        *_look(tracker, 0.0, HOME, HOME, HOME),
        *_look(tracker, 0.5, HOME, HOME, HOME),
        *tracker.release_rested(2.0),
    ]
    acts = [*_look(tracker, 3.0, HOME, HOME, FOUR)]
    assert _jetons(acts) == []
    assert _jetons(tracker.let_go(3.1)) == [(JetonMoved, B), (JetonReleased, B)]


def test_a_mark_seen_with_the_play_that_is_called_was_made_before_it() -> None:
    """Only one look showed both (Lois XV). Noirs call the two points too many (Jeu 3, écoles par trop)."""
    players = Players(Settings(mode=Mode.REFEREE, jetons=True, pegs=True))
    players.table.position = stands = figure(BEATS, BEATEN)
    players.show([players.table.holes(), *players.table.look(10)])
    players.show([Corrected(players.table.t, by="test", position=stands, score=Score())])
    players.show(players.table.throw(SIX_TWO, by=(B,)))
    players.show(players.table.hand(6, B))
    players.table.jetons[B] = (4,)
    players.table.position = legal_plays(stands, B, SIX_TWO).plays[0].result
    players.show(players.table.look(1))
    players.show([Declared(players.table.t + 0.1, N, Declaration.ECOLE)])
    faults = [(one.fault.name, one.fault.points) for one in players.rulings if isinstance(one, FaultRuled)]
    assert set(faults) == {(FaultName.ECOLE_TROP_J, 2)}
