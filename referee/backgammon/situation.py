"""The situation that backgammon's judge keeps between two acts, and its working state during one.

The situation's values are frozen, so that any can be restored.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from events.acts import Act, PlayAnnounced
from events.backgammon.rulings import Ending, GameWon, IllegalPlayRuled
from events.backgammon.settings import BackgammonSettings
from events.backgammon.state import Phase
from events.rulings import Ruling
from referee.one_judge import Numbering, OneAct
from rules.backgammon.match import Cube, Match, Win, pip_score, win
from rules.backgammon.plays import LegalPlays
from rules.backgammon.position import BAR, OFF, Position
from rules.play import Move
from rules.position import DAMES, Case, Dice, Side

NUMBERING = Numbering(range(BAR, OFF, -1), 0, OFF)


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw and its play.

    Attributes:
        number: which throw of the game it is, from 1.
        moves: the play as ruled, None until it is ruled.
        ruled_moves: the play last announced to people.
        announced: the play that the companion announced.
    """

    number: int
    side: Side
    dice: Dice
    t: float
    base: Position
    plays: LegalPlays
    moves: tuple[Move, ...] | None = None
    lawful: bool = True
    ruled_moves: tuple[Move, ...] | None = None
    announced: PlayAnnounced | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """The whole table.

    Attributes:
        trait: whose turn it is, None before the opening is decided.
        opening: the two dice of the opening, once thrown at `opened_at`.
        number: how many throws were made in this game.
        game: which game of the sitting it is, from 1.
        fault: the illegal play that may still be claimed.
        lapsed: the illegal play that the last throw made too late to claim.
        wanted: the player who has announced a double while the other is still playing.
        stopped: phase and trait of a game under way when a correction of the score ended the match.
    """

    phase: Phase = Phase.OPENING
    position: Position = field(default_factory=Position.start)
    trait: Side | None = None
    throw: Throw | None = None
    before: Throw | None = None
    opening: Dice | None = None
    opened_at: float = 0.0
    number: int = 0
    game: int = 1
    match: Match = field(default_factory=lambda: Match(None))
    cube: Cube = field(default_factory=Cube)
    fault: IllegalPlayRuled | None = None
    lapsed: IllegalPlayRuled | None = None
    wanted: Side | None = None
    stopped: tuple[Phase, Side | None] | None = None

    @property
    def untouched(self) -> bool:
        """Whether no dame has moved since the throw under way."""
        return self.throw is not None and self.position == self.throw.base


@dataclass(frozen=True, slots=True)
class Entry:
    """One act in the log.

    Attributes:
        before: the situation before it.
        rulings: the rulings on it.
        thrown: if it made a throw, the situation from which the throw was made, once the play before had ended.
        ended: the rulings on that play that the throw caused, the first of `rulings`.
    """

    act: Act
    before: Situation
    rulings: tuple[Ruling, ...] = ()
    thrown: Situation | None = None
    ended: tuple[Ruling, ...] = ()


@dataclass(slots=True)
class ActContext(OneAct[Situation, Throw, Ruling]):
    """The working state of the judge during one act; made: what is logged of it, if it made a throw."""

    numbering = NUMBERING

    settings: BackgammonSettings
    made: Entry | None = None

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
