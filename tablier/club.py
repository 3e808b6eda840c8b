"""The club at work: its broker's tables heard, its page served, from the settings to Ctrl-C."""

from __future__ import annotations

import logging
import threading
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from announce.access import Door
from announce.club.app import create_club
from announce.club.evening import Evening
from announce.club.hall import SUBSCRIBED
from announce.mqtt.client import client_of, connect
from announce.mqtt.feed import as_json, guarded
from announce.mqtt.topics import Topics, Verb
from tablier.accounts_file import AccountsFile
from tablier.serving import serve
from tablier.settings import SettingsError
from tablier.tournament_file import TournamentDamaged, TournamentFile
from tablier.wiring import broker_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from paho.mqtt.client import MQTTMessage

    from announce.mqtt.client import BrokerSettings, WaryClient
    from tablier.site import Site

    Say = Callable[[str], None]

BEAT: Final = 0.1
"""Seconds between looks at the hall: what changed more often is told once."""
DOOR: Final = "club"
"""What a club's page is called where a table's has its id: an account's role holds here, or everywhere."""

_log = logging.getLogger(__name__)


def club(site: Site, *, ended: threading.Event | None = None, say: Say = print) -> None:
    """Serve a club's page until `ended` is set, or for ever.

    Raises SettingsError when the settings name no broker, or a file cannot be used; OSError.
    """
    settings = site.settings
    broker = broker_of(settings)
    if broker is None:
        raise SettingsError("mqtt.host: empty, expected the broker of the club's tables")
    site.kept.mkdir(parents=True, exist_ok=True)
    file = TournamentFile(site.kept)
    try:
        evening = Evening(settings.club.delay, file.load(), file.keep)
    except TournamentDamaged as error:
        raise SettingsError(str(error)) from None
    accounts = AccountsFile(Path(settings.access.accounts)) if settings.access.accounts else None
    with ExitStack() as opened:
        client = listener(broker, evening, say)
        opened.callback(client.loop_stop)
        opened.callback(client.disconnect)
        create = partial(
            create_club,
            settings.club.name,
            evening,
            door=Door(DOOR, accounts, guests=settings.access.guests),
            answered=partial(_answered, client, evening),
            language=settings.table.language,
        )
        serve(opened, settings.page, create, accounts=accounts is not None, say=say)
        ended = ended or threading.Event()
        while not ended.wait(BEAT):
            evening.advance(time.monotonic())


def listener(broker: BrokerSettings, evening: Evening, say: Say) -> WaryClient:
    """A client that hears every table of a broker for an evening, and comes back by itself.

    Raises BrokerSettingsError.
    """
    client = client_of(broker, "club")
    up = False

    def connected(*_: object) -> None:
        nonlocal up
        client.subscribe([(topic, 1) for topic in SUBSCRIBED])
        if not up:
            say(f"MQTT: {broker.host}:{broker.port}")
        up = True

    def lost(*_: object) -> None:
        nonlocal up
        if up:
            say(f"MQTT: {broker.host}:{broker.port} is gone; it is looked for")
        up = False

    def heard(_client: object, _data: object, message: MQTTMessage) -> None:
        guarded(evening.heard, time.monotonic(), message.topic, bytes(message.payload))

    client.on_connect, client.on_disconnect, client.on_message = connected, lost, heard
    connect(client, broker)
    client.loop_start()
    return client


def _answered(client: WaryClient, evening: Evening, table: str) -> None:
    """Tell a table that its call was answered."""
    known = evening.referees.hall.tables.get(table)
    side = known.state.get("called") if known is not None and known.state is not None else None
    if side is not None:
        request = {"transaction": f"club-{time.monotonic_ns()}", "side": side, "over": True}
        client.publish(Topics(table).request(Verb.CALL), as_json(request), qos=1)
