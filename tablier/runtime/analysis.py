"""Let the coach judge a game of a journal, tour by tour; unchanged tours of an earlier analysis are reused.

`tablier.runtime.analyst` runs it as a program: `python -m tablier.runtime.analysis JOURNAL FOLDER GAME`.
"""

from __future__ import annotations

import hashlib
import logging
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from announce.report.plays import SHOWN, JudgedPlay
from announce.report.summary import Moment, Summary, summarise
from coach.trictrac.advice import why
from coach.trictrac.analysis import Judged, judge_turns, throws_after_the_end, turns_of
from events.acts import Act, ModeChanged
from events.rulings import Ruling, standing
from events.state import Mode
from events.trictrac.rulings import TourWon
from referee.games import Followed, follow
from rules.code import Code
from rules.play import Move
from rules.position import Position, Side
from rules.record.entries import Manche
from tablier.games import game_played, games
from tablier.runtime.resume import CannotResume, acts_of, settings_of
from tablier.storage.analyses import VERSION, Analysis, JudgedTour, Tally, keep_analysis, kept_analysis
from tablier.storage.game_record import tours_of
from tablier.storage.journal import Journal, JournalError
from tablier.storage.settings import Settings

_log = logging.getLogger(__name__)


class CannotAnalyse(ValueError):
    """The coach cannot judge this game, or not now. The message says why."""


def analysis_of(journal: Journal, game: int, known: Analysis | None = None) -> Analysis:
    """Judge a game of a journal; of the game under way, only finished tours.

    known: an earlier analysis, whose unchanged tours are reused
    Raises CannotAnalyse, also for an unfinished sitting in referee mode, in which the coach must not speak (Lois XVII);
    CannotResume and JournalError.
    """
    if reason := why_not(journal, game):
        raise CannotAnalyse(f"game {game} {reason}")
    settings, acts = settings_of(journal, game), acts_of(journal, game)
    happened = list(follow(game_played(settings).referee(settings), acts))
    if journal.game == game:
        happened = _tours_over(happened)
    begun = journal.begun(game).isoformat(timespec="minutes")
    summary = summarise(moments(happened))
    tours = judged_tours(_rulings(happened), settings.code, known)
    return Analysis(VERSION, game, begun, tours, *(_tally(summary, settings, side) for side in Side))


def analyse(journal: Journal, folder: Path, game: int) -> Analysis:
    """Judge a game and keep the result, reusing what was kept before.

    folder: of the records; a result that cannot be written there, as on a full or read-only disk, is logged
    Raises as `analysis_of` does.
    """
    known = kept_analysis(folder, game)
    found = analysis_of(journal, game, known)
    if found != known:
        try:
            keep_analysis(folder, found)
        except OSError as error:
            _log.warning("the analysis of game %d is not kept: %s: %s", game, folder, error.strerror)
    return found


def tours_judged_of(journal: Journal, folder: Path, game: int) -> tuple[JudgedTour, ...]:
    """Return the judged tours of a game for its report; none of a game the coach cannot judge.

    Raises CannotResume, JournalError and OSError.
    """
    try:
        return analyse(journal, folder, game).tours
    except CannotAnalyse as error:
        _log.info("%s", error)
        return ()


def why_not(journal: Journal, game: int) -> str:
    """Return why the coach cannot judge a game, or not now; empty when it can.

    Raises CannotResume and JournalError.
    """
    settings = settings_of(journal, game)
    played = game_played(settings)
    if not played.analysed:
        return f"is {played.name}, expected {' or '.join(game.name for game in games() if game.analysed)}"
    if journal.game == game and was_refereed(settings, acts_of(journal, game)):
        return "is refereed and not over: the coach judges it afterwards"
    return ""


def was_refereed(settings: Settings, acts: Iterable[Act]) -> bool:
    """Return whether a sitting was in referee mode at any time: the coach must not speak while it lasts (Lois XVII)."""
    changes = [act.mode for act in acts if isinstance(act, ModeChanged)]
    return Mode.REFEREE in (Mode(settings.table.mode), *changes)


def moments(happened: Iterable[Followed]) -> tuple[Moment, ...]:
    """Return the moments from which a report is made."""
    return tuple(Moment(one.rulings, _position(one)) for one in happened)


def _tours_over(happened: list[Followed]) -> list[Followed]:
    """Return the game up to the end of its last finished tour."""
    ends = {ruling.id for ruling in standing(_rulings(happened)) if isinstance(ruling, TourWon)}
    last = [at for at, one in enumerate(happened) if any(ruling.id in ends for ruling in one.rulings)]
    return happened[: last[-1] + 1] if last else []


def _rulings(happened: Iterable[Followed]) -> list[Ruling]:
    return [ruling for one in happened for ruling in one.rulings]


def judged_tours(rulings: Iterable[Ruling], code: Code, known: Analysis | None = None) -> tuple[JudgedTour, ...]:
    """Return the coach's judgement of every tour of a sitting.

    known: an earlier analysis, whose unchanged tours are reused; those that could not be followed are tried again
    """
    found = []
    before = {} if known is None else {(at, tour.record): tour for at, tour in enumerate(known.tours, 1) if tour.plays}
    for number, tour in enumerate(tours_of(rulings), 1):
        manche = tour.manche()
        record = hashlib.sha256(repr((code, manche.entries)).encode()).hexdigest()[:16]
        found.append(before.get((number, record)) or _judged_tour(number, record, manche, code))
    return tuple(found)


def _judged_tour(number: int, record: str, manche: Manche, code: Code) -> JudgedTour:
    try:
        turns = turns_of(manche, code)
        plays = tuple(_judged_play(number, each) for each in judge_turns(turns))
    except ValueError as error:
        _log.info("tour %d is not analysed: %s", number, error)
        return JudgedTour(record)
    return JudgedTour(record, plays, throws_after_the_end(manche, turns))


def _judged_play(tour: int, each: Judged) -> JudgedPlay:
    situation = each.turn.situation
    played = each.played
    return JudgedPlay(
        tour,
        each.turn.number,
        situation.side,
        each.turn.dice,
        situation.position,
        None if played is None else tuple(Move(*move) for move in played.moves),
        tuple(Move(*move) for move in each.best.moves),
        each.win,
        each.luck,
        each.lost,
        each.lost_win,
        None if each.departure is None else each.turn.left,
        each.lost_by_decision,
        why(situation, each.best) if each.lost >= SHOWN else (),
    )


def _tally(summary: Summary, settings: Settings, side: Side) -> Tally:
    made = [trou for trou in summary.trous if trou.side is side]
    return Tally(
        settings.player(side),
        summary.account(side),
        sum(trou.trous for trou in made),
        sum(trou.bredouille for trou in made),
    )


def _position(one: Followed) -> Position:
    """Return the position after an act of a game that has a report."""
    return one.after.position  # type: ignore[return-value] # of trictrac: no other game has a report


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge one game; return 1, with the reason on standard error, when that fails."""
    journal, folder, game = sys.argv[1:] if arguments is None else arguments
    try:
        with Journal.there(Path(journal)) as opened:
            analyse(opened, Path(folder), int(game))
    except (CannotAnalyse, CannotResume, JournalError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
