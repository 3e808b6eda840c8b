"""Why a play is refused: one reason code, the cases involved and the article, for a voice or page to explain."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.fault import Fault, FaultName
from rules.faults.handling import Handling, back_from_adverse_coin
from rules.faults.played import judge_play
from rules.play import Move
from rules.plays import legal_plays
from rules.position import BANDE, COIN_ADVERSE, Case, Dice, Position, Side
from rules.view import JAN_DE_RETOUR, View


class Reason(StrEnum):
    """The reasons against a play. The cases of each are in brackets, in the thrower's numbering."""

    MOVED_BACK = "moved_back"  # a dame never goes back [where it would end]
    OCCUPIED = "occupied"  # adverse dames stand there [the case]
    ADVERSE_COIN = "adverse_coin"  # no dame ends on the adverse coin [13]
    COIN_ALONE = "coin_alone"  # the coin never holds a single dame [12]
    JAN_INTERDIT = "jan_interdit"  # the adversary can still fill that jan [the case]
    PAR_EFFET = "par_effet"  # the coin must be taken par effet when possible [12]
    PUISSANCE_CLOSED = "puissance_closed"  # not par puissance while the adversary holds his coin [13]
    NO_REST = "no_rest"  # tout d'une needs a free case to rest on [the closed ones]
    NOT_HOME = "not_home"  # no dame leaves before all are in the jan de retour [those that are not]
    NOT_FURTHEST = "not_furthest"  # only the furthest dame leaves by a higher number [the furthest]
    NOT_THE_NUMBERS = "not_the_numbers"  # neither a number nor both lead there [where it would end]
    NUMBER_UNPLAYED = "number_unplayed"  # more of the numbers can be played, so they must be [where dames would end]
    HIGHER_NUMBER = "higher_number"  # only one of two numbers can be played: the higher [where it would end]
    EXCEDANT_AVOIDABLE = "excedant_avoidable"  # both can be played with fewer excédants [where dames would end]
    FILL = "fill"  # a jan can be filled [what it lacks]
    KEEP = "keep"  # a full jan can be kept [what would be broken]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused play: why, the cases concerned (thrower's numbering) and the article."""

    reason: Reason
    cases: tuple[Case, ...]
    article: str


_PLAIN = {
    FaultName.FAUSSE_CASE_2: (Reason.MOVED_BACK, "Lois VII"),
    FaultName.CASE_INTERDITE_3: (Reason.OCCUPIED, "Lois VII"),
    FaultName.CASE_INTERDITE_2: (Reason.ADVERSE_COIN, "Lois IX"),
    FaultName.CASE_INTERDITE_1: (Reason.COIN_ALONE, "Lois IX"),
    FaultName.CASE_INTERDITE_4: (Reason.JAN_INTERDIT, "Lois XIV"),
    FaultName.FAUSSE_CASE_5: (Reason.PAR_EFFET, "Lois IX"),
    FaultName.FAUSSE_CASE_6: (Reason.HIGHER_NUMBER, "Lois VI"),
    FaultName.FAUSSE_CASE_7: (Reason.NUMBER_UNPLAYED, "Lois VI"),
    FaultName.FAUSSE_CASE_10: (Reason.FILL, "Lois XIII"),
    FaultName.FAUSSE_CASE_11: (Reason.KEEP, "Lois XIII"),
}


def why_refused(position: Position, side: Side, dice: Dice, moves: tuple[Move, ...]) -> Refusal | None:
    """Return why `side` may not play `moves` (a dame tout d'une is one move); None when it may.

    When a play breaks several laws, only the first is named. Laws about dames come first, then those about numbers,
    then the obligation to fill and to keep. Raises ValueError for a move from a case where the side has no dame.

    >>> from rules.play import Move
    >>> from rules.position import Position, Side
    >>> why_refused(Position.start(), Side.BLANCS, (6, 6), (Move(1, 7), Move(1, 13)))
    Refusal(reason=<Reason.ADVERSE_COIN: 'adverse_coin'>, cases=(13,), article='Lois IX')
    """
    handling = Handling(position, side, dice, moves)
    found = judge_play(handling)
    # The moves may name another dame than the one that a lawful play moves to the same result.
    lawful = handling.result() in legal_plays(position, side, dice).results
    if lawful or not found.faults:
        return None
    fault = found.faults[0]
    if fault.name in _PLAIN:
        reason, article = _PLAIN[fault.name]
        return Refusal(reason, fault.cases, article)
    if fault.name is FaultName.FAUSSE_CASE_8:
        if len(moves) == 2:
            return Refusal(Reason.EXCEDANT_AVOIDABLE, fault.cases, "Lois VIII")
        return Refusal(Reason.NUMBER_UNPLAYED, fault.cases, "Lois VI")
    return _wrong_numbers(handling, tuple(dame.move for dame in found.badly), fault)


def _wrong_numbers(handling: Handling, badly: tuple[Move, ...], fault: Fault) -> Refusal:
    """Find the reason why the numbers do not lead to where dames would end, although they may stand there."""
    view = View.of(handling.position, handling.side)
    if back_from_adverse_coin(handling) and view.adverse[COIN_ADVERSE]:
        return Refusal(Reason.PUISSANCE_CLOSED, (COIN_ADVERSE,), "Lois IX")
    for move in badly:
        if move.end == BANDE:
            # As the other dames would stand.
            own = View.of(handling.result(), handling.side).own
            outside = tuple(case for case in range(1, JAN_DE_RETOUR.start) if own[case])
            if outside:
                return Refusal(Reason.NOT_HOME, outside, "Lois VIII")
            furthest = min((case for case in JAN_DE_RETOUR if view.own[case] or own[case]), default=move.start)
            if BANDE - move.start < max(handling.dice) and furthest < move.start:
                return Refusal(Reason.NOT_FURTHEST, (furthest,), "Lois VIII")
        elif move.end - move.start == sum(handling.dice):
            rests = tuple(dict.fromkeys(move.start + number for number in handling.dice))
            closed = tuple(case for case in rests if view.adverse[case])
            if closed == rests:
                return Refusal(Reason.NO_REST, closed, "Lois VI, VII")
    return Refusal(Reason.NOT_THE_NUMBERS, fault.cases, "Lois VI")
