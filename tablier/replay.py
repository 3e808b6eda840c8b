"""A recording played back through the very same companion as at the table; nothing here depends on a clock."""

from __future__ import annotations

import heapq
import logging
from typing import TYPE_CHECKING

from referee.referee import Observed
from tablier.companion import Companion
from tablier.recording import Frame, Input, SerialBytes
from tablier.requests import OWN, RequestError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.games import AnyAct, AnyRuling
    from tablier.recording import Recording


_log = logging.getLogger(__name__)


def replay(recording: Recording) -> Iterator[AnyAct | AnyRuling]:
    """Every act and ruling a recording leads to, in order.

    Raises RecordingError when it cannot be read on.
    """
    companion = Companion(recording.settings, recording.calibration)
    sources: tuple[Iterator[SerialBytes | Input | Frame], ...] = (
        recording.serial(),
        recording.inputs(),
        recording.frames(),
    )
    paused = False
    for happened in heapq.merge(*sources, key=lambda each: each.t):
        if isinstance(happened, Input) and happened.request in OWN:
            paused = bool(happened.values.get("paused", paused))
            continue
        if paused and not isinstance(happened, Input):
            continue  # As at the table: nobody wanted to be watched.
        match happened:
            case Frame():
                observed = companion.saw(happened.t, happened.image)
            case SerialBytes():
                observed = companion.heard(happened.t, happened.data)
            case Input():
                observed = _asked(recording, happened, companion)
        yield from observed.acts
        yield from observed.rulings


def _asked(recording: Recording, asked: Input, companion: Companion) -> Observed:
    """What follows from a request; nothing from one that was refused at the table and is again."""
    try:
        return companion.asked(companion.request(asked.request, asked.values, asked.t))
    except RequestError as error:
        _log.warning("%s: at %g s: refused: %s", recording.folder / "inputs.jsonl", asked.t, error)
        return Observed()
