"""What a file is that a director was sent, by its content: what `collect` takes, or what it is."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pbem.desk.desk import LOG_SUFFIX
from pbem.files import open_plain
from pbem.identity.card import SUFFIX as CARD
from pbem.log.practice_mark import WORDS as A_PRACTICE
from pbem.log.practice_mark import begins_practice
from pbem.log.tournament_mark import LINE_BYTES
from pbem.mail.contents import WORD, kind_of

_OTHERS = {
    "tournament": (
        "is the log of a tournament, and nothing to be collected: 'pbem tournament take' takes in "
        "one that somebody else directs"
    ),
    "head": "is a player's confirmation of a game's end: its log is what counts, ask for that",
    "fork": "is the proof of a fork: 'pbem verify' of it says who signed twice",
    "days": "has days that an umpire signed: 'pbem take' keeps them",
    "receipt": "is a receipt of this or another tournament: 'pbem tournament heads' takes those",
}
_PLANS = (".yaml", ".yml")
_BY_NAME = {WORD: "word", CARD: "card", LOG_SUFFIX: "log"}


class HandedIn(NamedTuple):
    """A file: ``kind`` is ``word``, ``card`` or ``log``, else empty, and ``told`` says what it is.

    ``told`` goes on from the file's name.
    """

    kind: str
    told: str = ""


def handed_in(path: Path) -> HandedIn:
    """Say what a file is; one that cannot be read, or is damaged, goes by the end of its name."""
    try:
        with open_plain(path) as file:
            data = file.read(2 * LINE_BYTES)
    except FileNotFoundError:
        return HandedIn("", "is not there: look at the name")
    except (OSError, ValueError) as error:  # a name that no file can have is a ValueError
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        return HandedIn("", f"cannot be read ({why})")
    kind = kind_of(data)
    if kind in ("word", "card", "log"):
        return HandedIn(kind)
    return HandedIn("", _OTHERS[kind]) if kind is not None else _of_no_kind(path, data)


def _of_no_kind(path: Path, data: bytes) -> HandedIn:
    """Say of a file that begins like none of ours what it is."""
    if not data:
        return HandedIn("", "is empty: ask who sent it for it again")
    if begins_practice(data):
        return HandedIn("", A_PRACTICE)
    if path.suffix in _PLANS:
        return HandedIn("", "is a plan, or other YAML: 'pbem tournament found' reads plans")
    if path.suffix in _BY_NAME and data.lstrip().startswith(b"{"):
        return HandedIn(_BY_NAME[path.suffix])  # it is damaged, and its reader says how
    return HandedIn("", "is neither a word, a card, the log of a game nor mail: it was left alone")
