"""Requests to the table by HTTP, with which the page changes the game."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

from starlette.responses import Response
from starlette.routing import Route

from announce.access import TooOften
from announce.page.login import NO_STORE, body_of, refused, too_often
from announce.table_api.verbs import Verb

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from announce.access import Auth
    from announce.table_api.api import TableApi

ANSWER_TIME: Final = 6.0
"""Seconds within which the table must answer."""


def asking(api: TableApi, auth: Auth, *, clock: Callable[[], float] = time.monotonic) -> Route:
    """Return the route of requests to the table: `/request/<verb>`."""

    async def ask(request: Request) -> Response:
        verb = request.path_params["verb"]
        person = request.state.person
        if verb not in set(Verb):
            return refused(404, "verb")
        if not auth.may(person, Verb(verb)):
            return refused(403, "role")
        try:
            auth.request(person, request.client.host if request.client else "", clock())
        except TooOften as often:
            return too_often(often)
        return await _answered(api, verb, await body_of(request), person.name)

    return Route("/request/{verb}", ask, methods=["POST"])


async def _answered(api: TableApi, verb: str, body: bytes, account: str) -> Response:
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[str] = loop.create_future()

    def settle(text: str) -> None:
        if not answer.done():
            answer.set_result(text)

    def answered(text: str) -> None:
        loop.call_soon_threadsafe(settle, text)

    api.ask(verb, body, answered, account)
    try:
        async with asyncio.timeout(ANSWER_TIME):
            text = await answer
    except TimeoutError:
        return refused(504, "unanswered")
    return Response(text, media_type="application/json", headers=NO_STORE)
