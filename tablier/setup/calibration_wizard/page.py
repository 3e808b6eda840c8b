"""The calibration wizard at work: camera and page, the live picture, the step, and the person's requests."""

from __future__ import annotations

import queue
import secrets
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from announce.access.auth import Auth
from announce.page.app import STATIC as PAGE
from announce.page.login import NO_STORE
from announce.page.request_guard import Guard
from announce.page.routes import start_page
from announce.page.server import PageServer
from announce.phrases.catalogue import FALLBACK, languages, walk_texts
from events.board_reading import Colour
from events.codec import parse_json
from tablier.devices.calibrate import Learnt, Message, Unfit, messages_of
from tablier.devices.camera import Camera, newest, source_of
from tablier.devices.network import LOOPBACKS, hosts_of, tls_files
from tablier.setup.calibration_wizard.steps import Walk, WizardStep
from tablier.storage.calibration_file import MeasuredLens
from tablier.storage.evidence import QUALITY
from tablier.storage.paths import Site
from tablier.storage.recording import Frame
from vision.calibration import CalibrationError, corners_from
from vision.pieces.cases import DAMES

STATIC: Final = Path(str(resources.files("tablier.setup.calibration_wizard") / "static"))


class Correction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person's correction of one case: the set, and how many tops are seen."""

    row: Literal["near", "far"]
    column: Annotated[int, msgspec.Meta(ge=1, le=12)]
    colour: Colour
    count: Annotated[int, msgspec.Meta(ge=0, le=DAMES)]


class Desk:
    """The wizard behind its page. A lock admits the camera's pictures and the person's requests one at a time.

    keep: writes the calibration and returns its file; raises OSError.
    """

    def __init__(self, walk: Walk, keep: Callable[[NDArray[Any], Learnt], Path]) -> None:
        self._walk = walk
        self._keep = keep
        self._lock = threading.Lock()
        self.farewell = threading.Event()
        """Set once the page knows of the end."""
        self.file: Path | None = None
        """The file of the calibration, once it is kept."""

    @property
    def over(self) -> bool:
        """Whether a calibration was kept, which ends the wizard."""
        return self._walk.step is WizardStep.KEPT

    def look(self, image: NDArray[Any]) -> None:
        """Take a picture from the camera."""
        with self._lock:
            self._walk.look(image)

    def lacks(self, trouble: Message) -> None:
        """Note why no picture comes."""
        with self._lock:
            self._walk.lacks(trouble)

    def state(self) -> dict[str, Any]:
        """Return the state that the page shows."""
        with self._lock:
            if self.over:
                self.farewell.set()
            return {**self._walk.state(), "file": None if self.file is None else str(self.file)}

    def picture(self) -> bytes | None:
        """Return the picture to show, as JPEG."""
        with self._lock:
            shown = self._walk.shown_picture()
        if shown is None:
            return None
        return cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()

    def wish(self, wish: object) -> None:
        """Carry out a request of the person.

        Raises CalibrationError, which names the remedy, and msgspec.ValidationError for a misshapen correction.
        """
        with self._lock:
            walk = self._walk
            match wish:
                case {"wish": "place", "corners": corners}:
                    walk.place(corners_from(corners))
                case {"wish": "find"}:
                    walk.find()
                case {"wish": "lens"}:
                    walk.begin_lens()
                case {"wish": "lens_measured"}:
                    walk.end_lens()
                case {"wish": "no_lens"}:
                    walk.drop_lens()
                case {"wish": "back"}:
                    walk.back()
                case {"wish": "learn"}:
                    walk.learn()
                case {"wish": "correct", **said}:
                    right = msgspec.convert(said, Correction)
                    walk.correct(right.row, right.column, right.colour, right.count)
                case {"wish": "confirm"}:
                    walk.confirm()
                case {"wish": "read"}:
                    walk.read()
                case {"wish": "keep"} if walk.learnt is not None and walk.raw is not None and walk.at_rest:
                    try:
                        self.file = self._keep(walk.raw, walk.learnt)
                    except OSError as error:
                        raise Unfit(Message("unwritten", {"file": str(error.filename or error.strerror)})) from None
                    walk.step = WizardStep.KEPT
                case _:
                    raise Unfit(Message("not_now"))


def create_walk_page(
    desk: Desk,
    key: str,
    *,
    language: str = FALLBACK,
    hosts: Sequence[str] = (),
    only_local: bool = True,
) -> Starlette:
    """Create the page, to be served by announce.page.server.PageServer under `/KEY/`; without the key nothing is found.

    language: the page's first one
    hosts, only_local: as in announce.page
    Raises UnknownLanguage.
    """
    walk_texts(language)

    async def state(_request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(desk.state), headers=NO_STORE)

    async def picture(_request: Request) -> Response:
        shown = await run_in_threadpool(desk.picture)
        if shown is None:
            raise HTTPException(404, "no picture")
        return Response(shown, media_type="image/jpeg", headers=NO_STORE)

    async def wish(request: Request) -> Response:
        try:
            await run_in_threadpool(desk.wish, parse_json(await request.body(), object))
        except CalibrationError as error:
            return JSONResponse({"error": [one.to_dict() for one in messages_of(error)]}, 409)
        except msgspec.ValidationError as error:
            return JSONResponse({"error": f"{error}"}, 400)
        except ValueError:
            return JSONResponse({"error": "not JSON"}, 400)
        return JSONResponse(await run_in_threadpool(desk.state))

    inner = [
        *start_page(
            STATIC / "index.html", lambda: {"language": language, "languages": languages(language)}, walk_texts
        ),
        Route("/state.json", state),
        Route("/picture.jpg", picture),
        Route("/wish", wish, methods=["POST"]),
        Mount("/static/walk", StaticFiles(directory=STATIC)),
        Mount("/static", StaticFiles(directory=PAGE)),
    ]
    return Starlette(
        routes=[Mount(f"/{key}", routes=inner)],
        middleware=[Middleware(Guard, auth=Auth("table"), hosts=hosts, only_local=only_local)],
    )


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
    desk, key = Desk(Walk(site.settings, lens), keep), secrets.token_urlsafe(12)
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
