"""What every page begins with: its HTML, and the settings its script asks for before anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from starlette.requests import Request


def opening(html: Path, settings: Callable[[], dict[str, Any]]) -> list[Route]:
    """The routes `/` and `/settings.json`; settings: asked anew each time, as JSON holds them."""

    async def index(_request: Request) -> Response:
        return FileResponse(html)

    async def told(_request: Request) -> Response:
        return JSONResponse(settings())

    return [Route("/", index), Route("/settings.json", told)]
