"""The requests of the page: their forms, and how long they may be."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import msgspec

from pbem.client.session.drafts import BYTES_MOST
from pbem.errors import FormError

if TYPE_CHECKING:
    from starlette.requests import Request

T = TypeVar("T")

MAIL_MOST = 64 << 20
"""Bytes of a message or a log that is dropped on the page."""
BODY_MOST = 2 * BYTES_MOST
"""Bytes of what a page sends: a list of orders, quoted."""


class TooLargeError(FormError):
    """More was sent than is read."""


class Offered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order that is offered after the orders written so far."""

    text: str
    line: str


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The orders written so far, and what was pointed at; None: what is asked, and no choices.

    ``at``: the place where that stands, if it was clicked on the map; ``clear``: they are tried as
    if they withdrew all standing orders given before.
    """

    text: str = ""
    about: str | None = ""
    at: str = ""
    clear: bool = False


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The names of pictures that a map needs."""

    names: list[str]


class After(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """After which event a practice is to begin; None: after the last."""

    event: int | None = None


class Trying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The task for a practice; ``head``: of what its page shows.

    ``every``: all dice that are due are rolled, one after the other.
    """

    head: str
    text: str = ""
    faces: list[int] = []
    every: bool = False
    to: int | None = None


async def body_of(
    request: Request, most: int = BODY_MOST, more: str = "No list of orders is that long."
) -> bytes:
    """Return what a request brings; raises TooLargeError where that is more than ``most`` bytes.

    ``more``: what is said of so much.
    """
    found = bytearray()
    await each_part(request, found.extend, most, more)
    return bytes(found)


async def each_part(request: Request, add: Callable[[bytes], object], most: int, more: str) -> None:
    """Give ``add`` what a request brings as it comes; ``most`` and ``more`` as for `body_of`."""
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise TooLargeError(f"This has more than {most:,} bytes. {more}")
        add(part)


def read(body: bytes, form: type[T]) -> T:
    """Return what a page sent, in its form.

    Raises:
        FormError: The page sent something in another form.
    """
    try:
        return msgspec.json.decode(body, type=form)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FormError(f"The page sent something in a wrong form: {error}.") from None


def number(text: str) -> int:
    """Return a number that stands in an address.

    Raises:
        FormError: It is no number, or has more than nine digits.
    """
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise FormError(f"'{text[:20]}' is no number of an event, step, message or practice.")
    return int(text)
