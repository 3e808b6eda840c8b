"""The tables of the worked examples in docs/ are what the referee gives, row by row."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from events.acts import Act, DameLifted, DamePlaced, Declaration, Declared, DiceLifted, DiceThrown, PlayEnded
from events.rulings import ClaimRuled, Played, Ruling, ThrowWorth
from events.trictrac.acts import JetonMoved, JetonReleased
from events.trictrac.rulings import FaultRuled, Marked
from rules.position import Side
from tests.referee.hands import FILL, Hands

B, N = Side.BLANCS, Side.NOIRS
DOCS = Path(__file__).resolve().parents[2] / "docs"


def shown(page: str) -> list[list[str]]:
    """Return the rows of a page's worked example, cell by cell, without its head."""
    (table,) = [part for part in (DOCS / page).read_text().split("\n\n") if part.startswith("<!-- worked example -->")]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[3:]]


def ruled(one: Act | Ruling) -> str:
    """Return an act or a ruling in a few words."""
    match one:
        case DiceThrown():
            said = f"{one.side} {one.dice[0]} {one.dice[1]}"
        case DameLifted() | DamePlaced():
            said = f"{one.case}"
        case JetonMoved() | JetonReleased():
            said = f"{one.side} {one.points}"
        case DiceLifted() | PlayEnded():
            said = f"{one.side}"
        case Declared():
            said = f"{one.side} {one.what}"
        case ThrowWorth():
            said = ", ".join(f"{jan.name} {jan.points}" for jan in one.jans) or "nothing"
        case Played():
            said = " ".join(f"{move.start}/{move.end}" for move in one.moves) + ("" if one.lawful else ", not lawful")
        case Marked():
            said = f"{one.side} {one.points:+}" + (" of an école" if one.ecole else "")
        case FaultRuled():
            said = f"{one.fault.name} {one.fault.points}, {one.window}"
        case ClaimRuled():
            said = f"{one.verdict}, {one.points}"
        case _:
            said = ""
    return f"{type(one).__name__} {said}".strip()


def joined(happened: Iterable[Act | Ruling]) -> str:
    return "; ".join(ruled(one) for one in happened)


def test_a_jan_marked_and_not_filled() -> None:
    """The table is in docs/how/referee.md (Jeu 3, école liée au remplissage 1.2)."""
    hands = Hands(FILL)
    rows: list[list[str]] = []
    acts: list[Act] = []
    judged = hands.act

    def kept(act: Act) -> list[Ruling]:
        acts.append(act)
        rulings = judged(act)
        if rulings:
            rows.append([joined(acts), joined(rulings)])
            acts.clear()
        return rulings

    hands.act = kept  # type: ignore[method-assign] # every act passes here
    hands.mark(B, hands.throw((6, 1)))
    hands.hop(B, (1, 7), (1, 2))
    hands.rest(B)
    hands.say(N, Declaration.ECOLE)
    hands.take_off(B, 4)
    hands.mark(N, 8)
    hands.throw((2, 1), N)
    assert shown("how/referee.md") == rows
