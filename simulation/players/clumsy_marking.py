"""Clumsy marking: in several goes, touched and put back, too far and corrected, or forgotten for a while.

None of this is a fault (Jeu 3, incidents liés aux jetons, pavillon et fichets). A jeton may advance again, or be
touched and put back. A fichet may go back before a dame is touched. A player may make up for a forgotten mark until his
next throw.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from rules.marking import TROUS_DU_TOUR
from rules.position import Side
from simulation.players.gesture import JetonsRead, MoveFichet, MovePavillon, PushJeton
from simulation.players.marks import Marks
from simulation.players.rates import ClumsinessRates

Marking = PushJeton | MoveFichet | MovePavillon


@dataclass(frozen=True, slots=True)
class ClumsyHand:
    """The hand of `side`.

    Attributes:
        rates: how clumsy it is.
        random: for every chance.
        won: the tour is won, so fichets go straight home.
    """

    side: Side
    rates: ClumsinessRates
    random: Random
    won: bool

    def mark(self, marks: Marks, gestures: Iterator[Marking]) -> Iterator[Marking]:
        """Yield clumsy versions of the gestures that make the marks right; an omitted one can follow later."""
        for gesture in gestures:
            match gesture:
                case PushJeton():
                    if not self._happens(self._lateness(marks, gesture)):
                        yield from self._push(marks, gesture)
                case MoveFichet():
                    yield from self._peg(marks, gesture)
                case MovePavillon():
                    if not self._happens(self.rates.pavillon_late):
                        yield gesture

    def _happens(self, rate: float) -> bool:
        return rate > 0 and self.random.random() < rate

    def _pause(self) -> float:
        """Return the seconds before a correction."""
        return self.random.triangular(0.4, 1.0, 0.4)

    def _lateness(self, marks: Marks, gesture: PushJeton) -> float:
        """Return how likely this jeton is forgotten for now."""
        side, doubled = gesture.shows.side, gesture.shows.bredouille
        if gesture.to is None and side is self.side.adversary:
            last = len(marks.points(side)) == 1
            return self.rates.efface_late if last else self.rates.bredouille_late
        was = marks.jetons[gesture.jeton]
        if was is not None and was[0] is side:
            return 0.0  # left on its old points it would soon be an école (Jeu 3, deux jetons)
        return self.rates.bredouille_late if doubled else 0.0

    def _push(self, marks: Marks, gesture: PushJeton) -> Iterator[PushJeton]:
        was = marks.jetons[gesture.jeton]
        if gesture.to is None or gesture.to[0] is not self.side:
            yield gesture
            return
        begun = was[1] if was is not None and was[0] is self.side else 0
        end = gesture.to[1]
        if self._happens(self.rates.jeton_touched):
            # The jeton is picked up and put back.
            yield replace(gesture, to=was, shows=JetonsRead(self.side, begun, bredouille=False, left=None))
        between = range(begun + 2, end, 2)
        if between and not gesture.shows.bredouille and self._happens(self.rates.in_two_goes):
            points = self.random.choice(between)
            yield replace(
                gesture, to=(self.side, points), shows=JetonsRead(self.side, points, bredouille=False, left=None)
            )
            yield replace(gesture, wait=self._pause())
        else:
            yield gesture

    def _peg(self, marks: Marks, gesture: MoveFichet) -> Iterator[MoveFichet]:
        gained = gesture.trou - marks.trou(gesture.owner)
        free = gesture.owner is self.side and not self.won and gained > 0
        if free and gesture.trou + 1 < TROUS_DU_TOUR and self._happens(self.rates.fichet_too_far):
            yield replace(gesture, trou=gesture.trou + 1)
            yield replace(gesture, wait=self._pause())
            return
        # A trou in bredouille marked as a simple one, or the reverse, is no école (Jeu 3, école de trous).
        miscounted = gesture.trou - 1 if gained % 2 == 0 else gesture.trou + 1
        if free and miscounted < TROUS_DU_TOUR and self._happens(self.rates.trou_miscounted):
            gesture = replace(gesture, trou=miscounted)
        yield gesture
