"""Judge that a player with a trou holds or goes, relevés, and the start of another tour (Lois IV, VIII, XVI).

After play went on while the table was out of sight, only the present state is known.
"""

from __future__ import annotations

from dataclasses import replace

from events.acts import DameLifted, Declared, DiceThrown, PlayAnnounced
from events.trictrac.acts import Releve, TourStarted, Unwatched
from events.trictrac.rulings import ReleveRuled
from events.trictrac.state import Phase
from referee.trictrac.judge.act_context import ActContext
from referee.trictrac.judge.score_keeper import Keeper, decide, lapse_claims
from referee.trictrac.judge.situation import UNCOUNTED, Situation
from rules.marking import Score
from rules.position import BANDE, Position, ReleveCause


def hold(context: ActContext, keeper: Keeper, _act: object) -> None:
    """Rule that a thrower with a trou, who said so or played on, holds (Lois XVI; Jeu 2, tenir)."""
    if context.throw.trou and context.throw.held is None:
        keeper.on_hold(context)


def say_hold(context: ActContext, keeper: Keeper, act: Declared) -> None:
    """Rule that a thrower with a trou, who said so, holds, even if he has not marked it yet (Jeu 2, tenir)."""
    hold(context, keeper, act)
    if context.throw.held is None and context.situation.phase is not Phase.OVER:
        decide(context, left=False)


def say_leave(context: ActContext, keeper: Keeper, _act: Declared | PlayAnnounced) -> None:
    """Let the thrower, who said so, go if he may (Lois XVI; Jeu 2, s'en aller)."""
    if keeper.departs(context):
        keeper.on_leave(context)
        if context.situation.phase is not Phase.OVER:
            context.become(phase=Phase.LEAVING)


def assent(context: ActContext, _keeper: Keeper, act: DameLifted) -> None:
    """End the other's time to object: he takes up his own dames (Lois XVI: "en commençant à rompre son jeu")."""
    lapse_claims(context, act.side)


def releve(context: ActContext, keeper: Keeper, act: Releve) -> None:
    """Rule that the dames are back on the talons. The player who went out or left throws first (Lois VIII, XVI)."""
    keeper.put_away(context)
    now = context.situation
    if now.phase is Phase.OVER:
        new_tour(context, keeper, TourStarted(act.t, now.trait))
        return
    goes = leaves(now)
    if not goes and now.gone_out is None and now.position == Position.start():
        return  # the dames stand there already
    cause, by = act.cause, act.by
    if now.gone_out is not None and now.phase is not Phase.LEAVING:
        cause, by = ReleveCause.SORTIE, now.gone_out
    elif now.throw is not None and goes:
        cause, by = ReleveCause.S_EN_ALLER, now.throw.side
        if now.phase is not Phase.LEAVING:
            keeper.on_leave(context)
        keeper.on_talons(context)
        if context.situation.phase is Phase.OVER:
            new_tour(context, keeper, TourStarted(act.t, by))
            return
    elif now.throw is not None:
        hold(context, keeper, act)
    context.become(position=Position.start(), coups=(0, 0), trait=by, phase=Phase.TO_THROW, throw=None, before=None)
    context.become(otherwise=None)
    context.rule(ReleveRuled(context.new_id(), act.t, now.number, cause, by))


def leaves(now: Situation) -> bool:
    """Return whether a player who puts the dames back may go: a trou of his own throw, not held (Lois XVI; Jeu 2).

    Points de reste that still lie there oblige him to hold (Jeu 3, jetons 10). If he may not go, the dames are back on
    the talons all the same, and the points are unchanged.
    """
    throw = now.throw
    if throw is None or now.phase in {Phase.LEAVING, Phase.TO_DECIDE}:
        return throw is not None
    if throw.trou and now.phase is Phase.TO_MARK and now.books.board.of(throw.side).points:
        return False
    if any(hop.start < hop.end < BANDE for hop in throw.hops):
        return False
    return (throw.trou or throw.gained > 0) and not (throw.held and throw.lawful)


def rule_dames_back(context: ActContext, keeper: Keeper, act: DiceThrown) -> None:
    """Rule that the dames are back, though unseen, as a player who goes or went out throws again (Lois VIII, XVI)."""
    releve(context, keeper, Releve(act.t, ReleveCause.S_EN_ALLER, act.side))


def new_tour(context: ActContext, keeper: Keeper, act: TourStarted) -> None:
    """Begin a tour without marks, with all dames on the talons (Lois IV)."""
    keeper.put_away(context)
    books = context.situation.books.begin_tour()
    context.situation = Situation(Phase.TO_THROW, act.first, tour=context.situation.tour + 1, books=books)


def accept_board(context: ActContext, _keeper: Keeper, act: Unwatched) -> None:
    """Accept the board as it is: throws, plays and marks were missed, and no fault is ruled on them."""
    stood = context.situation
    if stood.phase is Phase.OVER:
        # The players have begun another tour in the meantime.
        stood = Situation(Phase.TO_THROW, act.trait, tour=stood.tour + 1, books=stood.books.set_to(Score()))
    score = act.score or stood.score
    context.situation = replace(
        stood,
        phase=Phase.TO_THROW,
        trait=act.trait,
        position=act.position,
        throw=None,
        before=None,
        score=score,
        open_faults=(),
        lapsed=(),
        standing=(),
        early=None,
        coups=(0, 0) if act.position == Position.start() else (UNCOUNTED, UNCOUNTED),
        opening=None,
        books=stood.books.set_to(score),
    )
