"""The club's page as a web application: all tables live, and the tournament, which its referees conduct."""

from __future__ import annotations

import time
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from announce.access import Role, TooOften
from announce.club.sheet import results_csv, sheet, standings_csv
from announce.club.tournament import (
    MOST_PLAYERS,
    System,
    Tournament,
    TournamentError,
    left,
    of_system,
    paired,
    recorded,
)
from announce.page.app import STATIC as PAGE
from announce.page.entrance import NO_STORE, body_of, entrance, refused, too_often
from announce.page.guard import Guard
from announce.page.live import live
from announce.page.wording import wording
from announce.phrases import club_texts, languages

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from starlette.requests import Request

    from announce.access import Door, Person
    from announce.club.evening import Evening, Gallery

STATIC: Final = Path(str(resources.files("announce.club") / "static"))

T = TypeVar("T", bound=msgspec.Struct)


class _Begun(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    system: System
    players: Annotated[list[str], msgspec.Meta(max_length=MOST_PLAYERS)]
    length: int | None = None


class _Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    round: int
    board: int
    score: tuple[int, int] | None


class _Left(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player: int


class _Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request that needs no more than its path."""


def create_club(
    name: str,
    evening: Evening,
    *,
    door: Door,
    answered: Callable[[str], None] = lambda _table: None,
    evidence: Callable[[str, str], bytes | None] = lambda _table, _name: None,
    language: str = "fr",
    hosts: Sequence[str] = (),
    only_local: bool = True,
    clock: Callable[[], float] = time.monotonic,
) -> Starlette:
    """The page of a club, to be served by PageServer or any ASGI server.

    name: the club's; evening: its tables and tournament; door: who may look on, and who is its referee, who alone
    changes anything; answered: called with a table whose call a referee has answered; evidence: gives a picture of a
    table by its name as JPEG bytes, None if there is none; both from threads; the rest is as a table's page has it.
    Raises UnknownLanguage.
    """
    club_texts(language)

    async def index(_request: Request) -> Response:
        return FileResponse(STATIC / "club.html")

    async def settings(_request: Request) -> Response:
        codes = languages(language)
        return JSONResponse({"name": name, "language": language, "languages": codes, "delay": evening.delay})

    def gallery(person: Person) -> Gallery:
        return evening.referees if _conducts(person) else evening.spectators

    def of_tournament(made: Callable[[Tournament], Response]) -> Callable[[Request], Response]:
        """What is made of the tournament as it stands, when there is one."""

        def given(_request: Request) -> Response:
            if evening.tournament is None:
                raise HTTPException(404, "no tournament")
            return made(evening.tournament)

        return given

    async def proof(request: Request) -> Response:
        if not _conducts(request.state.person):
            return refused(403, "role")
        found = await run_in_threadpool(evidence, request.path_params["table"], request.path_params["name"])
        if found is None:
            raise HTTPException(404, "no such picture")
        return Response(found, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})

    async def paper(request: Request) -> Response:
        wanted = request.query_params.get("language", language)
        if evening.tournament is None or wanted not in languages():
            raise HTTPException(404, "no such sheet")
        return HTMLResponse(sheet(evening.tournament, wanted))

    def conducting(asked: type[T], does: Callable[[Request, T], None]) -> Callable[[Request], object]:
        """What a referee asks: who he is, how often and what he may ask is looked at here."""

        async def answer(request: Request) -> Response:
            person: Person = request.state.person
            if not _conducts(person):
                return refused(403, "role")
            try:
                door.request(person, request.client.host if request.client else "", clock())
                read = msgspec.json.decode(await body_of(request), type=asked)
                await run_in_threadpool(does, request, read)
            except TooOften as often:
                return too_often(often)
            except (msgspec.MsgspecError, UnicodeError, TournamentError) as wrong:
                return refused(400, str(wrong))
            except OSError as error:
                return refused(507, f"it cannot be kept: {error.strerror}")
            return JSONResponse({}, headers=NO_STORE)

        return answer

    def begin(_request: Request, begun: _Begun) -> None:
        def start(now: Tournament | None) -> Tournament:
            if now is not None:
                raise TournamentError(f"{now.name} is being played, expected it to be ended first")
            return of_system(begun.name, begun.system, tuple(begun.players), begun.length)

        evening.change(start)

    def pair(_request: Request, _asked: _Nothing) -> None:
        evening.change(lambda now: paired(_played(now), evening.present()))

    def score(_request: Request, told: _Score) -> None:
        evening.change(lambda now: recorded(_played(now), told.round, told.board, told.score))

    def leave(_request: Request, told: _Left) -> None:
        evening.change(lambda now: left(_played(now), told.player))

    def end(_request: Request, _asked: _Nothing) -> None:
        def put_away(now: Tournament | None) -> None:
            _played(now)

        evening.change(put_away)

    def call(request: Request, _asked: _Nothing) -> None:
        answered(request.path_params["table"])

    return Starlette(
        routes=[
            Route("/", index),
            Route("/settings.json", settings),
            wording(club_texts),
            Route("/sheet", paper),
            Route("/evidence/{table}/{name}.jpg", proof),
            Route("/results.csv", of_tournament(lambda now: _csv("results", results_csv(now)))),
            Route("/standings.csv", of_tournament(lambda now: _csv("standings", standings_csv(now)))),
            Route("/tournament", conducting(_Begun, begin), methods=["POST"]),
            Route("/tournament/round", conducting(_Nothing, pair), methods=["POST"]),
            Route("/tournament/score", conducting(_Score, score), methods=["POST"]),
            Route("/tournament/left", conducting(_Left, leave), methods=["POST"]),
            Route("/tournament/end", conducting(_Nothing, end), methods=["POST"]),
            Route("/call/{table}", conducting(_Nothing, call), methods=["POST"]),
            *entrance(door),
            live(gallery, door),
            Mount("/static/club", StaticFiles(directory=STATIC)),
            Mount("/static", StaticFiles(directory=PAGE)),
        ],
        middleware=[
            Middleware(Guard, door=door, hosts=hosts, only_local=only_local),
            Middleware(GZipMiddleware, minimum_size=500),
        ],
    )


def _conducts(person: Person) -> bool:
    return person.role is Role.REFEREE


def _played(tournament: Tournament | None) -> Tournament:
    if tournament is None:
        raise TournamentError("no tournament is being played")
    return tournament


def _csv(name: str, text: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"', **NO_STORE}
    return PlainTextResponse(text, media_type="text/csv", headers=headers)
