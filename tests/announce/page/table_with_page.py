"""A table with its broker and its page, and where things are on that page."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import FloatRect, Page

from announce.mqtt.broker import EmbeddedBroker
from announce.mqtt.client import BrokerSettings
from announce.mqtt.publisher import MqttPublisher
from announce.page.app import create_page
from announce.page.server import PageServer
from announce.table_api.requests import Request
from events.rulings import News
from events.state import Mode
from tests.announce.samples import announcements

JPEG = cv2.imencode(".jpg", np.full((30, 40, 3), 90, np.uint8))[1].tobytes()
SEEN = {
    "size": [40, 30], "corners": [[4, 3], [36, 3], [36, 27], [4, 27]], "hands": False, "resting": True, "troubles": [],
    "cases": [
        {"outline": [[4, 3], [8, 3], [8, 14], [4, 14]], "colour": "dark",
         "count": 5, "at_least": True, "expected": 9, "confidence": 0.99},
        {"outline": [[8, 3], [12, 3], [12, 14], [8, 14]], "colour": "light",
         "count": 2, "at_least": False, "expected": 1, "confidence": 0.5},
    ],
    "dice": [{"at": [20, 15], "value": 6, "flat": True, "confidence": 0.9}],
    "jetons": [{"at": [10, 15], "points": 4}], "pegs": [{"at": [2, 15], "hole": 25}],
}  # fmt: skip


class Table:
    """A table with its broker and page, and the requests it got."""

    def __init__(self, folder: Path) -> None:
        self.broker = EmbeddedBroker(folder, mqtt_port=0)
        self.asked: list[Request] = []
        self.publisher = self.open()
        self.server = self.serve(0)

    def open(self) -> MqttPublisher:
        self.publisher = MqttPublisher(
            "salon", BrokerSettings(port=self.broker.mqtt_port), on_request=self.asked.append
        )
        return self.publisher

    def serve(self, port: int) -> PageServer:
        page = create_page(self.publisher, frame=lambda: JPEG, seen=lambda: SEEN, evidence={"1-9-after": JPEG}.get)
        self.server = PageServer(page, port=port)
        return self.server

    def tell(self, news: News, mode: Mode = Mode.REFEREE, evidence: tuple[str, ...] = ()) -> None:
        for one in announcements(news, mode=mode):
            self.publisher.announce(dataclasses.replace(one, evidence=evidence))

    def close(self) -> None:
        self.server.close()
        self.publisher.close()
        self.broker.close()


def boxes(page: Page, selector: str) -> list[FloatRect]:
    """Return the boxes of all visible elements of a selector.

    One script finds and measures them: a locator does it in two steps, between which the page may redraw.
    """
    found: list[FloatRect] = page.evaluate(
        """selector => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility())
            .map(one => one.getBoundingClientRect().toJSON())""",
        selector,
    )
    return found


def dashes(page: Page, selector: str) -> str:
    """Return how the line of the first element of a selector is dashed, found and read in one script."""
    found: str = page.evaluate(
        "selector => getComputedStyle(document.querySelector(selector)).strokeDasharray", selector
    )
    return found


def centre(box: FloatRect) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def labels(page: Page) -> list[tuple[str, FloatRect]]:
    """Return the numbers of the first twelve cases and their places, read in one script."""
    found: list[tuple[str, FloatRect]] = page.evaluate(
        """[...document.querySelectorAll(".labels text")].slice(0, 12)
            .map(one => [one.textContent, one.getBoundingClientRect().toJSON()])"""
    )
    return found
