"""The game record of a simulated tour, from its truth (docs/record.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.games.a_ecrire import Bredouille
from rules.position import Side
from rules.record import Record, entries
from rules.releve import ReleveCause
from simulation.players import truth

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable, Iterator

JOUEURS = ("Blancs", "Noirs")


def record_of(events: Iterable[object], day: datetime.date, *, code: str = "lois-2013") -> Record:
    """The record of one tour, told by a simulated table's events; `code`: the name of its rule code."""
    told = list(events)
    manche = entries.Manche(*JOUEURS, tuple(_entries(told)), next(_resultats(told), None))
    return Record(day, entries.Ordinaire(JOUEURS), code, manches=(manche,))


def _entries(events: list[object]) -> Iterator[entries.Entry]:
    worth: dict[int, truth.ThrowWorth] = {}
    for event in events:
        match event:
            case truth.ThrowWorth():
                worth[event.throw] = event
                yield entries.Thrown(event.side, event.dice)
            case truth.Played():
                yield entries.Played(event.moves)
            case truth.Marked():
                yield _marked(event, worth[event.throw])
            case truth.HeldOrLeft():
                yield entries.Decided(event.left)
            case truth.ReleveRuled():
                yield entries.Releve(ReleveCause(event.cause))
            case truth.FaultRuled() if event.window is truth.Window.OPEN:
                yield entries.Faulted(event.fault.by, event.fault.name, event.fault.cases)
            case _:
                pass


def _marked(event: truth.Marked, worth: truth.ThrowWorth) -> entries.Marked:
    jans = () if event.ecole else tuple(jan for jan in worth.jans if jan.side is event.side)
    # After a trou what is left over is marked afresh from zero, so in bredouille (Jeu 1).
    bredouille = event.reste > 0 if event.trous else event.bredouille
    return entries.Marked(
        event.side,
        event.points,
        tuple(entries.Reason(jan.name, jan.points) for jan in jans),
        jeton=event.reste,
        bredouille=bredouille,
        fichet=event.total,
    )


def _resultats(events: list[object]) -> Iterator[entries.Resultat]:
    for event in events:
        if isinstance(event, truth.TourWon):
            trous = (event.trous, event.trous_adverse)
            blancs, noirs = trous if event.side is Side.BLANCS else trous[::-1]
            bredouille = Bredouille.GRANDE if event.grande_bredouille else Bredouille.SIMPLE
            yield entries.Resultat(event.side, blancs, noirs, bredouille, event.side if event.pavillon else None)
