"""The settings of a real table and where its files are, for the commands play, record, calibrate and doctor."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from announce.phrases.catalogue import prefer
from tablier.storage.settings import Settings, SettingsError
from tablier.storage.settings_file import load

FILES: Final = {
    "mqtt": ("password_file", "ca_file"),
    "page": ("certificate", "key"),
    "access": ("accounts",),
}
"""Settings whose value is the name of a file."""


@dataclass(frozen=True, slots=True)
class Site:
    """Settings, and the folder that relative file names in them start from."""

    settings: Settings
    folder: Path

    def path(self, name: str) -> Path:
        """Return the path of a file that the settings name: next to the settings, unless the name is absolute.

        Raises SettingsError for a path in the home of an unknown user.
        """
        try:
            return self.folder / Path(name).expanduser()
        except RuntimeError:
            raise SettingsError(f"{name}: no such user has a home here") from None

    @property
    def calibration(self) -> Path:
        """The file of the camera's calibration."""
        return self.path(self.settings.camera.calibration)

    @property
    def kept(self) -> Path:
        """The folder of everything the table writes."""
        return self.path(self.settings.journal.folder)


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Declare the option `--settings`."""
    parser.add_argument(
        "--settings",
        type=Path,
        metavar="FILE",
        help="the table's settings (docs/table.example.toml shows them all); without it, the defaults given there",
    )


def site_of(path: Path | None) -> Site:
    """Return the site of a settings file; for None, the defaults in the current folder.

    Also sets the words that all phrases use (`table.words`).

    Raises SettingsError naming the file and the key, or a file in the home of an unknown user.
    """
    if path is None:
        return Site(Settings(), Path())
    site = Site(load(path), path.parent)
    prefer(site.settings.table.words)
    _ = site.calibration, site.kept  # Raise now if either path is wrong.
    placed = {
        table: msgspec.structs.replace(
            getattr(site.settings, table),
            **{name: str(site.path(file)) for name in names if (file := getattr(getattr(site.settings, table), name))},
        )
        for table, names in FILES.items()
    }
    return Site(msgspec.structs.replace(site.settings, **placed), site.folder)
