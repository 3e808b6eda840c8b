"""Faults claimed: écoles marked, wholly, partly or wrongly, and answered; wrong plays left or replayed.

Who notices is chance, at each player's own rate. A claim is spoken, and told to the table by a button as often as the
player thinks of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.fault import FaultName
from simulation.players.gesture import Say
from simulation.players.ledger import Cause
from simulation.players.planning import wins
from simulation.players.playing import replay
from simulation.players.sitting import Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.play import Move
    from rules.position import Side
    from simulation.players.gesture import Gesture
    from simulation.players.ledger import Ledger
    from simulation.players.sitting import Open, Sitting
    from simulation.players.wrong_plays import WrongPlay

ECOLES = (
    FaultName.ECOLE_MOINS_J,
    FaultName.ECOLE_TROP_J,
    FaultName.ECOLE_REMPLIR,
    FaultName.ECOLE_CONSERVER,
    FaultName.ECOLE_SORTIE,
)


def ecoles_on_thrower(sitting: Sitting, side: Side) -> Iterator[Gesture]:
    """`side` marks the écoles of the throw just played that he notices (Lois XVIII 2)."""
    seen = [fault for fault in sitting.open if fault.to is side and fault.fault.name in ECOLES]
    seen = [fault for fault in seen if sitting.happens(sitting.players[side].notices)]
    if not seen:
        if sitting.jetons and sitting.happens(sitting.faults.fausse_ecole):
            yield from _false(sitting, side)
        return
    for fault in seen:
        yield from _mark_ecole(sitting, side, fault)
        if sitting.won:
            return


def _mark_ecole(sitting: Sitting, side: Side, fault: Open) -> Iterator[Gesture]:
    """A right école: what was marked too much taken off, and the points of the école marked."""
    points = fault.fault.points
    before = sitting.ledger
    steps = []
    if fault.cause is not None:
        erred = fault.fault.by
        surplus = before.of(erred, fault.cause) - fault.right
        if surplus > 0:
            before = before.setting(erred, fault.right, fault.cause)
            steps.append(Step(before, erred, -surplus, ecole=True))
    cause = Cause.ECOLE_ON_THROWER if fault.fault.name in ECOLES else Cause.ECOLE_ON_ADVERSARY
    marked = points
    if points > 2 and cause is Cause.ECOLE_ON_THROWER and sitting.happens(sitting.faults.ecole_partielle):
        marked = points - 2
    elif cause is Cause.ECOLE_ON_THROWER and sitting.happens(sitting.faults.fausse_ecole):
        marked = points + 2
        if before.adding(side, marked, cause).score.winner() is not None:
            marked = points
    steps.append(Step(before.adding(side, marked, cause), side, marked, ecole=True, owed=points))
    sitting.ecole = (sitting.ledger, fault) if marked == points and cause is Cause.ECOLE_ON_THROWER else None
    yield from say_ecole(sitting, side)
    yield from sitting.claimed(fault)
    yield from sitting.settle(side, steps, sitting.think(side, 0.2, 0.6))
    victim = side.adversary
    if marked < points:
        yield sitting.commit(
            FaultName.ECOLE_PARTIELLE,
            side,
            "Lois XVII; Jeu 3, école d'école",
            points=points - marked,
            closes=victim,
            cause=cause,
            right=points,
        )
    elif marked > points:
        yield sitting.commit(
            FaultName.FAUSSE_ECOLE,
            side,
            "Lois XVII; Jeu 3, fausse école",
            points=marked - points,
            closes=victim,
            cause=cause,
            right=points,
        )


def _false(sitting: Sitting, side: Side) -> Iterator[Gesture]:
    """An école that does not exist."""
    points = sitting.random.choice((2, 4))
    if wins(sitting, side, points, Cause.ECOLE_ON_THROWER):
        return
    yield from say_ecole(sitting, side)
    yield sitting.wrongly_claimed(side, "Lois XVII")
    ledger = sitting.ledger.adding(side, points, Cause.ECOLE_ON_THROWER)
    yield from sitting.settle(side, [Step(ledger, side, points, ecole=True)], sitting.think(side, 0.2, 0.6))
    yield sitting.commit(
        FaultName.FAUSSE_ECOLE,
        side,
        "Lois XVII; Jeu 3, fausse école",
        points=points,
        closes=side.adversary,
        cause=Cause.ECOLE_ON_THROWER,
    )


def answers(sitting: Sitting, side: Side) -> Iterator[Gesture]:
    """Once the other has thrown, `side` answers what that one marked before (Lois XVIII, after 3)."""
    for fault in [fault for fault in sitting.open if fault.to is side and fault.cause is not None]:
        name = fault.fault.name
        # Having an école marked whole costs him who asks for it.
        willing = 0.3 if name is FaultName.ECOLE_PARTIELLE else 1.0
        if not sitting.happens(sitting.players[side].notices * willing):
            continue
        if name is FaultName.ECOLE_PARTIELLE:
            yield from _force(sitting, fault)
        elif name is FaultName.FAUSSE_ECOLE:
            yield from _answer_false(sitting, side, fault)
        elif name in (FaultName.ECOLE_MOINS_A, FaultName.ECOLE_TROP_A):
            yield from _mark_ecole(sitting, side, fault)
        if sitting.won:
            return
    right = sitting.ecole
    sitting.ecole = None
    if right is not None and right[1].to is side.adversary and sitting.happens(sitting.faults.augmentation):
        yield from _augment(sitting, side, *right)


def _force(sitting: Sitting, fault: Open) -> Iterator[Gesture]:
    """An école begun has to be marked whole (Lois XVII): the one who began it does so."""
    claimant, points = fault.fault.by, fault.fault.points
    yield from sitting.claimed(fault)
    ledger = sitting.ledger.adding(claimant, points, Cause.ECOLE_ON_THROWER)
    step = Step(ledger, claimant, points, ecole=True, owed=points)
    yield from sitting.settle(claimant, [step], sitting.think(claimant, 0.5, 1.0))


def _answer_false(sitting: Sitting, side: Side, fault: Open) -> Iterator[Gesture]:
    """Both jetons are put where they should be, then the surplus is marked (Jeu 3, fausse école)."""
    points, claimant = fault.fault.points, fault.fault.by
    yield from say_ecole(sitting, side)
    yield from sitting.claimed(fault)
    put_right = sitting.ledger.adding(claimant, -points, Cause.ECOLE_ON_THROWER)
    ledger = put_right.adding(side, points, Cause.ANSWER_ON_THROWER)
    steps = [
        Step(put_right, claimant, -points, ecole=True),
        Step(ledger, side, points, ecole=True, owed=points),
    ]
    yield from sitting.settle(side, steps, sitting.think(side, 0.2, 0.6))


def _augment(sitting: Sitting, side: Side, before: Ledger, fault: Open) -> Iterator[Gesture]:
    """A right école taken for a false one, undone and marked back; then perhaps restored, and as many again."""
    right = sitting.ledger
    claimant, points = side.adversary, fault.fault.points
    without = undone = right.adding(claimant, -points, Cause.ECOLE_ON_THROWER)
    restored = 0
    if fault.cause is not None:
        restored = before.of(side, fault.cause) - right.of(side, fault.cause)
        undone = undone.setting(side, before.of(side, fault.cause), fault.cause)
    answered = undone.adding(side, points, Cause.ANSWER_ON_THROWER)
    if undone.score.winner() is not None or answered.score.winner() is not None:
        return
    yield from say_ecole(sitting, side)
    yield sitting.wrongly_claimed(side, "Lois XVII; Jeu 3, augmentation d'école")
    steps = [Step(without, claimant, -points, ecole=True)]
    if restored:
        steps.append(Step(undone, side, restored, ecole=True))
    steps.append(Step(answered, side, points, ecole=True))
    yield from sitting.settle(side, steps, sitting.think(side, 0.2, 0.6))
    yield sitting.commit(
        FaultName.AUGMENTATION, side, "Lois XVII; Jeu 3, augmentation d'école", points=points, closes=side
    )
    mine = sitting.open[-1]
    if not sitting.happens(sitting.players[claimant].notices):
        return
    yield from say_ecole(sitting, claimant)
    yield from sitting.claimed(mine)
    back = [Step(undone, side, -points, ecole=True)]
    if restored:
        back.append(Step(without, side, -restored, ecole=True))
    back.append(Step(right, claimant, points, ecole=True, owed=points))
    again = right.adding(claimant, points, Cause.AUGMENTATION)
    back.append(Step(again, claimant, points, ecole=True, owed=points))
    yield from sitting.settle(claimant, back, sitting.think(claimant, 0.4, 1.0))


def wrong_play(sitting: Sitting, side: Side, wrong: WrongPlay, was: tuple[Move, ...]) -> Iterator[Gesture]:
    """`side` notices a wrong play, or not; he leaves it, has it replayed, or marks what it gives him (Lois XVII 2)."""
    thrower = side.adversary
    if wrong.names[0] is FaultName.ECOLE_SORTIE:
        yield from _take_out(sitting, side, wrong, was)
        return
    faults = [f for f in sitting.open if f.fault.name in wrong.names and f.fault.by is thrower and f.cause is None]
    faults = [f for f in faults if f.fault.name not in ECOLES]
    if wrong.may_stay and not sitting.happens(sitting.players[side].notices):
        return
    yield Say(side=side, what="fausse_case", wait=sitting.think(side, 0.3, 1.0))
    # Nobody may impose that a dame stays on a case interdite (Jeu 3).
    leaves = wrong.may_stay and wrong.names[0] is not FaultName.CASE_INTERDITE_JAN
    stays = leaves and sitting.random.random() < 0.4
    for fault in faults:
        yield from sitting.claimed(fault, points=wrong.points if stays else 0)
    if not stays:
        # What was asked for can no longer be left as it was.
        yield from replay(sitting, thrower, was, sitting.random.choice(wrong.remedies))
    elif wrong.points:
        ledger = sitting.ledger.adding(side, wrong.points, Cause.GIVEN)
        step = Step(ledger, side, wrong.points, ecole=True, owed=wrong.points)
        yield from sitting.settle(side, [step], sitting.think(side, 0.3, 0.8))


def _take_out(sitting: Sitting, side: Side, wrong: WrongPlay, was: tuple[Move, ...]) -> Iterator[Gesture]:
    """Who marked the école of the sortie may have the last dames taken out (Jeu 3, école de la sortie)."""
    missed = any(fault.fault.name is FaultName.ECOLE_SORTIE for fault in sitting.open)
    if not missed and sitting.random.random() < 0.5:
        yield from replay(sitting, side.adversary, was, sitting.random.choice(wrong.remedies))


def forgotten_jeton(sitting: Sitting, side: Side) -> Iterator[Gesture]:
    """A jeton left on its old place since the throw before: `side` sends it home and marks those points, or not."""
    forgotten = sitting.forgotten
    if forgotten is None or forgotten.side is side or forgotten.throw == sitting.throw:
        return
    sitting.forgotten = None
    if sitting.stray is None or sitting.stray[0] is side:
        return
    points = forgotten.points
    article = "Jeu 3, école des deux jetons"
    yield sitting.commit(FaultName.DEUX_JETONS, forgotten.side, article, points=points, closes=forgotten.side)
    fault = sitting.open[-1]
    if sitting.happens(sitting.players[side].notices):
        yield from say_ecole(sitting, side)
        yield from sitting.claimed(fault)
        sitting.stray = None
        ledger = sitting.ledger.adding(side, points, Cause.ECOLE_ON_ADVERSARY)
        step = Step(ledger, side, points, ecole=True, owed=points)
        yield from sitting.settle(side, [step], sitting.think(side, 0.2, 0.6))
    else:
        # He sees it himself before he throws.
        sitting.stray = None
        yield from sitting.show(forgotten.side, sitting.think(forgotten.side, 0.5, 1.0))


def say_ecole(sitting: Sitting, side: Side) -> Iterator[Gesture]:
    """An école is announced (Lois XVII)."""
    button = sitting.happens(sitting.players[side].remarks)
    yield Say(side=side, what="ecole", button="ecole" if button else None, wait=sitting.think(side, 0.4, 1.5))
