"""Plays that the laws forbid, one kind at a time: the hand's moves, the result, and the other side's choices.

Each kind is a function that yields every way to commit the fault on a throw, if any. Each way commits only that fault,
so its truth is known without judging it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from rules.fault import FaultName
from rules.play import Play
from rules.plays import possible_plays
from rules.position import BANDE, COIN, COIN_ADVERSE, Case
from rules.view import FILLABLE, JAN_DE_RETOUR, is_full, missing
from simulation.players.wrong_play import Hop, ThrowToPlay, WrongPlay

Kind: TypeAlias = "Callable[[ThrowToPlay], Iterator[WrongPlay]]"


def _case_interdite(
    throw: ThrowToPlay, name: FaultName, forbidden: Callable[[Case], bool], *, breaches: int
) -> Iterator[WrongPlay]:
    """Yield one dame on a forbidden case by one number, and another dame well played by the other number.

    breaches: how many laws of the board the position then breaks.
    """
    if throw.playable < 2 or not throw.free:
        return
    for number, other in {throw.dice, throw.dice[::-1]}:
        for start in throw.occupied:
            end = start + number
            if end >= BANDE or not forbidden(end) or (start == COIN and throw.view.own[COIN] == 2):
                continue
            for second in throw.others((start, end), other):
                found = throw.wrong(name, (start, end), second)
                if len(found.result.breaches()) == breaches and not throw.is_lawful(found.result):
                    yield found


def coin_seul(throw: ThrowToPlay) -> Iterator[WrongPlay]:
    """Yield one dame alone on the own empty coin (case interdite 1)."""
    if not throw.view.own[COIN] and not throw.view.adverse[COIN]:
        yield from _case_interdite(throw, FaultName.CASE_INTERDITE_1, lambda end: end == COIN, breaches=1)


def coin_adverse(throw: ThrowToPlay) -> Iterator[WrongPlay]:
    """Yield a dame on the adversary's empty coin (case interdite 2)."""
    if not throw.view.adverse[COIN_ADVERSE]:
        yield from _case_interdite(throw, FaultName.CASE_INTERDITE_2, lambda end: end == COIN_ADVERSE, breaches=1)


def case_occupee(throw: ThrowToPlay) -> Iterator[WrongPlay]:
    """Yield a dame on an adverse case or demi-case (case interdite 3)."""
    yield from _case_interdite(
        throw,
        FaultName.CASE_INTERDITE_3,
        lambda end: throw.view.adverse[end] > 0 and end != COIN_ADVERSE,
        breaches=1,
    )


def jan_interdit(throw: ThrowToPlay) -> Iterator[WrongPlay]:
    """Yield a dame in a jan the adversary can still fill (case interdite 4); unseen, it stays."""
    yield from _case_interdite(
        throw,
        FaultName.CASE_INTERDITE_4,
        lambda end: end in throw.closed and end != COIN_ADVERSE and not throw.view.adverse[end],
        breaches=0,
    )


def touchee(throw: ThrowToPlay) -> Iterator[WrongPlay]:
    """Yield a dame that could be played but is lifted and put back before others are played (fausse case 1)."""
    could = {move.start for play in throw.legal for move in play.moves}
    for play in throw.legal:
        for case in could - {case for move in play.moves for case in (move.start, move.end)}:
            if play.moves:
                yield throw.wrong(FaultName.FAUSSE_CASE_1, (case, case), *_hops(play))


def reculee(throw: ThrowToPlay) -> Iterator[WrongPlay]:
    """Yield a dame put for the higher number and moved back for the lower; another plays the higher (fausse case 2)."""
    for play in throw.legal:
        if throw.playable < 2 or len(play.moves) != 2 or throw.high == throw.low:
            continue
        for move, other in (play.moves, play.moves[::-1]):
            tried = move.start + throw.high
            if move.end - move.start == throw.low and throw.may_end(tried) and BANDE not in (move.end, tried):
                hops = (move.start, tried), (tried, move.end), (other.start, other.end)
                if other.start not in (move.start, move.end, tried):
                    yield throw.wrong(FaultName.FAUSSE_CASE_2, *hops)


def reprise(throw: ThrowToPlay) -> Iterator[WrongPlay]:
    """Yield a first dame taken up again for tout d'une after a second was touched (fausse case 3)."""
    for play in throw.legal:
        if throw.playable < 2 or len(play.moves) != 1 or play.moves[0].end == BANDE:
            continue
        start, end = play.moves[0].start, play.moves[0].end
        if end != start + sum(throw.dice):
            continue
        for rest in {start + number for number in throw.dice}:
            if not throw.may_end(rest) or rest == COIN or throw.view.own[rest]:
                continue  # with a dame there already, it is unclear which dame moves on
            for other in throw.occupied:
                if other not in (start, rest, end):
                    yield throw.wrong(FaultName.FAUSSE_CASE_3, (start, rest), (other, other), (rest, end))


def _wrong_number(throw: ThrowToPlay, name: FaultName, *, together: bool = False) -> Iterator[WrongPlay]:
    """Yield one dame moved by neither number, less than the higher one; another is well played."""
    if throw.playable < 2 or not throw.free:
        return
    for by in set(range(1, throw.high)) - set(throw.dice):
        for start in throw.occupied:
            end = start + by
            if not throw.may_end(end):
                continue
            for number in set(throw.dice):
                for second in throw.others((start, end), number):
                    if second[1] == start:
                        continue  # looks like the same dame
                    found = throw.wrong(name, (start, end), second, together=together)
                    if not found.result.breaches() and not throw.is_lawful(found.result):
                        yield found


def ni_nombre_ni_somme(throw: ThrowToPlay) -> Iterator[WrongPlay]:
    """Yield a dame moved by neither number, less than the higher; the other well played (fausse case 4.1)."""
    yield from _wrong_number(throw, FaultName.FAUSSE_CASE_4_1)


def couvrir(throw: ThrowToPlay) -> Iterator[WrongPlay]:
    """Yield the same with a demi-case covered; covering it may then be forbidden (Lois XVII)."""
    for found in _wrong_number(throw, FaultName.COUVRIR):
        if throw.view.own[found.hops[0][1]] == 1 and found.hops[1][0] != found.hops[0][1]:
            yield found


def ensemble(throw: ThrowToPlay) -> Iterator[WrongPlay]:
    """Yield two dames carried at once, one wrongly: the other side may choose for both (fausse case 9)."""
    yield from _wrong_number(throw, FaultName.FAUSSE_CASE_9, together=True)


def au_dela(throw: ThrowToPlay) -> Iterator[WrongPlay]:
    """Yield one dame moved more than the higher number, not the sum, and no second one (fausse case 4.2)."""
    if throw.playable < 2 or not throw.free:
        return
    for by in range(throw.high + 1, throw.high + throw.low + 3):
        for start in throw.occupied:
            if by != sum(throw.dice) and throw.may_end(start + by):
                found = throw.wrong(FaultName.FAUSSE_CASE_4_2, (start, start + by))
                if not found.result.breaches() and not throw.is_lawful(found.result):
                    yield found


def coin_par_puissance(throw: ThrowToPlay) -> Iterator[WrongPlay]:
    """Yield the coin taken par puissance though it could be taken par effet (fausse case 5)."""
    own, (one, two) = throw.view.own, throw.dice
    if own[COIN] or throw.view.adverse[COIN_ADVERSE] or throw.view.adverse[COIN] or not throw.free:
        return

    def pair(case: Case) -> bool:
        return own[case - one] > (one == two) and own[case - two] > (one == two)

    if pair(COIN) and pair(COIN_ADVERSE):
        hops = (COIN_ADVERSE - one, COIN), (COIN_ADVERSE - two, COIN)
        found = throw.wrong(FaultName.FAUSSE_CASE_5, *hops)
        if not throw.is_lawful(found.result):
            yield found


def _alone(throw: ThrowToPlay, number: int) -> Iterator[Hop]:
    """Yield every dame that may be played by one number alone, before the sortie."""
    for start in throw.occupied:
        if throw.may_end(start + number) and not throw.position_after((start, start + number)).breaches():
            yield start, start + number


def plus_faible(throw: ThrowToPlay) -> Iterator[WrongPlay]:
    """Yield the lower number played where only one is playable, and the higher was (fausse case 6)."""
    if throw.playable == 1 and throw.high != throw.low and throw.free:
        for hop in _alone(throw, throw.low):
            found = throw.wrong(FaultName.FAUSSE_CASE_6, hop)
            if not throw.is_lawful(found.result):
                yield found


def second_injouable(throw: ThrowToPlay) -> Iterator[WrongPlay]:
    """Yield a first dame that makes the second number unplayable though both could be played (fausse case 7)."""
    if throw.playable < 2 or not throw.free:
        return
    for number, other in {throw.dice, throw.dice[::-1]}:
        for hop in _alone(throw, number):
            then = ThrowToPlay(throw.position_after(hop), throw.side, throw.dice)
            if then.occupied[0] in JAN_DE_RETOUR:
                continue  # the other number may take a dame out
            if not any(_alone(then, other)) and not throw.is_lawful(then.position):
                yield throw.wrong(FaultName.FAUSSE_CASE_7, hop)


def _one_of_two(throw: ThrowToPlay, name: FaultName, plays: tuple[Play, ...]) -> Iterator[WrongPlay]:
    """Yield one number of a play by two dames, with the other not played."""
    for play in plays:
        for move in play.moves:
            number = move.end - move.start
            # Only the furthest dame may play an excédant.
            if len(play.moves) == 2 and (number in throw.dice or move.start == throw.occupied[0]):
                found = throw.wrong(name, (move.start, move.end))
                if not found.result.breaches() and not throw.is_lawful(found.result):
                    yield found


def sortie_incomplete(throw: ThrowToPlay) -> Iterator[WrongPlay]:
    """Yield a single number played in the sortie though both could be (fausse case 8)."""
    if throw.playable < 2 or not all(case in JAN_DE_RETOUR for case in throw.occupied) or throw.out:
        return
    if len(possible_plays(throw.position, throw.side, throw.dice).plays) == len(throw.legal):
        yield from _one_of_two(throw, FaultName.FAUSSE_CASE_8, throw.legal)


def sortie_manquee(throw: ThrowToPlay) -> Iterator[WrongPlay]:
    """Yield a sortie missed: the last dames could go out, but only one number is played (école de la sortie)."""
    yield from _one_of_two(throw, FaultName.FAUSSE_CASE_8, throw.out)


def non_rempli(throw: ThrowToPlay) -> Iterator[WrongPlay]:
    """Yield a jan not filled though it could be (fausse case 10; école de remplissage)."""
    yield from _jan_missed(throw, FaultName.FAUSSE_CASE_10, full_before=False)


def non_conserve(throw: ThrowToPlay) -> Iterator[WrongPlay]:
    """Yield a full jan broken though it could be kept (fausse case 11; école de conservation)."""
    yield from _jan_missed(throw, FaultName.FAUSSE_CASE_11, full_before=True)


def _jan_missed(throw: ThrowToPlay, name: FaultName, *, full_before: bool) -> Iterator[WrongPlay]:
    kept = [jan for jan in FILLABLE if any(_full_after(throw, play, jan) for play in throw.legal)]
    if len(kept) != 1 or (missing(throw.view.own, kept[0]) == 0) is not full_before:
        return
    for play in possible_plays(throw.position, throw.side, throw.dice).plays:
        if play.moves and not throw.is_lawful(play.result) and not play.result.breaches():
            yield throw.wrong(name, *_hops(play))


def _full_after(throw: ThrowToPlay, play: Play, jan: range) -> bool:
    return is_full((0, *play.result.counts(throw.side)), jan)


def _hops(play: Play) -> tuple[Hop, ...]:
    return tuple((move.start, move.end) for move in sorted(play.moves, key=lambda move: move.end == BANDE))


KINDS: dict[FaultName, Kind] = {
    FaultName.CASE_INTERDITE_1: coin_seul,
    FaultName.CASE_INTERDITE_2: coin_adverse,
    FaultName.CASE_INTERDITE_3: case_occupee,
    FaultName.CASE_INTERDITE_4: jan_interdit,
    FaultName.FAUSSE_CASE_1: touchee,
    FaultName.FAUSSE_CASE_2: reculee,
    FaultName.FAUSSE_CASE_3: reprise,
    FaultName.FAUSSE_CASE_4_1: ni_nombre_ni_somme,
    FaultName.FAUSSE_CASE_4_2: au_dela,
    FaultName.FAUSSE_CASE_5: coin_par_puissance,
    FaultName.FAUSSE_CASE_6: plus_faible,
    FaultName.FAUSSE_CASE_8: sortie_incomplete,
    FaultName.FAUSSE_CASE_9: ensemble,
    FaultName.IMPUISSANTE: second_injouable,
    FaultName.COUVRIR: couvrir,
    FaultName.ECOLE_REMPLIR: non_rempli,
    FaultName.ECOLE_CONSERVER: non_conserve,
    FaultName.ECOLE_SORTIE: sortie_manquee,
}
"""The kinds, by the fault they commit."""
