"""The record of a match as the text that backgammon programs read (`.mat`): two columns, one line for both turns.

Blancs are the first player, Noirs the second. Moves are in each player's own numbering: `bar/20`, `6/off`, a hit with
`*`. An illegal play is written as it was made. A comment (a line that begins with `;`) after the game names the fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rules.backgammon.position import BAR, OFF, Position
from rules.play import Move
from rules.position import Dice, Side

COLUMN = 38
"""The width of the first player's column in characters, including the line's number."""


@dataclass(slots=True)
class GameRecord:
    """The record of one game, which grows as the game is played.

    Attributes:
        number: from 1.
        before: the points of Blancs and Noirs when the game began.
        turns: what each side did, in order, as text.
        notes: what was against the rules.
        result: the winner, the points won, and whether that won the match.
    """

    number: int
    before: tuple[int, int]
    turns: list[tuple[Side, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    result: tuple[Side, int, bool] | None = None

    @property
    def begun(self) -> bool:
        """Whether anything was done; a game may be given up before a dame is moved."""
        return bool(self.turns) or self.result is not None

    def lines(self, players: tuple[str, str]) -> list[str]:
        """Return the game as text."""
        blancs, noirs = (f"{name} : {points}" for name, points in zip(players, self.before, strict=True))
        lines = [f" Game {self.number}", f" {blancs:<{COLUMN - 1}}{noirs}"]
        rows: list[list[str]] = []
        for side, text in self.turns:
            if side is Side.BLANCS or not rows or rows[-1][1]:
                rows.append(["", ""])
            rows[-1][side is Side.NOIRS] = text
        for number, (left, right) in enumerate(rows, 1):
            head = f"{number:3}) {left}"
            lines.append(f"{head:<{COLUMN}}{right}".rstrip())
        if self.result is not None:
            side, points, match = self.result
            text = f"Wins {points} point{'s' * (points != 1)}{' and the match' * match}"
            lines.append(f"{'':{6 if side is Side.BLANCS else COLUMN + 1}}{text}")
        lines.extend(f"; {note}" for note in self.notes)
        return lines


def notation(move: Move) -> str:
    """Write a move as players do, in its owner's numbering.

    >>> from rules.play import Move
    >>> notation(Move(BAR, 22)), notation(Move(13, 7)), notation(Move(4, OFF))
    ('bar/22', '13/7', '4/off')
    """
    return f"{'bar' if move.start == BAR else move.start}/{'off' if move.end == OFF else move.end}"


def turn_text(position: Position, side: Side, dice: Dice, moves: Sequence[Move]) -> tuple[str, Position]:
    """Return a turn as text, furthest moves first and equal ones together, and the position after it.

    >>> from rules.play import Move
    >>> turn_text(Position.start(), Side.BLANCS, (3, 1), (Move(6, 5), Move(8, 5)))[0]
    '31: 8/5 6/5'
    """
    counts = {Side.BLANCS: list(position.blancs), Side.NOIRS: list(position.noirs)}
    own, theirs = counts[side], counts[side.adversary]
    written: Counter[str] = Counter()
    for move in sorted(moves, key=lambda move: (-move.start, -move.end)):
        own[move.start] -= 1
        own[move.end] += 1
        hit = move.end not in (OFF, BAR) and theirs[25 - move.end] == 1
        if hit:
            theirs[25 - move.end] = 0
            theirs[BAR] += 1
        written[f"{notation(move)}{'*' * hit}"] += 1
    text = " ".join(f"{move}({times})" if times > 1 else move for move, times in written.items())
    after = Position(tuple(counts[Side.BLANCS]), tuple(counts[Side.NOIRS]))
    return f"{max(dice)}{min(dice)}: {text}".rstrip(), after


def write(games: Iterable[GameRecord], players: tuple[str, str], target: int | None) -> str:
    """Write the whole match as text; target: its points, None for one without end (written as 0, as programs do)."""
    lines = [f" {target or 0} point match"]
    for game in games:
        lines.extend(["", *game.lines(players)])
    return "\n".join(lines) + "\n"
