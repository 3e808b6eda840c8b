"""The quiz of a lesson: a beginner first guesses what a throw is worth; then voice and page announce it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeAlias

import msgspec

from announce.notice import Guessed
from events.rulings import Played, ThrowWorth
from events.state import Mode
from events.trictrac.rulings import HeldOrLeft, Marked
from rules.position import Side
from tablier.games.requests import RequestError

Guess: TypeAlias = Literal["on", "open"] | None
"""The quiz is "on", or a guess is asked for now ("open"); None outside a quiz."""


class Quiz:
    """Whether the table asks for guesses, and the throw that waits for one; `mode` gives the table's present mode."""

    def __init__(self, mode: Callable[[], Mode]) -> None:
        self._mode = mode
        self.on = False
        """Whether a lesson asks about throws."""
        self.last = ""
        """The ruling of the last throw; empty before the first."""
        self._open: ThrowWorth | None = None

    def go_on(self, rulings: Iterable[object], *, on: bool, announced: str) -> None:
        """Restore the quiz of a game that was broken off.

        rulings: all of them
        on, announced: `on` and `last` when a guess was last announced, with no throw left to announce
        """
        self.on = on
        for ruling in rulings:
            self.late(ruling)
            self.asks(ruling)
        if self.last == announced:
            self._open = None

    def state(self) -> Guess:
        """Return what displays show of the quiz."""
        if not self.on or self._mode() is not Mode.LESSON:
            return None
        return "on" if self._open is None else "open"

    def asks(self, announced: object) -> bool:
        """Return whether to ask about a throw instead of announcing it; it then waits for a guess."""
        if isinstance(announced, ThrowWorth):
            self.last = announced.id
            self._open = announced if self.on and self._mode() is Mode.LESSON else None
            return self._open is not None
        return False

    def late(self, announced: object) -> ThrowWorth | None:
        """Return the waiting throw, to announce now, because it was marked or played before a guess."""
        throw = self._open
        if throw is None or not isinstance(announced, Marked | Played | HeldOrLeft) or announced.throw != throw.throw:
            return None
        self._open = None
        return throw

    def on_request(self, values: dict[str, Any], t: float) -> ThrowWorth | Guessed | None:
        """Switch the quiz `on` or off, or take a guess of both sides' points; return what to announce.

        Raises RequestError for wrong values, and for a guess when nothing is asked.
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
            raise RequestError("guess: nothing is asked now", "not_asked")
        right = all(sum(jan.points for jan in throw.jans if jan.side is side) == guess[side] for side in Side)
        return Guessed(f"{throw.id}-guess", t, throw.throw, right, throw, (guess[Side.BLANCS], guess[Side.NOIRS]))
