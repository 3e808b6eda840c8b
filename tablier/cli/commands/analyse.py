"""`tablier analyse RECORD`: what each player's plays lost and what the dice gave (docs/analyse.md)."""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import announce.phrases.trictrac  # noqa: F401 - the words for its reasons
from announce.phrases.catalogue import Catalogue, catalogue, languages
from announce.phrases.registry import coach_phrase
from announce.phrases.words import sentence
from announce.report.plays import Unjudged
from coach.advice import Choice
from coach.trictrac.advice import why
from coach.trictrac.analysis import Judged, judge_turns, throws_after_the_end, turns_of
from rules.code import Code
from rules.play import Move
from rules.position import Position, Side
from rules.question import Json
from rules.record import ParseError, parse
from rules.record.entries import Manche, Marked, Ordinaire, Record
from rules.record.notation import format_play
from tablier.cli import complain

WORST: Final = 5
"""How many plays of each player are printed."""
LARGEST: Final = 1 << 24
"""Characters; a tour takes some thousands."""
SHOWN: Final = 0.005
"""Trous; a smaller loss would be printed as 0.00."""


class CannotAnalyse(ValueError):
    """The coach cannot judge a record, or a tour of it. The message says why."""


@dataclass(frozen=True, slots=True)
class AnalysedThrow:
    """The coach's judgement of one throw of a record; tour and number count from 1."""

    tour: int
    number: int
    player: str
    judged: Judged

    @property
    def side(self) -> Side:
        """Whose throw it was."""
        return self.judged.turn.situation.side


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.description = (
        "Judge the tours of a game record. For each player: the plays that lost most, with the better one and "
        "why it is better; the trous and the chance of winning lost; and, separately, what the dice gave. A tour "
        "that cannot be judged is named on standard error and stops none of the others; the exit status is then 1."
    )
    parser.add_argument("record", type=Path, metavar="RECORD", help="a game record of the partie ordinaire")
    parser.add_argument("--json", action="store_true", help="one JSON object for each throw, then one for each player")
    parser.add_argument("--language", choices=languages(), default="fr", help="of what is said (%(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Print the analysis; return 1 when the record, or one of its tours, could not be judged."""
    path, status = arguments.record, 0
    throws: list[AnalysedThrow] = []
    try:
        record = _read(path)
        for number, manche in enumerate(record.manches, 1):
            try:
                found, unjudged = _judge(manche, number, record.rules())
            except ValueError as error:
                status = complain("analyse", CannotAnalyse(f"{path}: tour {number}: {error}"))
                continue
            throws += found
            if unjudged.throws:
                said = f"{path}: tour {number}: throw {unjudged.spans} is left out: the tour was won already"
                print(f"tablier analyse: {said}", file=sys.stderr)
            if arguments.json:
                for throw in found:
                    print(json.dumps(_line(throw, arguments.language), ensure_ascii=False), flush=True)
    except (ValueError, OSError) as error:
        return complain("analyse", error, path)
    by_player: defaultdict[str, list[AnalysedThrow]] = defaultdict(list)
    for throw in throws:
        by_player[throw.player].append(throw)
    for player, of_player in by_player.items():
        if arguments.json:
            print(json.dumps(_total(player, of_player), ensure_ascii=False))
        else:
            print("\n".join(_words(player, of_player, catalogue(arguments.language))), end="\n\n")
    return status


def _read(path: Path) -> Record:
    """Read the record of a partie ordinaire. Raises CannotAnalyse, or OSError."""
    try:
        with path.open(encoding="utf-8") as file:  # Never read an endless file, such as /dev/zero, to its end.
            text = file.read(LARGEST + 1)
        if len(text) > LARGEST:
            raise CannotAnalyse(f"{path}: larger than any game record")
        record = parse(text)
    except UnicodeDecodeError:
        raise CannotAnalyse(f"{path}: no text in UTF-8, expected a game record of trictrac") from None
    except ParseError as error:
        raise CannotAnalyse(f"{path}: {error}") from None
    if not isinstance(record.jeu, Ordinaire):
        raise CannotAnalyse(f"{path}: a partie à écrire, expected a record with jeu: ordinaire")
    if not any(manche.entries for manche in record.manches):
        raise CannotAnalyse(f"{path}: no throw in it, expected a tour at least")
    return record


def _judge(manche: Manche, number: int, code: Code) -> tuple[list[AnalysedThrow], Unjudged]:
    """Judge the throws of a tour until it was won. Raises ValueError when the tour cannot be judged."""
    marked = any(isinstance(entry, Marked) for entry in manche.entries)
    if not marked and manche.resultat is not None and (manche.resultat.blancs or manche.resultat.noirs):
        raise CannotAnalyse(
            f"it ended {manche.resultat.blancs}-{manche.resultat.noirs} and no mark is written, expected the marks of "
            "each throw"
        )
    players = {Side.BLANCS: manche.blancs, Side.NOIRS: manche.noirs}
    turns = turns_of(manche, code)
    throws = [
        AnalysedThrow(number, each.turn.number, players[each.turn.situation.side], each) for each in judge_turns(turns)
    ]
    return throws, Unjudged(number, throws_after_the_end(manche, turns))


def _play(choice: Choice[Position], side: Side) -> str:
    return format_play(tuple(Move(*move) for move in choice.moves), side)


def _reasons(throw: AnalysedThrow, language: str) -> list[str]:
    """Say why the best play is good."""
    found = why(throw.judged.turn.situation, throw.judged.best)
    return [coach_phrase(reason, throw.side, language) for reason in found]


def _line(throw: AnalysedThrow, language: str) -> Json:
    """Return one throw as JSON, without the fields that do not apply to it."""
    found, turn = throw.judged, throw.judged.turn
    line: Json = {
        "tour": throw.tour,
        "throw": throw.number,
        "player": throw.player,
        "side": throw.side,
        "dice": list(turn.dice),
        "win": round(found.win, 4),
        "luck": round(found.luck, 4),
        "best": _play(found.best, throw.side),
    }
    if turn.result is not None:
        line["lawful"] = found.played is not None
    if found.played is not None:
        line |= {
            "played": _play(found.played, throw.side),
            "lost": round(found.lost, 4),
            "lost_win": round(found.lost_win, 4),
        }
        if found.lost > SHOWN:
            line["reasons"] = _reasons(throw, language)
    if found.departure is not None:
        line |= {
            "left": turn.left,
            "hold": round(found.departure.hold, 4),
            "leave": round(found.departure.leave, 4),
            "lost_by_decision": round(found.lost_by_decision, 4),
        }
    return line


def _total(player: str, throws: Iterable[AnalysedThrow]) -> Json:
    """Return a player's sums as JSON."""
    found = [throw.judged for throw in throws]
    return {
        "player": player,
        "throws": len(found),
        "luck": round(sum(each.luck for each in found), 4),
        "lost": round(sum(each.lost for each in found), 4),
        "lost_win": round(sum(each.lost_win for each in found), 4),
        "lost_by_decision": round(sum(each.lost_by_decision for each in found), 4),
    }


def _words(player: str, throws: list[AnalysedThrow], words: Catalogue) -> Iterator[str]:
    """Yield a player's part of the analysis as text, line by line."""
    total = _total(player, throws)
    yield words.text("analysis.player", player=player, throws=total["throws"])
    yield "  " + words.text("analysis.luck", trous=words.decimal(total["luck"], "+z.2f"))
    yield "  " + words.text(
        "analysis.lost",
        trous=words.decimal(total["lost"] + total["lost_by_decision"], "z.2f"),
        decision=words.decimal(total["lost_by_decision"], "z.2f"),
        chance=words.decimal(100 * total["lost_win"], "z.0f"),
    )
    unlawful = [throw for throw in throws if throw.judged.turn.result and throw.judged.played is None]
    if unlawful:
        listed = ", ".join(f"{throw.tour}.{throw.number}" for throw in unlawful)
        yield "  " + words.text("analysis.unlawful", list=listed)
    worst = sorted(
        [(throw.judged.lost, False, throw) for throw in throws if throw.judged.lost > SHOWN]
        + [(throw.judged.lost_by_decision, True, throw) for throw in throws if throw.judged.lost_by_decision > SHOWN],
        key=lambda each: -each[0],
    )[:WORST]
    yield "  " + words.text("analysis.worst" if worst else "analysis.worst.none")
    for lost, decision, throw in worst:
        yield "  - " + sentence(_decision_line(throw, lost, words) if decision else _play_line(throw, lost, words))
        if not decision:
            yield from (f"      {reason}" for reason in _reasons(throw, words.language))


def _play_line(throw: AnalysedThrow, lost: float, words: Catalogue) -> str:
    found = throw.judged
    return words.text(
        "analysis.play",
        **_place(throw),
        played="" if found.played is None else _play(found.played, throw.side),
        best=_play(found.best, throw.side),
        trous=words.decimal(lost, "z.2f"),
        chance=words.decimal(100 * found.lost_win, "z.0f"),
    )


def _decision_line(throw: AnalysedThrow, lost: float, words: Catalogue) -> str:
    key = "analysis.left" if throw.judged.turn.left else "analysis.held"
    return words.text(key, **_place(throw), trous=words.decimal(lost, "z.2f"))


def _place(throw: AnalysedThrow) -> dict[str, object]:
    larger, smaller = sorted(throw.judged.turn.dice, reverse=True)
    return {"tour": throw.tour, "throw": throw.number, "dice": f"{larger}-{smaller}"}
