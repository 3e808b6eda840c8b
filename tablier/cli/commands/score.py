"""`tablier score DIR...`: compare replays with the truth of their recordings."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from events.codec import line_of
from tablier.cli import complain
from tablier.runtime.replay import replay
from tablier.runtime.scoring import Score, score_lines
from tablier.storage.recording import Recording, RecordingError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.description = (
        "Compare the replay of recordings with their truth: how many throws, plays, marks and faults there truly were, "
        "how many were ruled right, and how many were ruled that never happened (false); docs/recordings.md describes "
        "the counting."
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR", help="recordings that have a truth.jsonl")
    parser.add_argument("--json", action="store_true", help="the figures as one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Print the figures of each recording and of all; return 1 when one could not be scored."""
    total, status, any_scored = Score(), 0, False
    for folder in arguments.folders:
        try:
            score = _score(Recording(folder))
        except RecordingError as error:
            status = complain("score", error)
            continue
        total.add(score)
        any_scored = True
        if not arguments.json:
            print(f"{folder}: throws {score.throws}; plays {score.plays}; marks {score.marks}; faults {score.faults}")
    if arguments.json:
        print(json.dumps(asdict(total)))
    elif any_scored:
        print(table_of(total))
    return status


def _score(recording: Recording) -> Score:
    truth = recording.truth()
    if not truth:
        raise RecordingError(f"{recording.folder / 'truth.jsonl'}: missing or empty, nothing to score against")
    return score_lines(truth, [line_of(happened) for happened in replay(recording)])


def table_of(score: Score) -> str:
    """Return the figures as text."""
    rows = [
        ("throws", score.throws),
        ("plays", score.plays),
        ("marks", score.marks),
        ("faults", score.faults),
        *((f"  {name}", count) for name, count in score.by_fault.items()),
        ("tours", score.tours),
        ("games", score.games),
        ("marqués", score.marques),
    ]
    lines = [f"{name:<24}{count}" for name, count in rows]
    return "\n".join([*lines, f"{'asked':<24}{score.doubts}"])
