"""The page as a web application: a few files, the words, and the camera's picture. Everything live comes by MQTT."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from announce.mqtt.topics import Topics
from announce.phrases import UnknownLanguage, languages, page_texts
from rules.seating import Seating

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOCAL_HOSTS: Final = ("localhost", "127.0.0.1", "[::1]")
_HOST: Final = re.compile(r"[A-Za-z0-9.-]+|\[[0-9a-fA-F:]+\]")
STATIC: Final = Path(str(resources.files("announce.page") / "static"))


@dataclass(frozen=True, slots=True)
class WebSocketAddress:
    """Where the page reaches the broker: a whole url (ws://… or wss://…), or a port of the host it was read from."""

    port: int = 9001
    path: str = "/mqtt"
    url: str | None = None


class SecurityHeaders:
    """Every answer forbids what the page does not need; only its own files and its own broker are reached."""

    def __init__(self, app: ASGIApp, websocket: WebSocketAddress) -> None:
        self._app = app
        self._websocket = websocket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request, adding the headers to its answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        policy = self._policy(host)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = policy
                headers["X-Content-Type-Options"] = "nosniff"
                headers["X-Frame-Options"] = "DENY"
                headers["Referrer-Policy"] = "no-referrer"
                headers["Cross-Origin-Resource-Policy"] = "same-origin"
                headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        await self._app(scope, receive, send_with_headers)

    def _policy(self, host: str) -> str:
        """The content policy; the broker is the one the page is told of."""
        broker = self._websocket.url
        if broker is None:
            name = re.sub(r":\d+$", "", host)
            name = name if _HOST.fullmatch(name) else "localhost"
            broker = f"ws://{name}:{self._websocket.port} wss://{name}:{self._websocket.port}"
        return (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            f"connect-src 'self' {broker}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )


def create_page(
    table: str,
    *,
    websocket: WebSocketAddress | None = None,
    language: str = "fr",
    seating: Seating | None = None,
    frame: Callable[[], bytes | None] | None = None,
    seen: Callable[[], dict[str, Any] | None] = lambda: None,
    evidence: Callable[[str], bytes | None] | None = None,
    hosts: Sequence[str] = LOCAL_HOSTS,
) -> Starlette:
    """The page of one table, to be served by PageServer or any ASGI server.

    websocket: where the broker is, for the browser; language: the page's first one; frame: gives the newest camera
    picture as JPEG bytes, None while there is none (not given: the page has no camera); seen: gives what was read off
    it, to be drawn over it (docs/page.md), None while there is nothing; evidence: gives a picture a ruling rests on as
    JPEG bytes, by the name its announcement gives it, None if there is none; all are called from threads; hosts: the
    names the page may be asked for by ("*" for any), so that no other site can pose as it.
    Raises InvalidTableId and UnknownLanguage.
    """
    Topics(table)
    page_texts(language)
    address = websocket or WebSocketAddress()
    sits = seating or Seating()

    async def index(_request: Request) -> Response:
        return FileResponse(STATIC / "index.html")

    async def settings(_request: Request) -> Response:
        return JSONResponse(
            {
                "table": table,
                "websocket": {"port": address.port, "path": address.path, "url": address.url},
                "language": language,
                "languages": sorted(languages(), key=lambda code: code != language),
                "seating": {"blancs": sits.blancs_row, "talons": sits.talons},
                "camera": frame is not None,
            }
        )

    async def phrases(request: Request) -> Response:
        try:
            return JSONResponse(page_texts(request.path_params["language"]))
        except UnknownLanguage as error:
            raise HTTPException(404, str(error)) from None

    async def camera(_request: Request) -> Response:
        picture = await run_in_threadpool(frame) if frame is not None else None
        if picture is None:
            raise HTTPException(404, "no picture")
        return Response(picture, media_type="image/jpeg", headers={"Cache-Control": "no-store"})

    async def reading(_request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(seen), headers={"Cache-Control": "no-store"})

    async def proof(request: Request) -> Response:
        name = request.path_params["name"]
        picture = await run_in_threadpool(evidence, name) if evidence is not None else None
        if picture is None:
            raise HTTPException(404, "no such picture")
        return Response(picture, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})

    return Starlette(
        routes=[
            Route("/", index),
            Route("/settings.json", settings),
            Route("/phrases/{language}.json", phrases),
            Route("/camera.jpg", camera),
            Route("/seen.json", reading),
            Route("/evidence/{name}.jpg", proof),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[
            Middleware(SecurityHeaders, websocket=address),
            Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts)),
            Middleware(GZipMiddleware, minimum_size=500),
        ],
    )
