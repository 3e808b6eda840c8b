"""The recorded voice says the lines that it covers, and leaves all others, whole, to the other voice."""

from __future__ import annotations

import itertools
import json
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hypothesis import given
from hypothesis import strategies as st

from announce.notice import DeviceTrouble, Notice
from announce.voice.recorded import (
    GOING_ON,
    MEASURED,
    PAUSES,
    RATE,
    RecordedVoice,
    name_of,
    pace_of,
    phrases,
    pieces_of,
    recordings,
    words_of,
)
from announce.voice.sound import FULL, LOUDNESS, MARGIN, QUIET, Sound
from announce.voice.voices import VoiceFailed
from events.board_reading import Trouble
from events.rulings import DiceTrouble, Ruling, ThrowRefused, ThrowWorth
from events.state import Mode
from events.trictrac.rulings import HeldOrLeft, Marked, TourWon
from rules.jan import Jan, JanName
from rules.position import Side
from tests.announce.samples import announcements

RECORDED = ("fr", "en")
MOST_BYTES = 8_000_000
words = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=6)


class Other:
    """A voice that says nothing, and remembers what it was asked to say."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def render(self, text: str, speed: float) -> Sound:  # noqa: ARG002 - a voice's signature
        self.asked.append(text)
        return Sound(b"", RATE)


def said(announced: Ruling | Notice, mode: Mode, language: str) -> str:
    (one,) = announcements(announced, mode=mode, languages=(language,))
    return one.spoken[language]


def everyday() -> list[tuple[Ruling | Notice, Mode]]:
    """The sentences of every table."""
    head = ("1", 0.0, 1)
    found: list[tuple[Ruling | Notice, Mode]] = []
    for side in Side:
        for high in range(1, 7):
            for low in range(1, high + 1):
                jans = (
                    Jan(JanName.BATTRE_A_VRAI, side, 2, 8, "", None, 18),
                    Jan(JanName.SORTIE, side.adversary, 1, 2, ""),
                )
                throw = ThrowWorth(*head, side, (high, low), jans, 2)
                found += [(throw, Mode.SCORE), (throw, Mode.REFEREE), (throw, Mode.LESSON)]
        for points in range(2, 25, 2):
            found.append((Marked(*head, side, points, 0, points % 12, False, 0, False, 0), Mode.REFEREE))
            found.append((Marked(*head, side, points, 0, points % 12, False, 0, True, 0), Mode.REFEREE))
        for trous in (1, 2, 3):
            found.append((Marked(*head, side, 12, trous, 4, True, 11, False, 0), Mode.SCORE))
        found += [(HeldOrLeft(*head, side, left), Mode.SCORE) for left in (False, True)]
        found += [(ThrowRefused(*head, side, trouble, ""), Mode.SCORE) for trouble in DiceTrouble]
        found.append((TourWon(*head, side, 12, 7, grande_bredouille=True, pavillon=False), Mode.SCORE))
    lost = (DeviceTrouble.CAMERA_LOST, DeviceTrouble.PEGS_LOST, DeviceTrouble.SPEAKER_LOST, Trouble.NO_BOARD)
    return [*found, *((Notice("n", 0.0, trouble, over), Mode.SCORE) for trouble in lost for over in (False, True))]


@pytest.mark.parametrize("language", RECORDED)
def test_lines_heard_at_every_table_are_recorded(language: str) -> None:
    """A phrase that was changed is rendered again: python -m training.voice (docs/how/announce.md)."""
    known = phrases(language)
    lines = {said(announced, mode, language) for announced, mode in everyday()}
    lacking = {line for line in lines if pieces_of([word for word, _ in words_of(line)], known) is None}
    assert lacking == set()


@pytest.mark.parametrize("language", RECORDED)
def test_a_phrase_has_as_much_silence_around_it_as_any_other(language: str) -> None:
    """However a file ends: pieces of one sentence follow each other evenly."""
    voice = RecordedVoice(language, Other())
    for name in sorted(phrases(language))[::40]:
        samples = np.frombuffer(voice.render(name.replace("-", " "), 1.0).pcm, "<i2")
        heard = np.flatnonzero(np.abs(samples.astype(float)) > QUIET * FULL)
        assert heard[0] == round(MARGIN * RATE)
        assert samples.size - 1 - heard[-1] == 2 * round(MARGIN * RATE)


@pytest.mark.parametrize("language", RECORDED)
def test_a_recorded_line_is_as_long_as_its_pieces_and_the_pauses_between_them(language: str) -> None:
    other = Other()
    worth = ThrowWorth("1", 0.0, 1, Side.BLANCS, (6, 4), (Jan(JanName.SORTIE, Side.BLANCS, 1, 4, ""),), 2)
    line = said(worth, Mode.SCORE, language)
    assert ":" in line
    voice = RecordedVoice(language, other)
    sound = voice.render(line, 1.0)
    assert sound.rate == RATE
    assert sound.seconds == pytest.approx(voice.seconds(line), abs=1e-3)
    assert other.asked == []


def test_a_line_that_is_not_all_recorded_is_all_said_by_the_other_voice() -> None:
    other = Other()
    voice = RecordedVoice("fr", other)
    for line in ("Six et quatre : quarante points aux blancs.", "Bezas.", ""):
        voice.render(line, 1.0)
    assert other.asked == ["Six et quatre : quarante points aux blancs.", ""]
    assert RecordedVoice("de", other).render("Bezas.", 1.0).pcm == b"", "a language without recordings"


class Loud:
    """A voice that shouts, and remembers how fast it was asked to speak."""

    def __init__(self) -> None:
        self.speeds: list[float] = []

    def render(self, text: str, speed: float) -> Sound:  # noqa: ARG002 - a voice's signature
        self.speeds.append(speed)
        return tone(0.5)


def tone(level: float, hertz: float = 220.0) -> Sound:
    """One second of a tone."""
    samples = level * 32767 * np.sin(2 * np.pi * hertz * np.arange(RATE) / RATE)
    return Sound(samples.astype("<i2").tobytes(), RATE)


def test_the_other_voice_is_brought_to_the_level_and_pace_of_the_recordings() -> None:
    loud = Loud()
    sound = RecordedVoice("fr", loud).render("Bonjour Anne.", 1.0)
    samples = np.frombuffer(sound.pcm, "<i2") / 32768
    assert np.sqrt(np.mean(samples**2)) == pytest.approx(LOUDNESS, rel=0.1)
    assert loud.speeds == [pace_of("fr")]


@pytest.mark.parametrize("speed", [0.7, 0.9, 1.25, 1.6])
def test_a_sound_at_another_speed_keeps_its_pitch(speed: float) -> None:
    before, after = tone(0.3), tone(0.3).at_speed(speed)
    assert after.seconds == pytest.approx(before.seconds / speed, abs=0.05)
    spectrum = np.abs(np.fft.rfft(np.frombuffer(after.pcm, "<i2")))
    assert np.argmax(spectrum) / after.seconds == pytest.approx(220, abs=3)


def test_a_phrase_falls_at_the_end_of_a_sentence_only(tmp_path: Path) -> None:
    for name, length in (("six", 1000), ("six.on", 2000), ("dix.on", 3000)):
        soundfile.write(tmp_path / f"{name}.ogg", np.zeros(length), RATE, format="OGG", subtype="OPUS")
    voice = RecordedVoice("fr", Other(), folder=tmp_path)
    pause = PAUSES[","]
    assert voice.seconds("Six, six.") == pytest.approx((2000 + 1000) / RATE + pause)
    assert voice.seconds("Dix.") == pytest.approx(3000 / RATE), "recorded in the other form only"


@pytest.mark.parametrize("language", RECORDED)
def test_phrases_that_go_on_stay_up_and_those_that_end_fall(language: str) -> None:
    """The pitch of the last quarter relative to the phrase's median, measured by training/voice.py."""
    measured = json.loads((resources.files("announce.voice") / "recorded" / MEASURED).read_text("utf-8"))[language]
    assert measured["fall_final"] < 0.9 < 1.0 <= measured["fall_going_on"]


@pytest.mark.parametrize("language", RECORDED)
def test_every_recording_can_be_played_and_is_named_after_its_words(language: str) -> None:
    folder = recordings(language)
    files = sorted(file.name for file in folder.iterdir())[::9]
    assert files
    for file_name in files:
        with (folder / file_name).open("rb") as file:
            samples, rate = soundfile.read(file, dtype="int16")
        assert (rate, samples.ndim) == (RATE, 1)
        assert 0.15 < len(samples) / rate < 12
        assert abs(samples).max() > 3000, "nobody would hear it"
        name = file_name.removesuffix(".ogg").removesuffix(GOING_ON)
        assert name == name_of(name.replace("-", " "))


def test_all_recordings_together_are_small() -> None:
    files = [file for language in RECORDED for file in recordings(language).iterdir()]
    assert 0 < sum(len(file.read_bytes()) for file in files) < MOST_BYTES


def test_a_recording_that_is_damaged_is_named(tmp_path: Path) -> None:
    (tmp_path / "bezas.ogg").write_bytes(b"no sound")
    voice = RecordedVoice("fr", Other(), folder=tmp_path)
    with pytest.raises(VoiceFailed, match="'bezas' cannot be read"):
        voice.render("Bezas.", 1.0)


@given(words, st.sets(st.lists(st.sampled_from(["a", "b", "c", "d"]), min_size=1, max_size=3).map("-".join)))
def test_pieces_make_up_the_line_or_there_are_none(line: list[str], known: set[str]) -> None:
    """Every piece is known, one follows the other, and no single piece could take the place of two."""
    pieces = pieces_of(line, frozenset(known))
    if pieces is None:
        assert any(word not in known for word in line)
        return
    assert [start for start, _ in pieces] == [0, *(end for _, end in pieces)][: len(pieces)]
    assert (pieces[-1][1] if pieces else 0) == len(line)
    names = ["-".join(line[start:end]) for start, end in pieces]
    assert set(names) <= known
    assert not any(f"{one}-{two}" in known for one, two in itertools.pairwise(names))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("École ! six points.", "ecole-six-points"),
        ("Les blancs : « je m'en vais ».", "les-blancs-je-m-en-vais"),
        ("Contre-jan de mézéas, d\u2019une façon", "contre-jan-de-mezeas-d-une-facon"),
        ("twenty-two points to White", "twenty-two-points-to-white"),
        ("  ", ""),
    ],
)
def test_a_name_is_the_words_in_plain_letters(text: str, name: str) -> None:
    assert name_of(text) == name
