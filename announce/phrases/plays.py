"""The phrases for dames: a play, a doubt about a play, a board out of order."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Final

from announce.announcement import Priority, Severity, Subject
from announce.phrases.registry import AnnouncementKind, Entries, Entry, Line, Manner
from announce.phrases.throws import HEAD
from announce.phrases.words import Words, sentence
from events.rulings import Disorder, Doubt, DoubtSettled, OrderRestored, Played, Revised
from rules.faults.refusal import Reason, Refusal
from rules.play import Move
from rules.position import BANDE, Side
from rules.record.notation import format_play

CASES: Final = range(1, 25)


def _moves_line(key: str, ruling: Played | Revised, words: Words) -> Line:
    sides, text = words.sides(ruling.side), words.catalogue.text
    dice = ruling.dice if isinstance(ruling, Played) else None
    spoken = words.moves(ruling.side, ruling.moves, dice)
    return Line(
        sentence(text(key, moves=words.notation(ruling.side, ruling.moves), **sides)),
        sentence(text(key, moves=spoken, **sides)),
        sentence(text("played.brief", moves=spoken)),
    )


def _played_line(ruling: Played, words: Words, manner: Manner) -> Line:
    """Write a play; say it only in a lesson. A faulty play is named with the reason, unless faults are kept back."""
    sides, text = words.sides(ruling.side), words.catalogue.text
    if not ruling.moves:
        line = Line.both(text("played.unable" if ruling.lawful else "played.none", **sides))
    elif ruling.lawful or manner.discreet:
        line = _moves_line("played", ruling, words)
    else:
        line = _moves_line("played.unlawful", ruling, words)
        if ruling.refusal is not None:
            why = sentence(text(f"refusal.{ruling.refusal.reason}", where=_where(ruling, words), **sides))
            # The reason for refusing a play is never left out.
            line = Line(f"{line.text} {why}", f"{line.spoken} {why}", why)
    # A play made for the companion has its own announcement (CarriedOut).
    return line if manner.explains and ruling.side is not manner.companion else Line(line.text, "")


def _where(ruling: Played, words: Words) -> object:
    return words.cases(ruling.side, ruling.refusal.cases if ruling.refusal else ())


def _revised_line(ruling: Revised, words: Words, _manner: Manner) -> Line:
    if not ruling.moves:
        return Line.both(words.catalogue.text("revised.none", **words.sides(ruling.side)))
    return _moves_line("revised", ruling, words)


def _doubt_line(ruling: Doubt, words: Words, manner: Manner) -> Line:
    sides, text = words.sides(ruling.side), words.catalogue.text
    choices = [f"({words.notation(ruling.side, moves)})" for moves in ruling.choices]
    plays = [words.moves(ruling.side, moves) if moves else "" for moves in ruling.choices]
    written = text("doubt", choices=words.join_items(choices, "list.or"), **sides)
    if ruling.cases:
        said = text("doubt.where", cases=words.cases(ruling.side, ruling.cases), **sides)
    else:
        named = [play or text("move.none") for play in plays]
        said = text("doubt", choices=words.join_items(named, "list.or"), **sides)
    answers = (words.by_button(plays),) if manner.buttons else ()
    return Line(sentence(written), " ".join(sentence(part) for part in (said, *answers)), sentence(said))


def _plays() -> Iterator[Played]:
    for side in Side:
        for lawful in (True, False):
            yield Played(*HEAD, side, (6, 4), (), lawful)
        for case in CASES:
            # The case first and last in the sentence, alone, twice and tout d'une.
            for number in (4, 1):
                small, high = (Move(case, min(case + face, BANDE)) for face in (number, 6))
                for first, second in ((small, high), (high, small)):
                    yield Played(*HEAD, side, (6, number), (first,), lawful=True)
                    yield Played(*HEAD, side, (6, number), (first, second), lawful=True)
                for double in (small, high):
                    yield Played(*HEAD, side, (double.end - case,) * 2, (double, double), lawful=True)
            if case <= BANDE - 10:
                yield Played(*HEAD, side, (6, 4), (Move(case, case + 10),), lawful=True)
        for reason, examples in _REFUSED.items():
            for move, cases in examples:
                refusal = Refusal(reason, cases, "")
                yield Played(*HEAD, side, (6, 4), (move,), lawful=False, refusal=refusal)


_REFUSED: Final[Mapping[Reason, tuple[tuple[Move, tuple[int, ...]], ...]]] = {
    Reason.MOVED_BACK: ((Move(8, 4), (4,)),),
    Reason.OCCUPIED: ((Move(10, 14), (14,)), (Move(9, 15), (15,))),
    Reason.ADVERSE_COIN: ((Move(9, 13), (13,)),),
    Reason.COIN_ALONE: ((Move(8, 12), (12,)),),
    Reason.JAN_INTERDIT: ((Move(10, 14), (14,)), (Move(20, 24), (24,))),
    Reason.PAR_EFFET: ((Move(6, 12), (12,)),),
    Reason.PUISSANCE_CLOSED: ((Move(7, 13), (13,)),),
    Reason.NO_REST: ((Move(8, 18), (14,)), (Move(9, 19), (13, 15)), (Move(3, 13), (7, 9))),
    Reason.NOT_HOME: (*((Move(20, BANDE), (case,)) for case in range(1, 19)), (Move(20, BANDE), (3, 13))),
    Reason.NOT_FURTHEST: tuple((Move(22, BANDE), (case,)) for case in range(19, 22)),
    Reason.NOT_THE_NUMBERS: tuple((Move(1, case), (case,)) for case in range(2, BANDE)),
    Reason.NUMBER_UNPLAYED: ((Move(1, 5), ()),),
    Reason.HIGHER_NUMBER: ((Move(1, 5), ()),),
    Reason.EXCEDANT_AVOIDABLE: ((Move(22, BANDE), ()),),
    Reason.FILL: (*((Move(1, 5), (case,)) for case in (4, 12, 20, 24)), (Move(1, 5), (4, 12))),
    Reason.KEEP: tuple((Move(case, case + 4), (case,)) for case in (1, 4, 12, 20)),
}
"""For each reason, plays that it refuses and the cases that it names."""


def _doubts() -> Iterator[Doubt]:
    for side in Side:
        for case in CASES:
            yield Doubt(*HEAD, side, ((Move(1, 5),), ()), (case,))
            yield Doubt(*HEAD, side, ((Move(1, 5),), ()), (case, 2))
            yield Doubt(*HEAD, side, ((), (Move(1, 5), Move(1, 7))), ())


def _disorders() -> Iterator[Disorder]:
    for side, case in itertools.product(Side, CASES):
        yield Disorder(*HEAD, ((side, case, 1, 0),))
    for side, (expected, seen) in itertools.product(Side, itertools.permutations((0, 1, 2, 15), 2)):
        yield Disorder(*HEAD, ((side, 4, expected, seen),))
    for side, others in itertools.product(Side, (4, 5)):
        yield Disorder(*HEAD, tuple((side, case, 2, 1) for case in range(4, 4 + others)))


PLAYS: Final[Entries] = {
    Played: Entry(
        words=_played_line,
        kind=AnnouncementKind(Subject.PLAY, priority=Priority.LOW, stales=frozenset({Subject.PLAY})),
        examples=_plays,
    ),
    Revised: Entry(
        words=_revised_line,
        kind=AnnouncementKind(Subject.PLAY, Severity.NOTICE, Priority.HIGH, frozenset({Subject.PLAY, Subject.DOUBT})),
        examples=lambda: (
            Revised(*HEAD, side, moves) for side in Side for moves in ((), (Move(1, 5),), (Move(1, 5), Move(1, 7)))
        ),
    ),
    Doubt: Entry(
        words=_doubt_line,
        kind=AnnouncementKind(Subject.DOUBT, Severity.WARNING, Priority.HIGH, frozenset({Subject.DOUBT})),
        examples=_doubts,
        choices=lambda ruling: tuple(format_play(moves, ruling.side) if moves else "" for moves in ruling.choices),
        cases=lambda ruling: tuple((ruling.side, case) for case in ruling.cases),
    ),
    DoubtSettled: Entry(
        words=lambda _ruling, words, _manner: Line(sentence(words.catalogue.text("doubt.settled")), ""),
        kind=AnnouncementKind(Subject.DOUBT, priority=Priority.LOW, stales=frozenset({Subject.DOUBT})),
        examples=lambda: (DoubtSettled(*HEAD, ""),),
    ),
    Disorder: Entry(
        words=lambda ruling, words, _manner: Line.both(words.disorder(ruling.differences)),
        kind=AnnouncementKind(Subject.ORDER, Severity.WARNING, Priority.HIGH, frozenset({Subject.ORDER})),
        examples=_disorders,
        cases=lambda ruling: tuple((side, case) for side, case, _, _ in ruling.differences),
        differences=lambda ruling: ruling.differences,
    ),
    OrderRestored: Entry(
        words=lambda _ruling, words, _manner: Line.both(words.catalogue.text("disorder.restored")),
        kind=AnnouncementKind(Subject.ORDER, priority=Priority.LOW, stales=frozenset({Subject.ORDER})),
        examples=lambda: (OrderRestored(*HEAD),),
    ),
}
"""The entries for dames."""
