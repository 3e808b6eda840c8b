"""What the companion says of its own side in a solo game, as "I", and what it advises."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from announce.phrases.coaching import coach_phrase
from announce.phrases.words import sentence
from rules.play import Move
from rules.position import BANDE, COIN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from announce.notice import Advice, LevelChanged, Reviewed, StillToMake
    from announce.phrases.words import Words
    from events.trictrac.rulings import CarriedOut, HeldOrLeft, Marked, MarksAmiss, PlayToMake
    from rules.position import Dice, Side


def numbered(side: Side, dice: Dice, moves: Sequence[Move], words: Words) -> str:
    """A play with the number each dame plays: "cinq du talon à la case cinq et trois de la case huit au coin"."""
    said = []
    for move, count in Counter(moves).items():
        length, text = move.end - move.start, words.catalogue.text
        way = text("move", from_case=words.case(side, move.start, "from"), to_case=words.case(side, move.end, "to"))
        if count > 1:
            way = text("solo.move.several", dames=words.dames(count), way=way)
        elif length == sum(dice):
            way = text("solo.move.whole", way=way)
        elif length in dice and move.end < BANDE:
            way = text("solo.move", number=text("solo.ace" if length == 1 else f"face.{length}"), way=way)
        said.append(way)
    listed = words.listed(said)
    by_power = len(moves) == len(dice) and all(move.end == COIN for move in moves)
    by_power = by_power and sorted(COIN - move.start for move in moves) == sorted(number - 1 for number in dice)
    return words.catalogue.text("solo.move.power", moves=listed) if by_power else listed


def play_to_make(told: PlayToMake, words: Words) -> str:
    """How its dames are to be moved."""
    if not told.moves:
        return words.catalogue.text("solo.play.none")
    return words.catalogue.text("solo.play", moves=numbered(told.side, told.dice, told.moves, words))


def still_to_make(told: StillToMake, words: Words) -> str:
    """The rest of a play that was begun."""
    return words.catalogue.text("solo.still", moves=numbered(told.side, told.dice, told.moves, words))


def carried_out(told: CarriedOut, words: Words) -> str:
    """Thanks, or what is still to be moved."""
    text = words.catalogue.text
    if not told.differences:
        return text("solo.right")
    extra = [case for case, due, there in told.differences for _ in range(there - due)]
    lacking = [case for case, due, there in told.differences for _ in range(due - there)]
    ways = [Move(start, end) for start, end in zip(extra, lacking, strict=False)]
    said = [
        text(
            "solo.wrong.move", from_case=words.case(told.side, way.start, "from"),
            to_case=words.case(told.side, way.end, "to"),
        )
        for way in ways
    ]  # fmt: skip
    said += [text("solo.wrong.take", from_case=words.case(told.side, case, "from")) for case in extra[len(lacking) :]]
    said += [text("solo.wrong.put", to_case=words.case(told.side, case, "to")) for case in lacking[len(extra) :]]
    return text("solo.wrong", list=words.listed(said))


def own_marks(told: Marked, words: Words, *, jetons: bool) -> str:
    """What it marks; with jetons, where the player puts them."""
    text = words.catalogue.text
    said = [text("marked.ecole", points=words.points(told.points))] if told.ecole else []
    if told.trous:
        said.append(text("solo.marks.trous", trous=words.trous(told.trous)))
        if jetons:
            said.append(text("solo.fichet", trou=words.catalogue.number(told.total)))
            said.append(text("solo.jeton" if told.reste else "solo.jeton.home", points=words.points(told.reste)))
    else:
        said.append(text("solo.marks", points=words.points(told.points)))
        if jetons:
            said.append(text("solo.jeton", points=words.points(told.reste)))
    return " ".join(sentence(part) for part in said)


def marks_amiss(told: MarksAmiss, words: Words) -> str:
    """Where its jeton or its fichet should be."""
    text = words.catalogue.text
    if told.trous != told.trous_expected:
        return text("solo.amiss.fichet", trou=words.catalogue.number(told.trous_expected))
    return text("solo.amiss.jeton", points=words.points(told.points_expected), there=words.points(told.points))


def own_choice(told: HeldOrLeft, words: Words) -> str:
    """That it stays, or goes."""
    return words.catalogue.text("solo.left" if told.left else "solo.held")


def advice(told: Advice, words: Words) -> str:
    """What to play, and why."""
    text = words.catalogue.text
    if told.leaves:
        return text("solo.advice.leave")
    said = [text("solo.advice", moves=words.moves(told.side, told.moves))]
    said += [coach_phrase(reason, told.side, words.catalogue.language) for reason in told.reasons]
    return " ".join(sentence(part) for part in said)


def reviewed(told: Reviewed, words: Words) -> str:
    """Which play was better, by how much, and why."""
    text = words.catalogue.text
    loss = f"{told.loss:.1f}".replace(".", text("decimal"))
    said = [
        text("solo.better", moves=words.moves(told.side, told.moves)),
        text("solo.better.by", loss=loss, chance=str(round(100 * told.chance))),
    ]
    said += [coach_phrase(reason, told.side, words.catalogue.language) for reason in told.reasons]
    return " ".join(sentence(part) for part in said)


def level_changed(told: LevelChanged, words: Words) -> str:
    """How well it plays now."""
    return words.catalogue.text("solo.level", level=words.catalogue.text(f"level.{told.level}"))
