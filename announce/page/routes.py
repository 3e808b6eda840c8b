"""The routes of pages: a page's first load, requests to the table, and past games."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from announce.access.accounts import Role
from announce.access.auth import Auth, TooOften
from announce.page.login import NO_STORE, body_of, refusal, too_often
from announce.page.past_games import NO_ANALYSIS, Games
from announce.phrases.catalogue import UnknownLanguage
from announce.table_api.api import TableApi
from announce.table_api.verbs import Verb


def past_games(viewer: Path, games: Games | None) -> list[Route]:
    """Return the routes. viewer: the page's file. games: the table's, None if it keeps none."""

    async def index(_request: Request) -> Response:
        return FileResponse(viewer)

    async def list_games(_request: Request) -> Response:
        return JSONResponse([] if games is None else await run_in_threadpool(games.list_games))

    async def game(request: Request) -> Response:
        found = None if games is None else await run_in_threadpool(games.game, request.path_params["number"])
        if found is None:
            raise HTTPException(404, "no such game")
        return JSONResponse(found)

    async def analysis(request: Request) -> Response:
        number = request.path_params["number"]
        found = NO_ANALYSIS if games is None else await run_in_threadpool(games.analysis, number)
        return JSONResponse(found, headers=NO_STORE)

    async def analyse(request: Request) -> Response:
        if not request.state.person.covers(Role.PLAYER):
            return refusal(403, "role")
        if games is not None:
            await run_in_threadpool(games.analyse, request.path_params["number"])
        return JSONResponse({}, headers=NO_STORE)

    async def progress(request: Request) -> Response:
        if not request.state.person.covers(Role.PLAYER):
            return refusal(403, "role")
        return JSONResponse([] if games is None else await run_in_threadpool(games.progress), headers=NO_STORE)

    return [
        Route("/games", index),
        Route("/games.json", list_games),
        Route("/games/{number:int}.json", game),
        Route("/games/{number:int}/analysis.json", analysis),
        Route("/games/{number:int}/analysis.json", analyse, methods=["POST"]),
        Route("/progress.json", progress),
    ]


ANSWER_TIME: Final = 6.0
"""Seconds within which the table must answer."""


def asking(api: TableApi, auth: Auth) -> Route:
    """Return the route of requests to the table: `/request/<verb>`."""

    async def ask(request: Request) -> Response:
        verb = request.path_params["verb"]
        person = request.state.person
        if verb not in set(Verb):
            return refusal(404, "verb")
        if not auth.may(person, Verb(verb)):
            return refusal(403, "role")
        try:
            auth.request(person, request.client.host if request.client else "", time.monotonic())
        except TooOften as often:
            return too_often(often)
        return await _answer_of(api, verb, await body_of(request), person.name)

    return Route("/request/{verb}", ask, methods=["POST"])


async def _answer_of(api: TableApi, verb: str, body: bytes, account: str) -> Response:
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[str] = loop.create_future()

    def settle(text: str) -> None:
        if not answer.done():
            answer.set_result(text)

    def on_answer(text: str) -> None:
        loop.call_soon_threadsafe(settle, text)

    api.ask(verb, body, on_answer, account)
    try:
        async with asyncio.timeout(ANSWER_TIME):
            text = await answer
    except TimeoutError:
        return refusal(504, "unanswered")
    return Response(text, media_type="application/json", headers=NO_STORE)


def start_page(
    html: Path, settings: Callable[[], dict[str, Any]], texts: Callable[[str], dict[str, str]]
) -> list[Route]:
    """Return the routes `/`, `/settings.json` and `/phrases/CODE.json`.

    settings: the page's settings, read at each request. texts: the page's words by language code; raises
    UnknownLanguage.
    """

    async def index(_request: Request) -> Response:
        return FileResponse(html)

    async def current_settings(_request: Request) -> Response:
        return JSONResponse(settings())

    async def phrases(request: Request) -> Response:
        try:
            return JSONResponse(texts(request.path_params["language"]))
        except UnknownLanguage as error:
            raise HTTPException(404, str(error)) from None

    return [
        Route("/", index),
        Route("/settings.json", current_settings),
        Route("/phrases/{language}.json", phrases),
    ]
