"""The page's server: uvicorn in a thread of its own."""

from __future__ import annotations

import errno
import logging
import socket
import threading
from typing import TYPE_CHECKING, Final

import uvicorn

if TYPE_CHECKING:
    from types import TracebackType

    from starlette.applications import Starlette

LOOPBACK: Final = "127.0.0.1"
PORT: Final = 8080
START_TIME: Final = 20.0

_log = logging.getLogger(__name__)


class PageFailed(RuntimeError):
    """The page cannot be served; the message says where and why."""


class PageServer:
    """Serves a page while it is open; host: this machine only unless told; port: 0 picks a free one.

    Raises PageFailed. A context manager; close() is idempotent.
    """

    def __init__(self, page: Starlette, *, host: str = LOOPBACK, port: int = PORT) -> None:
        self._socket = _listen(host, port)
        self.host = host
        self.port: int = self._socket.getsockname()[1]
        config = uvicorn.Config(
            page, log_config=None, access_log=False, lifespan="off", server_header=False, ws="none", loop="asyncio"
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._socket]}, name="tablier-page", daemon=True
        )
        self._thread.start()

    def __enter__(self) -> PageServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<PageServer {self.url} {'open' if self._thread.is_alive() else 'closed'}>"

    @property
    def url(self) -> str:
        """Where a browser on this machine finds the page."""
        return f"http://localhost:{self.port}/"

    def close(self) -> None:
        """Stop serving; safe to call twice."""
        self._server.should_exit = True
        self._server.force_exit = True
        self._thread.join(timeout=10)
        self._socket.close()


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket, bound here so that a taken port is told before anything starts."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(64)
    except OSError as error:
        listener.close()
        why = "the port is taken" if error.errno == errno.EADDRINUSE else str(error)
        raise PageFailed(f"the page cannot be served on {host} port {port}: {why}") from error
    return listener
