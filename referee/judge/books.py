"""Marks the players make themselves, held against what was owed (Lois XV-XVIII; Jeu 3, écoles).

1. Every throw makes dues: the thrower's own points, what he gives, and the écoles a side may mark (it need not).
2. What was marked is worked back from where jeton and fichet stand now and stood when last looked at (Jeu 3,
   "nombre de points marqués par l'adversaire"), and pays the dues in the order in which they count.
3. A due unpaid when its time is over is an école par moins; marking beyond every due is an école par trop. Both give
   the other side a due it may mark; points marked beyond their right can be taken back from the one who marked them.
4. What stands on the board is the score: the law knows no other (Jeu 3, école de trous).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from referee.acts import FichetMoved, FichetsFelt, JetonMoved, JetonReleased, PavillonMoved
from referee.judge.keeping import decide
from referee.rulings import Window
from referee.state import Phase
from rules.fault import FaultName
from rules.faults.ecoles import augmentation, depart, deux_jetons, ecole, fausse_ecole, partielle
from rules.marking import POINTS_DU_TROU, TROUS_DU_TOUR, Holding, Marking, Score, trous_of
from rules.position import Side

if TYPE_CHECKING:
    from referee.judge.bench import Bench
    from referee.judge.keeping import Mark
    from referee.rulings import FaultRuled
    from rules.fault import Fault


class DueKind(StrEnum):
    """Where a due comes from: the own throw, the other's throw, an école one may mark but need not."""

    OWN = "own"
    GIVEN = "given"
    ECOLE = "ecole"


@dataclass(frozen=True, slots=True)
class Due:
    """Points a side has to mark, or may, because of throw number `throw` of the tour.

    paid: how many it has; fault: the ruling that gives it an école.
    """

    side: Side
    points: int
    kind: DueKind
    throw: int
    paid: int = 0
    fault: str = ""

    @property
    def open(self) -> int:
        """What is not marked yet."""
        return self.points - self.paid


@dataclass(frozen=True, slots=True)
class Return:
    """Points of a side the other may take off again, as they were marked beyond its right.

    taken: points of an école that were taken off already; if the other then marks as many, it is an augmentation.
    """

    side: Side
    points: int
    throw: int
    fault: str = ""
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """What the board shows of a side: points, whether two jetons mark them, trous; left: what a forgotten one marks.

    effaced: the other side made a trou, or one left, so these points may go to zero without anything being marked;
    run, run_throw: the trous marked in throw `run_throw`: until the next but one a trou more or less may only mend the
    bredouille (Jeu 3, école de trous).
    """

    points: int = 0
    double: bool = False
    trous: int = 0
    effaced: bool = False
    left: int | None = None
    run: int = 0
    run_throw: int = 0


@dataclass(frozen=True, slots=True)
class Books:
    """Dues of both sides in the order in which they count, points to be given back, what the board shows.

    wiped: whose points a trou of this throw effaced, so that what he marked just before may never have been seen;
    erased: whose points the last trou effaced, and how many;
    called: who said "École !" since the dice were last thrown by him; forgotten: whose old jeton was left behind, with
    how many points, in which throw; seen: there are jetons on the table; felt: fichets are, at the moment.
    """

    dues: tuple[Due, ...] = ()
    returns: tuple[Return, ...] = ()
    blancs: Shown = Shown()
    noirs: Shown = Shown()
    pavillon: Side | None = None
    wiped: Side | None = None
    erased: tuple[Side, int] | None = None
    called: tuple[Side, ...] = ()
    forgotten: tuple[Side, int, int] | None = None
    seen: bool = False
    felt: bool = True

    def of(self, side: Side) -> Shown:
        """What the board shows of one side."""
        return self.blancs if side is Side.BLANCS else self.noirs

    def showing(self, side: Side, shown: Shown) -> Books:
        """The same books with what the board shows of one side exchanged."""
        return replace(self, blancs=shown) if side is Side.BLANCS else replace(self, noirs=shown)

    def set_to(self, score: Score) -> Books:
        """Books in which everything is marked as `score` says, and nothing is owed."""
        shown = [
            Shown(held.points, held.bredouille and score.of(side.adversary).points > 0, held.trous)
            for side in Side
            for held in [score.of(side)]
        ]
        return Books(blancs=shown[0], noirs=shown[1], pavillon=score.pavillon, seen=self.seen, felt=self.felt)

    def owed(self, side: Side) -> int:
        """What a side still has to mark; écoles it may mark apart."""
        return sum(due.open for due in self.dues if due.side is side and due.kind is not DueKind.ECOLE)

    def claimable(self, side: Side) -> int:
        """What a side may still mark for écoles."""
        return sum(due.open for due in self.dues if due.side is side and due.kind is DueKind.ECOLE)


def marked_between(before: int, gained: int, now: int, run: int = 0) -> int:
    """The points marked by a side whose points went from `before` to `now` with `gained` more trous.

    An odd number of trous is one simple and the rest double (Jeu 3, "nombre de points marqués par l'adversaire"); run:
    trous marked just before, of which these are the rest.

    >>> marked_between(4, 3, 2), marked_between(8, 5, 10), marked_between(0, 6, 4)
    (22, 38, 40)
    >>> marked_between(0, -1, 0, run=2), marked_between(0, -2, 8, run=2)
    (0, -4)
    """
    douzaines = _douzaines(run + gained) - _douzaines(run)
    return POINTS_DU_TROU * douzaines - before + now


def _douzaines(trous: int) -> int:
    return (abs(trous) + 1) // 2 * (1 if trous >= 0 else -1)


class PlayersKeep:
    """The players mark; the companion reads and compares."""

    def thrown(self, bench: Bench) -> None:
        """The throw makes dues: the thrower's own first."""
        throw = bench.throw
        books = bench.situation.books
        own, given = throw.worth(throw.side), throw.worth(throw.side.adversary)
        fresh = [
            Due(throw.side, own, DueKind.OWN, throw.number),
            Due(throw.side.adversary, given, DueKind.GIVEN, throw.number),
        ]
        dues = (*books.dues, *(due for due in fresh if due.points))
        bench.become(books=replace(books, dues=dues, wiped=None))
        if bench.situation.score.marked(throw.side, own)[1].trous:
            bench.become_throw(trou=True, entitled=True)

    def departs(self, bench: Bench) -> bool:
        """Going on a trou that too many points gave is a fault; the other assents, or marks the école (Jeu 3)."""
        throw = bench.throw
        if throw.gained and bench.situation.score.of(throw.side).points:
            return False  # points de reste marked oblige to hold (Jeu 3, jetons 10)
        if throw.entitled:
            return True
        books, score = bench.situation.books, bench.situation.score.of(throw.side)
        shown = books.of(throw.side)
        if self._feels(bench) and shown.trous > score.trous and shown.points == score.points:
            # Who goes leaves his jeton where it was: it marks nothing any more.
            bench.become(books=books.showing(throw.side, replace(shown, points=0)))
        self._settle(bench, throw.side, hard=True)
        surplus = sum(one.points for one in bench.situation.books.returns if one.side is throw.side and not one.taken)
        fault = depart(throw.side, throw.base, throw.dice, surplus=surplus, touched=throw.touched)
        if bench.throw.gained and fault is not None:
            bench.fault(fault)
        return False

    def touched(self, bench: Bench) -> None:
        """The thrower's time to mark his own points is over (Lois XV; Jeu 3, écoles par moins 3.1)."""
        side = bench.throw.side
        self._settle(bench, side, hard=True)
        self._lapse(bench, side, DueKind.OWN, FaultName.ECOLE_MOINS_J)

    def held(self, bench: Bench) -> None:
        """He stays; nothing to tell if he never marked the trou he might have left on."""
        if bench.throw.gained:
            decide(bench, left=False)

    def left(self, bench: Bench) -> None:
        """He goes: what is unpaid is lost, without école; the points of both go to zero (Lois XVI; Jeu 3)."""
        side = bench.throw.side
        surplus = self._left_with(bench, side)
        decide(bench, left=True)
        trop = [
            ruling.fault.points
            for ruling in bench.situation.open_faults
            if ruling.fault.name is FaultName.ECOLE_TROP_J and ruling.fault.by is side
        ]
        books = bench.situation.books
        books = replace(books, dues=tuple(due for due in books.dues if due.kind is DueKind.ECOLE), returns=())
        for one in Side:
            books = books.showing(one, replace(books.of(one), effaced=True))
        bench.become(score=bench.situation.score.left(), books=books)
        said = any(one.fault.name is FaultName.DEPART_SUR_ECOLE for one in bench.situation.open_faults)
        if not said and (surplus or (trop and not bench.throw.entitled)):
            throw = bench.throw
            fault = depart(side, throw.base, throw.dice, surplus=surplus or sum(trop), touched=throw.touched)
            if fault is not None:
                bench.fault(fault)

    def _left_with(self, bench: Bench, side: Side) -> int:
        """See which trous he leaves with; his reste is never marked. The points of trous he had no right to."""
        books, score = bench.situation.books, bench.situation.score
        owed = books.owed(side)
        due = score.marked(side, owed)[1].trous
        gained = books.of(side).trous - score.of(side).trous if self._feels(bench) else due
        self._stand(bench, side, gained, effaced=True)
        if gained > 0:
            reste = (score.of(side).points + owed) % POINTS_DU_TROU
            self._pay(bench, side, owed, gained, reste=reste)
        return POINTS_DU_TROU * max(0, (gained + 1) // 2 - (due + 1) // 2)

    def next_throw(self, bench: Bench) -> None:
        """What the thrower was given by the last throw, and the écoles he could mark, must be marked by now.

        The dues of his new throw stand already: a mark first seen together with the dice may be for either.
        """
        side, number = bench.throw.side, bench.throw.number
        for one in (side.adversary, side):
            self._settle(bench, one, hard=True)
        # What is left of his own last throw he never had to end marking (Jeu 3, école impossible).
        self._drop(bench, side, DueKind.OWN, before=number)
        self._partly_marked(bench, side)
        self._drop(bench, side, DueKind.ECOLE, before=number)
        self._lapse(bench, side, DueKind.GIVEN, FaultName.ECOLE_MOINS_A, before=number)
        books = bench.situation.books
        returns = tuple(one for one in books.returns if one.side is side and not one.taken)
        called = tuple(one for one in books.called if one is not side)
        bench.become(books=replace(books, returns=returns, called=called))

    def called(self, bench: Bench, side: Side) -> None:
        """What he marks beyond his right from now on is a fausse école."""
        books = bench.situation.books
        bench.become(books=replace(books, called=(*books.called, side)))

    def seen(self, bench: Bench, act: Mark) -> None:
        """Keep what the board shows; once the marks rest, see what they pay."""
        books = bench.situation.books
        match act:
            case PavillonMoved():
                bench.become(books=replace(books, pavillon=act.owner))
                if bench.settings.pegs:
                    bench.become(score=replace(bench.situation.score, pavillon=act.owner))
            case FichetsFelt():
                # Until they are felt again they are taken to stand where they should.
                for side in Side:
                    trous = bench.situation.score.of(side).trous
                    books = books.showing(side, replace(books.of(side), trous=trous))
                bench.become(books=replace(books, felt=act.felt))
            case FichetMoved():
                before = books.of(act.side).trous
                books = books.showing(act.side, replace(books.of(act.side), trous=act.trou))
                other = act.side.adversary
                if act.trou > before:
                    wipes = bench.situation.score.of(other).points > 0
                    books = books.showing(other, replace(books.of(other), effaced=wipes))
                    books = replace(books, wiped=other, erased=(other, bench.situation.score.of(other).points))
                elif act.trou < before and books.erased is not None and books.erased[0] is other:
                    # The trou is taken back: the points it effaced are the other's again.
                    held = replace(bench.situation.score.of(other), points=books.erased[1])
                    bench.become(score=bench.situation.score.with_holding(other, held))
                    books = books.showing(other, replace(books.of(other), effaced=False))
                    books = replace(books, wiped=None, erased=None)
                bench.become(books=books)
                self._effaced(bench, other)
            case JetonMoved() | JetonReleased():
                books = replace(books, seen=True)
                shown = replace(books.of(act.side), points=act.points, double=act.bredouille, left=act.left)
                bench.become(books=books.showing(act.side, shown))
                self._effaced(bench, act.side)
                if isinstance(act, JetonReleased) and bench.situation.phase not in {Phase.LEAVING, Phase.OVER}:
                    self._settle(bench, act.side, hard=False)
                    self._obliged_to_hold(bench)

    def fined(self, bench: Bench, about: str, fault: Fault) -> None:
        """The other may mark them until he throws."""
        books = bench.situation.books
        due = Due(fault.by.adversary, fault.points, DueKind.ECOLE, bench.throw.number, fault=about)
        bench.become(books=replace(books, dues=(*books.dues, due)))

    def missed(self, bench: Bench, ecoles: tuple[Fault, ...]) -> None:
        """What was ruled on his marking when he touched his dames, or let his jeton go, is ruled anew with it."""
        side, number = bench.throw.side, bench.throw.number
        books = bench.situation.books
        stale = [
            ruling
            for ruling in bench.situation.open_faults
            if ruling.throw == number and ruling.fault.name in {FaultName.ECOLE_MOINS_J, FaultName.ECOLE_TROP_J}
        ]
        for ruling in stale:
            bench.close(ruling, Window.MENDED)
        gone = {ruling.about for ruling in stale}
        dues = tuple(due for due in books.dues if due.fault not in gone)
        returns = tuple(one for one in books.returns if one.fault not in gone)
        for fault in ecoles:
            about = bench.fault(fault)
            dues = (*dues, Due(side.adversary, fault.points, DueKind.ECOLE, number, fault=about))
            if fault.name is FaultName.ECOLE_TROP_J:
                returns = (*returns, Return(side, fault.points, number, about))
        bench.become(books=replace(books, dues=dues, returns=returns))

    def claimed(self, bench: Bench, fault: FaultRuled) -> None:
        """The claimant marks it himself."""

    def _effaced(self, bench: Bench, side: Side) -> None:
        """The points of a side went to zero as the other's trou allows; whatever it marks now begins there."""
        books, score = bench.situation.books, bench.situation.score
        shown = books.of(side)
        if shown.effaced and not shown.points:
            # The other's bredouille is left as it was: his trou is counted with it, whenever he is done marking.
            books = books.showing(side, replace(shown, effaced=False))
            bench.become(books=books, score=score.with_holding(side, Holding(trous=score.of(side).trous)))

    @staticmethod
    def _feels(bench: Bench) -> bool:
        return bench.settings.pegs and bench.situation.books.felt

    # What was marked ------------------------------------------------------------------------------------------------

    def _settle(self, bench: Bench, side: Side, *, hard: bool) -> None:
        """See what a side marked since last time, and what it paid with it.

        hard: its time is over, so what stands counts; otherwise a trou being marked, fichet first and jeton after, is
        left alone until it is complete.
        """
        books, score = bench.situation.books, bench.situation.score
        before, shown = score.of(side), books.of(side)
        if self._wiped_unfelt(bench, side):
            shown = replace(shown, effaced=True)
            books = books.showing(side, shown)
            bench.become(books=books)
        gained = shown.trous - before.trous if self._feels(bench) else self._guessed(before, shown, books, side)
        number = bench.situation.number
        points = self._points(before, shown, gained, books, side, number)
        if gained > 0 and shown.trous >= TROUS_DU_TOUR:
            # The last trou ends the tour: nothing is marked beyond it.
            points = max(points, books.owed(side))
            gained = max(gained, score.marked(side, books.owed(side))[1].trous)
        untouched = before.points > 0 and shown.points == before.points and points != books.owed(side)
        unfinished = (gained > 0 and untouched) or 0 < points < books.owed(side)
        if not hard and unfinished:
            return
        back = sum(one.points for one in books.returns if one.side is side and not one.taken)
        marked = sum(due.paid for due in books.dues if due.side is side and due.kind is DueKind.ECOLE)
        if points < 0 and not hard and -points not in {back, marked}:
            return
        effaced = shown.effaced and shown.points <= before.points and shown.points == 0
        self._stand(
            bench,
            side,
            gained,
            effaced=effaced or points != marked_between(before.points, gained, shown.points, self._run(shown, number)),
        )
        self._two_jetons(bench, side, before, shown, points)
        if points > 0:
            last = shown.trous >= TROUS_DU_TOUR and gained > 0
            if back and self._pays_exactly(books, side, points + back) and not self._pays_exactly(books, side, points):
                # Points were taken off and others marked before anybody looked.
                self._give_back(bench, side, back, 0)
                points += back
            self._pay(bench, side, points, gained, reste=(before.points + points) % POINTS_DU_TROU if last else None)
        elif points < 0:
            self._give_back(bench, side, -points, gained)

    @staticmethod
    def _two_jetons(bench: Bench, side: Side, before: Holding, shown: Shown, points: int) -> None:
        """Jetons of one side on two places: the old points are given up, or, with the bredouille's, may be an école.

        The second is one only when the next throw has been played: till then it may be mended (Jeu 3, deux jetons).
        """
        books = bench.situation.books
        if shown.left is None or shown.left != before.points or points <= 0:
            return
        if points == shown.points:
            bench.fault(deux_jetons(side, old=before.points, with_bredouille=False))
        else:
            bench.become(books=replace(books, forgotten=(side, before.points, bench.situation.number)))

    def played(self, bench: Bench) -> None:
        """A jeton forgotten in the throw before is an école now, if it still lies there."""
        books = bench.situation.books
        if books.forgotten is None:
            return
        side, old, number = books.forgotten
        if books.of(side).left is None:
            bench.become(books=replace(books, forgotten=None))
        elif number < bench.situation.number:
            fault = deux_jetons(side, old=old, with_bredouille=True)
            about = bench.fault(fault, number)
            due = Due(side.adversary, old, DueKind.ECOLE, bench.situation.number, fault=about)
            bench.become(books=replace(books, forgotten=None, dues=(*books.dues, due)))

    @staticmethod
    def _pays_exactly(books: Books, side: Side, points: int) -> bool:
        return points in {books.owed(side), books.owed(side) + books.claimable(side)}

    @staticmethod
    def _guessed(before: Holding, shown: Shown, books: Books, side: Side) -> int:
        """How many trous were made, when no fichet is felt: those with which the jeton pays just what is owed.

        If none do, as few as leave nothing taken off.
        """
        held = 0 if shown.effaced and shown.points < before.points else before.points
        made = [POINTS_DU_TROU * douzaines - held + shown.points for douzaines in range(4)]
        right = [
            at
            for at, points in enumerate(made)
            if points in {books.owed(side), books.owed(side) + books.claimable(side)}
        ]
        douzaines = right[0] if right else 0
        return trous_of(douzaines, bredouille=before.bredouille or before.points == 0)

    def _wiped_unfelt(self, bench: Bench, side: Side) -> bool:
        """Whether the points of a side went to zero because the other made a trou that nobody could feel."""
        books, score, other = bench.situation.books, bench.situation.score, side.adversary
        if self._feels(bench) or books.of(side).points or not score.of(side).points:
            return False
        return self._guessed(score.of(other), books.of(other), books, other) > 0

    @staticmethod
    def _run(shown: Shown, number: int) -> int:
        return shown.run if number - shown.run_throw <= 1 else 0

    def _points(self, before: Holding, shown: Shown, gained: int, books: Books, side: Side, number: int) -> int:
        """Points marked; where the old ones may have been effaced meanwhile, the reading that pays the dues exactly."""
        run = self._run(shown, number)
        kept = marked_between(before.points, gained, shown.points, run)
        given_up = shown.left is not None and shown.left == before.points
        if not (shown.effaced or given_up) or kept == 0:
            return kept
        fresh = marked_between(0, gained, shown.points, run)
        right = {0, books.owed(side), books.owed(side) + books.claimable(side)}
        return kept if kept in right and fresh not in right else fresh

    @staticmethod
    def _stand(bench: Bench, side: Side, gained: int, *, effaced: bool) -> None:
        """What the board shows of a side is its score from now on."""
        books, score = bench.situation.books, bench.situation.score
        before, shown = score.of(side), books.of(side)
        number = bench.situation.number
        if gained:
            shown = replace(shown, run=PlayersKeep._run(shown, number) + gained, run_throw=number)
        if effaced or not shown.effaced:
            shown = replace(shown, effaced=False)
        books = books.showing(side, shown)
        if gained > 0:
            if bench.situation.throw is not None and bench.throw.side is side:
                bench.become_throw(gained=bench.throw.gained + gained)
            other = side.adversary
            books = books.showing(other, replace(books.of(other), effaced=score.of(other).points > 0))
            if not PlayersKeep._feels(bench):
                books = replace(books, pavillon=score.marked(side, POINTS_DU_TROU)[0].pavillon)
        holding = Holding(shown.points, False, before.trous + gained)
        score = replace(score.with_holding(side, holding), pavillon=books.pavillon)
        bench.become(books=books, score=_with_bredouille(score, books))

    def _pay(self, bench: Bench, side: Side, points: int, gained: int, *, reste: int | None = None) -> None:
        """Points marked pay the dues in order; what is left over was marked beyond every right.

        reste: what is left of them beyond the trous, where the jeton does not show it.
        """
        books = bench.situation.books
        owed = books.owed(side)
        throw = bench.situation.throw
        left = points
        dues: list[Due] = []
        parts: dict[tuple[int, bool], int] = {}
        own = 0
        for due in self._in_order(books, side, points):
            part = min(left, due.open) if due.side is side else 0
            left -= part
            dues.append(replace(due, paid=due.paid + part))
            if part:
                of_ecole = due.kind is DueKind.ECOLE
                parts[due.throw, of_ecole] = parts.get((due.throw, of_ecole), 0) + part
                own += part if due.kind is DueKind.OWN else 0
        claiming = side in books.called or any(of_ecole for _, of_ecole in parts)
        if left:
            last = max((at for at in parts if at[1] is claiming), default=(bench.situation.number, claiming))
            parts[last] = parts.get(last, 0) + left
        bench.become(books=replace(books, dues=tuple(dues)))
        self._tell(bench, side, parts, gained, owed, books.of(side).points if reste is None else reste)
        self._claimed_by_marking(bench, side)
        if throw is not None and throw.side is side:
            bench.become_throw(marked=bench.throw.marked + own + (0 if claiming else left))
            if gained > 0 and own and bench.situation.phase is Phase.TO_MARK:
                bench.become_throw(trou=True)
                bench.become(phase=Phase.TO_DECIDE)
        self._tidy(bench)
        if left:
            self._too_much(bench, side, left, claiming=claiming)

    @staticmethod
    def _claimed_by_marking(bench: Bench, side: Side) -> None:
        """An école marked whole is claimed."""
        paid = {due.fault for due in bench.situation.books.dues if due.side is side and due.fault and not due.open}
        for fault in bench.situation.open_faults:
            if fault.about in paid:
                bench.close(fault, Window.CLAIMED)

    @staticmethod
    def _in_order(books: Books, side: Side, points: int) -> list[Due]:
        """The dues in the order in which `points` pay them: écoles last, as nobody need mark them.

        Where the points are just what must be marked and an école of an earlier throw besides, they are that.
        """
        owed = [due for due in books.dues if due.kind is not DueKind.ECOLE]
        ecoles = [due for due in books.dues if due.kind is DueKind.ECOLE]
        last = max((due.throw for due in owed), default=0)
        older = [due for due in owed if due.throw < last]
        newer = [due for due in owed if due.throw == last]
        mine = [due.open for due in (*older, *ecoles) if due.side is side]
        return [*older, *ecoles, *newer] if ecoles and older and points == sum(mine) else [*owed, *ecoles]

    @staticmethod
    def _tell(bench: Bench, side: Side, parts: dict[tuple[int, bool], int], gained: int, owed: int, reste: int) -> None:
        """Say what was marked for which throw, points of the throw before écoles; trous are told with the last."""
        bredouille = gained % 2 == 0 if gained else bench.situation.score.of(side).bredouille
        ordered = sorted(parts)
        for number, of_ecole in ordered:
            points = parts[number, of_ecole]
            trous = gained if (number, of_ecole) == ordered[-1] else 0
            marking = Marking(side, points, trous, reste, bredouille)
            bench.marked(marking, owed=0 if of_ecole else owed, ecole=of_ecole, number=number)

    def _too_much(self, bench: Bench, side: Side, points: int, *, claiming: bool) -> None:
        """An école par trop, or a fausse école if it was marked as one (Jeu 3)."""
        thrower = bench.situation.throw is not None and bench.throw.side is side
        taken = any(one.side is side.adversary and one.taken for one in bench.situation.books.returns)
        fault: Fault | None
        if taken:
            fault = augmentation(side, taken=points)
        elif claiming:
            fault = fausse_ecole(side, claimed=points, due=0)
        else:
            fault = ecole(side, thrower=side if thrower else side.adversary, due=0, marked=points)
        if fault is None:
            return
        about = bench.fault(fault)
        worth = 2 * points if taken else points
        books = bench.situation.books
        due = Due(side.adversary, worth, DueKind.ECOLE, bench.situation.number, fault=about)
        bench.become(
            books=replace(
                books,
                dues=(*books.dues, due),
                returns=(*books.returns, Return(side, points, bench.situation.number, about)),
            )
        )

    def _give_back(self, bench: Bench, side: Side, points: int, gained: int) -> None:
        """Points taken off again: first those marked beyond every right, then those of écoles and throws."""
        books = bench.situation.books
        returns: list[Return] = []
        left = points
        number = bench.situation.number
        for one in books.returns:
            part = min(left, one.points) if one.side is side and not one.taken else 0
            left -= part
            number = one.throw if part else number
            if one.points > part:
                returns.append(replace(one, points=one.points - part))
        dues: list[Due] = []
        for due in reversed(books.dues):
            part = min(left, due.paid) if due.side is side else 0
            left -= part
            dues.insert(0, replace(due, paid=due.paid - part))
            if part and due.kind is DueKind.ECOLE:
                returns.append(Return(side, part, due.throw, due.fault, taken=True))
        bench.become(books=replace(books, dues=tuple(dues), returns=tuple(returns)))
        held = bench.situation.score.of(side)
        marking = Marking(side, -points, gained, held.points, held.bredouille)
        bench.marked(marking, owed=0, ecole=True, number=number)

    # When time is over ----------------------------------------------------------------------------------------------

    def _lapse(self, bench: Bench, side: Side, kind: DueKind, name: FaultName, *, before: int | None = None) -> None:
        """What a side had to mark and did not is an école par moins; the other side may mark it."""
        books = bench.situation.books
        before = bench.situation.number + 1 if before is None else before
        lapsed = [due for due in books.dues if due.side is side and due.kind is kind and due.throw < before]
        missing = sum(due.open for due in lapsed)
        if missing and books.wiped is side:
            # Marked and effaced before anybody looked, or never marked: what cannot be judged is not ruled on.
            self._pay(bench, side, missing, 0, reste=0)
            missing = 0
        self._drop(bench, side, kind, before=before)
        if not missing:
            return
        number = lapsed[-1].throw
        thrower = side if name is FaultName.ECOLE_MOINS_J else side.adversary
        fault = ecole(side, thrower=thrower, due=missing, marked=0)
        if fault is None:
            return
        about = bench.fault(fault, number)
        books = bench.situation.books
        due = Due(side.adversary, missing, DueKind.ECOLE, bench.situation.number, fault=about)
        bench.become(books=replace(books, dues=(*books.dues, due)))

    @staticmethod
    def _drop(bench: Bench, side: Side, kind: DueKind, *, before: int) -> None:
        books = bench.situation.books
        kept = tuple(due for due in books.dues if not (due.side is side and due.kind is kind and due.throw < before))
        bench.become(books=replace(books, dues=kept))

    @staticmethod
    def _tidy(bench: Bench) -> None:
        books = bench.situation.books
        # Écoles marked are kept until their time is over: they may be taken off again (augmentation).
        kept = tuple(due for due in books.dues if due.open or due.kind is DueKind.ECOLE)
        bench.become(books=replace(books, dues=kept))

    @staticmethod
    def _partly_marked(bench: Bench, side: Side) -> None:
        """An école begun must be marked whole if the other asks; it is never an école itself (Jeu 3, école d'école)."""
        for due in bench.situation.books.dues:
            if due.side is side and due.kind is DueKind.ECOLE:
                fault = partielle(side, begun=due.paid, due=due.points)
                if fault is not None:
                    bench.fault(fault, due.throw)

    @staticmethod
    def _obliged_to_hold(bench: Bench) -> None:
        """Having marked points de reste obliges to hold (Jeu 3, jetons 10)."""
        if bench.situation.phase is not Phase.TO_DECIDE:
            return
        if bench.throw.gained and bench.situation.score.of(bench.throw.side).points:
            bench.become(phase=Phase.TO_MARK)


def _with_bredouille(score: Score, books: Books) -> Score:
    """Who is in bredouille, from the jetons: the only one to have points, or the one with two jetons (Lois XV)."""
    for side in Side:
        holding = score.of(side)
        alone = score.of(side.adversary).points == 0
        double = books.of(side).double and not books.of(side).effaced
        score = score.with_holding(side, replace(holding, bredouille=holding.points > 0 and (alone or double)))
    return score
