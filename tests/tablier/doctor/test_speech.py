"""`tablier doctor --speak`: a sample of each kind of line, and the findings from the answers."""

from __future__ import annotations

from announce.voice.outputs import Loudspeaker
from tablier.setup.doctor.finding import Health
from tablier.setup.doctor.speech import SAMPLES, samples, speak
from tablier.storage.settings import Settings, TableSettings

PLAYS = (("true",),)
MUTE = (("false",),)


def test_every_kind_has_a_sample_in_the_table_s_language() -> None:
    for language, word in (("fr", "blancs"), ("en", "White")):
        found = dict(samples(language))
        assert list(found) == list(SAMPLES)
        assert any(word in text for text in found.values())


def test_lines_not_heard_come_with_a_remedy() -> None:
    asked: list[str] = []

    def heard(kind: str, text: str) -> bool:
        asked.append(text)
        return kind != "a fault"

    settings = Settings(table=TableSettings(language="en"))
    found = list(speak(settings, Loudspeaker(PLAYS), heard))
    assert asked == [text for _, text in samples("en")]
    assert [one.said.partition(" was")[0] for one in found if one.health is Health.WRONG] == ["a fault"]
    assert all(one.mend for one in found if one.health is Health.WRONG)


def test_a_card_that_does_not_play_is_reported_once() -> None:
    (found,) = speak(Settings(), Loudspeaker(MUTE), lambda _kind, _text: True)
    assert (found.health, found.subject) == (Health.WRONG, "speaker")
