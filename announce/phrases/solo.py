"""The companion's words about its own side in a solo game, as "I", and its advice."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from announce.announcement import SCORE, Priority, Severity, Subject
from announce.notice import Advice, JetonUnseen, LevelChanged, Reviewed, StillToMake
from announce.phrases.registry import AnnouncementKind, Entries, Entry, Line, Manner, coach_phrase
from announce.phrases.throws import HEAD
from announce.phrases.words import Words, sentence
from coach.levels import levels
from coach.trictrac.reasons import Reason, ReasonName
from events.rulings import CarriedOut, PlayToMake
from events.trictrac.rulings import HeldOrLeft, Marked, MarksAmiss
from rules.play import Move
from rules.position import BANDE, COIN, Dice, Side


def numbered_play(side: Side, dice: Dice, moves: Sequence[Move], words: Words) -> str:
    """Say a play with the number each dame plays, the higher first: "cinq du talon à la case cinq et trois …"."""
    if not words.numbers:
        return words.moves(side, moves)
    said = []
    for move, count in sorted(Counter(moves).items(), key=lambda counted: counted[0].start - counted[0].end):
        length, text = move.end - move.start, words.catalogue.text
        way = text("move", start=words.case(side, move.start), end=words.case(side, move.end))
        if count > 1:
            way = text("solo.move.several", dames=words.dames(count), way=way)
        elif length == sum(dice):
            way = text("solo.move.whole", way=way)
        elif length in dice and move.end < BANDE:
            way = text(
                "solo.move",
                number=words.catalogue.text("solo.ace") if length == 1 else format(words.die(length), "name"),
                way=way,
            )
        said.append(way)
    listed = words.join_items(said)
    by_power = len(moves) == len(dice) and all(move.end == COIN for move in moves)
    by_power = by_power and sorted(COIN - move.start for move in moves) == sorted(number - 1 for number in dice)
    return words.catalogue.text("solo.move.power", moves=listed) if by_power else listed


def play_to_make(ruling: PlayToMake, words: Words) -> str:
    """Say how the player must move the companion's dames."""
    if not ruling.moves:
        return words.catalogue.text("solo.play.none")
    return words.catalogue.text("solo.play", moves=numbered_play(ruling.side, ruling.dice, ruling.moves, words))


def still_to_make(ruling: StillToMake, words: Words) -> str:
    """Say the rest of a play that was begun."""
    return words.catalogue.text("solo.still", moves=numbered_play(ruling.side, ruling.dice, ruling.moves, words))


def thanks_or_rest(ruling: CarriedOut, words: Words) -> str:
    """Thank the player, or say what is still to be moved."""
    text = words.catalogue.text
    if not ruling.differences:
        return text("solo.right")
    extra = [case for case, due, there in ruling.differences for _ in range(there - due)]
    lacking = [case for case, due, there in ruling.differences for _ in range(due - there)]
    ways = [Move(start, end) for start, end in zip(extra, lacking, strict=False)]
    said = [
        text("solo.wrong.move", start=words.case(ruling.side, way.start), end=words.case(ruling.side, way.end))
        for way in ways
    ]
    said += [text("solo.wrong.take", start=words.case(ruling.side, case)) for case in extra[len(lacking) :]]
    said += [text("solo.wrong.put", end=words.case(ruling.side, case)) for case in lacking[len(extra) :]]
    return text("solo.wrong", list=words.join_items(said))


def own_marks(ruling: Marked, words: Words, *, jetons: bool) -> str:
    """Say what the companion marks and, with jetons, where the player must put them."""
    text = words.catalogue.text
    if ruling.ecole and not ruling.trous:
        said = [text("solo.marks.ecole", points=words.points(ruling.points))]
        return " ".join(
            map(sentence, [*said, text("solo.jeton", points=words.points(ruling.reste))] if jetons else said)
        )
    said = []
    if ruling.trous:
        said.append(text("solo.marks.trous", trous=words.trous(ruling.trous)))
        if jetons:
            said.append(text("solo.fichet", trou=words.catalogue.number(ruling.total)))
            said.append(text("solo.jeton" if ruling.reste else "solo.jeton.home", points=words.points(ruling.reste)))
    else:
        said.append(text("solo.marks", points=words.points(ruling.points)))
        if jetons:
            said.append(text("solo.jeton", points=words.points(ruling.reste)))
    return " ".join(sentence(part) for part in said)


def marks_amiss(ruling: MarksAmiss, words: Words) -> str:
    """Say where the companion's jeton or fichet should be."""
    text = words.catalogue.text
    if ruling.trous != ruling.trous_expected:
        return text("solo.amiss.fichet", trou=words.catalogue.number(ruling.trous_expected))
    key = "solo.amiss.jeton.home" if not ruling.points_expected else "solo.amiss.jeton.start"
    if ruling.points and ruling.points_expected:
        key = "solo.amiss.jeton"
    return text(key, points=words.points(ruling.points_expected), there=words.points(ruling.points))


def jeton_unseen(ruling: JetonUnseen, words: Words) -> str:
    """Say that a jeton is out of sight, and where it should be."""
    key = "solo.unseen.mine" if ruling.companion else "solo.unseen.yours"
    return words.catalogue.text(key, points=words.points(ruling.points))


def own_choice(ruling: HeldOrLeft, words: Words) -> str:
    """Say that the companion holds or leaves."""
    return words.catalogue.text("solo.left" if ruling.left else "solo.held")


def advice(ruling: Advice, words: Words) -> str:
    """Say what to play, and why."""
    text = words.catalogue.text
    if ruling.leaves:
        return text("solo.advice.leave")
    said = [text("solo.advice", moves=words.moves(ruling.side, ruling.moves))]
    said += [coach_phrase(reason, ruling.side, words.catalogue.language) for reason in ruling.reasons]
    return " ".join(sentence(part) for part in said)


def review(ruling: Reviewed, words: Words) -> str:
    """Say which play was better, by how much, and why."""
    text = words.catalogue.text
    lost = round(ruling.loss, 1)
    loss = words.catalogue.decimal(lost, "g")
    # Below two a decimal is counted as none: 1,9 trou in French, 1.9 holes in English.
    count = int(lost) if lost >= 2 or lost == 1 else 0
    said = [
        text("solo.better", moves=words.moves(ruling.side, ruling.moves)),
        words.catalogue.plural("solo.better.by", count, loss=loss, chance=str(round(100 * ruling.chance))),
    ]
    said += [coach_phrase(reason, ruling.side, words.catalogue.language) for reason in ruling.reasons]
    return " ".join(sentence(part) for part in said)


def level_changed(ruling: LevelChanged, words: Words) -> str:
    """Say at which level the companion plays now."""
    return words.catalogue.text("solo.level", level=words.catalogue.text(f"level.{ruling.level}"))


def _same_line(words_of: Callable[[Any, Words], str]) -> Callable[[Any, Words, Manner], Line]:
    """Return an entry's words: the same to read and to hear."""
    return lambda ruling, words, _manner: Line.both(words_of(ruling, words))


def _misplaced(ruling: MarksAmiss | JetonUnseen, _manner: Manner) -> AnnouncementKind:
    subject = SCORE[ruling.side]
    return AnnouncementKind(subject, Severity.WARNING, Priority.HIGH, frozenset({subject}))


_TO_MAKE: Final = AnnouncementKind(Subject.PLAY, Severity.NOTICE, Priority.HIGH, frozenset({Subject.PLAY}))
_WAYS: Final = (
    ((6, 4), (Move(1, 7), Move(1, 5))),
    ((6, 4), (Move(1, 11),)),
    ((3, 3), (Move(1, 4), Move(1, 4))),
    ((6, 1), (Move(1, 7), Move(3, 4))),
    ((6, 5), (Move(7, 12), Move(8, 12))),
    ((6, 4), (Move(20, 25), Move(21, 25))),
)


def _to_make() -> Iterator[PlayToMake]:
    for side in Side:
        yield PlayToMake(*HEAD, side, (6, 4), ())
        for dice, moves in _WAYS:
            yield PlayToMake(*HEAD, side, dice, moves)
        for case in range(1, 24):
            yield PlayToMake(*HEAD, side, (6, 4), (Move(case, min(case + 6, 25)), Move(case, min(case + 4, 25))))


def _carried_out_samples() -> Iterator[CarriedOut]:
    for side, case in itertools.product(Side, range(1, 25)):
        yield CarriedOut(*HEAD, side, ())
        yield CarriedOut(*HEAD, side, ((case, 1, 2), (5, 2, 1)))
        yield CarriedOut(*HEAD, side, ((5, 1, 2), (case, 2, 1)))
        yield CarriedOut(*HEAD, side, ((case, 1, 2),))
        yield CarriedOut(*HEAD, side, ((case, 2, 1),))


_REASONS: Final = (Reason(ReasonName.SAFE), Reason(ReasonName.COIN))

SOLO: Final[Entries] = {
    PlayToMake: Entry(words=_same_line(play_to_make), kind=_TO_MAKE, examples=_to_make),
    StillToMake: Entry(
        words=_same_line(still_to_make),
        kind=_TO_MAKE,
        examples=lambda: (StillToMake(*HEAD, side, *way) for side in Side for way in _WAYS),
    ),
    CarriedOut: Entry(
        words=_same_line(thanks_or_rest),
        kind=lambda ruling, _manner: AnnouncementKind(
            Subject.PLAY,
            Severity.WARNING if ruling.differences else Severity.INFO,
            Priority.HIGH,
            frozenset({Subject.PLAY}),
        ),
        examples=_carried_out_samples,
        cases=lambda ruling: tuple((ruling.side, case) for case, _, _ in ruling.differences),
    ),
    MarksAmiss: Entry(
        words=_same_line(marks_amiss),
        kind=_misplaced,
        examples=lambda: (
            MarksAmiss(*HEAD, side, points, trous, expected, 3)
            for side in Side
            for points, trous, expected in (
                *((there, 3, due) for there, due in itertools.permutations(range(0, 12, 2), 2)),
                (4, 1, 4),
            )
        ),
    ),
    JetonUnseen: Entry(
        words=_same_line(jeton_unseen),
        kind=_misplaced,
        examples=lambda: (
            JetonUnseen(*HEAD, side, points, companion)
            for side in Side
            for points in range(2, 12, 2)
            for companion in (True, False)
        ),
    ),
    Advice: Entry(
        words=_same_line(advice),
        kind=AnnouncementKind(Subject.PLAY, Severity.NOTICE),
        examples=lambda: (
            Advice(*HEAD, side, moves, _REASONS, leaves)
            for side in Side
            for moves, leaves in ((_WAYS[0][1], False), ((), True))
        ),
    ),
    Reviewed: Entry(
        words=_same_line(review),
        kind=AnnouncementKind(Subject.PLAY, Severity.NOTICE),
        examples=lambda: (Reviewed(*HEAD, side, _WAYS[0][1], _REASONS, 0.4, 0.03) for side in Side),
    ),
    LevelChanged: Entry(
        words=_same_line(level_changed),
        kind=AnnouncementKind(Subject.COURSE, Severity.NOTICE),
        examples=lambda: (LevelChanged("", 0.0, level) for level in levels("trictrac")),
    ),
}
"""The entries for a solo game and for the coach's words at the table."""
