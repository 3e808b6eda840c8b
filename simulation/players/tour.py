"""A tour between two simulated players: their acts, in the order the laws prescribe (Lois XVIII).

A tour is a stream of gestures without times; the timeline gives them hands, places and seconds. In each throw:

1. The dice are taken up and thrown, and the thrower's adversary answers what was marked before.
2. The thrower marks, holds or leaves, and plays his dames.
3. The adversary marks what the throw gave him and the écoles he saw.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass

from events.acts import Declaration
from events.peg_reading import Button
from events.rulings import DiceTrouble, Disorder, OrderRestored, ThrowRefused, ThrowWorth
from events.trictrac.rulings import HeldOrLeft, ReleveRuled, TourWon
from rules.fault import FaultName
from rules.faults.ecoles import depart
from rules.jans import jans
from rules.marking import Score
from rules.plays import legal_plays
from rules.position import BANDE, DAMES, TALON, Position, ReleveCause, Side
from simulation.players.claims import (
    answer_marks,
    claim_ecoles_of_play,
    claim_forgotten_jeton,
    claim_trop_at_once,
    claim_wrong_play,
    rule_forgotten_jeton,
    say_ecole,
)
from simulation.players.gesture import TROUBLES, Carry, Gesture, Landing, Say, Sweep, TakeDice, Tell, Throw
from simulation.players.ledger import Cause
from simulation.players.marking import mark_given, mark_thrown, rule_at_play, rule_at_touch, take_off_abandoned
from simulation.players.partie import marque_ended, wants_to_end
from simulation.players.planning import Plan, Slip, plan_throw, would_win
from simulation.players.player import wants_to_leave
from simulation.players.playing import fumble, move_for, play_lawfully, play_wrongly, take_dice_early
from simulation.players.tour_state import MarksChange, TourState


@dataclass(frozen=True, slots=True)
class TourView:
    """The visible state of a tour between two throws: the dames, the marks, and whose turn it is."""

    position: Position
    score: Score
    trait: Side


def play_tour(tour: TourState, throws: int | None = None) -> Iterator[Gesture]:
    """Yield the players' acts until one has twelve trous, all marqués are played, or `throws` throws are made."""
    while not tour.over and (throws is None or tour.throws < throws):
        yield from _coup(tour, tour.trait)
    winner = tour.ledger.winner
    if winner is not None:
        score = tour.score
        yield tour.ruling(
            TourWon,
            winner,
            score.of(winner).trous,
            score.of(winner.adversary).trous,
            score.d_affilee(winner),
            score.pavillon is winner,
        )


def play_unseen(tour: TourState, throws: int) -> TourView:
    """Return the state after `throws` unwatched throws, or before the last throw of a shorter tour."""
    standing = TourView(tour.position, tour.score, tour.trait)
    while tour.throw < throws:
        for _ in _coup(tour, tour.trait):
            pass
        if tour.won:
            break
        standing = TourView(tour.position, tour.score, tour.trait)
    return standing


def _coup(tour: TourState, thrower: Side) -> Iterator[Gesture]:
    """Play one throw, from the dice to the other's turn."""
    adversary = thrower.adversary
    yield from _throw(tour, thrower)
    if tour.lost is not None:
        yield Carry(side=tour.lost, owner=tour.lost, start=BANDE, end=TALON, wait=0.5)
        yield tour.ruling(OrderRestored)
        tour.lost = None
    if tour.jetons:
        yield from answer_marks(tour, adversary)
        if tour.won:
            return
    # Marks for the throw before count before this throw's.
    tour.ledger = tour.ledger.after(tour.score)
    tour.marking = tour.throw
    tour.ecole = None
    guest = tour.guest if tour.guest is not None and tour.guest.side is thrower else None
    planned = plan_throw(tour, thrower) if guest is None else Plan(tour.worth_to(thrower))
    leaving = _decides_to_leave(tour, thrower, planned)
    yield from mark_thrown(tour, thrower, planned, leaving=leaving)
    if tour.won:
        return
    if tour.score.of(thrower).trous > tour.ledger.before.of(thrower).trous:
        left = yield from _hold_or_leave(tour, thrower, planned, leaving=leaving)
        if left or tour.won:
            return
    if tour.jetons:
        yield from claim_trop_at_once(tour, adversary)
    else:
        # The companion keeps the score: it marks what the throw gives as soon as the thrower stays.
        yield from mark_given(tour, adversary, rightly=True)
    if tour.won:
        return
    yield from rule_at_touch(tour, thrower, planned)
    overlap = 0.0
    if guest is not None:
        yield from move_for(tour, guest)
    else:
        yield from fumble(tour, thrower)
        overlap = _overlap(tour, thrower, planned)
        if planned.wrong is None:
            # The other throws when he sees a hand withdraw, although it still holds a dame.
            away = bool(overlap) and not tour.worth_to(adversary)
            yield from play_lawfully(tour, thrower, hover=overlap, away=away)
        else:
            yield from play_wrongly(tour, thrower, planned.wrong)
            yield from rule_at_play(tour, thrower, planned)
    yield from _adversary(tour, thrower, planned, overlap)
    if tour.won:
        return
    if not any(tour.position.counts(thrower)):
        yield from _releve(tour, thrower, ReleveCause.SORTIE)
    else:
        tour.trait = adversary


def _adversary(tour: TourState, thrower: Side, planned: Plan, overlap: float) -> Iterator[Gesture]:
    """Do what the other does before he throws: marks, écoles, wrong plays (Lois XVIII 1-2)."""
    side = thrower.adversary
    out = not any(tour.position.counts(thrower))
    yield from rule_forgotten_jeton(tour, thrower)
    yield from take_off_abandoned(tour, side)
    if overlap and not tour.worth_to(side):
        yield from take_dice_early(tour, side, -overlap - 0.8)
    wait = -overlap - 0.2 if overlap and tour.worth_to(side) else None
    if tour.jetons:
        yield from mark_given(tour, side, rightly=out or planned.wrong is not None, wait=wait)
    if tour.won:
        return
    yield from claim_forgotten_jeton(tour, thrower)
    if tour.won or out:
        return
    yield from claim_ecoles_of_play(tour, side)
    if planned.wrong is not None and not planned.tolerated and not tour.won:
        yield from claim_wrong_play(tour, side, planned.wrong)


def _overlap(tour: TourState, thrower: Side, planned: Plan) -> float:
    """Return the seconds the thrower holds his last dame while the other has already begun; usually 0."""
    rates, random = tour.clumsiness, tour.random
    if planned.wrong is not None or tour.open or tour.dice_up or not tour.legal.dice_playable:
        return 0.0
    given = tour.worth_to(thrower.adversary)
    if given:
        seconds = random.uniform(0.6, 1.2) if tour.jetons and tour.happens(rates.both_at_once) else 0.0
        # The fichet that wins the tour ends it (Lois XX), so a dame still held then would be no play.
        return 0.0 if would_win(tour, thrower.adversary, given, Cause.GIVEN) else seconds
    if tour.happens(rates.early_throw):
        return random.uniform(2.6, 3.4)
    return 0.0


def _throw(tour: TourState, thrower: Side) -> Iterator[Gesture]:
    """Take the dice up and throw until they lie well (Lois VI, XVIII 3)."""
    if tour.late is thrower:
        # The last moment to correct forgotten marks (Jeu 3, jetons 6, 11, 15).
        yield from tour.show(thrower, tour.think(0.3, 0.8))
    # A player who threw early looks at the other's play before his own, so he does not hurry.
    tour.hurried = not tour.dice_up and tour.happens(tour.clumsiness.hurry)
    if not tour.dice_up and tour.happens(tour.faults[FaultName.HORS_TOUR]) and any(tour.coups.values()):
        yield from _out_of_turn(tour, thrower.adversary)
    for landing, trouble in TROUBLES.items():
        if tour.happens(getattr(tour.clumsiness, landing)):
            yield from _dice(tour, thrower, landing)
            yield Tell(
                ruling=ThrowRefused(
                    tour.new_id(), 0.0, tour.throw + 1, thrower, trouble, "Lois VI; Jeu 1, validité du coup"
                )
            )
    landing = Landing.GOOD
    if tour.happens(tour.clumsiness.on_dame):
        landing = Landing.ON_DAME
    elif tour.jetons and tour.happens(tour.clumsiness.on_jeton):
        landing = Landing.ON_JETON
    yield from _dice(tour, thrower, landing)
    yield from tour.close_by_throw(thrower)
    for consequence in tour.at_throw:
        yield from consequence()
    tour.at_throw.clear()
    yield _worth(tour, thrower)


def _worth(tour: TourState, thrower: Side) -> Tell:
    """Count the throw on the table, and announce its worth."""
    tour.throw += 1
    tour.throws += 1
    tour.coups[thrower] += 1
    first = tour.first_throw if tour.throw == 2 and tour.coups[thrower] == 1 else None
    if tour.throw == 1:
        tour.first_throw = tour.dice
    coup = tour.coups[thrower]
    tour.jans = jans(tour.position, thrower, tour.dice, tour.code, coup=coup, first_throw=first)
    tour.legal = legal_plays(tour.position, thrower, tour.dice)
    return tour.ruling(ThrowWorth, thrower, tour.dice, tour.jans, tour.legal.dice_playable)


def _dice(tour: TourState, side: Side, landing: Landing) -> Iterator[Gesture]:
    if not tour.dice_up:
        # Unless in a hurry, people wait until the other's hand is gone, and agree that a throw was bad.
        yield TakeDice(side=side, wait=tour.think(*((0.3, 0.6) if tour.hurried else (0.8, 1.6))))
    tour.dice = (tour.random.randint(1, 6), tour.random.randint(1, 6))
    yield Throw(side=side, dice=tour.dice, landing=landing, wait=0.1)
    tour.dice_up = False


def _out_of_turn(tour: TourState, side: Side) -> Iterator[Gesture]:
    """Have `side` throw again out of turn: a simple fault (Lois XVII 1), and the throw is void."""
    yield from _dice(tour, side, Landing.GOOD)
    yield Tell(ruling=ThrowRefused(tour.new_id(), 0.0, tour.throw + 1, side, DiceTrouble.OUT_OF_TURN, "Lois XVII 1"))
    yield tour.simple_fault(FaultName.HORS_TOUR, side)


def _decides_to_leave(tour: TourState, thrower: Side, planned: Plan) -> bool:
    """Whether the thrower will leave on the trou he is about to mark; marked points de reste oblige him to hold."""
    if planned.leaves:
        return True
    before = tour.score.of(thrower)
    marked = tour.ledger.adding(thrower, planned.marks, Cause.THROWN) if planned.marks else tour.ledger
    after = marked.score.of(thrower)
    rightly = planned.marks == tour.worth_to(thrower) and planned.slip is Slip.NONE
    if after.trous == before.trous or marked.winner is not None or not rightly:
        return False
    if tour.guest is not None and tour.guest.side is thrower:
        return tour.guest.leaves(tour)
    ends = wants_to_end(tour, thrower, marked.score)
    if ends is not None:
        return ends
    style, given = tour.players[thrower].style, tour.worth_to(thrower.adversary)
    return wants_to_leave(style, tour.position, thrower, after.points, given, tour.random)


def _hold_or_leave(tour: TourState, thrower: Side, planned: Plan, *, leaving: bool) -> Generator[Gesture, None, bool]:
    """Hold or leave after a trou of the thrower's own throw (Lois XVI); return whether he left."""
    if not leaving:
        yield Tell(ruling=HeldOrLeft(tour.new_id(), 0.0, tour.throw, thrower, left=False), with_next=True)
        return False
    own = tour.guest is None or tour.guest.side is not thrower
    button: Button | None = Button.JE_M_EN_VAIS if own and tour.happens(tour.players[thrower].announces) else None
    yield Say(side=thrower, what=Declaration.JE_M_EN_VAIS, button=button, wait=tour.think(0.5, 1.5))
    if planned.leaves:
        stopped = yield from _stop_leaving(tour, thrower)
        if stopped:
            return False
    yield tour.ruling(HeldOrLeft, thrower, left=True)
    tour.ledger = tour.ledger.after(tour.score.after_leaving())
    yield from tour.show(thrower, 0.8)
    ended = yield from marque_ended(tour, thrower)
    if not ended:
        yield from _releve(tour, thrower, ReleveCause.S_EN_ALLER)
    return True


def _stop_leaving(tour: TourState, thrower: Side) -> Generator[Gesture, None, bool]:
    """Leave on a trou made by points marked too many: the other marks the école and stops it, or assents."""
    side = thrower.adversary
    trop = next(fault for fault in tour.open if fault.fault.name is FaultName.ECOLE_TROP_J)
    surplus = trop.fault.points
    fault = depart(thrower, tour.position, tour.dice, surplus=surplus)
    if fault is None:
        return False
    yield tour.commit(fault)
    departure = tour.open[-1]
    if not tour.happens(tour.players[side].notices):
        # By starting to take up his dames, the other assents.
        yield tour.close(departure)
        yield tour.close(trop)
        return False
    yield from say_ecole(tour, side)
    yield from tour.claim(departure)
    # Both faults have the same points, so the école is marked once.
    yield tour.close_fault(trop)
    right = tour.ledger.setting(thrower, trop.right, Cause.THROWN)
    steps = [
        MarksChange(right, thrower, -surplus, ecole=True),
        MarksChange(
            right.adding(side, surplus, Cause.ECOLE_ON_THROWER),
            side,
            surplus,
            ecole=True,
            owed=surplus,
        ),
    ]
    yield from tour.settle(side, steps, tour.think(0.3, 0.8))
    return True


def _releve(tour: TourState, first: Side, cause: ReleveCause) -> Iterator[Gesture]:
    """Put all dames back to the talons; `first` throws next (Lois VIII, XVI)."""
    short = tour.position.on(first, TALON) < DAMES and tour.happens(tour.clumsiness.lost_dame)
    yield Sweep(side=first, cause=cause, forgets=first if short else None, wait=0.8)
    tour.position = Position.start()
    tour.coups = {Side.BLANCS: 0, Side.NOIRS: 0}
    tour.trait = first
    yield tour.ruling(ReleveRuled, cause, first)
    if short:
        tour.lost = first
        difference = (first, TALON, DAMES, DAMES - 1)
        yield tour.ruling(Disorder, (difference,))
