"""A player with a trou holds or goes; the dames go back to the talons, and another tour begins (Lois IV, VIII, XVI)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from events.trictrac.acts import Releve, TourStarted
from events.trictrac.rulings import ReleveRuled
from events.trictrac.state import Phase
from referee.judge.situation import Situation
from rules.position import Position
from rules.releve import ReleveCause

if TYPE_CHECKING:
    from events.acts import Declared, DiceThrown, PlayAnnounced
    from referee.judge.bench import Bench
    from referee.judge.keeping import Keeper


def hold(bench: Bench, keeper: Keeper, _act: object) -> None:
    """He said that he stays, or played on (Lois XVI; Jeu 2, tenir)."""
    if bench.throw.trou and bench.throw.held is None:
        keeper.held(bench)


def say_leave(bench: Bench, keeper: Keeper, _act: Declared | PlayAnnounced) -> None:
    """He said that he goes (Lois XVI; Jeu 2, s'en aller)."""
    if keeper.departs(bench):
        keeper.left(bench)
        if bench.situation.phase is not Phase.OVER:
            bench.become(phase=Phase.LEAVING)


def releve(bench: Bench, keeper: Keeper, act: Releve) -> None:
    """The dames are back on the talons; the player who went out or left throws first (Lois VIII, XVI)."""
    keeper.put_away(bench)
    now = bench.situation
    if now.phase is Phase.OVER:
        new_tour(bench, keeper, TourStarted(act.t, now.trait))
        return
    goes = leaves(now)
    if not goes and now.gone_out is None and now.position == Position.start():
        return  # they stand there already
    cause, by = act.cause, act.by
    if now.gone_out is not None:
        cause, by = ReleveCause.SORTIE, now.gone_out
    elif now.throw is not None and goes:
        cause, by = ReleveCause.S_EN_ALLER, now.throw.side
        if now.phase is not Phase.LEAVING:
            keeper.left(bench)
        keeper.gone(bench)
        if bench.situation.phase is Phase.OVER:
            new_tour(bench, keeper, TourStarted(act.t, by))
            return
    bench.become(position=Position.start(), coups=(0, 0), trait=by, phase=Phase.TO_THROW, throw=None, before=None)
    bench.become(otherwise=None)
    bench.rule(ReleveRuled(bench.new_id(), act.t, now.number, cause, by))


def leaves(now: Situation) -> bool:
    """Whether a player who puts the dames back may go: a trou of his own throw, not held (Lois XVI; Jeu 2).

    If nobody may, the dames are back on the talons all the same, and the points are unchanged.
    """
    throw = now.throw
    if throw is None or now.phase in {Phase.LEAVING, Phase.TO_DECIDE}:
        return throw is not None
    return (throw.trou or throw.gained > 0) and not (throw.held and throw.lawful)


def gone_home(bench: Bench, keeper: Keeper, act: DiceThrown) -> None:
    """A player who goes, or has gone out, throws again: the dames are back, though unseen (Lois VIII, XVI)."""
    releve(bench, keeper, Releve(act.t, ReleveCause.S_EN_ALLER, act.side))


def new_tour(bench: Bench, keeper: Keeper, act: TourStarted) -> None:
    """A tour begins: nothing marked, all dames on the talons (Lois IV)."""
    keeper.put_away(bench)
    books = bench.situation.books.begun()
    bench.become(**_fields(Situation(Phase.TO_THROW, act.first, tour=bench.situation.tour + 1, books=books)))


def _fields(situation: Situation) -> dict[str, object]:
    return {name: getattr(situation, name) for name in Situation.__slots__}
