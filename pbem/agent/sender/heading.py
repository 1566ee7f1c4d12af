"""The checks of a message before it is fetched: its claimed sender, and its signed parts.

Read by patterns that nothing can lead astray, from as many bytes as `HEAD_BYTES`: this is done for
every message that anybody sends, before it is known whether it may cost anything.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pbem.agent.sender.postmark import POSTMARK, Postmark, read_postmark

TOKEN = "X-Pbem-Token"  # noqa: S105 - the name of a header
FIELDS = ("From", TOKEN, POSTMARK)
"""All that `heading_of` looks at."""

HEAD_BYTES = 64 * 1024
"""The limit of the headers of a message: ours stand within what servers put above them."""

FROM_LETTERS = 998
"""The limit of a line (RFC 5322, 2.1.1): the pattern of an address takes the square of it."""


_END = re.compile(rb"\r?\n\r?\n")
_FOLD = re.compile(rb"\r?\n[ \t]+")
_ADDRESS = re.compile(r"[!-'*-+\--9=?A-Z\^-~]+@[A-Za-z0-9.-]+")
_HEX = re.compile("[0-9a-f]{32}")


class Heading(NamedTuple):
    """``sender``: an address in lower case, empty for none, and a claim; ``token``: of a copy."""

    sender: str = ""
    token: str | None = None
    mark: Postmark | None = None


def heading_of(head: bytes) -> Heading:
    """Return what the headers of a message say, however broken they are.

    ``head``: the first bytes of the message.
    """
    reported = _END.split(head[:HEAD_BYTES], maxsplit=1)[0]
    found: dict[str, list[str]] = {name.lower(): [] for name in FIELDS}
    for line in _FOLD.sub(b" ", reported).split(b"\n"):
        name, colon, value = line.partition(b":")
        if colon and (lines := found.get(name.decode("latin-1").lower())) is not None:
            lines.append(value.decode("latin-1"))
    senders, tokens, marks = found.values()
    addresses = _ADDRESS.findall(senders[0][:FROM_LETTERS]) if senders else []
    token = tokens[0].strip(" \t\r") if tokens else ""
    return Heading(
        sender=addresses[-1].lower() if addresses else "",
        token=token if _HEX.fullmatch(token) else None,
        mark=read_postmark(marks[0]) if len(marks) == 1 else None,
    )
