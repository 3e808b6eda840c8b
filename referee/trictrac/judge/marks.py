"""Read jetons and fichets, enter the marks made since the board was last understood, and rule on them."""

from __future__ import annotations

from dataclasses import replace

from events.rulings import Window
from events.trictrac.acts import FichetMoved, FichetsFelt, JetonMoved, JetonReleased, JetonsInSight, MarkAct
from events.trictrac.state import Phase
from referee.trictrac.judge.act_context import ActContext
from referee.trictrac.judge.ecole_penalty import may_be_contested, too_much
from referee.trictrac.judge.evidence import Evidence
from referee.trictrac.judge.mark_changes import Change, Explanation, Reach, apply_changes, in_order
from referee.trictrac.judge.mark_inference import infer_marks
from referee.trictrac.judge.marking_state import Forgotten, GivenUp, Uneffaced
from rules.fault import FaultName
from rules.faults.chronology import On
from rules.faults.ecoles import deux_jetons
from rules.marking import POINTS_DU_TROU
from rules.position import Side

UNPLAYED = frozenset({Phase.TO_MARK, Phase.TO_DECIDE})
BUSY = frozenset({Phase.LEAVING, Phase.OVER})
"""Phases in which jetons and fichets are put away, so that moving them is no mark."""


def note_marks(context: ActContext, act: MarkAct) -> None:
    """Keep what the board shows. Once the marks rest, work out what was marked."""
    books = context.situation.books
    board = books.board
    match act:
        case FichetsFelt():
            # Until fichets are felt again, they are assumed to stand where they should.
            for side in Side:
                trous = books.ledger.hole(context.situation.score.of(side).trous)
                board = board.standing(side, trous=trous, shown=not act.felt or side not in books.found)
            found = books.found if act.felt else frozenset()
            context.become(books=replace(books, board=board, felt=act.felt, found=found))
            for side in found:
                _find_again(context, side)
        case JetonsInSight():
            found = books.unseen - set(act.unseen)
            context.become(books=replace(books, whole=act.whole, unseen=frozenset(act.unseen)))
            _accept_found(context, found)
        case FichetMoved():
            if _goes_on(context, act):
                # The fichet's last place was one mark, and this is another. The first may have needed no jeton.
                settle(context, act.side, Reach.DUE, rested=act.side)
                books, board = context.situation.books, context.situation.books.board
            shown = replace(board.of(act.side), trous=act.trou, pegged=board.of(act.side).points)
            board, released = board.showing(act.side, shown), books.released - {act.side}
            found = books.found if books.felt else books.found | {act.side}
            context.become(books=replace(books, board=board, released=released, found=found))
            last = books.ledger.trous
            if context.situation.phase not in BUSY and books.felt and not (books.seen and act.trou != last):
                # The last trou ends the tour. Any other is read later, as the hand may still move jetons.
                settle(context, act.side, Reach.PEGGED)
            _take_back(context, act.side)
        case JetonMoved() | JetonReleased():
            if _answers_fichets(context, act):
                settle(context, act.side.adversary, Reach.DUE, rested=act.side.adversary)
                books, board = context.situation.books, context.situation.books.board
            shown = replace(board.of(act.side), points=act.points, double=act.bredouille, left=act.left)
            let_go = {act.side} if isinstance(act, JetonReleased) else frozenset()
            board, released = board.showing(act.side, shown), books.released - {act.side} | let_go
            # A jeton seen to move is no longer where it was supposed to be.
            supposed = books.supposed - ({act.side} if isinstance(act, JetonMoved) else frozenset())
            context.become(books=replace(books, board=board, released=released, seen=True, supposed=supposed))
            if isinstance(act, JetonReleased) and context.situation.phase not in BUSY:
                settle(context, act.side, Reach.RELEASED)
                if act.side.adversary in context.situation.books.released:
                    settle(context, act.side.adversary, Reach.RELEASED)  # marks that waited for this jeton
                _oblige_to_hold(context)
            _take_back(context, act.side)


def _find_again(context: ActContext, side: Side) -> None:
    """Take a fichet that is felt again: trous marked unseen are no école, and stand if nothing was due."""
    books = context.situation.books
    due = books.ledger.points_owed(side) + books.ledger.claimable(side)
    right = books.board.of(side).trous == books.board.known_marks(side).trous
    if not right and not due and context.situation.phase not in BUSY:
        stands(context, side)
    elif right:
        context.become(books=replace(books, found=books.found - {side}))


def _accept_found(context: ActContext, sides: frozenset[Side]) -> None:
    """Take points that are seen again. If they were supposed to be marked but are not, they stand so, without école."""
    found = context.situation.books.supposed & sides
    context.become(books=replace(context.situation.books, supposed=context.situation.books.supposed - sides))
    for side in Side if context.situation.phase not in BUSY else ():
        if side in found:
            settle(context, side, Reach.DUE)
            books = context.situation.books
            wrong = books.board.of(side).points != context.situation.score.of(side).points
            pegged = books.felt and books.board.of(side).trous != books.board.known_marks(side).trous
            if wrong and not pegged:
                stands(context, side)


def suppose(context: ActContext, side: Side) -> None:
    """Take a side whose points are out of sight to show those just entered: where its jeton was seen may be old."""
    books, points = context.situation.books, context.situation.score.of(side).points
    if side in books.unseen and books.board.known_marks(side).points != points:
        board = books.board.suppose(side, points)
        context.become(books=replace(books, board=board, supposed=books.supposed | {side}))


def _goes_on(context: ActContext, act: FichetMoved) -> bool:
    """Return whether a fichet moves again while marks of this side that were let go are not understood yet.

    It may also be that only the other side's marks were moved and let go, and this side's jeton did not have to move.
    """
    books = context.situation.books
    waits, others = (
        books.board.has_changed(side, felt=books.felt, seen=side not in books.unseen)
        for side in (act.side, act.side.adversary)
    )
    let_go = act.side in books.released or (others and act.side.adversary in books.released)
    again = let_go and books.board.of(act.side).trous != act.trou
    return books.felt and waits and again and context.situation.phase not in BUSY


def _answers_fichets(context: ActContext, act: JetonMoved | JetonReleased) -> bool:
    """Return whether a jeton goes on after the other said "École !" and moved nothing but fichets, which may be all.

    One that goes back does not: a trou effaces its points (Jeu 1).
    """
    books, other = context.situation.books, act.side.adversary
    points = [(board.points, board.double, board.left) for board in map(books.board.of, Side)]
    known = [(board.points, board.double, board.left) for board in map(books.board.known_marks, Side)]
    pegged = books.board.of(other).trous != books.board.known_marks(other).trous
    on = isinstance(act, JetonMoved) and act.points > books.board.known_marks(act.side).points
    waits = context.situation.phase in BUSY
    return books.felt and pegged and other in books.called and points == known and on and not waits


def _take_back(context: ActContext, side: Side) -> None:
    """Let the tour go on if it was won by undue points and the other takes them off."""
    if may_be_contested(context):
        found = infer_marks(_evidence(context), side, Reach.RELEASED)
        if found and _winner_after(context, found) is not context.situation.winner:
            context.not_won()
            settle(context, side, Reach.RELEASED)


def _winner_after(context: ActContext, found: Explanation) -> Side | None:
    ledger = apply_changes(found.ledger, found.changes)
    return ledger.winner(ledger.score(context.settings.code))


def settle(
    context: ActContext,
    side: Side,
    reach: Reach,
    *,
    marking: int | None = None,
    rested: Side | None = None,
    waits: bool = True,
    calls: bool = False,
) -> None:
    """Work out what was marked since the board was last understood.

    marking, rested: see `Evidence`.
    waits: whether the thrower may still mark points that count before the other's.
    calls: whether the side says "École !" just now.
    """
    now = context.situation
    books = now.books
    evidence = replace(_evidence(context, marking=marking), rested=rested)
    if calls:
        evidence = replace(evidence, called=(*evidence.called, side))
    if side is context.settings.moved_for:
        return  # the companion's points count when it announces them
    if now.phase is Phase.OVER or not any(evidence.has_changed(one) for one in Side):
        return
    found = infer_marks(evidence, side, min(reach, Reach.DUE) if side in books.found else reach)
    if found is None:
        if reach is Reach.OVER:
            stands(context, side)
        return
    if waits and _waits_for_thrower(context, found):
        return
    if found.forgotten:
        context.rewrite(found.ledger)
    elif found.ledger != books.ledger:
        _start_from(context, found)
    answered: set[Side] = set()
    for change in in_order(context.situation.books.ledger, found.changes, context.settings.code):
        answered |= _enter(context, change)
        if change.points > 0 and context.has_winner():
            break  # nothing counts after the twelfth trou (Lois XX)
    called = tuple(one for one in context.situation.books.called if one not in answered)
    context.become(books=replace(context.situation.books, called=called))
    context.rule_win()
    refuted = frozenset() if found.changes else books.refuted
    books = replace(context.situation.books, settled=found.changes, refuted=refuted)
    read = [one for one in Side if one not in books.unseen and evidence.reads(one, context.situation.score)]
    clear = [one for one in Side if one is side or one in read]
    context.become(books=replace(books, board=books.board.understand(*clear), found=books.found - set(clear)))
    for one in Side:
        suppose(context, one)
    for one in clear:
        _forgets(context, one, now.score.of(one).points)


def _waits_for_thrower(context: ActContext, found: Explanation) -> bool:
    """Return whether a trou that the throw gives the other depends on points that the thrower may still mark.

    Those count first. They may win, efface the other's points, or end its bredouille (Lois X; Jeu 3, chronologie).
    """
    throw, code = context.situation.throw, context.settings.code
    if throw is None or throw.touched or (throw.moves is not None and throw.plays.dice_playable):
        return False
    ledger, other = apply_changes(found.ledger, found.changes), throw.side.adversary
    at = ledger.find(side=throw.side, throw=throw.number, on=On.OWN)
    if at is None or not any((change.line or ledger.lines[change.at]).side is other for change in found.changes):
        return False
    now = context.situation.score.of(other).trous
    after = ledger.score(code).of(other).trous
    return now < after != ledger.marking(at, ledger.lines[at].open).score(code).of(other).trous


def _evidence(context: ActContext, *, marking: int | None = None) -> Evidence:
    now = context.situation
    books, number = now.books, now.number
    thrower = now.throw.side if now.throw is not None else now.trait
    return Evidence(
        ledger=books.ledger,
        board=books.board,
        code=context.settings.code,
        felt=context.settings.pegs and books.felt,
        unseen=books.unseen,
        thrower=thrower,
        number=number,
        marking=number if marking is None else max(1, marking),
        touched=now.throw is None or bool(now.throw.touched) or now.throw.moves is not None,
        called=books.called,
        given_up=_may_regret(context),
        forgone=books.forgone,
        uneffaced=books.uneffaced,
        refuted=books.refuted,
    )


def _enter(context: ActContext, change: Change) -> set[Side]:
    """Enter one change on its line, and rule on it. Return the sides whose call that answers."""
    if context.situation.phase is Phase.OVER:
        return set()
    ledger = context.situation.books.ledger
    if change.line is not None:
        ledger = ledger.adding(change.line)
    line = ledger.lines[change.at]
    back = max(0, min(line.lost, change.points))
    restored = change.points > 0 and change.points in {line.taken, back}
    if change.points < 0 and not line.ecole:
        # Due points do not go back once the jeton was let go (Jeu 3, jetons 4), and who moved it is not known: that is
        # no école par moins, but they may be put back.
        taken = min(line.surplus, -change.points)
        lost = -change.points - taken
        note = replace(line, taken=taken, due=line.due - lost, lost=line.lost + lost)
    elif change.points < 0 and line.surplus:
        note = replace(line, taken=min(line.surplus, -change.points))
    elif change.points < 0 and line.due:
        note = replace(line, undone=line.marked)
        # A player who takes an école off is not asking for its rest.
        ledger = ledger.each(lambda one: replace(one, asked=False) if one.side is line.side else one)
    else:
        note = replace(line, taken=0, undone=0, due=line.due + back, lost=line.lost - back)
    context.rewrite(ledger.setting(change.at, note))
    trous = context.enter(change.at, change.points, ecole=restored)
    after = context.situation.books.ledger.lines[change.at]
    own = line.on is On.OWN and not line.ecole and line.throw == context.situation.number
    if own and trous > 0:
        _may_leave(context)
    if after.surplus > line.surplus and not restored:
        too_much(context, change.at, after.surplus - line.surplus)
    if after.fault and not after.open:
        for fault in context.situation.open_faults:
            if fault.about == after.fault:
                context.close(fault, Window.CLAIMED)
                marked = replace(fault, window=Window.CLAIMED)
                context.become(claimed=(*context.situation.claimed, marked))
    if line.begun and not after.open:
        of_line = FaultName.ECOLE_PARTIELLE, line.side, line.throw
        open_faults = context.situation.open_faults
        part = next((one for one in open_faults if (one.fault.name, one.fault.by, one.throw) == of_line), None)
        if part is not None:
            context.close(part, Window.CLAIMED)
    if not line.ecole or change.points < 0:
        return set()
    other = line.side.adversary
    # The other called to have the rest of this école marked, unless an école is open to it as well.
    return {line.side, other} if line.asked and not ledger.claimable(other) else {line.side}


def _may_leave(context: ActContext) -> None:
    """Let the thrower, who marked a trou of his own throw, hold or go."""
    if context.situation.phase is Phase.TO_MARK:
        context.become_throw(trou=True)
        context.become(phase=Phase.TO_DECIDE)


def _start_from(context: ActContext, found: Explanation) -> None:
    """Enter the ledger that an explanation starts from, if it is another than the present one (see `Evidence`)."""
    before, number, known = context.situation.score, context.situation.number, context.situation.books.ledger
    given_up, uneffaced = _may_regret(context), context.situation.books.uneffaced
    ledger = found.ledger
    effaced = uneffaced is not None and ledger == uneffaced.ledger.with_lines_of(known)
    context.rewrite(ledger)
    for side in Side:
        held, now = before.of(side), context.situation.score.of(side)
        if now.trous > held.trous:
            context.become(books=replace(context.situation.books, forgone=None))
        if effaced:
            if now != held:
                context.announce_mark(side, now.points - held.points, before, throw=number)
            context.become(books=replace(context.situation.books, uneffaced=None))
            continue
        if given_up is not None and given_up.side is side and held != now:
            context.announce_mark(side, given_up.held.points, before, throw=number)
            context.become(books=replace(context.situation.books, given_up=None))
            for fault in context.situation.open_faults:
                if fault.fault.name is FaultName.DEUX_JETONS and fault.fault.by is side:
                    context.close(fault, Window.MENDED)
        elif held.points > now.points:
            lost = held.points - now.points
            context.announce_mark(side, -lost, before, throw=number)
            context.fault(deux_jetons(side, old=lost, with_bredouille=False))
            given = GivenUp(side, held, number)
            context.become(books=replace(context.situation.books, given_up=given))
        elif held.points < now.points:
            counted_on = Uneffaced(side.adversary, apply_changes(known, found.changes))
            context.become(books=replace(context.situation.books, uneffaced=counted_on))


def _forgets(context: ActContext, side: Side, old: int) -> None:
    """Note a jeton left on a side's old points, the second one having marked the new ones (Jeu 3, deux jetons 2)."""
    books = context.situation.books
    left = books.board.of(side).left
    if left is not None and left == old and books.forgotten is None:
        given_up = any(one.fault.name is FaultName.DEUX_JETONS for one in context.situation.open_faults)
        if not given_up:
            forgotten = Forgotten(side, old, context.situation.number)
            context.become(books=replace(books, forgotten=forgotten))


def _may_regret(context: ActContext) -> GivenUp | None:
    """Return the old points given up in this throw, if it is not played yet (Jeu 3, deux jetons 1)."""
    now = context.situation
    given_up = now.books.given_up
    return given_up if given_up is not None and given_up.throw == now.number and now.phase in UNPLAYED else None


def stands(context: ActContext, side: Side) -> None:
    """Take the score from the board as it stands, though no marking leads to it: the law knows no other score.

    Points beyond the former ones count as marked, and end the other's bredouille (Jeu 1, bredouille).
    """
    books, score = context.situation.books, context.situation.score
    shown = books.board.of(side)
    more = shown.points - score.of(side).points
    if more > 0:
        score, _ = score.mark(side, more)
    held = score.of(side)
    held = replace(held, points=shown.points, bredouille=held.bredouille and shown.points > 0)
    if context.settings.pegs and books.felt:
        held = replace(held, trous=books.ledger.trous_at(shown.trous, held.trous))
    board, found = books.board.understand(side), books.found - {side}
    context.become(books=replace(books, board=board, found=found, stood=books.stood + 1))
    context.rewrite(books.ledger.standing_at(score.with_holding(side, held)))


def leaves_with(context: ActContext) -> None:
    """Enter the points of the trous that the thrower goes with. He never marks his points de reste.

    The fichet shows the trous: all those owed, or more. Trous not pegged when the dames are back are given up.
    """
    now, throw = context.situation, context.throw
    side, ledger = throw.side, now.books.ledger
    at = ledger.find(side=side, throw=throw.number, on=On.OWN)
    if at is None or throw.gained:
        return
    due = ledger.lines[at].open
    felt = context.settings.pegs and now.books.felt and side is not context.settings.moved_for
    shown = ledger.trous_at(now.books.board.of(side).trous, now.score.of(side).trous)
    if felt and shown < ledger.marking(at, due).score(context.settings.code).of(side).trous:
        return
    for points in (due, *range(due + 2, due + 4 * POINTS_DU_TROU, 2)) if felt else (due,):
        trous = ledger.marking(at, points).score(context.settings.code).of(side).trous
        gained = trous - now.score.of(side).trous
        if gained > 0 and (not felt or 0 <= (1 if gained % 2 else 0) + trous - shown <= 1):
            context.become(books=replace(now.books, board=now.books.board.understand(side)))
            surplus = points - due
            context.enter(at, points)
            context.rule_win()
            if surplus > 0:
                too_much(context, at, surplus)
            return


def _oblige_to_hold(context: ActContext) -> None:
    """Oblige a thrower who marked points de reste to hold (Jeu 3, jetons 10)."""
    now = context.situation
    if now.phase is Phase.TO_DECIDE and context.throw.gained and now.score.of(context.throw.side).points:
        context.become(phase=Phase.TO_MARK)
