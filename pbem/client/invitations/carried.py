"""New events as a link, which is mail without a mail program.

::

    ADDRESS#log=DATA

DATA is base64url of a zlib stream of one canonical JSON object: its version, and the files that a
mail would carry, line by line: cards, then a log. Each is read as any card or log that comes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from pbem.client.invitations.link import Refused, packed, read_object, unpacked
from pbem.crypto import canonical
from pbem.errors import FormError
from pbem.identity.link import NOWHERE

VERSION = 1
LINK_MOST = 8_000
"""Letters of DATA; some mail programs cut longer links."""
FILES_MOST = 1 << 17
"""Bytes that DATA may unpack to."""
PARTS_MOST = 8
_LINK = re.compile(r"#log=([A-Za-z0-9_-]*)")
CUT_OFF = "This link of new events is not whole, or was altered. Copy all of it, or ask for mail."
NEWER = "A newer pbem made this link. Open it with that version, or ask for mail."
TOO_LONG = f"The new events are too long for a link of {LINK_MOST:,} letters. Mail them."


class _Carried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    files: list[list[str]]
    v: int


def events_link(files: Sequence[bytes], address: str = NOWHERE) -> str:
    """Return the link of the files of a mail.

    Args:
        files: Cards, then a log; all of them text.
        address: A site with the program.

    Raises:
        FormError: They are too long for a link.
    """
    lines = [one.decode().splitlines() for one in files]
    try:
        said = canonical.encode(_Carried(lines, VERSION), FILES_MOST)
    except FormError:
        raise FormError(TOO_LONG) from None
    data = packed(said)
    if len(data) > LINK_MOST:
        raise FormError(TOO_LONG)
    return f"{address}#log={data}"


def linked_files(text: str) -> list[bytes] | None:
    """Return the files that the first link of events in a text carries; None where it has none.

    Raises FormError for a link that was cut off or altered, is too long, or is of a newer version.
    """
    found = _LINK.search(text)
    if found is None:
        return None
    if len(found[1]) > LINK_MOST:
        raise FormError(CUT_OFF)
    data = unpacked(found[1], FILES_MOST, CUT_OFF)
    said = read_object(data, _Carried, FILES_MOST, Refused(CUT_OFF, NEWER, VERSION))
    if said.v != VERSION or not 0 < len(said.files) <= PARTS_MOST:
        raise FormError(CUT_OFF)
    return ["".join(f"{line}\n" for line in one).encode() for one in said.files]
