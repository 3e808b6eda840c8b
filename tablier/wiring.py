"""From settings to open devices on the people's side: voice, broker and page, for `play` and `demo` alike."""

from __future__ import annotations

import datetime
import socket
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import cv2

from announce.broker import BrokerFailed, EmbeddedBroker
from announce.mqtt.publisher import BrokerSettings, BrokerSettingsError, MqttPublisher
from announce.mqtt.topics import Verb
from announce.notice import DeviceTrouble
from announce.page.app import LOCAL_HOSTS, WebSocketAddress, create_page
from announce.page.server import PageFailed, PageServer
from announce.voice.queue import QuietHours
from announce.voice.speaker import Speaker
from announce.voice.voices import CommandVoice
from tablier.evidence import EVIDENCE, picture
from tablier.inbox import Asked, Spoken, Troubled
from tablier.outlets import Broker, Voice
from tablier.settings import SettingsError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from announce.mqtt.requests import Request
    from announce.voice.speaker import Said
    from tablier.inbox import Inbox
    from tablier.settings import Settings
    from tablier.table import Outlet

    Say = Callable[[str], None]


class People:
    """Everything that faces people, opened together and closed together.

    settings: voice, mqtt and page are looked at; folder: for the broker's store, the pictures of evidence and, without
    a sound card, what was said; inbox: where requests go; clock: stamps them; seen: what was read off the last picture,
    given its width and height, for the page; say: told in plain words what is open and what could not be. What cannot
    be opened is said and left out; nothing is raised for it.
    """

    def __init__(
        self,
        settings: Settings,
        folder: Path,
        inbox: Inbox,
        *,
        clock: Callable[[], float],
        seen: Callable[[tuple[int, int]], dict[str, Any] | None] = lambda _size: None,
        say: Say = print,
    ) -> None:
        self.outlets: list[Outlet] = []
        self._inbox = inbox
        self._clock = clock
        self._seen = seen
        self._evidence = folder / EVIDENCE
        self._say = say
        self._speaker: Speaker | None = None
        self._publisher: MqttPublisher | None = None
        self._open = ExitStack()
        with ExitStack() as opening:
            if settings.voice.on:
                self._speaker = opening.enter_context(_speaker(settings, folder, self._card, self._said))
                self.outlets.append(Voice(self._speaker))
            port = settings.page.port or _free_port(settings.page.address)
            reached = self._broker(opening, settings, folder, port)
            if reached is not None:
                broker, websocket = reached
                if self._publish(opening, settings, broker) and settings.page.on:
                    self._serve(opening, settings, websocket, port)
            self._open = opening.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close them all; may be called again."""
        self._open.close()

    def _broker(
        self, opening: ExitStack, settings: Settings, folder: Path, page_port: int
    ) -> tuple[BrokerSettings, WebSocketAddress] | None:
        """The broker the settings name, or one of our own that takes WebSockets from our page only."""
        named = broker_of(settings)
        if named is not None:
            return named, WebSocketAddress(url=settings.mqtt.websocket or None)
        origins = [f"http://{name}:{page_port}" for name in LOCAL_HOSTS]
        try:
            embedded = opening.enter_context(
                EmbeddedBroker(folder / "broker", mqtt_port=0, websocket_port=0, origins=origins)
            )
        except (BrokerFailed, OSError) as error:
            self._say(f"No broker, and so no page: {error}")
            return None
        own = BrokerSettings(host=embedded.host, port=embedded.mqtt_port)
        return own, WebSocketAddress(port=embedded.websocket_port)

    def _publish(self, opening: ExitStack, settings: Settings, broker: BrokerSettings) -> bool:
        """Go to the broker; whether what the settings say of it can be used."""
        try:
            publisher = MqttPublisher(
                settings.table.id,
                broker,
                on_request=self._asked,
                on_link=self._link,
                language=settings.table.language,
                prompting=settings.table.prompting,
                discovery=settings.mqtt.home_assistant,
            )
        except BrokerSettingsError as error:
            self._say(f"No broker, and so no page: {error}")
            return False
        self._publisher = opening.enter_context(publisher)
        self.outlets.append(Broker(publisher, self._speaker))
        self._say(f"MQTT: {broker.host}:{broker.port}, topics {publisher.topics.state.rpartition('/')[0]}/...")
        return True

    def _serve(self, opening: ExitStack, settings: Settings, websocket: WebSocketAddress, port: int) -> None:
        local = settings.page.address in LOCAL_HOSTS
        page = create_page(
            settings.table.id,
            websocket=websocket,
            language=settings.table.language,
            seating=settings.seating,
            frame=self._picture,
            seen=self._reading,
            evidence=lambda name: picture(self._evidence, name),
            hosts=LOCAL_HOSTS if local else ("*",),
        )
        try:
            server = opening.enter_context(PageServer(page, host=settings.page.address, port=port))
        except PageFailed as error:
            self._say(f"No page: {error}")
            return
        self._say(f"Page: {server.url}")

    def _link(self, up: bool, why: str) -> None:
        self._inbox.put(Troubled(self._clock(), DeviceTrouble.BROKER_LOST, not up, "" if up else why))

    def _card(self, there: bool) -> None:
        self._inbox.put(Troubled(self._clock(), DeviceTrouble.SPEAKER_LOST, not there))

    def _said(self, said: Said) -> None:
        self._inbox.put(Spoken(self._clock(), said))

    def _picture(self) -> bytes | None:
        """What the camera saw last, as JPEG."""
        latest = self._inbox.latest
        return None if latest is None else cv2.imencode(".jpg", latest.image)[1].tobytes()

    def _reading(self) -> dict[str, Any] | None:
        latest = self._inbox.latest
        if latest is None:
            return None
        height, width = latest.image.shape[:2]
        return self._seen((width, height))

    def _asked(self, request: Request) -> None:
        """Do what is the voice's own; hand the rest to the table's loop."""
        publisher = self._publisher
        if publisher is None:
            return
        if request.verb is Verb.VOLUME:
            self._set_voice(request)
        elif request.verb is Verb.UNDO and self._speaker is not None:
            self._speaker.clear()
        values = {**request.arguments, "by": request.by}
        answer = lambda error: publisher.answer(request, error=error)  # noqa: E731 - a name for the one place it goes
        self._inbox.put(Asked(self._clock(), request.verb.value, values, answer))

    def _set_voice(self, request: Request) -> None:
        if self._speaker is not None:
            for name, value in request.arguments.items():
                setattr(self._speaker, name, value)


def _speaker(
    settings: Settings, folder: Path, on_card: Callable[[bool], None], on_said: Callable[[Said], None]
) -> Speaker:
    voice = settings.voice
    quiet = None
    if voice.quiet_from and voice.quiet_to:
        quiet = QuietHours(datetime.time.fromisoformat(voice.quiet_from), datetime.time.fromisoformat(voice.quiet_to))
    return Speaker(
        language=settings.table.language,
        folder=folder / "voice",
        volume=voice.volume,
        speed=voice.speed,
        quiet=quiet,
        voice=CommandVoice(voice.command) if voice.command else None,
        on_card=on_card,
        on_said=on_said,
    )


def _free_port(address: str) -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind((address, 0))
        port: int = probe.getsockname()[1]
        return port


def broker_of(settings: Settings) -> BrokerSettings | None:
    """The broker the settings name; None when it is to be one of our own.

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
    """The first line of a password file.

    Raises SettingsError when it cannot be read.
    """
    if not file:
        return None
    try:
        return Path(file).read_text(encoding="utf-8").partition("\n")[0]
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"mqtt.password_file: {file}: {error}") from None
