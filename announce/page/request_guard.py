"""The checks that every request passes first: its host, its origin, its length, and the person it comes from.

1. The page answers only to its own names, so no other site's name can be made to point here (DNS rebinding).
2. Every change and every WebSocket must come from the page itself, as its Origin says (CSRF).
3. Without a role nothing is shown, except the few files that the page needs for signing in.
4. No body is longer than the longest valid one.
"""

from __future__ import annotations

import ipaddress
import re
import time
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from announce.access.accounts import Role
from announce.access.auth import Auth, Person

LOCAL_HOSTS: Final = ("localhost", "127.0.0.1", "[::1]")
LONGEST_BODY: Final = 16 * 1024
"""Bytes of a request's body."""
LONGEST_PATH: Final = 512
"""Letters. Python refuses to read a number of more than 4,300 digits, such as a game's, with an error."""
FOR_ALL: Final = re.compile(r"/|/games|/settings\.json|/session|/phrases/[^/]+|/static/.+")
"""Paths for everybody: the page itself, its words, and signing in."""
FOR_GUESTS: Final = re.compile(r"/live|/games\.json|/games/[0-9]+(/analysis)?\.json")
"""Paths for people without an account, where guests are allowed: the games, but never what the camera sees."""
SAFE: Final = frozenset({"GET", "HEAD"})
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
NO_ROLE: Final = 4401
"""The WebSocket's close code for a visitor who must sign in."""
REFUSED: Final = 4403
"""The close code for a request from elsewhere."""


class Guard:
    """Passes valid requests on, with the person in `scope["state"]["person"]`, and adds headers to every answer.

    Args:
        hosts: the page's names besides this machine's own.
        only_local: refuse numeric addresses, which are otherwise always allowed.
        for_guests: the paths for people without an account, where guests are allowed.
        longest_body: bytes of a request's body.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        auth: Auth,
        hosts: Sequence[str] = (),
        only_local: bool = True,
        for_guests: re.Pattern[str] = FOR_GUESTS,
        longest_body: int = LONGEST_BODY,
    ) -> None:
        self._app = app
        self._for_guests = for_guests
        self._longest_body = longest_body
        self._auth = auth
        self._hosts = frozenset(name.lower() for name in (*LOCAL_HOSTS, *hosts))
        self._only_local = only_local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        token = HTTPConnection(scope).cookies.get(cookie_name(self._auth.table))
        person = self._auth.who(token, time.monotonic())
        scope.setdefault("state", {}).update(person=person, token=token)
        refusal = self._refusal(scope, headers, person)
        if scope["type"] == "websocket":
            await self._websocket(refusal, scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    sent[name] = value
                # Caches must not keep what only some people may see.
                sent.setdefault("Cache-Control", "no-cache")
            await send(message)

        answer = JSONResponse({"error": refusal[1]}, refusal[0]) if refusal else self._app
        await answer(scope, _limit_body(receive, self._longest_body), send_with_headers)

    async def _websocket(self, refusal: tuple[int, str] | None, scope: Scope, receive: Receive, send: Send) -> None:
        if refusal is None:
            await self._app(scope, receive, send)
            return
        # A browser sees the close code only if the connection was accepted first.
        await receive()
        status, why = refusal
        if status == 401:
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": NO_ROLE, "reason": why})
        else:
            await send({"type": "websocket.close", "code": REFUSED, "reason": why})

    def _refusal(self, scope: Scope, headers: Headers, person: Person) -> tuple[int, str] | None:
        """Return the status and reason of a refusal; None when the request is allowed."""
        host = headers.get("host", "")
        if not self._is_known(host):
            return 400, "host"
        if (scope["type"] == "websocket" or scope["method"] not in SAFE) and not _own(scope, headers, host):
            return 403, "origin"
        path = scope["path"]
        if len(path) > LONGEST_PATH:
            return 414, "path"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > self._longest_body:
            return 413, "length"
        if FOR_ALL.fullmatch(path):
            return None
        if person.role is None or not (
            person.name or person.role.covers(Role.PLAYER) or self._for_guests.fullmatch(path)
        ):
            return 401, "sign_in"
        return None

    def _is_known(self, host: str) -> bool:
        name = re.sub(r":\d{1,5}\Z", "", host).lower()
        if name in self._hosts:
            return True
        if self._only_local:
            return False
        try:
            ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
        except ValueError:
            return False
        return True


def _own(scope: Scope, headers: Headers, host: str) -> bool:
    """Return whether a request comes from a page of this same address."""
    origin = headers.get("origin", "")
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    safe = scope["scheme"] in ("https", "wss")
    right = parts.scheme == "https" if safe else parts.scheme in ("http", "https")
    fetched = headers.get("sec-fetch-site", "same-origin")
    return right and parts.netloc.lower() == host.lower() and fetched in ("same-origin", "none")


def cookie_name(table: str) -> str:
    """Return the name of a table's cookie. It differs by table: browsers share cookies between ports of a machine."""
    return f"tablier-{table}"


def _limit_body(receive: Receive, longest: int) -> Receive:
    """Pass a body on, up to `longest` bytes."""
    had = 0

    async def receive_part() -> Message:
        nonlocal had
        message = await receive()
        had += len(message.get("body", b""))
        if had > longest:
            raise HTTPException(413, "length")
        return message

    return receive_part
