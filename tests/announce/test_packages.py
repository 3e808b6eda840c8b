"""Packages that use each other's modules: a program can import any of them first."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import pytest

import announce


@pytest.mark.parametrize("name", [found.name for found in pkgutil.iter_modules(announce.__path__)])
def test_a_package_can_be_imported_before_all_others(name: str) -> None:
    found = subprocess.run(
        (sys.executable, "-c", f"import announce.{name}"), capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr
