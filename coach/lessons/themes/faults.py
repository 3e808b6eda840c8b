"""Fausses cases: whether a play is one, which dame is badly played, and what may be done about it."""

from __future__ import annotations

from typing import Final

from coach.lessons.exercise import Cases, Exercise, Results, YesNo
from coach.lessons.themes.theme import Draw, Theme
from coach.lessons.walks import anything, spreads
from rules.fault import FaultName, RemedyName
from rules.faults.handling import Handling
from rules.faults.played import Judgement, judge_play
from rules.play import Move
from rules.plays import legal_plays
from rules.view import View

INTERDITES: Final = frozenset(name for name in FaultName if name.startswith("case_interdite"))
"""Faults of another sort: a dame that the dice take to a case where it may not be."""
DAMES_MOVED: Final = frozenset({RemedyName.REPLAY_DAME, RemedyName.REPLAY_BOTH, RemedyName.BACK_TO_HIGHER})
"""Remedies by which the adversary has dames moved."""


def _faulty_play(draw: Draw) -> tuple[tuple[Move, ...], Judgement] | None:
    """Return a play of the adversary with one dame played well and the other a case or two off."""
    side = draw.standing.side
    legal = legal_plays(draw.position, side, draw.dice).plays
    adverse = View.of(draw.position, side).adverse
    plays = [play for play in legal if len(play.moves) == 2 and all(move.end <= 24 for move in play.moves)]
    if not plays:
        return None
    well, badly = draw.random.sample(draw.random.choice(plays).moves, 2)
    steps = [step for step in (-1, 1, 2) if draw.difficulty > 1 or step > 0]
    end = badly.end + draw.random.choice(steps)
    if not badly.start < end <= 24 or adverse[end]:
        return None
    moves = (well, Move(badly.start, end))
    judgement = judge_play(Handling(draw.position, side, draw.dice, moves))
    if len(judgement.badly) != 1 or not judgement.faults or judgement.faults[0].name in INTERDITES:
        return None
    return moves, judgement


def _faulty(draw: Draw) -> Exercise | None:
    """Ask whether a play of the adversary is faulty; half of the plays are lawful."""
    if draw.toss:
        plays = [play for play in legal_plays(draw.position, draw.standing.side, draw.dice).plays if play.moves]
        if not plays:
            return None
        return draw.exercise(YesNo(yes=False), "Lois XVII", play=draw.random.choice(plays).moves)
    found = _faulty_play(draw)
    if found is None:
        return None
    moves, judgement = found
    fault = judgement.faults[0]
    return draw.exercise(YesNo(yes=True), fault.article, play=moves, fault=fault)


def _faulty_dame(draw: Draw) -> Exercise | None:
    """Ask which of the two dames is badly played: the case it stands on, in the pupil's numbering."""
    found = _faulty_play(draw)
    if found is None:
        return None
    moves, judgement = found
    dame = judgement.badly[0]
    if sum(move.end == dame.end for move in moves) > 1:
        return None
    fault = judgement.faults[0]
    return draw.exercise(Cases((25 - dame.end,)), fault.article, play=moves, fault=fault)


def _replay(draw: Draw) -> Exercise | None:
    """Ask the pupil to move the badly played dame, to any place that the law allows."""
    found = _faulty_play(draw)
    if found is None:
        return None
    moves, judgement = found
    fault = judgement.faults[0]
    positions = [position for remedy in fault.remedies if remedy.name in DAMES_MOVED for position in remedy.positions]
    if not positions:
        return None
    return draw.exercise(Results(tuple(dict.fromkeys(positions))), fault.article, play=moves, fault=fault)


THEMES: Final = {
    "faulty": Theme(makes=_faulty, style=anything, other=spreads, adverse=True, after=6),
    "faulty_dame": Theme(makes=_faulty_dame, style=anything, other=spreads, adverse=True, after=6),
    "replay": Theme(makes=_replay, style=anything, other=spreads, adverse=True, after=6),
}
