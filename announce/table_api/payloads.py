"""A table's publications as plain JSON values. The schemas next to this file describe each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from announce.phrases.catalogue import catalogue, languages
from announce.phrases.words import Words, sentence
from events.state import Mode
from events.trictrac.state import Phase
from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from announce.announcement import Announcement
    from announce.phrases.catalogue import Catalogue
    from announce.table_api.lesson import Lesson
    from events.backgammon.state import BackgammonState
    from events.trictrac.state import Holding, TableState
    from rules.jan import Jan
    from rules.position import Dice

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
DISPLAY_WIDTH: Final = 20


def jan_payload(jan: Jan) -> dict[str, Json]:
    """Return one jan of a throw's worth. Cases are in the thrower's numbering."""
    return {
        "jan": str(jan.name),
        "for": str(jan.side),
        "ways": jan.ways,
        "points": jan.points,
        "article": jan.article,
        "table": str(jan.table) if jan.table else None,
        "case": jan.case,
        "how": [{"dames": [[start, end] for start, end in way.dames], "rest": way.rest} for way in jan.how],
    }


def state_payload(
    state: TableState,
    table: str,
    *,
    prompting: bool = False,
    paused: bool = False,
    muted: bool = False,
    called: Side | None = None,
    guess: str | None = None,
    level: str | None = None,
    players: dict[str, str] | None = None,
    waiting: bool = False,
    lesson: Lesson | None = None,
    course: dict[str, Json] | None = None,
) -> dict[str, Json]:
    """Return the state of a trictrac table as JSON values.

    In referee mode without prompting, what players must see for themselves (`jans` and `owed`) is null.

    Args:
        called: the side that has called the referee.
        guess: in a lesson, "on" while pupils guess throws before they are announced, "open" while a guess is awaited.
        level: how well the companion plays its side of a solo game.
        players: their names.
        waiting: the table waits for its voice.
        lesson: the plays open now, in lesson mode.
        course: the exercise that is set, as `course_payload` gives it.
    """
    discreet = (state.mode is Mode.REFEREE and not prompting) or guess == "open"

    def holding(held: Holding) -> dict[str, Json]:
        return {
            "points": held.points,
            "bredouille": held.bredouille,
            "trous": held.trous,
            "owed": None if discreet else held.owed,
        }

    return {
        "table": table,
        "mode": str(state.mode),
        "phase": str(state.phase),
        "position": {"blancs": list(state.position.blancs), "noirs": list(state.position.noirs)},
        "trait": str(state.trait),
        "dice": list(state.dice) if state.dice else None,
        "jans": None if discreet else [jan_payload(jan) for jan in state.jans],
        "score": {"blancs": holding(state.blancs), "noirs": holding(state.noirs)},
        "pavillon": str(state.pavillon) if state.pavillon else None,
        "throw": state.throw,
        "tour": state.tour,
        "doubt": state.doubt,
        "plays": [[[move.start, move.end] for move in play] for play in lesson.plays] if lesson else None,
        "plays_in_words": plays_in_words(Words, state.trait, lesson.plays, state.dice) if lesson else None,
        "lifted": list(lesson.lifted) if lesson else [],
        "paused": paused,
        "muted": muted,
        "called": str(called) if called else None,
        "guess": guess,
        "course": None if course is None else {**course},
        "waiting": waiting,
        "solo": {"side": str(state.companion), "level": level} if state.companion else None,
        "players": None if players is None else {**players},
        "arrows": solo_arrows(state),
    }


def plays_in_words(
    words: Callable[[Catalogue], Words], side: Side, plays: Iterable[Sequence[Any]], dice: Dice | None
) -> dict[str, Json]:
    """Return each play as a sentence, by language, in the order of `plays`. words: of the game played."""
    spoken = {language: words(catalogue(language)) for language in languages()}
    played = list(plays)
    return {
        language: [sentence(said.moves(side, moves, dice)) for moves in played] for language, said in spoken.items()
    }


def solo_arrows(state: TableState | BackgammonState) -> list[Json]:
    """Return the companion's play that is still to be made for it, and the play that the player was advised to make."""
    drawn = ((state.companion, state.to_move, "play"), (state.trait, state.advice, "best"))
    return [
        {"side": str(side), "from": move.start, "to": move.end, "kind": kind}
        for side, moves, kind in drawn
        for move in moves
        if side is not None
    ]


def announcement_payload(announcement: Announcement) -> dict[str, Json]:
    """Return an announcement as an event."""
    return {
        "id": announcement.id,
        "t": announcement.t,
        "throw": announcement.throw,
        "kind": announcement.kind,
        "severity": str(announcement.severity),
        "priority": int(announcement.priority),
        "article": announcement.article,
        "text": dict(announcement.text),
        "choices": list(announcement.choices),
        "cases": [{"side": str(side), "case": case} for side, case in announcement.cases],
        "differences": [
            {"side": str(side), "case": case, "expected": expected, "seen": seen}
            for side, case, expected, seen in announcement.differences
        ],
        "evidence": list(announcement.evidence),
    }


def display_lines(
    state: TableState, language: str, *, prompting: bool = False, guess: str | None = None
) -> tuple[str, ...]:
    """Return four lines of at most twenty characters: both scores, the turn with its dice, and what matters most."""
    words = catalogue(language)
    names = {side: words.text(f"display.name.{side}") for side in Side}

    def score(side: Side, held: Holding) -> str:
        flags = (" br" if held.bredouille else "") + (" P" if state.pavillon is side else "")
        line = words.text(
            "display.score", name=f"{names[side]:6.6}", trous=f"{held.trous:2}", points=f"{held.points:2}", flags=flags
        )
        return line.rstrip()

    dice = " {}-{}".format(*sorted(state.dice, reverse=True)) if state.dice else ""
    lines = (
        score(Side.BLANCS, state.blancs),
        score(Side.NOIRS, state.noirs),
        f"> {names[state.trait]}{dice}",
        _matter(state, language, prompted=prompting or (state.mode is not Mode.REFEREE and guess != "open")),
    )
    # Small fonts have no non-breaking space.
    return tuple(line.replace("\u00a0", " ")[:DISPLAY_WIDTH] for line in lines)


def _matter(state: TableState, language: str, *, prompted: bool) -> str:
    """Return the last line: the tour is over, a question, the points owed if they may be shown, or the mode."""
    words = catalogue(language)
    if state.phase is Phase.OVER:
        return words.text("display.over")
    if state.doubt:
        return words.text("display.doubt")
    owed = [
        f"{words.text(f'display.name.{side}')[0]} {held.owed}"
        for side, held in ((Side.BLANCS, state.blancs), (Side.NOIRS, state.noirs))
        if held.owed
    ]
    if owed and prompted:
        return words.text("display.owed", owed="  ".join(owed))
    return words.text(f"display.mode.{state.mode}")
