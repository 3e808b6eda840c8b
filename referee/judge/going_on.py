"""A tour believed to be over is not, where they play on.

The throw that ended it, or the next, is played lawfully, and another is thrown: the talons were not rebuilt. What was
misread nobody can tell, so the winner is left with all the points that are no twelfth trou.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.acts import Corrected, DameLifted, DamePlaced, DiceThrown
from referee.judge.log import PLAYERS
from referee.judge.played import ways
from referee.state import Phase
from rules.marking import POINTS_DU_TROU, Score
from rules.plays import legal_plays
from rules.position import Position, Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.acts import Act
    from referee.judge.past import Past
    from referee.judge.situation import Situation
    from referee.rulings import Ruling

MOVES = (DameLifted, DamePlaced, Corrected)


def after_the_end(past: Past, act: DiceThrown) -> tuple[Ruling, ...]:
    """A throw though the tour is over: where it follows upon a play, they play on, and it is not."""
    entries = past.entries
    at = next((at for at, entry in enumerate(entries) if entry.before.phase is Phase.OVER), len(entries))
    acts, limit = past.acts[at:], past.settings.trous
    end = entries[at].before if acts else past.situation
    goes_on = None
    if limit is not None and not _pegged_out(past, limit):
        goes_on = _played_on(acts, end, past.situation.position)
    if goes_on is None:
        return past.taken(act)
    bench = past.bench(act.t, end)
    bench.not_won()
    score = _not_won(end, limit or 0)
    ledger = end.books.ledger.standing_at(score)
    books = end.books.set_to(score) if past.keeper is PLAYERS else replace(end.books, ledger=ledger)
    bench.become(score=score, books=books)
    past.situation = bench.situation
    del entries[at:]
    for one in (*goes_on, act):
        past.taken(one)
    entries[at] = replace(entries[at], rulings=(*bench.rulings, *entries[at].rulings))
    return tuple(past.ruled_since(at))


def _pegged_out(past: Past, trous: int) -> bool:
    """Whether the winner's fichet is felt in the last hole: then he has won, whatever they do."""
    winner, books = past.situation.winner, past.situation.books
    felt = past.settings.pegs and books.felt and past.keeper is PLAYERS
    return felt and winner is not None and books.board.of(winner).trous >= trous


def _played_on(acts: Sequence[Act], end: Situation, position: Position) -> list[Act] | None:
    """What was done since the end, as acts of a game that goes on; None if it does not.

    acts: since then, without the throw that was just made; position: how the dames stand by now.
    """
    if position in {end.position, Position.start()}:
        return None
    throw = end.throw
    moved = [at for at, act in enumerate(acts) if isinstance(act, MOVES)]
    if throw is not None and throw.moves is None and throw.plays.dice_playable:
        side, results = throw.side, {play.result for play in throw.plays.plays}
    else:
        thrown = [act for act in acts[: moved[0] if moved else 0] if isinstance(act, DiceThrown) and act.good]
        if not thrown:
            return None
        side = thrown[-1].side
        results = {play.result for play in legal_plays(end.position, side, thrown[-1].dice).plays}
    if position not in results:
        return None
    first = moved[0]
    before = [act for act in acts[:first] if not isinstance(act, DiceThrown)]
    dice = [act for act in acts[:first] if isinstance(act, DiceThrown) and act.good][-1:]
    after = [act for act in acts[first:] if not isinstance(act, MOVES)]
    return [*before, *dice, *_moves(acts[moved[-1]].t, side, end.position, position), *after]


def _moves(t: float, side: Side, before: Position, after: Position) -> Iterator[Act]:
    """The dames of a side from one position to another, one after the other."""
    for move in ways(before.counts(side), after.counts(side)):
        yield DameLifted(t, side, move.start)
        yield DamePlaced(t, side, move.end)


def _not_won(end: Situation, trous: int) -> Score:
    """The score nearest to one by which somebody has won that nobody has won by; trous: that make the tour."""
    score = end.score
    for side in Side:
        held = score.of(side)
        if held.trous >= trous:
            score = score.with_holding(side, replace(held, points=POINTS_DU_TROU - 2, trous=trous - 1))
    return score
