"""Cases, moves and plays as they are printed: `T/6`, `7/n11` (Jeu 1, notation).

The talon is T, and the next cases on one's own side are 1..11. A case on the adversary's side takes the letter of that
side, n or b. S is the bande, where dames leave. So 7/n11 is Blancs' dame on their eighth case going to Noirs' coin.
"""

from __future__ import annotations

import re
from enum import Enum

from rules.play import Move
from rules.position import BANDE, COIN, Case, Side

BANDE_LETTER = "S"
NOTHING = "-"
"""A throw without a played number."""

_LETTER = {Side.BLANCS: "b", Side.NOIRS: "n"}


class Numbering(Enum):
    """How cases are written: as in print, or by the owner's own 1..24 with 25 for the bande."""

    PRINT = "print"
    OWN = "own"


class NotationError(ValueError):
    """The text is not a case, move or play.

    The error has the place (0 = first character), what was found and what was expected.
    """

    def __init__(self, offset: int, found: str, expected: str) -> None:
        super().__init__(f"column {offset + 1}: {found!r}, expected {expected}")
        self.offset = offset
        self.found = found
        self.expected = expected


def format_case(case: Case, side: Side) -> str:
    """Write one of `side`'s own cases (1..25) as it is printed.

    >>> [format_case(case, Side.BLANCS) for case in (1, 8, 12, 13, 24, 25)]
    ['T', '7', '11', 'n11', 'nT', 'S']

    Raises ValueError for a case outside 1..25.
    """
    if not 1 <= case <= BANDE:
        raise ValueError(f"case {case}, expected 1..25")
    if case == BANDE:
        return BANDE_LETTER
    letter, rank = ("", case) if case <= COIN else (_LETTER[side.adversary], 25 - case)
    return letter + ("T" if rank == 1 else str(rank - 1))


def parse_case(text: str, side: Side, numbering: Numbering = Numbering.PRINT) -> Case:
    """Return the case of `side` that `text` names, in upper or lower case. Raises NotationError."""
    if numbering is Numbering.OWN:
        if re.fullmatch(r"[0-9]{1,2}", text) and 1 <= int(text) <= BANDE:
            return int(text)
        raise NotationError(0, text, "a case 1..24, or 25 for the bande")
    adverse = _LETTER[side.adversary]
    if text.upper() == BANDE_LETTER:
        return BANDE
    match = re.fullmatch(rf"({adverse}?)(T|[1-9]|1[01])", text, re.IGNORECASE | re.ASCII)
    if match is None:
        raise NotationError(0, text, f"a case T, 1..11, {adverse}T, {adverse}1..{adverse}11 or S")
    rank = 1 if match[2].upper() == "T" else int(match[2]) + 1
    return 25 - rank if match[1] else rank


def format_move(move: Move, side: Side) -> str:
    """Write the move of one dame, start and end.

    >>> format_move(Move(8, 13), Side.BLANCS)
    '7/n11'
    """
    return f"{format_case(move.start, side)}/{format_case(move.end, side)}"


def parse_move(text: str, side: Side, numbering: Numbering = Numbering.PRINT) -> Move:
    """Read the move of one dame of `side`, which starts on the board and must move. Raises NotationError.

    >>> parse_move("7/n11", Side.BLANCS), parse_move("8/13", Side.BLANCS, Numbering.OWN)
    (Move(start=8, end=13), Move(start=8, end=13))
    """
    start, slash, end = text.partition("/")
    if not slash:
        raise NotationError(0, text, "a move like T/6")
    found = Move(parse_case(start, side, numbering), _parse_at(len(start) + 1, end, side, numbering))
    if found.start == BANDE:
        raise NotationError(0, start, "a case on the board")
    if found.start == found.end:
        raise NotationError(len(start) + 1, end, "another case than the dame stands on")
    return found


def format_play(moves: tuple[Move, ...], side: Side) -> str:
    """Write the moves of a throw in the given order; `-` when there is none.

    >>> format_play((Move(1, 7), Move(1, 4)), Side.NOIRS)
    'T/6, T/3'
    """
    return ", ".join(format_move(move, side) for move in moves) or NOTHING


def parse_play(text: str, side: Side, numbering: Numbering = Numbering.PRINT) -> tuple[Move, ...]:
    """Read the moves of a throw by `side`, in the order written. Raises NotationError, with the place in `text`.

    >>> parse_play("T/6, T/3", Side.BLANCS)
    (Move(start=1, end=7), Move(start=1, end=4))
    """
    if text.strip() == NOTHING:
        return ()
    moves = []
    offset = 0
    for part in text.split(","):
        move = part.strip()
        at = offset + len(part) - len(part.lstrip())
        try:
            moves.append(parse_move(move, side, numbering))
        except NotationError as error:
            raise NotationError(at + error.offset, error.found, error.expected) from None
        offset += len(part) + 1
    return tuple(moves)


def _parse_at(offset: int, text: str, side: Side, numbering: Numbering) -> Case:
    try:
        return parse_case(text, side, numbering)
    except NotationError as error:
        raise NotationError(offset + error.offset, error.found, error.expected) from None
