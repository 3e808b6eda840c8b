"""What people set right by hand, as a line of the game record: who, what and why (docs/record.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from referee.acts import Corrected, Undone
from referee.judge.by_hand import CAMERA
from rules.position import Side
from rules.record.notation import format_case

if TYPE_CHECKING:
    from referee.games import AnyAct
    from rules.marking import Score
    from rules.position import Position

Correction: TypeAlias = Corrected | Undone


def is_correction(act: AnyAct) -> TypeGuard[Correction]:
    """Whether somebody set things right by hand, and not the camera that counted anew."""
    return isinstance(act, Undone) or (isinstance(act, Corrected) and act.by != CAMERA)


def words_of(act: Correction) -> str:
    """A correction in one line, in the record's own French words and notation."""
    if isinstance(act, Undone):
        what = [f"repris avant le coup {act.throw}"]
    else:
        what = [
            *([f"dés {act.dice[0]}-{act.dice[1]}"] if act.dice else []),
            *([f"à {act.trait} de jouer"] if act.trait else []),
            *([_marks(act.score)] if act.score else []),
            *([_dames(act.position)] if act.position else []),
        ]
    line = f"{f'par {act.by}' if act.by else 'à la main'} : {' ; '.join(what)}" + (f" ({act.why})" if act.why else "")
    # Names and reasons are people's own: whatever cannot stand in a line is left out.
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
