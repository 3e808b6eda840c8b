"""From settings to open devices on the people's side: voice, broker and page, for `play` and `demo` alike."""

from __future__ import annotations

import datetime
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Self

from announce.broker import BrokerFailed, EmbeddedBroker
from announce.mqtt.publisher import BrokerSettings, MqttPublisher
from announce.mqtt.topics import Verb
from announce.voice.queue import QuietHours
from announce.voice.speaker import Speaker
from tablier.inbox import Asked
from tablier.outlets import Broker, Voice
from tablier.settings import SettingsError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from announce.mqtt.requests import Request
    from tablier.inbox import Inbox
    from tablier.settings import Settings
    from tablier.table import Outlet

    Say = Callable[[str], None]


class People:
    """Everything that faces people, opened together and closed together.

    settings: voice, mqtt and page are looked at; folder: for the broker's store and, without a sound card, what was
    said; inbox: where requests go; clock: stamps them; say: told in plain words what is open and what could not be.
    What cannot be opened is said and left out; nothing is raised for it.
    """

    def __init__(
        self, settings: Settings, folder: Path, inbox: Inbox, *, clock: Callable[[], float], say: Say = print
    ) -> None:
        self.outlets: list[Outlet] = []
        self._inbox = inbox
        self._clock = clock
        self._speaker: Speaker | None = None
        self._publisher: MqttPublisher | None = None
        self._open = ExitStack()
        with ExitStack() as opening:
            if settings.voice.on:
                self._speaker = opening.enter_context(_speaker(settings, folder))
                self.outlets.append(Voice(self._speaker))
            broker = self._broker(opening, settings, folder, say)
            if broker is not None:
                publisher = MqttPublisher(
                    settings.table.id,
                    broker,
                    on_request=self._asked,
                    language=settings.table.language,
                    discovery=settings.mqtt.home_assistant,
                )
                self._publisher = opening.enter_context(publisher)
                self.outlets.append(Broker(self._publisher, self._speaker))
                say(f"MQTT: {broker.host}:{broker.port}, topics {publisher.topics.state.rpartition('/')[0]}/...")
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

    def _broker(self, opening: ExitStack, settings: Settings, folder: Path, say: Say) -> BrokerSettings | None:
        mqtt = settings.mqtt
        if mqtt.host:
            password = _password(mqtt.password_file)
            return BrokerSettings(
                host=mqtt.host, port=mqtt.port, user=mqtt.user or None, password=password, tls=mqtt.tls
            )
        try:
            embedded = opening.enter_context(EmbeddedBroker(folder / "broker", mqtt_port=0, websocket_port=0))
        except BrokerFailed as error:
            say(f"No broker: {error}")
            return None
        return BrokerSettings(host=embedded.host, port=embedded.mqtt_port)

    def _asked(self, request: Request) -> None:
        """Do what is the voice's own; hand the rest to the table's loop."""
        publisher = self._publisher
        if publisher is None:
            return
        if request.verb is Verb.VOLUME:
            self._set_voice(request)
            publisher.answer(request)
            return
        values = {**request.arguments, "by": request.by}
        answer = lambda error: publisher.answer(request, error=error)  # noqa: E731 - a name for the one place it goes
        self._inbox.put(Asked(self._clock(), request.verb.value, values, answer))

    def _set_voice(self, request: Request) -> None:
        if self._speaker is not None:
            for name, value in request.arguments.items():
                setattr(self._speaker, name, value)


def _speaker(settings: Settings, folder: Path) -> Speaker:
    voice = settings.voice
    quiet = None
    if voice.quiet_from and voice.quiet_to:
        quiet = QuietHours(datetime.time.fromisoformat(voice.quiet_from), datetime.time.fromisoformat(voice.quiet_to))
    return Speaker(
        language=settings.table.language, folder=folder / "voice", volume=voice.volume, speed=voice.speed, quiet=quiet
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
