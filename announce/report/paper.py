"""A summary on paper: one HTML file with everything in it, to be read or printed."""

from __future__ import annotations

import base64
import shutil
import subprocess
import tempfile
from html import escape
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Final

from announce.phrases.catalogue import catalogue
from announce.phrases.words import Words, sentence
from referee.rulings import Window
from rules.marking import POINTS_DU_TROU
from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from announce.report.summary import Committed, Missed, Part, Standing, Summary, Trou

WIDTH: Final = 680
HEIGHT: Final = 240
MARGIN: Final = 34
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
PRINTING_TIME: Final = 60.0
_OUTCOMES: Final = {Window.CLAIMED: "taken", Window.CLOSED: "gone", Window.OPEN: "open", Window.MENDED: "mended"}


class PdfUnavailable(RuntimeError):
    """No PDF could be made; the message says why and what to do."""


class _Paper:
    """One language's report."""

    def __init__(self, language: str, pictures: Mapping[str, Sequence[bytes]]) -> None:
        self.words = Words(catalogue(language))
        self.pictures = pictures

    def text(self, key: str, side: Side | None = None, **values: str) -> str:
        """A phrase of the report as a sentence, ready for HTML."""
        sides = self.words.sides(side) if side else {}
        return escape(sentence(self.words.catalogue.text(f"report.{key}", **sides, **values)))

    def section(self, key: str, lines: Iterable[str]) -> str:
        """A titled list, or the phrase for an empty one."""
        items = "".join(f"<li>{line}</li>" for line in lines)
        body = f"<ul>{items}</ul>" if items else f'<p class="quiet">{self.text(f"{key}.none")}</p>'
        return f"<section><h2>{self.text(key)}</h2>{body}</section>"

    def missed(self, one: Missed) -> str:
        """Points that were owed and not marked."""
        return self.text("missed.line", one.side, throw=str(one.throw), points=str(one.points), owed=str(one.owed))

    def trou(self, one: Trou) -> str:
        """Trous marked at once, and what they were made of."""
        trous, parts = self.words.trous(one.trous), self._parts(one.parts)
        return self.text("trou", one.side, throw=str(one.throw), trous=trous, parts=parts)

    def fault(self, committed: Committed) -> str:
        """A fault with its explanation, its article, what became of it, and its picture."""
        fault, words = committed.fault, self.words
        values = {
            **words.sides(fault.by),
            "points": words.points(fault.points),
            "where": words.cases(fault.by, fault.cases) or words.dames(1),
        }
        name = words.catalogue.text(f"fault.{fault.name}", "short", **values)
        if fault.points:
            name = f"{name}, {values['points']}"
        why = escape(sentence(words.catalogue.text(f"fault.{fault.name}", "full", **values)))
        outcome = self.text(_OUTCOMES[committed.window])
        line = self.text("fault", fault.by, throw=str(committed.throw), fault=name)
        return f'{line} {outcome}. <span class="quiet">{why} {escape(fault.article)}</span>{self._pictures(committed)}'

    def _pictures(self, committed: Committed) -> str:
        """Before and after; one alone is what it was ruled upon."""
        found = self.pictures.get(committed.picture, ())
        names = ("before", "after")[2 - len(found) :]
        drawn = "".join(self._figure(picture, name) for picture, name in zip(found, names, strict=True))
        return f'<div class="pictures">{drawn}</div>' if drawn else ""

    def _figure(self, picture: bytes, name: str) -> str:
        data = base64.b64encode(picture).decode()
        caption = self.text(name)
        image = f'<img alt="{caption}" src="data:image/jpeg;base64,{data}">'
        return f"<figure>{image}<figcaption>{caption}</figcaption></figure>"

    def _parts(self, parts: Sequence[Part]) -> str:
        """What a trou was made of, like parts added up."""
        added: dict[str, int] = {}
        for part in parts:
            key = "other"
            if part.jan:
                key = part.jan
            elif part.ecole:
                key = "ecole"
            elif part.reste:
                key = "reste"
            added[key] = added.get(key, 0) + part.points
        text = self.words.catalogue.text
        return ", ".join(
            text(f"report.part.{key}", digits=str(points))
            if key in ("other", "ecole", "reste")
            else text("throw.jan", jan=text(f"jan.{key}", "short", **self.words.sides(Side.BLANCS)), digits=str(points))
            for key, points in added.items()
        )


def report(
    summary: Summary,
    *,
    language: str = "fr",
    number: int = 1,
    pictures: Mapping[str, Sequence[bytes]] | None = None,
) -> str:
    """The report as HTML that needs nothing else: every point missed, every école and fault, the trous, the score.

    number: of the sitting; pictures: JPEG bytes, before and after, by the id of the ruling they are the evidence of.
    Raises UnknownLanguage.
    """
    paper = _Paper(language, pictures or {})
    title = paper.text("title", number=str(number))
    last = summary.standings[-1]
    result = " ".join(
        paper.text("result", side, trous=paper.words.trous(trous), points=paper.words.points(points))
        for side, trous, points in zip(Side, last.trous, last.points, strict=True)
    )
    drawn = f'{chart(summary.standings)}<p class="quiet">{paper.text("chart.note")}</p>'
    body = [
        f'<h1>{title}</h1><p class="result">{result}</p>',
        f"<section><h2>{paper.text('chart')}</h2>{drawn}</section>",
        paper.section("missed", map(paper.missed, summary.missed)),
        paper.section("ecoles", (paper.fault(one) for one in summary.faults if one.fault.points)),
        paper.section("fautes", (paper.fault(one) for one in summary.faults if not one.fault.points)),
        paper.section("trous", map(paper.trou, summary.trous)),
    ]
    style = (resources.files("announce.report") / "report.css").read_text("utf-8")
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>{title}</title>'
        f"<style>{style}</style>{''.join(body)}</html>\n"
    )


def chart(standings: Sequence[Standing]) -> str:
    """The score of both sides over the throws, in trous and twelfths, as SVG steps."""
    turns = max(standings[-1].turn, 1)
    most = max(12, *(trous + 1 for standing in standings for trous in standing.trous))

    def at(turn: int, score: float) -> tuple[float, float]:
        x = MARGIN + turn / turns * (WIDTH - 2 * MARGIN)
        return round(x, 1), round(HEIGHT - MARGIN - score / most * (HEIGHT - 2 * MARGIN), 1)

    lines = []
    for trou in range(0, most + 1, 3):
        (left, y), (right, _) = at(0, trou), at(turns, trou)
        lines.append(
            f'<path class="{"grid" if trou else "axis"}" d="M{left} {y}H{right}"/><text x="8" y="{y + 4}">{trou}</text>'
        )
    for index, side in enumerate(Side):
        x, y = at(0, 0)
        path = f"M{x} {y}"
        for standing in standings:
            x, y = at(standing.turn, standing.trous[index] + standing.points[index] / POINTS_DU_TROU)
            path += f"H{x}V{y}"
        lines.append(f'<path class="{side}" d="{path}H{at(turns, 0)[0]}"/>')
    lines.append(f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - 12}" text-anchor="end">{turns}</text>')
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img">{"".join(lines)}</svg>'


def write_pdf(html: str, path: Path) -> None:
    """Print a report to a PDF file with the system's Chromium.

    Raises PdfUnavailable when there is none or it fails; the HTML can be printed by any browser.
    """
    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if program is None:
        raise PdfUnavailable("no Chromium to print with; open the HTML in a browser and print it")
    with tempfile.TemporaryDirectory(prefix="tablier-") as folder:
        source = Path(folder) / "report.html"
        source.write_text(html, "utf-8")
        command = (
            program, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
            "--no-pdf-header-footer", f"--print-to-pdf={path.resolve()}", source.as_uri(),
        )  # fmt: skip
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=PRINTING_TIME)
        except OSError as error:
            raise PdfUnavailable(f"{Path(program).name} cannot be started: {error.strerror}") from error
        except subprocess.SubprocessError as error:
            raise PdfUnavailable(f"{Path(program).name} printed nothing: {error}") from error
    if not path.is_file():
        raise PdfUnavailable(f"{Path(program).name} wrote no file {path}")
