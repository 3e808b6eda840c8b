"""The picture of the README: what the camera sees of an invented table, and the page next to it.

`./run docs picture` draws docs/pictures/at-work.png. It needs Chromium.
"""

from __future__ import annotations

import io
from pathlib import Path

import cv2
import numpy as np
from PIL import Image
from playwright.sync_api import sync_playwright

from announce.announcement import Announcement
from announce.page.app import create_page
from announce.page.server import PageServer
from announce.phrases.registry import Manner, announcements
from announce.phrases.trictrac import TRICTRAC
from announce.table_api.api import TableApi
from events.state import Mode
from events.trictrac.settings import Settings
from events.trictrac.state import Phase, TableState
from referee.trictrac.referee import Referee
from simulation.sensors.simulated_vision import SimulatedVision, VisionErrors
from simulation.timeline import SimulatedTable
from tablier.devices.simulated_source import InventedTable
from tablier.games.plan import Plan

TARGET = Path(__file__).resolve().parents[1] / "pictures" / "at-work.png"
PLAN = Plan(seed=5, look=None, mode="lesson", faults=0.0)
THROW, JANS = 24, 2
"""The picture shows the first throw from this one on that makes this number of jans."""
HIGH = 560
"""Pixels of the picture."""
BROWSERS = ("/usr/bin/chromium", "/usr/bin/chromium-browser")


def picture() -> None:
    """Play until a throw is worth looking at, and write the picture."""
    invented = InventedTable(PLAN)
    state, said, at = play_to_throw(invented)
    feed = TableApi("salon")
    feed.publish_state(state)
    for one in said[-6:]:
        feed.announce(one)
    camera = cv2.cvtColor(invented.picture(at, 0), cv2.COLOR_BGR2RGB)
    beside = (PLAN.width - PLAN.height * 7 // 6) // 2  # Of the table, left and right of the board.
    halves = [Image.fromarray(np.asarray(camera[:, beside : PLAN.width - beside], np.uint8)), page_picture(feed)]
    halves = [half.resize((round(half.width * HIGH / half.height), HIGH), Image.Resampling.LANCZOS) for half in halves]
    whole = Image.new("RGB", (sum(half.width for half in halves), HIGH))
    for half, left in zip(halves, (0, halves[0].width), strict=True):
        whole.paste(half, (left, 0))
    whole.save(TARGET, optimize=True)


def play_to_throw(invented: InventedTable) -> tuple[TableState, list[Announcement], float]:
    """The state at the throw that is shown, what was announced until then, and when it is (seconds)."""
    table = invented.table
    if not isinstance(table, SimulatedTable):
        raise TypeError("the picture shows a tour of trictrac")
    referee = Referee(Settings(mode=Mode.LESSON, jetons=True, pegs=True, first=table.first))
    said: list[Announcement] = []
    for observation in SimulatedVision(table, VisionErrors(seed=PLAN.seed)).observations():
        for ruling in referee.observe(observation).rulings:
            said += announcements(ruling, TRICTRAC, Manner(Mode.LESSON))
        state = referee.state()
        if state.throw >= THROW and state.phase is Phase.TO_MARK and len(state.jans or ()) >= JANS:
            return state, said, observation.t
    raise ValueError(f"{PLAN}: no throw from {THROW} on is worth {JANS} jans")


def page_picture(feed: TableApi) -> Image.Image:
    """The page as a browser paints it."""
    program = next(filter(lambda path: Path(path).exists(), BROWSERS))
    with PageServer(create_page(feed), port=0) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(
            viewport={"width": 1280, "height": 800}, locale="fr-FR", color_scheme="dark", reduced_motion="reduce"
        )
        page.goto(server.url)
        page.locator(".jan").first.wait_for()
        painted = page.screenshot()
        browser.close()
    return Image.open(io.BytesIO(painted)).convert("RGB")
