"""Write the papers of a game while it is played: its record and, of trictrac, the report of the sitting."""

from __future__ import annotations

import datetime
import logging
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path

from events.acts import ByHand
from events.rulings import Ruling
from tablier.games import game_played
from tablier.games.game import PlayedGame
from tablier.runtime.analyst import Analyst
from tablier.runtime.report import SittingReport
from tablier.runtime.startup import Begun
from tablier.storage.evidence import EVIDENCE
from tablier.storage.files import replacing
from tablier.storage.journal import JOURNAL
from tablier.storage.paths import Site
from tablier.storage.settings import Settings

_log = logging.getLogger(__name__)


class GameBook:
    """The record of a sitting that people read, written again after each tour, or game (docs/record.md).

    Args:
        folder: created when there is something to write.
        game: its number in the journal; None when the game is not kept.
        day: on which it began; may be None when the game is not kept.
        announced, corrections: the rulings and corrections by hand so far, of a game that goes on.
    """

    def __init__(
        self,
        folder: Path,
        game: int | None,
        settings: Settings,
        day: datetime.date | None,
        announced: Iterable[Ruling] = (),
        corrections: Iterable[ByHand] = (),
    ) -> None:
        self._folder = folder
        self._game = game
        self._settings = settings
        self._day = day
        self._rules = game_played(settings)
        self._rulings = list(announced)
        self._corrections = list(corrections)

    def add(self, ruling: Ruling) -> None:
        """Record one ruling."""
        self._rulings.append(ruling)
        if isinstance(ruling, self._rules.ends):
            self.write()

    def name(self, settings: Settings) -> None:
        """Take the settings with the present names of the players."""
        self._settings = settings

    def correct(self, act: ByHand) -> None:
        """Record a correction by hand."""
        self._corrections.append(act)

    def write(self) -> None:
        """Write the file, if anything was played. A file that cannot be written is logged, and the game goes on."""
        if self._game is None or self._day is None:
            return
        played = PlayedGame(self._settings, self._game, self._rulings, self._day, self._corrections)
        name, text = self._rules.record(played)
        if not text:
            return
        path = self._folder / name
        try:
            with replacing(path, folder=True) as file:
                file.write(text.encode())
            for other, more in self._rules.beside(played).items():
                with replacing(self._folder / other) as file:
                    file.write(more.encode())
        except OSError as error:
            _log.warning("the record is not written: %s: %s", path, error.strerror)


def on_paper(
    opened: ExitStack, site: Site, begun: Begun, analyst: Analyst
) -> tuple[Callable[[Ruling], None], Callable[[ByHand], None], Callable[[Settings], None]]:
    """Return functions that write a game's rulings, corrections and players' names to its record and report.

    `analyst` judges the tours. `opened` finishes record and report. A game that is not kept is not written.
    """
    folder, game, settings = site.kept / "games", begun.number, begun.settings
    day = None if begun.journal is None or game is None else begun.journal.begun(game).date()
    book = GameBook(folder, game, settings, day, begun.rulings, begun.corrections)
    opened.callback(book.write)
    if game is None or not game_played(settings).reported:
        return book.add, book.correct, book.name
    language = settings.table.language
    report = opened.enter_context(
        SittingReport(site.kept / JOURNAL, folder, site.kept / EVIDENCE, game, language, analyst)
    )

    def add(ruling: Ruling) -> None:
        book.add(ruling)
        report.add(ruling)

    return add, book.correct, book.name
