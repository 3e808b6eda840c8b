"""Signing in and out, and asking: everything on the page that changes anything, by HTTP."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from announce.access import TooOften, Unknown
from announce.access.sessions import LONGEST
from announce.mqtt.feed import as_json
from announce.mqtt.topics import Verb
from announce.page.guard import cookie_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from announce.access import Door, Person
    from announce.mqtt.feed import Feed

ANSWER_TIME: Final = 6.0
"""Seconds the table may take to answer."""
BODY_TIME: Final = 10.0
AT_ONCE: Final = 2
"""Passwords looked at together; each takes a core for a while."""
NO_STORE: Final = {"Cache-Control": "no-store"}


class _SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(max_length=64)]
    password: Annotated[str, msgspec.Meta(max_length=256)]


def entrance(feed: Feed, door: Door, *, clock: Callable[[], float] = time.monotonic) -> list[Route]:
    """The routes for who one is (`/session`) and what one asks (`/request/<verb>`)."""
    checking = asyncio.Semaphore(AT_ONCE)

    async def who(request: Request) -> Response:
        return _told(request.state.person)

    async def sign_in(request: Request) -> Response:
        address = request.client.host if request.client else ""
        try:
            door.attempt(address, clock())
            given = msgspec.json.decode(await _body(request), type=_SignIn)
            async with checking:
                account = await run_in_threadpool(door.check, given.name, given.password)
        except TooOften as often:
            return _often(often)
        except (msgspec.MsgspecError, UnicodeError):
            return _refused(400, "form")
        except Unknown:
            return _refused(401, "unknown")
        door.leave(request.state.token)
        token = door.enter(account, clock())
        answer = _told(door.who(token, clock()))
        answer.set_cookie(
            cookie_name(door.table),
            token,
            max_age=int(LONGEST),
            path="/",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
        return answer

    async def sign_out(request: Request) -> Response:
        door.leave(request.state.token)
        answer = Response(status_code=204)
        answer.delete_cookie(cookie_name(door.table), path="/", httponly=True, samesite="strict")
        return answer

    async def ask(request: Request) -> Response:
        verb = request.path_params["verb"]
        person = request.state.person
        if verb not in set(Verb):
            return _refused(404, "verb")
        if not door.may(person, Verb(verb)):
            return _refused(403, "role")
        try:
            door.request(person, request.client.host if request.client else "", clock())
        except TooOften as often:
            return _often(often)
        return await _answered(feed, verb, _signed(await _body(request), person))

    def _told(person: Person) -> Response:
        verbs = [verb.value for verb in Verb if door.may(person, verb)]
        role = person.role.value if person.role else None
        values = {"name": person.name, "role": role, "verbs": verbs, "accounts": door.needs_accounts}
        return JSONResponse(values, headers=NO_STORE)

    return [
        Route("/session", who, methods=["GET"]),
        Route("/session", sign_in, methods=["POST"]),
        Route("/session", sign_out, methods=["DELETE"]),
        Route("/request/{verb}", ask, methods=["POST"]),
    ]


async def _answered(feed: Feed, verb: str, body: bytes) -> Response:
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[str] = loop.create_future()

    def settle(text: str) -> None:
        if not answer.done():
            answer.set_result(text)

    def answered(text: str) -> None:
        loop.call_soon_threadsafe(settle, text)

    feed.ask(verb, body, answered)
    try:
        text = await asyncio.wait_for(answer, ANSWER_TIME)
    except TimeoutError:
        return _refused(504, "unanswered")
    return Response(text, media_type="application/json", headers=NO_STORE)


def _signed(body: bytes, person: Person) -> bytes:
    """A request as it came, but by whom it really is; what is no object is left for the table to refuse."""
    if not person.name:
        return body
    try:
        read = msgspec.json.decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return body
    return as_json({**read, "by": person.name}).encode() if isinstance(read, dict) else body


async def _body(request: Request) -> bytes:
    """The whole body; the guard bounds its length, this its time."""
    try:
        async with asyncio.timeout(BODY_TIME):
            return await request.body()
    except (TimeoutError, ClientDisconnect):
        return b""


def _refused(status: int, why: str) -> Response:
    return JSONResponse({"error": why}, status, headers=NO_STORE)


def _often(often: TooOften) -> Response:
    seconds = max(1, round(often.seconds))
    return JSONResponse({"error": "often", "seconds": seconds}, 429, headers={**NO_STORE, "Retry-After": str(seconds)})
