"""A Raspberry Pi Pico W with a 2.9 inch e-paper (SSD1680, 296 x 128): the only module that uses `machine`.

Written from the SSD1680 data sheet (rev. 0.14) and not yet run on the panel itself. Wiring (SPI1): SCK GP10, DIN GP11,
CS GP9, DC GP8, RST GP12, BUSY GP13.
"""

import socket
import time

import framebuf
import machine
import network

from . import panel
from .client import Port

WIDTH, HEIGHT = 296, 128
BUSY_MS = 5_000
# A full refresh takes two seconds and clears ghosts. E-paper should not be refreshed more often than this.
REFRESH_MS = 3_000
WIFI_MS = 20_000


class Paper:
    """The panel. Its memory runs along the short side, so pictures are turned as they are written."""

    def __init__(self) -> None:
        """Set up the pins; `show` wakes the controller."""
        self._spi = machine.SPI(1, baudrate=4_000_000, sck=machine.Pin(10), mosi=machine.Pin(11))
        self._select, self._data, self._reset = (machine.Pin(pin, machine.Pin.OUT) for pin in (9, 8, 12))
        self._busy = machine.Pin(13, machine.Pin.IN)

    def _say(self, command: int, data: bytes = b"") -> None:
        self._select.off()
        self._data.off()
        self._spi.write(bytes((command,)))
        if data:
            self._data.on()
            self._spi.write(data)
        self._select.on()

    def _wait(self) -> None:
        end = time.ticks_add(time.ticks_ms(), BUSY_MS)
        while self._busy.value() and time.ticks_diff(end, time.ticks_ms()) > 0:
            time.sleep_ms(10)

    def _wake(self) -> None:
        self._reset.off()
        time.sleep_ms(10)
        self._reset.on()
        time.sleep_ms(10)
        self._say(0x12)  # software reset
        self._wait()
        self._say(0x01, bytes(((WIDTH - 1) & 255, (WIDTH - 1) >> 8, 0)))  # gate lines
        self._say(0x11, b"\x03")  # both addresses go up, x first
        self._say(0x44, bytes((0, HEIGHT // 8 - 1)))
        self._say(0x45, bytes((0, 0, (WIDTH - 1) & 255, (WIDTH - 1) >> 8)))
        self._say(0x3C, b"\x05")  # the border stays white
        self._say(0x18, b"\x80")  # the built-in thermometer
        self._say(0x4E, b"\x00")
        self._say(0x4F, b"\x00\x00")
        self._wait()

    def show(self, picture: framebuf.FrameBuffer) -> None:
        """Write a picture, black on white, then let the panel sleep."""
        memory = bytearray(WIDTH * HEIGHT // 8)
        turned = framebuf.FrameBuffer(memory, HEIGHT, WIDTH, framebuf.MONO_HLSB)
        turned.fill(1)
        for y in range(HEIGHT):
            for x in range(WIDTH):
                if picture.pixel(x, y):
                    turned.pixel(y, WIDTH - 1 - x, 0)
        self._wake()
        self._say(0x24, memory)
        self._say(0x22, b"\xf7")
        self._say(0x20)
        self._wait()
        self._say(0x10, b"\x01")  # deep sleep


class PicoW(Port):
    """The real port: Wi-Fi, a socket that does not block once it is connected, the paper."""

    def __init__(self, settings: dict[str, object]) -> None:
        """Activate Wi-Fi and the paper. Settings: wifi, wifi_password, host, port."""
        self._settings = settings
        self._wlan = network.WLAN(network.STA_IF)
        self._wlan.active(True)
        self._socket = None
        self._paper = Paper()
        self._wanted = None
        self._refreshed = -REFRESH_MS
        self._ticks = time.ticks_ms()
        self._milliseconds = 0

    def milliseconds(self) -> int:
        """Return the milliseconds since power-up."""
        ticks = time.ticks_ms()
        self._milliseconds += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._milliseconds

    def open(self) -> None:
        """Join the network if necessary, then connect to the broker."""
        if not self._wlan.isconnected():
            self._wlan.connect(self._settings["wifi"], self._settings["wifi_password"])
            end = self.milliseconds() + WIFI_MS
            while not self._wlan.isconnected():
                if self.milliseconds() > end:
                    raise OSError("no wifi")
                time.sleep_ms(100)
        address = socket.getaddrinfo(self._settings["host"], self._settings["port"])[0][-1]
        self._socket = socket.socket()
        self._socket.settimeout(5)
        self._socket.connect(address)
        self._socket.setblocking(False)

    def close(self) -> None:
        """Drop the socket."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def send(self, data: bytes) -> None:
        """Send a packet. Packets are small: if one does not go out in one piece, the link is dead."""
        if self._socket.write(data) != len(data):
            raise OSError("not sent")

    def receive(self) -> bytes:
        """Return new bytes. read() gives None when there are none, b"" at the end."""
        data = self._socket.read(512)
        if data is None:
            return b""
        if not data:
            raise OSError("closed")
        return data

    def show(self, lines: list[str]) -> None:
        """Remember the newest lines; `refresh` writes them when the paper is ready."""
        self._wanted = lines

    def refresh(self) -> None:
        """Show the latest text, no more often than the paper may be written."""
        now = self.milliseconds()
        if self._wanted is not None and now - self._refreshed >= REFRESH_MS:
            lines, self._wanted, self._refreshed = self._wanted, None, now
            self._paper.show(panel.draw(WIDTH, HEIGHT, lines))
