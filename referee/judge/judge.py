"""The judge: acts in, rulings out, and the way back when later evidence shows an act was read wrongly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee.acts import (
    Claimed,
    Corrected,
    DameLifted,
    DamePlaced,
    Declared,
    DiceLifted,
    DiceThrown,
    FichetMoved,
    FichetsFelt,
    JetonMoved,
    JetonReleased,
    JetonsInSight,
    PavillonMoved,
    PlayEnded,
    ThrowCancelled,
    Undone,
    Unwatched,
)
from referee.judge.bench import Bench
from referee.judge.books import Books
from referee.judge.going_on import not_won, played_on
from referee.judge.ids import Ids
from referee.judge.keeping import CompanionKeeps
from referee.judge.ledger import Ledger
from referee.judge.placing import (
    MOVED,
    accused,
    his_own,
    let_go,
    marked_since_dice_were_up,
    thrown_by_the_other,
)
from referee.judge.players_keep import PlayersKeep
from referee.judge.retelling import retold
from referee.judge.sense import makes_sense
from referee.judge.situation import UNCOUNTED, Otherwise, Situation, Throw
from referee.judge.table import PLAYING, TABLE
from referee.rulings import FaultRuled, Played, Withdrawn
from referee.state import Phase
from rules.fault import Fault, FaultName
from rules.fault_table import article_of
from rules.marking import Score
from rules.position import BANDE, DAMES, Position

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from referee.acts import Act
    from referee.judge.keeping import Keeper
    from referee.judge.table import Row
    from referee.rulings import Ruling
    from referee.settings import Settings
    from rules.position import Dice


STANDS = (JetonMoved, JetonReleased, JetonsInSight, FichetMoved, PavillonMoved, FichetsFelt, Declared, Claimed)
"""Acts that stand when the throw they came after is cancelled."""

SHOWN = (JetonMoved, JetonReleased)
"""Acts that show there are jetons on the table."""

AWAITED = (DiceLifted, JetonMoved, JetonReleased, JetonsInSight, FichetMoved, PavillonMoved, FichetsFelt)
"""Acts that may come between a throw made too early and the dame it did not wait for."""

CAMERA = "board"
"""By whom a position is corrected when nobody says so, and the camera has counted anew."""

PLAYERS, COMPANION = PlayersKeep(), CompanionKeeps()


@dataclass(frozen=True, slots=True)
class Entry:
    """One act in the log: the situation before it, and what was ruled upon it."""

    act: Act
    before: Situation
    rulings: tuple[Ruling, ...]


def _otherwise(act: Corrected, before: Situation) -> Otherwise | None:
    """Counted again by the camera, dames may stand as they did before; set by people, they stand so."""
    return Otherwise(before.position, before.number) if act.by == CAMERA else None


class Judge:
    """Keeps the situation and the log of one sitting.

    Acts are taken in the order in which they become known. One that belongs before the last throw (a dame of the
    player before, seen late) is put where it belongs and everything after it judged again; only what then turns out
    differently is ruled anew.

    A throw made while a dame of the one before is still in the air is judged at once but not told: only the dame let
    go tells what it is worth. Should the thrower, or anybody, go on without it, it is told as it stands.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        books = Books(Ledger(trous=settings.trous))
        self.situation = Situation(Phase.TO_THROW, settings.first, books=books)
        self.log: list[Entry] = []
        self._ids = Ids()
        self._late: list[DameLifted | DamePlaced] = []
        self._held_back: tuple[Ruling, ...] = ()

    def observe(self, act: Act) -> tuple[Ruling, ...]:
        """Judge one act; what can be told now."""
        number = self.situation.number
        in_the_air = self._in_the_air(self.situation.throw) > 0
        awaited = isinstance(act, AWAITED) or self._is_dame_of_before(act)
        rulings = self._judged(act)
        early = in_the_air and isinstance(act, DiceThrown) and self.situation.number > number
        # Nothing is left of it where the act took the throw back, or had it judged anew.
        held, self._held_back = self._held_back, ()
        if early or (held and awaited):
            self._held_back = (*held, *rulings)
            return ()
        return (*held, *rulings)

    def _judged(self, act: Act) -> tuple[Ruling, ...]:
        match act:
            case Undone():
                return self._undo(act)
            case DameLifted() | DamePlaced() if self._can_be(act) and self._is_dame_of_before(act):
                return self._amend(act)
            case DiceThrown() if act.good and self.situation.phase is Phase.TO_THROW:
                return self._thrown(act)
            case DiceThrown() if act.good and self.situation.phase is Phase.OVER:
                return self._after_the_end(act)
            case JetonReleased() if (gone := self._first_since_absence()) is not None:
                return self._marked_first(act, gone)
            case _:
                return self._taken(act)

    def _taken(self, act: Act) -> tuple[Ruling, ...]:
        """Judge an act that follows all others in the log."""
        match act:
            case _ if not self._can_be(act):
                self.log.append(Entry(act, self.situation, ()))
                return ()
            case Corrected():
                return self._correct(act)
            case ThrowCancelled():
                return self._cancel(act)
            case Unwatched():
                return self._unwatched(act)
            case _:
                return self._take(act)

    @property
    def _keeper(self) -> Keeper:
        """The players, once a jeton was seen on their table; until then, and without, the companion."""
        players = self.settings.players_mark and self.situation.books.seen
        return PLAYERS if players else COMPANION

    def _row(self, bench: Bench, act: Act) -> Row | None:
        phase = bench.situation.phase
        return next(
            (row for row in TABLE if phase in row.phases and isinstance(act, row.act) and row.guard(bench, act)), None
        )

    def _take(self, act: Act) -> tuple[Ruling, ...]:
        bench = Bench(self.settings, self.situation, act.t, self._ids)
        row = self._row(bench, act)
        if row is not None:
            keeper = PLAYERS if isinstance(act, SHOWN) and self.settings.players_mark else self._keeper
            if isinstance(act, SHOWN) and keeper is not self._keeper:
                # The first jeton is seen: from here on what stands on the board is the score.
                bench.become(books=replace(bench.situation.books.set_to(bench.situation.score), seen=True))
            for effect in row.effects:
                effect(bench, keeper, act)
            if row.to is not None and bench.situation.phase is not Phase.OVER:
                bench.become(phase=row.to)
        rulings = tuple(bench.rulings)
        if bench.situation.tour != self.situation.tour:
            self.log.clear()  # A tour that is over is not gone back to, and a sitting may last for days.
        if bench.situation.before is not self.situation.before:
            self._late.clear()  # whose dame it was has nothing more to move
        self.log.append(Entry(act, self.situation, rulings))
        self.situation = bench.situation
        return rulings

    def _last_throw(self) -> int | None:
        """Where in the log the throw under way was thrown."""
        number = self.situation.number
        for index in range(len(self.log) - 1, -1, -1):
            entry = self.log[index]
            if isinstance(entry.act, DiceThrown) and entry.act.good and entry.before.number < number:
                return index
        return None

    def _can_be(self, act: Act) -> bool:
        """Whether there is a dame to be lifted there, or one in the air to be placed, or whatever else must be."""
        if not isinstance(act, DameLifted | DamePlaced):
            return makes_sense(act)
        dames = self.situation.position.counts(act.side)
        own = [one for one in self._late if one.side is act.side]
        late = sum(1 if isinstance(one, DamePlaced) else -1 for one in own)
        if isinstance(act, DamePlaced):
            return 1 <= act.case <= BANDE and sum(dames) + late < DAMES
        at_hand = sum(1 for one in own if isinstance(one, DamePlaced) and one.case == act.case)
        return 1 <= act.case < BANDE and dames[act.case - 1] + at_hand > 0

    def _thrown(self, act: DiceThrown) -> tuple[Ruling, ...]:
        """A throw, judged where it belongs: some of what followed upon it may have become known before it."""
        acts = [entry.act for entry in self.log]
        refused = his_own(acts, self.situation.early, act)
        if refused is not None:
            # Refused as the other's, and played by him whose turn it was: it was his.
            return self._anew(refused, self.log[refused].before, [act, *acts[refused + 1 :]], act.t)
        marked = marked_since_dice_were_up(acts)
        if marked is None:
            return self._taken(act)
        # Marks that make an école, if they were made before this throw, may have been made for it.
        since = acts[marked:]
        marks = [one for one in since if isinstance(one, STANDS)]
        late = [*(one for one in since if not isinstance(one, STANDS)), act, *marks]
        return self._at_its_best(act, marked, late, even=True)

    def _first_since_absence(self) -> int | None:
        """Where in the log the table was seen again, its first throw being under way and no dame touched yet."""
        throw = self.situation.throw
        if throw is None or throw.touched or throw.moves is not None:
            return None
        gone = next((at for at in range(len(self.log) - 1, -1, -1) if isinstance(self.log[at].act, Unwatched)), None)
        throws = [entry for entry in self.log[gone:] if isinstance(entry.act, DiceThrown)]
        return gone if len(throws) == 1 else None

    def _marked_first(self, act: JetonReleased, gone: int) -> tuple[Ruling, ...]:
        """A mark for a throw of which nobody may have seen who made it: it may be the other's, who marks for it."""
        acts = [*(entry.act for entry in self.log[gone:]), act]
        return self._at_its_best(act, gone, thrown_by_the_other(acts))

    def _at_its_best(self, act: Act, index: int, otherwise: Sequence[Act], *, even: bool = False) -> tuple[Ruling, ...]:
        """Judge an act; if players are accused of less by other acts since `index`, this one among them, by those.

        even: or of no more, where the throw under way gave points to who had marked.
        """
        tour, since = self.situation.tour, [entry.act for entry in self.log[index:]]
        told, throw = self._taken(act), self.situation.throw
        if self.situation.tour != tour or not any(accused(entry.rulings for entry in self.log[index:])):
            return told
        even = even and throw is not None and any(throw.worth(one.side) for one in since if isinstance(one, MOVED))
        better, as_seen = self._tried(index, otherwise), self._tried(index, [*since, act])
        if better > as_seen or (better == as_seen and not even):
            return told
        del self.log[-1]
        return self._anew(index, self.log[index].before, otherwise, act.t)

    def _tried(self, index: int, acts: Sequence[Act]) -> tuple[int, int]:
        """Of how much players would be accused by these acts instead of all in the log from `index` on."""
        situation, log, late = self.situation, self.log, self._late
        self.situation, self.log, self._late = log[index].before, log[:index], []
        for act in (*acts, *let_go(acts, acts[-1].t)):
            self._taken(act)
        found = accused(entry.rulings for entry in self.log[index:])
        self.situation, self.log, self._late = situation, log, late
        return found

    def _after_the_end(self, act: DiceThrown) -> tuple[Ruling, ...]:
        """A throw though the tour is over: where it follows upon a play, they play on, and it is not."""
        at = next((at for at, entry in enumerate(self.log) if entry.before.phase is Phase.OVER), len(self.log))
        acts, limit = [entry.act for entry in self.log[at:]], self.settings.trous
        end = self.log[at].before if acts else self.situation
        goes_on = None
        if limit is not None and not self._pegged_out(limit):
            goes_on = played_on(acts, end, self.situation.position)
        if goes_on is None:
            return self._taken(act)
        bench = Bench(self.settings, end, act.t, self._ids)
        bench.not_won()
        score = not_won(end, limit or 0)
        ledger = end.books.ledger.standing_at(score)
        books = end.books.set_to(score) if self._keeper is PLAYERS else replace(end.books, ledger=ledger)
        bench.become(score=score, books=books)
        self.situation = bench.situation
        del self.log[at:]
        for one in (*goes_on, act):
            self._taken(one)
        self.log[at] = replace(self.log[at], rulings=(*bench.rulings, *self.log[at].rulings))
        return tuple(ruling for entry in self.log[at:] for ruling in entry.rulings)

    def _pegged_out(self, trous: int) -> bool:
        """Whether the winner's fichet is felt in the last hole: then he has won, whatever they do."""
        winner, books = self.situation.winner, self.situation.books
        felt = self.settings.pegs and books.felt and self._keeper is PLAYERS
        return felt and winner is not None and books.board.of(winner).trous >= trous

    @staticmethod
    def _in_the_air(throw: Throw | None) -> int:
        """How many dames of its thrower were lifted in this throw and not let go yet."""
        return len(throw.lifted) - len(throw.placed) if throw is not None else 0

    def _is_dame_of_before(self, act: Act) -> bool:
        """A dame of who threw before: what he did belongs to his own throw."""
        now = self.situation
        return (
            isinstance(act, DameLifted | DamePlaced)
            and now.throw is not None
            and now.before is not None
            and act.side is now.before.side
            and act.side is not now.throw.side
            and now.phase is not Phase.LEAVING
        )

    def _amend(self, act: DameLifted | DamePlaced) -> tuple[Ruling, ...]:
        """Wait until no dame is in the air, then judge again from before the last throw on."""
        self._late.append(act)
        lifted = sum(isinstance(late, DameLifted) for late in self._late)
        if 2 * lifted + self._in_the_air(self.situation.before) != len(self._late):
            return ()
        acts, self._late = self._late, []
        index = self._last_throw()
        if index is None:
            return ()
        after = [entry.act for entry in self.log[index:]]
        return self._anew(index, self.log[index].before, [*acts, *after], act.t)

    def _anew(self, index: int, before: Situation, acts: Sequence[Act], t: float) -> tuple[Ruling, ...]:
        """Judge these acts from a situation on, instead of all in the log from `index` on, and tell what differs."""
        unsaid = {ruling.throw for ruling in self._held_back if isinstance(ruling, Played)}
        told = self._told(self.log[index:])
        self.situation = before
        del self.log[index:]
        for act in acts:
            self._taken(act)
        fresh = [ruling for entry in self.log[index:] for ruling in entry.rulings]
        return self._retold(told, fresh, t, unsaid)

    def _retold(
        self,
        told: Sequence[Ruling],
        fresh: Sequence[Ruling],
        t: float,
        unsaid: Container[int] = (),
        *,
        asked: bool = False,
    ) -> tuple[Ruling, ...]:
        now = self.situation
        rulings = retold(
            told, fresh, t, new_id=self._ids.new, number=now.number, still_open=now.open_faults, unsaid=unsaid,
            asked=asked,
        )  # fmt: skip
        for ruling in rulings:
            if isinstance(ruling, Withdrawn) and isinstance(ruling.what, FaultRuled):
                self._ids.gone.add(ruling.what.about)
        return rulings

    def _told(self, entries: Iterable[Entry]) -> list[Ruling]:
        """What was ruled on these acts and told; what was held back never will be, as they are judged anew."""
        held, self._held_back = self._held_back, ()
        return [ruling for entry in entries for ruling in entry.rulings if ruling not in held]

    def _cancel(self, act: ThrowCancelled) -> tuple[Ruling, ...]:
        """The throw under way never was; the situation before it stands again.

        A throw that nobody played was the other's, out of turn: a simple fault (Lois XVII 1).
        """
        index = self._last_throw()
        if index is None or self.situation.throw is None or self.situation.throw.side is not act.side:
            return ()
        before, after = self.situation, self.log[index:]
        told = self._told(after)
        late, self._late = self._late, []
        bench = Bench(self.settings, after[0].before, act.t, self._ids)
        if act.void and bench.situation.number:
            bench.fault(Fault(FaultName.HORS_TOUR, act.side.adversary, article_of(FaultName.HORS_TOUR)))
        self.situation = bench.situation
        self.log[index:] = [Entry(act, before, tuple(bench.rulings))]
        # What was marked or said meanwhile was, whoever threw; and the dames moved late are those of the throw itself.
        for meanwhile in (*(entry.act for entry in after if isinstance(entry.act, STANDS)), *late):
            self._taken(meanwhile)
        fresh = [ruling for entry in self.log[index:] for ruling in entry.rulings]
        return self._retold(told, fresh, act.t)

    def _undo(self, act: Undone) -> tuple[Ruling, ...]:
        """Everything from throw `act.throw` of this tour on is taken back."""
        tour, number = self.situation.tour, self.situation.number
        # The act that opened the throw is the last of those before which it was not thrown yet.
        opening = [
            index
            for index, entry in enumerate(self.log)
            if entry.before.tour == tour and entry.before.number == act.throw - 1
        ]
        if not opening or not number >= act.throw > 0:
            return ()
        before = self.situation
        told = self._told(self.log[opening[-1] :])
        self.situation = self.log[opening[-1]].before
        self._ids.branch += 1
        self._late = []
        self.log[opening[-1] :] = [Entry(act, before, ())]
        return self._retold(told, (), act.t, asked=True)

    def _correct(self, act: Corrected) -> tuple[Ruling, ...]:
        """Whatever is given replaces what stood.

        A position given before a dame of the throw was touched is what the throw is thrown from; given after, it is
        how the throw was played. Who is said to throw next does, and nobody is accused of what was not played.
        """
        before = self.situation
        rulings = list(self._position_given(act))
        bench = Bench(self.settings, self.situation, act.t, self._ids)
        if act.score is not None:
            bench.become(score=act.score, books=bench.situation.books.set_to(act.score))
            bench.won_or_not()
        if act.trait is not None and act.trait is not bench.situation.trait:
            over = bench.situation.phase is Phase.OVER
            bench.become(trait=act.trait, phase=Phase.OVER if over else Phase.TO_THROW)
            if bench.situation.throw is not None and bench.throw.moves is None:
                bench.become_throw(moves=(), lifted=(), placed=())
        self.situation = bench.situation
        rulings += bench.rulings
        if act.dice is not None:
            rulings += self._thrown_anew(act, act.dice)
        self.log.append(Entry(act, before, tuple(bench.rulings)))
        return tuple(rulings)

    def _position_given(self, act: Corrected) -> tuple[Ruling, ...]:
        now = self.situation
        if act.position is None:
            return ()
        if now.throw is None or now.phase not in PLAYING:
            self.situation = replace(now, position=act.position, otherwise=_otherwise(act, now))
            return ()
        if not now.throw.touched:
            return self._thrown_from(act)
        throw = replace(now.throw, lifted=(), placed=(), hops=())
        self.situation = replace(now, position=act.position, throw=throw, phase=Phase.TO_PLAY)
        return self._take(PlayEnded(act.t, throw.side))

    def _unwatched(self, act: Unwatched) -> tuple[Ruling, ...]:
        """Nobody saw what was thrown, played and marked: it stands, and nobody is accused of it."""
        before = stood = self.situation
        if before.phase is Phase.OVER:
            # They have begun another tour meanwhile.
            stood = Situation(Phase.TO_THROW, act.trait, tour=before.tour + 1, books=before.books.set_to(Score()))
            self.log.clear()
        score = act.score or stood.score
        self._late.clear()
        self.situation = replace(
            stood,
            phase=Phase.TO_THROW,
            trait=act.trait,
            position=act.position,
            throw=None,
            before=None,
            score=score,
            open_faults=(),
            lapsed=(),
            standing=(),
            early=None,
            coups=(0, 0) if act.position == Position.start() else (UNCOUNTED, UNCOUNTED),
            opening=None,
            books=stood.books.set_to(score),
        )
        self.log.append(Entry(act, before, ()))
        return ()

    def _thrown_from(self, act: Corrected) -> tuple[Ruling, ...]:
        """The throw under way is judged again from the position given."""
        index = self._last_throw()
        if index is None:
            return ()
        before = self.log[index].before
        before = replace(before, position=act.position or before.position, otherwise=_otherwise(act, before))
        return self._anew(index, before, self._since(index, position=True), act.t)

    def _since(self, index: int, *, position: bool = False, dice: bool = False) -> list[Act]:
        """The acts from `index` on; what is given again now (`position`, `dice`) no correction among them gives."""
        acts = (entry.act for entry in self.log[index:])
        return [
            replace(act, position=None if position else act.position, dice=None if dice else act.dice)
            if isinstance(act, Corrected)
            else act
            for act in acts
        ]

    def _thrown_anew(self, act: Corrected, dice: Dice) -> tuple[Ruling, ...]:
        """The throw under way was of other dice; without one, this is it."""
        index = self._last_throw()
        throw = self.situation.throw
        if index is None or throw is None or self.situation.phase is Phase.TO_THROW:
            return self._take(DiceThrown(act.t, self.situation.trait, dice, good=True))
        acts = [DiceThrown(act.t, throw.side, dice, good=True), *self._since(index + 1, dice=True)]
        return self._anew(index, replace(self.log[index].before, position=throw.base), acts, act.t)
