"""GNU Backgammon's networks as judges of positions; run in the environment of peers.

Reads one JSON object from standard input and writes one. `positions` are boards of the next thrower; each gets the
thrower's five chances. `doubles` are boards of the side that may double; each gets [doubles, taken, hold, take, drop],
worths in points at a cube of 1. A board is [dames of the other, dames of the thrower], each 25 counts: its cases 1 to
24, then the bar.
"""

from __future__ import annotations

import json
import sys

import gnubg_nn  # type: ignore[import-not-found] # installed in the environment of peers alone

AWAY = 15
"""Points that both sides lack. The package judges doubles only in matches; such a long match is close to money play."""


def chances(board: list[list[int]]) -> list[float]:
    """Return the chances of win, gammon, backgammon, gammon lost, backgammon lost."""
    return list(gnubg_nn.probabilities(board, 0))


def double(board: list[list[int]]) -> list[float]:
    """Return whether the thrower doubles and the other takes, and the worth of each."""
    # In this layout b"O" is the side on roll. The drop is worth one point.
    doubles, taken, _, hold, take, drop = gnubg_nn.evaluate_cube_decision(gnubg_nn.key_of_board(board), 0, -1, b"O", 1)
    return [doubles, taken, (hold - 0.5) / (drop - 0.5), (take - 0.5) / (drop - 0.5), 1.0]


def main() -> None:
    """Judge the boards in the request."""
    asked = json.load(sys.stdin)
    found = {"positions": [chances(board) for board in asked["positions"]]}
    gnubg_nn.set.score(AWAY, AWAY)
    gnubg_nn.set.cube(1)
    found["doubles"] = [double(board) for board in asked["doubles"]]
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
