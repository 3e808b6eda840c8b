"""Turn rulings of backgammon into the record of a match (docs/backgammon.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from announce.phrases.catalogue import catalogue
from events.acts import Undone
from events.backgammon.rulings import CubeAnswered, CubeOffered, GameBegan, GameWon, IllegalPlayRuled
from events.rulings import Played, Revised, Ruling, Window, standing
from rules.backgammon.position import Position
from rules.backgammon.record import GameRecord, turn_text, write
from rules.play import Move
from rules.position import Dice, Side
from tablier.storage.corrections import MatchCorrection, in_time, words_of

PLAYERS = ("Blancs", "Noirs")


class MatchRecord:
    """A match that is being recorded, one ruling after another. A play that was read again appears in its last form.

    A correction by hand is a note in the record, and the play continues from it.
    """

    def __init__(self) -> None:
        self._games = [GameRecord(1, (0, 0))]
        self._begin()

    def _begin(self) -> None:
        self._position = Position.start()
        self._before: dict[int, tuple[Position, int, Side, Dice]] = {}
        self._faults: dict[str, str] = {}
        self._since: dict[int, float] = {}
        self._set: list[tuple[float, Position]] = []

    @property
    def begun(self) -> bool:
        """Whether anything was recorded."""
        return any(game.begun for game in self._games)

    def add(self, ruling: Ruling) -> None:
        """Record one ruling; rulings that are no part of a game add no line."""
        game = self._games[-1]
        match ruling:
            case Played():
                self._play(ruling.throw, ruling.side, ruling.dice, ruling.moves)
            case Revised() if ruling.throw in self._before:
                self._revise(ruling.throw, ruling.moves)
            case CubeOffered():
                game.turns.append((ruling.side, f" Doubles => {ruling.value}"))
            case CubeAnswered():
                game.turns.append((ruling.side, " Takes" if ruling.taken else " Drops"))
            case IllegalPlayRuled() if ruling.window is Window.MENDED and ruling.about in self._faults:
                game.notes.remove(self._faults.pop(ruling.about))
            case IllegalPlayRuled() if ruling.about not in self._faults:
                self._faults[ruling.about] = f"throw {ruling.throw}: {ruling.fault.by}, {ruling.fault.name}"
                game.notes.append(self._faults[ruling.about])
            case GameWon():
                game.result = (ruling.side, ruling.points, ruling.match_over)
                self._games.append(GameRecord(game.number + 1, (ruling.blancs, ruling.noirs)))
                self._begin()
            case GameBegan() if game.turns:
                game.notes.append("broken off")
                self._games.append(GameRecord(game.number + 1, game.before))
                self._begin()
            case _:
                pass

    def tell(self, ruling: Ruling) -> None:
        """Remember when each throw began, also from rulings that were withdrawn later."""
        self._since.setdefault(ruling.throw, ruling.t)

    def correct(self, act: MatchCorrection) -> None:
        """Record a correction by hand. An `Undone` also takes back the dames that were set since its throw."""
        game = self._games[-1]
        if isinstance(act, Undone):
            since = self._since.get(act.throw, act.t)
            self._position = next((before for t, before in self._set if t >= since), self._position)
            self._set = [(t, before) for t, before in self._set if t < since]
            self._since = {throw: t for throw, t in self._since.items() if throw < act.throw}
        elif act.position is not None:
            self._set.append((act.t, self._position))
            self._position = act.position
        game.notes.append(f"after turn {len(game.turns)}, {words_of(act, catalogue('en'))}")

    def text(self, target: int | None) -> str:
        """Return the match as far as it has gone."""
        return write([game for game in self._games if game.begun], PLAYERS, target)

    def _play(self, throw: int, side: Side, dice: Dice, moves: Sequence[Move]) -> None:
        turns = self._games[-1].turns
        self._before[throw] = (self._position, len(turns), side, dice)
        text, self._position = turn_text(self._position, side, dice, moves)
        turns.append((side, text))

    def _revise(self, throw: int, moves: Sequence[Move]) -> None:
        """Replace the recorded play of a throw by the play as it really was."""
        turns = self._games[-1].turns
        position, kept, side, dice = self._before[throw]
        text, after = turn_text(position, side, dice, moves)
        turns[kept] = (side, text)
        if throw == max(self._before):
            self._position = after


def record_of(rulings: Iterable[Ruling], target: int | None, corrections: Iterable[MatchCorrection] = ()) -> str:
    """Return the record of a match, "" when nothing was played; `corrections` are those by hand, in order."""
    record, announced = MatchRecord(), tuple(rulings)
    kept = {ruling.id for ruling in standing(announced)}
    for happened in in_time(announced, corrections):
        if isinstance(happened, MatchCorrection):
            record.correct(happened)
            continue
        record.tell(happened)
        if happened.id in kept:
            record.add(happened)
    return record.text(target) if record.begun else ""
