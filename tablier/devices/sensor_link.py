"""Open the camera and sensors that the settings name, for `play` and `record`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Self

from firmware_bridge.conversation import Value
from firmware_bridge.link import Link
from firmware_bridge.serial_link import SerialLink
from tablier.devices.camera import Camera, source_of
from tablier.storage.paths import Site
from tablier.storage.recording import Frame


class Devices:
    """Camera and sensors, opened and closed together; `camera` or `link` is None when the settings name none.

    deliver: gets every picture
    felt: gets every value of holes and buttons
    clock: gives the time of both
    tap: gets every byte of the sensors' line, with its time

    Each is called from the device's own thread. A missing device raises nothing: it is searched for until it comes.
    """

    def __init__(
        self,
        site: Site,
        *,
        deliver: Callable[[Frame], None],
        felt: Callable[[Value], None],
        clock: Callable[[], float],
        tap: Callable[[float, bytes], None] | None = None,
    ) -> None:
        self.camera: Camera | None = None
        self.link: Link | None = None
        with ExitStack() as opening:
            self.link = link_of(site, felt=felt, clock=clock, tap=tap)
            if self.link is not None:
                opening.enter_context(self.link)
            source = source_of(site.settings.camera, site.folder)
            if source is not None:
                self.camera = opening.enter_context(Camera(source, deliver=deliver, clock=clock))
            self._open = opening.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the devices; may be called again."""
        self._open.close()


def link_of(
    site: Site,
    *,
    felt: Callable[[Value], None] | None,
    clock: Callable[[], float],
    tap: Callable[[float, bytes], None] | None = None,
) -> Link | None:
    """Return the link to the holes and buttons of the settings, already searching for its board; None without a device.

    felt: gets the values; without it they wait in the link's `readings`
    """
    sensors = site.settings.sensors
    match sensors.link:
        case "serial":
            port = None if sensors.port == "auto" else sensors.port
            return SerialLink(port, callback=felt, tap=tap, clock=clock, north=sensors.polarity == "north")
        case "spi":
            from firmware_bridge.spi_link import SpiLink  # noqa: PLC0415 - gpiozero is slow to import, and few need it

            return SpiLink(
                calibration=site.kept / "holes.json",
                callback=felt,
                tap=tap,
                clock=clock,
                north=sensors.polarity == "north",
            )
        case "camera" | "none":
            return None
