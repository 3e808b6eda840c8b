"""A tournament on paper: results and standings as CSV, and a sheet to print and pin up."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from html import escape

from announce.club.pairing import Number
from announce.club.tournament import Forfeit, Match, Standing, Tournament, standings
from announce.phrases.catalogue import catalogue


def results_csv(tournament: Tournament) -> str:
    """Return a line for every match: round, match, table, both players, their scores or the forfeit (RFC 4180)."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(("round", "match", "table", "blancs", "noirs", "score_blancs", "score_noirs", "forfeit"))
    for number, matches in enumerate(tournament.rounds, 1):
        for board, match in enumerate(matches, 1):
            noirs = tournament.name_of(match.noirs) if match.noirs else ""
            score = match.score or ("", "")
            names = (tournament.name_of(match.blancs), noirs)
            writer.writerow((number, board, match.table or "", *names, *score, match.forfeit or ""))
    return text.getvalue()


def standings_csv(tournament: Tournament) -> str:
    """Return a line for every player, by rank. withdrawn: "yes" for a player who left (RFC 4180)."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(("rank", "player", "points", "buchholz", "margin", "played", "withdrawn"))
    for row in standings(tournament):
        name = tournament.name_of(row.player)
        left = "yes" if row.player in tournament.withdrawn else ""
        writer.writerow((row.rank, name, f"{row.points:g}", f"{row.buchholz:g}", row.margin, row.played, left))
    return text.getvalue()


def sheet(tournament: Tournament, language: str) -> str:
    """Return an HTML page for printing: date, standings after the last round, players who left, and every round.

    Raises UnknownLanguage.
    """
    words = catalogue(language)

    def text(key: str) -> str:
        return escape(words.text(f"club.{key}"))

    def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
        head = "".join(f"<th>{text(name)}</th>" for name in heads)
        body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def name_of(player: Number) -> str:
        name = escape(tournament.name_of(player))
        return f"<s>{name}</s>" if player in tournament.withdrawn else name

    def row_of(board: int, match: Match) -> tuple[str, ...]:
        blancs = escape(tournament.name_of(match.blancs))
        if match.noirs is None:
            return (str(board), "", blancs, text("exempt"), "")
        noirs = escape(tournament.name_of(match.noirs))
        return (str(board), escape(match.table or ""), blancs, noirs, score_of(match))

    def score_of(match: Match) -> str:
        if match.forfeit is not None:
            gave_up = {Forfeit.BLANCS: (match.blancs,), Forfeit.NOIRS: (match.noirs,), Forfeit.BOTH: match.players}
            names = ", ".join(tournament.name_of(player) for player in gave_up[match.forfeit] if player)
            return escape(words.text("club.forfeit.of", player=names))
        return "" if match.score is None else f"{match.score[0]}-{match.score[1]}"

    def rank_of(row: Standing) -> tuple[str, ...]:
        points = (f"{row.points:g}", f"{row.buchholz:g}", f"{row.margin:+d}")
        return (str(row.rank), name_of(row.player), *points, str(row.played))

    def round_of(number: int) -> str:
        return escape(words.text("club.round.of", round=str(number), rounds=str(tournament.length)))

    heading = [text(tournament.system), text(f"game.{tournament.game}")]
    if tournament.begun is not None:
        day, month, year = (f"{tournament.begun:{part}}" for part in ("%d", "%m", "%Y"))
        date = escape(words.text("club.date", day=day, month=month, year=year))
        heading.insert(0, f'<time datetime="{tournament.begun}">{date}</time>')
    if tournament.rounds:
        heading.append(round_of(len(tournament.rounds)))
    if tournament.missing:
        missing = len(tournament.missing)
        heading.append(escape(words.text("club.missing", missing=str(missing))))
    ranked = table(("rank", "player", "points", "buchholz", "margin", "played"), map(rank_of, standings(tournament)))
    left = ", ".join(escape(tournament.name_of(player)) for player in sorted(tournament.withdrawn))
    gone = f"<p>{text('withdrawn')} {left}</p>" if left else ""
    rounds = "".join(
        f"<section><h2>{round_of(number)}</h2>"
        + table(("match", "table", "blancs", "noirs", "score"), (row_of(*row) for row in enumerate(matches, 1)))
        + "</section>"
        for number, matches in enumerate(tournament.rounds, 1)
    )
    name = escape(tournament.name)
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{name}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="icon" href="static/icon.svg"><link rel="stylesheet" href="static/club/sheet.css"></head>'
        f"<body><main><h1>{name}</h1><p>{' · '.join(heading)}</p>"
        f"<section><h2>{text('standings')}</h2>{ranked}{gone}</section>{rounds}</main></body></html>"
    )
