"""Diagrams of boxes and arrows, written as text in a page and drawn as SVG when the site is built.

    ```diagram
    picture -> Stream: frames
    Stream -> BoardReading
    ```

Each line is an arrow between two boxes, with a word on it or without; boxes are laid in rows, each below all that
point to it. A `/` in a name begins a second line.
"""

from __future__ import annotations

import re
from collections import defaultdict
from html import escape
from itertools import count, pairwise
from typing import Any, TypeAlias

Arrow: TypeAlias = tuple[str, str, str]
"""From, to, and the word on it ("" without one)."""

LINE = re.compile(r"^\s*(?P<start>.+?)\s*->\s*(?P<end>.+?)(?:\s*:\s*(?P<label>.+))?\s*$")
LETTER = 7.4
"""Pixels a letter takes, about, at 13 pixels."""
HIGH, BELOW, BESIDE = 42, 46, 46
"""Pixels of a box's height, below a row, and between two boxes of a row."""

_numbers = count()


def parse(source: str) -> list[Arrow]:
    """The arrows: from, to, and the word on each ("" without one)."""
    arrows = []
    for number, line in enumerate(source.splitlines(), 1):
        if not line.strip():
            continue
        found = LINE.match(line)
        if found is None:
            raise ValueError(f"diagram, line {number}: {line!r}, expected BOX -> BOX or BOX -> BOX: WORD")
        arrows.append((found["start"], found["end"], found["label"] or ""))
    return arrows


def rows_of(arrows: list[Arrow]) -> list[list[str]]:
    """The boxes, row by row, each below those that point to it and as low as it may; what closes a cycle goes up."""
    boxes = list(dict.fromkeys(box for start, end, _ in arrows for box in (start, end)))
    forward: list[tuple[str, str]] = []
    for start, end, _ in arrows:
        if start not in reachable(end, forward):
            forward.append((start, end))
    row = dict.fromkeys(boxes, 0)
    for _ in boxes:
        for start, end in forward:
            row[end] = max(row[end], row[start] + 1)
    for box in reversed(boxes):
        row[box] = min((row[end] - 1 for start, end in forward if start == box), default=row[box])
    found: dict[int, list[str]] = defaultdict(list)
    for box in boxes:
        found[row[box]].append(box)
    return [found[number] for number in sorted(found)]


def reachable(box: str, arrows: list[tuple[str, str]]) -> set[str]:
    """What arrows lead to from a box, and the box itself."""
    found, left = {box}, [box]
    while left:
        start = left.pop()
        new = {end for one, end in arrows if one == start} - found
        found |= new
        left += new
    return found


def route(arrows: list[Arrow], rows: list[list[str]]) -> tuple[list[list[str]], dict[tuple[str, str], list[str]]]:
    """Rows with a gap (its name begins with a space) wherever an arrow passes, ordered so that few arrows cross.

    Also each arrow's way: the boxes and gaps it goes through.
    """
    at = {box: number for number, row in enumerate(rows) for box in row}
    rows = [list(row) for row in rows]
    ways: dict[tuple[str, str], list[str]] = {}
    for start, end, _ in arrows:
        gaps = []
        for number in range(at[start] + 1, at[end]):
            gaps.append(f" {start} {end} {number}")
            rows[number].append(gaps[-1])
        ways[start, end] = [start, *gaps, end]
    above: dict[str, list[str]] = defaultdict(list)
    for way in ways.values():
        for one, other in pairwise(way):
            above[other].append(one)
    for before, row in pairwise(rows):
        order = {box: number / max(1, len(before) - 1) for number, box in enumerate(before)}
        known = {box: [order[each] for each in above[box] if each in order] for box in row}
        row.sort(key=lambda box: sum(known[box]) / len(known[box]) if known[box] else 0.5)
    return rows, ways


def svg(source: str) -> str:
    """The drawing, in the page's own colours: each row of boxes below all that point to it."""
    arrows, title = parse(source), f"diagram-{next(_numbers)}"
    rows, ways = route(arrows, rows_of(arrows))
    widths = [[0.0 if box[0] == " " else max(map(len, box.split("/"))) * LETTER + 22 for box in row] for row in rows]
    wide = max(sum(row) + BESIDE * (len(row) - 1) for row in widths) + 8
    boxes: dict[str, tuple[float, float, float]] = {}
    for number, (row, breadths) in enumerate(zip(rows, widths, strict=True)):
        left = (wide - sum(breadths) - BESIDE * (len(row) - 1)) / 2
        for box, breadth in zip(row, breadths, strict=True):
            boxes[box] = left, 4 + number * (HIGH + BELOW), breadth
            left += breadth + BESIDE
    high = len(rows) * (HIGH + BELOW) - BELOW + 8
    size = f'viewBox="0 0 {wide:.0f} {high:.0f}" style="max-width:{wide:.0f}px"'
    drawn = [f'<svg class="diagram" {size} role="img" aria-labelledby="{title}">']
    drawn.append(f'<title id="{title}">{escape(caption(arrows))}</title>')
    lines = [line([boxes[box] for box in ways[start, end]], label) for start, end, label in arrows]
    drawn += [drawing for drawing, _ in lines]
    for name, (left, top, width) in boxes.items():
        if name[0] == " ":
            continue
        parts = name.split("/")
        drawn.append(f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{HIGH}" rx="6"/>')
        for number, part in enumerate(parts):
            y = top + HIGH / 2 + 5 + (number - (len(parts) - 1) / 2) * 16
            drawn.append(f'<text x="{left + width / 2:.1f}" y="{y:.1f}">{escape(part.strip())}</text>')
    return "".join((*drawn, *(word for _, word in lines), "</svg>"))


def line(way: list[tuple[float, float, float]], label: str) -> tuple[str, str]:
    """An arrow through boxes and gaps, from foot to top, or back up from side to side; and the word on it."""
    (left, top, width), end = way[0], way[-1]
    if end[1] > top:
        x, y = left + width / 2, top + HIGH
        path, words = f"M{x:.1f} {y:.1f}", (0.0, 0.0)
        for number, (left, top, width) in enumerate(way[1:]):
            to, down = left + width / 2, top - (7 if number == len(way) - 2 else 0)
            middle = (y + down) / 2
            path += f"C{x:.1f} {middle:.1f} {to:.1f} {middle:.1f} {to:.1f} {down:.1f}"
            words = words if number else ((x + to) / 2, middle + 4)
            if number < len(way) - 2:
                path += f"v{HIGH}"
            x, y = to, top + HIGH
        head = f"M{x - 4:.1f} {end[1] - 7:.1f}h8l-4 7z"
    else:
        x, to = left + width, end[0] + end[2] + 7
        y, down = top + HIGH / 2, end[1] + HIGH / 2
        far = max(x, to) + BESIDE / 2
        path = f"M{x:.1f} {y:.1f}C{far:.1f} {y:.1f} {far:.1f} {down:.1f} {to:.1f} {down:.1f}"
        words, head = (far - 4, (y + down) / 2), f"M{to:.1f} {down - 4:.1f}v8l-7 -4z"
    text = f'<text class="word" x="{words[0]:.1f}" y="{words[1]:.1f}">{escape(label)}</text>' if label else ""
    return f'<path d="{path}"/><path class="head" d="{head}"/>', text


def caption(arrows: list[Arrow]) -> str:
    """The diagram in words, for those who do not see it."""
    parts = (f"{a.replace('/', ' ')} to {b.replace('/', ' ')}{f' ({word})' if word else ''}" for a, b, word in arrows)
    return "Diagram: " + "; ".join(parts)


def fence(source: str, _language: str, _class: str, _options: dict[str, Any], _md: Any, **_more: Any) -> str:  # noqa: ANN401 - as superfences calls it
    """A fenced block as its drawing."""
    return f"<div>{svg(source)}</div>"
