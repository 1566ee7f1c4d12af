"""What goes back to the page: data, drawings, files, and in words what was refused."""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING

from starlette.responses import Response

from pbem.board.shown import StaleError
from pbem.board.signing import PRESS
from pbem.client.session.mistakes import OrderMistake
from pbem.crypto.text import as_json
from pbem.errors import FormError, NotYourPen, PbemError, UnforeseenError
from pbem.view.drawing import svg

if TYPE_CHECKING:
    from starlette.requests import Request

    from pbem.kit.picture import Picture


def data(value: object, status: int = 200) -> Response:
    """Return anything as JSON."""
    return Response(as_json(value), status, media_type="application/json")


def refused(error: PbemError) -> Response:
    """Return what is wrong; of a list line by line, and whether the page has to look again."""
    if isinstance(error, OrderMistake):
        mistakes = [{"line": one.line, "why": one.why} for one in error.mistakes]
        return data({"error": str(error), "mistakes": mistakes}, 422)
    if isinstance(error, StaleError):
        return data({"error": str(error), "stale": True}, 409)
    if isinstance(error, NotYourPen):
        return data({"error": _not_your_active(error)}, 422)
    return data({"error": str(error)}, 422 if isinstance(error, FormError) else 400)


def _not_your_active(error: NotYourPen) -> str:
    """Say what one is asked for instead by the page's own button, and not by what is typed."""
    button = PRESS.get(error.instead)
    return error.why if button is None else f"{error.why} For you: press {button}."


async def too_large(_request: Request, error: Exception) -> Response:
    """Refuse it while it still comes: the rest is not read."""
    answer = data({"error": str(error)}, 422)
    answer.headers["Connection"] = "close"
    return answer


async def broken_off(_request: Request, _error: Exception) -> Response:
    """Answer a request whose connection ended before all of it came: nobody reads this."""
    return data({"error": "the request was broken off"}, 400)


async def failed(_request: Request, error: Exception) -> Response:
    """Report a mistake of this program outside of what a request asks for (`fault`)."""
    return _fault(error)


def fault(error: UnforeseenError) -> Response:
    """Report a mistake of this program; where it was made stands in the terminal."""
    traceback.print_exception(error.__cause__ or error)
    return _fault(error.__cause__ or error)


def _fault(error: BaseException) -> Response:
    what = (
        f"this is a fault of the program, not yours ({type(error).__name__}): look whether "
        "anything was signed, and report what pbem printed in its terminal"
    )
    return data({"error": what}, 500)


def drawing(picture: Picture, before: Picture | None = None) -> str:
    """Return a map as SVG for a page that has its style; ``before``: as it lay until now."""
    return svg(picture, styled=False, words=False, titled=False, before=before)


def file(content: bytes, kind: str, name: str) -> Response:
    """Return what the browser keeps as a file, and does not show."""
    return Response(
        content, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
