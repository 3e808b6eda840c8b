"""Rulings into the game record people read (docs/record.md)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.ecrire.rulings import MarqueRuled
from referee.rulings import (
    FaultRuled,
    HeldOrLeft,
    Marked,
    Played,
    ReleveRuled,
    Revised,
    ThrowWorth,
    TourWon,
    standing,
)
from rules.games.a_ecrire import Bredouille
from rules.record import entries
from rules.record.writing import write
from tablier.match_record import record_of as match_record_of

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable

    from referee.games import AnyRuling
    from rules.games.a_ecrire import Convention
    from rules.record.entries import Entry, Record
    from tablier.settings import Settings

BLANCS, NOIRS = "Blancs", "Noirs"


class Tour:
    """One tour being written down, ruling after ruling."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._plays: dict[int, int] = {}
        self._worth: dict[int, ThrowWorth] = {}
        self._faults: set[tuple[int, str]] = set()
        self._resultat: entries.Resultat | None = None

    @property
    def begun(self) -> bool:
        """Whether anything was written down."""
        return bool(self._entries)

    @property
    def over(self) -> bool:
        """Whether somebody has won it."""
        return self._resultat is not None

    def add(self, ruling: AnyRuling) -> None:
        """Write one ruling down; those that are no part of a game (a doubt, a mark of nothing) leave no line."""
        match ruling:
            case ThrowWorth():
                told = self._worth.get(ruling.throw)
                self._worth[ruling.throw] = ruling
                if told is None or (told.side, told.dice) != (ruling.side, ruling.dice):
                    # Else it is the same throw, worth something else as the dames stand otherwise than was thought.
                    self._entries.append(entries.Thrown(ruling.side, ruling.dice))
            case Played():
                self._plays[ruling.throw] = len(self._entries)
                self._entries.append(entries.Played(ruling.moves))
            case Revised() if ruling.throw in self._plays:
                self._entries[self._plays[ruling.throw]] = entries.Played(ruling.moves)
            case Marked() if ruling.points or ruling.trous:
                self._entries.append(self._mark(ruling))
            case HeldOrLeft():
                self._entries.append(entries.Decided(ruling.left))
            case ReleveRuled():
                self._entries.append(entries.Releve(ruling.cause))
            case FaultRuled() if (ruling.throw, ruling.fault.name) not in self._faults:
                self._faults.add((ruling.throw, ruling.fault.name))
                self._entries.append(entries.Faulted(ruling.fault.by, ruling.fault.name, ruling.fault.cases))
            case TourWon():
                self._resultat = _resultat(ruling)
            case _:
                pass

    def manche(self) -> entries.Manche:
        """The tour as far as it has gone."""
        return entries.Manche(BLANCS, NOIRS, tuple(self._entries), self._resultat)

    def _mark(self, ruling: Marked) -> entries.Marked:
        worth = self._worth.get(ruling.throw)
        jans = [jan for jan in worth.jans if jan.side is ruling.side] if worth and not ruling.ecole else []
        return entries.Marked(
            ruling.side,
            ruling.points,
            tuple(entries.Reason(jan.name, jan.points) for jan in jans),
            jeton=ruling.reste,
            # What is left over after a trou is marked afresh, and so in bredouille (Jeu 1).
            bredouille=ruling.reste > 0 and (ruling.bredouille or ruling.trous > 0),
            fichet=ruling.total,
        )


def tours_of(rulings: Iterable[AnyRuling]) -> list[Tour]:
    """The tours of a sitting in which anything was played."""
    tours = [Tour()]
    for ruling in standing(rulings):
        tours[-1].add(ruling)
        if isinstance(ruling, TourWon):
            tours.append(Tour())
    return [tour for tour in tours if tour.begun]


def _resultat(won: TourWon) -> entries.Resultat:
    blancs, noirs = (won.trous, won.trous_adverse) if won.side == "blancs" else (won.trous_adverse, won.trous)
    bredouille = Bredouille.GRANDE if won.grande_bredouille else Bredouille.SIMPLE
    return entries.Resultat(won.side, blancs, noirs, bredouille, won.side if won.pavillon else None)


def record_of(tours: Iterable[Tour], day: datetime.date, code: str, options: Iterable[tuple[str, bool]]) -> Record:
    """The record of a sitting."""
    return entries.Record(
        day,
        entries.Ordinaire((BLANCS, NOIRS)),
        code,
        tuple(sorted(options)),
        manches=tuple(tour.manche() for tour in tours),
    )


def partie_record(
    rulings: Iterable[AnyRuling],
    convention: Convention,
    day: datetime.date,
    code: str,
    options: Iterable[tuple[str, bool]],
) -> Record:
    """The record of a partie à écrire: a section for each marqué, and for each that was nul."""
    names = convention.joueurs[0], convention.camps[1][0]
    manches, marque = [], Tour()
    for ruling in standing(rulings):
        if isinstance(ruling, MarqueRuled):
            bredouille = Bredouille.SIMPLE if ruling.marque is None else ruling.marque.bredouille
            resultat = entries.Resultat(ruling.side, *ruling.trous, bredouille)
            manches.append(replace(marque.manche(), blancs=names[0], noirs=names[1], resultat=resultat))
            marque, names = Tour(), (ruling.blancs or names[0], ruling.noirs or names[1])
        elif marque.begun or not isinstance(ruling, ReleveRuled):  # that the dames went back belongs to the last one
            marque.add(ruling)
    if marque.begun:
        manches.append(replace(marque.manche(), blancs=names[0], noirs=names[1]))
    return entries.Record(day, convention, code, tuple(sorted(options)), manches=tuple(manches))


def record_file(settings: Settings, game: int, rulings: Iterable[AnyRuling], day: datetime.date) -> tuple[str, str]:
    """The name and the text of the record of game `game` of the journal, of either game; "" when nothing was played."""
    if settings.table.game == "backgammon":
        return f"game-{game}.mat", match_record_of(rulings, settings.backgammon.points or None)
    table, convention = settings.table, settings.convention
    if convention is not None:
        ecrite = partie_record(rulings, convention, day, table.code, table.options.items())
        return f"game-{game}.trictrac", write(ecrite) if ecrite.manches else ""
    tours = tours_of(rulings)
    text = write(record_of(tours, day, table.code, table.options.items())) if tours else ""
    return f"game-{game}.trictrac", text
