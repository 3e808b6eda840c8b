"""The requests with which a club's referees change the evening."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Annotated, TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from announce.access.accounts import Role
from announce.access.auth import Auth, Person, TooOften
from announce.club.club_session import ClubSession
from announce.club.match_format import TOUR
from announce.club.tournament import (
    MOST_PLAYERS,
    Conflict,
    Result,
    System,
    Tournament,
    TournamentError,
    next_round,
    of_system,
    readmit,
    with_result,
    without,
)
from announce.page.login import NO_STORE, body_of, refusal, too_often
from announce.phrases.refused import Refused
from events.codec import InvalidJson, parse_json

T = TypeVar("T", bound=msgspec.Struct)


class _Begun(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    system: System
    players: Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_PLAYERS)]
    length: int | None = None
    game: str = TOUR.name
    target: int | None = None


class _Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match's result. was: the result the referee was shown, which must still be the match's own."""

    round: int
    board: int
    result: Result
    was: Result


class _Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player: int


class _Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request that needs only its path."""


def conducts(person: Person) -> bool:
    """Return whether this person can change anything."""
    return person.role is Role.REFEREE


def conducting(session: ClubSession, auth: Auth, answered: Callable[[str], None]) -> list[Route]:
    """Return the routes with which referees change a tournament and answer calls.

    answered: called with the table whose call a referee has answered.
    """

    def change(how: Callable[[Tournament], Tournament]) -> None:
        session.change(time.monotonic(), lambda now: how(_under_way(now)))

    def begin(_request: Request, begun: _Begun) -> None:
        session.change(time.monotonic(), lambda now: _start(now, begun))

    def pair(_request: Request, _form: _Nothing) -> None:
        change(lambda now: next_round(now, session.present()))

    def score(_request: Request, form: _Score) -> None:
        change(lambda now: with_result(now, form.round, form.board, form.result, was=form.was))

    def leave(_request: Request, form: _Player) -> None:
        change(lambda now: without(now, form.player))

    def come_back(_request: Request, form: _Player) -> None:
        change(lambda now: readmit(now, form.player))

    def end(_request: Request, _form: _Nothing) -> None:
        def put_away(now: Tournament | None) -> None:
            _under_way(now)

        session.change(time.monotonic(), put_away)

    def call(request: Request, _form: _Nothing) -> None:
        answered(request.path_params["table"])

    def route(path: str, form: type[T], does: Callable[[Request, T], None]) -> Route:
        return Route(path, _form_endpoint(form, does, auth), methods=["POST"])

    return [
        route("/tournament", _Begun, begin),
        route("/tournament/round", _Nothing, pair),
        route("/tournament/score", _Score, score),
        route("/tournament/left", _Player, leave),
        route("/tournament/returned", _Player, come_back),
        route("/tournament/end", _Nothing, end),
        route("/call/{table}", _Nothing, call),
    ]


def _form_endpoint(
    form: type[T], does: Callable[[Request, T], None], auth: Auth
) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that takes a form from a referee. It refuses other people and too many requests."""

    async def answer(request: Request) -> Response:
        person: Person = request.state.person
        if not conducts(person):
            return refusal(403, "role")
        try:
            auth.request(person, request.client.host if request.client else "", time.monotonic())
            read = parse_json(await body_of(request), form)
            await run_in_threadpool(does, request, read)
        except TooOften as often:
            return too_often(often)
        except Conflict as conflict:
            return refusal(409, conflict)
        except TournamentError as wrong:
            return refusal(400, wrong)
        except InvalidJson as wrong:
            return refusal(400, str(wrong))
        except OSError as error:
            return refusal(507, Refused(f"the change cannot be stored: {error.strerror}", "storing"))
        return JSONResponse({}, headers=NO_STORE)

    return answer


def _start(now: Tournament | None, begun: _Begun) -> Tournament:
    if now is not None:
        wrong = f"{now.name} is being played, expected it to be ended first"
        raise TournamentError(wrong, "tournament_on", name=now.name)
    return of_system(**msgspec.structs.asdict(begun), begun=datetime.now().astimezone().date())


def _under_way(tournament: Tournament | None) -> Tournament:
    if tournament is None:
        raise TournamentError("no tournament is being played", "no_tournament")
    return tournament
