"""Examine what the table is connected to: sensors, speaker, broker, page."""

from __future__ import annotations

import contextlib
import errno
import shutil
import socket
import ssl
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import paho.mqtt.client as paho
from paho.mqtt.client import ConnectFlags
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from announce.access.accounts import AccountsError, Role
from announce.mqtt.broker import BrokerFailed, EmbeddedBroker
from announce.mqtt.client import BrokerSettings, BrokerSettingsError, client_of
from announce.voice.outputs import PLAYERS, Loudspeaker
from announce.voice.sound import Sound
from announce.voice.voices import CommandVoice, PicoVoice, VoiceFailed
from events.peg_reading import HoleFault, LinkEvent, PegReading
from firmware_bridge.checkup import Finding as HoleFinding
from firmware_bridge.link import Link
from tablier.devices.network import LOOPBACKS, broker_of, tls_files
from tablier.devices.sensor_link import link_of
from tablier.setup.doctor.finding import INSTALL, Finding, good, note, off, wrong
from tablier.setup.doctor.holes import FOUND, where
from tablier.storage.accounts_file import load_accounts
from tablier.storage.files import NotPrivate, check_private
from tablier.storage.paths import Site
from tablier.storage.settings import Settings, SettingsError

ANSWERING: Final = 6.0
"""Seconds a board or a broker may take to answer."""
SILENCE: Final = Sound(b"\0\0" * 1600, 16000)

OWN_VOICE: Final = (
    "voice.command in the settings is a program and its arguments: it must read text on its input, and write a mono "
    "16-bit WAV (docs/how/announce.md)"
)
UNTRUSTED: Final = (
    "the broker's certificate must be for mqtt.host, valid today, and from an authority that mqtt.ca_file names"
)
ADD: Final = "make one: tablier account add NAME --role referee; its file is named by accounts under [access]"


class NoBoard(TimeoutError):
    """No board answers. The message says what the link found instead."""


def meet(link: Link) -> tuple[PegReading, str]:
    """Wait until the board answers; return its first reading, and how it introduces itself.

    Raises NoBoard when it does not answer within a few seconds.
    """
    announced = LinkEvent(0.0, up=False, reason="no board answers")
    end = time.monotonic() + ANSWERING
    while time.monotonic() < end:
        for value in link.readings(timeout=0.2):
            if isinstance(value, LinkEvent):
                announced = value
            elif isinstance(value, PegReading) and announced.up:
                return value, announced.reason
    raise NoBoard(announced.reason)


def sensors(site: Site) -> Iterator[Finding]:
    """Examine whether the board of the holes answers, and what it reports of each hole."""
    link = link_of(site, felt=None, clock=time.monotonic)
    if link is None:
        yield off("sensors", f'no holes are felt: the settings say sensors.link = "{site.settings.sensors.link}"')
        return
    with link:
        try:
            reading, introduction = meet(link)
        except NoBoard as error:
            yield wrong(
                "sensors",
                str(error),
                "is its cable plugged in, is its light on, and is no other program (a running table) using it?",
            )
            return
    yield good("sensors", introduction)
    for fault in HoleFault:
        holes = [hole for hole, found in reading.faults if found is fault]
        if holes:
            said, mend = FOUND[HoleFinding(fault.value)]
            yield wrong("sensors", f"{', '.join(map(where, holes))}: {said}", mend)


def speaker(settings: Settings, players: Sequence[Sequence[str]] = PLAYERS) -> Iterator[Finding]:
    """Examine whether the voice renders a word, and the sound card plays (silence, so as not to wake anybody)."""
    if not settings.voice.on:
        yield off("speaker", "nothing is spoken: the settings say voice.on = false")
        return
    command = settings.voice.command
    try:
        voice = CommandVoice(command) if command else PicoVoice(settings.table.language)
        voice.render("un", settings.voice.speed)
    except VoiceFailed as error:
        yield wrong("voice", f"no word can be spoken: {error}", OWN_VOICE if command else INSTALL)
    names = [player[0] for player in players]
    found = [name for name in names if shutil.which(name)]
    if not found:
        yield wrong("speaker", f"no program plays sound ({' or '.join(names)})", "sudo apt install alsa-utils")
    elif not Loudspeaker(players).play(SILENCE):
        yield wrong(
            "speaker",
            f"{' and '.join(found)} cannot play: there is no sound card, or it is taken",
            "aplay -l must name a card; until then everything spoken is written to files",
        )
    else:
        yield good("speaker", f"{found[0]} plays")


def broker(site: Site) -> Iterator[Finding]:
    """Examine whether the broker in the settings accepts this table, or the embedded one starts."""
    try:
        named = broker_of(site.settings)
    except SettingsError as error:
        yield wrong("broker", str(error), "the file must hold the password in its first line, for this user to read")
        return
    if named is not None:
        yield _check_broker(named)
        return
    with tempfile.TemporaryDirectory(prefix="tablier-") as folder:
        try:
            with EmbeddedBroker(Path(folder), mqtt_port=0) as embedded:
                yield good(
                    "broker", f"the table's own, which carries its messages, starts ({embedded.host}, on a free port)"
                )
        except (BrokerFailed, OSError) as error:
            yield wrong("broker", str(error), f"{INSTALL}; or name another broker in mqtt.host")


def _check_broker(settings: BrokerSettings) -> Finding:
    """Connect once to the broker in the settings."""
    where_it_is = f"{settings.host}:{settings.port}"
    answered = threading.Event()
    refusal: list[str] = []

    def on_connect(
        _client: paho.Client, _data: object, _flags: ConnectFlags, reason: ReasonCode, _props: Properties | None
    ) -> None:
        if reason.is_failure:
            refusal.append(str(reason))
        answered.set()

    try:
        client = client_of(settings, "doctor")
    except BrokerSettingsError as error:
        return wrong(
            "broker", str(error), "mqtt.ca_file in the settings must name the certificate of the broker's authority"
        )
    client.on_connect = on_connect
    client.connect_timeout = ANSWERING
    try:
        client.connect(settings.host, settings.port)
    except (OSError, ValueError) as error:
        if isinstance(error, ssl.SSLCertVerificationError):
            return wrong("broker", f"{where_it_is}: {error.verify_message}", UNTRUSTED)
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        return wrong("broker", f"{where_it_is}: {reason}", "is it running, and are mqtt.host, port and tls right?")
    client.loop_start()
    try:
        answered.wait(ANSWERING)
    finally:
        client.disconnect()
        client.loop_stop()
    if refusal:
        return wrong(
            "broker",
            f"{where_it_is} refuses: {refusal[0]}",
            "does it know mqtt.user, with what mqtt.password_file holds?",
        )
    if not answered.is_set():
        return wrong("broker", f"{where_it_is} does not answer as a broker", "are mqtt.port and mqtt.tls right?")
    return good("broker", f"{where_it_is} takes this table")


def page(settings: Settings) -> Iterator[Finding]:
    """Examine whether the page's port is free, and its TLS files can be used."""
    if not settings.page.on:
        yield off("page", "no page is shown: the settings say page.on = false")
        return
    address = (settings.page.address, settings.page.port)
    with socket.socket(socket.AF_INET6 if ":" in address[0] else socket.AF_INET) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind(address)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                yield note(
                    "page",
                    f"port {address[1]} is taken, by a table that is running or something else",
                    "if no table is running, set page.port to another",
                )
            else:
                yield wrong(
                    "page",
                    f"cannot listen on {address[0]}:{address[1]}: {error.strerror}",
                    "page.address must be this machine's own: 127.0.0.1 for itself alone, 0.0.0.0 for its network",
                )
            return
    certificate, key = tls_files(settings.page)
    try:
        if key is not None:
            check_private(key)
        if certificate is not None:
            _shake_hands(certificate, key)
    except ssl.SSLCertVerificationError as error:
        yield wrong("page", f"browsers do not trust {certificate}: {error.verify_message}", "make or fetch a new one")
        return
    except OSError as error:
        yield wrong(
            "page",
            f"cannot be encrypted with {certificate} and {key}: {error.strerror or error}",
            "page.certificate and page.key must name a certificate and its own key, in PEM, that this user may read",
        )
        return
    scheme = "http" if certificate is None else "https"
    yield good("page", f"{scheme}://{address[0]}:{address[1]} is free to be used")


def _shake_hands(certificate: Path, key: Path | None) -> None:
    """Connect a client that trusts this certificate to a server that has it, in memory.

    Raises OSError when the server cannot use the files, SSLCertVerificationError when the certificate is not valid now.
    """
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificate, key)
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    client.load_verify_locations(certificate)
    to_client, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = (client.wrap_bio(to_client, to_server), server.wrap_bio(to_server, to_client, server_side=True))
    for end in (*ends, *ends):
        with contextlib.suppress(ssl.SSLWantReadError):
            end.do_handshake()


def access(settings: Settings) -> Iterator[Finding]:
    """Examine who has access to the table."""
    file = settings.access.accounts
    beyond = [
        key
        for key, address, on in (
            ("page.address", settings.page.address, settings.page.on),
            ("mqtt.address", settings.mqtt.address, not settings.mqtt.host),
        )
        if on and address not in LOOPBACKS
    ]
    if not file:
        if beyond:
            yield wrong("access", f"{' and '.join(beyond)}: not opened, because there is no account", ADD)
        else:
            yield off("access", "only this machine has access, and its user may ask everything")
        return
    try:
        accounts = load_accounts(Path(file)).by_name.values()
    except (NotPrivate, AccountsError) as error:
        yield wrong("access", f"nobody can sign in: {error}", ADD)
        return
    counts = {role: sum(one.role is role for one in accounts) for role in Role}
    roles = ", ".join(f"{count} {role.value}{'s' * (count != 1)}" for role, count in counts.items())
    if not accounts:
        yield wrong("access", f"{file} holds no account, so nobody can sign in", ADD)
    elif "page.address" in beyond and not settings.page.certificate:
        yield note(
            "access",
            f"{roles}; passwords cross the network in the open",
            "name a certificate: page.certificate and page.key (docs/security.md)",
        )
    else:
        yield good("access", roles)
