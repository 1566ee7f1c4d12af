"""Who is known at a desk, and what to do with new keys, line by line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pbem.crypto.text import escape

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.desk.people import Known


def known_lines(people: Iterable[Known]) -> list[str]:
    """Who is known here, with the words of each card."""
    lines = []
    for person in people:
        mark = "you" if person.own else "words compared" if person.compared else "not compared"
        email = f" <{escape(person.email)}>" if person.email else ""
        lines += [f"{person.handle}{email} ({mark})", f"  {' '.join(person.words)}"]
    return lines


def renewed_lines(handle: str, kept: Path) -> list[str]:
    """What to do after new keys were made."""
    return f"""\
These are your new keys. The former ones are kept as {escape(kept.name)}: each running game goes on
with them until its other players have agreed to the new ones.
1. Mail the new card ('pbem card export {handle}'). The others add it with
   'pbem card import {handle}.card --replace' and compare its words by telephone.
2. In each running game, when it is your turn: 'pbem offer keys GAME', 'pbem send GAME'.
3. Make a copy of all key files. If somebody may know the passphrase too:
   'pbem identity passphrase {handle}'.
The secret behind your dice stays the same, or no running game could go on: whoever could open the
former file can foretell the dice that you give, in new games too. If you fear that, open new
games under a new identity.""".splitlines()
