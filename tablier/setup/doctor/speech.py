"""`tablier doctor --speak`: the voice speaks a sample of each kind, and the person says whether it was heard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from announce.notice import Notice
from announce.phrases.catalogue import catalogue
from announce.phrases.registry import Manner
from announce.phrases.trictrac import TRICTRAC
from announce.voice.outputs import Loudspeaker
from announce.voice.recorded import RecordedVoice
from announce.voice.voices import CommandVoice, PicoVoice, Voice, VoiceFailed
from events.rulings import Doubt, Played, ThrowWorth
from events.state import Mode
from events.trictrac.rulings import FaultRuled, Marked
from tablier.setup.doctor.finding import INSTALL, Finding, good, wrong
from tablier.storage.settings import Settings

SAMPLES: Final[dict[str, type]] = {
    "a throw": ThrowWorth,
    "a play": Played,
    "points marked": Marked,
    "a fault": FaultRuled,
    "a question": Doubt,
    "trouble": Notice,
}
"""One ruling for each kind of line the table speaks."""


def voice_of(settings: Settings) -> Voice:
    """Return the voice that the settings name.

    Raises VoiceFailed.
    """
    language = settings.table.language
    own = settings.voice.command
    return CommandVoice(own) if own else RecordedVoice(language, PicoVoice(language))


def samples(language: str) -> Iterator[tuple[str, str]]:
    """Yield a line of each kind in a language: its kind, and its words."""
    words = TRICTRAC.words(catalogue(language))
    for kind, ruling in SAMPLES.items():
        for example in TRICTRAC.entries[ruling].examples():
            spoken = TRICTRAC.line(example, words, Manner(Mode.LESSON)).spoken
            if spoken:
                yield kind, spoken
                break


def speak(settings: Settings, loudspeaker: Loudspeaker, was_heard: Callable[[str, str], bool]) -> Iterator[Finding]:
    """Play each sample and report whether it was heard. `was_heard` is called after it, with its kind and its words."""
    for kind, text in samples(settings.table.language):
        try:
            sound = voice_of(settings).render(text, settings.voice.speed).louder(settings.voice.volume)
        except VoiceFailed as error:
            yield wrong("voice", f"{kind} cannot be spoken: {error}", INSTALL)
            return
        if not loudspeaker.play(sound):
            yield wrong("speaker", "no sound can be played", "aplay -l must name a card")
            return
        if was_heard(kind, text):
            yield good("speaker", f"{kind} was heard: {text}")
        else:
            yield wrong(
                "speaker",
                f"{kind} was not heard: {text}",
                "turn the amplifier and voice.volume up; aplay -l must name the card the speaker is connected to",
            )
