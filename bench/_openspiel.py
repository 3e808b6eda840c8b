"""OpenSpiel's backgammon: random games from the start, as in `bench.rules`; run in the environment of peers.

`python -I _openspiel.py PLIES SEED` prints plies a second of processor time. It imports nothing of the project.
"""

import random
import sys
import time

import pyspiel  # type: ignore[import-not-found] # installed in the environment of peers alone


def main() -> None:
    """Play the plies and print their rate."""
    plies, source = int(sys.argv[1]), random.Random(int(sys.argv[2]))  # noqa: S311 - dice of a benchmark
    game = pyspiel.load_game("backgammon")
    done = 0
    begin = time.process_time()
    while done < plies:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(source.choices(actions, chances)[0])
            else:
                state.apply_action(source.choice(state.legal_actions()))
                done += 1
    print(done / (time.process_time() - begin))


if __name__ == "__main__":
    main()
