"""The judge at work on one act: the situation as it becomes, and the rulings made on the way."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from referee.rulings import FaultRuled, Marked, TourWon, Window
from referee.state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.judge.situation import Situation, Throw
    from referee.rulings import Ruling
    from referee.settings import Settings
    from rules.fault import Fault
    from rules.marking import Marking
    from rules.position import Case, Side


@dataclass(slots=True)
class Bench:
    """What the effects of one act work on. `situation` is exchanged, never changed in place.

    t: the act's time; new_id: gives ids unique in the game.
    """

    settings: Settings
    situation: Situation
    t: float
    new_id: Callable[[], str]
    rulings: list[Ruling] = field(default_factory=list)

    @property
    def throw(self) -> Throw:
        """The throw under way; raises ValueError if none was made yet."""
        if self.situation.throw is None:
            raise ValueError("no throw was made yet")
        return self.situation.throw

    def become(self, **changes: object) -> None:
        """Exchange parts of the situation."""
        self.situation = replace(self.situation, **changes)  # type: ignore[arg-type] # names are checked by replace

    def become_throw(self, **changes: object) -> None:
        """Exchange parts of the throw under way."""
        self.become(throw=replace(self.throw, **changes))  # type: ignore[arg-type] # as above

    def rule(self, ruling: Ruling) -> None:
        """Say something."""
        self.rulings.append(ruling)

    def move_dame(self, side: Side, case: Case, by: int) -> None:
        """Take a dame from the position (by -1) or add one (by +1); case 25 is off the board."""
        position = self.situation.position
        counts = list(position.counts(side))
        if case <= len(counts):
            counts[case - 1] += by
            self.become(position=position.replaced(side, tuple(counts)))

    def marked(self, marking: Marking, *, owed: int, ecole: bool = False, number: int | None = None) -> None:
        """Tell that a side marked for throw `number` (default: this one), and whether that wins the tour (Lois XX)."""
        total = self.situation.score.of(marking.side).trous
        throw = self.situation.number if number is None else number
        self.rule(
            Marked(
                self.new_id(), self.t, throw, marking.side, marking.points, marking.trous, marking.reste,
                marking.bredouille, total, ecole, owed,
            )
        )  # fmt: skip
        winner = self.situation.score.winner()
        if winner is not None and self.situation.winner is None:
            score = self.situation.score
            other = score.of(winner.adversary).trous
            alone = score.d_affilee(winner)
            self.rule(
                TourWon(
                    self.new_id(), self.t, throw, winner, score.of(winner).trous, other,
                    grande_bredouille=alone, pavillon=score.pavillon is winner,
                )
            )  # fmt: skip
            self.become(winner=winner, phase=Phase.OVER)

    def fault(self, fault: Fault, number: int | None = None) -> str:
        """Open the window of a fault, made in throw `number` (default: this one); its id."""
        name = self.new_id()
        number = self.situation.number if number is None else number
        ruling = FaultRuled(name, self.t, number, fault, fault.by.adversary, Window.OPEN, name)
        self.rule(ruling)
        self.become(open_faults=(*self.situation.open_faults, ruling))
        return name

    def close(self, opened: FaultRuled, window: Window) -> None:
        """Say what became of a fault whose window was open."""
        self.rule(replace(opened, id=self.new_id(), t=self.t, window=window))
        self.become(open_faults=tuple(one for one in self.situation.open_faults if one.about != opened.about))
