"""Every page in the eyes of axe-core: nothing that keeps people from using it, in the dark and in the light."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from announce.page import PageServer, create_page
from announce.table_api import TableApi
from events.rulings import Disorder
from rules.position import Side
from tests.announce.page.table import JPEG
from tests.announce.page.test_game import keep
from tests.announce.samples import marked
from tests.announce.states import table_state

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.announce.page.table import Table

AXE = Path(__file__).parents[1] / "axe" / "node_modules" / "axe-core" / "axe.min.js"
OUT_OF_ORDER = Disorder("q7", 11.0, 7, ((Side.BLANCS, 5, 1, 0), (Side.BLANCS, 6, 1, 2)))


def violations(page: Page) -> list[str]:
    """What axe-core finds on a page, each with where it is."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: npm ci --prefix tests/announce/axe")
    page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = page.evaluate(
        """async () => {
            const { violations } = await axe.run();
            return violations.flatMap(({ id, nodes }) => nodes.map((one) => `${id} ${one.html}`));
        }"""
    )
    return found


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("view", ["", "?wall", "?referee"])
def test_a_tables_page_keeps_nobody_out(page: Page, table: Table, view: str, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type] # one of the two
    page.goto(table.server.url + view)
    page.wait_for_selector(".dames")
    table.tell(marked(points=6))
    table.tell(OUT_OF_ORDER)
    page.locator("#rulings li").nth(1).wait_for()
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("address", ["games", "games?game=1#1.2"])
def test_the_games_of_the_past_keep_nobody_out(page: Page, tmp_path: Path, address: str, scheme: str) -> None:
    feed = TableApi("salon")
    feed.publish_state(table_state())
    with PageServer(create_page(feed, games=keep(tmp_path / "kept"), evidence=lambda _name: JPEG), port=0) as server:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type] # one of the two
        page.goto(server.url + address)
        page.locator("h1").locator("visible=true").wait_for()
        assert violations(page) == []
        page.goto("about:blank")
