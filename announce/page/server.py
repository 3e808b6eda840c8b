"""The page's server: uvicorn in its own thread."""

from __future__ import annotations

import asyncio
import errno
import logging
import ssl
import threading
from asyncio import Server
from asyncio.sslproto import SSLProtocol
from pathlib import Path
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette

from announce.access.limits import BACKLOG, Gate, Listener, listening, room
from announce.closing import Closing
from announce.page.connections import LimitedWebSocket, protocol

LOOPBACK: Final = "127.0.0.1"
PORT: Final = 8080
LONGEST_HEAD: Final = 16 * 1024
"""Bytes of a request before its body."""
LONGEST_MESSAGE: Final = 1024
"""Bytes of a WebSocket message. The page sends none."""
TIDY: Final = 2
"""Seconds between two checks for silent connections."""
KEEP_ALIVE: Final = 5
"""Seconds that a connection waits for the next request."""
FAREWELL: Final = 2.0
"""Seconds to finish the answers that are being sent when the page closes."""

HANDSHAKE: Final = 5.0
"""Seconds for a TLS handshake, and for a TLS shutdown. asyncio's own limits are 60 and 30."""


TLS_RECORD: Final = 16 * 1024 + 512
"""Bytes that a TLS connection reads at once: the largest record with its overhead (RFC 8446, 5.2).

asyncio reserves 256 KiB for every connection, even a silent one.
"""


class PageLoop(asyncio.SelectorEventLoop):
    """The page's event loop. Its TLS servers do not wait long for a silent client."""

    async def create_server(  # type: ignore[override] # every other argument is passed on as it is
        self,
        *arguments: Any,  # noqa: ANN401 - as above
        ssl: ssl.SSLContext | None = None,
        **options: Any,  # noqa: ANN401 - as above
    ) -> Server:
        """Create a server as asyncio does, with HANDSHAKE as its time limits."""
        if ssl is not None:
            SSLProtocol.max_size = TLS_RECORD
            options |= {"ssl": ssl, "ssl_handshake_timeout": HANDSHAKE, "ssl_shutdown_timeout": HANDSHAKE}
        return await super().create_server(*arguments, **options)


class PageFailed(RuntimeError):
    """The page cannot be served. The message says where and why."""


class PageServer(Closing):
    """Serves a page while this object is open.

    Args:
        host: this machine only by default.
        port: 0 picks a free one.
        certificate: the file for TLS, with `key`; both or neither.
        key: likewise.

    Raises PageFailed. A context manager; close() is idempotent.
    """

    def __init__(
        self,
        page: Starlette,
        *,
        host: str = LOOPBACK,
        port: int = PORT,
        certificate: Path | None = None,
        key: Path | None = None,
    ) -> None:
        self._socket = _listen(host, port)
        self.host = host
        self.port: int = self._socket.getsockname()[1]
        self.scheme = "http" if certificate is None else "https"
        self.connections = self._socket.gate
        config = uvicorn.Config(
            page,
            log_config=None,
            access_log=False,
            lifespan="off",
            server_header=False,
            loop="announce.page.server:PageLoop",
            http=protocol(self.connections),
            ws=LimitedWebSocket,
            ws_max_size=LONGEST_MESSAGE,
            ws_per_message_deflate=False,
            timeout_keep_alive=KEEP_ALIVE,
            h11_max_incomplete_event_size=LONGEST_HEAD,
            proxy_headers=False,
            backlog=BACKLOG,
            callback_notify=self._tidy,
            timeout_notify=TIDY,
            ssl_certfile=certificate,
            ssl_keyfile=key,
        )
        try:
            config.load()
        except (OSError, ValueError) as error:
            self._socket.close()
            why = error.strerror if isinstance(error, OSError) else error
            raise PageFailed(f"the page cannot be served with {certificate} and {key}: {why}") from error
        logging.getLogger("uvicorn.error").addFilter(_is_error)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._socket]}, name="tablier-page", daemon=True
        )
        self._thread.start()

    def __repr__(self) -> str:
        return f"<PageServer {self.url} {'open' if self._thread.is_alive() else 'closed'}>"

    @property
    def url(self) -> str:
        """The page's address for a browser on this machine."""
        return f"{self.scheme}://localhost:{self.port}/"

    async def _tidy(self) -> None:
        self._socket.tidy()

    def close(self) -> None:
        """Stop serving, after current answers are sent or FAREWELL has passed. Safe to call twice."""
        self._server.should_exit = True
        self._thread.join(timeout=FAREWELL)
        self._server.force_exit = True
        self._thread.join(timeout=10)
        self._socket.close()


def _is_error(record: logging.LogRecord) -> bool:
    """Return whether a log record is an error here.

    Invalid requests are none, so that nobody can fill the log, nor is an answer cut off by closing.
    """
    if record.levelno < logging.ERROR:
        return False
    return record.exc_info is None or not isinstance(record.exc_info[1], (asyncio.CancelledError, UnicodeDecodeError))


def _listen(host: str, port: int) -> Listener:
    """Open the listening socket here, so that a port in use is reported before anything starts."""
    try:
        return listening(host, port, Gate(room()))
    except OSError as error:
        why = "the port is taken" if error.errno == errno.EADDRINUSE else error.strerror
        raise PageFailed(f"the page cannot be served on {host} port {port}: {why}") from error
