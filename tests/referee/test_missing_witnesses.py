"""Camera, jetons or the line may be missing: what can be judged is, and nobody is accused of what was not seen."""

from __future__ import annotations

import pytest

from firmware_bridge.reading import LinkEvent
from referee.rulings import FaultRuled, Marked
from referee.settings import Settings
from referee.state import Mode
from rules.marking import Score
from tests.referee.players import Players
from vision.reading import BoardReading, Trouble


def players() -> Players:
    """A table in referee mode."""
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
        marked, trou = marked.marked(side, worth[side])
        marked, _ = marked.marked(side.adversary, worth[side.adversary])
        if marked.winner() or trou.trous:
            break
        table.play()
    assert not accused(table)
    assert table.referee.judge.situation.score == marked
    assert any(isinstance(ruling, Marked) for ruling in table.rulings)


@pytest.mark.parametrize("felt", [False, True])
def test_fichets_not_felt_are_worked_out_from_the_points(felt: bool) -> None:
    """The line is down for the whole party, or for the middle of it: no école is ruled for want of a fichet."""
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
