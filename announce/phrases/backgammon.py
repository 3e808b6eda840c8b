"""Rulings of backgammon into announcements: a pure function, no state between two calls.

Nothing is kept back in referee mode but an open fault: whether to have a play made again is for the adversary to see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from announce.announcement import NEW_THROW, Announcement, Priority, Severity, Subject
from announce.notice import Advice, Guessed, LevelChanged, Notice, Reprise, Reviewed, StillToMake
from announce.phrases.catalogue import catalogue
from announce.phrases.telling import announcements as told_alike
from announce.phrases.telling import kind_name
from announce.phrases.words import Words, sentence
from events.backgammon.rulings import (
    CubeAnswered,
    CubeDenied,
    CubeOffered,
    GameBegan,
    GameWon,
    IllegalPlayRuled,
    OpeningRolled,
)
from events.backgammon.state import BackgammonState
from events.rulings import (
    ClaimRuled,
    Disorder,
    Doubt,
    DoubtSettled,
    OrderRestored,
    Played,
    Revised,
    Ruling,
    ThrowRefused,
    ThrowWorth,
    Window,
    Withdrawn,
)
from events.state import Mode
from rules.backgammon.position import BAR, OFF
from rules.backgammon.record import notation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from events.rulings import Ruling
    from rules.play import Move
    from rules.position import Case, Dice, Side

WARNED = (IllegalPlayRuled, ClaimRuled, ThrowRefused, CubeDenied, Doubt, Disorder)
WRITTEN = (Played, DoubtSettled, OrderRestored)
"""What is written only, out of lessons: who plays sees it."""
WITHDRAWN = (IllegalPlayRuled, CubeOffered, CubeAnswered, GameWon)
"""What is taken back in words; a throw or a play that is judged again is simply told as it now is."""
SUBJECTS: dict[type, Subject] = {
    Played: Subject.PLAY,
    Revised: Subject.PLAY,
    IllegalPlayRuled: Subject.FAULT,
    ClaimRuled: Subject.CLAIM,
    Doubt: Subject.DOUBT,
    DoubtSettled: Subject.DOUBT,
    Disorder: Subject.ORDER,
    OrderRestored: Subject.ORDER,
    CubeOffered: Subject.CLAIM,
    CubeAnswered: Subject.CLAIM,
    CubeDenied: Subject.CLAIM,
    GameBegan: Subject.COURSE,
    GameWon: Subject.COURSE,
}
"""What each is about; all others are about the throw."""


def plain(moves: Sequence[Move]) -> str:
    """A play as players write it, from the furthest dame on."""
    return ", ".join(notation(move) for move in sorted(moves, key=lambda move: -move.start))


@dataclass(frozen=True, slots=True)
class BackgammonWords(Words):
    """One language's words for values of backgammon."""

    def place(self, case: Case) -> str:
        """A case as it is said: 1..24, the bar, off."""
        text = self.catalogue.text
        if case in (BAR, OFF):
            return text("bg.bar" if case == BAR else "bg.off")
        return text("bg.case", number=str(case))

    def thrown(self, dice: Dice) -> str:
        """Two numbers, the higher first."""
        return f"{max(dice)}-{min(dice)}"

    def said(self, moves: Sequence[Move]) -> str:
        """A play in words: bare numbers, as players say them."""
        spoken = [
            self.catalogue.text("bg.move", from_case=self._short(move.start), to_case=self._short(move.end))
            for move in sorted(moves, key=lambda move: -move.start)
        ]
        return self.listed(spoken)

    def _short(self, case: Case) -> str:
        return str(case) if case not in (BAR, OFF) else self.place(case)


def backgammon_announcements(
    told: Ruling | Notice | Reprise | Guessed | Advice | Reviewed | LevelChanged | StillToMake,
    *,
    mode: Mode,
    languages: Sequence[str] = ("fr", "en"),
    prompting: bool = False,
    buttons: bool = False,
) -> tuple[Announcement, ...]:
    """What to tell people at a table of backgammon, in each language; empty when nothing may be told.

    prompting: in referee mode, tell also the illegal plays that can still be called; buttons: the board has some, by
    which a doubt may be answered.
    Raises UnknownLanguage for a language without a catalogue.
    """
    if isinstance(told, Notice | Guessed | Advice | Reviewed | LevelChanged | StillToMake):
        return told_alike(told, mode=mode, languages=languages, prompting=prompting)
    if isinstance(told, Withdrawn) and (told.asked or not isinstance(told.what, WITHDRAWN)):
        return ()
    discreet = mode is Mode.REFEREE and not prompting
    ruled = told.what if isinstance(told, Withdrawn) else told
    if isinstance(ruled, IllegalPlayRuled) and ruled.window in (Window.OPEN, Window.MENDED) and discreet:
        return ()
    lines = {
        language: _line(told, BackgammonWords(catalogue(language)), discreet=discreet, buttons=buttons)
        for language in languages
    }
    if not any(text for text, _ in lines.values()):
        return ()
    warned = isinstance(told, WARNED)
    subject = SUBJECTS.get(type(ruled), Subject.THROW)
    silent = isinstance(told, WRITTEN) and mode is not Mode.LESSON
    return (
        Announcement(
            id=told.id,
            t=told.t,
            throw=None if isinstance(told, Reprise) else told.throw,
            kind=kind_name(told),
            subject=subject,
            stales=NEW_THROW if isinstance(told, ThrowWorth | ThrowRefused | GameWon) else frozenset({subject}),
            severity=Severity.WARNING if warned else Severity.NOTICE if subject is not Subject.THROW else Severity.INFO,
            priority=Priority.URGENT if isinstance(told, GameWon) else Priority.HIGH if warned else Priority.NORMAL,
            article=told.fault.article if isinstance(told, IllegalPlayRuled) else None,
            text={language: text for language, (text, _) in lines.items()},
            spoken={language: "" if silent else spoken for language, (_, spoken) in lines.items()},
            choices=tuple(map(plain, told.choices)) if isinstance(told, Doubt) else (),
            cases=_cases(told),
            differences=told.differences if isinstance(told, Disorder) else (),
        ),
    )


def _cases(told: object) -> tuple[tuple[Side, Case], ...]:
    """The cases it is about; the bar and the dames off are none."""
    found: tuple[tuple[Side, Case], ...] = ()
    match told:
        case IllegalPlayRuled():
            found = tuple((told.fault.by, case) for case in told.fault.cases)
        case Doubt():
            found = tuple((told.side, case) for case in told.cases)
        case Disorder():
            found = tuple((side, case) for side, case, _, _ in told.differences)
    return tuple((side, case) for side, case in found if OFF < case < BAR)


def _line(told: object, words: BackgammonWords, *, discreet: bool, buttons: bool = False) -> tuple[str, str]:
    """What is written, and what is said."""
    match told:
        case Withdrawn():
            ruled, _ = _line(told.what, words, discreet=discreet)
            text = sentence(words.catalogue.text("withdrawn", told=ruled))
            return text, text
        case Played() | Revised():
            return _played(told, words, discreet=discreet)
        case Doubt():
            return _doubt(told, words, buttons=buttons)
        case _:
            text = " ".join(sentence(part) for part in _parts(told, words))
            return text, text


def _parts(told: object, words: BackgammonWords) -> list[str]:
    text = words.catalogue.text
    match told:
        case ThrowWorth():
            said = [text("throw", "short", dice=words.dice(told.dice))]
            return said if told.dice_playable else [*said, text("bg.nothing")]
        case ThrowRefused():
            sides = words.sides(told.side)
            return [text("refused", "short", reason=text(f"refused.{told.trouble}", **sides), **sides)]
        case OpeningRolled():
            return [text("bg.opening.tied" if told.tied else "bg.opening", dice=words.thrown(told.dice))]
        case IllegalPlayRuled():
            fault = text(f"bg.fault.{told.fault.name}")
            return [text(f"bg.illegal.{told.window}", fault=fault, **words.sides(told.fault.by))]
        case ClaimRuled():
            return [text(f"bg.claim.{told.verdict}", **words.sides(told.by))]
        case CubeOffered():
            return [text("bg.cube.offered", value=str(told.value), **words.sides(told.side))]
        case CubeAnswered():
            key = "bg.cube.taken" if told.taken else "bg.cube.refused"
            return [text(key, value=str(told.value), **words.sides(told.side))]
        case CubeDenied():
            return [text(f"bg.cube.denied.{told.why}", **words.sides(told.side))]
        case GameBegan():
            return [text("bg.game.began.crawford" if told.crawford else "bg.game.began", game=str(told.game))]
        case GameWon():
            return _won(told, words)
        case DoubtSettled():
            return [text("doubt.settled")]
        case Disorder():
            return [words.disorder([_difference(one, words) for one in told.differences])]
        case OrderRestored():
            return [text("disorder.restored")]
        case Reprise(state=BackgammonState() as state):
            return _reprise(state, words)
        case _:
            return []


def _won(told: GameWon, words: BackgammonWords) -> list[str]:
    sides, text = words.sides(told.side), words.catalogue.text
    score = {"blancs": str(told.blancs), "noirs": str(told.noirs)}
    won = text(f"bg.won.{int(told.how)}", points=words.points(told.points), **sides)
    return [won, text("bg.match", **score, **sides) if told.match_over else text("bg.score", **score)]


def _difference(difference: tuple[Side, Case, int, int], words: BackgammonWords) -> str:
    side, case, expected, seen = difference
    number = words.catalogue.number
    return words.catalogue.text(
        "disorder.case", case=words.place(case), expected=number(expected), seen=number(seen), **words.sides(side)
    )


def _reprise(state: BackgammonState, words: BackgammonWords) -> list[str]:
    match = state.match
    where = words.catalogue.text(
        "bg.reprise",
        game=str(state.tour), blancs=str(match.blancs), noirs=str(match.noirs), cube=str(state.cube.value),
    )  # fmt: skip
    return [where] if state.trait is None else [where, words.catalogue.text("reprise.turn", **words.sides(state.trait))]


def _played(told: Played | Revised, words: BackgammonWords, *, discreet: bool) -> tuple[str, str]:
    text, sides = words.catalogue.text, words.sides(told.side)
    key = "revised" if isinstance(told, Revised) else "played"
    if not told.moves:
        none = sentence(text(f"{key}.none", **sides))
        return none, none
    if isinstance(told, Played) and not told.lawful and not discreet:
        key = "played.unlawful"
    written = sentence(text(key, moves=plain(told.moves), **sides))
    return written, sentence(text(key, moves=words.said(told.moves), **sides))


def _doubt(told: Doubt, words: BackgammonWords, *, buttons: bool) -> tuple[str, str]:
    text, sides = words.catalogue.text, words.sides(told.side)
    choices = [f"({plain(moves)})" for moves in told.choices]
    written = sentence(text("doubt", choices=words.listed(choices, "list.or"), **sides))
    said = [text("doubt.where", cases=words.listed([words.place(case) for case in told.cases]), **sides)]
    if buttons:
        said.append(words.by_button([words.said(moves) for moves in told.choices]))
    return written, " ".join(sentence(part) for part in said)
