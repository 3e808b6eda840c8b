"""Tours of trictrac between many pairs of players, saved in a file as they are played, so a long run can continue."""

from __future__ import annotations

import ast
import hashlib
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from bench._results import ROOT
from coach.trictrac.choosing import Player
from coach.trictrac.evaluator import Evaluator
from coach.trictrac.matches import MatchResult, tours
from coach.trictrac.situations import join
from training.coach_games import marques

ROOMS = ("coach/trictrac", "coach/levels.py", "coach/network.py", "rules")
"""The code that strength depends on: tours played by other versions of it are not counted."""


def marques_played(
    first: Player, second: Player, pairs: int, seed: int, luck_by: Evaluator | None = None
) -> MatchResult:
    """Play pairs of marqués from parties à écrire that stand in many ways; both of a pair have the same stakes."""
    start = marques(pairs, np.random.default_rng(seed), pegged=0)
    return tours(first, second, pairs, seed, luck_by, join([start, start]))


GAMES: Final[Mapping[str, Callable[..., MatchResult]]] = {"tours": tours, "marques": marques_played}


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two players by name, and how many pairs of tours they play.

    chunk: pairs played at once and saved together; luck_by: the evaluator that counts the luck of their throws, if any;
    game: of GAMES.
    """

    one: str
    two: str
    pairs: int
    chunk: int
    luck_by: Evaluator | None = None
    game: str = "tours"


class MeetingChunk(msgspec.Struct, frozen=True):
    """A line of the file: a chunk of one meeting, the first tours of its pairs, then the second ones."""

    code: str
    one: str
    two: str
    seed: int
    pairs: int
    trous: list[float]
    luck: list[float] | None = None
    luck_won: list[float] | None = None
    game: str = "tours"


def play_meetings(
    meetings: Iterable[Meeting], players: Mapping[str, Callable[[int], Player]], file: Path, seed: int
) -> dict[tuple[str, str], MatchResult]:
    """Return every meeting's tours; those in the file are not played again.

    players: called for each chunk with its seed, so that a chunk is the same however the run is interrupted.
    """
    code, found = fingerprint(), {}
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = file.read_bytes().splitlines(keepends=True) if file.exists() else []
    if lines and not lines[-1].endswith(b"\n"):
        file.write_bytes(b"".join(lines[:-1]))  # The last line was incomplete when the run ended.
        lines.pop()
    for line in lines:
        chunk = msgspec.json.decode(line, type=MeetingChunk)
        if chunk.code == code:
            found[chunk.game, chunk.one, chunk.two, chunk.seed, chunk.pairs, chunk.luck is not None] = chunk
    met: dict[tuple[str, str], list[MeetingChunk]] = {}
    meetings = list(meetings)
    for each in meetings:
        for at in range(0, each.pairs, each.chunk):
            pairs = min(each.chunk, each.pairs - at)
            drawn = int(np.random.SeedSequence([seed, at]).generate_state(1)[0])
            key = (each.game, each.one, each.two, drawn, pairs, each.luck_by is not None)
            if key not in found:
                one, two = players[each.one](drawn), players[each.two](drawn + 1)
                result = GAMES[each.game](one, two, pairs, drawn, each.luck_by)
                luck, won = (None if each.luck_by is None else of.tolist() for of in (result.luck, result.luck_won))
                trous = result.trous.tolist()
                found[key] = MeetingChunk(code, each.one, each.two, drawn, pairs, trous, luck, won, each.game)
                with file.open("ab") as kept:
                    kept.write(msgspec.json.encode(found[key]) + b"\n")
                print(f"{each.one} against {each.two}: {at + pairs} pairs", flush=True)
            met.setdefault((each.one, each.two), []).append(found[key])
    return {names: _join_chunks(chunks) for names, chunks in met.items()}


def _join_chunks(chunks: list[MeetingChunk]) -> MatchResult:
    """Return the tours of all chunks: all first tours of pairs, then all second ones."""

    def halves(of: Callable[[MeetingChunk], list[float] | None]) -> np.ndarray:
        played = [np.array(of(chunk) or [0.0] * 2 * chunk.pairs).reshape(2, -1) for chunk in chunks]
        return np.concatenate([each[half] for half in (0, 1) for each in played])

    trous = halves(lambda chunk: chunk.trous)
    return MatchResult(trous, trous > 0, halves(lambda chunk: chunk.luck), halves(lambda chunk: chunk.luck_won))


def fingerprint() -> str:
    """Return a short hash of the code that strength depends on, without comments and docstrings."""
    found = hashlib.sha256()
    for room in ROOMS:
        root = ROOT / room
        for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
            if path.suffix in {".py", ".toml", ".npz"}:
                found.update(str(path.relative_to(ROOT)).encode() + b"\0" + meaning(path))
    return found.hexdigest()[:16]


def meaning(path: Path) -> bytes:
    """Return what a file says to a program: Python and TOML without comments, layout and docstrings, others whole."""
    match path.suffix:
        case ".py":
            tree = ast.parse(path.read_bytes())
            for node in ast.walk(tree):
                if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                    node.body = [one for one in node.body if not _only_text(one)]
            return ast.dump(tree).encode()
        case ".toml":
            return repr(tomllib.loads(path.read_text("utf-8"))).encode()
        case _:
            return path.read_bytes()


def _only_text(node: ast.stmt) -> bool:
    """Return whether a statement is a docstring, or the text below an attribute or a constant."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
