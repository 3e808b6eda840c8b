"""Words for the values of the game: sides, dice, cases, moves and points, as players say them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from announce.phrases.catalogue import Catalogue
from announce.phrases.grammar import Listing, Noun, Number
from events.rulings import CaseDifference
from rules.play import Move
from rules.position import BANDE, COIN, COIN_ADVERSE, TALON, Case, Dice, Side
from rules.record.notation import format_move

TALON_ADVERSE: Final = 24
DIFFERENCES_SAID: Final = 3
"""How many differences of a disorder are named; a listener does not remember more."""


def sentence(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class Words:
    """One language's words for values.

    numbers: whether a play is said with the number that each dame plays.
    """

    catalogue: Catalogue
    numbers: ClassVar[bool] = True

    def side(self, side: Side) -> Noun:
        """Return a side's name, with the forms name, the, to and of."""
        return Noun(self.catalogue, f"side.{side}")

    def sides(self, side: Side) -> dict[str, object]:
        """Return a side and its adversary as the placeholders {side} and {other}."""
        return {"side": self.side(side), "other": self.side(side.adversary)}

    def number(self, number: int) -> Number:
        """Return a number in words."""
        return Number(self.catalogue, number)

    def dice(self, dice: Dice) -> str:
        """Return a throw: a doublet by its name, otherwise the higher number first (Jeu 1, coup simple, doublet)."""
        high, low = max(dice), min(dice)
        if high == low:
            return self.catalogue.text(f"doublet.{high}")
        return self.catalogue.text("dice.simple", high=self.die(high), low=self.die(low))

    def die(self, face: int) -> Noun:
        """Return one number of a throw, with the forms name and the ("l'as")."""
        return Noun(self.catalogue, f"face.{face}")

    def case(self, side: Side, case: Case) -> Noun:
        """Name a case of `side` (1..25) as players number it: talon, 1 to 10, coin (Jeu 1, notation des figures)."""
        key, number = _CASES.get(case) or (
            ("case", case - 1) if case < COIN else ("case_adverse", TALON_ADVERSE - case)
        )
        return Noun(self.catalogue, f"case.{key}", {"number": self.number(number), **self.sides(side)})

    def place(self, side: Side, case: Case) -> Noun:
        """Name a case of `side` with its owner, for both players: "la case trois des blancs"."""
        owner, own = (side, case) if case <= COIN else (side.adversary, BANDE - case)
        # This is the name that the owner's adversary gives the case.
        return self.case(owner.adversary, BANDE - own) if case != BANDE else self.case(side, case)

    def cases(self, side: Side, cases: Sequence[Case]) -> Listing:
        """List several cases."""
        return Listing(self.catalogue, [self.case(side, case) for case in cases])

    def moves(self, side: Side, moves: Sequence[Move], dice: Dice | None = None) -> str:
        """Return a play in words; equal moves are named together. `dice` is needed to name a dame played tout d'une."""
        if not moves:
            return self.catalogue.text("move.none")
        whole = dice is not None and len(moves) == 1 and moves[0].end - moves[0].start == sum(dice)
        said = [
            self.catalogue.text(
                "move.whole" if whole else "move" if dames == 1 else "move.together",
                start=self.case(side, move.start),
                end=self.case(side, move.end),
                dames=self.dames(dames),
            )
            for move, dames in Counter(moves).items()
        ]
        return self.join_items(said)

    def notation(self, side: Side, moves: Sequence[Move]) -> str:
        """Return a play in the notation of the game record, with equal moves counted: "T/3 (2), T/5"."""
        counted = Counter(format_move(move, side) for move in moves)
        written = (f"{move} ({count})" if count > 1 else move for move, count in counted.items())
        return ", ".join(written) or self.catalogue.text("move.none")

    def points(self, points: int) -> str:
        """Return points in words: "six points"."""
        return self.catalogue.plural("points", points)

    def trous(self, trous: int) -> str:
        """Return trous in words: "deux trous"."""
        return self.catalogue.plural("trous", trous)

    def dames(self, dames: int) -> str:
        """Return dames in words: "une dame"."""
        return self.catalogue.plural("dames", dames)

    def difference(self, side: Side, case: Case, expected: int, seen: int) -> str:
        """Say what a case should hold and what the camera sees there, as a sentence."""
        dames = self.catalogue.plural(f"dames.{side}", expected)
        return sentence(
            self.catalogue.text(
                "disorder.case",
                case=self.place(side, case),
                expected=self.catalogue.plural("disorder.expected", expected, dames=dames),
                seen=self.catalogue.plural("disorder.seen", seen),
            )
        )

    def disorder(self, differences: Sequence[CaseDifference]) -> str:
        """Say that the board is out of order: the first differences, and how many others there are."""
        said = [self.difference(*one) for one in differences[:DIFFERENCES_SAID]]
        more = len(differences) - DIFFERENCES_SAID
        if more > 0:
            said.append(sentence(self.catalogue.plural("disorder.others", more)))
        return " ".join([sentence(self.catalogue.text("disorder")), *said])

    def by_button(self, plays: Sequence[str]) -> str:
        """Say which button on the board stands for which of two plays (`referee.one_table`); "" is no play at all."""
        first, second = (
            self.catalogue.text("doubt.if", moves=play) if play else self.catalogue.text("doubt.if.none")
            for play in plays[:2]
        )
        return self.catalogue.text("doubt.buttons", first=first, second=second)

    def join_items(self, items: Sequence[object], last: Literal["list.two", "list.or"] = "list.two") -> str:
        """Join items with "and" (or "or") before the last."""
        return str(Listing(self.catalogue, items, last))


_CASES: Final = {
    BANDE: ("bande", 0),
    TALON: ("talon", 0),
    COIN: ("coin", 0),
    COIN_ADVERSE: ("coin_adverse", 0),
    TALON_ADVERSE: ("talon_adverse", 0),
}
"""The cases with a name instead of a number, by their number for the side that names them."""
