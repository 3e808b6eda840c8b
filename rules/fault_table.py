"""The tables of faults: who commits each, what it costs, which acts open and close its window (docs/faults.md).

The rows are data: the file `faults.toml` in each game's package of faults.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources
from typing import Generic, TypeVar

from rules.fault import FaultName, RemedyName

NameT = TypeVar("NameT", bound=StrEnum)


class Who(StrEnum):
    """The side that commits a fault: J has thrown, A is the adversary."""

    J = "J"
    A = "A"
    EITHER = "either"


class Moment(StrEnum):
    """The acts that open and close windows."""

    TOUCH = "touch"  # J's first dame leaves its case
    PLACED = "placed"  # J lets go of a dame
    PLAY_ENDS = "play_ends"  # J has played
    RELEASE = "release"  # the player at fault lets go of a jeton or fichet
    DICE_LIFTED = "dice_lifted"  # J takes the dice up
    DEPARTURE = "departure"  # J says "je m'en vais", or takes up his dames
    ASSENT = "assent"  # A agrees, in words or by taking up his own dames
    THROW = "throw"  # either side throws
    THROW_A = "throw_a"  # A throws, the next throw
    THROW_J = "throw_j"  # J throws his next throw
    THROW_CLAIMANT = "throw_claimant"  # the throw of the side that may claim
    NEXT_PLAY_ENDS = "next_play_ends"  # the throw after this one has been played


class FaultKind(StrEnum):
    """The kinds of fault, by their cost (Lois XVII 1-3)."""

    SIMPLE = "simple"  # costs nothing
    CASE = "case"  # the other side may have the dames played otherwise
    ECOLE = "ecole"  # costs points, which the other side marks


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Generic[NameT]):
    """One row of a table of faults.

    Attributes:
        name: in code, records, messages, phrases and rates.
        variant: a letter where one fault has several cases.
        kind: what it costs.
        by: the side that commits it.
        opens: the act from which the other side may claim it.
        closes: the acts that end the right to claim; the first of them counts.
        remedies: what the other side may choose from; not every remedy is possible in every position.
        articles: the articles that define it, the Lois first.
        rate: how often simulated players make it at each opportunity, 0 to 1; None where it comes with another fault.
        seldom: whether opportunities for it are rare.
    """

    name: NameT
    variant: str = ""
    kind: FaultKind
    by: Who
    opens: Moment
    closes: tuple[Moment, ...]
    remedies: tuple[RemedyName, ...] = ()
    articles: tuple[str, ...]
    rate: float | None = None
    seldom: bool = False

    @property
    def claimed(self) -> bool:
        """Whether the other side may choose a remedy."""
        return bool(self.remedies)

    @property
    def article(self) -> str:
        """The articles of both codes, as one text."""
        return "; ".join(self.articles)


def table_of(package: str, names: type[NameT]) -> tuple[Row[NameT], ...]:
    """Read the table in `faults.toml` of a package.

    names: the names of its faults. Raises ValueError for a row with an unknown name, act or remedy, and KeyError for a
    row that lacks a column.
    """
    text = (resources.files(package) / "faults.toml").read_text("utf-8")
    return tuple(
        Row(
            name=names(row["name"]),
            variant=row.get("variant", ""),
            kind=FaultKind(row["kind"]),
            by=Who(row["by"]),
            opens=Moment(row["opens"]),
            closes=tuple(map(Moment, row["closes"])),
            remedies=tuple(map(RemedyName, row.get("remedies", ()))),
            articles=tuple(row["articles"]),
            rate=row.get("rate"),
            seldom=row.get("seldom", False),
        )
        for row in tomllib.loads(text)["faults"]
    )


TABLE: tuple[Row[FaultName], ...] = table_of("rules.faults", FaultName)


def rows_of(name: FaultName) -> tuple[Row[FaultName], ...]:
    """Return the rows of a fault: a single row, or its variants a, b, c."""
    return tuple(row for row in TABLE if row.name is name)


def article_of(name: FaultName, variant: str = "") -> str:
    """Return the articles that define a fault, in both codes."""
    return next(row.article for row in rows_of(name) if row.variant == variant)
