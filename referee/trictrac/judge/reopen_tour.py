"""Undo an end that was ruled wrongly, as the players' next acts show.

- A tour: the throw that ended it, or the next, is played lawfully, another is thrown, and the talons are not rebuilt.
  The misreading is unknown, so the winner keeps as many points as possible without the last trou.
- A play: the relevé shows that the dames taken up were put back and not played. Their player has left.
- A relevé: the player who seemed to go goes on to play his throw. He has stayed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from events.acts import Act, DameLifted, DamePlaced, DiceThrown, PlayEnded
from events.rulings import Ruling
from events.trictrac.acts import Corrected, Releve
from events.trictrac.state import Phase
from referee.trictrac.judge.history import PLAYERS, History
from referee.trictrac.judge.late_events import judge_throw
from referee.trictrac.judge.played import ways
from referee.trictrac.judge.situation import Situation
from rules.marking import POINTS_DU_TROU, Score
from rules.plays import legal_plays
from rules.position import BANDE, Position, Side

MOVES = (DameLifted, DamePlaced, Corrected)
PLAYED = (DameLifted, DamePlaced, PlayEnded)


def after_the_end(past: History, act: DiceThrown) -> tuple[Ruling, ...]:
    """Judge a throw made after the end. If a play came before it, or marks for it won the tour, it was not the end."""
    entries = past.entries
    at = next((at for at, entry in enumerate(entries) if entry.before.phase is Phase.OVER), len(entries))
    acts, limit = past.acts[at:], past.settings.trous
    end = entries[at].before if acts else past.situation
    goes_on = None
    if limit is not None and not _is_pegged_out(past, limit):
        goes_on = _play_on(acts, end, past.situation.position)
    if goes_on is None:
        return judge_throw(past, act)
    context = past.context(act.t, end)
    context.not_won()
    score = _not_won(end, limit or 0)
    ledger = end.books.ledger.standing_at(score)
    books = end.books.set_to(score) if past.keeper is PLAYERS else replace(end.books, ledger=ledger)
    context.become(score=score, books=books)
    past.situation = context.situation
    del entries[at:]
    for one in (*goes_on, act):
        past.judge(one)
    entries[at] = replace(entries[at], rulings=(*context.rulings, *entries[at].rulings))
    return tuple(past.rulings_since(at))


def judge_departure(past: History, act: Releve) -> tuple[Ruling, ...]:
    """Judge that the thrower has left: he put back, and did not play, the dames taken up (Jeu 2, s'en aller)."""
    throw = past.situation.throw
    thrown = past.last_throw() or 0
    since = range(thrown + 1, len(past.entries))
    first = next((at for at in since if isinstance(past.entries[at].act, PLAYED)), None)
    if throw is None or first is None:
        return past.judge(act)
    acts = [one for one in past.acts[first:] if not isinstance(one, PLAYED)]
    return past.rejudge(first, past.entries[first].before, [*acts, act], act.t, asked=True)


def judge_play_on(past: History, act: DamePlaced) -> tuple[Ruling, ...]:
    """Judge a dame let go by a player who seemed to go. If this makes a lawful play of his throw, he has stayed.

    The other may not have assented (Lois XVI: "après accord de l'adversaire").
    """
    rulings = past.judge(act)
    throw, position = past.situation.throw, past.situation.position
    plays = () if throw is None else throw.plays.plays
    made = (play.moves for play in plays if play.moves and play.result == position)
    if not any(all(move.end < BANDE for move in moves) for moves in made):
        return rulings  # dames seen to go out are on their way to the talon
    began = len(past.entries) - 1
    while began and past.entries[began].before.phase is Phase.LEAVING:
        began -= 1
    return past.rejudge(began, past.entries[began].before, past.acts[began + 1 :], act.t)


def _is_pegged_out(past: History, trous: int) -> bool:
    """Return whether the winner's fichet is felt in the last hole. Then the tour is won, whatever the players do."""
    winner, books = past.situation.winner, past.situation.books
    felt = past.settings.pegs and books.felt and past.keeper is PLAYERS
    return felt and winner is not None and books.board.of(winner).trous >= trous


def _play_on(acts: Sequence[Act], end: Situation, position: Position) -> list[Act] | None:
    """Return the acts since the end as acts of a game that goes on; None if it does not.

    acts: the acts since the end, without the throw just made.
    position: the dames as they stand now.
    """
    if position in {end.position, Position.start()}:
        return None
    throw = end.throw
    moved = [at for at, act in enumerate(acts) if isinstance(act, MOVES)]
    if throw is not None and throw.moves is None and throw.plays.dice_playable:
        side, results = throw.side, throw.plays.results
    else:
        thrown = [act for act in acts[: moved[0] if moved else 0] if isinstance(act, DiceThrown) and act.good]
        if not thrown:
            return None
        side = thrown[-1].side
        results = legal_plays(end.position, side, thrown[-1].dice).results
    if position not in results:
        return None
    first = moved[0]
    before = [act for act in acts[:first] if not isinstance(act, DiceThrown)]
    dice = [act for act in acts[:first] if isinstance(act, DiceThrown) and act.good][-1:]
    after = [act for act in acts[first:] if not isinstance(act, MOVES)]
    return [*before, *dice, *_moves(acts[moved[-1]].t, side, end.position, position), *after]


def _moves(t: float, side: Side, before: Position, after: Position) -> Iterator[Act]:
    """Yield the acts that move a side's dames, one by one, from one position to another."""
    for move in ways(before.counts(side), after.counts(side)):
        yield DameLifted(t, side, move.start)
        yield DamePlaced(t, side, move.end)


def _not_won(end: Situation, trous: int) -> Score:
    """Return the nearest score without a winner. trous: the number that wins the tour."""
    score = end.score
    for side in Side:
        held = score.of(side)
        if held.trous >= trous:
            score = score.with_holding(side, replace(held, points=POINTS_DU_TROU - 2, trous=trous - 1))
    return score
