"""Authentication at one table's page: sessions, roles and request limits.

Sessions are random tokens, kept only as hashes. They end by time, by request, and with the account.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Final

from announce.access.accounts import Account, Accounts, Role, may
from announce.access.limits import Limits, party
from announce.table_api.verbs import Verb

IDLE: Final = 12 * 3600.0
"""Seconds without use after which a session ends."""
LONGEST_SESSION: Final = 7 * 86400.0
"""Seconds after which a session ends in any case."""
MOST_SESSIONS: Final = 1000
MOST_SESSIONS_OF_ONE: Final = 20
"""Sessions kept in all, and of one account. The least recently used one ends first."""
TOKEN_BYTES: Final = 32


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
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._open[_mark(token)] = _Session(account, t, t)
        own = [mark for mark, session in self._open.items() if session.account.name == account.name]
        for mark in own[:-MOST_SESSIONS_OF_ONE]:
            del self._open[mark]
        while len(self._open) > MOST_SESSIONS:
            self._open.popitem(last=False)
        return token

    def find(self, token: str, accounts: Accounts, t: float) -> Account | None:
        """Return the token's account as it is now; None once the session ended or the password was changed."""
        mark = _mark(token)
        session = self._open.get(mark)
        if session is None:
            return None
        now = accounts.by_name.get(session.account.name)
        over = t - session.used > IDLE or t - session.opened > LONGEST_SESSION
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


ATTEMPTS: Final = (0.1, 10)
"""Sign-ins to one account from one address: per second on average, and in one burst."""
ATTEMPTS_OF_ADDRESS: Final = (1.0, 30)
"""Sign-ins from one address, likewise. A whole club may share an address."""
REQUESTS: Final = (4.0, 20)
"""Requests of one person, likewise."""


class Unknown(ValueError):
    """No account has this name and password."""


class TooOften(ValueError):
    """Too many attempts. `seconds`: how long to wait."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"too many attempts, try again in {seconds:.0f} s")
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Person:
    """A visitor. name: of the account, empty without one. role: None has no access."""

    name: str
    role: Role | None

    def covers(self, role: Role) -> bool:
        """Return whether this person has all rights of a role."""
        return self.role is not None and self.role.covers(role)


LOCAL: Final = Person("", Role.REFEREE)
"""The user of this machine, where no accounts are needed."""


class Auth:
    """The rights of each person at one table. One thread at a time.

    Args:
        accounts: gives the current accounts; called often. None: none are needed, as on this machine only.
        guests: whether people without an account may watch.
        referees_alone: the requests that players may not make at this table.
    """

    def __init__(
        self,
        table: str,
        accounts: Callable[[], Accounts] | None = None,
        *,
        guests: bool = False,
        referees_alone: Collection[Verb] = (),
    ) -> None:
        self.table = table
        self._accounts = accounts
        self._guest = Person("", Role.VIEWER if guests else None)
        self._referees_alone = frozenset(referees_alone)
        self._sessions = Sessions()
        self._attempts = Limits(*ATTEMPTS)
        self._address_attempts = Limits(*ATTEMPTS_OF_ADDRESS)
        self._requests = Limits(*REQUESTS)

    @property
    def needs_accounts(self) -> bool:
        """Whether signing in is required."""
        return self._accounts is not None

    def who(self, token: str | None, t: float) -> Person:
        """Return the person a token belongs to."""
        if self._accounts is None:
            return LOCAL
        account = self._sessions.find(token, self._accounts(), t) if token else None
        return self._guest if account is None else Person(account.name, account.role_at(self.table))

    def attempt(self, name: str, address: str, t: float) -> None:
        """Count an attempt to sign in to an account, before the password is checked.

        Attempts count per address, so guesses from elsewhere cannot lock the referee out.
        Raises TooOften.
        """
        whose = party(address)
        wait = self._address_attempts.wait(whose, t) or self._attempts.wait(f"{whose} {name.casefold()}", t)
        if wait:
            raise TooOften(wait)

    def check(self, name: str, password: str) -> Account:
        """Return the account with this name and password. Slow; may be called from any thread.

        Raises Unknown.
        """
        account = self._accounts().check(name, password) if self._accounts is not None else None
        if account is None:
            raise Unknown("no account has this name and password")
        return account

    def enter(self, account: Account, t: float) -> str:
        """Open a session and return its token."""
        return self._sessions.open(account, t)

    def leave(self, token: str | None) -> None:
        """End a session."""
        if token:
            self._sessions.close(token)

    def may(self, person: Person, verb: Verb) -> bool:
        """Return whether this person may make this request here."""
        return may(person.role, verb, self._referees_alone)

    def request(self, person: Person, address: str, t: float) -> None:
        """Count a request.

        Raises TooOften.
        """
        wait = self._requests.wait(person.name or party(address), t)
        if wait:
            raise TooOften(wait)
