"""Camera, jetons or the serial line may be missing: the rest is judged, and nobody is accused of unseen acts."""

from __future__ import annotations

from copy import deepcopy

import pytest

from events.board_reading import BoardReading, Trouble
from events.peg_reading import LinkEvent, Peg, PegReading
from events.rulings import Window
from events.state import Mode
from events.trictrac.acts import Corrected, FichetMoved, FichetsFelt, JetonMoved, JetonReleased
from events.trictrac.rulings import FaultRuled, Marked
from events.trictrac.settings import Settings
from referee.trictrac.tracker.marks import MarksTracker
from rules.marking import Holding, Score
from rules.position import Side
from rules.seating import Seating
from tests.referee.hands import BEATEN, BEATS, FILL, SIX_TWO, Hands
from tests.referee.players import Players
from tests.rules.figures import position


def players() -> Players:
    """Return a table in referee mode."""
    return Players(Settings(mode=Mode.REFEREE, jetons=True, pegs=True), seed=6)


def accused(table: Players) -> list[FaultRuled]:
    return [ruling for ruling in table.rulings if isinstance(ruling, FaultRuled)]


def test_a_table_in_referee_mode_whose_jetons_are_never_seen_is_counted_by_the_companion() -> None:
    table = players()
    table.table.seen_jetons = False
    table.referee = type(table.referee)(table.settings)
    marked = Score()
    for _ in range(40):
        side = table.side
        worth = table.throw()
        marked, trou = marked.mark(side, worth[side])
        marked, _ = marked.mark(side.adversary, worth[side.adversary])
        if marked.winner() or trou.trous:
            break
        table.play()
    assert not accused(table)
    assert table.referee.judge.situation.score == marked
    assert any(isinstance(ruling, Marked) for ruling in table.rulings)


@pytest.mark.parametrize("felt", [False, True])
def test_fichets_not_felt_are_worked_out_from_the_points(felt: bool) -> None:
    """The line is down to the end, or only in the middle. No école is ruled because a fichet is missing."""
    table = players()
    for number in range(60):
        if number == 3:
            table.show([LinkEvent(table.table.t, up=False, reason="unplugged")])
            table.settings = Settings(mode=Mode.REFEREE, jetons=True, pegs=False)
        if number == 45 and felt:
            table.settings = Settings(mode=Mode.REFEREE, jetons=True, pegs=True)
            table.show([LinkEvent(table.table.t, up=True, reason="found again")])
            table.table.trous = {side: table.shown.of(side).trous for side in table.table.trous}
            table.table.pavillon = table.shown.pavillon
            table.show([table.table.holes()])
        if not table.whole_throw(chance_to_leave=0.3):
            break
    assert not accused(table)
    score = table.referee.judge.situation.score
    assert [score.of(side).trous for side in table.table.trous] == [
        table.shown.of(side).trous for side in table.table.trous
    ]


@pytest.mark.parametrize("trouble", [Trouble.NO_BOARD, Trouble.BOARD_MOVED, Trouble.TOO_DARK, Trouble.BLURRED])
def test_readings_without_a_board_change_nothing(trouble: Trouble) -> None:
    table = players()
    table.throw((6, 5))
    before = table.referee.state()
    for second in range(30):
        t = table.table.t + second
        table.referee.observe(BoardReading(t, None, (), (), (), (), hands=False, settled=True, troubles=(trouble,)))
    table.table.t += 30
    assert table.referee.state() == before
    table.show(table.table.look(6))
    table.play()
    assert table.referee.state().throw == 1
    assert table.referee.state().position == table.table.position


def test_fichets_felt_again_elsewhere_are_the_score_and_no_fault() -> None:
    """Marks made while the line was down were not seen, so two trous too many are no école of twelve points."""
    hands = Hands(score=Score(Holding(4, trous=3), Holding(2, trous=5)))
    hands.act(FichetsFelt(0.0, felt=False))
    hands.throw((4, 3))
    hands.play()
    for side, trous in ((Side.BLANCS, 5), (Side.NOIRS, 5)):
        hands.act(FichetMoved(0.0, side, trous))
    hands.act(FichetsFelt(0.0, felt=True))
    for _ in range(4):
        hands.throw((4, 3))
        hands.play()
    assert hands.faults() == []
    assert [hands.score.of(side).trous for side in Side] == [5, 5]


def test_a_mark_under_way_when_the_line_comes_back_is_the_due_one() -> None:
    """The line comes back between his fichet and his jeton (Lois XV: trous come first)."""
    hands = Hands(BEATS, BEATEN, Score(Holding(10)))
    hands.act(FichetsFelt(0.0, felt=False))
    worth = hands.throw(SIX_TWO)
    assert worth == 2
    hands.act(FichetMoved(0.0, Side.BLANCS, 1))
    hands.act(FichetsFelt(0.0, felt=True))
    for kind in (JetonMoved, JetonReleased):
        hands.act(kind(0.0, Side.BLANCS, 0, bredouille=False))
    hands.play()
    assert hands.faults() == []
    assert hands.marked() == [(Side.BLANCS, worth)]
    assert (hands.score.of(Side.BLANCS).trous, hands.score.of(Side.BLANCS).points) == (1, 0)


def test_points_marked_in_two_goes_while_no_fichet_is_felt_are_no_trou_too_many() -> None:
    """Without the fichet, two points look the same as a trou and two points."""
    hands = Hands(FILL, score=Score(Holding(4)))
    hands.act(FichetsFelt(0.0, felt=False))
    assert hands.throw((6, 1)) == 4
    for _ in range(2):
        hands.mark(Side.BLANCS, 2)
    hands.hop(Side.BLANCS, (5, 11), (1, 2))
    assert hands.faults() == []
    assert sum(points for _, points in hands.marked()) == 4
    assert hands.score.of(Side.BLANCS) == Holding(8)


def test_a_part_of_the_due_points_is_an_ecole_even_if_no_fichet_is_felt() -> None:
    hands = Hands(FILL, score=Score(Holding(4)))
    hands.act(FichetsFelt(0.0, felt=False))
    hands.throw((6, 1))
    hands.mark(Side.BLANCS, 2)
    hands.hop(Side.BLANCS, (5, 11), (1, 2))
    assert hands.faults() == [("ecole_moins_J", Side.BLANCS, 2, Window.OPEN)]


def test_nobody_has_forgotten_a_mark_that_only_an_unfelt_fichet_would_show() -> None:
    """Noirs leave Blancs' eight points after their trou. Blancs mark twelve by moving their jeton to the talon."""
    hands = Hands(BEATEN, BEATS, Score(Holding(8), Holding(10)), first=Side.NOIRS)
    hands.act(FichetsFelt(0.0, felt=False))
    assert hands.throw(SIX_TWO) == 2
    for side in (Side.NOIRS, Side.BLANCS):
        if side is Side.BLANCS:
            hands.act(Corrected(0.0, "test", position=position("1:13 16 19", "1:12 3 5 2")))
            assert hands.throw((6, 1)) == 12
        hands.act(JetonMoved(0.0, side, 0, bredouille=False))
        hands.act(JetonReleased(0.0, side, 0, bredouille=False))
        hands.play()
    assert hands.marked() == [(Side.NOIRS, 2), (Side.BLANCS, 12)]
    assert hands.faults() == []


def test_when_fichets_are_felt_again_their_places_are_reported_first() -> None:
    seating, tracker = Seating(), MarksTracker()

    def holes(trou: int) -> PegReading:
        pegs: list[Peg | None] = [None] * 30
        pegs[seating.hole(Side.BLANCS, trou)] = Peg.BLANCS
        return PegReading(1.0, tuple(pegs))

    acts = [*tracker.on_pegs(holes(2), seating), *tracker.on_link(LinkEvent(2.0, up=False, reason="unplugged"))]
    acts += tracker.on_link(LinkEvent(3.0, up=True, reason="found again"))
    assert acts == [FichetMoved(1.0, Side.BLANCS, 2), FichetsFelt(2.0, felt=False)]
    for trou in (2, 4):
        copy = deepcopy(tracker)
        assert list(copy.on_pegs(holes(trou), seating)) == [
            FichetMoved(1.0, Side.BLANCS, trou),
            FichetsFelt(1.0, felt=True),
        ]
