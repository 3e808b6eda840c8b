"""Claims of faults: écoles marked wholly, partly or wrongly, and their answers; wrong plays left or replayed.

Chance decides who notices, at each player's own rate. A claim is always spoken. Each player also presses the button at
his own rate.
"""

from __future__ import annotations

from collections.abc import Iterator

from events.acts import Declaration
from events.peg_reading import Button
from rules.fault import FaultName, Remedy, RemedyName
from rules.faults.ecoles import augmentation, deux_jetons, fausse_ecole, partielle
from rules.play import Play
from rules.position import Side
from simulation.players.gesture import Gesture, Say, Tell
from simulation.players.ledger import Cause, Ledger
from simulation.players.planning import would_win
from simulation.players.playing import play_again
from simulation.players.tour_state import MarksChange, Open, TourState
from simulation.players.wrong_play import WrongPlay

ECOLES = (
    FaultName.ECOLE_MOINS_J,
    FaultName.ECOLE_TROP_J,
    FaultName.ECOLE_REMPLIR,
    FaultName.ECOLE_CONSERVER,
    FaultName.ECOLE_SORTIE,
)
STAYS = (RemedyName.LEAVE, RemedyName.MARK_IMPUISSANCE)
"""Remedies that leave the dames where they are."""


def claim_trop_at_once(tour: TourState, side: Side) -> Iterator[Gesture]:
    """Have `side` mark an école par trop as soon as the jeton is let go, before the thrower plays (Jeu 3)."""
    seen = [f for f in _of_this_throw(tour, side) if f.fault.name is FaultName.ECOLE_TROP_J]
    if seen and tour.happens(0.3 * tour.players[side].notices):
        yield from _mark_ecole(tour, side, seen[0])


def _of_this_throw(tour: TourState, side: Side) -> list[Open]:
    """Return what `side` may claim of the throw being marked; faults from before a relevé are forgotten."""
    return [fault for fault in tour.open if fault.to is side and fault.throw == tour.marking]


def claim_ecoles_of_play(tour: TourState, side: Side) -> Iterator[Gesture]:
    """Have `side` mark the écoles of the throw just played that he notices (Lois XVIII 2)."""
    seen = [fault for fault in _of_this_throw(tour, side) if fault.fault.name in ECOLES]
    # All result from one slip, and are noticed together.
    if not seen or not tour.happens(tour.players[side].notices):
        if tour.jetons and not _has_to_mark(tour, side) and tour.happens(tour.faults[FaultName.FAUSSE_ECOLE]):
            yield from _false(tour, side)
        return
    for fault in seen:
        yield from _mark_ecole(tour, side, fault)
        if tour.won:
            return


def _has_to_mark(tour: TourState, side: Side) -> bool:
    """Whether `side` still has points to mark, so that points too many are no école without cause.

    Whatever he means, they count as those points: only the jetons matter (Jeu 3, calcul du nombre de trous).
    """
    begun = any(fault.fault.name is FaultName.ECOLE_PARTIELLE and fault.fault.by is side for fault in tour.open)
    open_to_him = any(fault.to is side and fault.fault.points for fault in tour.open)
    return begun or open_to_him or tour.ledger.of(side, Cause.GIVEN) < tour.worth_to(side)


def _mark_ecole(tour: TourState, side: Side, fault: Open) -> Iterator[Gesture]:
    """Mark a right école: take off what was marked too much, then mark the points of the école."""
    points = fault.fault.points
    before = tour.ledger
    steps = []
    if fault.cause is not None:
        erred = fault.fault.by
        surplus = before.of(erred, fault.cause) - fault.right
        if surplus > 0:
            before = before.setting(erred, fault.right, fault.cause)
            steps.append(MarksChange(before, erred, -surplus, ecole=True))
    cause = Cause.ECOLE_ON_THROWER if fault.fault.name in ECOLES else Cause.ECOLE_ON_ADVERSARY
    marked = points
    if points > 2 and cause is Cause.ECOLE_ON_THROWER and tour.happens(tour.faults[FaultName.ECOLE_PARTIELLE]):
        marked = points - 2
    elif cause is Cause.ECOLE_ON_THROWER and tour.happens(tour.faults[FaultName.FAUSSE_ECOLE]):
        marked = points + 2
    if before.adding(side, marked, cause).winner is not None:
        marked = points  # he marks no points beyond the fichet that ends the tour (Lois XX)
    steps.append(MarksChange(before.adding(side, marked, cause), side, marked, ecole=True, owed=points))
    tour.ecole = (tour.ledger, fault) if marked == points and cause is Cause.ECOLE_ON_THROWER else None
    yield from say_ecole(tour, side)
    yield from tour.claim(fault)
    yield from tour.settle(side, steps, tour.think(0.2, 0.6))
    victim = side.adversary
    if marked < points:
        part = partielle(side, begun=marked, due=points)
        if part is not None:
            yield tour.commit(part, closes=victim, cause=cause, right=points)
    elif marked > points:
        false = fausse_ecole(side, claimed=marked, due=points)
        if false is not None:
            yield tour.commit(false, closes=victim, cause=cause, right=points)


def _false(tour: TourState, side: Side) -> Iterator[Gesture]:
    """Mark an école that does not exist."""
    points = tour.random.choice((2, 4))
    if would_win(tour, side, points, Cause.ECOLE_ON_THROWER):
        return
    yield from say_ecole(tour, side)
    yield tour.wrongly_claimed(side, "Lois XVII")
    ledger = tour.ledger.adding(side, points, Cause.ECOLE_ON_THROWER)
    yield from tour.settle(side, [MarksChange(ledger, side, points, ecole=True)], tour.think(0.2, 0.6))
    false = fausse_ecole(side, claimed=points, due=0)
    if false is not None:
        yield tour.commit(false, closes=side.adversary, cause=Cause.ECOLE_ON_THROWER)


def answer_marks(tour: TourState, side: Side) -> Iterator[Gesture]:
    """Have `side`, once the other has thrown, answer what the other marked before (Lois XVIII, after 3)."""
    for fault in [one for one in _of_this_throw(tour, side) if one.cause is not None]:
        name = fault.fault.name
        # Having an école marked whole costs the player who asks for it.
        willing = 0.3 if name is FaultName.ECOLE_PARTIELLE else 1.0
        if not tour.happens(tour.players[side].notices * willing):
            continue
        if name is FaultName.ECOLE_PARTIELLE:
            yield from _force(tour, fault)
        elif name is FaultName.FAUSSE_ECOLE:
            yield from _answer_false(tour, side, fault)
        elif name in (FaultName.ECOLE_MOINS_A, FaultName.ECOLE_TROP_A):
            yield from _mark_ecole(tour, side, fault)
        if tour.won:
            return
    right = tour.ecole
    tour.ecole = None
    if right is not None and right[1].to is side.adversary and tour.happens(tour.faults[FaultName.AUGMENTATION]):
        yield from _augment(tour, side, *right)


def _force(tour: TourState, fault: Open) -> Iterator[Gesture]:
    """Ask the player who began an école to mark it whole (Lois XVII)."""
    claimant = fault.fault.by
    points = fault.fault.remedies[0].points
    yield Say(side=fault.to, what=Declaration.ECOLE, wait=0.0)
    yield from tour.claim(fault, points=points)
    ledger = tour.ledger.adding(claimant, points, Cause.ECOLE_ON_THROWER)
    step = MarksChange(ledger, claimant, points, ecole=True, owed=points)
    yield from tour.settle(claimant, [step], tour.think(0.5, 1.0))


def _answer_false(tour: TourState, side: Side, fault: Open) -> Iterator[Gesture]:
    """Put both jetons where they should be, then mark the surplus (Jeu 3, fausse école)."""
    points, claimant = fault.fault.points, fault.fault.by
    yield from say_ecole(tour, side)
    yield from tour.claim(fault)
    put_right = tour.ledger.adding(claimant, -points, Cause.ECOLE_ON_THROWER)
    ledger = put_right.adding(side, points, Cause.ANSWER_ON_THROWER)
    steps = [
        MarksChange(put_right, claimant, -points, ecole=True),
        MarksChange(ledger, side, points, ecole=True, owed=points),
    ]
    yield from tour.settle(side, steps, tour.think(0.2, 0.6))


def _augment(tour: TourState, side: Side, before: Ledger, fault: Open) -> Iterator[Gesture]:
    """Undo a right école taken for a false one and mark it back; perhaps restore it then, and mark as much again."""
    right = tour.ledger
    claimant, points = side.adversary, fault.fault.points
    without = undone = right.adding(claimant, -points, Cause.ECOLE_ON_THROWER)
    restored = 0
    if fault.cause is not None:
        restored = before.of(side, fault.cause) - right.of(side, fault.cause)
        undone = undone.setting(side, before.of(side, fault.cause), fault.cause)
    answered = undone.adding(side, points, Cause.ANSWER_ON_THROWER)
    if undone.winner is not None or answered.winner is not None:
        return
    yield from say_ecole(tour, side)
    yield tour.wrongly_claimed(side, "Lois XVII; Jeu 3, augmentation d'école")
    steps = [MarksChange(without, claimant, -points, ecole=True)]
    if restored:
        steps.append(MarksChange(undone, side, restored, ecole=True))
    steps.append(MarksChange(answered, side, points, ecole=True))
    yield from tour.settle(side, steps, tour.think(0.2, 0.6))
    yield tour.commit(augmentation(side, taken=points), closes=side, throw=tour.marking)
    mine = tour.open[-1]
    if not tour.happens(tour.players[claimant].notices):
        return
    yield from say_ecole(tour, claimant)
    yield from tour.claim(mine)
    back = [MarksChange(undone, side, -points, ecole=True)]
    if restored:
        back.append(MarksChange(without, side, -restored, ecole=True))
    back.append(MarksChange(right, claimant, points, ecole=True, owed=points))
    again = right.adding(claimant, points, Cause.AUGMENTATION)
    back.append(MarksChange(again, claimant, points, ecole=True, owed=points))
    yield from tour.settle(claimant, back, tour.think(0.4, 1.0))


def claim_wrong_play(tour: TourState, side: Side, wrong: WrongPlay) -> Iterator[Gesture]:
    """Have `side` perhaps notice a wrong play: he leaves it, has it replayed, or marks his points (Lois XVII 2).

    A position against the laws of the board is always noticed, because play cannot go on.
    """
    opened = [f for f in tour.open if f.fault in wrong.faults or f.fault.name is FaultName.IMPUISSANTE]
    missed_sortie = not opened
    lawful_board = not wrong.result.breaches()
    if lawful_board and not tour.happens(tour.players[side].notices):
        return
    if missed_sortie:
        # After marking the école of the sortie, he may have the last dames taken out (Jeu 3, école de la sortie).
        if not any(f.fault.name is FaultName.ECOLE_SORTIE for f in tour.open):
            out = [play for play in tour.legal.plays if not any(play.result.counts(side.adversary))]
            yield from play_again(tour, side.adversary, wrong.moves, tour.random.choice(out))
        return
    choices: list[tuple[Remedy, Play | None]]
    choices = [(remedy, play) for f in opened for remedy in f.fault.remedies for play in _plays(tour, wrong, remedy)]
    if not choices:
        choices = [(opened[0].fault.remedies[0], play) for play in tour.legal.plays]
    remedy, play = tour.random.choice(choices)
    # The button does not say which fault is claimed, so he does not press it while an école is still open to him.
    alone = not any(fault.to is side and fault.fault.points and fault not in opened for fault in tour.open)
    button: Button | None = Button.ECOLE if alone and tour.happens(tour.players[side].remarks) else None
    yield Say(side=side, what=Declaration.FAUSSE_CASE, button=button, wait=tour.think(0.9, 2.0))
    for fault in opened:
        yield from tour.claim(fault, points=remedy.points if fault is opened[0] else 0)
    if play is not None:
        yield from play_again(tour, side.adversary, wrong.moves, play)
    elif remedy.points:
        ledger = tour.ledger.adding(side, remedy.points, Cause.GIVEN)
        step = MarksChange(ledger, side, remedy.points, ecole=True, owed=remedy.points)
        yield from tour.settle(side, [step], tour.think(0.3, 0.8))


def _plays(tour: TourState, wrong: WrongPlay, remedy: Remedy) -> list[Play | None]:
    """Return the plays a remedy leads to, as far as one play makes them; None for dames that stay."""
    if remedy.name in STAYS:
        return [None]
    return [play for play in tour.legal.plays if play.result in remedy.positions and play.result != wrong.result]


def rule_forgotten_jeton(tour: TourState, side: Side) -> Iterator[Tell]:
    """Rule on a jeton left on its old place once the next throw, by `side`, has been played (Jeu 3, deux jetons 2)."""
    forgotten = tour.forgotten
    if forgotten is None or forgotten.side is side or forgotten.throw == tour.throw:
        return
    tour.forgotten = None
    if tour.stray is None or tour.stray[0] is side:
        return
    fault = deux_jetons(forgotten.side, old=forgotten.points, with_bredouille=True)
    yield tour.commit(fault, throw=forgotten.throw, closes=forgotten.side)


def claim_forgotten_jeton(tour: TourState, side: Side) -> Iterator[Gesture]:
    """Have `side` send home a jeton the other forgot and mark its points, or the other take it off himself."""
    made = [one for one in tour.open if one.fault.name is FaultName.DEUX_JETONS and one.to is side]
    opened = next((one for one in made if one.fault.points), None)
    if opened is None or tour.stray is None:
        return
    points = opened.fault.points
    if tour.happens(tour.players[side].notices):
        yield from say_ecole(tour, side)
        yield from tour.claim(opened)
        tour.stray = None
        ledger = tour.ledger.adding(side, points, Cause.ECOLE_ON_ADVERSARY)
        step = MarksChange(ledger, side, points, ecole=True, owed=points)
        yield from tour.settle(side, [step], tour.think(0.2, 0.6))
    else:
        # The other player sees it before his throw.
        tour.stray = None
        yield from tour.show(side.adversary, tour.think(0.5, 1.0))


def say_ecole(tour: TourState, side: Side) -> Iterator[Gesture]:
    """Announce an école (Lois XVII)."""
    button = tour.happens(tour.players[side].remarks)
    yield Say(side=side, what=Declaration.ECOLE, button=Button.ECOLE if button else None, wait=tour.think(0.8, 1.8))
