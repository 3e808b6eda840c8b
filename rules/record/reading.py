"""Read records from text. The error for a damaged file gives the line, the column and what was expected there.

    tablier 1                        the first line, with the version of the format
    date: 2026-11-20                 then the header, one `key: value` a line, in any order
    jeu: ordinaire                   or a_ecrire
    joueur: Alice                    two, three, or four in the order they sit, partners opposite
    joueur: Bruno
    code: lois-2013
    option: rencontre = oui

    tour 1                           or marque 1, 2, ... for the partie à écrire
    blancs: Alice
    noirs: Bruno
    1 blancs 5-3  T/5, T/3           a throw, and what was played at once
    2 noirs 6-4
      blancs +2 jeton 2 : battre_a_faux 2
      joue T/6, T/4                  what the last thrower played
    resultat: blancs 12-5

Blank lines and indentation mean nothing. The lines under a throw are described in docs/record.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from rules.fault import FaultName, RemedyName
from rules.games.a_ecrire import Bredouille
from rules.jan import JanName
from rules.play import Move
from rules.position import Case, ReleveCause, Side
from rules.record.cursor import ParseError, RecordLine
from rules.record.entries import (
    Decided,
    Entry,
    Faulted,
    Manche,
    Marked,
    Note,
    Played,
    Reason,
    Record,
    Releve,
    Remedied,
    Resultat,
    Thrown,
)
from rules.record.header import Header
from rules.record.notation import NotationError, parse_case, parse_play
from rules.record.writing import FIRST_LINE

T = TypeVar("T")

ENTRY = "a throw, joue, tient, s_en_va, releve, faute, remede, note:, points of a side, resultat: or a section"
REASONS: dict[str, JanName | FaultName] = {name.value: name for kind in (JanName, FaultName) for name in kind}


def parse(text: str) -> Record:
    r"""Return the record in `text`. Raises ParseError at the first error.

    >>> parse("tablier 1\ndate: 2026-11-31\n")
    Traceback (most recent call last):
    rules.record.cursor.ParseError: line 2, column 7: expected a date like 2026-11-20, found '2026-11-31'
    """
    lines = [RecordLine(number, line) for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1)]
    written = [line for line in lines if line.rest]
    if not written:
        raise ParseError(1, 1, FIRST_LINE, "an empty file")
    first, *others = written
    if first.rest != FIRST_LINE:
        raise first.error(FIRST_LINE, found=first.rest)
    starts = [index for index, line in enumerate(others) if re.match(r"(tour|marque)(?!\S)", line.rest)]
    end = RecordLine(len(lines), "")
    header = Header(others[: starts[0]], RecordLine(others[starts[0]].number, "")) if starts else Header(others, end)
    manches = tuple(
        _manche(others[start:stop], number, header, end)
        for number, (start, stop) in enumerate(zip(starts, [*starts[1:], len(others)], strict=False), 1)
    )
    return first.valid(lambda: Record(header.date, header.jeu, header.code, header.options, header.primaute, manches))


def _manche(lines: list[RecordLine], number: int, header: Header, end: RecordLine) -> Manche:
    title, *body = lines
    title.take(header.section, f"{header.section} {number}")
    title.take(rf"{number}(?!\S)", f"{header.section} {number}")
    title.end()
    players = [_player(side, body[at] if at < len(body) else end, header) for at, side in enumerate(Side)]
    entries: list[Entry] = []
    resultat: Resultat | None = None
    throws: list[Side] = []
    for line in body[2:]:
        if resultat is not None:
            raise line.error("the end, or a new section, after resultat:")
        if line.may("resultat:"):
            resultat = _resultat(line)
        else:
            entries.extend(_entries(line, throws))
        line.end()
    return title.valid(lambda: Manche(players[0], players[1], tuple(entries), resultat))


def _player(side: Side, line: RecordLine, header: Header) -> str:
    line.take(f"{side}:", f"{side}: and a player")
    start = line.at
    name = line.words()
    if name not in header.jeu.joueurs:
        raise line.error(f"one of the players ({', '.join(header.jeu.joueurs)})", start, name)
    return name


def _entries(line: RecordLine, throws: list[Side]) -> list[Entry]:
    """Return what one line holds: one entry, or a throw and its play. A new thrower is appended to `throws`."""
    if re.match(r"[0-9]", line.rest):
        return _throw(line, throws)
    if line.may("note:"):
        return [Note(line.words())]
    if line.may(r"faute(?!\S)"):
        return [_fault(line)]
    if re.match(r"(blancs|noirs)(?!\S)", line.rest):
        return [_mark(line)]
    start = line.at
    word = line.take(r"\S+", ENTRY)[0]
    if word not in ("joue", "tient", "s_en_va", "releve", "remede"):
        raise line.error(ENTRY, start, word)
    if not throws:
        raise line.error("a throw before it", start, word)
    thrower = throws[-1]
    if word == "joue":
        return [Played(_moves(line, thrower))]
    if word == "releve":
        return [Releve(line.one_of(ReleveCause, ReleveCause, "a cause"))]
    if word == "remede":
        return [_remedy(line, thrower)]
    return [Decided(left=word == "s_en_va")]


def _moves(line: RecordLine, thrower: Side) -> tuple[Move, ...]:
    return line.notation(lambda text: parse_play(text, thrower))


def _side(line: RecordLine) -> Side:
    return line.one_of(Side, Side, "a side")


def _throw(line: RecordLine, throws: list[Side]) -> list[Entry]:
    number = len(throws) + 1
    line.take(rf"{number}(?!\S)", f"throw number {number}")
    side = _side(line)
    dice = line.take(r"([1-6])-([1-6])(?!\S)", "two dice like 6-3")
    throws.append(side)
    thrown = Thrown(side, (int(dice[1]), int(dice[2])))
    return [thrown, Played(_moves(line, side))] if line.rest else [thrown]


def _mark(line: RecordLine) -> Marked:
    side, start = _side(line), line.at
    points = int(line.take(r"[+-][0-9]{1,6}(?!\S)", "points with their sign, like +4")[0])
    jeton = line.whole("points of the jeton") if line.may(r"jeton(?!\S)") else None
    bredouille = jeton is not None and line.may(r"bredouille(?!\S)") is not None
    fichet = line.whole("a trou") if line.may(r"fichet(?!\S)") else None
    why = _comma_list(line, _reason) if line.may(":") else ()
    return line.valid(lambda: Marked(side, points, why, jeton, bredouille, fichet), start)


def _reason(line: RecordLine) -> Reason:
    start = line.at
    word = line.take(r"\w+", "a figure or an école")[0]
    if word not in REASONS:
        raise line.error("a figure (battre_a_vrai, ...) or an école (ecole_moins_J, ...)", start, word)
    return Reason(REASONS[word], line.whole("points"))


def _fault(line: RecordLine) -> Faulted:
    side = _side(line)
    fault = line.one_of(FaultName, FaultName, "a fault")
    cases: tuple[Case, ...] = ()
    if line.may(":"):
        cases = _comma_list(line, lambda of: _case(of, side))
    return Faulted(side, fault, cases)


def _case(line: RecordLine, side: Side) -> Case:
    start = line.at
    word = line.take(r"[^\s,]+", "a case")[0]
    try:
        return parse_case(word, side)
    except NotationError as error:
        raise line.error(error.expected, start, word) from None


def _remedy(line: RecordLine, thrower: Side) -> Remedied:
    by = _side(line)
    remedy = line.one_of(RemedyName, RemedyName, "a remedy")
    return Remedied(by, remedy, _moves(line, thrower) if line.may(":") else None)


def _comma_list(line: RecordLine, item: Callable[[RecordLine], T]) -> tuple[T, ...]:
    items = [item(line)]
    while line.may(","):
        items.append(item(line))
    return tuple(items)


def _resultat(line: RecordLine) -> Resultat:
    winner = line.one_of(str, (*Side, "nul"), "the winner")
    trous = line.take(r"([0-9]{1,6})-([0-9]{1,6})(?!\S)", "trous like 12-5")
    by = line.may(r"(petite|grande)(?!\S)")
    return Resultat(
        None if winner == "nul" else Side(winner),
        int(trous[1]),
        int(trous[2]),
        Bredouille.SIMPLE if by is None else Bredouille[by[1].upper()],
        _side(line) if line.may(r"pavillon(?!\S)") else None,
    )
