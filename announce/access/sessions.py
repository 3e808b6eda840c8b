"""Sessions: random tokens, kept only as hashes. They end by time, by request, and with the account."""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from announce.access.accounts import Account, Accounts

IDLE: Final = 12 * 3600.0
"""Seconds without use after which a session ends."""
LONGEST: Final = 7 * 86400.0
"""Seconds after which a session ends in any case."""
MOST: Final = 1000
MOST_OF_ONE: Final = 20
"""Sessions kept in all, and of one account. The least recently used one ends first."""
BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class _Session:
    account: Account
    opened: float
    used: float


class Sessions:
    """All open sessions, in memory only: a restart ends them."""

    def __init__(self) -> None:
        self._open: OrderedDict[bytes, _Session] = OrderedDict()

    def open(self, account: Account, t: float) -> str:
        """Return a new token for somebody who has just signed in."""
        token = secrets.token_urlsafe(BYTES)
        self._open[_mark(token)] = _Session(account, t, t)
        own = [mark for mark, session in self._open.items() if session.account.name == account.name]
        for mark in own[:-MOST_OF_ONE]:
            del self._open[mark]
        while len(self._open) > MOST:
            self._open.popitem(last=False)
        return token

    def find(self, token: str, accounts: Accounts, t: float) -> Account | None:
        """Return the token's account as it is now; None once the session ended or the password was changed."""
        mark = _mark(token)
        session = self._open.get(mark)
        if session is None:
            return None
        now = accounts.by_name.get(session.account.name)
        over = t - session.used > IDLE or t - session.opened > LONGEST
        if over or now is None or now.password != session.account.password:
            del self._open[mark]
            return None
        self._open[mark] = replace(session, used=t)
        self._open.move_to_end(mark)
        return now

    def close(self, token: str) -> None:
        """End a session. Does nothing if it has ended already."""
        self._open.pop(_mark(token), None)


def _mark(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
