"""The people of a club: one of each role, and each player at one table only."""

from __future__ import annotations

from announce.access import Accounts, Role, new_account

WORD = "mot de passe"
ACCOUNTS = Accounts(
    {
        account.name: account
        for account in (
            new_account("vera", Role.VIEWER, WORD),
            new_account("lea", Role.PLAYER, WORD, ["salon"]),
            new_account("max", Role.PLAYER, WORD, ["cave"]),
            new_account("noe", Role.REFEREE, WORD),
        )
    }
)
