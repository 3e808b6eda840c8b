"""`tablier club`: all tables of a broker on one page (docs/club.md)."""

from __future__ import annotations

import argparse
import sys

from announce.mqtt.client import BrokerSettingsError
from tablier.cli import complain, ended_as_by_ctrl_c
from tablier.runtime.club import club
from tablier.runtime.logs import add_level, log_to
from tablier.storage.paths import add_settings, site_of
from tablier.storage.settings import SettingsError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.description = (
        "Show all tables of the broker that [mqtt] names on one page: scores, whose turn, calls for the referee and "
        "disputes; and a small tournament, paired by the Swiss system or as a round robin. It runs until Ctrl-C."
    )
    add_settings(parser)
    add_level(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve the club until Ctrl-C; return 1 when the settings cannot be used."""
    log_to(sys.stderr, arguments.log)
    try:
        with ended_as_by_ctrl_c():
            club(site_of(arguments.settings))
    except KeyboardInterrupt:
        return 0
    except (SettingsError, BrokerSettingsError, OSError) as error:
        return complain("club", error)
    return 0
