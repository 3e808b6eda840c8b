"""Jetons and fichets read: the marks since the board was last understood, entered in the books and ruled on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from events.rulings import Window
from events.trictrac.acts import FichetMoved, FichetsFelt, JetonMoved, JetonReleased, JetonsInSight
from events.trictrac.state import Phase
from referee.judge.books import Forgotten, GivenUp
from referee.judge.changes import Reach, applied
from referee.judge.evidence import Evidence
from referee.judge.explaining import explained
from referee.judge.fining import too_much
from referee.judge.winning import may_be_contested
from rules.fault import FaultName
from rules.faults.chronology import On
from rules.faults.ecoles import deux_jetons
from rules.marking import POINTS_DU_TROU
from rules.position import Side

if TYPE_CHECKING:
    from events.trictrac.acts import MarkAct
    from referee.judge.bench import Bench
    from referee.judge.changes import Change, Explanation
    from referee.judge.ledger import Ledger

UNPLAYED = frozenset({Phase.TO_MARK, Phase.TO_DECIDE})
BUSY = frozenset({Phase.LEAVING, Phase.OVER})
"""Marks are put away now, not made."""


def seen(bench: Bench, act: MarkAct) -> None:
    """Keep what the board shows; once the marks rest, work out what was marked."""
    books = bench.situation.books
    board = books.board
    match act:
        case FichetsFelt():
            # Until they are felt again they are taken to stand where they should.
            for side in Side:
                trous = books.ledger.hole(bench.situation.score.of(side).trous)
                board = board.standing(side, trous=trous, shown=not act.felt or side not in books.found)
            found = books.found if act.felt else frozenset()
            bench.become(books=replace(books, board=board, felt=act.felt, found=found))
            for side in found:
                _found_elsewhere(bench, side)
        case JetonsInSight():
            found = books.unseen - set(act.unseen)
            bench.become(books=replace(books, whole=act.whole, unseen=frozenset(act.unseen)))
            _found(bench, found)
        case FichetMoved():
            if _goes_on(bench, act):
                # As it stood was one mark, this is another; where that was all the due, no jeton had to move.
                settle(bench, act.side, Reach.DUE, rested=act.side)
                books, board = bench.situation.books, bench.situation.books.board
            shown = replace(board.of(act.side), trous=act.trou, pegged=board.of(act.side).points)
            board, released = board.showing(act.side, shown), books.released - {act.side}
            found = books.found if books.felt else books.found | {act.side}
            bench.become(books=replace(books, board=board, released=released, found=found))
            last = books.ledger.trous
            if bench.situation.phase not in BUSY and books.felt and not (books.seen and act.trou != last):
                # The last trou ends the tour; any other is read when the hand that may still move jetons is gone.
                settle(bench, act.side, Reach.PEGGED)
            _taken_back(bench, act.side)
        case JetonMoved() | JetonReleased():
            if act.side in books.released and _takes_back(bench, act):
                # As it stood was one mark, this is another.
                settle(bench, act.side, Reach.OVER)
                books, board = bench.situation.books, bench.situation.books.board
            elif _moves_on(bench, act):
                settle(bench, act.side, Reach.DUE, rested=act.side)
                books, board = bench.situation.books, bench.situation.books.board
            shown = replace(board.of(act.side), points=act.points, double=act.bredouille, left=act.left)
            let_go = {act.side} if isinstance(act, JetonReleased) else frozenset()
            board, released = board.showing(act.side, shown), books.released - {act.side} | let_go
            bench.become(books=replace(books, board=board, released=released, seen=True))
            if isinstance(act, JetonReleased) and bench.situation.phase not in BUSY:
                settle(bench, act.side, Reach.RELEASED)
                if act.side.adversary in bench.situation.books.released:
                    settle(bench, act.side.adversary, Reach.RELEASED)  # marks that waited for this jeton
                _obliged_to_hold(bench)
            _taken_back(bench, act.side)


def _found_elsewhere(bench: Bench, side: Side) -> None:
    """A fichet is felt again: trous it marked unseen are no école; without any due it stands so."""
    books = bench.situation.books
    due = books.ledger.owed(side) + books.ledger.claimable(side)
    right = books.board.of(side).trous == books.board.known(side).trous
    if not right and not due and bench.situation.phase not in BUSY:
        stands(bench, side)
    elif right:
        bench.become(books=replace(books, found=books.found - {side}))


def _found(bench: Bench, sides: frozenset[Side]) -> None:
    """Their points are seen again: points supposed to be marked that are not are no école; they stand so."""
    books = bench.situation.books
    bench.become(books=replace(books, supposed=books.supposed - sides))
    for side in Side:
        wrong = books.board.of(side).points != bench.situation.score.of(side).points
        moved = books.board.changed(side, felt=False)
        if wrong and not moved and side in sides & books.supposed and bench.situation.phase not in BUSY:
            stands(bench, side)


def _takes_back(bench: Bench, act: JetonMoved | JetonReleased) -> bool:
    """Whether the other takes off what this side marked: let go, a jeton goes back by no hand of his own."""
    board, held = bench.situation.books.board, bench.situation.score.of(act.side).points
    pegged = any(board.of(side).trous != board.known(side).trous for side in Side)
    return held < board.of(act.side).points > act.points != held and not pegged


def _goes_on(bench: Bench, act: FichetMoved) -> bool:
    """Whether a fichet moves though this side's marks had moved, been let go, and are not understood yet.

    Its own jeton may lie right as it lay, and only the other's have been moved and let go since.
    """
    books = bench.situation.books
    waits, others = (
        books.board.changed(side, felt=books.felt, seen=side not in books.unseen)
        for side in (act.side, act.side.adversary)
    )
    let_go = act.side in books.released or (others and act.side.adversary in books.released)
    again = let_go and books.board.of(act.side).trous != act.trou
    return books.felt and waits and again and bench.situation.phase not in BUSY


def _moves_on(bench: Bench, act: JetonMoved | JetonReleased) -> bool:
    """Whether a jeton moves that had been let go as it lay when this side, having said "École !", moved its fichet.

    Where that was all the due, no jeton had to move, and this is another mark.
    """
    books = bench.situation.books
    now, known = books.board.of(act.side), books.board.known(act.side)
    lay = (now.points, now.double, now.left)
    pegged = books.felt and now.trous != known.trous and lay == (known.points, known.double, known.left)
    again = act.side in books.released and act.side in books.called and lay != (act.points, act.bredouille, act.left)
    return pegged and again and bench.situation.phase not in BUSY


def _taken_back(bench: Bench, side: Side) -> None:
    """The tour was won by points too many, and the other takes them off: it goes on."""
    if may_be_contested(bench):
        found = explained(_evidence(bench), side, Reach.RELEASED)
        if found and applied(found.ledger, found.changes).score(bench.settings.code).winner() is None:
            bench.not_won()
            settle(bench, side, Reach.RELEASED)


def settle(
    bench: Bench,
    side: Side,
    reach: Reach,
    *,
    marking: int | None = None,
    rested: Side | None = None,
    waits: bool = True,
) -> None:
    """Work out what was marked since the board was last understood.

    marking, rested: see `Evidence`; waits: the thrower may still mark points that count before the other's.
    """
    now = bench.situation
    books = now.books
    evidence = replace(_evidence(bench, marking=marking), rested=rested)
    if side is bench.settings.moved_for:
        return  # its points count by its word
    if now.phase is Phase.OVER or not any(evidence.changed(one) for one in Side):
        return
    found = explained(evidence, side, min(reach, Reach.DUE) if side in books.found else reach)
    if found is None:
        if reach is Reach.OVER:
            stands(bench, side)
        return
    if waits and _waits_for_thrower(bench, found):
        return
    if found.forgotten:
        bench.rewrite(found.ledger)
    elif found.ledger != books.ledger:
        _given_up(bench, found.ledger)
    for change in found.changes:
        _enter(bench, change)
        if change.points > 0 and bench.has_winner():
            break  # nothing counts after the twelfth trou (Lois XX)
    bench.won()
    books = bench.situation.books
    read = [one for one in Side if one not in books.unseen and evidence.reads(one, bench.situation.score)]
    clear = [one for one in Side if one is side or one in read]
    bench.become(books=replace(books, board=books.board.understood(*clear), found=books.found - set(clear)))
    for one in clear:
        _forgets(bench, one, now.score.of(one).points)


def _waits_for_thrower(bench: Bench, found: Explanation) -> bool:
    """Whether a trou that the throw gives the other hangs on points that its thrower may still mark.

    Those count first: they may win, efface the other's points, or take his bredouille (Lois X; Jeu 3, chronologie).
    """
    throw, code = bench.situation.throw, bench.settings.code
    if throw is None or throw.touched or (throw.moves is not None and throw.plays.dice_playable):
        return False
    ledger, other = applied(found.ledger, found.changes), throw.side.adversary
    at = ledger.find(side=throw.side, throw=throw.number, on=On.OWN)
    if at is None or not any((change.line or ledger.lines[change.at]).side is other for change in found.changes):
        return False
    now = bench.situation.score.of(other).trous
    after = ledger.score(code).of(other).trous
    return now < after != ledger.marking(at, ledger.lines[at].open).score(code).of(other).trous


def _evidence(bench: Bench, *, marking: int | None = None) -> Evidence:
    now = bench.situation
    books, number = now.books, now.number
    thrower = now.throw.side if now.throw is not None else now.trait
    return Evidence(
        ledger=books.ledger,
        board=books.board,
        code=bench.settings.code,
        felt=bench.settings.pegs and books.felt,
        unseen=books.unseen,
        thrower=thrower,
        number=number,
        marking=number if marking is None else max(1, marking),
        touched=now.throw is None or bool(now.throw.touched) or now.throw.moves is not None,
        called=books.called,
        given_up=_may_regret(bench),
        forgone=books.forgone,
    )


def _enter(bench: Bench, change: Change) -> None:
    """Enter one change on its line, and rule on it."""
    if bench.situation.phase is Phase.OVER:
        return
    ledger = bench.situation.books.ledger
    if change.line is not None:
        ledger = ledger.adding(change.line)
    line = ledger.lines[change.at]
    restored = change.points > 0 and line.taken == change.points
    if change.points < 0 and line.surplus:
        note = replace(line, taken=min(line.surplus, -change.points))
    elif change.points < 0 and line.ecole and line.due:
        note = replace(line, undone=line.marked)
        # A player who takes an école off has not asked for the rest of one.
        ledger = ledger.each(lambda one: replace(one, asked=False) if one.side is line.side else one)
    else:
        said = line.said or (line.ecole and line.side in bench.situation.books.called)
        note = replace(line, taken=0, undone=0, said=said)
    bench.rewrite(ledger.setting(change.at, note))
    trous = bench.enter(change.at, change.points, ecole=restored)
    after = bench.situation.books.ledger.lines[change.at]
    own = line.on is On.OWN and not line.ecole and line.throw == bench.situation.number
    if own and trous > 0:
        _may_leave(bench)
    if after.surplus > line.surplus and not restored:
        too_much(bench, change.at, after.surplus - line.surplus)
    if line.ecole and change.points > 0:
        books = bench.situation.books
        bench.become(books=replace(books, called=tuple(one for one in books.called if one is not line.side)))
    if after.fault and not after.open:
        for fault in bench.situation.open_faults:
            if fault.about == after.fault:
                bench.close(fault, Window.CLAIMED)
                marked = replace(fault, window=Window.CLAIMED)
                bench.become(claimed=(*bench.situation.claimed, marked))


def _may_leave(bench: Bench) -> None:
    """He has marked a trou of his own throw: he may hold or go."""
    if bench.situation.phase is Phase.TO_MARK:
        bench.become_throw(trou=True)
        bench.become(phase=Phase.TO_DECIDE)


def _given_up(bench: Bench, ledger: Ledger) -> None:
    """Enter old points given up for a jeton from the talon, taken back, or never effaced, or a forgone trou pegged."""
    before, number = bench.situation.score, bench.situation.number
    given_up = _may_regret(bench)
    bench.rewrite(ledger)
    for side in Side:
        held, now = before.of(side), bench.situation.score.of(side)
        if now.trous > held.trous:
            bench.become(books=replace(bench.situation.books, forgone=None))
        if given_up is not None and given_up.side is side and held != now:
            bench.told(side, given_up.held.points, before, throw=number)
            bench.become(books=replace(bench.situation.books, given_up=None))
            for fault in bench.situation.open_faults:
                if fault.fault.name is FaultName.DEUX_JETONS and fault.fault.by is side:
                    bench.close(fault, Window.MENDED)
        elif held.points > now.points:
            lost = held.points - now.points
            bench.told(side, -lost, before, throw=number)
            bench.fault(deux_jetons(side, old=lost, with_bredouille=False))
            given = GivenUp(side, held, number)
            bench.become(books=replace(bench.situation.books, given_up=given))


def _forgets(bench: Bench, side: Side, old: int) -> None:
    """Two jetons of a side on two places, the new points marked with the bredouille's (Jeu 3, deux jetons 2)."""
    books = bench.situation.books
    left = books.board.of(side).left
    if left is not None and left == old and books.forgotten is None:
        given_up = any(one.fault.name is FaultName.DEUX_JETONS for one in bench.situation.open_faults)
        if not given_up:
            forgotten = Forgotten(side, old, bench.situation.number)
            bench.become(books=replace(books, forgotten=forgotten))


def _may_regret(bench: Bench) -> GivenUp | None:
    """Old points given up in this throw, while he has not played (Jeu 3, deux jetons 1)."""
    now = bench.situation
    given_up = now.books.given_up
    return given_up if given_up is not None and given_up.throw == now.number and now.phase in UNPLAYED else None


def stands(bench: Bench, side: Side) -> None:
    """No marking leads to what the board shows; it stands all the same, as the law knows no other score.

    Any points beyond the former ones have been marked, and take the other's bredouille (Jeu 1, bredouille).
    """
    books, score = bench.situation.books, bench.situation.score
    shown = books.board.of(side)
    more = shown.points - score.of(side).points
    if more > 0:
        score, _ = score.marked(side, more)
    held = replace(score.of(side), points=shown.points)
    if bench.settings.pegs and books.felt:
        held = replace(held, trous=books.ledger.trous_at(shown.trous, held.trous))
    bench.become(books=replace(books, board=books.board.understood(side), found=books.found - {side}))
    bench.rewrite(books.ledger.standing_at(score.with_holding(side, held)))


def leaves_with(bench: Bench) -> None:
    """Enter the points he has marked for the trous he goes with; he never marks his points de reste.

    His fichet shows them: they are all those owed, or more. Trous not pegged when the dames are back are given up.
    """
    now, throw = bench.situation, bench.throw
    side, ledger = throw.side, now.books.ledger
    at = ledger.find(side=side, throw=throw.number, on=On.OWN)
    if at is None or throw.gained:
        return
    due = ledger.lines[at].open
    felt = bench.settings.pegs and now.books.felt and side is not bench.settings.moved_for
    shown = ledger.trous_at(now.books.board.of(side).trous, now.score.of(side).trous)
    if felt and shown < ledger.marking(at, due).score(bench.settings.code).of(side).trous:
        return
    for points in (due, *range(due + 2, due + 4 * POINTS_DU_TROU, 2)) if felt else (due,):
        trous = ledger.marking(at, points).score(bench.settings.code).of(side).trous
        gained = trous - now.score.of(side).trous
        if gained > 0 and (not felt or 0 <= (1 if gained % 2 else 0) + trous - shown <= 1):
            bench.become(books=replace(now.books, board=now.books.board.understood(side)))
            surplus = points - due
            bench.enter(at, points)
            bench.won()
            if surplus > 0:
                too_much(bench, at, surplus)
            return


def _obliged_to_hold(bench: Bench) -> None:
    """Having marked points de reste obliges to hold (Jeu 3, jetons 10)."""
    now = bench.situation
    if now.phase is Phase.TO_DECIDE and bench.throw.gained and now.score.of(bench.throw.side).points:
        bench.become(phase=Phase.TO_MARK)
