"""The games in a journal, as the page and an exported file show them."""

from __future__ import annotations

import datetime
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from announce.announcement import Announcement, Priority, Severity, Subject
from announce.page.past_games import Step, document
from announce.phrases.backgammon import backgammon_announcements
from announce.phrases.ecrire import marque_announcements
from announce.phrases.telling import announcements
from events.a_ecrire.rulings import MarqueRuled
from events.a_ecrire.state import EcrireState
from events.backgammon.acts import SetRight
from events.backgammon.state import BackgammonState
from events.rulings import ThrowWorth, standing
from events.trictrac.state import Phase
from referee.games import followed
from tablier.runtime.engine import referee_settings
from tablier.runtime.resume import CannotResume, acts_of, settings_of
from tablier.storage.corrections import is_correction, match_words_of, words_of
from tablier.storage.evidence import names_of
from tablier.storage.journal import Journal, JournalError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from announce.table_api.payloads import Json
    from events.rulings import Ruling
    from events.trictrac.state import TableState
    from referee.games import AnyState, Followed
    from tablier.storage.corrections import Correction
    from tablier.storage.settings import Settings

JOURNAL: Final = "journal.db"
"""The journal in the folder of everything a table keeps."""
REMEMBERED: Final = 4
"""Documents kept in memory; a long one has about a megabyte."""

_log = logging.getLogger(__name__)


class PastGames:
    """The games of a journal that can be opened (`announce.page.past_games.Games`).

    Of the game under way only tours that are over are shown: what the players must see for themselves stays theirs.

    journal: the path of the journal; evidence: the folder of the pictures.
    """

    def __init__(self, journal: Path, evidence: Path) -> None:
        self._journal = journal
        self._evidence = evidence
        self._made: dict[int, dict[str, Json]] = {}

    def listed(self) -> list[dict[str, Json]]:
        """Describe every game something was ruled in, the newest first."""
        try:
            with Journal.there(self._journal) as journal:
                numbers = [game for game in journal.games() if next(journal.entries(game, "ruling"), None)]
                return [self._described(journal, game) for game in reversed(numbers)]
        except (JournalError, CannotResume) as error:
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

    @staticmethod
    def _described(journal: Journal, game: int) -> dict[str, Json]:
        settings = settings_of(journal, game)
        return {"game": game, "begun": _begun(journal, game), "kind": kind_of(settings)}


def game_document(journal: Journal, game: int, evidence: Mapping[str, tuple[str, ...]]) -> dict[str, Json]:
    """Build the document of a game of a journal.

    evidence: the names of the pictures by the ruling they prove.
    Raises CannotResume for a game this program cannot read, and JournalError.
    """
    settings, acts = settings_of(journal, game), acts_of(journal, game)
    steps = list(_steps(list(followed(referee_settings(settings), acts)), evidence))
    if journal.game == game:
        steps = _over(steps)
    return document(
        steps,
        table=settings.table.id,
        game=game,
        begun=_begun(journal, game),
        kind=kind_of(settings),
        seating=settings.seating,
    )


def kind_of(settings: Settings) -> str:
    """Name the game settings are of: `trictrac`, `a_ecrire` or `backgammon`."""
    return "a_ecrire" if settings.convention is not None else settings.table.game


def _steps(happened: list[Followed], evidence: Mapping[str, tuple[str, ...]]) -> Iterator[Step]:
    """Make a step of every ruling that still stands and has words, and of what was set right by hand.

    The acts that end a throw may be those of the next one: what is ruled of it belongs to the state before.
    """
    kept = {ruling.id for ruling in standing(ruling for one in happened for ruling in one.rulings)}
    for one in happened:
        if is_correction(one.act):
            yield Step(one.after, (), (_note(one.act),))
        thrown = [isinstance(ruling, ThrowWorth) for ruling in one.rulings]
        first = thrown.index(True) if any(thrown) else 0
        for number, ruling in enumerate(one.rulings):
            state = one.before if number < first else one.after
            told = _told(ruling, state, evidence) if ruling.id in kept else ()
            if told:
                yield Step(state, (ruling,), told)


def _told(ruling: Ruling, state: AnyState, evidence: Mapping[str, tuple[str, ...]]) -> tuple[Announcement, ...]:
    """Tell a ruling in full, with its pictures: the game is over, and nothing has to be kept back."""
    if isinstance(ruling, MarqueRuled):
        said = marque_announcements(ruling)
    elif isinstance(state, BackgammonState):
        said = backgammon_announcements(ruling, mode=state.mode, prompting=True)
    else:
        said = announcements(ruling, mode=table_of(state).mode, prompting=True)
    names = evidence.get(getattr(ruling, "about", ruling.id), ())
    return tuple(replace(one, evidence=names) for one in said)


def _note(act: Correction) -> Announcement:
    """Note what somebody set right by hand, in the record's own words."""
    text = match_words_of(act) if isinstance(act, SetRight) else words_of(act)
    return Announcement(
        f"hand-{act.t}", act.t, None, "by_hand", Subject.COURSE, frozenset(), Severity.NOTICE, Priority.LOW, None,
        {"fr": text, "en": text}, {},
    )  # fmt: skip


def _over(steps: list[Step]) -> list[Step]:
    """Leave the tour under way out."""
    last = steps[-1].state if steps else None
    if last is None or table_of(last).phase == Phase.OVER:
        return steps
    return [step for step in steps if step.state.tour < last.tour]


def table_of(state: AnyState) -> TableState | BackgammonState:
    """Return the state of the table itself, whatever it is played for."""
    return state.table if isinstance(state, EcrireState) else state


def _begun(journal: Journal, game: int) -> str:
    """Tell when a game began, in the table's own time."""
    return datetime.datetime.fromtimestamp(journal.started(game)).astimezone().isoformat(timespec="minutes")
