"""`./run bench parties`: a great number of simulated parties, seen, refereed and compared with the truth.

Half of the players make no errors; the other half err as players do and are clumsy. In trictrac all of them mark.
Vision is simulated and errs as often as the real one did (`simulation/sensors/vision_rates.json`). `--only rendered`
draws every picture of its tours and reads it with the real vision: minutes a tour instead of seconds. One process a
core plays. Finished parties are saved in a file, and the same command continues from there. `--readings` also keeps the
readings of rendered tours: when only the referee has changed, it rules on them again in seconds.

    ./run bench parties                                            1,000 tours, matches and parties à écrire
    ./run bench parties --only matches --count 200 --minutes 20    what 20 minutes allow of 200 matches
    ./run bench parties --only rendered --count 100 --minutes 600  what a night allows of 100 rendered tours
    ./run bench parties --only rendered --readings DIR --tell      keep the readings there, or rule on those again
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

import cv2
import msgspec

from bench._readings import read_readings, write_readings
from bench._rendered import guided_look, rule_again, watch
from bench._results import ROOT, Page, Results, parser_of
from bench._statistics import rate_text, share_text
from bench.backgammon import play as play_match
from bench.referee import Evening
from bench.referee import play as play_party
from events.state import Mode
from simulation.backgammon import BackgammonRates
from simulation.players.partie import convention_of
from simulation.sensors.simulated_vision import VisionErrors
from tablier.devices.simulated_source import InventedTable
from tablier.games.plan import Plan
from tablier.runtime.scoring import Score

Costs: TypeAlias = Literal["home", "club"]
"""A row of `referee/data/costs.toml`."""

COUNTED = ("throws", "plays", "marks", "faults")
"""Events that are counted as right, missed and false."""

ERRING = 0.02
"""How often a play of backgammon is illegal, where the players err."""

ROOMS = ("referee", "rules", "events", "simulation", "bench")
"""The code that a figure depends on; parties played by other versions of it are not used."""
RENDERED = (*ROOMS, "vision", "firmware_bridge", "tablier")
"""The same, for rendered tours."""
SIGHT = tuple(room for room in RENDERED if room not in ("referee", "bench"))
"""The code that the readings of rendered tours depend on."""
MODELS = ("vision_rates.json", "calibration.json")
"""Data files in those rooms, besides tables and networks."""


class PartiesError(Exception):
    """A file of parties that cannot be used. The message says which, why and what was expected."""


@dataclass(frozen=True, slots=True)
class PartyKind:
    """One kind of party.

    Attributes:
        unit: its name in the plural.
        costs: the rows of costs it can be played with.
        play: plays a seed with a row, with players who err or not, and returns the score.
        seen: how its parties are seen, as its table says.
    """

    unit: str
    costs: tuple[Costs, ...]
    play: Callable[[int, Costs, bool], Score]
    seen: str = "Simulated vision"


def _tour(seed: int, costs: Costs, erring: bool) -> Score:
    return play_party(seed, _evening(erring=erring, costs=costs)).score


def _ecrire(seed: int, _: Costs, erring: bool) -> Score:
    return play_party(seed, _evening(erring=erring, players=2 + seed % 3)).score


def _match(seed: int, costs: Costs, erring: bool) -> Score:
    rates = BackgammonRates.typical(illegal=ERRING if erring else 0.0, clumsy=erring)
    return play_match(seed, 3, rates, VisionErrors(seed=seed), [], costs=costs)


def _play_rendered(seed: int, _: Costs, erring: bool, readings: Path | None = None) -> Score:
    cv2.setNumThreads(1)  # each process has a core
    invented = InventedTable(Plan(seed=seed, look=guided_look(seed), faults=float(erring), clumsy=erring))
    if readings is None:
        return watch(invented).score
    path, code = readings / f"{seed}.readings", fingerprint(SIGHT)
    observations = read_readings(path, code)
    if observations is not None:
        return rule_again(invented, observations)
    watched = watch(invented)
    write_readings(path, code, watched.observations)
    return watched.score


def _evening(*, erring: bool, players: int | None = None, costs: Costs = "home") -> Evening:
    convention = None if players is None else convention_of(players, 6 if players == 3 else 4)
    faults = None if erring else 0.0
    return Evening(
        name="", tables=1, mode=Mode.REFEREE, faults=faults, clumsy=erring, costs=costs, convention=convention
    )


KINDS: dict[str, PartyKind] = {
    "tours": PartyKind("tours", ("home", "club"), _tour),
    "matches": PartyKind("matches of backgammon", ("home", "club"), _match),
    "ecrire": PartyKind("parties à écrire", ("home",), _ecrire),
    "rendered": PartyKind(
        "tours in rendered pictures",
        ("home",),
        _play_rendered,
        "Boards, lights and cameras by chance within the building guide, read by the real vision",
    ),
}
"""The kinds, by their words on the command line."""
USUAL = [name for name, kind in KINDS.items() if kind.play is not _play_rendered]
"""The kinds played unless others are requested."""


@dataclass(frozen=True, slots=True)
class Party:
    """One party to play: its kind, its seed, and the row of costs."""

    kind: str
    seed: int
    costs: Costs


class PartyResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one party: a line of the file.

    counts: true, right and false ones, for each of COUNTED; asked: questions; differences: all errors.
    """

    kind: str
    seed: int
    costs: Costs
    erring: bool
    counts: dict[str, tuple[int, int, int]]
    asked: int
    differences: list[str]

    @property
    def party(self) -> Party:
        """The party that was played."""
        return Party(self.kind, self.seed, self.costs)


class CodeVersion(msgspec.Struct, frozen=True):
    """The first line of the file: the version of the code that played the parties."""

    code: str


def run_party(party: Party, readings: Path | None = None) -> PartyResult:
    """Play one party; readings: the folder that keeps those of rendered tours."""
    erring = party.seed % 2 == 1
    play = KINDS[party.kind].play
    if play is _play_rendered:
        play = partial(_play_rendered, readings=readings)
    score = play(party.seed, party.costs, erring)
    counts = {name: getattr(score, name) for name in COUNTED}
    return PartyResult(
        kind=party.kind,
        seed=party.seed,
        costs=party.costs,
        erring=erring,
        counts={name: (count.true, count.right, count.false) for name, count in counts.items()},
        asked=score.doubts,
        differences=[str(one) for one in score.differences],
    )


def fingerprint(rooms: Sequence[str] = ROOMS) -> str:
    """Return a short hash of the code and data in some rooms."""
    found = hashlib.sha256()
    for room in rooms:
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix in (".py", ".toml", ".onnx") or path.name in MODELS:
                found.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def load(path: Path, code: str) -> list[PartyResult]:
    """Return the parties in a file. Raises PartiesError for a file of other code, or one that is not of parties."""
    if not path.exists():
        return []
    first, *lines = path.read_bytes().splitlines(keepends=True) or [b""]
    if lines and not lines[-1].endswith(b"\n"):
        lines.pop()  # the line was incomplete when the command ended
    by = _read(path, 1, first, CodeVersion).code
    if by != code:
        raise PartiesError(f"{path}: played by other code, {by}, expected {code}: name another file")
    return [_read(path, number, line, PartyResult) for number, line in enumerate(lines, 2)]


LineT = TypeVar("LineT", CodeVersion, PartyResult)


def _read(path: Path, number: int, line: bytes, kind: type[LineT]) -> LineT:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError as error:
        raise PartiesError(f"{path}: line {number}: {error}, expected a party as the command writes it") from None


def play_all(
    parties: Sequence[Party],
    processes: int,
    until: float,
    keep: Callable[[PartyResult], None],
    readings: Path | None = None,
) -> None:
    """Play these parties until the clock (`time.monotonic`) reaches `until`; `keep` is called with each result.

    readings: the folder that keeps those of rendered tours.
    """
    left: Iterator[Party] = iter(parties)
    with ProcessPoolExecutor(processes) as pool:
        running: set[Future[PartyResult]] = set()
        while True:
            while len(running) < 2 * processes and time.monotonic() < until:
                party = next(left, None)
                if party is None:
                    break
                running.add(pool.submit(run_party, party, readings))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for one in done:
                keep(one.result())


def rows_of(found: Sequence[PartyResult], costs: Sequence[Costs]) -> list[tuple[str, ...]]:
    """Return the rows of one kind's table, with one column for each row of costs."""
    groups = [[one for one in found if one.costs == each] for each in costs]
    rows: list[tuple[str, ...]] = []
    for name in COUNTED:
        if any(any(one.counts[name]) for one in found):
            rows.append((f"{name} found", *(share_text(_sum(one, name, 1), _sum(one, name, 0)) for one in groups)))
            rows.append((f"{name} invented", *(rate_text(_sum(one, name, 2), len(one)) for one in groups)))
    for players, erring in (("lawful", False), ("erring", True)):
        those = [[one for one in group if one.erring is erring] for group in groups]
        invented = (rate_text(_sum(one, "faults", 2), len(one)) for one in those)
        rows.append((f"faults invented, {players} players", *invented))
    rows.append(("questions", *(rate_text(sum(one.asked for one in group), len(group)) for group in groups)))
    right = (share_text(sum(not one.differences for one in group), len(group)) for group in groups)
    rows.append(("right from first to last", *right))
    return rows


def _sum(group: Sequence[PartyResult], name: str, at: int) -> int:
    return sum(one.counts[name][at] for one in group)


def main(arguments: list[str]) -> int:
    """Play the requested parties, print and keep the figures."""
    parser = parser_of("parties", __doc__)
    parser.add_argument("--only", choices=list(KINDS), action="append", help=f"a kind of party ({', '.join(USUAL)})")
    parser.add_argument("--count", type=int, default=1000, help="parties of each kind and row of costs (%(default)s)")
    parser.add_argument("--seed", type=int, default=31000, help="of the first party (%(default)s)")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="how many at a time (one a core)")
    parser.add_argument("--minutes", type=float, help="begin no more parties after this time (none: play all)")
    parser.add_argument("--kept", type=Path, help="file to continue from (var/parties.jsonl or var/rendered.jsonl)")
    parser.add_argument("--readings", type=Path, help="folder that keeps the readings of rendered tours")
    parser.add_argument("--tell", action="store_true", help="print every error, one a line")
    given = parser.parse_args(arguments)
    kinds = given.only or USUAL
    rendered = "rendered" in kinds
    path = given.kept or ROOT / "var" / ("rendered.jsonl" if rendered else "parties.jsonl")
    code = fingerprint(RENDERED if rendered else ROOMS)
    try:
        found = load(path, code)
    except PartiesError as error:
        print(error)
        return 1
    wanted = {
        Party(kind, seed, costs)
        for seed in range(given.seed, given.seed + given.count)
        for kind in kinds
        for costs in KINDS[kind].costs
    }
    left = sorted(wanted - {one.party for one in found}, key=_order)
    until = float("inf") if given.minutes is None else time.monotonic() + 60 * given.minutes
    path.parent.mkdir(parents=True, exist_ok=True)
    # Write only whole lines: an incomplete last line is dropped.
    path.write_bytes(_line(CodeVersion(code)) + b"".join(map(_line, found)))
    with path.open("ab") as file:

        def keep(one: PartyResult) -> None:
            found.append(one)
            file.write(_line(one))
            file.flush()

        play_all(left, given.processes, until, keep, given.readings)
    found = sorted((one for one in found if one.party in wanted), key=lambda one: _order(one.party))
    if given.tell:
        for one in found:
            for difference in one.differences:
                print(f"{one.kind} {one.seed} {one.costs}: {difference}")
    keep_tables(Results("parties", arguments, given), kinds, found)
    return 0


def _line(one: PartyResult | CodeVersion) -> bytes:
    return msgspec.json.encode(one) + b"\n"


def _order(party: Party) -> tuple[int, str, str]:
    """Order parties of all kinds side by side, so that a run that ends early has some of each."""
    return party.seed, party.kind, party.costs


def keep_tables(results: Results, kinds: Sequence[str], found: Sequence[PartyResult]) -> None:
    """Print and keep one table for each kind."""
    for name in kinds:
        kind, those = KINDS[name], [one for one in found if one.kind == name]
        results.table(
            name,
            page=Page.ACCURACY,
            title=kind.unit.capitalize(),
            about=f"{kind.seen}; in every second party the players err and fumble. "
            "In brackets the share, or the number a party, and its 95 % interval.",
            samples=len(those),
            unit=kind.unit,
            columns=("", *(f"costs of a {each} table" if len(kind.costs) > 1 else "all" for each in kind.costs)),
            rows=rows_of(those, kind.costs),
        )
