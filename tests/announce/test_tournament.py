"""Pairings and standings of a small tournament."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from announce.club.tournament import (
    Conflict,
    Forfeit,
    Match,
    Result,
    System,
    Tournament,
    TournamentError,
    next_round,
    of_system,
    readmit,
    standings,
    with_result,
    without,
)
from rules.position import Side

SCORES = st.tuples(st.integers(0, 12), st.integers(0, 11)) | st.tuples(st.integers(0, 11), st.just(12))


def entries(count: int) -> tuple[str, ...]:
    return tuple(f"Joueur {number}" for number in range(1, count + 1))


def one_round(count: int, game: str = "tour", target: int | None = None) -> Tournament:
    """A Swiss tournament with its first round paired."""
    return next_round(of_system("Salon", System.SWISS, entries(count), game=game, target=target))


def played(tournament: Tournament, scores: list[tuple[int, int]]) -> Tournament:
    """The tournament with a score for every match of its last round."""
    number = len(tournament.rounds)
    for board, match in enumerate(tournament.rounds[-1], 1):
        if match.noirs is not None:
            tournament = with_result(tournament, number, board, Result(scores[(board + number) % len(scores)]))
    return tournament


def pairs(tournament: Tournament) -> list[frozenset[int]]:
    return [frozenset((one.blancs, one.noirs)) for found in tournament.rounds for one in found if one.noirs is not None]


def test_six_players_meet_as_in_the_berger_tables() -> None:
    """FIDE Handbook C.05, the table for 5 or 6 players: round 1 is 1-6 2-5 3-4, round 2 is 6-4 5-3 1-2."""
    tournament = next_round(of_system("Salon", System.ROUND_ROBIN, entries(6)))
    assert {(one.blancs, one.noirs) for one in tournament.rounds[0]} == {(1, 6), (2, 5), (3, 4)}
    tournament = next_round(played(tournament, [(12, 3)]))
    assert {(one.blancs, one.noirs) for one in tournament.rounds[1]} == {(6, 4), (5, 3), (1, 2)}


@given(st.integers(2, 11), st.lists(SCORES, min_size=3, max_size=9))
def test_in_a_round_robin_everybody_meets_everybody_once(count: int, scores: list[tuple[int, int]]) -> None:
    """Over all rounds every pair once, and each is exempt once when they are odd."""
    tournament = of_system("Salon", System.ROUND_ROBIN, entries(count))
    while not tournament.over:
        tournament = played(next_round(tournament), scores)
    assert len(pairs(tournament)) == len(set(pairs(tournament))) == count * (count - 1) // 2
    exempt = [one.blancs for found in tournament.rounds for one in found if one.noirs is None]
    assert sorted(exempt) == (list(range(1, count + 1)) if count % 2 else [])


@given(st.integers(4, 17), st.lists(SCORES, min_size=3, max_size=9))
def test_in_a_swiss_nobody_meets_another_twice_nor_is_exempt_twice(count: int, scores: list[tuple[int, int]]) -> None:
    """FIDE Handbook C.04.1 b and d, for as many rounds as half of the players."""
    tournament = of_system("Salon", System.SWISS, entries(count), length=count // 2)
    while not tournament.over:
        tournament = played(next_round(tournament), scores)
    assert len(pairs(tournament)) == len(set(pairs(tournament))) == count // 2 * (count // 2)
    exempt = [one.blancs for found in tournament.rounds for one in found if one.noirs is None]
    assert len(exempt) == len(set(exempt))


def test_in_a_swiss_those_who_won_meet_those_who_won() -> None:
    """FIDE Handbook C.04.1 e: as near in points as can be."""
    tournament = played(next_round(of_system("Salon", System.SWISS, entries(8))), [(12, 4)])
    winners = {one.blancs for one in tournament.rounds[0]}
    second = next_round(tournament).rounds[1]
    assert sum({one.blancs, one.noirs} <= winners for one in second) == 2


@given(st.integers(2, 12), st.sampled_from(System), st.lists(SCORES, min_size=3, max_size=9))
def test_a_round_gives_away_one_point_a_match(count: int, system: System, scores: list[tuple[int, int]]) -> None:
    """Points are never lost nor made; all margins together are nought; ranks never fall behind points."""
    tournament = played(next_round(of_system("Salon", system, entries(count))), scores)
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
    """Their matches stand; their next adversary is exempt."""
    tournament = played(next_round(of_system("Salon", System.ROUND_ROBIN, entries(4))), [(12, 1)])
    tournament = without(tournament, 4)
    while not tournament.over:
        tournament = played(next_round(tournament), [(12, 1)])
    assert len(set(pairs(tournament))) == len(pairs(tournament)) == 4
    assert not any(one.seat(4) for found in tournament.rounds[1:] for one in found)
    swiss = without(played(next_round(of_system("Salon", System.SWISS, entries(6))), [(12, 1)]), 2)
    assert not any(one.seat(2) for one in next_round(swiss).rounds[1])


def test_tables_are_taken_in_order_and_none_by_him_who_has_nobody_to_play() -> None:
    (matches,) = next_round(of_system("Salon", System.SWISS, entries(5)), ("salon", "veranda", "cave")).rounds
    assert [one.table for one in matches] == ["salon", "veranda", None]
    assert matches[-1].noirs is None
    assert matches[0].seat(matches[0].blancs) is Side.BLANCS


def test_a_score_may_be_mended_and_taken_back() -> None:
    tournament = next_round(of_system("Salon", System.SWISS, entries(2)))
    assert tournament.missing == ((1, 1),)
    assert with_result(tournament, 1, 1, Result((12, 3))).over
    assert with_result(with_result(tournament, 1, 1, Result((12, 3))), 1, 1, Result()) == tournament
    assert standings(with_result(tournament, 1, 1, Result((7, 7))))[1].points == 0.5


@pytest.mark.parametrize(
    ("wrong", "announced"),
    [
        (lambda: of_system("Salon", System.SWISS, ("Anne",)), "1 players, expected 2 to 400"),
        (lambda: of_system("Salon", System.SWISS, ("Anne", "Anne")), "'Anne' is entered more than once"),
        (lambda: of_system("Salon", System.SWISS, ("Anne", "=cmd()")), "expected a name that does not begin with"),
        (lambda: of_system("Salon", System.SWISS, ("Anne", "B\x1b[2J")), "expected 1 to 60 letters"),
        (lambda: of_system("Salon", System.SWISS, entries(4), 4), "4 rounds for 4 players, expected 1 to 2"),
        (
            lambda: next_round(next_round(of_system("S", System.SWISS, entries(4)))),
            "match 1 of round 1 has no result",
        ),
        (
            lambda: with_result(of_system("S", System.SWISS, entries(4)), 1, 1, Result((1, 2))),
            "round 1, expected 1 to 0",
        ),
        (lambda: with_result(one_round(2), 1, 2, Result((1, 2))), "match 2 of round 1"),
        (lambda: with_result(one_round(3), 1, 2, Result((1, 2))), "is exempt"),
        (lambda: Result((1, 2), Forfeit.BOTH), "expected one of the two"),
        (lambda: of_system("S", System.SWISS, entries(4), game="a_ecrire"), "expected it in marqués"),
        (lambda: of_system("S", System.SWISS, entries(4), game="a_ecrire", target=7), "expected an even number"),
        (lambda: of_system("S", System.SWISS, entries(4), game="backgammon", target=0), "expected 1 to 99"),
        (
            lambda: of_system("S", System.SWISS, entries(4), game="chess"),
            "game: 'chess', expected one of tour, a_ecrire",
        ),
        (lambda: of_system("S", System.SWISS, entries(4), target=13), "a match of 13 trous, expected 12"),
        (lambda: readmit(of_system("S", System.SWISS, entries(2)), 0), "player 0, expected 1 to 2"),
        (lambda: without(of_system("S", System.SWISS, entries(2)), 3), "player 3, expected 1 to 2"),
        (
            lambda: next_round(without(of_system("S", System.SWISS, entries(2)), 1)),
            "1 players left, expected at least 2",
        ),
        (lambda: next_round(without(of_system("S", System.ROUND_ROBIN, entries(2)), 1)), "1 players left"),
    ],
)
def test_an_impossible_entry_is_refused_with_its_reason(wrong: object, announced: str) -> None:
    assert callable(wrong)
    with pytest.raises(TournamentError, match=announced.replace("(", r"\(").replace(")", r"\)")):
        wrong()


@pytest.mark.parametrize(
    ("game", "target", "possible", "impossible"),
    [
        ("tour", None, [(12, 0), (11, 12), (7, 7), (0, 0)], [(13, 0), (9999, 0), (12, 12), (-1, 12)]),
        ("a_ecrire", 8, [(8, 0), (5, 3), (4, 4), (2, 1)], [(9, 0), (5, 4), (-1, 8)]),
        ("backgammon", 7, [(7, 6), (0, 7), (3, 2)], [(8, 0), (7, 7), (0, -1)]),
    ],
)
def test_a_score_is_one_that_its_game_can_have(
    game: str, target: int | None, possible: list[tuple[int, int]], impossible: list[tuple[int, int]]
) -> None:
    """A tour ends at twelve trous, a backgammon match at its points; the marqués of a partie are shared out."""
    tournament = one_round(2, game, target)
    for score in possible:
        assert with_result(tournament, 1, 1, Result(score)).rounds[0][0].score == score
    for score in impossible:
        with pytest.raises(TournamentError, match=f"a score of {score[0]}-{score[1]}, expected at most"):
            with_result(tournament, 1, 1, Result(score))


def test_a_round_is_not_paired_while_a_result_of_any_round_is_missing() -> None:
    """A result of round 1 that is taken back is missing until it is written again."""
    tournament = played(next_round(played(one_round(6), [(12, 3)])), [(12, 3)])
    cleared = with_result(tournament, 1, 2, Result())
    assert cleared.missing == ((1, 2),)
    with pytest.raises(TournamentError, match="match 2 of round 1 has no result"):
        next_round(cleared)
    assert len(next_round(with_result(cleared, 1, 2, Result((3, 12)))).rounds) == 3


def test_the_second_of_two_writers_is_refused_and_nothing_is_lost() -> None:
    """Each says which result he was shown; the first one's score stands."""
    tournament = one_round(4)
    first = with_result(tournament, 1, 1, Result((12, 3)), was=Result())
    with pytest.raises(Conflict, match="match 1 of round 1 has 12-3 by now, expected no result"):
        with_result(first, 1, 1, Result((3, 12)), was=Result())
    assert with_result(first, 1, 2, Result((3, 12)), was=Result()).missing == ()
    assert with_result(first, 1, 1, Result((3, 12)), was=Result((12, 3))).rounds[0][0].score == (3, 12)


@pytest.mark.parametrize(
    ("forfeit", "points"), [(Forfeit.BLANCS, (0, 1)), (Forfeit.NOIRS, (1, 0)), (Forfeit.BOTH, (0, 0))]
)
def test_a_match_that_was_given_up_is_over_and_counts_for_the_other(
    forfeit: Forfeit, points: tuple[float, float]
) -> None:
    """A forfeit adds nothing to the margin."""
    tournament = with_result(one_round(2), 1, 1, Result(forfeit=forfeit))
    assert tournament.over
    rows = {row.player: row for row in standings(tournament)}
    assert (rows[1].points, rows[2].points) == points
    assert [(row.margin, row.played) for row in rows.values()] == [(0, 1), (0, 1)]


def test_a_player_who_left_by_mistake_comes_back() -> None:
    tournament = played(one_round(6), [(12, 1)])
    assert readmit(without(tournament, 2), 2) == tournament
    assert any(one.seat(2) for one in next_round(readmit(without(tournament, 2), 2)).rounds[1])


@given(st.data(), st.integers(4, 12))
def test_whatever_happens_everybody_who_is_here_is_paired_once(data: st.DataObject, count: int) -> None:
    """Players leave and come back, give up and win: no withdrawn player is paired, and none twice in a round."""
    tournament = of_system("Salon", System.SWISS, entries(count))
    while not tournament.over:
        away = data.draw(st.sets(st.integers(1, count), max_size=count - 2))
        for player in tournament.numbers:
            tournament = without(tournament, player) if player in away else readmit(tournament, player)
        tournament = next_round(tournament)
        seated = [player for match in tournament.rounds[-1] for player in match.players]
        assert sorted(seated) == sorted(set(tournament.numbers) - away)
        number = len(tournament.rounds)
        for _, board in tournament.missing:
            result = data.draw(SCORES.map(Result) | st.sampled_from(Forfeit).map(lambda one: Result(forfeit=one)))
            tournament = with_result(tournament, number, board, result)
