"""The speaker against real programs standing for the sound card."""

from __future__ import annotations

import datetime
import shutil
import sys
import threading
import wave
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from announce.notice import Notice
from announce.voice.outputs import KEPT, PLAYERS, WavFolder
from announce.voice.plan import QuietHours
from announce.voice.recorded import RecordedVoice
from announce.voice.sound import BadSound, Sound
from announce.voice.speaker import Outlet, Said, Speaker
from announce.voice.voices import BREATH, LONGEST_WORD, CommandVoice, PicoVoice, VoiceFailed, breaths
from events.board_reading import Trouble
from events.rulings import Doubt, DoubtSettled, Ruling, ThrowWorth
from events.state import Mode
from rules.play import Move
from rules.position import Side
from tests.announce.samples import announcements, marked
from tests.waiting import LONG, eventually

THROW = ThrowWorth("1", 1.0, 1, Side.BLANCS, (6, 6), (), 2)
NO_CARD = (("false",),)


class Heard:
    """Collects what a speaker says and lets a test wait for it."""

    def __init__(self) -> None:
        self.said: list[Said] = []
        self.cards: list[bool] = []
        self._changed = threading.Condition()

    def __call__(self, said: Said) -> None:
        """Take what was said."""
        with self._changed:
            self.said.append(said)
            self._changed.notify_all()

    def until(self, count: int) -> list[Said]:
        """Everything said, once there are `count` sentences."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.said) >= count, timeout=LONG), self.said
            return self.said


def test_without_a_card_lines_go_to_files_and_it_is_said_once(tmp_path: Path) -> None:
    heard = Heard()
    with Speaker(folder=tmp_path, players=NO_CARD, on_said=heard, on_card=heard.cards.append) as speaker:
        rulings: tuple[Ruling, ...] = (THROW, marked(points=6, ecole=True))
        for count, announced in enumerate(rulings, 1):
            speaker.say(announcements(announced, mode=Mode.REFEREE)[0])
            said = heard.until(count)
    assert {one.text.replace("\u00a0", " ") for one in said} == {"Sonnez.", "Les blancs marquent six points d'école."}
    assert {one.outlet for one in said} == {Outlet.FOLDER}
    assert heard.cards == [False]
    files = speaker_files(tmp_path)
    assert [path.name.split("-", 1)[1] for path in files] == [
        "sonnez.wav",
        "les-blancs-marquent-six-points-d-école.wav",
    ]
    with wave.open(str(files[0])) as file:
        assert (file.getnchannels(), file.getframerate(), file.getsampwidth()) == (1, 24000, 2), "a recorded phrase"
        assert 0.4 < file.getnframes() / 24000 < 2


def speaker_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.wav"))


def test_the_first_player_that_works_gets_the_sound(tmp_path: Path) -> None:
    """A missing program and one that fails are passed over; the card is never called missing."""
    heard = Heard()
    players = (("no-such-player",), ("false",), ("cp", "-t", str(tmp_path)))
    with Speaker(players=players, on_said=heard, on_card=heard.cards.append) as speaker:
        speaker.say(announcements(THROW, mode=Mode.SCORE)[0])
        (said,) = heard.until(1)
    assert said == Said("1", "Sonnez.", Outlet.LOUDSPEAKER, cut_short=False)
    assert len(speaker_files(tmp_path)) == 1
    assert heard.cards == []


@pytest.mark.skipif(shutil.which("aplay") is None, reason="aplay is not installed: apt install alsa-utils")
def test_the_systems_player_gives_the_card_every_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program a table runs, with a card of ALSA's that writes down what it is sent."""
    heard, card, settings = Heard(), tmp_path / "card.raw", tmp_path / "asound.conf"
    settings.write_text(f'pcm.!default {{ type file slave.pcm {{ type null }} file "{card}" format "raw" }}\n')
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(settings))
    words = "Sonnez."
    with Speaker(players=PLAYERS[1:], volume=0.5, on_said=heard, on_card=heard.cards.append) as speaker:
        speaker.say(announcements(THROW, mode=Mode.SCORE)[0])
        (said,) = heard.until(1)
    assert (said.text, said.outlet, heard.cards) == (words, Outlet.LOUDSPEAKER, [])
    sent, sound = card.read_bytes(), RecordedVoice("fr", PicoVoice("fr")).render(words, 1.0).louder(0.5).pcm
    assert sent.startswith(sound)
    assert not any(sent[len(sound) :]), "what fills the card's last period is silence"


def test_news_lets_the_sentence_it_makes_stale_end(tmp_path: Path) -> None:
    """When a doubt is settled while it is asked, the sentence ends and the answers are not begun."""
    heard = Heard()
    doubt = Doubt("2", 1.0, 1, Side.NOIRS, ((Move(1, 5),), (Move(1, 6),)), (5, 6))
    slow, heard_out = tmp_path / "slow.py", tmp_path / "heard-out"
    slow.write_text(
        f"import pathlib, time\nwhile not pathlib.Path({str(heard_out)!r}).exists():\n    time.sleep(0.01)\n"
    )
    with Speaker(players=((sys.executable, str(slow)),), on_said=heard) as speaker:
        speaker.say(announcements(doubt, mode=Mode.SCORE, buttons=True)[0])
        while not speaker._loudspeaker._process:
            threading.Event().wait(0.01)
        speaker.say(announcements(DoubtSettled("3", 2.0, 1, "2"), mode=Mode.SCORE)[0])
        speaker.say(announcements(THROW, mode=Mode.SCORE)[0])
        heard_out.touch()
        first, second, third = heard.until(3)
    assert not first.cut_short
    assert "doute" in first.text
    assert second.text == "regardez la case quatre et la case cinq."
    assert third.text == "Sonnez."


def test_undoing_stops_what_is_being_said() -> None:
    """A sentence about an undone act stops at once."""
    heard = Heard()
    player = (sys.executable, "-c", "import time; time.sleep(60)")
    with Speaker(players=(player,), on_said=heard) as speaker:
        speaker.say(announcements(THROW, mode=Mode.SCORE)[0])
        while not speaker._loudspeaker._process:
            threading.Event().wait(0.01)
        speaker.clear()
        (said,) = heard.until(1)
    assert said.cut_short


def test_a_lesson_tells_when_its_table_is_to_wait(tmp_path: Path) -> None:
    """The table waits from the first word until the last."""
    heard = Heard()
    held: list[bool] = []
    with Speaker(folder=tmp_path, players=NO_CARD, on_said=heard, on_hold=held.append) as speaker:
        speaker.say(announcements(THROW, mode=Mode.LESSON)[0])
        heard.until(1)
        while speaker.holding:
            threading.Event().wait(0.01)
    assert held == [True, False]


def test_closing_stops_a_line_half_said_and_may_be_done_twice() -> None:
    player = (sys.executable, "-c", "import time; time.sleep(60)")
    speaker = Speaker(players=(player,))
    speaker.say(announcements(THROW, mode=Mode.SCORE)[0])
    while not speaker._loudspeaker._process:
        threading.Event().wait(0.01)
    speaker.close()
    speaker.close()
    assert not speaker._thread.is_alive()
    assert "closed" in repr(speaker)


def test_muted_and_quiet_speakers_say_nothing(tmp_path: Path) -> None:
    always = QuietHours(datetime.time.min, datetime.time.max)
    heard = Heard()
    with Speaker(folder=tmp_path / "quiet", players=NO_CARD, quiet=always, on_said=heard) as quiet:
        quiet.say(announcements(THROW, mode=Mode.SCORE)[0])
    with Speaker(folder=tmp_path / "muted", players=NO_CARD, on_said=heard) as muted:
        muted.muted = True
        muted.say(announcements(THROW, mode=Mode.SCORE)[0])
    assert not list(tmp_path.rglob("*.wav"))
    assert heard.said == []


def test_volume_and_speed_are_kept_within_bounds() -> None:
    with Speaker(volume=7, speed=0) as speaker:
        assert (speaker.volume, speaker.speed) == (1.0, 0.5)
        speaker.volume = -1
        assert speaker.volume == 0.0


def test_speed_makes_a_line_shorter_and_volume_makes_it_fainter() -> None:
    voice = PicoVoice("fr")
    line = "Les blancs marquent quatre points."
    assert voice.render(line, 2.0).seconds < 0.7 * voice.render(line, 1.0).seconds
    sound = voice.render(line, 1.0)
    peak = max(map(abs, memoryview(sound.pcm).cast("h")))
    assert abs(max(map(abs, memoryview(sound.louder(0.5).pcm).cast("h"))) - peak / 2) <= 1


def test_a_line_of_any_length_is_taken_in_breaths() -> None:
    """Pico never returns from a text of some thousands of bytes, nor from one word of hundreds."""
    assert PicoVoice("fr").render("é" * 5000, 1.0).seconds < 10
    line = "Les blancs marquent quatre points. " * 12
    assert [len(breath) for breath in breaths(line)] == [174, 174, 69]
    assert PicoVoice("fr").render(line, 1.0).seconds > 12


@given(st.text(max_size=1000))
def test_breaths_lose_no_word(text: str) -> None:
    pieces = breaths(text)
    assert all(0 < len(piece) <= BREATH for piece in pieces)
    assert " ".join(pieces).split() == [word[:LONGEST_WORD] for word in text.split()]


def test_a_supplied_voice_is_used(tmp_path: Path) -> None:
    (tmp_path / "tone.wav").write_bytes(Sound(b"\1\2" * 800, 8000).wav())
    voice = CommandVoice(["cat", str(tmp_path / "tone.wav")])
    assert voice.render("n'importe quoi", 1.0) == Sound(b"\1\2" * 800, 8000)
    for arguments in (["false"], ["echo", "no wav"]):
        with pytest.raises(VoiceFailed, match=arguments[0]):
            CommandVoice(arguments).render("x", 1.0)
    with pytest.raises(VoiceFailed, match=r"^the voice 'no-such-voice' cannot be started: No such file or directory$"):
        CommandVoice(["no-such-voice"]).render("x", 1.0)


@pytest.mark.parametrize(
    ("failure", "logged"),
    [
        (VoiceFailed("hoarse"), "not said: hoarse"),
        (OSError(28, "No space left on device"), "not said: No space left on device"),
        (OSError(13, "Permission denied", "out/1.wav"), "not said: out/1.wav: Permission denied"),
        (KeyError("a fault of its own"), "not said"),
    ],
)
def test_a_voices_failure_only_costs_the_line(
    failure: Exception, logged: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    heard = Heard()

    class Hoarse:
        def render(self, text: str, speed: float) -> Sound:
            if "onnez" in text:
                raise failure
            return PicoVoice("fr").render(text, speed)

    with Speaker(folder=tmp_path / "out", players=NO_CARD, voice=Hoarse(), on_said=heard) as speaker:
        speaker.say(announcements(THROW, mode=Mode.SCORE)[0])
        eventually(lambda: logged in caplog.messages)
        speaker.say(announcements(Notice("5", 0, Trouble.TOO_DARK), mode=Mode.SCORE)[0])
        said = heard.until(1)[0]
    assert said.id == "5"


def test_an_error_of_picos_engine_is_a_failure_of_the_voice(monkeypatch: pytest.MonkeyPatch) -> None:
    """It costs its line then, as any voice's failure does."""

    def failing(*_: object, **_how: object) -> object:
        raise RuntimeError("pico_getData failed")

    voice = PicoVoice("fr")
    monkeypatch.setattr(voice._engine, "speak", failing)
    with pytest.raises(VoiceFailed, match="Pico rendered nothing: pico_getData failed"):
        voice.render("Sonnez.", 1.0)


def test_a_voice_that_speaks_no_such_language_is_refused() -> None:
    with pytest.raises(VoiceFailed, match="'ja'"):
        PicoVoice("ja")
    with pytest.raises(VoiceFailed, match="empty"):
        CommandVoice([])


def test_a_folder_goes_on_numbering_and_keeps_only_the_last(tmp_path: Path) -> None:
    (tmp_path / "000001-old.wav").write_bytes(b"")
    (tmp_path / f"{KEPT:06d}-newer.wav").write_bytes(b"")
    (tmp_path / "mine.wav").write_bytes(b"")
    written = WavFolder(tmp_path).write(Sound(b"", 8000), "Trois  mots !")
    assert written.name == f"{KEPT + 1:06d}-trois-mots.wav"
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{KEPT:06d}-newer.wav", written.name, "mine.wav"]


def test_only_mono_sixteen_bit_wav_is_a_sound() -> None:
    with pytest.raises(BadSound, match="not a WAV"):
        Sound.from_wav(b"RIFF")
