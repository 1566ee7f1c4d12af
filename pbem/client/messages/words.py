"""The client's words about mail, line by line.

Text of others is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pbem.client.exchange.words import taken_lines
from pbem.client.session.words import draft_lines, people_words, sentence
from pbem.crypto.text import escape
from pbem.kit.wording import span

if TYPE_CHECKING:
    from pbem.client.messages.composing import Written
    from pbem.client.messages.confirmations import Confirmed
    from pbem.client.messages.reading import Ordered, Posted
    from pbem.client.messages.sending import Sent


def written_lines(written: Written) -> list[str]:
    """Describe what was written, and how to send it."""
    files = " and ".join(escape(file) for file in written.files)
    one = "it" if len(written.files) == 1 else "them"
    lines = [f"Note: {sentence(written.note)}"] if written.note else []
    lines += [
        f"{files}: {span(written.first, written.last)} of {written.game}.",
        f"Subject: {escape(written.subject)}",
        f"To: {people_words(written.to) or 'nobody (you play alone)'}",
        f"Open {one} in your mail program and send. Thunderbird: Message > Edit As New Message.",
        "Apple Mail: Message > Send Again.",
        f"Or attach the log to your own mail ('pbem send {written.game}' writes it).",
    ]
    without = [handle for handle, email in written.to.items() if not email]
    if without:
        lines.append(
            f"There is no address of {' and '.join(without)} here, so write it in yourself. To get "
            "it for later, ask them for a card with an address ('pbem identity email ADDRESS', "
            "then 'pbem card export')."
        )
    lines += [written.also] if written.also else []
    return lines


def sent_lines(sent: Sent) -> list[str]:
    """Describe what to mail to whom."""
    stretch = f"{span(sent.first, sent.last)} of {sent.game}"
    return [
        f"{escape(sent.file)}: {stretch}, {sent.size:,} bytes.",
        f"Mail it to: {people_words(sent.to) or 'nobody (you play alone)'}",
        f"Subject: {escape(sent.subject)}",
        *([sent.also] if sent.also else []),
    ]


def posted_lines(posted: Posted, *, typed: bool = True) -> list[str]:
    """Describe the result of reading mail; ``typed``: as in `taken_lines`."""
    lines: list[str] = []
    for taken in (*posted.taken, *posted.days):
        lines += taken_lines(taken, typed=typed)
    for ordered in posted.orders:
        lines += ordered_lines(ordered)
    lines += [confirmed_words(one) for one in posted.heads]
    lines += [sentence(line) for line in posted.others]
    lines += [f"Please check: {sentence(line)}" for line in posted.hints]
    lines += [f"NOT read: {sentence(line)}" for line in posted.wrong]
    if not lines:
        many = f"{posted.messages} message{'s' * (posted.messages != 1)}"
        lines.append(f"Nothing of pbem is in it ({many}): no log, no armor, no orders.")
    return lines


def confirmed_words(one: Confirmed) -> str:
    """Describe a confirmation of a log that is here."""
    more = f" ({one.count - 1} more like it)" if one.count > 1 else ""
    kept = f" (stored as {one.kept})" if one.kept else ""
    said = sentence(f"{one.source}: {one.game}: {one.message}{more}{kept}")
    return said if one.good else f"Please check: {said}"


def ordered_lines(ordered: Ordered) -> Iterator[str]:
    """Echo every line, with what is wrong or with OK, then what the orders would do."""
    where = f"{escape(ordered.source)}: orders of {escape(ordered.handle)}"
    yield f"{where} in {escape(ordered.game)}:"
    for number, line in enumerate(ordered.lines, 1):
        wrong = ordered.wrong.get(number)
        if wrong is not None:
            yield f"  WRONG  {escape(wrong)}"
        else:
            yield f"  {'' if ordered.why else 'OK':5}  {escape(line)}"
    if ordered.cure:
        yield f"  To do: {sentence(ordered.cure)}"
    if ordered.why:
        yield f"  NOT possible: {sentence(ordered.why)}"
    elif ordered.draft is not None:
        yield from (f"  {line}" for line in draft_lines(ordered.draft))
