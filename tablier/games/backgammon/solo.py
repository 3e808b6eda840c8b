"""The companion in a solo game of backgammon: how it plays, whether it doubles or takes. Sans I/O."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from announce.notice import StillToMake
from coach.backgammon.advice import Situation, choices, doubling, why
from coach.levels import STRONGEST
from events.acts import Act, PlayAnnounced
from events.backgammon.acts import DoubleAnswered, Doubled, Resigned, SetRight
from events.backgammon.settings import BackgammonSettings
from events.backgammon.state import Phase
from events.rulings import PlayToMake
from referee.backgammon.playing import to_move
from referee.backgammon.referee import BackgammonReferee
from referee.backgammon.situation import Situation as Judged
from referee.backgammon.situation import Throw
from rules.backgammon.match import Win
from rules.position import Side
from tablier.games.solo import About, Answer, Question, play_to_repeat

AWAITED = (1, 1)
"""Placeholder dice of a question about the cube, which is asked before a throw; nothing reads them."""


class BackgammonSolo:
    """Reads the judge of one table. It keeps no state: the judge's situation holds what was announced."""

    def __init__(self, referee: BackgammonReferee, *, level: str, seed: int) -> None:
        self.situation: Judged = referee.judge.situation
        self._settings: BackgammonSettings = referee.settings
        self.companion = referee.settings.moved_for
        self._level = level
        self._seed = seed

    @property
    def to_throw(self) -> bool:
        """Whether it is the companion's turn to throw."""
        return (
            self.situation.phase is Phase.TO_THROW
            and self.situation.trait is self.companion
            and self.companion is not None
        )

    def at_once(self, t: float) -> Act | None:
        """Let the companion begin half of the games, by lot: the camera cannot see whose opening die is whose."""
        now, companion = self.situation, self.companion
        if companion is None or now.phase is not Phase.OPENING or now.opening is None:
            return None
        lot = Random(f"{self._seed} opening {now.game}")  # noqa: S311 - a game, not a secret
        begins = lot.random() < 0.5
        return SetRight(t, "solo", "opening", trait=companion, dice=now.opening) if begins else None

    def question(self) -> Question | None:
        """Return what the companion has to think about now: the cube, or its play."""
        now, companion = self.situation, self.companion
        if companion is None:
            return None
        if now.phase is Phase.DOUBLED and now.cube.offered_by is companion.adversary:
            return self._cube(companion.adversary)
        if self.to_throw and now.number and now.cube.may_offer(companion) and not self._settings.pips:
            return self._cube(companion)
        throw = now.throw
        if throw is None or throw.side is not companion or throw.announced is not None or not throw.plays.dice_playable:
            return None
        played = now.phase is Phase.TO_THROW and throw.moves is not None
        return self._question(About.PLAY, throw, self._level) if now.phase is Phase.TO_PLAY or played else None

    def hint(self) -> Question | None:
        """Return the player's throw to give advice about; None once a dame was touched."""
        throw = self.situation.throw
        if throw is None or self.situation.phase is not Phase.TO_PLAY or throw.side is self.companion:
            return None
        return self._question(About.HINT, throw) if throw.plays.dice_playable and self.situation.untouched else None

    def review(self) -> Question | None:
        """Return the play that the player just made, to be compared with the best."""
        throw = self.situation.throw
        if throw is None or not throw.moves or not throw.lawful or throw.side is self.companion:
            return None
        if self.situation.phase is not Phase.TO_THROW:
            return None
        return replace(self._question(About.REVIEW, throw), result=self.situation.position)

    def says(self, answer: Answer, t: float) -> tuple[Act, ...]:
        """Return the companion's acts after an answer; none when the game has moved on since the question."""
        asked, companion = answer.question, self.companion
        if companion is None or self.question() != asked:
            return ()
        if asked.about is About.CUBE:
            if asked.side is companion:
                return (Doubled(t, companion, "solo"),) if answer.agrees else ()
            return (DoubleAnswered(t, companion, answer.agrees, "solo"),)
        throw = self.situation.throw
        if throw is None:
            return ()
        plays = throw.plays.plays
        best = next((play for choice in answer.plays for play in plays if play.result == choice.result), plays[0])
        return (PlayAnnounced(t, companion, throw.number, throw.dice, best.moves),)

    def resign(self, t: float, by: str) -> Resigned:
        """Return the act by which the player gives the game up."""
        companion = self.companion
        assert companion is not None  # noqa: S101 - asked only where the companion plays
        return Resigned(t, companion.adversary, Win.SIMPLE, by)

    def announced_play(self) -> PlayToMake | None:
        """Return the announced play of the companion that is still to be made."""
        throw = self.situation.throw
        return None if throw is None else play_to_repeat(throw.announced, to_move(self.situation))

    def misplaced_jeton(self, _t: float) -> None:
        """Return nothing: this game has no jetons."""

    def missing_moves(self, t: float) -> StillToMake | None:
        """Return the missing moves of a play that was begun for the companion."""
        throw = self.situation.throw
        if throw is None or self.situation.untouched or throw.moves is not None:
            return None
        left = to_move(self.situation)
        return StillToMake(f"still-{throw.number}", t, throw.number, throw.side, throw.dice, left) if left else None

    def _question(self, about: About, throw: Throw, level: str = STRONGEST) -> Question:
        situation = Situation(throw.base, throw.side)
        return Question(
            about, self.situation.game, throw.number, throw.side, throw.dice, situation, level, self._seed, _answer_play
        )  # fmt: skip

    def _cube(self, side: Side) -> Question:
        """Ask whether `side` doubles, or whether the companion takes its double."""
        cube = replace(self.situation.cube, offered_by=None)
        situation = Situation(self.situation.position, side, cube)
        return Question(
            About.CUBE, self.situation.game, self.situation.number, side, AWAITED, situation, self._level, self._seed,
            _doubles if side is self.companion else _takes,
        )  # fmt: skip


def _answer_play(asked: Question) -> Answer:
    dice = (max(asked.dice), min(asked.dice))
    found = choices(asked.situation, dice, asked.level, asked.seed)
    reasons = () if asked.about is About.PLAY or not found else why(asked.situation, found[0])
    return Answer(asked, found, reasons=reasons)


def _doubles(asked: Question) -> Answer:
    return Answer(asked, agrees=doubling(asked.situation, asked.level).doubles)


def _takes(asked: Question) -> Answer:
    return Answer(asked, agrees=doubling(asked.situation, asked.level).taken)
