"""A tournament on paper: results as CSV, and a sheet to be printed and pinned up."""

from __future__ import annotations

import csv
import io
from html import escape
from typing import TYPE_CHECKING

from announce.club.tournament import standings
from announce.phrases.catalogue import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterable

    from announce.club.tournament import Match, Standing, Tournament


def results_csv(tournament: Tournament) -> str:
    """Every match, one a line: round, match, table, both players, what each marked (RFC 4180)."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(("round", "match", "table", "blancs", "noirs", "score_blancs", "score_noirs"))
    for number, matches in enumerate(tournament.rounds, 1):
        for board, match in enumerate(matches, 1):
            noirs = tournament.called(match.noirs) if match.noirs else ""
            score = match.score or ("", "")
            writer.writerow((number, board, match.table or "", tournament.called(match.blancs), noirs, *score))
    return text.getvalue()


def standings_csv(tournament: Tournament) -> str:
    """Every player, one a line, the first in rank first (RFC 4180)."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(("rank", "player", "points", "buchholz", "margin", "played"))
    for row in standings(tournament):
        name = tournament.called(row.player)
        writer.writerow((row.rank, name, f"{row.points:g}", f"{row.buchholz:g}", row.margin, row.played))
    return text.getvalue()


def sheet(tournament: Tournament, language: str) -> str:
    """One HTML page with the standings and every round, for paper.

    Raises UnknownLanguage.
    """
    words = catalogue(language)

    def text(key: str) -> str:
        return escape(words.text(f"club.{key}"))

    def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
        head = "".join(f"<th>{text(name)}</th>" for name in heads)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def row_of(board: int, match: Match) -> tuple[str, ...]:
        if match.noirs is None:
            return (str(board), "", tournament.called(match.blancs), words.text("club.exempt"), "")
        score = "" if match.score is None else f"{match.score[0]}-{match.score[1]}"
        return (str(board), match.table or "", tournament.called(match.blancs), tournament.called(match.noirs), score)

    def rank_of(row: Standing) -> tuple[str, ...]:
        points = (f"{row.points:g}", f"{row.buchholz:g}", f"{row.margin:+d}")
        return (str(row.rank), tournament.called(row.player), *points, str(row.played))

    ranked = table(("rank", "player", "points", "buchholz", "margin", "played"), map(rank_of, standings(tournament)))
    rounds = "".join(
        f"<section><h2>{escape(words.text('club.round.of', round=str(number), rounds=str(tournament.length)))}</h2>"
        + table(("match", "table", "blancs", "noirs", "score"), (row_of(*row) for row in enumerate(matches, 1)))
        + "</section>"
        for number, matches in enumerate(tournament.rounds, 1)
    )
    name = escape(tournament.name)
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{name}</title>'
        '<link rel="stylesheet" href="static/club/sheet.css"></head>'
        f"<body><h1>{name}</h1><section><h2>{text('standings')}</h2>{ranked}</section>{rounds}</body></html>"
    )
