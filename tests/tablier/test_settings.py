"""The settings file: the example is the defaults, and every wrong value names its key."""

from __future__ import annotations

import math
import tomllib
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import given

from rules.code import LOIS_2013
from rules.games.a_ecrire import Convention
from tablier.games.backgammon.agreement import BackgammonAgreement
from tablier.games.trictrac.agreement import EcrireAgreement
from tablier.storage.paths import site_of
from tablier.storage.settings import Settings, SettingsError
from tablier.storage.settings_file import agreements, load, parse, toml_of

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "table.example.toml"


def test_the_commented_example_says_what_is_used_without_it() -> None:
    assert load(EXAMPLE) == Settings()
    assert Settings().code == LOIS_2013


def test_the_example_names_every_setting() -> None:
    """A setting that is missing in the example is no setting; tables of single options stand there as comments."""
    text = EXAMPLE.read_text(encoding="utf-8")
    named = tomllib.loads(text)
    tables = {table.name: table.type for table in msgspec.structs.fields(Settings)} | agreements()
    for name, table in tables.items():
        if isinstance(table, type) and issubclass(table, msgspec.Struct):
            assert named[name].keys() == set(table.__struct_fields__)
    assert {"table", "board", "camera"} <= named.keys()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[camera]\nwidth = 'wide'", "camera.width: expected `int`, got `str`"),
        ("[camera]\nwidth = 3", "camera.width: expected `int` >= 320"),
        ("[camera]\nwidht = 1280", "camera.widht: unknown key"),
        ("[kamera]\nwidth = 1280", "kamera: unknown key"),
        ("[agreements]\n", "agreements: unknown key"),
        ("[backgammon]\npoints = 100", "backgammon.points: expected `int` <= 99"),
        ("[backgammon]\npont = 1", "backgammon.pont: unknown key"),
        ("[table]\nid = 'The Club/1'", "table.id: expected 1 to 32 of a-z, 0-9 and -"),
        ("[table]\nid = 'club-'", "table.id: expected 1 to 32 of a-z, 0-9 and -"),
        ("[voice]\nquiet_from = '29:00'", 'voice.quiet_from: expected a time as "22:00"'),
        ("[a_ecrire]\njoueurs = [' A', 'B']", "a_ecrire.joueurs[0]: expected 1 to 64 letters"),
        ("[page]\nnames = ['a b']", "page.names[0]: expected A-Z, a-z, 0-9"),
        ("[voice]\nquiet_from = '22:00'", "voice.quiet_from: quiet hours need both"),
        ("[table]\nmode = 'party'", "table.mode: 'party', expected one of score, referee, lesson"),
        ("[access]\nreferees_alone = ['dance']", "access.referees_alone[0]: 'dance', expected one of undo, "),
        ("[table.options]\nmargot = true", "table.options.margot: unknown key, expected one of"),
        ("[table]\nwords = ['beset']", "table.words: 'beset', expected some of ambesas, bezet"),
        ("[table.options]\nrencontre = 1", "table.options.rencontre: 1, expected true or false"),
        ("[board]\nwidth = -4.0", "board.width: -4.0, expected millimetres"),
        ("[board]\nwide = 4.0", "board.wide: unknown key"),
        ("[mqtt]\nport = 70000", "mqtt.port: expected `int` <= 65535"),
        ("[camera]\nsource = 'film'", "camera.film: missing, expected a file or folder"),
        ("table = 3", "table: expected `object`, got `int`"),
        ('[table]\nid = "club\\n"', "table.id: expected 1 to 32 of a-z, 0-9 and -"),
        ("[board]\nbar = 450.0", "board.bar: 450.0, expected less than board.width"),
        ('[journal]\nfolder = "a\\u0000b"', "journal.folder: expected text without a zero character"),
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


def test_a_key_of_an_earlier_version_counts_where_it_stands_now() -> None:
    """Version 0.2.0 had the costs under [backgammon], and so has the journal of a game begun with it."""
    before = '[table]\ngame = "backgammon"\n[backgammon]\ncosts = "club"\n'
    assert parse(before).table.costs == "club"
    assert parse(before.replace("[table]\n", '[table]\ncosts = "home"\n')).table.costs == "home"
    assert parse(before, unknown=pytest.fail).table.costs == "club"


def test_the_games_tables_have_the_keys_of_version_0_2_0() -> None:
    """A file written for 0.2.0 means the same now that the games hold their own tables."""
    read = parse(
        "[backgammon]\npoints = 5\npips = true\ncrawford = false\n"
        "[a_ecrire]\njoueurs = ['A', 'B', 'C']\nmarques = 6\nconsolation = 3\nmise = 2\nplafond = 8\nfiche = 7\n"
    )
    assert read.agreement(BackgammonAgreement) == BackgammonAgreement(points=5, pips=True, crawford=False)
    assert read.agreement(EcrireAgreement).convention == Convention((("A",), ("B",), ("C",)), 6, 3, 2, 8, 7)
    assert parse(toml_of(read)) == read


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"none\.toml: No such file"):
        load(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"\xe9 = 1")
    with pytest.raises(SettingsError, match="not UTF-8"):
        load(tmp_path / "latin.toml")


letters = st.characters(exclude_categories=["Cs"])
plain = st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats() | st.text(letters)
values = st.recursive(
    plain,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(letters, max_size=3), inner, max_size=3),
    max_leaves=8,
)


def comparable(value: object) -> object:
    """The same with a word for the number that equals nothing."""
    match value:
        case dict():
            return {key: comparable(each) for key, each in value.items()}
        case list():
            return [comparable(each) for each in value]
        case float() if math.isnan(value):
            return "not a number"
    return value


@given(calibration=st.dictionaries(st.text(letters, max_size=4), values, max_size=4))
def test_whatever_stands_under_calibration_comes_back(calibration: dict[str, Any]) -> None:
    """Numbers that JSON has not, letters and keys that TOML has to quote, tables in lists."""
    again = parse(toml_of(Settings(calibration=calibration)))
    assert comparable(again.calibration) == comparable(calibration)


@pytest.mark.parametrize("key", ["camera.calibration", "journal.folder", "access.accounts"])
def test_a_file_in_an_unknown_home_is_named(key: str, tmp_path: Path) -> None:
    table, name = key.split(".")
    (tmp_path / "table.toml").write_text(f'[{table}]\n{name} = "~nobody-of-that-name/kept"\n')
    with pytest.raises(SettingsError, match="~nobody-of-that-name/kept: no such user"):
        site_of(tmp_path / "table.toml")
