"""Swiss rounds and Berger tables: the laws of pairing, compared with every possible round of small fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from announce.club.pairing import Entrant, Pair, berger, swiss

Round: TypeAlias = tuple[Pair, ...]


@st.composite
def fields(draw: st.DrawFn, most: int = 7) -> list[Entrant]:
    """Players with any past: points, meetings, exemptions, floats and colours."""
    numbers = draw(st.lists(st.integers(1, 400), min_size=2, max_size=most, unique=True))
    pairs = [(one, other) for one in numbers for other in numbers if one < other]
    met = draw(st.lists(st.sampled_from(pairs), max_size=len(pairs), unique=True))
    return [
        Entrant(
            number,
            draw(st.integers(0, 6)),
            frozenset(sum(pair) - number for pair in met if number in pair),
            draw(st.integers(0, 1)),
            tuple(draw(st.lists(st.sampled_from((-1, 0, 1)), max_size=3))),
            tuple(draw(st.lists(st.sampled_from((-1, 1)), max_size=3))),
        )
        for number in numbers
    ]


def rounds(entrants: list[Entrant]) -> Iterator[Round]:
    """Every way to pair a field."""
    if not entrants:
        yield ()
        return
    first, *others = entrants
    if len(others) % 2 == 0:
        for rest in rounds(others):
            yield ((first.number, None), *rest)
    for other in others:
        for rest in rounds([one for one in others if one is not other]):
            if len(others) % 2 or sum(pair[1] is None for pair in rest) == 1:
                yield ((first.number, other.number), *rest)


def judged(entrants: list[Entrant], pairs: Round) -> tuple[int, int, int, int]:
    """A round by the first four rules: second meetings and exemptions, points of the exempt, squared differences."""
    by = {entrant.number: entrant for entrant in entrants}
    exempt = [by[one] for one, other in pairs if other is None]
    met = [(by[one], by[other]) for one, other in pairs if other is not None]
    return (
        sum(other.number in one.met for one, other in met),
        sum(one.exempt for one in exempt),
        sum(one.points for one in exempt),
        sum((one.points - other.points) ** 2 for one, other in met),
    )


@given(fields())
def test_no_round_of_a_field_is_better_by_the_rules(entrants: list[Entrant]) -> None:
    """No second meeting and no second exemption where they can be avoided, then points as like as possible."""
    assert judged(entrants, tuple(swiss(entrants))) == min(judged(entrants, every) for every in rounds(entrants))


@given(fields(most=30))
def test_everybody_is_paired_once_and_the_exempt_player_comes_last(entrants: list[Entrant]) -> None:
    found = swiss(entrants)
    seated = [player for pair in found for player in pair if player is not None]
    assert sorted(seated) == sorted(entrant.number for entrant in entrants)
    assert [place for place, (_, other) in enumerate(found) if other is None] == [len(found) - 1] * (len(entrants) % 2)


@given(fields(), st.randoms(use_true_random=False))
def test_a_round_does_not_depend_on_the_order_of_the_list(entrants: list[Entrant], random: object) -> None:
    shuffled = list(entrants)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert swiss(shuffled) == swiss(entrants)


def test_the_upper_half_of_a_group_meets_the_lower_half_in_order() -> None:
    """As in FIDE's Dutch system (C.04.3): of eight players 1 meets 5, 2 meets 6 and so on, colours taking turns."""
    assert swiss([Entrant(number) for number in range(1, 9)]) == [(1, 5), (6, 2), (3, 7), (8, 4)]


def test_the_last_of_a_group_floats_down_to_the_first_of_the_next() -> None:
    field = [Entrant(number, points=2 if number <= 3 else 0) for number in range(1, 7)]
    assert {frozenset(pair) for pair in swiss(field)} == {frozenset((1, 2)), frozenset((3, 4)), frozenset((5, 6))}


def test_a_player_does_not_float_down_twice_running() -> None:
    """Player 3 floated down last round, so player 2 does; the other rules say nothing against it."""
    field = [Entrant(number, 2 if number <= 3 else 0, floats=(-1 if number == 3 else 0,)) for number in range(1, 7)]
    assert {frozenset(pair) for pair in swiss(field)} >= {frozenset((1, 3)), frozenset((2, 4))}


def test_he_who_had_blancs_less_often_has_it() -> None:
    assert swiss([Entrant(1, sides=(1, 1)), Entrant(2, sides=(1, -1))]) == [(2, 1)]
    assert swiss([Entrant(1, sides=(-1, 1)), Entrant(2, sides=(1, -1))]) == [(2, 1)]


def test_four_hundred_players_of_two_hundred_rounds_are_paired_by_every_rule() -> None:
    """The largest tournament: the weights are exact, so that every two with the same points meet."""
    field = [Entrant(2 * points + which, points, exempt=200 - points % 3) for points in range(200) for which in (1, 2)]
    assert {frozenset(pair) for pair in swiss(field)} == {frozenset((2 * n + 1, 2 * n + 2)) for n in range(200)}
    *met, (last, none) = swiss(field[1:])
    assert none is None
    assert judged(field, ((last, None),))[1:3] == (198, 2)
    assert len(met) == 199


@given(st.integers(2, 20))
def test_the_berger_tables_have_every_meeting_once_with_colours_in_balance(players: int) -> None:
    """FIDE Handbook C.05: no player has one colour more than once more often than the other."""
    found = [pair for number in range(1, players + players % 2) for pair in berger(players, number) if pair[1]]
    assert len({frozenset(pair) for pair in found}) == len(found) == players * (players - 1) // 2
    for player in range(1, players + 1):
        blancs = sum(one == player for one, _ in found)
        assert abs(2 * blancs - (players - 1)) <= 1
