"""The filter behind every game's referee: the weight of looks, the hypotheses kept, and when something is asserted."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.backgammon.successors import KINDS
from referee.inference import tables
from referee.inference.beam import Beam, Weighed
from referee.inference.dames import CASES, Rest
from referee.inference.deciding import Decision, Outcome, cheapest, decide, expected_cost, worth_accusing
from referee.inference.tables import COSTS, OBSERVATION, Costs, TableError
from rules.position import DAMES

HOME, CLUB = COSTS["home"], COSTS["club"]
STANDS = np.full(CASES, 1)


def look(counts: int, sure: float = 0.99) -> np.ndarray:
    """Return a look that reads this number of dames on every case."""
    likely = np.full((CASES, DAMES + 1), (1 - sure) / DAMES)
    likely[:, counts] = sure
    return likely


def against(rest: Rest, count: int, seen: int, *, changed: bool = False) -> float:
    """Return by how many nats `count` dames on one case are less likely than the count seen there."""
    table = rest.fresh if changed else rest.same
    return float(table[0, seen] - table[0, count])


@given(st.integers(1, 200))
def test_a_misreading_that_lasts_is_one_piece_of_evidence(looks: int) -> None:
    """However often a case is read wrong while nothing moves, this weighs hardly more than the first look."""
    rest = Rest()
    rest.add(look(2), STANDS, stirred=False)
    first = against(rest, 1, 2)
    for number in range(looks):
        rest.add(look(2), STANDS, stirred=number % 7 == 0)
    assert first <= against(rest, 1, 2) <= first - np.log(OBSERVATION.lasting) + 1e-9


def test_a_look_at_a_changed_case_has_its_full_weight() -> None:
    """The case held one dame before, and two are read."""
    rest = Rest()
    rest.add(look(1), STANDS, stirred=False)
    rest.again()
    rest.add(look(2), STANDS, stirred=True)
    alone = Rest()
    alone.add(look(2), STANDS, stirred=False)
    assert against(rest, 1, 2, changed=True) == pytest.approx(against(alone, 1, 2))


@dataclass(frozen=True)
class Named:
    """A hypothesis that leads to the table of its key."""

    key: str
    looks: np.ndarray


def test_of_two_ways_to_one_position_the_likelier_is_kept() -> None:
    """The beam keeps only as many hypotheses as it may, and none too far behind."""
    beam: Beam[Named] = Beam(kept=2, within=5.0)
    names = (("a", -1.0), ("b", -2.0), ("a", -0.5), ("c", -9.0))
    beam.become(Weighed(Named(key, STANDS), nats) for key, nats in names)
    assert [(one.hypothesis.key, one.nats) for one in beam.stood] == [("a", 0.0), ("b", -1.5)]


@given(st.floats(0.0, 1.0))
def test_nobody_is_accused_sooner_at_a_club(share: float) -> None:
    """The expected cost of a wrong accusation is higher there, or zero at both tables."""
    fault, none = Outcome(share, accuses=True), Outcome(1 - share, accuses=False)
    assert expected_cost(fault, [none], HOME) <= expected_cost(fault, [none], CLUB)
    if cheapest([fault, none], CLUB)[0] == 0:
        assert cheapest([fault, none], HOME)[0] == 0


def test_of_equally_likely_outcomes_the_one_without_an_accusation_is_asserted() -> None:
    assert cheapest([Outcome(0.5, accuses=True), Outcome(0.5, accuses=False)], HOME)[0] == 1


@given(st.floats(-10.0, 10.0), st.sampled_from([HOME, CLUB]))
def test_a_fault_is_believed_if_that_has_the_lower_expected_cost(lead: float, costs: Costs) -> None:
    """A lead in nats is a ratio of probabilities. A club needs ten times the ratio."""
    share = 1.0 / (1.0 + math.exp(-lead))
    fault, none = Outcome(share, accuses=True), Outcome(1.0 - share, accuses=False)
    less = expected_cost(none, [fault], costs) - expected_cost(fault, [none], costs)
    assert worth_accusing(lead, costs) is (less >= 0.0) or less == pytest.approx(0.0, abs=1e-9)
    assert worth_accusing(lead, HOME) or not worth_accusing(lead, CLUB)


@given(st.floats(0.0, 100.0), st.floats(0.0, 60.0), st.booleans())
def test_nothing_is_asserted_while_waiting_costs_less(cost: float, waited: float, answerable: bool) -> None:
    """Nothing is asked before waiting has cost as much as the question."""
    decision = decide(cost, waited, HOME, answerable=answerable)
    assert (decision is Decision.ASSERT) == (cost <= waited)
    assert decision is not Decision.ASK or (answerable and waited >= HOME.question)


@pytest.mark.parametrize(
    ("name", "before", "after", "what"),
    [
        ("costs.toml", "wrong = 8", "wrong = -8", "wrong: -8"),
        ("costs.toml", "[club]", "[salon]", "salon"),
        ("observation.toml", "again = 0.83\n", "", "again"),
        ("priors.toml", "partial = ", "begun = ", "begun"),
        ("filter.toml", "kept = 12", 'kept = "many"', "kept: 'many'"),
    ],
)
def test_a_data_file_with_a_wrong_entry_is_refused(
    name: str, before: str, after: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message names the file, the entry and what was expected."""
    for path in tables.FOLDER.glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        assert path.name != name or before in text
        (tmp_path / path.name).write_text(text.replace(before, after) if path.name == name else text, encoding="utf-8")
    monkeypatch.setattr(tables, "FOLDER", tmp_path)
    with pytest.raises(TableError, match=f"(?s){name}.*{what}.*expected"):
        tables.costs(), tables.observation(), tables.priors("backgammon", KINDS), tables.limits()


def test_a_weight_written_as_a_whole_number_is_a_real_one() -> None:
    """Arrays of whole numbers cannot take up fractions of a nat."""
    found = tables.row(
        Costs,
        "home",
        {"source": "a test", **dict.fromkeys(("wrong", "accused", "missed"), 8), "untold": 3, "question": 0},
    )
    assert {type(value) for value in (found.wrong, found.untold, found.question)} == {float}
