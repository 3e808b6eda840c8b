"""What acts do to the table: each effect is one thing the laws say happens then."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.acts import DiceThrown, Releve, TourStarted
from referee.judge.played import faults_of, is_ended, is_over, linked_ecoles, paired, play_of
from referee.judge.situation import Situation, Throw
from referee.judge.standing import carried, first_moved
from referee.judge.sureness import is_sure, unsure_worth
from referee.judge.windows import CLOSED_BY_ANY, OF_THE_DAMES, SIMPLE
from referee.rulings import (
    DiceTrouble,
    Played,
    ReleveRuled,
    ThrowRefused,
    ThrowWorth,
    Window,
)
from referee.state import Phase
from rules.fault import Fault, FaultName
from rules.fault_table import article_of
from rules.faults.handling import Handling
from rules.faults.played import mended_on
from rules.faults.refusal import why_refused
from rules.jans import jans
from rules.plays import legal_plays
from rules.position import Position, Side
from rules.releve import ReleveCause

if TYPE_CHECKING:
    from referee.acts import (
        DameLifted,
        DamePlaced,
        Declared,
        DiceLifted,
        FichetMoved,
        FichetsFelt,
        JetonMoved,
        JetonReleased,
        JetonsInSight,
        Misread,
        PavillonMoved,
    )
    from referee.judge.bench import Bench
    from referee.judge.keeping import Keeper
    from rules.play import Move

    Mark = JetonMoved | JetonReleased | JetonsInSight | FichetMoved | FichetsFelt | PavillonMoved


def refuse(bench: Bench, _keeper: Keeper, act: DiceThrown) -> None:
    """Both dice must be thrown again (Lois VI; Jeu 1, validité du coup de dés)."""
    bench.rule(
        ThrowRefused(
            bench.new_id(), act.t, bench.situation.number + 1, act.side, act.trouble or DiceTrouble.LEANING, "Lois VI"
        )
    )
    if act.trouble is DiceTrouble.OUT_OF_TURN:
        bench.fault(Fault(FaultName.HORS_TOUR, act.side, article_of(FaultName.HORS_TOUR)))


def out_of_turn(bench: Bench, _keeper: Keeper, act: DiceThrown) -> None:
    """He threw when it was not his turn: a simple fault, the throw is void unless it is played (Lois XVII 1)."""
    article = article_of(FaultName.HORS_TOUR)
    bench.rule(
        ThrowRefused(bench.new_id(), act.t, bench.situation.number + 1, act.side, DiceTrouble.OUT_OF_TURN, article)
    )
    bench.fault(Fault(FaultName.HORS_TOUR, act.side, article))
    bench.become(early=act)


def accept_early(bench: Bench, keeper: Keeper, _act: DameLifted) -> None:
    """Nobody objected to the throw out of turn: it is played."""
    early = bench.situation.early
    if early is not None:
        open_throw(bench, keeper, early)
        close_windows(bench, keeper, early)


def consume(bench: Bench, keeper: Keeper, act: DiceThrown) -> None:
    """The next throw ends the one before: it stands as it was played."""
    if bench.situation.throw is not None and bench.throw.moves is None:
        end_play(bench, keeper, act)


def close_windows(bench: Bench, keeper: Keeper, act: DiceThrown) -> None:
    """Who may claim closes his own window by throwing; a simple fault is over with any throw."""
    if bench.situation.phase is Phase.OVER:
        return
    keeper.next_throw(bench)
    for fault in bench.situation.open_faults:
        earlier = fault.throw < bench.situation.number
        own = fault.to is act.side and fault.fault.name not in SIMPLE
        if earlier and (own or fault.fault.name in CLOSED_BY_ANY):
            bench.close(fault, Window.CLOSED)
            if own and fault.fault.name is FaultName.CASE_INTERDITE_JAN and fault.throw == bench.situation.number - 1:
                bench.become(standing=(*bench.situation.standing, fault))
            if own:
                bench.become(lapsed=(*bench.situation.lapsed, fault))


def open_throw(bench: Bench, keeper: Keeper, act: DiceThrown) -> None:
    """What the throw is worth is settled on the position before a dame moves (Lois X-XIII)."""
    now = bench.situation
    if now.phase is Phase.OVER:
        return
    coup = now.coup(act.side) + 1
    number = now.number + 1
    second_first = number == 2 and now.tour > 0 and now.opening is not None and now.coup(act.side) == 0
    found = jans(
        now.position,
        act.side,
        act.dice,
        bench.settings.code,
        coup=coup,
        first_throw=now.opening if second_first else None,
    )
    plays = legal_plays(now.position, act.side, act.dice)
    throw = Throw(number, coup, act.side, act.dice, act.t, now.position, found, plays)
    unsure = unsure_worth(now, throw, bench.settings.code, now.opening if second_first else None)
    throw = replace(throw, unsure=unsure)
    coups = (coup, now.coups[1]) if act.side is Side.BLANCS else (now.coups[0], coup)
    bench.become(
        phase=Phase.TO_MARK,
        trait=act.side,
        throw=throw,
        before=now.throw,
        number=number,
        early=None,
        claimed=(),
        coups=coups,
        opening=now.opening or act.dice,
    )
    bench.rule(ThrowWorth(bench.new_id(), act.t, number, act.side, act.dice, found, plays.dice_playable))
    carried(bench)
    keeper.thrown(bench)
    if bench.situation.phase is Phase.OVER:
        return
    if bench.throw.trou:
        bench.become(phase=Phase.TO_DECIDE)
    elif not plays.dice_playable:
        _ruled(bench, keeper, (), lawful=True)


def touch(bench: Bench, keeper: Keeper, act: DameLifted) -> None:
    """His first dame lifted ends the thrower's time to mark (Lois XV)."""
    if not bench.throw.lifted and not bench.throw.mending and is_over(bench.throw, bench.situation.position):
        # Two dames had been let go where no play leads: that was his play, and this is another.
        end_play(bench, keeper, act)
        if bench.situation.phase is Phase.OVER:
            return
        reopen(bench, keeper, act)
    first = not bench.throw.touched
    _too_early(bench, act.t)
    throw = bench.throw
    bench.become_throw(touched=(*throw.touched, act.case), lifted=(*throw.lifted, act.case), since=act.t, moves=None)
    if first:
        keeper.touched(bench)


def lift(bench: Bench, _keeper: Keeper, act: DameLifted) -> None:
    """The dame is in the air."""
    bench.move_dame(act.side, act.case, -1)


def place(bench: Bench, _keeper: Keeper, act: DamePlaced) -> None:
    """The dame stands where it was let go."""
    bench.move_dame(act.side, act.case, +1)
    if bench.situation.throw is None or bench.throw.side is not act.side:
        return
    _too_early(bench, act.t)
    throw = bench.throw
    if len(throw.lifted) > 1 and act.t > throw.since:
        bench.become_throw(together=True)
        throw = bench.throw
    placed = (*throw.placed, act.case)
    if len(placed) < len(throw.lifted):
        bench.become_throw(placed=placed)
    elif len(placed) == len(throw.lifted):
        moved = list(paired(throw.lifted, placed, throw.dice, throw.hops))
        # Put straight with a word before, a dame is not touched; the word is for one dame (Jeu 3, fausse case 1).
        straight = next((move for move in moved if throw.adoube and move.start == move.end), None)
        if straight is not None:
            moved.remove(straight)
        bench.become_throw(lifted=(), placed=(), hops=(*throw.hops, *moved), adoube=False)


def adoube(bench: Bench, _keeper: Keeper, _act: Declared) -> None:
    """He may put dames straight now (Jeu 3, fausse case 1)."""
    bench.become_throw(adoube=True)


def dice_lifted(bench: Bench, keeper: Keeper, act: DiceLifted) -> None:
    """The dice are to lie until the throw is played and marked: a fault, nothing lost (Lois VI).

    Dames let go may have been all the play, and one thought to be in a hand may stand on a pile: only when one is seen
    to be moved after that have they been taken up too early. Where nobody can tell whose hand it was nobody is accused.
    """
    throw = bench.throw
    bench.become_throw(dice_up=(act.t, act.side))
    if throw.touched and not throw.lifted and is_ended(throw, bench.situation.position):
        end_play(bench, keeper, act)


def _too_early(bench: Bench, t: float) -> None:
    """A dame moves at t, and the dice are gone: if they went before it, that is told once."""
    gone = bench.throw.dice_up
    told = any(one.fault.name is FaultName.DES_LEVES for one in bench.situation.open_faults)
    if gone is not None and gone[1] is not None and bench.throw.dice_were_up(t) and not told:
        bench.fault(Fault(FaultName.DES_LEVES, gone[1], article_of(FaultName.DES_LEVES)))


def reread(bench: Bench, _keeper: Keeper, act: Misread) -> None:
    """The dames of this side never moved as was read: they stand as before the throw until read anew."""
    if bench.situation.throw is not None and bench.throw.side is act.side:
        position = bench.situation.position.replaced(act.side, bench.throw.base.counts(act.side))
        bench.become_throw(lifted=(), placed=(), hops=(), together=False, moves=None)
        bench.become(position=position, trait=act.side, phase=Phase.TO_PLAY)


def hold(bench: Bench, keeper: Keeper, _act: object) -> None:
    """He said that he stays, or played on (Lois XVI; Jeu 2, tenir)."""
    if bench.throw.trou and bench.throw.held is None:
        keeper.held(bench)


def say_leave(bench: Bench, keeper: Keeper, _act: Declared) -> None:
    """He said that he goes (Lois XVI; Jeu 2, s'en aller)."""
    if keeper.departs(bench):
        keeper.left(bench)
        if bench.situation.phase is not Phase.OVER:
            bench.become(phase=Phase.LEAVING)


def complete(bench: Bench, keeper: Keeper, act: DamePlaced) -> None:
    """A play the laws allow is complete as soon as it stands."""
    hold(bench, keeper, act)
    if bench.situation.phase is Phase.OVER:
        return
    moves, _ = play_of(bench.throw, bench.situation.position)
    first_moved(bench)
    _ruled(bench, keeper, moves, lawful=True)
    if not bench.throw.mending:
        # The position is lawful, but a dame may have gone back on the way, or been taken up again after another.
        _find_faults(bench, keeper)


def end_play(bench: Bench, keeper: Keeper, act: object) -> None:
    """The play stands as it is, lawful or not; its faults may be claimed until the other throws."""
    hold(bench, keeper, act)
    if bench.situation.phase is Phase.OVER or bench.throw.moves is not None:
        return
    position = bench.situation.position
    moves, lawful = play_of(bench.throw, position)
    first_moved(bench)
    _ruled(bench, keeper, moves, lawful=lawful)
    if len(bench.throw.lifted) == len(bench.throw.placed):
        _find_faults(bench, keeper)  # else a dame is in the air yet, and how it was played will be seen


def _find_faults(bench: Bench, keeper: Keeper) -> None:
    throw, position = bench.throw, bench.situation.position
    for fault in faults_of(throw, position, tolerant=bench.settings.code.tolerance_premiere_dame):
        if not is_sure(fault, throw, position):
            continue
        about = bench.fault(fault)
        bench.become_throw(faulty=True)
        if fault.points:
            keeper.fined(bench, about, fault)
    linked = linked_ecoles(throw, position, throw.marked)
    if linked and not bench.throw.unmade:
        bench.become_throw(unmade=True)
        keeper.missed(bench, linked)


def reopen(bench: Bench, keeper: Keeper, act: DameLifted) -> None:
    """The dames are moved again before the play is consumed.

    After a fault, or what the other said was one, that is the other's doing, who is master of the dames badly played
    (Jeu 3, traitement); else the player takes his play back, or had played only the first dame.
    """
    throw = bench.throw
    own = [one for one in bench.situation.open_faults if one.throw == throw.number and one.fault.name in OF_THE_DAMES]
    moved = [] if throw.lawful else list(throw.moves or ())
    goes_on = len(own) > 0 and len(moved) == 1 and (act.case != moved[0].end or _may_move_on(bench, moved[0]))
    for fault in own:
        bench.close(fault, Window.MENDED if goes_on else Window.CLAIMED)
    if goes_on:
        bench.become_throw(faulty=False)
        keeper.resumed(bench)
    elif throw.faulty or throw.called:
        bench.become_throw(mending=True, hops=(), together=False)
    # A lawful play made otherwise is no longer the play the dice lay for.
    bench.become_throw(moves=None, dice_up=None if throw.lawful else throw.dice_up)
    bench.become(trait=act.side, phase=Phase.TO_PLAY)


def _may_move_on(bench: Bench, first: Move) -> bool:
    """Whether his first dame, let go short, may go on to the next right case (Jeu 3, fausse case 4.1)."""
    throw = bench.throw
    short = Handling(throw.base, throw.side, throw.dice, (first,))
    return bench.settings.code.tolerance_premiere_dame and mended_on(short) is not None


def _ruled(bench: Bench, keeper: Keeper, moves: tuple[Move, ...], *, lawful: bool) -> None:
    throw = bench.throw
    bench.become_throw(moves=moves, lawful=lawful)
    bench.rule(
        Played(
            bench.new_id(), bench.t, throw.number, throw.side, throw.dice, moves, lawful,
            None if lawful else why_refused(throw.base, throw.side, throw.dice, moves),
        )
    )  # fmt: skip
    bench.become(phase=Phase.TO_THROW, trait=throw.side.adversary)
    keeper.played(bench)


def releve(bench: Bench, keeper: Keeper, act: Releve) -> None:
    """The dames are back on the talons; who went out or left throws first (Lois VIII, XVI)."""
    now = bench.situation
    if now.phase is Phase.OVER:
        new_tour(bench, keeper, TourStarted(act.t, now.trait))
        return
    leaves = _leaves(now)
    if not leaves and now.gone_out is None and now.position == Position.start():
        return  # they stand there already
    cause, by = act.cause, act.by
    if now.gone_out is not None:
        cause, by = ReleveCause.SORTIE, now.gone_out
    elif now.throw is not None and leaves:
        cause, by = ReleveCause.S_EN_ALLER, now.throw.side
        if now.phase is not Phase.LEAVING:
            keeper.left(bench)
        keeper.gone(bench)
        if bench.situation.phase is Phase.OVER:
            new_tour(bench, keeper, TourStarted(act.t, by))
            return
    bench.become(position=Position.start(), coups=(0, 0), trait=by, phase=Phase.TO_THROW, throw=None, before=None)
    bench.become(otherwise=None)
    bench.rule(ReleveRuled(bench.new_id(), act.t, now.number, cause, by))


def _leaves(now: Situation) -> bool:
    """Whether who puts the dames back may go: he has a trou of his own throw and has not held (Lois XVI; Jeu 2).

    If nobody may, the dames are back on the talons all the same, and the points are what they were.
    """
    throw = now.throw
    if throw is None or now.phase in {Phase.LEAVING, Phase.TO_DECIDE}:
        return throw is not None
    return (throw.trou or throw.gained > 0) and not (throw.held and throw.lawful)


def gone_home(bench: Bench, keeper: Keeper, act: DiceThrown) -> None:
    """Who goes, or has gone out, throws again: the dames are back, though nobody saw that (Lois VIII, XVI)."""
    releve(bench, keeper, Releve(act.t, ReleveCause.S_EN_ALLER, act.side))


def mark(bench: Bench, keeper: Keeper, act: Mark) -> None:
    """Marks are the keeper's business."""
    keeper.seen(bench, act)


def new_tour(bench: Bench, _keeper: Keeper, act: TourStarted) -> None:
    """A tour begins: nothing marked, all dames on the talons (Lois IV)."""
    books = bench.situation.books.begun()
    bench.become(**_fields(Situation(Phase.TO_THROW, act.first, tour=bench.situation.tour + 1, books=books)))


def _fields(situation: Situation) -> dict[str, object]:
    return {name: getattr(situation, name) for name in Situation.__slots__}
