"""A log on which readers disagree, with fewer events: each is dropped that is not needed for it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from second.crypt import digest, jcs
from second.form import Finding
from second.mutants import Linker

Wrong = Callable[[bytes], list[str]]
"""Return what readers disagree on; nothing where they say the same."""


class _Certain(random.Random):
    """No chance: whatever is linked is linked well."""

    def random(self) -> float:
        return 0.0


def shrunk(lines: list[bytes], wrong: Wrong, most: int = 60) -> bytes:
    """Return the shortest log found that is wrong in the same words but for numbers.

    Events are signed again by keys of our own, one after the other. ``most``: so many are tried.
    """
    whole = b"".join(line + b"\n" for line in lines)
    try:
        bodies = [json.loads(line)["body"] for line in lines]
        bodies = [{**body, "_id": digest("event", jcs(body))} for body in bodies]
    except (ValueError, KeyError, TypeError):
        return whole
    linked = _linked(bodies)
    reported = _words(wrong(linked))
    if not reported:
        return whole  # signed again it is another log: keep it as it was
    at = len(bodies) - 2
    while at > 0 and most > 0:
        fewer = [*bodies[:at], *bodies[at + 1 :]]
        most -= 1
        try:
            found = _linked(fewer)
        except (Finding, ValueError, KeyError, TypeError, AttributeError):
            at -= 1
            continue
        if _words(wrong(found)) == reported:
            bodies, linked = fewer, found
        at -= 1
    return linked


def _linked(bodies: list[dict[str, Any]]) -> bytes:
    return b"".join(Linker(bodies, _Certain()).lines)


def _words(found: list[str]) -> list[str]:
    """Return the same without numbers of events."""
    return ["".join(sign for sign in one if not sign.isdigit()) for one in found]
