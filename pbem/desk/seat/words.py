"""What is said of a game at which one sits: events, drafts, what was written, whose turn it is.

Text of others is escaped, here and in all rooms of words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.crypto.text import escape
from pbem.desk.seat.next_step import HINTS

if TYPE_CHECKING:
    from pbem.desk.seat.drafts import Draft
    from pbem.desk.seat.history import Entry
    from pbem.desk.seat.sitting import Done
    from pbem.desk.seat.told import Told


def told_lines(told: Iterable[Told]) -> list[str]:
    """Outcomes with their paragraphs."""
    return [
        f"  {escape(one.text)}{f' [{escape(one.paragraph)}]' if one.paragraph else ''}"
        for one in told
    ]


def sentence(text: str) -> str:
    """Return a text with the mark that ends it."""
    told = escape(text)
    return told if told.endswith((".", "?", "!")) else f"{told}."


def entry_lines(entries: Iterable[Entry]) -> list[str]:
    """Events with what came of each."""
    lines = []
    for entry in entries:
        lines.append(f"{entry.seq:5}  {entry.at}  {entry.by}: {entry.kind}")
        lines += [f"    > {escape(line)}" for line in entry.orders]
        lines += [f"  {line}" for line in told_lines(entry.told)]
        lines += [f'    "{escape(line)}"' for line in entry.note.splitlines()]
    return lines


def draft_lines(draft: Draft) -> list[str]:
    """What a draft will do."""
    lines = [sentence(line) for line in draft.warnings]
    lines += [*told_lines(draft.outcomes), escape(draft.then)]
    for side, answers in draft.answers.items():
        lines.append(f"Standing answers of {side} from now on:")
        lines += [f"  {escape(line)}" for line in answers] or ["  none"]
    return lines


def tried_lines(draft: Draft) -> list[str]:
    """What a draft would do that is only tried."""
    many = draft.waiting
    behind = f"{many} order{'s wait' if many > 1 else ' waits'} behind that. " if many else ""
    return [*draft_lines(draft), f"{behind}Nothing was signed."]


def done_lines(done: Done, *, outcomes: bool = True) -> list[str]:
    """What was written, what came of it (unless told already), who is next, who gets the mail."""
    lines = [sentence(line) for line in done.warnings]
    if done.resumed:
        seqs = ", ".join(str(event.seq) for event in done.events[: done.resumed])
        lines.append(
            f"Event {seqs} had been signed before and had not come into the log: it is there now. "
            "Nothing else was written: look at the game before you write more."
        )
    lines += [
        f"Event {event.seq} ({event.kind}) is signed and in the log of {done.game}."
        for event in done.events[done.resumed :]
    ]
    if outcomes or done.resumed:
        lines += told_lines(done.outcomes)
    lines.append(escape(done.pen))
    if done.result:
        lines.append(f"Result: {escape(done.result)}.")
    if done.send_to and done.events:
        first = done.events[0].seq
        since = f" --since {first - 1}" if first else ""
        lines.append(
            f"To mail it to {people_words(done.send_to)}: pbem mail write {done.game} (the log "
            f"alone: pbem send {done.game}{since})"
        )
    return lines


def people_words(people: Mapping[str, str | None]) -> str:
    """Who gets the mail."""
    return ", ".join(
        escape(handle) + (f" <{escape(email)}>" if email else "")
        for handle, email in people.items()
    )


def pen_line(why: str, may: Sequence[str], *, yours: bool) -> str:
    """Whose turn it is, and what to type where it is one's own."""
    hint = HINTS.get(may[0], "") if yours and may else ""
    return f"{'YOUR PEN. ' if yours else ''}{escape(why)}{f' ({hint})' if hint else ''}"
