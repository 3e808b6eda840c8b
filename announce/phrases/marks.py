"""The phrases for points and trous, for holding and leaving, and for the end of a tour."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from announce.announcement import NEW_THROW, SCORE, Priority, Severity, Subject
from announce.phrases.registry import AnnouncementKind, Entries, Entry, Line, Manner
from announce.phrases.solo import own_choice, own_marks
from announce.phrases.throws import HEAD, POINTS
from announce.phrases.words import Words, sentence
from events.state import Mode
from events.trictrac.rulings import HeldOrLeft, Marked, ReleveRuled, TourWon
from rules.position import ReleveCause, Side


def _marked_line(ruling: Marked, words: Words, manner: Manner) -> Line:
    """Say who marked or took off points or trous, and how many; never whether that was right."""
    sides, text = words.sides(ruling.side), words.catalogue.text
    if not ruling.points:
        return Line("", "")
    if ruling.side is manner.companion and ruling.points > 0:
        return Line.both(own_marks(ruling, words, jetons=manner.jetons))
    points = words.points(abs(ruling.points))
    if ruling.points < 0:
        if not ruling.trous:
            return Line.both(text("marked.back", points=points, **sides))
        return Line.both(
            text("marked.back.trous", trous=words.trous(-ruling.trous), total=words.number(ruling.total), **sides)
        )
    long, short = (_sentences(ruling, words, form) for form in (None, "short"))
    if manner.explains and ruling.owed > ruling.points:
        long.append(sentence(text("marked.forgotten", points=words.points(ruling.owed), **sides)))
    line = " ".join(long)
    # In these modes the value of the throw has just been announced: only trous are news.
    if manner.mode in (Mode.SCORE, Mode.SOLO) and not ruling.trous:
        return Line(line, "", "")
    return Line(line, line, short[0])


def _sentences(ruling: Marked, words: Words, form: str | None) -> list[str]:
    """Say what was marked. The form "short" begins with the side's name alone: a fault can break in after it."""
    text, key = words.catalogue.text, "marked.ecole" if ruling.ecole else "marked"
    if not ruling.trous:
        return [sentence(text(key, form, points=words.points(ruling.points), **words.sides(ruling.side)))]
    said = _trous(ruling, words, form)
    if ruling.reste:
        said.append(text("marked.reste", reste=words.number(ruling.reste)))
    return [sentence(part) for part in said]


def _trous(ruling: Marked, words: Words, form: str | None) -> list[str]:
    """Say the trous, whether they make a partie bredouille (Jeu 1), and the total out of twelve."""
    text, total = words.catalogue.text, words.number(ruling.total)
    key = "marked.trous.ecole" if ruling.ecole else "marked.trous"
    first = text(key, form, trous=words.trous(ruling.trous), **words.sides(ruling.side))
    alone = ruling.total == ruling.trous
    if ruling.bredouille and not ruling.ecole:
        said = text("marked.trous.bredouille", marked=first)
        return [said] if alone else [said, text("marked.total.bredouille", total=total)]
    return [text("marked.first", marked=first) if alone else text("marked.total", marked=first, total=total)]


def _marked_kind(ruling: Marked, _manner: Manner) -> AnnouncementKind:
    subject = SCORE[ruling.side]
    priority = Priority.HIGH if ruling.trous or ruling.ecole else Priority.NORMAL
    return AnnouncementKind(subject, Severity.NOTICE, priority, frozenset({subject}), withdrawn=True)


def _held_line(ruling: HeldOrLeft, words: Words, manner: Manner) -> Line:
    """Say that a player holds or leaves. In score mode holding is only written: the player has said it himself."""
    if ruling.side is manner.companion:
        return Line.both(own_choice(ruling, words))
    line = Line.both(words.catalogue.text("left" if ruling.left else "held", **words.sides(ruling.side)))
    return line if ruling.left or manner.mode is not Mode.SCORE else Line(line.text, "")


def _releve_line(ruling: ReleveRuled, words: Words, _manner: Manner) -> Line:
    said = (
        words.catalogue.text(f"releve.{ruling.cause}"),
        words.catalogue.text("releve.first", **words.sides(ruling.first)),
    )
    return Line.both(" ".join(map(sentence, said)))


def _won_line(ruling: TourWon, words: Words, _manner: Manner) -> Line:
    key = "tour.grande_bredouille" if ruling.grande_bredouille else "tour"
    trous, adverse = words.trous(ruling.trous), words.number(ruling.trous_adverse)
    return Line.both(words.catalogue.text(key, trous=trous, adverse=adverse, **words.sides(ruling.side)))


_EITHER: Final = ((False, True), (False, True))


def _marks() -> Iterator[Marked]:
    for side in Side:
        for points, ecole in itertools.product(POINTS, (False, True)):
            yield Marked(*HEAD, side, points, 0, points % 12, False, 0, ecole, points)
            yield Marked(*HEAD, side, points, 0, points % 12, False, 0, ecole, points + 2)
            yield Marked(*HEAD, side, -points, 0, 0, False, 0, ecole, 0)
        for trous, reste, bredouille, ecole in itertools.product((1, 2, 3, 4), range(0, 11, 2), *_EITHER):
            if bredouille and trous % 2:
                continue  # A partie bredouille is two trous.
            yield Marked(*HEAD, side, 12, trous, reste, bredouille, trous, ecole, 0)
            yield Marked(*HEAD, side, 12, trous, reste, bredouille, trous + 1, ecole, 0)
        for total in range(13):
            yield Marked(*HEAD, side, 12, 1, 0, False, max(total, 1), False, 0)
            yield Marked(*HEAD, side, -12, -1, 0, False, total, False, 0)
        yield Marked(*HEAD, side, -12, -2, 0, False, 3, False, 0)


def _tours() -> Iterator[TourWon]:
    for side, bredouille in itertools.product(Side, (False, True)):
        for trous, adverse in itertools.product(range(12, 17), range(12)):
            yield TourWon(*HEAD, side, trous, adverse, bredouille, bredouille)


MARKS: Final[Entries] = {
    Marked: Entry(words=_marked_line, kind=_marked_kind, examples=_marks),
    HeldOrLeft: Entry(
        words=_held_line,
        kind=AnnouncementKind(Subject.COURSE, Severity.NOTICE, withdrawn=True),
        examples=lambda: (HeldOrLeft(*HEAD, side, left) for side in Side for left in (False, True)),
    ),
    ReleveRuled: Entry(
        words=_releve_line,
        kind=AnnouncementKind(Subject.COURSE, Severity.NOTICE, stales=NEW_THROW, withdrawn=True),
        examples=lambda: (ReleveRuled(*HEAD, cause, side) for side in Side for cause in ReleveCause),
    ),
    TourWon: Entry(
        words=_won_line,
        kind=AnnouncementKind(Subject.COURSE, Severity.NOTICE, Priority.URGENT, NEW_THROW, withdrawn=True),
        examples=_tours,
    ),
}
"""The entries for the score."""
