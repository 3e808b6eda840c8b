"""Simulated players without faults keep to the laws, and their truth is correct."""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any

import pytest

from events.acts import DameLifted
from events.codec import line_of
from events.rulings import ClaimRuled, Played, ThrowWorth
from events.trictrac.acts import FichetMoved, JetonMoved, JetonReleased, Releve
from events.trictrac.rulings import FaultRuled, HeldOrLeft, Marked, TourWon
from rules.code import CODES, LOIS_2013, Code
from rules.fault import FaultName
from rules.jans import jans
from rules.marking import Holding, Score
from rules.plays import legal_plays
from rules.position import Position, Side
from simulation.players import ClumsinessRates, FaultRates, Player
from simulation.players.marks import jetons_for, marks_showing
from simulation.players.player import STYLES
from simulation.players.tour_state import Profile, TourState
from simulation.timeline import SimulatedTable


def table(seed: int, profile: Profile = "referee", code: Code = LOIS_2013, **more: Any) -> SimulatedTable:  # noqa: ANN401 - whatever a table takes
    """A table whose players' styles differ from seed to seed."""
    styles = list(STYLES.values())
    players = {
        Side.BLANCS: Player(style=styles[seed % 4]),
        Side.NOIRS: Player(style=styles[(seed // 4 + 1) % 4]),
    }
    return SimulatedTable(seed, profile=profile, code=code, players=players, pace=3.0, **more)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("profile", ["score", "referee"])
@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_without_faults_the_tour_is_lawful(seed: int, profile: Profile, code: Code) -> None:
    """Each throw is worth, played and marked as the laws say, until somebody has twelve trous."""
    position = Position.start()
    score = Score()
    owed: dict[Side, int] = {}
    tour = list(table(seed, profile, code).events())
    for event in tour:
        match event:
            case ThrowWorth():
                found = {j.name for j in jans(position, event.side, event.dice, code)}
                assert found <= {j.name for j in event.jans}
                owed = {side: sum(j.points for j in event.jans if j.side is side) for side in Side}
            case Marked():
                assert event.points == event.owed == owed[event.side]
                before = score.of(event.side).trous
                score, marking = score.mark(event.side, event.points)
                assert (marking.trous, marking.reste) == (event.trous, event.reste)
                assert before + event.trous == event.total == score.of(event.side).trous
            case HeldOrLeft() if event.left:
                score = score.after_leaving()
            case Played():
                assert event.lawful
                plays = {play.moves: play.result for play in legal_plays(position, event.side, event.dice).plays}
                position = plays[event.moves]
            case Releve():
                position = Position.start()
            case FaultRuled() | ClaimRuled():
                pytest.fail(f"a fault that was not asked for: {event}")
            case _:
                pass
    won = tour[-1]
    assert isinstance(won, TourWon)
    assert score.winner() is won.side
    assert won.trous == score.of(won.side).trous >= 12


@pytest.mark.parametrize("seed", range(6))
def test_marks_on_the_board_are_the_score(seed: int) -> None:
    """The last act on each jeton and fichet shows what the rules of marking say."""
    played = table(seed)
    trous = dict.fromkeys(Side, 0)
    shown = dict.fromkeys(Side, 0)
    for event in played.events():
        match event:
            case FichetMoved():
                trous[event.side] = event.trou
            case JetonReleased():
                shown[event.side] = event.points
            case _:
                pass
    score, marks = played.tour.score, played.tour.marks
    assert sorted(mark for mark in marks.jetons if mark) == sorted(jetons_for(score))
    assert trous == {side: min(12, score.of(side).trous) for side in Side} == dict(zip(Side, marks.trous, strict=True))
    assert shown == {side: score.of(side).points for side in Side}


def test_a_forgotten_jeton_is_taken_when_three_are_needed() -> None:
    """Noirs forgot a jeton on two points. Blancs' mark needs one jeton, and Noirs' bredouille the two others."""
    tour = TourState(
        Random("forgotten"),  # noqa: S311 - a game, not a secret
        dict.fromkeys(Side, Player()),
        code=LOIS_2013,
        profile="referee",
        pegs=True,
        faults=FaultRates(),
        clumsiness=ClumsinessRates(),
        first=Side.BLANCS,
        position=Position.start(),
        score=Score(Holding(6), Holding(2)),
    )
    tour.stray = (Side.NOIRS, 2)
    tour.ledger = dataclasses.replace(tour.ledger, before=Score(Holding(6), Holding(4, bredouille=True)))
    list(tour.show(Side.NOIRS))
    assert tour.marks.jetons == marks_showing(tour.score).jetons


def test_in_score_nobody_touches_a_jeton() -> None:
    events = list(table(1, "score").events())
    assert not [event for event in events if isinstance(event, JetonMoved | JetonReleased)]
    assert [event for event in events if isinstance(event, FichetMoved)]
    assert not [e for e in table(1, "score", pegs=False).events() if isinstance(e, FichetMoved)]


@pytest.mark.parametrize("seed", [41, 52, 53])
def test_no_play_ends_after_the_fichet_that_wins_the_tour(seed: int) -> None:
    """It ends the tour (Lois XX), even where a player marks while the other still holds a dame."""
    tour = list(table(seed, clumsiness=ClumsinessRates(both_at_once=1.0)).events())
    won = next(event.t for event in reversed(tour) if isinstance(event, FichetMoved))
    assert [event for event in tour if isinstance(event, Played) and event.t > won] == []


def test_truth_as_json_names_its_kind() -> None:
    assert line_of(DameLifted(1.5, Side.NOIRS, 7)) == {
        "t": 1.5,
        "kind": "DameLifted",
        "side": "noirs",
        "case": 7,
    }


def test_impossible_rates_are_refused() -> None:
    with pytest.raises(ValueError, match=r"FaultRates.ecole_moins_J is 1.5, expected 0..1"):
        FaultRates({FaultName.ECOLE_MOINS_J: 1.5})
    with pytest.raises(ValueError, match=r"ClumsinessRates.slide is -1"):
        ClumsinessRates(slide=-1)
