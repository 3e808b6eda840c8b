"""The players' names in a sitting: those of the settings until others are given at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from tablier.games import game_played
from tablier.games.requests import RequestError
from tablier.storage.settings import PlayersSettings, Settings, SettingsError


class Names:
    """The players' present names; they apply to the whole sitting.

    named: called with settings that hold new names, for the record
    """

    def __init__(self, settings: Settings, named: Callable[[Settings], None] = lambda _settings: None) -> None:
        self._settings = settings
        self._named = named
        self._given = game_played(settings).named

    def for_display(self) -> PlayersSettings | None:
        """Return the names for displays; None when the game takes its names from elsewhere."""
        return self._settings.players if self._given else None

    def on_request(self, values: dict[str, Any]) -> PlayersSettings:
        """Take the names given in a request; a side that it leaves out keeps its name.

        Raises RequestError.
        """
        if not self._given:
            raise RequestError("players: the names at this table are in its settings", "not_here")
        now = self._settings.players
        texts = {side: values[side].strip() for side in now.__struct_fields__ if isinstance(values.get(side), str)}
        given = msgspec.structs.replace(now, **texts)
        settings = msgspec.structs.replace(self._settings, players=given)
        try:
            settings.check_players()
            msgspec.convert(msgspec.structs.asdict(given), PlayersSettings)
        except SettingsError as wrong:
            raise RequestError(str(wrong), wrong.why) from None
        except msgspec.ValidationError as wrong:
            raise RequestError(f"players: {wrong}", "name") from None
        self._settings = settings
        self._named(self._settings)
        return given
