"""People's rights: accounts with roles, sessions and limits (docs/security.md).

Sans I/O: times are arguments, in seconds.
"""

from announce.access.accounts import Account, Accounts, AccountsError, Role, new_account
from announce.access.auth import LOCAL, Auth, Person, Sessions, TooOften, Unknown
from announce.access.limits import Limits

__all__ = [
    "LOCAL",
    "Account",
    "Accounts",
    "AccountsError",
    "Auth",
    "Limits",
    "Person",
    "Role",
    "Sessions",
    "TooOften",
    "Unknown",
    "new_account",
]
