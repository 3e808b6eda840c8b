"""What a sitting taught, on paper: written beside its record after each tour, and by `tablier report`."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Final, Self

import cv2
import numpy as np

from announce.report import PdfUnavailable, report, summarise, write_pdf
from referee.rulings import TourWon
from tablier.storage.evidence import pictures
from tablier.storage.whole_file import replacing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path
    from types import TracebackType

    from referee.games import AnyRuling

ON_PAPER: Final = 640
"""Pixels across of a picture in a report: sharp at half a page, and a sitting's together stay a few megabytes."""

PATIENCE: Final = 15.0
"""Seconds that the end of a table waits for a report being printed."""

_log = logging.getLogger(__name__)


class SittingReport:
    """The report of a sitting that grows: HTML after each tour and at the end, and PDF where there is a Chromium.

    folder: of the records; evidence: of the pictures; game: its number in the journal; told: the rulings of a game that
    goes on. A context manager; it writes what there is when it is closed.
    """

    def __init__(self, folder: Path, evidence: Path, game: int, language: str, told: Iterable[AnyRuling] = ()) -> None:
        self._path = folder / f"game-{game}.html"
        self._evidence = evidence
        self._game = game
        self._language = language
        self._rulings: list[AnyRuling] = list(told)
        self._printing: threading.Thread | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def add(self, ruling: AnyRuling) -> None:
        """Take note of one ruling; the report is written and printed, beside the game, when it ends a tour."""
        self._rulings.append(ruling)
        # One still being printed is not waited for: the next tour, or the end, writes what this one would have.
        if isinstance(ruling, TourWon) and (self._printing is None or not self._printing.is_alive()):
            self._printing = threading.Thread(
                target=self._print, args=(tuple(self._rulings),), name="report", daemon=True
            )
            self._printing.start()

    def close(self) -> None:
        """Wait until what is being printed is there, and write what there is; may be called again."""
        if self._printing is not None:
            self._printing.join(PATIENCE)
            self._printing = None
        self._write(tuple(self._rulings))

    def _print(self, rulings: tuple[AnyRuling, ...]) -> None:
        html = self._write(rulings)
        if html is not None:
            try:
                write_pdf(html, self._path.with_suffix(".pdf"))
            except PdfUnavailable as error:
                _log.info("%s", error)

    def _write(self, rulings: tuple[AnyRuling, ...]) -> str | None:
        """The HTML, once it is written; what cannot be is logged, and the game goes on."""
        if not rulings:
            return None
        try:
            html = report_of(rulings, self._language, self._game, pictures(self._evidence, self._game))
            with replacing(self._path, folder=True) as file:
                file.write(html.encode())
        except OSError as error:
            _log.warning("the report is not written: %s: %s", self._path, error.strerror)
            return None
        return html


def report_of(
    rulings: Iterable[AnyRuling], language: str, game: int, proofs: Mapping[str, tuple[bytes, ...]] | None = None
) -> str:
    """The report of a sitting's rulings as one HTML text; proofs: pictures (JPEG) by the ruling they prove."""
    small = {ruling: tuple(map(_small, images)) for ruling, images in (proofs or {}).items()}
    return report(summarise(rulings), language=language, number=game, pictures=small)


def _small(data: bytes) -> bytes:
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None or image.shape[1] <= ON_PAPER:
        return data
    size = (ON_PAPER, round(image.shape[0] * ON_PAPER / image.shape[1]))
    return cv2.imencode(".jpg", cv2.resize(image, size, interpolation=cv2.INTER_AREA))[1].tobytes()
