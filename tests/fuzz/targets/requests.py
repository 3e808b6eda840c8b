"""An MQTT or HTTP request: its first line is the verb, the rest its body."""

from __future__ import annotations

import contextlib

from announce.table_api.requests import InvalidRequest, parse_request
from tablier.games.requests import RequestError, request_of
from tablier.games.trictrac.requests import SEATING


def run(data: bytes) -> None:
    """It is refused with a reason, or becomes a request that the referee knows."""
    verb, _, body = data.partition(b"\n")
    try:
        request = parse_request(verb.decode("utf-8", "replace"), body)
    except InvalidRequest:
        return
    f"{request.transaction}{request.by}".encode()  # An answer echoes what was asked.
    with contextlib.suppress(RequestError):
        request_of(request.verb, {**request.arguments, "by": request.by}, 1.0, 3, SEATING)
