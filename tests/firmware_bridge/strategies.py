"""Strategies for every message of the protocol, with any value in range."""

from __future__ import annotations

from hypothesis import strategies as st

from events.field import HOLES
from firmware_bridge import messages as m
from firmware_bridge.packing import STATES

u8 = st.integers(0, 0xFF)
u16 = st.integers(0, 0xFFFF)
u32 = st.integers(0, 0xFFFFFFFF)
hole = st.integers(0, HOLES - 1)
state = st.sampled_from(STATES)
pair16 = st.tuples(u16, u16)
holes_of_u16 = st.tuples(*[u16] * HOLES)

from_board = st.one_of(
    st.builds(m.Hello, u8, st.tuples(u8, u8, u8), u8, u8, u8, u8, u16, st.binary(min_size=8, max_size=8)),
    st.builds(m.Snapshot, u32, st.tuples(*[state] * HOLES), st.tuples(*[u8] * 8)),
    st.builds(m.Delta, u32, st.lists(st.tuples(hole, state), min_size=1, max_size=HOLES).map(tuple)),
    st.builds(m.Press, u32, st.integers(0, 7), u8),
    st.builds(m.Heartbeat, u32, u8, u16, u8, pair16),
    st.builds(m.Levels, u32, pair16, holes_of_u16),
    st.builds(m.Rests, st.tuples(*[st.none() | st.integers(1, 0xFFFF)] * HOLES)),
    st.builds(m.HoleField, u32, hole, st.integers(-65535, 65535)),
    st.builds(m.Ack, u8, u8, st.sampled_from(m.Result), st.none() | hole),
)
to_board = st.one_of(
    st.builds(m.AskHello),
    st.builds(m.AskSnapshot),
    st.builds(m.Calibrate, st.none() | hole),
    st.builds(m.Identify, hole, u8),
    st.builds(m.SetLights, u8, u8, u8),
    st.builds(m.AskLevels, u8),
    st.builds(m.SetPolarity, st.booleans()),
)
message = from_board | to_board
