"""List all that a table can say, with examples, in training/phrases.csv: `python -m training.phrase_list`.

The examples are those of the registry (`announce.phrases`). Where many differ only in a number or a case, the list
keeps the fewest that use every phrase of the catalogue.
"""

from __future__ import annotations

import csv
import gettext
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from announce.phrases.backgammon import BACKGAMMON
from announce.phrases.catalogue import Catalogue, catalogue, languages
from announce.phrases.registry import Line, Manner, Repertoire, kind_name
from announce.phrases.trictrac import TRICTRAC
from events.state import Mode
from rules.jan import JanName
from training.command_line import parser_of, run

LIST: Final = Path(__file__).parent / "phrases.csv"
GAMES: Final = {"Trictrac": TRICTRAC, "Backgammon": BACKGAMMON}
MANNERS: Final = (
    Manner(Mode.SCORE, buttons=True),
    Manner(Mode.LESSON),
    Manner(Mode.REFEREE),
    Manner(Mode.LESSON, asking=True),
    Manner(Mode.LESSON, met=dict.fromkeys(JanName, 1)),
    Manner(Mode.LESSON, met=dict.fromkeys(JanName, 2)),
    Manner(Mode.LESSON, met={JanName.BATTRE_A_VRAI: 2}),
)
"""Every manner that changes the words."""
VALUES: Final = ("number.", "face.", "doublet.", "dice.", "case.", "side.", "bg.case", "bg.bar", "bg.off")
"""Phrases for values: every sentence has some, and they are listed first."""


class AskedPhrases(gettext.NullTranslations):
    """A language's translations that remember which phrases were asked for."""

    def __init__(self, translations: gettext.NullTranslations) -> None:
        super().__init__()
        self._translations = translations
        self.asked: set[tuple[str, str | None]] = set()

    def gettext(self, message: str) -> str:
        """Translate, and note the phrase."""
        return self._note(message, None, self._translations.gettext(message))

    def pgettext(self, context: str, message: str) -> str:
        """Translate in a context, and note the phrase."""
        return self._note(message, context, self._translations.pgettext(context, message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Translate for a number, and note the phrase."""
        return self._note(msgid1, str(min(n, 2)), self._translations.ngettext(msgid1, msgid2, n))

    def _note(self, message: str, context: str | None, found: str) -> str:
        if found != message and not message.startswith(VALUES):
            self.asked.add((message, context))
        return found


def examples_of(repertoire: Repertoire, language: str) -> Iterator[tuple[object, Manner, Line]]:
    """Return the examples of a game that use a phrase no earlier example used, with their words."""
    known: set[tuple[type, str, str | None]] = set()
    recorder = AskedPhrases(catalogue(language).translations)
    words = repertoire.words(Catalogue(language, recorder))
    for ruling in repertoire.examples():
        for manner in MANNERS:
            recorder.asked.clear()
            line = repertoire.line(ruling, words, manner)
            used = {(type(ruling), *key) for key in recorder.asked}
            if line.text and not used <= known:
                known |= used
                yield ruling, manner, line


def table() -> str:
    """The whole list, as CSV: one example a line. Heard is `=` as written, and empty where it is only written."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("game", "language", "kind", "mode", "written", "heard", "in short"))
    for name, repertoire in GAMES.items():
        for language in languages("fr"):
            for ruling, manner, line in examples_of(repertoire, language):
                heard = "=" if line.spoken == line.text else line.spoken
                brief = line.brief if line.brief != line.spoken else ""
                writer.writerow((name, language, kind_name(ruling), str(manner.mode), line.text, heard, brief))
    return text.getvalue().replace("\u00a0", " ")


def main(arguments: list[str]) -> int:
    """Write the list."""
    parser_of(__doc__).parse_args(arguments)
    LIST.write_text(table(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    run(main)
