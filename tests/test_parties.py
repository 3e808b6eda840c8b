"""The bench of many parties: its intervals are those of the literature, and its command goes on where it ended."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from bench import parties
from bench._readings import read_readings, write_readings
from bench._rendered import LEAST_DIE, MOST_BLUR, MOST_TILT, guided_look, rule_again, watch
from bench._statistics import rate_interval, share_interval
from bench.parties import PartiesError, Party, PartyResult, load
from simulation.render.camera import Camera
from simulation.render.style import Style
from tablier.devices.simulated_source import InventedTable
from tablier.games.plan import Plan
from tablier.runtime.scoring import Count, Score


def test_wilsons_interval_of_eight_in_ten() -> None:
    assert share_interval(8, 10) == pytest.approx((0.490, 0.943), abs=1e-3)


@pytest.mark.parametrize(("events", "low", "high"), [(0, 0.0, 3.69), (3, 0.62, 8.77), (20, 12.22, 30.89)])
def test_byars_interval_is_near_the_exact_one_of_poisson(events: int, low: float, high: float) -> None:
    """The exact ends are from tables of the Poisson distribution."""
    assert rate_interval(events, 1) == pytest.approx((low, high), abs=0.05)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], list[Party]]:
    """Run the command for this number of seeds with parties that are only noted; return those it played."""
    now: list[Party] = []

    def play_all(
        left: Sequence[Party], _processes: int, _until: float, keep: Callable[[PartyResult], None], _: None
    ) -> None:
        now.extend(left)
        for one in left:
            keep(parties.run_party(one))

    def scored(*_: object, **__: object) -> Score:
        return Score(throws=Count(3, 2, 1))

    monkeypatch.setattr(parties, "play_all", play_all)
    monkeypatch.setattr(parties, "play_match", scored)

    def command(count: int) -> list[Party]:
        now.clear()
        words = ["--only", "matches", "--count", str(count), "--kept", str(tmp_path / "kept.jsonl")]
        assert parties.main(words) == 0
        return list(now)

    return command


def test_a_second_run_plays_only_what_is_left(run: Callable[[int], list[Party]], tmp_path: Path) -> None:
    """This also holds if the end of the first run cut off the last line."""
    assert len(run(2)) == 4
    path = tmp_path / "kept.jsonl"
    path.write_bytes(path.read_bytes()[:-5])
    again = run(3)
    assert len(again) == 3
    assert {one.seed for one in again} == {31001, 31002}
    assert len(load(path, parties.fingerprint())) == 6


def test_parties_played_by_other_code_are_not_continued(run: Callable[[int], list[Party]], tmp_path: Path) -> None:
    run(1)
    with pytest.raises(PartiesError, match=r"kept\.jsonl: played by other code, .* expected other"):
        load(tmp_path / "kept.jsonl", "other")


def test_a_damaged_file_is_named_with_its_line(run: Callable[[int], list[Party]], tmp_path: Path) -> None:
    run(1)
    path = tmp_path / "kept.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"seed":', b'"sown":', 1))
    with pytest.raises(PartiesError, match=r"kept\.jsonl: line 2: .*seed.*expected a party"):
        load(path, parties.fingerprint())


@pytest.mark.parametrize("seed", [58000, 58003, 58005])
def test_rendered_tables_keep_to_the_guide(seed: int) -> None:
    """The camera is in focus and at most 40 degrees from straight above; no die can have fewer than 13 pixels."""
    look = guided_look(seed)
    field = Style.from_seed(look).field
    camera = Camera.from_seed(look, field)
    assert math.degrees(camera.tilt) <= MOST_TILT
    assert camera.sensor.blur * camera.distance / camera.focal <= MOST_BLUR
    for x, y in ((0.0, 0.0), (field.width, 0.0), (0.0, field.height), (field.width, field.height)):
        die = np.array([[x, y, 0.0], [x + field.de, y, 0.0]])
        assert camera.focal * field.de / camera.depth(die).max() >= LEAST_DIE - 0.2


def test_a_rendered_table_is_read_and_refereed(tmp_path: Path) -> None:
    """Two throws of a rendered table are seen as they fell, and its guide's camera has no trouble to report.

    Its readings, kept in a file, are ruled on alike.
    """
    plan = Plan(seed=58002, look=guided_look(58002), throws=2)
    watched = watch(InventedTable(plan))
    assert watched.score.throws == Count(2, 2, 0)
    assert not watched.troubles
    path = tmp_path / "58002.readings"
    write_readings(path, "code", watched.observations)
    assert read_readings(path, "other code") is None
    observations = read_readings(path, "code")
    assert observations == watched.observations
    assert rule_again(InventedTable(plan), observations) == watched.score


def test_rendered_tours_are_played_only_when_asked_for() -> None:
    assert set(parties.KINDS) - set(parties.USUAL) == {"rendered"}
