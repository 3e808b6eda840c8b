"""Corrections by hand in one line: who corrected what, and why (docs/record.md)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import TypeAlias, TypeGuard, TypeVar

from announce.phrases.catalogue import Catalogue
from events.a_ecrire import PlayersSeated
from events.acts import Act, ByHand, Undone
from events.backgammon.acts import SetRight
from events.rulings import Ruling
from events.trictrac.acts import Corrected
from referee.trictrac.judge.corrections import CAMERA
from rules.backgammon.position import BAR, OFF
from rules.backgammon.position import Position as Men
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


def words_of(act: TableCorrection | MatchCorrection, words: Catalogue) -> str:
    """Return a correction in one line, with the sides and cases as its game's record has them."""
    text = words.text
    match act:
        case PlayersSeated():
            what = [text("hand.seats", blancs=act.blancs, noirs=act.noirs)]
        case Undone():
            what = [text("hand.undone", throw=act.throw) if act.throw else text("hand.undone.game")]
        case Corrected() | SetRight():
            what = [
                *([text("hand.dice", dice=f"{act.dice[0]}-{act.dice[1]}")] if act.dice else []),
                *([text("hand.trait", side=act.trait)] if act.trait else []),
                *(_marks(act, words) if isinstance(act, Corrected) else _stake(act, words)),
                *([_dames(act.position)] if act.position else []),
            ]
    by = text("hand.by", name=act.by) if act.by else text("hand")
    why = "" if isinstance(act, PlayersSeated) else act.why
    return _line(text("hand.line", by=by, what=text("hand.and").join(what)), why)


def _line(announced: str, why: str) -> str:
    """Join a correction and its reason in one line."""
    line = announced + (f" ({why})" if why else "")
    # People write names and reasons freely; replace characters that cannot be printed.
    return " ".join("".join(letter if letter.isprintable() else " " for letter in line).split())


def _marks(act: Corrected, words: Catalogue) -> Iterator[str]:
    """Yield `marques blancs 1 trou 4, noirs 0 trou 0 bredouille`."""
    if act.score is None:
        return
    held = []
    for side in Side:
        one = act.score.of(side)
        trous = words.text("hand.trous" if one.trous > 1 else "hand.trou", n=one.trous)
        held.append(f"{side} {trous} {one.points}" + " bredouille" * one.bredouille)
    yield words.text("hand.marks", marks=", ".join(held)) + (
        f", pavillon {act.score.pavillon}" if act.score.pavillon else ""
    )


def _stake(act: SetRight, words: Catalogue) -> Iterator[str]:
    """Yield `match 1-2` and `cube 2, doubled by blancs`."""
    if act.points is not None:
        yield f"match {act.points[0]}-{act.points[1]}"
    if act.cube is not None:
        key = "hand.cube.by" if act.doubled_by else "hand.cube"
        yield words.text(key, value=act.cube, side=act.doubled_by)


def _dames(position: Position | Men) -> str:
    """`dames blancs T(13) 5 9, noirs T(15)`; at backgammon `dames blancs 24(2) bar, noirs 6(5)` without those off."""
    sides = []
    for side in Side:
        if isinstance(position, Men):
            held = ((_man(case), position.on(side, case)) for case in range(BAR, OFF, -1))
        else:
            held = ((format_case(case, side), count) for case, count in enumerate(position.counts(side), 1))
        cases = " ".join(case + (f"({count})" if count > 1 else "") for case, count in held if count)
        sides.append(f"{side} {cases}".rstrip())
    return f"dames {', '.join(sides)}"


def _man(case: int) -> str:
    return "bar" if case == BAR else str(case)
