"""What all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference material beside the project; tests that need it skip where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("the reference material (../shared) is not beside the project")
    return SHARED
