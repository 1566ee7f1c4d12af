"""What the commands of the agent say. Text of others is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.crypto.text import escape

if TYPE_CHECKING:
    from pbem.agent.running import Left, Status, Waiting

_LEFT = {
    "left": "more came than is read",
    "too large": "larger than all that is read in an hour",
    "unasked": "a new game that nobody here asked for",
    "wanted": "to be read by the agent",
}
_STATES = {
    "waiting": "to be sent",
    "sending": "in doubt until its copy comes",
    "failed": "NOT sent, refused for good",
}


def _waiting(one: Waiting) -> str:
    tried = f", tried {one.tries} time{'s' * (one.tries != 1)}" if one.tries else ""
    due = f", not before {one.due[:16].replace('T', ' ')} UTC" if one.state == "waiting" else ""
    return f"{_STATES[one.state]}: {escape(one.about)}{tried}{due}"


def status_lines(status: Status) -> list[str]:
    """What an agent has to do."""
    where = f"{escape(status.address)}, mailbox {escape(status.mailbox)}"
    lines = [f"The agent of {status.handle}: {where}; it tells {escape(status.owner)}."]
    if status.away is not None:
        first, last = status.away
        lines.append(f"Away from {first} to {last}, both included.")
    lines += [_waiting(one) for one in status.outbox]
    if status.to_tell:
        lines.append("To be told to you, in one message every ten minutes at most:")
        lines += [f"  {escape(text)}" for text in status.to_tell]
    if status.quarantine:
        lines.append("In quarantine, because it could not be read (look, then delete it):")
        lines += [f"  {escape(path)}" for path in status.quarantine]
    if len(lines) == 1:
        lines.append("Nothing waits.")
    return lines


def unread_lines(left: Sequence[Left]) -> list[str]:
    """What lies in the mailbox unread."""
    if not left:
        return ["Nothing lies in the mailbox unread."]
    lines = [
        f"{one.id}  {one.at[:10]} UTC  {one.size:>10,} bytes  "
        f"{escape(one.sender) or '(no address)'}: {_LEFT[one.why]}"
        for one in left
    ]
    return [*lines, "'pbem agent unread ID' has the agent read one, whatever it costs."]
