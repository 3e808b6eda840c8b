"""The dames of a throw played, legally or not, by hands that slide, hover, hurry and take back.

A single player throws for the companion too, and moves its dames as announced, sometimes wrongly at first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from events.acts import Declaration
from events.peg_reading import Button
from events.rulings import Disorder, OrderRestored, Played
from rules.fault import FaultName
from rules.faults.handling import Handling
from rules.faults.played import tolerated_end
from rules.play import Move, Play
from rules.position import BANDE, COIN, Case, Side
from rules.view import View
from simulation.players.gesture import Carry, CarryTwo, Gesture, Idle, Knock, Say, TakeDice, Tell
from simulation.players.player import choose_play
from simulation.players.tour_state import MovedFor, TourState
from simulation.players.wrong_play import Hop, WrongPlay


def play_lawfully(tour: TourState, side: Side, *, hover: float = 0.0, away: bool = False) -> Iterator[Gesture]:
    """Play one of the legal plays to the player's taste.

    hover: how many seconds he holds the last dame; away: whether outside the board.
    """
    play: Play = choose_play(tour.players[side].style, tour.legal.plays, side, tour.random)
    moves = list(play.moves)
    tour.random.shuffle(moves)
    # A dame leaves the board last. One that stands where the other will end goes first, so as not to be confused.
    ends = {move.end for move in moves}
    moves.sort(key=lambda move: (move.end == BANDE, move.start not in ends))
    hops: list[Hop] = []
    for rank, move in enumerate(moves):
        hops.extend(_steps(tour, side, move, first=rank == 0))
    yield from _hands(tour, side, tuple(hops), hover, away=away)
    tour.position = play.result
    yield rule_played(tour, side, play.moves, lawful=True)


def play_wrongly(tour: TourState, side: Side, wrong: WrongPlay) -> Iterator[Gesture]:
    """Make a play against the laws; the caller rules on it."""
    if wrong.together:
        first, second = wrong.hops
        hover = tour.think(0.8, 1.6)
        yield CarryTwo(side=side, first=first, second=second, hover=hover, wait=tour.think(0.8, 2.2))
    else:
        yield from _hands(tour, side, wrong.hops)
    tour.position = wrong.result
    yield rule_played(tour, side, wrong.moves, lawful=_is_legal(tour, wrong.moves))


def play_again(tour: TourState, side: Side, was: tuple[Move, ...], play: Play) -> Iterator[Gesture]:
    """Put dames back to where they were, and play the throw as the other side chooses."""
    back, forth = list(was), list(play.moves)
    for move in was:
        if move in forth:
            back.remove(move)
            forth.remove(move)
    for move in back:
        yield Carry(side=side, owner=side, start=move.end, end=move.start, wait=tour.think(0.3, 0.8))
    for move in sorted(forth, key=lambda move: move.end == BANDE):
        yield Carry(side=side, owner=side, start=move.start, end=move.end, wait=tour.think(0.1, 0.5))
    tour.position = play.result
    yield rule_played(tour, side, play.moves, lawful=True)


def rule_played(tour: TourState, side: Side, moves: tuple[Move, ...], *, lawful: bool) -> Tell:
    """Return the ruling on a play."""
    return tour.ruling(Played, side, tour.dice, moves, lawful)


def fumble(tour: TourState, side: Side) -> Iterator[Gesture]:
    """Make accidental acts before a play: an idle hand, dames put straight, dames knocked and put back."""
    if tour.happens(tour.clumsiness.idle_hand):
        yield Idle(side=tour.random.choice((side, side.adversary)), wait=tour.think(0.5, 1.2))
    if tour.happens(tour.clumsiness.adoube):
        button: Button | None = Button.ADOUBE if tour.happens(tour.players[side].announces) else None
        for case in _some_cases(tour, side):
            yield Say(side=side, what=Declaration.J_ADOUBE, button=button, wait=tour.think(0.3, 0.8))
            yield Carry(side=side, owner=side, start=case, end=case, wait=0.1)
    if tour.happens(tour.clumsiness.knock):
        yield from _knock(tour, side)


def _knock(tour: TourState, side: Side) -> Iterator[Gesture]:
    pushed: list[tuple[Side, Case, Case]] = []
    for owner in (side, side.adversary):
        for case in _some_cases(tour, owner):
            to = case + tour.random.choice((-1, 1))
            free = 1 <= to <= 24 and (case <= COIN) == (to <= COIN) and not View.of(tour.position, owner).adverse[to]
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
        (owner, case, tour.position.on(owner, case), tour.position.on(owner, case) + more)
        for (owner, case), more in differences.items()
        if more
    )
    yield tour.ruling(Disorder, ruled)
    wait = tour.think(1.0, 2.5)
    for owner, case, to in reversed(pushed):
        yield Carry(side=side, owner=owner, start=to, end=case, wait=wait)
        wait = tour.think(0.3, 0.8)
    yield tour.ruling(OrderRestored)


def _hands(
    tour: TourState, side: Side, hops: tuple[Hop, ...], hover: float = 0.0, *, away: bool = False
) -> Iterator[Gesture]:
    """Carry the dames one after the other; perhaps the dice are taken up between two of them."""
    rates, random = tour.clumsiness, tour.random
    hurried = tour.hurried
    # Even a player in a hurry looks at the dice.
    wait = tour.think(0.35, 0.7) if hurried else tour.think(0.8, 2.2)
    early = _who_takes_the_dice(tour, side) if len(hops) > 1 and not hover else None
    for rank, (start, end) in enumerate(hops):
        last = rank == len(hops) - 1
        if last and early is not None:
            yield from take_dice_early(tour, early, tour.think(0.8, 1.5))
            wait = tour.think(0.8, 1.5)
        if rank and (start == end or start in (end for _, end in hops[:rank])):
            # He thinks again before he takes up a dame he has let go, or one that he puts back.
            wait = tour.think(1.2, 2.5)
        carry = Carry(side=side, owner=side, start=start, end=end, wait=wait)
        if start == end:
            carry = replace(carry, hover=tour.think(0.8, 2.0), away=True)
        elif last:
            carry = replace(carry, hover=hover, away=away and end != BANDE)
        if tour.happens(rates.slide):
            carry = replace(carry, slide=True)
        if tour.happens(rates.careless):
            carry = replace(carry, careless=random.uniform(2.5, 6.0))
        yield carry
        wait = tour.think(0.05, 0.4) * (0.15 if hurried else 1.0)


def _who_takes_the_dice(tour: TourState, side: Side) -> Side | None:
    """Return who takes the dice up before the last dame is played, if anyone."""
    if tour.dice_up:
        return None
    if tour.happens(tour.faults[FaultName.DES_LEVES]):
        return side
    return side.adversary if tour.happens(tour.clumsiness.dice_early) else None


def take_dice_early(tour: TourState, by: Side, wait: float) -> Iterator[Gesture]:
    """Take the dice up before the throw is played and marked: a fault that costs nothing (Lois VI)."""
    yield TakeDice(side=by, wait=wait)
    tour.dice_up = True
    # The next throw ends it.
    yield tour.simple_fault(FaultName.DES_LEVES, by, closes=tour.trait.adversary)


def _steps(tour: TourState, side: Side, move: Move, *, first: bool) -> list[Hop]:
    """Return a dame's steps: with its rest for tout d'une in two steps, or first put too short."""
    view = View.of(tour.position, side)
    rests = [move.start + number for number in tour.dice if move.end == move.start + sum(tour.dice)]
    free = [rest for rest in rests if not view.adverse[rest]]
    if move.end < BANDE and free and tour.happens(tour.clumsiness.two_steps):
        rest = tour.random.choice(free)
        return [(move.start, rest), (rest, move.end)]
    if first and tour.code.tolerance_premiere_dame and tour.happens(tour.clumsiness.short):
        for short in range(move.start + 1, move.end):
            tried = Handling(tour.position, side, tour.dice, (Move(move.start, short),))
            if not view.adverse[short] and tolerated_end(tried) == move.end:
                return [(move.start, short), (short, move.end)]
    return [(move.start, move.end)]


def _some_cases(tour: TourState, owner: Side) -> list[Case]:
    occupied = [case for case in range(1, 25) if tour.position.on(owner, case)]
    return tour.random.sample(occupied, min(len(occupied), tour.random.randint(1, 2)))


def _is_legal(tour: TourState, moves: tuple[Move, ...]) -> bool:
    return any(play.moves == moves for play in tour.legal.plays)


LISTENS = (2.5, 4.0)
"""Seconds in which a player hears a play, at a calm pace: some five words a move."""
NOTICES = (6.0, 9.0)
"""Seconds after which a player has heard that he moved the companion's dames wrongly."""


def move_for(tour: TourState, guest: MovedFor) -> Iterator[Gesture]:
    """Make the companion's play for it."""
    moves, _ = guest.mind.decides(tour)
    play = next(play for play in tour.legal.plays if play.moves == moves)
    others = [other for other in tour.legal.plays if other.result != play.result]
    hand, side = guest.side.adversary, guest.side
    if others and tour.happens(guest.slips):
        wrong = tour.random.choice(others)
        yield from _carry(tour, hand, side, wrong)
        tour.position = wrong.result
        yield rule_played(tour, side, wrong.moves, lawful=True)
        wait = tour.random.uniform(*NOTICES)
        for gesture in play_again(tour, side, wrong.moves, play):
            yield replace(gesture, side=hand, wait=wait) if isinstance(gesture, Carry) else gesture
            wait = tour.think(0.3, 0.8)
        return
    yield from _carry(tour, hand, side, play)
    tour.position = play.result
    yield rule_played(tour, side, play.moves, lawful=True)


def _carry(tour: TourState, hand: Side, side: Side, play: Play) -> Iterator[Gesture]:
    ends = {move.end for move in play.moves}
    wait = tour.think(*LISTENS)
    for move in sorted(play.moves, key=lambda move: (move.end == BANDE, move.start not in ends)):
        yield Carry(side=hand, owner=side, start=move.start, end=move.end, wait=wait)
        wait = tour.think(0.3, 0.8)
