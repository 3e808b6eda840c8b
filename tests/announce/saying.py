"""The announcements of a ruling, in one call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from announce import phrases
from announce.phrases import BACKGAMMON, TRICTRAC, Manner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from announce.announcement import Announcement
    from announce.phrases import Repertoire
    from events.state import Mode


def announcements(
    ruling: object,
    *,
    mode: Mode,
    languages: Sequence[str] | None = None,
    repertoire: Repertoire = TRICTRAC,
    prompting: bool = False,
    asking: bool = False,
    buttons: bool = False,
    unclaimed: bool = True,
) -> tuple[Announcement, ...]:
    """Return the announcements at a table of trictrac."""
    manner = Manner(mode, prompting, asking, buttons, unclaimed)
    return phrases.announcements(ruling, repertoire, manner, spoken_in=languages)


def backgammon_announcements(
    ruling: object, *, mode: Mode, languages: Sequence[str] | None = None, prompting: bool = False
) -> tuple[Announcement, ...]:
    """Return the announcements at a table of backgammon."""
    return announcements(ruling, mode=mode, languages=languages, repertoire=BACKGAMMON, prompting=prompting)
