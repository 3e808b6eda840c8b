"""Corrections by hand: a position, the score, whose turn it is, the dice.

A position given before a dame of the throw was touched is the start of the throw. A position given later is the end of
the play. The named player throws next, and no fault is ruled for a play that was not made.
"""

from __future__ import annotations

from dataclasses import replace

from events.acts import Act, DiceThrown, PlayEnded
from events.rulings import Ruling, Window
from events.trictrac.acts import Corrected
from events.trictrac.state import Phase
from referee.trictrac.judge.act_context import ActContext
from referee.trictrac.judge.history import Entry, History
from referee.trictrac.judge.played import ECOLES
from referee.trictrac.judge.situation import Otherwise, Situation
from referee.trictrac.judge.transitions import PLAYING
from rules.marking import Score
from rules.position import Dice, Side

CAMERA = "board"
"""The author of a correction that comes from a new count by the camera, not from a person."""


class CorrectableHistory(History):
    """A history that also takes corrections by people and by the camera."""

    def judge(self, act: Act) -> tuple[Ruling, ...]:
        """Judge an act that follows all others. A correction may make the past be judged again."""
        if isinstance(act, Corrected) and self.can_be(act):
            return _replace_values(self, act)
        return super().judge(act)


def _replace_values(past: History, act: Corrected) -> tuple[Ruling, ...]:
    """Replace every value that the correction gives."""
    before = past.situation
    rulings = list(_position_given(past, act))
    context = past.context(act.t)
    if act.score is not None:
        _set_score(context, act, act.score)
        if not context.has_winner():
            context.not_won()
        context.rule_win()
    if act.trait is not None and act.trait is not context.situation.trait:
        over = context.situation.phase is Phase.OVER
        context.become(trait=act.trait, phase=Phase.OVER if over else Phase.TO_THROW)
        if context.situation.throw is not None and context.throw.moves is None:
            context.become_throw(moves=(), lifted=(), placed=())
    past.situation = context.situation
    rulings += context.rulings
    if act.dice is not None:
        rulings += _replace_dice(past, act, act.dice)
    past.entries.append(Entry(act, before, tuple(context.rulings)))
    return tuple(rulings)


def _set_score(context: ActContext, act: Corrected, score: Score) -> None:
    """Set the score. A side whose marks a correction of nothing else leaves as they were still owes what it owed.

    Of other marks it is not known what they include: that side may mark points of this throw, or leave them.
    """
    now = context.situation
    alone = act.position is None and act.trait is None and act.dice is None
    agreed = {side for side in Side if not alone or score.of(side) != now.score.of(side)}
    if now.throw is not None and alone:
        context.become_throw(unsure=now.throw.unsure | agreed)
    for ruling in now.open_faults:
        if ruling.to in agreed and ruling.fault.name in ECOLES:
            context.close(ruling, Window.MENDED)
    context.become(score=score, books=now.books.set_to(score, *(set(Side) - agreed)))


def _position_given(past: History, act: Corrected) -> tuple[Ruling, ...]:
    now = past.situation
    if act.position is None or (act.by == CAMERA and now.position == act.position):
        return ()
    if now.throw is None or now.phase not in PLAYING:
        after = replace(now, position=act.position, otherwise=_otherwise(act, now))
        if now.gone_out is now.trait and now.throw is not None and now.phase is Phase.TO_THROW:
            after = replace(after, trait=after.turn_after(now.trait))  # a dame he was thought to have taken out is back
        past.situation = after
        return ()
    if not now.throw.touched:
        return _rejudge_from(past, act)
    throw = replace(now.throw, lifted=(), placed=(), hops=())
    other = now.otherwise if act.by == CAMERA else None
    past.situation = replace(now, position=act.position, throw=throw, phase=Phase.TO_PLAY, otherwise=other)
    return past.take(PlayEnded(act.t, throw.side))


def _otherwise(act: Corrected, before: Situation) -> Otherwise | None:
    """Return the former position as an alternative after a count by the camera. People's corrections are certain."""
    return Otherwise(before.position, before.number) if act.by == CAMERA else None


def _rejudge_from(past: History, act: Corrected) -> tuple[Ruling, ...]:
    """Judge the current throw again from the given position."""
    index = past.last_throw()
    if index is None:
        return ()
    before = past.entries[index].before
    before = replace(before, position=act.position or before.position, otherwise=_otherwise(act, before))
    return past.rejudge(index, before, _since(past, index, position=True), act.t)


def _replace_dice(past: History, act: Corrected, dice: Dice) -> tuple[Ruling, ...]:
    """Judge the current throw again with other dice. If there is none, take these dice as a new throw."""
    index = past.last_throw()
    throw = past.situation.throw
    if index is None or throw is None or past.situation.phase is Phase.TO_THROW:
        return past.take(DiceThrown(act.t, past.situation.trait, dice, good=True))
    acts = [DiceThrown(act.t, throw.side, dice, good=True), *_since(past, index + 1, dice=True)]
    return past.rejudge(index, replace(past.entries[index].before, position=throw.base), acts, act.t)


def _since(past: History, index: int, *, position: bool = False, dice: bool = False) -> list[Act]:
    """Return the acts from `index` on, without the corrections that this one replaces (`position`, `dice`)."""
    return [
        replace(act, position=None if position else act.position, dice=None if dice else act.dice)
        if isinstance(act, Corrected)
        else act
        for act in past.acts[index:]
    ]
