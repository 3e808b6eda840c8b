"""The club's page as a web application: all tables live, and the tournament, which only referees can change."""

from __future__ import annotations

import re
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
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from announce.access.auth import Auth, Person
from announce.club.club_session import ClubSession, Gallery
from announce.club.match_format import FORMATS
from announce.club.results_sheet import results_csv, sheet, standings_csv
from announce.club.tournament import LONGEST_NAME, MOST_PLAYERS, Tournament
from announce.club.tournament_requests import conducting, conducts
from announce.page.app import STATIC as PAGE
from announce.page.live import live
from announce.page.login import NO_STORE, entrance, refusal
from announce.page.request_guard import Guard
from announce.page.routes import start_page
from announce.phrases.catalogue import FALLBACK, club_texts, languages

STATIC: Final = Path(str(resources.files("announce.club") / "static"))
FOR_GUESTS: Final = re.compile(r"/live|/sheet|/(results|standings)\.csv")
"""The paths that people without an account may see where guests are allowed: the live hall and the tournaments' papers.
"""
LONGEST_BODY: Final = MOST_PLAYERS * (4 * LONGEST_NAME + 4) + 4096
"""Bytes: the entries of the largest tournament in UTF-8."""


def create_club(
    name: str,
    session: ClubSession,
    *,
    auth: Auth,
    answered: Callable[[str], None] = lambda _table: None,
    evidence: Callable[[str, str], bytes | None] = lambda _table, _name: None,
    language: str = FALLBACK,
    hosts: Sequence[str] = (),
    only_local: bool = True,
) -> Starlette:
    """Create the page of a club, to be served by PageServer or any ASGI server.

    Args:
        name: the club's.
        session: its tables and tournament.
        auth: who may watch, and who is a referee. Only referees can change anything.
        answered: called with a table when a referee has answered its call.
        evidence: gives a picture of a table by its name as JPEG bytes, None if there is none. This and `answered` are
            called from threads.

    The other arguments are those of a table's page (`announce.page.app`).
    Raises UnknownLanguage.
    """
    club_texts(language)

    def settings() -> dict[str, Any]:
        codes = languages(language)
        formats = [kind.payload() for kind in FORMATS.values()]
        return {"name": name, "language": language, "languages": codes, "delay": session.delay, "formats": formats}

    def gallery(person: Person) -> Gallery:
        return session.referees if conducts(person) else session.spectators

    async def proof(request: Request) -> Response:
        if not conducts(request.state.person):
            return refusal(403, "role")
        found = await run_in_threadpool(evidence, request.path_params["table"], request.path_params["name"])
        if found is None:
            raise HTTPException(404, "no such picture")
        return Response(found, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})

    return Starlette(
        routes=[
            *start_page(STATIC / "club.html", settings, club_texts),
            Route("/evidence/{table}/{name}.jpg", proof),
            *_papers(gallery, language),
            *conducting(session, auth, answered),
            *entrance(auth),
            live(gallery, auth),
            Mount("/static/club", StaticFiles(directory=STATIC)),
            Mount("/static", StaticFiles(directory=PAGE)),
        ],
        middleware=[
            Middleware(
                Guard, auth=auth, hosts=hosts, only_local=only_local, for_guests=FOR_GUESTS, longest_body=LONGEST_BODY
            ),
            Middleware(GZipMiddleware, minimum_size=500),
        ],
    )


def _papers(gallery: Callable[[Person], Gallery], language: str) -> list[Route]:
    """Return the routes of a tournament's papers: a sheet for printing, results, standings.

    `past=1` selects the oldest closed tournament, `past=2` the next one and so on.
    """

    def requested_tournament(request: Request) -> Tournament:
        programme = gallery(request.state.person).programme
        past = request.query_params.get("past")
        if past is None:
            found = programme.tournament
        else:
            place = int(past) if past.isascii() and past.isdigit() and len(past) < 9 else 0
            found = programme.past[place - 1] if 1 <= place <= len(programme.past) else None
        if found is None:
            raise HTTPException(404, "no tournament")
        return found

    async def paper(request: Request) -> Response:
        wanted = request.query_params.get("language", language)
        if wanted not in languages():
            raise HTTPException(404, "no such sheet")
        return HTMLResponse(sheet(requested_tournament(request), wanted), headers=NO_STORE)

    async def results(request: Request) -> Response:
        return _csv("results", requested_tournament(request), results_csv)

    async def standings(request: Request) -> Response:
        return _csv("standings", requested_tournament(request), standings_csv)

    return [Route("/sheet", paper), Route("/results.csv", results), Route("/standings.csv", standings)]


def _csv(name: str, tournament: Tournament, written: Callable[[Tournament], str]) -> Response:
    dated = f"{name}-{tournament.begun}" if tournament.begun else name
    headers = {"Content-Disposition": f'attachment; filename="{dated}.csv"', **NO_STORE}
    return PlainTextResponse(written(tournament), media_type="text/csv", headers=headers)
