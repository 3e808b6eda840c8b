"""A match of backgammon as a stream of gestures without times, with the rulings of an ideal referee."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Concatenate, ParamSpec

from events.acts import Declaration
from events.backgammon.rulings import CubeAnswered, CubeOffered, Ending, GameBegan, GameWon, IllegalPlayRuled
from events.peg_reading import Button
from events.rulings import Played, Ruling, ThrowWorth, Window
from rules.backgammon.faults import fault_of
from rules.backgammon.match import Cube, Match, Win, win, winner
from rules.backgammon.plays import LegalPlays, legal_plays
from rules.backgammon.position import BAR, OFF, Position
from rules.play import Move
from rules.position import BANDE, Case, Dice, Side
from simulation.backgammon.players import (
    BackgammonRates,
    choose_play,
    in_playing_order,
    position_after,
    takes,
    wants_to_double,
    wrong_play,
)
from simulation.players.gesture import Carry, Gesture, Idle, Say, TakeDice, Tell, Throw
from simulation.timeline.dames import BAR as ON_THE_BAR

P = ParamSpec("P")
PLACES = {BAR: ON_THE_BAR, OFF: BANDE}
"""Where a gesture puts a dame that goes to the bar or off the board."""


@dataclass(slots=True)
class MatchState:
    """The state of a match while it is played."""

    random: Random
    rates: BackgammonRates
    match: Match
    first: Side
    position: Position = field(default_factory=Position.start)
    cube: Cube = field(default_factory=Cube)
    throw: int = 0
    game: int = 1
    dice_lie: bool = False
    over: bool = False
    ids: int = 0

    def new_id(self) -> str:
        """Return an id for a ruling."""
        self.ids += 1
        return f"t{self.ids}"

    def ruling(
        self, kind: Callable[Concatenate[str, float, int, P], Ruling], *args: P.args, **fields: P.kwargs
    ) -> Tell:
        """Return a new ruling on the present throw."""
        return Tell(ruling=kind(self.new_id(), 0.0, self.throw, *args, **fields))

    def think(self, least: float, most: float) -> float:
        """Return seconds of thought."""
        return self.random.uniform(least, most)

    def happens(self, rate: float) -> bool:
        """Whether an event of this rate happens now."""
        return self.random.random() < rate


def play_match(state: MatchState) -> Iterator[Gesture]:
    """Yield everything that both players do until the match is over."""
    while True:
        yield from _game(state)
        if state.match.over:
            return
        yield from _set_up(state)


def _game(state: MatchState) -> Iterator[Gesture]:
    """Play one game, from the opening to its end."""
    state.position, state.cube, state.throw, state.over = Position.start(), state.match.cube(), 0, False
    side = state.first if state.game == 1 else state.random.choice(list(Side))
    dice = _roll(state)
    while dice[0] == dice[1]:
        yield from _dice(state, side, dice)
        dice = _roll(state)
    yield from _dice(state, side, dice)
    yield from _turn(state, side, dice)
    while not state.over:
        side = side.adversary
        if state.cube.may_offer(side) and wants_to_double(state.position, side, state.random):
            yield from _double(state, side)
            if state.over:
                return
        dice = _roll(state)
        yield from _dice(state, side, dice)
        yield from _turn(state, side, dice)


def _roll(state: MatchState) -> Dice:
    return state.random.randint(1, 6), state.random.randint(1, 6)


def _dice(state: MatchState, side: Side, dice: Dice) -> Iterator[Gesture]:
    if state.happens(state.rates.idle_hand):
        yield Idle(side=side, wait=state.think(0.5, 1.5))
    if state.dice_lie:
        yield TakeDice(side=side, wait=state.think(0.8, 1.6))
    yield Throw(side=side, dice=dice, wait=0.1)
    state.dice_lie = True


def _turn(state: MatchState, side: Side, dice: Dice) -> Iterator[Gesture]:
    """Play one throw. An illegal play is called and played again, or passes unnoticed."""
    state.throw += 1
    base = state.position
    legal = legal_plays(base, side, dice)
    yield state.ruling(ThrowWorth, side, dice, (), legal.dice_playable)
    wrong = None
    if legal.dice_playable and state.happens(state.rates.illegal):
        wrong = wrong_play(base, side, dice, legal, state.random)
    if wrong is None:
        yield from _lawfully(state, side, dice, legal)
    else:
        yield from _wrongly(state, side, dice, legal, wrong)
    won = winner(state.position)
    if won is not None:
        how = win(state.position)
        yield from _win(state, won, Ending.BORNE_OFF, how, state.cube.value * how)


def _lawfully(state: MatchState, side: Side, dice: Dice, legal: LegalPlays) -> Iterator[Gesture]:
    play = choose_play(side, legal, state.random)
    moves = in_playing_order(play)
    if moves and state.happens(state.rates.take_back):
        # The player tries one move, then takes it back.
        first = in_playing_order(state.random.choice(legal.plays))[:1]
        if all(state.position.on(side.adversary, 25 - move.end) == 0 or move.end == OFF for move in first):
            yield from _carry(state, side, first)
            back = first[0]
            yield Carry(side=side, owner=side, start=_place(back.end), end=_place(back.start), wait=state.think(1, 3))
    yield from _carry(state, side, moves)
    state.position = play.result
    yield _tell_play(state, side, dice, play.moves, lawful=True)


def _wrongly(
    state: MatchState, side: Side, dice: Dice, legal: LegalPlays, wrong: tuple[Move, ...]
) -> Iterator[Gesture]:
    base = state.position
    result = position_after(base, side, wrong)
    fault = fault_of(base, side, dice, result)
    if fault is None:
        raise ValueError(f"{wrong} is a lawful play of {dice}")
    yield from _carry(state, side, wrong)
    state.position = result
    yield _tell_play(state, side, dice, wrong, lawful=False)

    about = state.new_id()

    def tell_fault(window: Window) -> Tell:
        name = about if window is Window.OPEN else state.new_id()
        return Tell(ruling=IllegalPlayRuled(name, 0.0, state.throw, fault, side.adversary, window, about))

    yield tell_fault(Window.OPEN)
    if winner(result) is not None or not state.happens(state.rates.noticed):
        yield Idle(side=side.adversary, wait=state.think(3.0, 4.0))
        yield tell_fault(Window.CLOSED)
        return
    yield _says(side.adversary, Declaration.FAUSSE_CASE, Button.ECOLE, state.think(3.0, 4.0))
    yield tell_fault(Window.CLAIMED)
    yield from _take_back(state, side, base, result)
    state.position = base
    yield from _lawfully(state, side, dice, legal)


def _take_back(state: MatchState, side: Side, base: Position, result: Position) -> Iterator[Gesture]:
    """Put every dame back to where it stood."""
    for owner in (side, side.adversary):
        for start, end in _ways(owner, result, base):
            yield Carry(side=side, owner=owner, start=_place(start), end=_place(end), wait=state.think(0.2, 0.5))


def _ways(owner: Side, stands: Position, wanted: Position) -> list[tuple[int, int]]:
    """Return the moves of `owner`'s dames that turn one position into another; the other dames stay."""
    was, now = stands.counts(owner), wanted.counts(owner)
    starts = [case for case in range(len(was)) for _ in range(was[case] - now[case])]
    ends = [case for case in range(len(was)) for _ in range(now[case] - was[case])]
    return list(zip(starts, ends, strict=True))


def _carry(state: MatchState, side: Side, moves: tuple[Move, ...]) -> Iterator[Gesture]:
    """Carry the dames of a play one by one; a hit dame is put on the bar before its case is taken."""
    theirs = list(state.position.counts(side.adversary))
    rates, wait = state.rates, state.think(0.8, 2.5)
    for move, through in _join_moves(moves, theirs):
        for case in through:
            if case != OFF and theirs[25 - case] == 1:
                theirs[25 - case] = 0
                yield Carry(side=side, owner=side.adversary, start=25 - case, end=ON_THE_BAR, wait=wait)
                wait = state.think(0.1, 0.3)
        on_floor = OFF not in (move.start, move.end) and BAR not in (move.start, move.end)
        yield Carry(
            side=side,
            owner=side,
            start=_place(move.start),
            end=_place(move.end),
            slide=on_floor and state.happens(rates.slide),
            careless=state.think(1, 3) if state.happens(rates.careless) else 0.0,
            wait=wait,
        )
        wait = state.think(0.2, 0.6)


def _join_moves(moves: tuple[Move, ...], theirs: list[int]) -> list[tuple[Move, tuple[Case, ...]]]:
    """Return the moves with the cases they touch; two numbers of a dame that hits none in between are one gesture."""
    found: list[tuple[Move, tuple[Case, ...]]] = []
    for move in moves:
        if found and found[-1][0].end == move.start and move.start != OFF and theirs[25 - move.start] == 0:
            before, _ = found.pop()
            found.append((replace(before, end=move.end), (move.end,)))
        else:
            found.append((move, (move.end,)))
    return found


def _place(case: Case) -> Case:
    return PLACES.get(case, case)


def _tell_play(state: MatchState, side: Side, dice: Dice, moves: tuple[Move, ...], *, lawful: bool) -> Tell:
    return state.ruling(Played, side, dice, moves, lawful)


def _says(side: Side, what: Declaration, button: Button, wait: float) -> Say:
    return Say(side=side, what=what, button=button, wait=wait)


def _double(state: MatchState, side: Side) -> Iterator[Gesture]:
    """Offer a double by the button, and answer it by a button."""
    yield _says(side, Declaration.J_ADOUBE, Button.ADOUBE, state.think(0.5, 1.5))
    state.cube = state.cube.offer(side)
    yield state.ruling(CubeOffered, side, 2 * state.cube.value)
    other = side.adversary
    taken = takes(state.position, other)
    said = Declaration.COUP_JOUE if taken else Declaration.JE_M_EN_VAIS
    yield _says(other, said, Button(said), state.think(1.0, 3.0))
    value = 2 * state.cube.value if taken else state.cube.value
    yield state.ruling(CubeAnswered, other, taken, value)
    if taken:
        state.cube = state.cube.accept()
    else:
        yield from _win(state, side, Ending.REFUSED, Win.SIMPLE, state.cube.value)


def _win(state: MatchState, side: Side, ending: Ending, how: Win, points: int) -> Iterator[Gesture]:
    state.match = state.match.add_points(side, points)
    state.over = True
    match = state.match
    yield state.ruling(GameWon, side, ending, how, points, match.blancs, match.noirs, match.over)


def _set_up(state: MatchState) -> Iterator[Gesture]:
    """Have both players set up their own dames for the next game."""
    yield TakeDice(side=state.first, wait=2.0)
    state.dice_lie = False
    start, stands = Position.start(), state.position
    carries = [(side, begin, end) for side in Side for begin, end in _ways(side, stands, start)]
    while carries:
        # No player puts dames on a case before the other's dames have left it.
        free = next((one for one in carries if not _is_taken(stands, one[0], one[2])), carries[0])
        carries.remove(free)
        side, begin, end = free
        counts = list(stands.counts(side))
        counts[begin] -= 1
        counts[end] += 1
        stands = stands.with_counts(side, tuple(counts))
        yield Carry(side=side, owner=side, start=_place(begin), end=_place(end), wait=0.05)
    state.game += 1
    yield Tell(ruling=GameBegan(state.new_id(), 0.0, 0, state.game, crawford=state.match.crawford))
    yield Idle(side=state.first, wait=3.0)


def _is_taken(stands: Position, side: Side, case: int) -> bool:
    """Whether the other side's dames stand on a case of `side`."""
    return OFF < case < BAR and stands.on(side.adversary, BAR - case) > 0
