"""Everything said at a table of backgammon.

In referee mode only an open fault is kept back: the adversary must see it himself to have the play made again.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from announce.announcement import NEW_THROW, Priority, Severity, Subject
from announce.notice import Advice, LevelChanged, Reprise, Reviewed, StillToMake
from announce.phrases.catalogue import catalogue
from announce.phrases.grammar import Noun
from announce.phrases.notices import NOTICES, RESUMED
from announce.phrases.plays import PLAYS
from announce.phrases.registry import AnnouncementKind, Entry, Line, Manner, Repertoire, coach_phrase, of_36
from announce.phrases.solo import SOLO
from announce.phrases.throws import HEAD, THROWS
from announce.phrases.words import Words, sentence
from coach.backgammon.advice import Reason
from events.backgammon.rulings import (
    CubeAnswered,
    CubeDenied,
    CubeOffered,
    CubeTrouble,
    Ending,
    GameBegan,
    GameWon,
    IllegalPlayRuled,
    OpeningRolled,
)
from events.backgammon.state import BackgammonState, Phase
from events.rulings import (
    CarriedOut,
    ClaimRuled,
    ClaimVerdict,
    Disorder,
    Doubt,
    Played,
    PlayToMake,
    Revised,
    ThrowWorth,
    Window,
)
from events.state import Mode
from rules.backgammon.faults import ARTICLES, FaultName, IllegalPlay
from rules.backgammon.match import Cube, Match, Win
from rules.backgammon.position import BAR, OFF, Position
from rules.backgammon.record import notation
from rules.play import Move
from rules.position import Case, Dice, Side

CASES: Final = range(1, 25)


def plain(moves: Sequence[Move]) -> str:
    """Return a play as players write it, the furthest dame first."""
    return ", ".join(notation(move) for move in sorted(moves, key=lambda move: -move.start))


@dataclass(frozen=True, slots=True)
class BackgammonWords(Words):
    """One language's words for values of backgammon."""

    numbers: ClassVar[bool] = False

    def case(self, side: Side, case: Case) -> Noun:  # noqa: ARG002 - a side's own numbering needs no name
        """Return the name of a case (1..24, the bar or off) as it is said."""
        if case in (BAR, OFF):
            return Noun(self.catalogue, "bg.bar" if case == BAR else "bg.off")
        return Noun(self.catalogue, "bg.case", {"number": self.number(case)})

    def place(self, side: Side, case: Case) -> Noun:
        """Return the name of a case without its owner: each side counts from its own edge."""
        return self.case(side, case)

    def moves(self, side: Side, moves: Sequence[Move], dice: Dice | None = None) -> str:  # noqa: ARG002 - as written
        """Return a play in words, the furthest dame first. Dames that make the same move are named together."""
        said = [
            self.catalogue.text(
                "bg.move" if dames == 1 else "bg.move.together",
                start=self._short(side, move.start),
                end=self._short(side, move.end),
                dames=self.dames(dames),
            )
            for move, dames in Counter(sorted(moves, key=lambda move: -move.start)).items()
        ]
        return self.join_items(said)

    def notation(self, side: Side, moves: Sequence[Move]) -> str:  # noqa: ARG002 - a side's own numbering
        """Return a play as players write it."""
        return plain(moves) if moves else self.catalogue.text("move.none")

    def _short(self, side: Side, case: Case) -> object:
        return self.case(side, case) if case in (BAR, OFF) else self.number(case)


def _on_board(cases: Sequence[tuple[Side, Case]]) -> tuple[tuple[Side, Case], ...]:
    """Return the cases that a drawing can mark: neither the bar nor the dames off."""
    return tuple((side, case) for side, case in cases if OFF < case < BAR)


def _worth_line(ruling: ThrowWorth, words: Words, _manner: Manner) -> Line:
    text = words.catalogue.text
    said = [sentence(text("throw", "short", dice=words.dice(ruling.dice)))]
    if not ruling.dice_playable:
        said.append(sentence(text("bg.nothing", **words.sides(ruling.side))))
    return Line.both(" ".join(said))


def _played_line(ruling: Played, words: Words, manner: Manner) -> Line:
    """Write a play; say it only in a lesson."""
    text, sides = words.catalogue.text, words.sides(ruling.side)
    if not ruling.moves:
        line = Line.both(text("played.none", **sides))
    else:
        key = "played" if ruling.lawful or manner.discreet else "played.unlawful"
        line = Line(
            sentence(text(key, moves=words.notation(ruling.side, ruling.moves), **sides)),
            sentence(text(key, moves=words.moves(ruling.side, ruling.moves), **sides)),
            sentence(text("played.brief", moves=words.moves(ruling.side, ruling.moves))),
        )
    return line if manner.explains else Line(line.text, "")


def _doubt_line(ruling: Doubt, words: Words, manner: Manner) -> Line:
    text, sides = words.catalogue.text, words.sides(ruling.side)
    choices = [f"({words.notation(ruling.side, moves)})" for moves in ruling.choices]
    written = text("doubt", choices=words.join_items(choices, "list.or"), **sides)
    said = [text("doubt.where", cases=words.cases(ruling.side, ruling.cases), **sides)]
    if manner.buttons:
        said.append(words.by_button([words.moves(ruling.side, moves) if moves else "" for moves in ruling.choices]))
    return Line(sentence(written), " ".join(sentence(part) for part in said), sentence(said[0]))


def _opening_line(ruling: OpeningRolled, words: Words, _manner: Manner) -> Line:
    dice = f"{max(ruling.dice)}-{min(ruling.dice)}"
    return Line.both(words.catalogue.text("bg.opening.tied" if ruling.tied else "bg.opening", dice=dice))


def _illegal_line(ruling: IllegalPlayRuled, words: Words, _manner: Manner) -> Line:
    fault = words.catalogue.text(f"bg.fault.{ruling.fault.name}")
    sides = words.sides(ruling.fault.by)
    said = [words.catalogue.text(f"bg.illegal.{ruling.window}", fault=fault, **sides)]
    if ruling.window is Window.OPEN:
        said.append(words.catalogue.text("bg.illegal.may", **sides))
    return Line.both(" ".join(map(sentence, said)))


def _illegal_announced(ruling: IllegalPlayRuled, manner: Manner) -> bool:
    return not manner.discreet or ruling.window not in (Window.OPEN, Window.MENDED)


def _won_line(ruling: GameWon, words: Words, _manner: Manner) -> Line:
    sides, text = words.sides(ruling.side), words.catalogue.text
    score = {"blancs": str(ruling.blancs), "noirs": str(ruling.noirs)}
    won = text(f"bg.won.{int(ruling.how)}", points=words.points(ruling.points), **sides)
    match = text("bg.match", **score, **sides) if ruling.match_over else text("bg.score", **score)
    return Line.both(f"{sentence(won)} {sentence(match)}", won)


def _reprise_line(reprise: Reprise, words: Words, _manner: Manner) -> Line:
    state = reprise.state
    if not isinstance(state, BackgammonState):  # A game of trictrac has its own words.
        return Line("", "")
    match = state.match
    where = words.catalogue.text(
        "bg.reprise",
        game=str(state.tour), blancs=str(match.blancs), noirs=str(match.noirs), cube=str(state.cube.value),
    )  # fmt: skip
    said = [where]
    if state.trait is not None:
        said.append(words.catalogue.text("reprise.turn", **words.sides(state.trait)))
    return Line.both(" ".join(sentence(part) for part in said))


def _about(subject: Subject, *, withdrawn: bool = False) -> AnnouncementKind:
    """Return the kind of a notice. It makes earlier lines on its subject stale."""
    return AnnouncementKind(subject, Severity.NOTICE, stales=frozenset({subject}), withdrawn=withdrawn)


def _warning(subject: Subject) -> AnnouncementKind:
    return AnnouncementKind(subject, Severity.WARNING, Priority.HIGH, frozenset({subject}))


def _text(key: str) -> Any:  # noqa: ANN401 - an entry's words
    """Return the words of a ruling whose phrase needs only its side and value; {x} in the key is the ruling."""
    return lambda ruling, words, _manner: Line.both(
        words.catalogue.text(key.format(x=ruling), value=str(getattr(ruling, "value", "")), **words.sides(ruling.side))
    )


def _plays() -> Iterator[Played]:
    for side in Side:
        yield Played(*HEAD, side, (6, 4), (), lawful=True)
        for case in (*CASES, BAR):
            yield Played(*HEAD, side, (6, 4), (Move(case, max(0, case - 6)), Move(6, 2)), lawful=True)
            yield Played(*HEAD, side, (6, 4), (Move(24, 14), Move(case, max(0, case - 4))), lawful=False)
            yield Played(*HEAD, side, (3, 3), (Move(case, max(0, case - 3)),) * 2, lawful=True)


def _doubts() -> Iterator[Doubt]:
    for side, case in itertools.product(Side, (*CASES, BAR, OFF)):
        yield Doubt(*HEAD, side, ((Move(6, 0),), ()), (case, 5))
        yield Doubt(*HEAD, side, ((), (Move(6, 5), Move(6, 4))), (case,))


def _cubes() -> Iterator[CubeAnswered]:
    for side, taken, value in itertools.product(Side, (True, False), (1, 2, 4, 8, 16, 32, 64)):
        yield CubeAnswered(*HEAD, side, taken, value)


def _reprises() -> Iterator[Reprise]:
    start = Position.start()
    for trait in (*Side, None):
        yield Reprise(
            "", 0.0,
            BackgammonState(
                mode=Mode.SCORE, phase=Phase.TO_THROW, position=start, trait=trait, plays=None, cube=Cube(2),
                match=Match(7, 3, 6), throw=1, tour=4,
            ),
        )  # fmt: skip


BACKGAMMON: Final = Repertoire(
    {
        **THROWS,
        **PLAYS,
        **NOTICES,
        **{kind: SOLO[kind] for kind in (Advice, Reviewed, LevelChanged, StillToMake, PlayToMake, CarriedOut)},
        ThrowWorth: replace(
            THROWS[ThrowWorth],
            words=_worth_line,
            kind=AnnouncementKind(Subject.THROW, stales=NEW_THROW),
            name=lambda _ruling, _manner: "throw_worth",
            examples=lambda: (
                ThrowWorth(*HEAD, side, dice, (), playable)
                for side in Side
                for dice in itertools.combinations_with_replacement(range(1, 7), 2)
                for playable in (0, 2)
            ),
        ),
        Played: replace(PLAYS[Played], words=_played_line, examples=_plays),
        Revised: replace(
            PLAYS[Revised],
            examples=lambda: (Revised(*HEAD, side, moves) for side in Side for moves in ((), (Move(8, 5),))),
        ),
        Doubt: replace(
            PLAYS[Doubt],
            words=_doubt_line,
            examples=_doubts,
            choices=lambda ruling: tuple(map(plain, ruling.choices)),
            cases=lambda ruling: _on_board([(ruling.side, case) for case in ruling.cases]),
        ),
        Disorder: replace(
            PLAYS[Disorder],
            examples=lambda: (
                Disorder(*HEAD, ((side, case, expected, 2),) * count)
                for side in Side
                for case in (*CASES, BAR, OFF)
                for expected, count in ((1, 1), (0, 4), (3, 5))
            ),
            cases=lambda ruling: _on_board([(side, case) for side, case, _, _ in ruling.differences]),
        ),
        ClaimRuled: Entry(
            words=lambda ruling, words, _manner: Line.both(
                words.catalogue.text(f"bg.claim.{ruling.verdict}", **words.sides(ruling.by))
            ),
            kind=_warning(Subject.CLAIM),
            examples=lambda: (
                ClaimRuled(*HEAD, side, verdict, None, 0, "")
                for side in Side
                for verdict in (ClaimVerdict.RIGHT, ClaimVerdict.WRONG, ClaimVerdict.TOO_LATE)
            ),
        ),
        OpeningRolled: Entry(
            words=_opening_line,
            kind=AnnouncementKind(Subject.THROW, stales=frozenset({Subject.THROW})),
            examples=lambda: (
                OpeningRolled(*HEAD, dice) for dice in itertools.combinations_with_replacement(range(1, 7), 2)
            ),
        ),
        IllegalPlayRuled: Entry(
            words=_illegal_line,
            kind=lambda ruling, _manner: replace(_warning(Subject.FAULT), article=ruling.fault.article, withdrawn=True),
            announced=_illegal_announced,
            examples=lambda: (
                IllegalPlayRuled(*HEAD, IllegalPlay(name, side, ARTICLES[name], (8,)), side.adversary, window, "")
                for side in Side
                for name in FaultName
                for window in Window
            ),
            cases=lambda ruling: _on_board([(ruling.fault.by, case) for case in ruling.fault.cases]),
        ),
        CubeOffered: Entry(
            words=_text("bg.cube.offered"),
            kind=_about(Subject.CLAIM, withdrawn=True),
            examples=lambda: (CubeOffered(*HEAD, side, 2**n) for side in Side for n in range(1, 7)),
        ),
        CubeAnswered: Entry(
            words=lambda ruling, words, manner: _text("bg.cube.taken" if ruling.taken else "bg.cube.refused")(
                ruling, words, manner
            ),
            kind=_about(Subject.CLAIM, withdrawn=True),
            examples=_cubes,
        ),
        CubeDenied: Entry(
            words=_text("bg.cube.denied.{x.why}"),
            kind=_warning(Subject.CLAIM),
            examples=lambda: (CubeDenied(*HEAD, side, why) for side in Side for why in CubeTrouble),
        ),
        GameBegan: Entry(
            words=lambda ruling, words, _manner: Line.both(
                words.catalogue.text(
                    "bg.game.began.crawford" if ruling.crawford else "bg.game.began", game=str(ruling.game)
                )
            ),
            kind=_about(Subject.COURSE),
            examples=lambda: (GameBegan(*HEAD, game, crawford) for game in (1, 2) for crawford in (False, True)),
        ),
        GameWon: Entry(
            words=_won_line,
            kind=AnnouncementKind(Subject.COURSE, Severity.NOTICE, Priority.URGENT, NEW_THROW, withdrawn=True),
            examples=lambda: (
                GameWon(*HEAD, side, Ending.BORNE_OFF, how, 2, 7, 3, over)
                for side in Side
                for how in Win
                for over in (True, False)
            ),
        ),
        Reprise: Entry(words=_reprise_line, kind=RESUMED, examples=_reprises),
    },
    BackgammonWords,
)


@coach_phrase.register(Reason)
def _reason(reason: Reason, _side: Side, language: str = "fr") -> str:
    """Return one reason of the coach, as a sentence."""
    some = "" if not reason.men else ".one" if reason.men == 1 else ".many"
    words = catalogue(language)
    throws = of_36(reason.throws, words)
    return words.text(f"coach.backgammon.{reason.name}{some}", throws=throws, count=str(reason.men))
