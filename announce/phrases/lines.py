"""One ruling or notice in one language's words: what is written of it, and what is said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from announce.notice import Advice, Guessed, LevelChanged, Notice, Reprise, Reviewed, StillToMake
from announce.phrases.solo import (
    advice,
    carried_out,
    level_changed,
    marks_amiss,
    own_choice,
    own_marks,
    play_to_make,
    reviewed,
    still_to_make,
)
from announce.phrases.words import Words, sentence
from events.rulings import (
    ClaimRuled,
    DiceTrouble,
    Disorder,
    Doubt,
    DoubtSettled,
    OrderRestored,
    Played,
    Revised,
    Ruling,
    ThrowRefused,
    ThrowWorth,
    Verdict,
    Window,
    Withdrawn,
)
from events.state import Mode
from events.trictrac.rulings import (
    CarriedOut,
    FaultRuled,
    HeldOrLeft,
    Marked,
    MarksAmiss,
    PlayToMake,
    ReleveRuled,
    TourWon,
)
from events.trictrac.state import TableState
from rules.fault_table import TABLE, Kind
from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.fault import Fault
    from rules.jan import Jan
    from rules.position import Case

Told: TypeAlias = Ruling | Notice | Reprise | Guessed | Advice | Reviewed | LevelChanged | StillToMake
SIMPLE = frozenset(row.name for row in TABLE if row.kind is Kind.SIMPLE)
"""Faults that cost nothing and that nobody can have put right (Lois XVII 1): they are named, and that is all."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How things are told: the table's mode, whether the referee prompts (tells what players should see), or asks.

    buttons: whether the board has any, by which a doubt may be answered; companion: the side that speaks of itself as
    "I"; jetons: whether points are marked with them.
    """

    mode: Mode
    prompting: bool
    asking: bool = False
    buttons: bool = False
    companion: Side | None = None
    jetons: bool = False

    @property
    def discreet(self) -> bool:
        """Whether what the laws leave to the players is kept back."""
        return self.mode is Mode.REFEREE and not self.prompting

    @property
    def explains(self) -> bool:
        """Whether everything is explained."""
        return self.mode is Mode.LESSON


@dataclass(frozen=True, slots=True)
class Line:
    """One language's words: to be read, and to be said."""

    text: str
    spoken: str


def line_of(told: Told, words: Words, manner: Manner) -> Line:
    """The words for anything that is told; both may be empty."""
    match told:
        case ThrowWorth():
            return _throw(told, words, manner)
        case Played() if told.side is manner.companion:
            return Line(_played(told, words, manner).text, "")  # That it was made for it is said by itself.
        case Played():
            return _played(told, words, manner)
        case PlayToMake():
            return _both(play_to_make(told, words))
        case StillToMake():
            return _both(still_to_make(told, words))
        case CarriedOut():
            return _both(carried_out(told, words))
        case MarksAmiss():
            return _both(marks_amiss(told, words))
        case Advice():
            return _both(advice(told, words))
        case Reviewed():
            return _both(reviewed(told, words))
        case LevelChanged():
            return _both(level_changed(told, words))
        case Revised():
            return _moves("revised", told, words)
        case Marked() if told.side is manner.companion and told.points > 0:
            return _both(own_marks(told, words, jetons=manner.jetons))
        case Marked():
            return _marked(told, words, manner)
        case HeldOrLeft() if told.side is manner.companion:
            return _both(own_choice(told, words))
        case Withdrawn():
            return _withdrawn(line_of(told.what, words, manner), words)
        case FaultRuled():
            line = _both(_fault(told, words, manner))
            # A claim is answered by its own ruling and by the marking: the fault need not be said a third time.
            return line if told.window is not Window.CLAIMED or manner.explains else Line(line.text, "")
        case ClaimRuled():
            return _both(_claim(told, words))
        case Doubt():
            return _doubt(told, words, buttons=manner.buttons)
        case DoubtSettled():
            return Line(sentence(words.catalogue.text("doubt.settled")), "")
        case Disorder():
            return _both(words.disorder([_difference(one, words) for one in told.differences]))
        case OrderRestored():
            return _both(words.catalogue.text("disorder.restored"))
        case ThrowRefused() | HeldOrLeft() | ReleveRuled() | TourWon():
            return _both(_course(told, words))
        case Notice():
            context = "over" if told.over else "begun"
            detail = told.detail or "?"
            return _both(words.catalogue.text(f"trouble.{told.trouble}", context, detail=detail))
        case Reprise():
            # A game of backgammon has its own words (announce.phrases.backgammon).
            return _both(_reprise(told.state, words) if isinstance(told.state, TableState) else "")
        case Guessed():
            return _guessed(told, words)
    raise TypeError(f"there are no words for {type(told).__name__}")


def _both(text: str) -> Line:
    return Line(sentence(text), sentence(text))


def _gains(jans: Sequence[Jan], words: Words) -> str:
    """What a throw gives each side, the greater gain first: "huit points aux blancs et deux points aux noirs"."""
    totals = {side: sum(jan.points for jan in jans if jan.side is side) for side in Side}
    ranked = sorted((side for side in Side if totals[side]), key=lambda side: -totals[side])
    return words.listed(
        [words.catalogue.text("throw.gain", points=words.points(totals[side]), **words.sides(side)) for side in ranked]
    )


def _throw(told: ThrowWorth, words: Words, manner: Manner) -> Line:
    dice, text = words.dice(told.dice), words.catalogue.text
    bare = sentence(text("throw", "short", dice=dice))
    if manner.asking:
        return _both(f"{bare} {sentence(text('guess.ask'))}")
    if manner.discreet:
        return _both(bare)
    gains = _gains(told.jans, words)
    if manner.explains:
        said = [text("throw", "full", dice=dice, **words.sides(told.side))]
        said.extend(_jan(jan, told.side, words) for jan in told.jans)
        if not told.jans:
            said.append(text("throw.nothing"))
        elif len(told.jans) > 1:
            said.append(text("throw.total", gains=gains))
        if told.dice_playable < 2:
            said.append(text(f"throw.playable.{told.dice_playable}"))
        return _both(" ".join(sentence(part) for part in said))
    if not told.jans:
        return _both(bare)
    jans = words.listed(
        [
            text("throw.jan", jan=text(f"jan.{jan.name}", "short"), digits=str(jan.points), **words.sides(jan.side))
            for jan in told.jans
        ]
    )
    return Line(
        sentence(text("throw.detail", "short", dice=dice, jans=jans, gains=sentence(gains))),
        sentence(text("throw.worth", "short", dice=dice, gains=gains)),
    )


def _jan(jan: Jan, thrower: Side, words: Words) -> str:
    """A jan with its reason and its points; cases are the thrower's."""
    reason = words.catalogue.text(
        f"jan.{jan.name}",
        "full",
        ways=words.catalogue.counted("ways", jan.ways),
        case=words.case(thrower, jan.case) if jan.case else "",
        of_case=words.case(thrower, jan.case, "from") if jan.case else "",
        **words.sides(thrower),
    )
    return words.catalogue.text(
        "throw.item", "full", jan=reason, points=words.points(jan.points), **words.sides(jan.side)
    )


def _moves(key: str, told: Played | Revised, words: Words) -> Line:
    sides = words.sides(told.side)
    if not told.moves:
        return _both(words.catalogue.text(f"{key}.none", **sides))
    return Line(
        sentence(words.catalogue.text(key, moves=words.notation(told.side, told.moves), **sides)),
        sentence(words.catalogue.text(key, moves=words.moves(told.side, told.moves), **sides)),
    )


def _played(told: Played, words: Words, manner: Manner) -> Line:
    """A play is written; it is said only in a lesson. A faulty one is named, with the reason, where faults are told."""
    named = not told.lawful and not manner.discreet and told.moves
    line = _moves("played.unlawful" if named else "played", told, words)
    if named and told.refusal is not None:
        where = words.cases(told.side, told.refusal.cases)
        why = sentence(words.catalogue.text(f"refusal.{told.refusal.reason}", where=where, **words.sides(told.side)))
        line = Line(f"{line.text} {why}", f"{line.spoken} {why}")
    return line if manner.explains else Line(line.text, "")


def _marked(told: Marked, words: Words, manner: Manner) -> Line:
    sides, text = words.sides(told.side), words.catalogue.text
    if not told.points:
        return Line("", "")
    if told.points < 0:
        return _both(text("marked.back", points=words.points(-told.points), **sides))
    said, trous = [], ""
    if told.ecole:
        said.append(text("marked.ecole", points=words.points(told.points)))
    if told.trous:
        key = ("marked.reste" if told.reste else "marked.trous") + (".bredouille" if told.bredouille else "")
        reste = words.catalogue.number(told.reste)
        trous = sentence(text(key, trous=words.trous(told.trous), reste=reste, **sides))
        if told.total != told.trous:
            trous = f"{trous} {sentence(text('marked.total', trous=words.trous(told.total)))}"
        said.append(trous)
    elif not told.ecole:
        said.append(text("marked", points=words.points(told.points), **sides))
    if manner.explains and told.owed > told.points:
        said.append(text("marked.forgotten", points=words.points(told.owed), **sides))
    line = " ".join(sentence(part) for part in said)
    # The companion keeps the score itself and has just said what the throw was worth: only trous are news.
    return Line(line, trous if manner.mode in (Mode.SCORE, Mode.SOLO) else line)


def _withdrawn(told: Line, words: Words) -> Line:
    """What was told, and what was said of it, does not hold; what was never said need not be taken back."""
    text, spoken = (words.catalogue.text("withdrawn", told=said) if said else "" for said in (told.text, told.spoken))
    return Line(sentence(text), sentence(spoken))


def _fault_words(fault: Fault, words: Words) -> dict[str, str]:
    """The placeholders of a fault's phrases; `side` is the one at fault."""
    return {
        **words.sides(fault.by),
        "points": words.points(fault.points),
        "where": words.cases(fault.by, fault.cases) or words.dames(1),
        "fault": words.catalogue.text(f"fault.{fault.name}", "short", **words.sides(fault.by)),
    }


def _fault(told: FaultRuled, words: Words, manner: Manner) -> str:
    fault, text = told.fault, words.catalogue.text
    values = _fault_words(fault, words)
    if fault.name in SIMPLE:
        return sentence(text("ruled.simple", why=text(f"fault.{fault.name}", "full", **values), **values))
    said = [text(f"ruled.{'ecole' if fault.points else 'case'}.{told.window}", **values)]
    if manner.mode is not Mode.SCORE:
        said.append(text(f"fault.{fault.name}", "full", **values))
        if fault.remedies and told.window is not Window.CLOSED:
            choices = [
                text(f"remedy.{remedy.name}", **{**values, "points": words.points(remedy.points)})
                for remedy in fault.remedies
            ]
            said.append(text("choices", list=words.listed(choices, "list.or"), **words.sides(fault.by)))
    return " ".join(sentence(part) for part in said)


def _claim(told: ClaimRuled, words: Words) -> str:
    """`side` is the claimant here, except in the name of the fault, which is the other's."""
    values = {**words.sides(told.by), "points": words.points(told.points)}
    if told.fault is not None:
        values["fault"] = _fault_words(told.fault, words)["fault"]
    match told.verdict:
        case Verdict.RIGHT:
            key = "claim.right.points" if told.points or told.fault is None else "claim.right"
        case Verdict.WRONG:
            key = "claim.wrong.points" if told.points else "claim.wrong"
        case Verdict.TOO_LATE:
            key = "claim.too_late.nothing" if told.fault is None else "claim.too_late"
        case Verdict.UNSURE:
            key = "claim.unsure"
            values["dice"] = "" if told.dice is None else words.dice(told.dice)
    return words.catalogue.text(key, **values)


def _doubt(told: Doubt, words: Words, *, buttons: bool) -> Line:
    sides, text = words.sides(told.side), words.catalogue.text
    choices = [f"({words.notation(told.side, moves)})" for moves in told.choices]
    plays = [words.moves(told.side, moves) for moves in told.choices]
    written = text("doubt", choices=words.listed(choices, "list.or"), **sides)
    if told.cases:
        said = text("doubt.where", cases=words.cases(told.side, told.cases), **sides)
    else:
        said = text("doubt", choices=words.listed(plays, "list.or"), **sides)
    answers = (words.by_button(plays),) if buttons else ()
    return Line(sentence(written), " ".join(sentence(part) for part in (said, *answers)))


def _difference(difference: tuple[Side, Case, int, int], words: Words) -> str:
    side, case, expected, seen = difference
    return words.catalogue.text(
        "disorder.case",
        case=words.case(side, case),
        expected=words.catalogue.number(expected),
        seen=words.catalogue.number(seen),
        **words.sides(side),
    )


def _course(told: ThrowRefused | HeldOrLeft | ReleveRuled | TourWon, words: Words) -> str:
    text = words.catalogue.text
    match told:
        case ThrowRefused():
            sides = words.sides(told.side)
            if told.trouble is DiceTrouble.OUT_OF_TURN:
                return text("refused.out_of_turn", "short", **sides)
            return text("refused", "short", reason=text(f"refused.{told.trouble}", **sides), **sides)
        case HeldOrLeft():
            return text("left" if told.left else "held", **words.sides(told.side))
        case ReleveRuled():
            return text(f"releve.{told.cause}", **words.sides(told.first))
        case TourWon():
            key = "tour"
            if told.grande_bredouille:
                key = "tour.pavillon" if told.pavillon else "tour.grande_bredouille"
            number = words.catalogue.number
            return text(
                key, trous=words.trous(told.trous), adverse=number(told.trous_adverse), **words.sides(told.side)
            )


def _reprise(state: TableState, words: Words) -> str:
    """Where the game stands: a listener must not have to look."""
    text = words.catalogue.text
    held = [
        text("reprise.side", trous=words.trous(held.trous), points=words.points(held.points), **words.sides(side))
        for side, held in ((Side.BLANCS, state.blancs), (Side.NOIRS, state.noirs))
    ]
    parts = (text("reprise"), *held, text("reprise.turn", **words.sides(state.trait)))
    return " ".join(sentence(part) for part in parts)


def _guessed(told: Guessed, words: Words) -> Line:
    """The verdict first, then the throw explained as it would have been without a guess."""
    verdict = sentence(words.catalogue.text("guess.right" if told.right else "guess.wrong"))
    worth = _throw(told.worth, words, Manner(Mode.LESSON, prompting=False))
    return Line(f"{verdict} {worth.text}", f"{verdict} {worth.spoken}")
