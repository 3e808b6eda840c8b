"""The worth of an école, from the points owed and the points marked (Lois XVII 3; Jeu 3, écoles).

Points are owed for the throw as a whole, before a dame is touched. The side that may claim marks as many points as were
missing. For a surplus, it takes the surplus off and marks as many points. `Fault.points` is that number, and `Fault.by`
the side that erred.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.fault import Fault, FaultName, Remedy, RemedyName
from rules.fault_table import article_of
from rules.faults.treatments import results
from rules.jan import Jan, JanName
from rules.jans import CONSERVE, REMPLI
from rules.plays import legal_plays
from rules.position import BANDE, Case, Dice, Position, Side

FILLED = {name: jan for jan, name in REMPLI.items()}
KEPT = {name: jan for jan, name in CONSERVE.items()}


def points_owed(jans: Iterable[Jan], side: Side) -> int:
    """Return the points that a throw gives to one side."""
    return sum(jan.points for jan in jans if jan.side is side)


def ecole(by: Side, *, thrower: Side, due: int, marked: int) -> Fault | None:
    """Return the école of a side that marked another number of points than the throw gave it; None for a right mark.

    thrower: the side that threw; due, marked: even numbers of points, 0 and up.
    """
    if due == marked:
        return None
    by_thrower = by is thrower
    if marked < due:
        name = FaultName.ECOLE_MOINS_J if by_thrower else FaultName.ECOLE_MOINS_A
    else:
        name = FaultName.ECOLE_TROP_J if by_thrower else FaultName.ECOLE_TROP_A
    return _ecole(name, by, abs(due - marked))


def ecoles_of_play(
    position: Position, side: Side, dice: Dice, jans: Iterable[Jan], marked: int, result: Position
) -> tuple[Fault, ...]:
    """Return the thrower's écoles once the throw is played: of the marks, and of a jan or sortie owed but not made.

    Points marked for a jan that was not filled, kept or taken out are par trop. The omission is also an école of the
    jan's whole worth, whether it was marked or not. The adversary keeps that école if he has the jan made.

    Args:
        position: before the play.
        jans: the worth of the throw.
        marked: what the thrower marked for it.
        result: the position after the play.

    The fault's cases are those where the jan lacks dames, or those with dames still to be taken out.
    """
    found = tuple(jan for jan in jans if jan.side is side)
    undone = [jan for jan in found if _undone(jan, side, result)]
    due = points_owed(found, side) - sum(jan.points for jan in undone)
    faults = [ecole(side, thrower=side, due=due, marked=marked)]
    legal = legal_plays(position, side, dice).plays
    for jan in undone:
        name, mend = _fault_and_remedy(jan)
        made = results(play for play in legal if not _undone(jan, side, play.result))
        choices = (Remedy(RemedyName.LEAVE, (result,)), Remedy(mend, made))
        # Variant b: the player had marked for the jan (Jeu 3, écoles liées au remplissage, à la conservation).
        variant = "" if name is FaultName.ECOLE_SORTIE else "b" if marked > due else "a"
        faults.append(_ecole(name, side, jan.points, choices, variant=variant, cases=_undone(jan, side, result)))
    return tuple(fault for fault in faults if fault is not None)


def _undone(jan: Jan, side: Side, result: Position) -> tuple[Case, ...]:
    """Return the cases that show that a jan was not made; () when it was made.

    They are the cases that lack dames, or for a sortie those that still hold some. A jan for which no dame has to move
    is made by the throw itself.
    """
    if jan.name is JanName.SORTIE:
        return tuple(case for case in range(1, BANDE) if result.on(side, case))
    cases = FILLED.get(jan.name) or KEPT.get(jan.name) or ()
    return tuple(case for case in cases if result.on(side, case) < 2)


def _fault_and_remedy(jan: Jan) -> tuple[FaultName, RemedyName]:
    if jan.name is JanName.SORTIE:
        return FaultName.ECOLE_SORTIE, RemedyName.TAKE_OUT
    if jan.name in FILLED:
        return FaultName.ECOLE_REMPLIR, RemedyName.FILL
    return FaultName.ECOLE_CONSERVER, RemedyName.KEEP


def impuissante(by: Side, position: Position, dice: Dice, result: Position) -> Fault:
    """Return fausse case 7 as an école: two points and the dames stay, or all is replayed without points."""
    legal = results(legal_plays(position, by, dice).plays)
    played = tuple(case for case in range(1, BANDE) if result.on(by, case) > position.on(by, case))
    fault = Fault(FaultName.IMPUISSANTE, by, article_of(FaultName.IMPUISSANTE), played, 2)
    mark = Remedy(RemedyName.MARK_IMPUISSANCE, (result,), 2)
    return replace(fault, remedies=(mark, Remedy(RemedyName.REPLAY_LEGALLY, legal, free=True)))


def partielle(by: Side, *, begun: int, due: int) -> Fault | None:
    """Return the fault of an école marked in part; None when it was marked whole.

    The side that erred may have it marked whole, and nothing else. begun: what `by` marked of the école; due: its
    worth. The remedy's points are the rest, which `by` then marks. A player cannot be made to mark an école he has not
    begun, and there is no école d'école (Jeu 3, école d'école).
    """
    if not 0 < begun < due:
        return None
    rest = Remedy(RemedyName.MARK, (), due - begun)
    return Fault(FaultName.ECOLE_PARTIELLE, by, article_of(FaultName.ECOLE_PARTIELLE), (), 0, (rest,))


def fausse_ecole(by: Side, *, claimed: int, due: int) -> Fault | None:
    """Return the école of `by` for marking `claimed` points for an école worth `due` (0 when there was no école).

    Only marking too much is an école: the other side corrects both jetons and marks the surplus. Marking less is
    `partielle`.
    """
    return _ecole(FaultName.FAUSSE_ECOLE, by, claimed - due) if claimed > due else None


def augmentation(by: Side, *, taken: int) -> Fault:
    """Return the école of `by` for taking a right école of `taken` points for a false one and marking it himself.

    The other side restores both jetons and marks as many points again. After the first augmentation an explanation is
    due, and then at most one more may be marked. The caller has to count them (Jeu 3, augmentation 3).
    """
    return _ecole(FaultName.AUGMENTATION, by, taken)


def deux_jetons(by: Side, *, old: int, with_bredouille: bool) -> Fault:
    """Return the école of `by` for two jetons left on different places after marking (Jeu 3, école des deux jetons).

    old: the points that the forgotten jeton marks. with_bredouille: the new points were marked with the bredouille
    jeton, taken from the other side. Then there is an école of the old points. Otherwise a jeton from the talon was
    used: the player loses the old points and neither side marks any (`points` 0). In both cases the forgotten jeton
    goes to the talon.
    """
    return _ecole(FaultName.DEUX_JETONS, by, old if with_bredouille else 0)


def depart(by: Side, position: Position, dice: Dice, *, surplus: int, touched: Iterable[Case] = ()) -> Fault | None:
    """Return the école of `by` for leaving on a trou made by `surplus` points marked par trop; None without a surplus.

    position: before he took up his dames; it is set up again, and the adversary settles doubts. touched: the cases of
    the dames he took up; the adversary may have one or two of them played as he likes (Jeu 3, prise de trous).
    """
    if surplus <= 0:
        return None
    cases = tuple(dict.fromkeys(touched))
    legal = legal_plays(position, by, dice).plays
    plays = results(play for play in legal if any(move.start in cases for move in play.moves))
    choices = (Remedy(RemedyName.REPLAY_DAME, plays),) if plays else ()
    return _ecole(FaultName.DEPART_SUR_ECOLE, by, surplus, choices, cases=cases)


def _ecole(
    name: FaultName,
    by: Side,
    points: int,
    choices: tuple[Remedy, ...] = (),
    *,
    variant: str | None = None,
    cases: tuple[Case, ...] = (),
) -> Fault:
    mark = (Remedy(RemedyName.MARK, (), points),) if points else ()
    return Fault(name, by, article_of(name, variant or ""), cases, points, (*mark, *choices))
