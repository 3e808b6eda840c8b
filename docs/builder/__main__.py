"""`./run docs`: build the documentation site, strictly, and the pages of figures.

./run docs                  builds var/site (start at var/site/index.html)
./run docs serve            shows it on http://127.0.0.1:8000 and follows changes
./run docs leaflet [FILE]   the French leaflet alone, as a PDF (default: var/aide-memoire.pdf)
./run docs words            counts the words of all pages, but not of the change log
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from bench._results import write_pages
from docs.builder.leaflet import leaflet

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
WRITTEN = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md")
"""The pages outside docs/ that people write; the change log only grows."""
MOST_WORDS = 26_500
"""Of all pages together: half of what they were in the first version."""


def main(arguments: list[str]) -> int:
    """Run one of the commands; its exit status."""
    parser = argparse.ArgumentParser(
        prog="./run docs", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="?", choices=("build", "serve", "leaflet", "picture", "words"), default="build")
    parser.add_argument("target", nargs="?", type=Path, help="of build: the folder; of leaflet: the file")
    given = parser.parse_args(arguments)
    if given.what == "words":
        print(f"{words():,} words; at most {MOST_WORDS:,}")
        return 0
    if given.what == "leaflet":
        target = given.target or ROOT / "var" / "aide-memoire.pdf"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(leaflet())
        print(target)
        return 0
    if given.what == "picture":
        from docs.builder.picture import picture  # noqa: PLC0415 - it loads half the project, and a browser

        picture()
        return 0
    write_pages()
    return mkdocs("serve") if given.what == "serve" else mkdocs("build", given.target or ROOT / "var" / "site")


def mkdocs(command: str, target: Path | None = None) -> int:
    """Run MkDocs, strictly: a broken link or a page outside the navigation is an error."""
    folder = ("--site-dir", str(target.resolve())) if target is not None else ()
    line = (sys.executable, "-m", "mkdocs", "--quiet", command, "--strict", *folder)
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    status = subprocess.run(line, cwd=ROOT, env=quiet, check=False).returncode
    if status == 0 and target is not None:
        print(target / "index.html")
    return status


def words() -> int:
    """Words of all pages, the pages of figures too, as `wc -w` counts them."""
    return sum(len(page.read_text(encoding="utf-8").split()) for page in (*WRITTEN, *DOCS.rglob("*.md")))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
