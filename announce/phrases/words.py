"""Words for the game's values: sides, dice, cases, moves, points, as players say them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from rules.position import BANDE, COIN, COIN_ADVERSE, TALON
from rules.record.notation import format_play

if TYPE_CHECKING:
    from collections.abc import Sequence

    from announce.phrases.catalogue import Catalogue
    from rules.play import Move
    from rules.position import Case, Dice, Side

Form: TypeAlias = Literal["the", "from", "to"]
TALON_ADVERSE: Final = 24
DIFFERENCES_SAID: Final = 3
"""How many differences of a disorder are named: more than three are not kept in mind by a listener."""


def sentence(text: str) -> str:
    """The text with its first letter raised."""
    return text[:1].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class Words:
    """One language's words for values."""

    catalogue: Catalogue

    def sides(self, side: Side) -> dict[str, str]:
        """Every form of a side's name and its adversary's: {side}, {the_side}, {to_side}, {of_side}, {other}, ..."""
        forms = {"": "name", "the_": "the", "to_": "to", "of_": "of"}
        return {
            f"{prefix}{role}": self.catalogue.text(f"side.{who}", context)
            for role, who in (("side", side), ("other", side.adversary))
            for prefix, context in forms.items()
        }

    def dice(self, dice: Dice) -> str:
        """A throw as announced: a doublet by its name, else the higher number first (Jeu 1, coup simple, doublet)."""
        high, low = max(dice), min(dice)
        if high == low:
            return self.catalogue.text(f"doublet.{high}")
        return self.catalogue.text(
            "dice.simple", high=self.catalogue.text(f"face.{high}"), low=self.catalogue.text(f"face.{low}")
        )

    def case(self, side: Side, case: Case, form: Form = "the") -> str:
        """A case of `side` (1..25) as players number it: talon, 1 to 10, coin (Jeu 1, notation des figures)."""
        if case == BANDE:
            key, number = "bande", 0
        elif case == TALON:
            key, number = "talon", 0
        elif case == COIN:
            key, number = "coin", 0
        elif case == COIN_ADVERSE:
            key, number = "coin_adverse", 0
        elif case == TALON_ADVERSE:
            key, number = "talon_adverse", 0
        elif case < COIN:
            key, number = "case", case - 1
        else:
            key, number = "case_adverse", TALON_ADVERSE - case
        return self.catalogue.text(f"case.{key}", form, number=self.catalogue.number(number), **self.sides(side))

    def cases(self, side: Side, cases: Sequence[Case]) -> str:
        """Several cases, listed."""
        return self.listed([self.case(side, case) for case in cases])

    def moves(self, side: Side, moves: Sequence[Move]) -> str:
        """A play said in words."""
        if not moves:
            return self.catalogue.text("move.none")
        return self.listed(
            [
                self.catalogue.text(
                    "move", from_case=self.case(side, move.start, "from"), to_case=self.case(side, move.end, "to")
                )
                for move in moves
            ]
        )

    def notation(self, side: Side, moves: Sequence[Move]) -> str:
        """A play in the notation of the game record."""
        return format_play(tuple(moves), side) if moves else self.catalogue.text("move.none")

    def points(self, points: int) -> str:
        """Points in words: "six points"."""
        return self.catalogue.counted("points", points)

    def trous(self, trous: int) -> str:
        """Trous in words: "deux trous"."""
        return self.catalogue.counted("trous", trous)

    def dames(self, dames: int) -> str:
        """Dames in words: "une dame"."""
        return self.catalogue.counted("dames", dames)

    def disorder(self, differences: Sequence[str]) -> str:
        """That the board is not as it should be: the first differences, and how many others there are."""
        listed = differences[0] if differences else ""
        for one in differences[1:DIFFERENCES_SAID]:
            listed = self.catalogue.text("list.semicolon", first=listed, second=one)
        more = len(differences) - DIFFERENCES_SAID
        if more > 0:
            listed = self.catalogue.text("list.comma", first=listed, second=self.catalogue.counted("others", more))
        return self.catalogue.text("disorder", differences=listed)

    def by_button(self, plays: Sequence[str]) -> str:
        """Which button on the board answers which of two plays in words (`referee.buttons`)."""
        first, second = (play or self.catalogue.text("move.none") for play in plays[:2])
        return self.catalogue.text("doubt.buttons", first=first, second=second)

    def listed(self, items: Sequence[str], last: Literal["list.two", "list.or"] = "list.two") -> str:
        """Items in a row with "and" (or "or") before the last."""
        if not items:
            return ""
        text = items[0]
        for item in items[1:-1]:
            text = self.catalogue.text("list.comma", first=text, second=item)
        return self.catalogue.text(last, first=text, second=items[-1]) if len(items) > 1 else text
