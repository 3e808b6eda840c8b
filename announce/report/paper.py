"""Write a summary as one self-contained HTML file, to be read or printed."""

from __future__ import annotations

import base64
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from html import escape
from importlib import resources
from pathlib import Path
from typing import Final

from announce.phrases.catalogue import FALLBACK, catalogue
from announce.phrases.faults import SIMPLE, reason
from announce.phrases.registry import coach_phrase, reference
from announce.phrases.words import Words, sentence
from announce.report.advice import advice
from announce.report.board import Drawing, board, figures
from announce.report.plays import SHOWN, JudgedPlay, Unjudged, worst
from announce.report.summary import FORGETTING, Account, Committed, Coup, Missed, Part, ScorePoint, Summary, Trou
from events.rulings import Window
from rules.jan import JanName
from rules.marking import POINTS_DU_TROU
from rules.play import Move
from rules.position import Dice, Position, Side
from rules.seating import Seating

WIDTH: Final = 680
HEIGHT: Final = 240
MARGIN: Final = 34
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
PRINTING_TIME: Final = 60.0
_OUTCOMES: Final = {Window.CLAIMED: "taken", Window.CLOSED: "gone", Window.OPEN: "open", Window.MENDED: "mended"}


class PdfUnavailable(RuntimeError):
    """No PDF could be made. The message says why and what to do."""


class _Paper:
    """One language's report."""

    def __init__(
        self,
        language: str,
        seating: Seating,
        pictures: Mapping[str, Sequence[bytes]],
        names: Mapping[Side, str],
        *,
        tours: int = 1,
    ) -> None:
        self.words = Words(catalogue(language))
        self.seating = seating
        self.pictures = pictures
        self.names = names
        self.tours = tours

    def text(self, key: str, side: Side | None = None, **values: object) -> str:
        """Return a phrase of the report as a sentence, escaped for HTML; {who} is a player's name, or else his side."""
        sides = self.words.sides(side) | {"who": self.who(side)} if side else {}
        return escape(sentence(self.words.catalogue.text(f"report.{key}", **{**sides, **values})))

    def who(self, side: Side, form: str = "the") -> str:
        """Return the name of a side's player; of an unnamed one the side, in a form of its noun."""
        return self.names.get(side) or format(self.words.side(side), form)

    def throw(self, one: Missed | Committed | Trou) -> str:
        """Return the number of a throw; throws are counted from 1 in every tour."""
        text = self.words.catalogue.text
        return str(one.throw) if self.tours == 1 else text("report.throw", throw=str(one.throw), tour=str(one.tour))

    def table(self, rows: str) -> str:
        """Return a table with a column for each player."""
        heads = "".join(f"<th>{escape(self.who(side, 'name'))}</th>" for side in Side)
        return f"<table><tr><td></td>{heads}</tr>{rows}</table>"

    def tour(self, number: int, last: ScorePoint) -> str:
        """Say what both sides had at the end of a tour; of several tours also which one it was."""
        head = [] if self.tours == 1 else [self.text("tour", tour=str(number))]
        sides = zip(Side, last.trous, last.points, strict=True)
        return f'<p class="result">{" ".join([*head, *(self.result(*each) for each in sides)])}</p>'

    def result(self, side: Side, trous: int, points: int) -> str:
        """Say what a side has, and which dames its player has."""
        name = self.words.side(side)
        who = f"{self.names[side]} ({name:name})" if self.names.get(side) else f"{name:the}"
        return self.text("result", side, who=who, trous=self.words.trous(trous), points=self.words.points(points))

    def jan(self, name: JanName, side: Side) -> str:
        """Return the short name of a jan."""
        return self.words.catalogue.text(f"jan.{name}", "short", **self.words.sides(side))

    def section(self, key: str, lines: Iterable[str]) -> str:
        """Return a section with a list, or with the phrase for an empty list."""
        items = "".join(f"<li>{line}</li>" for line in lines)
        return self.titled_section(key, f"<ul>{items}</ul>" if items else "")

    def titled_section(self, key: str, body: str) -> str:
        """Return a section with its title and body, or with the phrase for an empty body."""
        return f"<section><h2>{self.text(key)}</h2>{body or self.quiet(f'{key}.none')}</section>"

    def quiet(self, key: str) -> str:
        """Return a remark."""
        return f'<p class="quiet">{self.text(key)}</p>'

    def coup(self, line: str, dice: Dice | None, said: str, drawn: Sequence[tuple[str, str]], more: str = "") -> str:
        """Return the article on one throw: title, drawings and text on one page of paper, then `more`."""
        named = "" if dice is None else f' <span class="dice">{escape(sentence(self.words.dice(dice)))}</span>'
        return f'<article><div class="throw"><h3>{line}{named}</h3>{figures(drawn)}{said}</div>{more}</article>'

    def missed_points(self, one: Missed, ecole: Committed | None) -> str:
        """Show points that were owed and not marked: for which jans, where on the board, and their école, if any."""
        line = self.text("missed.line", one.side, throw=self.throw(one), points=str(one.points), owed=str(one.owed))
        jans = "".join(
            f"<li>{escape(sentence(self.jan(jan.name, jan.side)))}, {escape(self.words.points(jan.points))}. "
            f'<span class="quiet">({escape(reference(jan.article, self.words.catalogue))})</span></li>'
            for jan in one.jans
        )
        why = f"<p>{self.text('missed.why', one.side)}</p><ul>{jans}</ul>" if jans else ""
        drawn = []
        if one.coup is not None:
            cases = tuple(sorted({jan.case for jan in one.jans if jan.case}))
            ways = tuple(sorted({Move(*dame) for jan in one.jans for way in jan.how for dame in way.dames}))
            drawing = Drawing(one.coup.side, one.coup.dice, ways, cases)
            drawn.append(self.board(one.coup.before, drawing, "missed.board"))
        more = "" if ecole is None else self.fault(ecole) + figures(self.photographs(ecole), "photographs")
        return self.coup(line, one.coup.dice if one.coup else None, why, drawn, more)

    def faults(self, made: Sequence[Committed]) -> str:
        """Show the faults of one throw, the boards before and after, and the first fault's photographs, if any."""
        coup, drawn = made[0].coup, []
        said, *more = map(self.fault, made)
        if coup is not None and any(one.fault.points for one in made):
            more.append(self.worth(coup))
        # A board shows nothing of a simple fault: dice lifted too soon or a throw out of turn.
        if coup is not None and any(one.fault.name not in SIMPLE for one in made):
            wrong = {case for one in made if one.fault.by is coup.side for case in one.fault.cases}
            drawn.append(self.board(coup.before, Drawing(coup.side, coup.dice), "before"))
            if coup.after is not None:
                drawing = Drawing(coup.side, None, coup.moves or (), tuple(sorted(wrong)))
                drawn.append(self.board(coup.after, drawing, "after"))
        seen = next((found for one in made if (found := self.photographs(one))), [])
        line = self.text("coup", throw=self.throw(made[0]))
        more.append(figures(seen, "photographs"))
        return self.coup(line, coup.dice if coup else None, said, drawn, "".join(more))

    def fault(self, committed: Committed) -> str:
        """Describe a fault: who made it, the reason, its article, and its outcome unless nobody can claim it."""
        fault, words = committed.fault, self.words
        name = words.catalogue.text(f"fault.{fault.name}", "short")
        if fault.points:
            name = f"{name}, {words.points(fault.points)}"
        line = self.text("fault", fault.by, fault=name)
        outcome = "" if fault.name in SIMPLE else f" {self.text(_OUTCOMES[committed.window])}."
        return (
            f"<p><strong>{line}</strong> {escape(reason(fault, words))} "
            f'<span class="quiet">({escape(reference(fault.article, words.catalogue))})</span>{outcome}</p>'
        )

    def worth(self, coup: Coup) -> str:
        """Say the worth of a throw for both sides: the right count, to compare with the points marked."""
        gains = [
            f"{self.jan(jan.name, side)}, {self.words.points(jan.points)} {self.words.side(side):to}"
            for side in (coup.side, coup.side.adversary)
            for jan in coup.jans
            if jan.side is side
        ]
        said = self.text("worth", worth=". ".join([gains[0], *map(sentence, gains[1:])])) if gains else ""
        return f"<p>{said or self.text('worth.none')}</p>"

    def board(self, position: Position, drawing: Drawing, key: str) -> tuple[str, str]:
        """Return a drawn board and its caption."""
        caption = self.text(key, drawing.side)
        return board(position, self.seating, drawing, caption), caption

    def photographs(self, committed: Committed) -> list[tuple[str, str]]:
        """Return the camera's pictures of a fault, before and after. A single picture is the one after."""
        found = self.pictures.get(committed.picture, ())
        made = []
        for picture, name in zip(found, ("before", "after")[2 - len(found) :], strict=True):
            caption = self.text(f"photograph.{name}", throw=self.throw(committed))
            data = base64.b64encode(picture).decode()
            made.append((f'<img alt="{caption}" src="data:image/jpeg;base64,{data}">', caption))
        return made

    def trou(self, one: Trou) -> str:
        """Describe trous marked at once: the origin of their points, and whether they counted double."""
        words = self.words
        key = "trou.bredouille" if one.bredouille else "trou.mixed" if one.trous > 1 else "trou"
        line = self.text(
            key, one.side, throw=self.throw(one), trous=words.trous(one.trous), parts=self._parts(one.parts)
        )
        reste = f" {self.text('trou.reste', reste=words.points(one.reste))}" if one.reste else ""
        return f"{line}{reste}"

    def _parts(self, parts: Sequence[Part]) -> str:
        """List the parts of a trou; parts of the same origin are added up."""
        added: dict[str, int] = {}
        for part in parts:
            key = part.jan or ("ecole" if part.ecole else "reste" if part.reste else "other")
            added[key] = added.get(key, 0) + part.points
        text = self.words.catalogue.text
        return ", ".join(
            text(f"report.part.{key}", digits=str(points))
            if key in ("other", "ecole", "reste")
            else text("throw.jan", jan=text(f"jan.{key}", "short", **self.words.sides(Side.BLANCS)), digits=str(points))
            for key, points in added.items()
        )

    def accounts(self, summary: Summary) -> str:
        """Return each side's gains and losses, as a table."""
        rows = "".join(
            f"<tr><th>{self.text(f'account.{entry.name}')}</th>"
            + "".join(f"<td>{getattr(summary.account(side), entry.name)}</td>" for side in Side)
            + "</tr>"
            for entry in fields(Account)
        )
        return f"<section><h2>{self.text('accounts')}</h2>{self.table(rows)}</section>"

    def advice_line(self, summary: Summary, side: Side) -> str:
        """Return the one piece of advice for a side."""
        given, words = advice(summary, side), self.words
        values = {
            "points": words.points(given.points),
            "times": words.catalogue.plural("times", given.times),
            "jan": self.jan(given.jan, side) if given.jan else "",
            "fault": "",
            "why": "",
        }
        if given.fault is not None:
            values["fault"] = words.catalogue.text(f"fault.{given.fault.name}", "short")
            values["why"] = reason(given.fault, words)
        said = self.text(f"advice.{given.lesson}", side, **values)
        return f"<strong>{escape(self.who(side, 'name'))}</strong>. {said}"

    def luck_and_skill(self, plays: Sequence[JudgedPlay], unjudged: Sequence[Unjudged]) -> str:
        """Return luck and skill apart, the curve of the chance of winning, and the worst plays; "" if nobody asked."""
        left_out = "".join(f'<p class="quiet">{self.unjudged_text(one)}</p>' for one in unjudged)
        if not plays:
            return left_out and f"<section><h2>{self.text('plays')}</h2>{left_out}</section>"
        rows = {
            "luck": [sum(one.luck for one in plays if one.side is side) for side in Side],
            "lost": [sum(one.lost + one.lost_by_decision for one in plays if one.side is side) for side in Side],
        }
        decimal = self.words.catalogue.decimal
        body = "".join(
            f"<tr><th>{self.text(f'plays.{key}')}</th>"
            + "".join(f"<td>{decimal(value, '+z.1f' if key == 'luck' else 'z.1f')}</td>" for value in values)
            + "</tr>"
            for key, values in rows.items()
        )
        title = self.text("plays.curve", Side.BLANCS)
        curve = f'{chances(plays, title)}<p class="quiet">{self.text("plays.curve.note")}</p>'
        shown = "".join(self.better_play(one) for side in Side for one in worst(plays, side))
        return (
            f"<section><h2>{self.text('plays')}</h2>{self.table(body)}{left_out}</section>"
            f"<section><h2>{title}</h2>{curve}</section>{self.titled_section('plays.worst', shown)}"
        )

    def unjudged_text(self, one: Unjudged) -> str:
        """Say what the coach did not judge of a tour, and why."""
        key = "after" if one.throws else "unfollowed"
        text = self.words.catalogue.text(f"page.analysis.tour.{key}", tour=str(one.tour), throws=one.spans)
        return escape(text)

    def better_play(self, one: JudgedPlay) -> str:
        """Show a throw that lost trous: the cost of the play and why another was better, or of holding or leaving."""
        place = self.text("plays.place", one.side, tour=str(one.tour), throw=str(one.throw))
        if one.lost < SHOWN:
            drawn = [self.board(one.before, Drawing(one.side, one.dice), "before")]
            return self.coup(place, one.dice, self.decision(one), drawn)
        cost = self.text(
            "plays.cost",
            trous=self.words.catalogue.decimal(one.lost, "z.1f"),
            chance=self.words.catalogue.decimal(100 * max(one.lost_win, 0), "z.0f"),
        )
        language = self.words.catalogue.language
        why = " ".join(escape(coach_phrase(reason, one.side, language)) for reason in one.reasons)
        drawn = [
            self.board(one.before, Drawing(one.side, one.dice, one.played or ()), "plays.played"),
            self.board(one.before, Drawing(one.side, one.dice, one.best), "plays.better"),
        ]
        return self.coup(place, one.dice, f"<p>{cost}</p><p>{why}</p>", drawn, self.decision(one))

    def decision(self, one: JudgedPlay) -> str:
        """Say what holding or leaving cost; "" if it cost nothing."""
        if one.lost_by_decision < SHOWN:
            return ""
        key = "plays.left" if one.left else "plays.held"
        return f"<p>{self.text(key, one.side, trous=self.words.catalogue.decimal(one.lost_by_decision, 'z.1f'))}</p>"

    def glossary(self, summary: Summary) -> str:
        """Explain the jans that came up."""
        entries = "".join(
            f"<dt>{escape(sentence(self.jan(name, Side.BLANCS)))}</dt><dd>{self.text(f'glossary.{name}')}</dd>"
            for name in summary.jans
        )
        return f"<section><h2>{self.text('glossary')}</h2><dl>{entries}</dl></section>" if entries else ""


def report(
    summary: Summary,
    *,
    language: str = FALLBACK,
    number: int = 1,
    seating: Seating,
    pictures: Mapping[str, Sequence[bytes]] | None = None,
    plays: Sequence[JudgedPlay] = (),
    unjudged: Sequence[Unjudged] = (),
    names: Mapping[Side, str] | None = None,
) -> str:
    """Return the report as one self-contained HTML file.

    Args:
        summary: of the sitting.
        language: of the report.
        number: of the sitting.
        seating: how the board lay, for the drawings.
        pictures: JPEG bytes, before and after, by the id of the ruling that they are the evidence for.
        plays: as the coach judged them, in order; empty if the coach was not asked.
        unjudged: what the coach did not judge, though it was asked.
        names: of the players; a side without one is called by its colour.

    Raises UnknownLanguage.
    """
    paper = _Paper(language, seating, pictures or {}, names or {}, tours=len(summary.ends))
    title = paper.text("title", number=str(number))
    result = "".join(paper.tour(number, last) for number, last in enumerate(summary.ends, 1))
    steps = chart(summary.standings, paper.text("chart"))
    forgotten = {one.place for one in summary.missed}
    ecoles = {one.place: one for one in summary.faults if one.fault.name in FORGETTING}
    others = [one for one in summary.faults if one.place not in forgotten or one.fault.name not in FORGETTING]
    drawn = f'{steps}<p class="quiet">{paper.text("chart.note", Side.NOIRS)}</p>'
    body = [
        f"<h1>{title}</h1>{result}",
        paper.section("advice", (paper.advice_line(summary, side) for side in Side)),
        paper.accounts(summary),
        f"<section><h2>{paper.text('chart')}</h2>{drawn}</section>",
        paper.luck_and_skill(plays, unjudged),
        paper.titled_section(
            "missed", "".join(paper.missed_points(one, ecoles.get(one.place)) for one in summary.missed)
        ),
        paper.titled_section("faults", "".join(map(paper.faults, by_throw(others)))),
        paper.section("trous", map(paper.trou, summary.trous)),
        paper.glossary(summary),
    ]
    style = (resources.files("announce.report") / "report.css").read_text("utf-8")
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>{title}</title>'
        f"<style>{style}</style><body><main>{''.join(body)}</main></body></html>\n"
    )


def by_throw(faults: Sequence[Committed]) -> list[list[Committed]]:
    """Group faults by their throw, in the order of each throw's first fault."""
    found: dict[tuple[int, int], list[Committed]] = {}
    for one in faults:
        found.setdefault((one.tour, one.throw), []).append(one)
    return list(found.values())


def chart(standings: Sequence[ScorePoint], name: str) -> str:
    """Draw the score of both sides over the throws, in trous and twelfths, as SVG steps. `name` is read aloud."""
    turns = max(standings[-1].turn, 1)
    most = max(12, *(trous + 1 for standing in standings for trous in standing.trous))
    paths: dict[str, str] = {}
    for index, side in enumerate(Side):
        x, y = _at(0, 0)
        path = f"M{x} {y}"
        for standing in standings:
            score = standing.trous[index] + standing.points[index] / POINTS_DU_TROU
            x, y = _at(standing.turn / turns, score / most)
            path += f"H{x}V{y}"
        paths[side] = f"{path}H{WIDTH - MARGIN}"
    return _graph({trou: trou / most for trou in range(0, most + 1, 3)}, paths, turns, name)


def chances(plays: Sequence[JudgedPlay], name: str) -> str:
    """Draw Blancs' chance of winning before each throw, as an SVG line for each tour. `name` is read aloud."""
    path, tour = "", 0
    for turn, one in enumerate(plays):
        x, y = _at(turn / max(len(plays) - 1, 1), one.win if one.side is Side.BLANCS else 1 - one.win)
        path += f"{'L' if one.tour == tour else 'M'}{x} {y}"
        tour = one.tour
    return _graph({percent: percent / 100 for percent in (0, 50, 100)}, {"blancs": path}, len(plays), name)


def _at(across: float, up: float) -> tuple[float, float]:
    """Return the pixel of a point of a graph; both from 0 to 1."""
    x, y = MARGIN + across * (WIDTH - 2 * MARGIN), HEIGHT - MARGIN - up * (HEIGHT - 2 * MARGIN)
    return round(x, 1), round(y, 1)


def _graph(levels: Mapping[int, float], paths: Mapping[str, str], turns: int, name: str) -> str:
    """Return an SVG graph. levels: the height of each number at its left; paths: by class; turns: at its foot."""
    lines = []
    for number, up in levels.items():
        (left, y), kind = _at(0, up), "grid" if number else "axis"
        lines.append(f'<path class="{kind}" d="M{left} {y}H{WIDTH - MARGIN}"/><text x="8" y="{y + 4}">{number}</text>')
    lines += [f'<path class="{kind}" d="{path}"/>' for kind, path in paths.items()]
    lines.append(f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - 12}" text-anchor="end">{turns}</text>')
    return f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{name}">{"".join(lines)}</svg>'


def write_pdf(html: str, path: Path) -> None:
    """Print a report to a PDF file with the system's Chromium.

    Raises PdfUnavailable when there is no Chromium or it fails. Any browser can print the HTML instead.
    """
    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if program is None:
        raise PdfUnavailable("no Chromium to print with; open the HTML in a browser and print it")
    with tempfile.TemporaryDirectory(prefix="tablier-") as folder:
        source = Path(folder) / "report.html"
        source.write_text(html, "utf-8")
        command = (
            program, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
            "--no-pdf-header-footer", f"--print-to-pdf={path.resolve()}", source.as_uri(),
        )  # fmt: skip
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=PRINTING_TIME)
        except OSError as error:
            raise PdfUnavailable(f"{Path(program).name} cannot be started: {error.strerror}") from error
        except subprocess.SubprocessError as error:
            raise PdfUnavailable(f"{Path(program).name} printed nothing: {error}") from error
    if not path.is_file():
        raise PdfUnavailable(f"{Path(program).name} wrote no file {path}")
