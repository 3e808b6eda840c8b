"""The benches keep the figures and two pages show them. Nobody types them by hand."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from bench._results import FOLDER, UNKEPT, Page, Results, Share, load_tables, page_of

DOCS = FOLDER.parents[1] / "docs"


def results(folder: Path, *, save: bool = True) -> Results:
    return Results("rules", ["--throws", "2", "/somewhere/else/table", "--save"], argparse.Namespace(save=save), folder)


def kept(one: Results, name: str = "throw") -> None:
    one.table(
        name,
        page=Page.PERFORMANCE,
        title="Plays",
        about="Of one throw.",
        samples=2000,
        unit="throws",
        columns=("rules", "ms", "right"),
        rows=[("readable", 0.12345, Share(364, 365, 1))],
    )


def test_a_saved_table_comes_back_with_its_origin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It keeps the command (without folders of the machine), date, machine and number of samples."""
    monkeypatch.setattr("bench._results.write_pages", lambda _folder: None)
    kept(results(tmp_path))
    (table,) = load_tables(tmp_path)
    assert table.name == "rules-throw"
    assert table.command == "./run bench rules --throws 2 table"
    assert (table.samples, table.unit) == (2000, "throws")
    assert table.date.count("-") == 2
    assert "Python" in table.machine
    page = page_of(Page.PERFORMANCE, [table])
    assert "|readable|0.123|364/365 (99.7%), 1 false|" in page
    assert "2,000 throws. `./run bench rules --throws 2 table`" in page
    assert "readable" not in page_of(Page.ACCURACY, [table])


def test_nothing_is_kept_of_a_run_that_is_not_to_be_saved(tmp_path: Path) -> None:
    kept(results(tmp_path, save=False))
    assert load_tables(tmp_path) == []


def test_a_row_of_another_length_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected 1 cells"):
        results(tmp_path).table(
            "", page=Page.ACCURACY, title="", about="", samples=0, unit="", columns=("one",), rows=[("a", 1)]
        )


def test_a_file_that_is_no_table_is_named(tmp_path: Path) -> None:
    (tmp_path / "rules.json").write_text("{}")
    with pytest.raises(ValueError, match=r"rules\.json: not a table"):
        load_tables(tmp_path)


@pytest.mark.parametrize("page", Page)
def test_the_pages_are_those_of_the_results(page: Page) -> None:
    """If not, `./run docs` writes them again."""
    assert (DOCS / f"{page}.md").read_text(encoding="utf-8") == page_of(page, load_tables())


def test_every_bench_has_a_table_or_a_reason_why_none_is_kept() -> None:
    """The page of accuracy names those without a table."""
    benches = {path.stem for path in FOLDER.parent.glob("[a-z]*.py")}
    assert benches <= {each.name.partition("-")[0] for each in load_tables()} | UNKEPT.keys()
    page = page_of(Page.ACCURACY, [])
    assert all(f"`./run bench {name}` ({why})" in page for name, why in UNKEPT.items())


def test_every_table_kept_can_be_measured_again() -> None:
    """Its command names an existing bench."""
    benches = {path.stem for path in FOLDER.parent.glob("[a-z]*.py")}
    assert {each.command.split()[2] for each in load_tables()} <= benches
