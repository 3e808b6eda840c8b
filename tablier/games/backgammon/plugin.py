"""Backgammon as a table plays it."""

from __future__ import annotations

from announce.club.match_format import LONGEST_MATCH, MatchFormat
from announce.phrases.backgammon import BACKGAMMON
from announce.phrases.catalogue import Catalogue
from announce.table_api.backgammon import BackgammonView
from events.acts import ByHand, Request, Undone
from events.backgammon.acts import ACTS, SetRight
from events.backgammon.rulings import GameWon
from events.backgammon.settings import BackgammonSettings
from events.backgammon.state import BackgammonState
from events.state import Mode
from referee.backgammon.referee import BackgammonReferee
from rules.position import Side
from tablier.games.backgammon.agreement import BackgammonAgreement
from tablier.games.backgammon.requests import OWN
from tablier.games.backgammon.solo import BackgammonSolo
from tablier.games.game import Game, PlayedGame
from tablier.games.requests import RequestError, Values, request_of
from tablier.storage.corrections import words_of
from tablier.storage.match_record import record_of
from tablier.storage.settings import Settings


class Backgammon(Game[BackgammonReferee]):
    """Matches to some points, or games until the players stop."""

    name = "backgammon"
    acts = ACTS
    repertoire = BACKGAMMON
    view = BackgammonView
    ends = (GameWon,)
    matches = (MatchFormat("backgammon", "points", range(1, LONGEST_MATCH + 1)),)

    def referee(self, settings: Settings) -> BackgammonReferee:
        """Make a referee for a new match."""
        table, agreed = settings.table, settings.agreement(BackgammonAgreement)
        return BackgammonReferee(
            BackgammonSettings(
                mode=Mode(table.mode),
                seating=settings.seating,
                light=Side(table.light),
                field=settings.field,
                target=agreed.points or None,
                pips=agreed.pips,
                crawford=agreed.crawford,
                companion=Side(settings.solo.side),
                costs=table.costs,
            )
        )

    def request(self, verb: str, values: Values, t: float, referee: BackgammonReferee) -> Request:
        """Return the referee's request for a verb and its values."""
        state = referee.state()
        # Throw 0 of a later game is the board set up for it (`referee.backgammon.judge`).
        request = request_of(verb, values, t, state.throw, OWN, first=0 if state.tour > 1 else 1)
        if isinstance(request, SetRight) and request.points is not None:
            target = referee.settings.target
            if target is not None and min(request.points) >= target:
                wrong = f"correct.match: {request.points}, but the match is won with {target} points"
                raise RequestError(wrong, "match_won", target=target)
        return request

    def where(self, state: BackgammonState) -> str:
        """Say in a few words how a match stands."""
        turn = "the opening" if state.trait is None else f"{state.trait} to play"
        return (
            f"game {state.tour}, throw {state.throw}, {turn}; "
            f"match Blancs {state.match.blancs}, Noirs {state.match.noirs}, cube {state.cube.value}."
        )

    def solo(self, referee: BackgammonReferee, *, level: str, seed: int) -> BackgammonSolo:
        """Return the companion for a table in its present state."""
        return BackgammonSolo(referee, level=level, seed=seed)

    def note(self, act: ByHand, words: Catalogue) -> str:
        """Describe a correction. Raises TypeError for one of another game."""
        if not isinstance(act, SetRight | Undone):
            raise TypeError(f"{type(act).__name__} is no correction of backgammon")
        return words_of(act, words)

    def record(self, played: PlayedGame) -> tuple[str, str]:
        """Return the record of a match, which has no date."""
        by_hand = (act for act in played.corrections if isinstance(act, SetRight | Undone))
        target = played.settings.agreement(BackgammonAgreement).points or None
        return f"game-{played.number}.mat", record_of(played.rulings, target, by_hand)


GAMES = (Backgammon(),)
