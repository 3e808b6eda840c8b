"""Trictrac, and the partie à écrire, as a table plays them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from announce.club.match_format import LONGEST_MATCH, TOUR, MatchFormat
from announce.phrases.catalogue import Catalogue
from announce.phrases.registry import Manner
from announce.phrases.trictrac import TRICTRAC
from announce.table_api.trictrac import EcrireView, TrictracView
from coach.trictrac.partie import stake
from events.a_ecrire import ACTS as ECRIRE_ACTS
from events.a_ecrire import EcrireSettings, EcrireState, MarqueRuled, PlayersSeated
from events.acts import ByHand, Request
from events.state import Mode
from events.trictrac.acts import ACTS, Corrected, TourStarted
from events.trictrac.rulings import TourWon
from events.trictrac.settings import Settings as TrictracSettings
from events.trictrac.state import Phase, TableState
from referee.a_ecrire.referee import EcrireReferee
from referee.trictrac.referee import Referee
from rules.games.a_ecrire import Convention
from rules.marking import TROUS_DU_TOUR
from rules.position import Position, Side
from rules.record.writing import write
from tablier.games.game import Game, PlayedGame, RefereeT
from tablier.games.requests import RequestError, Values, naming, request_of
from tablier.games.trictrac.agreement import EcrireAgreement
from tablier.games.trictrac.lesson import TrictracLesson
from tablier.games.trictrac.requests import OWN, SEATING
from tablier.games.trictrac.solo import TrictracSolo
from tablier.storage.corrections import TableCorrection, words_of
from tablier.storage.game_record import partie_record, record_of, sheet_of, tours_of
from tablier.storage.pupils import Progress
from tablier.storage.settings import Settings, SettingsError


def trictrac_settings(settings: Settings) -> TrictracSettings:
    """Return a table's settings in the form of the referee's."""
    table = settings.table
    return TrictracSettings(
        mode=Mode(table.mode),
        code=settings.code,
        seating=settings.seating,
        first=Side(table.first),
        light=Side(table.light),
        jetons=table.jetons,
        pegs=settings.sensors.link != "none",
        field=settings.field,
        companion=Side(settings.solo.side),
        costs=table.costs,
    )


def _where(state: TableState) -> str:
    return (
        f"tour {state.tour}, throw {state.throw}, {state.trait} to play; "
        f"Blancs {state.blancs.trous} trous {state.blancs.points} points, "
        f"Noirs {state.noirs.trous} trous {state.noirs.points} points."
    )


def _set_right(played: PlayedGame) -> list[TableCorrection]:
    return [act for act in played.corrections if isinstance(act, TableCorrection)]


class _OfTrictrac(Game[RefereeT]):
    """What a tour and a partie à écrire have in common."""

    repertoire = TRICTRAC
    reported = True
    pegged = True
    exercises = True

    def manner(self, settings: TrictracSettings, manner: Manner) -> Manner:
        """Return how things are announced, given the companion's side and whether the players mark."""
        return replace(manner, mode=settings.mode, companion=settings.moved_for, jetons=settings.players_mark)

    def before_play(self, state: TableState) -> dict[Side, tuple[int, ...]] | None:
        """Return each side's dames on its cases 1..24 while a throw is under way; else None."""
        if state.dice is None or state.phase not in (Phase.TO_MARK, Phase.TO_DECIDE, Phase.TO_PLAY):
            return None
        return {side: state.position.counts(side) for side in Side}

    def lesson(self, progress: Progress, keep: Callable[[Progress], None]) -> TrictracLesson:
        """Return the teacher of a pupil."""
        return TrictracLesson(progress, keep)

    def note(self, act: ByHand, words: Catalogue) -> str:
        """Describe a correction. Raises TypeError for one of another game."""
        if not isinstance(act, TableCorrection):
            raise TypeError(f"{type(act).__name__} is no correction of trictrac")
        return words_of(act, words)


class Trictrac(_OfTrictrac[Referee]):
    """Tours of twelve trous."""

    name = "trictrac"
    analysed = True
    acts = ACTS
    view = TrictracView
    ends = (TourWon,)
    named = True
    matches = (TOUR,)

    def referee(self, settings: Settings) -> Referee:
        """Make a referee for a new sitting."""
        return Referee(trictrac_settings(settings))

    def request(self, verb: str, values: Values, t: float, referee: Referee) -> Request:
        """Return the referee's request for a verb and its values."""
        state = referee.state()
        request = request_of(verb, values, t, state.throw, OWN)
        marked = any(held.trous or held.points for held in (state.blancs, state.noirs))
        begun = state.throw or state.over or marked or state.position != Position.start()
        if isinstance(request, TourStarted) and not begun:
            # Nothing was played: the tour under way only begins with the other player.
            return Corrected(t, request.by, trait=request.first)
        if isinstance(request, Corrected) and request.score is not None:
            most = max(request.score.of(side).trous for side in Side)
            if most > TROUS_DU_TOUR:
                wrong = f"correct.score: {most} trous, expected at most {TROUS_DU_TOUR}"
                raise RequestError(wrong, "trous", most=TROUS_DU_TOUR)
        return request

    def where(self, state: TableState) -> str:
        """Say in a few words how a tour stands."""
        return _where(state)

    def solo(self, referee: Referee, *, level: str, seed: int) -> TrictracSolo:
        """Return the companion for a table in its present state."""
        return TrictracSolo(referee, level=level, seed=seed)

    def record(self, played: PlayedGame) -> tuple[str, str]:
        """Return the record of a sitting."""
        tours = tours_of(played.rulings, _set_right(played))
        table, names = played.settings.table, played.settings.names
        text = write(record_of(tours, played.day, table.code, table.options.items(), names)) if tours else ""
        return f"game-{played.number}.trictrac", text


class AEcrire(_OfTrictrac[EcrireReferee]):
    """Trictrac in marqués, for two to four players."""

    name = "a_ecrire"
    acts = ECRIRE_ACTS
    view = EcrireView
    ends = (TourWon, MarqueRuled)
    # Two players meet in an even number of marqués (Lois XIX).
    matches = (MatchFormat("a_ecrire", "marqués", range(2, LONGEST_MATCH + 1, 2), together=True),)

    def is_played(self, settings: Settings) -> bool:
        """Return whether the settings name players. Raises SettingsError if they also name another game."""
        if settings.agreement(EcrireAgreement).convention is None:
            return False
        if settings.table.game != Trictrac.name:
            raise SettingsError(
                f'a_ecrire.joueurs: a partie à écrire is of the trictrac, expected table.game = "{Trictrac.name}"'
            )
        return True

    def referee(self, settings: Settings) -> EcrireReferee:
        """Make a referee for a new partie. Raises ValueError when no players are named."""
        convention = _convention(settings)
        blancs, noirs = convention.joueurs[0], convention.camps[1][0]
        table = trictrac_settings(settings)
        return EcrireReferee(EcrireSettings(table=table, convention=convention, blancs=blancs, noirs=noirs))

    def request(self, verb: str, values: Values, t: float, referee: EcrireReferee) -> Request:
        """Return the referee's request for a verb and its values."""
        request = request_of(verb, values, t, referee.state().throw, SEATING)
        if isinstance(request, PlayersSeated):
            with naming("seat", "not_seated"):
                referee.seated.with_seats(request.blancs, request.noirs)
        return request

    def where(self, state: EcrireState) -> str:
        """Say in a few words how a partie stands."""
        partie, seated = state.seated.partie, state.seated
        return (
            f"marqué {len(partie.marques) + 1} of {partie.convention.marques}, {seated.blancs} (Blancs) against "
            f"{seated.noirs} (Noirs); {_where(state)}"
        )

    def solo(self, referee: EcrireReferee, *, level: str, seed: int) -> TrictracSolo:
        """Return the companion for a table in its present state."""
        played_for = None if referee.over else stake(referee.seated)
        return TrictracSolo(referee, level=level, seed=seed, stake=played_for)

    def record(self, played: PlayedGame) -> tuple[str, str]:
        """Return the record of a partie. Raises ValueError when no players are named."""
        convention, table = _convention(played.settings), played.settings.table
        options = table.options.items()
        record = partie_record(played.rulings, convention, played.day, table.code, options, _set_right(played))
        return f"game-{played.number}.trictrac", write(record) if record.manches else ""

    def beside(self, played: PlayedGame) -> dict[str, str]:
        """Return the sheet of the partie."""
        sheet = sheet_of(_convention(played.settings), played.settings.table.language, played.rulings)
        return {f"game-{played.number}-feuille.txt": sheet}


def _convention(settings: Settings) -> Convention:
    """Return the rules of the partie that is played. Raises ValueError when no players are named."""
    convention = settings.agreement(EcrireAgreement).convention
    if convention is None:
        raise ValueError("a partie à écrire needs its players")
    return convention


GAMES = (AEcrire(), Trictrac())
"""The partie à écrire comes first: it is played when the settings name its players."""
