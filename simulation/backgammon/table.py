"""A simulated table of backgammon: a match between two simulated players, over simulated seconds."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from events.acts import Act, DameLifted, DamePlaced
from events.field import Field
from rules.backgammon.match import Match
from rules.backgammon.position import BAR, OFF
from rules.backgammon.position import Position as BackgammonPosition
from rules.position import BANDE, Case, Position, Side
from rules.seating import Seating
from simulation.backgammon.game import MatchState, play_match
from simulation.backgammon.players import BackgammonRates
from simulation.players.marks import Marks
from simulation.timeline.choreography import Choreography, EventStream
from simulation.timeline.dames import BAR as ON_THE_BAR
from simulation.timeline.handling import Held

CASES = {ON_THE_BAR: BAR, BANDE: OFF}
"""The numbers in backgammon of the places that gestures use."""


class BackgammonChoreography(Choreography):
    """The same choreography, but acts on dames use the numbering of backgammon."""

    def _act(self, act: Act) -> None:
        if isinstance(act, DameLifted | DamePlaced):
            act = replace(act, case=CASES.get(act.case, act.case))
        super()._act(act)

    def _grasp_dame(self, by: Side, owner: Side, case: Case, start: float) -> Held:
        """Grasp a dame, also one that stands outside the board."""
        held = super()._grasp_dame(by, owner, case, start)
        if case == BANDE:
            self._act(DameLifted(held.since, owner, BANDE))
        return held


class SimulatedBackgammon(EventStream):
    """Two players, their board, and everything they do from the first opening to the end of a match.

    The same arguments give the same table.

    Args:
        seed: for everything random.
        target: the points of the match.
        pace: how many times faster than calm players.
        bar_height: of the bar above the floor, mm.

    Raises ValueError for a pace that is not positive or a target below 1.
    """

    def __init__(
        self,
        seed: int,
        *,
        target: int = 3,
        field: Field | None = None,
        rates: BackgammonRates | None = None,
        pace: float = 1.0,
        bar_height: float = 0.0,
    ) -> None:
        if not pace > 0:
            raise ValueError(f"pace is {pace}, expected more than 0")
        # Separate generators, so that the hands' movements never change the game.
        game = Random(f"{seed} backgammon")  # noqa: S311 - a game, not a secret
        hands = Random(f"{seed} hands")  # noqa: S311 - the same
        self.seating = Seating()
        self.field = field or Field()
        self.first = game.choice((Side.BLANCS, Side.NOIRS))
        self.state = MatchState(game, rates or BackgammonRates(), Match(target), self.first)
        start = BackgammonPosition.start()
        choreography = BackgammonChoreography(
            hands,
            seating=self.seating,
            field=self.field,
            light=Side.BLANCS,
            pace=pace,
            position=Position(start.blancs[1:BAR], start.noirs[1:BAR]),
            marks=Marks(),
            jetons=False,
            pegs=False,
            bar_height=bar_height,
        )
        super().__init__(play_match(self.state), choreography)
