"""Pairings and standings of a small tournament."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from announce.club.tournament import (
    Match,
    System,
    Tournament,
    TournamentError,
    left,
    of_system,
    paired,
    recorded,
    standings,
)
from rules.position import Side

SCORES = st.tuples(st.integers(0, 12), st.integers(0, 12))


def entries(count: int) -> tuple[str, ...]:
    return tuple(f"Joueur {number}" for number in range(1, count + 1))


def played(tournament: Tournament, scores: list[tuple[int, int]]) -> Tournament:
    """The tournament with a score for every match of its last round."""
    number = len(tournament.rounds)
    for board, match in enumerate(tournament.rounds[-1], 1):
        if match.noirs is not None:
            tournament = recorded(tournament, number, board, scores[(board + number) % len(scores)])
    return tournament


def pairs(tournament: Tournament) -> list[frozenset[int]]:
    return [frozenset((one.blancs, one.noirs)) for found in tournament.rounds for one in found if one.noirs is not None]


def test_six_players_meet_as_in_the_berger_tables() -> None:
    """FIDE Handbook C.05, the table for 5 or 6 players: round 1 is 1-6 2-5 3-4, round 2 is 6-4 5-3 1-2."""
    tournament = paired(of_system("Salon", System.ROUND_ROBIN, entries(6)))
    assert {(one.blancs, one.noirs) for one in tournament.rounds[0]} == {(1, 6), (2, 5), (3, 4)}
    tournament = paired(played(tournament, [(12, 3)]))
    assert {(one.blancs, one.noirs) for one in tournament.rounds[1]} == {(6, 4), (5, 3), (1, 2)}


@given(st.integers(2, 11), st.lists(SCORES, min_size=3, max_size=9))
def test_in_a_round_robin_everybody_meets_everybody_once(count: int, scores: list[tuple[int, int]]) -> None:
    """Over all rounds every pair once, and each is exempt once when they are odd."""
    tournament = of_system("Salon", System.ROUND_ROBIN, entries(count))
    while not tournament.over:
        tournament = played(paired(tournament), scores)
    assert len(pairs(tournament)) == len(set(pairs(tournament))) == count * (count - 1) // 2
    exempt = [one.blancs for found in tournament.rounds for one in found if one.noirs is None]
    assert sorted(exempt) == (list(range(1, count + 1)) if count % 2 else [])


@given(st.integers(4, 17), st.lists(SCORES, min_size=3, max_size=9))
def test_in_a_swiss_nobody_meets_another_twice_nor_is_exempt_twice(count: int, scores: list[tuple[int, int]]) -> None:
    """FIDE Handbook C.04.1 b and d, for as many rounds as half of the players."""
    tournament = of_system("Salon", System.SWISS, entries(count), length=count // 2)
    while not tournament.over:
        tournament = played(paired(tournament), scores)
    assert len(pairs(tournament)) == len(set(pairs(tournament))) == count // 2 * (count // 2)
    exempt = [one.blancs for found in tournament.rounds for one in found if one.noirs is None]
    assert len(exempt) == len(set(exempt))


def test_in_a_swiss_those_who_won_meet_those_who_won() -> None:
    """FIDE Handbook C.04.1 e: as near in points as can be."""
    tournament = played(paired(of_system("Salon", System.SWISS, entries(8))), [(12, 4)])
    winners = {one.blancs for one in tournament.rounds[0]}
    second = paired(tournament).rounds[1]
    assert sum({one.blancs, one.noirs} <= winners for one in second) == 2


@given(st.integers(2, 12), st.sampled_from(System), st.lists(SCORES, min_size=3, max_size=9))
def test_a_round_gives_away_one_point_a_match(count: int, system: System, scores: list[tuple[int, int]]) -> None:
    """Points are never lost nor made; all margins together are nought; ranks never fall behind points."""
    tournament = played(paired(of_system("Salon", system, entries(count))), scores)
    rows = standings(tournament)
    assert sum(row.points for row in rows) == len(tournament.rounds[0])
    assert sum(row.margin for row in rows) == 0
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert sorted(row.player for row in rows) == list(tournament.numbers)


def test_equal_points_are_parted_by_buchholz_then_by_margin() -> None:
    """Of the two who won once, the one whose adversaries won more leads; those equal in all share a rank."""
    first = (Match(1, 2, (12, 4)), Match(3, 4, (12, 10)))
    second = (Match(1, 3, (12, 5)), Match(2, 4, (6, 12)))
    rows = standings(Tournament("Salon", System.SWISS, 2, entries(4), (first, second)))
    assert [(row.rank, row.player) for row in rows] == [(1, 1), (2, 3), (3, 4), (4, 2)]
    assert [row.buchholz for row in rows] == [1.0, 3.0, 1.0, 3.0]
    assert [row.margin for row in rows] == [15, -5, 4, -14]
    assert {row.rank for row in standings(of_system("Salon", System.SWISS, entries(4)))} == {1}


def test_a_player_who_goes_home_is_not_paired_again_and_nobody_meets_twice() -> None:
    """What he played stands; whom he should have met is exempt."""
    tournament = played(paired(of_system("Salon", System.ROUND_ROBIN, entries(4))), [(12, 1)])
    tournament = left(tournament, 4)
    while not tournament.over:
        tournament = played(paired(tournament), [(12, 1)])
    assert len(set(pairs(tournament))) == len(pairs(tournament)) == 4
    assert not any(one.seat(4) for found in tournament.rounds[1:] for one in found)
    swiss = left(played(paired(of_system("Salon", System.SWISS, entries(6))), [(12, 1)]), 2)
    assert not any(one.seat(2) for one in paired(swiss).rounds[1])


def test_tables_are_taken_in_order_and_none_by_him_who_has_nobody_to_play() -> None:
    (matches,) = paired(of_system("Salon", System.SWISS, entries(5)), ("salon", "veranda", "cave")).rounds
    assert [one.table for one in matches] == ["salon", "veranda", None]
    assert matches[-1].noirs is None
    assert matches[0].seat(matches[0].blancs) is Side.BLANCS


def test_a_score_may_be_mended_and_taken_back() -> None:
    tournament = paired(of_system("Salon", System.SWISS, entries(2)))
    assert tournament.running
    assert recorded(tournament, 1, 1, (12, 3)).over
    assert recorded(recorded(tournament, 1, 1, (12, 3)), 1, 1, None) == tournament
    assert standings(recorded(tournament, 1, 1, (7, 7)))[1].points == 0.5


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: of_system("Salon", System.SWISS, ("Anne",)), "1 players, expected 2 to 400"),
        (lambda: of_system("Salon", System.SWISS, ("Anne", "Anne")), "'Anne' is entered more than once"),
        (lambda: of_system("Salon", System.SWISS, ("Anne", "=cmd()")), "expected none that begins with"),
        (lambda: of_system("Salon", System.SWISS, ("Anne", "B\x1b[2J")), "expected 1 to 60 letters"),
        (lambda: of_system("Salon", System.SWISS, entries(4), 4), "4 rounds for 4 players, expected 1 to 2"),
        (lambda: paired(paired(of_system("S", System.SWISS, entries(4)))), "round 1 is still being played"),
        (lambda: recorded(of_system("S", System.SWISS, entries(4)), 1, 1, (1, 2)), "round 1, expected 1 to 0"),
        (lambda: recorded(paired(of_system("S", System.SWISS, entries(2))), 1, 2, (1, 2)), "match 2 of round 1"),
        (lambda: recorded(paired(of_system("S", System.SWISS, entries(2))), 1, 1, (-1, 2)), "a score of (-1, 2)"),
        (lambda: recorded(paired(of_system("S", System.SWISS, entries(3))), 1, 2, (1, 2)), "is exempt"),
        (lambda: left(of_system("S", System.SWISS, entries(2)), 3), "player 3, expected 1 to 2"),
        (lambda: paired(left(of_system("S", System.SWISS, entries(2)), 1)), "1 players left, expected at least 2"),
        (lambda: paired(left(of_system("S", System.ROUND_ROBIN, entries(2)), 1)), "1 players left"),
    ],
)
def test_what_cannot_be_is_told(wrong: object, told: str) -> None:
    assert callable(wrong)
    with pytest.raises(TournamentError, match=told.replace("(", r"\(").replace(")", r"\)")):
        wrong()
