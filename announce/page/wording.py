"""The words of a page, served one language at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.routing import Route

from announce.phrases import UnknownLanguage

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.responses import Response


def wording(texts: Callable[[str], dict[str, str]]) -> Route:
    """The route `/phrases/CODE.json`; texts: gives the page's words in a language by its code."""

    async def phrases(request: Request) -> Response:
        try:
            return JSONResponse(texts(request.path_params["language"]))
        except UnknownLanguage as error:
            raise HTTPException(404, str(error)) from None

    return Route("/phrases/{language}.json", phrases)
