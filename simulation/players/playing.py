"""The dames of a throw played, legally or not, by hands that slide, hover, hurry and take back.

A single player throws for the companion too, and moves its dames as announced, sometimes wrongly at first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from events.acts import Declaration
from events.peg_reading import Button
from events.rulings import Disorder, OrderRestored, Played
from rules.fault import FaultName
from rules.faults.handling import Handling
from rules.faults.played import mended_on
from rules.play import Move
from rules.position import BANDE, COIN, Side
from rules.view import View
from simulation.players.gesture import Carry, CarryTwo, Idle, Knock, Say, TakeDice, Tell
from simulation.players.player import choose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.play import Play
    from rules.position import Case, Side
    from simulation.players.gesture import Gesture
    from simulation.players.tour_state import MovedFor, TourState
    from simulation.players.wrong_play import Hop, WrongPlay


def play_lawfully(sitting: TourState, side: Side, *, hover: float = 0.0, away: bool = False) -> Iterator[Gesture]:
    """Play one of the legal plays to the player's taste.

    hover: how many seconds he holds the last dame; away: whether outside the board.
    """
    play: Play = choose(sitting.players[side].style, sitting.legal.plays, side, sitting.random)
    moves = list(play.moves)
    sitting.random.shuffle(moves)
    # A dame leaves the board last. One that stands where the other will end goes first, so as not to be confused.
    ends = {move.end for move in moves}
    moves.sort(key=lambda move: (move.end == BANDE, move.start not in ends))
    hops: list[Hop] = []
    for rank, move in enumerate(moves):
        hops.extend(_steps(sitting, side, move, first=rank == 0))
    yield from _hands(sitting, side, tuple(hops), hover, away=away)
    sitting.position = play.result
    yield played(sitting, side, play.moves, lawful=True)
    if play.moves and sitting.happens(sitting.players[side].presses):
        yield Say(side=side, what=Declaration.COUP_JOUE, button=Button.COUP_JOUE, wait=0.3)


def play_wrongly(sitting: TourState, side: Side, wrong: WrongPlay) -> Iterator[Gesture]:
    """Make a play against the laws; the caller rules on it."""
    if wrong.together:
        first, second = wrong.hops
        hover = sitting.think(side, 0.8, 1.6)
        yield CarryTwo(side=side, first=first, second=second, hover=hover, wait=sitting.think(side, 0.8, 2.2))
    else:
        yield from _hands(sitting, side, wrong.hops)
    sitting.position = wrong.result
    yield played(sitting, side, wrong.moves, lawful=_is_legal(sitting, wrong.moves))


def replay(sitting: TourState, side: Side, was: tuple[Move, ...], play: Play) -> Iterator[Gesture]:
    """Put dames back to where they were, and play the throw as the other side chooses."""
    back, forth = list(was), list(play.moves)
    for move in was:
        if move in forth:
            back.remove(move)
            forth.remove(move)
    for move in back:
        yield Carry(side=side, owner=side, start=move.end, end=move.start, wait=sitting.think(side, 0.3, 0.8))
    for move in sorted(forth, key=lambda move: move.end == BANDE):
        yield Carry(side=side, owner=side, start=move.start, end=move.end, wait=sitting.think(side, 0.1, 0.5))
    sitting.position = play.result
    yield played(sitting, side, play.moves, lawful=True)


def played(sitting: TourState, side: Side, moves: tuple[Move, ...], *, lawful: bool) -> Tell:
    """Return the ruling on a play."""
    return Tell(ruling=Played(sitting.new_id(), 0.0, sitting.throw, side, sitting.dice, moves, lawful))


def fumble(sitting: TourState, side: Side) -> Iterator[Gesture]:
    """Make accidental acts before a play: an idle hand, dames put straight, dames knocked and put back."""
    if sitting.happens(sitting.clumsiness.idle_hand):
        yield Idle(side=sitting.random.choice((side, side.adversary)), wait=sitting.think(side, 0.5, 1.2))
    if sitting.happens(sitting.clumsiness.adoube):
        button: Button | None = Button.ADOUBE if sitting.happens(sitting.players[side].announces) else None
        for case in _some_cases(sitting, side):
            yield Say(side=side, what=Declaration.J_ADOUBE, button=button, wait=sitting.think(side, 0.3, 0.8))
            yield Carry(side=side, owner=side, start=case, end=case, wait=0.1)
    if sitting.happens(sitting.clumsiness.knock):
        yield from _knock(sitting, side)


def _knock(sitting: TourState, side: Side) -> Iterator[Gesture]:
    pushed: list[tuple[Side, Case, Case]] = []
    for owner in (side, side.adversary):
        for case in _some_cases(sitting, owner):
            to = case + sitting.random.choice((-1, 1))
            free = 1 <= to <= 24 and (case <= COIN) == (to <= COIN) and not View.of(sitting.position, owner).adverse[to]
            if free and all(to not in hop[1:] or owner is not hop[0] for hop in pushed):
                pushed.append((owner, case, to))
    if not pushed:
        return
    yield Knock(side=side, pushed=tuple(pushed), wait=0.6)
    differences: dict[tuple[Side, Case], int] = {}
    for owner, case, to in pushed:
        differences[owner, case] = differences.get((owner, case), 0) - 1
        differences[owner, to] = differences.get((owner, to), 0) + 1
    ruled = tuple(
        (owner, case, sitting.position.on(owner, case), sitting.position.on(owner, case) + more)
        for (owner, case), more in differences.items()
        if more
    )
    yield Tell(ruling=Disorder(sitting.new_id(), 0.0, sitting.throw, ruled))
    wait = sitting.think(side, 1.0, 2.5)
    for owner, case, to in reversed(pushed):
        yield Carry(side=side, owner=owner, start=to, end=case, wait=wait)
        wait = sitting.think(side, 0.3, 0.8)
    yield Tell(ruling=OrderRestored(sitting.new_id(), 0.0, sitting.throw))


def _hands(
    sitting: TourState, side: Side, hops: tuple[Hop, ...], hover: float = 0.0, *, away: bool = False
) -> Iterator[Gesture]:
    """Carry the dames one after the other; perhaps the dice are taken up between two of them."""
    rates, random = sitting.clumsiness, sitting.random
    hurried = sitting.hurried
    # Even a player in a hurry looks at the dice.
    wait = sitting.think(side, 0.35, 0.7) if hurried else sitting.think(side, 0.8, 2.2)
    early = _who_takes_the_dice(sitting, side) if len(hops) > 1 and not hover else None
    for rank, (start, end) in enumerate(hops):
        last = rank == len(hops) - 1
        if last and early is not None:
            yield from take_dice_early(sitting, early, sitting.think(side, 0.8, 1.5))
            wait = sitting.think(side, 0.8, 1.5)
        if rank and (start == end or start in (end for _, end in hops[:rank])):
            # He thinks again before he takes up a dame he has let go, or one that he puts back.
            wait = sitting.think(side, 1.2, 2.5)
        carry = Carry(side=side, owner=side, start=start, end=end, wait=wait)
        if start == end:
            carry = replace(carry, hover=sitting.think(side, 0.8, 2.0), away=True)
        elif last:
            carry = replace(carry, hover=hover, away=away and end != BANDE)
        if sitting.happens(rates.slide):
            carry = replace(carry, slide=True)
        if sitting.happens(rates.careless):
            carry = replace(carry, careless=random.uniform(2.5, 6.0))
        yield carry
        wait = sitting.think(side, 0.05, 0.4) * (0.15 if hurried else 1.0)


def _who_takes_the_dice(sitting: TourState, side: Side) -> Side | None:
    """Return who takes the dice up before the last dame is played, if anyone."""
    if sitting.dice_up:
        return None
    if sitting.happens(sitting.faults[FaultName.DES_LEVES]):
        return side
    return side.adversary if sitting.happens(sitting.clumsiness.dice_early) else None


def take_dice_early(sitting: TourState, by: Side, wait: float) -> Iterator[Gesture]:
    """Take the dice up before the throw is played and marked: a fault that costs nothing (Lois VI)."""
    yield TakeDice(side=by, wait=wait)
    sitting.dice_up = True
    # The next throw ends it.
    yield sitting.simple_fault(FaultName.DES_LEVES, by, closes=sitting.trait.adversary)


def _steps(sitting: TourState, side: Side, move: Move, *, first: bool) -> list[Hop]:
    """Return a dame's steps: with its rest for tout d'une in two steps, or first put too short."""
    view = View.of(sitting.position, side)
    rests = [move.start + number for number in sitting.dice if move.end == move.start + sum(sitting.dice)]
    free = [rest for rest in rests if not view.adverse[rest]]
    if move.end < BANDE and free and sitting.happens(sitting.clumsiness.two_steps):
        rest = sitting.random.choice(free)
        return [(move.start, rest), (rest, move.end)]
    if first and sitting.code.tolerance_premiere_dame and sitting.happens(sitting.clumsiness.short):
        for short in range(move.start + 1, move.end):
            tried = Handling(sitting.position, side, sitting.dice, (Move(move.start, short),))
            if not view.adverse[short] and mended_on(tried) == move.end:
                return [(move.start, short), (short, move.end)]
    return [(move.start, move.end)]


def _some_cases(sitting: TourState, owner: Side) -> list[Case]:
    occupied = [case for case in range(1, 25) if sitting.position.on(owner, case)]
    return sitting.random.sample(occupied, min(len(occupied), sitting.random.randint(1, 2)))


def _is_legal(sitting: TourState, moves: tuple[Move, ...]) -> bool:
    return any(play.moves == moves for play in sitting.legal.plays)


LISTENS = (2.5, 4.0)
"""Seconds in which a player hears a play, at a calm pace: some five words a move."""
NOTICES = (6.0, 9.0)
"""Seconds after which a player has heard that he moved the companion's dames wrongly."""


def move_for(sitting: TourState, guest: MovedFor) -> Iterator[Gesture]:
    """Make the companion's play for it."""
    moves, _ = guest.mind.decides(sitting)
    play = next(play for play in sitting.legal.plays if play.moves == moves)
    others = [other for other in sitting.legal.plays if other.result != play.result]
    hand, side = guest.side.adversary, guest.side
    if others and sitting.happens(guest.slips):
        wrong = sitting.random.choice(others)
        yield from _carried(sitting, hand, side, wrong)
        sitting.position = wrong.result
        yield played(sitting, side, wrong.moves, lawful=True)
        wait = sitting.random.uniform(*NOTICES)
        for gesture in replay(sitting, side, wrong.moves, play):
            yield replace(gesture, side=hand, wait=wait) if isinstance(gesture, Carry) else gesture
            wait = sitting.think(hand, 0.3, 0.8)
        return
    yield from _carried(sitting, hand, side, play)
    sitting.position = play.result
    yield played(sitting, side, play.moves, lawful=True)


def _carried(sitting: TourState, hand: Side, side: Side, play: Play) -> Iterator[Gesture]:
    ends = {move.end for move in play.moves}
    wait = sitting.think(hand, *LISTENS)
    for move in sorted(play.moves, key=lambda move: (move.end == BANDE, move.start not in ends)):
        yield Carry(side=hand, owner=side, start=move.start, end=move.end, wait=wait)
        wait = sitting.think(hand, 0.3, 0.8)
