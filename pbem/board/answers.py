"""The answers to the page: data, drawings, files, and in words what was refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from starlette.responses import Response

from pbem.board import refusing
from pbem.crypto.text import as_json
from pbem.view.drawing import svg

if TYPE_CHECKING:
    from starlette.requests import Request

    from pbem.errors import PbemError, UnforeseenError
    from pbem.kit.picture import Picture
    from pbem.kit.screen import AtHand

_ODD = re.compile(r'[^ -~]|["\\%]')
"""A sign that no quoted name of a header has."""


def data(value: object, status: int = 200) -> Response:
    """Return anything as JSON; ``status``: that of HTTP."""
    return Response(as_json(value), status, media_type="application/json")


def refused(error: PbemError) -> Response:
    """Return what is wrong; of a list line by line, and whether the page has to look again."""
    return data(*refusing.told(error))


async def too_large(_request: Request, error: Exception) -> Response:
    """Refuse it while it still comes: the rest is not read."""
    answer = data({"error": str(error)}, 422)
    answer.headers["Connection"] = "close"
    return answer


async def broken_off(_request: Request, _error: Exception) -> Response:
    """Answer a request whose connection ended before all of it came: nobody reads this."""
    return data({"error": "The request was broken off."}, 400)


async def failed(_request: Request, error: Exception) -> Response:
    """Report a mistake of this program outside of what a request asks for (`fault`)."""
    return _fault(error)


def fault(error: UnforeseenError) -> Response:
    """Report a mistake of this program; where it was made stands in the terminal."""
    return data(*refusing.fault(error))


def _fault(error: BaseException) -> Response:
    return data(*refusing.fault_words(error))


def drawing(picture: Picture, before: Picture | None = None) -> str:
    """Return a map as SVG for a page that has its style; ``before``: as it lay until now."""
    return svg(picture, styled=False, words=False, titled=False, before=before)


def laid(now: AtHand | None, before: AtHand | None = None) -> dict[str, Any]:
    """Return the pieces of a table, and where those that moved lay before: sheet and pixel.

    ``before``: as it lay until now; None: nothing moved.
    """
    pieces = () if now is None else now.pieces
    was = {} if before is None else {one.name: one for one in before.pieces}
    moved = [
        (one.name, old.sheet, old.x, old.y)
        for one in pieces
        if (old := was.get(one.name)) is not None and old.at != one.at
    ]
    return {"pieces": pieces, "moved": moved}


def file(content: bytes, kind: str, name: str) -> Response:
    """Return what the browser keeps as a file, and does not show; ``kind``: its media type."""
    return Response(content, media_type=kind, headers={"Content-Disposition": _attached(name)})


def _attached(name: str) -> str:
    """Return the header that names a file, of any letters (RFC 6266, with RFC 8187)."""
    plain = _ODD.sub("_", name)
    whole = quote(name.encode(errors="surrogateescape"), safe="")
    return f'attachment; filename="{plain}"' + (
        "" if plain == name else f"; filename*=UTF-8''{whole}"
    )
