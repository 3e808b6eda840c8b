"""Marks the players make themselves, held against what was owed (Lois XV-XVIII; Jeu 3, écoles).

1. Every throw and every école makes lines in the ledger; what was marked is worked back from jetons and fichets
   (`explaining`) and entered on them.
2. A line not marked whole when its time is over is an école par moins, one marked beyond its due an école par trop or a
   fausse école. Each gives the other side a line it may mark.
3. Marks wrong otherwise than in points may be mended until the next throw but one; then they stand as they are.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.acts import FichetMoved, FichetsFelt, JetonMoved, JetonReleased
from referee.judge import unmade
from referee.judge.board import reads
from referee.judge.books import Forgotten, GivenUp
from referee.judge.explaining import Evidence, Reach, applied
from referee.judge.fining import fine, too_much
from referee.judge.keeping import decide, owing
from referee.judge.ledger import Ledger, Line
from referee.judge.mending import adopted, noticed
from referee.judge.winning import may_be_contested
from referee.rulings import Window
from referee.state import Phase
from rules.fault import FaultName
from rules.faults.chronology import On
from rules.faults.ecoles import depart, deux_jetons, ecole, partielle
from rules.marking import POINTS_DU_TROU, TROUS_DU_TOUR
from rules.position import Side

if TYPE_CHECKING:
    from referee.judge.bench import Bench
    from referee.judge.explaining import Change
    from referee.judge.keeping import Mark
    from referee.rulings import FaultRuled
    from rules.fault import Fault

UNPLAYED = frozenset({Phase.TO_MARK, Phase.TO_DECIDE})
BUSY = frozenset({Phase.LEAVING, Phase.OVER})
"""Marks are put away now, not made."""


class PlayersKeep:
    """The players mark; the companion reads and compares."""

    # --- the moments of a throw --------------------------------------------------------------------------------------

    def thrown(self, bench: Bench) -> None:
        """The throw makes two lines; what was marked until now was for the throw before, if it can have been."""
        throw = bench.throw
        released = throw.side in bench.situation.books.released
        self._settle(bench, throw.side, Reach.OVER if released else Reach.DUE, marking=throw.number - 1)
        bench.rewrite(owing(bench))
        self._settle(bench, throw.side, Reach.OVER, marking=throw.number - 1)
        if bench.situation.score.marked(throw.side, throw.worth(throw.side))[1].trous:
            bench.become_throw(trou=True, entitled=True)

    def touched(self, bench: Bench) -> None:
        """The thrower's time to mark his own points is over (Lois XV; Jeu 3, écoles par moins 3.1)."""
        side, number = bench.throw.side, bench.throw.number
        self._settle(bench, side, Reach.OVER)
        self._lapse(bench, side, On.OWN, number)
        noticed(bench, side)

    def next_throw(self, bench: Bench) -> None:
        """What the thrower was given by the throw before, and the écoles he could mark, must be marked by now."""
        side, number = bench.throw.side, bench.throw.number
        for at, line in enumerate(bench.situation.books.ledger.lines):
            if line.side is side and line.throw < number:
                self._partly(bench, at)
        for throw in {line.throw for line in bench.situation.books.ledger.lines if line.throw < number}:
            self._lapse(bench, side, On.GIVEN, throw)

        lines = bench.situation.books.ledger.lines
        answered = {(line.throw, line.on) for line in lines if line.augmented}

        def aged(line: Line) -> Line:
            if line.throw >= number:
                return line
            if line.ecole and (line.throw, line.on) in answered:
                return line.closed()  # after an augmentation any throw ends it
            if line.side is side:
                # An école he marked may still be answered, one he began be asked for, a surplus be taken off.
                return line if line.surplus or (line.ecole and line.marked) else line.closed()
            # His own time to take anything off is over. What the other need not have marked yet stays due: what the
            # throw before was worth to him if he could play nothing (Jeu 3, école impossible), and new écoles.
            return line if line.open and not (line.ecole and line.marked) else line.closed()

        noticed(bench, side)
        ledger = bench.situation.books.ledger.each(aged).folded(bench.settings.code, before=number - 2)
        bench.rewrite(ledger)
        adopted(bench, side)
        books = bench.situation.books
        bench.become(books=replace(books, called=tuple(one for one in books.called if one is not side)))

    def held(self, bench: Bench) -> None:
        """He stays; nothing to tell if he never marked the trou he might have left on."""
        if bench.throw.gained:
            decide(bench, left=False)

    def departs(self, bench: Bench) -> bool:
        """Going on a trou that too many points gave is a fault; the other assents, or marks the école (Jeu 3)."""
        throw = bench.throw
        if throw.gained and bench.situation.score.of(throw.side).points:
            return False  # points de reste marked oblige to hold (Jeu 3, jetons 10)
        if throw.entitled:
            return True
        self._leaves_with(bench)
        self._departs_wrongly(bench)
        return False

    def left(self, bench: Bench) -> None:
        """He goes with the trous he has marked, or marks until he touches his dames (Lois XVI; Jeu 3, jetons 14)."""
        self._leaves_with(bench)
        if not bench.throw.entitled:
            self._departs_wrongly(bench)
        decide(bench, left=True)

    def gone(self, bench: Bench) -> None:
        """What is unpaid is lost, without école; the points of both go to zero (Lois XVI; Jeu 3)."""
        side = bench.throw.side
        self._leaves_with(bench)
        for fault in bench.situation.open_faults:
            # Nobody objected: the other has assented.
            of_going = fault.fault.name in {FaultName.DEPART_SUR_ECOLE, FaultName.ECOLE_TROP_J}
            if (
                of_going
                and fault.fault.by is side
                and fault.window is Window.OPEN
                and bench.throw.number == fault.throw
            ):
                bench.close(fault, Window.CLOSED)
        books = bench.situation.books
        # The jetons go home now; wherever they lie, they mark nothing any more.
        board = books.board.understood(*Side)
        bench.become(books=replace(books, board=board, forgotten=None, amiss=()))
        bench.rewrite(Ledger(bench.situation.score.left()))

    def played(self, bench: Bench) -> None:
        """A jeton forgotten in the throw before is an école now, if it still lies there (Jeu 3, deux jetons 2)."""
        if bench.throw.mending and bench.throw.lawful:
            unmade.replayed(bench)
        books = bench.situation.books
        old = books.forgotten
        if old is None or old.throw >= bench.situation.number:
            return
        bench.become(books=replace(books, forgotten=None))
        if books.board.of(old.side).left == old.points:
            fault = deux_jetons(old.side, old=old.points, with_bredouille=True)
            fine(bench, fault, bench.fault(fault, old.throw), bench.situation.number, On.GIVEN)

    # --- faults ------------------------------------------------------------------------------------------------------

    def called(self, bench: Bench, side: Side) -> None:
        """What he marks beyond his right from now on is a fausse école; what he speaks of is marked as it stands."""
        now = bench.situation
        if now.phase not in BUSY and side in now.books.released:
            self._settle(bench, side, Reach.OVER)  # what he marked before he said it
        now = bench.situation
        if now.phase in {Phase.TO_MARK, Phase.TO_DECIDE} and bench.throw.side is not side:
            self._settle(bench, bench.throw.side, Reach.OVER)
        self._asks_for_the_rest(bench, side)
        books = bench.situation.books
        bench.become(books=replace(books, called=(*books.called, side)))

    def _asks_for_the_rest(self, bench: Bench, side: Side) -> None:
        """Of an école the other has let go marked in part: it must be marked whole (Jeu 3, école d'école)."""
        other = side.adversary
        if bench.situation.phase not in BUSY and other in bench.situation.books.released:
            self._settle(bench, other, Reach.OVER)
        for at, line in enumerate(bench.situation.books.ledger.lines):
            if line.side is other:
                self._partly(bench, at)

    @staticmethod
    def _partly(bench: Bench, at: int) -> None:
        """Begun, an école must be marked whole if the other asks; it is no école itself (Jeu 3, école d'école)."""
        ledger = bench.situation.books.ledger
        line = ledger.lines[at]
        fault = partielle(line.side, begun=line.marked, due=line.due) if line.ecole and not line.begun else None
        if fault is not None:
            bench.fault(fault, line.throw)
            bench.rewrite(ledger.setting(at, replace(line, begun=True)))

    def fined(self, bench: Bench, about: str, fault: Fault) -> None:
        """The other may mark them until he throws."""
        fine(bench, fault, about, bench.throw.number, On.OWN)

    def missed(self, bench: Bench, ecoles: tuple[Fault, ...]) -> None:
        """What was ruled on his marking when he touched his dames, or let his jeton go, is ruled anew with it."""
        unmade.missed(bench, ecoles)

    def resumed(self, bench: Bench) -> None:
        """Nothing is missed yet."""
        unmade.resumed(bench)

    def claimed(self, bench: Bench, fault: FaultRuled) -> None:
        """The claimant marks it himself; the rest of an école he began he must."""
        if fault.fault.name is FaultName.ECOLE_PARTIELLE:
            ledger = bench.situation.books.ledger
            bench.rewrite(ledger.each(lambda line: replace(line, asked=True) if line.begun else line))

    def _lapse(self, bench: Bench, side: Side, on: On, throw: int) -> None:
        """What a side had to mark and did not is an école par moins; the other side may mark it."""
        ledger = bench.situation.books.ledger
        at = ledger.find(side=side, throw=throw, on=on)
        if at is None or not ledger.lines[at].open:
            return
        missing = ledger.lines[at].open
        if not self._reads(bench, ledger) and self._reads(bench, ledger.marking(at, missing)):
            # His old jeton was never effaced, and lies where the new one would: he has marked.
            bench.enter(at, missing)
            bench.won()
            return
        bench.rewrite(ledger.setting(at, ledger.lines[at].closed()))
        thrower = side if on is On.OWN else side.adversary
        fault = ecole(side, thrower=thrower, due=missing, marked=0)
        if fault is not None:
            fine(bench, fault, bench.fault(fault, throw), throw, on)

    @staticmethod
    def _reads(bench: Bench, ledger: Ledger) -> bool:
        """Whether the board reads as this ledger says."""
        books, score = bench.situation.books, ledger.score(bench.settings.code)
        felt = bench.settings.pegs and books.felt
        return all(reads(books.board.of(side), score.of(side), felt=felt) for side in Side)

    @staticmethod
    def _departs_wrongly(bench: Bench) -> None:
        throw = bench.throw
        line = bench.situation.books.ledger.own(throw.side, throw.number)
        said = any(one.fault.name is FaultName.DEPART_SUR_ECOLE for one in bench.situation.open_faults)
        if line is None or said or not throw.gained:
            return
        fault = depart(throw.side, throw.base, throw.dice, surplus=line.surplus, touched=throw.touched)
        if fault is not None:
            bench.fault(fault)

    # --- what was marked ---------------------------------------------------------------------------------------------

    def seen(self, bench: Bench, act: Mark) -> None:
        """Keep what the board shows; once the marks rest, see what was marked."""
        books = bench.situation.books
        board = books.board
        match act:
            case FichetsFelt():
                # Until they are felt again they are taken to stand where they should.
                for side in Side:
                    trous = min(TROUS_DU_TOUR, bench.situation.score.of(side).trous)
                    board = board.standing(side, trous=trous)
                bench.become(books=replace(books, board=board, felt=act.felt))
            case FichetMoved():
                shown = replace(board.of(act.side), trous=act.trou, pegged=board.of(act.side).points)
                board, released = board.showing(act.side, shown), books.released - {act.side}
                bench.become(books=replace(books, board=board, released=released))
                if bench.situation.phase not in BUSY:
                    # Where no jeton has to move any more, nobody will; the last trou ends the tour.
                    self._settle(bench, act.side, Reach.PEGGED)
                self._taken_back(bench, act.side)
            case JetonMoved() | JetonReleased():
                if act.side in books.released and self._takes_back(bench, act):
                    # As it stood was one mark, this is another.
                    self._settle(bench, act.side, Reach.OVER)
                    books, board = bench.situation.books, bench.situation.books.board
                shown = replace(board.of(act.side), points=act.points, double=act.bredouille, left=act.left)
                let_go = {act.side} if isinstance(act, JetonReleased) else frozenset()
                board, released = board.showing(act.side, shown), books.released - {act.side} | let_go
                bench.become(books=replace(books, board=board, released=released, seen=True))
                if isinstance(act, JetonReleased) and bench.situation.phase not in BUSY:
                    self._settle(bench, act.side, Reach.RELEASED)
                    if act.side.adversary in bench.situation.books.released:
                        self._settle(bench, act.side.adversary, Reach.RELEASED)  # what waited for this jeton
                    self._obliged_to_hold(bench)
                self._taken_back(bench, act.side)

    @staticmethod
    def _takes_back(bench: Bench, act: JetonMoved | JetonReleased) -> bool:
        """Whether the other takes off what this side marked: let go, a jeton goes back by no hand of his own."""
        board, held = bench.situation.books.board, bench.situation.score.of(act.side).points
        pegged = any(board.of(side).trous != board.known(side).trous for side in Side)
        return held < board.of(act.side).points > act.points != held and not pegged

    def _taken_back(self, bench: Bench, side: Side) -> None:
        """The tour was won by points too many, and the other takes them off: it goes on."""
        if may_be_contested(bench):
            found = self._evidence(bench).explained(side, Reach.RELEASED)
            if found and applied(found.ledger, found.changes).score(bench.settings.code).winner() is None:
                bench.not_won()
                self._settle(bench, side, Reach.RELEASED)

    def _settle(self, bench: Bench, side: Side, reach: Reach, *, marking: int | None = None) -> None:
        """See what was marked since the board was last understood."""
        now = bench.situation
        books = now.books
        evidence = self._evidence(bench, marking=marking)
        if now.phase is Phase.OVER or not any(evidence.changed(one) for one in Side):
            return
        found = evidence.explained(side, reach)
        if found is None:
            if reach is Reach.OVER:
                self._unexplained(bench, side)
            return
        if found.ledger != books.ledger:
            self._given_up(bench, found.ledger)
        for change in found.changes:
            self._enter(bench, change)
            if change.points > 0 and bench.has_winner():
                break  # nothing counts after the twelfth trou (Lois XX)
        bench.won()
        clear = [one for one in Side if one is side or evidence.reads(one, bench.situation.score)]
        books = bench.situation.books
        bench.become(books=replace(books, board=books.board.understood(*clear)))
        self._forgets(bench, side, now.score.of(side).points)

    def _evidence(self, bench: Bench, *, marking: int | None = None) -> Evidence:
        now = bench.situation
        books, number = now.books, now.number
        thrower = now.throw.side if now.throw is not None else now.trait
        return Evidence(
            ledger=books.ledger,
            board=books.board,
            code=bench.settings.code,
            felt=bench.settings.pegs and books.felt,
            thrower=thrower,
            number=number,
            marking=number if marking is None else max(1, marking),
            touched=now.throw is None or bool(now.throw.touched) or now.throw.moves is not None,
            called=books.called,
            given_up=self._may_regret(bench),
        )

    def _enter(self, bench: Bench, change: Change) -> None:
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
        else:
            note = replace(line, taken=0, undone=0)
        bench.rewrite(ledger.setting(change.at, note))
        trous = bench.enter(change.at, change.points, ecole=restored)
        after = bench.situation.books.ledger.lines[change.at]
        own = line.on is On.OWN and not line.ecole and line.throw == bench.situation.number
        if own and trous > 0:
            self._may_leave(bench)
        if after.surplus > line.surplus and not restored:
            too_much(bench, change.at, after.surplus - line.surplus)
        if line.ecole and change.points > 0:
            books = bench.situation.books
            bench.become(books=replace(books, called=tuple(one for one in books.called if one is not line.side)))
        if after.fault and not after.open:
            for fault in bench.situation.open_faults:
                if fault.about == after.fault:
                    bench.close(fault, Window.CLAIMED)

    @staticmethod
    def _may_leave(bench: Bench) -> None:
        """He has marked a trou of his own throw: he may hold or go."""
        if bench.situation.phase is Phase.TO_MARK:
            bench.become_throw(trou=True)
            bench.become(phase=Phase.TO_DECIDE)

    def _given_up(self, bench: Bench, ledger: Ledger) -> None:
        """Old points given up for a jeton from the talon, or taken back, or kept as nobody effaced them."""
        before, number = bench.situation.score, bench.situation.number
        given_up = self._may_regret(bench)
        bench.rewrite(ledger)
        for side in Side:
            held, now = before.of(side), bench.situation.score.of(side)
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

    def _forgets(self, bench: Bench, side: Side, old: int) -> None:
        """Two jetons of a side on two places, the new points marked with the bredouille's (Jeu 3, deux jetons 2)."""
        books = bench.situation.books
        left = books.board.of(side).left
        if left is not None and left == old and books.forgotten is None:
            given_up = any(one.fault.name is FaultName.DEUX_JETONS for one in bench.situation.open_faults)
            if not given_up:
                forgotten = Forgotten(side, old, bench.situation.number)
                bench.become(books=replace(books, forgotten=forgotten))

    @staticmethod
    def _may_regret(bench: Bench) -> GivenUp | None:
        """Old points given up in this throw, while he has not played (Jeu 3, deux jetons 1)."""
        now = bench.situation
        given_up = now.books.given_up
        return given_up if given_up is not None and given_up.throw == now.number and now.phase in UNPLAYED else None

    @staticmethod
    def _unexplained(bench: Bench, side: Side) -> None:
        """No marking leads to what stands there; it stands all the same, as the law knows no other score."""
        books, score = bench.situation.books, bench.situation.score
        shown = books.board.of(side)
        held = replace(score.of(side), points=shown.points)
        if bench.settings.pegs and books.felt:
            held = replace(held, trous=shown.trous)
        bench.become(books=replace(books, board=books.board.understood(side)))
        bench.rewrite(books.ledger.standing_at(score.with_holding(side, held)))

    def _leaves_with(self, bench: Bench) -> None:
        """Enter the trous he goes with: his fichet tells, his reste is never marked."""
        now, throw = bench.situation, bench.throw
        side, ledger = throw.side, now.books.ledger
        at = ledger.find(side=side, throw=throw.number, on=On.OWN)
        if at is None or throw.gained:
            return
        due = ledger.lines[at].open
        felt = bench.settings.pegs and now.books.felt
        shown = now.books.board.of(side).trous
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

    @staticmethod
    def _obliged_to_hold(bench: Bench) -> None:
        """Having marked points de reste obliges to hold (Jeu 3, jetons 10)."""
        now = bench.situation
        if now.phase is Phase.TO_DECIDE and bench.throw.gained and now.score.of(bench.throw.side).points:
            bench.become(phase=Phase.TO_MARK)
