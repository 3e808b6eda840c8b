"""A play that the companion announced stays, even when an earlier throw is judged again."""

from __future__ import annotations

from events.acts import DiceThrown, PlayAnnounced
from events.backgammon.acts import Reconsidered, SetRight, Turn
from events.backgammon.settings import BackgammonSettings
from events.rulings import PlayToMake, Withdrawn
from events.state import Mode
from referee.backgammon.judge import Judge
from rules.backgammon.plays import legal_plays
from rules.backgammon.position import Position
from rules.play import Move
from rules.position import Side

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS
START = Position.start()


def plays(position: Position) -> set[tuple[Move, ...]]:
    """Return the ways in which Noirs may play 6-5 from a position."""
    return {play.moves for play in legal_plays(position, NOIRS, (6, 5)).plays}


def test_a_throw_judged_again_keeps_its_announced_play() -> None:
    """If the play can still be made, it is neither withdrawn nor announced again."""
    judge = Judge(BackgammonSettings(mode=Mode.SOLO, companion=NOIRS))
    judge.observe(SetRight(0.0, "test", position=START, trait=BLANCS))
    judge.observe(DiceThrown(1.0, BLANCS, (3, 1), good=True))
    one, *others = legal_plays(START, BLANCS, (3, 1)).results
    judge.observe(Reconsidered(1.5, 1, (Turn(1.0, BLANCS, (3, 1), START),), one))
    judge.observe(DiceThrown(2.0, NOIRS, (6, 5), good=True))
    other = next(result for result in others if plays(one) & plays(result))
    ways = min(plays(one) & plays(other))
    said = PlayAnnounced(3.0, NOIRS, 2, (6, 5), ways)
    assert [type(ruling) for ruling in judge.observe(said)] == [PlayToMake]
    ruled = judge.observe(Reconsidered(4.0, 2, (Turn(2.0, NOIRS, (6, 5), other),), other))
    throw = judge.situation.throw
    assert throw is not None
    assert (throw.base, throw.announced) == (other, said)
    assert not [one for one in ruled if isinstance(one, PlayToMake)]
    assert not [one for one in ruled if isinstance(one, Withdrawn) and isinstance(one.what, PlayToMake)]
