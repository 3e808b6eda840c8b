"""Quiz of the lesson: a beginner first says what a throw is worth; voice and page announce it after that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from announce.notice import Guessed
from events.rulings import Played, ThrowWorth
from events.state import Mode
from events.trictrac.rulings import HeldOrLeft, Marked
from rules.position import Side
from tablier.games.requests import RequestError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Guess: TypeAlias = Literal["on", "open"] | None
"""The quiz is "on", or a guess is asked for now ("open"); None outside a quiz."""


class Quiz:
    """Whether the table asks for guesses, and the throw that waits for one; mode: what the table is for now."""

    def __init__(self, mode: Callable[[], Mode]) -> None:
        self._mode = mode
        self.on = False
        """Whether throws are to be asked about in lessons."""
        self.last = ""
        """The ruling of the last throw; empty before the first."""
        self._open: ThrowWorth | None = None

    def go_on(self, rulings: Iterable[object], *, on: bool, announced: str) -> None:
        """Be as in a game broken off.

        rulings: all of them; on, announced: `on` and `last` when a guess was last announced, with no throw
        left to announce.
        """
        self.on = on
        for ruling in rulings:
            self.late(ruling)
            self.asks(ruling)
        if self.last == announced:
            self._open = None

    def state(self) -> Guess:
        """The part of it that displays show."""
        if not self.on or self._mode() is not Mode.LESSON:
            return None
        return "on" if self._open is None else "open"

    def asks(self, announced: object) -> bool:
        """Whether a throw is asked about instead of announced; it then waits."""
        if isinstance(announced, ThrowWorth):
            self.last = announced.id
            self._open = announced if self.on and self._mode() is Mode.LESSON else None
            return self._open is not None
        return False

    def late(self, announced: object) -> ThrowWorth | None:
        """The throw to announce after all, because it was marked or played before a guess."""
        throw = self._open
        if throw is None or not isinstance(announced, Marked | Played | HeldOrLeft) or announced.throw != throw.throw:
            return None
        self._open = None
        return throw

    def asked(self, values: dict[str, Any], t: float) -> ThrowWorth | Guessed | None:
        """Do what a request says: `on` or off, or a guess of both sides' points; returns what to announce.

        Raises RequestError for values that are none, and for a guess when nothing is asked.
        """
        try:
            if "on" in values:
                self.on = msgspec.convert(values["on"], bool)
                waiting, self._open = self._open, None
                return None if self.on else waiting
            guess = {side: msgspec.convert(values[side.value], int) for side in Side}
        except (KeyError, msgspec.ValidationError) as wrong:
            raise RequestError(f"guess: {wrong}, expected on, or points for blancs and noirs") from None
        throw, self._open = self._open, None
        if throw is None:
            raise RequestError("guess: nothing is asked now")
        right = all(sum(jan.points for jan in throw.jans if jan.side is side) == guess[side] for side in Side)
        return Guessed(f"{throw.id}-guess", t, throw.throw, right, throw, (guess[Side.BLANCS], guess[Side.NOIRS]))
