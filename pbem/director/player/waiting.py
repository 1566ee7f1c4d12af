"""A player's words without an answer, and their results that are not entered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from pbem.client.client import Client
from pbem.client.logs import first_event
from pbem.crypto.text import escape
from pbem.director.evidence import outcome_of, read_evidence
from pbem.director.player.saying import kept_words
from pbem.errors import PbemError
from pbem.items import item
from pbem.log.file import read_events
from pbem.tournament.events import plain_kinds, word_kinds
from pbem.tournament.folding import Fold
from pbem.tournament.history import BoardOf, History

DAYS = 7
"""After so many days without an answer one asks again."""


class Owed(msgspec.Struct, frozen=True, rename={"reported": "told"}):
    """A thing that has no answer: since which day, how many days that is, and what it is, in words.

    ``what``: ``word``, ``result`` or ``other`` (the director has entered something else).
    """

    since: date
    days: int
    what: str
    reported: str


def owed(client: Client, handle: str, fold: Fold, log: Path, today: date) -> list[Owed]:
    """Return what ``handle`` has said or played and does not find in the log that is here.

    ``today``: the day, in UTC, up to which days of waiting are counted.
    """
    return [*_words(client, handle, fold, log, today), *_results(client, handle, fold, today)]


def _words(client: Client, handle: str, fold: Fold, log: Path, today: date) -> Iterator[Owed]:
    stand = [event.data["word"] for event in read_events(log) if event.kind in word_kinds.WORDS]
    for path, day, word in kept_words(client, handle):
        since = day or today
        if word.tournament != fold.now.id or msgspec.to_builtins(word) in stand:
            continue
        what = type(word).__struct_config__.tag
        reported = (
            f"your signed request '{what}' of {since} UTC is not in the log. Mail {path} once more"
        )
        yield Owed(since, (today - since).days, "word", reported)


def _results(client: Client, handle: str, fold: Fold, today: date) -> Iterator[Owed]:
    history = fold.now
    for path in client.logs():
        first = first_event(path)
        to: Any = first.data.get("for") if first is not None else None
        if not isinstance(to, dict) or to.get("tournament") != history.id or first is None:
            continue
        # A game that is no board of it, or not at its end, has no result. One that fails ends
        # nothing.
        with suppress(PbemError), item(path.stem):
            events = list(read_events(path))
            since = date.fromisoformat(events[-1].at[:10])
            # A result that stands is compared by the head alone: verifying takes long.
            if any(done.head == events[-1].id for done in history.decided.values()):
                continue
            at, outcome = outcome_of(history, read_evidence(path, client.library))
            if handle not in [one.handle for one in history.pair_of(at)]:
                continue
            reported = _difference(history, at, outcome, path.stem, first.id)
            if reported is not None:
                yield Owed(since, (today - since).days, *reported)


def _difference(
    history: History, at: BoardOf, outcome: plain_kinds.Outcome, name: str, game: str
) -> tuple[str, str] | None:
    """Say how a result of one's own is missing in the log, or differs; None where it does not."""
    director, done = history.found.director.handle, history.decided.get(at)
    if history.games.get(at, game) != game:
        return "other", f"{at}: {director} entered another game than {name} for this board"
    if done is None:
        return "result", (
            f"{at}: {name} is over, but its result is not in the log. Mail it to {director} ('pbem "
            f"send {escape(name)}')"
        )
    if done.ruled or done.outcome == outcome:
        return None
    return "other", (
        f"{at}: the log has another result than {name}, which both players signed. Show "
        f"{director} both ('pbem tournament verify')"
    )
