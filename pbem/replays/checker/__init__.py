"""Checking a log in a reader's browser: a second implementation of verifying, in JavaScript.

Written from `docs/protocol.md` and `docs/protocol-cards.md`, it shares no line and no library with
the one in Python: what each code of a finding means and advises is all that it is given.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path

from pbem.files import read_plain
from pbem.log.codes import CODES

FILE_MOST = 1 << 20
"""Bytes of one of its files."""

# In an order in which whatever a file needs to be read stands before it; functions may call any.
FILES = (
    "bytes", "canonical", "curve", "signatures", "vrf", "stream", "codes", "finding",
    "forms", "line", "roster", "hashing", "proofs", "dice", "secrets", "decks", "stocks",
    "active", "entering", "agreements", "rulings", "table", "fork", "check",
)  # fmt: skip


@functools.cache
def script() -> str:
    """The checker as one classic script, which makes one name: ``PbemChecker``.

    Its face is ``PbemChecker.check(given, onProgress?)``. ``given`` is a log as text or bytes.
    ``onProgress`` is called with how many of how many lines were read. The result is a promise of a
    report, as `check.js` says. An inline ``<script>`` can hold it.
    """
    return assembled("check")


def assembled(*names: str) -> str:
    """The same script with other names in ``PbemChecker``: what tests look at besides."""
    here = Path(__file__).parent
    reported = {
        code: {"promise": one.promise, "title": one.title, "advice": one.advice}
        for code, one in CODES.items()
    }
    text = "\n".join(read_plain(here / f"{name}.js", FILE_MOST).decode() for name in FILES)
    text = text.replace("__FINDINGS__", json.dumps(reported).replace("<", "\\u003c"))
    face = ", ".join(names)
    return (
        f'globalThis.PbemChecker = (() => {{\n"use strict";\n{text}\nreturn {{ {face} }};\n}})();\n'
    )
