"""A club's knowledge of its tables."""

from __future__ import annotations

import dataclasses
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from announce.club import table_registry as halls
from announce.club.table_registry import KEPT, SHOWN, TableRegistry
from announce.table_api.backgammon import BackgammonView
from announce.table_api.payloads import announcement_payload
from announce.table_api.trictrac import TrictracView
from announce.table_api.view import TableFacts
from events.rulings import Disorder, OrderRestored, Ruling
from events.state import Mode
from rules.position import Side
from tests.announce.samples import BACKGAMMON, announcements, rulings, table_state


def state(**changes: object) -> bytes:
    return json.dumps(TrictracView().payload(table_state(), TableFacts(table="salon")) | changes).encode()


def news(ruling: Ruling) -> list[bytes]:
    """The announcements a ruling makes."""
    return [json.dumps(announcement_payload(one)).encode() for one in announcements(ruling, mode=Mode.LESSON)]


DISORDER = news(Disorder("7", 1.0, 3, ((Side.BLANCS, 5, 2, 1),)))[0]
RESTORED = news(OrderRestored("8", 2.0, 3))[0]


def hall_of(*messages: tuple[str, bytes], delay: float = 0.0) -> TableRegistry:
    registry = TableRegistry(delay)
    for t, (topic, payload) in enumerate(messages):
        registry.receive(float(t), f"tablier/salon/{topic}", payload)
    return registry


def test_a_table_is_known_by_what_it_publishes() -> None:
    table = hall_of(("availability", b"online"), ("state", state())).tables["salon"]
    assert (table.present, table.wanted) == (True, None)
    assert table.state is not None
    assert table.state["score"]["noirs"]["trous"] == 11
    assert not hall_of(("availability", b"online"), ("availability", b"offline")).tables["salon"].present


def test_a_table_of_backgammon_is_known_too() -> None:
    """Before anybody has the turn as well; called and in doubt, it needs a referee like any other."""
    opening = dataclasses.replace(BACKGAMMON, trait=None)
    for shown in (BACKGAMMON, opening):
        table = hall_of(
            (
                "state",
                json.dumps(BackgammonView().payload(shown, TableFacts(table="salon", called=Side.NOIRS))).encode(),
            )
        ).tables["salon"]
        assert table.wanted == "called"
        assert table.state is not None
        assert table.state["match"]["noirs"] == 6


@given(rulings)
def test_every_ruling_that_is_announced_is_understood(ruling: Ruling) -> None:
    """Whatever a table may say is counted, and the last that are no mere information are kept."""
    messages = news(ruling)
    table = hall_of(("availability", b"online"), *(("announcement", payload) for payload in messages)).tables["salon"]
    grave = [one for one in map(json.loads, messages) if one["severity"] != "info"]
    assert table.received == len(messages)
    assert [one.id for one in table.announced] == [one["id"] for one in grave][-KEPT:]


def test_an_announcement_that_comes_twice_is_one() -> None:
    """QoS 1 may deliver a message twice."""
    assert hall_of(("announcement", DISORDER), ("announcement", DISORDER)).tables["salon"].received == 1


def test_the_referee_is_wanted_for_a_call_a_doubt_and_a_disorder() -> None:
    assert hall_of(("state", state(called="noirs"))).tables["salon"].wanted == "called"
    assert hall_of(("state", state(doubt="12"))).tables["salon"].wanted == "doubt"
    assert hall_of(("state", state()), ("announcement", DISORDER)).tables["salon"].wanted == "disorder"
    assert hall_of(("state", state()), ("announcement", DISORDER), ("state", state(paused=True))).tables["salon"].wanted
    ended = hall_of(("state", state()), ("announcement", DISORDER), ("announcement", RESTORED))
    assert ended.tables["salon"].wanted is None
    thrown = hall_of(("state", state()), ("announcement", DISORDER), ("state", state(throw=99)))
    assert thrown.tables["salon"].wanted is None


def test_spectators_are_announced_late_and_nothing_else() -> None:
    """Nothing before its time, everything at it, in order."""
    late = hall_of(("availability", b"online"), ("state", state()), ("state", state(throw=9)), delay=60.0)
    assert late.tables == {}
    late.advance(61.5)
    assert late.tables["salon"].state == {name: value for name, value in json.loads(state()).items() if name in SHOWN}
    late.advance(62.0)
    assert late.tables["salon"].state == {
        name: value for name, value in json.loads(state(throw=9)).items() if name in SHOWN
    }


def test_only_what_changed_is_sent_again() -> None:
    registry = hall_of(("availability", b"online"), ("state", state()))
    registry.receive(3.0, "tablier/veranda/availability", b"online")
    before = registry.version
    registry.receive(4.0, "tablier/salon/state", state())
    assert registry.since(before) == []
    registry.receive(5.0, "tablier/veranda/state", state())
    assert [table.id for table in registry.since(before)] == ["veranda"]


@given(st.lists(st.tuples(st.text(max_size=30), st.binary(max_size=60))), st.sampled_from([0.0, 5.0]))
def test_garbage_changes_nothing(messages: list[tuple[str, bytes]], delay: float) -> None:
    """Any topic, any payload: no error, and no table that said nothing right."""
    registry = TableRegistry(delay)
    for t, (topic, payload) in enumerate(messages):
        registry.receive(float(t), topic, payload)
        registry.receive(float(t), f"tablier/salon/{topic}", payload)
        registry.receive(float(t), "tablier/salon/state", payload)
        registry.receive(float(t), "tablier/salon/announcement", payload)
    registry.advance(1e9)
    assert all(table.state is None and not table.announced for table in registry.tables.values())


def test_a_flood_is_bounded() -> None:
    """Message lengths, tables and waiting messages are bounded."""
    registry = TableRegistry(delay=10.0)
    registry.receive(0.0, "tablier/salon/state", state(more="x" * halls.LONGEST_MESSAGE))
    registry.advance(10.0)
    assert registry.tables == {}
    for number in range(halls.MOST_WAITING // 60_000 + 10):
        registry.receive(1.0, f"tablier/table-{number % 2000}/state", b"x" * 60_000)
    assert sum(len(payload) for _, _, payload in registry._waiting) <= halls.MOST_WAITING
    many = TableRegistry()
    for number in range(halls.MOST_TABLES + 50):
        many.receive(0.0, f"tablier/table-{number}/availability", b"online")
    assert len(many.tables) == halls.MOST_TABLES
    assert dataclasses.replace(many.tables["table-0"], version=0) == halls.ClubTable("table-0", present=True)


DAMAGED = [
    {"dice": 5},
    {"dice": [7, 1]},
    {"position": {"blancs": [10**18, *[0] * 23], "noirs": [0] * 24}},
    {"position": {"blancs": [15], "noirs": [0] * 24}},
    {"position": 3},
    {"score": {}},
    {"score": {"blancs": {"points": 1}}},
    {"score": {"blancs": 3, "noirs": {}}},
    {"game": "backgammon"},
    {"phase": "asleep"},
    {"trait": {"blancs": 1}},
    {"throw": "nine"},
    {"called": 7},
]


@pytest.mark.parametrize("wrong", DAMAGED, ids=lambda wrong: str(wrong)[:40])
def test_a_state_with_a_wrong_field_is_not_shown_and_marks_its_table(wrong: dict[str, object]) -> None:
    """One table's bad state hides no other; its next good state makes it readable again."""
    registry = hall_of(("availability", b"online"), ("state", state()))
    registry.receive(5.0, "tablier/cave/state", state())
    registry.receive(6.0, "tablier/salon/state", state(**wrong))
    bad, good = registry.tables["salon"], registry.tables["cave"]
    assert (bad.unreadable, bad.state, bad.present) == (True, None, True)
    assert (good.unreadable, good.state is None) == (False, False)
    registry.receive(7.0, "tablier/salon/state", state())
    assert not registry.tables["salon"].unreadable
    assert registry.tables["salon"].state is not None


def numbered(number: int, identity: str) -> bytes:
    """An announcement by its number."""
    return json.dumps({**json.loads(DISORDER), "number": number, "id": identity, "t": float(number)}).encode()


def test_announcements_that_did_not_come_are_asked_for_once() -> None:
    """A gap in the numbers, or a state that counts more than came; what comes later is put in its place."""
    registry = hall_of(("availability", b"online"), ("announcement", numbered(3, "a")))
    assert registry.tables_to_ask() == ()
    registry.receive(3.0, "tablier/salon/announcement", numbered(6, "d"))
    registry.receive(3.5, "tablier/salon/state", state(announced=6))
    assert registry.tables_to_ask() == ("salon",), "the state that follows must not hide the gap"
    assert registry.tables_to_ask() == ()
    for number, identity in ((3, "a"), (4, "b"), (5, "c"), (6, "d")):
        registry.receive(4.0, "tablier/salon/announcement", numbered(number, identity))
    assert [one.id for one in registry.tables["salon"].announced] == ["a", "b", "c", "d"]
    assert registry.tables_to_ask() == ()
    registry.receive(5.0, "tablier/salon/state", state(announced=9))
    assert registry.tables_to_ask() == ("salon",)


def test_a_table_that_restarted_has_missed_nothing() -> None:
    registry = hall_of(("availability", b"online"), ("announcement", numbered(30, "a")))
    registry.receive(3.0, "tablier/salon/state", state(announced=0))
    registry.receive(4.0, "tablier/salon/announcement", numbered(1, "b"))
    assert registry.tables_to_ask() == ()
    registry.receive(4.0, "tablier/salon/announcement", numbered(3, "c"))
    assert registry.tables_to_ask() == ("salon",)


@pytest.mark.parametrize("delay", [0.0, 60.0])
def test_without_the_broker_no_table_is_there(delay: float) -> None:
    """Each table is back once it says so; spectators see that late, like everything else."""
    registry = hall_of(("availability", b"online"), ("state", state()), delay=delay)
    registry.advance(10.0 + delay)
    assert registry.tables["salon"].present
    registry.mark_broker_lost(20.0)
    registry.advance(20.0)
    assert registry.tables["salon"].present is (delay > 0)
    registry.advance(20.0 + delay)
    assert not registry.tables["salon"].present
    registry.receive(30.0, "tablier/salon/availability", b"online")
    registry.advance(30.0 + delay)
    assert registry.tables["salon"].present
