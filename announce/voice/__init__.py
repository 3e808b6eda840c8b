"""The voice. It works offline, in French and English, and never blocks the game."""

from announce.voice.plan import QuietHours
from announce.voice.speaker import Outlet, Said, Speaker
from announce.voice.voices import CommandVoice, PicoVoice, VoiceFailed

__all__ = ["CommandVoice", "Outlet", "PicoVoice", "QuietHours", "Said", "Speaker", "VoiceFailed"]
