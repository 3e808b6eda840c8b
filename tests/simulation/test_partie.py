"""A simulated partie à écrire: how its marqués end, who plays next, and how the referee rules them."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from events.a_ecrire import EcrireSettings, MarqueRuled
from events.acts import Act
from events.codec import line_of
from events.rulings import Ruling, ThrowWorth
from events.trictrac.acts import TourStarted
from events.trictrac.settings import Settings
from referee.a_ecrire.referee import EcrireReferee
from rules.games.a_ecrire import Bredouille, Issue
from rules.games.paiement_a_ecrire import comptes
from rules.marking import Holding, Score
from rules.position import Side
from simulation.players.partie import NAMES, convention_of, wants_to_end
from simulation.timeline import Event, SimulatedTable
from tablier.cli import main
from tablier.games.trictrac.agreement import EcrireAgreement
from tablier.runtime.scoring import score_lines
from tablier.storage.recording import Recording

PARTIES = [(2, 4, 85_500), (3, 3, 85_501), (4, 4, 85_502)]


def played(players: int, marques: int, seed: int) -> tuple[SimulatedTable, list[Event]]:
    """Return a whole partie and its truth."""
    table = SimulatedTable(seed, profile="score", convention=convention_of(players, marques))
    return table, list(table.events())


@pytest.mark.parametrize(("players", "marques", "seed"), PARTIES)
def test_every_marque_is_played_and_won_as_the_laws_have_it(players: int, marques: int, seed: int) -> None:
    """Lois II, XV, XVI, XIX: six trous and more than the other; a refait changes none; all have met equally often."""
    table, events = played(players, marques, seed)
    ended = [event for event in events if isinstance(event, MarqueRuled)]
    won = [one for one in ended if one.issue is Issue.GAGNE]
    assert [one.numero for one in won] == list(range(1, marques + 1))
    for one in won:
        assert one.marque is not None
        assert max(one.trous) >= 6
        assert one.trous[0] != one.trous[1]
        assert (one.side is Side.BLANCS) is (one.trous[0] > one.trous[1])
        if one.marque.bredouille is not Bredouille.SIMPLE:
            assert max(one.trous) >= 6 * one.marque.bredouille // 2
    for one, following in pairwise(ended):
        if one.issue is Issue.REFAIT:
            assert one.trous[0] == one.trous[1]
            assert following.numero == one.numero
    for joueur in NAMES[:players]:
        met = [one for one in won if one.marque and joueur in (one.marque.vainqueur, one.marque.perdant)]
        assert len(met) == 2 * marques // players
    assert table.tour.partie is not None
    accounts = comptes(table.tour.partie.partie.convention, table.tour.partie.partie.marques)
    assert sum(account.total for account in accounts.values()) == 0


def test_nobody_goes_to_lose() -> None:
    """A player who is behind stays while the other has six trous, because leaving would lose the marqué."""
    table = SimulatedTable(85_510, convention=convention_of(2, 2))
    behind = Score(Holding(trous=3), Holding(trous=7))
    assert wants_to_end(table.tour, Side.BLANCS, behind) is False
    assert wants_to_end(table.tour, Side.BLANCS, Score(Holding(trous=5), Holding(trous=2))) is None
    assert wants_to_end(SimulatedTable(85_510).tour, Side.BLANCS, behind) is None


def test_each_marque_begins_with_nothing() -> None:
    """Dames on the talons, no marks, the fichets and the pavillon where they start, throws counted from one."""
    table, events = played(2, 2, 85_503)
    marks = [event for event in events if isinstance(event, TourStarted)]
    assert marks
    for begun in marks:
        after = [event for event in events if event.t > begun.t and isinstance(event, ThrowWorth)]
        assert after[0].throw == 1
        assert after[0].side is begun.first
        scene = table.scene_at(begun.t)
        assert sorted(peg.kind for peg in scene.pegs) == ["blancs", "noirs", "pavillon"]


@pytest.mark.parametrize(("players", "marques", "seed"), PARTIES)
def test_the_referee_given_the_true_acts_rules_the_same(players: int, marques: int, seed: int) -> None:
    """From the true acts, the referee rules the same marqués, players and marks."""
    table, events = played(players, marques, seed)
    convention = convention_of(players, marques)
    referee = EcrireReferee(
        EcrireSettings(
            table=Settings(first=table.first),
            convention=convention,
            blancs=convention.camps[0][0],
            noirs=convention.camps[1][0],
        )
    )
    announced: list[dict[str, Any]] = []
    found: list[dict[str, Any]] = []
    for event in events:
        if isinstance(event, TourStarted | Ruling):
            # The next marqué the referee begins by itself.
            announced.append(line_of(event))
        elif isinstance(event, Act):
            observed = referee.observe(event)
            found += [line_of(act) for act in observed.acts]
            found += [line_of(ruling) for ruling in observed.rulings]
    score = score_lines(announced, found)
    assert score.marques.right == score.marques.true >= marques
    assert not score.differences
    assert referee.over
    assert table.tour.partie == referee.seated


def test_a_partie_simulated_and_scored_by_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The typed commands work, the table knows the players, and an unplayable setting is refused by name."""
    folder = tmp_path / "partie"
    arguments = ["simulate", str(folder), "--players", "2", "--marques", "2", "--seed", "85504", "--mode", "score"]
    assert main([*arguments, "--frames-per-second", "0"]) == 0
    recording = Recording(folder)
    assert recording.settings.agreement(EcrireAgreement).convention == convention_of(2, 2)
    assert any(line["kind"] == "MarqueRuled" for line in recording.truth())
    capsys.readouterr()
    assert main(["score", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["marques"]["true"] >= 2
    assert main([*arguments, "--players", "3"]) == 1
    assert "expected a multiple of the 3 players" in capsys.readouterr().err
