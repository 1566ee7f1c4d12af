"""The answer to a page when something is refused or fails: data and a status of HTTP."""

from __future__ import annotations

import traceback
from typing import Any, TypeAlias

from pbem.board.shown import StaleError
from pbem.board.signing import PRESS
from pbem.client.session.mistakes import OrderMistake
from pbem.errors import FormError, NotYourPen, PbemError, UnforeseenError

Told: TypeAlias = tuple[dict[str, Any], int]


def told(error: PbemError) -> Told:
    """Return what is wrong; of a list line by line, and whether the page has to look again."""
    if isinstance(error, OrderMistake):
        mistakes = [{"line": one.line, "why": one.why} for one in error.mistakes]
        return {"error": str(error), "mistakes": mistakes}, 422
    if isinstance(error, StaleError):
        return {"error": str(error), "stale": True}, 409
    if isinstance(error, NotYourPen):
        return {"error": _not_your_active(error)}, 422
    return {"error": str(error)}, 422 if isinstance(error, FormError) else 400


def _not_your_active(error: NotYourPen) -> str:
    """Say what one is asked for instead by the page's own button, and not by what is typed."""
    button = PRESS.get(error.instead)
    return error.why if button is None else f"{error.why} Press {button}."


def fault(error: UnforeseenError) -> Told:
    """Report a mistake of this program; where it was made stands in the terminal."""
    traceback.print_exception(error.__cause__ or error)
    return fault_words(error.__cause__ or error)


def fault_words(error: BaseException) -> Told:
    """Say that the program failed, and what to look at."""
    what = (
        f"This is a fault of the program, not yours ({type(error).__name__}). Check whether "
        "anything was signed, and report what pbem printed in its terminal."
    )
    return {"error": what}, 500
