"""A skeleton of jacquet, a third game: its start position, one rule, and all that a table needs to play it.

The dames begin on the talon of their owner. Until the first dame sent out (the courier) stands in the last quarter, no
other may be moved.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from announce.announcement import NEW_THROW, Subject
from announce.club.match_format import MatchFormat
from announce.phrases.catalogue import Catalogue
from announce.phrases.registry import AnnouncementKind, Entry, Line, Repertoire
from announce.table_api.payloads import Json
from announce.table_api.view import TableFacts
from events.acts import SHARED, Act, ByHand, DamePlaced, DiceThrown, PlayEnded, Request
from events.observation import Observation, Observed
from events.rulings import FaultRuling, Played, Ruling, ThrowWorth, Window
from events.state import GameSettings, GameState, Mode
from rules.fault import AnyFault
from rules.play import Move
from rules.position import DAMES, Case, Side
from tablier.games.game import Game, PlayedGame
from tablier.games.requests import Values, request_of
from tablier.storage.settings import Settings
from tests.tablier.jacquet.agreement import JacquetAgreement

TALON, LAST_QUARTER = 1, 19
START = (DAMES, *(0,) * 23)


class FaultName(StrEnum):
    """The faults that a play can have."""

    COURRIER = "courrier"


@dataclass(frozen=True, slots=True)
class BoardCleared(Act):
    """All dames went back to their talons."""


@dataclass(frozen=True, slots=True)
class JacquetFault(FaultRuling):
    """A dame was moved before the courier was home."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JacquetSettings(GameSettings):
    """The players' agreement."""

    courier: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class JacquetState(GameState):
    """The state of a table; position: the dames of each side on its cases 1..24."""

    position: dict[Side, tuple[int, ...]] = field(default_factory=lambda: dict.fromkeys(Side, START))
    trait: Side = Side.BLANCS
    throw: int = 0
    tour: int = 1

    @property
    def over(self) -> bool:
        return False


def courier(counts: tuple[int, ...]) -> Case:
    """Return the case of the foremost dame."""
    return max(case for case, count in enumerate(counts, 1) if count)


class JacquetReferee:
    """Follows one table; every DamePlaced moves the dame that the dice can bring there, the foremost first."""

    def __init__(self, settings: JacquetSettings) -> None:
        self.settings = settings
        self._state = JacquetState(mode=settings.mode)
        self._moves: tuple[Move, ...] = ()
        self._lawful = True

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return self._state.over

    def state(self) -> JacquetState:
        """Everything a display shows."""
        return self._state

    def observe(self, observation: Observation) -> Observed:
        """Take in one observation; readings are not implemented."""
        if not isinstance(observation, Act):
            return Observed()
        return Observed((observation,), self.recall(observation))

    def recall(self, act: Act) -> tuple[Ruling, ...]:
        """Record an act and return every ruling on it."""
        now = self._state
        match act:
            case DiceThrown():
                self._state = replace(now, dice=act.dice, throw=now.throw + 1, trait=act.side)
                self._moves, self._lawful = (), True
                return (ThrowWorth(self._id("t"), act.t, now.throw + 1, act.side, act.dice, (), 2),)
            case DamePlaced():
                return self._placed(act)
            case PlayEnded() if now.dice is not None:
                self._state = replace(now, trait=act.side.adversary, dice=None)
                return (Played(self._id("p"), act.t, now.throw, act.side, now.dice, self._moves, self._lawful),)
        return ()

    def _placed(self, act: DamePlaced) -> tuple[Ruling, ...]:
        now = self._state
        counts, dice = now.position[act.side], now.dice or (0, 0)
        start = next(act.case - number for number in dice if act.case > number and counts[act.case - number - 1])
        wrong = self.settings.courier and start != courier(counts) and courier(counts) < LAST_QUARTER
        moved = list(counts)
        moved[start - 1] -= 1
        moved[act.case - 1] += 1
        self._state = replace(now, position={**now.position, act.side: tuple(moved)})
        self._moves, self._lawful = (*self._moves, Move(start, act.case)), self._lawful and not wrong
        if not wrong:
            return ()
        name = self._id("f")
        fault = AnyFault(FaultName.COURRIER, act.side, "le courrier", (start,))
        return (JacquetFault(name, act.t, now.throw, fault, act.side.adversary, Window.OPEN, name),)

    def _id(self, kind: str) -> str:
        return f"{kind}{self._state.throw}"


class JacquetView:
    """The state as the page and MQTT show it."""

    def payload(self, state: JacquetState, shown: TableFacts) -> dict[str, Json]:
        """Return the state as JSON values."""
        return {
            "game": "jacquet",
            "table": shown.table,
            "position": {str(side): list(counts) for side, counts in state.position.items()},
            "dice": list(state.dice) if state.dice else None,
            "trait": str(state.trait),
            "throw": state.throw,
            "tour": state.tour,
        }

    def lines(self, state: JacquetState, shown: TableFacts) -> tuple[str, ...]:
        """Return short lines for a small display."""
        return (f"{shown.table}: {state.throw}",)


def said(french: str, english: str) -> Entry[Any, Any]:
    """Return an entry on the throw with these words, which are in no catalogue."""
    texts = {"fr": french, "en": english}
    return Entry(
        words=lambda ruling, words, _manner: Line.both(texts[words.catalogue.language].format(ruling)),
        kind=AnnouncementKind(Subject.THROW, stales=NEW_THROW),
        name=lambda _ruling, _manner: "jacquet",
        examples=lambda: (),
    )


class Jacquet(Game[JacquetReferee]):
    """The game, as a table plays it."""

    name = "jacquet"
    acts = (*SHARED, BoardCleared)
    repertoire = Repertoire(
        {
            ThrowWorth: said("Jacquet : {0.dice[0]} et {0.dice[1]}.", "Jacquet: {0.dice}."),
            JacquetFault: said("Le courrier n'est pas arrivé.", "The courier is not home."),
        }
    )
    view = JacquetView
    ends = (Played,)
    matches = (MatchFormat("jacquet", "games", range(3, 10, 2)),)

    def referee(self, settings: Settings) -> JacquetReferee:
        """Make a referee for a new game."""
        table = settings.table
        courier = settings.agreement(JacquetAgreement).courier
        return JacquetReferee(
            JacquetSettings(mode=Mode(table.mode), seating=settings.seating, light=Side(table.light), courier=courier)
        )

    def request(self, verb: str, values: Values, t: float, referee: JacquetReferee) -> Request:
        """Return the request a verb and its values make."""
        return request_of(verb, values, t, referee.state().throw, {})

    def where(self, state: JacquetState) -> str:
        """Return a few words on where a game stands."""
        return f"throw {state.throw}, {state.trait} to play."

    def note(self, act: ByHand, words: Catalogue) -> str:  # noqa: ARG002 - in English alone
        """Describe a correction."""
        return f"{act.by}: by hand"

    def record(self, played: PlayedGame) -> tuple[str, str]:
        """Return the record."""
        plays = [ruling for ruling in played.rulings if isinstance(ruling, Played)]
        lines = (f"{one.throw} {one.side} {'/'.join(f'{m.start}-{m.end}' for m in one.moves)}\n" for one in plays)
        return f"game-{played.number}.jacquet", f"jacquet, {played.day}\n{''.join(lines)}" if plays else ""


GAMES = (Jacquet(),)
