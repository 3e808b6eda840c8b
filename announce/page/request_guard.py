"""The checks every request passes before anything else: its host, its origin, its length, and who it is of.

1. Only the page's own names are answered to, so no other site's name can be made to point here (DNS rebinding).
2. What changes anything, and every WebSocket, must come from the page itself: its Origin says so (CSRF).
3. Nothing is shown to somebody without a role, save the few files that the page needs to ask who he is.
4. No body is longer than the longest honest one.
"""

from __future__ import annotations

import ipaddress
import re
import time
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from announce.access import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from announce.access import Auth, Person

LOCAL_HOSTS: Final = ("localhost", "127.0.0.1", "[::1]")
LONGEST_BODY: Final = 16 * 1024
"""Bytes; a request's own bound."""
FOR_ALL: Final = re.compile(r"/|/games|/settings\.json|/session|/phrases/[^/]+|/static/.+")
"""Paths for everybody: the page itself, its words, and who one is."""
FOR_GUESTS: Final = re.compile(r"/live|/games\.json|/games/[0-9]+(/analysis)?\.json")
"""Paths for people without an account, where they may look on: the games, never what the camera sees."""
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
"""The WebSocket's code for one who must sign in."""
REFUSED: Final = 4403
"""For one from elsewhere."""


class Guard:
    """Lets through what is right, with who it is in `scope["state"]["person"]` and headers on every answer.

    hosts: names answered to besides this machine's own; an address in figures is not a name, and always right
    unless only_local; for_guests: the paths for people without an account, where they may look on;
    longest_body: bytes of a request's own.
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
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app = app
        self._for_guests = for_guests
        self._longest_body = longest_body
        self._auth = auth
        self._hosts = frozenset(name.lower() for name in (*LOCAL_HOSTS, *hosts))
        self._only_local = only_local
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        token = cookie(headers.get("cookie", ""), cookie_name(self._auth.table))
        person = self._auth.who(token, self._clock())
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
                # Caches must not keep what one person may see.
                sent.setdefault("Cache-Control", "no-cache")
            await send(message)

        answer = JSONResponse({"error": refusal[1]}, refusal[0]) if refusal else self._app
        await answer(scope, _bounded(receive, self._longest_body), send_with_headers)

    async def _websocket(self, refusal: tuple[int, str] | None, scope: Scope, receive: Receive, send: Send) -> None:
        if refusal is None:
            await self._app(scope, receive, send)
            return
        # A browser learns the code only of a connection that was accepted first.
        await receive()
        status, why = refusal
        if status == 401:
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": NO_ROLE, "reason": why})
        else:
            await send({"type": "websocket.close", "code": REFUSED, "reason": why})

    def _refusal(self, scope: Scope, headers: Headers, person: Person) -> tuple[int, str] | None:
        """Why this is not answered, with its status; None when it is."""
        host = headers.get("host", "")
        if not self._known(host):
            return 400, "host"
        if (scope["type"] == "websocket" or scope["method"] not in SAFE) and not _own(scope, headers, host):
            return 403, "origin"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > self._longest_body:
            return 413, "length"
        path = scope["path"]
        if FOR_ALL.fullmatch(path):
            return None
        if person.role is None or not (
            person.name or person.role.covers(Role.PLAYER) or self._for_guests.fullmatch(path)
        ):
            return 401, "sign_in"
        return None

    def _known(self, host: str) -> bool:
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
    """Whether a request comes from a page of this very address."""
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
    """The name of a table's cookie: browsers do not tell ports apart, and two tables may share a machine."""
    return f"tablier-{table}"


def cookie(header: str, name: str) -> str | None:
    """A cookie's value, None when it is not there."""
    try:
        found = SimpleCookie(header[:4096]).get(name)
    except CookieError:
        return None
    return found.value if found else None


def _bounded(receive: Receive, longest: int) -> Receive:
    """Pass a body on, up to its `longest` bytes."""
    had = 0

    async def received() -> Message:
        nonlocal had
        message = await receive()
        had += len(message.get("body", b""))
        if had > longest:
            raise HTTPException(413, "length")
        return message

    return received
