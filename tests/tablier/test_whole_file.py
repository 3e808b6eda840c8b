"""Files that take the place of older ones: the whole new file, or the old one untouched and nothing else."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from tablier.storage.files import replacing
from tests.waiting import LONG


def test_the_old_file_stands_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file"
    for text in (b"old", b"new"):
        with replacing(path, folder=True) as file:
            file.write(text)
            file.flush()
            assert path.exists() == (text == b"new")
    assert path.read_bytes() == b"new"
    assert list(path.parent.iterdir()) == [path]


def test_a_broken_off_write_leaves_the_old_file_alone(tmp_path: Path) -> None:
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


def test_a_folder_is_named_as_it_was_given(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError, match=r"folder'$"), replacing(tmp_path / "folder") as file:
        file.write(b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_no_folder_is_made_for_a_name_that_somebody_gave(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"folder/file'$"), replacing(tmp_path / "folder" / "file") as file:
        file.write(b"x")
    assert not list(tmp_path.iterdir())


def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    """As root a file took the place of /dev/full and would have of /dev/null."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    with replacing(pipe) as file:
        file.write(b"whole")
    reader.join(LONG)
    assert read == [b"whole"]
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_the_target_of_a_link_is_replaced_and_the_link_stays(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link = tmp_path / "link"
    link.symlink_to("there/file")
    for text in (b"old", b"new"):
        with replacing(link) as file:
            file.write(text)
    assert link.is_symlink()
    assert (tmp_path / "there" / "file").read_bytes() == b"new"
