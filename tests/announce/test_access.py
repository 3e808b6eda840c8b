"""Accounts, sessions, limits and rights as values, with time as an argument."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from announce.access.accounts import FOR_PLAYERS, FOR_VIEWERS, Account, Accounts, AccountsError, Role, may, new_account
from announce.access.auth import (
    ATTEMPTS,
    ATTEMPTS_OF_ADDRESS,
    IDLE,
    LOCAL,
    LONGEST_SESSION,
    MOST_SESSIONS,
    MOST_SESSIONS_OF_ONE,
    REQUESTS,
    Auth,
    Person,
    Sessions,
    TooOften,
    Unknown,
)
from announce.access.limits import KEPT, Limits, party
from announce.mqtt.topics import account_topics, table_topics
from announce.table_api.verbs import Verb

WORD = "mot de passe"
LEA = new_account("lea", Role.PLAYER, WORD, ["salon"])
NOE = new_account("noe", Role.REFEREE, WORD)
ACCOUNTS = Accounts({"lea": LEA, "noe": NOE})


def test_accounts_are_written_and_read_without_loss() -> None:
    assert Accounts.parse(ACCOUNTS.text()) == ACCOUNTS
    assert WORD not in ACCOUNTS.text()
    assert LEA.password not in repr(LEA)


def of(**changed: object) -> str:
    """Return the text of an accounts file with one error."""
    account = {"name": "a", "role": "viewer", "password": LEA.password, "tables": [], **changed}
    return json.dumps({"accounts": [account]})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"accounts": [{"name": "a"}]}',
        of(name="../a"),
        of(role="king"),
        of(password="mot de passe"),  # noqa: S106 - none
        of(tables=["a/b"]),
        of(other=1),
        json.dumps({"accounts": [json.loads(of())["accounts"][0]] * 2}),
        "[" * 100_000,
    ],
)
def test_a_malformed_accounts_file_is_refused_whole(text: str) -> None:
    """A plain password in place of a hash is no account either."""
    with pytest.raises(AccountsError):
        Accounts.parse(text)


@pytest.mark.parametrize(
    ("name", "password", "table"),
    [("", WORD, "salon"), ("a/b", WORD, "salon"), ("a" * 33, WORD, "salon"), ("lea", "short", "salon"),
     ("lea", "é" * 40, "salon"), ("lea", "1234567890\0", "salon"), ("lea", WORD, "Salon +")],
)  # fmt: skip
def test_an_account_that_cannot_be_is_refused(name: str, password: str, table: str) -> None:
    with pytest.raises(AccountsError):
        new_account(name, Role.PLAYER, password, [table])


def test_only_the_right_password_opens() -> None:
    assert ACCOUNTS.check("lea", WORD) == LEA
    for name, password in (("lea", WORD + "x"), ("lea", ""), ("nobody", WORD), ("lea", "x" * 5000), ("lea", "\ud800")):
        assert ACCOUNTS.check(name, password) is None


def test_a_role_holds_at_its_tables_and_elsewhere_one_looks_on() -> None:
    assert (LEA.role_at("salon"), LEA.role_at("cave")) == (Role.PLAYER, Role.VIEWER)
    assert NOE.role_at("cave") is Role.REFEREE


def test_every_verb_is_somebodys_and_nobody_may_anything() -> None:
    """Players may ask all they need at home. Verbs reserved by the table, and unknown ones, are the referee's."""
    assert set(Verb) == FOR_VIEWERS | FOR_PLAYERS
    for verb in Verb:
        assert not may(None, verb)
        assert may(Role.REFEREE, verb, tuple(Verb))
        assert may(Role.VIEWER, verb) == (verb is Verb.SNAPSHOT)
        assert may(Role.PLAYER, verb)
    assert not may(Role.PLAYER, Verb.CORRECT, (Verb.CORRECT,))
    assert may(Role.VIEWER, Verb.SNAPSHOT, tuple(Verb))


def test_the_rights_on_a_broker_are_the_same() -> None:
    rights = account_topics(LEA, (Verb.CORRECT, Verb.UNDO, Verb.MODE))
    assert "tablier/salon/request/claim" in rights.write
    assert not {"tablier/salon/request/undo", "tablier/salon/request/correct"} & set(rights.write)
    assert all("/request/" in topic for topic in rights.write)
    assert not any("/request/" in topic or "#" in topic for topic in rights.read)
    assert "tablier/+/request/undo" in account_topics(NOE).write
    assert table_topics("salon").read == ("tablier/salon/request/+",)
    assert not any("/request/" in topic for topic in table_topics("salon").write)


def test_a_session_ends_by_time_by_request_and_with_its_account() -> None:
    sessions = Sessions()
    token = sessions.open(LEA, 0.0)
    assert sessions.find(token, ACCOUNTS, IDLE) == LEA
    assert sessions.find(token, ACCOUNTS, 2 * IDLE) == LEA
    assert sessions.find(token, ACCOUNTS, 3 * IDLE + 1) is None
    token = sessions.open(LEA, 0.0)
    for hour in range(1, int(LONGEST_SESSION / 3600) + 1):
        assert sessions.find(token, ACCOUNTS, hour * 3600.0) == LEA
    assert sessions.find(token, ACCOUNTS, LONGEST_SESSION + 1) is None
    token = sessions.open(LEA, 0.0)
    assert sessions.find(token, ACCOUNTS.without("lea"), 1.0) is None
    assert sessions.find(token, ACCOUNTS, 1.0) is None
    token = sessions.open(LEA, 0.0)
    assert sessions.find(token, ACCOUNTS.with_account(new_account("lea", Role.PLAYER, "another one")), 1.0) is None
    token = sessions.open(LEA, 0.0)
    promoted = Account("lea", Role.REFEREE, frozenset(), LEA.password)
    assert sessions.find(token, ACCOUNTS.with_account(promoted), 1.0) == promoted
    sessions.close(token)
    assert sessions.find(token, ACCOUNTS, 1.0) is None


def test_tokens_are_unlike_and_never_kept() -> None:
    sessions = Sessions()
    tokens = {sessions.open(LEA, 0.0) for _ in range(100)}
    assert len(tokens) == 100
    assert all(len(token) >= 43 for token in tokens)
    assert not any(token in repr(vars(sessions)) for token in tokens)
    assert sum(sessions.find(token, ACCOUNTS, 0.0) is not None for token in tokens) == MOST_SESSIONS_OF_ONE


def test_the_session_longest_unused_ends_first() -> None:
    people = [Account(f"a{number}", Role.PLAYER) for number in range(MOST_SESSIONS + 1)]
    accounts = Accounts({one.name: one for one in people})
    sessions = Sessions()
    tokens = [sessions.open(one, 0.0) for one in people[:-1]]
    assert sessions.find(tokens[0], accounts, 1.0)
    tokens.append(sessions.open(people[-1], 2.0))
    assert [number for number, token in enumerate(tokens) if not sessions.find(token, accounts, 3.0)] == [1]


@given(st.floats(0.01, 100), st.integers(1, 50), st.lists(st.floats(0, 100), max_size=60))
def test_no_more_is_let_through_than_said(rate: float, burst: int, steps: list[float]) -> None:
    """In any stretch of time at most burst + rate times its length."""
    limits, t, passed = Limits(rate, burst), 0.0, []
    for step in steps:
        t += step
        if not limits.wait("a", t):
            passed.append(t)
    for first, start in enumerate(passed):
        for last, end in enumerate(passed[first:], first):
            assert last - first + 1 <= burst + rate * (end - start) + 1e-6


@given(st.floats(0.01, 100), st.integers(1, 50), st.integers(1, 80))
def test_after_the_requested_wait_an_attempt_is_allowed(rate: float, burst: int, tries: int) -> None:
    limits, t = Limits(rate, burst), 1000.0
    for _ in range(tries):
        t += limits.wait("a", t)
    wait = limits.wait("a", t)
    assert wait < 1e-6 or limits.wait("a", t + 0.9 * wait)
    assert not wait or not limits.wait("a", t + wait + 1e-6)


def test_the_limits_forget_whom_they_have_not_seen_for_long() -> None:
    limits = Limits(1.0, 1)
    for key in range(3 * KEPT):
        limits.wait(str(key), 0.0)
    assert len(limits._full) == KEPT
    assert limits.wait(str(3 * KEPT - 1), 0.0)
    assert not limits.wait("0", 0.0)


def test_an_address_is_a_house_not_a_window() -> None:
    """Anyone can have as many IPv6 addresses as they like."""
    assert party("2001:db8::1") == party("2001:db8::dead:beef") != party("2001:db8:0:1::1")
    assert party("::ffff:10.0.0.7") == party("10.0.0.7") != party("10.0.0.8")
    assert party("fe80::1%eth0") == party("fe80::2")
    assert party("no address") == "no address"


def test_without_accounts_this_machine_may_all_and_with_them_nobody_may_until_he_signs_in() -> None:
    assert Auth("salon").who(None, 0.0) == LOCAL
    auth = Auth("salon", lambda: ACCOUNTS)
    assert auth.who(None, 0.0) == Person("", None)
    assert auth.who("guessed", 0.0) == Person("", None)
    assert Auth("salon", lambda: ACCOUNTS, guests=True).who(None, 0.0) == Person("", Role.VIEWER)
    token = auth.enter(auth.check("lea", WORD), 0.0)
    assert auth.who(token, 1.0) == Person("lea", Role.PLAYER)
    assert Auth("salon").who(token, 1.0) == LOCAL
    with pytest.raises(Unknown):
        auth.check("lea", "something else")
    auth.leave(token)
    assert auth.who(token, 1.0) == Person("", None)


def test_guessing_is_slow_and_costs_no_one_else_his_turn() -> None:
    """Limits hold for an account and an address together, so its owner can still sign in from elsewhere."""
    auth = Auth("salon", lambda: ACCOUNTS)
    for _ in range(ATTEMPTS[1]):
        auth.attempt("noe", "10.0.0.7", 0.0)
    with pytest.raises(TooOften) as wait:
        auth.attempt("Noe", "10.0.0.7", 0.0)
    assert wait.value.seconds == pytest.approx(1 / ATTEMPTS[0])
    for address in range(200):
        for _ in range(ATTEMPTS[1]):
            auth.attempt("noe", f"10.1.0.{address}", 0.0)
    auth.attempt("noe", "10.2.0.1", 0.0)
    auth.attempt("lea", "10.0.0.7", 0.0)


def test_one_address_cannot_try_every_name() -> None:
    auth = Auth("salon", lambda: ACCOUNTS)
    for number in range(ATTEMPTS_OF_ADDRESS[1]):
        auth.attempt(f"name{number}", "10.0.0.7", 0.0)
    with pytest.raises(TooOften):
        auth.attempt("lea", "10.0.0.7", 0.0)
    auth.attempt("lea", "10.0.0.8", 0.0)


def test_requests_are_limited_by_person_and_those_of_strangers_by_network() -> None:
    auth = Auth("salon", lambda: ACCOUNTS, guests=True)
    for person, address, other in (
        (Person("lea", Role.PLAYER), "10.0.0.7", "10.0.0.8"),
        (Person("", Role.VIEWER), "2001:db8::1", "2001:db8::2"),
    ):
        for _ in range(REQUESTS[1]):
            auth.request(person, address, 0.0)
        with pytest.raises(TooOften):
            auth.request(person, other, 0.0)
    auth.request(Person("max", Role.PLAYER), "10.0.0.7", 0.0)
    auth.request(Person("", Role.VIEWER), "10.0.0.7", 0.0)
