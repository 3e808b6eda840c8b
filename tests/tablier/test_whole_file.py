"""Files that take the place of older ones: the whole new one, or the old one untouched and nothing beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablier.whole_file import replacing


def test_the_old_file_stands_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file"
    for text in (b"old", b"new"):
        with replacing(path) as file:
            file.write(text)
            file.flush()
            assert path.exists() == (text == b"new")
    assert path.read_bytes() == b"new"
    assert list(path.parent.iterdir()) == [path]


def test_what_is_broken_off_leaves_the_old_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def write_half() -> None:
        with replacing(path) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", [".", "/", ".."])
def test_a_path_that_names_no_file_is_an_error_of_the_system(name: str, monkeypatch: pytest.MonkeyPatch,
                                                             tmp_path: Path) -> None:  # fmt: skip
    """The ValueError that pathlib has for it would reach people as a traceback."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OSError, match=r"director|busy"), replacing(Path(name)) as file:
        file.write(b"x")
    assert not list(tmp_path.iterdir())
