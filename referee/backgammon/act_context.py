"""The working state of backgammon's judge during one act: the situation so far, and the rulings made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from events.backgammon.rulings import Ending, GameWon
from events.backgammon.settings import BackgammonSettings
from events.backgammon.state import Phase
from events.rulings import Ruling
from referee.backgammon.situation import Situation, Throw
from referee.one_act import OneAct
from rules.backgammon.match import Match, Win, pip_score, win
from rules.backgammon.position import BAR, OFF
from rules.position import DAMES, Case, Side


@dataclass(slots=True)
class ActContext(OneAct[Situation, Throw, Ruling]):
    """The working state during one act.

    Attributes:
        settings: how the table plays.
        new_id: returns the id of the next ruling.
    """

    settings: BackgammonSettings
    new_id: Callable[[], str]

    def move_dame(self, side: Side, case: Case, by: int) -> None:
        """Take a dame from the position (`by` -1) or add one (+1), unless that is impossible."""
        position = self.situation.position
        counts = list(position.counts(side))
        if OFF <= case <= BAR and counts[case] + by >= 0 and sum(counts) + by <= DAMES:
            counts[case] += by
            self.become(position=position.with_counts(side, tuple(counts)))

    def rule_borne_off(self, side: Side) -> None:
        """Rule that `side` has won by bearing off all its dames."""
        position, cube = self.situation.position, self.situation.cube
        how = win(position)
        if self.settings.pips:
            points = pip_score(position)
            self.rule_win(side, Ending.BORNE_OFF, how, points, self.situation.match.add_points(side, points))
        else:
            match = self.situation.match.after_win(side, cube, how)
            self.rule_win(side, Ending.BORNE_OFF, how, cube.value * how, match)

    def rule_win(self, side: Side, ending: Ending, how: Win, points: int, match: Match) -> None:
        """Rule that `side` has won the game; match: the match with this game counted."""
        self.rule(
            GameWon(
                self.new_id(), self.t, self.situation.number, side, ending, how, points, match.blancs, match.noirs,
                match.over, self.settings.pips,
            )
        )  # fmt: skip
        self.become(phase=Phase.OVER, match=match, trait=None)
