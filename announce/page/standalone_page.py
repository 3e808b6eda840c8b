"""A past game as one HTML file that needs no other file and no network."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

from announce.page.app import STATIC
from announce.phrases.catalogue import FALLBACK, languages, page_texts
from announce.table_api.payloads import Json

POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:; base-uri 'none'"
)
"""The file's own content security policy. It can load nothing, so reading it leaves no trace elsewhere."""
_IMPORT: Final = re.compile(r'from "\./([\w.]+)"')
_LINKS: Final = re.compile(r' *<(link|script|meta name="color-scheme")[^>]*>(</script>)?\n')


def single_file(
    game: Mapping[str, Json],
    pictures: Mapping[str, bytes],
    *,
    language: str = FALLBACK,
    analysis: Mapping[str, Json] | None = None,
) -> str:
    """Return the viewer of a game as HTML, with its words, its pictures and the game itself.

    Args:
        game: the document of the game (`announce.page.past_games.document`).
        pictures: JPEG bytes by the names in its rulings.
        language: the first language of the page.
        analysis: the coach's analysis (`announce.page.past_games`); None if there is none.

    Raises UnknownLanguage.
    """
    brought = {
        "settings": {"language": language, "languages": languages(language), "table": game["table"]},
        "game": game,
        "analysis": analysis,
        "phrases": {code: page_texts(code) for code in languages(language)},
        "pictures": {
            name: f"data:image/jpeg;base64,{base64.b64encode(data).decode()}" for name, data in pictures.items()
        },
    }
    # Escape `<`, so that the text cannot end the script element that holds it.
    text = json.dumps(brought, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    style = "".join((STATIC / name).read_text("utf-8") for name in ("page.css", "views.css", "game.css"))
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />\n'
        f'<meta name="color-scheme" content="dark light" />\n<style>{style}</style>\n'
        f'<script type="importmap">{json.dumps({"imports": _modules("game.js")})}</script>\n'
        f'<script type="application/json" id="brought">{text}</script>\n'
        '<script type="module">import "game.js";</script>\n'
    )
    page = _LINKS.sub("", (STATIC / "game.html").read_text("utf-8"))
    return page.replace('<html lang="fr">', f'<html lang="{language}">').replace("</head>", f"{head}</head>", 1)


def _modules(first: str) -> dict[str, str]:
    """Return the address of a module and of all its imports, each by its bare name."""
    found: dict[str, str] = {}
    waiting = [first]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        source = (STATIC / name).read_text("utf-8")
        waiting.extend(_IMPORT.findall(source))
        found[name] = "data:text/javascript," + quote(_IMPORT.sub(r'from "\1"', source))
    return found
