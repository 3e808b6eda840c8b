"""Serve a page on its port as the settings say: for this machine alone, or for everyone with an account."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Protocol

from starlette.applications import Starlette

from announce.page.server import LOOPBACK, PageFailed, PageServer
from tablier.storage.files import NotPrivate, check_private
from tablier.storage.settings import PageSettings

LOOPBACKS: Final = frozenset({"localhost", "127.0.0.1", "::1"})
"""Addresses that only this machine can reach."""


class Create(Protocol):
    """Makes a page for these host names; `only_local` says that only this machine can reach it."""

    def __call__(self, *, hosts: Sequence[str], only_local: bool) -> Starlette:
        """Return the page."""


def listens(key: str, address: str, *, accounts: bool, say: Callable[[str], None]) -> str:
    """Return the address to listen on: that of the setting `key`, but without accounts only this machine's own."""
    if accounts or address in LOOPBACKS:
        return address
    say(
        f"{key} is {address}, but [access] accounts names no file, so only this machine can connect: make one "
        "with tablier account add"
    )
    return LOOPBACK


def hosts_of(settings: PageSettings) -> tuple[str, ...]:
    """Return the hosts a page answers to: this machine's name, also on the local network, and those of the settings."""
    own = socket.gethostname()
    return own, f"{own}.local", *settings.names


def tls_files(settings: PageSettings) -> tuple[Path | None, Path | None]:
    """Return the certificate and its key; None for one that the settings do not name."""
    return Path(settings.certificate) if settings.certificate else None, Path(settings.key) if settings.key else None


def serve(
    opening: ExitStack, settings: PageSettings, create: Create, *, accounts: bool, say: Callable[[str], None]
) -> None:
    """Serve a page until `opening` is closed, and say where; an error is reported with `say`, not raised."""
    host = listens("page.address", settings.address, accounts=accounts, say=say)
    page = create(hosts=hosts_of(settings), only_local=host in LOOPBACKS)
    certificate, key = tls_files(settings)
    if certificate is None and host not in LOOPBACKS:
        say("The page is not encrypted: anybody on the network can read passwords. See page.certificate.")
    try:
        if key is not None:
            check_private(key)
        server = opening.enter_context(
            PageServer(page, host=host, port=settings.port, certificate=certificate, key=key)
        )
    except (PageFailed, NotPrivate) as error:
        say(f"No page: {error}")
        return
    say(f"Page: {server.url}")
