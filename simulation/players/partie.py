"""How simulated players end a marqué of a partie à écrire, and who sits down next (Lois II, XVI, XIX)."""

from __future__ import annotations

from collections.abc import Generator

from events.a_ecrire import MarqueRuled
from events.trictrac.acts import TourStarted
from events.trictrac.rulings import ReleveRuled
from rules.games.a_ecrire import Convention, Issue, issue
from rules.marking import Score
from rules.position import ReleveCause, Side
from simulation.players.gesture import Gesture, Sweep, Tell
from simulation.players.tour_state import TourState

WINNING, EQUAL = 0.7, 0.25
"""How likely a player leaves on a trou when that wins him the marqué, and when both would have to play it again."""

NAMES = ("Alice", "Bruno", "Chloé", "Denis")


def convention_of(players: int, marques: int) -> Convention:
    """Return what two, three or four simulated players agree on; of four, first and third are partners.

    Raises ValueError for any other number of players, or marqués that are not a multiple of it.
    """
    names = NAMES[:players] if players > 0 else ()
    return Convention((names[::2], names[1::2]) if players == len(NAMES) else tuple((one,) for one in names), marques)


def wants_to_end(tour: TourState, side: Side, score: Score) -> bool | None:
    """Whether `side` leaves when that ends the marqué with this score; None when leaving does not end it."""
    if tour.partie is None or issue(score) is Issue.RELEVE:
        return None
    ahead = score.of(side).trous - score.of(side.adversary).trous
    return ahead >= 0 and tour.happens(WINNING if ahead else EQUAL)


def marque_ended(tour: TourState, leaver: Side) -> Generator[Gesture, None, bool]:
    """End the marqué if `leaver` ends it by leaving; return whether it did.

    It is announced, everything is put back, and the next two players sit down.
    """
    seated, score = tour.partie, tour.score
    rencontre = seated.partie.rencontre if seated is not None else None
    if seated is None or rencontre is None:
        return False
    after, how = seated.end_marque(score)
    if how is Issue.RELEVE:
        return False
    tour.partie, over = after, after.partie.over
    marque = after.partie.marques[-1] if how is Issue.GAGNE else None
    yield tour.ruling(
        MarqueRuled,
        rencontre.numero,
        how,
        marque,
        max(Side, key=lambda side: score.of(side).trous) if marque else None,
        (score.blancs.trous, score.noirs.trous),
        None if over else after.blancs,
        None if over else after.noirs,
        after.first,
    )
    yield Sweep(side=leaver, cause=ReleveCause.S_EN_ALLER, wait=0.8)
    first = after.first or leaver
    yield tour.ruling(ReleveRuled, ReleveCause.S_EN_ALLER, first)
    tour.reset(first)
    # Fichets and pavillon go back, and the next player takes the place of the one who gets up.
    yield from tour.show(leaver, tour.think(2.0, 4.0))
    if not over:
        yield Tell(ruling=TourStarted(0.0, first))
    return True
