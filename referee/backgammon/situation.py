"""The situation that backgammon's judge keeps between two acts. Its values are frozen, so any can be restored."""

from __future__ import annotations

from dataclasses import dataclass, field

from events.acts import PlayAnnounced
from events.backgammon.rulings import IllegalPlayRuled
from events.backgammon.state import Phase
from rules.backgammon.match import Cube, Match
from rules.backgammon.plays import LegalPlays, Move
from rules.backgammon.position import Position
from rules.position import Dice, Side


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
    legal: LegalPlays
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
