"""The answers of `tablier coach` about trictrac (contract 5; docs/coach.md)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Final

import msgspec

import announce.phrases.trictrac  # noqa: F401 - the words for its reasons
from coach.lines import Say, choices_json, level_of
from coach.trictrac.advice import Situation, choices, departure, warm_up, why
from coach.trictrac.partie import PartieStanding, Stake
from rules.batch.marks import ENDLESS
from rules.games.a_ecrire import Convention
from rules.marking import TROUS_DU_TOUR, Holding, Score
from rules.position import Position, Side
from rules.question import InvalidLine, Json, both_sides, is_whole, required_field, shorten, trait
from rules.question import code as code_of
from rules.question import coup as coup_of
from rules.question import dice as dice_of

MOST: Final = 10_000
"""Marqués or jetons; no partie has more."""


def _plays(question: Json, say: Say) -> Json:
    situation = _situation(question)
    found = choices(situation, dice_of(required_field(question, "dice")), *level_of(question, "trictrac"))
    return choices_json(found, (say(reason, situation.side) for reason in why(situation, found[0])))


def _departure(question: Json, _: Say) -> Json:
    dice = question.get("dice")
    found = departure(_situation(question), None if dice is None else dice_of(dice))
    return {"hold": round(found.hold, 4), "leave": round(found.leave, 4)}


def _situation(question: Json) -> Situation:
    position, side = Position(*both_sides(question, 24)), trait(question)
    given = coup_of(question)
    partie = None if question.get("partie") is None else _partie(question["partie"])
    stake = None if partie is None else partie.stake()
    score = _score(question, TROUS_DU_TOUR if stake is None else stake.plafond or ENDLESS)
    if partie is not None:
        score = replace(score, pavillon=partie.pavillon)
    situation = Situation(position, side, score, code=code_of(question), stake=stake)
    return situation if given is None else situation.at_throw(given)


class _Each(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    blancs: Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)] = 0
    noirs: Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)] = 0


class _Partie(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A partie à écrire of two players.

    won: marqués won by each; jetons: each one's account of marqués; first: who has the primauté; the rest as in
    `rules.games.a_ecrire`.
    """

    marques: Annotated[int, msgspec.Meta(ge=2, le=MOST)] = 2
    won: _Each = _Each()
    jetons: _Each = _Each()
    consolation: Annotated[int, msgspec.Meta(le=MOST)] = 2
    mise: Annotated[int, msgspec.Meta(le=MOST)] = 1
    refaits: Annotated[int, msgspec.Meta(ge=0, le=16)] = 0
    first: Side = Side.BLANCS
    plafond: int | None = None
    pavillon: Side | None = None

    def stake(self) -> Stake:
        """Return what the next marqué is worth. Raises ValueError for rules or marqués that cannot be."""
        Convention((("blancs",), ("noirs",)), self.marques, self.consolation, self.mise, self.plafond)
        won, lost = self.won.blancs, self.won.noirs
        if won < 0 or lost < 0 or won + lost >= self.marques:
            raise InvalidLine(f"partie.won: {won} and {lost}, expected fewer than {self.marques} marqués in all")
        ahead = (self.jetons.blancs - self.jetons.noirs) / 2
        standing = PartieStanding(won, lost, self.marques, won + lost, self.marques, ahead, self.mise)
        return Stake(self.consolation * 2**self.refaits, standing.beyond(), self.first, self.plafond)


def _partie(given: Any) -> _Partie:  # noqa: ANN401 - any JSON value may stand in a field
    try:
        return msgspec.convert(given, _Partie)
    except msgspec.ValidationError as error:
        raise InvalidLine(f"partie: {error}") from None


def _score(question: Json, last: int) -> Score:
    """Parse points, bredouille and trous of both sides; zeros when nothing is given. last: the trou that ends it."""
    score = question.get("score")
    if score is None:
        return Score()
    if not isinstance(score, dict):
        raise InvalidLine(f"score: {shorten(score)}, expected an object with blancs and noirs")
    blancs, noirs = (_holding(score.get(side.value), side, last) for side in Side)
    return Score(blancs, noirs)


def _holding(held: Any, side: Side, last: int) -> Holding:  # noqa: ANN401 - any JSON value may stand in a field
    if held is None:
        return Holding()
    if not isinstance(held, dict):
        raise InvalidLine(f"score.{side}: {shorten(held)}, expected an object")
    points, bredouille, trous = held.get("points", 0), held.get("bredouille", False), held.get("trous", 0)
    if not is_whole(points) or points % 2 or not 0 <= points <= 10:
        raise InvalidLine(f"score.{side}.points: {shorten(points)}, expected 0, 2, 4, 6, 8 or 10")
    if not isinstance(bredouille, bool):
        raise InvalidLine(f"score.{side}.bredouille: {shorten(bredouille)}, expected true or false")
    if not is_whole(trous) or not 0 <= trous < last:
        raise InvalidLine(f"score.{side}.trous: {shorten(trous)}, expected a whole number from 0 to {last - 1}")
    return Holding(points, bredouille, trous)


WARM_UP = {"trictrac": warm_up}
ANSWERS = {"trictrac": {None: _plays, "leave": _departure}}
