"""The people who are known at a client, line by line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pbem.crypto.text import escape

if TYPE_CHECKING:
    from pbem.client.people import Known


def known_lines(people: Iterable[Known]) -> list[str]:
    """List the people who are known here, with the words of each card."""
    lines = []
    for person in people:
        mark = "you" if person.own else "words compared" if person.compared else "not compared"
        email = f" <{escape(person.email)}>" if person.email else ""
        lines += [f"{person.handle}{email} ({mark})", f"  {' '.join(person.words)}"]
    return lines
