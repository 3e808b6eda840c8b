"""A real browser on our pages, which reports every error in their console."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.waiting import LONG

expect.set_options(timeout=LONG * 1000)

AXE = Path(__file__).parent / "announce" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first one installed is used. The shell takes a third less processor time than the whole browser."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the system's Chromium; skip the test if there is none."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("chromium is not installed")
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=program, args=["--no-sandbox"]) as browser,
    ):
        yield browser


SCHEMES: tuple[tuple[Literal["dark", "light"], dict[str, list[str]]], ...] = (
    ("dark", {}),
    ("light", {"runOnly": ["color-contrast", "link-in-text-block"]}),
)


def violations(page: Page) -> list[str]:
    """Return axe-core's findings on a page in the dark scheme, and those about colours in the light one, too."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: npm ci --prefix tests/announce/axe")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = []
    for scheme, rules in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += page.evaluate(
            """async (rules) => {
                const { violations } = await axe.run(rules);
                return violations.flatMap(({ id, nodes }) => nodes.map((one) => `${id} ${one.html}`));
            }""",
            rules,
        )
    return found


@contextmanager
def visit(browser: Browser, url: str, *, width: int, height: int, but: str = "\0") -> Iterator[Page]:
    """Open a page in French. Its console must have no errors, except those with the words `but` in them."""
    with browser.new_context(viewport={"width": width, "height": height}, locale="fr-FR") as context:
        context.set_default_timeout(LONG * 1000)
        page = context.new_page()
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(url)
        yield page
    assert [text for text in complaints if but not in text] == []
