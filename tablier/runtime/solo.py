"""The companion's seat at a table: what it does by itself, and what it does on request.

The coach answers in a thread away from the table's loop, the companion's own play first.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final, TypeAlias

import msgspec

from announce.notice import Advice, JetonUnseen, Reviewed, StillToMake
from coach.advice import Choice
from events.acts import Act, DiceThrown
from events.peg_reading import Button, Signal
from events.rulings import Ruling
from events.state import Mode
from events.trictrac.rulings import MarksAmiss
from referee.games import GameReferee
from rules.play import Move
from tablier.game_packages import coach_warm_ups
from tablier.games import game_played
from tablier.games.game import Game
from tablier.games.requests import RequestError
from tablier.games.solo import About, Answer, Question, SoloGame
from tablier.runtime.inbox import Inbox, Thought
from tablier.runtime.worker import Worker
from tablier.storage.settings import LEVELS, Settings

Reminder: TypeAlias = StillToMake | MarksAmiss | JetonUnseen
_log = logging.getLogger(__name__)


def answer_of(question: Question) -> Answer:
    """Return the coach's answer; one without plays when the coach fails, as on an illegal board."""
    try:
        return question.ask(question)
    except Exception:
        _log.exception("the coach gives no answer")
        return Answer(question)


class Thinker(Worker[Question]):
    """Answers one question after another in a thread. A newer question replaces a waiting one about the same.

    give: called from the thread with each answer
    ready: called from the thread before the first question
    """

    def __init__(self, give: Callable[[Answer], None], ready: Callable[[], None] = lambda: None) -> None:
        self._give = give
        self._ready = ready
        self._waiting: dict[About, Question] = {}
        super().__init__("coach")

    def ask(self, question: Question) -> None:
        """Take a question; never waits."""
        with self.changed:
            self._waiting[question.about] = question
            self.changed.notify()

    def _take(self) -> Question | None:
        return self._waiting.pop(min(self._waiting, key=list(About).index)) if self._waiting else None

    def _do(self, work: Question) -> None:
        self._give(answer_of(work))

    def _run(self) -> None:
        self._ready()
        super()._run()


AMATEUR: Final = "amateur"
PATIENCE: Final = 4.0
"""Seconds in which the player may still correct a play before the companion throws virtual dice: a guess."""
FORGOTTEN: Final = 8.0
"""Seconds after which a play that was begun counts as forgotten: a guess."""
WORSE: Final = 0.25
"""Trous a tour by which a play must be worse than the best for a lesson to mention it: a guess."""
TWICE: Final = 5.0
"""Seconds within which *je m'en vais* must be pressed again to resign: a guess."""
HINTS: Final = frozenset({Mode.SOLO, Mode.LESSON})
"""The modes in which the coach speaks to players; never while the table referees (Lois XVII)."""


@contextmanager
def open_seat(
    settings: Settings, inbox: Inbox, clock: Callable[[], float], *, seed: int, level: str = ""
) -> Iterator[Seat]:
    """Yield a seat whose coach thinks in a thread of its own; its answers come through the inbox.

    level: the one the players asked for; empty for that of the settings
    """
    solo = settings.solo
    warm_ups = coach_warm_ups() if Mode(settings.table.mode) in HINTS else {}
    ready = warm_ups.get(settings.table.game, lambda: None)
    with Thinker(lambda answer: inbox.put(Thought(clock(), answer)), ready) as thinker:
        game = game_played(settings)
        yield Seat(game, thinker.ask, level=level or solo.level, seed=seed, throws=solo.dice == "companion")


class Seat:
    """Watches one table, and asks the coach.

    game: the game that is played
    think: takes a question; its answer comes back to `take_answer`
    level: the companion's level
    seed: from which its errors and virtual dice are drawn
    throws: the companion throws virtual dice for itself
    """

    def __init__(
        self,
        game: Game[Any],
        think: Callable[[Question], None],
        *,
        level: str = AMATEUR,
        seed: int = 0,
        throws: bool = False,
    ) -> None:
        self._played = game
        self._think = think
        self.level = level
        self._seed = seed
        self._throws = throws
        self._asked: Question | None = None
        self._situation: object = None
        self._reminded: object = None
        self._misplaced: Reminder | None = None
        self._resigning = -TWICE
        self._since = 0.0

    def next(self, referee: GameReferee, t: float, *, resting: bool) -> Act | None:
        """Return the companion's next act that needs no thought, and send questions to the coach.

        resting: whether nothing moves on the board
        """
        game = self._game(referee)
        if game is None:
            return None
        situation = game.situation
        if situation is not self._situation:
            self._situation, self._since = situation, t
            act = game.at_once(t)
            if act is not None:
                self._situation = None  # more may follow
                return act
            self._wonder(game, referee)
        if self._throws and game.to_throw and resting and t - self._since >= PATIENCE:
            return self._throw(game, referee, t)
        return None

    def remind(self, referee: GameReferee, t: float, *, resting: bool) -> Reminder | None:
        """Return what the player has forgotten: moves of the companion's play, or a jeton. Each is said once."""
        if self._reminded is self._situation or not resting or t - self._since < FORGOTTEN:
            return None
        self._reminded = self._situation
        game = self._game(referee)
        if game is None:
            return None
        jeton = game.misplaced_jeton(t)
        said, self._misplaced = self._misplaced, None if jeton is None else replace(jeton, id="", t=0.0, throw=0)
        return game.missing_moves(t) or (None if self._misplaced == said else jeton)

    def announced_play(self, referee: GameReferee) -> Ruling | None:
        """Return the play the companion announced before the game was broken off, if it is still to be made."""
        game = self._game(referee)
        return None if game is None else game.announced_play()

    def take_answer(self, answer: Answer, referee: GameReferee, t: float) -> tuple[Act, ...] | Advice | Reviewed:
        """Return what follows from an answer: acts of the companion, or an announcement for the player."""
        game = self._game(referee)
        asked = answer.question
        if game is None or (not answer.plays and asked.about in {About.HINT, About.REVIEW}):
            return ()
        match asked.about:
            case About.PLAY | About.CUBE:
                self._asked = asked if asked.about is About.CUBE else None
                return game.says(answer, t)
            case About.HINT:
                return self._advice(answer, game, t)
            case About.REVIEW:
                return self._review(answer, t) or ()

    def ask(self, values: dict[str, Any], referee: GameReferee, t: float) -> Act | None:
        """Carry out a request: change the level, give a hint, throw, or take the player's resignation.

        Raises RequestError.
        """
        mode = referee.settings.mode
        game = self._game(referee)
        if "level" in values:
            if values["level"] not in LEVELS:
                raise RequestError(f"solo.level: {values['level']!r}, expected one of {', '.join(LEVELS)}")
            self.level = values["level"]
            return None
        if mode not in HINTS or game is None:
            raise RequestError(f"solo: the table is in mode {mode}, expected solo or lesson", "solo_only")
        try:
            what = msgspec.convert(values.get("do"), str)
        except msgspec.ValidationError as wrong:
            raise RequestError(f"solo.do: {wrong}") from None
        if what == "hint":
            question = game.hint()
            if question is None:
                raise RequestError("solo.do: a hint is for a throw of yours that is still to be played", "no_hint")
            self._think(question)
            return None
        if game.companion is None:
            raise RequestError("solo.do: the companion plays no side here", "no_companion")
        if what == "resign":
            return game.resign(t, str(values.get("by", "")))
        if what == "throw":
            if not game.to_throw:
                raise RequestError("solo.do: it is not for the companion to throw now", "not_its_throw")
            return self._throw(game, referee, t)
        raise RequestError(f"solo.do: {what!r}, expected hint, throw or resign")

    def on_button(self, signal: Signal, referee: GameReferee) -> dict[str, Any] | None:
        """Return the request made by a button of the companion's side; None when a button keeps its usual meaning.

        *École* asks for a hint, *j'adoube* for the next level, *je m'en vais* resigns when pressed twice.
        """
        game = self._game(referee)
        if game is None or game.companion is None:
            return None
        if referee.settings.seating.side_at(signal.row) is not game.companion:
            return None
        match signal.button:
            case Button.ECOLE:
                return {"do": "hint"}
            case Button.ADOUBE if referee.state().doubt is None:  # During a doubt the button answers it.
                return {"level": LEVELS[(LEVELS.index(self.level) + 1) % len(LEVELS)]}
            case Button.JE_M_EN_VAIS:
                again = signal.t - self._resigning <= TWICE
                self._resigning = signal.t
                return {"do": "resign"} if again else {}
        return None

    def _game(self, referee: GameReferee) -> SoloGame | None:
        if referee.settings.mode not in HINTS:
            return None
        return self._played.solo(referee, level=self.level, seed=self._seed)

    def _wonder(self, game: SoloGame, referee: GameReferee) -> None:
        """Ask the coach the present question, unless it was asked already."""
        question = game.question()
        if question is None and referee.settings.mode is Mode.LESSON:
            question = game.review()
        if question is not None and question != self._asked:
            self._asked = question
            self._think(question)

    def _throw(self, game: SoloGame, referee: GameReferee, t: float) -> Act:
        companion = game.companion
        assert companion is not None  # noqa: S101 - only the companion throws virtual dice
        now = referee.state()
        dice = random.Random(f"{self._seed} {now.tour} {now.throw}")  # noqa: S311 - a game, not a secret
        return DiceThrown(t, companion, (dice.randint(1, 6), dice.randint(1, 6)), good=True)

    @staticmethod
    def _advice(answer: Answer, game: SoloGame, t: float) -> Advice | tuple[()]:
        asked = answer.question
        now = game.hint()
        if now is None or (now.tour, now.throw, now.dice) != (asked.tour, asked.throw, asked.dice):
            return ()
        best = answer.plays[0]
        return Advice(
            f"hint-{asked.tour}-{asked.throw}", t, asked.throw, asked.side, _moves(best), answer.reasons, answer.leaves
        )

    @staticmethod
    def _review(answer: Answer, t: float) -> Reviewed | None:
        asked, best = answer.question, answer.plays[0]
        made = next((one for one in answer.plays if one.result == asked.result), None)
        if made is None or best.equity - made.equity < WORSE:
            return None
        return Reviewed(
            f"review-{asked.tour}-{asked.throw}", t, asked.throw, asked.side, _moves(best), answer.reasons,
            best.equity - made.equity, max(0.0, best.win - made.win),
        )  # fmt: skip


def _moves(choice: Choice[Any]) -> tuple[Move, ...]:
    return tuple(Move(start, end) for start, end in choice.moves)
