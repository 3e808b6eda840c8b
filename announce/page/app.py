"""The page as a web application: static files, phrases, the live table, requests to it, and the camera's picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from announce.access.accounts import Role
from announce.access.auth import Auth
from announce.page.live import live
from announce.page.login import NO_STORE, entrance, refusal
from announce.page.past_games import Games
from announce.page.request_guard import Guard
from announce.page.routes import asking, past_games, start_page
from announce.phrases.catalogue import FALLBACK, languages, page_texts
from announce.table_api.api import TableApi
from rules.seating import Seating

STATIC: Final = Path(str(resources.files("announce.page") / "static"))


def create_page(
    api: TableApi,
    *,
    auth: Auth | None = None,
    language: str = FALLBACK,
    seating: Seating | None = None,
    frame: Callable[[], bytes | None] | None = None,
    seen: Callable[[], dict[str, Any] | None] = lambda: None,
    evidence: Callable[[str], bytes | None] | None = None,
    games: Games | None = None,
    exercises: bool = False,
    pupils: Callable[[], list[dict[str, Any]]] = list,
    hosts: Sequence[str] = (),
    only_local: bool = True,
) -> Starlette:
    """Create the page of one table, to be served by PageServer or any ASGI server.

    Functions given here are called from threads. A route added here is for people with a role, unless
    announce.page.request_guard names it.

    Args:
        api: the table.
        auth: who may see and request what; by default everybody on this machine may do everything.
        language: the page's first one.
        frame: gives the newest camera picture as JPEG bytes, None while there is none; not given: the page has no
            camera.
        seen: gives what was read from the picture, to be drawn over it (docs/page.md), None while there is nothing.
        evidence: gives a picture that a ruling rests on as JPEG bytes, by the name in its announcement; None if there
            is none.
        games: the past games that can be opened.
        exercises: whether the table has a course of exercises.
        pupils: gives each pupil's progress, shown to referees only.
        hosts: names of the page besides localhost.
        only_local: only this machine reaches the page, so it answers to no numeric address except loopback.

    Raises UnknownLanguage.
    """
    page_texts(language)
    auth = auth or Auth(api.table)
    sits = seating or Seating()

    def settings() -> dict[str, Any]:
        return {
            "table": api.table,
            "language": language,
            "languages": languages(language),
            "seating": {"blancs": sits.blancs_row, "talons": sits.talons},
            "camera": frame is not None,
            "games": games is not None,
            "exercises": exercises,
        }

    return Starlette(
        routes=[
            *start_page(STATIC / "index.html", settings, page_texts),
            *_pictures(frame, seen, evidence),
            *past_games(STATIC / "game.html", games),
            _progress(pupils),
            *entrance(auth),
            asking(api, auth),
            live(lambda _person: api, auth),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[
            Middleware(Guard, auth=auth, hosts=hosts, only_local=only_local),
            Middleware(GZipMiddleware, minimum_size=500),
        ],
    )


def _progress(pupils: Callable[[], list[dict[str, Any]]]) -> Route:
    """Return the route of the pupils' progress, for the teacher: a referee."""

    async def progress(request: Request) -> Response:
        if not request.state.person.covers(Role.REFEREE):
            return refusal(403, "role")
        return JSONResponse(await run_in_threadpool(pupils), headers=NO_STORE)

    return Route("/pupils.json", progress)


def _pictures(
    frame: Callable[[], bytes | None] | None,
    seen: Callable[[], dict[str, Any] | None],
    evidence: Callable[[str], bytes | None] | None,
) -> list[Route]:
    """Return the routes of the camera's picture, of what was read from it, and of evidence."""

    async def camera(_request: Request) -> Response:
        picture = await run_in_threadpool(frame) if frame is not None else None
        if picture is None:
            raise HTTPException(404, "no picture")
        return Response(picture, media_type="image/jpeg", headers=NO_STORE)

    async def reading(_request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(seen), headers=NO_STORE)

    async def proof(request: Request) -> Response:
        name = request.path_params["name"]
        picture = await run_in_threadpool(evidence, name) if evidence is not None else None
        if picture is None:
            # Old pictures make room for new ones, so a missing one is not an error.
            return Response(status_code=204)
        return Response(picture, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})

    return [Route("/camera.jpg", camera), Route("/seen.json", reading), Route("/evidence/{name}.jpg", proof)]
