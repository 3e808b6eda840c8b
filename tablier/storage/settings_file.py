"""Read and write the settings file: TOML with every value checked, and every error naming its key."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import msgspec

from announce.phrases.catalogue import languages, variants
from announce.table_api.verbs import Verb
from events.field import Field
from rules.code import Code
from tablier.game_packages import by_name
from tablier.storage.settings import NAME, Agreement, Settings, SettingsError

LARGEST: Final = 1 << 20
"""Characters; the example with all its comments has some six thousand."""


def load(path: Path) -> Settings:
    """Read a settings file.

    Raises SettingsError naming the file and the key: not there, not TOML, an unknown key, a wrong value.
    """
    try:
        with path.open(encoding="utf-8-sig") as file:  # Never read an endless file, such as /dev/zero, to its end.
            return parse(file.read(LARGEST + 1))
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: not UTF-8 text") from None
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from None


def parse(text: str, *, unknown: Callable[[str], None] | None = None) -> Settings:
    """Return the settings in a TOML text.

    unknown: called with each unknown key, which is then ignored; without it an unknown key is an error.
    Raises SettingsError naming the key that is wrong and what was expected there.
    """
    if len(text) > LARGEST:
        raise SettingsError("larger than any settings")
    try:
        values = tomllib.loads(text)
    except ValueError as error:  # Invalid TOML, or a number of thousands of digits.
        raise SettingsError(f"not TOML: {error}") from None
    except RecursionError:
        raise SettingsError("not TOML: nested too deeply") from None
    values = _move_old_keys(values)
    file = _file()
    if unknown is not None:
        values = _ours(values, file, unknown)
    try:
        read = msgspec.structs.asdict(msgspec.convert(values, file))
    except msgspec.ValidationError as error:
        raise SettingsError(_with_key(str(error), file)) from None
    agreed = {section: read.pop(section) for section in agreements()}
    for agreement in agreed.values():
        agreement.check()
    changed = {section: one for section, one in agreed.items() if one != type(one)()}
    settings = Settings(**read, agreements=changed)
    if settings.table.language not in languages():
        raise SettingsError(f"table.language: {settings.table.language!r}, expected one of {', '.join(languages())}")
    if others := [word for word in settings.table.words if word not in variants()]:
        raise SettingsError(f"table.words: {others[0]!r}, expected some of {', '.join(variants())}")
    _check("table.options", settings.table.options, Code, lambda value: isinstance(value, bool), "true or false")
    _check("board", settings.board, Field, _is_length, "millimetres, a number over 0")
    settings.check_players()
    if settings.field.bar >= settings.field.width:
        raise SettingsError(f"board.bar: {settings.field.bar!r}, expected less than board.width")
    if bool(settings.voice.quiet_from) != bool(settings.voice.quiet_to):
        raise SettingsError("voice.quiet_from: quiet hours need both quiet_from and quiet_to, or neither")
    if settings.camera.source == "film" and not settings.camera.film:
        raise SettingsError('camera.film: missing, expected a file or folder, because camera.source is "film"')
    return settings


def toml_of(settings: Settings) -> str:
    """Return settings as TOML text from which `parse` reads exactly the same values."""
    lines: list[str] = []

    def table(name: str, values: dict[str, Any]) -> None:
        lines.extend(["", f"[{name}]"])
        nested = {key: value for key, value in values.items() if isinstance(value, dict)}
        lines.extend(f"{_key(key)} = {_value(value)}" for key, value in values.items() if key not in nested)
        for key, value in nested.items():
            table(f"{name}.{_key(key)}", value)

    written = msgspec.to_builtins(settings)
    del written["agreements"]
    for name, values in written.items():
        table(name, values)
    for name, kind in agreements().items():
        table(name, msgspec.to_builtins(settings.agreement(kind)))
    return "\n".join(lines[1:]) + "\n"


def agreements() -> dict[str, type[Agreement]]:
    """Return the kinds of agreement of all registered games, by the table that holds them."""
    return by_name("agreement", "AGREEMENTS")


def _file() -> type[msgspec.Struct]:
    """Return the kind of a whole file: the tables of `Settings`, and those of the games."""
    fields: list[tuple[str, Any, Any]] = [
        (field.name, field.type, field.default)
        if field.default_factory is msgspec.NODEFAULT
        else (field.name, field.type, msgspec.field(default_factory=field.default_factory))
        for field in msgspec.structs.fields(Settings)
        if field.name != "agreements"
    ]
    fields += [(section, kind, kind()) for section, kind in agreements().items()]
    return msgspec.defstruct("SettingsFile", fields, frozen=True, forbid_unknown_fields=True)


def _move_old_keys(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values of an older file, or of a game in the journal, with each key where it is now."""
    moved = [(before, key, place) for before, kind in agreements().items() for key, place in kind.moved.items()]
    for before, key, (table, now) in moved:
        old, new = values.get(before), values.get(table, {})
        if isinstance(old, dict) and isinstance(new, dict) and key in old:
            left = {name: value for name, value in old.items() if name != key}
            values = {**values, before: left, table: {now: old[key], **new}}
    return values


def _ours(values: dict[str, Any], file: type[msgspec.Struct], unknown: Callable[[str], None]) -> dict[str, Any]:
    """Return only known tables and keys; call `unknown` for all others."""
    tables = {field.name: getattr(field.type, "__struct_fields__", None) for field in msgspec.structs.fields(file)}
    tables["board"] = tuple(field.name for field in dataclasses.fields(Field))
    ours: dict[str, Any] = {}
    for name, table in values.items():
        if name not in tables:
            unknown(name)
            continue
        known = tables[name] if isinstance(table, dict) else None
        ours[name] = table if known is None else {key: value for key, value in table.items() if key in known}
        for key in table if known is not None else ():
            if key not in ours[name]:
                unknown(f"{name}.{key}")
    return ours


def _key(key: str) -> str:
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else _value(key)


def _value(value: object) -> str:
    """Return a value as TOML. It is written as JSON, except for non-finite numbers, the DEL character, and objects."""
    match value:
        case float():
            return repr(value)
        case str():
            return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            return f"{{{', '.join(f'{_key(key)} = {_value(each)}' for key, each in value.items())}}}"
        case _:
            return msgspec.json.encode(value).decode()


_EXPECTED = {
    "table.id": "1 to 32 of a-z, 0-9 and -, none of them a - at either end",
    "players.blancs": f"at most 64 {NAME}",
    "players.noirs": f"at most 64 {NAME}",
    "voice.quiet_from": 'a time as "22:00", or ""',
    "voice.quiet_to": 'a time as "08:00", or ""',
    "page.names": "A-Z, a-z, 0-9, . and -",
}
"""What a text must look like, by its key; every other text may hold anything but a zero character. Games add theirs."""


def _with_key(message: str, file: type[msgspec.Struct]) -> str:
    """Rewrite msgspec's message with its key in front: "Expected `int`, got `str` - at `$.camera.width`"."""
    what, _, where = message.partition(" - at `$")
    key = where.rstrip("`").lstrip(".")
    if " matching regex " in what:
        table, _, name = key.partition("[")[0].partition(".")
        patterns = agreements()[table].patterns if table in agreements() else {}
        pattern = patterns.get(name) or _EXPECTED.get(f"{table}.{name}", "text without a zero character")
        return f"{key}: expected {pattern}"
    if what.startswith("Invalid enum value "):
        return f"{key}: {what.removeprefix('Invalid enum value ')}, expected one of {', '.join(_choices(key, file))}"
    if (unknown := re.fullmatch(r"Object contains unknown field `(.*)`", what)) is not None:
        return f"{key}{'.' * bool(key)}{unknown[1]}: unknown key"
    return f"{key}: {what[0].lower()}{what[1:]}" if key else what


def _choices(key: str, file: type[msgspec.Struct]) -> list[str]:
    """Return the allowed values of a key whose values all have names."""
    table, name = re.findall("[a-z_]+", key)
    place = get_type_hints(get_type_hints(file)[table])[name]
    choices = get_args(place)
    return [str(each) for each in (Verb if Verb in choices else choices)]


def _is_length(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 10_000


def _check(
    key: str,
    values: Mapping[str, object],
    known: type[Code] | type[Field],
    right: Callable[[object], bool],
    expected: str,
) -> None:
    """Check a table whose keys are the fields of another package's class."""
    names = sorted(field.name for field in dataclasses.fields(known))
    for name, value in values.items():
        if name not in names:
            raise SettingsError(f"{key}.{name}: unknown key, expected one of {', '.join(names)}")
        if not right(value):
            raise SettingsError(f"{key}.{name}: {value!r}, expected {expected}")
