"""Flat drawings in millimetres, written as PDF at 1:1 and as DXF from the same shapes.

A sheet's origin is its top left corner, x to the right, y down, as on the field.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Final, TypeAlias

from ezdxf import units
from ezdxf.enums import TextEntityAlignment
from ezdxf.filemanagement import new as new_dxf
from ezdxf.layouts.layout import Modelspace
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

CUT, DRILL, HIDDEN, NOTE, FILL = "CUT", "DRILL", "HIDDEN", "NOTE", "FILL"
COLOURS: Final = {CUT: 7, DRILL: 1, HIDDEN: 8, NOTE: 5, FILL: 7}
"""DXF colour of each layer."""

PAGE: Final = tuple(side / mm for side in landscape(A4))
MARGIN: Final = 12.0
"""Millimetres at the edge of a page on which some printers cannot print."""
OVERLAP: Final = 15.0
"""Millimetres that two neighbouring pages share, for gluing."""
RULER: Final = 100.0
"""Millimetres of the bar that checks a print's scale."""
LINE: Final = 0.2


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle; `cross` draws its centre lines too."""

    x: float
    y: float
    diameter: float
    layer: str = DRILL
    cross: bool = False


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    layer: str = NOTE


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle, outlined, or filled on the layer FILL."""

    x: float
    y: float
    width: float
    height: float
    layer: str = CUT


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text, its middle at (x, y)."""

    x: float
    y: float
    size: float
    text: str
    layer: str = NOTE


Shape: TypeAlias = Circle | DrawnLine | Box | Text


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawing of a given size."""

    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...]


def pages_of(sheet: Sheet) -> tuple[tuple[float, float], ...]:
    """Return where on the sheet the top left corner of each A4 page lies, in reading order."""
    spans: list[list[float]] = []
    for length, page in zip((sheet.width, sheet.height), PAGE, strict=True):
        room = page - 2 * MARGIN
        count = max(1, ceil((length - OVERLAP) / (room - OVERLAP)))
        spans.append([number * (room - OVERLAP) for number in range(count)])
    return tuple((x, y) for y in spans[1] for x in spans[0])


def write_pdf(sheets: Iterable[Sheet], path: Path) -> None:
    """Write every sheet at 1:1 on as many A4 pages as it needs, each with a ruler that checks the print."""
    canvas = Canvas(str(path), pagesize=landscape(A4), invariant=1)
    canvas.setTitle(path.stem)
    for sheet in sheets:
        pages = pages_of(sheet)
        for number, (left, top) in enumerate(pages, 1):
            _page(canvas, sheet, left, top, f"{sheet.title}   {number}/{len(pages)}")
            canvas.showPage()
    canvas.save()


def write_dxf(sheet: Sheet, path: Path) -> None:
    """Write one sheet as DXF R2010 in millimetres, y upwards, with one layer for each kind of line."""
    document = new_dxf("R2010", setup=True)
    document.units = units.MM
    for layer, colour in COLOURS.items():
        document.layers.add(layer, color=colour, linetype="DASHED" if layer == HIDDEN else "CONTINUOUS")
    space = document.modelspace()
    for shape in sheet.shapes:
        _to_dxf(space, shape)
    document.saveas(path)


def _page(canvas: Canvas, sheet: Sheet, left: float, top: float, title: str) -> None:
    width, height = PAGE
    canvas.setFont("Helvetica", 9)
    canvas.drawString(MARGIN * mm, (height - MARGIN + 4) * mm, title)
    canvas.setLineWidth(0.3)
    canvas.setStrokeColorRGB(0.6, 0.6, 0.6)
    canvas.rect(MARGIN * mm, MARGIN * mm, (width - 2 * MARGIN) * mm, (height - 2 * MARGIN) * mm)
    canvas.setStrokeColorRGB(0, 0, 0)
    canvas.line(MARGIN * mm, 7 * mm, (MARGIN + RULER) * mm, 7 * mm)
    for end in (MARGIN, MARGIN + RULER):
        canvas.line(end * mm, 5.5 * mm, end * mm, 8.5 * mm)
    canvas.drawString((MARGIN + RULER + 3) * mm, 6 * mm, f"{RULER:g} mm: print at 100 %, then measure this bar")
    canvas.saveState()
    clip = canvas.beginPath()
    clip.rect(MARGIN * mm, MARGIN * mm, (width - 2 * MARGIN) * mm, (height - 2 * MARGIN) * mm)
    canvas.clipPath(clip, stroke=0)
    # From here on, coordinates are sheet millimetres, y down.
    canvas.translate((MARGIN - left) * mm, (height - MARGIN + top) * mm)
    canvas.scale(mm, -mm)
    for shape in sheet.shapes:
        _to_pdf(canvas, shape)
    canvas.restoreState()


def _to_pdf(canvas: Canvas, shape: Shape) -> None:
    canvas.setLineWidth(LINE)
    grey = {HIDDEN: 0.45, NOTE: 0.3}.get(shape.layer, 0.0)
    canvas.setStrokeColorRGB(grey, grey, grey)
    canvas.setFillColorRGB(grey, grey, grey)
    canvas.setDash([2, 1.5] if shape.layer == HIDDEN else [])
    match shape:
        case Circle(x, y, diameter):
            canvas.circle(x, y, diameter / 2)
            if shape.cross:
                for dx, dy in ((diameter, 0), (0, diameter)):
                    canvas.line(x - dx, y - dy, x + dx, y + dy)
        case DrawnLine(x1, y1, x2, y2):
            canvas.line(x1, y1, x2, y2)
        case Box(x, y, width, height):
            filled = shape.layer == FILL
            canvas.rect(x, y, width, height, stroke=int(not filled), fill=int(filled))
        case Text(x, y, size, text):
            canvas.saveState()
            canvas.translate(x, y + size * 0.35)
            canvas.scale(1, -1)
            canvas.setFont("Helvetica", size)
            canvas.drawCentredString(0, 0, text)
            canvas.restoreState()


def _to_dxf(space: Modelspace, shape: Shape) -> None:
    attributes = {"layer": shape.layer}
    match shape:
        case Circle(x, y, diameter):
            space.add_circle((x, -y), diameter / 2, dxfattribs=attributes)
            if shape.cross:
                for dx, dy in ((diameter, 0), (0, diameter)):
                    space.add_line((x - dx, dy - y), (x + dx, -dy - y), dxfattribs={"layer": NOTE})
        case DrawnLine(x1, y1, x2, y2):
            space.add_line((x1, -y1), (x2, -y2), dxfattribs=attributes)
        case Box(x, y, width, height):
            corners = [(x, -y), (x + width, -y), (x + width, -y - height), (x, -y - height)]
            if shape.layer == FILL:
                space.add_solid([corners[0], corners[1], corners[3], corners[2]], dxfattribs=attributes)
            else:
                space.add_lwpolyline(corners, close=True, dxfattribs=attributes)
        case Text(x, y, size, text):
            entity = space.add_text(text, height=size, dxfattribs=attributes)
            entity.set_placement((x, -y), align=TextEntityAlignment.MIDDLE_CENTER)
