"""Learn a table from one picture of it, and draw what was learnt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from announce.phrases.catalogue import catalogue
from events.board_reading import BoardReading, CaseReading, Colour, Trouble
from events.field import Corners, Field, Point
from rules.position import TALON, Side
from tablier.storage.settings import Settings
from vision.calibration import Calibration, CalibrationError, Lab, Lens, check_corners
from vision.locate.flat import look
from vision.locate.rectify import field_to_image, flatten, transform
from vision.locate.view_quality import BLURRED, blur, poorly_seen
from vision.read import exposure, read
from vision.table.learn import learn

START: Final = "walk."
"""The prefix of these phrases' keys in the catalogues."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message. Its text is English, for the command line.

    key: of its phrase, without START
    values: of its placeholders: text, numbers, or further messages, to be joined
    """

    key: str
    values: Mapping[str, str | float | tuple[Message, ...]] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the message in English."""
        return catalogue("en").text(START + self.key, **{name: _english(value) for name, value in self.values.items()})

    def to_dict(self) -> dict[str, Any]:
        """Return the message for JSON: `{"say": key, "values": {...}}`; further messages are a list of such objects."""
        values = {
            name: [one.to_dict() for one in value] if isinstance(value, tuple) else value
            for name, value in self.values.items()
        }
        return {"say": START + self.key, "values": values}


class Unfit(CalibrationError):
    """A picture or a request cannot be used. Its messages say why, and what to do."""

    def __init__(self, *messages: Message) -> None:
        super().__init__("; ".join(map(str, messages)), messages[0].key)
        self.messages = messages


def messages_of(error: CalibrationError) -> tuple[Message, ...]:
    """Return the messages of an error; an error without a phrase key stays in English."""
    if isinstance(error, Unfit):
        return error.messages
    if not error.what:
        return (Message("refused", {"error": str(error)}),)
    values: dict[str, Any] = dict(error.values)
    if "cells" in values:
        values["cells"] = tuple(cell(each) for each in values["cells"])
    return (Message(error.what, values),)


def cell(place: tuple[int, int]) -> Message:
    """Name a ninth of the picture (column, row), as used to count the charts held before the lens."""
    return Message(f"cell.{place[0]}.{place[1]}")


def _english(value: str | float | tuple[Message, ...]) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return value if isinstance(value, str) else f"{value:g}"


GREEN: Final = (80, 220, 80)
WHITE: Final = (255, 255, 255)
BLACK: Final = (0, 0, 0)
RIM: Final = 40
"""Pixels by which a corner may lie outside the picture."""
NOT_AT_THE_START: Final = Message("remark.not_at_the_start")
TO_MEND: Final = {
    trouble: Message(f"picture.{trouble}")
    for trouble in (
        Trouble.TOO_DARK,
        Trouble.TOO_BRIGHT,
        Trouble.BLURRED,
        Trouble.PARTLY_OUT_OF_VIEW,
        Trouble.SMALL,
        Trouble.CAMERA_LOW,
    )
}
"""The message for each trouble of a picture; it says what the person can do."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """A calibration, the reading it gives of the picture it was learnt from, and remarks for the person."""

    calibration: Calibration
    reading: BoardReading
    remarks: tuple[Message, ...]


def calibrate(
    image: NDArray[np.uint8],
    settings: Settings,
    corners: Corners | None = None,
    lens: Lens | None = None,
    *,
    under_hands: bool = False,
) -> Learnt:
    """Learn the table from a picture (BGR) of it with the dames at the start, both sets on their talons.

    Args:
        corners: of the floor, in pixels of the straightened picture, clockwise from its top left; None to find them.
        lens: as measured with the chart (`vision.table.lens`); None when it was not measured.
        under_hands: accept a picture with a hand over the board, real or misread.

    Raises CalibrationError saying what is wrong and what to do.
    """
    if corners is not None:
        check_corners(corners)
        _check_inside(corners, image)
    exposed = exposure(image)
    if exposed is not None:
        raise Unfit(TO_MEND[exposed])
    field = settings.field if settings.board else None
    learnt = replace(learn(image, corners, field=field, lens=lens), talons=settings.table.talons)
    reading = read(image, learnt, under_hands=under_hands)
    straight = image if learnt.lens is None else learnt.lens.straighten(image)
    soft = blur(straight, learnt.corners) * (learnt.field or Field()).width
    if soft > BLURRED:
        raise Unfit(Message("picture.soft", {"mm": round(soft, 1)}))
    field = learnt.field or Field()
    view = flatten(straight, learnt.corners)
    poor = set(poorly_seen(straight, learnt.corners, view, look(view), field, lens, soft))
    wrong = [TO_MEND[trouble] for trouble in reading.troubles if trouble in TO_MEND and trouble not in poor]
    if reading.hands and not under_hands:
        wrong.append(Message("picture.hand"))
    if wrong:
        raise Unfit(*wrong)
    remarks = [TO_MEND.get(trouble, Message("picture.soft", {"mm": round(soft, 1)})) for trouble in sorted(poor)]
    return Learnt(learnt, reading, (*_remarks(reading, settings), *remarks))


def annotate(image: NDArray[np.uint8], learnt: Learnt) -> NDArray[np.uint8]:
    """Draw into the picture the floor, its cases, the dames seen and the colours of the two sets."""
    shown = np.ascontiguousarray(image.copy())
    known = learnt.calibration
    if known.lens is not None:
        shown = known.lens.straighten(shown)
    field = known.field or Field()
    to_image = field_to_image(known.corners, field)
    thick = max(1, round(shown.shape[1] / 640))
    cv2.polylines(shown, [_pixels(to_image, _corners(field))], isClosed=True, color=GREEN, thickness=2 * thick)
    for start, end in _lines(field):
        one, two = _pixels(to_image, [start, end])
        cv2.line(shown, tuple(map(int, one)), tuple(map(int, two)), GREEN, thick, cv2.LINE_AA)
    for case in learnt.reading.cases:
        if case.count:
            _label(shown, to_image, known, case, thick)
    _swatches(shown, known, thick)
    return np.asarray(shown, np.uint8)


def _check_inside(corners: Corners, image: NDArray[np.uint8]) -> None:
    height, width = image.shape[:2]
    for x, y in corners:
        if not (-RIM <= x <= width + RIM and -RIM <= y <= height + RIM):
            place = {"x": round(x, 1), "y": round(y, 1)}
            raise Unfit(Message("corner.outside", {**place, "width": width, "height": height}))


def _remarks(reading: BoardReading, settings: Settings) -> list[Message]:
    """Say how the picture differs from the start position for players who sit as the settings say."""
    seen = {(case.row, case.column): case for case in reading.cases if case.count and case.colour is not Colour.NONE}
    light, dark = _talon(settings, Side(settings.table.light)), _talon(settings, Side(settings.table.light).adversary)
    wanted = {light: Colour.LIGHT, dark: Colour.DARK}
    if {place: case.colour for place, case in seen.items()} == wanted:
        return []
    found: dict[Colour, list[tuple[str, int]]] = {Colour.LIGHT: [], Colour.DARK: []}
    for place, case in seen.items():
        found[case.colour].append(place)
    if any(len(places) != 1 for places in found.values()):
        return [NOT_AT_THE_START]
    (light_seen,), (dark_seen,) = found[Colour.LIGHT], found[Colour.DARK]
    remarks: list[Message] = []
    column = {"left": 1, "right": 12}[settings.table.talons]
    other = {"left": "right", "right": "left"}[settings.table.talons]
    if light_seen[1] == dark_seen[1] == 13 - column:
        remarks.append(Message(f"remark.talons.{other}"))
    if light_seen[0] != light[0] and dark_seen[0] != dark[0]:
        near = {"near": "far", "far": "near"}[settings.table.blancs_row]
        players = {"blancs": "noirs", "noirs": "blancs"}[settings.table.light]
        remarks.append(Message(f"remark.light.{light_seen[0]}", {"row": near, "players": players}))
    return remarks or [Message("remark.elsewhere")]


def _talon(settings: Settings, side: Side) -> tuple[str, int]:
    return settings.seating.place(side, TALON)


def _corners(field: Field) -> list[Point]:
    return [(0.0, 0.0), (field.width, 0.0), (field.width, field.height), (0.0, field.height)]


def _lines(field: Field) -> list[tuple[Point, Point]]:
    """Return the sides of the bar, and the edges of the cases."""
    left = (field.width - field.bar) / 2
    lines: list[tuple[Point, Point]] = [((x, 0.0), (x, field.height)) for x in (left, left + field.bar)]
    for rank in range(1, 12):
        if rank != 6:
            x = rank * field.case_width + (field.bar if rank > 6 else 0.0)
            lines.append(((x, 0.0), (x, field.fleche)))
            lines.append(((x, field.height - field.fleche), (x, field.height)))
    return lines


def _pixels(to_image: NDArray[np.float64], points: list[Point]) -> NDArray[np.int32]:
    return np.rint(transform(to_image, np.array(points))).astype(np.int32)


def _label(
    shown: NDArray[np.uint8], to_image: NDArray[np.float64], known: Calibration, case: CaseReading, thick: int
) -> None:
    """Write near the tip of a case how many dames are seen on it, with a spot in their set's colour."""
    field = known.field or Field()
    y = field.fleche - field.dame / 2
    place = (field.column_centre(case.column), y if case.row == "far" else field.height - y)
    ((x, y_pixel),) = _pixels(to_image, [place])
    text = f"{case.count}{'+' if case.piled else ''}"
    font, scale = cv2.FONT_HERSHEY_SIMPLEX, 0.45 * thick
    (width, height), _ = cv2.getTextSize(text, font, scale, thick)
    start = (int(x - width / 2), int(y_pixel))
    lab = {Colour.LIGHT: known.light, Colour.DARK: known.dark}.get(case.colour)
    if lab is not None:
        spot = (start[0] - height, start[1] - height // 2)
        cv2.circle(shown, spot, height // 2 + thick, WHITE, cv2.FILLED, cv2.LINE_AA)
        cv2.circle(shown, spot, height // 2, _bgr(lab), cv2.FILLED, cv2.LINE_AA)
    for colour, weight in ((BLACK, 3 * thick), (WHITE, thick)):
        cv2.putText(shown, text, start, font, scale, colour, weight, cv2.LINE_AA)


def _swatches(shown: NDArray[np.uint8], known: Calibration, thick: int) -> None:
    """Draw the colours of the two sets in the picture's corner."""
    size = 24 * thick
    for number, lab in enumerate((known.light, known.dark)):
        if lab is not None:
            at = (8 * thick + number * (size + 6 * thick), 8 * thick)
            end = (at[0] + size, at[1] + size)
            cv2.rectangle(shown, at, end, _bgr(lab), cv2.FILLED)
            cv2.rectangle(shown, at, end, WHITE, thick)


def _bgr(lab: Lab) -> tuple[float, float, float]:
    blue, green, red = cv2.cvtColor(np.array([[lab]], np.float32), cv2.COLOR_Lab2BGR)[0, 0] * 255
    return float(blue), float(green), float(red)
