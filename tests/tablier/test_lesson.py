"""The stages of a beginner's introduction, and their moments."""

from __future__ import annotations

from pathlib import Path

import pytest

from announce.notice import BredouilleTurned, Introduced, LessonStage
from announce.phrases.catalogue import catalogue, languages
from announce.phrases.registry import Manner
from announce.phrases.trictrac import SENTENCES, TRICTRAC
from announce.voice.plan import sentences
from events.rulings import Ruling, ThrowWorth, Window
from events.state import Mode
from events.trictrac.rulings import FaultRuled, HeldOrLeft, Marked
from rules.fault import Fault, FaultName
from rules.jan import Jan, JanName
from rules.position import Side
from tablier.games.trictrac.lesson import TrictracLesson
from tablier.storage.pupils import PUPILS, Progress, keep_progress, progress_of

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS


def throw(*names: JanName) -> ThrowWorth:
    return ThrowWorth("t", 1.0, 1, BLANCS, (6, 4), tuple(Jan(name, BLANCS, 1, 4, "") for name in names), 2)


def marked(side: Side, points: int = 4, *, trous: int = 0, bredouille: bool = False) -> Marked:
    return Marked("m", 2.0, 1, side, points, trous, 0, bredouille, trous, False, points)


def stages(lesson: TrictracLesson, *rulings: Ruling) -> list[list[str]]:
    found = []
    for ruling in rulings:
        found.append([one.stage.value for one in lesson.before(ruling) if isinstance(one, Introduced)])
        lesson.after(ruling)
    return found


def test_a_stage_is_introduced_when_it_first_matters_and_never_again() -> None:
    """The aim with the first throw, beating with the first points, and so on."""
    school = Fault(FaultName.ECOLE_MOINS_J, BLANCS, "", (), 4)
    fault = FaultRuled("f", 3.0, 2, school, NOIRS, Window.OPEN, "f")
    game: tuple[Ruling, ...] = (
        throw(),
        throw(JanName.BATTRE_A_VRAI),
        throw(JanName.BATTRE_A_VRAI),
        throw(JanName.PETIT_JAN_REMPLI),
        marked(BLANCS, 12, trous=1),
        fault,
        HeldOrLeft("h", 4.0, 3, BLANCS, left=False),
        throw(JanName.MEZEAS),
    )
    found = stages(TrictracLesson(Progress()), *game)
    assert found == [["moving"], ["beating"], [], ["coin"], ["trou"], ["ecoles"], ["leaving"], []]


def test_a_pupil_goes_on_where_he_was(tmp_path: Path) -> None:
    """Pupils continue by name from the file; a new pupil, or one with a damaged file, starts at the beginning."""
    lesson = TrictracLesson(progress_of(tmp_path, "Anne"), lambda now: keep_progress(tmp_path, "Anne", now))
    stages(lesson, throw(JanName.BATTRE_A_VRAI, JanName.BATTRE_A_VRAI))
    again = progress_of(tmp_path, "Anne")
    assert again == Progress(("moving", "beating"), {"battre_a_vrai": 2})
    assert stages(TrictracLesson(again), throw(JanName.BATTRE_A_VRAI)) == [[]]
    assert progress_of(tmp_path, "Bruno") == Progress()
    (tmp_path / PUPILS).write_text("[")
    assert progress_of(tmp_path, "Anne") == Progress()


def test_bredouille_is_announced_when_it_is_gained_and_when_it_is_lost() -> None:
    """Blancs mark alone; Noirs mark and take it from them; a trou ends it."""
    lesson = TrictracLesson(Progress())
    acts = (
        marked(BLANCS, bredouille=True),
        marked(BLANCS, bredouille=True),
        marked(NOIRS),
        marked(NOIRS, 12, trous=1),
        marked(BLANCS),
    )
    turned = [
        [(one.side, one.gained) for one in lesson.after(act) if isinstance(one, BredouilleTurned)] for act in acts
    ]
    assert turned == [[(BLANCS, True)], [], [(BLANCS, False)], [], []]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("stage", LessonStage)
def test_a_stage_has_three_sentences_at_most(stage: LessonStage, language: str) -> None:
    line = TRICTRAC.line(Introduced("s", 0.0, 1, stage), TRICTRAC.words(catalogue(language)), Manner(Mode.LESSON))
    assert 1 <= len(sentences(line.spoken)) <= SENTENCES


def test_a_disk_that_cannot_be_written_does_not_end_the_lesson(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "pupils").write_text("a file")
    keep_progress(tmp_path / "pupils", "Anne", Progress(("moving",)))
    assert "Anne" in caplog.text
    assert progress_of(tmp_path / "pupils", "Anne") == Progress()
