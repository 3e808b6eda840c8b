"""A file of accounts."""

from __future__ import annotations

from announce.access import Accounts, AccountsError


def run(data: bytes) -> None:
    """It is refused with a reason, or means the same after being written and read again."""
    try:
        accounts = Accounts.parse(data)
    except AccountsError:
        return
    assert Accounts.parse(accounts.text()) == accounts
