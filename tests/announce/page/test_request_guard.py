"""Access to the page over real HTTP and WebSockets: rights, origins, rates and sizes."""

from __future__ import annotations

import concurrent.futures
import contextlib
import json
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from announce.access import auth as auth_module
from announce.access.auth import ATTEMPTS, REQUESTS, Auth
from announce.access.limits import MOST_OF_ONE, SILENT
from announce.page import live as live_module
from announce.page.app import create_page
from announce.page.request_guard import LONGEST_BODY, NO_ROLE
from announce.page.server import PageFailed, PageServer
from announce.table_api.api import TableApi
from announce.table_api.requests import Request
from announce.table_api.verbs import Verb
from tests.announce.samples import ACCOUNTS, WORD, table_state
from tests.programs import installed
from tests.waiting import LONG, eventually

JPEG = b"\xff\xd8 a picture \xff\xd9"


class House:
    """A table's page with accounts, and the requests to the table, each done at once."""

    def __init__(self, *, guests: bool = False) -> None:
        self.accounts = ACCOUNTS
        self.asked: list[Request] = []
        self.api = TableApi("salon", on_request=self._asked)
        self.api.publish_state(table_state())
        kept = (Verb.CORRECT, Verb.UNDO, Verb.MODE)
        self.auth = Auth("salon", lambda: self.accounts, guests=guests, referees_alone=kept)
        page = create_page(self.api, auth=self.auth, frame=lambda: JPEG, evidence={"9": JPEG}.get)
        self.server = PageServer(page, port=0)
        self.origin = self.server.url.rstrip("/")

    def _asked(self, request: Request) -> None:
        self.asked.append(request)
        self.api.answer(request)

    @contextlib.contextmanager
    def client(self, name: str | None = None) -> Iterator[httpx.Client]:
        """Return the browser of a person; None has not signed in."""
        with httpx.Client(base_url=self.server.url, headers={"Origin": self.origin}, timeout=LONG) as client:
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
            open_timeout=LONG,
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


def until_closed(live: ClientConnection) -> None:
    """Read a live connection until the page closes it."""
    with contextlib.suppress(ConnectionClosed):
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            live.recv(timeout=LONG)
        pytest.fail("the page did not close the connection")


def ask(client: httpx.Client, verb: str, **more: object) -> httpx.Response:
    body = {"transaction": f"{verb}-{time.monotonic_ns()}", **BODIES.get(verb, {}), **more}
    return client.post(f"/request/{verb}", json=body)


def test_nothing_of_the_table_is_shown_to_a_stranger(house: House) -> None:
    """A stranger gets only the sign-in files; every other path, existing or not, needs an account."""
    with house.client() as stranger:
        for path in ("/", "/settings.json", "/phrases/fr.json", "/static/main.js", "/session"):
            assert stranger.get(path).status_code == 200, path
        for path in (
            "/camera.jpg",
            "/seen.json",
            "/evidence/9.jpg",
            "/games.json",
            "/games/1.json",
            "/live",
            "/request/undo",
            "/nothing",
            "/static",
        ):
            assert stranger.get(path).status_code == 401, path
        for verb in Verb:
            assert ask(stranger, verb).status_code == 401
        assert stranger.get("/session").json() == {"name": "", "role": None, "verbs": [], "accounts": True}
    with house.follow() as nobody, pytest.raises(ConnectionClosed) as closed:
        nobody.recv(timeout=LONG)
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
        assert json.loads(live.recv(timeout=LONG))["value"]["state"]["table"] == "salon"
        assert guest.get("/camera.jpg").status_code == guest.get("/evidence/9.jpg").status_code == 401
        assert guest.get("/games.json").json() == []
        assert guest.get("/games/1.json").status_code == 404
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


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for localhost and its key."""
    folder = tmp_path_factory.mktemp("tls")
    key, certificate = folder / "key.pem", folder / "cert.pem"
    asked = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
    made = [installed("openssl"), *asked.split(), "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(made, check=True, capture_output=True)
    return certificate, key


@pytest.fixture
def safe(pair: tuple[Path, Path]) -> Iterator[PageServer]:
    """A page over TLS."""
    page = create_page(TableApi("salon"), auth=Auth("salon", lambda: ACCOUNTS))
    with PageServer(page, port=0, certificate=pair[0], key=pair[1]) as server:
        yield server


def test_over_tls_the_cookie_is_secure_and_only_the_secure_page_may_ask(
    safe: PageServer, pair: tuple[Path, Path], tmp_path: Path
) -> None:
    assert safe.url.startswith("https://")
    origin = safe.url.rstrip("/")
    with httpx.Client(base_url=safe.url, verify=ssl.create_default_context(cafile=pair[0]), timeout=LONG) as client:
        signed = {"name": "lea", "password": WORD}
        assert client.post("/session", json=signed, headers={"Origin": origin}).headers["set-cookie"].count("Secure")
        plain = client.post("/session", json=signed, headers={"Origin": origin.replace("https", "http")})
        assert plain.status_code == 403
    with pytest.raises(PageFailed, match=r"cert\.pem"):
        PageServer(create_page(TableApi("salon")), port=0, certificate=pair[0], key=tmp_path / "none.pem")


def test_over_tls_clients_come_and_go_in_turn_and_at_once(safe: PageServer, pair: tuple[Path, Path]) -> None:
    """A connection that ended, well or badly, does not cost the next one."""
    trusted = ssl.create_default_context(cafile=pair[0])

    def asks() -> int:
        return httpx.get(f"{safe.url}session", verify=trusted, timeout=LONG).status_code

    for _ in range(3):
        assert asks() == 200
    for said in (b"", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01"):
        with socket.create_connection(("127.0.0.1", safe.port)) as broken:
            broken.sendall(said)
        assert asks() == 200
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert [*pool.map(lambda _: asks(), range(24))] == [200] * 24
    eventually(lambda: len(safe.connections) == 0)


def test_half_open_tls_connections_keep_nobody_out(safe: PageServer, pair: tuple[Path, Path]) -> None:
    """They count from the moment they are accepted, and are closed to make room for others."""
    held = [socket.create_connection(("127.0.0.1", safe.port), timeout=LONG) for _ in range(300)]
    try:
        answer = httpx.get(f"{safe.url}session", verify=ssl.create_default_context(cafile=pair[0]), timeout=LONG)
        assert answer.status_code == 200
        assert len(safe.connections) <= SILENT + 1
    finally:
        for one in held:
            one.close()
    eventually(lambda: len(safe.connections) == 0)


def test_signing_out_or_losing_the_account_takes_effect_at_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that is still open receives nothing more."""
    monkeypatch.setattr(live_module, "LOOK", 0.1)
    with house.client("lea") as client, house.client("noe") as other, house.follow(client) as live:
        live.recv(timeout=LONG)
        house.accounts = ACCOUNTS.without("lea")
        assert client.get("/camera.jpg").status_code == 401
        until_closed(live)
        token = other.cookies["tablier-salon"]
        assert other.delete("/session").status_code == 204
        assert other.get("/camera.jpg", headers={"Cookie": f"tablier-salon={token}"}).status_code == 401


def test_a_reader_without_news_hears_that_the_table_is_here(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "LOOK", 0.1)
    with house.client("lea") as client, house.follow(client) as live:
        assert json.loads(live.recv(timeout=LONG))["name"] == "snapshot"
        assert json.loads(live.recv(timeout=LONG)) == {"name": "here", "value": None}


# websockets leaves the socket of a refused handshake to the garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("origin", ["http://example.org", "null", "", "http://localhost", "http://localhost:1@[::1"])
def test_another_sites_page_can_ask_nothing_with_a_players_cookie(house: House, origin: str) -> None:
    """This would be CSRF, by HTTP or by WebSocket."""
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


@pytest.mark.parametrize(
    "host", ["example.org", "localhost.example.org", "10.0.0.7", "[2001:db8::1]", "", "a'; script-src *"]
)
def test_no_other_name_may_be_made_to_point_here(house: House, host: str) -> None:
    """DNS rebinding, by HTTP and WebSocket; the origin would be right then."""
    with house.client("noe") as client:
        headers = {"Host": host, "Origin": f"http://{host}"}
        answer = client.get("/session", headers=headers)
        assert answer.status_code == 400
        assert "script-src *" not in answer.headers["content-security-policy"]
        assert client.post("/request/undo", json={"transaction": "x"}, headers=headers).status_code == 400
    assert house.asked == []


def test_on_a_network_addresses_and_the_names_given_are_answered_to() -> None:
    page = create_page(TableApi("salon"), hosts=("tablier.home",), only_local=False)
    with PageServer(page, port=0) as server, httpx.Client(base_url=server.url, timeout=LONG) as client:
        for host in ("tablier.home", "TABLIER.home:8080", "192.168.1.20:8080", "[fe80::1]:8080", "localhost"):
            assert client.get("/session", headers={"Host": host}).status_code == 200, host
        for host in ("evil.org", "192.168.1.20.evil.org", "tablier.home.evil.org:8080", "1.2.3.4@evil.org"):
            assert client.get("/session", headers={"Host": host}).status_code == 400, host


@pytest.fixture
def patient_house(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A page whose limits allow the usual bursts, and next to nothing after them however slow the machine is."""
    for name in ("ATTEMPTS", "REQUESTS"):
        monkeypatch.setattr(auth_module, name, (1e-3, getattr(auth_module, name)[1]))
    house = House()
    with house.server:
        yield house


def test_guessing_a_password_is_slowed_down(patient_house: House) -> None:
    with patient_house.client() as client:
        wrong = [
            client.post("/session", json={"name": "lea", "password": f"guess {n}"}) for n in range(ATTEMPTS[1] + 3)
        ]
        assert [answer.status_code for answer in wrong] == [401] * ATTEMPTS[1] + [429] * 3
        assert int(wrong[-1].headers["retry-after"]) >= 1
        assert wrong[-1].json()["error"] == "often"
        assert client.post("/session", json={"name": "lea", "password": WORD}).status_code == 429


def test_asking_without_end_is_slowed_down(patient_house: House) -> None:
    with patient_house.client("lea") as client:
        answers = [ask(client, "pause").status_code for _ in range(REQUESTS[1] + 30)]
    assert answers[: REQUESTS[1]] == [200] * REQUESTS[1]
    assert 429 in answers
    assert len(patient_house.asked) == answers.count(200)


@pytest.mark.parametrize("length", [LONGEST_BODY + 1, 10**9, 10**30])
def test_too_long_a_body_is_not_read(house: House, length: int) -> None:
    with socket.create_connection(("127.0.0.1", house.server.port), timeout=LONG) as raw:
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
def test_a_malformed_sign_in_is_refused(house: House, body: bytes) -> None:
    with house.client() as client:
        assert client.post("/session", content=body).status_code == 400


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"\xff", b"[" * 9000, b'{"transaction":"t"}', b'"undo"'])
def test_a_malformed_request_is_answered_with_its_error(house: House, body: bytes) -> None:
    with house.client("noe") as client:
        answer = client.post("/request/claim", content=body)
        assert answer.status_code == 200
        assert answer.json()["ok"] is False
    assert house.asked == []


def crowd(house: House, count: int, source: str) -> list[socket.socket]:
    """Open connections from one address that send nothing."""
    return [
        socket.create_connection(("127.0.0.1", house.server.port), timeout=LONG, source_address=(source, 0))
        for _ in range(count)
    ]


# Loopback is one address but may be a proxy's: another of this machine's own stands for a guest.
@pytest.mark.parametrize("source", ["127.0.0.1", "127.0.0.2"])
def test_a_crowd_that_says_nothing_keeps_nobody_out(house: House, source: str) -> None:
    """The server closes the oldest silent connections, holds few at once, and answers others."""
    held = crowd(house, 200, source)
    try:
        eventually(lambda: sum(map(closed, held)) == 200 - SILENT)
        with house.client() as client:
            assert client.get("/session").status_code == 200
        assert len(house.server.connections) <= SILENT + 1
    finally:
        for one in held:
            one.close()
    eventually(lambda: len(house.server.connections) == 0)


def holds(house: House, count: int) -> bool:
    """Whether `count` connections are open."""
    return len(house.server.connections) == count


def test_one_address_holds_so_many_connections_and_no_more(house: House) -> None:
    asking = f"GET /session HTTP/1.1\r\nHost: localhost:{house.server.port}\r\n\r\n".encode()
    held = []
    try:
        for number in range(1, MOST_OF_ONE + 20):
            held += crowd(house, 1, "127.0.0.2")
            held[-1].sendall(asking)
            eventually(partial(holds, house, min(number, MOST_OF_ONE)))
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
    """The server closes a connection with half a head, half a body, or an answer that is not read."""
    monkeypatch.setattr("announce.page.connections.PATIENCE", 0.3)
    monkeypatch.setattr("announce.access.limits.PATIENCE", 0.3)
    host = f"Host: localhost:{house.server.port}\r\nOrigin: {house.origin}\r\n"
    halves = (b"", b"GET / HT", f"POST /session HTTP/1.1\r\n{host}Content-Length: 100\r\n\r\n{{".encode())
    held = [socket.create_connection(("127.0.0.1", house.server.port), timeout=LONG) for _ in halves]
    for one, half in zip(held, halves, strict=True):
        one.sendall(half)
    for one in held:
        eventually(partial(closed, one))
        one.close()


def test_one_who_reads_too_slowly_is_let_go_and_nobody_waits_for_him(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that stops reading has a bounded queue, and all other clients get everything."""
    # Long enough for clients that do read, on a busy machine too.
    monkeypatch.setattr(live_module, "SEND_TIME", 3.0)
    monkeypatch.setattr("announce.page.connections.PATIENCE", 3.0)
    with house.client("lea") as client, house.follow(client) as reader, socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", house.server.port))
        slow.sendall(upgrade(house, client))
        eventually(lambda: len(house.api._followers) == 2)
        reader.recv(timeout=LONG)
        long = json.dumps("x" * 100_000)  # The kernel itself buffers some megabytes for this client.
        for _ in range(200):
            house.api._tell("note", long)
            assert json.loads(reader.recv(timeout=LONG))["name"] == "note"
            if len(house.api._followers) == 1:
                break
        eventually(lambda: len(house.api._followers) == 1)
        eventually(lambda: len(house.server.connections) <= 2)  # The reader's, and the client's own.


def test_one_who_pings_and_never_reads_is_not_read_and_let_go(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server owes a pong for each ping, but queues no more than one full buffer."""
    monkeypatch.setattr("announce.page.connections.READ_TIME", 1.0)
    pings = (bytes((0x89, 0x80 | 125, 0, 0, 0, 0)) + b"x" * 125) * 2_000
    with house.client("lea") as client, socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", house.server.port))
        deaf.settimeout(5)
        deaf.sendall(upgrade(house, client))
        eventually(lambda: len(house.api._followers) == 1)
        with pytest.raises((TimeoutError, ConnectionError)):  # The page takes no more, or has let go.
            deaf.sendall(pings * 500)
        eventually(lambda: not house.api._followers)
    eventually(lambda: len(house.server.connections) == 0)


def upgrade(house: House, client: httpx.Client) -> bytes:
    """The bytes that open a WebSocket by hand."""
    return (
        f"GET /live HTTP/1.1\r\nHost: localhost:{house.server.port}\r\nOrigin: {house.origin}\r\n"
        f"Cookie: tablier-salon={client.cookies['tablier-salon']}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()


def test_a_page_that_says_anything_on_the_live_line_is_let_go(house: House) -> None:
    with house.client("lea") as client:
        for said in ("undo", "x" * 100_000, b"\0" * 10):
            with house.follow(client) as live:
                live.recv(timeout=LONG)
                live.send(said)
                until_closed(live)
    assert house.asked == []


@pytest.mark.parametrize(
    "frame",
    [
        pytest.param(b"\x81\x82\0\0\0\0\xff\xfe", id="text that is not UTF-8"),
        pytest.param(b"\x81\x05hello", id="not masked"),
        pytest.param(b"\xf1\x80\0\0\0\0", id="reserved bits"),
        pytest.param(b"\x8f\x80\0\0\0\0", id="reserved kind"),
        pytest.param(b"\x81\xff" + b"\x7f" * 8 + b"\0" * 4, id="too long"),
        pytest.param(b"\x80\x80\0\0\0\0", id="continues nothing"),
        pytest.param(b"\x89\xfe\x10\x00\0\0\0\0", id="a long ping"),
        pytest.param(b"\x88\x82\0\0\0\0\0\0", id="closes with code 0"),
    ],
)
def test_an_invalid_frame_on_the_live_line_is_no_error_of_the_table(
    house: House, frame: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with house.client("lea") as client, socket.create_connection(("127.0.0.1", house.server.port), LONG) as wild:
        wild.sendall(upgrade(house, client))
        eventually(lambda: len(house.api._followers) == 1)
        wild.sendall(frame)
        eventually(lambda: not house.api._followers)
        assert client.get("/session").status_code == 200
    assert not [record for record in caplog.records if record.exc_info]


def test_what_is_no_request_is_refused_and_not_logged(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """A client cannot fill the log."""
    with socket.create_connection(("127.0.0.1", house.server.port), LONG) as wild:
        wild.sendall(b"\x16\x03\x01 no HTTP\r\n\r\n")
        assert wild.recv(64).startswith(b"HTTP/1.1 400")
    assert not [record for record in caplog.records if record.name.startswith("uvicorn")]


def test_an_invalid_cookie_opens_nothing(house: House) -> None:
    with house.client() as client:
        for cookie in ("tablier-salon=", "tablier-salon=" + "a" * 9000, "tablier-salon=\xe9", ";;==", "tablier-cave=x"):
            answer = client.get("/camera.jpg", headers={b"Cookie": cookie.encode("latin-1")})
            assert answer.status_code == 401


@pytest.mark.parametrize("other", ['prefs={"dark": true}', "path=/", "flag", "a@b=1", "k=" + "v" * 5000])
def test_cookies_of_other_programs_on_this_machine_do_not_hide_ours(other: str, house: House) -> None:
    """Browsers share cookies between the ports of a machine; the standard library's parser gives up at any of these."""
    with house.client("lea") as client:
        cookies = f"{other}; tablier-salon={client.cookies['tablier-salon']}"
        assert httpx.get(f"{house.origin}/camera.jpg", headers={"Cookie": cookies}).status_code == 200


def test_a_number_too_long_for_python_is_refused(house: House, caplog: pytest.LogCaptureFixture) -> None:
    with house.client("lea") as client:
        assert client.get(f"/games/{'9' * 5000}.json").status_code == 414
        assert client.get(f"/games/{'9' * 50}.json").status_code == 404
    assert not [record for record in caplog.records if record.name.startswith("uvicorn")]
