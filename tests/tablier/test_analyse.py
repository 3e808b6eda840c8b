"""`tablier analyse`: it judges a record's plays, apart from luck, and reports what it cannot judge."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest

from coach.trictrac.advice import Situation, choices
from events.rulings import Ruling
from rules.play import Move
from rules.position import Position, Side
from rules.record import write
from rules.record.entries import Manche, Marked, Ordinaire, Played, Record, Thrown
from simulation.timeline import SimulatedTable
from tablier.cli import main
from tablier.storage.game_record import record_of, tours_of

DAY = datetime.date(2026, 11, 20)
HEADER = "tablier 1\ndate: 2026-11-20\njeu: ordinaire\njoueur: Alice\njoueur: Bruno\n"
TOUR = "tour {}\nblancs: Alice\nnoirs: Bruno\n"


def opening(*plays: tuple[Move, ...]) -> str:
    """A record of the tours in which Blancs throw 5-2 and play so."""
    manches = tuple(Manche("Alice", "Bruno", (Thrown(Side.BLANCS, (5, 2)), Played(play))) for play in plays)
    return write(Record(DAY, Ordinaire(("Alice", "Bruno")), manches=manches))


def best_and_worst() -> tuple[tuple[Move, ...], tuple[Move, ...]]:
    found = choices(Situation(Position.start(), Side.BLANCS), (5, 2))
    best, worst = (tuple(Move(*move) for move in choice.moves) for choice in (found[0], found[-1]))
    return best, worst


def test_a_whole_simulated_tour_is_judged_throw_by_throw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rulings = [event for event in SimulatedTable(1, profile="referee").events() if isinstance(event, Ruling)]
    record = record_of(tours_of(rulings), DAY, "lois-2013", [])
    (tmp_path / "game.txt").write_text(write(record), encoding="utf-8")
    assert main(["analyse", str(tmp_path / "game.txt"), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    throws, players = lines[:-2], lines[-2:]
    thrown = [entry for entry in record.manches[0].entries if isinstance(entry, Thrown)]
    assert [(line["side"], tuple(line["dice"])) for line in throws] == [(each.side, each.dice) for each in thrown]
    assert all(line["lawful"] for line in throws if "lawful" in line), "players without faults play lawfully"
    assert all(0 <= line["win"] <= 1 and line.get("lost", 0) >= 0 for line in throws)
    assert any("lost_by_decision" in line for line in throws), "a tour has trous"
    assert {line["player"] for line in players} == {"Blancs", "Noirs"}
    for line in players:
        own = [throw for throw in throws if throw["player"] == line["player"]]
        assert line["throws"] == len(own)
        for key in ("luck", "lost", "lost_win", "lost_by_decision"):
            assert line[key] == pytest.approx(sum(throw.get(key, 0) for throw in own), abs=1e-3 * len(own))


@pytest.mark.parametrize(("language", "better"), [("fr", "Il fallait"), ("en", "Better: ")])
def test_the_worst_play_is_shown_with_the_better_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, better: str
) -> None:
    best, worst = best_and_worst()
    (tmp_path / "game.txt").write_text(opening(best, worst), encoding="utf-8")
    assert main(["analyse", str(tmp_path / "game.txt"), "--language", language]) == 0
    shown = [line for line in capsys.readouterr().out.splitlines() if better in line]
    assert len(shown) == 1, "the best play is nothing to better"
    assert "tour 2" in shown[0].lower()


def test_a_tour_that_goes_on_is_judged_until_it_was_won(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    best, _ = best_and_worst()
    won = (Thrown(Side.BLANCS, (5, 2)), Marked(Side.BLANCS, 12, fichet=12), Played(best), Thrown(Side.NOIRS, (3, 1)))
    record = Record(DAY, Ordinaire(("Alice", "Bruno")), manches=(Manche("Alice", "Bruno", won),))
    path = tmp_path / "game.txt"
    path.write_text(write(record), encoding="utf-8")
    assert main(["analyse", str(path), "--json"]) == 0
    said = capsys.readouterr()
    assert said.err == f"tablier analyse: {path}: tour 1: throw 2 is left out: the tour was won already\n"
    assert [json.loads(line).get("throw") for line in said.out.splitlines()] == [1, None]


def test_a_tour_that_cannot_be_followed_stops_none_of_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    best, _ = best_and_worst()
    path = tmp_path / "game.txt"
    path.write_text(opening((Move(4, 9), Move(1, 3)), best), encoding="utf-8")
    assert main(["analyse", str(path), "--json"]) == 1
    said = capsys.readouterr()
    assert said.err == f"tablier analyse: {path}: tour 1: throw 1: blancs had no dame where the play begins\n"
    assert [json.loads(line)["player"] for line in said.out.splitlines()] == ["Alice", "Alice"]


def test_a_play_against_the_rules_is_named_and_not_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.txt").write_text(opening((Move(1, 7), Move(1, 3))), encoding="utf-8")
    assert main(["analyse", str(tmp_path / "game.txt"), "--language", "en"]) == 0
    assert "Plays against the rules, not judged (tour.throw): 1.1." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"tablier 2\ndate: 2026-11-20\n", "line 1, column 1: expected tablier 1, found 'tablier 2'"),
        (b'; [Site "tablier"]\n1 point match\n', "line 1, column 1: expected tablier 1, found '; [Site \"tablier\"]'"),
        (b"\xff\xfe", "no text in UTF-8, expected a game record of trictrac"),
        (HEADER.encode(), "no throw in it, expected a tour at least"),
        (
            HEADER.replace("ordinaire", "a_ecrire").encode() + b"marques: 4\n",
            "a partie \u00e0 \u00e9crire, expected a record with jeu: ordinaire",
        ),
        (
            (HEADER + TOUR.format(1) + "1 blancs 5-3  T/5, T/3\nresultat: blancs 12-5\n").encode(),
            "tour 1: it ended 12-5 and no mark is written, expected the marks of each throw",
        ),
    ],
)
def test_only_records_of_the_partie_ordinaire_are_analysed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: bytes, said: str
) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(text)
    assert main(["analyse", str(path)]) == 1
    assert capsys.readouterr() == ("", f"tablier analyse: {path}: {said}\n")


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(tmp_path / "none.txt")]) == 1
    assert capsys.readouterr().err == f"tablier analyse: {tmp_path / 'none.txt'}: No such file or directory\n"


def test_an_endless_file_is_no_record(capsys: pytest.CaptureFixture[str]) -> None:
    """It is not read to its end, and the message is short."""
    assert main(["analyse", "/dev/zero"]) == 1
    assert capsys.readouterr().err == "tablier analyse: /dev/zero: larger than any game record\n"


def test_a_long_line_is_not_quoted_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "game.txt"
    record.write_text("x" * 100_000)
    assert main(["analyse", str(record)]) == 1
    assert len(capsys.readouterr().err) < 500
