"""`tablier account`: manage who may sign in (docs/security.md)."""

from __future__ import annotations

import argparse
import getpass
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from announce.access.accounts import Account, Accounts, AccountsError, Role, new_account
from announce.mqtt.topics import TopicRights, Topics, account_topics, club_topics, table_topics
from announce.table_api.verbs import InvalidTableId, Verb
from tablier.cli import complain
from tablier.storage.accounts_file import load_accounts
from tablier.storage.files import NotPrivate, write_private
from tablier.storage.paths import add_settings, site_of
from tablier.storage.settings import Settings, SettingsError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.description = (
        "Manage the people who may sign in on the page, and at the table's own broker. A viewer may watch, a player "
        "may make a player's requests, a referee every request. The accounts are kept in the file that [access] "
        "accounts names. A running table applies changes at once, and signs out a person whose account changed."
    )
    where = argparse.ArgumentParser(add_help=False)
    add_settings(where)
    where.add_argument("--file", type=Path, metavar="ACCOUNTS", help="the file of accounts, whatever the settings say")
    actions = parser.add_subparsers(dest="action", required=True)
    add = actions.add_parser("add", parents=[where], help="create an account, or change its password and role")
    add.add_argument("name")
    add.add_argument("--role", choices=[role.value for role in Role], required=True)
    add.add_argument(
        "--table", action="append", default=[], metavar="ID", help="where the role holds; all tables without it"
    )
    actions.add_parser("list", parents=[where], help="name, role and tables, one account a line")
    remove = actions.add_parser("remove", parents=[where], help="delete an account")
    remove.add_argument("name")
    rights = actions.add_parser(
        "rights", parents=[where], help="print all rights as an ACL file for Mosquitto, with this table's own"
    )
    rights.add_argument(
        "--club",
        nargs="+",
        metavar="ID",
        help="print the whole club's instead: for these tables, each signing in as table-ID, and the club (mqtt.user)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Carry out the action; return 1 when the file or the account cannot be used."""
    try:
        settings = site_of(arguments.settings).settings
        path = _path(arguments.file, settings)
        accounts = load_accounts(path) if path.exists() or arguments.action != "add" else Accounts()
        match arguments.action:
            case "add":
                new = new_account(arguments.name, Role(arguments.role), _password(), arguments.table)
                write_private(path, accounts.with_account(new).text())
                print(f"{_line(new)}, in {path}")
            case "remove":
                write_private(path, accounts.without(arguments.name).text())
                print(f"{arguments.name} is removed from {path}")
            case "list":
                print("\n".join(map(_line, accounts.by_name.values())) or "no accounts")
            case "rights":
                own = _club_users(settings, arguments.club) if arguments.club else _table_user(settings)
                print("\n".join(acl_lines(accounts, settings.access.referees_alone, own)))
    except (SettingsError, NotPrivate, AccountsError, InvalidTableId, OSError) as error:
        return complain("account", error)
    return 0


def _path(given: Path | None, settings: Settings) -> Path:
    """Return the accounts file.

    Raises AccountsError when nothing names one.
    """
    if given is not None:
        return given
    if not settings.access.accounts:
        raise AccountsError("no file of accounts: set accounts under [access] in the settings, or give --file")
    return Path(settings.access.accounts)


def _password() -> str:
    """Read the password twice and unseen from the terminal, or as the first line of standard input.

    Raises AccountsError when the two passwords differ.
    """
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass.getpass("Password: ")
    if getpass.getpass("Again: ") != password:
        raise AccountsError("the two passwords are not the same")
    return password


def _line(account: Account) -> str:
    where = f" at {', '.join(sorted(account.tables))}" if account.tables else ""
    return f"{account.name}: {account.role.value}{where}"


def _table_user(settings: Settings) -> dict[str, TopicRights]:
    """Return the rights of the settings' table, by the name it signs in with."""
    table = settings.table.id
    return {settings.mqtt.user or f"table-{table}": table_topics(table)}


def _club_users(settings: Settings, tables: Collection[str]) -> dict[str, TopicRights]:
    """Return the rights of a club and its tables, by the names they sign in with.

    Raises InvalidTableId.
    """
    each = {f"table-{Topics(table).table}": table_topics(table) for table in tables}
    return {settings.mqtt.user or "club": club_topics(), **each}


def acl_lines(accounts: Accounts, referees_alone: Collection[Verb], own: Mapping[str, TopicRights]) -> Iterator[str]:
    """Yield the lines of an ACL file (mosquitto.conf(5), acl_file): first people, then tables and club.

    own: the rights of tables and club, by user name
    Raises AccountsError when a person has one of these names.
    """
    people = {one.name: account_topics(one, referees_alone) for one in accounts.by_name.values()}
    if taken := sorted(people.keys() & own.keys()):
        raise AccountsError(f"{taken[0]}: both a person's name and a table's or the club's, expected two names")
    for name, rights in {**people, **own}.items():
        yield f"user {name}"
        yield from (f"topic write {topic}" for topic in rights.write)
        yield from (f"topic read {topic}" for topic in rights.read)
