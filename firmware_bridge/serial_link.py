"""The board on a serial line: finds it, talks with it, and finds it again after a loss.

`conversation` interprets the bytes, and `link` serves the listeners. This module only handles ports.
"""

from __future__ import annotations

import logging
import termios
import time
from collections.abc import Callable, Sequence
from typing import Final

import serial
from serial.tools import list_ports

from firmware_bridge.conversation import Value
from firmware_bridge.link import Link

_log = logging.getLogger(__name__)

RASPBERRY_PI: Final = 0x2E8A
"""The USB vendor id of every Pico; MicroPython on it is product 0x0005."""
MICROPYTHON: Final = 0x0005

READ_WAIT: Final = 0.1
"""Seconds a read waits for the first byte. It bounds the delay of a command, and the wakings on a silent line."""
WRITE_WAIT: Final = 0.5
"""Seconds a write may take. A frozen board accepts no bytes; they are then dropped and reading goes on."""
ANSWER_WAIT: Final = 1.0
"""Seconds in which a board must answer on a port before the next port is tried."""
PATIENCE: Final = 4.0
"""Seconds of silence after which a port that did answer is given up and the search begins again."""
SEARCH_WAIT: Final = 0.25
BAUD: Final = 115200
"""Only for a board wired to a UART; USB ignores it."""


def find_ports() -> list[str]:
    """Return the ports a board may be on, by USB id: MicroPython on a Pico first, then other Picos."""
    ports = [port for port in list_ports.comports() if port.vid == RASPBERRY_PI]
    ports.sort(key=lambda port: (port.pid != MICROPYTHON, port.device))
    return [port.device for port in ports]


class SerialLink(Link):
    """A board on a serial port.

    port: the device or pseudo-terminal to try first. Without one, every port that `find` returns is tried. They are
    also tried when a known board has left its port. The other arguments are those of `Link`.
    """

    def __init__(
        self,
        port: str | None = None,
        *,
        callback: Callable[[Value], None] | None = None,
        tap: Callable[[float, bytes], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
        find: Callable[[], Sequence[str]] = find_ports,
        north: bool = False,
    ) -> None:
        super().__init__(callback=callback, tap=tap, clock=clock, north=north)
        self._port = port
        self._find = find
        self._board: bytes | None = None
        self._thread.start()

    def _run(self) -> None:
        while not self._closing.is_set():
            reasons = [reason for port in self._candidates() if (reason := self._visit(port))]
            if not self._closing.is_set():
                self._tell_down(reasons[0] if reasons else "no board found on any serial port")
                self._closing.wait(SEARCH_WAIT)

    def _candidates(self) -> list[str]:
        if self._port is None:
            return list(self._find())
        # A named port is the only one, until its board is known and can be recognised on another port.
        elsewhere = [port for port in self._find() if port != self._port] if self._board else []
        return [self._port, *elsewhere]

    def _visit(self, port: str) -> str | None:
        """Stay on one port while a board answers there. Return why the visit ended, None when this link is closing."""
        if self._closing.is_set():
            return None
        try:
            line = serial.Serial(port, BAUD, timeout=READ_WAIT, write_timeout=WRITE_WAIT, exclusive=True)
        except (OSError, ValueError, termios.error) as error:  # termios: unplugged while opening.
            return f"cannot open {port}: {_cause(error)}"
        with line:
            self._where = port
            try:
                return self._stay(line, port)
            finally:
                self._where = None

    def _stay(self, line: serial.Serial, port: str) -> str | None:
        talk = self._talk()
        conversation = talk.conversation
        held: list[Value] = []
        opened = self._clock()
        met = False
        while not self._closing.is_set():
            now = self._clock()
            try:
                self._write(line, self._to_write(talk, now))
                data = line.read(max(1, line.in_waiting))
            except OSError as error:
                reason = f"{port} is gone: {_cause(error)}"
                if met:
                    self._deliver(conversation.disconnect(self._clock(), reason))
                return reason
            now = self._clock()
            held += self._hear(talk, data, now)
            if not met and conversation.hello is not None:
                if port != self._port and self._port is not None and conversation.hello.board != self._board:
                    return f"another board on {port}"
                self._board = conversation.hello.board
                met = True
            if met:
                self._deliver(held)
                held = []
                self._pass_answers(talk)
            if now - max(opened, conversation.last_message or opened) > (PATIENCE if met else ANSWER_WAIT):
                return f"no board answers on {port}"
        return None

    def _write(self, line: serial.Serial, data: bytes) -> None:
        if not data:
            return
        try:
            line.write(data)
        except serial.SerialTimeoutException:
            # The board is frozen or flooded. Its messages, if any, are still worth reading.
            _log.debug("%s takes no bytes", line.port)


def _cause(error: Exception) -> str:
    """Return the system's message, without the text pyserial adds."""
    while isinstance(error.__context__, OSError | termios.error):
        error = error.__context__
    if isinstance(error, termios.error):
        return str(error.args[-1])
    if isinstance(error, PermissionError):
        return "permission denied (is this user in the group dialout?)"
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
