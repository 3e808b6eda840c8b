"""Plays: what may be played, filling and keeping a jan, the coin, taking dames out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from coach.lessons.exercise import Amount, Exercise, Results, YesNo
from coach.lessons.themes.theme import Draw, Theme
from coach.lessons.walks import (
    anything,
    fills_grand_jan,
    fills_petit_jan,
    fills_the_retour,
    goes_home,
    keeps_off_the_coin,
    spreads,
    waits_for_the_coin,
)
from coach.trictrac.advice import Situation, choices, why
from rules.code import LOIS_2013
from rules.fault import Fault, FaultName
from rules.faults.handling import Handling
from rules.faults.played import judge_play
from rules.jan import JanName
from rules.jans import CONSERVE, REMPLI, jans
from rules.play import Move, Play
from rules.plays import legal_plays, possible_plays
from rules.position import BANDE, COIN, COIN_ADVERSE, Position, Side
from rules.view import FILLABLE, GRAND_JAN, JAN_DE_RETOUR, PETIT_JAN, View, missing

FEW: Final = 6
"""A number of results that a pupil can still look through."""
SOUND: Final = 0.1
"""Trous. A play so little worse than the evaluator's best counts as a good answer."""
CLEAR: Final = 0.5
"""Trous between the best play and the middle one, so that a question about the best is fair."""


def distinct(plays: Iterable[Play]) -> tuple[Position, ...]:
    """Return each position that plays lead to, once."""
    return tuple(dict.fromkeys(play.result for play in plays))


def callable_faults(draw: Draw, moves: tuple[Move, ...]) -> tuple[Fault, ...]:
    """Return the faults that the adversary may call in a play whose dames are released in this order."""
    return judge_play(Handling(draw.position, draw.standing.side, draw.dice, moves)).faults


def _any_play(draw: Draw) -> Exercise | None:
    legal = legal_plays(draw.position, draw.side, draw.dice)
    results = distinct(legal.plays)
    few = draw.difficulty == 3
    if legal.dice_playable < 2 or (few != (len(results) <= FEW)) or (few and len(results) < 2):
        return None
    if draw.difficulty > 1 and legal.plays == possible_free(draw):
        return None
    return draw.exercise(Results(results), "Lois VI")


def possible_free(draw: Draw) -> tuple[Play, ...] | None:
    """Return the plays on this board without the adversary's dames."""
    alone = draw.position.with_counts(draw.side.adversary, (0,) * 24)
    return legal_plays(alone, draw.side, draw.dice).plays


def _playable(draw: Draw) -> Exercise | None:
    number = legal_plays(draw.position, draw.side, draw.dice).dice_playable
    if draw.toss != (number == 2):  # For most throws both numbers can be played.
        return None
    return draw.exercise(Amount(number, (0, 1, 2)), "Lois VI")


def wrong_moves(draw: Draw, *, cases: Callable[[int], bool] = lambda _case: True) -> list[tuple[Move, ...]]:
    """Return moves by the two numbers thrown, shuffled; at least one dame ends where `cases` says.

    They are all the ways that two dames can go by those numbers to cases without adverse dames, lawful ones included.
    """
    own = View.of(draw.position, draw.standing.side).own
    adverse = View.of(draw.position, draw.standing.side).adverse
    first, second = draw.dice
    starts = [case for case in range(1, 25) if own[case]]
    found: list[tuple[Move, ...]] = []
    for one in starts:
        for two in starts:
            ends = (one + first, two + second)
            enough = one != two or own[one] >= 2
            # A dame set down on adverse ones is an obvious mistake: the questions are about other faults.
            if not enough or any(end > 24 or adverse[end] for end in ends) or not any(map(cases, ends)):
                continue
            found.append((Move(one, ends[0]), Move(two, ends[1])))
    draw.random.shuffle(found)
    return found


def _may_be_played(draw: Draw) -> Exercise | None:
    """Ask whether a play is lawful. Half of the plays are; the others are nearer to lawful at higher difficulty."""
    legal = legal_plays(draw.position, draw.side, draw.dice)
    if draw.toss:
        play = draw.random.choice(legal.plays)
        return draw.exercise(YesNo(yes=True), "Lois VI", play=play.moves) if play.moves else None
    results = set(distinct(legal.plays))
    easy = draw.difficulty == 1
    for moves in wrong_moves(draw, cases=lambda case: case in (COIN, COIN_ADVERSE) if easy else case > COIN_ADVERSE):
        if Handling(draw.position, draw.side, draw.dice, moves).result() in results:
            continue
        if faults := callable_faults(draw, moves):
            return draw.exercise(YesNo(yes=False), faults[0].article, play=moves, fault=faults[0])
    return None


def _fill(draw: Draw) -> Exercise | None:
    jan = FILLABLE[draw.difficulty - 1]
    return _full(draw, REMPLI[jan])


def _keep(draw: Draw) -> Exercise | None:
    jan = FILLABLE[draw.difficulty - 1]
    return _full(draw, CONSERVE[jan])


def _full(draw: Draw, name: JanName) -> Exercise | None:
    """Ask for a play by a throw that fills or keeps a jan, if not every play does."""
    found = tuple(jan for jan in jans(draw.position, draw.side, draw.dice, LOIS_2013) if jan.name is name)
    if not found:
        return None
    legal = distinct(legal_plays(draw.position, draw.side, draw.dice).plays)
    if len(legal) == len(distinct(possible_plays(draw.position, draw.side, draw.dice).plays)):
        return None
    return draw.exercise(Results(legal), "Lois XIII", jans=found)


def _must_fill(draw: Draw) -> Exercise | None:
    """Ask whether a play is lawful that may fail to fill or keep a jan although the throw can."""
    legal = legal_plays(draw.position, draw.side, draw.dice).plays
    possible = possible_plays(draw.position, draw.side, draw.dice).plays
    unfilled = [play for play in possible if play not in legal]
    if not unfilled:
        return None
    if draw.toss:
        play = draw.random.choice(legal)
        made = {*REMPLI.values(), *CONSERVE.values()}
        found = tuple(jan for jan in jans(draw.position, draw.side, draw.dice, LOIS_2013) if jan.name in made)
        return draw.exercise(YesNo(yes=True), "Lois XIII", play=play.moves, jans=found)
    play = draw.random.choice(unfilled)
    faults = callable_faults(draw, play.moves)
    return draw.exercise(YesNo(yes=False), "Lois XIII", play=play.moves, fault=faults[0]) if faults else None


def _wise(draw: Draw) -> Exercise | None:
    """Ask for the evaluator's best play, if it stands out."""
    if len(distinct(legal_plays(draw.position, draw.side, draw.dice).plays)) < 2 * FEW:
        return None
    situation = Situation(draw.position, draw.side)
    found = choices(situation, draw.dice)
    if found[0].equity - found[len(found) // 2].equity < CLEAR:
        return None
    sound = tuple(choice.result for choice in found if choice.equity >= found[0].equity - SOUND)
    if len(sound) > FEW:
        return None
    moves = tuple(Move(*move) for move in found[0].moves)
    return draw.exercise(Results(sound), "", play=moves, reasons=why(situation, found[0]))


def _take_coin(draw: Draw) -> Exercise | None:
    """Ask for a play that takes the coin: par effet for beginners, par puissance later."""
    plays = legal_plays(draw.position, draw.side, draw.dice).plays
    taking = [play for play in plays if play.result.on(draw.side, COIN) >= 2]
    if not taking or len(taking) == len(plays):
        return None
    by_power = any(
        sorted(COIN - move.start for move in play.moves) == sorted(number - 1 for number in draw.dice)
        for play in taking
        if all(move.end == COIN for move in play.moves)
    )
    if by_power != (draw.difficulty == 2):
        return None
    return draw.exercise(
        Results(distinct(taking)), "Lois IX", what="puissance" if by_power else "effet", play=taking[0].moves
    )


def _coin_alone(draw: Draw) -> Exercise | None:
    """Ask about a play that enters or leaves the coin: two dames must do so together, never one."""
    legal = legal_plays(draw.position, draw.side, draw.dice).plays
    before = draw.position.on(draw.side, COIN)
    touching = [play for play in legal if play.result.on(draw.side, COIN) != before]
    if draw.toss:
        if not touching:
            return None
        return draw.exercise(YesNo(yes=True), "Lois IX", play=draw.random.choice(touching).moves)
    for moves in wrong_moves(draw, cases=lambda case: case == COIN):
        if Handling(draw.position, draw.side, draw.dice, moves).result().on(draw.side, COIN) != 1:
            continue
        faults = callable_faults(draw, moves)
        if faults and faults[0].name is FaultName.CASE_INTERDITE_1:
            return draw.exercise(YesNo(yes=False), "Lois IX", play=moves, fault=faults[0])
    return None


def _take_out(draw: Draw) -> Exercise | None:
    """Ask for a play that takes dames out by the law: exact numbers before excédants."""
    plays = legal_plays(draw.position, draw.side, draw.dice).plays
    out = [play for play in plays if any(move.end == BANDE for move in play.moves)]
    results = distinct((*out, *plays))
    if not out or len(results) > FEW or (draw.difficulty == 2 and len(out) == len(plays) == 1):
        return None
    return draw.exercise(Results(results), "Lois VIII", play=out[0].moves)


def _may_go_out(draw: Draw) -> Exercise | None:
    """Ask whether a dame may be taken out: lawfully, before the others are home, or out of turn."""
    own = View.of(draw.position, draw.side).own
    legal = legal_plays(draw.position, draw.side, draw.dice).plays
    if draw.toss:
        out = [play for play in legal if any(move.end == BANDE for move in play.moves)]
        if not out:
            return None
        return draw.exercise(YesNo(yes=True), "Lois VIII", play=draw.random.choice(out).moves)
    results = set(distinct(legal))
    high = max(draw.dice)
    starts = [case for case in JAN_DE_RETOUR if own[case] and case + high >= BANDE]
    draw.random.shuffle(starts)
    for start in starts:
        for other in (case for case in range(1, 25) if own[case] > (case == start)):
            end = other + min(draw.dice)
            if end > 24 or View.of(draw.position, draw.side).adverse[end]:
                continue
            moves = (Move(start, BANDE), Move(other, end))
            if Handling(draw.position, draw.side, draw.dice, moves).result() in results:
                continue
            if faults := callable_faults(draw, moves):
                return draw.exercise(YesNo(yes=False), "Lois VIII", play=moves, fault=faults[0])
    return None


def _near(own: tuple[int, ...], jan: range) -> bool:
    return 1 <= missing(own, jan) <= 2


def _to_fill(position: Position, side: Side, difficulty: int) -> bool:
    return _near(View.of(position, side).own, FILLABLE[difficulty - 1])


def _to_keep(position: Position, side: Side, difficulty: int) -> bool:
    return missing(View.of(position, side).own, FILLABLE[difficulty - 1]) == 0


def _any_jan(position: Position, side: Side, _difficulty: int) -> bool:
    own = View.of(position, side).own
    return any(missing(own, jan) <= 2 for jan in (PETIT_JAN, GRAND_JAN))


def _few_behind(most: int) -> Callable[[Position, Side, int], bool]:
    def suits(position: Position, side: Side, _difficulty: int) -> bool:
        return sum(position.counts(side)[: JAN_DE_RETOUR.start - 1]) <= most

    return suits


def _coin_reached(position: Position, side: Side, _difficulty: int) -> bool:
    return not position.on(side, COIN) and sum(position.counts(side)[5:11]) >= 2


def _both_coins_empty(position: Position, side: Side, difficulty: int) -> bool:
    return _coin_reached(position, side, difficulty) and (difficulty < 2 or not position.on(side.adversary, COIN))


THEMES: Final = {
    "any_play": Theme(makes=_any_play, other=fills_petit_jan, after=6),
    "playable": Theme(
        makes=_playable, style=fills_grand_jan, other=fills_grand_jan, after=20, suits=lambda *_: True, until=80
    ),
    "may_be_played": Theme(makes=_may_be_played, other=spreads, after=8),
    "fill_petit_jan": Theme(makes=_fill, style=fills_petit_jan, suits=_to_fill, after=8, until=40),
    "fill": Theme(makes=_fill, style=fills_grand_jan, other=anything, suits=_to_fill, after=14, until=80),
    "fill_retour": Theme(makes=_fill, style=fills_the_retour, other=goes_home, suits=_to_fill, after=60, until=160),
    "keep": Theme(makes=_keep, style=fills_grand_jan, suits=_to_keep, after=14, until=80),
    "keep_petit_jan": Theme(makes=_keep, style=fills_petit_jan, suits=_to_keep, after=8, until=60),
    "must_fill": Theme(makes=_must_fill, style=fills_petit_jan, suits=_any_jan, after=10),
    "wise_play": Theme(makes=_wise, style=fills_grand_jan, other=spreads, after=8, until=30),
    "take_coin": Theme(
        makes=_take_coin, style=waits_for_the_coin, other=keeps_off_the_coin, suits=_both_coins_empty, after=6
    ),
    "coin_alone": Theme(makes=_coin_alone, style=waits_for_the_coin, suits=_coin_reached, after=6),
    "take_out": Theme(makes=_take_out, style=goes_home, other=goes_home, suits=_few_behind(1), after=50, until=200),
    "may_go_out": Theme(makes=_may_go_out, style=goes_home, other=goes_home, suits=_few_behind(2), after=50, until=200),
}
