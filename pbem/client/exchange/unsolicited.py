"""Games that come by themselves: which of them are accepted without anybody having asked."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pbem.client import people
from pbem.client.client import Client
from pbem.client.storage import tournaments
from pbem.crypto.text import escape, is_name
from pbem.errors import PbemError
from pbem.identity.card import Card
from pbem.log.event import Event, verify_signature
from pbem.log.file import read_stretch
from pbem.table.events.kinds import read_data
from pbem.tournament.binding import board_of

New = Literal["known", "ask", "nobody"]
"""The new games that are accepted: from people whose cards are here; none, with a report to the
owner; none, without a word."""


def unwanted(client: Client, log: Path, handle: str | None, new: New) -> str | None:
    """Say why the game of a log is not imported for a player; None if it is.

    Only the first event of the log is looked at, and nothing of it was verified. A card beside the
    log does not count: anyone who sends a game can send a card.

    Args:
        client: The client.
        log: The log.
        handle: The player, or None.
        new: Which new games to import.

    Raises:
        BadLog: The log has no valid first event.
        NotFound: No identity here has this handle.
    """
    first = next(read_stretch(log))
    signers = _signers(first)
    mine = people.find_card(client, people.me(client, handle))
    if mine is not None and _is_followed(client, log, first, mine):
        return None if new == "known" else "Your settings refuse new games"
    if mine is None or (mine.handle, mine.sign) not in signers:
        return "It does not name you with the key of your card"
    author = people.find_card(client, first.by) if is_name(first.by) else None
    by = escape(first.by)
    if author is None:
        return f"It says that '{by}' opened it, and you have no card of theirs"
    if (author.handle, author.sign) not in signers or not verify_signature(
        first, bytes.fromhex(author.sign)
    ):
        return f"The key on your card of {by} did not sign its opening"
    return None if new == "known" else f"{by} opened it, and your settings refuse new games"


def _is_followed(client: Client, log: Path, first: Event, mine: Card) -> bool:
    """Whether a game is for a board of a tournament that ``mine`` directs or observes, as paired.

    The tournament's log is here and has the key of the player who opens it, so no card is needed.
    """
    to = first.data.get("for") if first.kind == "open" else None
    tournament = to.get("tournament") if isinstance(to, dict) else None
    if not isinstance(tournament, str):
        return False
    try:
        history = tournaments.history_of(client, tournament)
        if history is None:
            return False
        those = (history.found.director, *history.observers())
        if (mine.handle, mine.sign) not in ((one.handle, one.sign) for one in those):
            return False
        at = board_of(history, escape(str(log)), read_data("open", first.data), first.by)
    except PbemError:  # a tournament's log that is damaged is reported where it is used
        return False
    return verify_signature(first, bytes.fromhex(history.pair_of(at)[0].sign))


def _signers(first: Event) -> set[tuple[object, object]]:
    """Return handle and key of everybody whom an opening names, whatever else may stand there."""
    named = first.data.get("players") if first.kind == "open" else None
    signers = [*(named if isinstance(named, list) else []), first.data.get("umpire")]
    pairs = [(one.get("handle"), one.get("sign")) for one in signers if isinstance(one, dict)]
    return {pair for pair in pairs if all(isinstance(part, str) for part in pair)}
