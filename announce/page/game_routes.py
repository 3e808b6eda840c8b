"""The routes of past games: the viewer, the list of games, each game, and its analysis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from announce.access import Role
from announce.page.analysis import NO_ANALYSIS
from announce.page.login import NO_STORE, refused

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request

    from announce.page.past_games import Games


def past_games(viewer: Path, games: Games | None) -> list[Route]:
    """Return the routes. viewer: the page's file. games: the table's, None if it keeps none."""

    async def index(_request: Request) -> Response:
        return FileResponse(viewer)

    async def listed(_request: Request) -> Response:
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
        role = request.state.person.role
        if role is None or not role.covers(Role.PLAYER):
            return refused(403, "role")
        if games is not None:
            await run_in_threadpool(games.analyse, request.path_params["number"])
        return JSONResponse({}, headers=NO_STORE)

    async def progress(request: Request) -> Response:
        role = request.state.person.role
        if role is None or not role.covers(Role.PLAYER):
            return refused(403, "role")
        return JSONResponse([] if games is None else await run_in_threadpool(games.progress), headers=NO_STORE)

    return [
        Route("/games", index),
        Route("/games.json", listed),
        Route("/games/{number:int}.json", game),
        Route("/games/{number:int}/analysis.json", analysis),
        Route("/games/{number:int}/analysis.json", analyse, methods=["POST"]),
        Route("/progress.json", progress),
    ]
