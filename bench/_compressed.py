"""Hours of play in minutes: simulated readings through the table's own loop, tour after tour of one sitting.

No picture is drawn: `simulation.sensors` supplies the readings. Referee, journal, second copy, record, evidence,
broker, page and the voice to files are those of `tablier play`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import takewhile
from math import inf
from pathlib import Path

from bench._stage import rests_on_sight
from events.codec import line_of, text_of
from events.rulings import Ruling
from simulation.players.rates import ClumsinessRates, FaultRates
from simulation.sensors.simulated_vision import SimulatedVision, VisionErrors
from simulation.timeline import SimulatedTable
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Asked, Felt, Inbox
from tablier.runtime.resume import rebuilt, resume
from tablier.runtime.scoring import Score, score_lines
from tablier.runtime.table import Table, TableConfig, TableServices
from tablier.runtime.wiring import People
from tablier.storage.journal import Journal
from tablier.storage.journal_repair import open_whole
from tablier.storage.settings import PageSettings, Settings, VoiceSettings
from tablier.storage.settings_file import toml_of

BETWEEN = 20.0
"""Seconds between two tours, in which the dames are put back."""


class CompressedSitting:
    """A table over `folder` at which tours are played one after the other; `score` compares them with their truth."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings = Settings(voice=VoiceSettings(on=True), page=PageSettings(port=0))
        self.t = 0.0
        self.tours = 0
        self.score = Score()
        self._ruled: list[Ruling] = []
        self._inbox = Inbox()
        self._journal = Journal(folder / "journal.db")
        self._journal.start(time.time(), toml_of(self.settings))
        self._people = People(self.settings, folder, self._inbox, clock=lambda: self.t, say=lambda _words: None)
        self.table = Table(
            Engine(self.settings, None),
            self._inbox,
            clock=lambda: self.t,
            config=TableConfig(camera=False),
            services=TableServices(journal=self._journal, sinks=self._people.sinks, on_ruling=self._ruled.append),
        )

    def play(self, seed: int, seconds: float = inf) -> None:
        """Play one tour, or its first `seconds`."""
        table = SimulatedTable(seed, profile="score", faults=FaultRates.typical(0.0), clumsiness=ClumsinessRates())
        watched = SimulatedVision(table, VisionErrors(seed=seed))
        began = self.t = self.t + BETWEEN
        self._take(Asked(self.t, "tour", {"first": str(table.first)}))
        for observation in takewhile(lambda each: each.t < seconds, watched.observations()):
            self.t = began + observation.t
            self._take(Felt(self.t, replace(observation, t=self.t)))  # type: ignore[arg-type] # any reading goes that way
        announced = [{**line_of(ruling), "t": ruling.t - began} for ruling in self._ruled]
        self.score.add(score_lines(watched.truth, announced))
        self._ruled.clear()
        self.tours += 1

    def _take(self, item: Asked | Felt) -> None:
        self.table.take(item)
        while (other := self._inbox.take(0)) is not None:
            self.table.take(other)

    def end(self) -> bool:
        """Close everything; return whether the files hold what the table knew, up to the last ruling."""
        state = self.table.engine.state()
        self._people.close()
        self._journal.close()
        said: list[str] = []
        begun = time.perf_counter()
        with open_whole(self.folder / "journal.db", said.append) as journal:
            resumed = resume(journal, self.settings)
            took = time.perf_counter() - begun
            game = journal.games()[-1]
            kept = [text for _, _, text in journal.entries(game, "ruling")]
            acts = sum(1 for _ in journal.entries(game, "act"))
            ruled = [text_of(ruling) for ruling in rebuilt(journal, game).rulings]
        size = sum(each.stat().st_size for each in self.folder.glob("journal.db*")) / 1e6
        same = resumed is not None and resumed.referee.state() == state
        fresh = [text for text in kept if not rests_on_sight(text)]
        print(
            f"journal: {acts} acts, {len(kept)} rulings, {size:.1f} MB; opened, compared, judged in {took:.2f} s, "
            f"the state is {'the same' if same else 'ANOTHER'}, "
            f"the rulings are {'the same' if ruled == fresh else 'OTHERS'}"
        )
        return same and ruled == fresh and not said


def play(folder: Path, hours: float, seed: int, sample: Callable[[float, int], None]) -> tuple[CompressedSitting, bool]:
    """Play for `hours`. After each tour, `sample` is called with the seconds played and this process's id."""
    sitting = CompressedSitting(folder)
    while sitting.t < hours * 3600:
        sitting.play(seed + sitting.tours)
        sample(sitting.t, os.getpid())
    return sitting, sitting.end()
