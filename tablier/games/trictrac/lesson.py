"""A lesson of trictrac: which stage matters for the first time, what was explained before, changes of bredouille."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from announce.notice import BredouilleTurned, Introduced, LessonStage
from events.rulings import News, ThrowWorth
from events.trictrac.rulings import FaultRuled, HeldOrLeft, Marked, ReleveRuled
from rules.jan import JanName
from rules.position import Side
from tablier.storage.pupils import Progress

BEATEN = frozenset({JanName.BATTRE_A_VRAI, JanName.BATTRE_A_FAUX})
"""The jans of the second stage; all others are of the fourth."""


class TrictracLesson:
    """One pupil at a table. `keep` is called with the pupil's progress, whenever it changes."""

    def __init__(self, progress: Progress, keep: Callable[[Progress], None] = lambda _progress: None) -> None:
        self._progress = progress
        self._keep = keep
        self._bredouille: dict[Side, bool] = {}

    @property
    def met(self) -> Mapping[str, int]:
        """How often each jan was explained or named."""
        return self._progress.met

    def before(self, news: News) -> tuple[News, ...]:
        """Return the stages to introduce before this is announced."""
        found: list[News] = []
        for stage in _matter(news):
            known = self._progress.stages
            # Explain leaving only with the second trou.
            if stage is LessonStage.LEAVING and isinstance(news, Marked) and LessonStage.TROU not in known:
                continue
            if stage not in known:
                found.append(Introduced(f"stage-{stage}", news.t, getattr(news, "throw", 0), stage))
                self._now(Progress((*known, str(stage)), self._progress.met))
        return tuple(found)

    def after(self, news: News) -> tuple[News, ...]:
        """Count what was explained, and return who has gained or lost bredouille."""
        if isinstance(news, ThrowWorth) and news.jans:
            met = dict(self._progress.met)
            for jan in news.jans:
                met[jan.name] = met.get(jan.name, 0) + 1
            self._now(Progress(self._progress.stages, met))
        if isinstance(news, ReleveRuled) or (isinstance(news, Marked) and news.trous):
            self._bredouille.clear()
        if not isinstance(news, Marked) or news.points <= 0 or news.trous:
            return ()
        turned = []
        if self._bredouille.pop(news.side.adversary, False):
            turned.append((news.side.adversary, False))
        if news.bredouille and not self._bredouille.get(news.side):
            turned.append((news.side, True))
        self._bredouille[news.side] = news.bredouille
        return tuple(
            BredouilleTurned(f"{news.id}-bredouille-{side}", news.t, news.throw, side, gained)
            for side, gained in turned
        )

    def _now(self, progress: Progress) -> None:
        self._progress = progress
        self._keep(progress)


def _matter(news: News) -> tuple[LessonStage, ...]:
    """Return the stages that this ruling or notice makes relevant."""
    match news:
        case ThrowWorth():
            names = {jan.name for jan in news.jans}
            beaten = (LessonStage.BEATING,) if names else ()
            return (LessonStage.MOVING, *beaten, *((LessonStage.COIN,) if names - BEATEN else ()))
        case Marked(trous=trous) if trous > 0:
            return (LessonStage.LEAVING, LessonStage.TROU)
        case Marked(bredouille=True):
            return (LessonStage.TROU,)
        case FaultRuled() if news.fault.points:
            return (LessonStage.ECOLES,)
        case HeldOrLeft():
            return (LessonStage.LEAVING,)
    return ()
