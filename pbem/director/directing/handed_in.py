"""The kind of a file that a director was sent, by its content; some kinds `collect` takes."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pbem.client.client import LOG_SUFFIX
from pbem.files import open_plain
from pbem.identity.card import SUFFIX as CARD
from pbem.log.practice_mark import WORDS as A_PRACTICE
from pbem.log.practice_mark import begins_practice
from pbem.log.tournament_mark import LINE_BYTES
from pbem.mail.contents import WORD, kind_of

_OTHERS = {
    "tournament": (
        "is the log of a tournament. If somebody else directs it, import it with 'pbem tournament "
        "take'"
    ),
    "head": "is a player's confirmation of a game's end. Ask for the log of the game",
    "fork": "is a fork file. 'pbem verify' says who signed twice",
    "days": "has signed days of an umpire. 'pbem take' keeps them",
    "receipt": "is a receipt of a tournament. 'pbem tournament heads' reads it",
}
_PLANS = (".yaml", ".yml")
_BY_NAME = {WORD: "word", CARD: "card", LOG_SUFFIX: "log"}


class HandedIn(NamedTuple):
    """A file: ``kind`` is ``word``, ``card`` or ``log``, else empty; ``reported`` says what it is.

    ``reported`` goes on from the file's name.
    """

    kind: str
    reported: str = ""


def handed_in(path: Path) -> HandedIn:
    """Say what a file is; one that cannot be read, or is damaged, goes by the end of its name."""
    try:
        with open_plain(path) as file:
            data = file.read(2 * LINE_BYTES)
    except FileNotFoundError:
        return HandedIn("", "does not exist. Check the name")
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
        return HandedIn("", "is empty. Ask the sender for it again")
    if begins_practice(data):
        return HandedIn("", A_PRACTICE)
    if path.suffix in _PLANS:
        return HandedIn("", "is a plan or another YAML file. 'pbem tournament found' reads plans")
    if path.suffix in _BY_NAME and data.lstrip().startswith(b"{"):
        return HandedIn(_BY_NAME[path.suffix])  # it is damaged, and its reader says how
    return HandedIn(
        "", "was skipped: it is neither a signed request, a card, the log of a game nor mail"
    )
