"""What all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# Tests never measure time: a busy machine must not fail one.
settings.register_profile("tablier", deadline=None)
settings.load_profile("tablier")

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference material beside the project; tests that need it skip where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("the reference material (../shared) is not beside the project")
    return SHARED
