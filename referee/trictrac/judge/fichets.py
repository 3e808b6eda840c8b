"""Compare fichets with the score where the companion counts points and the players only count trous.

This applies where the companion referees, no jetons are read, and fichets are felt and were used in this tour. A fichet
must be right when the time to mark is over (Lois XV). For the thrower's own points that is when he touches a dame, for
points given to him when he throws. A fichet wrong by the bredouille is no école; each dozen missing or too many is one
of twelve points (Jeu 3, école de trous). A fichet put right is mended. Otherwise it is the score from the next throw
but one.

Where the companion keeps the score, players are not accused. A fichet moved elsewhere and left there until then shows
that a throw was misread, and becomes the score. A fichet that was not moved shows nothing.
"""

from __future__ import annotations

from dataclasses import replace

from events.rulings import Window
from events.state import Mode
from events.trictrac.acts import FichetMoved, FichetsFelt, MarkAct
from events.trictrac.rulings import FaultRuled
from events.trictrac.state import Phase
from referee.trictrac.judge import mark_repairs
from referee.trictrac.judge.act_context import ActContext
from referee.trictrac.judge.marking_state import WrongMark
from rules.fault import Fault, FaultName
from rules.fault_table import article_of
from rules.faults.ecoles import ecole
from rules.marking import POINTS_DU_TROU, Holding, Score
from rules.position import Side

KEEPS_ALONE = frozenset({Mode.SCORE, Mode.SOLO})
"""Modes in which no player is accused of a wrong fichet while the companion keeps the score."""

MOINS = frozenset({FaultName.ECOLE_MOINS_J, FaultName.ECOLE_MOINS_A})


def note_fichets(context: ActContext, act: MarkAct) -> None:
    """Keep where the fichets stand, and close the fault of a fichet that was put right."""
    books = context.situation.books
    match act:
        case FichetsFelt():
            board = books.board
            found = books.found if act.felt else frozenset()
            for side in Side:
                board = board.standing(side, trous=_due(context, side), shown=side not in found)
            context.become(books=replace(books, board=board, felt=act.felt, found=frozenset()))
            for side in found:
                if _are_watched(context) and context.situation.phase is not Phase.OVER and not _is_right(context, side):
                    _stands(context, side)  # the move was not seen, so nobody is accused of it
        case FichetMoved():
            board = books.board.showing(act.side, replace(books.board.of(act.side), trous=act.trou))
            found = books.found if books.felt else books.found | {act.side}
            context.become(books=replace(books, board=board, pegged=books.pegged or act.trou > 0, found=found))
            _peg_late(context, act.side)
            if context.situation.phase is not Phase.OVER and books.felt:
                _is_right(context, act.side)
        case _:
            pass


def keep_pegged_trous(context: ActContext) -> None:
    """Leave the thrower, who has gone, only the trous he pegged (Jeu 3, prise de trous).

    The companion had marked all of them.
    """
    if not _are_watched(context):
        return
    throw, books, before = context.throw, context.situation.books, context.situation.score
    side, owed = throw.side, before.of(throw.side).trous
    context.become(books=books.mend(side))
    kept = max(_trous(context, side), owed - throw.gained)
    if kept < owed:
        _stands_at(context, side, kept)
        context.announce_mark(side, -_dozens(owed - kept) * POINTS_DU_TROU, before, throw=throw.number, ecole=True)
        mark_repairs.keep_forgone(context, side, owed=throw.gained, kept=kept - owed + throw.gained)


def _peg_late(context: ActContext, side: Side) -> None:
    """Accept a trou that was not pegged on leaving, the bredouille counted as simple, if it is pegged in time."""
    books = context.situation.books
    left = books.forgone
    if left is not None and left.side is side and _trous(context, side) == context.situation.score.of(side).trous + 1:
        context.become(books=replace(books, forgone=None))
        _stands(context, side)


def rule_fichet(context: ActContext, side: Side, *, throw: int, thrower: Side) -> None:
    """Rule on a side's fichet once its time to mark the points of throw `throw` is over."""
    books = context.situation.books
    if (
        not _are_used(context)
        or side is context.settings.moved_for
        or _is_right(context, side)
        or books.wrong_mark_of(side) is not None
    ):
        return
    if context.settings.mode in KEEPS_ALONE:
        if books.board.of(side).trous != books.board.known_marks(side).trous:
            wrong = WrongMark(side, context.situation.number)
            context.become(books=replace(books, wrong_marks=(*books.wrong_marks, wrong)))
        return
    due, ledger = context.situation.score.of(side).trous, books.ledger
    known, shown = (ledger.trous_at(at.trous, due) for at in (books.board.known_marks(side), books.board.of(side)))
    dozens = _dozens(shown - known) - _dozens(ledger.trous_at(_due(context, side), due) - known)
    fault = ecole(
        side, thrower=thrower, due=max(0, -dozens) * POINTS_DU_TROU, marked=max(0, dozens) * POINTS_DU_TROU
    ) or Fault(FaultName.TROUS_BREDOUILLE, side, article_of(FaultName.TROUS_BREDOUILLE))
    about = context.fault(fault, throw)
    wrong = WrongMark(side, context.situation.number, about)
    context.become(books=replace(context.situation.books, wrong_marks=(*books.wrong_marks, wrong)))


def adopt_fichet(context: ActContext, side: Side) -> None:
    """Let a fichet that this side, which has thrown, left wrong before its last throw but one be the score."""
    wrong = context.situation.books.wrong_mark_of(side)
    if wrong is None or wrong.throw > context.situation.number - 2 or not _are_used(context):
        return
    context.close_about(wrong.fault, Window.CLOSED)
    if context.settings.mode in KEEPS_ALONE and _trous(context, side) > context.situation.score.of(side).trous:
        _win_unseen(context, side, wrong.throw)
    else:
        _stands(context, side)


def settle_claim(context: ActContext, fault: FaultRuled) -> bool:
    """Settle a claimed école of a fichet: trous not marked are lost, and the players put a surplus back by hand.

    Return False when the fault concerns something else.
    """
    side, before = fault.fault.by, context.situation.score
    wrong = context.situation.books.wrong_mark_of(side)
    if wrong is None or wrong.fault != fault.about:
        return False
    if fault.fault.name in MOINS:
        _stands(context, side)
        context.announce_mark(side, -fault.fault.points, before, throw=fault.throw, ecole=True)
    return True


def _stands(context: ActContext, side: Side) -> None:
    """Take a side's trous from its fichet, and leave its points unchanged."""
    _stands_at(context, side, _trous(context, side))


def _stands_at(context: ActContext, side: Side, trous: int) -> None:
    """Set a side's trous, and leave its points unchanged."""
    books, score = context.situation.books, context.situation.score
    held = replace(score.of(side), trous=trous)
    context.become(books=replace(books.mend(side), board=books.board.understand(side)))
    context.rewrite(books.ledger.standing_at(score.with_holding(side, held)))


def _trous(context: ActContext, side: Side) -> int:
    """Return how many trous a side's fichet shows."""
    books = context.situation.books
    return books.ledger.trous_at(books.board.of(side).trous, context.situation.score.of(side).trous)


def _win_unseen(context: ActContext, side: Side, since: int) -> None:
    """Accept a trou marked in throw `since` that the companion did not see won; both sides lose their points (Lois XV).

    Points of later throws stay. The remainder of the winner's own points is unknown, and taken as zero.
    """
    books, score = context.situation.books, context.situation.score
    ledger, code = books.ledger, context.settings.code
    later = tuple(line for line in ledger.lines if line.throw > since)
    gained = replace(ledger, before=Score(), lines=later).score(code)
    stands = score.with_holding(side, Holding(trous=_trous(context, side)))
    for one in Side:
        stands = stands.with_holding(one, Holding(trous=max(0, stands.of(one).trous - gained.of(one).trous)))
    context.become(books=replace(books.mend(side), board=books.board.understand(side)))
    context.rewrite(replace(ledger, before=stands, lines=later))
    context.rule_win()


def _are_used(context: ActContext) -> bool:
    """Return whether no jetons are read, and fichets are felt and were moved in this tour."""
    settings, books = context.settings, context.situation.books
    return not settings.players_mark and settings.pegs and books.felt and books.pegged


def _are_watched(context: ActContext) -> bool:
    """Return whether players can be accused by their fichets here."""
    return _are_used(context) and context.settings.mode not in KEEPS_ALONE


def _due(context: ActContext, side: Side) -> int:
    """Return the hole in which a side's fichet should stand."""
    return context.situation.books.ledger.hole(context.situation.score.of(side).trous)


def _dozens(trous: int) -> int:
    """Return the dozens of points that these trous stand for: one for every two, and one for an odd trou."""
    return (trous + 1) // 2 if trous >= 0 else -((1 - trous) // 2)


def _is_right(context: ActContext, side: Side) -> bool:
    """Return whether a fichet stands right. If so, close its fault as mended."""
    books = context.situation.books
    if books.board.of(side).trous != _due(context, side):
        return False
    wrong = books.wrong_mark_of(side)
    context.become(books=replace(books.mend(side), board=books.board.understand(side)))
    if wrong is not None:
        context.close_about(wrong.fault, Window.MENDED)
    return True
