"""The logistic fit that all calibrations share."""

from __future__ import annotations

import numpy as np
import pytest

from training.calibration import fit_logistic, with_constant
from training.command_line import Unfit


@pytest.mark.parametrize("real", [[], [True, True], [False, False, False]])
def test_examples_of_one_class_only_are_not_fitted(real: list[bool]) -> None:
    with pytest.raises(Unfit, match="nothing to fit"):
        fit_logistic(np.zeros((len(real), 2)), np.array(real, bool))


def test_the_fit_finds_the_weights_the_truth_was_drawn_with() -> None:
    """P(real) = sigmoid(-1 + 2 x): twenty thousand draws give the two numbers to a tenth."""
    rng = np.random.default_rng(3)
    known = rng.normal(0, 1, 20_000)
    real = rng.random(20_000) < 1 / (1 + np.exp(1 - 2 * known))
    assert fit_logistic(with_constant(known[:, None]), real) == pytest.approx((-1, 2), abs=0.1)


def test_a_known_term_is_not_fitted_again() -> None:
    """P(real) = sigmoid(-1 + 2 x + 3 y), where 3 y is known: the fit finds the two other numbers as before."""
    rng = np.random.default_rng(3)
    known, announced = rng.normal(0, 1, (2, 20_000))
    real = rng.random(20_000) < 1 / (1 + np.exp(1 - 2 * known - 3 * announced))
    assert fit_logistic(with_constant(known[:, None]), real, known=3 * announced) == pytest.approx((-1, 2), abs=0.1)
