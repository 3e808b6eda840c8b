"""Signing in and out by HTTP, and the parts that answers to HTTP requests share."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Final
from weakref import WeakValueDictionary

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from announce.access.auth import LONGEST_SESSION, Auth, Person, TooOften, Unknown
from announce.access.limits import party
from announce.page.request_guard import cookie_name
from announce.phrases.refused import Refused
from announce.table_api.verbs import Verb
from events.codec import InvalidJson, parse_json

BODY_TIME: Final = 10.0
AT_ONCE: Final = 2
"""Passwords checked at once. Each check takes a core for a while."""
NO_STORE: Final = {"Cache-Control": "no-store"}


class _SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(max_length=64)]
    password: Annotated[str, msgspec.Meta(max_length=256)]


def entrance(auth: Auth) -> list[Route]:
    """Return the routes of `/session`: ask who is signed in, sign in, sign out."""
    checking = asyncio.Semaphore(AT_ONCE)
    turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # Of addresses whose password is checked.

    async def who(request: Request) -> Response:
        return _answer_who(auth, request.state.person)

    async def sign_in(request: Request) -> Response:
        address = request.client.host if request.client else ""
        try:
            given = parse_json(await body_of(request), _SignIn)
            auth.attempt(given.name, address, time.monotonic())
            # One password of each address is checked at a time, which keeps guesses from delaying other addresses.
            async with turns.setdefault(party(address), asyncio.Lock()), checking:
                account = await run_in_threadpool(auth.check, given.name, given.password)
        except TooOften as often:
            return too_often(often)
        except InvalidJson:
            return refusal(400, Refused("form"))
        except Unknown:
            return refusal(401, "unknown")
        auth.leave(request.state.token)
        token = auth.enter(account, time.monotonic())
        answer = _answer_who(auth, auth.who(token, time.monotonic()))
        answer.set_cookie(
            cookie_name(auth.table),
            token,
            max_age=int(LONGEST_SESSION),
            path="/",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
        return answer

    async def sign_out(request: Request) -> Response:
        auth.leave(request.state.token)
        answer = Response(status_code=204)
        answer.delete_cookie(cookie_name(auth.table), path="/", httponly=True, samesite="strict")
        return answer

    return [
        Route("/session", who, methods=["GET"]),
        Route("/session", sign_in, methods=["POST"]),
        Route("/session", sign_out, methods=["DELETE"]),
    ]


def _answer_who(auth: Auth, person: Person) -> Response:
    """Return the answer with the person who asks, and the requests this person may make."""
    verbs = [verb.value for verb in Verb if auth.may(person, verb)]
    role = person.role.value if person.role else None
    values = {"name": person.name, "role": role, "verbs": verbs, "accounts": auth.needs_accounts}
    return JSONResponse(values, headers=NO_STORE)


async def body_of(request: Request) -> bytes:
    """Read the whole body within the time limit. `Guard` limits its length."""
    try:
        async with asyncio.timeout(BODY_TIME):
            return await request.body()
    except (TimeoutError, ClientDisconnect):
        return b""


def refusal(status: int, why: str | Refused) -> Response:
    """Return an answer that says why not: a word that the page puts into words, or a refusal with its text."""
    text = {"text": why.text()} if isinstance(why, Refused) else {}
    return JSONResponse({"error": str(why), **text}, status, headers=NO_STORE)


def too_often(often: TooOften) -> Response:
    """Return the answer to too many requests, with the seconds to wait."""
    seconds = max(1, round(often.seconds))
    return JSONResponse({"error": "often", "seconds": seconds}, 429, headers={**NO_STORE, "Retry-After": str(seconds)})
