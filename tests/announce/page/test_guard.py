"""The page's door, over real HTTP and real WebSockets: who comes in, from where, how often and with how much."""

from __future__ import annotations

import contextlib
import json
import socket
import ssl
import subprocess
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from announce.access import Door
from announce.access.door import ATTEMPTS, REQUESTS
from announce.mqtt import Feed, Request, Verb
from announce.page import PageFailed, PageServer, create_page
from announce.page import live as live_module
from announce.page.connections import MOST_OF_ONE
from announce.page.guard import LONGEST_BODY, NO_ROLE
from tests.announce.accounts import ACCOUNTS, WORD
from tests.announce.brokers import installed
from tests.announce.states import table_state
from tests.waiting import eventually

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from websockets.sync.client import ClientConnection

JPEG = b"\xff\xd8 a picture \xff\xd9"


class House:
    """A table's page with accounts, and what was asked of the table; every request is done at once."""

    def __init__(self, *, guests: bool = False) -> None:
        self.accounts = ACCOUNTS
        self.asked: list[Request] = []
        self.feed = Feed("salon", on_request=self._asked)
        self.feed.publish_state(table_state())
        kept = (Verb.CORRECT, Verb.UNDO, Verb.MODE)
        self.door = Door("salon", lambda: self.accounts, guests=guests, referees_alone=kept)
        page = create_page(self.feed, door=self.door, frame=lambda: JPEG, evidence={"9": JPEG}.get)
        self.server = PageServer(page, port=0)
        self.origin = self.server.url.rstrip("/")

    def _asked(self, request: Request) -> None:
        self.asked.append(request)
        self.feed.answer(request)

    @contextlib.contextmanager
    def client(self, name: str | None = None) -> Iterator[httpx.Client]:
        """A browser of somebody; None has not signed in."""
        with httpx.Client(base_url=self.server.url, headers={"Origin": self.origin}, timeout=20) as client:
            if name is not None:
                answer = client.post("/session", json={"name": name, "password": WORD})
                assert answer.status_code == 200, answer.text
            yield client

    def follow(self, client: httpx.Client | None = None, origin: str | None = None) -> ClientConnection:
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items()) if client else ""
        return connect(
            f"ws{self.origin.removeprefix('http')}/live",
            origin=Origin(origin or self.origin),
            additional_headers={"Cookie": cookies},
            compression=None,
        )


@pytest.fixture
def house() -> Iterator[House]:
    house = House()
    with house.server:
        yield house


BODIES: dict[str, dict[str, Any]] = {  # What else each must hold; a verb without one is refused by the table itself.
    "claim": {"side": "noirs", "what": "ecole"},
    "undo": {},
    "correct": {"dice": [6, 4]},
    "pause": {"paused": True},
    "mode": {"mode": "score"},
    "tour": {"first": "noirs"},
    "volume": {"muted": True},
    "call": {"side": "noirs"},
    "guess": {"on": True},
    "snapshot": {},
}


def ask(client: httpx.Client, verb: str, **more: object) -> httpx.Response:
    body = {"transaction": f"{verb}-{time.monotonic_ns()}", **BODIES.get(verb, {}), **more}
    return client.post(f"/request/{verb}", json=body)


def test_nothing_of_the_table_is_shown_to_a_stranger(house: House) -> None:
    """Only the files that ask him who he is; every other path, there or not, wants an account."""
    with house.client() as stranger:
        for path in ("/", "/settings.json", "/phrases/fr.json", "/static/main.js", "/session"):
            assert stranger.get(path).status_code == 200, path
        for path in ("/camera.jpg", "/seen.json", "/evidence/9.jpg", "/live", "/request/undo", "/nothing", "/static"):
            assert stranger.get(path).status_code == 401, path
        for verb in Verb:
            assert ask(stranger, verb).status_code == 401
        assert stranger.get("/session").json() == {"name": "", "role": None, "verbs": [], "accounts": True}
    with house.follow() as nobody, pytest.raises(ConnectionClosed) as closed:
        nobody.recv(timeout=5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == NO_ROLE
    assert house.asked == []


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("vera", {"snapshot"}),
        ("max", {"snapshot"}),
        ("lea", set(Verb) - {"correct", "undo", "mode"}),
        ("noe", set(Verb)),
    ],
)
def test_each_role_asks_what_it_may_and_no_more(house: House, name: str, allowed: set[str]) -> None:
    """A viewer, a player of another table, a player of this one whose referee keeps three verbs, and the referee."""
    with house.client(name) as client:
        assert client.get("/camera.jpg").content == JPEG
        for verb in Verb:
            answer = ask(client, verb, by="somebody else")
            assert answer.status_code == (200 if verb in allowed else 403), verb
            if verb in BODIES:
                assert answer.json().get("ok", False) == (verb in allowed), verb
        assert set(client.get("/session").json()["verbs"]) == allowed
    assert {request.by for request in house.asked} <= {name}
    assert {request.verb for request in house.asked} == allowed & (BODIES.keys() - {"snapshot", "call"})


def test_a_guest_where_guests_may_look_on_sees_the_game_and_not_the_room() -> None:
    house = House(guests=True)
    with house.server, house.client() as guest, house.follow() as live:
        assert json.loads(live.recv(timeout=5))["value"]["state"]["table"] == "salon"
        assert guest.get("/camera.jpg").status_code == guest.get("/evidence/9.jpg").status_code == 401
        assert all(ask(guest, verb).status_code in (401, 403) for verb in Verb)
    assert house.asked == []


def test_the_cookie_is_for_the_browser_and_this_page_alone(house: House) -> None:
    with house.client() as client:
        answer = client.post("/session", json={"name": "lea", "password": WORD})
        (cookie,) = answer.headers.get_list("set-cookie")
        parts = {part.strip().lower() for part in cookie.split(";")[1:]}
        assert {"httponly", "samesite=strict", "path=/"} <= parts
        assert "secure" not in parts
        assert not any(part.startswith("domain") for part in parts)
        assert WORD not in answer.text
        assert answer.headers["cache-control"] == "no-store"


def test_over_tls_the_cookie_is_secure_and_only_the_secure_page_may_ask(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    new = (
        installed("openssl"),
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    )
    name = ("-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate)
    subprocess.run((*new, *name), check=True, capture_output=True)
    feed = Feed("salon")
    page = create_page(feed, door=Door("salon", lambda: ACCOUNTS))
    with PageServer(page, port=0, certificate=certificate, key=key) as server:
        assert server.url.startswith("https://")
        trusted = ssl.create_default_context(cafile=certificate)
        origin = server.url.rstrip("/")
        with httpx.Client(base_url=server.url, verify=trusted) as client:
            signed = {"name": "lea", "password": WORD}
            assert (
                client.post("/session", json=signed, headers={"Origin": origin}).headers["set-cookie"].count("Secure")
            )
            plain = client.post("/session", json=signed, headers={"Origin": origin.replace("https", "http")})
            assert plain.status_code == 403
    with pytest.raises(PageFailed, match=r"cert\.pem"):
        PageServer(page, port=0, certificate=tmp_path / "cert.pem", key=tmp_path / "none.pem")


def test_who_signs_out_or_loses_his_account_is_out_at_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the page he has open: it is told nothing more."""
    monkeypatch.setattr(live_module, "LOOK", 0.1)
    with house.client("lea") as client, house.client("noe") as other, house.follow(client) as live:
        live.recv(timeout=5)
        house.accounts = ACCOUNTS.without("lea")
        assert client.get("/camera.jpg").status_code == 401
        with pytest.raises(ConnectionClosed):
            live.recv(timeout=5)
        token = other.cookies["tablier-salon"]
        assert other.delete("/session").status_code == 204
        assert other.get("/camera.jpg", headers={"Cookie": f"tablier-salon={token}"}).status_code == 401


def test_who_is_told_nothing_new_is_told_that_the_table_is_here(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "LOOK", 0.1)
    with house.client("lea") as client, house.follow(client) as live:
        assert json.loads(live.recv(timeout=5))["name"] == "snapshot"
        assert json.loads(live.recv(timeout=5)) == {"name": "here", "value": None}


# websockets leaves the socket of a refused handshake to the garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("origin", ["http://example.org", "null", "", "http://localhost", "http://localhost:1@[::1"])
def test_another_sites_page_can_ask_nothing_with_a_players_cookie(house: House, origin: str) -> None:
    """CSRF, and the same by WebSocket."""
    with house.client("noe") as client:
        for verb in Verb:
            answer = client.post(f"/request/{verb}", json={"transaction": "x"}, headers={"Origin": origin})
            assert (answer.status_code, answer.json()) == (403, {"error": "origin"})
        assert client.delete("/session", headers={"Origin": origin}).status_code == 403
        with pytest.raises(InvalidStatus), house.follow(client, origin or "http://x"):
            pass
        cross = client.post("/request/undo", json={"transaction": "x"}, headers={"Sec-Fetch-Site": "same-site"})
        assert cross.status_code == 403
    assert house.asked == []


def test_a_form_of_another_site_has_no_origin_of_ours_even_without_a_cookie(house: House) -> None:
    """Signing somebody in as another is CSRF as well."""
    with house.client() as client:
        answer = client.post("/session", json={"name": "lea", "password": WORD}, headers={"Origin": "http://evil.org"})
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("host", ["example.org", "localhost.example.org", "10.0.0.7", "[2001:db8::1]", ""])
def test_no_other_name_may_be_made_to_point_here(house: House, host: str) -> None:
    """DNS rebinding, by HTTP and WebSocket; the origin would be right then."""
    with house.client("noe") as client:
        headers = {"Host": host, "Origin": f"http://{host}"}
        assert client.get("/session", headers=headers).status_code == 400
        assert client.post("/request/undo", json={"transaction": "x"}, headers=headers).status_code == 400
    assert house.asked == []


def test_on_a_network_addresses_and_the_names_given_are_answered_to() -> None:
    page = create_page(Feed("salon"), hosts=("tablier.home",), only_local=False)
    with PageServer(page, port=0) as server, httpx.Client(base_url=server.url) as client:
        for host in ("tablier.home", "TABLIER.home:8080", "192.168.1.20:8080", "[fe80::1]:8080", "localhost"):
            assert client.get("/session", headers={"Host": host}).status_code == 200, host
        for host in ("evil.org", "192.168.1.20.evil.org", "tablier.home.evil.org:8080", "1.2.3.4@evil.org"):
            assert client.get("/session", headers={"Host": host}).status_code == 400, host


def test_guessing_a_password_is_slowed_down(house: House) -> None:
    with house.client() as client:
        wrong = [
            client.post("/session", json={"name": "lea", "password": f"guess {n}"}) for n in range(ATTEMPTS[1] + 3)
        ]
        assert [answer.status_code for answer in wrong] == [401] * ATTEMPTS[1] + [429] * 3
        assert int(wrong[-1].headers["retry-after"]) >= 1
        assert wrong[-1].json()["error"] == "often"
        assert client.post("/session", json={"name": "lea", "password": WORD}).status_code == 429


def test_asking_without_end_is_slowed_down(house: House) -> None:
    with house.client("lea") as client:
        answers = [ask(client, "pause").status_code for _ in range(REQUESTS[1] + 30)]
    assert answers[: REQUESTS[1]] == [200] * REQUESTS[1]
    assert 429 in answers
    assert len(house.asked) == answers.count(200)


@pytest.mark.parametrize("length", [LONGEST_BODY + 1, 10**9, 10**30])
def test_too_long_a_body_is_not_read(house: House, length: int) -> None:
    with socket.create_connection(("127.0.0.1", house.server.port), timeout=10) as raw:
        head = f"POST /session HTTP/1.1\r\nHost: localhost:{house.server.port}\r\nOrigin: {house.origin}\r\n"
        raw.sendall(f"{head}Content-Length: {length}\r\n\r\n".encode())
        assert raw.recv(100).startswith(b"HTTP/1.1 4")


def test_a_body_that_does_not_say_its_length_is_cut_off(house: House) -> None:
    def parts() -> Iterator[bytes]:
        for _ in range(1000):
            yield b" " * 1024

    with house.client() as client:
        # It may be closed while we still write.
        with contextlib.suppress(httpx.WriteError, httpx.RemoteProtocolError, httpx.ReadError):
            assert client.post("/session", content=parts()).status_code == 413
        assert client.get("/session").status_code == 200


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"name":1,"password":2}', b"\xff", b"[" * 9000, b'{"name":"a"}'])
def test_a_sign_in_that_is_none_is_refused(house: House, body: bytes) -> None:
    with house.client() as client:
        assert client.post("/session", content=body).status_code == 400


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"\xff", b"[" * 9000, b'{"transaction":"t"}', b'"undo"'])
def test_a_request_that_is_none_is_answered_with_what_is_wrong(house: House, body: bytes) -> None:
    with house.client("noe") as client:
        answer = client.post("/request/claim", content=body)
        assert answer.status_code == 200
        assert answer.json()["ok"] is False
    assert house.asked == []


def test_nobody_holds_all_connections(house: House) -> None:
    """Of one address so many and no more; a guest who says nothing takes nobody's place, and is put out in the end."""
    # Loopback is one address but may be a proxy's: another of this machine's own stands for a guest.
    guest = ("127.0.0.2", 0)
    held = [
        socket.create_connection(("127.0.0.1", house.server.port), timeout=5, source_address=guest)
        for _ in range(MOST_OF_ONE + 20)
    ]
    try:
        eventually(lambda: sum(map(closed, held)) == 20)
        with house.client() as client:
            assert client.get("/session").status_code == 200
    finally:
        for one in held:
            one.close()


def closed(one: socket.socket) -> bool:
    """Whether the other side has closed it."""
    one.setblocking(False)
    try:
        return one.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


def test_a_request_that_never_ends_is_put_out(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a head, half a body, and an answer nobody reads."""
    monkeypatch.setattr("announce.page.connections.PATIENCE", 0.3)
    host = f"Host: localhost:{house.server.port}\r\nOrigin: {house.origin}\r\n"
    halves = (b"", b"GET / HT", f"POST /session HTTP/1.1\r\n{host}Content-Length: 100\r\n\r\n{{".encode())
    held = [socket.create_connection(("127.0.0.1", house.server.port), timeout=5) for _ in halves]
    for one, half in zip(held, halves, strict=True):
        one.sendall(half)
    for one in held:
        eventually(partial(closed, one))
        one.close()


def test_one_who_reads_too_slowly_is_let_go_and_nobody_waits_for_him(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He keeps the connection and reads nothing; the others are told all the same, and what waits is bounded."""
    # Long enough for those who do read, on a busy machine too.
    monkeypatch.setattr(live_module, "SEND_TIME", 3.0)
    monkeypatch.setattr("announce.page.connections.PATIENCE", 3.0)
    with house.client("lea") as client, house.follow(client) as reader, socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", house.server.port))
        slow.sendall(
            f"GET /live HTTP/1.1\r\nHost: localhost:{house.server.port}\r\nOrigin: {house.origin}\r\n"
            f"Cookie: tablier-salon={client.cookies['tablier-salon']}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        eventually(lambda: len(house.feed._followers) == 2)
        reader.recv(timeout=10)
        long = json.dumps("x" * 100_000)  # The kernel itself takes some megabytes for him.
        for _ in range(200):
            house.feed._tell("note", long)
            assert json.loads(reader.recv(timeout=10))["name"] == "note"
            if len(house.feed._followers) == 1:
                break
        eventually(lambda: len(house.feed._followers) == 1)
        eventually(lambda: len(house.server.connections) <= 2)  # The reader's, and the client's own.


def test_a_page_that_says_anything_on_the_live_line_is_let_go(house: House) -> None:
    with house.client("lea") as client:
        for said in ("undo", "x" * 100_000, b"\0" * 10):
            with house.follow(client) as live:
                live.recv(timeout=5)
                live.send(said)
                with pytest.raises(ConnectionClosed):
                    live.recv(timeout=5)
    assert house.asked == []


def test_a_cookie_that_is_none_opens_nothing(house: House) -> None:
    with house.client() as client:
        for cookie in ("tablier-salon=", "tablier-salon=" + "a" * 9000, "tablier-salon=\xe9", ";;==", "tablier-cave=x"):
            answer = client.get("/camera.jpg", headers={b"Cookie": cookie.encode("latin-1")})
            assert answer.status_code == 401
