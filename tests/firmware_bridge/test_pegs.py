from __future__ import annotations

from firmware_bridge.pegs import ASIDE_AFTER, Doubt, DoubtKind, PegEvent, PegHistory, PegLifted, PegMoved, Where
from firmware_bridge.reading import HoleFault, Peg, PegReading

START = {24: Peg.NOIRS, 25: Peg.PAVILLON, 26: Peg.BLANCS}
"""Talons on the left, Blancs near: the three pegs before the first throw (Lois IV)."""


def reading(t: float, pegs: dict[int, Peg], faults: tuple[tuple[int, HoleFault], ...] = ()) -> PegReading:
    return PegReading(t, tuple(pegs.get(hole) for hole in range(30)), faults)


def begun() -> PegHistory:
    history = PegHistory()
    history.observe(reading(0.0, START))
    return history


def moved(pegs: dict[int, Peg], origin: int, hole: int) -> dict[int, Peg]:
    return {**{at: peg for at, peg in pegs.items() if at != origin}, hole: pegs[origin]}


def without(pegs: dict[int, Peg], *holes: int) -> dict[int, Peg]:
    return {at: peg for at, peg in pegs.items() if at not in holes}


def test_at_the_start_all_three_are_in_their_rail_and_their_homes_are_known() -> None:
    state = begun().state(0.0)
    assert [(peg.where, peg.hole) for peg in state.each] == [(Where.HOLE, 26), (Where.HOLE, 24), (Where.HOLE, 25)]
    assert (state.blancs.home, state.noirs.home, state.pavillon.home) == ("near", "far", None)
    assert not any(peg.astray for peg in state.each)
    assert state.doubts == ()


def test_a_fichet_going_hole_by_hole_is_told_at_each() -> None:
    """Lifted, put in the first hole, lifted, put in the second: a player counting his trous with the peg."""
    history = begun()
    pegs = START
    at = 26
    events: list[PegEvent] = []
    for t, hole in enumerate((0, 1, 2), 1):
        events += history.observe(reading(t, without(pegs, at)))
        pegs = moved(pegs, at, hole)
        events += history.observe(reading(t + 0.5, pegs))
        at = hole
    assert events == [
        PegLifted(1, Peg.BLANCS, 26),
        PegMoved(1.5, Peg.BLANCS, 26, 0),
        PegLifted(2, Peg.BLANCS, 0),
        PegMoved(2.5, Peg.BLANCS, 0, 1),
        PegLifted(3, Peg.BLANCS, 1),
        PegMoved(3.5, Peg.BLANCS, 1, 2),
    ]


def test_a_move_faster_than_the_debounce_is_a_lift_and_a_move_at_once() -> None:
    history = begun()
    events = history.observe(reading(1.0, moved(START, 26, 5)))
    assert events == (PegLifted(1.0, Peg.BLANCS, 26), PegMoved(1.0, Peg.BLANCS, 26, 5))


def test_two_pegs_in_the_air_are_both_named() -> None:
    history = begun()
    history.observe(reading(1.0, without(START, 24)))
    history.observe(reading(1.2, without(START, 24, 25)))
    state = history.state(1.3)
    assert state.in_air == (Peg.NOIRS, Peg.PAVILLON)
    assert (state.noirs.hole, state.pavillon.hole) == (24, 25)


def test_a_fichet_in_the_other_players_hole_is_astray() -> None:
    """Blancs' trous are in the near rail; hole 14 is the far player's third."""
    history = begun()
    history.observe(reading(1.0, moved(START, 26, 14)))
    state = history.state(1.0)
    assert state.blancs.astray
    history.observe(reading(2.0, moved(START, 26, 2)))
    assert not history.state(2.0).blancs.astray


def test_the_pavillon_is_astray_in_a_long_rail_only() -> None:
    """It stands in the middle hole, or where the fichet of the one who took it started (Jeu 1)."""
    history = begun()
    history.observe(reading(1.0, moved(START, 25, 8)))
    assert history.state(1.0).pavillon.astray
    history.observe(reading(2.0, moved(moved(START, 26, 3), 25, 26)))
    assert not history.state(2.0).pavillon.astray


def test_the_pavillon_beside_the_board_is_no_longer_in_the_air() -> None:
    history = begun()
    history.observe(reading(1.0, without(START, 25)))
    assert history.state(1.0 + ASIDE_AFTER).pavillon.where is Where.AIR
    aside = history.state(1.1 + ASIDE_AFTER).pavillon
    assert (aside.where, aside.hole) == (Where.ASIDE, 25)
    assert history.observe(reading(60.0, START)) == (PegMoved(60.0, Peg.PAVILLON, 25, 25),)


def test_a_peg_whose_sensor_fails_is_hidden_and_not_lifted() -> None:
    history = begun()
    broken = reading(1.0, without(START, 26), ((26, HoleFault.STUCK),))
    assert history.observe(broken) == ()
    assert history.state(100.0).blancs.where is Where.HIDDEN
    assert history.observe(reading(101.0, START)) == ()
    assert history.observe(reading(102.0, moved(START, 26, 0))) == (
        PegLifted(102.0, Peg.BLANCS, 26),
        PegMoved(102.0, Peg.BLANCS, 26, 0),
    )


def test_a_fichet_not_pushed_down_is_not_a_second_pavillon() -> None:
    history = begun()
    history.observe(reading(1.0, without(START, 26)))
    events = history.observe(reading(2.0, {**without(START, 26), 0: Peg.PAVILLON}))
    assert events == (PegMoved(2.0, Peg.BLANCS, 26, 0),)
    assert history.state(2.0).doubts == (Doubt(DoubtKind.NOT_HOME, (0,), Peg.BLANCS),)
    assert history.observe(reading(3.0, moved(START, 26, 0))) == ()
    assert history.state(3.0).doubts == ()


def test_a_strange_magnet_may_be_the_one_that_is_missing() -> None:
    history = begun()
    history.observe(reading(1.0, {**without(START, 24), 12: Peg.UNKNOWN}))
    assert history.state(1.0).doubts == (Doubt(DoubtKind.STRANGE, (12,), Peg.NOIRS),)


def test_a_peg_in_two_holes_stays_where_it_stood() -> None:
    """A second magnet of that kind came near the board."""
    history = begun()
    assert history.observe(reading(1.0, {**START, 3: Peg.BLANCS})) == ()
    state = history.state(1.0)
    assert state.blancs.hole == 26
    assert state.doubts == (Doubt(DoubtKind.TWICE, (3, 26), Peg.BLANCS),)


def test_homes_may_be_given_and_one_tells_the_other() -> None:
    """A game already under way: no fichet stands in a side rail any more."""
    history = PegHistory(home={Peg.NOIRS: "near"})
    history.observe(reading(0.0, {3: Peg.BLANCS, 5: Peg.NOIRS, 28: Peg.PAVILLON}))
    state = history.state(0.0)
    assert state.blancs.home == "far"
    assert state.blancs.astray
    assert not state.noirs.astray


def test_nothing_seen_yet_is_nothing_claimed() -> None:
    state = PegHistory().state(5.0)
    assert all(peg.hole is None and not peg.astray for peg in state.each)
