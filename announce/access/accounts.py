"""Accounts: a name, a role, the tables where it holds, and the password's hash. Reads and writes the file's text."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Annotated, Final, Literal

import bcrypt
import msgspec

from announce.table_api.verbs import TABLE_ID, Verb
from events.codec import InvalidJson, parse_json

COST: Final = 10
"""Cost of a hash, as a power of two: 0.06 s on a desktop, about 0.2 s on a Pi 4. The broker checks the same hashes."""
SHORTEST: Final = 10
LONGEST: Final = 72
"""Bytes of a password. bcrypt takes no more."""
MOST: Final = 2000
NAME: Final = re.compile(r"\w[\w.-]{0,31}")
_HASH: Final = r"^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}\Z"


class AccountsError(ValueError):
    """An accounts file, or a change to it, is not valid. The message says what is wrong and what was expected."""


class Role(Enum):
    """A person's role at a table. Each role has the rights of all roles before it."""

    VIEWER = "viewer"
    PLAYER = "player"
    REFEREE = "referee"

    def covers(self, other: Role) -> bool:
        """Return whether this role has all rights of the other."""
        ranks = list(Role)
        return ranks.index(self) >= ranks.index(other)


@dataclass(frozen=True, slots=True)
class Account:
    """A person who can sign in.

    tables: where the role holds; empty for all tables. Elsewhere the person is a viewer. password: its bcrypt hash.
    """

    name: str
    role: Role
    tables: frozenset[str] = frozenset()
    password: str = field(default="", repr=False)

    def role_at(self, table: str) -> Role:
        """Return the role at one table."""
        return self.role if not self.tables or table in self.tables else Role.VIEWER


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An account in the file."""

    name: Annotated[str, msgspec.Meta(pattern=rf"^{NAME.pattern}\Z")]
    role: Literal["viewer", "player", "referee"]
    password: Annotated[str, msgspec.Meta(pattern=_HASH)]
    tables: list[Annotated[str, msgspec.Meta(pattern=rf"^{TABLE_ID.pattern}\Z")]] = []


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    accounts: Annotated[list[_Line], msgspec.Meta(max_length=MOST)]


@dataclass(frozen=True, slots=True)
class Accounts:
    """All accounts, by their names."""

    by_name: dict[str, Account] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str | bytes) -> Accounts:
        """Read an accounts file.

        Raises AccountsError.
        """
        try:
            read = parse_json(text, _File)
        except InvalidJson as error:
            raise AccountsError(f"not a valid accounts file: {error}") from None
        accounts: dict[str, Account] = {}
        for line in read.accounts:
            if line.name in accounts:
                raise AccountsError(f"account {line.name!r} is listed twice")
            accounts[line.name] = Account(line.name, Role(line.role), frozenset(line.tables), line.password)
        return cls(accounts)

    def text(self) -> str:
        """Return the file's text, sorted by name."""
        lines = [
            _Line(one.name, one.role.value, one.password, sorted(one.tables)) for _, one in sorted(self.by_name.items())
        ]
        return msgspec.json.format(msgspec.json.encode(_File(lines)), indent=1).decode() + "\n"

    def with_account(self, account: Account) -> Accounts:
        """Return these accounts with one added, or replaced if its name exists."""
        return Accounts({**self.by_name, account.name: account})

    def without(self, name: str) -> Accounts:
        """Return these accounts without one.

        Raises AccountsError when no account has this name.
        """
        if name not in self.by_name:
            raise AccountsError(f"no account {name!r}")
        return Accounts({key: one for key, one in self.by_name.items() if key != name})

    def check(self, name: str, password: str) -> Account | None:
        """Return the account with this name and password, None if there is none.

        An unknown name takes as long as a wrong password, so that the time gives nothing away.
        """
        account = self.by_name.get(name)
        given = password.encode("utf-8", "surrogatepass")
        right = len(given) <= LONGEST and bcrypt.checkpw(given, (account.password if account else _decoy()).encode())
        return account if right else None


def new_account(name: str, role: Role, password: str, tables: Iterable[str] = ()) -> Account:
    """Create an account with a hash of its password.

    Raises AccountsError for a name, password or table that is not valid.
    """
    if not NAME.fullmatch(name):
        raise AccountsError(f"name {name!r}: expected 1 to 32 letters, digits, dots, hyphens, a letter or digit first")
    for table in tables:
        if not TABLE_ID.fullmatch(table):
            raise AccountsError(f"table {table!r}: expected 1 to 32 of a-z, 0-9 and hyphens between them")
    given = password.encode("utf-8", "surrogatepass")
    if len(password) < SHORTEST or len(given) > LONGEST or "\0" in password:
        raise AccountsError(f"the password needs at least {SHORTEST} characters, and at most {LONGEST} bytes")
    return Account(name, role, frozenset(tables), bcrypt.hashpw(given, bcrypt.gensalt(COST)).decode())


@cache
def _decoy() -> str:
    """Return the hash that the password of an unknown name is checked against."""
    return bcrypt.hashpw(b"nobody", bcrypt.gensalt(COST)).decode()


FOR_VIEWERS: Final = frozenset({Verb.SNAPSHOT})
FOR_PLAYERS: Final = frozenset(
    {
        Verb.CLAIM,
        Verb.UNDO,
        Verb.CORRECT,
        Verb.PAUSE,
        Verb.MODE,
        Verb.TOUR,
        Verb.VOLUME,
        Verb.CALL,
        Verb.GUESS,
        Verb.COURSE,
        Verb.SOLO,
        Verb.CUBE,
        Verb.SEAT,
        Verb.PLAYERS,
        Verb.PICTURE,
    }
)
"""The requests of two players at home. A table with a referee reserves some of them for the referee."""


def may(role: Role | None, verb: Verb, referees_alone: Collection[Verb] = ()) -> bool:
    """Return whether a role may make this request. None: no role.

    referees_alone: the requests that players may not make at this table.
    """
    if role is None:
        return False
    if verb in FOR_VIEWERS:
        return True
    needed = Role.PLAYER if verb in FOR_PLAYERS and verb not in referees_alone else Role.REFEREE
    return role.covers(needed)
