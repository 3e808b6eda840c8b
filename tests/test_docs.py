"""The docs: their commands can be typed, the things they name exist, and the site is complete."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect

from docs.builder.__main__ import MOST_WORDS, WRITTEN, words
from docs.builder.diagram import parse, rows_of, svg
from docs.builder.generated import PARTS, SCHEMAS
from docs.builder.hooks import FROM_ROOT
from docs.builder.leaflet import leaflet
from tablier.cli import COMMANDS, main
from tests.browsing import violations, visit

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = (
    *WRITTEN,
    *sorted(DOCS.rglob("*.md")),
)
FRENCH = tuple((DOCS / "fr").glob("*.md"))
ROOMS = sorted(
    each.name for each in ROOT.iterdir() if (each / "__init__.py").exists() and each.name not in ("bench", "tests")
)
PATH = re.compile(r"`((?:" + "|".join((*ROOMS, "bench", "tests", "docs", "locks")) + r")/[\w./*-]*)`")
"""A path of the project, as pages write one."""
NAMED = re.compile(r"\bdocs/[\w/-]+\.(?:md|toml|json)\b")
"""A page, as code names one."""


def shown_in_the_docs() -> list[str]:
    """Return every line of code, indented or fenced, that runs `tablier COMMAND`, without its shell syntax."""
    shown = []
    for page in PAGES:
        fenced = False
        for line in page.read_text(encoding="utf-8").splitlines():
            fenced ^= line.lstrip().startswith("```")
            words = re.split(r"\s+[#<>|]", line)[0].replace("…", "").split() if fenced or line[:4] == "    " else []
            # A game record begins with `tablier 1`, and ./run knows words that are no commands.
            if (words[:1] == ["tablier"] and words[1].isalpha()) or (words[:1] == ["./run"] and words[1] in COMMANDS):
                shown.append(" ".join(words[1:]))
    return shown


@pytest.mark.parametrize("line", shown_in_the_docs())
def test_the_commands_in_the_docs_can_be_typed(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands are only parsed here. Other tests run them."""
    name, *rest = line.split()
    monkeypatch.setattr(f"tablier.cli.commands.{name}.run", lambda _arguments: 0)
    if rest == ["--help"]:
        with pytest.raises(SystemExit) as ended:
            main([name, *rest])
        assert ended.value.code == 0
    else:
        assert main([name, *rest]) == 0


@pytest.mark.parametrize("name", ["simulation", "referee"])
def test_the_python_they_show_runs_as_it_stands(name: str) -> None:
    """The examples need no board, and the names at their end exist."""
    shown = re.findall(r"(?ms)^```python\n(.*?)^```", (DOCS / "how" / f"{name}.md").read_text(encoding="utf-8"))
    assert shown
    for code in shown:
        exec(compile(code, name, "exec"), {})  # noqa: S102 - our own page


def test_every_page_and_picture_they_point_to_is_there() -> None:
    """This holds in the repository, too, except for files made only for the site."""
    made = {*FROM_ROOT, "fr/aide-memoire.pdf", "phrases.csv"}
    targets = [
        (page, (page.parent / target).resolve())
        for page in PAGES
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    ]
    assert len(targets) > len(PAGES)
    there = {DOCS / name for name in made}
    assert [f"{page}: {target}" for page, target in targets if not target.exists() and target not in there] == []


def test_every_path_they_name_is_there() -> None:
    """When code moves, the pages must follow."""
    named = [(page, path) for page in PAGES for path in PATH.findall(page.read_text(encoding="utf-8"))]
    assert len(named) > 40
    assert [f"{page.relative_to(ROOT)}: {path}" for page, path in named if not list(ROOT.glob(path.rstrip("/")))] == []


def test_every_page_that_code_names_is_there() -> None:
    """Code names them in docstrings, messages and settings."""
    files = [ROOT / "pyproject.toml", ROOT / "run", *(ROOT / "locks").glob("*.in")]
    for room in (*ROOMS, "bench", "tests"):
        files += [path for kind in ("py", "toml", "json", "js", "html") for path in (ROOT / room).rglob(f"*.{kind}")]
    named = [(path, page) for path in files for page in NAMED.findall(path.read_text(encoding="utf-8"))]
    assert len(named) > 40
    assert [f"{path.relative_to(ROOT)}: {page}" for path, page in named if not (ROOT / page).exists()] == []


def test_every_room_has_its_page() -> None:
    assert {path.stem for path in (DOCS / "how").glob("*.md")} >= set(ROOMS) - {"docs"}


def test_the_readme_is_short_and_without_tables_of_figures() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(readme.splitlines()) <= 120
    assert readme.count("![") == 1
    assert "%" not in readme


def test_all_pages_together_stay_short() -> None:
    """The pages at the root count, too. If one page grows, another must become shorter."""
    assert words() <= MOST_WORDS


def test_the_version_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    """It is in pyproject.toml, and the command reads it from there."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"tablier {version}\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site. A broken link or a page outside the navigation fails the build."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        (sys.executable, "-m", "mkdocs", "--quiet", "build", "--strict", "--site-dir", str(folder)),
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder; return its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietFiles, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class QuietFiles(SimpleHTTPRequestHandler):
    """Serves files without writing each request to the terminal."""

    def log_message(self, *_: object) -> None:
        """Write nothing."""


class Loaded(HTMLParser):
    """Collects every address that a page loads by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take scripts, styles, pictures and frames, but no links that a person follows."""
        values = {name: value or "" for name, value in attrs}
        if tag in ("script", "img", "iframe", "source", "video"):
            self.found.append(values.get("src", ""))
        elif tag == "link" and values.get("rel") not in ("canonical", "next", "prev"):
            self.found.append(values.get("href", ""))


def test_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    """So it works without a network."""
    pages = list(site.rglob("*.html"))
    assert len(pages) > 40
    for page in pages:
        loaded = Loaded()
        loaded.feed(page.read_text(encoding="utf-8"))
        assert loaded.found
        assert [address for address in loaded.found if re.match(r"(https?:)?//", address)] == [], page
    styles = "".join(style.read_text(encoding="utf-8") for style in site.rglob("*.css"))
    assert not re.search(r"url\(['\"]?(https?:)?//", styles)


def test_the_site_has_every_command_setting_and_message(site: Path) -> None:
    """The site makes them from the code, so none can be forgotten."""
    commands = (site / "commands.html").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"tablier {name}" not in commands] == []
    settings = (site / "settings.html").read_text(encoding="utf-8")
    example = tomllib.loads((DOCS / "table.example.toml").read_text(encoding="utf-8"))
    assert [name for name in example if f"[{name}]" not in settings] == []
    assert [
        key
        for section in example.values()
        for key, value in section.items()
        if not isinstance(value, dict) and f"<code>{key}</code>" not in settings
    ] == []
    assert "tablier/&lt;id&gt;/" in settings
    messages = (site / "mqtt.html").read_text(encoding="utf-8")
    schemas = SCHEMAS.glob("*.json")
    assert [path.stem for path in schemas if f">{path.stem}<" not in messages] == []


def test_french_pages_are_in_french_for_screen_readers(site: Path) -> None:
    french = (site / "fr" / "joueur.html").read_text(encoding="utf-8")
    assert '<html lang="fr"' in french
    assert "\u00a0!\u00a0»" in french or "École\u00a0!" in french
    assert '<html lang="en"' in (site / "index.html").read_text(encoding="utf-8")
    broken = {
        page.name: re.findall(r"^ *[»:;?!](?:\s.*)?$", page.read_text(encoding="utf-8"), re.MULTILINE)
        for page in FRENCH
    }
    assert not any(broken.values()), "a line begins with a mark that belongs to the line before"


def test_the_search_works_in_a_folder_without_a_server(site: Path, browser: Browser) -> None:
    """`./run docs` says where the first page is, and people open it as a file."""
    with visit(browser, (site / "index.html").as_uri(), width=1280, height=900) as page:
        page.locator(".md-search__input").click()
        page.keyboard.type("bredouille")
        expect(page.locator(".md-search-result__item").first).to_be_visible()


@pytest.mark.parametrize("name", ["index", "club", "faults", "how/referee", "fr/joueur", "404"])
def test_the_site_keeps_nobody_out(site: Path, browser: Browser, name: str) -> None:
    with served(site) as address, visit(browser, f"{address}{name}.html", width=1280, height=900) as page:
        # The theme draws tables that scroll, and buttons for code, by script.
        page.wait_for_function(
            "[...document.querySelectorAll('.md-typeset__scrollwrap')].every((e) => e.tabIndex === 0)"
        )
        assert violations(page) == []


def test_the_leaflet_is_one_page(site: Path) -> None:
    """`leaflet` raises if it is longer. The site has it."""
    made = leaflet()
    assert made.startswith(b"%PDF")
    assert (site / "fr" / "aide-memoire.pdf").read_bytes()[:4] == b"%PDF"


@pytest.mark.parametrize("name", PARTS)
def test_every_generated_part_is_asked_for_and_has_rows(name: str) -> None:
    assert any(f"<!-- generated: {name} -->" in page.read_text(encoding="utf-8") for page in PAGES)
    assert PARTS[name]().count("|") > 20


def test_a_diagram_puts_each_box_below_those_that_point_to_it() -> None:
    arrows = parse("a -> b: word\nb -> c\na -> c\nd -> c\nc -> a: back")
    assert rows_of(arrows) == [["a"], ["b", "d"], ["c"]]
    drawn = svg("a & b -> c/d: <word>")
    assert "a &amp; b" in drawn
    assert "&lt;word&gt;" in drawn
    assert "<title" in drawn


def test_a_line_that_is_no_arrow_is_named() -> None:
    with pytest.raises(ValueError, match="line 2: 'nothing'"):
        parse("a -> b\nnothing")
