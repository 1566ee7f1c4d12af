"""What the commands of the agent say. Text of others is escaped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.crypto.text import escape

if TYPE_CHECKING:
    from pbem.agent.running import Status

_STATES = {
    "waiting": "to be sent",
    "sending": "in doubt until its copy comes",
    "failed": "NOT sent, refused for good",
}


def status_lines(status: Status) -> list[str]:
    """What an agent has to do."""
    where = f"{escape(status.address)}, mailbox {escape(status.mailbox)}"
    lines = [f"The agent of {status.handle}: {where}; it tells {escape(status.owner)}."]
    if status.away is not None:
        first, last = status.away
        lines.append(f"Away from {first} to {last}, both included.")
    lines += [f"{_STATES[state]}: {escape(about)}" for state, about in status.outbox]
    if status.to_tell:
        lines.append(f"{status.to_tell} things to know go out with the next message to you.")
    if status.quarantine:
        lines.append("In quarantine, because it could not be read (look, then delete it):")
        lines += [f"  {escape(path)}" for path in status.quarantine]
    if len(lines) == 1:
        lines.append("Nothing waits.")
    return lines
