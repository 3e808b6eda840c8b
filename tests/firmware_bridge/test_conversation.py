from __future__ import annotations

from dataclasses import replace

import pytest

from events.peg_reading import Button, HoleFault, LinkEvent, Peg, PegReading, Signal
from firmware_bridge.conversation import (
    ASK_AGAIN,
    COMMAND_TRIES,
    MOST_COMMANDS,
    MOST_PRESSES,
    SILENCE,
    Conversation,
    Value,
)
from firmware_bridge.framing import FrameDecoder
from firmware_bridge.messages import Ack, AskHello, AskSnapshot, Calibrate, Hello, Result
from firmware_bridge.packing import pack, unpack
from simulation.devices.board_bytes import BoardVoice

EMPTY = PegReading(0.0, (None,) * 30)


def reading(t: float, faults: tuple[tuple[int, HoleFault], ...] = (), **pegs: Peg) -> PegReading:
    """Pegs by hole: `h3=Peg.BLANCS`."""
    holes: list[Peg | None] = [None] * 30
    for hole, peg in pegs.items():
        holes[int(hole[1:])] = peg
    return PegReading(t, tuple(holes), faults)


def begun(voice: BoardVoice, first: PegReading = EMPTY) -> Conversation:
    """Return a conversation that has reported its link up and the first reading."""
    conversation = Conversation()
    up, shown = conversation.receive(voice.hello() + voice.snapshot(first), first.t)
    assert isinstance(up, LinkEvent)
    assert up.up
    assert shown == first
    return conversation


def test_a_hello_and_a_snapshot_make_the_link_and_the_first_reading() -> None:
    begun(BoardVoice())


def test_a_heartbeat_stands_in_for_a_lost_hello() -> None:
    """A recording may begin anywhere."""
    voice = BoardVoice()
    conversation = Conversation()
    assert conversation.receive(voice.snapshot(EMPTY), 0.0) == []
    assert [type(value) for value in conversation.receive(voice.heartbeat(0.1), 0.1)] == [LinkEvent, PegReading]


def test_a_delta_changes_only_its_holes() -> None:
    voice = BoardVoice()
    conversation = begun(voice, reading(0.0, h24=Peg.NOIRS, h26=Peg.BLANCS))
    moved = reading(1.0, ((5, HoleFault.STUCK),), h24=Peg.NOIRS, h1=Peg.BLANCS)
    assert conversation.receive(voice.change(moved), 1.0) == [moved]


def test_a_snapshot_that_says_nothing_new_gives_nothing() -> None:
    voice = BoardVoice()
    conversation = begun(voice)
    assert conversation.receive(voice.snapshot(replace(EMPTY, t=0.5)), 0.5) == []


def test_a_delta_after_a_lost_message_is_not_believed_until_the_next_snapshot() -> None:
    """The lost message may have been a delta too, so the holes are uncertain."""
    voice = BoardVoice()
    conversation = begun(voice)
    voice.change(reading(0.2, h3=Peg.BLANCS))
    after = reading(0.4, h3=Peg.BLANCS, h12=Peg.NOIRS)
    assert conversation.receive(voice.change(after), 0.4) == []
    assert conversation.receive(voice.snapshot(replace(after, t=0.5)), 0.5) == [replace(after, t=0.5)]


def test_while_unsure_it_asks_for_a_snapshot_and_not_too_often() -> None:
    voice = BoardVoice()
    conversation = begun(voice)
    assert conversation.outgoing(0.1) == b""
    voice.heartbeat(0.2)
    conversation.receive(voice.heartbeat(0.3), 0.3)
    (content,) = FrameDecoder().feed(conversation.outgoing(0.3))
    assert unpack(content)[1] == AskSnapshot()
    assert conversation.outgoing(0.4) == b""
    assert conversation.outgoing(0.6) != b""


def test_at_first_it_asks_who_is_there() -> None:
    (content,) = FrameDecoder().feed(Conversation().outgoing(0.0))
    assert unpack(content)[1] == AskHello()


def test_presses_are_counted_so_a_lost_one_comes_late_and_none_comes_twice() -> None:
    voice = BoardVoice()
    conversation = begun(voice)
    first, lost = Signal(1.0, "near", Button.ECOLE), Signal(1.2, "far", Button.COUP_JOUE)
    press = voice.press(first)
    assert conversation.receive(press, 1.0) == [first]
    assert conversation.receive(press, 1.1) == []
    voice.press(lost)
    assert conversation.receive(voice.snapshot(replace(EMPTY, t=1.5)), 1.5) == [replace(lost, t=1.5)]


def test_silence_is_reported_once_and_so_is_its_end() -> None:
    voice = BoardVoice()
    conversation = begun(voice)
    assert conversation.tick(SILENCE) == []
    (down,) = conversation.tick(SILENCE + 0.1)
    assert isinstance(down, LinkEvent)
    assert not down.up
    assert conversation.tick(9.0) == []
    assert conversation.disconnect(9.5, "unplugged") == []
    values = conversation.receive(voice.heartbeat(10.0) + voice.snapshot(replace(EMPTY, t=10.0)), 10.0)
    assert [type(value) for value in values] == [LinkEvent, PegReading]


def test_a_board_that_restarts_counts_its_presses_from_zero() -> None:
    """Its counters go back to zero, which is neither 253 presses nor one."""
    old = BoardVoice(boot=1)
    conversation = begun(old)
    for _ in range(3):
        conversation.receive(old.press(Signal(1.0, "near", Button.ADOUBE)), 1.0)
    new = BoardVoice(started=1.1, boot=2)
    values: list[Value] = []
    for line in (new.hello(), new.snapshot(replace(EMPTY, t=1.4)), new.heartbeat(1.5)):
        values += conversation.receive(line, 1.5)
    assert values == []
    pressed = Signal(1.6, "near", Button.ADOUBE)
    assert conversation.receive(new.press(pressed), 1.6) == [pressed]


def test_presses_while_the_link_was_down_are_not_reported_late() -> None:
    """The player repeats a press that had no effect; the first must not end a throw a minute later."""
    voice = BoardVoice()
    conversation = begun(voice)
    conversation.tick(5.0)
    voice.press(Signal(6.0, "near", Button.COUP_JOUE))
    values = conversation.receive(voice.heartbeat(9.0) + voice.snapshot(replace(EMPTY, t=9.0)), 9.0)
    assert [type(value) for value in values] == [LinkEvent, PegReading]


def test_a_message_whose_uptime_jumps_is_not_believed_until_the_next_agrees() -> None:
    """Noise that passes the CRC by chance has a plausible uptime once in 400 000 times."""
    voice = BoardVoice()
    conversation = begun(voice)
    stray = BoardVoice(started=-500.0)
    for _ in range(2):
        stray.heartbeat(0.0)
    assert conversation.receive(stray.snapshot(reading(0.5, h3=Peg.NOIRS)), 0.5) == []
    voice.heartbeat(0.6)
    true = reading(0.7, h3=Peg.BLANCS)
    assert conversation.receive(voice.snapshot(true), 0.7) == []
    assert conversation.receive(voice.snapshot(replace(true, t=0.8)), 0.8) == [replace(true, t=0.8)]


def test_another_protocol_is_said_in_words_once() -> None:
    conversation = Conversation()
    hello = Hello(9, (1, 0, 0), 30, 255, 3, 83, 5, b"12345678")
    (event,) = conversation.receive(pack(hello, 0), 1.0)
    assert event == LinkEvent(1.0, up=False, reason="the board speaks protocol 9, this program 1")
    assert conversation.receive(pack(hello, 1), 2.0) == []


def test_a_command_is_repeated_until_acknowledged() -> None:
    conversation = begun(BoardVoice())
    conversation.send(Calibrate(), 1.0)
    first = conversation.outgoing(1.0)
    assert unpack(FrameDecoder().feed(first)[0])[1] == Calibrate()
    assert conversation.outgoing(1.1) == b""
    assert conversation.outgoing(1.3) == first


def test_a_command_nobody_acknowledges_is_given_up() -> None:
    conversation = begun(BoardVoice())
    conversation.send(Calibrate(), 1.0)
    sent = [bool(conversation.outgoing(1.0 + ASK_AGAIN * number)) for number in range(2 * COMMAND_TRIES)]
    assert sent == [True] * COMMAND_TRIES + [False] * COMMAND_TRIES


def test_an_acknowledged_command_is_not_repeated() -> None:
    voice = BoardVoice()
    conversation = begun(voice)
    seq = conversation.send(Calibrate(3), 1.0)
    conversation.outgoing(1.0)
    ack = Ack(seq, 0x83, Result.REFUSED, 3)
    assert conversation.receive(pack(ack, 2), 1.1) == []
    assert list(conversation.answers) == [ack]
    assert conversation.outgoing(2.0) == b""


def test_commands_nobody_hears_do_not_pile_up() -> None:
    conversation = begun(BoardVoice())
    for _ in range(10 * MOST_COMMANDS):
        conversation.send(Calibrate(), 1.0)
    assert len(FrameDecoder().feed(conversation.outgoing(1.0))) == MOST_COMMANDS


def test_our_own_words_come_back_mean_nothing() -> None:
    """Our own messages may come back from a modem's echo, or from a loop of wire in place of a board."""
    conversation = Conversation()
    assert conversation.receive(conversation.outgoing(0.0), 0.1) == []
    assert not conversation.up
    assert conversation.last_message is None


def test_more_presses_at_once_than_fingers_make_are_not_reported() -> None:
    voice = BoardVoice()
    conversation = begun(voice)
    for _ in range(MOST_PRESSES + 1):
        voice.press(Signal(1.0, "near", Button.ECOLE))
    assert conversation.receive(voice.snapshot(replace(EMPTY, t=1.5)), 1.5) == []


def test_a_reading_of_other_than_thirty_holes_cannot_be_said() -> None:
    with pytest.raises(ValueError, match="29 holes, 30 expected"):
        BoardVoice().snapshot(PegReading(0.0, (None,) * 29))


def test_the_same_bytes_give_the_same_values() -> None:
    """A replayed recording gives the same values as the table did."""
    voice = BoardVoice()
    chunks = [
        (0.0, voice.hello()),
        (0.1, voice.snapshot(EMPTY)),
        (0.2, b"noise" + voice.change(reading(0.2, h0=Peg.NOIRS))[:-3]),
        (0.9, voice.heartbeat(0.9)),
        (1.0, voice.snapshot(reading(1.0, h0=Peg.NOIRS))),
    ]
    runs: list[list[Value]] = []
    for _ in range(2):
        conversation = Conversation()
        runs.append([value for t, data in chunks for value in conversation.receive(data, t)])
    assert runs[0] == runs[1]
    assert runs[0][-1] == reading(1.0, h0=Peg.NOIRS)
