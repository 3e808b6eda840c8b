"""The state while one act is judged: the situation so far, and the rulings made so far."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from events.rulings import Ruling, Window, Withdrawn
from events.trictrac.rulings import FaultRuled, Marked, TourWon
from events.trictrac.settings import Settings
from events.trictrac.state import Phase
from referee.inference.tables import FILTER
from referee.one_judge import OneAct
from referee.trictrac.judge.ledger import Ledger
from referee.trictrac.judge.marking_state import LastMark
from referee.trictrac.judge.misread_tolerance import also_moved
from referee.trictrac.judge.ruling_diff import as_announced
from referee.trictrac.judge.situation import NUMBERING, FaultKey, Situation, Throw
from rules.fault import Fault
from rules.faults.chronology import On
from rules.marking import Score
from rules.position import Case, Side


@dataclass(slots=True)
class Ids:
    """Gives rulings names, unique in a game, and a fault the same name when the past is judged again.

    branch: how often throws were undone; a fault made again after that has a new name.
    gone: withdrawn faults; if one is found again, it has a new name, because its withdrawal was announced.
    kept: rulings that were judged again, as they were announced; see `ruling_diff.keep_ids`.
    """

    last: int = 0
    branch: int = 0
    faults: dict[tuple[int, int, FaultKey, int], str] = field(default_factory=dict)
    named: Counter[tuple[int, int]] = field(default_factory=Counter)
    gone: set[str] = field(default_factory=set)
    kept: dict[str, Ruling] = field(default_factory=dict)

    def new(self) -> str:
        """Return a new name."""
        self.last += 1
        return str(self.last)

    def of_fault(self, situation: Situation, key: FaultKey) -> str:
        """Return the name of a fault about to be ruled in a situation. When judged again it keeps its name."""
        whole = (self.branch, situation.tour, key, situation.faults.count(key))
        if whole not in self.faults or self.faults[whole] in self.gone:
            self.named[whole[:2]] += 1
            self.faults[whole] = f"f{self.branch}.{situation.tour}.{self.named[whole[:2]]}"
        return self.faults[whole]


@dataclass(slots=True)
class ActContext(OneAct[Situation, Throw, Ruling]):
    """The state that the effects of one act change; ids: gives faults their names."""

    numbering = NUMBERING

    settings: Settings
    ids: Ids

    def rule(self, ruling: Ruling) -> None:
        """Add a ruling. A withdrawal is of the ruling as it was announced."""
        self.rulings.append(as_announced(ruling, self.ids.kept))

    def move_dame(self, side: Side, case: Case, by: int) -> None:
        """Take a dame from the position (by -1) or add one (by +1); case 25 is off the board."""
        position = self.situation.position
        counts = list(position.counts(side))
        if case <= len(counts):
            counts[case - 1] += by
            self.become(position=position.with_counts(side, tuple(counts)))
            self.become(otherwise=also_moved(self.situation, side, case, by))

    def rewrite(self, ledger: Ledger) -> None:
        """Replace the ledger, and with it the score."""
        score, companion = ledger.score(self.settings.code), self.settings.moved_for
        books = replace(self.situation.books, ledger=ledger)
        if companion is not None:
            # The companion's announcement is its mark. The player moves its jeton and fichet.
            books = replace(books, board=books.board.show_score(companion, score, ledger.trous))
        self.become(books=books, score=score)

    def enter(self, at: int, points: int, *, ecole: bool = False) -> int:
        """Mark points on a line of the ledger, or take them off (negative), and announce it. Return the trous made.

        ecole: whether to announce an école although the line is not an école's.
        """
        line, before = self.situation.books.ledger.lines[at], self.situation.score
        held, phase = before.of(line.side).trous, self.situation.phase
        self.rewrite(self.situation.books.ledger.marking(at, points))
        trous = self.situation.score.of(line.side).trous - held
        said, owed, last = points, line.open, self.situation.books.last
        same = last is not None and (last.about, last.phase) == (line.about, phase) and points > 0 and not line.begun
        stood = before.of(line.side).points, before.of(line.side).trous
        if last is not None and same and stood == (last.ruling.reste, last.ruling.total):
            # In several goes, but one mark.
            self.rule(Withdrawn(self.new_id(), self.t, line.throw, last.ruling, asked=True))
            before, said, owed = last.score, last.ruling.points + points, last.ruling.owed
        ecole = ecole or line.ecole or points < 0
        ruling = self.announce_mark(line.side, said, before, throw=line.throw, ecole=ecole, owed=owed)
        last = LastMark(line.about, ruling, before, phase) if points > 0 and not line.undone else None
        self.become(books=replace(self.situation.books, last=last))
        own = line.on is On.OWN and not line.ecole
        if own and self.situation.throw is not None and self.throw.number == line.throw:
            self.become_throw(gained=self.throw.gained + trous, marked=self.throw.marked + points)
        return trous

    def announce_mark(
        self, side: Side, points: int, before: Score, *, throw: int, ecole: bool = False, owed: int = 0
    ) -> Marked:
        """Announce the effect of marking points on the score `before`. Return the announcement."""
        held = self.situation.score.of(side)
        trous = held.trous - before.of(side).trous
        # An odd number of trous was begun out of bredouille (Jeu 1).
        bredouille = trous % 2 == 0 if trous else held.bredouille
        ruling = Marked(
            self.new_id(), self.t, throw, side, points, trous, held.points, bredouille, held.trous, ecole, owed
        )  # fmt: skip
        self.rule(ruling)
        return ruling

    def has_winner(self) -> bool:
        """Return whether a player has his twelve trous."""
        return self.settings.trous is not None and self.situation.score.winner(self.settings.trous) is not None

    def rule_win(self) -> None:
        """Announce, once, that a player has his twelve trous and has won the tour (Lois XX)."""
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

    def not_won(self) -> None:
        """Continue a tour that is not over after all. If its end was announced, withdraw that."""
        won = self.situation.won
        if won is not None:
            self.rule(Withdrawn(self.new_id(), self.t, self.situation.number, won))
            self.become(won=None, phase=self.situation.phase_of_throw())

    def not_left(self) -> None:
        """Let the thrower, who was ruled to leave, play his throw. Withdraw that ruling."""
        left = self.throw.left
        if left is not None:
            self.rule(Withdrawn(self.new_id(), self.t, self.situation.number, left))
            self.become_throw(held=None, left=None)
            self.become(phase=self.situation.phase_of_throw())

    def fault(self, fault: Fault, number: int | None = None) -> str:
        """Open the window of a fault made in throw `number` (default: this throw). Return its id."""
        number = self.situation.number if number is None else number
        key = (number, fault.name, fault.by)
        name = self.ids.of_fault(self.situation, key)
        ruling = FaultRuled(name, self.t, number, fault, fault.by.adversary, Window.OPEN, name)
        self.rule(ruling)
        recent = (one for one in self.situation.faults if one[0] >= number - FILTER.settled)
        self.become(open_faults=(*self.situation.open_faults, ruling), faults=(*recent, key))
        return name

    def withdraw(self, opened: FaultRuled) -> None:
        """Withdraw a fault silently: there was no fault after all, or another ruling replaces it."""
        self.rule(Withdrawn(self.new_id(), self.t, opened.throw, opened, asked=True))
        self.become(open_faults=tuple(one for one in self.situation.open_faults if one.about != opened.about))

    def close(self, opened: FaultRuled, window: Window) -> None:
        """Close the open window of a fault and rule how it ended."""
        self.rule(replace(opened, id=self.new_id(), t=self.t, window=window))
        self.become(open_faults=tuple(one for one in self.situation.open_faults if one.about != opened.about))

    def close_about(self, about: str, window: Window) -> None:
        """Close the window of the fault with this name, if it is open."""
        for fault in self.situation.open_faults:
            if fault.about == about:
                self.close(fault, window)
