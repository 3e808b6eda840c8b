"""`tablier account`, as people type it."""

from __future__ import annotations

import io
import json
import stat
from pathlib import Path

import pytest

from announce.access.accounts import Role
from tablier.cli import main
from tablier.storage.accounts_file import load_accounts

WORD = "mot de passe"


@pytest.fixture
def settings(tmp_path: Path) -> str:
    path = tmp_path / "table.toml"
    path.write_text('[table]\nid = "salon"\n[access]\naccounts = "accounts.json"\nreferees_alone = ["undo"]\n')
    return str(path)


def account(settings: str, monkeypatch: pytest.MonkeyPatch, *arguments: str, typed: str = WORD) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed + "\n"))
    return main(["account", *arguments, "--settings", settings])


def test_an_account_is_made_listed_changed_and_removed(
    settings: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "accounts.json"
    assert account(settings, monkeypatch, "add", "lea", "--role", "player", "--table", "salon") == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert WORD not in path.read_text()
    assert load_accounts(path).check("lea", WORD) is not None
    assert account(settings, monkeypatch, "add", "noé", "--role", "viewer") == 0
    assert account(settings, monkeypatch, "add", "lea", "--role", "referee", typed="another one") == 0
    capsys.readouterr()
    assert account(settings, monkeypatch, "list") == 0
    assert capsys.readouterr().out == "lea: referee\nnoé: viewer\n"
    lea = load_accounts(path).check("lea", "another one")
    assert lea is not None
    assert lea.role is Role.REFEREE
    assert account(settings, monkeypatch, "remove", "lea") == 0
    assert load_accounts(path).by_name.keys() == {"noé"}


def test_an_impossible_change_of_accounts_is_reported_and_changes_nothing(
    settings: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "accounts.json"
    assert account(settings, monkeypatch, "list") == 1
    assert "there is no such file" in capsys.readouterr().err
    assert account(settings, monkeypatch, "add", "lea", "--role", "player", typed="short") == 1
    assert not path.exists()
    assert account(settings, monkeypatch, "add", "lea", "--role", "player") == 0
    before = path.read_bytes()
    assert account(settings, monkeypatch, "remove", "noe") == 1
    assert account(settings, monkeypatch, "add", "a b", "--role", "player") == 1
    path.chmod(0o644)
    assert account(settings, monkeypatch, "add", "noe", "--role", "player") == 1
    assert f"chmod 600 {path}" in capsys.readouterr().err
    assert path.read_bytes() == before
    assert main(["account", "list"]) == 1
    assert "[access]" in capsys.readouterr().err


def test_the_rights_are_written_as_mosquitto_reads_them(
    settings: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """tests/announce/test_broker_rights.py proves that Mosquitto obeys them."""
    account(settings, monkeypatch, "add", "lea", "--role", "player", "--table", "salon")
    capsys.readouterr()
    assert account(settings, monkeypatch, "rights") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "user lea"
    assert "topic write tablier/salon/request/claim" in lines
    assert "topic write tablier/salon/request/undo" not in lines
    assert lines[lines.index("user table-salon") + 1 :][-1] == "topic read tablier/salon/request/+"
    assert "#" not in json.dumps(lines)


def test_one_command_prints_the_whole_clubs_rights(
    settings: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each person once, each table, and the club itself; what they let through is proved by Mosquitto."""
    account(settings, monkeypatch, "add", "lea", "--role", "player", "--table", "salon")
    account(settings, monkeypatch, "add", "anne", "--role", "referee")
    capsys.readouterr()
    assert account(settings, monkeypatch, "rights", "--club", "salon", "cave") == 0
    users = [line for line in capsys.readouterr().out.splitlines() if line.startswith("user ")]
    assert users == ["user anne", "user lea", "user club", "user table-salon", "user table-cave"]
    assert account(settings, monkeypatch, "rights", "--club", "no table") == 1
    assert "no table" in capsys.readouterr().err
    account(settings, monkeypatch, "add", "club", "--role", "viewer")
    assert account(settings, monkeypatch, "rights", "--club", "salon") == 1
    assert "expected two names" in capsys.readouterr().err
