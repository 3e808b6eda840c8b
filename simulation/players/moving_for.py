"""A single player with a companion: he throws for both and moves its dames as announced, sometimes wrongly at first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rules.position import BANDE
from simulation.players.gesture import Carry
from simulation.players.playing import played, replay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.play import Play
    from rules.position import Side
    from simulation.players.gesture import Gesture
    from simulation.players.tour_state import MovedFor, TourState

LISTENS = (2.5, 4.0)
"""Seconds in which a player hears a play, at a calm pace: some five words a move."""
NOTICES = (6.0, 9.0)
"""Seconds after which a player has heard that he moved the companion's dames wrongly."""


def move_for(sitting: TourState, guest: MovedFor) -> Iterator[Gesture]:
    """Make the companion's play for it."""
    moves, _ = guest.mind.decides(sitting)
    play = next(play for play in sitting.legal.plays if play.moves == moves)
    others = [other for other in sitting.legal.plays if other.result != play.result]
    hand, side = guest.side.adversary, guest.side
    if others and sitting.happens(guest.slips):
        wrong = sitting.random.choice(others)
        yield from _carried(sitting, hand, side, wrong)
        sitting.position = wrong.result
        yield played(sitting, side, wrong.moves, lawful=True)
        wait = sitting.random.uniform(*NOTICES)
        for gesture in replay(sitting, side, wrong.moves, play):
            yield replace(gesture, side=hand, wait=wait) if isinstance(gesture, Carry) else gesture
            wait = sitting.think(hand, 0.3, 0.8)
        return
    yield from _carried(sitting, hand, side, play)
    sitting.position = play.result
    yield played(sitting, side, play.moves, lawful=True)


def _carried(sitting: TourState, hand: Side, side: Side, play: Play) -> Iterator[Gesture]:
    ends = {move.end for move in play.moves}
    wait = sitting.think(hand, *LISTENS)
    for move in sorted(play.moves, key=lambda move: (move.end == BANDE, move.start not in ends)):
        yield Carry(side=hand, owner=side, start=move.start, end=move.end, wait=wait)
        wait = sitting.think(hand, 0.3, 0.8)
