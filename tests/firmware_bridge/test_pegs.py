from __future__ import annotations

from events.peg_reading import HoleFault, Peg, PegReading
from firmware_bridge.pegs import PEGS, PegHistory, Where

START = {24: Peg.NOIRS, 25: Peg.PAVILLON, 26: Peg.BLANCS}
"""Talons on the left, Blancs near: the three pegs before the first throw (Lois IV)."""


def reading(t: float, pegs: dict[int, Peg], faults: tuple[tuple[int, HoleFault], ...] = ()) -> PegReading:
    return PegReading(t, tuple(pegs.get(hole) for hole in range(30)), faults)


def begun() -> PegHistory:
    history = PegHistory()
    assert history.observe(reading(0.0, START)) == {Peg.BLANCS: 26, Peg.NOIRS: 24, Peg.PAVILLON: 25}
    return history


def moved(pegs: dict[int, Peg], origin: int, hole: int) -> dict[int, Peg]:
    return {**{at: peg for at, peg in pegs.items() if at != origin}, hole: pegs[origin]}


def without(pegs: dict[int, Peg], *holes: int) -> dict[int, Peg]:
    return {at: peg for at, peg in pegs.items() if at not in holes}


def test_a_peg_comes_to_rest_once() -> None:
    history = begun()
    assert [history.where(peg) for peg in PEGS] == [Where.HOLE] * 3
    assert history.observe(reading(1.0, START)) == {}


def test_a_fichet_going_hole_by_hole_is_reported_at_each() -> None:
    """A player counts his trous with the peg: lifted, put in the first hole, lifted, put in the second."""
    history = begun()
    pegs, at = START, 26
    for t, hole in enumerate((0, 1, 2), 1):
        assert history.observe(reading(t, without(pegs, at))) == {}
        assert history.where(Peg.BLANCS) is Where.AWAY
        pegs = moved(pegs, at, hole)
        assert history.observe(reading(t + 0.5, pegs)) == {Peg.BLANCS: hole}
        at = hole


def test_a_move_faster_than_the_debounce_is_reported_at_once() -> None:
    assert begun().observe(reading(1.0, moved(START, 26, 5))) == {Peg.BLANCS: 5}


def test_two_pegs_may_be_away() -> None:
    history = begun()
    history.observe(reading(1.0, without(START, 24)))
    history.observe(reading(1.2, without(START, 24, 25)))
    assert [history.where(peg) for peg in PEGS] == [Where.HOLE, Where.AWAY, Where.AWAY]


def test_a_peg_put_back_where_it_was_came_to_rest_there() -> None:
    history = begun()
    history.observe(reading(1.0, without(START, 25)))
    assert history.observe(reading(60.0, START)) == {Peg.PAVILLON: 25}


def test_a_peg_whose_sensor_fails_is_hidden_and_not_lifted() -> None:
    history = begun()
    broken = reading(1.0, without(START, 26), ((26, HoleFault.STUCK),))
    assert history.observe(broken) == {}
    assert history.where(Peg.BLANCS) is Where.HIDDEN
    assert history.observe(reading(101.0, START)) == {}
    assert history.observe(reading(102.0, moved(START, 26, 0))) == {Peg.BLANCS: 0}


def test_a_fichet_not_pushed_down_is_not_a_second_pavillon() -> None:
    history = begun()
    history.observe(reading(1.0, without(START, 26)))
    assert history.observe(reading(2.0, {**without(START, 26), 0: Peg.PAVILLON})) == {Peg.BLANCS: 0}
    assert history.observe(reading(3.0, moved(START, 26, 0))) == {}


def test_a_strange_magnet_is_reported_while_it_is_there() -> None:
    history = begun()
    history.observe(reading(1.0, {**without(START, 24), 12: Peg.UNKNOWN}))
    assert (history.strange, history.where(Peg.NOIRS)) == ((12,), Where.AWAY)
    history.observe(reading(2.0, START))
    assert history.strange == ()


def test_a_peg_in_two_holes_stays_where_it_stood() -> None:
    """A second magnet of that kind came near the board."""
    history = begun()
    assert history.observe(reading(1.0, {**START, 3: Peg.BLANCS})) == {}
    assert history.observe(reading(2.0, moved(START, 26, 3))) == {Peg.BLANCS: 3}


def test_without_a_reading_nothing_is_claimed() -> None:
    assert [PegHistory().where(peg) for peg in PEGS] == [Where.AWAY] * 3
