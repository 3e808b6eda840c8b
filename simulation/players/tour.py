"""A tour between two simulated players: their acts, in the order the laws prescribe (Lois XVIII).

A tour is a stream of gestures without times; the timeline gives them hands, places and seconds. In each throw:

1. The dice are taken up and thrown, and the thrower's adversary answers what was marked before.
2. The thrower marks, holds or leaves, and plays his dames.
3. The adversary marks what the throw gave him and the écoles he saw.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from events.acts import Declaration
from events.peg_reading import Button
from events.rulings import DiceTrouble, Disorder, OrderRestored, ThrowRefused, ThrowWorth
from events.trictrac.rulings import HeldOrLeft, ReleveRuled, TourWon
from rules.fault import FaultName
from rules.faults.ecoles import depart
from rules.jans import jans
from rules.plays import legal_plays
from rules.position import BANDE, DAMES, TALON, Position, ReleveCause, Side
from simulation.players.claims import (
    answers,
    ecoles_on_thrower,
    forgets_jeton,
    forgotten_jeton,
    say_ecole,
    trop_at_once,
    wrong_play,
)
from simulation.players.gesture import TROUBLES, Carry, Landing, Say, Sweep, TakeDice, Tell, Throw
from simulation.players.ledger import Cause
from simulation.players.marking import at_play, at_touch, mark_given, mark_thrown, take_off_abandoned
from simulation.players.partie import marque_ended, wants_to_end
from simulation.players.planning import Plan, Slip, plan
from simulation.players.player import wants_to_leave
from simulation.players.playing import fumble, move_for, play_lawfully, play_wrongly, take_dice_early
from simulation.players.tour_state import Step

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from rules.marking import Score
    from simulation.players.gesture import Gesture
    from simulation.players.tour_state import TourState


@dataclass(frozen=True, slots=True)
class Standing:
    """The visible state of a tour between two throws: the dames, the marks, and whose turn it is."""

    position: Position
    score: Score
    trait: Side


def play_tour(sitting: TourState, throws: int | None = None) -> Iterator[Gesture]:
    """Yield the players' acts until one has twelve trous, all marqués are played, or `throws` throws are made."""
    while not sitting.over and (throws is None or sitting.throws < throws):
        yield from _coup(sitting, sitting.trait)
    winner = sitting.ledger.winner
    if winner is not None:
        score = sitting.score
        yield Tell(
            ruling=TourWon(
                sitting.new_id(),
                0.0,
                sitting.throw,
                winner,
                score.of(winner).trous,
                score.of(winner.adversary).trous,
                score.d_affilee(winner),
                score.pavillon is winner,
            )
        )


def play_unseen(sitting: TourState, throws: int) -> Standing:
    """Return the state after `throws` unwatched throws, or before the last throw of a shorter tour."""
    standing = Standing(sitting.position, sitting.score, sitting.trait)
    while sitting.throw < throws:
        for _ in _coup(sitting, sitting.trait):
            pass
        if sitting.won:
            break
        standing = Standing(sitting.position, sitting.score, sitting.trait)
    return standing


def _coup(sitting: TourState, thrower: Side) -> Iterator[Gesture]:
    """Play one throw, from the dice to the other's turn."""
    adversary = thrower.adversary
    yield from _throw(sitting, thrower)
    if sitting.lost is not None:
        yield Carry(side=sitting.lost, owner=sitting.lost, start=BANDE, end=TALON, wait=0.5)
        yield Tell(ruling=OrderRestored(sitting.new_id(), 0.0, sitting.throw))
        sitting.lost = None
    if sitting.jetons:
        yield from answers(sitting, adversary)
        if sitting.won:
            return
    # Marks for the throw before count before this throw's.
    sitting.ledger = sitting.ledger.after(sitting.score)
    sitting.marking = sitting.throw
    sitting.ecole = None
    guest = sitting.guest if sitting.guest is not None and sitting.guest.side is thrower else None
    planned = plan(sitting, thrower) if guest is None else Plan(sitting.owed(thrower))
    leaving = _decides_to_leave(sitting, thrower, planned)
    yield from mark_thrown(sitting, thrower, planned, leaving=leaving)
    if sitting.won:
        return
    if sitting.score.of(thrower).trous > sitting.ledger.before.of(thrower).trous:
        left = yield from _hold_or_leave(sitting, thrower, planned, leaving=leaving)
        if left or sitting.won:
            return
    if sitting.jetons:
        yield from trop_at_once(sitting, adversary)
    else:
        # The companion keeps the score: it marks what the throw gives as soon as the thrower stays.
        yield from mark_given(sitting, adversary, rightly=True)
    if sitting.won:
        return
    yield from at_touch(sitting, thrower, planned)
    overlap = 0.0
    if guest is not None:
        yield from move_for(sitting, guest)
    else:
        yield from fumble(sitting, thrower)
        overlap = _overlap(sitting, thrower, planned)
        if planned.wrong is None:
            # The other throws when he sees a hand withdraw, although it still holds a dame.
            away = bool(overlap) and not sitting.owed(adversary)
            yield from play_lawfully(sitting, thrower, hover=overlap, away=away)
        else:
            yield from play_wrongly(sitting, thrower, planned.wrong)
            yield from at_play(sitting, thrower, planned)
    yield from _adversary(sitting, thrower, planned, overlap)
    if sitting.won:
        return
    if not any(sitting.position.counts(thrower)):
        yield from _releve(sitting, thrower, ReleveCause.SORTIE)
    else:
        sitting.trait = adversary


def _adversary(sitting: TourState, thrower: Side, planned: Plan, overlap: float) -> Iterator[Gesture]:
    """Do what the other does before he throws: marks, écoles, wrong plays (Lois XVIII 1-2)."""
    side = thrower.adversary
    out = not any(sitting.position.counts(thrower))
    yield from forgets_jeton(sitting, thrower)
    yield from take_off_abandoned(sitting, side)
    if overlap and not sitting.owed(side):
        yield from take_dice_early(sitting, side, -overlap - 0.8)
    wait = -overlap - 0.2 if overlap and sitting.owed(side) else None
    if sitting.jetons:
        yield from mark_given(sitting, side, rightly=out or planned.wrong is not None, wait=wait)
    if sitting.won:
        return
    yield from forgotten_jeton(sitting, thrower)
    if sitting.won or out:
        return
    yield from ecoles_on_thrower(sitting, side)
    if planned.wrong is not None and not planned.tolerated and not sitting.won:
        yield from wrong_play(sitting, side, planned.wrong)


def _overlap(sitting: TourState, thrower: Side, planned: Plan) -> float:
    """Return the seconds the thrower holds his last dame while the other has already begun; usually 0."""
    rates, random = sitting.clumsiness, sitting.random
    if planned.wrong is not None or sitting.open or sitting.dice_up or not sitting.legal.dice_playable:
        return 0.0
    if sitting.owed(thrower.adversary):
        return random.uniform(0.6, 1.2) if sitting.jetons and sitting.happens(rates.both_at_once) else 0.0
    if sitting.happens(rates.early_throw):
        return random.uniform(2.6, 3.4)
    return 0.0


def _throw(sitting: TourState, thrower: Side) -> Iterator[Gesture]:
    """Take the dice up and throw until they lie well (Lois VI, XVIII 3)."""
    if sitting.late is thrower:
        # The last moment to correct forgotten marks (Jeu 3, jetons 6, 11, 15).
        yield from sitting.show(thrower, sitting.think(thrower, 0.3, 0.8))
    # A player who threw early looks at the other's play before his own, so he does not hurry.
    sitting.hurried = not sitting.dice_up and sitting.happens(sitting.clumsiness.hurry)
    if not sitting.dice_up and sitting.happens(sitting.faults[FaultName.HORS_TOUR]) and any(sitting.coups.values()):
        yield from _out_of_turn(sitting, thrower.adversary)
    for landing, trouble in TROUBLES.items():
        if sitting.happens(getattr(sitting.clumsiness, landing)):
            yield from _dice(sitting, thrower, landing)
            yield Tell(
                ruling=ThrowRefused(
                    sitting.new_id(), 0.0, sitting.throw + 1, thrower, trouble, "Lois VI; Jeu 1, validité du coup"
                )
            )
    landing = Landing.GOOD
    if sitting.happens(sitting.clumsiness.on_dame):
        landing = Landing.ON_DAME
    elif sitting.jetons and sitting.happens(sitting.clumsiness.on_jeton):
        landing = Landing.ON_JETON
    yield from _dice(sitting, thrower, landing)
    yield from sitting.close_by_throw(thrower)
    for consequence in sitting.at_throw:
        yield from consequence()
    sitting.at_throw.clear()
    yield _worth(sitting, thrower)


def _worth(sitting: TourState, thrower: Side) -> Tell:
    """Count the throw on the table, and announce its worth."""
    sitting.throw += 1
    sitting.throws += 1
    sitting.coups[thrower] += 1
    first = sitting.first_throw if sitting.throw == 2 and sitting.coups[thrower] == 1 else None
    if sitting.throw == 1:
        sitting.first_throw = sitting.dice
    coup = sitting.coups[thrower]
    sitting.jans = jans(sitting.position, thrower, sitting.dice, sitting.code, coup=coup, first_throw=first)
    sitting.legal = legal_plays(sitting.position, thrower, sitting.dice)
    return Tell(
        ruling=ThrowWorth(
            sitting.new_id(),
            0.0,
            sitting.throw,
            thrower,
            sitting.dice,
            sitting.jans,
            sitting.legal.dice_playable,
        )
    )


def _dice(sitting: TourState, side: Side, landing: Landing) -> Iterator[Gesture]:
    if not sitting.dice_up:
        # Unless in a hurry, people wait until the other's hand is gone, and agree that a throw was bad.
        yield TakeDice(side=side, wait=sitting.think(side, *((0.3, 0.6) if sitting.hurried else (0.8, 1.6))))
    sitting.dice = (sitting.random.randint(1, 6), sitting.random.randint(1, 6))
    yield Throw(side=side, dice=sitting.dice, landing=landing, wait=0.1)
    sitting.dice_up = False


def _out_of_turn(sitting: TourState, side: Side) -> Iterator[Gesture]:
    """Have `side` throw again out of turn: a simple fault (Lois XVII 1), and the throw is void."""
    yield from _dice(sitting, side, Landing.GOOD)
    yield Tell(
        ruling=ThrowRefused(sitting.new_id(), 0.0, sitting.throw + 1, side, DiceTrouble.OUT_OF_TURN, "Lois XVII 1")
    )
    yield sitting.simple_fault(FaultName.HORS_TOUR, side)


def _decides_to_leave(sitting: TourState, thrower: Side, planned: Plan) -> bool:
    """Whether the thrower will leave on the trou he is about to mark; marked points de reste oblige him to hold."""
    if planned.leaves:
        return True
    before = sitting.score.of(thrower)
    marked = sitting.ledger.adding(thrower, planned.marks, Cause.THROWN) if planned.marks else sitting.ledger
    after = marked.score.of(thrower)
    rightly = planned.marks == sitting.owed(thrower) and planned.slip is Slip.NONE
    if after.trous == before.trous or marked.winner is not None or not rightly:
        return False
    if sitting.guest is not None and sitting.guest.side is thrower:
        return sitting.guest.leaves(sitting)
    ends = wants_to_end(sitting, thrower, marked.score)
    if ends is not None:
        return ends
    style, given = sitting.players[thrower].style, sitting.owed(thrower.adversary)
    return wants_to_leave(style, sitting.position, thrower, after.points, given, sitting.random)


def _hold_or_leave(
    sitting: TourState, thrower: Side, planned: Plan, *, leaving: bool
) -> Generator[Gesture, None, bool]:
    """Hold or leave after a trou of the thrower's own throw (Lois XVI); return whether he left."""
    if not leaving:
        yield Tell(ruling=HeldOrLeft(sitting.new_id(), 0.0, sitting.throw, thrower, left=False), with_next=True)
        return False
    own = sitting.guest is None or sitting.guest.side is not thrower
    button: Button | None = Button.JE_M_EN_VAIS if own and sitting.happens(sitting.players[thrower].announces) else None
    yield Say(side=thrower, what=Declaration.JE_M_EN_VAIS, button=button, wait=sitting.think(thrower, 0.5, 1.5))
    if planned.leaves:
        stopped = yield from _stop_leaving(sitting, thrower)
        if stopped:
            return False
    yield Tell(ruling=HeldOrLeft(sitting.new_id(), 0.0, sitting.throw, thrower, left=True))
    sitting.ledger = sitting.ledger.after(sitting.score.left())
    yield from sitting.show(thrower, 0.8)
    ended = yield from marque_ended(sitting, thrower)
    if not ended:
        yield from _releve(sitting, thrower, ReleveCause.S_EN_ALLER)
    return True


def _stop_leaving(sitting: TourState, thrower: Side) -> Generator[Gesture, None, bool]:
    """Leave on a trou made by points marked too many: the other marks the école and stops it, or assents."""
    side = thrower.adversary
    trop = next(fault for fault in sitting.open if fault.fault.name is FaultName.ECOLE_TROP_J)
    surplus = trop.fault.points
    fault = depart(thrower, sitting.position, sitting.dice, surplus=surplus)
    if fault is None:
        return False
    yield sitting.commit(fault)
    departure = sitting.open[-1]
    if not sitting.happens(sitting.players[side].notices):
        # By starting to take up his dames, the other assents.
        yield sitting.close(departure)
        yield sitting.close(trop)
        return False
    yield from say_ecole(sitting, side)
    yield from sitting.claimed(departure)
    # Both faults have the same points, so the école is marked once.
    yield sitting.settled(trop)
    right = sitting.ledger.setting(thrower, trop.right, Cause.THROWN)
    steps = [
        Step(right, thrower, -surplus, ecole=True),
        Step(
            right.adding(side, surplus, Cause.ECOLE_ON_THROWER),
            side,
            surplus,
            ecole=True,
            owed=surplus,
        ),
    ]
    yield from sitting.settle(side, steps, sitting.think(side, 0.3, 0.8))
    return True


def _releve(sitting: TourState, first: Side, cause: ReleveCause) -> Iterator[Gesture]:
    """Put all dames back to the talons; `first` throws next (Lois VIII, XVI)."""
    short = sitting.position.on(first, TALON) < DAMES and sitting.happens(sitting.clumsiness.lost_dame)
    yield Sweep(side=first, cause=cause, forgets=first if short else None, wait=0.8)
    sitting.position = Position.start()
    sitting.coups = {Side.BLANCS: 0, Side.NOIRS: 0}
    sitting.trait = first
    yield Tell(ruling=ReleveRuled(sitting.new_id(), 0.0, sitting.throw, cause, first))
    if short:
        sitting.lost = first
        difference = (first, TALON, DAMES, DAMES - 1)
        yield Tell(ruling=Disorder(sitting.new_id(), 0.0, sitting.throw, (difference,)))
