"""Links on lines that lose, change, split and delay; decoders against ten thousand random and mutated frames."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest

from events.peg_reading import LinkEvent, Peg, PegReading, Signal
from firmware_bridge.conversation import Conversation, Value
from firmware_bridge.framing import LONGEST_STUFFED
from firmware_bridge.messages import BUTTONS, Calibrate, Result
from firmware_bridge.serial_link import SerialLink
from hardware.firmware import wire
from simulation.devices.board_bytes import BoardVoice
from simulation.devices.virtual_board import VirtualBoard
from tests.firmware_bridge.lossy import Bad, LossyLine, spoil
from tests.waiting import LONG

FRAMES = 10_000
PEGS = (Peg.BLANCS, Peg.NOIRS, Peg.PAVILLON)
WAIT = LONG


def invented_table(seed: int) -> Iterator[tuple[float, bytes, PegReading]]:
    """FRAMES frames of a board on which three pegs move: the time, the bytes, and the truth at that time."""
    chance = random.Random(seed)  # noqa: S311 - a test's, not a secret's
    voice = BoardVoice()
    t = 0.0
    where = [24, 26, 25]
    for number in range(FRAMES):
        t += 0.05
        if chance.random() < 0.2:
            where[chance.randrange(3)] = chance.randrange(30)
        holes: list[Peg | None] = [None] * 30
        for peg, hole in zip(PEGS, where, strict=True):
            holes[hole] = peg
        truth = PegReading(t, tuple(holes))
        if number % 40 == 0:
            line = voice.hello()
        elif number % 10 == 0:
            line = voice.snapshot(truth)
        elif number % 7 == 0:
            line = voice.press(Signal(t, *chance.choice(BUTTONS)))
        else:
            line = voice.change(truth) or voice.heartbeat(t)
        yield t, line, truth


@pytest.mark.parametrize(
    "bad",
    [Bad(lost=0.2), Bad(lost=0.01, changed=0.01), Bad(changed=0.005), Bad(lost=0.002, single=True)],
    ids=str,
)
@pytest.mark.parametrize("seed", range(2))
def test_no_wrong_reading_out_of_ten_thousand_spoilt_frames(bad: Bad, seed: int) -> None:
    """Every reading was true when its frame was sent: now, or one frame ago if its last zero was lost.

    Memory stays bounded, nothing raises.
    """
    chance = random.Random(seed)  # noqa: S311 - a test's, not a secret's
    conversation = Conversation()
    readings = 0
    said: dict[tuple[Peg | None, ...], float] = {}
    for t, line, truth in invented_table(seed):
        said[truth.holes] = t
        spoilt = spoil(line, bad, chance)
        for piece in (spoilt[at : at + 1] for at in range(len(spoilt))) if bad.single else (spoilt,):
            for value in conversation.receive(piece, t):
                if isinstance(value, PegReading):
                    readings += 1
                    assert t - said.get(value.holes, -1.0) < 0.06, f"a reading nobody sent at {t}"
        assert conversation._decoder.held <= LONGEST_STUFFED
    assert conversation.damaged > FRAMES / 100
    if bad.lost < 0.2:  # Otherwise hardly any frame would pass undamaged.
        assert readings


@pytest.mark.parametrize("seed", range(3))
def test_ten_thousand_random_frames_give_nothing(seed: int) -> None:
    """Noise between zeros: no value, no exception, at either end of the line."""
    chance = random.Random(seed)  # noqa: S311 - a test's, not a secret's
    conversation = Conversation()
    reader = wire.Reader()
    values: list[Value] = []
    for number in range(FRAMES):
        noise = b"\0" + chance.randbytes(chance.randrange(0, 120)) + b"\0"
        values += conversation.receive(noise, number / 100)
        reader.feed(noise)
    assert [value for value in values if not isinstance(value, LinkEvent)] == []
    assert len(conversation.answers) <= 64


def test_good_data_after_any_trouble_is_a_reading_within_a_second() -> None:
    """A board sends a snapshot and two heartbeats every half second, so one second of them is enough."""
    for seed in range(200):
        chance = random.Random(seed)  # noqa: S311 - a test's, not a secret's
        voice = BoardVoice()
        conversation = Conversation()
        t = 0.0
        for t, line, _ in invented_table(seed):
            conversation.receive(spoil(line, Bad(lost=0.3, changed=0.1), chance), t)
            if t > 4:
                break
        conversation.receive(chance.randbytes(chance.randrange(200)), t)
        truth = PegReading(t, (Peg.NOIRS, *(None,) * 29))
        values: list[Value] = []
        # The board restarted meanwhile, the worst case: no message continues the earlier ones.
        voice = BoardVoice(started=t)
        values += conversation.receive(voice.hello(), t)
        for quarter in range(4):
            now = t + quarter / 4
            if quarter % 2 == 0:
                values += conversation.receive(voice.snapshot(PegReading(now, truth.holes)), now)
            values += conversation.receive(voice.heartbeat(now), now)
        assert [value for value in values if isinstance(value, PegReading)][-1].holes == truth.holes


def next_reading(link: SerialLink) -> PegReading:
    for value in link.readings(timeout=WAIT):
        if isinstance(value, PegReading):
            return value
    pytest.fail(f"no reading from {link} in {WAIT} s")


@pytest.mark.parametrize(
    "bad",
    [Bad(lost=0.02, delay=0.05), Bad(changed=0.02, single=True)],
    ids=str,
)
def test_the_real_link_and_firmware_over_a_bad_line(bad: Bad) -> None:
    """Over a line that loses, splits and delays bytes, each move arrives and none is invented."""
    with (
        VirtualBoard() as board,
        LossyLine(board.port, bad, seed=1) as line,
        SerialLink(line.port, find=list) as link,
    ):
        assert next_reading(link).holes == (None,) * 30
        for hole in (0, 1, 2):
            board.put(hole, Peg.BLANCS)
            holes = next_reading(link).holes
            assert [peg for peg in holes if peg] == [Peg.BLANCS]
            assert holes[hole] is Peg.BLANCS
            board.put(hole, None)
            assert next_reading(link).holes == (None,) * 30
        assert link.send(Calibrate(), timeout=WAIT).result is Result.OK


def test_a_line_that_loses_a_fifth_recovers_within_a_second_of_being_good() -> None:
    """On the bad line hardly any frame passes; no reading is false, and recovery is quick."""
    with (
        VirtualBoard() as board,
        LossyLine(board.port, Bad(lost=0.2, single=True, delay=0.02), seed=2) as line,
        SerialLink(line.port, find=list) as link,
    ):
        board.put(17, Peg.PAVILLON)
        time.sleep(2.0)
        line.bad = Bad()
        values: list[Value] = []
        for value in link.readings(timeout=WAIT):
            values.append(value)
            if isinstance(value, PegReading):
                break
        assert values
        assert isinstance(values[-1], PegReading)
        truths = [(None,) * 30, (*(None,) * 17, Peg.PAVILLON, *(None,) * 12)]
        assert all(value.holes in truths for value in values if isinstance(value, PegReading))
