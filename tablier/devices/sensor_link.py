"""The link to the holes and buttons that the settings name."""

from __future__ import annotations

from collections.abc import Callable

from firmware_bridge.conversation import Value
from firmware_bridge.link import Link
from firmware_bridge.serial_link import SerialLink
from tablier.storage.paths import Site


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
