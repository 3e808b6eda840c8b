"""Corrections by hand as a line of the game record: who corrected what, and why (docs/record.md)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import TypeAlias, TypeGuard, TypeVar

from events.a_ecrire import PlayersSeated
from events.acts import Act, ByHand, Undone
from events.backgammon.acts import SetRight
from events.rulings import Ruling
from events.trictrac.acts import Corrected
from referee.trictrac.judge.corrections import CAMERA
from rules.backgammon.position import BAR, OFF
from rules.backgammon.position import Position as Men
from rules.marking import Score
from rules.position import Position, Side
from rules.record.notation import format_case

TableCorrection: TypeAlias = Corrected | PlayersSeated | Undone
MatchCorrection: TypeAlias = SetRight | Undone
AnyT = TypeVar("AnyT", TableCorrection, MatchCorrection)


def is_correction(act: Act) -> TypeGuard[ByHand]:
    """Return whether a person made this correction. The camera corrects too, when it counts again."""
    return isinstance(act, ByHand) and act.by != CAMERA


def in_time(rulings: Iterable[Ruling], corrections: Iterable[AnyT]) -> Iterator[Ruling | AnyT]:
    """Yield the rulings in order, with each correction before the first later ruling."""
    waiting = deque(corrections)
    for ruling in rulings:
        while waiting and waiting[0].t < ruling.t:
            yield waiting.popleft()
        yield ruling
    yield from waiting


def words_of(act: TableCorrection) -> str:
    """Return a correction of trictrac in one line, in the French words and notation of records."""
    if isinstance(act, PlayersSeated):
        what = [f"blancs {act.blancs}, noirs {act.noirs}"]
    elif isinstance(act, Undone):
        what = [f"repris avant le coup {act.throw}"]
    else:
        what = [
            *([f"dés {act.dice[0]}-{act.dice[1]}"] if act.dice else []),
            *([f"à {act.trait} de jouer"] if act.trait else []),
            *([_marks(act.score)] if act.score else []),
            *([_dames(act.position)] if act.position else []),
        ]
    return _line(
        f"{f'par {act.by}' if act.by else 'à la main'} : {' ; '.join(what)}",
        "" if isinstance(act, PlayersSeated) else act.why,
    )


def match_words_of(act: MatchCorrection) -> str:
    """Return a correction of backgammon in one line, in the English of match records."""
    if isinstance(act, Undone):
        what = [f"taken back to before throw {act.throw}" if act.throw else "the game is taken back"]
    else:
        cube = f"cube {act.cube}" + (f", doubled by {act.doubled_by}" if act.doubled_by else "") if act.cube else ""
        what = [
            *([f"dice {act.dice[0]}-{act.dice[1]}"] if act.dice else []),
            *([f"{act.trait} to play"] if act.trait else []),
            *([f"match {act.points[0]}-{act.points[1]}"] if act.points else []),
            *([cube] if cube else []),
            *([f"dames {_men(act.position)}"] if act.position else []),
        ]
    return _line(f"{f'by {act.by}' if act.by else 'by hand'}: {'; '.join(what)}", act.why)


def _line(announced: str, why: str) -> str:
    """Join a correction and its reason in one line."""
    line = announced + (f" ({why})" if why else "")
    # People write names and reasons freely; replace characters that cannot be printed.
    return " ".join("".join(letter if letter.isprintable() else " " for letter in line).split())


def _marks(score: Score) -> str:
    """`marques blancs 1 trou 4, noirs 0 trou 0 bredouille`."""
    held = ((side, score.of(side)) for side in Side)
    marks = (
        f"{side} {one.trous} trou{'s' * (one.trous > 1)} {one.points}" + " bredouille" * one.bredouille
        for side, one in held
    )
    return f"marques {', '.join(marks)}" + (f", pavillon {score.pavillon}" if score.pavillon else "")


def _dames(position: Position) -> str:
    """`dames blancs T(13) 5 9, noirs T(15)`."""
    sides = []
    for side in Side:
        there = ((format_case(case, side), count) for case, count in enumerate(position.counts(side), 1) if count)
        cases = " ".join(case if count == 1 else f"{case}({count})" for case, count in there)
        sides.append(f"{side} {cases}".rstrip())
    return f"dames {', '.join(sides)}"


def _men(position: Men) -> str:
    """`blancs 24(2) 13(5) bar, noirs 6(5)`; the dames missing from fifteen are borne off."""
    sides = []
    for side in Side:
        held = ((case, position.on(side, case)) for case in range(BAR, OFF, -1))
        cases = (
            ("bar" if case == BAR else str(case)) + (f"({count})" if count > 1 else "") for case, count in held if count
        )
        sides.append(f"{side} {' '.join(cases)}".rstrip())
    return ", ".join(sides)
