"""Simulated players make faults at the given rates, and their truth agrees with the laws."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from random import Random

import pytest

from events.acts import Declared, DiceThrown
from events.codec import line_of
from events.peg_reading import PegReading, Signal
from events.rulings import ClaimRuled, Played, ThrowWorth, Window
from events.trictrac.rulings import FaultRuled, HeldOrLeft, Marked, ReleveRuled, TourWon
from rules.code import CODES, LOIS_2013
from rules.fault import FaultName
from rules.faults.chronology import Amount, On, mark_amounts
from rules.jan import JanName
from rules.marking import Holding, Score
from rules.plays import legal_plays
from rules.position import Position, Side
from simulation.players import STYLES, ClumsinessRates, FaultRates, Player
from simulation.players.drills import DRILLS
from simulation.players.gesture import TakeDice
from simulation.players.marks import jetons_for
from simulation.players.rates import MADE
from simulation.players.tour import play_tour
from simulation.players.tour_state import Profile, TourState
from simulation.players.wrong_play import ThrowToPlay
from simulation.players.wrong_plays import KINDS
from simulation.timeline import Event, SimulatedTable

BUILDERS = {side: Player(style=STYLES["builder"]) for side in Side}


WITH = {
    # Faults that answer another.
    FaultName.ECOLE_PARTIELLE: {FaultName.ECOLE_MOINS_J: 1.0},
    FaultName.AUGMENTATION: {FaultName.ECOLE_MOINS_J: 1.0},
}


def first_fault(rate: FaultName, name: FaultName) -> tuple[FaultRuled, list[Event]]:
    """The first time a fault is committed at a table where it is committed whenever it can be."""
    faults = FaultRates({rate: 1.0, **WITH.get(rate, {})})
    for seed in range(60):
        start = DRILLS.get(rate)
        table = SimulatedTable(seed, faults=faults, players=BUILDERS, position=start, first=Side.BLANCS)
        so_far: list[Event] = []
        for event in table.events():
            so_far.append(event)
            if isinstance(event, FaultRuled) and event.fault.name is name:
                return event, so_far
            if table.tour.throw > 40 and start is not None:
                break
    raise AssertionError(f"{name} was never committed")


# Faults that come with another.
BOTH = {
    FaultName.ECOLE_REMPLIR: FaultName.FAUSSE_CASE_10,
    FaultName.ECOLE_CONSERVER: FaultName.FAUSSE_CASE_11,
    FaultName.IMPUISSANTE: FaultName.FAUSSE_CASE_7,
}
RATES = [*((name, name) for name in MADE), *BOTH.items()]


@pytest.mark.parametrize(("rate", "name"), RATES)
def test_every_fault_is_committed_when_it_can_be(rate: FaultName, name: FaultName) -> None:
    """Each rate causes its fault, and the fault's window opens before it is claimed or closed."""
    ruled, _ = first_fault(rate, name)
    assert ruled.window is Window.OPEN
    assert ruled.to is ruled.fault.by.adversary
    assert ruled.fault.points % 2 == 0


def test_every_row_of_the_table_has_a_rate() -> None:
    # A trou miscounted is clumsiness, no fault of the table's (Jeu 3, école de trous).
    assert {*MADE, *BOTH.values()} == set(FaultName) - {FaultName.TROUS_BREDOUILLE}


@pytest.mark.parametrize("rate", DRILLS)
def test_drills_are_positions_the_laws_allow(rate: FaultName) -> None:
    assert DRILLS[rate].breaches() == ()


@pytest.mark.parametrize("seed", range(12))
def test_a_wrong_play_alone_misses_no_further_jan(seed: int) -> None:
    """Each fault comes from its own rate; a broken full jan alone would also be an école of conservation."""
    table = SimulatedTable(
        seed,
        position=DRILLS[FaultName.IMPUISSANTE],
        first=Side.BLANCS,
        throws=1,
        faults=FaultRates({FaultName.IMPUISSANTE: 1.0}),
    )
    before, full = DRILLS[FaultName.IMPUISSANTE], range(7, 13)
    assert all(before.on(Side.BLANCS, case) > 1 for case in full)
    events = list(table.events())
    owed = any(
        jan.name is JanName.GRAND_JAN_CONSERVE for one in events if isinstance(one, ThrowWorth) for jan in one.jans
    )
    played = [one for one in events if isinstance(one, Played)]
    assert played
    for one in played:
        if not one.lawful:
            left = [move.start for move in one.moves]
            assert not owed or all(before.on(Side.BLANCS, case) - left.count(case) > 1 for case in full)


def tour(
    seed: int, often: float = 3.0, *, profile: Profile = "referee", but: Mapping[FaultName, float] | None = None
) -> SimulatedTable:
    """Return a tour whose players often make faults and are clumsy."""
    styles = list(STYLES.values())
    players = {
        Side.BLANCS: Player(style=styles[seed % 4], notices=0.5),
        Side.NOIRS: Player(style=styles[seed // 4 % 4], notices=0.9),
    }
    return SimulatedTable(
        seed,
        players=players,
        code=list(CODES.values())[seed % 2],
        profile=profile,
        faults=FaultRates.typical(often).replace(but or {}),
        clumsiness=ClumsinessRates.typical(),
    )


@pytest.mark.parametrize("seed", range(6))
def test_every_window_that_opens_is_closed_once(seed: int) -> None:
    """A fault is claimed or its window closes, never both, never twice, and never before it is open."""
    table = tour(seed)
    opened: Counter[tuple[int, str]] = Counter()
    for event in table.events():
        if isinstance(event, FaultRuled):
            key = event.throw, repr(event.fault)
            opened[key] += 1 if event.window is Window.OPEN else -1
            assert opened[key] >= 0, event
    assert sum(opened.values()) == len(table.tour.open)


def test_a_player_asks_aloud_for_the_rest_of_an_ecole() -> None:
    """It must be marked "dans son intégralité sous peine de rectification si l'adversaire le désire" (Lois XVII 3)."""
    said: list[Side] = []
    asked = 0
    for event in tour(1, but={FaultName.ECOLE_MOINS_J: 0.5, FaultName.ECOLE_PARTIELLE: 1.0}).events():
        if isinstance(event, Declared):
            said.append(event.side)
        elif isinstance(event, DiceThrown):
            said.clear()
        elif isinstance(event, ClaimRuled) and event.fault and event.fault.name is FaultName.ECOLE_PARTIELLE:
            assert event.by in said
            asked += 1
    assert asked


@pytest.mark.parametrize("seed", range(12))
def test_marks_count_in_the_order_of_the_laws(seed: int) -> None:
    """The marked amounts, put in the order of `rules.faults.chronology`, make the score of the table to the point."""
    table = tour(seed, but={FaultName.AUGMENTATION: 0.0})
    code = table.tour.code
    score = Score()
    amounts: Counter[tuple[Side, On, bool]] = Counter()
    throw = 0
    throwers: dict[int, Side] = {}
    taken_off = FaultName.ECOLE_TROP_J

    def closed(score: Score) -> Score:
        announced = (Amount(side, points, throw, on, ecole) for (side, on, ecole), points in amounts.items())
        return mark_amounts(score, announced, code)

    for event in table.events():
        match event:
            case FaultRuled() if event.window is Window.CLAIMED:
                taken_off = event.fault.name
            case HeldOrLeft() if event.left:
                score = closed(score).after_leaving()
                amounts.clear()
            case ThrowWorth():
                throwers[event.throw] = event.side
            case Marked():
                if event.throw != throw:
                    score, throw = closed(score), event.throw
                    amounts.clear()
                if event.points < 0 and not event.ecole:
                    score = score.with_holding(event.side, Holding(0, False, score.of(event.side).trous))
                else:
                    amounts[_what_for(event, throwers[throw], taken_off)] += event.points
                after = closed(score)
                if event.points >= 0:
                    assert after.of(event.side).points == event.reste, event
                    assert after.of(event.side).trous == event.total, event
            case _:
                pass
    assert closed(score) == table.tour.score


def _what_for(marked: Marked, thrower: Side, taken_off: FaultName) -> tuple[Side, On, bool]:
    """Return whose points they are, for which points of the throw, and whether they are an école's."""
    by_thrower = marked.side is thrower
    of_false = taken_off is FaultName.FAUSSE_ECOLE
    if not marked.ecole or (marked.points < 0 and not of_false):
        return marked.side, On.OWN if by_thrower else On.GIVEN, False
    # A fausse école is one of the thrower's points, and its answer counts where it did (Jeu 3, fausse école 2).
    return marked.side, On.GIVEN if by_thrower and marked.points > 0 and not of_false else On.OWN, True


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("profile", ["score", "referee"])
def test_plays_announced_are_the_dames_moved(seed: int, profile: Profile) -> None:
    """Following Played and the relevés leads to the table's position; a lawful play is one the laws allow."""
    table = tour(seed, profile=profile)
    before = now = Position.start()
    announced = [event for event in table.events() if isinstance(event, ThrowWorth | Played | ReleveRuled)]
    # A throw thrown too early is worth something before the last dame of the one before is let go.
    announced.sort(key=lambda ruling: ruling.throw)
    for ruling in announced:
        if isinstance(ruling, ThrowWorth):
            before = now
        elif isinstance(ruling, ReleveRuled):
            now = Position.start()
        else:
            counts = list(before.counts(ruling.side))
            for move in ruling.moves:
                counts[move.start - 1] -= 1
                if move.end <= 24:
                    counts[move.end - 1] += 1
            now = before.with_counts(ruling.side, tuple(counts))
            legal = [play.moves for play in legal_plays(before, ruling.side, ruling.dice).plays]
            assert ruling.lawful == (ruling.moves in legal)
    assert now == table.tour.position


@pytest.mark.parametrize("seed", range(6))
def test_the_board_shows_the_score_whenever_dice_are_taken(seed: int) -> None:
    """Among faults and claims the jetons and fichets read the score, but for a jeton forgotten there."""
    tour = sitting_of(seed, FaultRates.typical(4))
    taken = 0
    for gesture in play_tour(tour):
        if isinstance(gesture, TakeDice):
            taken += 1
            expected = [*jetons_for(tour.score), *([tour.stray] if tour.stray else [])]
            assert sorted(mark for mark in tour.marks.jetons if mark) == sorted(expected)
            assert tour.marks.trous == (tour.score.blancs.trous, tour.score.noirs.trous)
            assert tour.marks.pavillon is tour.score.pavillon
    assert taken > 10, "no player took the dice"


def sitting_of(seed: int, faults: FaultRates) -> TourState:
    """A tour without hands."""
    players = {side: Player(style=list(STYLES.values())[(seed + rank) % 4]) for rank, side in enumerate(Side)}
    return TourState(
        Random(seed),  # noqa: S311 - a game, not a secret
        players,
        code=LOIS_2013,
        profile="referee",
        pegs=True,
        faults=faults,
        clumsiness=ClumsinessRates(),
        first=Side.BLANCS,
        position=Position.start(),
        score=Score(),
    )


def test_wrong_plays_are_what_they_are_called() -> None:
    """Every wrong play commits the fault it was chosen for, and is not legal in another way."""
    random = Random(5)  # noqa: S311 - a sample, not a secret
    seen: Counter[str] = Counter()
    for seed in range(5):
        tour = sitting_of(seed, FaultRates())
        for gesture in play_tour(tour):
            ruling = getattr(gesture, "ruling", None)
            if not isinstance(ruling, ThrowWorth):
                continue
            throw = ThrowToPlay(tour.position, ruling.side, ruling.dice)
            for kind in random.sample(sorted(KINDS), 6):
                found = list(KINDS[kind](throw))
                for wrong in random.sample(found, min(2, len(found))):
                    assert wrong.name in {fault.name for fault in wrong.faults}, wrong
                    seen[kind] += 1
    assert len(seen) >= 12


@pytest.mark.parametrize("rate", [field.name for field in fields(ClumsinessRates)])
def test_clumsiness_never_changes_who_may_win(rate: str) -> None:
    """However clumsy the players, a tour ends, with only simple faults and dames taken back."""
    table = SimulatedTable(4, clumsiness=ClumsinessRates(**{rate: 0.6}), pace=2.0)
    events = list(table.events())
    assert isinstance(events[-1], TourWon)
    faults = {event.fault.name for event in events if isinstance(event, FaultRuled)}
    assert faults <= {FaultName.DES_LEVES, FaultName.FAUSSE_CASE_2}
    assert not any(isinstance(event, ClaimRuled) for event in events)


def test_the_whole_truth_can_be_written_as_json() -> None:
    table = tour(1)
    announced = [event for event in table.events() if not isinstance(event, PegReading | Signal)]
    lines = [json.loads(json.dumps(line_of(event))) for event in announced]
    assert [line["kind"] for line in lines] == [type(event).__name__ for event in announced]
    assert [line["t"] for line in lines] == [event.t for event in announced]
