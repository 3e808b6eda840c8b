"""The settings file: the example is the defaults, and every wrong value names its key."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest

from rules.code import LOIS_2013
from tablier.settings import Settings, SettingsError, load, parse

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "table.example.toml"


def test_the_commented_example_says_what_is_used_without_it() -> None:
    assert load(EXAMPLE) == Settings()
    assert Settings().code == LOIS_2013


def test_the_example_names_every_setting() -> None:
    """A setting nobody can find in the example is no setting; tables of single options stand there as comments."""
    text = EXAMPLE.read_text(encoding="utf-8")
    named = tomllib.loads(text)
    for table in msgspec.structs.fields(Settings):
        if isinstance(table.type, type) and issubclass(table.type, msgspec.Struct):
            assert named[table.name].keys() == set(table.type.__struct_fields__)
    assert {"table", "board", "camera"} <= named.keys()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[camera]\nwidth = 'wide'", "camera.width: expected `int`, got `str`"),
        ("[camera]\nwidth = 3", "camera.width: expected `int` >= 320"),
        ("[camera]\nwidht = 1280", "camera.widht: unknown key"),
        ("[kamera]\nwidth = 1280", "kamera: unknown key"),
        ("[table]\nid = 'The Club/1'", "table.id: expected `str` matching"),
        ("[table]\nid = 'club-'", "table.id: expected `str` matching"),
        ("[voice]\nquiet_from = '29:00'", "voice.quiet_from: expected `str` matching"),
        ("[table]\nmode = 'party'", "table.mode: invalid enum value 'party'"),
        ("[table.options]\nmargot = true", "table.options.margot: unknown key, expected one of"),
        ("[table.options]\nrencontre = 1", "table.options.rencontre: 1, expected true or false"),
        ("[board]\nwidth = -4.0", "board.width: -4.0, expected millimetres"),
        ("[board]\nwide = 4.0", "board.wide: unknown key"),
        ("[mqtt]\nport = 70000", "mqtt.port: expected `int` <= 65535"),
        ("[camera]\nsource = 'film'", "camera.film: missing, expected a file or folder"),
        ("table = 3", "table: expected `object`, got `int`"),
        ('[table]\nid = "club\\n"', "table.id: expected `str` matching"),
        ("[board]\nbar = 450.0", "board.bar: 450.0, expected less than board.width"),
        ('[journal]\nfolder = "a\\u0000b"', "journal.folder: expected `str` matching"),
        ("[journal]\nevidence_mb = inf", "journal.evidence_mb: expected `float` < 1000000000"),
        ("[mqtt]\nport = 0", "mqtt.port: expected `int` >= 1"),
        ("[table", "not TOML: "),
        ("x = " + "9" * 5000, "not TOML: "),
        ("x = " + "[" * 9000, "not TOML: "),
    ],
)
def test_a_wrong_value_names_its_key(text: str, key: str) -> None:
    with pytest.raises(SettingsError) as error:
        parse(text)
    assert str(error.value).startswith(key)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"none\.toml: No such file"):
        load(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"\xe9 = 1")
    with pytest.raises(SettingsError, match="not UTF-8"):
        load(tmp_path / "latin.toml")
