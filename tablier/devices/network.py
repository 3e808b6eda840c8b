"""The network as the settings say: the broker, and the port of a page, for this machine alone or for accounts."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Protocol

from starlette.applications import Starlette

from announce.mqtt.client import BrokerSettings
from announce.page.server import LOOPBACK, PageFailed, PageServer
from tablier.storage.files import NotPrivate, check_private, read_private
from tablier.storage.settings import PageSettings, Settings, SettingsError

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


def broker_of(settings: Settings) -> BrokerSettings | None:
    """Return the broker the settings name; None for the table's own.

    Raises SettingsError when the file of its password cannot be read.
    """
    mqtt = settings.mqtt
    if not mqtt.host:
        return None
    return BrokerSettings(
        host=mqtt.host,
        port=mqtt.port,
        user=mqtt.user or None,
        password=_password(mqtt.password_file),
        tls=mqtt.tls,
        ca_file=Path(mqtt.ca_file) if mqtt.ca_file else None,
    )


def _password(file: str) -> str | None:
    """Return the first line of a password file.

    Raises SettingsError when it cannot be read.
    """
    if not file:
        return None
    try:
        password = read_private(Path(file)).decode("utf-8").partition("\n")[0]
    except NotPrivate as error:
        raise SettingsError(f"mqtt.password_file: {error}") from None
    except UnicodeDecodeError:
        raise SettingsError(f"mqtt.password_file: {file}: not UTF-8 text") from None
    if not password:
        raise SettingsError(f"mqtt.password_file: {file}: its first line is empty, expected the password")
    return password
