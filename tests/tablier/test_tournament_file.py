"""The file of a club's tournament: it is read as written, archived when over, and recognised when damaged."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from announce.club.pairing import berger
from announce.club.tournament import Forfeit, Match, Result, System, Tournament, next_round, of_system, with_result
from tablier.storage.files import NotPrivate
from tablier.storage.tournament_file import TournamentDamaged, TournamentFile

BEGUN = of_system("Coupe", System.SWISS, ("Anne", "Blaise"), begun=date(2026, 11, 24))


def test_a_tournament_is_as_it_was_kept_and_those_that_are_over_are_put_away(tmp_path: Path) -> None:
    said: list[str] = []
    file = TournamentFile(tmp_path)
    assert file.load() is None
    played = with_result(next_round(BEGUN, ("cave",)), 1, 1, Result((12, 7)))
    for number in (1, 2):
        for kept in (BEGUN, played):
            file.keep(kept)
            assert TournamentFile(tmp_path).load() == kept
        file.keep(None)
        assert file.load() is None
        assert (tmp_path / f"tournament-{number}.json").exists()
    assert file.past(said.append) == (played, played)
    assert said == []


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"[]",
        b'{"name": "\xe9"}',
        b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
        b'{"name":"Coupe","system":"swiss","players":["Anne"],"length":1,"rounds":[],"withdrawn":[]}',
    ],
)
def test_a_damaged_tournament_is_named_and_left_as_it_is(tmp_path: Path, damaged: bytes) -> None:
    """The organiser can repair it; the club says how."""
    path = tmp_path / "tournament.json"
    path.write_bytes(damaged)
    path.chmod(0o600)
    with pytest.raises(TournamentDamaged, match=r"tournament\.json: .*put it aside to begin another"):
        TournamentFile(tmp_path).load()
    assert path.read_bytes() == damaged


def test_a_tournament_that_others_may_change_is_not_taken(tmp_path: Path) -> None:
    file = TournamentFile(tmp_path)
    file.keep(BEGUN)
    (tmp_path / "tournament.json").chmod(0o666)
    with pytest.raises(NotPrivate):
        file.load()


def test_closed_tournaments_are_read_in_their_order_and_a_damaged_one_is_left_out(tmp_path: Path) -> None:
    """The tenth comes after the second; `say` gets the name of the unreadable file."""
    file = TournamentFile(tmp_path)
    begun = [of_system(f"Coupe {number}", System.SWISS, ("Anne", "Blaise")) for number in range(1, 12)]
    for tournament in begun:
        file.keep(tournament)
        file.keep(None)
    (tmp_path / "tournament-3.json").write_text("{")
    (tmp_path / "tournament-old.json").write_text("{")
    said: list[str] = []
    assert file.past(said.append) == (*begun[:2], *begun[3:])
    assert len(said) == 1
    assert "tournament-3.json" in said[0]


def test_the_largest_tournament_can_be_read_again(tmp_path: Path) -> None:
    """A round robin of 400 players with the longest table ids and results."""
    pairs = [berger(400, number) for number in range(1, 400)]
    table = "t" * 32
    rounds = tuple(tuple(Match(*pair, table=table, forfeit=Forfeit.BLANCS) for pair in one) for one in pairs)
    players = tuple(f"{number:060}" for number in range(400))
    largest = Tournament("Coupe", System.ROUND_ROBIN, 399, players, rounds)
    file = TournamentFile(tmp_path)
    file.keep(largest)
    assert file.load() == largest
