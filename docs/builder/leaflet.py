"""The French leaflet: one page of A4, the jans with their points, and what to do when the voice speaks."""

from __future__ import annotations

import io
import re
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import polib
import reportlab
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import registerFont, registerFontFamily
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table

SOURCE = Path(__file__).resolve().parents[1] / "fr" / "aide-memoire.toml"
PHRASES = SOURCE.parents[2] / "announce" / "phrases" / "fr.po"
FONTS = Path(reportlab.__file__).parent / "fonts"
INK, SHADE, LINE = HexColor("#2b1d14"), HexColor("#f3ebe0"), HexColor("#b59b7c")
WIDE = A4[0] - 28 * mm
"""What the margins leave."""


def leaflet() -> bytes:
    """The PDF; raises ValueError when it does not fit on one page."""
    for name, file in {"Vera": "Vera", "Vera-Bold": "VeraBd", "Vera-Italic": "VeraIt"}.items():
        registerFont(TTFont(name, FONTS / f"{file}.ttf"))
    registerFontFamily("Vera", normal="Vera", bold="Vera-Bold", italic="Vera-Italic", boldItalic="Vera-Bold")
    text = tomllib.loads(typeset(SOURCE.read_text(encoding="utf-8")))
    written = io.BytesIO()
    document = SimpleDocTemplate(
        written, pagesize=A4, title=text["titre"], author="tablier", lang="fr", invariant=True,
        leftMargin=14 * mm, rightMargin=14 * mm, topMargin=11 * mm, bottomMargin=9 * mm,
    )  # fmt: skip
    document.build(list(parts(text)))
    if document.page != 1:
        raise ValueError(f"{SOURCE}: the leaflet takes {document.page} pages, expected one")
    return written.getvalue()


def typeset(text: str) -> str:
    """French typography: spaces that do not break, curved apostrophes."""
    text = re.sub(r"(?<=\w)'(?=\w)", "\u2019", text)
    return re.sub(r" (?=[:;!?»])", "\u00a0", text.replace("« ", "«\u00a0"))


def parts(text: dict[str, Any]) -> Iterable[Paragraph | Spacer | Table]:
    """What stands on the page, from top to bottom."""
    yield Paragraph(text["titre"], style(18, bold=True, leading=23))
    yield Paragraph(text["sous_titre"], style(9.5))
    yield Spacer(0, 2.5 * mm)
    head = ("Jan", "Quand", "Coup simple", "Doublet", "Pour")
    rows = [[jan["nom"], jan["condition"], jan["simple"], jan["doublet"], jan["pour"]] for jan in text["jan"]]
    yield grid([head, *rows], (34, 84, 25, 25, 14), bold=0)
    yield Spacer(0, 1 * mm)
    yield Paragraph(
        text["note"],
        style(7.8),
    )
    yield Spacer(0, 3 * mm)
    yield box(text["marque"])
    yield Spacer(0, 3 * mm)
    said = [(typeset(f"« {sentence(line)} »"), line["faites"]) for line in text["voix"]["ligne"]]
    yield grid([(text["voix"]["titre"], "Ce que vous faites"), *said], (62, 120), bold=0)
    yield Spacer(0, 3 * mm)
    yield box(text["boutons"])


def sentence(line: dict[str, str]) -> str:
    """What the voice says: the catalogue's own words, or as written out in the source."""
    if "texte" in line:
        return line["texte"]
    wanted = line["phrase"], line["contexte"]
    for entry in polib.pofile(str(PHRASES)):
        if (entry.msgid, entry.msgctxt) == wanted:
            return str(entry.msgstr[0].upper() + entry.msgstr[1:])
    raise ValueError(f"{SOURCE}: no phrase {wanted} in {PHRASES}")


def grid(rows: Sequence[Sequence[str]], widths: Sequence[float], bold: int) -> Table:
    """A table whose widths are shares of the page."""
    whole = sum(widths)
    cells = [[Paragraph(cell, style(7.9, bold=number == bold or not row.index(cell))) for cell in row]
             for number, row in enumerate(rows)]  # fmt: skip
    return Table(
        cells,
        [WIDE * width / whole for width in widths],
        style=[
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, LINE),
            ("BACKGROUND", (0, 0), (-1, 0), SHADE),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), 3),
            ("RIGHTPADDING", (0, 0), (-1, -1), 3),
            ("TOPPADDING", (0, 0), (-1, -1), 1.7),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2.2),
        ],
    )


def box(part: dict[str, Any]) -> Table:
    """A heading and its lines in a frame."""
    lines = [Paragraph(part["titre"], style(10, bold=True, leading=15))]
    lines += [Paragraph(f"• {line}", style(8.2)) for line in part["lignes"]]
    return Table([[lines]], [WIDE], style=[("BOX", (0, 0), (-1, -1), 0.6, LINE), ("TOPPADDING", (0, 0), (-1, -1), 3)])


def style(size: float, *, bold: bool = False, leading: float = 0.0) -> ParagraphStyle:
    """Letters of a size in points."""
    return ParagraphStyle(
        "", fontName="Vera-Bold" if bold else "Vera", fontSize=size, leading=leading or size * 1.28, textColor=INK
    )
