"""The weight of the page: the compressed bytes of every view as sent to a browser, and its scripts. No options.

./run bench page
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import httpx

from announce.page.app import STATIC, create_page
from announce.page.server import PageServer
from announce.phrases.catalogue import languages
from announce.table_api.api import TableApi
from bench._results import Page, Results, parser_of

VIEWS = {"table, wall and referee": "index.html", "games of the past": "game.html"}
IMPORTS = re.compile(r"""from "\./(\w+\.js)";|src="static/([\w./]+)"|href="static/([\w./]+)\"""")


def main(arguments: list[str]) -> int:
    """Print and keep the figures."""
    given = parser_of("page", __doc__).parse_args(arguments)
    rows: list[tuple[str, int, float, float, float]] = []
    server = PageServer(create_page(TableApi("bench")), port=0)
    with server, httpx.Client(base_url=server.url, headers={"Accept-Encoding": "gzip"}) as client:
        for view, page in VIEWS.items():
            files = needed_files(page)
            paths = ["settings.json", f"phrases/{next(iter(languages()))}.json", *(f"static/{name}" for name in files)]
            scripts = [name for name in files if name.endswith(".js")]
            rows.append(
                (
                    view,
                    len(paths),
                    sum(bytes_sent(client, path) for path in paths) / 1e3,
                    sum(bytes_sent(client, f"static/{name}") for name in scripts) / 1e3,
                    sum((STATIC / name).stat().st_size for name in scripts) / 1e3,
                )
            )
    Results("page", arguments, given).table(
        "",
        page=Page.PERFORMANCE,
        title="What the page weighs",
        about="Everything a browser loads for a view, in one language, without pictures of the camera.",
        samples=sum(row[1] for row in rows),
        unit="files",
        columns=("view", "files", "sent compressed, kB", "of it scripts, kB", "scripts as they are, kB"),
        rows=rows,
    )
    return 0


def needed_files(page: str) -> Iterable[str]:
    """Return the page's own file and every script, style and picture that it needs, directly or not."""
    found, left = [page], [page]
    while left:
        text = (STATIC / left.pop()).read_text(encoding="utf-8")
        for name in ("".join(each) for each in IMPORTS.findall(text)):
            if name not in found and (STATIC / name).exists():
                found.append(name)
                left.append(name)
    return found


def bytes_sent(client: httpx.Client, path: str) -> int:
    """Return the bytes sent over the network for a file."""
    with client.stream("GET", path) as answer:
        answer.raise_for_status()
        return sum(len(part) for part in answer.iter_raw())
