"""MkDocs' hooks: pages from the project's root, generated parts, French pages in French.

A line `<!-- generated: NAME -->` in a page is replaced by what `docs.builder.generated.PARTS[NAME]` returns.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # MkDocs loads this file by its path.

from docs.builder.generated import PARTS  # noqa: E402 - found by the line above
from docs.builder.leaflet import leaflet  # noqa: E402 - found by the line above

FROM_ROOT = {
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "security-policy.md": "SECURITY.md",
}
"""Pages of the site that stand elsewhere: where hosts of repositories look for them."""
PHRASES = ROOT / "training" / "phrases.csv"
FRENCH = {
    "Table of contents": "Sommaire",
    "Search": "Chercher",
    "Type to start searching": "Tapez pour chercher",
    "Previous": "Précédent",
    "Next": "Suivant",
}
"""The theme's own words on French pages; the theme has one language for a whole site."""
MARK = re.compile(r"^<!-- generated: ([\w-]+) -->$", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages from the root, the leaflet and the list of phrases."""
    for page, source in FROM_ROOT.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        for linked, here in (("docs/", ""), *((root, own) for own, root in FROM_ROOT.items())):
            text = text.replace(f"]({linked}", f"]({here}")  # Links there are relative to the root.
        files.append(File.generated(config, page, content=text))
    files.append(File.generated(config, "fr/aide-memoire.pdf", content=leaflet()))
    files.append(File.generated(config, "phrases.csv", abs_src_path=str(PHRASES)))
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
    """Give the French pages their language."""
    del config
    return french(accessible(output)) if page.file.src_uri.startswith("fr/") else accessible(output)


def on_post_template(output: str, template_name: str, config: MkDocsConfig) -> str:
    """Make the page of addresses that do not exist as accessible as the others."""
    del config
    return accessible(output) if template_name.endswith(".html") else output


def accessible(output: str) -> str:
    """Say to screen readers what the theme leaves out."""
    return output.replace("<th></th>", "<td></td>").replace(' role="dialog">', ' role="dialog" aria-label="Search">')


def french(output: str) -> str:
    """Replace the theme's English words of a page."""
    output = output.replace('<html lang="en"', '<html lang="fr"', 1)
    for words, ours in FRENCH.items():
        output = re.sub(rf'(?<=[">]){words}(?=["<:])|(?<=>)\s+{words}\s+(?=<)', ours, output)
    return output
