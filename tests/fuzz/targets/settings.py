"""A settings file."""

from __future__ import annotations

from tablier.storage.settings import SettingsError
from tablier.storage.settings_file import parse, toml_of


def run(data: bytes) -> None:
    """It is refused with a reason, or means the same after being written and read again."""
    try:
        settings = parse(data.decode("utf-8", "replace"))
    except SettingsError:
        return
    assert parse(toml_of(settings)) == settings
    assert settings.code
    assert settings.field
    assert settings.seating
