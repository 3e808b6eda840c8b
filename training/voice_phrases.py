"""Which phrases the recorded voice should know: every line a table can say, cut where a speaker would pause.

What is told is made by `announce.phrases` of every kind of ruling and notice with the values that change its words.
What has too many forms is left to the other voice: plays, the cases of a doubt or a disorder, choices after a fault,
devices.
"""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, Final

from announce.notice import DeviceTrouble, Notice, Reprise
from announce.phrases import announcements
from announce.voice.recorded import name_of
from events.rulings import (
    ClaimRuled,
    DiceTrouble,
    OrderRestored,
    Played,
    Revised,
    ThrowRefused,
    ThrowWorth,
    Verdict,
    Window,
)
from events.state import Mode
from events.trictrac.rulings import FaultRuled, HeldOrLeft, Marked, ReleveRuled, TourWon
from events.trictrac.state import Holding, Phase, TableState
from rules.fault import Fault, FaultName
from rules.jan import Jan, JanName
from rules.position import Position, Side
from rules.releve import ReleveCause

if TYPE_CHECKING:
    from collections.abc import Iterator

    from announce.phrases.lines import Told

HEAD: Final = ("", 0.0, 1)
POINTS: Final = range(2, 25, 2)
FACES: Final = range(1, 7)
CUT_AFTER: Final = {
    "fr": r"amènent|marquent|retirent|[Ll]a dame",
    "en": r"throws|marks|takes|[Tt]he man on",
}
CUT_BEFORE: Final = {
    "fr": r"est battue|et [\w-]+ points?\b|à (?:zéro|un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze)\.",
    "en": (
        r"is hit|and [\w-]+ points?\b"
        r"|to (?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven)\."
    ),
}
"""Where a line is cut besides its pauses: around what comes in many forms."""


def phrases(language: str) -> dict[str, str]:
    """The phrases to record, by the name of each one's file: words, and the mark a voice needs for its tone."""
    found: dict[str, str] = {}
    for line in lines(language):
        for clause in re.split(r"(?<=[.!?:;,])\s+|\s+(?=[:;!?])", line.replace("\u00a0", " ")):
            cut = re.sub(rf"\b({CUT_AFTER[language]}) ", r"\1|", clause)
            for piece in re.sub(rf" (?=(?:{CUT_BEFORE[language]}))", "|", cut).split("|"):
                if name := name_of(piece):
                    found.setdefault(name, piece.strip(" :;,«»“”"))
    return found


def lines(language: str) -> Iterator[str]:
    """Every line a table can say, but for those that name a device."""
    seen = set()
    for told, mode in itertools.product(everything(), Mode):
        for one in announcements(told, mode=mode, languages=(language,), prompting=True):
            line = one.spoken[language]
            if line and not re.search(r"[\d(]", line) and line not in seen:
                seen.add(line)
                yield line


def everything() -> Iterator[Told]:
    """One ruling or notice for each value that changes the words."""
    for low, high in itertools.combinations_with_replacement(FACES, 2):
        for side in Side:
            yield ThrowWorth(*HEAD, side, (high, low), (), 2)
    for trouble, over in itertools.product(DeviceTrouble, (False, True)):
        yield Notice("", 0.0, trouble, over=over, detail="7")
    yield OrderRestored(*HEAD)
    for side in Side:
        yield from _throws(side)
        yield from _marks(side)
        yield from _faults(side)
        yield from _plays(side)
        yield from _course(side)


def _throws(side: Side) -> Iterator[Told]:
    for points, other in itertools.product(POINTS, (0, 2)):
        gains = [Jan(JanName.SORTIE, side, 1, points, "")]
        gains += [Jan(JanName.SORTIE, side.adversary, 1, other, "")] * bool(other)
        yield ThrowWorth(*HEAD, side, (6, 4), tuple(gains), 2)
        yield ThrowWorth(*HEAD, side, (6, 4), (Jan(JanName.SORTIE, side.adversary, 1, 24, ""), gains[0]), 2)
    for name, ways, playable in itertools.product(JanName, (1, 2, 3), (0, 1)):
        yield ThrowWorth(*HEAD, side, (6, 4), (Jan(name, side, ways, 4, "", None, 18),), playable)
    for case in range(1, 25):
        yield ThrowWorth(*HEAD, side, (6, 4), (Jan(JanName.BATTRE_A_VRAI, side, 1, 4, "", None, case),), 2)
    for trouble in DiceTrouble:
        yield ThrowRefused(*HEAD, side, trouble, "")


def _marks(side: Side) -> Iterator[Told]:
    for points, ecole in itertools.product(POINTS, (False, True)):
        yield Marked(*HEAD, side, points, 0, points % 12, False, 0, ecole, points)
        yield Marked(*HEAD, side, -points, 0, 0, False, 0, False, 0)
    for trous, reste, bredouille in itertools.product((1, 2, 3), range(0, 11, 2), (False, True)):
        yield Marked(*HEAD, side, 12 * trous, trous, reste, bredouille, trous, False, 0)
    for total in range(2, 13):
        yield Marked(*HEAD, side, 12, 1, 0, False, total, False, 0)


def _faults(side: Side) -> Iterator[Told]:
    for name, window, points in itertools.product(FaultName, Window, (0, 4)):
        yield FaultRuled(*HEAD, Fault(name, side, "", (), points), side.adversary, window, "")
    for verdict, points in itertools.product(set(Verdict) - {Verdict.UNSURE}, (2, 4)):
        yield ClaimRuled(*HEAD, side, verdict, None, points, "")
        yield ClaimRuled(*HEAD, side, verdict, Fault(FaultName.FAUSSE_CASE_2, side.adversary, ""), 0, "")


def _plays(side: Side) -> Iterator[Told]:
    yield Played(*HEAD, side, (6, 4), (), lawful=True)
    yield Revised(*HEAD, side, ())


def _course(side: Side) -> Iterator[Told]:
    for left in (False, True):
        yield HeldOrLeft(*HEAD, side, left)
    for cause in ReleveCause:
        yield ReleveRuled(*HEAD, cause, side)
    for bredouille, pavillon in ((False, False), (True, False), (True, True)):
        for trous, adverse in itertools.product(range(12, 17), range(12)):
            yield TourWon(*HEAD, side, trous, adverse, bredouille, pavillon)
    for trous, points in zip(range(13), itertools.cycle(range(0, 11, 2)), strict=False):
        held = Holding(points, bredouille=False, trous=trous, owed=0)
        yield Reprise(
            "", 0.0,
            TableState(Mode.SCORE, Phase.TO_THROW, Position.start(), side, None, (), held, held, None, 1, 1, None),
        )  # fmt: skip
