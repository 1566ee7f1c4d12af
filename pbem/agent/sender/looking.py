"""All that a message says, read by one child process: its headers, its words, what it brings.

A child costs more than reading an ordinary message. So one reads all that is asked of it.
"""

from __future__ import annotations

from typing import NamedTuple

from pbem import confined
from pbem.agent.sender.origin import (
    NO_BOUNCE,
    Bounce,
    Origin,
    bounce_in,
    not_delivered,
    origin_in,
    origin_of,
    words_in,
    words_of,
)
from pbem.confined import UnreadableError
from pbem.mail.contents import Contents
from pbem.mail.inside import in_mail, of_mail


class Looked(NamedTuple):
    """The claims of a message.

    ``contents``: what it brings; ``bounce``: what it says was not delivered; ``words``: what
    somebody wrote, no lines where nobody asked.
    """

    origin: Origin
    contents: Contents
    bounce: Bounce
    words: list[str]


def look(data: bytes, source: str, *, words: bool) -> Looked:
    """Read a message, however broken it is.

    Args:
        data: The message.
        source: The name by which people know it.
        words: Whether to read what a person wrote in it.

    Raises:
        OSError: This computer cannot read it now (`pbem.confined.read`).
        LogFileError: As `of_mail`.
    """
    try:
        return confined.read(_look, (data, source, words), Looked, confined.limits(len(data)))
    except UnreadableError:
        # One of these cannot be read. The others are read by themselves.
        origin = origin_of(data)
        bounce = not_delivered(data) if origin.bounce else NO_BOUNCE
        said = words_of(data) if _asked(origin, words=words) else []
        return Looked(origin, of_mail(data, source), bounce, said)


def _look(data: bytes, source: str, words: bool) -> Looked:
    """Read a message, in a child process."""
    origin = origin_in(data)
    return Looked(
        origin,
        in_mail(data, source),
        bounce_in(data) if origin.bounce else NO_BOUNCE,
        words_in(data) if _asked(origin, words=words) else [],
    )


def _asked(origin: Origin, *, words: bool) -> bool:
    return words and not origin.bounce and not origin.for_owner
