"""Corrections by hand: a position, the score, whose turn it is, the dice.

A position given before a dame of the throw was touched is the start of the throw. A position given later is the end of
the play. The named player throws next, and no fault is ruled for a play that was not made.

Where the companion keeps the score, throws made on a miscounted board are judged again. If a case holds more dames than
thought, a dame reported to leave it did not. If it holds fewer, a dame reported to reach it did not. All throws after
the last such report were made on the board as it is counted now.
"""

from __future__ import annotations

from dataclasses import replace

from events.acts import Act, DameLifted, DamePlaced, DiceThrown, PlayEnded
from events.rulings import Ruling, Window
from events.trictrac.acts import Corrected, Releve, Unwatched
from events.trictrac.state import Phase
from referee.trictrac.judge.act_context import ActContext
from referee.trictrac.judge.history import COMPANION, Entry, History
from referee.trictrac.judge.played import ECOLES
from referee.trictrac.judge.situation import Otherwise, Situation
from referee.trictrac.judge.transitions import PLAYING
from rules.marking import Score
from rules.position import BANDE, DAMES, Dice, Position, Side

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
    if act.position is None:
        return ()
    rulings = _rejudge_throws(past, act.position, act.t) if act.by == CAMERA and _at_rest(past.situation) else ()
    if act.by == CAMERA and past.situation.position == act.position:
        return rulings
    now = past.situation
    if now.throw is None or now.phase not in PLAYING:
        after = replace(now, position=act.position, otherwise=_otherwise(act, now))
        if now.gone_out is now.trait and now.throw is not None and now.phase is Phase.TO_THROW:
            after = replace(after, trait=after.turn_after(now.trait))  # a dame he was thought to have taken out is back
        past.situation = after
        return rulings
    if not now.throw.touched:
        return (*rulings, *_rejudge_from(past, act))
    throw = replace(now.throw, lifted=(), placed=(), hops=())
    other = now.otherwise if act.by == CAMERA else None
    past.situation = replace(now, position=act.position, throw=throw, phase=Phase.TO_PLAY, otherwise=other)
    return past.take(PlayEnded(act.t, throw.side))


def _at_rest(now: Situation) -> bool:
    """Return whether no play is under way and no dames are being put away after a tour or for a relevé."""
    if now.phase in PLAYING:
        return now.throw is None or not now.throw.touched
    return now.phase is Phase.TO_THROW


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


def _rejudge_throws(past: History, position: Position, t: float) -> tuple[Ruling, ...]:
    """Judge every throw since the board was miscounted again. Return the differences; none without such a throw."""
    now = past.situation.position
    at = _first_throw_since(past, now, position)
    if past.keeper is not COMPANION or now == position or at is None:
        return ()
    before = past.entries[at].before
    stood = _as_recounted(before.position, now, position)
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


def _as_recounted(stood: Position, now: Position, counted: Position) -> Position | None:
    """Return an earlier position corrected by the dames as counted now; None where that is impossible."""
    for side in Side:
        three = zip(stood.counts(side), now.counts(side), counted.counts(side), strict=True)
        counts = tuple(was + count - thought for was, thought, count in three)
        if min(counts) < 0 or sum(counts) > DAMES:
            return None
        stood = stood.with_counts(side, counts)
    return stood
