"""The working state of the judge during one act, in any game: the situation so far, and the rulings made."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar


class Situated(Protocol):
    """A situation with a throw under way, or none."""

    @property
    def throw(self) -> Any:  # noqa: ANN401 - of whatever game
        """The throw, None if none was made yet."""


SituationT = TypeVar("SituationT", bound=Situated)
ThrowT = TypeVar("ThrowT")
RulingT = TypeVar("RulingT")


@dataclass(slots=True)
class OneAct(Generic[SituationT, ThrowT, RulingT]):
    """The working state during one act.

    Attributes:
        situation: how the table stands; replaced as a whole, never changed in place.
        t: the time of the act, seconds.
        rulings: the rulings made so far.
    """

    situation: SituationT
    t: float
    rulings: list[RulingT] = field(default_factory=list, kw_only=True)

    @property
    def throw(self) -> ThrowT:
        """The throw under way; raises ValueError if none was made yet."""
        throw: ThrowT | None = self.situation.throw
        if throw is None:
            raise ValueError("no throw was made yet")
        return throw

    def become(self, **changes: object) -> None:
        """Replace parts of the situation, unless none of them changes."""
        if any(getattr(self.situation, name) is not value for name, value in changes.items()):
            self.situation = replace(self.situation, **changes)  # type: ignore[type-var] # names are checked by replace

    def become_throw(self, **changes: object) -> None:
        """Replace parts of the throw under way."""
        self.become(throw=replace(self.throw, **changes))  # type: ignore[type-var] # as above

    def rule(self, ruling: RulingT) -> None:
        """Add a ruling."""
        self.rulings.append(ruling)
