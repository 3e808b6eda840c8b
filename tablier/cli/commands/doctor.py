"""`tablier doctor`: say what is wrong with a table, and how to mend it (docs/doctor.md)."""

from __future__ import annotations

import argparse
import logging
import sys
import time
from typing import Final, TextIO

from announce.voice.outputs import Loudspeaker
from firmware_bridge.checkup import examine as look_at_holes
from firmware_bridge.link import BoardSilent, Link
from firmware_bridge.messages import Calibrate, Result
from tablier.cli import complain
from tablier.devices.sensor_link import link_of
from tablier.games import game_played
from tablier.setup.doctor import examine
from tablier.setup.doctor.finding import Health, json_of, lines_of, summary
from tablier.setup.doctor.holes import TouchWalk, where
from tablier.setup.doctor.outside import ANSWERING, NoBoard, meet
from tablier.setup.doctor.speech import speak
from tablier.storage.paths import Site, add_settings, site_of
from tablier.storage.settings import SettingsError

REDRAW: Final = "\x1b[H\x1b[J"
"""Go to the terminal's first line, and clear what follows (ECMA-48: CUP, ED)."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.description = (
        "Say what is wrong with camera, light, focus, calibration, sensors, speaker, broker, page, disk, power and "
        "programs, and how to mend each. The exit status is 1 when anything is wrong. For somebody who can help, "
        "tablier export FILE --problem writes all of this into one file."
    )
    add_settings(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a finding, for machines")
    parser.add_argument(
        "--sensors",
        action="store_true",
        help="examine the thirty holes live instead: take all pegs out, then touch each hole with a peg as it asks",
    )
    parser.add_argument(
        "--speak",
        action="store_true",
        help="say a sample of each kind of line instead, and ask after each whether it was heard",
    )
    parser.add_argument(
        "--learn-empty",
        action="store_true",
        help="with --sensors: first learn what every hole reads when empty; all pegs must be out",
    )


def run(arguments: argparse.Namespace) -> int:
    """Examine and report; return 0 when nothing is wrong."""
    # Findings repeat what the devices log, so the log is silenced.
    logging.getLogger("tablier").addHandler(logging.NullHandler())
    try:
        site = site_of(arguments.settings)
        game_played(site.settings)
        if arguments.sensors or arguments.learn_empty:
            return _walk(site, learn_empty=arguments.learn_empty)
    except (SettingsError, BoardSilent, NoBoard) as error:
        return complain("doctor", error)
    found = speak(site.settings, Loudspeaker(), _was_heard) if arguments.speak else examine(site)
    findings = []
    for finding in found:
        findings.append(finding)
        print(json_of(finding) if arguments.json else "\n".join(lines_of(finding)), flush=True)
    if not arguments.json:
        print(summary(findings))
    return int(any(finding.health is Health.WRONG for finding in findings))


def _was_heard(kind: str, text: str) -> bool:
    """Ask on the terminal whether a sample was heard; the end of input means no."""
    print(f"{kind}: {text}\nHeard? [Y/n] ", end="", flush=True)
    answer = sys.stdin.readline()
    return answer.strip().lower() in ("", "y", "yes", "o", "oui") and answer != ""


def _walk(site: Site, *, learn_empty: bool) -> int:
    """Examine the holes until all were touched or Ctrl-C; return 0 when all are well.

    Raises NoBoard and BoardSilent when the board does not answer.
    """
    link = link_of(site, felt=None, clock=time.monotonic)
    if link is None:
        raise SettingsError(f'sensors.link is "{site.settings.sensors.link}": name the sensors in the settings')
    with link:
        meet(link)
        if learn_empty and not _learn_empty(link):
            return 1
        walk: TouchWalk | None = None
        shown = ""
        for now in look_at_holes(link, timeout=ANSWERING):
            if walk is None:
                walk = TouchWalk(now)
            else:
                walk.observe(now)
            shown = _show(walk.screen(), shown, sys.stdout)
            if walk.over:
                return 0 if walk.well else 1
    return 1


def _learn_empty(link: Link) -> bool:
    """Let the board learn every hole's empty value; return whether it did."""
    answer = link.send(Calibrate(), timeout=ANSWERING)
    if answer.result is Result.OK:
        print("Learnt what all thirty holes read when empty.")
        return True
    hole = "a hole" if answer.hole is None else where(answer.hole)
    print(f"Not learnt: {hole} has a magnet in it, or its sensor is out of order.", file=sys.stderr)
    return False


def _show(screen: str, before: str, to: TextIO) -> str:
    """Redraw the screen on a terminal, or print it to a file, if it has changed; return it."""
    if screen != before:
        print(f"{REDRAW}{screen}" if to.isatty() else f"{screen}\n", file=to, flush=True)
    return screen
