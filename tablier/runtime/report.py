"""The report of a sitting, written next to its record after each tour, and by `tablier report`."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from announce.closing import Closing
from announce.report.paper import PdfUnavailable, report, write_pdf
from announce.report.summary import summarise
from events.acts import Act
from events.rulings import Ruling
from events.trictrac.rulings import TourWon
from referee.games import follow
from rules.position import Side
from tablier.games import game_played
from tablier.runtime.analysis import judged_tours, moments, was_refereed
from tablier.runtime.analyst import Analyst
from tablier.runtime.resume import CannotResume, acts_of, settings_of
from tablier.storage.analyses import JudgedTour, unjudged_parts
from tablier.storage.evidence import jpeg, pictures
from tablier.storage.files import replacing
from tablier.storage.journal import Journal, JournalError
from tablier.storage.settings import Settings

ON_PAPER: Final = 960
"""Width in pixels of a picture in a report: sharp at half a page, and all together a few megabytes."""

PATIENCE: Final = 15.0
"""Seconds for which a closing table waits for a report that is being printed."""

_log = logging.getLogger(__name__)


class SittingReport(Closing):
    """The report of a sitting under way: HTML after each tour and at the end, and PDF if there is a Chromium.

    Args:
        journal: the path of the game's journal; the report is made from its acts.
        folder: of the records.
        evidence: of the pictures.
        game: its number in the journal.
        language: of the report.
        analyst: has the tours judged, except in a refereed sitting; None judges nothing.

    A context manager; closing it writes the report.
    """

    def __init__(
        self, journal: Path, folder: Path, evidence: Path, game: int, language: str, analyst: Analyst | None = None
    ) -> None:
        self._journal = journal
        self._path = folder / f"game-{game}.html"
        self._evidence = evidence
        self._game = game
        self._language = language
        self._analyst = analyst
        self._printing: threading.Thread | None = None

    def add(self, ruling: Ruling) -> None:
        """When a ruling ends a tour, write and print the report in the background."""
        # Do not wait for one still being printed: the next tour, or the end, will include this tour.
        if isinstance(ruling, TourWon) and (self._printing is None or not self._printing.is_alive()):
            self._printing = threading.Thread(target=self._print, name="report", daemon=True)
            self._printing.start()

    def close(self) -> None:
        """Wait for a report that is being printed, then write the last one; may be called again."""
        if self._printing is not None:
            self._printing.join(PATIENCE)
            self._printing = None
        self._write()

    def _print(self) -> None:
        html = self._write()
        # Write the HTML at once; print when the coach has judged the game.
        if html is not None and self._analyst is not None and self._analyst.judge(self._game) is not None:
            html = self._write()
        if html is not None:
            try:
                write_pdf(html, self._path.with_suffix(".pdf"))
            except PdfUnavailable as error:
                _log.info("%s", error)

    def _write(self) -> str | None:
        """Write the HTML and return it; None when that fails, which is logged, and the game goes on."""
        try:
            with Journal.there(self._journal) as journal:
                settings, acts = settings_of(journal, self._game), acts_of(journal, self._game)
            if not acts:
                return None
            known = None if self._analyst is None else self._analyst.load(self._game)
            tours = () if known is None or was_refereed(settings, acts) else known.tours
            proofs = pictures(self._evidence, self._game)
            html = report_of(settings, acts, self._language, self._game, proofs, tours)
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
    tours: Sequence[JudgedTour] = (),
    *,
    analysed: bool = False,
) -> str:
    """Return the report of a sitting as one HTML text.

    Args:
        settings: those the sitting was begun with.
        acts: everything that happened in it, in order.
        language: of the report.
        game: its number.
        proofs: pictures (JPEG) by the ruling they prove.
        tours: the coach's judgements.
        analysed: let the coach judge the plays now, which takes some seconds a tour.
    """
    shown = {ruling: tuple(map(small, images)) for ruling, images in (proofs or {}).items()}
    played = game_played(settings)
    gone_through = moments(follow(played.referee(settings), acts))
    if analysed and played.analysed:
        tours = judged_tours((ruling for moment in gone_through for ruling in moment.rulings), settings.code)
    return report(
        summarise(gone_through),
        language=language,
        number=game,
        seating=settings.seating,
        pictures=shown,
        plays=[play for tour in tours for play in tour.plays],
        unjudged=unjudged_parts(tours),
        names={side: settings.player(side) for side in Side},
    )


def small(data: bytes) -> bytes:
    """Return a picture (JPEG) at most `ON_PAPER` pixels wide."""
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return data if image is None or image.shape[1] <= ON_PAPER else jpeg(np.asarray(image, np.uint8), ON_PAPER)
