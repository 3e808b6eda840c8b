"""The report of a sitting: written next to its record after each tour, and by `tablier report`."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Final, Self

import cv2
import numpy as np

from announce.report import JudgedPlay, Moment, PdfUnavailable, report, summarise, write_pdf
from announce.report.plays import SHOWN
from coach.trictrac.advice import why
from coach.trictrac.analysis import judged, turns_of
from events.trictrac.rulings import TourWon
from referee.games import followed
from rules.play import Move
from tablier.games import game_played
from tablier.runtime.resume import CannotResume, acts_of, settings_of
from tablier.storage.evidence import pictures
from tablier.storage.game_record import tours_of
from tablier.storage.journal import Journal, JournalError
from tablier.storage.whole_file import replacing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path
    from types import TracebackType

    from coach.trictrac.analysis import Judged
    from events.acts import Act
    from events.rulings import Ruling
    from referee.games import Followed
    from rules.code import Code
    from rules.position import Position
    from tablier.storage.settings import Settings

ON_PAPER: Final = 960
"""Pixels across of a picture in a report: sharp at half a page, and a sitting's together stay a few megabytes."""

PATIENCE: Final = 15.0
"""Seconds that the end of a table waits for a report being printed."""

_log = logging.getLogger(__name__)


class SittingReport:
    """The report of a sitting that grows: HTML after each tour and at the end, and PDF where there is a Chromium.

    Args:
        journal: the path of the journal the game is kept in; the report is made from its acts.
        folder: of the records.
        evidence: of the pictures.
        game: its number in the journal.
        language: of the report.

    A context manager; it writes what there is when it is closed.
    """

    def __init__(self, journal: Path, folder: Path, evidence: Path, game: int, language: str) -> None:
        self._journal = journal
        self._path = folder / f"game-{game}.html"
        self._evidence = evidence
        self._game = game
        self._language = language
        self._printing: threading.Thread | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def add(self, ruling: Ruling) -> None:
        """Write and print the report, while the game goes on, when a ruling ends a tour."""
        # One still being printed is not waited for: the next tour, or the end, writes what this one would have.
        if isinstance(ruling, TourWon) and (self._printing is None or not self._printing.is_alive()):
            self._printing = threading.Thread(target=self._print, name="report", daemon=True)
            self._printing.start()

    def close(self) -> None:
        """Wait until what is being printed is there, and write what there is; may be called again."""
        if self._printing is not None:
            self._printing.join(PATIENCE)
            self._printing = None
        self._write()

    def _print(self) -> None:
        html = self._write()
        if html is not None:
            try:
                write_pdf(html, self._path.with_suffix(".pdf"))
            except PdfUnavailable as error:
                _log.info("%s", error)

    def _write(self) -> str | None:
        """The HTML, once it is written; what cannot be is logged, and the game goes on."""
        try:
            with Journal.there(self._journal) as journal:
                settings, acts = settings_of(journal, self._game), acts_of(journal, self._game)
            if not acts:
                return None
            html = report_of(settings, acts, self._language, self._game, pictures(self._evidence, self._game))
            with replacing(self._path, folder=True) as file:
                file.write(html.encode())
        except (OSError, JournalError, CannotResume) as error:
            _log.warning("the report is not written: %s: %s", self._path, getattr(error, "strerror", None) or error)
            return None
        return html


def report_of(
    settings: Settings,
    acts: Iterable[Act],
    language: str,
    game: int,
    proofs: Mapping[str, tuple[bytes, ...]] | None = None,
    *,
    analysed: bool = False,
) -> str:
    """The report of a sitting as one HTML text.

    Args:
        settings: those the sitting was begun with.
        acts: everything that happened in it, in order.
        language: of the report.
        game: its number.
        proofs: pictures (JPEG) by the ruling they prove.
        analysed: whether the coach judges every play, some seconds for each tour; a table at work leaves it out.
    """
    small = {ruling: tuple(map(_small, images)) for ruling, images in (proofs or {}).items()}
    moments = tuple(
        Moment(one.rulings, _position(one)) for one in followed(game_played(settings).referee(settings), acts)
    )
    plays: tuple[JudgedPlay, ...] = ()
    if analysed and game_played(settings).name == "trictrac":
        plays = judged_plays((ruling for moment in moments for ruling in moment.rulings), settings.code)
    return report(
        summarise(moments), language=language, number=game, seating=settings.seating, pictures=small, plays=plays
    )


def judged_plays(rulings: Iterable[Ruling], code: Code) -> tuple[JudgedPlay, ...]:
    """Every throw of a sitting as the coach judges it; a tour that cannot be followed is left out, and logged."""
    found: list[JudgedPlay] = []
    for number, tour in enumerate(tours_of(rulings), 1):
        try:
            turns = judged(turns_of(tour.manche(), code))
        except ValueError as error:
            _log.info("tour %d is not analysed: %s", number, error)
            continue
        found += [_judged_play(number, throw, each) for throw, each in enumerate(turns, 1)]
    return tuple(found)


def _judged_play(tour: int, throw: int, each: Judged) -> JudgedPlay:
    situation = each.turn.situation
    played = each.played
    return JudgedPlay(
        tour,
        throw,
        situation.side,
        each.turn.dice,
        situation.position,
        None if played is None else tuple(Move(*move) for move in played.moves),
        tuple(Move(*move) for move in each.best.moves),
        each.win,
        each.luck,
        each.lost,
        each.lost_win,
        each.lost_by_decision,
        why(situation, each.best) if each.lost >= SHOWN else (),
    )


def _position(one: Followed) -> Position:
    """Where the dames stood after an act of a game that has a report."""
    return one.after.position  # type: ignore[return-value] # of trictrac: no other game has a report


def _small(data: bytes) -> bytes:
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None or image.shape[1] <= ON_PAPER:
        return data
    size = (ON_PAPER, round(image.shape[0] * ON_PAPER / image.shape[1]))
    return cv2.imencode(".jpg", cv2.resize(image, size, interpolation=cv2.INTER_AREA))[1].tobytes()
