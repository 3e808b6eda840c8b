"""The companion in a solo game of trictrac, sans I/O: the judge's situation comes in, acts and questions go out.

1. Acts that need no thought follow at once: marking points from the other's throw, calling écoles.
2. How it plays, and whether it leaves, is a question to the coach. The answer becomes an act only if it still fits.
"""

from __future__ import annotations

from dataclasses import replace

from announce.notice import JetonUnseen, StillToMake
from coach.levels import STRONGEST, chance_of, levels
from coach.trictrac.advice import LATE, Situation, why
from coach.trictrac.opponent import decide, lawful
from coach.trictrac.partie import Stake
from events.acts import Act, Claimed, PlayAnnounced
from events.rulings import PlayToMake, Window
from events.trictrac.acts import Corrected, PointsAnnounced
from events.trictrac.rulings import MarksAmiss
from events.trictrac.settings import Settings
from events.trictrac.state import Phase
from referee.trictrac.judge.played import ECOLES
from referee.trictrac.judge.score_keeper import to_move
from referee.trictrac.judge.situation import Situation as Judged
from referee.trictrac.judge.situation import Throw
from referee.trictrac.referee import Referee
from referee.trictrac.tracker.jetons import Mark
from rules.faults.chronology import On
from rules.marking import TROUS_DU_TOUR, Holding
from rules.position import Side
from tablier.games.solo import About, Answer, Question, play_to_repeat

PLAYING = frozenset({Phase.TO_MARK, Phase.TO_DECIDE, Phase.TO_PLAY})


class TrictracSolo:
    """Reads the judge of one table. It keeps no state: the judge's own log holds what was announced.

    level: of the companion
    seed: from which its errors are drawn, with the position and the dice
    stake: of the marqué being played; None for a tour
    """

    def __init__(self, referee: Referee, *, level: str, seed: int, stake: Stake | None = None) -> None:
        self._stake = stake
        self.situation: Judged = referee.judge.situation
        self._settings: Settings = referee.settings
        self.companion = referee.settings.moved_for
        self._shown = referee.tracker.marks.jetons.marks
        self._level = level
        self._seed = seed

    @property
    def to_throw(self) -> bool:
        """Whether it is the companion's turn to throw."""
        now = self.situation
        return now.phase in {Phase.TO_THROW, Phase.LEAVING} and now.trait is self.companion and not now.open_faults

    @property
    def players_mark(self) -> bool:
        """Whether jetons on the board show the score."""
        return self._settings.players_mark and self.situation.books.seen

    def at_once(self, t: float) -> Act | None:
        """Return the next act of the companion that needs no thought; None when there is none."""
        now, companion = self.situation, self.companion
        if companion is None or now.phase is Phase.OVER:
            return None
        for news in now.open_faults:
            over = now.phase is Phase.TO_THROW or news.throw < now.number
            if news.to is companion and news.window is Window.OPEN and news.fault.name in ECOLES and over:
                return Claimed(t, companion, news.about)
        throw = now.throw
        if throw is None or not self.players_mark or now.phase not in {Phase.TO_THROW, *PLAYING}:
            return None
        given = throw.side is not companion and now.phase is Phase.TO_THROW
        nothing_to_play = throw.side is companion and not throw.plays.dice_playable and not throw.trou
        if given or nothing_to_play:
            return self._points(throw, t)
        return None

    def question(self) -> Question | None:
        """Return what the companion has to think about now."""
        now, throw = self.situation, self.situation.throw
        if throw is None or throw.side is not self.companion or throw.announced is not None:
            return None
        played = now.phase is Phase.TO_THROW and throw.moves is not None
        if not (now.phase in PLAYING or played) or not (throw.plays.dice_playable or throw.trou):
            return None
        return self._question(About.PLAY, throw, self._level)

    def hint(self) -> Question | None:
        """Return the player's throw to give advice about, until it is played."""
        throw = self.situation.throw
        if throw is None or self.situation.phase not in PLAYING or throw.side is self.companion:
            return None
        return self._question(About.HINT, throw) if throw.plays.dice_playable or throw.trou else None

    def review(self) -> Question | None:
        """Return the play that the player just made, to be compared with the best."""
        throw = self.situation.throw
        lawful = throw is not None and throw.moves and throw.lawful and throw.side is not self.companion
        if throw is None or not lawful or self.situation.phase is not Phase.TO_THROW:
            return None
        return replace(self._question(About.REVIEW, throw), leaving=None, result=self.situation.position)

    def says(self, answer: Answer, t: float) -> tuple[PointsAnnounced | PlayAnnounced, ...]:
        """Return the companion's acts after an answer; none when the question's throw is no longer the present one."""
        now, throw, asked = self.situation, self.situation.throw, answer.question
        if throw is None or self.question() is None or (now.tour, throw.number, throw.dice) != (
            asked.tour, asked.throw, asked.dice
        ):  # fmt: skip
            return ()
        if answer.leaves and throw.moves is None and throw.held is None:
            return (PlayAnnounced(t, throw.side, throw.number, throw.dice, leaves=True),)
        marks = self._points(throw, t) if self.players_mark else None
        announced = PlayAnnounced(
            t, throw.side, throw.number, throw.dice, lawful(answer.plays, throw.plays.plays).moves
        )
        return (announced,) if marks is None else (marks, announced)

    def resign(self, t: float, by: str) -> Corrected:
        """Return the act by which the player gives the tour up: a correction to twelve trous for the companion."""
        companion = self.companion or Side.NOIRS
        held = Holding(trous=TROUS_DU_TOUR)
        return Corrected(t, by, "resigned", score=self.situation.score.with_holding(companion, held))

    def announced_play(self) -> PlayToMake | None:
        """Return the announced play of the companion that is still to be made."""
        throw = self.situation.throw
        return None if throw is None else play_to_repeat(throw.announced, to_move(self.situation))

    def missing_moves(self, t: float) -> StillToMake | None:
        """Return the missing moves of a play that was begun for the companion."""
        throw = self.situation.throw
        if throw is None or not throw.touched or throw.moves is not None:
            return None
        left = to_move(self.situation)
        return StillToMake(f"still-{throw.number}", t, throw.number, throw.side, throw.dice, left) if left else None

    def misplaced_jeton(self, t: float) -> MarksAmiss | JetonUnseen | None:
        """Return a jeton of the companion that rests where it should not, or any that marks points out of sight."""
        now, companion = self.situation, self.companion
        if companion is None or not self.players_mark or now.phase in {Phase.LEAVING, Phase.OVER}:
            return None
        due, shown = now.score.of(companion), {side: self._shown.get(side, Mark()).points for side in Side}
        if shown[companion] != due.points:
            if companion in now.books.unseen:
                return JetonUnseen("unseen", t, now.number, companion, due.points, companion=True)
            there = (shown[companion], due.trous, due.points, due.trous)
            return MarksAmiss("amiss", t, now.number, companion, *there)
        player = companion.adversary
        if shown[player] and player in now.books.unseen:
            return JetonUnseen("unseen", t, now.number, player, shown[player], companion=False)
        return None

    def _points(self, throw: Throw, t: float) -> PointsAnnounced | None:
        """Return what the companion marks for a throw, without the jans its level does not know or forgets."""
        companion, books = self.companion, self.situation.books
        on = On.OWN if throw.side is companion else On.GIVEN
        if companion is None or (throw.number, on) in books.announced:
            return None
        at = books.ledger.find(side=companion, throw=throw.number, on=on)
        due = 0 if at is None else books.ledger.lines[at].open
        level = levels("trictrac")[self._level]
        chance = chance_of(self._seed, self.situation.tour, throw.number)
        seen = sum(
            jan.points
            for jan in throw.jans
            if jan.side is companion and chance.random() >= level.forgets and jan.name not in level.unknown
        )
        return PointsAnnounced(t, companion, throw.number, min(due, seen)) if due else None

    def _question(self, about: About, throw: Throw, level: str = STRONGEST) -> Question:
        """Return the question about a throw: the score is that before it, and for leaving includes its own points."""
        ledger, code = self.situation.books.ledger, self._settings.code
        before = ledger.each(lambda line: line if line.throw < throw.number else None).score(code)
        other = self.situation.coup(throw.side.adversary) + 1
        coups = (min(throw.coup, LATE), min(other, LATE))
        situation = Situation(throw.base, throw.side, before, coups, code, self._stake)
        leaving = None
        if throw.trou:
            marked = before.mark(throw.side, throw.worth(throw.side))[0]
            leaving = replace(situation, score=marked)
        tour, number = self.situation.tour, throw.number
        return Question(
            about, tour, number, throw.side, throw.dice, situation, level, self._seed, _answer, leaving
        )  # fmt: skip


def _answer(asked: Question) -> Answer:
    found, goes = decide(asked.situation, asked.dice, asked.level, asked.seed, asked.leaving)
    reasons = () if asked.about is About.PLAY or not found else why(asked.situation, found[0])
    return Answer(asked, found, goes, reasons=reasons)
