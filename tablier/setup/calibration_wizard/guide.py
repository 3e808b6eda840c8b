"""Run the wizard with camera and page, until a calibration is kept or the command ends."""

from __future__ import annotations

import queue
import socket
import sys
from typing import TYPE_CHECKING, Final

from announce.page.server import PageServer
from tablier.devices.calibration_words import Message
from tablier.devices.camera import Camera, newest, source_of
from tablier.devices.http_bind import LOOPBACKS, hosts_of, tls_files
from tablier.setup.calibration_wizard.page import Desk, create_walk_page, new_key
from tablier.setup.calibration_wizard.steps import Walk
from vision.calibration import CalibrationError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from tablier.devices.calibrate import Learnt
    from tablier.storage.measured_lens import MeasuredLens
    from tablier.storage.paths import Site
    from tablier.storage.recording import Frame

WAIT: Final = 1.0
"""Seconds to wait for a picture before the page says that none comes."""
LAST_LOOK: Final = 3.0
"""Seconds the page is still served after the end, to say that it is over."""


def walk(
    site: Site,
    lens: MeasuredLens | None,
    keep: Callable[[NDArray[np.uint8], Learnt], Path],
    *,
    say: Callable[[str], None] = lambda text: print(text, file=sys.stderr, flush=True),
) -> None:
    """Lead a person through calibrating, on a page at the settings' address, until a calibration is kept.

    lens: as measured before
    keep: writes the calibration and returns its file
    say: reports the page's address

    Raises CalibrationError when the settings name no camera, and PageFailed.
    """
    source = source_of(site.settings.camera, site.folder)
    if source is None:
        raise CalibrationError('camera.source is "none": name the camera in the settings')
    page = site.settings.page
    desk, key = Desk(Walk(site.settings, lens), keep), new_key()
    hosts = hosts_of(page)
    certificate, private = tls_files(page)
    only_local, language = page.address in LOOPBACKS, site.settings.table.language
    app = create_walk_page(desk, key, language=language, hosts=hosts, only_local=only_local)
    frames: queue.Queue[Frame] = queue.Queue(maxsize=1)
    with (
        PageServer(app, host=page.address, port=page.port, certificate=certificate, key=private) as server,
        Camera(source, deliver=lambda frame: newest(frames, frame)) as camera,
    ):
        where = server.url if only_local else f"{server.scheme}://{socket.gethostname()}.local:{server.port}/"
        say(f"Looking through the {source.name}. Open this page, and follow it: {where}{key}/")
        while not desk.over:
            try:
                desk.look(frames.get(timeout=WAIT).image)
            except queue.Empty:
                if camera.trouble is not None and not camera.starting:
                    desk.lacks(Message(f"camera.{site.settings.camera.source}"))
        desk.farewell.wait(LAST_LOOK)
