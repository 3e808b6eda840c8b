"""Files that are replaced whole or not at all, and files with secrets."""

from __future__ import annotations

import os
import stat
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.applications import Starlette

from announce.access.accounts import Accounts, AccountsError, Role, new_account
from tablier.devices.network import serve
from tablier.storage.accounts_file import AccountsFile, load_accounts
from tablier.storage.files import LARGEST, NotPrivate, check_private, read_private, replacing, write_private
from tablier.storage.settings import PageSettings
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


LEA = new_account("lea", Role.REFEREE, "mot de passe")


def test_a_private_file_is_read_back_and_readable_by_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "new" / "accounts.json"
    before = os.umask(0)
    try:
        write_private(path, "secret")
        write_private(path, "other")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_private(path) == b"other"
    assert [file.name for file in path.parent.iterdir()] == ["accounts.json"]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602, 0o644, 0o777, 0o610])
def test_a_file_others_may_read_or_change_is_not_used(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "password"
    path.write_text("secret")
    path.chmod(mode)
    with pytest.raises(NotPrivate, match=f"mode {mode:03o}.*chmod 600 {path}"):
        read_private(path)
    with pytest.raises(NotPrivate, match=f"mode {mode:03o}.*chmod 600 {path}"):
        check_private(path)


@pytest.mark.parametrize(("mode", "served"), [(0o600, True), (0o644, False)])
def test_a_page_is_not_served_with_a_key_that_others_may_read(tmp_path: Path, mode: int, served: bool) -> None:
    """The key of TLS is as secret as the accounts."""
    key = tmp_path / "key.pem"
    key.write_text("no key at all")
    key.chmod(mode)
    said: list[str] = []
    with ExitStack() as opened:
        serve(
            opened,
            PageSettings(port=0, certificate=str(tmp_path / "cert.pem"), key=str(key)),
            lambda **_: Starlette(),
            accounts=False,
            say=said.append,
        )
    (line,) = said
    assert line.startswith("No page: ")
    # With the right mode the key is read, and found to be none.
    assert ("chmod 600" in line) is not served


def test_a_folder_or_device_is_no_private_file(tmp_path: Path) -> None:
    """The path is missing, a folder, a pipe without a writer, endless, or another user's."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe, 0o600)
    large = tmp_path / "large"
    large.write_bytes(b"x" * (LARGEST + 1))
    large.chmod(0o600)
    for path, said in ((tmp_path / "none", "no such file"), (tmp_path, "directory"), (pipe, "is no file"),
                       (large, "larger"), (tmp_path / "none" / "x", "no such file")):  # fmt: skip
        with pytest.raises(NotPrivate, match=said):
            read_private(path)
    if os.geteuid() == 0:
        theirs = tmp_path / "theirs"
        theirs.write_text("x")
        theirs.chmod(0o600)
        os.chown(theirs, 12345, 12345)
        with pytest.raises(NotPrivate, match="another user"):
            read_private(theirs)


def test_the_system_guards_a_services_own_credentials(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "accounts"
    path.write_text("x")
    path.chmod(0o440)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert read_private(path) == b"x"
    (tmp_path / "below").mkdir()
    other = tmp_path / "below" / "accounts"
    other.write_text("x")
    other.chmod(0o440)
    with pytest.raises(NotPrivate):
        read_private(other)


def test_accounts_are_read_again_and_none_hold_while_the_file_is_unusable(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A changed, removed, exposed or damaged file takes effect, and is reported once."""
    path = tmp_path / "accounts.json"
    accounts = AccountsFile(path)
    assert len(caplog.records) == 1, "before anybody asks"
    assert accounts() == accounts() == Accounts()
    assert [record.message for record in caplog.records] == [f"nobody can sign in: {path}: there is no such file"]
    write_private(path, Accounts({"lea": LEA}).text())
    assert accounts().by_name == {"lea": LEA}
    path.chmod(0o644)
    assert accounts().by_name == {}
    path.chmod(0o600)
    assert accounts().by_name == {"lea": LEA}
    write_private(path, "{")
    assert accounts().by_name == {}
    assert len(caplog.records) == 3
    with pytest.raises(AccountsError, match=str(path)):
        load_accounts(path)
