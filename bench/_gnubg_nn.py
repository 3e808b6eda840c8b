"""GNU Backgammon's networks as judges of positions; run by the environment of peers.

Reads one JSON object from standard input and writes one: `positions`, boards of who throws next, get his five chances;
`doubles`, boards of who may double, get [doubles, taken, hold, take, drop], worths in points at a cube of 1. A board is
[dames of the other, dames of the thrower], each 25 counts: his cases 1 to 24, then the bar.
"""

from __future__ import annotations

import json
import sys

import gnubg_nn  # type: ignore[import-not-found] # installed in the environment of peers alone

AWAY = 15
"""Points that both sides lack: the package judges doubles in matches alone, and so long a match is near to money."""


def chances(board: list[list[int]]) -> list[float]:
    """Win, gammon, backgammon, gammon lost, backgammon lost."""
    return list(gnubg_nn.probabilities(board, 0))


def double(board: list[list[int]]) -> list[float]:
    """Whether the thrower doubles and the other takes, and what each is worth."""
    # b"O" is the side on roll of a board laid out so; the drop is worth one point.
    doubles, taken, _, hold, take, drop = gnubg_nn.evaluate_cube_decision(gnubg_nn.key_of_board(board), 0, -1, b"O", 1)
    return [doubles, taken, (hold - 0.5) / (drop - 0.5), (take - 0.5) / (drop - 0.5), 1.0]


def main() -> None:
    """Judge what is asked."""
    asked = json.load(sys.stdin)
    found = {"positions": [chances(board) for board in asked["positions"]]}
    gnubg_nn.set.score(AWAY, AWAY)
    gnubg_nn.set.cube(1)
    found["doubles"] = [double(board) for board in asked["doubles"]]
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
