"""Rule on claims by button, page or word: right, wrong or too late (Lois XVII)."""

from __future__ import annotations

from collections.abc import Iterable

from events.acts import Claimed, Declaration, Declared
from events.rulings import ClaimRuled, ClaimVerdict, Window
from events.trictrac.rulings import FaultRuled
from events.trictrac.state import Phase
from referee.trictrac.judge.act_context import ActContext
from referee.trictrac.judge.ecole_penalty import reopen_if_contested
from referee.trictrac.judge.played import ECOLES, OF_THE_DAMES, SIMPLE, ways
from referee.trictrac.judge.playing import end_play, restrict_to_dame, rule_unsure_faults
from referee.trictrac.judge.score_keeper import Keeper
from rules.fault import FaultName
from rules.jans import jans
from rules.play import Move
from rules.plays import legal_plays
from rules.position import BANDE, Dice


def claim(context: ActContext, keeper: Keeper, act: Claimed | Declared) -> None:
    """Rule on a claim: right while a fault of the other may be claimed, too late afterwards, otherwise wrong.

    - A claim that names a ruling is about that one. "École !" means écoles, or the dames if there is no école.
    - "Fausse case" ends the play that it is about. Any other claim does so if dames stand where no play takes them.
    - A claim made again, such as by voice and button, is right, but worth no more points, until its école is fully
      marked, or a dame of the play is taken up. "École !" is right, too, after the école was marked silently.
    - A likely fault of the play, too unsure for an accusation, is ruled if the other claims it. Without one the claim
      is wrong, or unsure where it depends on uncertain dice.
    - The players may know better than the referee. If they then change the play, the other asked for it.
    """
    throw = context.situation.throw
    about_dames = not isinstance(act, Claimed) and act.what is Declaration.FAUSSE_CASE
    if not about_dames:
        keeper.on_ecole_call(context, act.side)
    named = isinstance(act, Claimed) and act.fault is not None
    if throw is not None and context.situation.phase is Phase.TO_PLAY and throw.touched and not throw.lifted:
        ended = about_dames or not (named or _claimed_faults(context, act) or _goes_on(context))
        if ended and throw.side is not act.side:
            end_play(context, keeper, act)
    right = _claimed_faults(context, act)
    again = _earlier_claim(context, act)
    ecole = isinstance(act, Declared) and act.what is Declaration.ECOLE
    if again and not any(one.fault.name in ECOLES or not ecole for one in right):
        context.rule(
            ClaimRuled(
                context.new_id(), act.t, again.throw, act.side, ClaimVerdict.RIGHT, again.fault, 0, again.fault.article
            )
        )
        return
    if not right and not named and throw is not None and throw.side is not act.side:
        rule_unsure_faults(context, keeper)
        right = _claimed_faults(context, act)
    if not right:
        _refuse(context, act)
        if throw is not None and throw.side is not act.side and (throw.moves is not None or throw.lifted):
            context.become_throw(called=True)
    for claimed in right:
        fault = claimed.fault
        reopen_if_contested(context, claimed)
        context.rule(
            ClaimRuled(
                context.new_id(), act.t, claimed.throw, act.side, ClaimVerdict.RIGHT, fault, fault.points, fault.article
            )
        )
        context.close(claimed, Window.CLAIMED)
        context.become(claimed=(*context.situation.claimed, claimed))
        restrict_to_dame(context, fault)
        keeper.on_claim(context, claimed)


def _goes_on(context: ActContext) -> bool:
    """Return whether a play may go on: no dame was moved, or one as a play moves it or rests it, or it is replaced."""
    throw, position = context.throw, context.situation.position
    moved = ways(throw.base.counts(throw.side), position.counts(throw.side))
    if throw.mending or len(moved) != 1:
        return throw.mending or not moved
    (move,) = moved
    plays = [play.moves for play in throw.plays.plays]
    tout_d_une = (Move(move.start, min(move.start + sum(throw.dice), BANDE)),)
    return any(move in moves for moves in plays) or (move.end - move.start in throw.dice and tout_d_une in plays)


def _earlier_claim(context: ActContext, act: Claimed | Declared) -> FaultRuled | None:
    """Return an earlier claim that this one, which names no fault, repeats.

    Its école is not fully marked, or was marked silently; or no dame of the bad play has been taken up since.
    """
    if isinstance(act, Claimed) and act.fault is not None:
        return None
    now = context.situation
    of_dames = isinstance(act, Claimed) or act.what is Declaration.FAUSSE_CASE
    unmended = of_dames and now.throw is not None and now.throw.moves is not None and not now.throw.mending
    unmarked = {line.fault for line in now.books.ledger.lines if line.side is act.side and line.open}
    waits = (
        one
        for one in now.claimed
        if one.about in unmarked or one.window is Window.CLAIMED or (unmended and one.fault.name in OF_THE_DAMES)
    )
    return next(iter(_faults_meant(act, waits)), None)


def _refuse(context: ActContext, act: Claimed | Declared) -> None:
    """Refuse a claim. It is too late if the fault lapsed with the last throw or the claim names it; otherwise wrong."""
    number = context.situation.number
    named = isinstance(act, Claimed) and act.fault is not None
    late = _faults_meant(act, (one for one in context.situation.lapsed if named or one.throw >= number - 2))
    if not named and _may_be_unlawful(context, act):
        dice = context.throw.dice
        ruling = ClaimRuled(context.new_id(), act.t, number, act.side, ClaimVerdict.UNSURE, None, 0, "Lois XVII", dice)
    elif late:
        over = late[-1]
        ruling = ClaimRuled(
            context.new_id(), act.t, over.throw, act.side, ClaimVerdict.TOO_LATE, over.fault, 0, over.fault.article
        )
    else:
        ruling = ClaimRuled(context.new_id(), act.t, number, act.side, ClaimVerdict.WRONG, None, 0, "Lois XVII")
    context.rule(ruling)


def _may_be_unlawful(context: ActContext, act: Claimed | Declared) -> bool:
    """Return whether the other's play is lawful with the dice as read, but not with another reading of them."""
    throw, position = context.situation.throw, context.situation.position
    if throw is None or throw.side is act.side or throw.moves is None or not throw.lawful:
        return False
    return any(position not in legal_plays(throw.base, throw.side, dice).results for dice in throw.doubted)


def _claimed_faults(context: ActContext, act: Claimed | Declared) -> list[FaultRuled]:
    """Return the faults that a claim is about.

    No école, if other dice give the throw another worth and make its play unlawful: the claim may mean that play. No
    fausse case 7 once its two points are marked, since the play is left for them (Jeu 3, traitement 9).
    """
    lines = context.situation.books.ledger.lines
    left = {one.throw for one in lines if one.of is FaultName.IMPUISSANTE and one.marked}
    found = [
        one
        for one in _faults_meant(act, (one for one in context.situation.open_faults if one.window is Window.OPEN))
        if one.fault.name is not FaultName.FAUSSE_CASE_7 or one.throw not in left
    ]
    named = isinstance(act, Claimed) and act.fault is not None
    if named or not _may_be_unlawful(context, act) or not _may_be_worth_otherwise(context):
        return found
    return [one for one in found if one.fault.name not in ECOLES]


def _may_be_worth_otherwise(context: ActContext) -> bool:
    """Return whether another reading of the dice would give the thrower other points."""
    throw, code = context.throw, context.settings.code

    def worth(dice: Dice) -> int:
        found = jans(throw.base, throw.side, dice, code, coup=throw.coup)
        return sum(jan.points for jan in found if jan.side is throw.side)

    return any(worth(dice) != throw.worth(throw.side) for dice in throw.doubted)


def _faults_meant(act: Claimed | Declared, faults: Iterable[FaultRuled]) -> list[FaultRuled]:
    """Return those of the given faults that a claim is about."""
    found = [one for one in faults if one.to is act.side and one.fault.name not in SIMPLE]
    if isinstance(act, Claimed):
        return [one for one in found if act.fault in {None, one.about}]
    ecoles = [one for one in found if one.fault.name in ECOLES]
    dames = [one for one in found if one.fault.name not in ECOLES]
    return dames if act.what is Declaration.FAUSSE_CASE else ecoles or dames
