"""The pages people read: what they show can be typed, what they point to is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablier.cli import COMMANDS, main

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))


def shown_in_the_docs() -> list[str]:
    """Every line of code, indented or fenced, that runs `tablier COMMAND`, without what a shell makes of it."""
    shown = []
    for page in PAGES:
        fenced = False
        for line in page.read_text(encoding="utf-8").splitlines():
            fenced ^= line.startswith("```")
            words = re.split(r"\s+[#<>]", line)[0].replace("…", "").split() if fenced or line[:4] == "    " else []
            # A game record begins with `tablier 1`; ./run knows words that are no commands.
            if (words[:1] == ["tablier"] and words[1].isalpha()) or (words[:1] == ["./run"] and words[1] in COMMANDS):
                shown.append(" ".join(words[1:]))
    return shown


@pytest.mark.parametrize("line", shown_in_the_docs())
def test_what_the_docs_show_can_be_typed(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only read: what each then does is tested where it is done."""
    name, *_ = line.split()
    monkeypatch.setattr(f"tablier.cli.commands.{name}.run", lambda _arguments: 0)
    assert main(line.split()) == 0


@pytest.mark.parametrize("name", ["players.md", "simulation.md"])
def test_the_python_they_show_runs_as_it_stands(name: str) -> None:
    """Those of the simulation: they need no board; the names they show at the end are there."""
    shown = re.findall(r"(?ms)^```python\n(.*?)^```", (ROOT / "docs" / name).read_text(encoding="utf-8"))
    assert shown
    for code in shown:
        exec(compile(code, name, "exec"), {})  # noqa: S102 - our own page


def test_every_page_and_picture_they_point_to_is_there() -> None:
    targets = [
        (page, target) for page in PAGES for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    ]
    assert len(targets) > len(PAGES)
    assert [f"{page.name}: {target}" for page, target in targets if not (page.parent / target).exists()] == []
