"""A question to `tablier rules`."""

from __future__ import annotations

import json

from tests.questions import ruled as answer


def run(data: bytes) -> None:
    """Whatever is asked is answered, in JSON that can be read again."""
    json.loads(json.dumps(answer(data)))
