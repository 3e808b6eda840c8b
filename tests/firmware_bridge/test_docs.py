from __future__ import annotations

import doctest
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import events.field
import firmware_bridge.framing

if TYPE_CHECKING:
    from types import ModuleType

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_examples_on_the_protocol_page_are_true() -> None:
    failed, tried = doctest.testfile(str(DOCS / "protocol.md"), module_relative=False)
    assert tried
    assert not failed


@pytest.mark.parametrize("module", [firmware_bridge.framing, events.field])
def test_the_examples_in_the_code_are_true(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed
