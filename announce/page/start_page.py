"""The first load of every page: its HTML, its settings and its words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from announce.phrases import UnknownLanguage

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from starlette.requests import Request


def start_page(
    html: Path, settings: Callable[[], dict[str, Any]], texts: Callable[[str], dict[str, str]]
) -> list[Route]:
    """Return the routes `/`, `/settings.json` and `/phrases/CODE.json`.

    settings: the page's settings, read at each request. texts: the page's words by language code; raises
    UnknownLanguage.
    """

    async def index(_request: Request) -> Response:
        return FileResponse(html)

    async def current_settings(_request: Request) -> Response:
        return JSONResponse(settings())

    async def phrases(request: Request) -> Response:
        try:
            return JSONResponse(texts(request.path_params["language"]))
        except UnknownLanguage as error:
            raise HTTPException(404, str(error)) from None

    return [
        Route("/", index),
        Route("/settings.json", current_settings),
        Route("/phrases/{language}.json", phrases),
    ]
