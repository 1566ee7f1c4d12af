"""Mail that came to a director's client by itself: which is for a tournament, what is done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from pbem.client.logs import first_event
from pbem.director.directing.collecting import Collected
from pbem.director.player.saying import WORD_BYTES
from pbem.errors import PbemError, UnforeseenError
from pbem.files import read_plain
from pbem.items import item
from pbem.log.disk import explaining
from pbem.tournament.events import word_kinds

REFUSED = ".refused"
"""How a kept word ends that was judged and not taken: it is reported once, and lies there."""


def of_tournament(tournament: str, logs: Iterable[Path], words: Iterable[Path]) -> list[Path]:
    """Return the logs of games that are bound to a tournament, and words that are no other's.

    ``tournament``: its id. A word that nobody can read is nobody's, and is named with these.
    """
    wanted = []
    for log in logs:
        try:
            with item(str(log)):
                first = first_event(log)
        except UnforeseenError:
            wanted.append(log)  # perhaps of this tournament: its judge says what failed
            continue
        to = first.data.get("for") if first is not None else None
        if isinstance(to, dict) and to.get("tournament") == tournament:
            wanted.append(log)
    for path in words:
        try:
            with item(str(path)):
                said = word_kinds.read_word(read_plain(path, WORD_BYTES).removesuffix(b"\n"))
        except PbemError:
            wanted.append(path)
        else:
            wanted += [path] if said.tournament == tournament else []
    return wanted


def settled(
    reported: Sequence[Collected], words: Sequence[Path], cards: Sequence[Path]
) -> list[Collected]:
    """Put aside what mail brought, and return what a director reads of it.

    A card that is refused here may be for something else: it lies there for that.

    Args:
        reported: The fate of each file.
        words: Requests that mail brought.
        cards: Cards that mail brought.

    Raises:
        LogFileError: A file cannot be moved.
    """
    others = {str(path) for path in cards}
    left = [one for one in reported if one.became != "refused" or one.file not in others]
    let_go(left, [*words, *cards])
    return left


def let_go(reported: Sequence[Collected], kept: Iterable[Path]) -> None:
    """Put aside those requests from mail that were judged.

    ``reported``: what became of each. ``kept``: their files. The tournament's log has what was
    accepted. A refused request stays under another name, so that it is reported once.

    Raises:
        LogFileError: A request cannot be moved.
    """
    became = {one.file: one.became for one in reported}
    for path in kept:
        what = became.get(str(path))
        with explaining(path, "Putting aside"):
            if what in ("taken", "known"):
                path.unlink(missing_ok=True)
            elif what == "refused":
                path.replace(path.with_suffix(REFUSED))
