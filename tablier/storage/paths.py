"""A real table's settings and its files: what the commands play, record, calibrate and doctor are given."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from tablier.storage.settings import Settings, SettingsError
from tablier.storage.settings_file import load

if TYPE_CHECKING:
    import argparse

FILES: Final = {
    "mqtt": ("password_file", "ca_file"),
    "page": ("certificate", "key"),
    "access": ("accounts",),
}
"""Settings that name a file."""


@dataclass(frozen=True, slots=True)
class Site:
    """Settings, and the folder that the files they name are looked for in."""

    settings: Settings
    folder: Path

    def path(self, name: str) -> Path:
        """Where a file the settings name is: next to the settings, unless the name is absolute.

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
        help="the table's settings (docs/table.example.toml shows them all); without it, as they stand there",
    )


def site_of(path: Path | None) -> Site:
    """The site of a settings file; without one, the defaults, in the present folder.

    Raises SettingsError naming the file and the key, or a file in the home of an unknown user.
    """
    if path is None:
        return Site(Settings(), Path())
    site = Site(load(path), path.parent)
    _ = site.calibration, site.kept  # That they are somewhere is known from here on.
    placed = {
        table: msgspec.structs.replace(
            getattr(site.settings, table),
            **{name: str(site.path(file)) for name in names if (file := getattr(getattr(site.settings, table), name))},
        )
        for table, names in FILES.items()
    }
    return Site(msgspec.structs.replace(site.settings, **placed), site.folder)
