"""No input kept from fuzzing may break its parser, on any Python."""

from __future__ import annotations

import pytest

from tests.fuzz.corpus import NAMES, kept, target


@pytest.mark.parametrize("name", NAMES)
def test_no_kept_input_breaks_its_parser(name: str) -> None:
    inputs = kept(name)
    assert inputs, f"no corpus for {name}"
    run = target(name)
    for path in inputs:
        try:
            run(path.read_bytes())
        except Exception as error:
            raise AssertionError(f"{path} breaks {name}") from error
