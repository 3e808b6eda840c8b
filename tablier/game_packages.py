"""The packages of the games. One line registers a game; no module outside its package asks which game is played.

A part of a package is imported when it is first needed. So `tablier rules` loads no camera, and `tablier play` no
simulation:

| module | holds |
|---|---|
| `plugin` | `GAMES`: each game as a table plays it (`tablier.games.game`) |
| `agreement` | `AGREEMENTS`: its table of the settings (`tablier.storage.settings.Agreement`), by its name |
| `rules_lines` | `ANSWERS`: the function that answers `tablier rules`, by the game's name |
| `coach_lines` | `ANSWERS`: the functions that answer `tablier coach`, by the game's name and the decision |
| | `WARM_UP`: the function that readies the coach, by the game's name |
| `simulated` | `SIMULATED`: how a game is simulated, by its name (`tablier.games.plan`) |

Every module but `plugin` may be missing; the command that needs it then does not know the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rules.question import Json

REGISTERED: list[str] = ["tablier.games.trictrac", "tablier.games.backgammon"]
"""The packages of the games. A question or a simulation that names no game means the first."""


def by_name(module: str, table: str) -> dict[str, Any]:
    """Return the entries of all games in a table of one of their modules, by name."""
    found: dict[str, Any] = {}
    for package in REGISTERED:
        if find_spec(f"{package}.{module}") is not None:
            found |= getattr(import_module(f"{package}.{module}"), table, {})
    return found


def rules_answers() -> dict[str, Callable[[Json], Json]]:
    """Return the function of each game that answers questions about its rules, by the game's name."""
    return by_name("rules_lines", "ANSWERS")


def coach_answers() -> dict[str, Mapping[str | None, Callable[[Json, Any], Json]]]:
    """Return the functions that answer questions to the coach (`coach.lines`), by the game's name and the decision."""
    return by_name("coach_lines", "ANSWERS")


def coach_warm_ups() -> dict[str, Callable[[], None]]:
    """Return the function that readies the coach of each game for its first question, by the game's name."""
    return by_name("coach_lines", "WARM_UP")
