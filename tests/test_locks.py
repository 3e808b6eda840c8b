"""The installed packages are the locked ones, with hashes, no addresses, and licences we know.

Known weaknesses are looked up on the network and so not here; docs/security.md has the command.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Set as AbstractSet
from importlib import metadata
from pathlib import Path
from typing import cast

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("play", "test", "fuzz", "peers")
BUILDING = {str(Requirement(each)) for each in ("hatchling>=1.27", "editables>=0.5")}
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")
FREE = re.compile(r"\b(0?BSD|MIT|Apache|PSF|MPL|Mozilla|Zlib|CC0|HPND|ISC)")
"""Licences that ask for no more than to be named, or to be passed on with changes to the package itself."""
UNSAID = {"py-nanotts": "Apache-2.0, in the licence file of its sources"}
"""Packages whose own description names no licence."""


def locked(name: str) -> list[tuple[str, list[str]]]:
    """Return every requirement of a lock with the lines of its hashes."""
    text = (ROOT / "locks" / f"{name}.lock").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    return [(line.split("--hash")[0].strip(), HASH.findall(line)) for line in lines]


def asked(name: str) -> set[str]:
    """Return the requirements of a list, without those it includes from another list."""
    lines = (ROOT / "locks" / f"{name}.in").read_text().splitlines()
    return {str(Requirement(line)) for line in lines if line and not line.startswith(("#", "-r"))}


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_is_pinned_and_hashed_and_comes_from_no_address(name: str) -> None:
    """Pip checks the hashes (--require-hashes in ./run), so no package can be replaced."""
    found = locked(name)
    assert len(found) > 4
    for requirement, hashes in found:
        read = Requirement(requirement)
        assert [specifier.operator for specifier in read.specifier] == ["=="], requirement
        assert read.url is None, requirement
        assert hashes, requirement
    text = (ROOT / "locks" / f"{name}.lock").read_text()
    assert not re.search(r"https?://|git\+|file:|--(extra-)?index-url|--find-links|--trusted-host", text)
    assert "--require-hashes" in (ROOT / "run").read_text()


def test_the_projects_requirements_are_those_locked_to_play() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pinned = {canonicalize_name(Requirement(requirement).name) for requirement, _ in locked("play")}
    assert {canonicalize_name(Requirement(each).name) for each in project["dependencies"]} <= pinned
    assert pinned <= {canonicalize_name(Requirement(requirement).name) for requirement, _ in locked("test")}


def test_the_locked_packages_are_those_the_project_asks_for() -> None:
    """pyproject.toml and the lists from which the locks are made ask for the same packages."""
    announced = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = announced["dependency-groups"]
    tested = [each for each in (*groups["test"], *groups["hardware"], *groups["docs"]) if isinstance(each, str)]
    assert asked("play") - BUILDING == {str(Requirement(each)) for each in announced["project"]["dependencies"]}
    assert asked("test") == {str(Requirement(each)) for each in tested}


def test_the_installed_packages_are_the_locked_ones_and_fit_together() -> None:
    environment: dict[str, str | AbstractSet[str]] = {"extra": "", **cast("dict[str, str]", default_environment())}
    for requirement, _ in locked("play"):
        read = Requirement(requirement)
        if read.marker is None or read.marker.evaluate(environment):
            assert metadata.version(read.name) in read.specifier, requirement
    checked = subprocess.run((sys.executable, "-m", "pip", "check"), capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_every_licence_is_known_and_asks_little() -> None:
    """No package with a licence like the GPL is imported. Separate programs may have any licence."""
    looked_at = 0
    for name in {canonicalize_name(Requirement(requirement).name) for requirement, _ in locked("play")}:
        try:
            about = metadata.metadata(name)
            looked_at += 1
        except metadata.PackageNotFoundError:
            continue
        named = [*about.get_all("License-Expression", []), *(text[:100] for text in about.get_all("License", []))]
        named += [each for each in about.get_all("Classifier") or [] if each.startswith("License")]
        licence = " ".join(named)
        assert name in UNSAID or FREE.search(licence), f"{name}: {licence!r}"
        assert not re.search(r"\bA?GPL|Affero", licence), f"{name}: {licence!r}"
    assert looked_at > 10, "the locked packages are not installed"
