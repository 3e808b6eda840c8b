"""`tablier coach`: value the plays of positions, one JSON object a line (contract 5; docs/coach.md)."""

from __future__ import annotations

import argparse
from functools import partial

from announce.phrases.catalogue import languages
from announce.phrases.registry import coach_phrase
from coach.lines import answer
from tablier.cli.commands.rules import answer_files
from tablier.game_packages import coach_answers, coach_warm_ups


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.description = (
        "Value every legal play of positions of trictrac or backgammon, one JSON object a line, in order: the best "
        "first, with the trous or points it is worth and the chance of winning. A bad line gets an error and stops "
        "none of the others; the exit status is then 1. The fields are in docs/coach.md."
    )
    parser.add_argument("file", nargs="*", metavar="FILE", help="files of questions; standard input when none is named")
    parser.add_argument("--language", choices=languages(), default="fr", help="of the reasons (%(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Answer every line in order; return 1 when any of them could not be answered."""
    for warm_up in coach_warm_ups().values():
        warm_up()
    say = partial(coach_phrase, language=arguments.language)
    return answer_files(arguments.file, partial(answer, games=coach_answers(), say=say))
