"""The questions that only a person decides: each once, with the command that answers it.

``name``: that of the tournament's log, for commands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from pbem.crypto.text import escape, in_command
from pbem.director.directing.collecting import Collected
from pbem.director.plan.unattended import Unattended
from pbem.director.words.letters import Post
from pbem.director.words.reporting import until_words, who_meets
from pbem.kit.wording import counted
from pbem.tournament.events import word_kinds
from pbem.tournament.history import History


class Ask(NamedTuple):
    """Something that is reported to the director once: ``key`` says what, ``text`` in words."""

    key: str
    text: str


def stamp(now: datetime) -> str:
    """Return a time as events write it."""
    return f"{now.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def overdue(history: History, name: str, now: datetime) -> Iterator[Ask]:
    """Ask about each board whose deadline has passed."""
    for at in history.owed():
        due = history.deadlines.get(at.round)
        if due is None or due.until > stamp(now):
            continue
        rule = f"pbem tournament rule {at.board}"
        where = f"--round {at.round} --for {name}"
        yield Ask(
            f"overdue {history.id} {at} {due.until}",
            f"{name}: {at}, {who_meets(history, at)}, is not decided, and its deadline has passed: "
            f"{until_words(due)} Decide it, or move the deadline:\n"
            f"  {rule} {history.pair_of(at)[0].handle} {where} --why ...   (adjudicated)\n"
            f"  {rule} {history.pair_of(at)[0].handle} {where} --forfeit --why ...\n"
            f"  pbem tournament due DAY --round {at.round} --for {name} --why ...",
        )


def entries(history: History, name: str, now: datetime) -> Iterator[Ask]:
    """Ask what to do once the deadline of entries has passed."""
    due = history.open_entries()
    if due is not None and due.until <= stamp(now):
        entered = sum(one.plays(1) for one in history.entrants)
        yield Ask(
            f"entries {history.id} {due.until}",
            f"{name}: the deadline of entries has passed. Entered: {counted(entered, 'player')}. "
            "Pair round 1, or move the deadline:\n"
            f"  pbem tournament pair --for {name}\n"
            f"  pbem tournament due DAY --entries --for {name} --why ...",
        )


def of_strangers(
    history: History, name: str, held: Sequence[tuple[Path, word_kinds.AnyWord]]
) -> Iterator[Ask]:
    """Ask about entries, and keepers of lots, whose card is not here.

    ``held``: the files and the requests in them.
    """
    for path, word in held:
        what = "wants to enter" if isinstance(word, word_kinds.Enter) else "wants to keep lots"
        yield Ask(
            f"stranger {history.id} {word.handle} {word.sign}",
            f"{name}: {escape(word.handle)} {what}, and you have no card with this key. If you "
            f"know them, type 'pbem tournament collect {in_command(path)} --for {name}'.",
        )


def refused(history: History, name: str, found: Sequence[Collected]) -> Iterator[Ask]:
    """Report what was refused, or failed, of what came."""
    for one in found:
        if one.became in ("refused", "failed"):
            text = f"{name}: NOT accepted: {escape(one.reported)}"
            yield Ask(f"refused {history.id} {one.reported}", text)


def closing(history: History, name: str, wishes: Unattended) -> Iterator[Ask]:
    """Ask for the end, if it is not closed by itself."""
    if wishes.close is None and is_decided(history):
        yield Ask(
            f"close {history.id} {len(history.rounds)}",
            f"{name}: all boards of all rounds are decided. To end it, type 'pbem tournament close "
            f"{name}'.",
        )


def unreached(history: History, name: str, post: Post) -> Iterator[Ask]:
    """Report to whom no mail can be written."""
    for handle in post.without:
        yield Ask(
            f"unreached {history.id} {handle}",
            f"{name}: no mail went to {handle}, because you have no card with an address. Ask "
            f"{handle} for their card, and type 'pbem tournament collect {handle}.card --for "
            f"{name}'.",
        )


def is_decided(history: History) -> bool:
    """Say whether all rounds are paired and all boards decided."""
    paired = bool(history.rounds) and not history.is_open_ended
    return paired and history.next_round > history.length and not history.owed()
