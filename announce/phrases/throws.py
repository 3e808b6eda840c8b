"""The phrases for a throw: its dice, what each jan is worth and why, or that it must be thrown again."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from announce.announcement import NEW_THROW, Priority, Severity, Subject
from announce.notice import Guessed
from announce.phrases.registry import AnnouncementKind, Entries, Entry, Line, Manner, articles
from announce.phrases.words import Words, sentence
from events.rulings import DiceTrouble, ThrowRefused, ThrowWorth
from events.state import Mode
from rules.jan import Jan, JanName, Way
from rules.position import Side

HEAD: Final = ("", 0.0, 1)
"""Id, time and throw of an example."""
POINTS: Final = range(2, 25, 2)
FACES: Final = range(1, 7)


def gains(jans: Sequence[Jan], words: Words, *, brief: bool = False) -> str:
    """Say what a throw gives each side, the greater gain first: "huit points aux blancs et deux points aux noirs"."""
    key = "throw.gain.brief" if brief else "throw.gain"
    totals = {side: sum(jan.points for jan in jans if jan.side is side) for side in Side}
    ranked = sorted((side for side in Side if totals[side]), key=lambda side: -totals[side])
    return words.join_items(
        [
            words.catalogue.text(
                key, points=words.points(totals[side]), n=words.number(totals[side]), **words.sides(side)
            )
            for side in ranked
        ]
    )


def worth_line(ruling: ThrowWorth, words: Words, manner: Manner) -> Line:
    """Say the dice, then, depending on the mode, the points, or every jan with its reason."""
    dice, text = words.dice(ruling.dice), words.catalogue.text
    bare = sentence(text("throw", "short", dice=dice))
    if manner.asking:
        return Line.both(f"{bare} {sentence(text('guess.ask'))}", bare)
    if manner.discreet or not ruling.jans:
        return Line.both(" ".join([bare, *_unplayable(ruling, words, manner)]), bare)
    gained = gains(ruling.jans, words)
    said = sentence(text("throw.worth", dice=dice, gains=gained))
    brief = sentence(text("throw.brief", dice=dice, gains=gains(ruling.jans, words, brief=True)))
    if manner.explains:
        return Line.both(" ".join(_explain_jan(ruling, words, manner)), said)
    jans = words.join_items([_item(jan, words) for jan in ruling.jans])
    written = sentence(text("throw.detail", dice=dice, jans=jans, gains=sentence(gained)))
    return Line(written, said, brief)


def _item(jan: Jan, words: Words) -> str:
    name = words.catalogue.text(f"jan.{jan.name}", "short", **words.sides(jan.side))
    return words.catalogue.text("throw.jan", jan=name, digits=str(jan.points))


def _explain_jan(ruling: ThrowWorth, words: Words, manner: Manner) -> Iterator[str]:
    """Explain a jan in full the first time, by its name the second time, then only in the total of points."""
    text, met, said, known = words.catalogue.text, dict(manner.met), [], []
    for jan in ruling.jans:
        level = met[jan.name] = met.get(jan.name, 0) + 1
        if level > NAMED:
            known.append(jan)
            continue
        name = _reason(jan, ruling, words) if level == 1 else text(f"jan.{jan.name}", "short", **words.sides(jan.side))
        said.append(_with_points(jan, name, ruling, words))
    gained = gains(ruling.jans, words)
    if said:
        yield sentence(text("throw", "full", dice=words.dice(ruling.dice), **words.sides(ruling.side)))
        yield from said
        if known:
            yield sentence(text("throw.known", gains=gains(known, words)))
        if len(ruling.jans) > 1:
            yield sentence(text("throw.total", gains=gained))
    else:
        yield sentence(text("throw.worth", dice=words.dice(ruling.dice), gains=gained))
    yield from _unplayable(ruling, words, manner)


def every_jan(ruling: ThrowWorth, words: Words) -> Iterator[str]:
    """Explain each jan of a throw in full, then give their total; the dice are not said."""
    for jan in ruling.jans:
        yield _with_points(jan, _reason(jan, ruling, words), ruling, words)
    if len(ruling.jans) > 1:
        yield sentence(words.catalogue.text("throw.total", gains=gains(ruling.jans, words)))


def _with_points(jan: Jan, name: str, ruling: ThrowWorth, words: Words) -> str:
    # Every full reason names the thrower. The other side is named only when it marks.
    key = "throw.item" if jan.side is ruling.side else "throw.item.other"
    return sentence(words.catalogue.text(key, jan=name, points=words.points(jan.points), **words.sides(jan.side)))


TO_THE_OTHER: Final = (
    JanName.CONTRE_DEUX_TABLES,
    JanName.CONTRE_MEZEAS,
    JanName.BATTRE_A_FAUX,
    JanName.IMPUISSANCE,
    JanName.MARGOT_LA_FENDUE,
)
"""The jans whose points go to the adversary."""
FILLED: Final = (JanName.PETIT_JAN_REMPLI, JanName.GRAND_JAN_REMPLI, JanName.JAN_DE_RETOUR_REMPLI)
"""The jans that are worth more when done in several ways. The ways are counted, not explained one by one."""
NAMED: Final = 2
"""How often a jan is named to a pupil: in full, then in short. After that only its points are in the total."""


def _unplayable(ruling: ThrowWorth, words: Words, manner: Manner) -> list[str]:
    """Say in a lesson how many numbers can be played, unless both can."""
    named = any(jan.name is JanName.IMPUISSANCE for jan in ruling.jans)
    if manner.explains and ruling.dice_playable < 2 and not named:
        return [sentence(words.catalogue.text(f"throw.playable.{ruling.dice_playable}"))]
    return []


def _reason(jan: Jan, ruling: ThrowWorth, words: Words) -> str:
    """Say a jan with its reason: which side does it, where, with which dame and which number."""
    case = None if jan.case is None else words.place(ruling.side, jan.case)
    values = {"case": case, **words.sides(ruling.side)}
    key = f"jan.{jan.name}"
    reason = words.catalogue.text(key, "full", **values)
    if how := _ways(jan, ruling, words):
        return words.catalogue.text("jan.how", jan=reason, how=how)
    if jan.ways > 1 and jan.name in FILLED:
        return words.catalogue.text("jan.ways", jan=reason, ways=words.catalogue.plural("ways", jan.ways))
    return reason


def _ways(jan: Jan, ruling: ThrowWorth, words: Words) -> str:
    """Say which dame beats with which number. Empty for other jans and for a way of several dames."""
    if jan.name not in (JanName.BATTRE_A_VRAI, JanName.BATTRE_A_FAUX) or not jan.how:
        return ""
    said = []
    for way in jan.how:
        if len(way.dames) != 1:
            return ""
        ((start, end),) = way.dames
        number = end - start
        single = number in ruling.dice and way.rest is None
        said.append(
            words.catalogue.text(
                "way.one" if single else "way.both",
                start=words.case(ruling.side, start),
                die=words.die(number) if single else "",
            )
        )
    return words.join_items(said)


def _worth_kind(ruling: ThrowWorth, manner: Manner) -> AnnouncementKind:
    cited = None if manner.discreet or manner.asking else articles(jan.article for jan in ruling.jans)
    return AnnouncementKind(Subject.THROW, stales=NEW_THROW, article=cited)


def _refused_line(ruling: ThrowRefused, words: Words, _manner: Manner) -> Line:
    sides, text = words.sides(ruling.side), words.catalogue.text
    if ruling.trouble is DiceTrouble.OUT_OF_TURN:
        return Line.both(text("refused.out_of_turn", **sides), text("refused.out_of_turn.brief", **sides))
    return Line.both(text("refused", reason=text(f"refused.{ruling.trouble}", **sides), **sides))


def _guessed_line(ruling: Guessed, words: Words, manner: Manner) -> Line:
    """Say the verdict and how far off each side's points were, then explain the throw as in a lesson."""
    text = words.catalogue.text
    said = [text("guess.right" if ruling.right else "guess.wrong")]
    for side, guess in zip((Side.BLANCS, Side.NOIRS), ruling.guess, strict=True):
        off = sum(jan.points for jan in ruling.worth.jans if jan.side is side) - guess
        if off:
            key = "guess.missing" if off > 0 else "guess.too_much"
            said.append(text(key, points=words.points(abs(off)), **words.sides(side)))
    if not ruling.worth.jans:
        said.append(text("guess.nothing"))
    verdict = " ".join(map(sentence, said))
    worth = worth_line(ruling.worth, words, Manner(Mode.LESSON, met=manner.met))
    return Line(f"{verdict} {worth.text}", f"{verdict} {worth.spoken}", verdict)


def _throws() -> Iterator[ThrowWorth]:
    for low, high in itertools.combinations_with_replacement(FACES, 2):
        for side in Side:
            yield ThrowWorth(*HEAD, side, (high, low), (), 2)
    for side in Side:
        yield from _gains(side)
        for playable in (0, 1):
            yield ThrowWorth(*HEAD, side, (6, 4), (), playable)
        for name, ways in itertools.product(JanName, (1, 2, 3)):
            by = side.adversary if name in TO_THE_OTHER else side
            playable = 1 if name is JanName.IMPUISSANCE else 2
            dice = (6, 1) if name in (JanName.MEZEAS, JanName.CONTRE_MEZEAS) else (6, 4)
            yield ThrowWorth(*HEAD, side, dice, (Jan(name, by, ways, 4, "", None, 18),), playable)
        for case in range(1, 25):
            jan = Jan(JanName.BATTRE_A_VRAI, side, 1, 4, "", None, case)
            yield ThrowWorth(*HEAD, side, (6, 4), (jan,), 2)
        for face in FACES:
            for start in range(1, 13):
                beaten = start + 6 + face
                way = Way(((beaten - face, beaten),))
                whole = Way(((start, beaten),), start + 6)
                for how in ((way,), (whole, way), (way, whole)):
                    jan = Jan(JanName.BATTRE_A_VRAI, side, len(how), 4, "", None, beaten, how)
                    yield ThrowWorth(*HEAD, side, (6, face), (jan,), 2)


def _guesses() -> Iterator[Guessed]:
    for side in Side:
        worth = ThrowWorth(*HEAD, side, (6, 4), (Jan(JanName.SORTIE, side, 1, 6, ""),), 2)
        nothing = ThrowWorth(*HEAD, side, (6, 4), (), 2)
        yield Guessed("", 0.0, 1, right=True, worth=nothing)
        for points in (*POINTS, 0):
            yield Guessed("", 0.0, 1, points == 0, nothing, (points, points))
            yield Guessed("", 0.0, 1, right=False, worth=worth, guess=(points, points))


def _gains(side: Side) -> Iterator[ThrowWorth]:
    """Yield every sum of points: alone, first and second."""
    for points in POINTS:
        own = Jan(JanName.BATTRE_A_VRAI, side, 1, points, "", None, 18)
        for other in (2, 24):
            theirs = Jan(JanName.BATTRE_A_FAUX, side.adversary, 1, other, "", None, 20)
            yield ThrowWorth(*HEAD, side, (6, 4), (own, theirs), 2)
        yield ThrowWorth(*HEAD, side, (6, 4), (own,), 2)


THROWS: Final[Entries] = {
    ThrowWorth: Entry(
        words=worth_line,
        kind=_worth_kind,
        name=lambda _ruling, manner: "throw_asked" if manner.asking else "throw_worth",
        examples=_throws,
    ),
    ThrowRefused: Entry(
        words=_refused_line,
        kind=lambda ruling, _manner: AnnouncementKind(
            Subject.THROW, Severity.WARNING, Priority.HIGH, NEW_THROW, article=ruling.article
        ),
        examples=lambda: (
            ThrowRefused(*HEAD, side, trouble, "") for side, trouble in itertools.product(Side, DiceTrouble)
        ),
    ),
    Guessed: Entry(
        words=_guessed_line,
        kind=AnnouncementKind(Subject.THROW, Severity.NOTICE, stales=NEW_THROW),
        examples=_guesses,
    ),
}
"""The entries for dice."""
