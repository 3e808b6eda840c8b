"""Whose turn it was, if one side has played dice that were taken for the other's.

Either that side threw out of turn, or the other side had first played dice that were taken for void or half read. Both
sides' dames decide together. Nobody is accused if both are equally likely.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.trictrac.judge.situation import Situation
from referee.trictrac.tracker.belief import Belief
from referee.trictrac.tracker.hypotheses import PRIOR, Story
from rules.plays import legal_plays
from rules.position import Counts, Dice, Side


@dataclass(frozen=True, slots=True)
class Earlier:
    """A throw whose play was missed.

    Attributes:
        t: when its dice came to rest, seconds.
        side: the player.
        dice: their values.
        counts: the counts of the player's dames after the play.
    """

    t: float
    side: Side
    dice: Dice
    counts: Counts


def played_before(belief: Belief, situation: Situation, side: Side, counts: Counts) -> Earlier | None:
    """Return the other side's play before `side` played the dice of the throw under way; None if those are out of turn.

    counts: the counts of `side` after its play.
    """
    throw = situation.throw
    if throw is None or throw.side is side or throw.touched:
        return None
    evidence, position = belief.dames[throw.side].evidence, situation.position
    (stood,) = evidence.scores(np.array([position.counts(throw.side)], np.intp))
    out_of_turn = float(stood) + PRIOR[Story.OUT_OF_TURN]
    found = sorted(_supposed(belief, situation), key=lambda one: -one[0])
    for nats, earlier in found:
        if nats < out_of_turn:
            return None
        then = legal_plays(position.with_counts(throw.side, earlier.counts), side, throw.dice)
        if any(play.result.counts(side) == counts for play in then.plays):
            return earlier
    return None


def _supposed(belief: Belief, situation: Situation) -> Iterator[tuple[float, Earlier]]:
    """Yield the plays of dice that came before those of the throw under way, each with its score in nats."""
    throw = situation.throw
    if throw is None:
        return
    for refused in belief.earlier_dice(situation, throw.side):
        plays = legal_plays(situation.position, throw.side, refused.dice).plays
        led_to = [play.result.counts(throw.side) for play in plays]
        scores = belief.dames[throw.side].evidence.scores(np.array(led_to, np.intp).reshape(-1, len(led_to[0])))
        for nats, counts in zip((scores + PRIOR[Story.OLD_DICE]).tolist(), led_to, strict=True):
            yield nats, Earlier(refused.t, throw.side, refused.dice, counts)
