"""Transport-independent table API: publishes a table's state and handles requests. The page and MQTT use it.

1. The current state and the last announcements are kept, so a new follower gets all of them.
2. A request is carried out once. A repeated transaction gets the same answer and is not carried out again.
3. Nothing here blocks; a follower must not block either.
4. At most MOST_OPEN requests wait for the table.
"""

from __future__ import annotations

import base64
import json
import logging
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, ParamSpec, TypeAlias, TypedDict, Unpack

from announce.announcement import Announcement
from announce.phrases.catalogue import FALLBACK
from announce.phrases.refused import Refused
from announce.table_api.payloads import Json, announcement_payload
from announce.table_api.requests import InvalidRequest, Request, parse_request
from announce.table_api.trictrac import TrictracView
from announce.table_api.verbs import Verb, check_table_id
from announce.table_api.view import TableFacts, View
from events.state import GameState
from rules.position import Side

Follower: TypeAlias = Callable[[str, str], None]
Answered: TypeAlias = Callable[[str], None]

KEPT_ANNOUNCEMENTS: Final = 50
KEPT_STATES: Final = 64
"""A snapshot holds this many announcements, and one state for each of this many throws."""
REMEMBERED: Final = 256
"""Transactions whose answers are remembered."""
MOST_OPEN: Final = 32
"""Requests that the table has not answered yet. More are refused."""
STATE: Final = "state"
ANNOUNCEMENT: Final = "announcement"
DISPLAY: Final = "display"

P = ParamSpec("P")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Before:
    """The API's knowledge of a game that is resumed.

    called: the side that has called the referee. done: requests already carried out, by verb and transaction, in order.
    """

    called: Side | None = None
    done: tuple[tuple[str, str], ...] = ()


class ApiOptions(TypedDict, total=False):
    """The options of a `TableApi`.

    Attributes:
        on_request: called with every valid request except snapshots, pictures and calls, from the client's thread. The
            table answers it with answer().
        on_call: called with the side that calls the referee, and with None when the referee has come.
        evidence: gives a picture of evidence by its name as JPEG bytes, None if there is none.
        language: of the small display.
        prompting: in referee mode, show what players must see for themselves.
        before: of a game that is resumed.
        view: of the game that is played; trictrac's by default.
    """

    on_request: Callable[[Request], None]
    on_call: Callable[[Side | None], None]
    evidence: Callable[[str], bytes | None]
    language: str
    prompting: bool
    before: Before
    view: View | None


class TableApi:
    """One table's published state, and the requests to it. Raises InvalidTableId."""

    def __init__(self, table: str, **options: Unpack[ApiOptions]) -> None:
        before = options.get("before", Before())
        self.table = check_table_id(table)
        self.language = options.get("language", FALLBACK)
        self._on_request = options.get("on_request", lambda _request: None)
        self._on_call = options.get("on_call", lambda _side: None)
        self._evidence: Callable[[str], bytes | None] = options.get("evidence", lambda _name: None)
        self._prompting = options.get("prompting", False)
        self._lock = threading.RLock()
        self._followers: list[Follower] = []
        self._announced: deque[dict[str, Json]] = deque(maxlen=KEPT_ANNOUNCEMENTS)
        self._number = 0
        self._states: OrderedDict[tuple[int, int], dict[str, Json]] = OrderedDict()
        self._answers: OrderedDict[tuple[Verb, str], str] = OrderedDict()
        self._open: dict[tuple[Verb, str], Answered] = {}
        self._early: list[tuple[str, Answered]] = []
        for verb, transaction in before.done[-REMEMBERED:]:
            if verb in set(Verb):
                self._answers[Verb(verb), transaction] = _answer(transaction)
        self._called = before.called
        self._waiting = False
        self._view: View = options.get("view") or TrictracView()

    def publish_state(self, state: GameState, shown: TableFacts = TableFacts()) -> None:  # noqa: B008 - a frozen value
        """Publish the table's state with the facts that the table shows, and its four display lines."""
        shown = replace(
            shown,
            table=self.table,
            language=self.language,
            prompting=self._prompting,
            called=self._called,
            waiting=self._waiting,
        )
        payload, lines = self._view.payload(state, shown), self._view.lines(state, shown)
        with self._lock:
            payload["announced"] = self._number
            self._keep(state.tour, state.throw, payload)
            self._tell(STATE, as_json(payload))
            self._tell(DISPLAY, as_json({"lines": list(lines)}))
            early, self._early = self._early, []
            for transaction, answered in early:
                answered(_answer(transaction, data=self._snapshot()))

    def announce(self, announcement: Announcement) -> None:
        """Publish an announcement."""
        payload = announcement_payload(announcement)
        with self._lock:
            self._number += 1
            payload["number"] = self._number
            self._announced.append(payload)
            self._tell(ANNOUNCEMENT, as_json(payload))

    def hold(self, waiting: bool) -> None:
        """Publish whether a lesson's table waits for its voice."""
        with self._lock:
            self._waiting = waiting
            self._change(waiting=waiting)

    def follow(self, follower: Follower) -> str:
        """Call `follower` with the name and JSON text of all later publications; return a snapshot as JSON text.

        The table's threads call it, in order. It must not wait.
        """
        with self._lock:
            self._followers.append(follower)
            return as_json(self._snapshot())

    def leave(self, follower: Follower) -> None:
        """Stop calling this follower."""
        with self._lock:
            self._followers.remove(follower)

    def ask(self, verb: str, payload: bytes, answered: Answered, account: str = "") -> None:
        """Send the table a request. `answered` is called with the answer's JSON text, at once or from another thread.

        account: the name of the client's account, empty if unknown.
        A request that is repeated before its answer is not answered twice.
        """
        try:
            request = parse_request(verb, payload, account)
        except InvalidRequest as error:
            _log.info("request %s refused: %s", verb[:20], error)
            answered(_answer(error.transaction, error))
            return
        if request.verb is Verb.SNAPSHOT:
            # Under the lock, so that no newer state is published before this older snapshot.
            with self._lock:
                if self._states or len(self._early) >= MOST_OPEN:
                    answered(_answer(request.transaction, data=self._snapshot()))
                else:  # There is no state yet: answer together with the first one.
                    self._early.append((request.transaction, answered))
            return
        if request.verb is Verb.PICTURE:
            answered(self._picture(request))
            return
        key = (request.verb, request.transaction)
        with self._lock:
            before = self._answers.get(key)
            if before is None and key in self._open:
                return
            full = before is None and len(self._open) >= MOST_OPEN
            if before is None and not full:
                self._open[key] = answered
        if before is not None:
            answered(before)
        elif full:
            full_up = Refused("too many requests are waiting for the table", "busy")
            answered(_answer(request.transaction, full_up))
        elif request.verb is Verb.CALL:
            self._call(request)
        else:
            call_back(self._on_request, request)

    def answer(self, request: Request, *, error: Refused | None = None) -> None:
        """Answer a request: done, or refused."""
        text = _answer(request.transaction, error)
        key = (request.verb, request.transaction)
        with self._lock:
            self._answers[key] = text
            while len(self._answers) > REMEMBERED:
                self._answers.popitem(last=False)
            answered = self._open.pop(key, None)
        if answered is not None:
            answered(text)

    def _keep(self, tour: int, throw: int, payload: dict[str, Json]) -> None:
        """Keep the last state of each recent throw, in order. Drop those of later throws, which were taken back."""
        while self._states and next(reversed(self._states)) >= (tour, throw):
            self._states.popitem()
        if self._states:
            # The plays of an earlier throw are no longer needed, and their words are the longest part of a state.
            last = next(reversed(self._states))
            self._states[last] = self._states[last] | {"plays_in_words": None}
        self._states[tour, throw] = payload
        while len(self._states) > KEPT_STATES:
            self._states.popitem(last=False)

    def _tell(self, name: str, text: str) -> None:
        """Call every follower, under the lock, so that all get the same order."""
        for follower in self._followers:
            call_back(follower, name, text)

    def _call(self, request: Request) -> None:
        """Show in the state that a player called the referee, or that the referee has come. The game goes on."""
        with self._lock:
            self._called = None if request.arguments.get("over") else Side(request.arguments["side"])
            self._change(called=str(self._called) if self._called else None)
        call_back(self._on_call, self._called)
        self.answer(request)

    def _change(self, **values: Json) -> None:
        """Publish the last state again with other values, under the lock."""
        if self._states:
            at = next(reversed(self._states))
            self._states[at] = self._states[at] | values
            self._tell(STATE, as_json(self._states[at]))

    def _picture(self, request: Request) -> str:
        """Return the answer with a picture. It is not remembered: it is too large, and can be made again."""
        name = request.arguments["name"]
        picture = self._evidence(name)
        if picture is None:
            return _answer(request.transaction, Refused(f"there is no picture {name!r}", "no_picture"))
        return _answer(request.transaction, data={"jpeg": base64.b64encode(picture).decode()})

    def _snapshot(self) -> dict[str, Json]:
        states: list[Json] = list(self._states.values())
        announced: list[Json] = list(self._announced)
        return {"state": states[-1] if states else None, "history": states, "announcements": announced}


def _answer(transaction: str | None, error: Refused | None = None, data: Json = None) -> str:
    answer: dict[str, Json] = {"transaction": transaction, "ok": error is None}
    if error is not None:
        answer |= {"error": str(error), "text": {**error.text()}}
    if data is not None:
        answer["data"] = data
    return as_json(answer)


def call_back(callback: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call back the table. Its failure must not end the calling thread."""
    try:
        callback(*args, **kwargs)
    except Exception:
        _log.exception("a callback of the table failed")


def as_json(value: object) -> str:
    """Return a message's text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
