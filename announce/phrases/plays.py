"""The phrases for dames: a play, a doubt about one, a board out of order."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from announce.announcement import Priority, Severity, Subject
from announce.phrases.registry import Entry, Kind, Line, Manner
from announce.phrases.throws import HEAD
from announce.phrases.words import Words, sentence
from events.rulings import Disorder, Doubt, DoubtSettled, OrderRestored, Played, Revised
from rules.faults.refusal import Reason, Refusal
from rules.play import Move
from rules.position import BANDE, Side
from rules.record.notation import format_play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from announce.phrases.registry import Entries

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
    """A play is written; it is said only in a lesson. A faulty one is named, with the reason, where faults are."""
    sides, text = words.sides(ruling.side), words.catalogue.text
    if not ruling.moves:
        line = Line.both(text("played.unable" if ruling.lawful else "played.none", **sides))
    elif ruling.lawful or manner.discreet:
        line = _moves_line("played", ruling, words)
    else:
        line = _moves_line("played.unlawful", ruling, words)
        if ruling.refusal is not None:
            why = sentence(text(f"refusal.{ruling.refusal.reason}", where=_where(ruling, words), **sides))
            # Why a play is refused is never left out.
            line = Line(f"{line.text} {why}", f"{line.spoken} {why}", why)
    # That a play of the companion's was made for it is said by itself.
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
    written = text("doubt", choices=words.listed(choices, "list.or"), **sides)
    if ruling.cases:
        said = text("doubt.where", cases=words.cases(ruling.side, ruling.cases), **sides)
    else:
        named = [play or text("move.none") for play in plays]
        said = text("doubt", choices=words.listed(named, "list.or"), **sides)
    answers = (words.by_button(plays),) if manner.buttons else ()
    return Line(sentence(written), " ".join(sentence(part) for part in (said, *answers)), sentence(said))


def doubt_kind(_ruling: object, _manner: Manner) -> Kind:
    """A doubt is a question: it waits for an answer."""
    return Kind(Subject.DOUBT, Severity.WARNING, Priority.HIGH, frozenset({Subject.DOUBT}))


def _plays() -> Iterator[Played]:
    for side in Side:
        for lawful in (True, False):
            yield Played(*HEAD, side, (6, 4), (), lawful)
        for case in CASES:
            far = Move(1 if case > 1 else 2, case)
            # First and last in the sentence, alone, twice and tout d'une.
            yield Played(*HEAD, side, (6, 4), (far,), lawful=True)
            yield Played(*HEAD, side, (6, 4), (far, Move(3, 5)), lawful=True)
            yield Played(*HEAD, side, (6, 4), (Move(3, 5), far), lawful=True)
            yield Played(*HEAD, side, (6, 4), (Move(case, BANDE), Move(23, BANDE)), lawful=True)
            yield Played(*HEAD, side, (6, 4), (Move(23, BANDE), Move(case, BANDE)), lawful=True)
            yield Played(*HEAD, side, (6, 6), (far, far), lawful=True)
            if case <= BANDE - 10:
                yield Played(*HEAD, side, (6, 4), (Move(case, case + 10),), lawful=True)
        for reason, cases in itertools.product(Reason, ((4,), (12,), (13,), (3, 13), (1,))):
            if cases != _ONLY.get(reason, cases):
                continue
            refusal = Refusal(reason, cases, "")
            yield Played(*HEAD, side, (6, 4), (Move(1, 5),), lawful=False, refusal=refusal)


_ONLY: Final = {
    Reason.ADVERSE_COIN: (13,),
    Reason.COIN_ALONE: (12,),
    Reason.PAR_EFFET: (12,),
    Reason.PUISSANCE_CLOSED: (13,),
}
"""The one case some reasons can be about."""


def _doubts() -> Iterator[Doubt]:
    for side in Side:
        for case in CASES:
            yield Doubt(*HEAD, side, ((Move(1, 5),), ()), (case,))
            yield Doubt(*HEAD, side, ((Move(1, 5),), ()), (case, 2))
            yield Doubt(*HEAD, side, ((), (Move(1, 5), Move(1, 7))), ())


def _disorders() -> Iterator[Disorder]:
    for side, case in itertools.product(Side, CASES):
        yield Disorder(*HEAD, ((side, case, 1, 0),))
    for side, expected, seen in itertools.product(Side, (0, 1, 2, 15), (0, 1, 2, 15)):
        yield Disorder(*HEAD, ((side, 4, expected, seen),))
        yield Disorder(*HEAD, ((side, 4, expected, seen),) * 4)
        yield Disorder(*HEAD, ((side, 4, expected, seen),) * 5)


PLAYS: Final[Entries] = {
    Played: Entry(
        words=_played_line,
        kind=lambda _ruling, _manner: Kind(Subject.PLAY, priority=Priority.LOW, stales=frozenset({Subject.PLAY})),
        examples=_plays,
    ),
    Revised: Entry(
        words=_revised_line,
        kind=lambda _ruling, _manner: Kind(
            Subject.PLAY, Severity.NOTICE, Priority.HIGH, frozenset({Subject.PLAY, Subject.DOUBT})
        ),
        examples=lambda: (
            Revised(*HEAD, side, moves) for side in Side for moves in ((), (Move(1, 5),), (Move(1, 5), Move(1, 7)))
        ),
    ),
    Doubt: Entry(
        words=_doubt_line,
        kind=doubt_kind,
        examples=_doubts,
        choices=lambda ruling: tuple(format_play(moves, ruling.side) if moves else "" for moves in ruling.choices),
        cases=lambda ruling: tuple((ruling.side, case) for case in ruling.cases),
    ),
    DoubtSettled: Entry(
        words=lambda _ruling, words, _manner: Line(sentence(words.catalogue.text("doubt.settled")), ""),
        kind=lambda _ruling, _manner: Kind(Subject.DOUBT, priority=Priority.LOW, stales=frozenset({Subject.DOUBT})),
        examples=lambda: (DoubtSettled(*HEAD, ""),),
    ),
    Disorder: Entry(
        words=lambda ruling, words, _manner: Line.both(words.disorder(ruling.differences)),
        kind=lambda _ruling, _manner: Kind(Subject.ORDER, Severity.WARNING, Priority.HIGH, frozenset({Subject.ORDER})),
        examples=_disorders,
        cases=lambda ruling: tuple((side, case) for side, case, _, _ in ruling.differences),
        differences=lambda ruling: ruling.differences,
    ),
    OrderRestored: Entry(
        words=lambda _ruling, words, _manner: Line.both(words.catalogue.text("disorder.restored")),
        kind=lambda _ruling, _manner: Kind(Subject.ORDER, priority=Priority.LOW, stales=frozenset({Subject.ORDER})),
        examples=lambda: (OrderRestored(*HEAD),),
    ),
}
"""The entries of what is said of dames."""
