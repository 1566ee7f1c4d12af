"""The possible changes during a tournament: terms, deadlines, names (docs/tournaments.md, 2)."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from pbem.tournament.events.kinds import Change, Due, Entries, Found
from pbem.tournament.events.term_kinds import Solitaire, Swiss, Tables
from pbem.tournament.events.terms import contradiction
from pbem.tournament.events.word_kinds import Pause
from pbem.tournament.history import Entrant, History

COUNTED = Swiss | Tables | Solitaire
"""Formats whose terms say how many rounds there are."""


def why_none(history: History, change: Change) -> str:
    """Say why a change cannot be made, or changes nothing; empty where it can."""
    found, board, rounds = history.found, change.board, change.rounds
    length = rounds or history.length
    reported = {
        f"round {change.from_} is paired": change.from_ < history.next_round,
        f"there is no round {change.from_}": bool(length) and change.from_ > length,
        "it changes nothing": board is None and rounds is None,
        f"it has {rounds} rounds already": rounds is not None and rounds == history.length,
        "only a Swiss, tables and games by score have an agreed number of rounds": (
            rounds is not None and not isinstance(found.format, COUNTED)
        ),
        "it has that game already": board is not None and board == history.board_in(change.from_),
        "the sides of the first and the second player cannot change": (
            board is not None and board.sides != found.board.sides
        ),
    }
    return next((why for why, wrong in reported.items() if wrong), "")


def contradicts(found: Found, change: Change) -> str:
    """Say what in the terms contradicts itself after a change; empty where nothing does."""
    board = found.board if change.board is None else change.board
    return contradiction(msgspec.structs.replace(found, board=board))


def why_not_due(history: History, due: Due, now: str) -> str:
    """Say why a deadline cannot be set at a time ``now``; empty where it can."""
    stands, length = history.deadlines.get(due.round), history.length
    paired = due.round <= len(history.rounds)
    moved = stands is not None
    reported = {
        f"there is no round {due.round}, because there are {length}": (
            bool(length) and due.round > length
        ),
        f"every board of round {due.round} is decided": (
            paired and not any(at.round == due.round for at in history.owed())
        ),
        "this time has passed": due.until <= now,
        "this time lies after the year 9998": due.until >= "9999",
        f"round {due.round} already has this deadline": (
            stands is not None
            and (due.until, due.then, due.offset) == (stands.until, stands.then, stands.offset)
        ),
        f"round {due.round} already has another deadline, and a change needs a reason (--why)": (
            moved and due.why is UNSET
        ),
        f"round {due.round} is paired, so its deadline can only move to later": (
            paired and stands is not None and due.until < stands.until
        ),
    }
    return next((why for why, wrong in reported.items() if wrong), "")


def why_no_entries(history: History, entries: Entries, now: str) -> str:
    """Say why a deadline of entries cannot be set at a time ``now``; empty where it can."""
    stands = history.open_entries()
    reported = {
        "entries are closed": bool(history.closed),
        "this time has passed": entries.until <= now,
        "this time lies after the year 9998": entries.until >= "9999",
        "entries already have this deadline": (
            stands is not None and (entries.until, entries.offset) == (stands.until, stands.offset)
        ),
        "entries already have another deadline, and a change needs a reason (--why)": (
            stands is not None and entries.why is UNSET
        ),
    }
    return next((why for why, wrong in reported.items() if wrong), "")


def taken(history: History, who: Entrant, name: str) -> Entrant | None:
    """Return the other entrant whose handle or name this is; capitals of ASCII make no other.

    None if it is free.
    """
    those = [*history.entrants, *history.members.values()]
    same = _small(name)
    others = (one for one in those if one is not who)
    return next((one for one in others if same in (_small(one.handle), _small(one.name))), None)


def _small(text: str) -> bytes:
    return text.encode().lower()


AGREED = "all players of open games agreed"
"""Why a deadline was moved that the director did not move."""


def why_no_pause(history: History, who: Entrant, word: Pause) -> str:
    """Say why somebody cannot ask for a later deadline of a round; empty where they can."""
    stands = history.deadlines.get(word.round)
    reported = {
        "this tournament has no pauses": history.found.pauses is UNSET,
        f"round {word.round} has no deadline": stands is None,
        f"{who.handle} has no open board in round {word.round}": (
            who.number not in history.asked_to_pause(word.round)
        ),
        "it is not later than the deadline": stands is not None and word.until <= stands.until,
        "this time lies after the year 9998": word.until >= "9999",
        f"{who.handle} said the same already": (
            history.paused.get(word.round, {}).get(who.number) == word.until
        ),
    }
    return next((why for why, wrong in reported.items() if wrong), "")


def pause(history: History, who: Entrant, word: Pause, at: str) -> None:
    """Take a wish for a later deadline; if all with open boards have the same one, it moves.

    ``at``: the time of the event that has it.
    """
    history.paused.setdefault(word.round, {})[who.number] = word.until
    if {*history.asked_to_pause(word.round).values()} == {word.until}:
        stands = history.deadlines[word.round]
        moved = msgspec.structs.replace(stands, until=word.until, why=AGREED)
        history.set_deadline(moved, at)
