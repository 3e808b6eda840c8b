"""Compare a replay with the truth of its recording: throws, plays, marks, faults and the end."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final

from tablier.storage.recording_truth import FAULTS, Line, complete

EARLY: Final = 0.05
"""Seconds by which a throw may be seen before it truly rests: less than a frame."""
STAMPED: Final = 1.0
"""Seconds by which a throw may be seen before the time in the truth, if it equals that throw and not the one before:
the writer of the truth may have meant another moment of it."""
BEGINS: Final = frozenset({"GameBegan", "TourStarted"})
"""Kinds of lines after which throws are numbered from 1 again."""
MARK: Final = ("side", "points", "trous", "reste", "total", "ecole")
"""The fields of a mark that are compared, if the truth has them."""


@dataclass(slots=True)
class Count:
    """How many there truly were, how many of them were found right, and how many were found that never happened."""

    true: int = 0
    right: int = 0
    false: int = 0

    def add(self, other: Count) -> None:
        """Add another count to this one."""
        self.true += other.true
        self.right += other.right
        self.false += other.false

    def __str__(self) -> str:
        share = f"{self.right / self.true:.2%}" if self.true else "none"
        return f"{self.right} of {self.true} ({share}), {self.false} false"


@dataclass(frozen=True, slots=True)
class Difference:
    """Something missed, or found that never happened (`false`): its kind, its true throw, and the values."""

    throw: int
    kind: str
    false: bool
    what: tuple[object, ...]

    def __str__(self) -> str:
        return f"throw {self.throw}: {self.kind} {'invented' if self.false else 'missed'}: {self.what}"


@dataclass(slots=True)
class Score:
    """The figures of one recording, or of several together.

    throws: dice and who threw
    plays: the moves
    marks: points, trous, what is left and the total
    faults, by_fault: their name and who committed them, in all and by name
    tours: the winner and both sides' trous
    games: of backgammon: the winner, the points won and the score of the match
    marques: of a partie à écrire: how each ended and was won
    doubts: how often the table asked
    differences: everything that was not right, in order
    """

    throws: Count = field(default_factory=Count)
    plays: Count = field(default_factory=Count)
    marks: Count = field(default_factory=Count)
    faults: Count = field(default_factory=Count)
    tours: Count = field(default_factory=Count)
    games: Count = field(default_factory=Count)
    marques: Count = field(default_factory=Count)
    doubts: int = 0
    by_fault: dict[str, Count] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)

    def add(self, other: Score) -> None:
        """Add another recording's figures to these."""
        for each in fields(self):
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            if isinstance(mine, Count):
                mine.add(theirs)
        self.doubts += other.doubts
        for name, count in other.by_fault.items():
            self.by_fault.setdefault(name, Count()).add(count)
        self.differences += other.differences

    def count_kind(self, kind: str, truly: Counter[Any], read: Counter[Any]) -> Count:
        """Return the figures of one kind of thing; each compared value begins with its throw."""
        for false, more in ((False, truly - read), (True, read - truly)):
            self.differences += [Difference(said[0], kind, false, said[1:]) for said in more.elements()]
        return Count(truly.total(), (truly & read).total(), (read - truly).total())


def score_lines(truth: Iterable[Line], found: Iterable[Line]) -> Score:
    """Compare what was found with the truth; both are lines `{"t", "kind", ...}` in order of time.

    A found throw belongs to the last true throw before it. If it equals the next true throw and was seen shortly before
    that one (`STAMPED`), it belongs to the next. Its rulings go with it. So a missed or invented throw costs only
    itself, not everything after it.
    """
    truth, found = number_throughout(complete(truth)), number_throughout(_standing(found))
    thrown = [line for line in truth if line["kind"] == "ThrowWorth"]
    numbers = [line["throw"] for line in thrown]
    seen_at = {line["throw"]: _place(line, thrown) for line in found if line["kind"] == "ThrowWorth"}
    score = Score(doubts=sum(line["kind"] == "Doubt" for line in found))

    def compare(kind: str, *what: str) -> Count:
        truly = Counter((line["throw"], *_fields(line, what)) for line in truth if line["kind"] == kind)
        read = Counter((seen_at.get(line["throw"], 0), *_fields(line, what)) for line in found if line["kind"] == kind)
        return score.count_kind(kind, truly, read)

    # A throw ruled again because the dames stood otherwise is the same throw.
    once = {(line["throw"], *_fields(line, ("side", "dice"))): line for line in found if line["kind"] == "ThrowWorth"}
    found = [line for line in found if line["kind"] != "ThrowWorth"] + list(once.values())
    score.throws = compare("ThrowWorth", "side", "dice")
    plays = _last_plays(truth, {number: number for number in numbers})
    score.plays = score.count_kind("Played", plays, _last_plays(found, seen_at))
    marks = [line for line in truth if line["kind"] == "Marked"]
    score.marks = compare("Marked", *(what for what in MARK if all(what in line for line in marks)))
    score.tours = compare("TourWon", "side", "trous", "trous_adverse")
    score.games = compare("GameWon", "side", "points", "blancs", "noirs")
    score.marques = compare("MarqueRuled", "numero", "issue", "side", "trous", "marque")
    # A fault that was mended in time, or turned out to be another one, does not count.
    last = {line["about"]: line.get("window") for line in found if "about" in line}
    found = [line for line in found if line["kind"] not in FAULTS or last.get(line.get("about")) != "mended"]
    # A fault ruled again with other points is the same fault; the last ruling counts.
    faults = {line["about"]: line["fault"] for line in found if line["kind"] in FAULTS and "about" in line}
    found = [line for line in found if "about" not in line or line.get("fault") == faults.get(line["about"])]
    for name in sorted({line["fault"]["name"] for line in [*truth, *found] if line["kind"] in FAULTS}):
        truly = Counter({_fault(line, line["throw"]) for line in truth if _is_fault(line, name)})
        read = Counter({_fault(line, seen_at.get(line["throw"], 0)) for line in found if _is_fault(line, name)})
        score.by_fault[name] = score.count_kind(name, truly, read)
        score.faults.add(score.by_fault[name])
    score.differences.sort(key=lambda difference: difference.throw)
    return score


def _place(found: Line, thrown: Sequence[Line]) -> int:
    """Return the number of the true throw that a found one belongs to, 0 before the first; `thrown` is by time."""

    def same(true: Line) -> bool:
        return _fields(true, ("side", "dice")) == _fields(found, ("side", "dice"))

    at = bisect_right(thrown, found["t"] + EARLY, key=lambda true: true["t"])
    later = thrown[at] if at < len(thrown) else None
    if later is not None and later["t"] - found["t"] <= STAMPED and same(later) and not (at and same(thrown[at - 1])):
        return int(later["throw"])
    return int(thrown[at - 1]["throw"]) if at else 0


def _standing(lines: Iterable[Line]) -> list[Line]:
    """Return the lines that were not withdrawn later."""
    lines = list(lines)
    withdrawn = [line["what"] for line in lines if line["kind"] == "Withdrawn"]
    gone = {what["id"] for what in withdrawn}
    faults = {what["about"] for what in withdrawn if "about" in what}
    return [
        line
        for line in lines
        if line["kind"] != "Withdrawn" and line.get("id") not in gone and line.get("about", "") not in faults
    ]


def number_throughout(lines: Iterable[Line]) -> list[Line]:
    """Return the lines with throws numbered through all tours or games; as given, each of these begins at 1."""
    found: list[Line] = []
    passed = highest = 0
    begun = False
    for line in lines:
        begun = begun or line["kind"] in BEGINS
        if begun and line["kind"] == "ThrowWorth":
            # Only now: rulings before this throw, such as the end, belong to the game before.
            passed, begun = highest, False
        if line.get("throw") is not None:
            line = {**line, "throw": line["throw"] + passed}  # noqa: PLW2901 - the same line, renumbered
            highest = max(highest, line["throw"])
        found.append(line)
    return found


def _last_plays(lines: Iterable[Line], place: dict[int, int]) -> Counter[Any]:
    """Return how each throw was finally played: a play is ruled again when it was mended or had been misread."""
    last = {line["throw"]: _fields(line, ("side", "moves")) for line in lines if line["kind"] in ("Played", "Revised")}
    return Counter((place.get(throw, 0), *said) for throw, said in last.items())


def _is_fault(line: Line, name: str) -> bool:
    return bool(line["kind"] in FAULTS and line["fault"]["name"] == name)


def _fault(line: Line, throw: int) -> tuple[int, str, int]:
    """Return the compared values of a fault. It is ruled on several times, as its window opens and closes."""
    return throw, line["fault"]["by"], line["fault"]["points"]


def _fields(line: Line, what: tuple[str, ...]) -> tuple[object, ...]:
    """Return the fields to compare; dice in any order, moves by where dames are missing and where they are more.

    Of a marqué that was won only the bredouille counts. Whether one dame moved on from a case, or another of its colour
    did, leaves the same board and is the same play.
    """
    values: list[object] = []
    for name in what:
        value = line[name]
        if name == "dice":
            value = tuple(sorted(value))
        elif name == "moves":
            starts, ends = Counter(move["start"] for move in value), Counter(move["end"] for move in value)
            value = tuple(sorted((starts - ends).elements())), tuple(sorted((ends - starts).elements()))
        elif name == "trous" and isinstance(value, list):
            value = tuple(value)
        elif name == "marque":
            value = value and value["bredouille"]
        values.append(value)
    return tuple(values)
