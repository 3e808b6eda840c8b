"""The page's files and answers, over real HTTP."""

from __future__ import annotations

import gzip
import socket
import threading
from collections.abc import Iterator

import httpx
import pytest
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from announce.page.app import STATIC, create_page
from announce.page.server import PageFailed, PageServer
from announce.phrases.catalogue import UnknownLanguage, languages
from announce.table_api.api import TableApi
from announce.table_api.verbs import InvalidTableId
from rules.seating import Seating
from tests.waiting import LONG

MOST_BYTES = 60_000
JPEG = b"\xff\xd8 a picture \xff\xd9"


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    page = create_page(TableApi("salon"), seating=Seating("far", "right"))
    with PageServer(page, port=0) as server, httpx.Client(base_url=server.url, timeout=LONG) as client:
        yield client


def test_everything_the_page_needs_is_within_its_budget(client: httpx.Client) -> None:
    """All files together are at most 60 kB, compressed as for a browser."""
    paths = ["/", "/settings.json", *(f"/phrases/{language}.json" for language in languages())]
    paths += [f"/static/{file.relative_to(STATIC)}" for file in STATIC.rglob("*.*")]
    sent = 0
    for path in paths:
        with client.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as answer:
            assert answer.status_code == 200, path
            sent += sum(len(part) for part in answer.iter_raw())
    assert 10_000 < sent < MOST_BYTES


def test_a_large_file_is_sent_compressed(client: httpx.Client) -> None:
    whole = (STATIC / "board.js").read_bytes()
    with client.stream("GET", "/static/board.js", headers={"Accept-Encoding": "gzip"}) as answer:
        assert gzip.decompress(b"".join(answer.iter_raw())) == whole


@pytest.mark.parametrize("path", ["/", "/static/main.js", "/nothing", "/phrases/fr.json"])
def test_every_answer_forbids_what_the_page_does_not_need(client: httpx.Client, path: str) -> None:
    """This holds for errors too; the page may reach only its own server."""
    headers = client.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"


def test_the_settings_say_where_the_table_is_and_how_it_is_seen(client: httpx.Client) -> None:
    assert client.get("/settings.json").json() == {
        "table": "salon",
        "language": "fr",
        "languages": ["fr", "en"],
        "seating": {"blancs": "far", "talons": "right"},
        "camera": False,
        "games": False,
        "exercises": False,
    }


@pytest.mark.parametrize("path", ["/phrases/xx.json", "/phrases/..%2Ffr.json", "/camera.jpg", "/static/../app.py"])
def test_missing_paths_are_not_found(client: httpx.Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_newest_camera_picture_is_given_while_there_is_one() -> None:
    pictures: list[bytes | None] = [JPEG, None]
    with (
        PageServer(create_page(TableApi("salon"), frame=lambda: pictures.pop(0)), port=0) as server,
        httpx.Client(base_url=server.url, timeout=LONG) as client,
    ):
        answer = client.get("/camera.jpg")
        assert (answer.content, answer.headers["content-type"]) == (JPEG, "image/jpeg")
        assert answer.headers["cache-control"] == "no-store"
        assert client.get("/camera.jpg").status_code == 404


def test_the_picture_of_a_ruling_is_given_by_its_id() -> None:
    with (
        PageServer(create_page(TableApi("salon"), evidence={"f 1": JPEG}.get), port=0) as server,
        httpx.Client(base_url=server.url, timeout=LONG) as client,
    ):
        assert client.get("/evidence/f%201.jpg").content == JPEG
        assert client.get("/evidence/2.jpg").status_code == 204
        assert client.get("/evidence/..%2F..%2Fapp.py.jpg").status_code == 404


def test_a_port_that_cannot_be_served_is_named() -> None:
    with pytest.raises(InvalidTableId):
        TableApi("a/b")
    with pytest.raises(UnknownLanguage):
        create_page(TableApi("salon"), language="xx")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(PageFailed, match=f"port {port}: the port is taken"):
            PageServer(create_page(TableApi("salon")), port=port)


def test_closing_twice_is_closing_once() -> None:
    server = PageServer(create_page(TableApi("salon")), port=0)
    assert server.host == "127.0.0.1"
    server.close()
    server.close()
    assert "closed" in repr(server)


class Slow:
    """A page that is closed while its one answer is slow."""

    def __init__(self) -> None:
        self.asked, self.ready = threading.Event(), threading.Event()
        self.answers: list[httpx.Response] = []
        self.server = PageServer(Starlette(routes=[Route("/", self._answer)]), port=0)
        self._guest = threading.Thread(target=lambda: self.answers.append(httpx.get(self.server.url, timeout=LONG)))
        self._guest.start()
        assert self.asked.wait(LONG)
        self._closing = threading.Thread(target=self.server.close)
        self._closing.start()

    async def _answer(self, _request: Request) -> PlainTextResponse:
        self.asked.set()
        await run_in_threadpool(self.ready.wait, LONG)
        return PlainTextResponse("here it is")

    def closes_without(self) -> bool:
        """Whether the page does not wait for its answer."""
        self._closing.join(0.5)
        return not self._closing.is_alive()

    def end(self) -> None:
        self.ready.set()
        self._guest.join(LONG)
        self._closing.join(LONG)


def test_an_answer_under_way_when_the_page_closes_is_sent() -> None:
    slow = Slow()
    assert not slow.closes_without()
    slow.end()
    assert [answer.text for answer in slow.answers] == ["here it is"]


def test_an_answer_cut_off_by_closing_leaves_no_traceback(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("announce.page.server.FAREWELL", 0.0)
    slow = Slow()
    while "closed" not in repr(slow.server) and not slow.answers:
        pass
    slow.end()
    assert [answer.status_code for answer in slow.answers] == [500]
    assert not [record for record in caplog.records if record.exc_info]
