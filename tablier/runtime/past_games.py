"""The games in a journal, as the page and an exported file show them."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from announce.announcement import Announcement, Priority, Severity, Subject
from announce.page.past_games import NO_ANALYSIS, REFUSED, WORKING, GameStep, analysis_document, document
from announce.phrases.catalogue import catalogue, languages
from announce.phrases.registry import Manner
from announce.table_api.payloads import Json
from events.acts import ByHand
from events.rulings import FaultRuling, Ruling, ThrowWorth, standing
from events.state import GameSettings, GameState
from referee.games import Followed, GameReferee, follow
from rules.position import Side
from tablier.games import game_played
from tablier.games.game import Game
from tablier.runtime.analysis import why_not
from tablier.runtime.analyst import Analyst
from tablier.runtime.resume import CannotResume, acts_of, settings_of
from tablier.storage.analyses import Analysis
from tablier.storage.corrections import is_correction
from tablier.storage.evidence import names_of
from tablier.storage.journal import Journal, JournalDamaged, JournalError

REMEMBERED: Final = 4
"""Documents kept in memory; a long one takes about a megabyte."""

_log = logging.getLogger(__name__)


class PastGames:
    """The games of a journal that can be opened (`announce.page.past_games.Games`).

    Of the game under way only finished tours are shown: in the present tour players must see everything for themselves.

    journal: the path of the journal
    evidence: the folder of the pictures
    analyst: judges games, None for no coach
    """

    def __init__(self, journal: Path, evidence: Path, analyst: Analyst | None = None) -> None:
        self._journal = journal
        self._evidence = evidence
        self._analyst = analyst
        self._made: dict[int, dict[str, Json]] = {}

    def list_games(self) -> list[dict[str, Json]]:
        """Describe every game with a ruling that can be read, the newest first."""
        try:
            with Journal.there(self._journal) as journal:
                return [shown for game in reversed(journal.games()) if (shown := self._describe(journal, game))]
        except JournalError as error:
            _log.warning("the games cannot be listed: %s", error)
            return []

    def game(self, number: int) -> dict[str, Json] | None:
        """Return the document of a game; None when there is none, or it cannot be read."""
        if number in self._made:
            return self._made[number]
        try:
            with Journal.there(self._journal) as journal:
                if number not in journal.games():
                    return None
                made = game_document(journal, number, names_of(self._evidence, number))
                if journal.game == number:
                    return made
        except (JournalError, CannotResume) as error:
            _log.warning("game %d cannot be opened: %s", number, error)
            return None
        while len(self._made) >= REMEMBERED:
            del self._made[next(iter(self._made))]
        self._made[number] = made
        return made

    def analysis(self, number: int) -> dict[str, Json]:
        """Return what the coach found in a game, or its progress; nothing of a refereed sitting that is not over."""
        if self._analyst is None or not self._for_the_coach(number):
            return REFUSED
        if self._analyst.working_at(number):
            return WORKING
        found = self._analyst.load(number)
        return NO_ANALYSIS if found is None else analysis_shown(found)

    def analyse(self, number: int) -> None:
        """Have the coach judge a game, if it may."""
        if self._analyst is not None and self._for_the_coach(number):
            self._analyst.begin(number)

    def progress(self) -> list[dict[str, Json]]:
        """Return how every named player has played, sitting by sitting."""
        return [] if self._analyst is None else progress(self._analyst.all_kept())

    def _for_the_coach(self, number: int) -> bool:
        try:
            with Journal.there(self._journal) as journal:
                return number in journal.games() and not why_not(journal, number)
        except (JournalError, CannotResume) as error:
            _log.warning("game %d cannot be opened: %s", number, error)
            return False

    @staticmethod
    def _describe(journal: Journal, game: int) -> dict[str, Json] | None:
        try:
            if next(journal.entries(game, "ruling"), None) is None:
                return None
            settings = settings_of(journal, game)
        except (JournalDamaged, CannotResume) as error:
            _log.warning("game %d cannot be opened: %s", game, error)
            return None
        return {
            "game": game,
            "begun": journal.begun(game).isoformat(timespec="minutes"),
            "kind": game_played(settings).name,
        }


def game_document(
    journal: Journal, number: int, evidence: Mapping[str, tuple[str, ...]], *, whole: bool = False
) -> dict[str, Json]:
    """Build the document of a game of a journal.

    evidence: the names of the pictures by the ruling they prove.
    whole: with the tour under way, too.
    Raises CannotResume for a game this program cannot read, and JournalError.
    """
    settings, acts = settings_of(journal, number), acts_of(journal, number)
    game = game_played(settings)
    referee: GameReferee = game.referee(settings)
    agreed = referee.settings
    steps = list(_steps(game, agreed, list(follow(referee, acts)), evidence))
    if journal.game == number and not whole:
        steps = _over(steps)
    return document(
        steps,
        table=settings.table.id,
        game=number,
        begun=journal.begun(number).isoformat(timespec="minutes"),
        kind=game.name,
        seating=settings.seating,
        view=game.view(),
    )


def _steps(
    game: Game[Any], agreed: GameSettings, happened: list[Followed], evidence: Mapping[str, tuple[str, ...]]
) -> Iterator[GameStep]:
    """Make a step of every ruling that still stands and has words, and of every correction by hand.

    An act that ends a throw may begin the next one; its rulings before the new throw belong to the state before it.
    """
    kept = {ruling.id for ruling in standing(ruling for one in happened for ruling in one.rulings)}
    for one in happened:
        if is_correction(one.act):
            yield GameStep(one.after, (), (_note(game, one.act),))
        thrown = [isinstance(ruling, ThrowWorth) for ruling in one.rulings]
        first = thrown.index(True) if any(thrown) else 0
        for number, ruling in enumerate(one.rulings):
            state = one.before if number < first else one.after
            announced = _announcements(game, agreed, ruling, state, evidence) if ruling.id in kept else ()
            if announced:
                yield GameStep(state, (ruling,), announced)


def _announcements(
    game: Game[Any], agreed: GameSettings, ruling: Ruling, state: GameState, evidence: Mapping[str, tuple[str, ...]]
) -> tuple[Announcement, ...]:
    """Announce a ruling in full, with its pictures: the game is over, so nothing is held back."""
    now = replace(agreed, mode=state.mode)
    said = game.announcements(ruling, now, Manner(state.mode, prompting=True))
    names = evidence.get(ruling.about if isinstance(ruling, FaultRuling) else ruling.id, ())
    return tuple(replace(one, evidence=names) for one in said)


def _note(game: Game[Any], act: ByHand) -> Announcement:
    """Announce a correction by hand."""
    text = {language: game.note(act, catalogue(language)) for language in languages()}
    return Announcement(
        f"hand-{act.t}", act.t, None, "by_hand", Subject.COURSE, frozenset(), Severity.NOTICE, Priority.LOW, None,
        text, {},
    )  # fmt: skip


def _over(steps: list[GameStep]) -> list[GameStep]:
    """Leave out the tour under way."""
    last = steps[-1].state if steps else None
    if last is None or last.over:
        return steps
    return [step for step in steps if step.state.tour < last.tour]


def analysis_shown(found: Analysis) -> dict[str, Json]:
    """Return the analysis of one game for the viewer."""
    players: dict[str, Json] = {
        side: {"name": tally.name, "forgotten": tally.account.forgotten, "bredouilles": tally.bredouilles}
        for side, tally in ((side, found.tally(side)) for side in Side)
    }
    return analysis_document(len(found.tours), found.plays, found.unjudged, players)


def progress(analyses: Iterable[Analysis]) -> list[dict[str, Json]]:
    """Return every named player's sittings, in order, if the coach judged a throw of theirs."""
    players: dict[str, list[Json]] = {}
    for found in analyses:
        for side in Side:
            tally = found.tally(side)
            plays = [play for play in found.plays if play.side is side]
            if not tally.name or not plays:
                continue
            sitting: dict[str, Json] = {
                "game": found.game,
                "begun": found.begun,
                "throws": len(plays),
                "lost": round(sum(play.lost + play.lost_by_decision for play in plays), 3),
                "luck": round(sum(play.luck for play in plays), 3),
                "forgotten": tally.account.forgotten,
                "trous": tally.trous,
                "bredouilles": tally.bredouilles,
            }
            players.setdefault(tally.name, []).append(sitting)
    return [{"player": name, "sittings": sittings} for name, sittings in sorted(players.items())]
