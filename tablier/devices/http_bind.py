"""Serving a page on its port as the settings say: for this machine alone, or for everyone with an account."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from announce.page.server import LOOPBACK, PageFailed, PageServer
from tablier.storage.private_file import NotPrivate, check_private

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import ExitStack

    from starlette.applications import Starlette

    from tablier.storage.settings import PageSettings

    Say = Callable[[str], None]

LOOPBACKS: Final = frozenset({"localhost", "127.0.0.1", "::1"})
"""Addresses that only this machine reaches."""


class Create(Protocol):
    """Makes a page from the names it is reached by and from whether only this machine reaches it."""

    def __call__(self, *, hosts: Sequence[str], only_local: bool) -> Starlette:
        """The page."""


def listens(key: str, address: str, *, accounts: bool, say: Say) -> str:
    """Where to listen: as the setting `key` says, but beyond this machine only when there are accounts."""
    if accounts or address in LOOPBACKS:
        return address
    say(
        f"{key} is {address}, but [access] accounts names no file, so only this machine is listened to: make one "
        "with tablier account add"
    )
    return LOOPBACK


def hosts_of(settings: PageSettings) -> tuple[str, ...]:
    """The hosts a page answers to: this machine's name, that name on the local network, and the settings' own."""
    own = socket.gethostname()
    return own, f"{own}.local", *settings.names


def tls_files(settings: PageSettings) -> tuple[Path | None, Path | None]:
    """The certificate and its key, as far as the settings name them."""
    return Path(settings.certificate) if settings.certificate else None, Path(settings.key) if settings.key else None


def serve(opening: ExitStack, settings: PageSettings, create: Create, *, accounts: bool, say: Say) -> None:
    """Serve a page until `opening` is closed, and say where; what keeps it from being served is said, not raised."""
    host = listens("page.address", settings.address, accounts=accounts, say=say)
    page = create(hosts=hosts_of(settings), only_local=host in LOOPBACKS)
    certificate, key = tls_files(settings)
    if certificate is None and host not in LOOPBACKS:
        say("The page is not encrypted: who listens on the network reads passwords. See page.certificate.")
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
