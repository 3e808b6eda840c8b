"""Acts as lines: every act is read back as it was written, and another line is refused with the reason."""

from __future__ import annotations

from collections.abc import Callable
from types import UnionType
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.acts import Act, DameLifted, Declaration
from events.backgammon.acts import Turn
from events.codec import HistoryError, InvalidJson, _fields_of, act_of, parse_json, text_of
from events.rulings import DiceTrouble
from events.state import Mode
from rules.backgammon.match import Win
from rules.backgammon.position import Position as BackgammonPosition
from rules.marking import Holding, Score
from rules.play import Move
from rules.position import Position, ReleveCause, Side
from tablier.games import known_acts

ACTS = known_acts()
SIDES = st.sampled_from(Side)
COUNTS = st.tuples(*[st.integers(0, 15)] * 24)
HOLDINGS = st.builds(Holding, st.integers(0, 10), st.booleans(), st.integers(0, 12))
VALUES: dict[object, st.SearchStrategy[object]] = {
    type(None): st.none(),
    float: st.floats(allow_nan=False, allow_infinity=False),
    bool: st.booleans(),
    int: st.integers(-(2**31), 2**31),
    str: st.text(),
    Side: SIDES,
    tuple[int, int]: st.tuples(st.integers(1, 6), st.integers(1, 6)),
    tuple[int, ...]: st.lists(st.integers(1, 24)).map(tuple),
    tuple[tuple[int, int], ...]: st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6))).map(tuple),
    tuple[Side, ...]: st.lists(SIDES).map(tuple),
    tuple[Move, ...]: st.lists(st.builds(Move, st.integers(1, 24), st.integers(2, 25))).map(tuple),
    DiceTrouble: st.sampled_from(DiceTrouble),
    ReleveCause: st.sampled_from(ReleveCause),
    Declaration: st.sampled_from(Declaration),
    Mode: st.sampled_from(Mode),
    Position: st.builds(Position, COUNTS, COUNTS),
    BackgammonPosition: st.builds(BackgammonPosition, COUNTS, COUNTS),
    Win: st.sampled_from(Win),
    tuple[Turn, ...]: st.lists(
        st.builds(
            Turn,
            st.floats(allow_nan=False, allow_infinity=False),
            SIDES,
            st.tuples(st.integers(1, 6), st.integers(1, 6)),
            st.builds(BackgammonPosition, COUNTS, COUNTS),
            st.booleans(),
        ),
        max_size=3,
    ).map(tuple),
    Score: st.builds(Score, HOLDINGS, HOLDINGS, st.none() | SIDES),
}
"""How to draw a value of each type that the acts' fields have. An act with another type fails here."""


def values_of(hint: object) -> st.SearchStrategy[object]:
    if isinstance(hint, UnionType):
        return st.one_of([VALUES[each] for each in get_args(hint)])
    return VALUES[hint]


def acts_of(kind: str) -> st.SearchStrategy[Act]:
    make: Callable[..., Act] = ACTS[kind]
    fields = _fields_of(ACTS[kind])  # type: ignore[arg-type] # as in the codec
    return st.builds(make, **{name: values_of(hint) for name, hint in fields.items()})


@given(st.one_of([acts_of(kind) for kind in ACTS]))
def test_every_act_is_read_back_as_it_was_written(act: Act) -> None:
    again = act_of(text_of(act), ACTS)
    assert again == act
    assert type(again) is type(act)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a line of JSON"),
        ("[" * 100_000, "not a line of JSON"),
        ("\ud800", "not a line of JSON"),
        ("[]", "not a line of JSON"),
        ("{}", "kind: None, expected one of DiceThrown"),
        ('{"kind": ["DiceThrown"]}', "kind: "),
        ('{"kind": "Danced", "t": 1.0}', "kind: 'Danced'"),
        ('{"kind": "DameLifted", "t": 1.0, "side": "blancs"}', "DameLifted: .*case"),
        ('{"kind": "DameLifted", "t": 1.0, "side": "rouges", "case": 1}', "DameLifted.side: "),
        ('{"kind": "DameLifted", "t": "now", "side": "blancs", "case": 1}', "DameLifted.t: "),
        ('{"kind": "DameLifted", "t": 1.0, "side": "blancs", "case": 1, "why": 1}', "DameLifted.why: unknown"),
    ],
)
def test_a_line_that_is_no_act_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(HistoryError, match=message):
        act_of(text, ACTS)


@given(st.text() | st.binary().map(lambda data: data.decode("latin-1")))
def test_any_text_is_an_act_or_refused(text: str) -> None:
    try:
        act_of(text, ACTS)
    except HistoryError:
        return


def test_a_line_of_an_act() -> None:
    act = DameLifted(1.5, Side.NOIRS, 12)
    assert text_of(act) == '{"t":1.5,"kind":"DameLifted","side":"noirs","case":12}'


DEEP = b'{"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}"


@given(st.one_of(st.binary(), st.text().map(str.encode), st.sampled_from([DEEP, b'{"\xff":1}', b'{"x":1e999}'])))
def test_any_bytes_are_read_or_refused(text: bytes) -> None:
    """Damaged text, other types, and lists nested too deeply are one error, never another."""
    try:
        read = parse_json(text, dict[str, int])
    except InvalidJson:
        return
    assert all(isinstance(value, int) for value in read.values())


def test_unknown_fields_that_are_nested_too_deeply_are_refused() -> None:
    with pytest.raises(InvalidJson):
        parse_json(DEEP, Position)
