"""The judge at work on one act: the situation as it develops, and the rulings made on the way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from events.rulings import Ruling, Window, Withdrawn
from events.trictrac.rulings import FaultRuled, Marked, TourWon
from events.trictrac.state import Phase
from referee.inference.tables import FILTER
from referee.judge.misread_tolerance import also_moved
from referee.judge.situation import Situation, Throw
from referee.one_act import OneAct
from rules.faults.chronology import On

if TYPE_CHECKING:
    from events.trictrac.settings import Settings
    from referee.judge.ids import Ids
    from referee.judge.ledger import Ledger
    from rules.fault import Fault
    from rules.marking import Score
    from rules.position import Case, Side


@dataclass(slots=True)
class ActContext(OneAct[Situation, Throw, Ruling]):
    """The state that the effects of one act work on; ids: gives rulings their names."""

    settings: Settings
    ids: Ids

    def new_id(self) -> str:
        """A name for a ruling, unique in the game."""
        return self.ids.new()

    def move_dame(self, side: Side, case: Case, by: int) -> None:
        """Take a dame from the position (by -1) or add one (by +1); case 25 is off the board."""
        position = self.situation.position
        counts = list(position.counts(side))
        if case <= len(counts):
            counts[case - 1] += by
            self.become(position=position.replaced(side, tuple(counts)))
            self.become(otherwise=also_moved(self.situation, side, case, by))

    def rewrite(self, ledger: Ledger) -> None:
        """Exchange the ledger; the score follows from it."""
        score, companion = ledger.score(self.settings.code), self.settings.moved_for
        books = replace(self.situation.books, ledger=ledger)
        if companion is not None:
            # It marks by its word: the player sees to where its jeton and fichet stand.
            books = replace(books, board=books.board.marked_for(companion, score, ledger.trous))
        self.become(books=books, score=score)

    def enter(self, at: int, points: int, *, ecole: bool = False) -> int:
        """Mark points on a line of the ledger, or take them off it (negative), and announce it; the trous that makes.

        ecole: announced as points of an école, though the line is not one's.
        """
        line, before = self.situation.books.ledger.lines[at], self.situation.score
        self.rewrite(self.situation.books.ledger.marking(at, points))
        ecole = ecole or line.ecole or points < 0
        trous = self.told(line.side, points, before, throw=line.throw, ecole=ecole, owed=line.open)
        own = line.on is On.OWN and not line.ecole
        if own and self.situation.throw is not None and self.throw.number == line.throw:
            self.become_throw(gained=self.throw.gained + trous, marked=self.throw.marked + points)
        return trous

    def told(self, side: Side, points: int, before: Score, *, throw: int, ecole: bool = False, owed: int = 0) -> int:
        """Announce the effect of marking points on the score `before`; the trous it made."""
        held = self.situation.score.of(side)
        trous = held.trous - before.of(side).trous
        # An odd number of trous was begun out of bredouille (Jeu 1).
        bredouille = trous % 2 == 0 if trous else held.bredouille
        self.rule(
            Marked(
                self.new_id(), self.t, throw, side, points, trous, held.points, bredouille, held.trous, ecole, owed
            )
        )  # fmt: skip
        return trous

    def has_winner(self) -> bool:
        """Whether somebody has his twelve trous."""
        return self.settings.trous is not None and self.situation.score.winner(self.settings.trous) is not None

    def won(self) -> None:
        """Announce that somebody has his twelve trous and has won the tour (Lois XX), once all is marked."""
        score = self.situation.score
        winner = None if self.settings.trous is None else score.winner(self.settings.trous)
        if winner is None or self.situation.winner is not None:
            return
        won = TourWon(
            self.new_id(), self.t, self.situation.number, winner, score.of(winner).trous,
            score.of(winner.adversary).trous,
            grande_bredouille=score.d_affilee(winner), pavillon=score.pavillon is winner,
        )  # fmt: skip
        self.rule(won)
        self.become(won=won, phase=Phase.OVER)

    def won_or_not(self) -> None:
        """The score was set by hand: a player with his twelve trous has won, one who lost them has not."""
        limit = self.settings.trous
        if limit is None or self.situation.score.winner(limit) is None:
            self.not_won()
        self.won()

    def not_won(self) -> None:
        """The tour is not over after all, which is announced if its end was."""
        won = self.situation.won
        if won is not None:
            self.rule(Withdrawn(self.new_id(), self.t, self.situation.number, won))
            self.become(won=None, phase=self.situation.phase_of_throw())

    def fault(self, fault: Fault, number: int | None = None) -> str:
        """Open the window of a fault, made in throw `number` (default: this one); its id."""
        number = self.situation.number if number is None else number
        key = (number, fault.name, fault.by)
        name = self.ids.of_fault(self.situation, key)
        ruling = FaultRuled(name, self.t, number, fault, fault.by.adversary, Window.OPEN, name)
        self.rule(ruling)
        recent = (one for one in self.situation.faults if one[0] >= number - FILTER.settled)
        self.become(open_faults=(*self.situation.open_faults, ruling), faults=(*recent, key))
        return name

    def withdraw(self, opened: FaultRuled) -> None:
        """Take a fault back silently: it is none after all, or another ruling takes its place."""
        self.rule(Withdrawn(self.new_id(), self.t, opened.throw, opened, asked=True))
        self.become(open_faults=tuple(one for one in self.situation.open_faults if one.about != opened.about))

    def close(self, opened: FaultRuled, window: Window) -> None:
        """Rule how a fault ended whose window was open."""
        self.rule(replace(opened, id=self.new_id(), t=self.t, window=window))
        self.become(open_faults=tuple(one for one in self.situation.open_faults if one.about != opened.about))
