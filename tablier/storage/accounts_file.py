"""The accounts file, read again whenever it has changed."""

from __future__ import annotations

import logging
from pathlib import Path

from announce.access.accounts import Accounts, AccountsError
from tablier.storage.files import NotPrivate, read_private

_log = logging.getLogger(__name__)


def load_accounts(path: Path) -> Accounts:
    """Read the accounts in a file.

    Raises NotPrivate and AccountsError, naming the file.
    """
    try:
        return Accounts.parse(read_private(path))
    except AccountsError as error:
        raise AccountsError(f"{path}: {error}") from None


class AccountsFile:
    """Call it to get the accounts as they are now. Without a usable file there are none; the error is logged once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read: tuple[int, ...] | None = None
        self._accounts = Accounts()
        self()  # Log a wrong file at start, not only when somebody fails to sign in.

    def __call__(self) -> Accounts:
        """Return the present accounts."""
        try:
            found = self._path.stat()
            mark: tuple[int, ...] = (found.st_ino, found.st_mtime_ns, found.st_size, found.st_mode, found.st_uid)
        except OSError:
            mark = ()
        if mark != self._read:
            self._read = mark
            try:
                self._accounts = load_accounts(self._path)
            except (NotPrivate, AccountsError) as error:
                self._accounts = Accounts()
                _log.error("nobody can sign in: %s", error)
        return self._accounts
