"""Train all networks again: `python -m training.recipe PHOTOS [--share SHARE]`.

The recipe draws the training data, trains the networks and fits how sure they are, step after step (`--list` prints the
steps), in training-data. All begin untrained but the networks of dice, which have learnt for longer than the recipe
takes: the shipped reader goes on learning, and the shipped finder stays as it is. (`train_dice finder` makes one from
nothing, on the same pictures.) The recipe overwrites the networks in vision/models, since each step uses those before
it: run it in a separate copy of the repository. The output of each step is kept in training-data/recipe. When it is
run again, the recipe goes on with the first unfinished step. SHARE (0 to 1) scales the drawings and the minutes, for a
trial run.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from training.command_line import CHECKPOINTS, MODELS, UNFIT, CannotRun, a_share, parser_of, run


@dataclass(frozen=True, slots=True)
class RecipeStep:
    """A script and its arguments; `{amount}` stands for the number drawn or the minutes, at least `least`."""

    words: str
    amount: float = 0
    least: float = 0

    def command(self, photos: Path, share: float) -> list[str]:
        """The script and its arguments, with this share of the amount."""
        amount = max(self.least, self.amount * share)
        # Drawings are whole numbers, minutes are not.
        size = f"{amount:.2f}" if self.least < 1 else str(round(amount))
        return [word.format(data=CHECKPOINTS, photos=photos, models=MODELS, amount=size) for word in self.words.split()]


BOARDS = "{data}/scenes:{data}/tables"
NOTHING = "{photos}/dice_wood:{data}/scenes/nothing"
LEARNT = "{data}/dice {data}/tables-of-dice:{data}/boards-of-dice {amount}"
PHOTOGRAPHS = "{photos} {data}/edges.json"
MINUTE = 0.2
"""Minimum time to train a network (minutes), for a trial run."""
STEPS = (
    RecipeStep("draw_scenes {data}/scenes {amount} 1", 2000, 200),
    RecipeStep("table_scenes {data}/tables {amount} 1", 300, 61),
    RecipeStep(f"train_flat {BOARDS} {{amount}}", 60, MINUTE),
    RecipeStep(f"calibrate_flat dames {BOARDS}"),
    RecipeStep(f"calibrate_flat sets {BOARDS}"),
    RecipeStep(f"calibrate_flat jetons {BOARDS}"),
    RecipeStep(f"train_cases {BOARDS} {{amount}}", 60, MINUTE),
    RecipeStep("calibrate_sight --tables {amount}", 120, 20),
    RecipeStep("draw_scenes {data}/distant {amount} 501 0.25", 300, 200),
    RecipeStep(f"train_outline {BOARDS}:{{data}}/distant {NOTHING}:{{data}}/distant/nothing {{amount}}", 60, MINUTE),
    RecipeStep(f"train_sides {BOARDS} {NOTHING} {{amount}}", 60, MINUTE),
    RecipeStep("draw_scenes {data}/fresh {amount} 77", 300, 100),
    RecipeStep(f"calibrate_floor {BOARDS}:{{data}}/fresh {{photos}}/dice_wood:{{data}}/fresh/nothing"),
    RecipeStep("calibrate_rows {data}/tables"),
    RecipeStep(f"calibrate_rows {BOARDS}:{{data}}/fresh --cut"),
    RecipeStep(f"calibrate_columns {BOARDS}:{{data}}/fresh"),
    RecipeStep("hole_views {data}/holes {amount} 1", 100, 50),
    RecipeStep("train_pegs {data}/holes {amount}", 20, MINUTE),
    # The shipped finder measures the photographs and shows its mistakes, and the reader goes on from those.
    RecipeStep("draw_dice {data}/drawn-dice {amount}", 400, 20),
    RecipeStep("dice_tables {data}/strewn {amount}", 400, 20),
    RecipeStep("measure_edges {photos} {data}/edges.json"),
    RecipeStep("mine_mistakes {data}/drawn-dice {data}/dice"),
    RecipeStep("mine_mistakes {data}/strewn {data}/tables-of-dice"),
    RecipeStep("mine_mistakes {data}/scenes {data}/boards-of-dice"),
    RecipeStep("resume reader {models}/die_reader.onnx {data}/dice"),
    RecipeStep(f"train_dice reader {LEARNT} {{models}}/die_reader.onnx {PHOTOGRAPHS}", 30, MINUTE),
    RecipeStep(f"calibrate_dice {{data}}/dice {BOARDS} {{photos}}"),
    RecipeStep(f"calibrate_cases {BOARDS}:{{data}}/fresh"),
    RecipeStep("calibrate_taught {amount}", 40, 2),
    # The network for how dice lie begins with the reader's convolutions.
    RecipeStep("die_views {data}/lies {data}/strewn"),
    RecipeStep("dice_tables {data}/landed {amount} 560000 --landed", 220, 20),
    RecipeStep("die_views {data}/landed-lies {data}/landed --landed"),
    RecipeStep("train_lies {data}/lies:{data}/landed-lies {amount}", 60, MINUTE),
    RecipeStep("dice_tables {data}/fresh-landed {amount} 560300 --landed", 100, 20),
    RecipeStep("die_views {data}/fresh-lies {data}/fresh-landed --landed"),
    RecipeStep("calibrate_lies {data}/fresh-lies {amount}", 60, 5),
)


def main(arguments: list[str]) -> int:
    """Run the remaining steps and print the results."""
    parser = parser_of(__doc__)
    parser.add_argument("photos", type=Path, help="the folder that holds dice_wood, dice and dice_small")
    parser.add_argument("--share", type=a_share, default=1.0, help="share of the drawings and of the minutes")
    parser.add_argument("--list", action="store_true", help="print the steps and run none")
    asked = parser.parse_args(arguments)
    logs = CHECKPOINTS / "recipe"
    for number, step in enumerate(STEPS, 1):
        command = step.command(asked.photos, asked.share)
        print("python -m training." + " ".join(command), flush=True)
        log = logs / f"{number:02}-{command[0]}.txt"
        if not asked.list and not log.exists():
            logs.mkdir(parents=True, exist_ok=True)
            _do(command, log)
    if not asked.list:
        print(*results(logs), sep="\n")
    return 0


def _do(command: list[str], log: Path) -> None:
    """Run a step; its output becomes the log once it has ended well."""
    under_way = log.with_suffix(".part")
    with under_way.open("w") as kept:
        script, *words = command
        begun = [sys.executable, "-m", f"training.{script}", *words]
        ended = subprocess.run(begun, stdout=kept, stderr=subprocess.STDOUT, check=False)
    # After a trial run there may be nothing to fit; the next steps do not need the fit.
    if ended.returncode and not (ended.returncode == UNFIT and command[0].startswith("calibrate_")):
        raise CannotRun(f"training.{command[0]} ended with {ended.returncode}: {under_way}")
    under_way.rename(log)


def results(logs: Path) -> Iterator[str]:
    """Return the results on held-out data, and the constants fitted to the networks."""
    for log in sorted(logs.glob("*.txt")):
        for line in log.read_text().splitlines():
            if line.startswith(("held out", "from ", "leaning from", "upon another from")) or "fitted on" in line:
                yield f"{log.stem}: {line}"


if __name__ == "__main__":
    run(main)
