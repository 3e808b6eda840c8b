"""Authentication at one table's page: sessions, roles and request limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from announce.access.accounts import Role
from announce.access.limits import Limits, party
from announce.access.rights import may
from announce.access.sessions import Sessions

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from announce.access.accounts import Account, Accounts
    from announce.table_api.verbs import Verb

ATTEMPTS: Final = (0.1, 10)
"""Sign-ins to one account from one address: a second in the long run, and at once."""
ATTEMPTS_OF_ADDRESS: Final = (1.0, 30)
"""Sign-ins from one address: a whole club may share one."""
REQUESTS: Final = (4.0, 20)
"""Requests of one person."""


class Unknown(ValueError):
    """No account has this name and password."""


class TooOften(ValueError):
    """Too many attempts; `seconds`: when to try again."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"too often, try again in {seconds:.0f} s")
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Person:
    """A visitor: the account's name, empty without one, and the role; None has no access."""

    name: str
    role: Role | None


LOCAL: Final = Person("", Role.REFEREE)
"""The user of this machine, where no accounts are asked for."""


class Auth:
    """The rights of each person at one table.

    accounts: gives those of now, called often; None asks for no accounts, for a page that only this machine reaches;
    guests: whether people without an account may look on; referees_alone: what players may not ask at this table.
    One thread at a time.
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
        """The person a token belongs to."""
        if self._accounts is None:
            return LOCAL
        account = self._sessions.find(token, self._accounts(), t) if token else None
        return self._guest if account is None else Person(account.name, account.role_at(self.table))

    def attempt(self, name: str, address: str, t: float) -> None:
        """Count an attempt to sign in to an account, before the password is looked at.

        No attempt counts against another address, so guesses from elsewhere cannot lock the referee out.
        Raises TooOften.
        """
        whose = party(address)
        wait = self._address_attempts.wait(whose, t) or self._attempts.wait(f"{whose} {name.casefold()}", t)
        if wait:
            raise TooOften(wait)

    def check(self, name: str, password: str) -> Account:
        """The account whose name and password these are; takes long, and may be called from any thread.

        Raises Unknown.
        """
        account = self._accounts().checked(name, password) if self._accounts is not None else None
        if account is None:
            raise Unknown("no such name and password")
        return account

    def enter(self, account: Account, t: float) -> str:
        """The token of a new session."""
        return self._sessions.open(account, t)

    def leave(self, token: str | None) -> None:
        """End a session."""
        if token:
            self._sessions.close(token)

    def may(self, person: Person, verb: Verb) -> bool:
        """Whether this person may make this request here."""
        return may(person.role, verb, self._referees_alone)

    def request(self, person: Person, address: str, t: float) -> None:
        """Count a request.

        Raises TooOften.
        """
        wait = self._requests.wait(person.name or party(address), t)
        if wait:
            raise TooOften(wait)
