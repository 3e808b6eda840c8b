"""Open what faces people as the settings say: voice, broker and page, for `play` and `demo`."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final

import cv2

from announce.access.auth import Auth
from announce.closing import Closing
from announce.mqtt.broker import LOOPBACK, BrokerFailed, BrokerUser, EmbeddedBroker
from announce.mqtt.client import BrokerSettings, BrokerSettingsError
from announce.mqtt.publisher import MqttPublisher
from announce.mqtt.topics import account_topics, table_topics
from announce.notice import DeviceTrouble
from announce.page.app import create_page
from announce.phrases.catalogue import catalogue
from announce.phrases.refused import Refused
from announce.phrases.words import sentence
from announce.table_api.api import ApiOptions, Before, TableApi
from announce.table_api.requests import Request
from announce.table_api.verbs import Verb
from announce.voice.plan import QuietHours
from announce.voice.speaker import Speaker
from announce.voice.voices import CommandVoice
from coach.lessons.memory import progress
from events.peg_reading import Button, Signal
from tablier.devices.network import LOOPBACKS, broker_of, listens, serve
from tablier.games import game_played
from tablier.runtime.analyst import Analyst
from tablier.runtime.inbox import Asked, Called, Inbox, Spoken, Troubled
from tablier.runtime.logs import write_line
from tablier.runtime.past_games import PastGames
from tablier.runtime.sinks import Displays, Voice
from tablier.runtime.table import Sink
from tablier.storage.accounts_file import AccountsFile
from tablier.storage.evidence import EVIDENCE, picture
from tablier.storage.journal import JOURNAL
from tablier.storage.pupils import pupils
from tablier.storage.settings import Settings

BUTTONS: Final = {Button.COUP_JOUE: "continue", Button.ADOUBE: "repeat"}
"""The meaning of a button while a lesson waits for its pupil."""
EVERYWHERE: Final = ("0.0.0.0", "::", "localhost")  # noqa: S104 - addresses that include this machine's own


class People(Closing):
    """Everything that faces people, opened and closed together.

    Args:
        settings: those of voice, mqtt and page are used.
        folder: for the broker's store, the pictures of evidence and, without a sound card, the speech.
        inbox: receives requests.
        clock: stamps them.
        seen: for the page, gives the reading of the last picture for its width and height.
        exercises: whether the table has a course of exercises.
        analyst: judges past games.
        before: state of a game that goes on.
        say: reports what is open, and what could not be opened and is left out.

    Raises SettingsError when the file of the broker's password cannot be read.
    """

    def __init__(
        self,
        settings: Settings,
        folder: Path,
        inbox: Inbox,
        *,
        clock: Callable[[], float],
        seen: Callable[[tuple[int, int]], dict[str, Any] | None] = lambda _size: None,
        exercises: bool = False,
        analyst: Analyst | None = None,
        before: Before = Before(),  # noqa: B008 - a frozen value
        say: Callable[[str], None] = write_line,
    ) -> None:
        self.sinks: list[Sink] = []
        self._inbox = inbox
        self._clock = clock
        self._seen = seen
        self._folder = folder
        self._evidence = folder / EVIDENCE
        self._games = PastGames(folder / JOURNAL, self._evidence, analyst)
        self._say = say
        self._before = before
        self._speaker: Speaker | None = None
        self._open = ExitStack()
        with ExitStack() as opening:
            if settings.voice.on:
                self._speaker = opening.enter_context(self._open_speaker(settings))
                self.sinks.append(Voice(self._speaker))
            self._accounts = AccountsFile(Path(settings.access.accounts)) if settings.access.accounts else None
            self._feed = self._displays(opening, settings, folder)
            self.sinks.append(Displays(self._feed, self._speaker))
            if settings.page.on:
                self._serve(opening, settings, exercises=exercises)
            self._open = opening.pop_all()

    def close(self) -> None:
        """Close everything; may be called again."""
        self._open.close()

    def _displays(self, opening: ExitStack, settings: Settings, folder: Path) -> TableApi:
        """Return the table's displays: on a broker if possible, else on the page alone."""
        table = settings.table
        options: ApiOptions = {
            "on_request": self._on_request,
            "on_call": lambda by: self._inbox.put(Called(self._clock(), by)),
            "evidence": partial(picture, self._evidence),
            "language": table.language,
            "prompting": table.prompting,
            "before": self._before,
            "view": game_played(settings).view(),
        }
        try:
            broker = broker_of(settings) or self._start_own_broker(opening, settings, folder)
            publisher = MqttPublisher(
                table.id, broker, on_link=self._link, discovery=settings.mqtt.home_assistant, **options
            )
        except (BrokerSettingsError, BrokerFailed, OSError) as error:
            where = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else error
            self._say(f"No broker: {where}")
            return TableApi(table.id, **options)
        opening.enter_context(publisher)
        self._say(f"MQTT: {broker.host}:{broker.port}, topics {publisher.topics.publication('...')}")
        return publisher

    def _start_own_broker(self, opening: ExitStack, settings: Settings, folder: Path) -> BrokerSettings:
        """Start the table's own broker; with accounts, it admits only them and this table.

        Raises BrokerFailed and OSError.
        """
        accounts, alone = self._accounts, settings.access.referees_alone
        own = BrokerUser(f"table-{secrets.token_hex(4)}", secrets.token_urlsafe(32), table_topics(settings.table.id))

        def users() -> list[BrokerUser]:
            """Return the table itself, and everybody with an account."""
            known = accounts().by_name.values() if accounts is not None else ()
            return [own, *(BrokerUser(one.name, one.password, account_topics(one, alone)) for one in known)]

        host = listens("mqtt.address", settings.mqtt.address, accounts=accounts is not None, say=self._say)

        def start(port: int) -> EmbeddedBroker:
            let_in = None if accounts is None else users
            return EmbeddedBroker(folder / "broker", host=host, mqtt_port=port, users=let_in)

        try:
            embedded = start(settings.mqtt.port)
        except BrokerFailed as error:
            if host not in LOOPBACKS:  # Other machines expect the broker on this port.
                raise
            embedded = start(0)
            self._say(f"The table's own broker takes port {embedded.mqtt_port}, not {settings.mqtt.port}: {error}")
        opening.enter_context(embedded)
        near = LOOPBACK if host in EVERYWHERE else host
        if accounts is None:
            return BrokerSettings(host=near, port=embedded.mqtt_port)
        return BrokerSettings(host=near, port=embedded.mqtt_port, user=own.name, password=own.password)

    def _serve(self, opening: ExitStack, settings: Settings, *, exercises: bool) -> None:
        auth = Auth(
            settings.table.id,
            self._accounts,
            guests=settings.access.guests,
            referees_alone=settings.access.referees_alone,
        )
        create = partial(
            create_page,
            self._feed,
            auth=auth,
            language=settings.table.language,
            seating=settings.seating,
            frame=None if settings.camera.source == "none" else self._picture,
            seen=self._reading,
            evidence=partial(picture, self._evidence),
            games=self._games,
            exercises=exercises,
            pupils=self._progress_of_all,
        )
        serve(opening, settings.page, create, accounts=self._accounts is not None, say=self._say)

    def _link(self, up: bool, why: str) -> None:
        self._inbox.put(Troubled(self._clock(), DeviceTrouble.BROKER_LOST, not up, "" if up else why))

    def _hold(self, waiting: bool) -> None:
        self._feed.hold(waiting)  # There is none yet when the speaker is opened.

    def _open_speaker(self, settings: Settings) -> Speaker:
        voice, language = settings.voice, settings.table.language
        quiet = None
        if voice.quiet_from and voice.quiet_to:
            quiet = QuietHours(*map(datetime.time.fromisoformat, (voice.quiet_from, voice.quiet_to)))
        return Speaker(
            language=language,
            folder=self._folder / "voice",
            volume=voice.volume,
            speed=voice.speed,
            pace=settings.lesson.pace,
            wait=sentence(catalogue(language).text("lesson.wait")),
            quiet=quiet,
            voice=CommandVoice(voice.command) if voice.command else None,
            on_card=lambda there: self._inbox.put(Troubled(self._clock(), DeviceTrouble.SPEAKER_LOST, not there)),
            on_said=lambda said: self._inbox.put(Spoken(self._clock(), said)),
            on_hold=self._hold,
        )

    def _picture(self) -> bytes | None:
        """Return the camera's last picture, as JPEG."""
        latest = self._inbox.latest
        return None if latest is None else cv2.imencode(".jpg", latest.image)[1].tobytes()

    def _progress_of_all(self) -> list[dict[str, Any]]:
        """Return every pupil's progress, by step: known, met, all."""
        return [
            {"pupil": name, "steps": {step: list(counts) for step, counts in progress(one.cards).items()}}
            for name, one in sorted(pupils(self._folder).items())
        ]

    def _reading(self) -> dict[str, Any] | None:
        latest = self._inbox.latest
        if latest is None:
            return None
        height, width = latest.image.shape[:2]
        return self._seen((width, height))

    def _on_request(self, request: Request) -> None:
        """Carry out the voice's part of a request, and pass it to the table's loop."""
        if request.verb is Verb.VOLUME:
            self._set_voice(request)
        elif request.verb is Verb.UNDO and self._speaker is not None:
            self._speaker.clear()

        def answer(error: Refused | None) -> None:
            self._feed.answer(request, error=error)

        values = {**request.arguments, "by": request.by}
        self._inbox.put(Asked(self._clock(), request.verb.value, values, answer, request.transaction))

    def _set_voice(self, request: Request) -> None:
        if self._speaker is not None:
            for name, value in request.arguments.items():
                if name == "do":
                    self._do(value)
                else:
                    setattr(self._speaker, name, value)

    def on_button(self, signal: Signal) -> bool:
        """Take a button while a lesson waits: *coup joué* goes on, *j'adoube* repeats; return whether it was taken."""
        done = BUTTONS.get(signal.button)
        if done is None or self._speaker is None or not self._speaker.holding:
            return False
        self._do(done)
        return True

    def _do(self, what: str) -> None:
        """Repeat the last speech, speak more slowly, or go on."""
        if self._speaker is not None:
            {"repeat": self._speaker.again, "slower": self._speaker.slower, "continue": self._speaker.go_on}[what]()
