"""Judge players who leave, or stay after all, against what was ruled before (s'en aller).

- A relevé shows that the dames taken up were put back and not played. Their player has left.
- A player who seemed to leave goes on to play his throw. He has stayed.
"""

from __future__ import annotations

from events.acts import DameLifted, DamePlaced, PlayEnded
from events.rulings import Ruling
from events.trictrac.acts import Releve
from events.trictrac.state import Phase
from referee.trictrac.judge.history import History
from rules.position import BANDE

PLAYED = (DameLifted, DamePlaced, PlayEnded)


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
