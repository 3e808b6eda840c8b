"""The knowledge of backgammon's judge between two acts: frozen values, so any moment can be gone back to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from events.backgammon.state import Phase
from rules.backgammon.match import Cube, Match
from rules.backgammon.position import Position

if TYPE_CHECKING:
    from events.acts import PlayAnnounced
    from events.backgammon.rulings import IllegalPlayRuled
    from rules.backgammon.plays import LegalPlays, Move
    from rules.position import Dice, Side


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw: its player, dice and starting position, and what became of it.

    number: in the game; moves: the play as ruled, None until it is; told: the play last announced to people; announced:
    the play that the companion announced.
    """

    number: int
    side: Side
    dice: Dice
    t: float
    base: Position
    legal: LegalPlays
    moves: tuple[Move, ...] | None = None
    lawful: bool = True
    told: tuple[Move, ...] | None = None
    announced: PlayAnnounced | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """The whole table.

    trait: whose turn, None before the opening is decided; opening: the two dice of the opening, once thrown, and when;
    number: throws made in this game; game: 1 for the first of the sitting; fault: the illegal play whose window is
    open; lapsed: the one the last throw closed; wanted: who has said that he doubles, the other still playing; stopped:
    phase and trait of a game that was under way when the match was set right to its end.
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
