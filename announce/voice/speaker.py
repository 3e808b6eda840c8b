"""The speaker: one thread connects the speech plan, the voice and the sound card. say() always returns at once."""

from __future__ import annotations

import datetime
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from announce.announcement import Announcement
from announce.closing import Closing
from announce.voice.outputs import PLAYERS, Loudspeaker, WavFolder
from announce.voice.plan import QuietHours, SpeechPlan, Utterance, weights
from announce.voice.recorded import RecordedVoice
from announce.voice.sound import Sound
from announce.voice.voices import PicoVoice, Voice, VoiceFailed

CACHED: Final = 64
"""Rendered sentences kept in memory: about 4 MB. Of 1,890 lines of twelve tours 92 % were said again from them."""
CARD_RETRY: Final = 30.0
"""Seconds before a sound card that failed is tried again."""
SPEEDS: Final = (0.5, 2.0)
SLOWER: Final = 0.15
"""How much slower() reduces the speed."""

_log = logging.getLogger(__name__)


class Outlet(StrEnum):
    """The output that a sentence went to."""

    LOUDSPEAKER = "loudspeaker"
    FOLDER = "folder"
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence that was said, for the journal.

    Attributes:
        id: of its announcement.
        text: the words.
        outlet: where the sound went.
        cut_short: whether it was stopped.
    """

    id: str
    text: str
    outlet: Outlet
    cut_short: bool


class Speaker(Closing):
    """Says announcements aloud in one language.

    A context manager; close() stops the current sentence. The three callbacks run in the speaker's thread.

    Args:
        language: which of an announcement's texts is said.
        folder: where WAV files go when there is no sound card; None for nowhere.
        volume: 0..1.
        speed: 0.5..2.
        quiet: the quiet hours.
        voice: None for the recorded phrases and Pico.
        pace: of lessons; 1 as planned.
        wait: the words before a long explanation.
        players: the commands that play a WAV file.
        on_said: called with every sentence that was said.
        on_card: called with False when the sound card fails, and with True when it works again.
        on_hold: called with True when a lesson's table must wait, and with False when it may go on.
    """

    def __init__(
        self,
        *,
        language: str = "fr",
        folder: Path | None = None,
        volume: float = 1.0,
        speed: float = 1.0,
        quiet: QuietHours | None = None,
        voice: Voice | None = None,
        pace: float = 1.0,
        wait: str = "",
        players: Sequence[Sequence[str]] = PLAYERS,
        on_said: Callable[[Said], None] = lambda _said: None,
        on_card: Callable[[bool], None] = lambda _there: None,
        on_hold: Callable[[bool], None] = lambda _holding: None,
    ) -> None:
        self._voice = voice or RecordedVoice(language, PicoVoice(language))
        self._folder = WavFolder(folder) if folder is not None else None
        self._loudspeaker = Loudspeaker(players)
        self._plan = SpeechPlan(language, quiet, seconds=self.seconds, wait=wait, pace=pace)
        self._on_said = on_said
        self._on_hold = on_hold
        self._held = False
        self._speaking = False
        self._on_card = on_card
        self._volume = 1.0
        self._speed = 1.0
        self.volume = volume
        self.speed = speed
        self._rendered: OrderedDict[tuple[str, float], Sound] = OrderedDict()
        self._card_failed: float | None = None
        self._closed = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._speak, name="tablier-speaker", daemon=True)
        self._thread.start()

    def __repr__(self) -> str:
        state = "closed" if self._closed else "muted" if self.muted else "open"
        return f"<Speaker {self._plan.language} {state}>"

    @property
    def volume(self) -> float:
        """The volume, clamped to 0..1."""
        return self._volume

    @volume.setter
    def volume(self, volume: float) -> None:
        self._volume = min(max(float(volume), 0.0), 1.0)

    @property
    def speed(self) -> float:
        """The speed, clamped to 0.5..2."""
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self._speed = min(max(float(speed), SPEEDS[0]), SPEEDS[1])

    @property
    def muted(self) -> bool:
        """Whether the voice is muted. Muting stops the current sentence."""
        return self._plan.muted

    @muted.setter
    def muted(self, muted: bool) -> None:
        with self._changed:
            self._plan.muted = muted
            if muted:
                self._cut()

    def say(self, announcement: Announcement) -> None:
        """Say an announcement when its turn comes, unless it is stale by then."""
        with self._changed:
            self._plan.add(announcement, time.monotonic())
            self._changed.notify()

    @property
    def holding(self) -> bool:
        """Whether a lesson's table waits for a sentence that is being said or still to be said."""
        return self._held

    def again(self) -> None:
        """Repeat all lines of the current throw, in full."""
        with self._changed:
            self._plan.again(time.monotonic())
            self._changed.notify()

    def slower(self) -> None:
        """Speak more slowly from now on, and pause longer after each sentence of a lesson."""
        self.speed -= SLOWER
        with self._changed:
            self._plan.pace = max(self._plan.pace - SLOWER, SPEEDS[0])

    def go_on(self) -> None:
        """Drop the lines that a lesson's table waits for: the players have understood."""
        with self._changed:
            self._plan.go_on()
            self._changed.notify()

    def seconds(self, text: str) -> float:
        """Return how long a sentence lasts: as rendered, else as its recorded pieces last, else an estimate."""
        sound = self._rendered.get((text, self._speed))
        if sound is not None:
            return sound.seconds
        known = self._voice.seconds(text) if isinstance(self._voice, RecordedVoice) else None
        return (weights().seconds(self._plan.language, text) if known is None else known) / self._speed

    def clear(self) -> None:
        """Drop all lines and stop the current sentence, for instance after an undo."""
        with self._changed:
            self._plan.clear()
            self._cut()

    def close(self) -> None:
        """Stop speaking; safe to call twice."""
        with self._changed:
            self._closed = True
            self._loudspeaker.close()
            self._changed.notify()
        if self._thread is not threading.current_thread():
            self._thread.join(timeout=10)

    def _cut(self) -> None:
        if self._speaking:
            self._loudspeaker.stop()

    def _speak(self) -> None:
        while True:
            with self._changed:
                line = self._plan.take(time.monotonic(), datetime.datetime.now().astimezone().time())
                self._speaking = line is not None
                holding = self._plan.holding or (self._held and line is not None)
                self._loudspeaker.arm()
                if self._closed:
                    return
                if line is None and holding == self._held:
                    ready = self._plan.ready_at()
                    self._changed.wait(None if ready is None else max(0.0, ready - time.monotonic()))
                    continue
            if holding != self._held:
                self._held = holding
                self._on_hold(holding)
            try:
                if line is not None:
                    self._say(line)
            except VoiceFailed as error:
                _log.warning("not said: %s", error)
            except OSError as error:
                _log.warning("not said: %s", ": ".join(str(part) for part in (error.filename, error.strerror) if part))
            except Exception:  # A voice is another project's program or library. The next line may work.
                _log.exception("not said")

    def _say(self, line: Utterance) -> None:
        sound = self._render(line.text).louder(self._volume)
        outlet = self._play(line, sound)
        self._on_said(Said(line.id, line.text, outlet, self._loudspeaker.stopped))
        if line.after and outlet is Outlet.LOUDSPEAKER:
            with self._changed:
                self._changed.wait(line.after)

    def _render(self, text: str) -> Sound:
        key = (text, self._speed)
        if key in self._rendered:
            self._rendered.move_to_end(key)
            return self._rendered[key]
        sound = self._rendered[key] = self._voice.render(text, self._speed)
        if len(self._rendered) > CACHED:
            self._rendered.popitem(last=False)
        return sound

    def _play(self, line: Utterance, sound: Sound) -> Outlet:
        if self._loudspeaker.stopped:
            return Outlet.NOWHERE
        now = time.monotonic()
        if self._card_failed is None or now - self._card_failed >= CARD_RETRY:
            played = self._loudspeaker.play(sound)
            if played != (self._card_failed is None):
                self._on_card(played)
            self._card_failed = None if played else now
            if played:
                return Outlet.LOUDSPEAKER
        if self._folder is None:
            return Outlet.NOWHERE
        self._folder.write(sound, line.text)
        return Outlet.FOLDER
