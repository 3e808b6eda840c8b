"""Turn rulings into the game record that people read (docs/record.md)."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import replace

from announce.phrases.catalogue import catalogue
from announce.report.sheet import sheet
from events.a_ecrire import MarqueRuled, PlayersSeated
from events.rulings import Played, Revised, Ruling, ThrowWorth, Window, standing
from events.trictrac.rulings import FaultRuled, HeldOrLeft, Marked, ReleveRuled, TourWon
from rules.games.a_ecrire import Bredouille, Convention, PartieAEcrire
from rules.record import entries
from rules.record.entries import Entry, Record
from tablier.storage.corrections import TableCorrection, in_time, words_of

BLANCS, NOIRS = "Blancs", "Noirs"


class TourRecording:
    """A tour that is being recorded, one ruling after another."""

    def __init__(self) -> None:
        self._entries: list[Entry | None] = []
        self._plays: dict[int, int] = {}
        self._thrown: dict[int, int] = {}
        self._worth: dict[int, ThrowWorth] = {}
        self._last: ThrowWorth | None = None
        self._faults: dict[str, int] = {}
        self._resultat: entries.Resultat | None = None

    @property
    def begun(self) -> bool:
        """Whether anything was recorded."""
        return bool(self._entries)

    @property
    def over(self) -> bool:
        """Whether a player has won the tour."""
        return self._resultat is not None

    def add(self, ruling: Ruling) -> None:
        """Record one ruling; rulings that are no part of a game (a doubt, a mark of nothing) add no line."""
        match ruling:
            case ThrowWorth():
                self._throw(ruling)
            case Played() | Revised() if ruling.throw in self._plays:
                self._entries[self._plays[ruling.throw]] = entries.Played(ruling.moves)
            case Played():
                self._plays[ruling.throw] = len(self._entries)
                self._entries.append(entries.Played(ruling.moves))
            case Marked() if ruling.points or ruling.trous:
                self._entries.append(self._mark(ruling))
            case HeldOrLeft():
                self._entries.append(entries.Decided(ruling.left))
            case ReleveRuled():
                self._entries.append(entries.Releve(ruling.cause))
            case FaultRuled(window=Window.MENDED):
                if ruling.about in self._faults:  # The player mended it in time, or it was no fault.
                    self._entries[self._faults.pop(ruling.about)] = None
            case FaultRuled() if ruling.about not in self._faults:
                self._faults[ruling.about] = len(self._entries)
                self._entries.append(entries.Faulted(ruling.fault.by, ruling.fault.name, ruling.fault.cases))
            case TourWon():
                self._resultat = _resultat(ruling)
            case _:
                pass

    def note(self, correction: TableCorrection) -> None:
        """Record a correction by hand."""
        self._entries.append(entries.Note(words_of(correction, catalogue("fr"))))

    def _throw(self, ruling: ThrowWorth) -> None:
        """Record a throw; a throw that is ruled again, with another worth or other dice, keeps its place."""
        thrown, last = entries.Thrown(ruling.side, ruling.dice), self._last
        # A later throw with a smaller number belongs to a tour that was begun by hand.
        begun_again = last is not None and ruling.throw < last.throw and ruling.t > last.t
        if ruling.throw in self._thrown and not begun_again:
            self._entries[self._thrown[ruling.throw]] = thrown
        else:
            self._thrown[ruling.throw] = len(self._entries)
            self._entries.append(thrown)
            self._plays.pop(ruling.throw, None)
            self._last = ruling
        self._worth[ruling.throw] = ruling

    def manche(self) -> entries.Manche:
        """Return the tour as far as it has gone."""
        return entries.Manche(BLANCS, NOIRS, tuple(filter(None, self._entries)), self._resultat)

    def _mark(self, ruling: Marked) -> entries.Marked:
        worth = self._worth.get(ruling.throw)
        # Points of an école, or taken off again, are not what the throw's jans gave.
        given = not ruling.ecole and ruling.points > 0
        jans = [jan for jan in worth.jans if jan.side is ruling.side] if worth and given else []
        return entries.Marked(
            ruling.side,
            ruling.points,
            tuple(entries.Reason(jan.name, jan.points) for jan in jans),
            jeton=ruling.reste,
            # What is left over after a trou is marked afresh, and so in bredouille (Jeu 1).
            bredouille=ruling.reste > 0 and (ruling.bredouille or ruling.trous > 0),
            fichet=ruling.total,
        )


def tours_of(rulings: Iterable[Ruling], corrections: Iterable[TableCorrection] = ()) -> list[TourRecording]:
    """Return the tours of a sitting in which anything was played, with the corrections by hand."""
    tours = [TourRecording()]
    for happened in in_time(standing(rulings), corrections):
        if isinstance(happened, TableCorrection):
            tours[-1].note(happened)
            continue
        tours[-1].add(happened)
        if isinstance(happened, TourWon):
            tours.append(TourRecording())
    return [tour for tour in tours if tour.begun]


def _resultat(won: TourWon) -> entries.Resultat:
    blancs, noirs = (won.trous, won.trous_adverse) if won.side == "blancs" else (won.trous_adverse, won.trous)
    bredouille = Bredouille.GRANDE if won.grande_bredouille else Bredouille.SIMPLE
    return entries.Resultat(won.side, blancs, noirs, bredouille, won.side if won.pavillon else None)


def record_of(
    tours: Iterable[TourRecording],
    day: datetime.date,
    code: str,
    options: Iterable[tuple[str, bool]],
    names: tuple[str, str] = (BLANCS, NOIRS),
) -> Record:
    """Return the record of a sitting; `names` are the players, the one with the dames of Blancs first."""
    return entries.Record(
        day,
        entries.Ordinaire(names),
        code,
        tuple(sorted(options)),
        manches=tuple(replace(tour.manche(), blancs=names[0], noirs=names[1]) for tour in tours),
    )


def partie_record(
    rulings: Iterable[Ruling],
    convention: Convention,
    day: datetime.date,
    code: str,
    options: Iterable[tuple[str, bool]],
    corrections: Iterable[TableCorrection] = (),
) -> Record:
    """Return the record of a partie à écrire: a section for each marqué, also for those that were nuls."""
    names = convention.joueurs[0], convention.camps[1][0]
    manches, marque = [], TourRecording()
    for ruling in in_time(standing(rulings), corrections):
        if isinstance(ruling, TableCorrection):
            marque.note(ruling)
            if isinstance(ruling, PlayersSeated):
                names = (ruling.blancs, ruling.noirs)
        elif isinstance(ruling, MarqueRuled):
            bredouille = Bredouille.SIMPLE if ruling.marque is None else ruling.marque.bredouille
            resultat = entries.Resultat(ruling.side, *ruling.trous, bredouille)
            manches.append(replace(marque.manche(), blancs=names[0], noirs=names[1], resultat=resultat))
            marque, names = TourRecording(), (ruling.blancs or names[0], ruling.noirs or names[1])
        elif marque.begun or not isinstance(ruling, ReleveRuled):  # a relevé here belongs to the marqué before
            marque.add(ruling)
    if marque.begun:
        manches.append(replace(marque.manche(), blancs=names[0], noirs=names[1]))
    return entries.Record(day, convention, code, tuple(sorted(options)), manches=tuple(manches))


def sheet_of(convention: Convention, language: str, rulings: Iterable[Ruling]) -> str:
    """Return the sheet of a partie à écrire after these rulings."""
    marques = tuple(
        ruling.marque for ruling in standing(rulings) if isinstance(ruling, MarqueRuled) and ruling.marque is not None
    )
    return sheet(PartieAEcrire(convention, None, marques), language)
