"""A page open in a real browser, at a real table publishing through a real broker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.announce.page.table_with_page import Table
from tests.announce.samples import table_state
from tests.browsing import visit


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


@pytest.fixture
def page(browser: Browser, table: Table) -> Iterator[Page]:
    """Open the page at a table. It must report no error, except when the broker is away."""
    table.publisher.publish_state(table_state())
    with visit(browser, table.server.url, width=1440, height=900, but="WebSocket") as page:
        page.wait_for_selector(".dames")
        yield page
