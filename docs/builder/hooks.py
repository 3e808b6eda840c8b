"""MkDocs' hooks: pages from the project's root, generated parts, French pages in French.

A line `<!-- generated: NAME -->` in a page is replaced by what `docs.builder.generated.PARTS[NAME]` returns.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # MkDocs loads this file by its path.

from docs.builder.generated import PARTS  # noqa: E402 - found by the line above
from docs.builder.leaflet import leaflet  # noqa: E402

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

FROM_ROOT = {
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "security-policy.md": "SECURITY.md",
    "phrases.md": "training/phrases.md",
}
"""Pages of the site that stand elsewhere: where hosts of repositories look for them, or where a command writes them."""
MARK = re.compile(r"^<!-- generated: ([\w-]+) -->$", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages from the root and the leaflet."""
    for page, source in FROM_ROOT.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        for linked, here in (("docs/", ""), *((root, own) for own, root in FROM_ROOT.items())):
            text = text.replace(f"]({linked}", f"]({here}")  # Links there are relative to the root.
        files.append(File.generated(config, page, content=text))
    files.append(File.generated(config, "fr/aide-memoire.pdf", content=leaflet()))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Fill in the generated parts."""
    del config, files

    def part(found: re.Match[str]) -> str:
        if found[1] not in PARTS:
            raise PluginError(f"{page.file.src_uri}: no generated part {found[1]!r}, expected one of {sorted(PARTS)}")
        return PARTS[found[1]]()

    filled = MARK.sub(part, markdown)
    # French spaces before punctuation do not break.
    return re.sub(r" (?=[:;!?»](?:\s|$))", "\u00a0", filled) if page.file.src_uri.startswith("fr/") else filled


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Give the French pages their language, which screen readers read them in."""
    del config
    return output.replace('<html lang="en"', '<html lang="fr"', 1) if page.file.src_uri.startswith("fr/") else output
