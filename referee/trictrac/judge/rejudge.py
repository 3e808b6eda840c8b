"""Rule the points of throws made on a miscounted board again, where the companion keeps the score.

If a case holds more dames than thought, a dame reported to leave it did not. If it holds fewer, a dame reported to
reach it did not. All throws after the last such report were made on the board as it is counted now.
"""

from __future__ import annotations

from dataclasses import replace

from events.acts import Act, DameLifted, DamePlaced, DiceThrown
from events.rulings import Ruling
from events.trictrac.acts import Corrected, Releve, Unwatched
from referee.trictrac.judge.act_log import COMPANION
from referee.trictrac.judge.history import History
from referee.trictrac.judge.situation import Otherwise
from rules.position import BANDE, DAMES, Position, Side


def rejudge_throws(past: History, position: Position, t: float) -> tuple[Ruling, ...]:
    """Judge every throw since the board was miscounted again. Return the differences; none without such a throw."""
    now = past.situation.position
    at = _first_throw_since(past, now, position)
    if past.keeper is not COMPANION or now == position or at is None:
        return ()
    before = past.entries[at].before
    stood = _otherwise(before.position, now, position)
    if stood is None:
        return ()
    before = replace(before, position=stood, otherwise=Otherwise(before.position, before.number))
    acts = [replace(act, position=None) if isinstance(act, Corrected) else act for act in past.acts[at:]]
    return past.rejudge(at, before, acts, t)


def _first_throw_since(past: History, thought: Position, counted: Position) -> int | None:
    """Return where in the log the first throw stands after the last report that may have been wrong."""
    first, other = None, past.situation.otherwise
    for at in range(len(past.entries) - 1, -1, -1):
        act, before = past.entries[at].act, past.entries[at].before
        if other is not None and other.position == counted:
            # The earlier count was the wrong one. It stood since the first throw that was judged by it.
            if before.number < other.since:
                break
        elif isinstance(act, (Corrected, Releve, Unwatched)) or _is_misreported(act, thought, counted):
            break
        opened = past.entries[at + 1].before if at + 1 < len(past.entries) else past.situation
        if isinstance(act, DiceThrown) and opened.number > before.number:
            first = at
    return first


def _is_misreported(act: Act, thought: Position, counted: Position) -> bool:
    """Return whether a dame was reported to leave a case that holds more than thought, or reach one with fewer."""
    if not isinstance(act, (DameLifted, DamePlaced)) or act.case >= BANDE:
        return False
    more = counted.counts(act.side)[act.case - 1] - thought.counts(act.side)[act.case - 1]
    return more > 0 if isinstance(act, DameLifted) else more < 0


def _otherwise(stood: Position, now: Position, counted: Position) -> Position | None:
    """Return an earlier position corrected by the dames as counted now; None where that is impossible."""
    for side in Side:
        three = zip(stood.counts(side), now.counts(side), counted.counts(side), strict=True)
        counts = tuple(was + count - thought for was, thought, count in three)
        if min(counts) < 0 or sum(counts) > DAMES:
            return None
        stood = stood.with_counts(side, counts)
    return stood
