"""What the judges of all games share: their working state during one act, and the companion's side in a solo game.

The companion announces its plays and a player makes them. Dames moved otherwise than announced are that player's slip,
which is no fault, and may be put right until the next throw.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from events.acts import PlayAnnounced
from events.rulings import CarriedOut, PlayToMake
from rules.play import Move
from rules.position import Case, Counts

Differences: TypeAlias = tuple[tuple[Case, int, int], ...]
"""Cases where dames do not stand as announced: each in the thrower's numbering, the dames expected, the dames there."""


class Situated(Protocol):
    """A situation with a throw under way, or none."""

    @property
    def throw(self) -> Any:  # noqa: ANN401 - of whatever game
        """The throw, None if none was made yet."""


SituationT = TypeVar("SituationT", bound=Situated)
ThrowT = TypeVar("ThrowT")
RulingT = TypeVar("RulingT")


@dataclass(frozen=True, slots=True)
class Numbering:
    """How a game numbers its cases.

    Attributes:
        cases: the cases of the board, in the order in which differences are reported.
        first: the case whose count a position gives first.
        off: the case of dames that leave the board.
    """

    cases: range
    first: Case
    off: Case

    def expected(self, throw: Any) -> Counts | None:  # noqa: ANN401 - of whatever game
        """Return the thrower's counts after the play that the companion announced; None without one."""
        said: PlayAnnounced | None = throw.announced
        if said is None or said.leaves:
            return None
        counts = list(throw.base.counts(throw.side))
        for move in said.moves:
            counts[move.start - self.first] -= 1
            if move.end - self.first < len(counts):
                counts[move.end - self.first] += 1
        return tuple(counts)

    def differences(self, throw: Any, there: Counts) -> Differences:  # noqa: ANN401 - of whatever game
        """Return the cases where the thrower's dames do not stand as announced; there: his counts."""
        due = self.expected(throw)
        if due is None:
            return ()
        each = ((case, due[case - self.first], there[case - self.first]) for case in self.cases)
        return tuple(one for one in each if one[1] != one[2])

    def moves_to_make(self, throw: Any, there: Counts) -> tuple[Move, ...]:  # noqa: ANN401 - of whatever game
        """Return the moves that still lead from the thrower's counts to the play announced."""
        due = self.expected(throw)
        if due is None:
            return ()
        moves: tuple[Move, ...] = throw.announced.moves
        return moves if there == throw.base.counts(throw.side) else self.ways(there, due)

    def ways(self, before: Counts, after: Counts) -> tuple[Move, ...]:
        """Return the moves between two counts of dames, the hindmost first. Dames that vanished left the board."""
        starts = [case for case in self.cases for _ in range(before[case - self.first] - after[case - self.first])]
        ends = [case for case in self.cases for _ in range(after[case - self.first] - before[case - self.first])]
        ends += [self.off] * (len(starts) - len(ends))
        return tuple(Move(start, end) for start, end in zip(starts, ends, strict=False))


@dataclass(slots=True)
class OneAct(Generic[SituationT, ThrowT, RulingT]):
    """The working state during one act.

    Attributes:
        situation: how the table stands; replaced as a whole, never changed in place.
        t: the time of the act, seconds.
        settings: how the table plays.
        new_id: returns the id of the next ruling.
        rulings: the rulings made so far.
    """

    numbering: ClassVar[Numbering]

    situation: SituationT
    t: float
    settings: Any
    new_id: Callable[[], str]
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

    def is_announcement(self, act: PlayAnnounced) -> bool:
        """Return whether an announcement can be the companion's play of the present throw, and is the first for it."""
        throw = self.situation.throw
        if throw is None or act.side is not self.settings.moved_for or throw.side is not act.side:
            return False
        if (throw.number, throw.dice) != (act.throw, act.dice) or throw.announced is not None:
            return False
        return act.leaves or any(play.moves == act.moves for play in throw.plays.plays)

    def rule_play_to_make(self: OneAct[Any, Any, Any], act: PlayAnnounced) -> None:
        """Report to the player how the companion's dames are to be moved."""
        self.rule(PlayToMake(self.new_id(), act.t, act.throw, act.side, act.dice, act.moves))
        if self.throw.moves is not None:
            self.rule_companions_dames()  # The player had moved the dames already.

    def rule_companions_dames(self: OneAct[Any, Any, Any]) -> None:
        """Rule whether the companion's dames stand as announced, once the throw is played."""
        throw = self.throw
        if throw.side is self.settings.moved_for and throw.announced is not None and throw.plays.dice_playable:
            found = self.numbering.differences(throw, self.situation.position.counts(throw.side))
            self.rule(CarriedOut(self.new_id(), self.t, throw.number, throw.side, found))
