"""Marks made as hands make them: in several goes, taken up and put back, too far and corrected, or forgotten a while.

None of this is a fault (Jeu 3, incidents liés aux jetons, pavillon et fichets): a jeton may advance again, be touched
and put back; a fichet may go back before a dame is touched; what was forgotten may be made good until one's next throw.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rules.marking import TROUS_DU_TOUR
from simulation.players.gesture import MoveFichet, MovePavillon, PushJeton, Shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.position import Side
    from simulation.players.marks import Marks
    from simulation.players.tour_state import Sitting

    Marking = PushJeton | MoveFichet | MovePavillon


def fumbled(sitting: Sitting, by: Side, marks: Marks, gestures: Iterator[Marking]) -> Iterator[Marking]:
    """What `by` really does of the gestures that would make the marks right; what is left out can be done later."""
    rates = sitting.clumsiness
    for gesture in gestures:
        match gesture:
            case PushJeton():
                if sitting.happens(_lateness(sitting, by, marks, gesture)):
                    continue
                yield from _pushed(sitting, by, marks, gesture)
            case MoveFichet():
                yield from _pegged(sitting, by, marks, gesture)
            case MovePavillon():
                if not sitting.happens(rates.pavillon_late):
                    yield gesture


def _lateness(sitting: Sitting, by: Side, marks: Marks, gesture: PushJeton) -> float:
    """How likely this jeton is forgotten for now."""
    side, doubled = gesture.shows.side, gesture.shows.bredouille
    if gesture.to is None and side is by.adversary:
        last = len(marks.points(side)) == 1
        return sitting.clumsiness.efface_late if last else sitting.clumsiness.bredouille_late
    was = marks.jetons[gesture.jeton]
    if was is not None and was[0] is side:
        return 0.0  # left on its old points it would soon be an école (Jeu 3, deux jetons)
    return sitting.clumsiness.bredouille_late if doubled else 0.0


def _pushed(sitting: Sitting, by: Side, marks: Marks, gesture: PushJeton) -> Iterator[PushJeton]:
    was = marks.jetons[gesture.jeton]
    if gesture.to is None or gesture.to[0] is not by:
        yield gesture
        return
    begun = was[1] if was is not None and was[0] is by else 0
    end = gesture.to[1]
    if sitting.happens(sitting.clumsiness.jeton_touched):
        # Taken in hand, and put back where it was.
        yield replace(gesture, to=was, shows=Shown(by, begun, bredouille=False, left=None))
    between = range(begun + 2, end, 2)
    if between and not gesture.shows.bredouille and sitting.happens(sitting.clumsiness.in_two_goes):
        points = sitting.random.choice(between)
        yield replace(gesture, to=(by, points), shows=Shown(by, points, bredouille=False, left=None))
        yield replace(gesture, wait=sitting.think(by, 0.4, 1.0))
    else:
        yield gesture


def _pegged(sitting: Sitting, by: Side, marks: Marks, gesture: MoveFichet) -> Iterator[MoveFichet]:
    gained = gesture.trou - marks.trou(gesture.owner)
    free = gesture.owner is by and not sitting.won and gained > 0
    if free and gesture.trou + 1 < TROUS_DU_TOUR and sitting.happens(sitting.clumsiness.fichet_too_far):
        yield replace(gesture, trou=gesture.trou + 1)
        yield replace(gesture, wait=sitting.think(by, 0.4, 1.0))
        return
    # A trou in bredouille marked as a simple one, or the other way round: never an école (Jeu 3, école de trous).
    miscounted = gesture.trou - 1 if gained % 2 == 0 else gesture.trou + 1
    if free and miscounted < TROUS_DU_TOUR and sitting.happens(sitting.clumsiness.trou_miscounted):
        gesture = replace(gesture, trou=miscounted)
    yield gesture
